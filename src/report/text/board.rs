//! Boards as text: terrain, pieces of both sides, and changes.

use std::collections::HashMap;

use colored::Colorize;

use crate::report::text::wrapping;
use truthsayer_oracle::base::datapath;
use truthsayer_protocol::BoardNote;
use truthsayer_protocol::Data;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::text;

/// A square as it is drawn.
struct BoardSquare<'a> {
    /// The piece, as the state names it; none for an empty square.
    piece: Option<&'a str>,
    /// Index of its terrain.
    ground: usize,
    changed: bool,
}

/// Maximum width of two boards side by side.
const WIDTH: usize = 100;

/// The boards before and after, with changes in brackets. One board if nothing changed.
pub fn before_and_after(note: &BoardNote, outcome: &Outcome, painted: bool) -> String {
    before_and_after_within(note, outcome, painted, WIDTH)
}

/// Like [`before_and_after`], limited to the width of the terminal minus `margin`.
pub(crate) fn on_screen(note: &BoardNote, outcome: &Outcome, painted: bool, margin: usize) -> String {
    before_and_after_within(note, outcome, painted, wrapping::columns().unwrap_or(WIDTH).saturating_sub(margin))
}

/// Like [`before_and_after`], limited to `most` columns: boards that do not fit side by side go below each other.
pub(crate) fn before_and_after_within(note: &BoardNote, outcome: &Outcome, painted: bool, most: usize) -> String {
    let Outcome { before, after, .. } = outcome;
    let width = width(note, &[before, after]);
    let first = lines(note, before, after, width, painted);
    if datapath::find(before, &note.at) == datapath::find(after, &note.at) {
        return joined(&first) + &legend(note);
    }
    let second = lines(note, after, before, width, painted);
    let line = 4 + note.columns.len() * (width + 2);
    if 2 * line + 3 > most {
        return joined(&first) + "\n" + &joined(&second) + &legend(note);
    }
    let pairs: Vec<String> = first.iter().zip(&second).map(|(one, other)| format!("{one}   {other}")).collect();
    joined(&pairs) + &legend(note)
}

fn legend(note: &BoardNote) -> String {
    let grounds: Vec<String> = note.grounds.iter().map(|ground| format!("{} {}", ground.sign, ground.name)).collect();
    let (upper, lower) = &note.sides;
    let sides = if note.glyphs.is_empty() {
        format!("upper case {upper}, lower case {lower}")
    } else {
        format!("{upper} {}  {lower} {}", glyphs(note, true), glyphs(note, false))
    };
    format!("{}   {sides}\n", grounds.join("  "))
}

/// The glyphs of one side, joined.
fn glyphs(note: &BoardNote, upper: bool) -> String {
    note.glyphs.iter().filter(|(piece, _)| is_upper(piece) == upper).map(|(_, glyph)| glyph.as_str()).collect()
}

/// Whether a piece belongs to the side that is written in upper case.
fn is_upper(piece: &str) -> bool {
    piece.chars().any(|letter| letter.is_ascii_uppercase())
}

/// A piece as drawn: its glyph, or its name cut to 12 characters.
fn piece_text(note: &BoardNote, piece: &str) -> String {
    const MOST: usize = 12;
    let drawn = note.glyphs.get(piece).map_or(piece, String::as_str);
    text::one_line(&drawn.chars().take(MOST).collect::<String>())
}

/// The widest piece on any of the boards.
fn width(note: &BoardNote, states: &[&Data]) -> usize {
    let boards = states.iter().filter_map(|state| datapath::find(state, &note.at)?.as_object());
    let pieces = boards.flat_map(|board| board.values()).filter_map(Data::as_str).filter(|text| *text != note.empty);
    pieces.map(|piece| piece_text(note, piece).chars().count()).max().unwrap_or(1)
}

fn lines(note: &BoardNote, state: &Data, other: &Data, width: usize, painted: bool) -> Vec<String> {
    let head: String = note.columns.iter().map(|column| format!(" {column:<width$} ")).collect();
    let mut lines = vec![format!("    {head}")];
    let numbered = note.grounds.iter().enumerate().rev();
    let grounds: HashMap<&str, usize> =
        numbered.flat_map(|(ground, kind)| kind.squares.iter().map(move |name| (name.as_str(), ground))).collect();
    let board = |state| datapath::find(state, &note.at).and_then(Data::as_object);
    let (board, other) = (board(state), board(other));
    let mut square = String::new();
    for row in &note.rows {
        let mut line = format!("{row:>3} ");
        for column in &note.columns {
            square.clear();
            square.push_str(column);
            square.push_str(row);
            let (here, there) = (board.and_then(|it| it.get(&square)), other.and_then(|it| it.get(&square)));
            let piece = here.and_then(Data::as_str).filter(|text| *text != note.empty);
            let ground = grounds.get(square.as_str()).copied().unwrap_or(note.grounds.len().saturating_sub(1));
            let cell = BoardSquare { piece, ground, changed: here != there };
            line.push_str(&drawn(note, &cell, width, painted));
        }
        lines.push(line);
    }
    lines
}

/// The lines without trailing spaces.
fn joined(lines: &[String]) -> String {
    lines.iter().map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// One square. Changes are in brackets, so they are visible without colours.
fn drawn(note: &BoardNote, cell: &BoardSquare<'_>, width: usize, painted: bool) -> String {
    let sign = note.grounds.get(cell.ground).map_or(' ', |ground| ground.sign);
    let text = cell.piece.map_or_else(|| sign.to_string(), |piece| piece_text(note, piece));
    let rest = " ".repeat(width.saturating_sub(text.chars().count()));
    let marked = if cell.changed { format!("[{text}]{rest}") } else { format!(" {text} {rest}") };
    if painted { paint(&marked, cell, note) } else { marked }
}

/// Uses only the 256-colour palette: terminals without true colour would show black on black.
fn paint(text: &str, cell: &BoardSquare<'_>, note: &BoardNote) -> String {
    let upper = cell.piece.is_some_and(is_upper);
    let ink = match cell.piece {
        None => text.ansi_color(245),
        Some(_) if upper => text.ansi_color(210).bold(),
        Some(_) => text.ansi_color(117).bold(),
    };
    let last = note.grounds.len().saturating_sub(1);
    let tinted = match cell.ground {
        ground if ground == last => ink.on_ansi_color(235),
        0 => ink.on_ansi_color(17),
        _ => ink.on_ansi_color(23),
    };
    tinted.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use truthsayer_protocol::GroundNote;

    fn note() -> BoardNote {
        let mut board = BoardNote::new("board", ["a", "b"], ["2", "1"]);
        board.empty = "none".to_owned();
        board.sides = ("red".to_owned(), "blue".to_owned());
        board.grounds = vec![GroundNote::new("sea", '~', ["a1", "a2"]), GroundNote::new("land", '.', [""; 0])];
        board
    }

    fn outcome(before: Data, after: Data) -> Outcome {
        Outcome::new(before, after)
    }

    #[test]
    fn a_move_is_marked_on_both_boards() {
        let before = json!({"board": {"a1": "N", "a2": "none", "b1": "(ti)", "b2": "none"}});
        let after = json!({"board": {"a1": "none", "a2": "N", "b1": "(ti)", "b2": "none"}});
        let drawn = before_and_after(&note(), &outcome(before, after), false);
        let expected = "     a     b            a     b\n\
                        \x20 2 [~]    .         2 [N]    .\n\
                        \x20 1 [N]    (ti)      1 [~]    (ti)\n\
                        ~ sea  . land   upper case red, lower case blue\n";
        assert_eq!(drawn, expected);
    }

    #[test]
    fn pieces_are_drawn_with_their_glyphs() {
        let mut board = note();
        board.glyphs = [("N", "♘"), ("n", "♞")].map(|(piece, glyph)| (piece.to_owned(), glyph.to_owned())).into();
        let state = json!({"board": {"a1": "N", "a2": "n", "b1": "?", "b2": "none"}});
        let drawn = before_and_after(&board, &outcome(state.clone(), state), false);
        let expected = "     a  b\n  2  ♞  .\n  1  ♘  ?\n~ sea  . land   red ♘  blue ♞\n";
        assert_eq!(drawn, expected);
    }

    #[test]
    fn an_unchanged_board_is_drawn_once() {
        let state = json!({"board": {"a1": "N", "a2": "none", "b1": "none", "b2": "none"}, "turn": 1});
        let later = json!({"board": {"a1": "N", "a2": "none", "b1": "none", "b2": "none"}, "turn": 2});
        let drawn = before_and_after(&note(), &outcome(state, later), false);
        assert_eq!(drawn.lines().count(), 4, "{drawn}");
        assert!(!drawn.contains('['), "{drawn}");
    }
}
