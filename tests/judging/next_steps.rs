//! The cheapest next step for a clause: it depends on why the clause is not proven.

use truthsayer::report::text::next_step::next_step;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;

use crate::support::canned_engine;
use crate::support::canned_engine::CannedEngine;
use crate::support::canned_engine::CannedReply;
use crate::support::test_project::TestProject;
use crate::support::test_project::claim;
use crate::support::test_project::scenario;
use crate::support::toy_engine::Toy;

const PRESS: &str = "{press: {}}";
const CLAUSE: &str = "toy/light.md:1.2";

fn costs(then: &str) -> String {
    claim(1, "costs 2 coins", then)
}

fn step(table: &TestProject) -> String {
    next_step(&table.entry(CLAUSE), None, true)
}

#[test]
fn a_clause_that_is_settled_needs_nothing() {
    let proven = TestProject::with(PRESS, &[costs("changes: {coins: 5 -> 3}")]);
    assert_eq!((proven.grade(CLAUSE, true), step(&proven).as_str()), ("proven", ""));
    let exclusions = "exclusions:\n  - {cite: \"toy/light.md:1\", quote: costs 2 coins, reason: free today}\n";
    let other = claim(1, "turns the light on", "state: {light: on}");
    let excluded = TestProject::new(&[("one", &scenario(PRESS, &[other]))], exclusions);
    assert_eq!((excluded.grade(CLAUSE, true), step(&excluded).as_str()), ("excluded", ""));
}

#[test]
fn a_clause_that_nothing_cites_is_to_be_cited() {
    let table = TestProject::with(PRESS, &[claim(1, "turns the light on", "state: {light: on}")]);
    assert_eq!(
        step(&table),
        "cite it: `truthsayer new toy/light.md:1.2` writes a draft; or exclude the clause with a reason"
    );
}

#[test]
fn a_violated_clause_is_to_be_looked_into_and_a_gap_to_be_fixed_in_time() {
    let wrong = || TestProject::with(PRESS, &[costs("changes: {coins: 5 -> 4}")]);
    assert_eq!(step(&wrong()), "check whether the claim or the engine is wrong");
    let known = wrong().with_gaps(&["{scenario: toy/case/one, reason: prices come later., until: 2027-01-31}"]);
    assert_eq!(step(&known), "fix the engine by 2027-01-31: prices come later");
}

#[test]
fn the_reason_why_a_clause_is_only_cited_is_reported() {
    let unsupported = |_: &Task| -> CannedReply { Ok(Reply::Unsupported("no presses".to_owned())) };
    let claims = || [costs("changes: {coins: 5 -> 3}")];
    let table = TestProject::with(PRESS, &claims()).played_by(CannedEngine::new(&[], unsupported));
    assert_eq!(step(&table), "run it on an engine that supports it");
    let table = TestProject::with(PRESS, &claims()).played_by(CannedEngine::new(&[], |_| canned_engine::died()));
    assert_eq!(step(&table), "run the scenarios that cite it: one was not judged");
    let table = TestProject::with("{wait: {}}", &[costs("unchanged: [coins]")]);
    assert_eq!(step(&table), "add a claim that says what happens: so far they say only what does not");
}

#[test]
fn one_claim_that_was_not_judged_is_enough_to_play_it() {
    let (judged, crashed) = (scenario(PRESS, &[costs("changes: {coins: 5 -> 3}")]), "{crash: {}}");
    let crashed = scenario(crashed, &[costs("changes: {coins: 5 -> 3}")]);
    let table = TestProject::new(&[("a", &judged), ("b", &crashed)], "");
    assert_eq!(step(&table), "run the scenarios that cite it: one was not judged");
}

#[test]
fn a_clause_that_holds_needs_a_switch_or_a_sharper_claim() {
    let puppet = CannedEngine::new(&[], |task| canned_engine::played(canned_engine::pressed(task)));
    let table = TestProject::with(PRESS, &[costs("changes: {coins: 5 -> 3}")]).played_by(puppet);
    assert_eq!(step(&table), "add a switch for the clause to the engine");
    let blind = TestProject::with(PRESS, &[costs("state: {light: on}")]);
    let sharper = "add a claim that fails with the switch off: `press_costs`; `truthsayer hunt --switch press_costs` searches for a scenario";
    assert_eq!(step(&blind), sharper);
    // Only the reference engine can be hunted, and only passing scenarios prove anything.
    let foreign = next_step(&blind.entry(CLAUSE), None, false);
    assert_eq!(foreign, "add a claim that fails with the switch off: `press_costs`");
    let failing = next_step(&blind.entry(CLAUSE), Some("toy/case/the other's"), true);
    let explain = "fix the failing scenario that cites it: `truthsayer explain \"toy/case/the other's\"` shows it";
    assert_eq!(failing, explain);
    // The step names only the clauses without proof.
    let half = TestProject::with(PRESS, &[costs("changes: {coins: 5 -> 3}")]).played_by(Toy::with_idle_switch());
    let written = "write a scenario that cites the clause and in which `idle` takes effect; `truthsayer hunt --switch idle` searches for one";
    assert_eq!(step(&half), written);
}
