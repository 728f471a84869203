//! Reads YAML into a tree in which every value has its position.
//!
//! Only the builder depends on the YAML crate.

pub mod builder;
pub(crate) mod packed;
pub mod syntax_hints;

pub(crate) use builder::scalar_weight;
pub(crate) use builder::weight;

use std::sync::Arc;

use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::source::Place;
use crate::base::source::SourceFile;
use truthsayer_protocol::Data;
use truthsayer_protocol::decimal;
use truthsayer_protocol::decimal::Decimal;
use truthsayer_protocol::decimal::NotDecimal;
use truthsayer_protocol::text::abridged;

/// Maximum length of a number in a message.
const LONGEST_NUMBER: usize = 40;

/// A YAML value and its position.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    pub value: Value,
    pub place: Place,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `plain` scalars are resolved to numbers, booleans and null; quoted ones are always strings.
    Scalar {
        text: String,
        plain: bool,
    },
    List(Vec<Node>),
    Map(Vec<MapEntry>),
}

/// One `key: value` of a map.
#[derive(Debug, Clone, PartialEq)]
pub struct MapEntry {
    pub key: String,
    pub key_place: Place,
    pub value: Node,
}

impl Node {
    /// Returns the value without positions.
    pub fn to_data(&self) -> Data {
        match &self.value {
            Value::Scalar { text, plain: true } => resolve(text),
            Value::Scalar { text, plain: false } => Data::String(text.clone()),
            Value::List(items) => Data::Array(items.iter().map(Node::to_data).collect()),
            Value::Map(entries) => {
                // Most maps are small; for those, inserting one by one is faster than sorting.
                let mut map = serde_json::Map::new();
                for entry in entries {
                    map.insert(entry.key.clone(), entry.value.to_data());
                }
                Data::Object(map)
            }
        }
    }

    /// Returns the kind of the value, for messages.
    pub(crate) fn kind(&self) -> &'static str {
        match &self.value {
            Value::List(_) => "a list",
            Value::Map(_) => "a map",
            Value::Scalar { plain: false, .. } => "a text",
            Value::Scalar { text, plain: true } => match resolve(text) {
                Data::Null => "nothing",
                Data::Bool(_) => "a yes/no value",
                Data::Number(_) => "a number",
                _ => "a text",
            },
        }
    }

    pub fn entries(&self) -> Option<&[MapEntry]> {
        match &self.value {
            Value::Map(entries) => Some(entries),
            _ => None,
        }
    }

    /// Removes a value from a map.
    pub(crate) fn take(&mut self, key: &str) -> Option<Node> {
        let Value::Map(entries) = &mut self.value else { return None };
        let at = entries.iter().position(|entry| entry.key == key)?;
        Some(entries.remove(at).value)
    }

    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entries()?.iter().find(|entry| entry.key == key).map(|entry| &entry.value)
    }
}

/// Resolves a plain scalar by the YAML 1.2 core schema, except that digits with a leading zero stay text.
pub(crate) fn resolve(text: &str) -> Data {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Data::Null,
        "true" | "True" | "TRUE" => return Data::Bool(true),
        "false" | "False" | "FALSE" => return Data::Bool(false),
        _ => {}
    }
    number(text).map_or_else(|| Data::String(text.to_owned()), Data::Number)
}

/// Returns the number of a plain scalar, in its own notation if JSON has the same.
fn number(text: &str) -> Option<serde_json::Number> {
    if !looks_numeric(text) {
        return None;
    }
    let bare = text.strip_prefix('+').unwrap_or(text);
    if let Ok(whole) = bare.parse::<i64>() {
        return Some(whole.into());
    }
    let decimal = Decimal::parse(bare).ok()?;
    bare.parse().or_else(|_| decimal.to_string().parse()).ok()
}

fn looks_numeric(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.ends_with(|c: char| c.is_ascii_digit())
        && digits.chars().all(|c| matches!(c, '0'..='9' | '.' | 'e' | 'E' | '+' | '-'))
        && !(digits.len() > 1 && digits.starts_with('0') && !digits[1..].starts_with(['.', 'e', 'E']))
}

/// Returns the problem of a plain scalar that is a number beyond the limits.
pub(crate) fn check_number(text: &str, place: &Place) -> Result<(), Problem> {
    let may_exceed = text.len() > decimal::MOST_DIGITS || text.contains(['e', 'E']);
    if !may_exceed || !looks_numeric(text) {
        return Ok(());
    }
    match Decimal::parse(text) {
        Ok(_) | Err(NotDecimal::Malformed) => Ok(()),
        Err(why) => {
            let shown = abridged(text, LONGEST_NUMBER);
            let problem = Problem::at(Kind::BadValue, place, format!("the number `{shown}` cannot be compared: {why}"));
            Err(problem.help("if it is a text, quote it"))
        }
    }
}

/// Reads one document. An empty file is an empty map at the start of the file.
pub fn read(file: &Arc<SourceFile>) -> Result<Node, Vec<Problem>> {
    if let Some(at) = file.text.find('\t') {
        let place = Place::new(file, at, at + 1);
        let problem = Problem::at(Kind::Tab, &place, "tabs are not allowed; indent with spaces");
        return Err(vec![problem.help("replace the tab by spaces")]);
    }
    let root = builder::build(file)?;
    let empty = || Node { value: Value::Map(Vec::new()), place: Place::new(file, 0, 0) };
    Ok(root.unwrap_or_else(empty))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::datapath;

    fn tree(text: &str) -> Result<Node, Vec<Problem>> {
        read(&SourceFile::new("a.yaml", text))
    }

    fn kinds(text: &str) -> Vec<Kind> {
        tree(text).expect_err("this must not be readable").iter().map(|p| p.kind).collect()
    }

    #[test]
    fn plain_scalars_follow_the_core_schema() {
        let data = tree("a: 1\nb: 2.5\nc: yes\nd: ~\ne: \"1\"\nf: 007\ng: -3\nh: true\ni: 1.2.3\n").unwrap().to_data();
        assert_eq!(
            data.to_string(),
            r#"{"a":1,"b":2.5,"c":"yes","d":null,"e":"1","f":"007","g":-3,"h":true,"i":"1.2.3"}"#
        );
    }

    #[test]
    fn every_value_knows_its_place() {
        let node = tree("given:\n  factions: {harkonnen: {spice: 10}}\n").unwrap();
        let spice = datapath::find_node(&node, "given.factions.harkonnen.spice").unwrap();
        assert_eq!(spice.place.to_string(), "a.yaml:2:33");
        assert_eq!(spice.place.text(), "10");
    }

    #[test]
    fn all_duplicate_keys_of_a_file_are_found() {
        assert_eq!(kinds("a: 1\na: 2\nb: {c: 1, c: 2}\n"), [Kind::Duplicate, Kind::Duplicate]);
    }

    #[test]
    fn tabs_tags_merge_keys_and_second_documents_are_refused() {
        assert_eq!(kinds("a:\n\t- 1\n"), [Kind::Tab]);
        assert_eq!(kinds("a: !x 1\n"), [Kind::Syntax]);
        assert_eq!(kinds("a: &x {b: 1}\nc: {<<: *x}\n"), [Kind::UnknownKey]);
        assert_eq!(kinds("a: 1\n---\nb: 2\n"), [Kind::Syntax]);
    }

    #[test]
    fn depth_and_aliases_are_bounded() {
        assert_eq!(kinds(&"[".repeat(100_000)), [Kind::TooDeep]);
        let mut bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
        for level in 1..9 {
            let uses = vec![format!("*a{}", level - 1); 10].join(", ");
            bomb += &format!("a{level}: &a{level} [{uses}]\n");
        }
        assert_eq!(kinds(&bomb), [Kind::TooMany]);
    }

    #[test]
    fn an_empty_file_is_an_empty_map() {
        assert_eq!(tree("# only a comment\n").unwrap().to_data(), serde_json::json!({}));
    }
}
