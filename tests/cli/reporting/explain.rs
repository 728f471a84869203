//! `explain`: a scenario step by step, and a rule line.

use crate::project::DUEL;
use crate::project::Project;
use crate::project::shipped;

#[test]
fn a_scenario_is_reported_step_by_step_with_the_clauses_that_fired() {
    let project = Project::with_duel();
    let run = project.run(&["explain", "dune/duel/plain"]).exits(0);
    for words in [
        "The higher total wins",
        "? harkonnen: plan",
        "step 2: {plan: {",
        "battle_won",
        "§ dune/battle.md:",
        "crates/dune/src/",
        "changes",
        "holds",
    ] {
        assert!(run.stdout.contains(words), "`{words}` is missing:\n{}", run.stdout);
    }
}

#[test]
fn the_expanded_scenario_holds_its_fixture_and_its_row() {
    let scenario = DUEL.replace("given:\n", "given:\n  use: base\n").replace("dial: 3", "dial: \"${dial}\"")
        + "examples: [{dial: 3}]\n";
    let project = Project::new()
        .file(
            "scenarios/dune/fixtures/base.yaml",
            "fixture: A base\nunscripted: decline\ngiven:\n  bank: 77\n  factions: {harkonnen: {spice: 1}}\n",
        )
        .file("scenarios/dune/duel/plain.yaml", scenario);
    let run = project
        .run(&["explain", "--expanded", "dune/duel/plain"])
        .exits(0)
        .says("bank: 77")
        .says("spice: 10")
        .says("dial: 3")
        .says("unscripted: decline");
    assert!(!run.stdout.contains("use:"), "{}", run.stdout);
    assert!(serde_yaml::from_str::<serde_json::Value>(&run.stdout).is_ok(), "it is YAML");
}

#[test]
fn a_rule_line_is_reported_with_its_grades_and_evidence() {
    shipped(&["explain", "dune/battle.md:23"])
        .exits(0)
        .says("SURVIVING LEADERS")
        .says("dune/battle.md:23.2 proven")
        .says("with `");
    shipped(&["explain", "dune/battle.md:23.2"]).exits(0).does_not_say("dune/battle.md:23.1 ");
}
