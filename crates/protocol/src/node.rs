//! The data of a task, read piece by piece: every door says exactly where it makes no sense.

use serde_json::Map;

use crate::Complaint;
use crate::Data;
use crate::nearest::nearest;
use crate::text::shortened;

pub type Read<T> = Result<T, Complaint>;

#[derive(Clone, Copy)]
enum Key<'a> {
    Name(&'a str),
    Index(usize),
}

/// A value in the data of a task, and the way to it.
#[derive(Clone, Copy)]
pub struct Node<'a> {
    value: &'a Data,
    key: Key<'a>,
    parent: Option<&'a Node<'a>>,
}

impl<'a> Node<'a> {
    pub fn root(name: &'a str, value: &'a Data) -> Node<'a> {
        Node { value, key: Key::Name(name), parent: None }
    }

    /// The data path, such as `when[2].plan.leader`.
    pub fn path(&self) -> String {
        let mut path = self.parent.map_or_else(String::new, Node::path);
        match self.key {
            Key::Name(name) if path.is_empty() => path.push_str(name),
            Key::Name(name) => {
                path.push('.');
                path.push_str(name);
            }
            Key::Index(index) => path.push_str(&format!("[{index}]")),
        }
        path
    }

    pub fn complain<T>(&self, why: impl Into<String>) -> Read<T> {
        Err(Complaint { at: self.path(), why: why.into() })
    }

    pub fn value(&self) -> &'a Data {
        self.value
    }

    /// Says that something else belongs here.
    pub fn expected<T>(&self, what: &str) -> Read<T> {
        self.complain(format!("expected {what}, found {}", describe(self.value)))
    }

    fn entries(&self) -> Read<&'a Map<String, Data>> {
        match self.value {
            Data::Object(map) => Ok(map),
            _ => self.expected("a map"),
        }
    }

    /// A map whose keys are all among these.
    pub fn fields(&self, known: &[&str]) -> Read<()> {
        for name in self.entries()?.keys() {
            if !known.contains(&name.as_str()) {
                let why = unknown("key", name, known.iter().copied());
                return self.child(name, self.value).complain(why);
            }
        }
        Ok(())
    }

    pub fn get(&'a self, name: &'a str) -> Option<Node<'a>> {
        match self.value {
            Data::Object(map) => map.get(name).map(|value| self.child(name, value)),
            _ => None,
        }
    }

    pub fn need(&'a self, name: &'a str) -> Read<Node<'a>> {
        match self.get(name) {
            Some(node) => Ok(node),
            None => self.complain(format!("`{name}` is missing")),
        }
    }

    fn child(&'a self, name: &'a str, value: &'a Data) -> Node<'a> {
        Node { value, key: Key::Name(name), parent: Some(self) }
    }

    /// The entries of a map, in the order of their names.
    pub fn pairs(&'a self) -> Read<Vec<(&'a str, Node<'a>)>> {
        let entries = self.entries()?;
        Ok(entries.iter().map(|(name, value)| (name.as_str(), self.child(name, value))).collect())
    }

    /// An element of a list.
    pub fn item(&'a self, index: usize, value: &'a Data) -> Node<'a> {
        Node { value, key: Key::Index(index), parent: Some(self) }
    }

    pub fn list(&'a self) -> Read<Vec<Node<'a>>> {
        match self.value {
            Data::Array(values) => {
                Ok(values.iter().enumerate().map(|(index, value)| self.item(index, value)).collect())
            }
            _ => self.expected("a list"),
        }
    }

    /// One value, or a list of them.
    pub fn one_or_many(&'a self) -> Read<Vec<Node<'a>>> {
        if self.value.is_array() { self.list() } else { Ok(vec![*self]) }
    }

    pub fn has(&self, name: &str) -> bool {
        self.value.as_object().is_some_and(|map| map.contains_key(name))
    }

    pub fn flag(&self) -> Read<bool> {
        match self.value {
            Data::Bool(flag) => Ok(*flag),
            _ => self.expected("true or false"),
        }
    }

    pub fn is_map(&self) -> bool {
        self.value.is_object()
    }

    pub fn text(&self) -> Read<&'a str> {
        match self.value {
            Data::String(text) => Ok(text),
            _ => self.expected("a text"),
        }
    }

    /// A name that must be one of these; says which of them it is.
    pub fn one_of(&self, what: &str, known: &[&str]) -> Read<usize> {
        let name = self.text()?;
        match known.iter().position(|it| *it == name) {
            Some(index) => Ok(index),
            None => self.complain(unknown(what, name, known.iter().copied())),
        }
    }

    /// A whole number between two others.
    pub fn number(&self, least: u32, most: u32) -> Read<u32> {
        let number = self.value.as_u64().and_then(|number| u32::try_from(number).ok());
        match number {
            Some(number) if (least..=most).contains(&number) => Ok(number),
            _ => {
                self.complain(format!("expected a whole number from {least} to {most}, found {}", describe(self.value)))
            }
        }
    }
}

/// What somebody wrote, in a few words.
fn describe(value: &Data) -> String {
    match value {
        Data::Null => "nothing".to_owned(),
        Data::Bool(flag) => format!("`{flag}`"),
        Data::Number(number) => format!("the number {number}"),
        Data::String(text) => format!("`{}`", shortened(text)),
        Data::Array(_) => "a list".to_owned(),
        Data::Object(_) => "a map".to_owned(),
    }
}

/// How many names are told in full to somebody who wrote none of them.
const FEW: usize = 12;

/// "no leader is called `stilgr`; nearest is `stilgar`". Where nothing is near, a short list of all is told.
pub fn unknown<'a>(kind: &str, name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.collect();
    let told = shortened(name);
    match nearest(name, known.iter().copied()) {
        Some(candidate) => format!("no {kind} is called `{told}`; nearest is `{candidate}`"),
        None if known.len() <= FEW => format!("no {kind} is called `{told}`; known: {}", known.join(", ")),
        None => format!("no {kind} is called `{told}`"),
    }
}
