//! Claimed refusals: which are reached, and by which rule a step is refused.

use serde_json::json;
use truthsayer_oracle::judge;
use truthsayer_oracle::judge::observability::Observability;
use truthsayer_oracle::judge::verdict::Verdict;
use truthsayer_protocol::Data;
use truthsayer_protocol::Profile;
use truthsayer_protocol::Task;

use crate::support::canned_engine;
use crate::support::canned_engine::CannedEngine;
use crate::support::test_project::TestProject;
use crate::support::test_project::claim;

const STEPS: &str = "{pull: {}}, {press: {}}, {pull: {}}";

fn refusal(step: usize) -> (&'static str, Data) {
    ("refused", json!({"step": step, "code": "no_pulling", "rule": "toy/light.md:2"}))
}

fn on_pulls(then: &str) -> String {
    claim(2, "forbidden", then)
}

/// Returns the verdict on claims about pulls, for this log.
fn verdict(claims: &[String], log: &[(&'static str, Data)], profile: &Profile) -> Verdict {
    let state = json!({"coins": 5});
    let said = canned_engine::played(canned_engine::outcome(state.clone(), state, log));
    judge::judge(&TestProject::with(STEPS, claims).suite.scenarios[0], &said, &Observability::of_own_engine(profile))
        .verdict
}

fn of(then: &[&str], log: &[(&'static str, Data)]) -> Verdict {
    let claims: Vec<String> = then.iter().map(|then| on_pulls(then)).collect();
    verdict(&claims, log, &Profile::default())
}

/// The claims that are not reached, and why.
fn unreached(verdict: &Verdict) -> Vec<(usize, &str)> {
    let mismatches = verdict.mismatches().iter();
    mismatches.filter_map(|mismatch| Some((mismatch.unreached?, mismatch.actual.as_str()))).collect()
}

#[test]
fn a_claimed_refusal_after_one_that_no_claim_expects_is_not_reached() {
    const WHY: &str = "not reached: step 1 was refused before it, and no claim expects that";
    // The claim is not reached, whether or not the step is refused.
    for log in [&[refusal(1), refusal(3)][..], &[refusal(1)]] {
        let verdict = of(&["refused: {step: 3, code: no_pulling}"], log);
        assert_eq!(unreached(&verdict), [(0, WHY)]);
        assert!(!verdict.fails(0), "it kills no mutant");
        let other: Vec<&str> = verdict.mismatches().iter().map(|it| it.subject.as_str()).collect();
        assert_eq!(other, ["step 3", "step 1"], "the refusal itself is reported as well");
    }
    assert_eq!(of(&["refused: {step: 3}", "refused: {step: 1}"], &[refusal(1), refusal(3)]), Verdict::Pass);
    assert_eq!(of(&["refused: [{step: 1}, {step: 3}]"], &[refusal(1), refusal(3)]), Verdict::Pass);
    assert_eq!(unreached(&of(&["refused: {step: 1}"], &[refusal(1), refusal(3)])), [], "a later one does not matter");
}

#[test]
fn a_refusal_without_a_step_counts_as_earlier_if_the_log_has_it_earlier() {
    let bare = ("refused", json!({"code": "no_pulling"}));
    let verdict = of(&["refused: {step: 3}"], &[bare.clone(), refusal(3)]);
    assert_eq!(unreached(&verdict), [(0, "not reached: a step was refused before it, and no claim expects that")]);
    assert_eq!(unreached(&of(&["refused: {step: 3}"], &[refusal(3), bare])), []);
}

#[test]
fn a_claim_that_is_not_reached_neither_holds_nor_kills_a_mutant() {
    // With the switch off, the first pull is refused and the last one is not.
    let says = |task: &Task| {
        let is_off = task.without.iter().any(|switch| switch == "first_pull");
        let log: &[_] = if is_off { &[refusal(1)] } else { &[refusal(3)] };
        let outcome = canned_engine::outcome(json!({"coins": 5}), json!({"coins": 5}), log);
        canned_engine::played(canned_engine::fired(outcome, &[("first_pull", "a.rs", 1)]))
    };
    let switches = [("first_pull", "toy/light.md:2", "forbidden")];
    let third = on_pulls("refused: {step: 3, code: no_pulling}");
    let table = TestProject::with(STEPS, &[third]).played_by(CannedEngine::new(&switches, says));
    table.mutant("first_pull", |mutant| assert!(mutant.survives(), "{:?}", mutant.killed_by));
    table.trial(|judged| assert_eq!(judged[0].holds(0), Some(true)));
    let table = table.without(&["first_pull"]);
    table.trial(|judged| assert_eq!(judged[0].holds(0), None, "{:?}", judged[0].verdict));
}

#[test]
fn a_claim_under_another_reading_excuses_no_refusal() {
    let own = "under: {pulls: free}\n    then: {refused: {step: 1}}";
    let other = on_pulls("unchanged: [coins]");
    let under = on_pulls("refused: {step: 1}").replace("then: {refused: {step: 1}}", own);
    assert!(under.contains("under:"), "{under}");
    let mut profile = Profile::default();
    let values = ["forbidden", "free"].map(str::to_owned);
    profile.readings.push(truthsayer_protocol::ReadingNote::new("pulls", values, "pulls"));
    let verdict = verdict(&[under, other], &[refusal(1)], &profile);
    let subjects: Vec<&str> = verdict.mismatches().iter().map(|it| it.subject.as_str()).collect();
    assert_eq!(subjects, ["step 1"], "{verdict:?}");
}

#[test]
fn the_rule_of_a_refusal_is_compared_by_what_it_means() {
    for rule in ["toy/light.md:2", "toy/light.md#PULL", "toy/light.md#pull", "toy/light.md:2.1", "toy/light.md:1-2"] {
        for then in
            [format!("refused: {{step: 3, rule: \"{rule}\"}}"), format!("events: [refused: {{rule: \"{rule}\"}}]")]
        {
            let both = [&*then, "refused: {step: 3}"];
            assert_eq!(of(&both, &[refusal(3)]), Verdict::Pass, "{then}");
        }
    }
    for rule in ["toy/light.md:1", "toy/light.md#PRESS", "toy/light.md#IDLE", "rule 2"] {
        let verdict = of(&[&format!("refused: {{step: 3, rule: \"{rule}\"}}")], &[refusal(3)]);
        let found: Vec<&str> = verdict.mismatches().iter().map(|it| it.actual.as_str()).collect();
        assert_eq!(found, ["refused with no_pulling by toy/light.md:2"], "{rule}");
    }
}

#[test]
fn a_field_of_a_refusal_that_the_project_ignores_is_not_compared() {
    let ignoring = |fields: &[&str]| {
        let mut profile = Profile::default();
        profile.ignored_fields = [("refused".to_owned(), fields.iter().map(|it| (*it).to_owned()).collect())].into();
        profile
    };
    let claimed = [on_pulls("refused: {step: 3, code: other_word, rule: \"toy/light.md:1\"}")];
    let judged = |fields: &[&str]| verdict(&claimed, &[refusal(3)], &ignoring(fields));
    assert_eq!(judged(&["code", "rule"]), Verdict::Pass);
    for fields in [&["code"][..], &["rule"], &[]] {
        assert!(judged(fields).fails(0), "{fields:?}");
    }
    let accepted = verdict(&claimed, &[], &ignoring(&["code", "rule"]));
    assert!(accepted.fails(0), "that it is refused is compared all the same");
    assert_eq!(accepted.mismatches()[0].expected, "refused");
}
