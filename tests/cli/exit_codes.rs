//! Each exit code, provoked through the binary.

use crate::project::DUEL;
use crate::project::Project;
use crate::project::run_in;
use crate::project::shipped;

#[test]
fn the_shipped_suite_conforms_and_exits_0() {
    shipped(&["verify"]).exits(0);
}

#[test]
fn a_claim_that_does_not_hold_exits_1() {
    let project = Project::new().file("scenarios/dune/duel/plain.yaml", DUEL.replace("4 -> 0", "4 -> 1"));
    project.run(&["verify"]).exits(1).says("deviates dune/duel/plain");
}

#[test]
fn a_missing_golden_exits_1() {
    Project::new().file("scenarios/dune/duel/plain.yaml", DUEL).run(&["verify"]).exits(1).says("no golden 1 scenario");
}

#[test]
fn wrong_usage_exits_2() {
    shipped(&["verify", "--frmat", "json"]).exits(2).complains("--format");
    shipped(&["verify", "--without", "no_such_switch"]).exits(2).complains("no engine has the switch `no_such_switch`");
    shipped(&["verify", "--engine", "dunes"]).exits(2).complains("did you mean `dune`?");
    shipped(&["verify", "--rule", "battle 23"]).exits(2).complains("write file:line");
    shipped(&["new", "dune/battle.md"]).exits(2).complains("is a whole file");
    shipped(&["bless"]).exits(2).complains("nothing is written");
}

#[test]
fn no_project_exits_2() {
    let empty = tempfile::tempdir().expect("a temporary folder");
    run_in(empty.path(), &["verify"], &[]).exits(2).complains("there is no truthsayer.yaml here");
    run_in(empty.path(), &["--project", "nowhere", "verify"], &[])
        .exits(2)
        .complains("`nowhere` holds no truthsayer.yaml");
}

#[test]
fn bad_input_exits_3() {
    Project::new()
        .file("scenarios/dune/duel/plain.yaml", "scenario: [\n")
        .run(&["verify"])
        .exits(3)
        .complains("this is not YAML");
    Project::new().run(&["verify"]).exits(3).complains("holds no .yaml file");
    Project::with_duel()
        .file("truthsayer.yaml", "games: {dune: {engine: chess}}\n")
        .run(&["verify"])
        .exits(3)
        .complains("there is no engine `chess`");
}

#[test]
fn an_engine_fault_exits_4() {
    let project = Project::with_duel();
    project.run(&["verify", "--engine-command", "false"]).exits(4).says("unanswered dune/duel/plain");
}

#[test]
fn a_filter_that_matches_nothing_exits_5() {
    let project = Project::with_duel();
    project.run(&["verify", "dune/nothing/*"]).exits(5).complains("matches no scenario");
    project.run(&["verify", "--tag", "dual"]).exits(5).complains("the nearest is `duel`");
    project.run(&["verify", "--game", "chess"]).exits(5);
    project.run(&["verify", "--rule", "dune/battle.md:7"]).exits(5);
    project.run(&["explain", "dune/battle.md:99"]).exits(5);
}

#[test]
fn help_and_version_are_answers() {
    shipped(&["--help"]).exits(0).says("Exit codes");
    shipped(&["--version"]).exits(0).says("truthsayer 0.");
}
