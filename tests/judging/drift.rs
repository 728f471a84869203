//! Tests of drift: the differences from the accepted outcome, and which claim is about which difference.

use truthsayer_oracle::base::tolerance::Tolerance;
use truthsayer_oracle::suite::claim::Claim;
use truthsayer_oracle::suite::golden::RecordedOutcome;
use truthsayer_oracle::suite::golden_diff::Drift;
use truthsayer_oracle::suite::golden_diff::LogLine;

use crate::support::test_project::TestProject;
use crate::support::test_project::claim;

type Changes<'a> = &'a [(&'a str, &'a str)];

fn record(log: &[&str], changes: Changes<'_>) -> RecordedOutcome {
    RecordedOutcome {
        log: log.iter().map(|line| (*line).to_owned()).collect(),
        changes: changes.iter().map(|(path, change)| ((*path).to_owned(), (*change).to_owned())).collect(),
    }
}

#[track_caller]
fn between(accepted: RecordedOutcome, now: RecordedOutcome) -> Drift {
    Drift::between(accepted, now, &Tolerance::default()).expect("a drift")
}

fn log_drift(accepted: &[&str], now: &[&str]) -> Vec<String> {
    between(record(accepted, &[]), record(now, &[])).log.iter().map(shown).collect()
}

/// Formats a line as in a diff: `-` for a removed line, `+` for a new one.
fn shown(line: &LogLine) -> String {
    match line {
        LogLine::Same(text) => format!("  {text}"),
        LogLine::Gone(text) => format!("- {text}"),
        LogLine::New(text) => format!("+ {text}"),
    }
}

fn paths(drift: &Drift) -> Vec<&str> {
    drift.changes.iter().map(|(path, ..)| path.as_str()).collect()
}

fn lines(drift: &Drift) -> Vec<String> {
    drift.log.iter().map(shown).collect()
}

/// Returns a claim with these expectations.
fn expecting(then: &str) -> Claim {
    TestProject::with("{press: {}}", &[claim(1, "turns the light on", then)]).suite.scenarios[0].claims[0].clone()
}

#[test]
fn a_change_is_reported_with_accepted_and_current_values() {
    let drift = between(
        record(&[], &[("gone", "1 -> 2"), ("other", "1 -> 2"), ("same", "1 -> 2")]),
        record(&[], &[("new", "0 -> 1"), ("other", "1 -> 3"), ("same", "1 -> 2")]),
    );
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(
        drift.changes,
        [
            ("gone".to_owned(), text("1 -> 2"), None),
            ("new".to_owned(), None, text("0 -> 1")),
            ("other".to_owned(), text("1 -> 2"), text("1 -> 3")),
        ]
    );
    assert_eq!(drift.log, []);
}

#[test]
fn a_log_that_differs_is_a_drift_although_nothing_else_does() {
    let changes: Changes<'_> = &[("coins", "5 -> 3")];
    let drift = between(record(&["pressed: {}"], changes), record(&["pulled: {}"], changes));
    assert_eq!(drift.changes, []);
    assert_eq!(lines(&drift), ["- pressed: {}", "+ pulled: {}"]);
}

#[test]
fn a_line_that_differs_stands_between_the_two_lines_beside_it() {
    let accepted = ["a: {}", "b: {}", "c: {}", "d: {}", "e: {}", "f: {}", "g: {}"];
    let now = ["a: {}", "b: {}", "c: {}", "x: {}", "e: {}", "f: {}", "g: {}"];
    assert_eq!(log_drift(&accepted, &now), ["  b: {}", "  c: {}", "- d: {}", "+ x: {}", "  e: {}", "  f: {}"]);
}

#[test]
fn a_log_that_only_grew_or_shrank_keeps_its_other_lines() {
    assert_eq!(log_drift(&["a: {}"], &["a: {}", "b: {}"]), ["  a: {}", "+ b: {}"]);
    assert_eq!(log_drift(&["a: {}", "b: {}"], &["a: {}"]), ["  a: {}", "- b: {}"]);
    assert_eq!(log_drift(&[], &["a: {}"]), ["+ a: {}"]);
    assert_eq!(log_drift(&["a: {}"], &[]), ["- a: {}"]);
}

#[test]
fn the_event_of_a_line_is_its_name() {
    for line in [LogLine::Same("lit: {by: a}".into()), LogLine::Gone("lit: {}".into()), LogLine::New("lit: {}".into())]
    {
        assert_eq!(line.event(), "lit");
    }
    assert_eq!(LogLine::New("lit: {by: a}".into()).text(), "lit: {by: a}");
    assert!(LogLine::New("a".into()).differs() && LogLine::Gone("a".into()).differs());
    assert!(!LogLine::Same("a".into()).differs());
}

#[test]
fn a_claim_is_affected_by_its_paths_and_their_parents_and_children() {
    let drift = between(
        record(&[], &[("box", "1 -> 2"), ("box.a.deep", "1 -> 2"), ("boxes", "1 -> 2"), ("coins", "5 -> 3")]),
        record(&[], &[]),
    );
    assert_eq!(paths(&drift.touching(&expecting("unchanged: [box.a]"))), ["box", "box.a.deep"]);
    assert_eq!(paths(&drift.touching(&expecting("changes: {coins: 5 -> 3}"))), ["coins"]);
    assert_eq!(paths(&drift.touching(&expecting("state: {coins: 3, boxes: 1}"))), ["boxes", "coins"]);
    assert!(drift.touching(&expecting("events: [coins]")).is_empty());
}

#[test]
fn a_claim_is_touched_by_its_own_events_where_they_differ() {
    let accepted = record(&["pressed: {coins: 3}", "lit: {}", "pulled: {}"], &[("lit", "1 -> 2")]);
    let now = record(&["pressed: {coins: 4}", "lit: {}", "unlit: {}"], &[]);
    let drift = between(accepted, now);
    assert_eq!(
        lines(&drift),
        ["- pressed: {coins: 3}", "+ pressed: {coins: 4}", "  lit: {}", "- pulled: {}", "+ unlit: {}"]
    );
    let affected = drift.touching(&expecting("events: [pressed, lit]"));
    assert_eq!(lines(&affected), ["- pressed: {coins: 3}", "+ pressed: {coins: 4}"]);
    assert_eq!(paths(&affected), Vec::<&str>::new());
    assert_eq!(lines(&drift.touching(&expecting("no_events: [unlit]"))), ["+ unlit: {}"]);
    assert_eq!(lines(&drift.touching(&expecting("events: [pulled], no_events: [unlit]"))).len(), 2);
    // An unchanged line shows nothing about a claim, and a path is not an event.
    assert!(drift.touching(&expecting("events: [lit]")).is_empty());
    assert!(drift.touching(&expecting("unchanged: [pulled]")).is_empty());
}

#[test]
fn changes_that_claims_cover_are_removed_from_drift() {
    let accepted = record(&["pressed: {}", "lit: {}", "pulled: {}"], &[("box", "1 -> 2"), ("coins", "5 -> 3")]);
    let drift = between(accepted, record(&["lit: {}"], &[]));
    let coins = drift.touching(&expecting("changes: {coins: 5 -> 3}"));
    let pressed = drift.touching(&expecting("events: [pressed]"));
    let rest = drift.without(&[coins.clone(), pressed.clone()]);
    assert_eq!(paths(&rest), ["box"]);
    assert_eq!(lines(&rest), ["  lit: {}", "- pulled: {}"]);
    assert_eq!(drift.without(&[pressed.clone(), coins.clone()]), rest);
    assert_eq!(drift.without(&[]), drift);
    // Each part removes only its own lines.
    assert_eq!(lines(&drift.without(&[coins])), lines(&drift));
    assert_eq!(paths(&drift.without(&[pressed])), paths(&drift));
}

#[test]
fn equal_lines_are_not_part_of_the_rest() {
    let drift = between(record(&["pressed: {}", "lit: {}"], &[]), record(&["lit: {}"], &[]));
    let pressed = drift.touching(&expecting("events: [pressed]"));
    assert!(drift.without(&[pressed]).is_empty());
}

#[test]
fn a_line_that_is_the_same_is_never_taken_away_for_one_that_differs() {
    // The press moved: it is missing at the end and new at the beginning. The light keeps its place.
    let drift = between(record(&["lit: {}", "pressed: {}"], &[]), record(&["pressed: {}", "lit: {}", "new: {}"], &[]));
    let reported = Drift { changes: Vec::new(), log: vec![LogLine::Same("lit: {}".to_owned())] };
    assert_eq!(drift.without(&[reported]), drift);
}

#[test]
fn a_drift_is_empty_only_when_nothing_differs() {
    let change = vec![("coins".to_owned(), None, Some("5 -> 3".to_owned()))];
    assert!(Drift { changes: Vec::new(), log: Vec::new() }.is_empty());
    assert!(!Drift { changes: change, log: Vec::new() }.is_empty());
    assert!(!Drift { changes: Vec::new(), log: vec![LogLine::New("lit: {}".to_owned())] }.is_empty());
}

#[test]
fn every_stretch_of_a_log_that_differs_is_reported() {
    let accepted: Vec<String> = (0..20).map(|number| format!("e{number}: {{}}")).collect();
    let mut now = accepted.clone();
    (now[1], now[18]) = ("first: {}".to_owned(), "last: {}".to_owned());
    let lines = |log: &'static [String]| -> Vec<&'static str> { log.iter().map(String::as_str).collect() };
    let reported = log_drift(&lines(accepted.leak()), &lines(now.leak()));
    assert!(reported.iter().any(|line| line.contains("first: {}")), "{reported:?}");
    assert!(reported.iter().any(|line| line.contains("last: {}")), "{reported:?}");
}

#[test]
fn every_change_that_a_claim_covers_is_removed() {
    let drift = between(record(&[], &[("a", "1 -> 2"), ("b", "1 -> 2")]), record(&[], &[]));
    let part = drift.touching(&expecting("unchanged: [a, b]"));
    assert_eq!(paths(&part), ["a", "b"]);
    assert!(drift.without(&[part]).is_empty());
}

#[test]
fn a_claim_on_a_step_covers_its_refusal_and_its_answer() {
    let drift = between(
        record(&["refused: {code: late, step: 1}", "refused: {code: late, step: 2}"], &[]),
        record(&["answered: {answer: [yes], step: 1}", "answered: {answer: [\"step: 1\"], step: 11}"], &[]),
    );
    let refused = drift.touching(&expecting("refused: {step: 1, code: late}"));
    assert_eq!(lines(&refused), ["- refused: {code: late, step: 1}"]);
    let claim = claim(1, "turns the light on", "answers: {step: 1, is: [no]}");
    let asking = TestProject::with("{ask: {moves: all}}", &[claim]);
    let answered = drift.touching(&asking.suite.scenarios[0].claims[0]);
    assert_eq!(lines(&answered), ["+ answered: {answer: [yes], step: 1}"]);
}
