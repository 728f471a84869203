//! Questions of a script about the position. They change nothing.

use crate::board::side::Side;
use crate::board::square::Square;
use crate::board::step::Step;
use crate::game::Game;
use crate::game::event::QueryAnswer;
use crate::moves::air_defence;
use crate::moves::attack;
use crate::moves::attack::View;
use crate::notation;

#[derive(Debug, Clone, Copy)]
pub enum Query {
    Steps { which: Which, from: Option<Square>, to: Option<Square> },
    Attackers { of: Square, by: Side },
    Zone(Side),
    Check(Side),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// All legal steps, in long algebraic notation (LAN).
    Moves,
    /// Only the captures, in long algebraic notation (LAN).
    Captures,
    /// All legal steps, in short algebraic notation (SAN).
    San,
}

impl Query {
    pub(crate) fn answer(self, game: &Game) -> QueryAnswer {
        let (table, board) = (&game.table, &game.position.board);
        match self {
            Query::Steps { which, from, to } => QueryAnswer::List(steps(game, which, from, to)),
            Query::Attackers { of, by } => QueryAnswer::List(attackers(game, of, by)),
            Query::Zone(side) => {
                QueryAnswer::List(air_defence::zone(table, board, side).iter().map(Square::to_string).collect())
            }
            Query::Check(side) => QueryAnswer::Yes(attack::is_in_check(table, View::of(board), side)),
        }
    }
}

fn steps(game: &Game, which: Which, from: Option<Square>, to: Option<Square>) -> Vec<String> {
    let legal = game.legal();
    let asked = |step: &&Step| {
        from.is_none_or(|from| step.from == from)
            && to.is_none_or(|to| step.to == to)
            && (which != Which::Captures || step.effect.is_capture())
    };
    let text = |step: &Step| match which {
        Which::San => notation::san(&game.table, *step, &legal),
        Which::Moves | Which::Captures => notation::lan(&game.table, *step),
    };
    let mut texts: Vec<String> = legal.iter().filter(asked).map(text).collect();
    texts.sort();
    texts
}

fn attackers(game: &Game, of: Square, by: Side) -> Vec<String> {
    let mut texts = Vec::new();
    attack::for_each_attacker(&game.table, View::of(&game.position.board), of, by, |attacker| {
        texts.push(format!("{}{}", attacker.unit.text(), attacker.square));
        false
    });
    texts.sort();
    texts
}
