//! `compare --hunt`: a change is searched for further differences, and the clauses that explain them are named.

use serde_json::Value;

use crate::project::DUEL;
use crate::project::Project;
use crate::project::Run;

/// One duel, with these claims.
fn claiming(claims: &str) -> Project {
    let script = &DUEL[..DUEL.find("claims:").expect("claims")];
    Project::with_dune_rules().file("scenarios/dune/duel/plain.yaml", format!("{script}claims:\n{claims}"))
}

/// One duel, with a claim that only says that a battle is won.
fn project() -> Project {
    claiming(WON)
}

const WON: &str = "  - cite: dune/battle.md:2\n    quote: a battle is resolved in every Territory\n    then: {events: [battle_won: {}]}\n";
const LOST: &str = "  - cite: dune/battle.md:11\n    quote: Forces that were dialed are lost\n    then: {events: [forces_lost: {why: dialed}]}\n";

fn compare(project: &Project, new: &str, more: &[&str]) -> Run {
    project.run(&[&["compare", "dune", new, "--plays", "300"], more].concat())
}

const CHANGED: &str = "dune --without dialed_forces_are_lost";

#[test]
fn a_change_that_no_claim_notices_fails_with_its_clause_and_scenario() {
    let project = project();
    let run = compare(&project, CHANGED, &[]).exits(1);
    run.says("no claim notices ")
        .says("Affected clauses, most likely first:\n  1. dune/battle.md:11.3 Forces that were dialed are lost")
        .says("no claim on it notices")
        .says("no claim notices it")
        .says("    given:\n")
        .says("    when:\n");
    assert!(!project.exists("scenarios/dune/found"), "a comparison writes no drafts");
}

#[test]
fn a_change_that_claims_notice_names_the_scenarios() {
    let project = claiming(&format!("{WON}{LOST}"));
    let run = compare(&project, CHANGED, &["-v"]).exits(1);
    run.says("broken dune/battle.md:11.3 ")
        .says("a claim on it notices")
        .says("  noticed by dune/duel/plain\n")
        .does_not_say("no claim notices it");
}

#[test]
fn a_refactoring_passes_and_says_how_much_was_tried() {
    let project = project();
    let run = compare(&project, "dune", &[]).exits(0);
    run.says("hunt: no difference in ").says(" switches\n").does_not_say("Affected clauses");
    // The same command prints the same bytes, with any number of jobs.
    let one = compare(&project, CHANGED, &["--jobs", "1"]).exits(1);
    let two = compare(&project, CHANGED, &["--jobs", "2"]).exits(1);
    assert_eq!(one.stdout, two.stdout);
}

#[test]
fn markdown_is_a_comment_with_folded_scenarios() {
    let run = compare(&project(), CHANGED, &["--format", "markdown"]).exits(1);
    run.says("## Rules: dune → dune --without dialed")
        .says("| clause | words | evidence |")
        .says("| `dune/battle.md:11.3` |")
        .says("<details><summary>Scenario</summary>")
        .says("```yaml\ngiven:");
    compare(&project(), "dune", &["--format", "markdown"]).exits(0).says("- Search: no difference in ");
}

fn json(run: &Run) -> Value {
    serde_json::from_str(&run.stdout).unwrap_or_else(|error| panic!("{error}\n{}", run.stdout))
}

#[test]
fn the_document_has_clauses_differences_and_reach() {
    let data = json(&compare(&project(), CHANGED, &["--format", "json"]).exits(1));
    let hunt = &data["compare"]["hunt"];
    assert_eq!(hunt["clauses"][0]["clause"], "dune/battle.md:11.3");
    assert_eq!(hunt["clauses"][0]["switches"][0], "dialed_forces_are_lost");
    let shortest = hunt["clauses"][0]["shortest"].as_u64().expect("an index") as usize;
    let difference = &hunt["differences"][shortest];
    assert!(difference["when"].as_array().is_some_and(|steps| (1..=4).contains(&steps.len())), "{difference}");
    assert_eq!(difference["clauses"][0], "dune/battle.md:11.3");
    assert!(difference["notes"].is_array(), "{difference}");
    assert!(hunt["switches"]["all"].as_u64() > hunt["switches"]["fired"].as_u64());
    assert!(hunt["unnoticed"].as_u64() > Some(0) && hunt["seconds"].is_null());
    // Without a search there is no such part.
    let data = json(&project().run(&["compare", "dune", CHANGED, "--format", "json"]));
    assert!(data["compare"].get("hunt").is_none());
}

#[test]
fn only_two_engines_can_be_searched() {
    let project = project();
    project.run(&["verify", "--json", "saved.json"]);
    let complaint = "`--hunt` and `--plays` need two engines; a saved result cannot run";
    project.run(&["compare", "saved.json", "dune", "--hunt", "1s"]).exits(2).complains(complaint);
    project.run(&["compare", "dune", "dune", "dune", "--hunt", "1s"]).exits(2).complains(complaint);
    project.run(&["compare", "dune", "dune", "--hunt", "1s", "--format", "html"]).exits(2).complains("no HTML form");
}
