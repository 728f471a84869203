//! Each exit code, provoked through the binary.

use crate::project::DUEL;
use crate::project::Project;
use crate::project::run_in;
use crate::project::shipped;

#[test]
fn the_shipped_suite_passes_and_exits_0() {
    shipped(&["verify"]).exits(0);
}

#[test]
fn a_claim_that_does_not_hold_exits_1() {
    let project = Project::new().file("scenarios/dune/duel/plain.yaml", DUEL.replace("4 -> 0", "4 -> 1"));
    project.run(&["verify"]).exits(1).says("fail dune/duel/plain");
}

#[test]
fn a_missing_golden_exits_1() {
    Project::new()
        .file("scenarios/dune/duel/plain.yaml", DUEL)
        .run(&["verify"])
        .exits(1)
        .says("1 scenario without a golden");
}

#[test]
fn wrong_usage_exits_2() {
    shipped(&["verify", "--frmat", "json"]).exits(2).complains("--format");
    shipped(&["verify", "--without", "no_such_switch"]).exits(2).complains("`no_such_switch`");
    shipped(&["verify", "--engine", "dunes"]).exits(2).complains("did you mean `dune`?");
    shipped(&["verify", "--rule", "battle 23"]).exits(2).complains("write file:line");
    shipped(&["new", "dune/battle.md"]).exits(2).complains("is a whole file");
    shipped(&["bless"]).exits(2).complains("in CI");
}

#[test]
fn no_project_exits_2() {
    let empty = tempfile::tempdir().expect("a temporary folder");
    run_in(empty.path(), &["verify"], &[]).exits(2).complains("there is no truthsayer.yaml in this folder");
    run_in(empty.path(), &["--project", "nowhere", "verify"], &[])
        .exits(2)
        .complains("`nowhere` contains no truthsayer.yaml");
}

#[test]
fn bad_input_exits_3() {
    Project::new()
        .file("scenarios/dune/duel/plain.yaml", "scenario: [\n")
        .run(&["verify"])
        .exits(3)
        .complains("invalid YAML");
    Project::new().run(&["lint"]).exits(3).says("no scenario");
    Project::with_duel()
        .file("truthsayer.yaml", "games: {dune: {engine: chess}}\n")
        .run(&["verify"])
        .exits(3)
        .complains("there is no engine `chess`");
}

/// A bad file is bad input (3), not wrong usage (2).
#[test]
fn a_named_file_that_cannot_be_used_exits_3_and_an_option_without_one_exits_2() {
    let project = Project::with_dune_rules().file("scenarios/dune/duel/plain.yaml", real_duel());
    let project = project.file("notes.txt", "nonsense\n").file("empty.json", "").file("list.json", "[]");
    project.write("other.json", "{\"truthsayer\": 2}");
    for file in ["nowhere", "nowhere.json", "notes.txt", "empty.json", "list.json", "other.json", "rules", "HEAD~1"] {
        for command in [
            ["gate", "--against", file].as_slice(),
            &["gate", "--against", file, "--raise"],
            &["gate", "--against", file, "--format", "json"],
            &["gate", "--from", file],
            &["verify", "--from", file],
            &["prove", "--from", file],
            &["prove", "--baseline", file],
            &["coverage", "--from", file],
            &["report", "--from", file],
            &["merge", file],
            &["engine", "replay", file],
        ] {
            project.run(command).exits(3).complains(&format!("`{file}`")).does_not_say("truthsayer lint");
        }
    }
    for file in ["nowhere.json", "notes.txt", "list.json"] {
        project.run(&["compare", file, "dune"]).exits(3).complains(&format!("`{file}`"));
        project.run(&["report", "--compare", file]).exits(3).complains(&format!("`{file}`"));
    }
    project.run(&["compare", "nowhere", "dune"]).exits(2).complains("there is no engine `nowhere`");
    project.run(&["gate", "--against"]).exits(2);
}

#[test]
fn a_saved_result_of_any_name_can_be_compared() {
    let project = Project::with_duel();
    project.run(&["verify", "--json", "before"]).exits(0);
    project.run(&["compare", "before", "dune"]).exits(0).says("no differences in 1 scenario");
}

#[test]
fn an_engine_fault_exits_4() {
    let project = Project::with_duel();
    project.run(&["verify", "--engine-command", "false"]).exits(4).says("no-answer dune/duel/plain");
}

#[test]
fn a_filter_that_matches_nothing_exits_5() {
    let project = Project::with_duel();
    Project::new().run(&["verify"]).exits(5).complains("there are no scenarios");
    project.run(&["verify", "dune/nothing/*"]).exits(5).complains("matches no scenario");
    project.run(&["verify", "--tag", "dual"]).exits(5).complains("did you mean `duel`?");
    project.run(&["verify", "--game", "chess"]).exits(5);
    project.run(&["verify", "--rule", "dune/battle.md:7"]).exits(5);
    project.run(&["explain", "dune/battle.md:99"]).exits(5);
}

#[test]
fn a_run_that_judges_nothing_exits_5() {
    let project = Project::with_dune_rules();
    let draft = DUEL.split("claims:").next().expect("the script").replace("game: dune\n", "game: dune\ndraft: true\n");
    project.write("scenarios/dune/duel/begun.yaml", draft);
    project.write("truthsayer.yaml", "games: {dune: {engine: dune}}\ngate: {drafts: allow, grades: allow}\n");
    project.run(&["verify"]).exits(5).says("no scenario was judged");
    project.run(&["verify", "dune/duel"]).exits(5);
    project.run(&["verify", "--shard", "2/2"]).exits(5);
    project.run(&["verify", "--shard", "1/1", "--json", "saved.json"]).exits(5);
    project.run(&["verify", "--from", "saved.json"]).exits(5);
    project.run(&["merge", "saved.json"]).exits(5);
    project.run(&["prove"]).exits(5);
    project.run(&["gate"]).exits(5).complains("no scenario was judged");
    project.run(&["gate", "--raise"]).exits(5);
    assert!(!project.exists("floor.yaml"));
    // A finished scenario makes it a run, even in a shard without scenarios.
    project.write("scenarios/dune/duel/plain.yaml", DUEL.replace("4 -> 0", "4 -> 1"));
    project.run(&["verify", "dune/duel/begun"]).exits(5);
    let whole = Project::with_duel();
    let codes: Vec<_> = ["1/2", "2/2"].map(|shard| whole.run(&["verify", "--shard", shard]).code).into();
    assert_eq!(codes, [Some(0), Some(0)]);
}

/// The duel with the lines of the real rules.
fn real_duel() -> String {
    let duel = DUEL.replace("dune/battle.md:2\n", "dune/battle.md:18\n");
    duel.replace("dune/battle.md:6\n", "dune/battle.md:24\n").replace("goes to the Tanks", "")
}

/// A project with three duels: one with a wrong claim on the loser's Forces, an invalid one, and one that passes.
fn mixed() -> Project {
    let duel = real_duel();
    let project = Project::with_dune_rules()
        .file("scenarios/dune/duel/plain.yaml", &duel)
        .file("scenarios/dune/duel/wrong.yaml", duel.replace("4 -> 0", "4 -> 1"))
        .file("scenarios/dune/duel/odd.yaml", duel.replace("leader: bashar", "leader: nobody"));
    project.run(&["bless", "dune/duel/plain"]).exits(0);
    project
}

#[test]
fn an_invalid_scenario_hides_no_failure() {
    let project = mixed();
    let run = project.run(&["verify"]).exits(3);
    run.says("fail dune/duel/wrong").says("invalid dune/duel/odd").says("expected  4 -> 1");
    let run = project.run(&["verify", "--format", "json"]).exits(3);
    let data: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    let verdicts: Vec<&str> = data["scenarios"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|scenario| scenario["verdict"].as_str())
        .collect();
    assert_eq!(verdicts, ["invalid", "pass", "fail"]);
    // With only the failure, its exit code is returned.
    project.run(&["verify", "dune/duel/wrong"]).exits(1);
    project.run(&["verify", "dune/duel/odd"]).exits(3);
}

#[test]
fn an_engine_fault_outweighs_the_rest_and_hides_none_of_it() {
    let project = mixed();
    // No engine answers.
    project
        .run(&["verify", "--engine-command", "false"])
        .exits(4)
        .says("no-answer 3 scenarios")
        .says("dune/duel/wrong");
    project.run(&["prove", "--engine-command", "false"]).exits(4);
}

#[test]
fn other_problems_hide_no_survivor() {
    let blind = "events: [plans_revealed]";
    let duel = DUEL.split("claims:").next().expect("the script");
    let blind = format!(
        "{duel}claims:\n  - cite: dune/battle.md:24\n    quote: Every Force of the loser\n    then: {{{blind}}}\n"
    );
    let project = Project::with_dune_rules().file("scenarios/dune/duel/blind.yaml", &blind);
    project.run(&["bless"]).exits(0);
    project.run(&["prove"]).exits(1).says("survived loser_loses_forces");
    // With a failure in addition, both are reported.
    let wrong = blind.replace("events: [plans_revealed]", "state: {factions.emperor.forces.tanks: 1}");
    let project = project.file("scenarios/dune/duel/wrong.yaml", &wrong);
    let run = project.run(&["prove"]).exits(1);
    run.says("survived loser_loses_forces").says("dune/duel/wrong");
    // With an invalid scenario: exit code 3, and the survivor is still reported.
    let project = project.file("scenarios/dune/duel/odd.yaml", blind.replace("leader: bashar", "leader: nobody"));
    let run = project.run(&["prove"]).exits(3);
    run.says("survived loser_loses_forces").says("dune/duel/odd");
}

#[test]
fn help_and_version_are_answers() {
    shipped(&["--help"]).exits(0).says("Exit codes");
    shipped(&["--version"]).exits(0).says("truthsayer 0.");
}
