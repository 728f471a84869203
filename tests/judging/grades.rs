//! Every grade. No grade is better than its evidence.

use crate::support::test_project::TestProject;
use crate::support::test_project::claim;
use crate::support::test_project::scenario;
use crate::support::toy_engine::Toy;

fn lights() -> String {
    claim(1, "turns the light on", "state: {light: on}")
}

fn costs() -> String {
    claim(1, "costs 2 coins", "changes: {coins: 5 -> 3}")
}

#[test]
fn a_clause_without_citations_is_uncited() {
    let table = TestProject::new(&[("one", &scenario("{press: {}}", &[lights()]))], "");
    assert_eq!(table.grade("toy/light.md:1.1", true), "proven");
    assert_eq!(table.grade("toy/light.md:1.2", true), "uncited");
}

#[test]
fn without_mutants_nothing_is_more_than_holding() {
    let table = TestProject::new(&[("one", &scenario("{press: {}}", &[lights()]))], "");
    assert_eq!(table.grade("toy/light.md:1.1", false), "holds");
}

#[test]
fn a_claim_that_passes_without_its_clause_proves_nothing() {
    // The claim cites the cost but checks the light: it passes without the cost.
    let blind = claim(1, "costs 2 coins", "state: {light: on}");
    let table = TestProject::new(&[("one", &scenario("{press: {}}", &[blind]))], "");
    assert_eq!(table.grade("toy/light.md:1.2", true), "holds");
    assert_eq!(table.survivors(), ["press_costs", "no_pull"]);
}

#[test]
fn a_clause_whose_mutant_only_other_claims_kill_is_not_proven() {
    let blind = claim(1, "costs 2 coins", "state: {light: on}");
    let elsewhere = claim(3, "Waiting does nothing", "changes: {coins: 5 -> 3}");
    let table = TestProject::new(&[("one", &scenario("{press: {}}", &[blind, elsewhere]))], "");
    assert_eq!(table.grade("toy/light.md:1.2", true), "holds");
    assert_eq!(table.survivors(), ["no_pull"]);
}

#[test]
fn one_failing_claim_violates_the_clause() {
    let wrong = claim(1, "turns the light on", "changes: {coins: 5 -> 4}");
    let table = TestProject::new(
        &[("one", &scenario("{press: {}}", &[lights()])), ("two", &scenario("{press: {}}", &[wrong]))],
        "",
    );
    assert_eq!(table.grade("toy/light.md:1.1", true), "violated");
}

#[test]
fn a_scenario_that_was_not_judged_leaves_its_clauses_cited() {
    let table = TestProject::new(
        &[("one", &scenario("{crash: {}}", &[lights()])), ("two", &scenario("{press: {}}", &[costs()]))],
        "",
    );
    assert_eq!(table.grade("toy/light.md:1.1", true), "cited");
    assert_eq!(table.grade("toy/light.md:1.2", true), "proven");
    // A judged claim does not replace one that was not judged.
    let table = TestProject::new(
        &[("one", &scenario("{crash: {}}", &[lights()])), ("two", &scenario("{press: {}}", &[lights()]))],
        "",
    );
    assert_eq!(table.grade("toy/light.md:1.1", true), "cited");
}

#[test]
fn claims_of_what_did_not_happen_count_only_through_a_mutant() {
    let idle = claim(3, "Waiting does nothing", "unchanged: [coins]");
    let table = TestProject::new(&[("one", &scenario("{wait: {}}", &[idle]))], "");
    assert_eq!(table.grade("toy/light.md:3.1", true), "cited");
    let quiet = claim(2, "forbidden", "no_events: [pulled]");
    let refused = claim(1, "turns the light on", "refused: {step: 1, code: no_pulling}");
    let table = TestProject::new(&[("one", &scenario("{pull: {}}", &[quiet, refused]))], "");
    assert_eq!(table.grade("toy/light.md:2.1", false), "cited");
    assert_eq!(table.grade("toy/light.md:2.1", true), "proven");
}

#[test]
fn an_excluded_clause_is_excluded_unless_a_claim_on_it_fails() {
    let exclusions = "exclusions:\n  - {cite: \"toy/light.md:3\", quote: Waiting, reason: nothing to see}\n";
    let table = TestProject::new(&[("one", &scenario("{press: {}}", &[lights()]))], exclusions);
    assert_eq!(table.grade("toy/light.md:3.1", true), "excluded");
    let wrong = claim(3, "Waiting does nothing", "changes: {coins: 5 -> 4}");
    let table = TestProject::new(&[("one", &scenario("{press: {}}", &[wrong]))], exclusions);
    assert_eq!(table.grade("toy/light.md:3.1", true), "violated");
}

#[test]
fn a_clause_is_proven_only_if_each_of_its_mutants_is_killed() {
    let scenario = scenario("{press: {}}", &[costs()]);
    assert_eq!(TestProject::new(&[("one", &scenario)], "").grade("toy/light.md:1.2", true), "proven");
    assert_eq!(
        TestProject::new(&[("one", &scenario)], "").played_by(Toy::with_idle_switch()).grade("toy/light.md:1.2", true),
        "holds"
    );
}

#[test]
fn a_quote_credits_the_clause_it_touches_and_no_other() {
    let table = TestProject::new(&[("one", &scenario("{press: {}}", &[costs()]))], "");
    let coverage = table.coverage(true);
    let cited: Vec<String> =
        coverage.entries.values().filter(|entry| !entry.claims.is_empty()).map(|entry| entry.id.to_string()).collect();
    assert_eq!(cited, ["toy/light.md:1.2"]);
    let witnessed: Vec<String> = coverage
        .entries
        .values()
        .filter(|entry| entry.switches.iter().any(|switch| !switch.witnesses.is_empty()))
        .map(|entry| entry.id.to_string())
        .collect();
    assert_eq!(witnessed, ["toy/light.md:1.2"]);
    assert_eq!(coverage.entries.len(), 4);
}
