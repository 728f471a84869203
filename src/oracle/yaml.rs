//! The one reader of YAML: text in, a tree in which every value knows its place out.
//!
//! It reads the parser's events directly, because a typed deserialiser stops at the first mistake and an author
//! wants to see all of them. Only this module names the YAML crate.

use std::collections::HashMap;
use std::sync::Arc;

use granit_parser::ErrorKind;
use granit_parser::Event;
use granit_parser::Parser;
use granit_parser::ScalarStyle;
use granit_parser::Span;

use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::protocol::Data;
use crate::source::Place;
use crate::source::SourceFile;

/// Deeper nesting is a mistake or an attack; no scenario needs it.
const DEEPEST: usize = 48;
/// More values than any hand-written file holds. Aliases count each time they are used.
const MOST_NODES: usize = 50_000;
/// The longest file that is read at all.
pub const LONGEST_FILE: u64 = 1024 * 1024;

/// A YAML value and where it stands.
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
    Map(Vec<Entry>),
}

/// One `key: value` of a map.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    pub key: String,
    pub key_place: Place,
    pub value: Node,
}

impl Node {
    /// The same value as plain data, without places.
    pub fn to_data(&self) -> Data {
        match &self.value {
            Value::Scalar { text, plain: true } => resolve(text),
            Value::Scalar { text, plain: false } => Data::String(text.clone()),
            Value::List(items) => Data::Array(items.iter().map(Node::to_data).collect()),
            Value::Map(entries) => {
                // Most maps are small, and for those putting in one by one beats sorting them first.
                let mut map = serde_json::Map::new();
                for entry in entries {
                    map.insert(entry.key.clone(), entry.value.to_data());
                }
                Data::Object(map)
            }
        }
    }

    /// What kind of value it is, in the words of an error message.
    pub fn kind(&self) -> &'static str {
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

    pub fn entries(&self) -> Option<&[Entry]> {
        match &self.value {
            Value::Map(entries) => Some(entries),
            _ => None,
        }
    }

    /// Takes a value out of a map.
    pub fn take(&mut self, key: &str) -> Option<Node> {
        let Value::Map(entries) = &mut self.value else { return None };
        let at = entries.iter().position(|entry| entry.key == key)?;
        Some(entries.remove(at).value)
    }

    pub fn get(&self, key: &str) -> Option<&Node> {
        self.entries()?.iter().find(|entry| entry.key == key).map(|entry| &entry.value)
    }
}

/// Plain scalars by the YAML 1.2 core schema, except that digits with a leading zero stay text.
pub fn resolve(text: &str) -> Data {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Data::Null,
        "true" | "True" | "TRUE" => return Data::Bool(true),
        "false" | "False" | "FALSE" => return Data::Bool(false),
        _ => {}
    }
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    let numeric = digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.ends_with(|c: char| c.is_ascii_digit())
        && digits.chars().all(|c| matches!(c, '0'..='9' | '.' | 'e' | 'E' | '+' | '-'))
        && !(digits.len() > 1 && digits.starts_with('0') && !digits.starts_with("0."));
    if !numeric {
        return Data::String(text.to_owned());
    }
    let bare = text.strip_prefix('+').unwrap_or(text);
    if let Ok(whole) = bare.parse::<i64>() {
        return Data::from(whole);
    }
    match bare.parse::<f64>().ok().filter(|x| x.is_finite()).and_then(serde_json::Number::from_f64) {
        Some(number) => Data::Number(number),
        None => Data::String(text.to_owned()),
    }
}

/// Reads one document. An empty file is an empty map at the file's start.
pub fn read(file: &Arc<SourceFile>) -> Result<Node, Vec<Problem>> {
    if let Some(at) = file.text.find('\t') {
        let place = Place::new(file, at, at + 1);
        let problem = Problem::at(Kind::Tab, &place, "a tab; YAML here is written with spaces only");
        return Err(vec![problem.help("replace the tab by spaces")]);
    }
    let mut builder = Builder {
        file,
        open: Vec::new(),
        items: Vec::new(),
        entries: Vec::new(),
        anchors: HashMap::new(),
        problems: Vec::new(),
        nodes: 0,
        root: None,
    };
    let problems = match builder.run() {
        Ok(()) => builder.problems,
        Err(fatal) => {
            builder.problems.push(*fatal);
            builder.problems
        }
    };
    if !problems.is_empty() {
        return Err(problems);
    }
    let empty = || Node { value: Value::Map(Vec::new()), place: Place::new(file, 0, 0) };
    Ok(builder.root.unwrap_or_else(empty))
}

struct Builder<'a> {
    file: &'a Arc<SourceFile>,
    open: Vec<Open>,
    /// What the open lists hold so far, the outermost first. A list takes its own when it ends, so that it is as long
    /// as it has to be: a suite keeps its trees, and most of them are short.
    items: Vec<Node>,
    /// The same for the open maps.
    entries: Vec<Entry>,
    anchors: HashMap<usize, (Node, usize)>,
    problems: Vec<Problem>,
    nodes: usize,
    root: Option<Node>,
}

/// A collection whose end has not come yet.
struct Open {
    is_map: bool,
    place: Place,
    /// Where its own items or entries begin.
    first: usize,
    anchor: usize,
    key: Option<(String, Place)>,
}

impl Builder<'_> {
    fn run(&mut self) -> Result<(), Box<Problem>> {
        let file = Arc::clone(self.file);
        for event in Parser::new_from_str(&file.text) {
            let (event, span) = event.map_err(|error| Box::new(self.syntax(&error)))?;
            self.event(event, span)?;
        }
        Ok(())
    }

    fn event(&mut self, event: Event<'_>, span: Span) -> Result<(), Box<Problem>> {
        let place = self.place(&span);
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                self.refuse_tag(tag.is_some(), &place)?;
                let plain = style == ScalarStyle::Plain;
                let node = Node { value: Value::Scalar { text: text.into_owned(), plain }, place };
                self.value(node, anchor, 1)
            }
            Event::SequenceStart(_, anchor, tag) => {
                self.refuse_tag(tag.is_some(), &place)?;
                self.begin(false, place, anchor)
            }
            Event::MappingStart(_, anchor, tag) => {
                self.refuse_tag(tag.is_some(), &place)?;
                self.begin(true, place, anchor)
            }
            Event::SequenceEnd | Event::MappingEnd => self.end(&place),
            Event::Alias(id) => self.alias(id, place),
            Event::DocumentStart(..) if self.root.is_some() => {
                Err(Box::new(Problem::at(Kind::Syntax, &place, "a second document; one file holds one")))
            }
            _ => Ok(()),
        }
    }

    /// The weight is checked before anything is copied, so that a bomb of aliases costs nothing.
    fn alias(&mut self, id: usize, place: Place) -> Result<(), Box<Problem>> {
        let Some((node, weight)) = self.anchors.get(&id) else {
            return Err(Box::new(Problem::at(Kind::Syntax, &place, "an alias inside its own anchor")));
        };
        let (weight, fits) = (*weight, self.nodes + weight <= MOST_NODES);
        let node = if fits { node.clone() } else { Node { value: Value::List(Vec::new()), place: place.clone() } };
        self.value(Node { place, ..node }, 0, weight)
    }

    fn begin(&mut self, is_map: bool, place: Place, anchor: usize) -> Result<(), Box<Problem>> {
        if self.open.len() >= DEEPEST {
            return Err(Box::new(too_deep(&place)));
        }
        if self.awaits_key() {
            return Err(Box::new(Problem::at(Kind::Syntax, &place, "a key must be a plain word or text")));
        }
        let first = if is_map { self.entries.len() } else { self.items.len() };
        self.open.push(Open { is_map, place, first, anchor, key: None });
        Ok(())
    }

    fn end(&mut self, place: &Place) -> Result<(), Box<Problem>> {
        let Some(Open { is_map, place: start, first, anchor, .. }) = self.open.pop() else { return Ok(()) };
        let value =
            if is_map { Value::Map(self.entries.split_off(first)) } else { Value::List(self.items.split_off(first)) };
        let place = self.covering(&start, place);
        self.value(Node { value, place }, anchor, 1)
    }

    /// A flow collection is covered whole; a block collection by its first line, which is what a caret can show.
    fn covering(&self, start: &Place, end: &Place) -> Place {
        let start = start.start as usize;
        let rest = &self.file.text[start..];
        if rest.starts_with(['[', '{']) {
            return Place::new(self.file, start, end.end as usize);
        }
        let line = rest.lines().next().unwrap_or("");
        let comment = line.match_indices('#').find(|(at, _)| line[..*at].ends_with(' '));
        let shown = comment.map_or(line, |(at, _)| &line[..at]).trim_end();
        Place::new(self.file, start, start + shown.len())
    }

    fn value(&mut self, node: Node, anchor: usize, weight: usize) -> Result<(), Box<Problem>> {
        self.nodes += weight;
        if self.nodes > MOST_NODES {
            let message = format!("more than {MOST_NODES} values, aliases counted each time they are used");
            return Err(Box::new(Problem::at(Kind::TooMany, &node.place, message)));
        }
        if anchor != 0 {
            self.anchors.insert(anchor, (node.clone(), size(&node)));
        }
        match self.open.last() {
            None => self.root = Some(node),
            Some(Open { is_map: false, .. }) => self.items.push(node),
            Some(_) => self.map_part(node),
        }
        Ok(())
    }

    fn awaits_key(&self) -> bool {
        matches!(self.open.last(), Some(Open { is_map: true, key: None, .. }))
    }

    fn map_part(&mut self, node: Node) {
        let Some(open) = self.open.last_mut() else { return };
        let Some((key, key_place)) = open.key.take() else {
            if let Value::Scalar { text, .. } = node.value {
                open.key = Some((text, node.place));
            }
            return;
        };
        let own = &self.entries[open.first..];
        if key == "<<" {
            let problem = Problem::at(Kind::UnknownKey, &key_place, "merge keys are not supported");
            self.problems.push(problem.help("put what is shared into a fixture and `use` it"));
        } else if let Some(first) = own.iter().find(|entry| entry.key == key) {
            let (line, _) = first.key_place.line_and_column();
            let problem = Problem::at(Kind::Duplicate, &key_place, format!("the key `{key}` stands twice in one map"));
            self.problems.push(problem.help(format!("it stands first on line {line}; one of the two has to go")));
        } else {
            self.entries.push(Entry { key, key_place, value: node });
        }
    }

    fn refuse_tag(&self, tagged: bool, place: &Place) -> Result<(), Box<Problem>> {
        if tagged {
            return Err(Box::new(Problem::at(Kind::Syntax, place, "YAML tags (`!…`) are not used here")));
        }
        Ok(())
    }

    fn place(&self, span: &Span) -> Place {
        let start = span.start.byte_offset().unwrap_or(0);
        let end = span.end.byte_offset().unwrap_or(start);
        // A plain scalar's span can run into the line end or a comment's blanks; a caret must not.
        let covered = self.file.text.get(start..end).unwrap_or("");
        Place::new(self.file, start, start + covered.trim_end().len())
    }

    fn syntax(&self, error: &granit_parser::ScanError) -> Problem {
        let at = error.marker().byte_offset().unwrap_or(0);
        let place = Place::new(self.file, at, at + 1);
        match error.kind() {
            ErrorKind::RecursionLimitExceeded => too_deep(&place),
            _ => Problem::at(Kind::Syntax, &place, format!("this is not YAML: {}", error.info())),
        }
    }
}

fn too_deep(place: &Place) -> Problem {
    Problem::at(Kind::TooDeep, place, format!("nested more than {DEEPEST} levels deep"))
}

/// How many values a tree holds, itself included.
fn size(node: &Node) -> usize {
    match &node.value {
        Value::Scalar { .. } => 1,
        Value::List(items) => 1 + items.iter().map(size).sum::<usize>(),
        Value::Map(entries) => 1 + entries.iter().map(|entry| size(&entry.value)).sum::<usize>(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::datapath;

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
