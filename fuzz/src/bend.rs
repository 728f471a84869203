//! Structured mutation: changes an input as data, so that it still parses and reaches the code behind the parser.

use truthsayer_oracle::base::yaml_block;
use truthsayer_oracle::base::yaml_flow;
use truthsayer_protocol::Data;

use super::part::parts;
use super::part::text;
use super::rng::Rng;
use super::stock;
use super::stock::Stock;

/// Returns the input with some changes in one of its parts; `None` if that part is not structured data.
pub fn bent(input: &[u8], stock: &Stock, rng: &mut Rng) -> Option<Vec<u8>> {
    let text = text(input);
    let parts = parts(&text);
    let chosen = rng.below(parts.len());
    let part = parts.get(chosen)?;
    let mut data = stock::read(part.text)?;
    for _ in 0..=rng.below(3) {
        bend(&mut data, part.name, stock, rng);
    }
    let is_json = part.text.trim_start().starts_with(['{', '[']);
    let changed = if is_json { data.to_string() } else { written(&data) };
    let mut output = String::with_capacity(text.len() + 64);
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            output.push_str(&format!("%% {}\n", part.name));
        }
        output.push_str(if index == chosen { &changed } else { part.text });
        if index + 1 < parts.len() && !output.is_empty() && !output.ends_with('\n') {
            output.push('\n');
        }
    }
    Some(output.into_bytes())
}

fn written(data: &Data) -> String {
    match data.as_object() {
        Some(map) => map.iter().map(|(key, value)| yaml_block::entry(key, value)).collect(),
        None => yaml_flow::line(data) + "\n",
    }
}

/// Replaces, removes, duplicates, adds or renames one value in the data.
fn bend(data: &mut Data, under: &str, stock: &Stock, rng: &mut Rng) {
    let deeper = rng.below(7) > 0;
    match data {
        Data::Object(map) if deeper => bend_map(map, under, stock, rng),
        Data::Array(items) if deeper => bend_list(items, under, stock, rng),
        Data::Number(number) if rng.below(2) == 0 => {
            let near = number.as_i64().map(|whole| whole.saturating_add([-1, 1, 2, 7][rng.below(4)]));
            *data = near.map_or_else(|| stock.value(under, rng), Data::from);
        }
        _ => *data = stock.value(under, rng),
    }
}

fn bend_map(map: &mut serde_json::Map<String, Data>, under: &str, stock: &Stock, rng: &mut Rng) {
    let own = map.keys().nth(rng.below(map.len())).cloned();
    let action = rng.below(9);
    match own {
        Some(key) if action == 0 => {
            map.remove(&key);
        }
        Some(key) if action == 1 => {
            let value = map.remove(&key).unwrap_or_default();
            map.insert(stock.key(under, rng), value);
        }
        Some(key) if action > 3 => {
            if let Some(value) = map.get_mut(&key) {
                bend(value, &key, stock, rng);
            }
        }
        _ => {
            let key = stock.key(under, rng);
            let value = stock.value(&key, rng);
            map.insert(key, value);
        }
    }
}

fn bend_list(items: &mut Vec<Data>, under: &str, stock: &Stock, rng: &mut Rng) {
    let inner = format!("{under}[]");
    let at = rng.below(items.len());
    match rng.below(9) {
        0 if !items.is_empty() => {
            items.remove(at);
        }
        1 if !items.is_empty() => items.insert(at, items[at].clone()),
        2 if !items.is_empty() => {
            let other = rng.below(items.len());
            items.swap(at, other);
        }
        3 | 4 => items.insert(rng.below(items.len() + 1), stock.value(&inner, rng)),
        _ => match items.get_mut(at) {
            Some(item) => bend(item, &inner, stock, rng),
            None => items.push(stock.value(&inner, rng)),
        },
    }
}
