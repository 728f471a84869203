//! Known gaps: a gap excuses what it names and nothing else.

use truthsayer::oracle::gap;
use truthsayer::oracle::grade::Grade;

use crate::table::Table;
use crate::table::claim;
use crate::table::scenario;

const PRESS: &str = "{press: {}}";

fn wrong_light() -> String {
    claim(1, "turns the light on", "state: {light: red}")
}

fn wrong_costs() -> String {
    claim(1, "costs 2 coins", "changes: {coins: 5 -> 4}")
}

fn of_clause(clause: &str) -> String {
    format!("{{clause: \"{clause}\", reason: later, until: 2027-01-31}}")
}

fn of_scenario(name: &str) -> String {
    format!("{{scenario: toy/case/{name}, reason: later, until: 2027-01-31}}")
}

/// For each scenario whether a gap excuses it.
fn excused(table: &Table) -> Vec<bool> {
    let gaps = &table.gaps;
    table.trial(|judged| judged.iter().map(|judged| gap::excuse(gaps, judged).is_some()).collect())
}

#[test]
fn a_gap_of_a_clause_excuses_no_claim_on_another() {
    let gap = of_clause("toy/light.md:1.1");
    let table = Table::with(PRESS, &[wrong_light(), wrong_costs()]).with_gaps(&[&gap]);
    assert_eq!(table.grade("toy/light.md:1.1", true), "gap");
    assert_eq!(table.grade("toy/light.md:1.2", true), "violated");
    assert_eq!(excused(&table), [false]);
    let both = table.with_gaps(&[&of_clause("toy/light.md:1.2")]);
    assert_eq!(both.grade("toy/light.md:1.2", true), "gap");
    assert_eq!(excused(&both), [true]);
}

#[test]
fn a_gap_of_one_scenario_excuses_no_failing_claim_of_another() {
    let scenarios = [("a", scenario(PRESS, &[wrong_light()])), ("b", scenario(PRESS, &[wrong_light()]))];
    let scenarios: Vec<(&str, &str)> = scenarios.iter().map(|(name, body)| (*name, body.as_str())).collect();
    let table = Table::new(&scenarios, "").with_gaps(&[&of_scenario("a")]);
    assert_eq!(excused(&table), [true, false]);
    assert_eq!(table.grade("toy/light.md:1.1", true), "violated");
    let both = table.with_gaps(&[&of_scenario("b")]);
    assert_eq!(both.grade("toy/light.md:1.1", true), "gap");
}

#[test]
fn a_claim_that_holds_needs_no_gap() {
    let right = scenario(PRESS, &[claim(1, "turns the light on", "state: {light: on}")]);
    let wrong = scenario(PRESS, &[wrong_light()]);
    let table = Table::new(&[("right", &right), ("wrong", &wrong)], "").with_gaps(&[&of_scenario("wrong")]);
    assert_eq!(table.grade("toy/light.md:1.1", true), "gap");
    assert_eq!(excused(&table), [false, true]);
}

#[test]
fn the_gap_that_is_told_is_the_one_that_covers_the_first_failing_claim() {
    let other = "{scenario: toy/case/none, reason: another, until: 2027-01-31}";
    let own = "{clause: \"toy/light.md:1\", reason: the lamp is red, until: 2027-02-28, link: issue 7}";
    let first = scenario(PRESS, &[wrong_light()]);
    let table = Table::new(&[("one", &first), ("two", &first)], "");
    let entry = table.with_gaps(&[other, &of_scenario("two"), own]).entry("toy/light.md:1.1");
    assert_eq!(entry.grade, Grade::Gap);
    let sentence = entry.gap.expect("a gap").sentence();
    assert_eq!(sentence, "the lamp is red (known gap until 2027-02-28, issue 7)");
}

#[test]
fn a_gap_lifts_no_clause_that_does_not_fail() {
    let right = claim(1, "turns the light on", "state: {light: on}");
    let table = Table::with(PRESS, &[right]).with_gaps(&[&of_clause("toy/light.md:1")]);
    assert_eq!(table.grade("toy/light.md:1.1", true), "proven");
    assert_eq!(table.grade("toy/light.md:1.2", true), "uncited");
    assert!(table.entry("toy/light.md:1.1").gap.is_none());
}

#[test]
fn a_refusal_that_no_claim_speaks_of_is_excused_only_by_a_gap_of_the_scenario() {
    let refused = "{press: {}}, {pull: {}}";
    let light = || claim(1, "turns the light on", "state: {light: on}");
    let by_clause = Table::with(refused, &[light()]).with_gaps(&[&of_clause("toy/light.md:1")]);
    assert_eq!(excused(&by_clause), [false]);
    let by_scenario = Table::with(refused, &[light()]).with_gaps(&[&of_scenario("one")]);
    assert_eq!(excused(&by_scenario), [true]);
}
