//! Reads `given` as a position.

use truthsayer_protocol::Data;
use truthsayer_protocol::task_node;
use truthsayer_protocol::task_node::Read;
use truthsayer_protocol::task_node::TaskNode;

use crate::adapter::history;
use crate::board::Board;
use crate::board::position::Position;
use crate::board::side::Side;
use crate::board::square::Square;
use crate::game::standing::Standing;
use crate::notation::fen;
use crate::rules::reading::Readings;

/// The set-up of a scenario.
pub(crate) struct Given {
    pub position: Position,
    /// Whether the set-up says whose turn it is.
    pub names_turn: bool,
    /// The positions that stood earlier, if the set-up lists them.
    pub history: Option<Vec<Standing>>,
    pub readings: Readings,
}

/// Maximum value of a counter in a set-up; far more than any scenario needs.
const MOST_MOVES: u32 = 1_000_000;
const SIDES: &[&str] = &["red", "blue"];

/// The keys of a set-up.
pub(crate) const KEYS: &[&str] =
    &["fen", "pieces", "turn", "half_moves", "move_number", "history", "readings", "unscripted"];

pub(crate) fn read(given: &Data) -> Read<Given> {
    let empty = Data::Object(serde_json::Map::new());
    let root = TaskNode::root("given", if given.is_null() { &empty } else { given });
    root.fields(KEYS)?;
    let readings = read_readings(&root)?;
    let (position, names_turn) = match (root.get("fen"), root.get("pieces")) {
        (Some(fen), None) => (read_fen(&root, fen)?, true),
        (None, Some(pieces)) => read_pieces(&root, pieces)?,
        (Some(fen), Some(_)) => return fen.complain("either `fen` or `pieces`, not both"),
        (None, None) => return root.complain("a position is missing: `fen` or `pieces`"),
    };
    let earlier = root.get("history").map(|node| history::read(&node, &position, readings.threefold));
    Ok(Given { position, names_turn, history: earlier.transpose()?, readings })
}

fn read_fen(root: &TaskNode<'_>, node: TaskNode<'_>) -> Read<Position> {
    for key in ["turn", "half_moves", "move_number"] {
        if let Some(extra) = root.get(key) {
            return extra.complain(format!("`{key}` goes with `pieces`; here the FEN says it"));
        }
    }
    match fen::read(node.text()?) {
        Ok(position) => Ok(position),
        Err(fault) => node.complain(format!("character {}: {}", fault.at, fault.why)),
    }
}

fn read_pieces(root: &TaskNode<'_>, pieces: TaskNode<'_>) -> Read<(Position, bool)> {
    let mut board = Board::default();
    for (name, node) in pieces.pairs()? {
        let Some(square) = Square::parse(name) else {
            return node.complain(format!("`{name}` is no square of the board; squares are a1 to k12"));
        };
        let text = node.text()?;
        let (units, side) = match fen::read_stack(text) {
            Ok(read) => read,
            Err(fault) => return node.complain(format!("`{text}`, character {}: {}", fault.at, fault.why)),
        };
        if let Err(why) = fen::place(&mut board, square, &units, side) {
            return node.complain(why);
        }
    }
    let turn = root.get("turn").map(|node| node.one_of("side", SIDES)).transpose()?;
    let number = |name, least| match root.get(name) {
        Some(node) => node.number(least, MOST_MOVES),
        None => Ok(least),
    };
    let position = Position {
        board,
        turn: if turn == Some(1) { Side::Blue } else { Side::Red },
        half_moves: number("half_moves", 0)?,
        move_number: number("move_number", 1)?,
        deployment: None,
    };
    Ok((position, turn.is_some()))
}

fn read_readings(root: &TaskNode<'_>) -> Read<Readings> {
    let mut readings = Readings::DEFAULT;
    let Some(node) = root.get("readings") else { return Ok(readings) };
    for (name, value) in node.pairs()? {
        let Some(reading) = Readings::ALL.iter().find(|reading| reading.name == name) else {
            let known = Readings::ALL.iter().map(|reading| reading.name);
            return value.complain(task_node::unknown("reading", name, known));
        };
        readings.set(name, value.one_of(&format!("{name} reading"), &reading.values)? == 1);
    }
    Ok(readings)
}
