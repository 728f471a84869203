//! Lines that are skipped because the other engine does not show them.

use serde_json::json;
use truthsayer_oracle::judge;
use truthsayer_oracle::judge::Judgement;
use truthsayer_oracle::judge::observability::ExpectationLine;
use truthsayer_oracle::judge::observability::Hidden;
use truthsayer_oracle::judge::observability::Observability;
use truthsayer_oracle::judge::observability::Observed;
use truthsayer_oracle::judge::verdict::Verdict;
use truthsayer_protocol::Data;
use truthsayer_protocol::Observes;
use truthsayer_protocol::Profile;

use crate::support::canned_engine;
use crate::support::test_project::TestProject;
use crate::support::test_project::claim;

const STEPS: &str = "{press: {}}, {pull: {}}, {ask: {moves: all}}";

type Log<'a> = &'a [(&'static str, Data)];

/// Returns the verdict, and how much of each claim was shown, with these lines skipped: claim, expectation, line.
fn judged(thens: &[&str], log: Log<'_>, lines: &[(usize, usize, usize)]) -> (Verdict, Vec<(usize, usize)>) {
    let claims: Vec<String> = thens.iter().map(|then| claim(1, "turns the light on", then)).collect();
    let table = TestProject::with(STEPS, &claims);
    let scenario = &table.suite.scenarios[0];
    let mut hidden = Hidden::default();
    lines.iter().for_each(|(claim, expectation, line)| {
        hidden.insert(ExpectationLine { claim: *claim, expectation: *expectation, line: *line });
    });
    // The engine declares the skipped facts, so it would have to show them otherwise.
    let profile = Profile::default().with_observes(Observes::everything().state(["coins"]));
    let observability = Observability { skipped_parts: Some(&hidden), ..Observability::of_own_engine(&profile) };
    let said = canned_engine::played(canned_engine::outcome(json!({"coins": 5}), json!({"coins": 3}), log));
    let Judgement { verdict, hidden } = judge::judge(scenario, &said, &observability);
    let of = |(at, claim)| {
        let Observed { shown, all, .. } = hidden.observed(at, claim);
        (shown, all)
    };
    (verdict, scenario.claims.iter().enumerate().map(of).collect())
}

fn subjects(verdict: &Verdict) -> Vec<&str> {
    verdict.mismatches().iter().map(|mismatch| mismatch.subject.as_str()).collect()
}

#[test]
fn a_path_that_is_passed_over_neither_holds_nor_fails() {
    let wrong = ["changes: {coins: 5 -> 4}", "state: {coins: 4}"];
    let (verdict, shown) = judged(&wrong, &[], &[(0, 0, 0)]);
    assert_eq!((verdict.mismatches().len(), verdict.fails(0), verdict.fails(1)), (1, false, true));
    assert_eq!(shown, [(0, 1), (1, 1)]);
    let (verdict, shown) = judged(&wrong, &[], &[(0, 0, 0), (1, 0, 0)]);
    assert_eq!((verdict, shown), (Verdict::Unobserved, vec![(0, 1), (0, 1)]));
    let (verdict, _) = judged(&wrong, &[], &[(0, 0, 1), (1, 1, 0)]);
    assert_eq!(verdict.mismatches().len(), 2, "what is passed over is something else");
}

#[test]
fn every_expectation_on_a_path_may_be_skipped() {
    let thens = ["changes: {coins: 5 -> 4}", "state: {coins: 4}", "holds_before: {coins: 4}", "unchanged: [coins]"];
    for then in thens {
        assert_eq!(judged(&[then], &[], &[]).0.mismatches().len(), 1, "{then}");
        assert_eq!(judged(&[then], &[], &[(0, 0, 0)]), (Verdict::Unobserved, vec![(0, 1)]), "{then}");
    }
}

#[test]
fn only_the_named_expectation_is_skipped() {
    let both = ["changes: {coins: 5 -> 4}, state: {coins: 9}"];
    let expectations = |lines: &[(usize, usize, usize)]| -> Vec<Option<usize>> {
        judged(&both, &[], lines).0.mismatches().iter().map(|mismatch| mismatch.expectation).collect()
    };
    assert_eq!(expectations(&[]), [Some(0), Some(1)]);
    assert_eq!(expectations(&[(0, 0, 0)]), [Some(1)]);
    assert_eq!(expectations(&[(0, 1, 0)]), [Some(0)]);
}

#[test]
fn an_event_that_is_passed_over_is_not_looked_for() {
    let log: Log<'_> = &[("lit", json!({})), ("pulled", json!({}))];
    for form in ["events", "events_in_any_order"] {
        let then = format!("{form}: [pressed, pulled]");
        assert_eq!(subjects(&judged(&[&then], log, &[]).0), ["event"], "{form}");
        assert_eq!(judged(&[&then], log, &[(0, 0, 0)]), (Verdict::Pass, vec![(1, 2)]), "{form}");
        assert_eq!(subjects(&judged(&[&then], log, &[(0, 0, 1)]).0), ["event"], "{form}");
    }
    for form in ["events", "events_in_any_order"] {
        let verdict = judged(&[&format!("{form}: [lit, pressed]")], log, &[(0, 0, 0)]).0;
        assert_eq!(subjects(&verdict), ["event"], "{form}: the second is asked for all the same");
    }
    assert_eq!(judged(&["no_events: [lit]"], log, &[(0, 0, 0)]).0, Verdict::Unobserved);
    assert_eq!(judged(&["once: [pressed]"], log, &[(0, 0, 0)]).0, Verdict::Unobserved);
}

#[test]
fn an_answer_that_is_passed_over_is_not_asked_for() {
    let then = "answers: {step: 3, is: [a]}";
    assert_eq!(subjects(&judged(&[then], &[], &[]).0), ["the answer to step 3"]);
    assert_eq!(judged(&[then], &[], &[(0, 0, 0)]), (Verdict::Unobserved, vec![(0, 1)]));
    let other: Log<'_> = &[("answered", json!({"step": 3, "answer": ["b"]}))];
    assert_eq!(judged(&[then], other, &[(0, 0, 0)]).0, Verdict::Unobserved);
}

#[test]
fn the_reason_or_the_whole_refusal_may_be_skipped() {
    let then = "refused: {step: 2, code: no_pulling}";
    let other: Log<'_> = &[("refused", json!({"step": 2, "code": "other"}))];
    let (refusal, reason) = ((0, 0, 0), (0, 0, 1));
    assert_eq!(subjects(&judged(&[then], other, &[]).0), ["step 2"]);
    assert_eq!(judged(&[then], other, &[reason]), (Verdict::Pass, vec![(1, 2)]));
    assert_eq!(judged(&[then], other, &[reason, refusal]), (Verdict::Unobserved, vec![(0, 2)]));
    // Without the reason, the claim still says that the step is refused.
    let accepted = judged(&[then], &[], &[reason]).0;
    assert_eq!(accepted.mismatches()[0].expected, "refused");
    assert_eq!(judged(&[then], &[], &[]).0.mismatches()[0].expected, "refused with no_pulling");
    let both = "refused: {step: 2, code: no_pulling, rule: \"toy/light.md:2\"}";
    assert_eq!(judged(&[both], &[], &[reason]).0.mismatches()[0].expected, "refused");
    // A claim without a reason has no reason to skip.
    assert_eq!(judged(&["refused: {step: 2}"], other, &[reason]), (Verdict::Pass, vec![(1, 1)]));
    assert_eq!(judged(&[then], &[], &[refusal]).0.mismatches(), []);
}
