//! Values by key from the seeds of a target, for insertion elsewhere.

use std::collections::BTreeMap;

use serde_json::json;
use truthsayer_oracle::base::source::SourceFile;
use truthsayer_oracle::base::yaml;
use truthsayer_protocol::Data;

use super::part::parts;
use super::part::text;
use super::rng::Rng;

#[derive(Default)]
pub struct Stock {
    /// The values by their key; the items of a list by the key of the list and `[]`.
    values: BTreeMap<String, Vec<Data>>,
    /// The keys of the maps under a key.
    keys: BTreeMap<String, Vec<String>>,
}

/// Maximum number of values per key.
const MOST: usize = 300;
const LONGEST: usize = 600;

impl Stock {
    pub fn of(seeds: &[Vec<u8>]) -> Stock {
        let mut stock = Stock::default();
        for seed in seeds {
            for part in parts(&text(seed)) {
                if let Some(data) = read(part.text) {
                    stock.take(part.name, &data);
                }
            }
        }
        stock
    }

    fn take(&mut self, under: &str, data: &Data) {
        match data {
            Data::Object(map) => {
                for (key, value) in map {
                    keep(self.keys.entry(under.to_owned()).or_default(), key);
                    self.take(key, value);
                }
            }
            Data::Array(items) => items.iter().for_each(|item| self.take(&format!("{under}[]"), item)),
            _ => {}
        }
        if data.to_string().len() <= LONGEST {
            keep(self.values.entry(under.to_owned()).or_default(), data);
        }
    }

    /// Returns a value of the same key, or a hostile one.
    pub fn value(&self, under: &str, rng: &mut Rng) -> Data {
        let known = self.values.get(under).filter(|_| rng.below(5) > 0);
        let known = known.and_then(|values| rng.one_of(values)).cloned();
        known.unwrap_or_else(|| odd(rng))
    }

    /// Returns a key of a map under the same key, or of any map.
    pub fn key(&self, under: &str, rng: &mut Rng) -> String {
        let known = self.keys.get(under).filter(|_| rng.below(8) > 0);
        let known = known.or_else(|| self.keys.values().nth(rng.below(self.keys.len())));
        known.and_then(|keys| rng.one_of(keys)).cloned().unwrap_or_default()
    }
}

fn keep<T: PartialEq + Clone>(list: &mut Vec<T>, thing: &T) {
    if list.len() < MOST && !list.contains(thing) {
        list.push(thing.clone());
    }
}

/// Parses JSON, or else YAML that is more than one word.
pub fn read(text: &str) -> Option<Data> {
    let json = serde_json::from_str(text).ok();
    let yaml = || yaml::read(&SourceFile::new("seed", text)).ok().map(|node| node.to_data());
    json.or_else(yaml).filter(|data: &Data| data.is_object() || data.is_array())
}

fn odd(rng: &mut Rng) -> Data {
    match rng.below(22) {
        0 => json!(null),
        1 => json!(true),
        2 => json!(-1),
        3 => json!(0),
        4 => json!(1),
        5 => json!(21),
        6 => json!(1_000_000),
        7 => json!(4_294_967_295_u64),
        8 => json!(u64::MAX),
        9 => json!(i64::MIN),
        10 => json!(1e300),
        11 => json!(2.5),
        12 => json!(-0.5),
        13 => json!(""),
        14 => json!("none"),
        15 => json!("\u{1b}[31m"),
        16 => json!("\u{e9}\u{2028}"),
        17 => json!([]),
        18 => json!({}),
        19 => json!([[], {}]),
        20 => json!({"": null}),
        _ => json!("x"),
    }
}
