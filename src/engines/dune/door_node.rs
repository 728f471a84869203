//! Door: reads plain data piece by piece and says exactly where it makes no sense.

use serde_json::Map;

use crate::protocol::Complaint;
use crate::protocol::Data;

use super::datum::NONE;
use super::half::Half;
use super::named::Named;
use super::spot::Sector;

/// No count in a scenario comes near this; it keeps sums far from overflowing.
const LARGEST: i64 = 1_000_000;

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

    fn entries(&self) -> Read<&'a Map<String, Data>> {
        match self.value {
            Data::Object(map) => Ok(map),
            other => self.complain(format!("expected a map, found {}", describe(other))),
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

    pub fn has(&self, name: &str) -> bool {
        self.value.as_object().is_some_and(|map| map.contains_key(name))
    }

    fn child(&'a self, name: &'a str, value: &'a Data) -> Node<'a> {
        Node { value, key: Key::Name(name), parent: Some(self) }
    }

    /// The entries of a map, in the order in which they are written.
    pub fn pairs(&'a self) -> Read<Vec<(&'a str, Node<'a>)>> {
        let entries = self.entries()?;
        Ok(entries.iter().map(|(name, value)| (name.as_str(), self.child(name, value))).collect())
    }

    pub fn list(&'a self) -> Read<Vec<Node<'a>>> {
        match self.value {
            Data::Array(values) => {
                Ok(values.iter().enumerate().map(|(index, value)| self.item(index, value)).collect())
            }
            other => self.complain(format!("expected a list, found {}", describe(other))),
        }
    }

    /// An element of a list.
    pub fn item(&'a self, index: usize, value: &'a Data) -> Node<'a> {
        Node { value, key: Key::Index(index), parent: Some(self) }
    }

    /// One value, or a list of them.
    pub fn one_or_many(&'a self) -> Read<Vec<Node<'a>>> {
        if self.value.is_array() { self.list() } else { Ok(vec![*self]) }
    }

    pub fn is_map(&self) -> bool {
        self.value.is_object()
    }

    pub fn is_none(&self) -> bool {
        self.value.is_null() || self.value.as_str() == Some(NONE)
    }

    pub fn text(&self) -> Read<&'a str> {
        match self.value {
            Data::String(text) => Ok(text),
            other => self.complain(format!("expected a name, found {}", describe(other))),
        }
    }

    pub fn word<T: Named>(&self) -> Read<T> {
        let name = self.text()?;
        match T::by_name(name) {
            Some(thing) => Ok(thing),
            None => self.complain(unknown(T::KIND, name, T::ALL.iter().map(|thing| thing.name()))),
        }
    }

    pub fn sector(&self) -> Read<Sector> {
        let name = self.text()?;
        match Sector::by_name(name) {
            Some(sector) => Ok(sector),
            None => self.complain(format!("`{name}` is no sector; they are called s0 to s17")),
        }
    }

    pub fn flag(&self) -> Read<bool> {
        match self.value {
            Data::Bool(flag) => Ok(*flag),
            other => self.complain(format!("expected true or false, found {}", describe(other))),
        }
    }

    pub fn count(&self) -> Read<u32> {
        match self.value.as_i64() {
            Some(count) if (0..=LARGEST).contains(&count) => Ok(u32::try_from(count).unwrap_or(u32::MAX)),
            Some(_) => self.complain(format!("expected a number from 0 to {LARGEST}")),
            None => self.complain(format!("expected a whole number, found {}", describe(self.value))),
        }
    }

    /// A number in steps of one half, positive or not.
    pub fn half(&self) -> Read<Half> {
        let Some(number) = self.value.as_f64() else {
            return self.complain(format!("expected a number, found {}", describe(self.value)));
        };
        let halves = number * 2.0;
        if halves.fract() != 0.0 || halves.abs() > LARGEST as f64 {
            return self.complain(format!("`{}` is no number in steps of one half", self.value));
        }
        Ok(Half::from_halves(halves as i32))
    }

    pub fn is_number(&self) -> bool {
        self.value.is_number()
    }
}

/// "no leader is called `stilgr`; nearest is `stilgar`"
pub fn unknown<'a>(kind: &str, name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let nearest = known
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, candidate)| *distance <= 1 + candidate.len() / 3);
    match nearest {
        Some((_, candidate)) => format!("no {kind} is called `{name}`; nearest is `{candidate}`"),
        None => format!("no {kind} is called `{name}`"),
    }
}

fn describe(value: &Data) -> String {
    match value {
        Data::Null => "nothing".to_owned(),
        Data::Bool(flag) => format!("`{flag}`"),
        Data::Number(number) => format!("the number {number}"),
        Data::String(text) => format!("`{text}`"),
        Data::Array(_) => "a list".to_owned(),
        Data::Object(_) => "a map".to_owned(),
    }
}
