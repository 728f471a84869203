//! `prove` and all other commands that turn switches off: a survivor fails the run, and `--without` holds for the whole
//! run.

use serde_json::Value;

use crate::project::DUEL;
use crate::project::Project;

const SHARP: &str = "changes: {factions.emperor.forces.arrakeen: 4 -> 0}";
const BLIND: &str = "events: [plans_revealed]";

/// A duel with a claim on the loser's losses.
fn losing(then: &str) -> String {
    let duel = DUEL.split("claims:").next().expect("the script");
    format!("{duel}claims:\n  - cite: dune/battle.md:24\n    quote: Every Force of the loser\n    then: {{{then}}}\n")
}

fn project() -> Project {
    let project = Project::with_dune_rules()
        .file("scenarios/dune/duel/sharp.yaml", losing(SHARP))
        .file("scenarios/dune/duel/blind.yaml", losing(BLIND));
    project.run(&["bless"]).exits(0);
    project
}

#[test]
fn a_surviving_mutant_fails_the_run() {
    let project = project();
    let run = project.run(&["prove", "dune/duel/blind"]).exits(1);
    run.says("survived loser_loses_forces\n  dune/battle.md:24.1")
        .says("with the switch off, no claim of 1 passing scenario fails")
        .says("1 survive");
    // With a single scenario, specificity cannot be tested, but the mutant is killed.
    project.run(&["prove", "dune/duel/sharp"]).exits(1).says("(c): it fires everywhere").does_not_say("survive");
    // The same result in JSON.
    for (name, survives, code) in [("blind", true, 1), ("sharp", false, 1)] {
        let run = project.run(&["prove", &format!("dune/duel/{name}"), "--format", "json"]).exits(code);
        let data: Value = serde_json::from_str(&run.stdout).expect("JSON");
        assert_eq!(data["mutants"].as_array().map(Vec::len), Some(1));
        assert_eq!(data["mutants"][0]["survives"], survives, "{name}");
    }
}

#[test]
fn one_survivor_among_several_switches_fails_the_run() {
    let winning = "  - cite: dune/battle.md:25\n    quote: loses only the number of Forces dialed\n    then: {events: [plans_revealed]}\n";
    let project = project().file("scenarios/dune/duel/sharp.yaml", format!("{}{winning}", losing(SHARP)));
    let run = project.run(&["prove", "dune/duel/sharp"]).exits(1);
    run.says("survived winner_loses_only_dialed").says("1 survive").does_not_say("survives loser");
}

/// With `--without`, no mutants run, so none are reported.
#[test]
fn a_report_of_an_altered_engine_knocks_nothing_out() {
    let project = project();
    let arguments = ["report", "--format", "json", "--without", "leader_strength_counts"];
    project.run(&arguments).exits(0);
    let data: Value = serde_json::from_str(&project.read("verification/findings.json")).expect("JSON");
    assert_eq!(data["without"], serde_json::json!(["leader_strength_counts"]));
    assert!(data.get("mutants").is_none(), "{data}");
}
