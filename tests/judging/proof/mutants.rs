//! Mutants: which scenarios run, which claims kill, and what does not count.

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;

use serde_json::json;
use truthsayer_oracle::evidence::kill_matrix::Cell;
use truthsayer_oracle::evidence::kill_matrix::Matrix;
use truthsayer_oracle::evidence::kill_matrix::Player;
use truthsayer_oracle::evidence::kill_matrix::RepeatedRun;
use truthsayer_oracle::evidence::mutant::Mutant;
use truthsayer_oracle::evidence::specificity::Specificity;
use truthsayer_oracle::judge::observability::ExpectationLine;
use truthsayer_oracle::judge::observability::Hidden;
use truthsayer_oracle::judge::verdict::Mismatch;
use truthsayer_oracle::rulebook::switch_clauses;
use truthsayer_protocol::Crash;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Profile;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;

use crate::support::canned_engine;
use crate::support::canned_engine::CannedEngine;
use crate::support::canned_engine::CannedReply;
use crate::support::test_project::TestProject;
use crate::support::test_project::claim;
use crate::support::test_project::scenario;
use crate::support::toy_engine::Toy;

const PRESS: &str = "{press: {}}";

fn lights() -> String {
    claim(1, "turns the light on", "state: {light: on}")
}

fn costs() -> String {
    claim(1, "costs 2 coins", "changes: {coins: 5 -> 3}")
}

/// Returns the killing claims, as the last part of the scenario's id and the index of the claim.
fn killed_by(mutant: &Mutant<'_>) -> Vec<(String, usize)> {
    let name = |id: &str| id.rsplit('/').next().unwrap_or(id).to_owned();
    mutant.killed_by.iter().map(|notice| (name(&notice.scenario.id), notice.claim)).collect()
}

/// Whether the mutant is killed, but for one of its clauses not by a claim on that clause.
fn is_unwitnessed(mutant: &Mutant<'_>) -> bool {
    !mutant.killed_by.is_empty() && mutant.clauses.iter().any(|clause| mutant.witnesses(clause).is_empty())
}

fn names(who: &[(&str, usize)]) -> Vec<(String, usize)> {
    who.iter().map(|(name, claim)| ((*name).to_owned(), *claim)).collect()
}

#[test]
fn exactly_the_claims_that_fail_without_the_switch_kill() {
    let both = scenario(PRESS, &[lights(), costs(), claim(1, "Each press", "state: {coins: 3}")]);
    let light = scenario(PRESS, &[lights()]);
    let table = TestProject::new(&[("a", &light), ("b", &both)], "");
    table.mutant("press_costs", |mutant| assert_eq!(killed_by(mutant), names(&[("b", 1), ("b", 2)])));
    table.mutant("press_lights", |mutant| assert_eq!(killed_by(mutant), names(&[("a", 0), ("b", 0)])));
    table.mutant("no_pull", |mutant| assert_eq!(killed_by(mutant), []));
}

#[test]
fn a_failure_keeps_its_values_only_if_its_claim_is_on_the_clause() {
    let own = claim(1, "costs 2 coins", "changes: {coins: 5 -> 3}, events: [pressed: {coins: 3}]");
    let other = claim(1, "turns the light on", "state: {coins: 3}");
    TestProject::with(PRESS, &[other, own]).proof(false, |_, proof| {
        let is_costs = |mutant: &&Mutant<'_>| mutant.switch.name == "press_costs";
        let mutant = proof.mutants.iter().find(is_costs).expect("a mutant");
        assert_eq!(killed_by(mutant), names(&[("one", 0), ("one", 1)]));
        let witness = mutant.specificities.values().find_map(Specificity::witness).expect("a witness");
        let Mismatch { subject, expected, actual, .. } = &witness.mismatch;
        assert_eq!((subject.as_str(), expected.as_str(), actual.as_str()), ("coins", "5 -> 3", "5, unchanged"));
        let switch = proof.matrix.switches.iter().position(|switch| switch.name == "press_costs").expect("a switch");
        let played = proof.matrix.get((switch, 0)).and_then(Cell::played).expect("a run");
        let saved = serde_json::to_value(&played.mismatches[0]).expect("JSON");
        assert_eq!(
            (&saved["subject"], &saved["expected"], &saved["actual"]),
            (&json!("coins"), &json!(""), &json!(""))
        );
    });
}

#[test]
fn a_switch_is_tried_once_in_each_scenario_in_which_it_took_effect() {
    let twice = scenario("{press: {}}, {press: {}}", &[claim(1, "costs 2 coins", "changes: {coins: 5 -> 1}")]);
    let once = scenario(PRESS, &[costs()]);
    let never = scenario("{wait: {}}", &[claim(3, "Waiting does nothing", "unchanged: [coins]")]);
    let table = TestProject::new(&[("a", &twice), ("b", &once), ("c", &never)], "");
    table.mutant("press_costs", |mutant| {
        assert_eq!(mutant.tried, 2);
        assert_eq!(killed_by(mutant), names(&[("a", 0), ("b", 0)]));
    });
    table.mutant("no_pull", |mutant| assert_eq!(mutant.tried, 0));
}

#[test]
fn a_switch_that_took_effect_in_several_places_of_the_source_is_tried_once() {
    let says = |task: &Task| {
        let places = [("costs", "a.rs", 7), ("lights", "a.rs", 8), ("costs", "b.rs", 3)];
        canned_engine::played(canned_engine::fired(canned_engine::pressed(task), &places))
    };
    let table = TestProject::with(PRESS, &[costs()]).played_by(CannedEngine::new(COSTS, says));
    table.mutant("costs", |mutant| {
        assert_eq!(mutant.tried, 1);
        assert_eq!(killed_by(mutant), names(&[("one", 0)]));
    });
}

#[test]
fn only_a_passing_scenario_is_played_without_a_switch() {
    let wrong = scenario(PRESS, &[costs(), claim(1, "turns the light on", "state: {light: red}")]);
    let vacuous = scenario(PRESS, &[costs(), claim(1, "turns the light on", "state: {box.a: 1}")]);
    let table = TestProject::new(&[("a", &wrong), ("b", &vacuous)], "");
    table.mutant("press_costs", |mutant| {
        assert_eq!(mutant.tried, 0);
        assert!(mutant.survives());
    });
}

#[test]
fn a_mutant_without_a_failing_claim_survives() {
    let table = TestProject::with(PRESS, &[lights()]);
    assert_eq!(table.survivors(), ["press_costs", "no_pull"]);
    assert_eq!(TestProject::with(PRESS, &[lights(), costs()]).survivors(), ["no_pull"]);
}

#[test]
fn switches_that_are_off_stay_off_on_mutants() {
    // With the light off, the second claim is vacuous. Ignoring that would make it seem to kill the mutant of the cost.
    let dark = claim(1, "turns the light on", "no_events: [lit]");
    let table = TestProject::with(PRESS, &[costs(), dark]).without(&["press_lights"]);
    table.mutant("press_costs", |mutant| assert_eq!(killed_by(mutant), names(&[("one", 0)])));
    table.mutant("press_lights", |mutant| assert_eq!(mutant.tried, 0));
}

const COSTS: &[(&str, &str, &str)] = &[("costs", "toy/light.md:1", "costs 2 coins")];

fn as_it_should(task: &Task) -> CannedReply {
    canned_engine::played(canned_engine::fired(canned_engine::pressed(task), &[("costs", "", 0)]))
}

fn dies_when_off(task: &Task) -> CannedReply {
    if task.without.is_empty() { as_it_should(task) } else { canned_engine::died() }
}

fn complains_when_off(task: &Task) -> CannedReply {
    if task.without.is_empty() { as_it_should(task) } else { canned_engine::invalid("when[0]", "no such step") }
}

fn declines_when_off(task: &Task) -> CannedReply {
    if task.without.is_empty() { as_it_should(task) } else { Ok(Reply::Unsupported("no presses".to_owned())) }
}

fn refuses_when_off(task: &Task) -> CannedReply {
    let refusal = json!({"step": 1, "code": "no", "rule": "toy/light.md:2"});
    let refused = canned_engine::outcome(json!({"coins": 5}), json!({"coins": 3}), &[("refused", refusal)]);
    if task.without.is_empty() { as_it_should(task) } else { canned_engine::played(refused) }
}

fn costs_played_by(says: fn(&Task) -> CannedReply) -> TestProject {
    TestProject::with(PRESS, &[costs()]).played_by(CannedEngine::new(COSTS, says))
}

#[test]
fn without_answers_mutants_are_neither_killed_nor_survive() {
    let table = costs_played_by(dies_when_off);
    table.mutant("costs", |mutant| {
        assert_eq!((mutant.tried, mutant.killed_by.len()), (1, 0));
        let no_answer: Vec<_> = mutant.no_answer.iter().map(|(scenario, _)| scenario.id.as_str()).collect();
        assert_eq!(no_answer, ["toy/case/one"]);
        assert!(!mutant.survives() && !is_unwitnessed(mutant));
    });
    assert_eq!(table.grade("toy/light.md:1.2", true), "holds");
}

#[test]
fn a_mutant_that_is_invalid_or_unsupported_counts_for_nothing() {
    for says in [complains_when_off as fn(&Task) -> CannedReply, declines_when_off] {
        let table = costs_played_by(says);
        table.mutant("costs", |mutant| {
            assert_eq!((mutant.tried, mutant.killed_by.len(), mutant.no_answer.len()), (1, 0, 0));
            assert_eq!(mutant.unjudged.len(), 1);
            assert!(!mutant.survives() && !mutant.is_specific(), "nobody could have noticed");
        });
        assert_eq!(table.grade("toy/light.md:1.2", true), "holds");
    }
}

#[test]
fn an_unclaimed_refusal_does_not_kill() {
    let table = costs_played_by(refuses_when_off);
    table.mutant("costs", |mutant| assert_eq!(killed_by(mutant), []));
    assert_eq!(table.survivors(), ["costs"]);
}

#[test]
fn only_claims_that_cite_the_clause_are_its_witnesses() {
    let stray = claim(3, "Waiting does nothing", "changes: {coins: 5 -> 3}");
    let table = TestProject::with(PRESS, &[stray, costs()]);
    table.mutant("press_costs", |mutant| {
        assert_eq!(killed_by(mutant), names(&[("one", 0), ("one", 1)]));
        let witnesses: Vec<usize> = mutant.witnesses(&mutant.clauses[0]).iter().map(|notice| notice.claim).collect();
        assert_eq!(witnesses, [1]);
        assert!(!is_unwitnessed(mutant));
    });
    let stray = claim(3, "Waiting does nothing", "changes: {coins: 5 -> 3}");
    TestProject::with(PRESS, &[stray]).mutant("press_costs", |mutant| {
        assert!(is_unwitnessed(mutant) && !mutant.survives());
    });
    TestProject::with(PRESS, &[lights()]).mutant("press_costs", |mutant| assert!(!is_unwitnessed(mutant)));
}

#[test]
fn a_switch_of_two_clauses_needs_a_witness_for_each() {
    let switches = &[("costs", "toy/light.md:1", "light on. Each press costs")];
    let one = TestProject::with(PRESS, &[costs()]).played_by(CannedEngine::new(switches, as_it_should));
    one.mutant("costs", |mutant| {
        let clauses: Vec<String> = mutant.clauses.iter().map(ToString::to_string).collect();
        assert_eq!(clauses, ["toy/light.md:1.1", "toy/light.md:1.2"]);
        assert!(is_unwitnessed(mutant));
    });
    let light = claim(1, "turns the light on", "changes: {coins: 5 -> 3}");
    let both = TestProject::with(PRESS, &[costs(), light]).played_by(CannedEngine::new(switches, as_it_should));
    both.mutant("costs", |mutant| assert!(!is_unwitnessed(mutant)));
}

#[test]
fn a_switch_that_the_engine_does_not_list_is_passed_over() {
    let says = |task: &Task| {
        canned_engine::played(canned_engine::fired(
            canned_engine::pressed(task),
            &[("another", "", 0), ("costs", "", 0)],
        ))
    };
    let table = TestProject::with(PRESS, &[costs()]).played_by(CannedEngine::new(COSTS, says));
    table.prove(|_, mutants| {
        let names: Vec<&str> = mutants.iter().map(|mutant| mutant.switch.name.as_str()).collect();
        assert_eq!(names, ["costs"]);
        assert_eq!(mutants[0].tried, 1);
    });
}

#[test]
fn each_switch_stands_for_the_clauses_it_quotes() {
    let table = TestProject::with(PRESS, &[costs()]);
    let (clauses, problems) = switch_clauses::resolve(Toy::new().profile(), &table.suite.book);
    assert_eq!(problems, []);
    let shown: Vec<String> = clauses
        .iter()
        .map(|(name, ids)| format!("{name}: {}", ids.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")))
        .collect();
    assert_eq!(shown, ["no_pull: toy/light.md:2.1", "press_costs: toy/light.md:1.2", "press_lights: toy/light.md:1.1"]);
}

#[test]
fn a_switch_is_found_by_its_words_and_one_with_a_broken_citation_is_reported() {
    let switches = &[
        ("costs", "toy/light.md:1", "costs 2 coins"),
        ("moved", "toy/light.md:3", "costs 2 coins"),
        ("nowhere", "somewhere", "costs 2 coins"),
    ];
    let table = TestProject::with(PRESS, &[costs()]);
    let puppet = CannedEngine::new(switches, as_it_should);
    let (clauses, problems) = switch_clauses::resolve(puppet.profile(), &table.suite.book);
    assert_eq!(clauses.values().map(Vec::len).collect::<Vec<_>>(), [1, 1, 0]);
    let messages: Vec<&str> = problems.iter().map(|problem| problem.message.as_str()).collect();
    assert_eq!(messages, ["switch `nowhere` of the engine `puppet` has an invalid citation `somewhere`",]);
    let puppet = CannedEngine::new(&[("changed", "toy/light.md:1", "costs 3 coins")], as_it_should);
    let (_, problems) = switch_clauses::resolve(puppet.profile(), &table.suite.book);
    assert_eq!(problems[0].help[0], "it quotes: costs 3 coins");
    assert!(problems[0].help.len() > 1, "the help of the citation is reported as well");
}

fn breaks_when_off(task: &Task) -> CannedReply {
    if task.without.is_empty() { as_it_should(task) } else { Ok(Reply::Crashed(Crash::new("TypeError: no"))) }
}

#[test]
fn the_reason_why_nothing_was_judged_is_reported() {
    let why = |says: fn(&Task) -> CannedReply| {
        let reasons = |mutant: &Mutant<'_>| mutant.unjudged.iter().map(|it| it.1.clone()).collect::<Vec<_>>();
        costs_played_by(says).mutant("costs", reasons)
    };
    assert_eq!(why(as_it_should), Vec::<String>::new());
    assert_eq!(why(complains_when_off), ["invalid: no such step"]);
    assert_eq!(why(declines_when_off), ["unsupported: no presses"]);
    assert_eq!(why(breaks_when_off), ["the engine crashed: TypeError: no"]);
}

#[test]
fn the_first_of_several_mistakes_on_a_mutant_is_the_reason() {
    // With the switch off, neither value exists any more, which the author could not expect.
    let says = |task: &Task| {
        let state = |coins: u32| json!({"coins": coins, "gems": coins});
        match task.without.is_empty() {
            true => canned_engine::played(canned_engine::fired(
                canned_engine::outcome(state(5), state(3), &[]),
                &[("costs", "", 0)],
            )),
            false => canned_engine::played(canned_engine::outcome(json!({}), json!({}), &[])),
        }
    };
    let both = claim(1, "costs 2 coins", "changes: {coins: 5 -> 3, gems: 5 -> 3}");
    let table = TestProject::with(PRESS, &[both]).played_by(CannedEngine::new(COSTS, says));
    table.mutant("costs", |mutant| {
        let reasons: Vec<&str> = mutant.unjudged.iter().map(|it| it.1.as_str()).collect();
        assert_eq!(reasons, ["invalid: the state has no `coins`"]);
    });
}

#[test]
fn a_cell_is_played_once_and_again_only_on_demand() {
    let scenarios = [scenario(PRESS, &[costs()]), scenario(PRESS, &[costs()])];
    let table = TestProject::new(&[("a", &scenarios[0]), ("b", &scenarios[1])], "");
    let toy = Toy::new();
    let plays = AtomicUsize::new(0);
    let tick = || {
        plays.fetch_add(1, Ordering::Relaxed);
    };
    // An expectation that is unobserved in the second scenario is skipped only in that scenario.
    let mut hidden = Hidden::default();
    hidden.insert(ExpectationLine { claim: 0, expectation: 0, line: 0 });
    let skipped_parts = [Hidden::default(), hidden];
    let player = Player {
        maker: &toy,
        reference: None,
        skipped_parts: &skipped_parts,
        without: &[],
        jobs: 1,
        expect: &|_| (),
        tick: &tick,
    };
    table.trial(|judged| {
        let mut matrix = Matrix::new(&toy.profile().switches, &judged);
        let costs = 1;
        matrix.fill([(costs, 0), (costs, 0), (costs, 1)], &player);
        assert_eq!((plays.load(Ordering::Relaxed), matrix.plays()), (2, 2));
        matrix.fill([(costs, 0), (0, 1)], &player);
        assert_eq!((plays.load(Ordering::Relaxed), matrix.plays()), (3, 3));
        let failing =
            |scenario: usize| matrix.get((costs, scenario)).and_then(Cell::played).map(|it| it.mismatches.len());
        assert_eq!((failing(0), failing(1), failing(7)), (Some(1), Some(0), None));
        let hash_of = |scenario: usize| {
            matrix.get((costs, scenario)).and_then(Cell::played).and_then(|it| it.hash).expect("a hash")
        };
        let run = |scenario: usize, hash: u64| RepeatedRun { switch: Some(costs), scenario, hash };
        let again = matrix.repeat(&[run(0, hash_of(0)), run(1, hash_of(1) + 1)], 3, &player);
        assert_eq!(again[0], None);
        assert!(again[1].as_ref().is_some_and(|(number, cell)| *number == 1 && cell.played().is_some()), "{again:?}");
        assert_eq!(plays.load(Ordering::Relaxed), 9, "every repetition counts as done, also those that are not needed");
        assert_eq!(matrix.of_switch(costs).map(|(scenario, _)| scenario).collect::<Vec<_>>(), [0, 1]);
        assert_eq!(matrix.of_switch(0).map(|(scenario, _)| scenario).collect::<Vec<_>>(), [1]);
    });
}

#[test]
fn another_engine_is_not_the_reference_with_a_switch_off_either() {
    // Without the switch the set-up differs: a failure of another engine, an author's mistake on the reference.
    let says = |task: &Task| {
        let begins = if task.without.is_empty() { 5 } else { 3 };
        canned_engine::played(canned_engine::outcome(
            json!({"coins": begins}),
            json!({"coins": 3}),
            &[("pressed", json!({}))],
        ))
    };
    let (stranger, own) = (CannedEngine::new(COSTS, says), Toy::new());
    let table = TestProject::with(PRESS, &[claim(1, "costs 2 coins", "state: {coins: 3}")]);
    let cell = |reference: Option<&Profile>| {
        let tick = || ();
        let player = Player {
            maker: &stranger,
            reference,
            skipped_parts: &[],
            without: &[],
            jobs: 1,
            expect: &|_| (),
            tick: &tick,
        };
        table.trial(|judged| {
            let mut matrix = Matrix::new(&stranger.profile().switches, &judged);
            matrix.fill([(0, 0)], &player);
            matrix.get((0, 0)).cloned().expect("a cell")
        })
    };
    assert!(cell(Some(own.profile())).played().is_some_and(|played| played.fails(0)));
    assert!(matches!(cell(None), Cell::Invalid(_)));
}
