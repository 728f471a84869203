//! How reports draw the board.

use truthsayer_protocol::BoardNote;
use truthsayer_protocol::GroundNote;

use crate::board::side::Side;
use crate::board::square::Square;
use crate::board::terrain;
use crate::board::terrain::Terrain;
use crate::rules::Strict;

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
