//! The cheapest next step for a clause: what it says depends on why the clause is not proven yet.

use truthsayer::protocol::Reply;
use truthsayer::protocol::Task;
use truthsayer::report::coverage::next_step;

use crate::puppet;
use crate::puppet::Puppet;
use crate::puppet::Said;
use crate::table::Table;
use crate::table::claim;
use crate::table::scenario;
use crate::toy::Toy;

const PRESS: &str = "{press: {}}";
const CLAUSE: &str = "toy/light.md:1.2";

fn costs(then: &str) -> String {
    claim(1, "costs 2 coins", then)
}

fn step(table: &Table) -> String {
    next_step(&table.entry(CLAUSE), None, true)
}

#[test]
fn a_clause_that_is_settled_needs_nothing() {
    let proven = Table::with(PRESS, &[costs("changes: {coins: 5 -> 3}")]);
    assert_eq!((proven.grade(CLAUSE, true), step(&proven).as_str()), ("proven", ""));
    let exclusions = "exclusions:\n  - {cite: \"toy/light.md:1\", quote: costs 2 coins, reason: free today}\n";
    let other = claim(1, "turns the light on", "state: {light: on}");
    let excluded = Table::new(&[("one", &scenario(PRESS, &[other]))], exclusions);
    assert_eq!((excluded.grade(CLAUSE, true), step(&excluded).as_str()), ("excluded", ""));
}

#[test]
fn a_clause_that_nothing_cites_is_to_be_cited() {
    let table = Table::with(PRESS, &[claim(1, "turns the light on", "state: {light: on}")]);
    assert_eq!(
        step(&table),
        "cite it: `truthsayer new toy/light.md:1.2` writes a skeleton, or exclude it with a reason"
    );
}

#[test]
fn a_violated_clause_is_to_be_looked_into_and_a_gap_to_be_mended_in_time() {
    let wrong = || Table::with(PRESS, &[costs("changes: {coins: 5 -> 4}")]);
    assert_eq!(step(&wrong()), "find out which is wrong, the claim or the engine");
    let known = wrong().with_gaps(&["{scenario: toy/case/one, reason: prices come later., until: 2027-01-31}"]);
    assert_eq!(step(&known), "mend the engine by 2027-01-31: prices come later");
}

#[test]
fn a_cited_clause_says_why_it_is_no_more_than_that() {
    let unsupported = |_: &Task| -> Said { Ok(Reply::Unsupported("no presses".to_owned())) };
    let claims = || [costs("changes: {coins: 5 -> 3}")];
    let table = Table::with(PRESS, &claims()).played_by(Puppet::new(&[], unsupported));
    assert_eq!(step(&table), "play it on an engine that supports it");
    let table = Table::with(PRESS, &claims()).played_by(Puppet::new(&[], |_| puppet::died()));
    assert_eq!(step(&table), "play it: a scenario that cites it was not judged");
    let table = Table::with("{wait: {}}", &[costs("unchanged: [coins]")]);
    assert_eq!(step(&table), "sharpen a claim: so far they say only what did not happen");
}

#[test]
fn one_claim_that_was_not_judged_is_enough_to_play_it() {
    let (judged, crashed) = (scenario(PRESS, &[costs("changes: {coins: 5 -> 3}")]), "{crash: {}}");
    let crashed = scenario(crashed, &[costs("changes: {coins: 5 -> 3}")]);
    let table = Table::new(&[("a", &judged), ("b", &crashed)], "");
    assert_eq!(step(&table), "play it: a scenario that cites it was not judged");
}

#[test]
fn a_clause_that_holds_needs_a_switch_or_a_sharper_claim() {
    let puppet = Puppet::new(&[], |task| puppet::played(puppet::pressed(task)));
    let table = Table::with(PRESS, &[costs("changes: {coins: 5 -> 3}")]).played_by(puppet);
    assert_eq!(step(&table), "add a switch to the engine, so that the clause can be turned off");
    let blind = Table::with(PRESS, &[costs("state: {light: on}")]);
    let sharper = "sharpen a claim, so that it fails without `press_costs`; `truthsayer hunt --switch press_costs` looks for a play";
    assert_eq!(step(&blind), sharper);
    // Only the project's own engine can be hunted on, and only scenarios that conform prove anything.
    let foreign = next_step(&blind.entry(CLAUSE), None, false);
    assert_eq!(foreign, "sharpen a claim, so that it fails without `press_costs`");
    let failing = next_step(&blind.entry(CLAUSE), Some("toy/case/the other's"), true);
    let explain = "fix what fails in a scenario that cites it: `truthsayer explain \"toy/case/the other's\"` shows it";
    assert_eq!(failing, explain);
    // Only what proves nothing yet is named.
    let half = Table::with(PRESS, &[costs("changes: {coins: 5 -> 3}")]).played_by(Toy::with_idle_switch());
    let written = "write a scenario that cites the clause and in which `idle` takes effect; `truthsayer hunt --switch idle` looks for one";
    assert_eq!(step(&half), written);
}
