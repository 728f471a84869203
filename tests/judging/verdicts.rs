//! Verdicts on the replies of any engine.

use serde_json::json;
use truthsayer_oracle::base::diagnostic::Kind;
use truthsayer_oracle::base::diagnostic::Problem;
use truthsayer_oracle::judge;
use truthsayer_oracle::judge::observability::Observability;
use truthsayer_oracle::judge::verdict::Mismatch;
use truthsayer_oracle::judge::verdict::Verdict;
use truthsayer_protocol::Complaint;
use truthsayer_protocol::Data;
use truthsayer_protocol::EventNote;
use truthsayer_protocol::Fault;
use truthsayer_protocol::Profile;
use truthsayer_protocol::Reply;

use crate::support::canned_engine;
use crate::support::canned_engine::CannedReply;
use crate::support::test_project::TestProject;
use crate::support::test_project::claim;

const STEPS: &str = "{press: {}}, {pull: {}}, {ask: {moves: all}}";

type Log<'a> = &'a [(&'static str, Data)];

/// A claim on the first clause.
fn expecting(then: &str) -> String {
    claim(1, "turns the light on", then)
}

fn verdict(thens: &[&str], said: CannedReply, known: &[EventNote]) -> Verdict {
    let claims: Vec<String> = thens.iter().map(|then| expecting(then)).collect();
    let mut profile = Profile::default();
    profile.events = known.to_vec();
    judge::judge(&TestProject::with(STEPS, &claims).suite.scenarios[0], &said, &Observability::of_own_engine(&profile))
        .verdict
}

/// Returns the verdict on a run that changes nothing and has this log.
fn of_log(thens: &[&str], log: Log<'_>) -> Verdict {
    let state = json!({"coins": 5});
    verdict(thens, canned_engine::played(canned_engine::outcome(state.clone(), state, log)), &[])
}

fn of_states(thens: &[&str], before: Data, after: Data) -> Verdict {
    verdict(thens, canned_engine::played(canned_engine::outcome(before, after, &[])), &[])
}

#[track_caller]
fn mismatches(verdict: Verdict) -> Vec<Mismatch> {
    match verdict {
        Verdict::Fail(mismatches) => mismatches,
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn problems(verdict: Verdict) -> Vec<Problem> {
    match verdict {
        Verdict::Invalid(problems) => problems,
        other => panic!("{other:?}"),
    }
}

/// Returns each failure as subject, expected value and actual value.
#[track_caller]
fn lines(verdict: Verdict) -> Vec<String> {
    let line = |d: &Mismatch| format!("{}: {} / {}", d.subject, d.expected, d.actual);
    mismatches(verdict).iter().map(line).collect()
}

fn refusal(step: usize) -> (&'static str, Data) {
    ("refused", json!({"step": step, "code": "no_pulling", "rule": "toy/light.md:2"}))
}

#[test]
fn an_engine_that_cannot_make_sense_of_it_leaves_it_invalid_at_the_place_it_names() {
    let problem =
        problems(verdict(&["events: [lit]"], canned_engine::invalid("when[1]", "pulls are unknown"), &[])).remove(0);
    assert_eq!((problem.kind, problem.message.as_str()), (Kind::Invalid, "pulls are unknown"));
    assert_eq!(problem.place.expect("a place").line_and_column().1, "when: [{press: {}}, ".len() + 1);
    assert_eq!(problem.help, ["the engine rejects step 2"]);
}

#[test]
fn each_complaint_about_a_scenario_is_reported() {
    let table = TestProject::with(STEPS, &[expecting("state: {coins: 3}")]);
    let complaints = [Complaint::new("when[0]", "too early"), Complaint::new("when[1]", "too late")];
    let reported = problems(judge::invalid(&table.suite.scenarios[0], &complaints));
    let reported: Vec<&str> = reported.iter().map(|problem| problem.message.as_str()).collect();
    assert_eq!(reported, ["too early", "too late"]);
}

#[test]
fn unsupported_and_unanswered_runs_are_reported_as_such() {
    let unsupported = verdict(&["events: [lit]"], Ok(Reply::Unsupported("no lights".to_owned())), &[]);
    assert_eq!(unsupported, Verdict::Unsupported("no lights".to_owned()));
    let fault = Fault::Died { how: "the fuse blew".to_owned(), last_words: String::new() };
    assert_eq!(verdict(&["events: [lit]"], canned_engine::died(), &[]), Verdict::NoAnswer(Box::new(fault)));
}

#[test]
fn a_refusal_claimed_for_one_step_excuses_no_other() {
    let claimed = "refused: {step: 1, code: no_pulling}";
    assert_eq!(of_log(&[claimed], &[refusal(1)]), Verdict::Pass);
    let found = mismatches(of_log(&[claimed], &[refusal(1), refusal(2)]));
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].claim, found[0].subject.as_str(), found[0].moment), (None, "step 2", Some(1)));
    assert_eq!(found[0].place.text(), "{pull: {}}");
    assert_eq!(found[0].expected, "accepted");
    assert_eq!(found[0].actual, "refused {code: no_pulling, rule: \"toy/light.md:2\", step: 2}");
}

#[test]
fn every_unclaimed_refusal_is_reported() {
    let steps = lines(of_log(&["unchanged: [coins]"], &[refusal(1), refusal(3)]));
    let steps: Vec<&str> = steps.iter().map(|line| &line[..6]).collect();
    assert_eq!(steps, ["step 1", "step 3"]);
}

#[test]
fn a_refusal_that_does_not_say_its_step_is_reported_and_excused_by_no_claim() {
    for data in [json!({"code": "no_pulling"}), json!({"code": "no_pulling", "step": "1"})] {
        let found = mismatches(of_log(&["unchanged: [coins]"], &[("refused", data.clone())]));
        assert_eq!((found.len(), found[0].subject.as_str(), found[0].expected.as_str()), (1, "a step", "accepted"));
        // This event is not a refusal of the step that the claim names.
        let claimed = mismatches(of_log(&["refused: {step: 1, code: no_pulling}"], &[("refused", data)]));
        assert_eq!(claimed.iter().map(|d| d.claim).collect::<Vec<_>>(), [Some(0), None]);
    }
}

#[test]
fn a_refusal_may_be_claimed_by_any_claim() {
    let claims = ["unchanged: [coins]", "unchanged: [coins], refused: {step: 2, code: no_pulling}"];
    assert_eq!(of_log(&claims, &[refusal(2)]), Verdict::Pass);
}

#[test]
fn a_refusal_with_another_code_or_rule_fails_its_claim_and_is_reported_once() {
    let log: Log<'_> = &[("lit", json!({})), refusal(2)];
    let found = mismatches(of_log(&["unchanged: [coins]", "refused: {step: 2, code: other}"], log));
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].claim, found[0].moment), (Some(1), Some(1)));
    let by_rule = "refused: {step: 2, code: no_pulling, rule: toy/light.md:3}";
    assert_eq!(
        lines(of_log(&[by_rule], log)),
        ["step 2: refused with no_pulling by toy/light.md:3 / refused with no_pulling by toy/light.md:2"]
    );
    let by_code = "refused: {step: 2, code: other, rule: toy/light.md:2}";
    assert_eq!(
        lines(of_log(&[by_code], log)),
        ["step 2: refused with other by toy/light.md:2 / refused with no_pulling by toy/light.md:2"]
    );
}

#[test]
fn a_decision_that_was_accepted_fails_the_claim_that_it_is_refused() {
    let claimed = "refused: {step: 2, code: no_pulling}";
    let found = mismatches(of_log(&[claimed], &[("lit", json!({})), ("pulled", json!({"step": 2}))]));
    assert_eq!(found[0].moment, None, "nothing that happened is the refusal that did not");
    assert_eq!(lines(of_log(&[claimed], &[])), ["step 2: refused with no_pulling / accepted"]);
    assert_eq!(mismatches(of_log(&[claimed], &[]))[0].moment, None);
}

#[test]
fn a_mismatch_knows_its_claim_and_its_place() {
    let thens = ["changes: {coins: 5 -> 3}", "changes: {coins: 5 -> 4}", "state: {coins: 2}"];
    let found = mismatches(of_states(&thens, json!({"coins": 5}), json!({"coins": 3})));
    let shown: Vec<_> =
        found.iter().map(|d| (d.claim, d.place.text(), d.expected.as_str(), d.actual.as_str())).collect();
    assert_eq!(shown, [(Some(1), "5 -> 4", "5 -> 4", "5 -> 3"), (Some(2), "2", "2", "3")]);
}

#[test]
fn every_failure_is_reported() {
    let then = "changes: {coins: 5 -> 4, light: off -> red}, events: [lit], no_events: [pulled]";
    let log: Log<'_> = &[("pulled", json!({}))];
    let played = canned_engine::outcome(json!({"coins": 5, "light": "off"}), json!({"coins": 3, "light": "on"}), log);
    assert_eq!(
        lines(verdict(&[then], canned_engine::played(played), &[])),
        [
            "coins: 5 -> 4 / 5 -> 3",
            "light: \"off\" -> red / \"off\" -> \"on\"",
            "event: lit / no such event",
            "event: no pulled / pulled {}",
        ]
    );
}

#[test]
fn a_value_may_appear_or_vanish() {
    let (without, with) = (json!({"coins": 5}), json!({"coins": 5, "lamp": 1}));
    assert_eq!(of_states(&["changes: {lamp: null -> 1}"], without.clone(), with.clone()), Verdict::Pass);
    assert_eq!(of_states(&["changes: {lamp: 1 -> null}"], with.clone(), without.clone()), Verdict::Pass);
    assert_eq!(of_states(&["state: {lamp: 1}"], without.clone(), with.clone()), Verdict::Pass);
    assert_eq!(lines(of_states(&["unchanged: [lamp]"], with, without)), ["lamp: 1, unchanged / 1 -> null"]);
}

#[test]
fn changed_values_of_unchanged_paths_are_reported_one_by_one() {
    let before = json!({"box": {"a": 1, "b": 2, "c": 3}});
    let after = json!({"box": {"a": 1, "b": 3, "c": 4}});
    assert_eq!(
        lines(of_states(&["unchanged: [box]"], before, after)),
        ["box.b: 2, unchanged / 2 -> 3", "box.c: 3, unchanged / 3 -> 4"]
    );
}

#[test]
fn a_path_that_leads_nowhere_is_invalid_as_long_as_the_engine_is_not_at_fault() {
    let (before, after) = (json!({"coins": 5}), json!({"coins": 3}));
    for then in ["changes: {coin: 5 -> 3}", "state: {coin: 3}", "unchanged: [coin]"] {
        let problem = problems(of_states(&[then], before.clone(), after.clone())).remove(0);
        assert_eq!((problem.kind, problem.message.as_str()), (Kind::Invalid, "the state has no `coin`"));
        assert!(problem.place.is_some());
    }
    let then = ["changes: {lamp: 5 -> 3}", "state: {bulb: 3}", "changes: {coins: 5 -> 4}"];
    let found = mismatches(of_states(&then, before.clone(), after.clone()));
    let claims: Vec<_> = found.iter().map(|d| (d.claim, d.subject.as_str(), d.actual.as_str())).collect();
    let nowhere = "the state has no such path";
    assert_eq!(claims, [(Some(2), "coins", "5 -> 3"), (Some(0), "lamp", nowhere), (Some(1), "bulb", nowhere)]);
    assert_eq!((found[1].expected.as_str(), found[2].expected.as_str()), ("5 -> 3", "3"));
}

#[test]
fn an_author_mistake_stays_invalid_besides_failures() {
    let (before, after) = (json!({"coins": 5}), json!({"coins": 3}));
    let wrong = "changes: {coins: 5 -> 4}";
    for slip in ["state: {coins: 5}", "unchanged: [coin]"] {
        let found = problems(of_states(&[wrong, slip], before.clone(), after.clone()));
        assert_eq!(found.len(), 1, "{slip}");
        let found = problems(of_states(&[wrong, slip, "state: {lamp: 1}"], before.clone(), after.clone()));
        assert_eq!(found.len(), 2, "{slip}");
    }
}

#[test]
fn a_claim_that_was_true_before_anything_was_played_is_vacuous() {
    let problem = problems(of_states(&["state: {coins: 5}"], json!({"coins": 5}), json!({"coins": 3}))).remove(0);
    assert_eq!(problem.kind, Kind::Vacuous);
    assert_eq!(problem.message, "`coins` was 5 before the first step, so this claim is vacuous");
    assert_eq!(problem.help, ["claim a change, or write `unchanged`; for the set-up, write `holds_before`"]);
}

#[test]
fn an_unknown_path_is_reported_with_the_existing_keys() {
    let help = |path: &str, state: Data| {
        problems(of_states(&[&format!("unchanged: [{path}]")], state.clone(), state)).remove(0).help
    };
    let state = json!({"box": {"deep": {"a": 1, "b": 2}}, "coins": 5});
    assert_eq!(help("box.deep.zzz", state.clone()), ["box.deep has: a, b"]);
    assert_eq!(help("zzzzzz", state.clone()), ["the state has: box, coins"]);
    assert_eq!(help("box.dep.a", state.clone()), ["did you mean `deep` instead of `dep`?"]);
    assert_eq!(help("coins.a", state), ["`coins` is 5"]);
    let keys = |count: usize| {
        Data::from((0..count).map(|n| (format!("k{n:02}"), json!(n))).collect::<serde_json::Map<_, _>>())
    };
    let twelve = "the state has: k00, k01, k02, k03, k04, k05, k06, k07, k08, k09, k10, k11";
    assert_eq!(help("something", keys(12)), [twelve]);
    assert_eq!(help("something", keys(13)), [format!("{twelve}, …")]);
}

#[test]
fn a_missing_event_is_reported_with_the_nearest_thing_that_happened() {
    let log: Log<'_> = &[("lit", json!({"by": "a"})), ("pulled", json!({})), ("lit", json!({"by": "b"}))];
    let lines = |then: &str| {
        let found = mismatches(of_log(&[then], log)).remove(0);
        (found.expected, found.actual, found.moment)
    };
    let said = |expected: &str, actual: &str, moment| (expected.to_owned(), actual.to_owned(), moment);
    // Points at an event of the same name: the first after the events already found. It is marked only if it is the
    // only one.
    assert_eq!(lines("events: [lit: {by: c}]"), said("lit {by: c}", "lit {by: a}", None));
    assert_eq!(lines("events: [pulled, lit: {by: c}]"), said("lit {by: c}", "lit {by: b}", Some(2)));
    // The event happened, but too early.
    let early = "it happened earlier than the order claims";
    assert_eq!(lines("events: [lit: {by: b}, pulled]"), said("pulled", early, Some(1)));
    assert_eq!(lines("events: [pulled, lit, lit]"), said("lit", early, Some(0)), "the last one is taken");
    assert_eq!(lines("events: [pulled, pulled]"), said("pulled", "no further such event", None));
    // The event did not happen, so no entry is marked.
    assert_eq!(lines("events: [pulled, pressed]"), said("pressed", "no such event", None));
    assert_eq!(lines("events: [pressed, lit]"), said("pressed", "no such event", None));
}

#[test]
fn a_sequence_of_events_is_reported_once() {
    assert_eq!(mismatches(of_log(&["events: [pressed, pulled, lit]"], &[])).len(), 1);
    let twice = of_log(&["events: [pressed]", "events: [pulled]"], &[]);
    assert_eq!(mismatches(twice).iter().map(|d| d.claim).collect::<Vec<_>>(), [Some(0), Some(1)]);
}

#[test]
fn an_event_that_must_not_happen_is_reported_where_it_first_did() {
    let log: Log<'_> = &[("lit", json!({"by": "a"})), ("lit", json!({"by": "b"})), ("lit", json!({"by": "b"}))];
    let found = mismatches(of_log(&["no_events: [lit: {by: b}]"], log)).remove(0);
    assert_eq!((found.claim, found.moment, found.place.text()), (Some(0), Some(1), "lit"));
    assert_eq!((found.expected.as_str(), found.actual.as_str()), ("no lit {by: b}", "lit {by: b}"));
}

fn note(name: &str, fields: &[&str]) -> EventNote {
    EventNote::new(name, fields.iter().copied())
}

fn knowing(then: &str, known: &[EventNote]) -> Verdict {
    let state = json!({"coins": 5});
    let log: Log<'_> = &[("lit", json!({"by": "a"}))];
    verdict(&[then], canned_engine::played(canned_engine::outcome(state.clone(), state, log)), known)
}

#[test]
fn names_and_fields_of_events_are_checked_only_where_the_engine_lists_them() {
    let known = [note("pressed", &[]), note("lit", &["by", "how"])];
    assert_eq!(knowing("no_events: [lid]", &[]), Verdict::Pass);
    assert_eq!(knowing("no_events: [lit: {whom: a}]", &[]), Verdict::Pass);
    assert_eq!(knowing("events: [lit: {by: a}], no_events: [pressed]", &known), Verdict::Pass);
    let problem = problems(knowing("no_events: [lid]", &known)).remove(0);
    assert_eq!(problem.message, "the engine has no event `lid`");
    assert_eq!(problem.place.expect("a place").text(), "lid");
}

#[test]
fn every_field_that_the_event_does_not_have_is_reported() {
    let known = [note("lit", &["by", "how"])];
    for list in ["events", "no_events"] {
        let found = problems(knowing(&format!("{list}: [lit: {{by: a, who: a, whom: a}}]"), &known));
        let messages: Vec<&str> = found.iter().map(|problem| problem.message.as_str()).collect();
        assert_eq!(messages, ["the event `lit` has no field `who`", "the event `lit` has no field `whom`"]);
        assert_eq!(found[0].help.last().map(String::as_str), Some("it has: by, how"));
    }
}

#[test]
fn an_event_that_the_engine_does_not_have_is_not_also_a_mismatch() {
    let known = [note("lit", &["by"])];
    // If this counted as a failure, it would hide the author's mistake.
    assert_eq!(problems(knowing("events: [lid, lit]", &known)).len(), 1);
    assert_eq!(problems(knowing("no_events: [lit: {who: a}]", &known)).len(), 1);
}

fn answered(then: &str, answer: Data) -> Verdict {
    of_log(&[then], &[("answered", json!({"step": 3, "answer": answer}))])
}

#[test]
fn an_answer_is_the_answer_to_its_own_step() {
    let then = "answers: {step: 3, is: yes}";
    assert_eq!(answered(then, json!("yes")), Verdict::Pass);
    let elsewhere = of_log(&[then], &[("answered", json!({"step": 1, "answer": "yes"}))]);
    assert_eq!(lines(elsewhere), ["the answer to step 3: an answer / no answer"]);
    let other: Log<'_> = &[("refused_not", json!({"step": 3, "answer": "yes"}))];
    assert_eq!(lines(of_log(&[then], other)), ["the answer to step 3: an answer / no answer"]);
    let log: Log<'_> = &[("lit", json!({})), ("answered", json!({"step": 3, "answer": "no"}))];
    assert_eq!(mismatches(of_log(&[then], log))[0].moment, Some(1));
}

#[test]
fn an_answer_in_part_names_what_is_missing_and_what_is_too_much() {
    let then = "answers: {step: 3, includes: [a, b], excludes: [c, d]}";
    assert_eq!(answered(then, json!(["b", "x", "a"])), Verdict::Pass);
    let subject = "the answer to step 3";
    assert_eq!(lines(answered(then, json!(["a"]))), [format!("{subject}: also [b] / [a]")]);
    assert_eq!(lines(answered(then, json!(["a", "b", "c"]))), [format!("{subject}: without [c] / [a, b, c]")]);
    assert_eq!(lines(answered(then, json!(["b", "d"]))), [format!("{subject}: also [a], without [d] / [b, d]")]);
}

#[test]
fn an_answer_that_is_not_a_list_counts_as_a_list_of_one() {
    assert_eq!(answered("answers: {step: 3, includes: [4], excludes: [5]}", json!(4)), Verdict::Pass);
    assert_eq!(
        lines(answered("answers: {step: 3, excludes: [4]}", json!(4))),
        ["the answer to step 3: without [4] / 4"]
    );
}

#[test]
fn an_item_of_an_answer_may_say_more_than_is_claimed_but_a_whole_answer_may_not() {
    let answer = json!([{"to": "a", "cost": 1}]);
    assert_eq!(answered("answers: {step: 3, includes: [{to: a}]}", answer.clone()), Verdict::Pass);
    assert_eq!(mismatches(answered("answers: {step: 3, is: [{to: a}]}", answer)).len(), 1);
}

/// The moment of a failure on this path.
fn moment(path: &str, log: Log<'_>) -> Option<usize> {
    let before = json!({"leaders": {"chani": {"place": "pool"}}, "coins": 5, "chan": 1});
    let after = json!({"leaders": {"chani": {"place": "tanks"}}, "coins": 3, "chan": 2});
    let played = canned_engine::played(canned_engine::outcome(before, after, log));
    mismatches(verdict(&[&format!("unchanged: [{path}]")], played, &[])).remove(0).moment
}

#[test]
fn the_moment_of_a_mismatch_is_the_only_event_that_says_most_of_its_path() {
    let about = |words: &[&str]| ("moved", json!({"words": words}));
    assert_eq!(
        moment("leaders.chani.place", &[about(&["chani"]), about(&["chani", "place"]), about(&["place"])]),
        Some(1)
    );
    assert_eq!(moment("leaders.chani.place", &[about(&["chani"]), about(&["chani"]), about(&["none"])]), None);
    assert_eq!(moment("leaders.chani.place", &[about(&["none"]), about(&["stilgar"])]), None);
    // A word with only the same beginning or end is another word.
    assert_eq!(moment("chan", &[about(&["chan"]), about(&["chani", "chan_i", "a_chan"])]), Some(0));
    // Only the fields of an event count, lists as well as numbers.
    assert_eq!(moment("coins", &[("moved", json!({"what": "coins", "number": 2})), ("coins", json!({}))]), Some(0));
    for then in ["changes: {coins: 5 -> 4}", "state: {coins: 4}"] {
        let log: Log<'_> = &[about(&["coins"]), about(&["lamp"])];
        let played = canned_engine::outcome(json!({"coins": 5}), json!({"coins": 3}), log);
        let found = mismatches(verdict(&[then], canned_engine::played(played), &[])).remove(0);
        assert_eq!((found.subject.as_str(), found.moment), ("coins", Some(0)), "{then}");
    }
}

/// Of very many failures, the first thousand are kept, and then the first of every other claim.
#[test]
fn of_many_failures_each_failing_claim_is_reported_and_few_in_full() {
    let paths: Vec<String> = (0..1500).map(|number| format!("coins{number}")).collect();
    let state = |value: u32| paths.iter().map(|path| (path.clone(), json!(value))).collect::<Data>();
    let many = format!("unchanged: [{}]", paths.join(", "));
    let reported = mismatches(of_states(&[&many, "unchanged: [coins0, coins1]"], state(1), state(2)));
    let of = |claim: usize| reported.iter().filter(|mismatch| mismatch.claim == Some(claim)).count();
    assert_eq!((of(0), of(1)), (1000, 1));
}

#[test]
fn every_event_that_the_engine_does_not_have_is_reported() {
    let known = [note("lit", &[]), note("pulled", &[])];
    for form in ["events", "events_in_any_order"] {
        let reported = problems(knowing(&format!("{form}: [litt, lit, puled]"), &known));
        let reported: Vec<&str> = reported.iter().map(|problem| problem.message.as_str()).collect();
        assert_eq!(reported, ["the engine has no event `litt`", "the engine has no event `puled`"], "{form}");
    }
}

#[test]
fn a_refusal_without_the_reason_that_is_claimed_fails_the_games_own_engine() {
    let bare: Log<'_> = &[("refused", json!({"step": 2}))];
    for then in ["refused: {step: 2, code: no_pulling}", "refused: {step: 2, rule: \"toy/light.md:2\"}"] {
        let found = mismatches(of_log(&[then], bare)).remove(0);
        assert_eq!((found.actual.as_str(), found.moment), ("refused with ? by ?", Some(0)), "{then}");
    }
    let other: Log<'_> = &[("refused", json!({"step": 2, "code": "a", "rule": "toy/light.md:3"}))];
    let found = mismatches(of_log(&["refused: {step: 2, rule: \"toy/light.md:2\"}"], other)).remove(0);
    assert_eq!(
        (found.expected.as_str(), found.actual.as_str()),
        ("refused by toy/light.md:2", "refused with a by toy/light.md:3")
    );
}

#[test]
fn the_first_refusal_or_answer_of_a_step_is_judged() {
    let refused = |code: &str| ("refused", json!({"step": 2, "code": code}));
    let log = [refused("a"), refused("b")];
    assert_eq!(of_log(&["refused: {step: 2, code: a}"], &log), Verdict::Pass);
    assert_eq!(mismatches(of_log(&["refused: {step: 2, code: b}"], &log))[0].moment, Some(0));
    let answered = |answer: u32| ("answered", json!({"step": 3, "answer": answer}));
    let log = [answered(1), answered(2)];
    assert_eq!(of_log(&["answers: {step: 3, is: 1}"], &log), Verdict::Pass);
    assert_eq!(mismatches(of_log(&["answers: {step: 3, is: 2}"], &log))[0].moment, Some(0));
}

#[test]
fn missing_and_additional_answers_are_reported() {
    let then = "answers: {step: 3, includes: [a, b, c], excludes: [x, y, z]}";
    let found = mismatches(answered(then, json!(["b", "x", "z"]))).remove(0);
    assert_eq!((found.expected.as_str(), found.actual.as_str()), ("also [a, c], without [x, z]", "[b, x, z]"));
    let found = mismatches(answered("answers: {step: 3, is: [a]}", json!(["b"]))).remove(0);
    assert_eq!((found.expected.as_str(), found.actual.as_str()), ("[a]", "[b]"));
}

#[test]
fn an_event_that_happens_twice_instead_of_once_is_reported_with_how_often() {
    let log: Log<'_> = &[("lit", json!({})), ("lit", json!({})), ("lit", json!({}))];
    let found = mismatches(of_log(&["once: [lit]"], log)).remove(0);
    assert_eq!((found.expected.as_str(), found.actual.as_str()), ("lit, once", "3 times"));
}

#[test]
fn a_path_that_leads_nowhere_is_pointed_at_where_it_is_written() {
    for then in ["changes: {coinz: 5 -> 3}", "state: {coinz: 3}", "holds_before: {coinz: 5}", "unchanged: [coinz]"] {
        let place = problems(of_log(&[then], &[])).remove(0).place.expect("a place");
        assert_eq!(place.text(), "coinz", "{then}");
    }
    // Of two equal mistakes, each has its own position.
    let twice = problems(of_log(&["unchanged: [coinz]", "unchanged: [coinz]"], &[]));
    let starts: Vec<_> = twice.iter().map(|problem| problem.place.as_ref().expect("a place").start).collect();
    assert!(starts[0] < starts[1], "{starts:?}");
}

#[test]
fn the_fields_of_an_event_are_checked_at_any_position() {
    let known = [note("pulled", &[]), note("lit", &["by"])];
    let said = canned_engine::played(canned_engine::outcome(json!({}), json!({}), &[("lit", json!({"by": "a"}))]));
    let reported = problems(verdict(&["no_events: [lit: {bye: a}]"], said, &known));
    assert_eq!(reported[0].message, "the event `lit` has no field `bye`");
}
