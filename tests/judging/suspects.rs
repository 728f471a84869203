//! Suspects: clauses ranked by how well they match the failing claims.

use truthsayer_oracle::evidence::suspect::Suspect;
use truthsayer_oracle::run::NoProgress;
use truthsayer_oracle::run::Run;
use truthsayer_oracle::run::seat::Seat;
use truthsayer_oracle::run::seat::Seats;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;

use crate::support::canned_engine;
use crate::support::canned_engine::CannedEngine;
use crate::support::canned_engine::CannedReply;
use crate::support::test_project::TestProject;
use crate::support::test_project::claim;
use crate::support::test_project::scenario;
use crate::support::toy_engine::Toy;

/// Three presses with claims on the light and the price, and one forbidden pull.
fn table() -> TestProject {
    let press =
        || [claim(1, "turns the light on", "state: {light: on}"), claim(1, "costs 2 coins", "events: [pressed]")];
    let presses = ["{wait: {}}, {press: {}}", "{press: {}}", "{press: {}}, {ask: {}}"].map(|it| scenario(it, &press()));
    let pull = scenario("{pull: {}}", &[claim(2, "forbidden", "refused: {step: 1, code: no_pulling}")]);
    let all = [("long", &presses[0]), ("one", &presses[1]), ("ask", &presses[2]), ("pull", &pull)];
    TestProject::new(&all.map(|(name, text)| (name, text.as_str())), "")
}

/// The toy engine with some switches off, which it does not declare.
fn without(task: &Task, off: &[&str]) -> CannedReply {
    let mut task = task.clone();
    task.without = off.iter().map(|switch| (*switch).to_owned()).collect();
    match Toy::new().engine().play(&task)? {
        Reply::Played(outcome) => canned_engine::played(*outcome),
        other => Ok(other),
    }
}

fn suspects(table: &TestProject, seat: Seat) -> Vec<Suspect> {
    let seats = Seats::from([("toy".to_owned(), seat)]);
    let findings = Run::new(&table.suite, &seats, 1, &NoProgress).findings();
    findings.diagnosis.suspects
}

fn clauses(suspects: &[Suspect]) -> Vec<String> {
    suspects.iter().map(|suspect| suspect.clauses[0].to_string()).collect()
}

fn dark(task: &Task) -> CannedReply {
    without(task, &["press_lights"])
}

#[test]
fn the_reference_engine_gets_suspects_from_claims_and_citations_alone() {
    let table = table();
    let found = suspects(&table, Seat::reference(Box::new(CannedEngine::new(&[], dark))));
    assert_eq!(clauses(&found), ["toy/light.md:1.1"]);
    let first = &found[0];
    assert_eq!((first.failing, first.of, first.explains.len()), (3, 3, 3));
    assert_eq!(first.scenario, "toy/case/one", "the one with the fewest steps");
    assert!((first.score - 1.0).abs() < 1e-9, "exactly its claims fail: {}", first.score);
    assert!(first.switches.is_empty(), "no mutant was compared");
}

#[test]
fn an_engine_with_a_reference_is_compared_with_its_mutants() {
    let table = table();
    let found = suspects(&table, Seat::other(Box::new(CannedEngine::new(&[], dark)), Some(Box::new(Toy::new()))));
    assert_eq!(clauses(&found), ["toy/light.md:1.1"]);
    assert_eq!(found[0].switches, ["press_lights"]);
    assert!((found[0].score - 1.0).abs() < 1e-9, "{}", found[0].score);
}

#[test]
fn each_of_several_defects_gets_its_own_suspect() {
    let table = table();
    let says: fn(&Task) -> CannedReply = |task| without(task, &["press_lights", "no_pull"]);
    for reference in [None, Some(())] {
        let reference = reference.map(|()| Box::new(Toy::new()) as Box<dyn EngineMaker>);
        let found = suspects(&table, Seat::other(Box::new(CannedEngine::new(&[], says)), reference));
        assert_eq!(clauses(&found), ["toy/light.md:1.1", "toy/light.md:2.1"], "the one with more claims first");
        assert_eq!(found.iter().map(|it| it.explains.len()).collect::<Vec<_>>(), [3, 1]);
    }
}

fn rejects_every_press(task: &Task) -> CannedReply {
    match task.when.iter().position(|step| step.get("press").is_some()) {
        Some(at) => canned_engine::invalid(&format!("when[{at}].press"), "no such step"),
        None => without(task, &[]),
    }
}

#[test]
fn the_claims_of_a_scenario_that_the_engine_rejects_count_as_failing() {
    let table = table();
    let engine = || Box::new(CannedEngine::new(&[], rejects_every_press));
    let found = suspects(&table, Seat::other(engine(), Some(Box::new(Toy::new()))));
    assert_eq!(clauses(&found), ["toy/light.md:1.1", "toy/light.md:1.2"]);
    assert_eq!((found[0].failing, found[0].of), (3, 3));
    assert_eq!(found[0].scenario, "toy/case/one", "the one with the fewest steps");
    let without_mutants = CannedEngine::new(&[], |task| without(task, &[]));
    assert_eq!(clauses(&suspects(&table, Seat::other(engine(), Some(Box::new(without_mutants))))), clauses(&found));
}

#[test]
fn a_suspect_for_judged_claims_also_explains_rejected_scenarios() {
    let says: fn(&Task) -> CannedReply = |task| match task.when.iter().any(|step| step.get("ask").is_some()) {
        true => rejects_every_press(task),
        false => dark(task),
    };
    let found = suspects(&table(), Seat::other(Box::new(CannedEngine::new(&[], says)), Some(Box::new(Toy::new()))));
    assert_eq!(clauses(&found), ["toy/light.md:1.1", "toy/light.md:1.2"], "the second as an alternative");
    assert_eq!(found.iter().map(|it| it.explains.len()).collect::<Vec<_>>(), [3, 0]);
}

#[test]
fn a_mutant_that_cannot_finish_the_same_scenarios_matches() {
    /// Without its switch, this reference engine rejects every press.
    fn reference(task: &Task) -> CannedReply {
        match task.without.is_empty() {
            true => canned_engine::played(canned_engine::fired(
                canned_engine::pressed(task),
                &[("press_works", "toy.rs", 1)],
            )),
            false => rejects_every_press(task),
        }
    }
    let press = |cite, quote| scenario("{press: {}}", &[claim(cite, quote, "events: [pressed]")]);
    let (one, other) = (press(1, "costs 2 coins"), press(2, "forbidden"));
    let table = TestProject::new(&[("one", one.as_str()), ("other", other.as_str())], "");
    let maker = CannedEngine::new(&[("press_works", "toy/light.md:2", "forbidden")], reference);
    let found =
        suspects(&table, Seat::other(Box::new(CannedEngine::new(&[], rejects_every_press)), Some(Box::new(maker))));
    assert_eq!(clauses(&found)[0], "toy/light.md:2.1", "the clause of the switch before the other cited clause");
    assert_eq!(found[0].switches, ["press_works"]);
}

#[test]
fn a_passing_run_has_no_suspects_and_known_gaps_are_left_out() {
    let table = table();
    assert!(suspects(&table, Seat::reference(Box::new(Toy::new()))).is_empty());
    let gap = "{clause: toy/light.md:1, quote: turns the light on, until: 2999-12-31, reason: later}";
    let table = table.with_gaps(&[gap]);
    let seat = Seat { gaps: table.gaps.clone(), ..Seat::reference(Box::new(CannedEngine::new(&[], dark))) };
    assert!(suspects(&table, seat).is_empty());
}
