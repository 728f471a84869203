//! Details of a failure: the log entry to look at, and an explanation.

use serde_json::json;
use truthsayer_oracle::judge;
use truthsayer_oracle::judge::observability::Observability;
use truthsayer_oracle::judge::verdict::Mismatch;
use truthsayer_oracle::judge::verdict::Verdict;
use truthsayer_protocol::Data;
use truthsayer_protocol::Profile;

use crate::support::canned_engine;
use crate::support::test_project::TestProject;
use crate::support::test_project::claim;

type Log<'a> = &'a [(&'static str, Data)];

#[track_caller]
fn mismatches(then: &str, before: Data, after: Data, log: Log<'_>) -> Vec<Mismatch> {
    let table = TestProject::with("{press: {}}", &[claim(1, "turns the light on", then)]);
    let said = canned_engine::played(canned_engine::outcome(before, after, log));
    match judge::judge(&table.suite.scenarios[0], &said, &Observability::of_own_engine(&Profile::default())).verdict {
        Verdict::Fail(mismatches) => mismatches,
        other => panic!("{other:?}"),
    }
}

/// The position in the log: the exact entry, or one nearby.
#[track_caller]
fn spot(then: &str, log: Log<'_>) -> (Option<usize>, Option<usize>) {
    let found = mismatches(then, json!({"coins": 5, "lamp": 1}), json!({"coins": 3, "lamp": 1}), log).remove(0);
    (found.moment, found.near)
}

#[test]
fn near_a_change_is_the_last_of_the_events_that_say_most_of_its_path() {
    let about = |word: &str| ("moved", json!({"what": word}));
    let log = [about("lamp"), about("coins"), about("coins"), about("lamp")];
    assert_eq!(spot("unchanged: [coins]", &log), (None, Some(2)));
    assert_eq!(spot("unchanged: [coins]", &log[..2]), (Some(1), Some(1)));
    assert_eq!(spot("unchanged: [coins]", &log[..1]), (None, None));
    assert_eq!(spot("unchanged: [coins]", &[]), (None, None));
}

#[test]
fn near_a_missing_event_is_one_of_its_name_or_the_last_that_was_found() {
    let lit = |by: &str| ("lit", json!({"by": by}));
    let log = [("pulled", json!({})), lit("a"), lit("b")];
    assert_eq!(spot("events: [lit: {by: c}]", &log), (None, Some(1)), "the first of several");
    assert_eq!(spot("events: [lit: {by: c}]", &log[..2]), (Some(1), Some(1)), "the only one");
    assert_eq!(spot("events: [lit, pulled]", &log), (Some(0), Some(0)), "it happened before");
    assert_eq!(spot("events: [pulled, lit, pressed]", &log), (None, Some(1)), "no such event");
    assert_eq!(spot("events: [pressed]", &log), (None, None), "nothing was found yet");
    assert_eq!(spot("once: [lit]", &log), (Some(2), Some(2)), "the second is one too many");
    assert_eq!(spot("once: [lit: {by: c}]", &log[..2]), (Some(1), Some(1)));
    assert_eq!(spot("once: [lit: {by: c}]", &[lit("a")]), (Some(0), Some(0)));
    assert_eq!(spot("events_in_any_order: [lit, pressed]", &log), (None, None));
    assert_eq!(spot("no_events: [lit]", &log), (Some(1), Some(1)));
}

#[test]
fn the_unmatched_event_is_named_if_the_order_is_free() {
    let log = [("pulled", json!({})), ("lit", json!({"by": "a"}))];
    let found = |then: &str| {
        let found = mismatches(then, json!({}), json!({}), &log).remove(0);
        (found.expected, found.actual)
    };
    let reported = |expected: &str, actual: &str| (expected.to_owned(), actual.to_owned());
    assert_eq!(found("events_in_any_order: [lit, pressed, pulled]"), reported("pressed", "no such event"));
    assert_eq!(found("events_in_any_order: [pulled, lit: {by: b}]"), reported("lit {by: b}", "lit {by: a}"));
}

/// With more than a hundred failures, the log is not searched for each.
#[test]
fn only_the_first_hundred_failures_are_searched_in_the_log() {
    let names: Vec<String> = (0..102).map(|number| format!("p{number}")).collect();
    let state = |value: u32| names.iter().map(|name| (name.clone(), json!(value))).collect::<Data>();
    let log = [("moved", json!({"all": names}))];
    let then = format!("unchanged: [{}]", names.join(", "));
    let found = mismatches(&then, state(1), state(2), &log);
    assert_eq!(found.len(), 102);
    let marked: Vec<bool> = found.iter().map(|mismatch| mismatch.moment == Some(0)).collect();
    assert_eq!(marked.iter().filter(|it| **it).count(), 100);
    assert!(marked[99] && !marked[100]);
}

fn remark(then: &str, before: Data, after: Data) -> Option<&'static str> {
    mismatches(then, before, after, &[]).remove(0).remark
}

#[test]
fn a_list_in_another_order_is_explained() {
    const ORDER: Option<&str> = Some("the same members, in another order");
    let hand = |cards: Data| json!({"hand": cards});
    let then = "changes: {hand: {before: [a, b], after: [b, c]}}";
    assert_eq!(remark(then, hand(json!(["a", "b"])), hand(json!(["c", "b"]))), ORDER);
    assert_eq!(remark(then, hand(json!(["b", "a"])), hand(json!(["b", "c"]))), ORDER);
    assert_eq!(remark(then, hand(json!(["b", "a"])), hand(json!(["c", "b"]))), ORDER, "on both sides");
    assert_eq!(remark(then, hand(json!(["b", "a"])), hand(json!(["b", "d"]))), None, "on one side only");
    assert_eq!(remark(then, hand(json!(["a", "b"])), hand(json!(["b", "c", "c"]))), None, "one more");
    assert_eq!(remark(then, hand(json!(["a", "b"])), hand(json!("cb"))), None, "no list");
    let dealt = "changes: {hand: {before: none yet, after: [b, c]}}";
    assert_eq!(remark(dealt, hand(json!("none yet")), hand(json!(["c", "b"]))), ORDER, "the other side is right");
    let state = |after: Data| remark("state: {hand: [b, c]}", hand(json!([])), hand(after));
    assert_eq!(state(json!(["c", "b"])), ORDER);
    assert_eq!(state(json!(["c"])), None);
}

#[test]
fn new_and_missing_values_are_explained() {
    let then = "changes: {coins: 5 -> 4}";
    let none = || json!({});
    let some = |number: u32| json!({"coins": number});
    assert_eq!(remark(then, none(), some(4)), Some("null because there was no such path before"));
    assert_eq!(remark(then, some(5), none()), Some("null because there is no such path any more"));
    assert_eq!(remark(then, json!({"coins": null}), some(4)), None, "it is there, and empty");
    assert_eq!(remark(then, some(5), some(3)), None);
    assert_eq!(remark("unchanged: [coins]", some(5), none()), None);
}

#[test]
fn an_explanation_belongs_to_one_failure() {
    let then = "changes: {hand: {before: [a], after: [b, c]}, coins: 5 -> 4}";
    let (before, after) = (json!({"hand": ["a"], "coins": 5}), json!({"hand": ["c", "b"], "coins": 3}));
    let found = mismatches(then, before, after, &[]);
    let remarks: Vec<(&str, bool)> = found.iter().map(|it| (it.subject.as_str(), it.remark.is_some())).collect();
    assert_eq!(remarks, [("hand", true), ("coins", false)]);
}
