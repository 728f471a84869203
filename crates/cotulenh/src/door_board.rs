//! Door: how the board of a state is drawn.

use truthsayer_protocol::BoardNote;
use truthsayer_protocol::GroundNote;

use super::rules::Strict;
use super::side::Side;
use super::square::Square;
use super::terrain;
use super::terrain::Terrain;

pub fn note() -> BoardNote {
    BoardNote {
        at: "board".to_owned(),
        columns: ('a'..='k').map(String::from).collect(),
        rows: (1..=12).rev().map(|rank: u8| rank.to_string()).collect(),
        empty: "empty".to_owned(),
        sides: (Side::Red.name().to_owned(), Side::Blue.name().to_owned()),
        grounds: vec![
            ground("water", '~', Terrain::Water),
            ground("mixed", '*', Terrain::Mixed),
            GroundNote { name: "land".to_owned(), sign: '.', squares: Vec::new() },
        ],
    }
}

fn ground(name: &str, sign: char, kind: Terrain) -> GroundNote {
    let own = Square::all().filter(|square| terrain::terrain(&Strict, *square) == kind);
    GroundNote { name: name.to_owned(), sign, squares: own.map(|square| square.to_string()).collect() }
}
