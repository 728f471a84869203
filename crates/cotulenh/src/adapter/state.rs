//! Writes positions and events as protocol data.

use std::sync::LazyLock;

use serde_json::Map;
use serde_json::json;

use truthsayer_protocol::Data;
use truthsayer_protocol::spare;
use truthsayer_protocol::spare::PlainValue;

use crate::board::position::Position;
use crate::board::side::Side;
use crate::board::square::Square;
use crate::board::stack::Stack;
use crate::game::Game;
use crate::game::event::Event;
use crate::game::event::QueryAnswer;
use crate::game::event::Wording;
use crate::moves::attack;
use crate::moves::attack::View;
use crate::notation;
use crate::notation::fen;
use crate::rules::table::Table;

const NONE: &str = "none";
const EMPTY: &str = "empty";

/// The state, as claims refer to it. It lists earlier positions only if the set-up does. Reuses the memory of an earlier
/// state.
pub(crate) fn state(game: &Game, shows_history: bool, mut spare: Option<Data>) -> Data {
    let Game { table, position, ending, .. } = game;
    let spare_board = spare.as_mut().and_then(|spare| spare.get_mut("board")).map(Data::take);
    let check = table.weigh(|| attack::is_in_check(table, View::of(&position.board), position.turn));
    let placement = fen::placement(&position.board);
    // Moves the maps into the state; building it from other maps would copy them.
    let entries: [(&str, Data); 10] = [
        ("board", board(position, spare_board)),
        ("check", check.into()),
        ("deployment", table.weigh(|| deployment(table, position))),
        ("fen", fen::write_after(&placement, position).into()),
        ("half_moves", position.half_moves.into()),
        ("move_number", position.move_number.into()),
        ("placement", placement.into()),
        ("result", ending.as_ref().map_or(NONE, |ending| ending.how.name()).into()),
        ("turn", position.turn.name().into()),
        ("winner", winner(ending.as_ref().and_then(|ending| ending.winner)).into()),
    ];
    let earlier = || game.history().iter().map(|standing| Data::from(standing.text())).collect();
    let history = shows_history.then(|| ("history", earlier()));
    Data::Object(entries.into_iter().chain(history).map(|(name, value)| (name.to_owned(), value)).collect())
}

fn winner(side: Option<Side>) -> &'static str {
    side.map_or(NONE, Side::name)
}

/// The squares by name, in the order of a map's keys.
static SQUARES: LazyLock<Vec<(String, Square)>> = LazyLock::new(|| {
    let mut squares: Vec<(String, Square)> = Square::all().map(|square| (square.to_string(), square)).collect();
    squares.sort_unstable_by(|one, other| one.0.cmp(&other.0));
    squares
});

fn board(position: &Position, spare: Option<Data>) -> Data {
    let standing = |square: Square| {
        let stack = position.board.at(square);
        PlainValue::Text(if stack.is_none() { EMPTY.into() } else { stack.text().into() })
    };
    spare::map(spare, SQUARES.iter().map(|(name, square)| (name.as_str(), standing(*square))))
}

fn named(stack: Stack) -> String {
    if stack.is_none() { NONE.to_owned() } else { stack.text() }
}

fn deployment(table: &Table, position: &Position) -> Data {
    let Some(deployment) = &position.deployment else {
        return json!({"open": false, "origin": NONE, "steps": [], "unused": NONE});
    };
    let steps: Vec<String> = deployment.steps().map(|step| notation::bare(table, step)).collect();
    json!({
        "open": true,
        "origin": deployment.origin.to_string(),
        "steps": steps,
        "unused": named(deployment.unused(table, &position.board)),
    })
}

/// The name of an event and its fields.
pub(crate) fn event(event: &Event) -> (&'static str, Data) {
    match event {
        Event::Moved { piece, from, to, wording } => {
            ("moved", step(*piece, wording, &[("from", from.to_string()), ("to", to.to_string())]))
        }
        Event::Captured { piece, from, target, taken, effect, wording } => {
            let fields = [
                ("from", from.to_string()),
                ("target", target.to_string()),
                ("taken", taken.text()),
                ("kind", effect.name().to_owned()),
            ];
            ("captured", step(*piece, wording, &fields))
        }
        Event::Combined { piece, from, to, stack, wording } => {
            let fields = [("from", from.to_string()), ("to", to.to_string()), ("stack", stack.text())];
            ("combined", step(*piece, wording, &fields))
        }
        Event::Recombined { piece, onto, stack, wording } => (
            "recombined",
            json!({"piece": piece.text(), "onto": onto.to_string(), "stack": stack.text(), "san": wording.san}),
        ),
        Event::DeploymentOpened { origin, stack } => {
            ("deployment_opened", json!({"origin": origin.to_string(), "stack": stack.text()}))
        }
        Event::DeploymentCommitted { origin, left, by_itself } => {
            let by = if *by_itself { "itself" } else { "player" };
            ("deployment_committed", json!({"origin": origin.to_string(), "left": named(*left), "by": by}))
        }
        Event::DeploymentCancelled { origin } => ("deployment_cancelled", json!({"origin": origin.to_string()})),
        Event::Promoted { square, unit, side, why } => {
            let piece = Stack::of(*unit, *side).text();
            ("promoted", json!({"square": square.to_string(), "piece": piece, "why": why.name()}))
        }
        Event::TurnPassed { to, half_moves, move_number } => {
            ("turn_passed", json!({"to": to.name(), "half_moves": half_moves, "move_number": move_number}))
        }
        Event::Undone { turn } => ("undone", json!({"what": if *turn { "turn" } else { "step" }})),
        Event::GameOver(ending) => ("game_over", json!({"result": ending.how.name(), "winner": winner(ending.winner)})),
        Event::Refused { step, refusal } => {
            ("refused", json!({"step": step, "code": refusal.code, "rule": refusal.rule}))
        }
        Event::Answered { step, answer } => ("answered", json!({"step": step, "answer": answer_data(answer)})),
    }
}

fn step(piece: Stack, wording: &Wording, fields: &[(&str, String)]) -> Data {
    let mut map = Map::new();
    map.insert("piece".to_owned(), piece.text().into());
    map.insert("san".to_owned(), wording.san.clone().into());
    map.insert("flags".to_owned(), wording.flags.into());
    for (name, value) in fields {
        map.insert((*name).to_owned(), value.clone().into());
    }
    Data::Object(map)
}

fn answer_data(answer: &QueryAnswer) -> Data {
    match answer {
        QueryAnswer::List(texts) => texts.clone().into(),
        QueryAnswer::Yes(yes) => (*yes).into(),
    }
}
