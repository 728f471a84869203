//! The pieces on a board before and after a run.

use serde_json::Map;

use crate::base::datapath;
use crate::judge::text_list::TextList;
use truthsayer_protocol::BoardNote;
use truthsayer_protocol::Data;

/// The squares that have a piece before or after a run, or that changed, in order of their names.
#[derive(Debug, Clone, Default)]
pub struct BoardSquares {
    /// For each square its name, the piece before and the piece after; empty for no piece.
    texts: TextList,
    changed: Vec<bool>,
    /// Whether the boards before and after differ.
    pub differ: bool,
}

/// A square with its pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BoardSquare<'b> {
    pub name: &'b str,
    pub before: Option<&'b str>,
    pub after: Option<&'b str>,
    pub changed: bool,
}

impl BoardSquares {
    pub fn of(note: &BoardNote, before: &Data, after: &Data) -> BoardSquares {
        let none = Map::new();
        let (old, new) = (datapath::find(before, &note.at), datapath::find(after, &note.at));
        let mut squares = BoardSquares { differ: old != new, ..BoardSquares::default() };
        let [one, other] = [old, new].map(|board| board.and_then(Data::as_object).unwrap_or(&none));
        let is_empty = |square: Option<&Data>| square.and_then(Data::as_str) == Some(note.empty.as_str());
        // Most squares are empty before and after.
        for (name, was, is) in datapath::pairs(one, other).filter(|(_, was, is)| !is_empty(*was) || !is_empty(*is)) {
            let changed = was != is;
            let [before, after] = [was, is].map(|piece| piece_of(note, piece));
            if changed || !before.is_empty() || !after.is_empty() {
                [name, before, after].into_iter().for_each(|text| squares.texts.push(&[text]));
                squares.changed.push(changed);
            }
        }
        squares.texts = squares.texts.shrunk();
        squares.changed.shrink_to_fit();
        squares
    }

    pub fn iter(&self) -> impl Iterator<Item = BoardSquare<'_>> {
        self.changed.iter().enumerate().map(|(index, changed)| {
            let text = |part: usize| self.texts.get(3 * index + part).unwrap_or_default();
            let piece = |part: usize| Some(text(part)).filter(|piece| !piece.is_empty());
            BoardSquare { name: text(0), before: piece(1), after: piece(2), changed: *changed }
        })
    }

    /// Returns the number of bytes of all texts.
    pub(super) fn size(&self) -> usize {
        self.texts.size()
    }
}

fn piece_of<'d>(note: &BoardNote, square: Option<&'d Data>) -> &'d str {
    square.and_then(Data::as_str).filter(|piece| *piece != note.empty).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn squares_with_pieces_and_changed_squares_are_kept() {
        let mut note = BoardNote::new("board", ["a", "b", "c", "d"], ["1"]);
        note.empty = "empty".to_owned();
        let before = json!({"board": {"a1": "T", "b1": "empty", "c1": "empty", "d1": "I"}});
        let after = json!({"board": {"a1": "T", "b1": "I", "c1": "empty", "d1": "empty"}});
        let squares = BoardSquares::of(&note, &before, &after);
        let square = |name, before, after, changed| BoardSquare { name, before, after, changed };
        let expected = [
            square("a1", Some("T"), Some("T"), false),
            square("b1", None, Some("I"), true),
            square("d1", Some("I"), None, true),
        ];
        assert_eq!(squares.iter().collect::<Vec<_>>(), expected);
        assert!(squares.differ && !BoardSquares::of(&note, &before, &before).differ);
        assert_eq!(BoardSquares::of(&note, &json!({}), &json!([])).iter().count(), 0);
    }
}
