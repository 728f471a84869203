//! Boards as text: terrain, pieces of both sides, and changes.

use std::collections::HashMap;
use std::iter;

use colored::Colorize;

use crate::report::text::wrapping;
use truthsayer_oracle::judge::board_squares::BoardSquare;
use truthsayer_oracle::judge::board_squares::BoardSquares;
use truthsayer_protocol::BoardNote;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::text;

/// A square as it is drawn.
struct DrawnSquare<'a> {
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
    drawn_within(note, &BoardSquares::of(note, &outcome.before, &outcome.after), painted, most)
}

/// The boards before and after, for a document.
pub(crate) fn drawn(note: &BoardNote, squares: &BoardSquares) -> String {
    drawn_within(note, squares, false, WIDTH)
}

fn drawn_within(note: &BoardNote, squares: &BoardSquares, painted: bool, most: usize) -> String {
    let layout = Layout::of(note, squares, painted);
    let first = layout.lines(|square| square.before);
    if !squares.differ {
        return joined(&first) + &legend(note);
    }
    let second = layout.lines(|square| square.after);
    let line = 4 + note.columns.len() * (layout.width + 2);
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
fn width(note: &BoardNote, squares: &BoardSquares) -> usize {
    let pieces = squares.iter().flat_map(|square| [square.before, square.after]).flatten();
    pieces.map(|piece| piece_text(note, piece).chars().count()).max().unwrap_or(1)
}

/// The parts that both boards share.
struct Layout<'a> {
    note: &'a BoardNote,
    /// The squares row by row, each with the index of its terrain. `None` for an empty square that did not change.
    squares: Vec<(Option<BoardSquare<'a>>, usize)>,
    /// The width of a piece.
    width: usize,
    painted: bool,
}

impl<'a> Layout<'a> {
    fn of(note: &'a BoardNote, squares: &'a BoardSquares, painted: bool) -> Layout<'a> {
        let numbered = note.grounds.iter().enumerate().rev();
        let grounds = numbered.flat_map(|(ground, kind)| kind.squares.iter().map(move |name| (name.as_str(), ground)));
        let grounds: HashMap<&str, usize> = grounds.collect();
        let taken: HashMap<&str, BoardSquare<'_>> = squares.iter().map(|square| (square.name, square)).collect();
        let last = note.grounds.len().saturating_sub(1);
        let mut name = String::new();
        let mut found = Vec::with_capacity(note.rows.len() * note.columns.len());
        for row in &note.rows {
            for column in &note.columns {
                name.clear();
                name.push_str(column);
                name.push_str(row);
                let ground = grounds.get(name.as_str()).copied().unwrap_or(last);
                found.push((taken.get(name.as_str()).copied(), ground));
            }
        }
        Layout { note, squares: found, width: width(note, squares), painted }
    }

    /// The lines of one of the two boards.
    fn lines(&self, piece: impl Fn(&BoardSquare<'a>) -> Option<&'a str>) -> Vec<String> {
        let (note, width) = (self.note, self.width);
        let head: String = note.columns.iter().map(|column| format!(" {column:<width$} ")).collect();
        let mut lines = vec![format!("    {head}")];
        // A board that can be drawn has columns.
        for (row, squares) in note.rows.iter().zip(self.squares.chunks(note.columns.len().max(1))) {
            let mut line = format!("{row:>3} ");
            for (square, ground) in squares {
                let changed = square.is_some_and(|square| square.changed);
                let piece = square.as_ref().and_then(&piece);
                self.draw(&DrawnSquare { piece, ground: *ground, changed }, &mut line);
            }
            lines.push(line);
        }
        lines
    }

    /// Draws one square. Changes are in brackets, so they are visible without colours.
    fn draw(&self, square: &DrawnSquare<'_>, line: &mut String) {
        let start = line.len();
        line.push(if square.changed { '[' } else { ' ' });
        let length = match square.piece {
            Some(piece) => {
                let text = piece_text(self.note, piece);
                line.push_str(&text);
                text.chars().count()
            }
            None => {
                line.push(self.note.grounds.get(square.ground).map_or(' ', |ground| ground.sign));
                1
            }
        };
        line.push_str(if square.changed { "]" } else { "" });
        let rest = self.width.saturating_sub(length) + usize::from(!square.changed);
        line.extend(iter::repeat_n(' ', rest));
        if self.painted {
            let painted = paint(&line[start..], square, self.note);
            line.replace_range(start.., &painted);
        }
    }
}

/// The lines without trailing spaces.
fn joined(lines: &[String]) -> String {
    lines.iter().map(|line| line.trim_end().to_owned() + "\n").collect()
}

/// Uses only the 256-colour palette: terminals without true colour would show black on black.
fn paint(text: &str, square: &DrawnSquare<'_>, note: &BoardNote) -> String {
    let upper = square.piece.is_some_and(is_upper);
    let ink = match square.piece {
        None => text.ansi_color(245),
        Some(_) if upper => text.ansi_color(210).bold(),
        Some(_) => text.ansi_color(117).bold(),
    };
    let last = note.grounds.len().saturating_sub(1);
    let tinted = match square.ground {
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
    use truthsayer_protocol::Data;
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
