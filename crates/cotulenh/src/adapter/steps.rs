//! Reads `when` as a script.

use truthsayer_protocol::Data;
use truthsayer_protocol::task_node;
use truthsayer_protocol::task_node::Read;
use truthsayer_protocol::task_node::TaskNode;

use crate::board::kind::Kind;
use crate::board::side::Side;
use crate::board::square::Square;
use crate::board::step::Effect;
use crate::game::query::Query;
use crate::game::query::Which;
use crate::game::request::Want;
use crate::game::script::Action;
use crate::game::script::Squares;

/// Every kind of step, with its allowed keys. A move may also be written as a text, and an undo as a number.
pub(crate) const STEPS: &[(&str, &[&str])] =
    &[("move", SQUARES), ("commit", &[]), ("cancel", &[]), ("undo", &[]), ("ask", QUESTIONS)];
const SQUARES: &[&str] = &["from", "to", "piece", "capture"];
/// The kinds of questions.
pub(crate) const QUESTIONS: &[&str] = &["moves", "captures", "san", "attackers", "zone", "check"];
const CAPTURES: &[&str] = &["normal", "stay", "suicide", "any"];
const SIDES: &[&str] = &["red", "blue"];
/// Maximum number of turns that one script may take back.
const MOST_TURNS: u32 = 10_000;

pub(crate) fn read(when: &[Data]) -> Read<Vec<Action>> {
    let empty = Data::Null;
    let root = TaskNode::root("when", &empty);
    when.iter().enumerate().map(|(index, data)| read_step(&root.item(index, data))).collect()
}

/// A step is a map with one key, its kind.
fn read_step(step: &TaskNode<'_>) -> Read<Action> {
    let pairs = step.pairs()?;
    let [(name, node)] = pairs.as_slice() else {
        return step.complain("a step is a map with exactly one key");
    };
    match *name {
        "move" if node.is_map() => read_squares(node).map(Action::Squares),
        "move" => Ok(Action::Written(node.text()?.to_owned())),
        "commit" => node.fields(&[]).map(|()| Action::Commit),
        "cancel" => node.fields(&[]).map(|()| Action::Cancel),
        "undo" => node.number(1, MOST_TURNS).map(Action::Undo),
        "ask" => read_question(node).map(Action::Ask),
        other => step.complain(task_node::unknown("step", other, STEPS.iter().map(|(name, _)| *name))),
    }
}

fn read_squares(node: &TaskNode<'_>) -> Read<Squares> {
    node.fields(SQUARES)?;
    let piece = match node.get("piece") {
        None => None,
        Some(piece) => {
            let text = piece.text()?;
            let mut letters = text.strip_prefix('+').unwrap_or(text).chars();
            match (letters.next().and_then(Kind::by_letter), letters.next()) {
                (Some(kind), None) => Some(kind),
                _ => return piece.complain(format!("`{text}` is no piece; pieces are C I E G M T A S F N H")),
            }
        }
    };
    let capture = match node.get("capture") {
        None => None,
        Some(capture) => Some(match capture.one_of("capture", CAPTURES)? {
            0 => Want::Do(Effect::Normal),
            1 => Want::Do(Effect::Stay),
            2 => Want::Do(Effect::Suicide),
            _ => Want::AnyCapture,
        }),
    };
    Ok(Squares { from: square(&node.need("from")?)?, to: square(&node.need("to")?)?, piece, capture })
}

fn read_question(node: &TaskNode<'_>) -> Read<Query> {
    node.fields(QUESTIONS)?;
    let pairs = node.pairs()?;
    let [(name, about)] = pairs.as_slice() else {
        return node.complain("a step asks one question");
    };
    match *name {
        "moves" => read_which(about, Which::Moves),
        "captures" => read_which(about, Which::Captures),
        "san" => read_which(about, Which::San),
        "attackers" => {
            about.fields(&["of", "by"])?;
            Ok(Query::Attackers { of: square(&about.need("of")?)?, by: side(&about.need("by")?)? })
        }
        "zone" => side(about).map(Query::Zone),
        _ => side(about).map(Query::Check),
    }
}

fn read_which(node: &TaskNode<'_>, which: Which) -> Read<Query> {
    if !node.is_map() {
        node.one_of("choice of steps", &["all"])?;
        return Ok(Query::Steps { which, from: None, to: None });
    }
    node.fields(&["from", "to"])?;
    let named = |name| node.get(name).map(|node| square(&node)).transpose();
    Ok(Query::Steps { which, from: named("from")?, to: named("to")? })
}

fn square(node: &TaskNode<'_>) -> Read<Square> {
    let text = node.text()?;
    match Square::parse(text) {
        Some(square) => Ok(square),
        None => node.complain(format!("`{text}` is no square of the board; squares are a1 to k12")),
    }
}

fn side(node: &TaskNode<'_>) -> Read<Side> {
    Ok(if node.one_of("side", SIDES)? == 0 { Side::Red } else { Side::Blue })
}
