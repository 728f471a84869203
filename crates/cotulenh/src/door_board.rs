//! Door: how the board of a state is drawn.

use truthsayer_protocol::BoardNote;
use truthsayer_protocol::GroundNote;

use super::rules::Strict;
use super::side::Side;
use super::square::Square;
use super::terrain;
use super::terrain::Terrain;

pub(crate) fn note() -> BoardNote {
    let rows = (1..=12).rev().map(|rank: u8| rank.to_string());
    let mut board = BoardNote::new("board", 'a'..='k', rows);
    board.empty = "empty".to_owned();
    board.sides = (Side::Red.name().to_owned(), Side::Blue.name().to_owned());
    board.grounds = vec![
        ground("water", '~', Terrain::Water),
        ground("mixed", '*', Terrain::Mixed),
        GroundNote::new("land", '.', [""; 0]),
    ];
    board
}

fn ground(name: &str, sign: char, kind: Terrain) -> GroundNote {
    let own = Square::all().filter(|square| terrain::terrain(&Strict, *square) == kind);
    GroundNote::new(name, sign, own.map(|square| square.to_string()))
}
