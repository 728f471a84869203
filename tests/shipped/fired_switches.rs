//! `fired` is complete: a switch that did not fire changes nothing when it is off.

use std::collections::HashSet;
use std::path::Path;

use truthsayer::builtin_engines;
use truthsayer_oracle::judge::outcome_hash;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::project::Project;
use truthsayer_oracle::suite::scenario::Scenario;
use truthsayer_protocol::Engine;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Reply;

/// Runs every n-th scenario; `truthsayer prove --all` runs all.
const EVERY: usize = 11;

/// Clauses that are also asked for where they do not matter: check, the ability to move, and other pieces that could
/// have made a step.
const WEIGHED: &[&str] = &[
    "check",
    "commander_moves",
    "commander_range",
    "deploying",
    "exposure_is_no_check",
    "naval_gun",
    "standard_range",
];

fn play(engine: &mut dyn Engine, scenario: &Scenario, without: &[String]) -> Option<Outcome> {
    match engine.play(&scenario.task(without)) {
        Ok(Reply::Played(outcome)) => Some(*outcome),
        _ => None,
    }
}

/// Returns the pairs of scenario and switch in which the switch changes the outcome without having fired, and the
/// number of tried pairs.
fn leaks(game: &str, wanted: impl Fn(usize, &str) -> bool) -> (Vec<String>, usize) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (suite, problems) = Suite::load(Project::load(root).expect("a project"), 2);
    assert!(problems.is_empty(), "{problems:?}");
    let maker = builtin_engines::by_name(game).expect("on the roster");
    let switches: Vec<String> = maker.profile().switches.iter().map(|switch| switch.name.clone()).collect();
    let mut engine = maker.engine();
    let (mut found, mut tried) = (Vec::new(), 0);
    for (number, scenario) in suite.scenarios.iter().filter(|scenario| scenario.game == game).enumerate() {
        if !switches.iter().any(|switch| wanted(number, switch)) {
            continue;
        }
        let usual = play(&mut *engine, scenario, &[]).expect("a shipped scenario is played");
        let fired: HashSet<&str> = usual.fired.iter().map(|firing| &*firing.switch).collect();
        let idle = switches.iter().filter(|switch| wanted(number, switch) && !fired.contains(switch.as_str()));
        for switch in idle {
            let without = play(&mut *engine, scenario, std::slice::from_ref(switch));
            tried += 1;
            if without.is_none_or(|outcome| outcome_hash::of(&outcome) != outcome_hash::of(&usual)) {
                found.push(format!("{} without {switch}", scenario.id));
            }
        }
    }
    (found, tried)
}

#[test]
fn nothing_changes_in_dune_without_a_switch_that_did_not_fire() {
    let (found, tried) = leaks("dune", |number, _| number % EVERY == 0);
    assert!(found.is_empty(), "{found:#?}");
    assert!(tried > 0, "every switch fired in every scenario");
}

#[test]
fn nothing_changes_in_cotulenh_without_a_switch_that_did_not_fire() {
    let (found, tried) = leaks("cotulenh", |number, _| number % EVERY == 0);
    assert!(found.is_empty(), "{found:#?}");
    assert!(tried > 0, "every switch fired in every scenario");
}

#[test]
fn clauses_that_decide_among_many_are_recorded_every_time() {
    let (found, tried) = leaks("cotulenh", |_, switch| WEIGHED.contains(&switch));
    assert!(found.is_empty(), "{found:#?}");
    assert!(tried > 0, "every switch fired in every scenario");
}

#[test]
fn no_clause_takes_effect_where_only_its_absence_is_played() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (suite, _) = Suite::load(Project::load(root).expect("a project"), 2);
    for game in ["dune", "cotulenh"] {
        let maker = builtin_engines::by_name(game).expect("on the roster");
        let mut engine = maker.engine();
        for scenario in suite.scenarios.iter().filter(|scenario| scenario.game == game) {
            let usual = play(&mut *engine, scenario, &[]).expect("a shipped scenario is played");
            let astray = usual.fired.iter().find(|firing| firing.file.ends_with("without.rs"));
            assert!(astray.is_none(), "{}: {astray:?}", scenario.id);
        }
    }
}
