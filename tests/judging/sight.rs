//! What an engine shows and what it does not: judged line by line, and nothing is held that was not seen.

use serde_json::json;
use truthsayer::oracle::judge;
use truthsayer::oracle::judge::Judgement;
use truthsayer::oracle::sight::Observed;
use truthsayer::oracle::sight::Sight;
use truthsayer::oracle::verdict::Verdict;
use truthsayer::protocol::Data;
use truthsayer::protocol::EventNote;
use truthsayer::protocol::Failure;
use truthsayer::protocol::Observes;
use truthsayer::protocol::Profile;
use truthsayer::protocol::Refusals;
use truthsayer::protocol::Reply;

use crate::puppet;
use crate::puppet::Said;
use crate::table::Table;
use crate::table::claim;

const STEPS: &str = "{press: {}}, {pull: {}}, {ask: {moves: all}}";

type Log<'a> = &'a [(&'static str, Data)];

fn reference() -> Profile {
    Profile::new("own", "1", "toy")
        .with_events([EventNote::new("lit", ["by", "how"]), EventNote::new("pulled", ["by"])])
}

/// What a stranger that observes this is judged to do, and how much of the claim was shown.
fn judged(then: &str, observes: impl Into<Option<Observes>>, said: Said) -> (Verdict, Observed) {
    let stranger = Profile::new("stranger", "1", "toy").with_observes(observes);
    let table = Table::with(STEPS, &[claim(1, "turns the light on", then)]);
    let scenario = &table.suite.scenarios[0];
    let reference = reference();
    let Judgement { verdict, hidden } = judge::judge(scenario, &said, &Sight::foreign(&stranger, &reference));
    let observed = hidden.observed(0, &scenario.claims[0]);
    (verdict, observed)
}

fn of_log(then: &str, observes: impl Into<Option<Observes>>, log: Log<'_>) -> (Verdict, Observed) {
    judged(then, observes, puppet::played(puppet::outcome(json!({"coins": 5}), json!({"coins": 3}), log)))
}

fn shown(shown: usize, all: usize) -> Observed {
    Observed { shown, all }
}

fn deviates(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Deviates(_))
}

#[test]
fn a_path_that_is_not_declared_is_neither_held_nor_failed() {
    let board = || Observes::nothing().state(["board"]);
    assert_eq!(of_log("state: {bank: 1}", board(), &[]), (Verdict::Unobserved, shown(0, 1)));
    assert_eq!(of_log("changes: {coins: 5 -> 3, bank: 1 -> 2}", board(), &[]), (Verdict::Conforms, shown(1, 2)));
    // Of a map that it does not promise it may show only some parts, so the whole is nothing to judge.
    let part = puppet::played(puppet::outcome(json!({"bank": {"spice": 1}}), json!({"bank": {"spice": 2}}), &[]));
    assert_eq!(judged("state: {bank: {spice: 2, coins: 1}}", board(), part).0, Verdict::Unobserved);
    // What it promises it has to show; and what it shows is judged, promised or not.
    assert!(deviates(&of_log("state: {board: x}", board(), &[]).0));
    assert!(deviates(&of_log("changes: {coins: 5 -> 4}", board(), &[]).0));
}

#[test]
fn an_event_is_unobserved_only_if_somebody_knows_it() {
    let silent = || Observes::nothing();
    assert_eq!(of_log("events: [lit]", silent(), &[]), (Verdict::Unobserved, shown(0, 1)));
    assert!(matches!(of_log("events: [litt]", silent(), &[]).0, Verdict::Misposed(_)));
    // A log that holds it all the same is looked at.
    assert!(deviates(&of_log("no_events: [lit]", silent(), &[("lit", json!({}))]).0));
    // Of several, those are judged that can be seen.
    let some = Observes::everything().events(["pulled"]);
    assert_eq!(of_log("events: [lit, pulled]", some, &[("pulled", json!({}))]), (Verdict::Conforms, shown(1, 2)));
}

#[test]
fn a_bare_refusal_is_a_refusal_without_a_reason() {
    let bare = || Observes::everything().refusals(Refusals::Bare);
    let refused: Log<'_> = &[("refused", json!({"step": 2}))];
    let claimed = "refused: {step: 2, code: no_pulling}";
    assert_eq!(of_log(claimed, bare(), refused), (Verdict::Conforms, shown(1, 2)));
    assert!(deviates(&of_log(claimed, bare(), &[]).0), "it was accepted");
    let other: Log<'_> = &[("refused", json!({"step": 2, "code": "other"}))];
    assert!(deviates(&of_log(claimed, bare(), other).0), "a reason that is shown is judged");
    let none = Observes::everything().refusals(Refusals::None);
    assert_eq!(of_log(claimed, none, &[]), (Verdict::Unobserved, shown(0, 2)));
    assert_eq!(of_log("refused: {step: 2}", bare(), other), (Verdict::Conforms, shown(1, 1)), "whatever the reason");
}

#[test]
fn a_question_that_it_does_not_answer_is_unobserved() {
    let claimed = "answers: {step: 3, is: [a]}";
    assert_eq!(of_log(claimed, Observes::everything().answers(["zone"]), &[]), (Verdict::Unobserved, shown(0, 1)));
    assert!(deviates(&of_log(claimed, Observes::everything().answers(["moves"]), &[]).0));
    assert!(deviates(&of_log(claimed, None, &[]).0), "who says nothing answers everything");
}

#[test]
fn a_claim_that_was_so_from_the_beginning_is_the_strangers_fault() {
    let same = puppet::played(puppet::outcome(json!({"coins": 3}), json!({"coins": 3}), &[]));
    assert!(deviates(&judged("state: {coins: 3}", None, same).0));
}

#[test]
fn what_an_engine_throws_is_told_with_its_step() {
    let (verdict, _) = judged("state: {coins: 3}", None, Ok(Reply::Failed(Failure::new("TypeError: no").at_step(2))));
    let Verdict::Failed(failed) = verdict else { panic!("{verdict:?}") };
    assert_eq!((failed.subject.as_str(), failed.actual.as_str()), ("step 2", "the engine failed: TypeError: no"));
    assert_eq!(failed.place.text(), "{pull: {}}");
}

#[test]
fn an_ignored_field_is_passed_over_where_that_forbids_nothing_else() {
    let mut stranger = Profile::new("stranger", "1", "toy");
    stranger.ignored_fields.insert("lit".to_owned(), vec!["by".to_owned()]);
    let verdict = |then: &str, log: Log<'_>| {
        let table = Table::with(STEPS, &[claim(1, "turns the light on", then)]);
        let said = puppet::played(puppet::outcome(json!({}), json!({}), log));
        judge::judge(&table.suite.scenarios[0], &said, &Sight::foreign(&stranger, &reference())).verdict
    };
    let log: Log<'_> = &[("lit", json!({"by": "x", "how": "well"}))];
    assert_eq!(verdict("events: [lit: {by: a, how: well}]", log), Verdict::Conforms);
    assert!(deviates(&verdict("events: [lit: {by: a, how: badly}]", log)));
    assert_eq!(verdict("events: [lit: {by: a}]", log), Verdict::Unobserved, "nothing of it is left");
    assert_eq!(verdict("no_events: [lit: {by: a, how: well}]", log), Verdict::Unobserved);
}

#[test]
fn the_newer_forms_of_then() {
    let own = |then: &str, log: Log<'_>| {
        let table = Table::with(STEPS, &[claim(1, "turns the light on", then)]);
        let said = puppet::played(puppet::outcome(json!({"hand": ["a"]}), json!({"hand": []}), log));
        judge::judge(&table.suite.scenarios[0], &said, &Sight::own(&Profile::default())).verdict
    };
    let two: Log<'_> = &[("pulled", json!({})), ("lit", json!({"by": "a"})), ("lit", json!({"by": "b"}))];
    assert!(deviates(&own("events: [lit, pulled]", two)));
    assert_eq!(own("events_in_any_order: [lit, pulled]", two), Verdict::Conforms);
    assert_eq!(own("events_in_any_order: [lit, lit: {by: a}]", two), Verdict::Conforms, "the first makes room");
    assert!(deviates(&own("events_in_any_order: [lit, lit, lit]", two)), "each takes an event of its own");
    assert_eq!(own("once: [pulled]", two), Verdict::Conforms);
    assert!(deviates(&own("once: [lit]", two)) && deviates(&own("once: [pressed]", two)));
    assert_eq!(own("once: [lit: {by: a}]", two), Verdict::Conforms);
    assert_eq!(own("changes: {hand: {before: [a], after: []}}", two), Verdict::Conforms);
    assert!(deviates(&own("changes: {hand: {before: [a], after: [b]}}", two)));
    assert_eq!(own("holds_before: {hand: [a]}", two), Verdict::Conforms);
    assert!(deviates(&own("holds_before: {hand: []}", two)));
}
