//! Positions of the language server protocol: lines and UTF-16 columns, both counted from 0.

use serde_json::json;
use truthsayer_oracle::base::source::Place;
use truthsayer_protocol::Data;

/// Returns the byte offset of a position. A position outside the text is moved to the nearest one inside.
pub(super) fn offset(text: &str, line: u64, character: u64) -> usize {
    let mut start = 0;
    for _ in 0..line {
        match text[start..].find('\n') {
            Some(end) => start += end + 1,
            None => return text.len(),
        }
    }
    let mut units = 0;
    for (at, c) in text[start..].char_indices() {
        if units >= character || c == '\n' || text[start + at..].starts_with("\r\n") {
            return start + at;
        }
        units += c.len_utf16() as u64;
    }
    text.len()
}

/// Returns the position of a byte offset.
pub(super) fn position(text: &str, offset: usize) -> Data {
    let offset = text.floor_char_boundary(offset.min(text.len()));
    let before = &text[..offset];
    let line = before.matches('\n').count();
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    json!({"line": line, "character": before[start..].encode_utf16().count()})
}

pub(super) fn range(text: &str, start: usize, end: usize) -> Data {
    json!({"start": position(text, start), "end": position(text, end)})
}

/// Returns the range of a place in its file.
pub(super) fn range_of(place: &Place) -> Data {
    // The byte order mark is not part of the text, but editors do not show it either.
    range(&place.file.text, place.start as usize, place.end as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_utf_16_units() {
        let text = "a: ö\nb: 🎲x\r\nc";
        for (line, character, expected) in [(0, 3, "ö"), (1, 3, "🎲"), (1, 5, "x"), (2, 0, "c")] {
            let at = offset(text, line, character);
            assert!(text[at..].starts_with(expected), "{line}:{character} is {:?}", &text[at..]);
            assert_eq!(position(text, at), json!({"line": line, "character": character}));
        }
    }

    #[test]
    fn positions_outside_are_moved_inside() {
        assert_eq!(offset("ab\ncd", 0, 99), 2);
        assert_eq!(offset("ab\r\ncd", 0, 99), 2);
        assert_eq!(offset("ab\ncd", 9, 0), 5);
        assert_eq!(position("ö", 1), json!({"line": 0, "character": 0}));
    }
}
