//! Reads the data of a task piece by piece, and reports the exact position of every mistake.
//!
//! ```
//! use serde_json::json;
//! use truthsayer_protocol::task_node::TaskNode;
//!
//! let data = json!({"heaps": [3, "four"]});
//! let given = TaskNode::root("given", &data);
//! let heaps = given.need("heaps")?;
//! let complaint = heaps.list()?.iter().map(|heap| heap.number(0, 99)).collect::<Result<Vec<_>, _>>().unwrap_err();
//! assert_eq!(complaint.at, "given.heaps[1]");
//! assert_eq!(complaint.why, "expected a whole number from 0 to 99, found `four`");
//! # Ok::<(), truthsayer_protocol::Complaint>(())
//! ```

use serde_json::Map;

use crate::Complaint;
use crate::Data;
use crate::nearest::nearest;
use crate::text::shortened;

/// The result of reading, or a complaint with a position.
pub type Read<T> = Result<T, Complaint>;

#[derive(Clone, Copy)]
enum Key<'a> {
    Name(&'a str),
    Index(usize),
    Step(usize),
}

/// A value in the data of a task, with its path.
#[derive(Clone, Copy)]
pub struct TaskNode<'a> {
    value: &'a Data,
    key: Key<'a>,
    parent: Option<&'a TaskNode<'a>>,
}

impl<'a> TaskNode<'a> {
    /// Creates the root node. `name` is the first part of all paths, such as `given`.
    pub fn root(name: &'a str, value: &'a Data) -> TaskNode<'a> {
        TaskNode { value, key: Key::Name(name), parent: None }
    }

    /// Creates the node of a step, by its index in `when`.
    pub fn step(index: usize, value: &'a Data) -> TaskNode<'a> {
        TaskNode { value, key: Key::Step(index), parent: None }
    }

    /// Returns the data path, such as `when[2].plan.leader`.
    pub fn path(&self) -> String {
        let mut path = self.parent.map_or_else(String::new, TaskNode::path);
        match self.key {
            Key::Name(name) if path.is_empty() => path.push_str(name),
            Key::Name(name) => {
                path.push('.');
                path.push_str(name);
            }
            Key::Index(index) => path.push_str(&format!("[{index}]")),
            Key::Step(index) => path.push_str(&format!("when[{index}]")),
        }
        path
    }

    /// Returns a complaint about this value.
    pub fn complain<T>(&self, why: impl AsRef<str>) -> Read<T> {
        Err(Complaint::new(self.path(), why))
    }

    /// Returns the data.
    pub fn value(&self) -> &'a Data {
        self.value
    }

    /// Returns the complaint that something else is expected here.
    pub fn expected<T>(&self, what: &str) -> Read<T> {
        self.complain(format!("expected {what}, found {}", describe(self.value)))
    }

    fn entries(&self) -> Read<&'a Map<String, Data>> {
        match self.value {
            Data::Object(map) => Ok(map),
            _ => self.expected("a map"),
        }
    }

    /// Checks that this is a map with no other keys than these.
    pub fn fields(&self, known: &[&str]) -> Read<()> {
        for name in self.entries()?.keys() {
            if !known.contains(&name.as_str()) {
                let why = unknown("key", name, known.iter().copied());
                return self.child(name, self.value).complain(why);
            }
        }
        Ok(())
    }

    /// Returns the value of a key, if this is a map that has it.
    pub fn get(&'a self, name: &'a str) -> Option<TaskNode<'a>> {
        match self.value {
            Data::Object(map) => map.get(name).map(|value| self.child(name, value)),
            _ => None,
        }
    }

    /// Returns the value of a required key.
    pub fn need(&'a self, name: &'a str) -> Read<TaskNode<'a>> {
        match self.get(name) {
            Some(node) => Ok(node),
            None => self.complain(format!("`{name}` is missing")),
        }
    }

    /// Returns the only entry of a map, such as a step: its key, which must be one of these, and its value.
    pub fn only(&'a self, known: &[&str]) -> Read<(&'a str, TaskNode<'a>)> {
        self.fields(known)?;
        match self.pairs()?.as_slice() {
            [(name, node)] => Ok((name, *node)),
            _ => self.complain(format!("expected one key, one of: {}", known.join(", "))),
        }
    }

    fn child(&'a self, name: &'a str, value: &'a Data) -> TaskNode<'a> {
        TaskNode { value, key: Key::Name(name), parent: Some(self) }
    }

    /// Returns the entries of a map, sorted by key.
    pub fn pairs(&'a self) -> Read<Vec<(&'a str, TaskNode<'a>)>> {
        let entries = self.entries()?;
        Ok(entries.iter().map(|(name, value)| (name.as_str(), self.child(name, value))).collect())
    }

    /// Creates the node of a list item.
    pub fn item(&'a self, index: usize, value: &'a Data) -> TaskNode<'a> {
        TaskNode { value, key: Key::Index(index), parent: Some(self) }
    }

    /// Returns the items of a list.
    pub fn list(&'a self) -> Read<Vec<TaskNode<'a>>> {
        match self.value {
            Data::Array(values) => {
                Ok(values.iter().enumerate().map(|(index, value)| self.item(index, value)).collect())
            }
            _ => self.expected("a list"),
        }
    }

    /// Returns the items of a list, or a single value as one item.
    pub fn one_or_many(&'a self) -> Read<Vec<TaskNode<'a>>> {
        if self.value.is_array() { self.list() } else { Ok(vec![*self]) }
    }

    /// Returns whether this is a map with that key.
    pub fn has(&self, name: &str) -> bool {
        self.value.as_object().is_some_and(|map| map.contains_key(name))
    }

    /// Returns a boolean.
    pub fn flag(&self) -> Read<bool> {
        match self.value {
            Data::Bool(flag) => Ok(*flag),
            _ => self.expected("true or false"),
        }
    }

    /// Returns whether this is a map.
    pub fn is_map(&self) -> bool {
        self.value.is_object()
    }

    /// Returns a text.
    pub fn text(&self) -> Read<&'a str> {
        match self.value {
            Data::String(text) => Ok(text),
            _ => self.expected("a text"),
        }
    }

    /// Returns the index of a name, which must be one of these.
    pub fn one_of(&self, what: &str, known: &[&str]) -> Read<usize> {
        let name = self.text()?;
        match known.iter().position(|it| *it == name) {
            Some(index) => Ok(index),
            None => self.complain(unknown(what, name, known.iter().copied())),
        }
    }

    /// Returns a whole number from `least` to `most`.
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

/// Describes a value in a few words.
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

/// Maximum number of names that a message lists.
const FEW: usize = 12;

/// Returns "no leader is called `stilgr`; nearest is `stilgar`". If no name is similar, a short list of all follows.
pub fn unknown<'a>(kind: &str, name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.collect();
    let shown = shortened(name);
    match nearest(name, known.iter().copied()) {
        Some(candidate) => format!("no {kind} is called `{shown}`; nearest is `{candidate}`"),
        None if known.len() <= FEW => format!("no {kind} is called `{shown}`; known: {}", known.join(", ")),
        None => format!("no {kind} is called `{shown}`"),
    }
}
