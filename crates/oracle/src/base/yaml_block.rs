//! Writes data as YAML in block style, with small maps on one line.

use crate::base::yaml_flow;
use truthsayer_protocol::Data;

/// Returns `key: value` on as many lines as needed.
pub fn entry(key: &str, data: &Data) -> String {
    let mut text = String::new();
    write(key, data, 0, &mut text);
    text
}

fn write(key: &str, data: &Data, depth: usize, text: &mut String) {
    const WIDEST: usize = 90;
    let pad = "  ".repeat(depth);
    let line = yaml_flow::line(data);
    let head = format!("{pad}{}:", yaml_flow::key_text(key));
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

/// Returns a list item. A step is written as `plan: {…}`, without outer braces.
fn item_text(item: &Data) -> String {
    match item.as_object().map(|map| map.iter().collect::<Vec<_>>()).as_deref() {
        Some([(key, value)]) => format!("{}: {}", yaml_flow::key_text(key), yaml_flow::line(value)),
        _ => yaml_flow::line(item),
    }
}
