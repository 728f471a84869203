//! Data as YAML in block style, for people to read: maps spread out, small ones kept on a line.

use crate::oracle::flow_style;
use crate::protocol::Data;

/// `key: value`, spread over as many lines as it takes.
pub fn entry(key: &str, data: &Data) -> String {
    let mut text = String::new();
    write(key, data, 0, &mut text);
    text
}

fn write(key: &str, data: &Data, depth: usize, text: &mut String) {
    const WIDEST: usize = 90;
    let pad = "  ".repeat(depth);
    let line = flow_style::line(data);
    let head = format!("{pad}{}:", flow_style::key_text(key));
    match data {
        Data::Object(map) if !map.is_empty() && (depth < 1 || head.len() + line.len() > WIDEST) => {
            text.push_str(&format!("{head}\n"));
            for (key, value) in map {
                write(key, value, depth + 1, text);
            }
        }
        Data::Array(items) if !items.is_empty() && (depth < 1 || head.len() + line.len() > WIDEST) => {
            text.push_str(&format!("{head}\n"));
            for item in items {
                text.push_str(&format!("{pad}  - {}\n", item_text(item)));
            }
        }
        _ => text.push_str(&format!("{head} {line}\n")),
    }
}

/// A step reads best as `plan: {…}`, without braces around it.
fn item_text(item: &Data) -> String {
    match item.as_object().map(|map| map.iter().collect::<Vec<_>>()).as_deref() {
        Some([(key, value)]) => format!("{}: {}", flow_style::key_text(key), flow_style::line(value)),
        _ => flow_style::line(item),
    }
}
