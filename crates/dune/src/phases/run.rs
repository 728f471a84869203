//! Runs the phases of a play in order.

use crate::decisions::play::Flow;
use crate::decisions::play::Play;
use crate::decisions::play::PlayRecord;
use crate::decisions::source::Source;
use crate::leaders::dead_again;
use crate::leaders::kwisatz;
use crate::leaders::leader_return;
use crate::model::game::Game;
use crate::model::switch::Switch;
use crate::phases::asides;
use crate::phases::battle_phase;
use crate::phases::occupancy;
use crate::phases::sandworm;
use crate::phases::storm;
use crate::phases::underway::Underway;
use crate::revival;
use crate::table::Table;
use crate::table::turn::Phase;
use crate::table::turn::Turn;

/// Plays the phases in order until they are over or the source ends the play. If a battle is under way, the first phase
/// begins there.
pub fn run(
    game: Game,
    phases: &[Phase],
    underway: Option<Underway>,
    off: Vec<Switch>,
    source: &mut dyn Source,
) -> PlayRecord {
    let mut play = Play::new(Table::new(game, off), source, asides::take);
    dead_again::end(&mut play.table);
    occupancy::warn(&mut play.table);
    let flow = run_phases(&mut play, phases, underway);
    play.finish(flow)
}

fn run_phases(play: &mut Play, phases: &[Phase], mut underway: Option<Underway>) -> Flow<()> {
    let mut ended = None;
    for phase in phases {
        let is_marked = ended.is_some_and(|ended| play.marks_turn(ended, *phase));
        enter(&mut play.table, *phase, is_marked);
        ended = Some(*phase);
        match phase {
            Phase::Storm => storm::play(play)?,
            Phase::SpiceBlow => sandworm::play(play)?,
            Phase::Revival => revival::play(play)?,
            Phase::Battle => battle_phase::play(play, underway.take())?,
        }
        play.take_asides(|_, _| true)?;
    }
    Ok(())
}

/// Opens a phase. A new turn begins with a storm, with a repeated phase, or where the script marks it.
fn enter(table: &mut Table, phase: Phase, is_marked: bool) {
    let new_turn = is_marked || phase == Phase::Storm || table.turn.played.contains(&phase);
    if new_turn {
        table.turn = Turn::default();
        // battle.md LEADER RETURN: releases leaders from an earlier battle phase whose end was not played.
        leader_return::release(table);
        // battle.md KWISATZ HADERACH: one Territory per turn, so the mark ends with the turn.
        kwisatz::release(table);
    }
    table.turn.played.push(phase);
}
