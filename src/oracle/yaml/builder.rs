//! The builder: the events of the YAML parser in, a tree out.
//!
//! It reads the parser's events directly, because a typed deserialiser stops at the first mistake and an author
//! wants to see all of them.

use std::collections::HashMap;
use std::collections::HashSet;
use std::sync::Arc;

use granit_parser::ErrorKind;
use granit_parser::Event;
use granit_parser::Parser;
use granit_parser::ScalarStyle;
use granit_parser::Span;

use crate::oracle::fields;
use crate::oracle::problem;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::yaml;
use crate::oracle::yaml::MapEntry;
use crate::oracle::yaml::Node;
use crate::oracle::yaml::Value;
use crate::oracle::yaml::slip;
use crate::protocol::text;
use crate::source::Place;
use crate::source::SourceFile;

/// Deeper nesting is a mistake or an attack; no scenario needs it.
const DEEPEST: usize = 48;
/// More than any hand-written file weighs. Aliases count each time they are used.
const HEAVIEST: usize = 50_000;
/// So many letters of a text weigh as much as one more value, so that a few huge texts cannot take all memory either.
const LETTERS: usize = 64;
/// From here on, keys are looked up instead of compared one by one.
const MANY_KEYS: usize = 32;

/// The tree of one document; none where the file holds nothing.
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
    /// What the open lists hold so far, the outermost first. A list takes its own when it ends, so that it is as long
    /// as it has to be: a suite keeps its trees, and most of them are short.
    items: Vec<Node>,
    /// The same for the open maps.
    entries: Vec<MapEntry>,
    anchors: HashMap<usize, (Node, usize)>,
    problems: Vec<Problem>,
    weight: usize,
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
    /// The keys so far, where there are many.
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
                    return Err(Box::new(fields::hidden(&text, &place)));
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
        let (weight, fits) = (*weight, self.weight + weight <= HEAVIEST);
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
        self.weigh(weight, &node.place)?;
        if anchor != 0 {
            // What is kept for later is a copy, so it counts as well.
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
        let message = format!("more than {HEAVIEST} values, aliases counted each time they are used");
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
            self.problems.push(problem.help("put what is shared into a fixture and `use` it"));
        } else if own.len() < MANY_KEYS && own.iter().any(|entry| entry.key == key) || open.keys.contains(&key) {
            let first = own.iter().find(|entry| entry.key == key);
            let line = first.map_or(0, |first| first.key_place.line_and_column().0);
            let problem = Problem::at(Kind::Duplicate, &key_place, format!("the key `{key}` stands twice in one map"));
            self.problems.push(problem.help(format!("it stands first on line {line}; one of the two has to go")));
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
            problem::MOST_IN_A_FILE => {
                let place = self.problems.last().and_then(|problem| problem.place.clone());
                let problem = Problem::new(Kind::TooMany, "the rest of this file was not looked at");
                Err(Box::new(Problem { place, ..problem }))
            }
            _ => Ok(()),
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
            _ => {
                let problem = Problem::at(Kind::Syntax, &place, format!("this is not YAML: {}", error.info()));
                slip::hints(&place).into_iter().fold(problem, Problem::help)
            }
        }
    }
}

fn too_deep(place: &Place) -> Problem {
    Problem::at(Kind::TooDeep, place, format!("nested more than {DEEPEST} levels deep"))
}

/// How much a tree weighs: the values in it, itself included, and their letters.
pub(crate) fn weight(node: &Node) -> usize {
    match &node.value {
        Value::Scalar { text, .. } => scalar_weight(text),
        Value::List(items) => 1 + items.iter().map(weight).sum::<usize>(),
        Value::Map(entries) => {
            1 + entries.iter().map(|entry| scalar_weight(&entry.key) + weight(&entry.value)).sum::<usize>()
        }
    }
}

/// A text weighs one, and more the longer it is.
pub(crate) fn scalar_weight(text: &str) -> usize {
    1 + text.len() / LETTERS
}
