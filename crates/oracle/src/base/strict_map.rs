//! Strict reading of maps: every key is requested by name, and all other keys are mistakes.

use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::source::Place;
use crate::base::yaml::MapEntry;
use crate::base::yaml::Node;
use crate::base::yaml::Value;
use truthsayer_protocol::Data;
use truthsayer_protocol::nearest::nearest;
use truthsayer_protocol::text;

/// The keys of one map, with the problems found while reading them.
pub(crate) struct Fields<'a, 'p> {
    what: &'static str,
    place: &'a Place,
    entries: &'a [MapEntry],
    asked: Vec<&'static str>,
    problems: &'p mut Vec<Problem>,
}

impl<'a, 'p> Fields<'a, 'p> {
    /// Starts reading a map. `what` names it in messages: "a scenario", "a claim".
    pub(crate) fn of(what: &'static str, node: &'a Node, problems: &'p mut Vec<Problem>) -> Option<Fields<'a, 'p>> {
        let Some(entries) = node.entries() else {
            let message = format!("{what} must be a map of keys, this is {}", node.kind());
            problems.push(Problem::at(Kind::WrongType, &node.place, message));
            return None;
        };
        Some(Fields { what, place: &node.place, entries, asked: Vec::new(), problems })
    }

    pub(crate) fn optional(&mut self, key: &'static str) -> Option<&'a Node> {
        self.asked.push(key);
        self.entries.iter().find(|entry| entry.key == key).map(|entry| &entry.value)
    }

    pub(crate) fn required(&mut self, key: &'static str) -> Option<&'a Node> {
        let found = self.optional(key);
        if found.is_none() {
            self.problems.push(Problem::at(Kind::MissingKey, self.place, missing(self.what, key)));
        }
        found
    }

    pub(crate) fn required_text(&mut self, key: &'static str) -> Option<&'a str> {
        let node = self.required(key)?;
        text(node, key, self.problems)
    }

    pub(crate) fn optional_text(&mut self, key: &'static str) -> Option<&'a str> {
        let node = self.optional(key)?;
        text(node, key, self.problems)
    }

    /// Reads an optional reason. An empty reason explains nothing and is a problem.
    pub(crate) fn optional_reason(&mut self, key: &'static str) -> Option<String> {
        let node = self.optional(key)?;
        let reason = text::one_line(text(node, key, self.problems)?.trim());
        if reason.is_empty() {
            let problem = Problem::at(Kind::BadValue, &node.place, format!("`{key}` needs a reason"));
            self.problems.push(problem.help(format!("write `{key}: \"<reason>\"`, or remove the key")));
            return None;
        }
        Some(reason)
    }

    pub(crate) fn texts(&mut self, key: &'static str) -> Vec<&'a str> {
        let Some(node) = self.optional(key) else { return Vec::new() };
        let problems = &mut *self.problems;
        items(node, key, problems).iter().filter_map(|item| text(item, key, problems)).collect()
    }

    pub(crate) fn list(&mut self, key: &'static str) -> &'a [Node] {
        match self.optional(key) {
            Some(node) => items(node, key, self.problems),
            None => &[],
        }
    }

    pub(crate) fn problem(&mut self, problem: Problem) {
        self.problems.push(problem);
    }

    pub(crate) fn problems(&mut self) -> &mut Vec<Problem> {
        self.problems
    }

    /// Reports every unknown key with the most similar known one. If that one is required and missing, both become one
    /// problem. So do the missing keys of an empty map.
    pub(crate) fn finish(self) {
        if self.entries.is_empty() {
            return self.join_missing();
        }
        for entry in self.entries.iter().filter(|entry| !self.asked.contains(&entry.key.as_str())) {
            let message = format!("{} has no key `{}`", self.what, entry.key);
            let problem = Problem::at(Kind::UnknownKey, &entry.key_place, message);
            let problem = problem.nearest(&entry.key, self.asked.iter().copied());
            if let Some(meant) = nearest(&entry.key, self.asked.iter().copied()) {
                let missing = missing(self.what, meant);
                self.problems
                    .retain(|problem| problem.message != missing || problem.place.as_ref() != Some(self.place));
            }
            self.problems.push(problem.help(format!("valid keys: {}", self.asked.join(", "))));
        }
    }
}

impl Fields<'_, '_> {
    /// Makes one problem of all missing keys.
    fn join_missing(self) {
        let Fields { what, place, asked, problems, .. } = self;
        let own = |problem: &Problem, key: &str| {
            problem.message == missing(what, key) && problem.place.as_ref() == Some(place)
        };
        let keys: Vec<&str> =
            asked.into_iter().filter(|key| problems.iter().any(|problem| own(problem, key))).collect();
        if keys.len() > 1 {
            problems.retain(|problem| !keys.iter().any(|key| own(problem, key)));
            let problem = Problem::at(Kind::MissingKey, place, format!("{what} must not be empty"));
            problems.push(problem.help(format!("required keys: {}", keys.join(", "))));
        }
    }
}

fn missing(what: &str, key: &str) -> String {
    format!("{what} needs the key `{key}`")
}

/// Reads a text. A plain number is a problem unless quoted, because `702.10` is not 702.1.
pub(crate) fn text<'a>(node: &'a Node, what: &str, problems: &mut Vec<Problem>) -> Option<&'a str> {
    match &node.value {
        Value::Scalar { text, .. } if !text::is_harmless(text) => {
            problems.push(hidden(text, &node.place));
            None
        }
        Value::Scalar { text, plain } if !plain || matches!(node.to_data(), Data::String(_)) => Some(text),
        _ => {
            let message = format!("`{what}` must be a text, this is {}", node.kind());
            problems.push(Problem::at(Kind::WrongType, &node.place, message));
            None
        }
    }
}

/// Returns the problem of an invisible character, which an escape sequence can put into a text.
pub(crate) fn hidden(text: &str, place: &Place) -> Problem {
    let hidden = text.chars().find(|c| text::is_hidden(*c) && !matches!(c, '\n' | '\t')).unwrap_or_default();
    let message = format!("this text has an invisible character (U+{:04X})", u32::from(hidden));
    Problem::at(Kind::Hidden, place, message).help("remove it")
}

pub(crate) fn items<'a>(node: &'a Node, what: &str, problems: &mut Vec<Problem>) -> &'a [Node] {
    match &node.value {
        Value::List(items) => items,
        _ => {
            let message = format!("`{what}` must be a list, this is {}", node.kind());
            problems.push(Problem::at(Kind::WrongType, &node.place, message));
            &[]
        }
    }
}

pub(crate) fn number(node: &Node, what: &str, problems: &mut Vec<Problem>) -> Option<usize> {
    let found = node.to_data().as_u64().and_then(|n| usize::try_from(n).ok());
    if found.is_none() {
        let message = format!("`{what}` must be a whole number, this is {}", node.kind());
        problems.push(Problem::at(Kind::WrongType, &node.place, message));
    }
    found
}
