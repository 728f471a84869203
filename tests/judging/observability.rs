//! Observability: each line is judged only if the engine shows it.

use serde_json::json;
use truthsayer_oracle::judge;
use truthsayer_oracle::judge::Judgement;
use truthsayer_oracle::judge::observability::ExpectationLine;
use truthsayer_oracle::judge::observability::Observability;
use truthsayer_oracle::judge::observability::Observed;
use truthsayer_oracle::judge::verdict::Unshown;
use truthsayer_oracle::judge::verdict::Verdict;
use truthsayer_protocol::Crash;
use truthsayer_protocol::Data;
use truthsayer_protocol::EventNote;
use truthsayer_protocol::Firing;
use truthsayer_protocol::Observes;
use truthsayer_protocol::Profile;
use truthsayer_protocol::Refusals;
use truthsayer_protocol::Reply;
use truthsayer_protocol::ShownEvent;
use truthsayer_protocol::Task;

use crate::support::canned_engine;
use crate::support::canned_engine::CannedEngine;
use crate::support::canned_engine::CannedReply;
use crate::support::test_project::TestProject;
use crate::support::test_project::claim;

const STEPS: &str = "{press: {}}, {pull: {}}, {ask: {moves: all}}";

type Log<'a> = &'a [(&'static str, Data)];

fn reference() -> Profile {
    Profile::new("own", "1", "toy")
        .with_events([EventNote::new("lit", ["by", "how"]), EventNote::new("pulled", ["by"])])
}

/// The verdict on another engine with this `observes`, and how much of the claim was shown.
fn judged(then: &str, observes: impl Into<Option<Observes>>, said: CannedReply) -> (Verdict, Observed) {
    let stranger = Profile::new("stranger", "1", "toy").with_observes(observes);
    let table = TestProject::with(STEPS, &[claim(1, "turns the light on", then)]);
    let scenario = &table.suite.scenarios[0];
    let reference = reference();
    let Judgement { verdict, hidden } = judge::judge(scenario, &said, &Observability::foreign(&stranger, &reference));
    let observed = hidden.observed(0, &scenario.claims[0]);
    (verdict, observed)
}

fn of_log(then: &str, observes: impl Into<Option<Observes>>, log: Log<'_>) -> (Verdict, Observed) {
    judged(then, observes, canned_engine::played(canned_engine::outcome(json!({"coins": 5}), json!({"coins": 3}), log)))
}

fn shown(shown: usize, all: usize) -> Observed {
    Observed { shown, all, in_part: 0 }
}

fn in_part(shown: usize, all: usize, in_part: usize) -> Observed {
    Observed { shown, all, in_part }
}

fn failing(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Fail(_))
}

#[test]
fn a_path_that_is_not_declared_is_neither_held_nor_failed() {
    let board = || Observes::nothing().state(["board"]);
    assert_eq!(of_log("state: {bank: 1}", board(), &[]), (Verdict::Unobserved, shown(0, 1)));
    let coins = || Observes::nothing().state(["coins"]);
    assert_eq!(of_log("changes: {coins: 5 -> 3, bank: 1 -> 2}", coins(), &[]), (Verdict::Pass, shown(1, 2)));
    assert!(failing(&of_log("changes: {coins: 5 -> 4}", coins(), &[]).0));
    // A promised path must be there. A path that is not declared is not judged, even if the engine sends it.
    assert!(failing(&of_log("state: {board: x}", board(), &[]).0));
    assert_eq!(of_log("changes: {coins: 5 -> 4}", board(), &[]), (Verdict::Unobserved, shown(0, 1)));
    let null = canned_engine::played(canned_engine::outcome(json!({"bank": null}), json!({"bank": null}), &[]));
    for then in ["changes: {bank: 1 -> 2}", "state: {bank: 2}", "unchanged: [bank]", "holds_before: {bank: 1}"] {
        assert_eq!(judged(then, board(), null.clone()), (Verdict::Unobserved, shown(0, 1)), "{then}");
    }
    for (then, expected) in [("unchanged: [board]", "unchanged"), ("holds_before: {board: x}", "x")] {
        let found = of_log(then, board(), &[]).0;
        let found = &found.mismatches()[0];
        assert_eq!((found.subject.as_str(), found.expected.as_str()), ("board", expected));
    }
    assert_eq!(of_log("unchanged: [bank]", board(), &[]).0, Verdict::Unobserved);
    assert_eq!(of_log("holds_before: {bank: 1}", board(), &[]).0, Verdict::Unobserved);
}

#[test]
fn a_value_that_appears_or_vanishes_is_shown() {
    let of = |then: &str, before: Data, after: Data| {
        judged(then, None, canned_engine::played(canned_engine::outcome(before, after, &[])))
    };
    let gold = || json!({"gold": 3});
    assert_eq!(of("state: {gold: 3}", json!({}), gold()), (Verdict::Pass, shown(1, 1)));
    assert!(failing(&of("unchanged: [gold]", gold(), json!({})).0));
    assert_eq!(of("state: {gold: 3}", json!({}), json!({})), (Verdict::Unobserved, shown(0, 1)));
}

#[test]
fn a_map_is_judged_as_a_whole_only_where_all_of_it_is_shown() {
    let of = |before: Data, after: Data, observes: Option<Observes>| {
        let said = canned_engine::played(canned_engine::outcome(json!({"bank": before}), json!({"bank": after}), &[]));
        judged("state: {bank: {spice: 2, coins: 1}}", observes, said).0
    };
    let map = |spice: u32| json!({"spice": spice});
    let board = || Some(Observes::nothing().state(["board"]));
    assert_eq!(of(map(1), map(2), board()), Verdict::Unobserved);
    assert_eq!(of(map(1), json!(7), board()), Verdict::Unobserved, "it was a map");
    assert_eq!(of(json!(7), map(2), board()), Verdict::Unobserved, "it is a map now");
    assert_eq!(of(json!(6), json!(7), board()), Verdict::Unobserved, "it is not declared");
    assert_eq!(of(map(1), map(2), Some(Observes::nothing().state(["bank.spice"]))), Verdict::Unobserved, "in part");
    assert!(failing(&of(map(1), map(2), Some(Observes::nothing().state(["bank"])))), "it is promised");
    assert!(failing(&of(map(1), map(2), None)), "without `observes`, everything is shown");
    assert!(failing(&of(map(1), map(2), Some(Observes::everything().events(["lit"])))), "all of the state is shown");
}

#[test]
fn a_star_in_a_path_stands_for_any_key() {
    let of = |then: &str| {
        let state = |place: &str| json!({"leaders": {"chani": {"place": place, "alive": null}}});
        let said = canned_engine::played(canned_engine::outcome(state("pool"), state("tanks"), &[]));
        judged(then, Observes::nothing().state(["leaders.*.place"]), said)
    };
    assert_eq!(of("changes: {leaders.chani.place: pool -> tanks}"), (Verdict::Pass, shown(1, 1)));
    assert!(failing(&of("changes: {leaders.chani.place: pool -> desert}").0));
    assert!(failing(&of("changes: {leaders.stilgar.place: pool -> tanks}").0), "it is promised for every leader");
    assert_eq!(of("changes: {leaders.chani.alive: true -> false}"), (Verdict::Unobserved, shown(0, 1)));
    assert_eq!(of("unchanged: [leaders.chani]"), (Verdict::Unobserved, shown(0, 1)), "a part of it is not shown");
}

/// Returns the fact that is not shown according to the first failure.
fn unshown(then: &str, observes: impl Into<Option<Observes>>, said: CannedReply) -> Option<Unshown> {
    let verdict = judged(then, observes, said).0;
    assert!(failing(&verdict), "{then}: {verdict:?}");
    verdict.mismatches()[0].unshown.as_deref().cloned()
}

#[test]
fn a_promised_path_that_is_absent_fails_with_the_declaration_that_promises_it() {
    let said = || canned_engine::played(canned_engine::outcome(json!({"leaders": {}}), json!({"leaders": {}}), &[]));
    let leaders = || Observes::nothing().state(["coins", "leaders"]);
    let then = "changes: {leaders.chani.place: pool -> tanks}";
    let verdict = judged(then, leaders(), said()).0;
    let actual = "the state has no such path, although `observes` declares `leaders`";
    assert_eq!(verdict.mismatches()[0].actual, actual);
    let path = Some(Unshown::Path("leaders.chani.place".to_owned()));
    assert_eq!(unshown(then, leaders(), said()), path);
    // A value of the set-up that is null in both states is a placeholder. A value that does not appear is not.
    let null = || canned_engine::played(canned_engine::outcome(json!({"bank": null}), json!({"bank": null}), &[]));
    assert_eq!(unshown("changes: {bank: 1 -> 2}", None, null()), Some(Unshown::Path("bank".to_owned())));
    assert_eq!(unshown("holds_before: {bank: 1}", None, null()), Some(Unshown::Path("bank".to_owned())));
    assert_eq!(unshown("changes: {bank: null -> 2}", None, null()), None);
    let lost = canned_engine::played(canned_engine::outcome(json!({"bank": 1}), json!({"bank": null}), &[]));
    assert_eq!(unshown("changes: {bank: 1 -> 2}", None, lost), None);
}

#[test]
fn a_field_that_alone_is_missing_is_named() {
    let said = |log: Log<'_>| canned_engine::played(canned_engine::outcome(json!({}), json!({}), log));
    let fields = |fields: &[&str]| {
        let fields = fields.iter().map(|field| (*field).to_owned()).collect();
        Some(Unshown::Fields { event: "lit".to_owned(), fields })
    };
    let bare: Log<'_> = &[("lit", json!({"by": "a", "how": null})), ("pulled", json!({"by": "b"}))];
    for then in ["events: [lit: {how: well}]", "events_in_any_order: [lit: {how: well}]", "once: [lit: {how: well}]"] {
        assert_eq!(unshown(then, None, said(bare)), fields(&["how"]), "{then}");
    }
    assert_eq!(unshown("events: [lit: {by: b, how: well}]", None, said(bare)), None, "something else is wrong, too");
    let nothing: Log<'_> = &[("lit", json!({}))];
    assert_eq!(unshown("events: [lit: {by: b, how: well}]", None, said(nothing)), fields(&["by", "how"]));
    let once: Log<'_> = &[("lit", json!({"by": "a"})), ("lit", json!({"how": "badly"}))];
    assert_eq!(unshown("events: [lit: {by: a, how: well}]", None, said(once)), None, "another event has it");
    assert_eq!(unshown("events: [pulled, lit]", None, said(bare)), None, "it came too early");
    assert_eq!(unshown("events: [lit]", None, said(&[])), Some(Unshown::Event("lit".to_owned())));
}

#[test]
fn a_field_that_observes_leaves_out_is_not_judged_and_counted() {
    let by = || Observes::everything().events([ShownEvent::with_fields("lit", ["by"]), ShownEvent::every_other()]);
    for how in [json!({"by": "a"}), json!({"by": "a", "how": null}), json!({"by": "a", "how": "badly"})] {
        let log: Log<'_> = &[("lit", how.clone())];
        let claimed = |fields: &str| of_log(&format!("events: [lit: {fields}]"), by(), log);
        assert_eq!(claimed("{by: a, how: well}"), (Verdict::Pass, in_part(1, 1, 1)), "{how}");
        assert!(failing(&claimed("{by: b, how: well}").0), "{how}");
        assert_eq!(claimed("{how: well}"), (Verdict::Unobserved, shown(0, 1)), "{how}");
        let negative = of_log("no_events: [lit: {by: a, how: well}]", by(), log);
        assert_eq!(negative, (Verdict::Unobserved, shown(0, 1)), "{how}");
    }
    assert!(matches!(of_log("events: [lit: {hwo: well}]", by(), &[]).0, Verdict::Invalid(_)), "nobody has it");
    assert_eq!(of_log("events: [pulled: {by: a}]", by(), &[("pulled", json!({"by": "a"}))]).0, Verdict::Pass);
}

#[test]
fn a_misspelt_field_is_the_authors_mistake_on_an_engine_that_lists_none() {
    let log: Log<'_> = &[("lit", json!({"by": "a"}))];
    for then in ["events: [lit: {bye: a}]", "no_events: [lit: {bye: a}]", "once: [lit: {by: a, bye: a}]"] {
        let Verdict::Invalid(problems) = of_log(then, None, log).0 else { panic!("{then}") };
        assert_eq!(problems[0].message, "the event `lit` has no field `bye`", "{then}");
        assert!(problems[0].help.iter().any(|help| help.contains("`by`")), "{:?}", problems[0].help);
    }
}

#[test]
fn an_event_is_unobserved_only_if_some_engine_has_it() {
    let silent = || Observes::nothing();
    assert_eq!(of_log("events: [lit]", silent(), &[]), (Verdict::Unobserved, shown(0, 1)));
    assert!(matches!(of_log("events: [litt]", silent(), &[]).0, Verdict::Invalid(_)));
    // Unobserved lines are reported next to an author's mistake, too.
    let (verdict, observed) = of_log("events: [lit, litt]", silent(), &[]);
    assert!(matches!(verdict, Verdict::Invalid(_)) && observed == shown(1, 2), "{verdict:?} {observed:?}");
    // `*` does not make a misspelt event known.
    let others = || Observes::everything().events([ShownEvent::with_fields("lit", ["by"]), ShownEvent::every_other()]);
    for then in ["events: [litt]", "no_events: [litt]"] {
        assert!(matches!(of_log(then, others(), &[]).0, Verdict::Invalid(_)), "{then}");
    }
    assert!(failing(&of_log("events: [pulled]", others(), &[]).0), "it is one of the others");
    // An event that is sent although it is not declared is not judged.
    assert_eq!(of_log("no_events: [lit]", silent(), &[("lit", json!({}))]), (Verdict::Unobserved, shown(0, 1)));
    assert_eq!(of_log("events: [lit]", silent(), &[("lit", json!({}))]), (Verdict::Unobserved, shown(0, 1)));
    // Of several expectations, the shown ones are judged.
    let some = Observes::everything().events(["pulled"]);
    assert_eq!(of_log("events: [lit, pulled]", some, &[("pulled", json!({}))]), (Verdict::Pass, shown(1, 2)));
}

#[test]
fn a_bare_refusal_is_a_refusal_without_a_reason() {
    let bare = || Observes::everything().refusals(Refusals::Bare);
    let refused: Log<'_> = &[("refused", json!({"step": 2}))];
    let claimed = "refused: {step: 2, code: no_pulling}";
    assert_eq!(of_log(claimed, bare(), refused), (Verdict::Pass, shown(1, 2)));
    assert!(failing(&of_log(claimed, bare(), &[]).0), "it was accepted");
    let other: Log<'_> = &[("refused", json!({"step": 2, "code": "other"}))];
    assert_eq!(of_log(claimed, bare(), other), (Verdict::Pass, shown(1, 2)), "reasons are not declared");
    assert!(failing(&of_log(claimed, None, other).0));
    let none = || Observes::everything().refusals(Refusals::None);
    assert_eq!(of_log(claimed, none(), &[]), (Verdict::Unobserved, shown(0, 2)));
    assert_eq!(of_log(claimed, none(), other), (Verdict::Unobserved, shown(0, 2)));
    assert_eq!(of_log("unchanged: [coins]", none().state(["board"]), other).0, Verdict::Unobserved);
    assert_eq!(of_log("refused: {step: 2}", bare(), other), (Verdict::Pass, shown(1, 1)), "whatever the reason");
}

/// The lines of the claim that another engine did not show.
fn hidden(then: &str, observes: impl Into<Option<Observes>>, log: Log<'_>) -> Vec<usize> {
    let stranger = Profile::new("stranger", "1", "toy").with_observes(observes);
    let table = TestProject::with(STEPS, &[claim(1, "turns the light on", then)]);
    let said = canned_engine::played(canned_engine::outcome(json!({"coins": 5}), json!({"coins": 3}), log));
    let reference = reference();
    let observability = Observability::foreign(&stranger, &reference);
    let Judgement { hidden, .. } = judge::judge(&table.suite.scenarios[0], &said, &observability);
    (0..4).filter(|line| hidden.contains(ExpectationLine { claim: 0, expectation: 0, line: *line })).collect()
}

#[test]
fn only_the_shown_parts_of_a_reason_are_judged() {
    let coded = || Observes::everything().refusals(Refusals::Coded);
    let refused = |data: Data| [("refused", data)];
    let by_rule = "refused: {step: 2, rule: \"toy/light.md:2\"}";
    let both = "refused: {step: 2, code: no_pulling, rule: \"toy/light.md:2\"}";
    let code_only = refused(json!({"step": 2, "code": "no_pulling"}));
    assert_eq!(of_log(both, coded(), &code_only), (Verdict::Pass, shown(2, 2)), "the code is sent and right");
    assert_eq!(of_log(by_rule, coded(), &code_only), (Verdict::Pass, shown(1, 2)), "the rule is not sent");
    let other_rule = refused(json!({"step": 2, "rule": "toy/light.md:3"}));
    assert!(failing(&of_log(by_rule, coded(), &other_rule).0), "the rule is sent and wrong");
    assert_eq!(hidden(by_rule, coded(), &code_only), [1], "what is hidden is the reason, not the refusal");
}

#[test]
fn unobserved_lines_are_identified_by_position() {
    let some = || Observes::everything().events(["pulled"]);
    assert_eq!(hidden("events: [pulled, lit]", some(), &[("pulled", json!({}))]), [1]);
    assert_eq!(hidden("events_in_any_order: [pulled, lit]", some(), &[("pulled", json!({}))]), [1]);
    assert_eq!(hidden("no_events: [lit]", some(), &[]), [0]);
    assert_eq!(hidden("once: [lit]", some(), &[]), [0]);
    assert_eq!(hidden("answers: {step: 3, is: [a]}", Observes::everything().answers(["zone"]), &[]), [0]);
    assert_eq!(hidden("state: {bank: 1}", Observes::nothing().state(["board"]), &[]), [0]);
    let none = Observes::everything().refusals(Refusals::None);
    assert_eq!(hidden("refused: {step: 2, code: a}", none, &[]), [0, 1]);
    // After an unobserved event, an observed one is still searched for.
    for form in ["events", "events_in_any_order"] {
        assert!(failing(&of_log(&format!("{form}: [lit, pulled]"), some(), &[]).0), "{form}");
    }
}

#[test]
fn a_question_that_it_does_not_answer_is_unobserved() {
    let claimed = "answers: {step: 3, is: [a]}";
    let answer: Log<'_> = &[("answered", json!({"step": 3, "answer": ["b"]}))];
    for log in [&[], answer] {
        assert_eq!(of_log(claimed, Observes::everything().answers(["zone"]), log), (Verdict::Unobserved, shown(0, 1)));
    }
    assert!(failing(&of_log(claimed, Observes::everything().answers(["moves"]), &[]).0));
    assert!(failing(&of_log(claimed, None, &[]).0), "who says nothing answers everything");
    // An undeclared question is not one that the engine declared as unanswered.
    let stranger = Profile::new("stranger", "1", "toy").with_observes(Observes::everything().answers(["zone"]));
    let table = TestProject::with("{ask: 7}", &[claim(1, "turns the light on", "answers: {step: 1, is: [a]}")]);
    let said = canned_engine::played(canned_engine::outcome(json!({}), json!({}), &[]));
    let judgement = judge::judge(&table.suite.scenarios[0], &said, &Observability::foreign(&stranger, &reference()));
    assert!(failing(&judgement.verdict));
}

#[test]
fn a_vacuous_claim_on_another_engine_is_a_failure_of_that_engine() {
    let same = canned_engine::played(canned_engine::outcome(json!({"coins": 3}), json!({"coins": 3}), &[]));
    let verdict = judged("state: {coins: 3}", None, same).0;
    let found = &verdict.mismatches()[0];
    let reported = (found.subject.as_str(), found.expected.as_str(), found.actual.as_str());
    assert_eq!(reported, ("coins", "3 only at the end", "3 from the beginning"));
}

#[test]
fn an_exception_is_reported_with_its_step() {
    let failure = Crash::new("TypeError: no").thrown_at("engine.py:68".to_owned()).at_step(2);
    let (verdict, _) = judged("state: {coins: 3}", None, Ok(Reply::Crashed(failure.clone())));
    let Verdict::Crashed(crash) = verdict else { panic!("{verdict:?}") };
    assert_eq!(crash.failure, failure);
    let failed = &crash.mismatch;
    let actual = "the engine crashed at engine.py:68: TypeError: no";
    assert_eq!((failed.subject.as_str(), failed.actual.as_str()), ("step 2", actual));
    assert_eq!((failed.expected.as_str(), failed.place.text()), ("played to the end", "{pull: {}}"));
    let (verdict, _) = judged("state: {coins: 3}", None, Ok(Reply::Crashed(Crash::new("TypeError: no"))));
    let Verdict::Crashed(crash) = verdict else { panic!("{verdict:?}") };
    let reported = (crash.mismatch.subject.as_str(), crash.mismatch.actual.as_str());
    assert_eq!(
        reported,
        ("the play", "the engine crashed: TypeError: no"),
        "if it does not say at which step and line"
    );
}

#[test]
fn an_ignored_field_is_passed_over_where_that_forbids_nothing_else() {
    let mut stranger = Profile::new("stranger", "1", "toy");
    stranger.ignored_fields.insert("lit".to_owned(), vec!["by".to_owned()]);
    let verdict = |then: &str, log: Log<'_>| {
        let table = TestProject::with(STEPS, &[claim(1, "turns the light on", then)]);
        let said = canned_engine::played(canned_engine::outcome(json!({}), json!({}), log));
        judge::judge(&table.suite.scenarios[0], &said, &Observability::foreign(&stranger, &reference())).verdict
    };
    let log: Log<'_> = &[("lit", json!({"by": "x", "how": "well"}))];
    assert_eq!(verdict("events: [lit: {by: a, how: well}]", log), Verdict::Pass);
    assert!(failing(&verdict("events: [lit: {by: a, how: badly}]", log)));
    assert_eq!(verdict("events: [lit: {by: a}]", log), Verdict::Unobserved, "nothing of it is left");
    assert_eq!(verdict("events: [lit: {by: a}]", &[]), Verdict::Unobserved, "nor asked for");
    assert_eq!(verdict("no_events: [lit: {by: a, how: well}]", log), Verdict::Unobserved);
    let more: Log<'_> = &[("lit", json!({"by": "x", "how": "well", "where": "here"}))];
    assert!(failing(&verdict("events: [lit: {by: a, how: well, where: there}]", more)), "all that is left counts");
    assert_eq!(verdict("events: [lit: {by: a, how: well, where: here}]", more), Verdict::Pass);
}

#[test]
fn a_field_of_the_reference_is_unobserved_and_an_unknown_field_is_a_mistake() {
    let mut stranger = Profile::new("stranger", "1", "toy")
        .with_events([EventNote::new("pulled", ["by"]), EventNote::new("lit", ["how"])]);
    stranger.ignored_fields.insert("lit".to_owned(), vec!["mood".to_owned()]);
    let reference = reference();
    let judged = |then: &str, log: Log<'_>| {
        let table = TestProject::with(STEPS, &[claim(1, "turns the light on", then)]);
        let said = canned_engine::played(canned_engine::outcome(json!({}), json!({}), log));
        let Judgement { verdict, hidden } =
            judge::judge(&table.suite.scenarios[0], &said, &Observability::foreign(&stranger, &reference));
        let lines = (0..4).filter(|line| hidden.contains(ExpectationLine { claim: 0, expectation: 0, line: *line }));
        (verdict, lines.collect::<Vec<usize>>())
    };
    let log: Log<'_> = &[("pulled", json!({"by": "a"})), ("lit", json!({"how": "well"}))];
    assert_eq!(judged("events: [lit: {by: a, how: well}]", log), (Verdict::Pass, vec![]));
    assert!(failing(&judged("events: [lit: {by: a, how: badly}]", log).0));
    assert_eq!(judged("events: [pulled, lit: {by: a}]", log), (Verdict::Pass, vec![1]), "nothing of it is left");
    assert_eq!(judged("events_in_any_order: [pulled, lit: {by: a}]", log), (Verdict::Pass, vec![1]));
    assert_eq!(judged("no_events: [lit: {by: a, how: well}]", log), (Verdict::Unobserved, vec![0]));
    assert_eq!(judged("events: [lit: {mood: x, how: well}]", log).0, Verdict::Pass, "not compared, so no slip");
    for then in ["events: [lit: {bye: a, how: well}]", "no_events: [lit: {bye: a}]"] {
        let Verdict::Invalid(problems) = judged(then, log).0 else { panic!("{then}") };
        assert_eq!(problems[0].message, "the event `lit` has no field `bye`", "{then}");
        assert_eq!(problems.len(), 1, "{then}");
    }
}

#[test]
fn the_newer_forms_of_then() {
    let own = |then: &str, log: Log<'_>| {
        let table = TestProject::with(STEPS, &[claim(1, "turns the light on", then)]);
        let said = canned_engine::played(canned_engine::outcome(json!({"hand": ["a"]}), json!({"hand": []}), log));
        judge::judge(&table.suite.scenarios[0], &said, &Observability::of_own_engine(&Profile::default())).verdict
    };
    let two: Log<'_> = &[("pulled", json!({})), ("lit", json!({"by": "a"})), ("lit", json!({"by": "b"}))];
    assert!(failing(&own("events: [lit, pulled]", two)));
    assert_eq!(own("events_in_any_order: [lit, pulled]", two), Verdict::Pass);
    assert_eq!(own("events_in_any_order: [lit, lit: {by: a}]", two), Verdict::Pass, "the first makes room");
    assert!(failing(&own("events_in_any_order: [lit, lit, lit]", two)), "each takes an event of its own");
    assert_eq!(own("once: [pulled]", two), Verdict::Pass);
    assert!(failing(&own("once: [lit]", two)) && failing(&own("once: [pressed]", two)));
    assert_eq!(own("once: [lit: {by: a}]", two), Verdict::Pass);
    assert_eq!(own("changes: {hand: {before: [a], after: []}}", two), Verdict::Pass);
    assert!(failing(&own("changes: {hand: {before: [a], after: [b]}}", two)));
    assert_eq!(own("holds_before: {hand: [a]}", two), Verdict::Pass);
    let verdict = own("holds_before: {hand: []}", two);
    let found = &verdict.mismatches()[0];
    let reported = (found.subject.as_str(), found.expected.as_str(), found.actual.as_str());
    assert_eq!(reported, ("hand", "[] before the first step", "[a]"));
    assert!(matches!(own("holds_before: {foot: []}", two), Verdict::Invalid(_)));
}

#[test]
fn an_unobserved_claim_does_not_count_as_passing_for_a_switch_that_fires_everywhere() {
    let says = |task: &Task| {
        let mut outcome = canned_engine::pressed(task);
        outcome.fired = vec![Firing::new("costs", 0)];
        canned_engine::played(outcome)
    };
    let is_specific = |then: &str| {
        let claims = [claim(1, "costs 2 coins", "changes: {coins: 5 -> 3}"), claim(1, "turns the light on", then)];
        let mut puppet = CannedEngine::new(&[("costs", "toy/light.md:1", "costs 2 coins")], says);
        puppet.observes(Observes::nothing().state(["coins"]).events(["pressed"]));
        TestProject::with("{press: {}}", &claims).played_by(puppet).mutant("costs", |mutant| mutant.is_specific())
    };
    assert!(is_specific("events: [pressed]"));
    assert!(!is_specific("state: {light: on}"), "nobody saw the light");
}
