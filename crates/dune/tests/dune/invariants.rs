//! Thousands of random plays: no invariant breaks, no refusal changes the state, and a replayed script gives the same log.

use std::collections::BTreeSet;

use crate::chance::Dice;
use crate::chance::gambler::Gambler;
use crate::chance::set_up::set_up;
use truthsayer_dune::event::Event;
use truthsayer_dune::game::Game;
use truthsayer_dune::run;
use truthsayer_dune::script::Script;
use truthsayer_dune::script::ScriptOptions;
use truthsayer_dune::step::Step;
use truthsayer_dune::switch::Switch;
use truthsayer_dune::turn::Phase;

/// A recorded random play.
struct Written {
    game: Game,
    phases: Vec<Phase>,
    said: Vec<Step>,
    log: Vec<Event>,
    fired: Vec<Switch>,
    gave_up: bool,
}

struct Tally {
    phases: usize,
    looks: u32,
    refusals: u32,
}

fn gamble(seed: u64, tally: &mut Tally) -> Written {
    let mut dice = Dice::new(seed);
    let (game, phases) = set_up(&mut dice);
    let mut gambler = Gambler::new(dice, game.clone());
    let record = run(game.clone(), &phases, None, Vec::new(), &mut gambler);
    gambler.look(&record.table);
    assert_eq!(record.end, Ok(()), "seed {seed}");
    assert!(gambler.faults.is_empty(), "seed {seed}: {:#?}", gambler.faults);
    tally.phases += phases.len();
    tally.looks += gambler.looks;
    tally.refusals += gambler.refusals;
    let (_, log, fired, _) = record.table.into_record();
    let fired = fired.into_iter().map(|firing| firing.switch).collect();
    Written { game, phases, said: gambler.said, log, fired, gave_up: gambler.gave_up }
}

fn replay(written: &Written, off: Vec<Switch>) -> Vec<Event> {
    let options = ScriptOptions { declines: true, follows: true };
    let mut script = Script::new(written.said.clone(), options);
    let record = run(written.game.clone(), &written.phases, None, off, &mut script);
    record.table.into_record().1
}

#[test]
fn ten_thousand_random_phases_break_no_invariant() {
    let mut tally = Tally { phases: 0, looks: 0, refusals: 0 };
    let mut seed = 0;
    while tally.phases < 10_000 {
        gamble(seed, &mut tally);
        seed += 1;
    }
    assert!(tally.looks > 50_000, "{} looks", tally.looks);
    assert!(tally.refusals > 5_000, "{} refusals", tally.refusals);
}

/// Names the first difference between a log and the log of its replay. A script whose last step is refused ends there.
#[track_caller]
fn agree(again: &[Event], first: &[Event], seed: u64) {
    let common = again.iter().zip(first).take_while(|(again, first)| again == first).count();
    let ends_refused = common == again.len() && matches!(again.last(), Some(Event::Refused { .. }));
    if !ends_refused {
        assert_eq!(again.get(common), first.get(common), "seed {seed}, event {common}");
    }
}

#[test]
fn the_same_script_gives_the_same_log() {
    let mut marked = 0;
    let mut tally = Tally { phases: 0, looks: 0, refusals: 0 };
    for seed in 100_000..102_000 {
        let written = gamble(seed, &mut tally);
        // A script cannot distinguish two phases of one kind without a turn between them, and a strict script must
        // answer every question.
        let kinds: BTreeSet<Phase> = written.phases.iter().copied().collect();
        let marks = written.said.iter().filter(|step| **step == Step::NextTurn).count();
        let is_unclear = kinds.len() < written.phases.len() && marks + 1 < written.phases.len();
        if written.gave_up || is_unclear {
            continue;
        }
        marked += usize::from(marks > 0);
        let options = ScriptOptions { declines: true, follows: false };
        let mut script = Script::new(written.said.clone(), options);
        let record = run(written.game.clone(), &written.phases, None, Vec::new(), &mut script);
        assert_eq!(record.end, Ok(()), "seed {seed}");
        agree(record.table.log(), &written.log, seed);
        agree(&replay(&written, Vec::new()), &written.log, seed);
        // A switch that did not fire can be turned off without any effect.
        let idle = Switch::ALL.iter().filter(|switch| !written.fired.contains(switch));
        for switch in idle.step_by(20) {
            agree(&replay(&written, vec![*switch]), &written.log, seed);
        }
    }
    assert!(marked > 50, "only {marked} plays mark a turn");
}

/// Random play rarely reaches the situations in which these switches matter; `advanced.rs` or a scenario plays them.
const RARE: &[Switch] = &[
    Switch::AnyActiveLeader,
    Switch::OncePerGame,
    Switch::KwisatzWaits,
    Switch::KwisatzUsesRevival,
    Switch::Peacetime,
    Switch::Coexistence,
    Switch::CountsAsTheAllys,
    Switch::HomeRevivesCaptive,
    Switch::NoLoyalty,
    Switch::RevivalGoesOn,
    Switch::EarlierUseCounts,
    Switch::DrawLeavesOutFallen,
    Switch::CallerKeepsCaptive,
    Switch::UnusedKwisatzIsFree,
    Switch::GholaTraining,
    Switch::FallenCanBeDrawn,
];

/// A switch that changes nothing when it is off would prove nothing.
#[test]
fn every_switch_makes_a_difference_somewhere() {
    let mut tally = Tally { phases: 0, looks: 0, refusals: 0 };
    let mut silent: Vec<Switch> = Switch::ALL.iter().copied().filter(|switch| !RARE.contains(switch)).collect();
    for seed in 200_000..205_000 {
        let written = gamble(seed, &mut tally);
        silent.retain(|switch| {
            let took_effect = written.fired.contains(switch);
            !took_effect || replay(&written, vec![*switch]) == written.log
        });
        if silent.is_empty() {
            break;
        }
    }
    let names: Vec<&str> = silent.iter().map(|switch| switch.name()).collect();
    assert!(names.is_empty(), "never noticed: {names:?}");
}
