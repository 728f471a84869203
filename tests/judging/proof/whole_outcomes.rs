//! A cause must match the engine in whole outcomes, not only in claims.

use std::collections::BTreeSet;

use serde_json::json;
use truthsayer_oracle::diagnosis;
use truthsayer_oracle::evidence::reference_engine::Reference;
use truthsayer_oracle::judge::play_and_judge::PlayAndJudge;
use truthsayer_oracle::judge::play_and_judge::Retention;
use truthsayer_oracle::run::NoProgress;
use truthsayer_oracle::run::Run;
use truthsayer_oracle::run::seat::Seat;
use truthsayer_oracle::run::seat::Seats;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Event;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;

use crate::support::canned_engine;
use crate::support::canned_engine::CannedEngine;
use crate::support::canned_engine::CannedReply;
use crate::support::test_project::TestProject;
use crate::support::test_project::claim;
use crate::support::test_project::scenario;
use crate::support::toy_engine::Toy;

/// Four scenarios that claim that a press turns the light on, and two without that claim. None has a claim on the
/// price.
fn table() -> TestProject {
    let lights = || [claim(1, "turns the light on", "state: {light: on}")];
    let pull = scenario("{pull: {}}", &[claim(2, "forbidden", "refused: {step: 1, code: no_pulling}")]);
    let press = scenario("{pull: {}}, {press: {}}", &[claim(2, "forbidden", "refused: {step: 1}")]);
    let presses = ["{press: {}}", "{wait: {}}, {press: {}}", "{press: {}}, {press: {}}", "{press: {}}, {ask: {}}"];
    let presses = presses.map(|when| scenario(when, &lights()));
    let named = ["one", "two", "three", "four"].into_iter().zip(presses.iter().map(String::as_str));
    let all: Vec<(&str, &str)> = named.chain([("pull", pull.as_str()), ("press", press.as_str())]).collect();
    TestProject::new(&all, "")
}

/// The toy engine without its light, with its outcome changed by `spoil`, like an engine with a fault elsewhere.
fn dark(task: &Task, spoil: fn(&mut Outcome)) -> CannedReply {
    let mut task = task.clone();
    task.without = vec!["press_lights".to_owned()];
    match Toy::new().engine().play(&task)? {
        Reply::Played(mut outcome) => {
            spoil(&mut outcome);
            canned_engine::played(*outcome)
        }
        other => Ok(other),
    }
}

/// Returns the switches named as causes for an engine, with the toy engine as its reference.
fn causes(says: fn(&Task) -> CannedReply) -> Vec<String> {
    causes_in(&table(), says)
}

fn causes_in(table: &TestProject, says: fn(&Task) -> CannedReply) -> Vec<String> {
    let (toy, stranger) = (Toy::new(), CannedEngine::new(&[], says));
    let chosen: Vec<_> = table.suite.scenarios.iter().collect();
    let trial = |own| PlayAndJudge {
        goldens: None,
        reference: own,
        keep_facts: true,
        ..PlayAndJudge::of(&table.suite.project, Retention::Firings)
    };
    let judged = trial(Some(toy.profile())).run(&chosen, &stranger);
    let reference = Reference::new(&toy, &trial(None).run(&chosen, &toy), Vec::new(), 1);
    let found = diagnosis::diagnose("toy", &judged, &BTreeSet::new(), &reference, toy.profile(), &table.suite.book);
    let reported = found.causes.len() + found.unexplained.len();
    assert!(reported > 0, "what fails is reported in any case");
    assert!(found.causes.iter().all(|cause| !cause.explains.is_empty()), "no cause is named without evidence");
    found.causes.into_iter().flat_map(|cause| cause.switches).collect()
}

/// In scenarios with a single step, a press has no effect at all.
fn gets_stuck(outcome: &mut Outcome) {
    if !outcome.log.iter().any(|event| event.name == "refused") {
        outcome.after = outcome.before.clone();
        outcome.log.retain(|event| event.name != "pressed");
    }
}

/// Renames an event, also in passing scenarios.
fn says_it_otherwise(outcome: &mut Outcome) {
    for event in &mut outcome.log {
        if event.name == "pressed" {
            event.name = "knocked".into();
        }
    }
}

#[test]
fn the_missing_clause_of_an_engine_is_named() {
    assert_eq!(causes(|task| dark(task, |_| ())), ["press_lights"]);
}

#[test]
fn a_clause_that_is_only_stopped_is_not_named_though_its_claims_fail_as_if_it_were_missing() {
    assert!(causes(|task| dark(task, gets_stuck)).is_empty());
}

#[test]
fn renamed_events_do_not_refute_a_cause() {
    assert_eq!(causes(|task| dark(task, says_it_otherwise)), ["press_lights"]);
}

/// If the light stays off, sends an event and a field that the toy engine does not have.
fn says_more(outcome: &mut Outcome) {
    for event in outcome.log.iter_mut().filter(|event| event.name == "pressed") {
        event.data["finger"] = "thumb".into();
    }
    if outcome.log.iter().any(|event| event.name == "pressed") {
        outcome.log.push(Event::new("stayed_dark", json!({})));
    }
}

#[test]
fn the_missing_clause_of_an_engine_with_additional_events_is_named() {
    let only_there = |task: &Task| {
        let passes = task.when.iter().any(|step| step.get("pull").is_some());
        dark(task, if passes { |_| () } else { says_more })
    };
    assert_eq!(causes(only_there), ["press_lights"]);
}

/// In scenarios with a single step, a press turns on a light that the rules do not contain.
fn glows(outcome: &mut Outcome) {
    if !outcome.log.iter().any(|event| event.name == "refused") {
        outcome.after["light"] = "dim".into();
    }
}

#[test]
fn a_clause_that_is_played_differently_everywhere_explains_nothing_and_is_not_named() {
    assert!(causes(|task| dark(task, glows)).is_empty(), "the reference without it never shows a dim light");
}

/// A press gives an unknown light in one of the three cases, and none in the others.
fn glows_sometimes(outcome: &mut Outcome) {
    if outcome.after["coins"] == 1 {
        outcome.after["light"] = "dim".into();
    }
}

#[test]
fn a_clause_that_is_played_differently_here_and_not_at_all_there_explains_the_latter() {
    assert_eq!(causes(|task| dark(task, glows_sometimes)), ["press_lights"]);
}

/// Like `glows`; also, in scenarios with a single step, the coins are lost.
fn glows_at_a_price(outcome: &mut Outcome) {
    glows(outcome);
    if outcome.after["light"] == "dim" {
        outcome.after["coins"] = 77.into();
    }
}

#[test]
fn a_fault_that_changes_more_than_the_clause_does_is_not_the_clause_played_differently() {
    assert!(causes(|task| dark(task, glows_at_a_price)).is_empty());
}

fn does(task: &Task, what: &str) -> bool {
    task.when.iter().any(|step| step.get(what).is_some())
}

/// The light stays off, except in scenarios with a question.
fn dark_unless_asked(task: &Task, spoil: fn(&mut Outcome)) -> CannedReply {
    if does(task, "ask") { Toy::new().engine().play(task) } else { dark(task, spoil) }
}

#[test]
fn a_clause_that_is_played_on_some_paths_is_named_if_it_is_missing_on_the_others() {
    assert_eq!(causes(|task| dark_unless_asked(task, |_| ())), ["press_lights"]);
}

/// After two presses, the box is empty.
fn spills(outcome: &mut Outcome) {
    if outcome.after["coins"] == 1 {
        outcome.after["box"]["a"] = 0.into();
    }
}

#[test]
fn a_clause_that_is_played_on_some_paths_has_to_be_missing_and_nothing_else_on_the_others() {
    assert_eq!(causes(|task| dark(task, spills)), ["press_lights"], "one that is played nowhere may be spoilt in part");
    assert!(causes(|task| dark_unless_asked(task, spills)).is_empty());
}

/// Scenarios in which a press should turn on the light, and one in which a question should be answered.
fn table_of_events(presses: usize) -> TestProject {
    let lit = || [claim(1, "turns the light on", "events: [lit]")];
    let all = ["{press: {}}", "{wait: {}}, {press: {}}", "{press: {}}, {press: {}}"].map(|when| scenario(when, &lit()));
    let ask = scenario("{ask: {}}", &[claim(3, "Waiting", "events: [answered]")]);
    let named = ["one", "two", "three"].into_iter().zip(all.iter().map(String::as_str)).take(presses);
    TestProject::new(&named.chain([("ask", ask.as_str())]).collect::<Vec<_>>(), "")
}

/// The engine neither turns on the light nor answers.
fn is_silent(task: &Task) -> CannedReply {
    dark(task, |outcome| outcome.log.retain(|event| event.name != "answered"))
}

#[test]
fn a_rare_cause_is_dropped_if_its_values_occur_in_unexplained_failures() {
    assert_eq!(causes_in(&table_of_events(3), is_silent), ["press_lights"]);
    assert!(causes_in(&table_of_events(2), is_silent).is_empty(), "no such event, here as there");
    assert_eq!(causes_in(&table_of_events(2), |task| dark(task, |_| ())), ["press_lights"], "nothing else fails");
}

#[test]
fn copies_of_a_scenario_are_not_additional_evidence() {
    // Two presses show that the light is missing, and a question shows that answers are. Two scenarios are too few to
    // distinguish the two causes, even with many copies.
    let lit = || [claim(1, "turns the light on", "events: [lit]")];
    let presses = ["{press: {}}", "{wait: {}}, {press: {}}"].map(|when| scenario(when, &lit()));
    let ask = scenario("{ask: {}}", &[claim(3, "Waiting", "events: [answered]")]);
    let names: Vec<String> = (0..20).map(|number| format!("case-{number:02}")).collect();
    let bodies = [&presses[0], &presses[1], &ask];
    let all: Vec<(&str, &str)> =
        names.iter().enumerate().map(|(at, name)| (name.as_str(), bodies[at % 3].as_str())).collect();
    let table = TestProject::new(&all, "");
    let findings = |says: fn(&Task) -> CannedReply| {
        let seat = Seat::other(Box::new(CannedEngine::new(&[], says)), Some(Box::new(Toy::new())));
        let seats = Seats::from([("toy".to_owned(), seat)]);
        let mut run = Run::new(&table.suite, &seats, 1, &NoProgress);
        run.keep = Retention::Firings;
        let findings = run.findings();
        let named: Vec<String> = findings.diagnosis.causes.iter().flat_map(|cause| cause.switches.clone()).collect();
        let explained: usize = findings.diagnosis.causes.iter().map(|cause| cause.explains.len()).sum();
        (named, explained, findings.diagnosis.explained.len())
    };
    assert_eq!(findings(is_silent), (Vec::new(), 0, 0), "as with one of each");
    let (named, explained, all) = findings(|task| dark(task, |_| ()));
    assert_eq!((named, explained, all), (vec!["press_lights".to_owned()], 14, 14), "and every copy is explained");
}
