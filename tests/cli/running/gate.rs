//! The gate: one exit code, and for each reason what failed, why, and what to type next.

use serde_json::Value;

use crate::project::DUEL;
use crate::project::Project;
use crate::project::Run;
use crate::project::run_in;
use crate::project::shipped;

/// A project that passes the gate: one scenario, its golden, and a floor.
fn project() -> Project {
    let project = Project::with_dune_rules().file("scenarios/dune/duel/plain.yaml", losing(LOSES));
    project.write("truthsayer.yaml", settings(LENIENT));
    project.run(&["bless"]).exits(0);
    project.run(&["gate", "--raise"]).exits(0).says("floor.yaml:");
    project.run(&["gate"]).exits(0).says("PASS:");
    project
}

/// With a single scenario, specificity cannot be tested.
const LENIENT: &str = "survivors: allow, specificity: allow";
const LOSES: &str = "changes: {factions.emperor.forces.arrakeen: 4 -> 0}";

fn settings(gate: &str) -> String {
    format!("games:\n  dune: {{engine: dune}}\ngate: {{{gate}}}\n")
}

/// A duel with a claim on what the loser loses.
fn losing(then: &str) -> String {
    let duel = DUEL.split("claims:").next().expect("the script");
    format!("{duel}claims:\n  - cite: dune/battle.md:24\n    quote: Every Force of the loser\n    then: {{{then}}}\n")
}

/// The same duel with a claim on another rule instead.
fn winning() -> String {
    let duel = DUEL.split("claims:").next().expect("the script");
    let quote = "loses only the number of Forces dialed";
    format!("{duel}claims:\n  - cite: dune/battle.md:25\n    quote: {quote}\n    then: {{events: [plans_revealed]}}\n")
}

/// The gate fails with this code, on one screen of 80 columns.
#[track_caller]
fn shut(run: Run, code: i32) -> Run {
    let mut run = run.exits(code).says("FAIL:").says("→ truthsayer");
    assert!(run.stdout.lines().count() < 24, "{}", run.stdout);
    assert!(run.stdout.lines().all(|line| line.chars().count() <= 80), "{}", run.stdout);
    // Line breaks do not change the message.
    run.stdout = run.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
    run
}

#[test]
fn the_gate_of_the_shipped_suites_is_open() {
    let floor = include_str!("../../../floor.yaml").matches("{clause: ").count();
    let run = shipped(&["gate"]).exits(0).says(&format!("PASS: {floor} clauses at or above the floor"));
    assert_eq!(run.stdout.lines().count(), 1, "{}", run.stdout);
    project().run(&["gate", "--quiet"]).exits(0).does_not_say("gate");
}

#[test]
fn a_clause_that_falls_is_named_with_what_it_was_and_is() {
    let project = project();
    let floor = project.read("floor.yaml");
    assert!(floor.contains("- {clause: \"dune/battle.md:24.1\", grade: holds}"), "{floor}");
    // The claim is taken away, and with it what it showed.
    project.write("scenarios/dune/duel/plain.yaml", winning());
    let run = shut(project.run(&["gate"]), 1);
    run.says("1 clause below the floor: dune/battle.md:24.1: holds → uncited")
        .says("→ truthsayer explain dune/battle.md:24.1");
    // Raising keeps what fell; lowering needs a reason, which is kept.
    project.run(&["gate", "--raise"]).exits(0);
    assert!(project.read("floor.yaml").contains("dune/battle.md:24.1\", grade: holds"));
    project.run(&["gate", "--lower", "dune/battle.md:24.1"]).exits(2).complains("--reason");
    let reason = ["--reason", "the claim moved to another suite"];
    project.run(&[&["gate", "--lower", "dune/battle.md:24.1"][..], &reason].concat()).exits(0).says("holds → uncited");
    let line = "{clause: \"dune/battle.md:24.1\", grade: uncited, reason: the claim moved to another suite}";
    assert!(project.read("floor.yaml").contains(line), "{}", project.read("floor.yaml"));
    project.run(&["gate", "--lower", "dune/battle.md:24", "--reason", "x"]).exits(2).complains("invalid clause");
}

#[test]
fn a_clause_that_is_new_has_to_be_listed() {
    let project = project();
    let floor = project.read("floor.yaml");
    let line = floor.lines().find(|line| line.contains("dune/battle.md:2.1")).expect("a line");
    project.write("floor.yaml", floor.replace(&format!("{line}\n"), ""));
    let run = shut(project.run(&["gate"]), 1);
    run.says("1 clause without a floor: dune/battle.md:2.1").says("→ truthsayer gate --raise");
    project.run(&["gate", "--raise"]).exits(0);
    assert_eq!(project.read("floor.yaml"), floor);
}

/// Every reason that a project may allow: a run with it, the message, and that `allow` accepts it.
#[test]
fn each_reason_shuts_the_gate_and_can_be_let_through() {
    type Spoil = fn(&Project);
    let cases: [(&str, Spoil, &str, &str); 6] = [
        ("grades", |it| it.write("scenarios/dune/duel/plain.yaml", winning()), "below the floor", "explain dune"),
        (
            "observed",
            |it| it.write("floor.yaml", it.read("floor.yaml").replace("dune: 1}", "dune: 9}")),
            "the floor is 9",
            "verify",
        ),
        (
            "drafts",
            |it| it.write("scenarios/dune/duel/new.yaml", format!("draft: true\n{}", winning())),
            "1 draft: dune/duel/new",
            "explain dune/duel/new",
        ),
        (
            "orphans",
            |it| it.write("golden/dune/gone.yaml", it.read("golden/dune/duel/plain.yaml")),
            "1 golden without a scenario",
            // In CI nothing is dropped.
            "lint",
        ),
        (
            "pending",
            |it| it.write("scenarios/dune/duel/other.yaml", losing(LOSES)),
            "1 outcome not accepted: dune/duel/other",
            "review",
        ),
        (
            "documents",
            |it| {
                it.run(&["report"]).exits(0);
                it.write("verification/SUMMARY.md", it.read("verification/SUMMARY.md") + "more\n");
            },
            "1 document out of date: verification/SUMMARY.md",
            "report",
        ),
    ];
    for (key, spoil, words, next) in cases {
        let project = project();
        spoil(&project);
        shut(project.run_in_ci(&["gate"]), 1).says(words).says(&format!("→ truthsayer {next}"));
        project.write("truthsayer.yaml", settings(&format!("{LENIENT}, {key}: allow")));
        project.run_in_ci(&["gate"]).exits(0).says("PASS:");
        project.write("truthsayer.yaml", settings(&format!("{LENIENT}, {key}: refuse")));
        project.run_in_ci(&["gate"]).exits(1);
    }
}

#[test]
fn survivors_and_mutants_that_are_not_specific_shut_the_gate() {
    let project = project();
    project.write("truthsayer.yaml", settings("survivors: allow"));
    shut(project.run(&["gate"]), 1)
        .says("not specific")
        .says("is not specific to dune/battle.md")
        .says("→ truthsayer prove -v");
    project.write("truthsayer.yaml", settings("specificity: allow"));
    let run = shut(project.run(&["gate"]), 1).says("surviving mutant");
    run.says("→ truthsayer hunt --switch");
}

#[test]
fn an_unreviewed_rulebook_fails_the_gate() {
    let project = project();
    project.run(&["errata", "--fix"]).exits(0);
    project.run(&["gate"]).exits(0);
    let rules = project.read("rules/dune/battle.md");
    // A clause that no switch and no scenario speaks of.
    assert!(rules.contains("holding Carthag or Arrakeen yields 2"));
    project.write("rules/dune/battle.md", rules.replace("Arrakeen yields 2", "Arrakeen yields 3"));
    let run = shut(project.run(&["gate"]), 1);
    run.says("1 rulebook change not reviewed").says("→ truthsayer errata");
    project.write("truthsayer.yaml", settings(&format!("{LENIENT}, stale: allow")));
    project.run(&["gate"]).exits(0);
}

#[test]
fn a_failing_claim_fails_the_gate_with_any_settings() {
    let project = project();
    project.write("scenarios/dune/duel/plain.yaml", losing("changes: {factions.emperor.forces.arrakeen: 4 -> 3}"));
    let all = "floor: floor.yaml, grades: allow, observed: allow, gaps: allow, stale: allow, drafts: allow, \
               orphans: allow, pending: allow, documents: allow, survivors: allow, specificity: allow";
    project.write("truthsayer.yaml", settings(all));
    shut(project.run(&["gate"]), 1)
        .says("claims fail (1 suspect): 1. dune/battle.md:24.1 LOSING: 1 of 1 claim fails")
        .says("“Every Force of the loser")
        .says("factions.emperor.forces.arrakeen: expected 4 -> 3; got 4 -> 0");
}

/// Invalid files, and engines that do not answer, have their own exit codes.
#[test]
fn invalid_files_keep_their_exit_code() {
    let broken = project();
    broken.write("scenarios/dune/duel/broken.yaml", "scenario: [\n");
    shut(broken.run(&["gate"]), 3).says("in files").says("→ truthsayer lint");
    let floor = project();
    floor.write("floor.yaml", floor.read("floor.yaml").replace("dune/battle.md:24.1", "dune/battle.md:999.1"));
    shut(floor.run(&["gate"]), 3).says("there is no clause `dune/battle.md:999.1`");
    for (text, words) in [
        ("floor: [{clause: dune/battle.md:24.1, grade: prooven}]\n", "there is no grade `prooven`"),
        ("floor: [{clause: battle, grade: proven}]\n", "invalid clause `battle`"),
        ("flor: []\n", "has no key `flor`"),
        (
            "floor: [{clause: dune/battle.md:24.1, grade: holds}, {clause: dune/battle.md:24.1, grade: holds}]\n",
            "duplicate clause",
        ),
        ("observed: {dune: many}\nfloor: []\n", "is not a number of expectations"),
    ] {
        floor.write("floor.yaml", text);
        floor.run(&["lint"]).exits(3).says(words);
        floor.run(&["gate"]).exits(3);
    }
    let settings_of = |gate: &str| settings(gate);
    for (gate, words) in [
        ("drafts: maybe", "must be `allow` or `refuse`"),
        ("draft: allow", "has no key `draft`"),
        ("floor: ../floor.yaml", "inside the project"),
    ] {
        floor.write("truthsayer.yaml", settings_of(gate));
        floor.run(&["lint"]).exits(3).complains(words);
    }
}

#[test]
fn an_engine_that_does_not_answer_shuts_the_gate_with_its_fault() {
    let project = project();
    let with = |command: &str| {
        let engines = format!("engines: {{mine: {{game: dune, command: [{command}]}}}}\ngate: {{{LENIENT}}}\n");
        project.write("truthsayer.yaml", format!("games: {{dune: {{engine: mine}}}}\n{engines}"));
        project.run(&["gate"])
    };
    shut(with("\"false\""), 4)
        .says("1 run without an answer: the engine died (exit status: 1)")
        .says("1 clause below the floor: dune/battle.md:24.1: holds → cited")
        .says("→ truthsayer verify dune/duel/plain");
    // The reason is printed even if the command is very long.
    shut(with(&format!("./{}", "long".repeat(12))), 4).says("could not be started: no such file");
}

#[test]
fn a_gate_with_very_many_reasons_still_fits_a_screen() {
    let project = project();
    project.write("scenarios/dune/duel/plain.yaml", losing("changes: {factions.emperor.forces.arrakeen: 4 -> 3}"));
    project.write("scenarios/dune/duel/other.yaml", winning());
    project.write("scenarios/dune/duel/half.yaml", format!("draft: true\n{}", winning()));
    project.write("golden/dune/duel/nobody.yaml", "log: []\n");
    project.write("scenarios/dune/duel/broken.yaml", "scenario: [\n");
    project.write("truthsayer.yaml", settings(""));
    project.write("before.json", project.run(&["gate", "--format", "json"]).stdout);
    project.write("rules/dune/battle.md", format!("A rule that is new.\n{}", project.read("rules/dune/battle.md")));
    let run = shut(project.run(&["gate", "--against", "before.json"]), 3);
    assert!(run.stdout.contains("also: ") && run.stdout.contains("since before.json"), "{}", run.stdout);
}

#[test]
fn nothing_is_raised_in_ci() {
    let project = project();
    for arguments in [&["gate", "--raise"][..], &["gate", "--lower", "dune/battle.md:24.1", "--reason", "x"]] {
        project.run_in_ci(arguments).exits(2).complains("in CI");
    }
}

#[test]
fn json_lists_why_the_gate_fails() {
    let project = project();
    project.write("scenarios/dune/duel/plain.yaml", winning());
    let junit = project.path("gate.xml").display().to_string();
    let run = project.run_in_ci(&["gate", "--format", "json", "--junit", &junit]).exits(1);
    let data: Value = serde_json::from_str(&run.stdout).expect("JSON");
    let grounds: Vec<&str> =
        data["gate"].as_array().expect("a list").iter().filter_map(|it| it["ground"].as_str()).collect();
    assert!(grounds.contains(&"grades"), "{grounds:?}");
    assert!(project.read("gate.xml").contains("dune/battle.md:24.1: holds → uncited"));
    let github = [("GITHUB_ACTIONS", "true"), ("CI", "true")];
    run_in(&project.path(""), &["gate"], &github).exits(1).says("::error").says("below the floor");
}

/// Compared with a result of the main branch: new causes, and a floor that was lowered without a reason.
#[test]
fn changes_since_an_earlier_result_are_reported() {
    let project = project();
    let main = project.path("main.json").display().to_string();
    project.run_in_ci(&["gate", "--json", &main]).exits(0);
    let floor = project.read("floor.yaml");
    project.write("floor.yaml", floor.replace("24.1\", grade: holds", "24.1\", grade: cited"));
    project.run_in_ci(&["gate"]).exits(0);
    let run = shut(project.run_in_ci(&["gate", "--against", &main]), 1);
    run.says("dune/battle.md:24.1").says("lowered from holds to cited without a reason");
    project.write("floor.yaml", floor.replace("24.1\", grade: holds", "24.1\", grade: cited, reason: because"));
    project.run_in_ci(&["gate", "--against", &main]).exits(0);
    project.write("scenarios/dune/duel/plain.yaml", losing("changes: {factions.emperor.forces.arrakeen: 4 -> 3}"));
    shut(project.run_in_ci(&["gate", "--against", &main]), 1).says("since ");
    project.run_in_ci(&["gate", "--against", "nowhere.json"]).exits(3).complains("cannot read");
}
