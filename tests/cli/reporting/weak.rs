//! `coverage --weak`: the list, its JSON, and the reasons that shorten it.

use serde_json::Value;
use serde_json::json;

use crate::project::Project;

/// A battle with one claim that proves its clause, and one that never fails.
fn battle(limit: &str) -> Project {
    let text = format!(
        "scenario: Equal totals go to the Aggressor\ngame: dune\nunscripted: decline\ngiven:\n  \
         storm_order: [harkonnen, atreides]\n  factions: {{harkonnen: {{forces: {{arrakeen: 5}}}}, \
         atreides: {{forces: {{arrakeen: 5}}}}}}\nwhen:\n  \
         - battle: {{aggressor: harkonnen, territory: arrakeen, against: atreides}}\n  \
         - plan: {{by: harkonnen, dial: 3, leader: beast_rabban}}\n  \
         - plan: {{by: atreides, dial: 2, leader: thufir_hawat}}\nclaims:\n  \
         - cite: dune/battle.md:19\n    quote: the Aggressor wins\n    then: {{events: [battle_won: {{winner: harkonnen}}]}}\n  \
         - cite: dune/battle.md:19\n    quote: the Aggressor wins\n    then: {{unchanged: [storm]}}\n{limit}"
    );
    let project = Project::with_dune_rules().file("scenarios/dune/battle/equal.yaml", text);
    project.run(&["bless"]).exits(0);
    project
}

fn weak(project: &Project) -> Value {
    let run = project.run(&["coverage", "--weak", "--format", "json"]).exits(0);
    serde_json::from_str(&run.stdout).expect("JSON")
}

fn of_kind<'d>(list: &'d Value, kind: &str) -> Vec<&'d Value> {
    list.as_array().into_iter().flatten().filter(|entry| entry["kind"] == kind).collect()
}

#[test]
fn an_idle_claim_is_listed_with_advice_until_it_has_a_reason() {
    let project = battle("");
    let document = weak(&project);
    let [idle] = of_kind(&document["weak"], "never-fails")[..] else { panic!("{document:#}") };
    assert_eq!((&idle["scenario"], &idle["claim"]), (&json!("dune/battle/equal"), &json!(2)));
    assert!(idle["clause"].as_str().is_some_and(|clause| clause.starts_with("dune/battle.md:19.")), "{idle}");
    assert_eq!(idle["depends_on"], json!([]));
    assert!(idle["advice"].as_str().is_some_and(|advice| advice.contains("limit:")), "{idle}");
    let text = project.run(&["coverage", "--weak"]).exits(0).stdout;
    assert!(text.contains("never fails  claim 2 of dune/battle/equal, on dune/battle.md:19."), "{text}");
    assert!(text.contains("1 claim never fails"), "{text}");
    assert!(!of_kind(&document["weak"], "unclaimed").is_empty(), "the battle also discards cards and leaders");

    let document = weak(&battle("    limit: the storm is another rule\n"));
    assert_eq!(of_kind(&document["weak"], "never-fails"), [] as [&Value; 0]);
    assert_eq!(document["explained"][0]["reason"], "the storm is another rule");
}

#[test]
fn a_reason_that_nothing_needs_is_a_warning_of_prove() {
    let project = battle("");
    let path = "scenarios/dune/battle/equal.yaml";
    let text = project.read(path).replacen("    then: {events", "    limit: needless\n    then: {events", 1);
    project.write(path, text);
    let run = project.run(&["prove", "dune/battle/equal"]);
    assert!(run.stdout.contains("warning: this `limit` is out of date"), "{}", run.stdout);
}

#[test]
fn a_kind_that_the_gate_refuses_must_exist() {
    let project = Project::new().file("truthsayer.yaml", "games:\n  dune: {engine: dune}\ngate: {weak: [unclamed]}\n");
    let run = project.run(&["lint"]).exits(3);
    let reported = run.stdout + &run.stderr;
    assert!(
        reported.contains("`unclamed` is not a kind of weak evidence") && reported.contains("`unclaimed`"),
        "{reported}"
    );
}

#[test]
fn weak_evidence_has_no_table_of_dots() {
    let run = Project::with_duel().run(&["coverage", "--weak", "--format", "dots"]).exits(2);
    assert!(run.stderr.contains("--format json"), "{}", run.stderr);
}
