//! Each kind of expectation: when it holds, and when it does not.

use truthsayer_oracle::base::diagnostic::Kind;
use truthsayer_oracle::judge::verdict::Verdict;

use crate::support::test_project::TestProject;
use crate::support::test_project::claim;

fn verdict(when: &str, then: &str) -> Verdict {
    let body = format!("when: [{when}]\nclaims:\n{}", claim(1, "turns the light on", then));
    TestProject::new(&[("one", &body)], "").verdicts().remove(0)
}

#[track_caller]
fn holds(when: &str, then: &str) {
    assert_eq!(verdict(when, then), Verdict::Pass, "{then}");
}

/// Returns the actual value of the first failure.
#[track_caller]
fn failing(when: &str, then: &str) -> String {
    match verdict(when, then) {
        Verdict::Fail(mismatches) => mismatches[0].actual.clone(),
        other => panic!("{then}: {other:?}"),
    }
}

#[track_caller]
fn invalid(when: &str, then: &str) -> (Kind, String) {
    match verdict(when, then) {
        Verdict::Invalid(problems) => (problems[0].kind, problems[0].help.join(" ")),
        other => panic!("{then}: {other:?}"),
    }
}

const PRESS: &str = "{press: {}}";

#[test]
fn a_change_checks_both_ends() {
    holds(PRESS, "changes: {coins: 5 -> 3, light: off -> on}");
    assert_eq!(failing(PRESS, "changes: {coins: 5 -> 4}"), "5 -> 3");
    assert_eq!(failing(PRESS, "changes: {coins: 6 -> 3}"), "5 -> 3");
    assert_eq!(failing("{wait: {}}", "changes: {coins: 5 -> 3}"), "5, unchanged");
}

#[test]
fn unchanged_looks_at_everything_below_the_path() {
    holds(PRESS, "unchanged: [box, box.a]");
    assert_eq!(failing(PRESS, "unchanged: [coins]"), "5 -> 3");
}

#[test]
fn a_state_must_be_so_and_must_not_have_been_so() {
    holds(PRESS, "state: {light: on}");
    assert_eq!(failing(PRESS, "state: {coins: 2}"), "3");
    assert_eq!(invalid(PRESS, "state: {box: {a: 1, b: 2}}").0, Kind::Vacuous);
    assert_eq!(invalid("{wait: {}}", "state: {light: off}").0, Kind::Vacuous);
}

#[test]
fn events_are_an_ordered_subsequence_of_partial_matches() {
    holds(PRESS, "events: [pressed, lit]");
    holds(PRESS, "events: [pressed: {coins: 3}]");
    holds("{press: {}}, {press: {}}", "events: [lit, pressed: {coins: 1}]");
    assert_eq!(failing(PRESS, "events: [lit, pressed]"), "it happened earlier than the order claims");
    assert_eq!(failing(PRESS, "events: [pressed: {coins: 4}]"), "pressed {coins: 3, times: 1}");
    assert_eq!(failing(PRESS, "events: [lit, lit]"), "no further such event", "the one that happened is taken");
    assert_eq!(failing(PRESS, "events_in_any_order: [lit, lit]"), "no further such event");
    assert_eq!(failing("{wait: {}}", "events: [lit]"), "no such event");
}

#[test]
fn no_event_means_no_event() {
    holds(PRESS, "no_events: [pulled, pressed: {coins: 4}]");
    assert_eq!(failing(PRESS, "no_events: [lit]"), "lit {}");
}

#[test]
fn events_that_the_engine_does_not_know_are_the_authors_mistake() {
    assert_eq!(invalid(PRESS, "no_events: [litt]"), (Kind::Invalid, "did you mean `lit`?".to_owned()));
    assert_eq!(invalid(PRESS, "no_events: [pressed: {coin: 4}]").1, "did you mean `coins`? it has: coins, times");
    assert_eq!(invalid(PRESS, "events: [presed]").0, Kind::Invalid);
}

#[test]
fn a_path_that_leads_nowhere_is_the_authors_mistake() {
    assert_eq!(invalid(PRESS, "unchanged: [coin]").1, "did you mean `coins` instead of `coin`?");
    assert_eq!(invalid(PRESS, "changes: {box.c: 1 -> 2}").1, "box has: a, b");
}

#[test]
fn a_refusal_is_an_answer_that_can_be_claimed() {
    holds("{pull: {}}", "refused: {step: 1, code: no_pulling}");
    holds("{pull: {}}", "refused: {step: 1, code: no_pulling, rule: toy/light.md:2}");
    assert_eq!(failing("{pull: {}}", "refused: {step: 1, code: other}"), "refused with no_pulling by toy/light.md:2");
    assert_eq!(
        failing("{pull: {}}", "refused: {step: 1, code: no_pulling, rule: toy/light.md:1}"),
        "refused with no_pulling by toy/light.md:2"
    );
    assert_eq!(failing("{press: {}}", "refused: {step: 1, code: no_pulling}"), "accepted");
    assert_eq!(
        failing("{pull: {}}, {press: {}}", "refused: {step: 2, code: no_pulling}"),
        "not reached: step 1 was refused before it, and no claim expects that"
    );
}

#[test]
fn an_unclaimed_refusal_is_a_failure() {
    assert_eq!(
        failing("{press: {}}, {pull: {}}", "changes: {coins: 5 -> 3}"),
        "refused {code: no_pulling, rule: \"toy/light.md:2\", step: 2}"
    );
}

#[test]
fn an_answer_is_claimed_exactly_or_in_part() {
    holds("{ask: {moves: all}}", "answers: {step: 1, is: [press, wait]}");
    holds("{ask: {moves: all}}", "answers: {step: 1, includes: [wait], excludes: [pull]}");
    assert_eq!(failing("{ask: {moves: all}}", "answers: {step: 1, is: [wait, press]}"), "[press, wait]");
    assert_eq!(failing("{ask: {moves: all}}", "answers: {step: 1, includes: [pull]}"), "[press, wait]");
    assert_eq!(failing("{ask: {moves: all}}", "answers: {step: 1, excludes: [press]}"), "[press, wait]");
}

#[test]
fn an_engine_that_dies_leaves_the_scenario_no_answer() {
    assert!(matches!(verdict("{crash: {}}", "events: [lit]"), Verdict::NoAnswer(_)));
}
