//! Whether and how a game ends.

use crate::board::Trail;
use crate::board::position::Position;
use crate::board::side::Side;
use crate::board::step::Step;
use crate::game::standing::Standing;
use crate::moves;
use crate::moves::attack;
use crate::moves::attack::View;
use crate::moves::walk::Walker;
use crate::rules::Rules;
use crate::rules::Strict;
use crate::rules::switch::Switch;
use crate::rules::table::Table;

/// An ending with its winner, if it has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ending {
    pub how: How,
    pub winner: Option<Side>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    Checkmate,
    Stalemate,
    CommanderCaptured,
    FiftyMoves,
    Repetition,
}

impl How {
    pub(crate) const ALL: [How; 5] =
        [How::Checkmate, How::Stalemate, How::CommanderCaptured, How::FiftyMoves, How::Repetition];

    pub(crate) fn name(self) -> &'static str {
        match self {
            How::Checkmate => "checkmate",
            How::Stalemate => "stalemate",
            How::CommanderCaptured => "commander_captured",
            How::FiftyMoves => "fifty_moves",
            How::Repetition => "repetition",
        }
    }
}

/// Number of occurrences after which a position counts as repeated.
const REPETITIONS: usize = 3;

/// Whether the last of these positions stands for the third time.
pub(crate) fn is_third(stood: &[Standing]) -> bool {
    stood.last().is_some_and(|last| stood.iter().filter(|it| *it == last).count() >= REPETITIONS)
}

const FIFTY_MOVES: u32 = 100;

/// Whether the game is over for the side to move. `stood` holds the position at the beginning of each turn.
pub(crate) fn ending(table: &Table, position: &Position, stood: &[Standing]) -> Option<Ending> {
    // game-end.md OPEN DEPLOYMENT: the game cannot end before the turn does.
    if position.deployment.is_some() && table.applies(Switch::NoEndWhileOpen) {
        return None;
    }
    captured(table, position)
        .or_else(|| stuck(table, position))
        .or_else(|| fifty(table, position))
        .or_else(|| repetition(table, stood))
}

fn captured(table: &Table, position: &Position) -> Option<Ending> {
    let lost = |side: &Side| position.board.commander(*side).is_none();
    let loser = Side::BOTH.into_iter().find(lost)?;
    let winner = Some(loser.other()).filter(|side| !lost(side));
    table.applies(Switch::CommanderCaptured).then_some(Ending { how: How::CommanderCaptured, winner })
}

/// The ending if there is no legal step: mate if the commander is in check, stalemate if it is not.
fn stuck(table: &Table, position: &Position) -> Option<Ending> {
    if can_go_on(table, position) {
        return None;
    }
    let view = View::of(&position.board);
    if table.weigh(|| attack::is_in_check(table, view, position.turn)) {
        let winner = Some(position.turn.other());
        return table.applies(Switch::Checkmate).then_some(Ending { how: How::Checkmate, winner });
    }
    table.applies(Switch::Stalemate).then_some(Ending { how: How::Stalemate, winner: None })
}

/// Whether there is any legal step. Weighs the clauses only if the first step found would be illegal without one of
/// them.
fn can_go_on(table: &Table, position: &Position) -> bool {
    let stands = |step: Step| {
        let mut possible = false;
        let walker = Walker { from: step.from, group: step.group, deploys: step.deploys };
        moves::of(table, position, walker, &mut |other| possible |= other == step);
        possible && moves::is_legal(table, &mut position.clone(), step, &mut Trail::new())
    };
    let quick = if table.is_plain() {
        first_legal_step(&Strict, position)
    } else {
        table.quietly(|| first_legal_step(table, position))
    };
    if !table.records() || quick.is_some_and(|step| table.is_indifferent(|| stands(step))) {
        return quick.is_some();
    }
    table.weigh(|| first_legal_step(table, position).is_some())
}

/// Searches square by square and stops at the first legal step.
fn first_legal_step<R: Rules>(rules: &R, position: &Position) -> Option<Step> {
    let mut scratch = position.clone();
    let mut trail = Trail::new();
    let mut steps = Vec::new();
    if position.deployment.is_some() {
        moves::legal(rules, &mut scratch, &mut trail, &mut steps);
        return steps.first().copied();
    }
    position.board.commander(position.turn)?;
    position.board.occupied(position.turn).into_iter().find_map(|square| {
        steps.clear();
        moves::from_square(rules, position, square, &mut |step| steps.push(step));
        steps.iter().copied().find(|step| moves::is_legal(rules, &mut scratch, *step, &mut trail))
    })
}

fn fifty(table: &Table, position: &Position) -> Option<Ending> {
    let reached = position.half_moves >= FIFTY_MOVES;
    (reached && table.applies(Switch::FiftyMoves)).then_some(Ending { how: How::FiftyMoves, winner: None })
}

fn repetition(table: &Table, stood: &[Standing]) -> Option<Ending> {
    // game-end.md REPETITION: a repeated position is not a draw, except in the other reading.
    (is_third(stood) && !table.reads(table.readings().threefold, Switch::NoRepetition, Switch::ThirdTimeDraws))
        .then_some(Ending { how: How::Repetition, winner: None })
}
