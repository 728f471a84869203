//! Builds the tree from the events of the YAML parser.
//!
//! It does not use a typed deserialiser, because that stops at the first mistake, and the author wants to see all of
//! them.

use std::collections::HashMap;
use std::collections::HashSet;
use std::sync::Arc;

use granit_parser::ErrorKind;
use granit_parser::Event;
use granit_parser::Parser;
use granit_parser::ScalarStyle;
use granit_parser::Span;

use crate::base::diagnostic;
use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::source::Place;
use crate::base::source::SourceFile;
use crate::base::strict_map;
use crate::base::yaml;
use crate::base::yaml::MapEntry;
use crate::base::yaml::Node;
use crate::base::yaml::Value;
use crate::base::yaml::syntax_hints;
use truthsayer_protocol::text;

/// Maximum nesting depth.
const DEEPEST: usize = 48;
/// Maximum weight of a file. Aliases count each time they are used.
const HEAVIEST: usize = 50_000;
/// Number of letters that weigh as much as one value, so that a few huge texts cannot use all memory.
const LETTERS: usize = 64;
/// From this number of keys on, duplicates are found by hash.
const MANY_KEYS: usize = 32;

/// Returns the tree of one document, or `None` if the file is empty.
pub(super) fn build(file: &Arc<SourceFile>) -> Result<Option<Node>, Vec<Problem>> {
    let mut builder = Builder {
        file,
        open: Vec::new(),
        items: Vec::new(),
        entries: Vec::new(),
        anchors: HashMap::new(),
        problems: Vec::new(),
        weight: 0,
        root: None,
    };
    if let Err(fatal) = builder.run() {
        builder.problems.push(*fatal);
    }
    if builder.problems.is_empty() { Ok(builder.root) } else { Err(builder.problems) }
}

struct Builder<'a> {
    file: &'a Arc<SourceFile>,
    open: Vec<Open>,
    /// Items of the open lists, the outermost first. A list takes its items when it ends, so that it has no spare
    /// capacity: a suite keeps its trees, and most lists are short.
    items: Vec<Node>,
    /// Entries of the open maps, kept in the same way.
    entries: Vec<MapEntry>,
    anchors: HashMap<usize, (Node, usize)>,
    problems: Vec<Problem>,
    weight: usize,
    root: Option<Node>,
}

/// A collection that has not ended.
struct Open {
    is_map: bool,
    place: Place,
    /// Index of its first item or entry.
    first: usize,
    anchor: usize,
    key: Option<(String, Place)>,
    /// The keys so far, if there are many.
    keys: HashSet<String>,
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
                if self.awaits_key() && !text::is_harmless(&text) {
                    return Err(Box::new(strict_map::hidden(&text, &place)));
                }
                let plain = style == ScalarStyle::Plain;
                if plain && !self.awaits_key() {
                    self.problems.extend(yaml::check_number(&text, &place).err());
                }
                let weight = scalar_weight(&text);
                let node = Node { value: Value::Scalar { text: text.into_owned(), plain }, place };
                self.value(node, anchor, weight)
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
                Err(Box::new(Problem::at(Kind::Syntax, &place, "only one YAML document is allowed per file")))
            }
            _ => Ok(()),
        }
    }

    /// Expands an alias. Checks the weight before copying, so that an alias bomb costs nothing.
    fn alias(&mut self, id: usize, place: Place) -> Result<(), Box<Problem>> {
        let Some((node, weight)) = self.anchors.get(&id) else {
            return Err(Box::new(Problem::at(Kind::Syntax, &place, "an alias must not be inside its own anchor")));
        };
        let (weight, fits) = (*weight, self.weight + weight <= HEAVIEST);
        let node = if fits { node.clone() } else { Node { value: Value::List(Vec::new()), place: place.clone() } };
        self.value(Node { place, ..node }, 0, weight)
    }

    fn begin(&mut self, is_map: bool, place: Place, anchor: usize) -> Result<(), Box<Problem>> {
        if self.open.len() >= DEEPEST {
            return Err(Box::new(too_deep(&place)));
        }
        if self.awaits_key() {
            return Err(Box::new(Problem::at(Kind::Syntax, &place, "a key must be a text")));
        }
        let first = if is_map { self.entries.len() } else { self.items.len() };
        self.open.push(Open { is_map, place, first, anchor, key: None, keys: HashSet::new() });
        Ok(())
    }

    fn end(&mut self, place: &Place) -> Result<(), Box<Problem>> {
        let Some(Open { is_map, place: start, first, anchor, .. }) = self.open.pop() else { return Ok(()) };
        let value =
            if is_map { Value::Map(self.entries.split_off(first)) } else { Value::List(self.items.split_off(first)) };
        let place = self.covering(&start, place);
        self.value(Node { value, place }, anchor, 1)
    }

    /// Returns the range of a whole flow collection, or of the first line of a block collection.
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
        self.weigh(weight, &node.place)?;
        if anchor != 0 {
            // The anchor keeps a copy, which counts as well.
            let copied = self::weight(&node);
            self.weigh(copied, &node.place)?;
            self.anchors.insert(anchor, (node.clone(), copied));
        }
        match self.open.last() {
            None => self.root = Some(node),
            Some(Open { is_map: false, .. }) => self.items.push(node),
            Some(_) => self.map_part(node)?,
        }
        Ok(())
    }

    fn weigh(&mut self, more: usize, place: &Place) -> Result<(), Box<Problem>> {
        self.weight += more;
        if self.weight <= HEAVIEST {
            return Ok(());
        }
        let message = format!("the file has more than {HEAVIEST} values (aliases count each time they are used)");
        Err(Box::new(Problem::at(Kind::TooMany, place, message)))
    }

    fn awaits_key(&self) -> bool {
        matches!(self.open.last(), Some(Open { is_map: true, key: None, .. }))
    }

    fn map_part(&mut self, node: Node) -> Result<(), Box<Problem>> {
        let Some(open) = self.open.last_mut() else { return Ok(()) };
        let Some((key, key_place)) = open.key.take() else {
            if let Value::Scalar { text, .. } = node.value {
                open.key = Some((text, node.place));
            }
            return Ok(());
        };
        let own = &self.entries[open.first..];
        if key == "<<" {
            let problem = Problem::at(Kind::UnknownKey, &key_place, "merge keys are not supported");
            self.problems.push(problem.help("put the shared part into a fixture and `use` it"));
        } else if own.len() < MANY_KEYS && own.iter().any(|entry| entry.key == key) || open.keys.contains(&key) {
            let first = own.iter().find(|entry| entry.key == key);
            let line = first.map_or(0, |first| first.key_place.line_and_column().0);
            let problem = Problem::at(Kind::Duplicate, &key_place, format!("duplicate key `{key}`"));
            self.problems.push(problem.help(format!("its first use is on line {line}; remove one of the two")));
        } else {
            if own.len() + 1 == MANY_KEYS {
                open.keys.extend(own.iter().map(|entry| entry.key.clone()));
            }
            if own.len() + 1 >= MANY_KEYS {
                open.keys.insert(key.clone());
            }
            self.entries.push(MapEntry { key, key_place, value: node });
        }
        match self.problems.len() {
            diagnostic::MOST_IN_A_FILE => {
                let place = self.problems.last().and_then(|problem| problem.place.clone());
                let problem = Problem::new(Kind::TooMany, "the rest of this file was not checked");
                Err(Box::new(Problem { place, ..problem }))
            }
            _ => Ok(()),
        }
    }

    fn refuse_tag(&self, tagged: bool, place: &Place) -> Result<(), Box<Problem>> {
        if tagged {
            return Err(Box::new(Problem::at(Kind::Syntax, place, "YAML tags (`!…`) are not supported")));
        }
        Ok(())
    }

    fn place(&self, span: &Span) -> Place {
        let start = span.start.byte_offset().unwrap_or(0);
        let end = span.end.byte_offset().unwrap_or(start);
        // The parser's range of a plain scalar can include the line break or spaces before a comment; the caret must
        // not.
        let covered = self.file.text.get(start..end).unwrap_or("");
        Place::new(self.file, start, start + covered.trim_end().len())
    }

    fn syntax(&self, error: &granit_parser::ScanError) -> Problem {
        let at = error.marker().byte_offset().unwrap_or(0);
        let place = Place::new(self.file, at, at + 1);
        match error.kind() {
            ErrorKind::RecursionLimitExceeded => too_deep(&place),
            _ => {
                let problem = Problem::at(Kind::Syntax, &place, format!("invalid YAML: {}", error.info()));
                syntax_hints::hints(&place).into_iter().fold(problem, Problem::help)
            }
        }
    }
}

fn too_deep(place: &Place) -> Problem {
    Problem::at(Kind::TooDeep, place, format!("nested more than {DEEPEST} levels deep"))
}

/// Returns the weight of a tree: the number of its values, plus the weight of long texts.
pub(crate) fn weight(node: &Node) -> usize {
    match &node.value {
        Value::Scalar { text, .. } => scalar_weight(text),
        Value::List(items) => 1 + items.iter().map(weight).sum::<usize>(),
        Value::Map(entries) => {
            1 + entries.iter().map(|entry| scalar_weight(&entry.key) + weight(&entry.value)).sum::<usize>()
        }
    }
}

/// Returns the weight of a text: one, plus more for a long text.
pub(crate) fn scalar_weight(text: &str) -> usize {
    1 + text.len() / LETTERS
}
