//! A cause has to look like the engine in whole plays, and not only where a claim looks.

use truthsayer::oracle::diagnosis;
use truthsayer::oracle::reference::Reference;
use truthsayer::oracle::trial::Keep;
use truthsayer::oracle::trial::Trial;
use truthsayer::protocol::EngineMaker;
use truthsayer::protocol::Outcome;
use truthsayer::protocol::Reply;
use truthsayer::protocol::Task;

use crate::puppet;
use crate::puppet::Puppet;
use crate::puppet::Said;
use crate::table::Table;
use crate::table::claim;
use crate::table::scenario;
use crate::toy::Toy;

/// Four plays in which a press should turn the light on, and two without such a claim. None asks what a press costs.
fn table() -> Table {
    let lights = || [claim(1, "turns the light on", "state: {light: on}")];
    let pull = scenario("{pull: {}}", &[claim(2, "forbidden", "refused: {step: 1, code: no_pulling}")]);
    let press = scenario("{pull: {}}, {press: {}}", &[claim(2, "forbidden", "refused: {step: 1}")]);
    let presses = ["{press: {}}", "{wait: {}}, {press: {}}", "{press: {}}, {press: {}}", "{press: {}}, {ask: {}}"];
    let presses = presses.map(|when| scenario(when, &lights()));
    let named = ["one", "two", "three", "four"].into_iter().zip(presses.iter().map(String::as_str));
    let all: Vec<(&str, &str)> = named.chain([("pull", pull.as_str()), ("press", press.as_str())]).collect();
    Table::new(&all, "")
}

/// The toy without its light, and then as a fault elsewhere leaves it.
fn dark(task: &Task, spoil: fn(&mut Outcome)) -> Said {
    let mut task = task.clone();
    task.without = vec!["press_lights".to_owned()];
    match Toy::new().engine().play(&task)? {
        Reply::Played(mut outcome) => {
            spoil(&mut outcome);
            puppet::played(*outcome)
        }
        other => Ok(other),
    }
}

/// The switches that are named as causes for an engine, with the toy as its reference.
fn causes(says: fn(&Task) -> Said) -> Vec<String> {
    let (table, toy, stranger) = (table(), Toy::new(), Puppet::new(&[], says));
    let chosen: Vec<_> = table.suite.scenarios.iter().collect();
    let trial = |own| Trial { goldens: None, reference: own, ..Trial::of(&table.suite.project, Keep::Firings) };
    let judged = trial(Some(toy.profile())).run(&chosen, &stranger);
    let reference = Reference::new(&toy, &trial(None).run(&chosen, &toy), Vec::new(), 1);
    let found = diagnosis::diagnose("toy", &judged, &reference, toy.profile(), &table.suite.book);
    let told = found.causes.len() + found.unexplained.len();
    assert!(told > 0, "what fails is told in any case");
    found.causes.into_iter().flat_map(|cause| cause.switches).collect()
}

/// Where nothing else is tried, a press comes to nothing at all.
fn gets_stuck(outcome: &mut Outcome) {
    if !outcome.log.iter().any(|event| event.name == "refused") {
        outcome.after = outcome.before.clone();
        outcome.log.retain(|event| event.name != "pressed");
    }
}

/// The same play in other words, also where it conforms.
fn says_it_otherwise(outcome: &mut Outcome) {
    for event in &mut outcome.log {
        if event.name == "pressed" {
            event.name = "knocked".into();
        }
    }
}

#[test]
fn an_engine_that_lacks_the_clause_and_nothing_else_is_told_by_it() {
    assert_eq!(causes(|task| dark(task, |_| ())), ["press_lights"]);
}

#[test]
fn a_clause_that_is_only_stopped_is_not_named_though_its_claims_fail_as_if_it_were_missing() {
    assert!(causes(|task| dark(task, gets_stuck)).is_empty());
}

#[test]
fn other_words_for_the_same_play_speak_against_nothing() {
    assert_eq!(causes(|task| dark(task, says_it_otherwise)), ["press_lights"]);
}

/// A press gives a light that the rules do not know, where nothing else is tried.
fn glows(outcome: &mut Outcome) {
    if !outcome.log.iter().any(|event| event.name == "refused") {
        outcome.after["light"] = "dim".into();
    }
}

#[test]
fn a_clause_that_is_played_differently_changes_what_it_changes_and_is_named() {
    assert_eq!(causes(|task| dark(task, glows)), ["press_lights"]);
}

/// And, where nothing else is tried, the coins are gone.
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
