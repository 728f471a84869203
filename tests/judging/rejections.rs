//! Scenarios that an engine rejects as invalid: whether the author or the engine made the mistake.

use serde_json::json;
use truthsayer_oracle::base::atomic_write;
use truthsayer_oracle::judge::play_and_judge::PlayAndJudge;
use truthsayer_oracle::judge::play_and_judge::Retention;
use truthsayer_oracle::judge::rejection::Arbiter;
use truthsayer_oracle::judge::verdict::Verdict;
use truthsayer_oracle::suite::golden;
use truthsayer_protocol::Task;

use crate::support::canned_engine;
use crate::support::canned_engine::CannedEngine;
use crate::support::canned_engine::CannedReply;
use crate::support::test_project::TestProject;
use crate::support::test_project::claim;

fn table() -> TestProject {
    TestProject::with("{wait: {}}, {press: {}}", &[claim(1, "costs 2 coins", "changes: {coins: 5 -> 3}")])
}

/// The verdict on an engine, where `reference` is the answer of the reference engine.
fn verdict(table: &TestProject, says: fn(&Task) -> CannedReply, reference: fn(&Task) -> CannedReply) -> Verdict {
    let (own, reference) = (CannedEngine::new(&[], says), CannedEngine::new(&[], reference));
    let arbiter = Some(Arbiter { maker: &reference, goldens: table.suite.project.goldens() });
    let trial = PlayAndJudge { goldens: None, arbiter, ..PlayAndJudge::of(&table.suite.project, Retention::Verdicts) };
    trial.run(&[&table.suite.scenarios[0]], &own)[0].verdict.clone()
}

fn rejects_the_press(_: &Task) -> CannedReply {
    canned_engine::invalid("when[1].press", "no such step")
}

fn plays(_: &Task) -> CannedReply {
    canned_engine::played(canned_engine::outcome(json!({"coins": 5}), json!({"coins": 3}), &[]))
}

fn dies(_: &Task) -> CannedReply {
    canned_engine::died()
}

#[test]
fn a_step_that_the_reference_engine_runs_is_not_the_authors_mistake() {
    let verdict = verdict(&table(), rejects_the_press, plays);
    let Verdict::Rejected(mismatch) = &verdict else { panic!("{verdict:?}") };
    assert_eq!(mismatch.subject, "step 2");
    assert_eq!(mismatch.actual, "the engine rejects it as invalid: no such step");
    assert!(!verdict.fails(0), "no claim was judged");
}

#[test]
fn a_script_that_the_engine_finds_too_short_is_not_the_authors_mistake_either() {
    let verdict = verdict(&table(), |_| canned_engine::invalid("when", "a decision is missing"), plays);
    assert!(matches!(&verdict, Verdict::Rejected(mismatch) if mismatch.subject == "the script"), "{verdict:?}");
}

#[test]
fn a_set_up_that_the_reference_engine_plays_is_unsupported() {
    for at in ["given", "given.coins", "given.readings.price"] {
        let says: fn(&Task) -> CannedReply = match at {
            "given" => |_| canned_engine::invalid("given", "not mine"),
            "given.coins" => |_| canned_engine::invalid("given.coins", "not mine"),
            _ => |_| canned_engine::invalid("given.readings.price", "not mine"),
        };
        assert_eq!(verdict(&table(), says, plays), Verdict::Unsupported("not mine".to_owned()), "{at}");
    }
}

#[test]
fn a_scenario_that_the_reference_rejects_too_is_invalid() {
    assert!(matches!(verdict(&table(), rejects_the_press, rejects_the_press), Verdict::Invalid(_)));
}

#[test]
fn a_golden_replaces_a_reference_engine_that_does_not_answer() {
    let table = table();
    assert!(matches!(verdict(&table, rejects_the_press, dies), Verdict::Invalid(_)), "nothing shows that it runs");
    let outcome = canned_engine::outcome(json!({"coins": 5}), json!({"coins": 3}), &[]);
    let (id, goldens) = (&table.suite.scenarios[0].id, table.suite.project.goldens());
    atomic_write::write(goldens.root, &goldens.path(id), &golden::render(id, &outcome)).expect("a golden");
    assert!(matches!(verdict(&table, rejects_the_press, dies), Verdict::Rejected(_)));
}

#[test]
fn without_another_engine_to_ask_an_invalid_scenario_is_the_authors_mistake() {
    let table = table().played_by(CannedEngine::new(&[], rejects_the_press));
    assert!(matches!(table.verdicts()[..], [Verdict::Invalid(_)]));
}
