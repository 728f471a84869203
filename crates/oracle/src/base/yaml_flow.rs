//! Writes data as one line of YAML in flow style, for goldens, diffs and messages.

use std::fmt::Write;

use truthsayer_protocol::Data;
use truthsayer_protocol::decimal;
use truthsayer_protocol::text::is_hidden;

/// Words that some YAML reader does not read as text.
const SPECIAL: &[&str] = &["null", "true", "false", "yes", "no", "on", "off", "y", "n"];

/// Bytes that are allowed inside a plain text. A table, because it is used for every key and value of every outcome.
const INNER: [bool; 256] = {
    let mut inner = [false; 256];
    let mut byte: u8 = 0;
    while byte < 128 {
        inner[byte as usize] = byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'/' | b' ');
        byte += 1;
    }
    inner
};

/// Returns one line. Keys are sorted, so the same data gives the same bytes.
pub fn line(data: &Data) -> String {
    let mut text = String::new();
    write(data, &mut text);
    text
}

/// Writes `before -> after`, quoted as a whole unless YAML reads it as one text.
pub(crate) fn write_change(before: &Data, after: &Data, text: &mut String) {
    let start = text.len();
    write(before, text);
    text.push_str(" -> ");
    write(after, text);
    let simple = |data: &Data| !matches!(data, Data::Array(_) | Data::Object(_));
    let plain = simple(before) && simple(after) && !text[start..].contains(['"', '\'']);
    if !plain {
        let quoted = quoted(&text[start..]);
        text.replace_range(start.., &quoted);
    }
}

/// Like [`line()`], appended to a text.
pub(crate) fn write(data: &Data, text: &mut String) {
    match data {
        Data::String(string) => write_text(string, text),
        Data::Array(items) => {
            text.push('[');
            for (index, item) in items.iter().enumerate() {
                text.push_str(if index > 0 { ", " } else { "" });
                write(item, text);
            }
            text.push(']');
        }
        Data::Object(map) => {
            text.push('{');
            for (index, (key, value)) in map.iter().enumerate() {
                text.push_str(if index > 0 { ", " } else { "" });
                write_text(key, text);
                text.push_str(": ");
                write(value, text);
            }
            text.push('}');
        }
        // The sign of zero is part of an input. Outcomes never have it.
        Data::Number(number) if is_negative_zero(number) => text.push_str("-0.0"),
        // The engine's number type does not matter: 2.0 is written as 2.
        Data::Number(number) => text.push_str(&decimal::plain_text(number)),
        Data::Null | Data::Bool(_) => {
            let _ = write!(text, "{data}");
        }
    }
}

fn is_negative_zero(number: &serde_json::Number) -> bool {
    number.as_str().starts_with('-') && decimal::same(number, &serde_json::Number::from(0))
}

/// Writes a key or a text, quoted if necessary.
pub(crate) fn write_text(string: &str, text: &mut String) {
    if is_plain(string) { text.push_str(string) } else { text.push_str(&quoted(string)) }
}

pub fn key_text(key: &str) -> String {
    let mut text = String::new();
    write_text(key, &mut text);
    text
}

/// Returns an address, without quotes if YAML reads it as a text.
pub fn address_text(address: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '/' | ':' | '#' | ' ' | '\'');
    let is_safe = address.starts_with(|c: char| c.is_ascii_alphabetic())
        && address.chars().all(is_plain)
        && ![": ", " #"].iter().any(|mark| address.contains(mark))
        && !address.ends_with([' ', ':']);
    if is_safe { address.to_owned() } else { quoted(address) }
}

/// Returns whether a text needs no quotes. A text that starts with a letter is not a number.
fn is_plain(text: &str) -> bool {
    let bytes = text.as_bytes();
    let starts = bytes.first().is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_');
    let inner = |b: &u8| INNER[usize::from(*b)];
    starts
        && bytes.iter().all(inner)
        && bytes.last() != Some(&b' ')
        && !SPECIAL.iter().any(|word| word.eq_ignore_ascii_case(text))
}

/// Returns a JSON string that YAML reads the same way. It escapes characters that are invisible or that older YAML
/// readers treat as a line break.
pub(crate) fn quoted(text: &str) -> String {
    let json = Data::String(text.to_owned()).to_string();
    let mut quoted = String::with_capacity(json.len());
    for c in json.chars() {
        match c {
            c if is_hidden(c) || matches!(c, '\u{feff}' | '\u{fffe}' | '\u{ffff}') => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::source::SourceFile;
    use crate::base::yaml;
    use proptest::prelude::*;
    use serde_json::json;
    use truthsayer_protocol::text::is_harmless;

    #[test]
    fn keys_are_sorted_and_odd_texts_quoted() {
        let data = json!({"b": [1, 2.0, 2.5], "a": "no", "c": "plain text", "d": "5", "e": null, "f": "a: b"});
        assert_eq!(line(&data), r#"{a: "no", b: [1, 2, 2.5], c: plain text, d: "5", e: null, f: "a: b"}"#);
        assert_eq!(line(&json!([-0.0, 0.0, -1.0])), "[-0.0, 0, -1]");
    }

    #[test]
    fn a_change_of_lists_is_quoted_as_a_whole() {
        let change = |before, after| {
            let mut text = "x: ".to_owned();
            write_change(&before, &after, &mut text);
            text
        };
        assert_eq!(change(json!(10), json!(12)), "x: 10 -> 12");
        assert_eq!(change(json!(["a"]), json!([])), r#"x: "[a] -> []""#);
    }

    #[test]
    fn a_text_never_breaks_its_line() {
        let odd = "a\nb\u{85}c\u{2028}d\u{2029}e\u{7f}\u{feff}";
        assert_eq!(line(&json!({odd: 1})), r#"{"a\nb\u0085c\u2028d\u2029e\u007f\ufeff": 1}"#);
        let read: Data = serde_yaml::from_str(&line(&json!({odd: odd}))).expect("another reader reads it");
        assert_eq!(read, json!({odd: odd}));
    }

    fn data() -> impl Strategy<Value = Data> {
        let leaf = prop_oneof![
            Just(Data::Null),
            any::<bool>().prop_map(Data::from),
            any::<i32>().prop_map(Data::from),
            "\\PC{0,8}".prop_map(Data::from),
            "[a\n\t\r\u{85}\u{2028}\u{2029}\u{feff}\"\\\\: #]{0,8}".prop_map(Data::from),
            "[a-z]{1,6}".prop_map(Data::from),
        ];
        leaf.prop_recursive(3, 16, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Data::from),
                prop::collection::btree_map(
                    prop_oneof!["\\PC{1,6}", "[a\n\u{feff}\"\\\\:]{1,6}"]
                        .prop_filter("a key is seen", |key| is_harmless(key)),
                    inner,
                    0..4
                )
                .prop_map(|map| Data::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn written_data_is_read_back(data in data()) {
            let text = format!("x: {}\n", line(&data));
            let node = yaml::read(&SourceFile::new("a", text.clone()));
            prop_assume!(!text.contains('\t'));
            let read = node.expect("written YAML is readable").to_data();
            prop_assert_eq!(&read["x"], &data);
        }

        #[test]
        fn a_second_reader_agrees(data in data()) {
            let text = format!("x: {}\n", line(&data));
            let read: serde_json::Value = serde_yaml::from_str(&text).expect("another reader reads it too");
            prop_assert_eq!(&read["x"], &data);
        }
    }
}
