//! Reads the positions that stood earlier in the game.

use truthsayer_protocol::task_node::Read;
use truthsayer_protocol::task_node::TaskNode;

use crate::board::Board;
use crate::board::kind::Kind;
use crate::board::position::Position;
use crate::board::side::Side;
use crate::game::result;
use crate::game::standing::Standing;
use crate::notation::fen;

/// Maximum number of earlier positions, far more than any scenario needs.
const MOST: usize = 1000;

/// The earlier positions, oldest first. Complains about positions that cannot have stood before this one.
pub(crate) fn read(node: &TaskNode<'_>, now: &Position, ends_at_third: bool) -> Read<Vec<Standing>> {
    let nodes = node.list()?;
    if nodes.len() > MOST {
        return node.complain(format!("at most {MOST} positions can be listed"));
    }
    let mut history: Vec<Standing> = Vec::new();
    let mut boards: Vec<Board> = Vec::new();
    let mut began = [0; 2];
    for entry in &nodes {
        let (board, turn) = match fen::read_standing(entry.text()?) {
            Ok(read) => read,
            Err(fault) => return entry.complain(format!("character {}: {}", fault.at, fault.why)),
        };
        if let Some(side) = Side::BOTH.into_iter().find(|side| board.commander(*side).is_none()) {
            return entry.complain(format!("{} has no commander, so the game ended there", side.name()));
        }
        began[turn.index()] += 1;
        if began[turn.index()] > turns_before(now, turn) {
            let (turns, side) = (turns_before(now, turn), turn.name());
            return entry.complain(format!("{side} has begun only {turns} turns before move {}", now.move_number));
        }
        history.push(Standing::new(&board, turn));
        if ends_at_third && result::is_third(&history) {
            return entry.complain("this position stands for the third time here, so the game was drawn");
        }
        boards.push(board);
    }
    for (entry, pair) in nodes.iter().zip(boards.iter().zip(boards.iter().skip(1).chain([&now.board]))) {
        if let Some(why) = came_back(pair.0, pair.1) {
            return entry.complain(why);
        }
    }
    Ok(history)
}

/// Number of turns that a side has begun before this one.
fn turns_before(now: &Position, side: Side) -> u32 {
    let began_this_move = side == Side::Red && now.turn == Side::Blue;
    now.move_number - 1 + u32::from(began_this_move)
}

/// Why the later of two boards cannot follow: captured pieces never come back, and heroic ones stay heroic.
fn came_back(earlier: &Board, later: &Board) -> Option<String> {
    Side::BOTH.into_iter().find_map(|side| {
        Kind::ALL.into_iter().find_map(|kind| {
            let (all, plain) = count(earlier, side, kind);
            let (all_later, plain_later) = count(later, side, kind);
            let letter = kind.letter();
            if all_later > all {
                let side = side.name();
                return Some(format!(
                    "{side} has {all} `{letter}` here and {all_later} later, but pieces never come back"
                ));
            }
            (plain_later > plain).then(|| format!("a heroic `{letter}` of {} is not heroic later", side.name()))
        })
    })
}

/// Number of pieces of a kind, and of those that are not heroic.
fn count(board: &Board, side: Side, kind: Kind) -> (usize, usize) {
    let units: Vec<_> = board.occupied(side).into_iter().filter_map(|square| board.at(square).unit(kind)).collect();
    (units.len(), units.iter().filter(|unit| !unit.heroic).count())
}
