//! The delta between a task and the one it was made from. If only the new task shows a difference, then the delta holds
//! its cause. That is cheaper to compare with earlier ones than a shrunk task.

use std::collections::BTreeSet;

use crate::hunt::cause;
use crate::hunt::hash::Sign;
use crate::hunt::mutation::text_fields;
use crate::hunt::vocabulary::Vocabulary;
use truthsayer_protocol::Data;
use truthsayer_protocol::Task;

/// Maximum number of attempts to make a delta smaller.
const MOST_TRIES: usize = 8;

/// One change of a task.
#[derive(Debug, Clone, PartialEq)]
struct TaskChange {
    pointer: Pointer,
    /// The path without names and indices.
    path: String,
    kind: TaskChangeKind,
}

#[derive(Debug, Clone, PartialEq)]
enum TaskChangeKind {
    /// A value that was added, removed or replaced; for replaced texts, the class of the new part.
    Value { old: Option<Data>, class: String },
    /// Steps that were added, removed or replaced, with their number and the old ones.
    Steps { count: usize, old: Vec<Data> },
}

/// The keys and indices that lead to a value. The first one is the step, or none for the set-up.
#[derive(Debug, Clone, Default, PartialEq)]
struct Pointer {
    step: Option<usize>,
    inner: Vec<Segment>,
}

#[derive(Debug, Clone, PartialEq)]
enum Segment {
    Key(String),
    Index(usize),
}

/// The changes between two tasks.
#[derive(Debug, Default)]
pub(crate) struct Delta(Vec<TaskChange>);

impl Delta {
    pub(crate) fn between(old: &Task, new: &Task, words: &Vocabulary) -> Delta {
        let mut differ = Differ { words, found: Vec::new() };
        differ.values(Some(&old.given), Some(&new.given), "given", "given", &Pointer::default());
        match old.when.len() == new.when.len() {
            true => (0..old.when.len()).for_each(|index| {
                let pointer = Pointer { step: Some(index), inner: Vec::new() };
                differ.values(Some(&old.when[index]), Some(&new.when[index]), "when", "", &pointer);
            }),
            false => differ.steps(&old.when, &new.when),
        }
        Delta(differ.found)
    }

    /// Returns the place of the delta: where something changed, and not to what.
    pub(crate) fn place(&self) -> String {
        let mut paths: Vec<&str> = self.0.iter().map(|change| change.path.as_str()).collect();
        paths.sort_unstable();
        paths.dedup();
        paths.join(", ")
    }

    /// Returns a hash of the delta and the group of the difference.
    pub(crate) fn sign(&self, group: &str) -> u64 {
        let mut facts: Vec<String> = self.0.iter().map(TaskChange::fact).collect();
        facts.sort_unstable();
        facts.dedup();
        facts.iter().fold(Sign::of("delta").and(group), |sign, fact| sign.and(fact)).number()
    }
}

impl TaskChange {
    fn fact(&self) -> String {
        match &self.kind {
            TaskChangeKind::Value { old, class } => format!("{} {} {class}", self.path, u8::from(old.is_none())),
            TaskChangeKind::Steps { .. } => self.path.clone(),
        }
    }

    /// Returns the task without this change.
    fn reverted(&self, task: &Task) -> Option<Task> {
        let mut task = task.clone();
        match &self.kind {
            TaskChangeKind::Value { old, .. } => {
                let root = match self.pointer.step {
                    Some(index) => task.when.get_mut(index)?,
                    None => &mut task.given,
                };
                put(root, &self.pointer.inner, old.clone())?;
            }
            TaskChangeKind::Steps { count, old } => {
                let from = self.pointer.step?;
                task.when.splice(from..(from + count).min(task.when.len()), old.iter().cloned());
            }
        }
        Some(task)
    }
}

/// Returns a task between two tasks that still shows the difference: closer to the old one, if possible.
pub(crate) fn reduced(old: &Task, new: Task, words: &Vocabulary, keeps: &mut dyn FnMut(&Task) -> bool) -> Task {
    let mut task = new;
    let (mut tries, mut index) = (0, 0);
    loop {
        let changes = Delta::between(old, &task, words).0;
        if changes.len() < 2 || index >= changes.len() || tries == MOST_TRIES {
            return task;
        }
        tries += 1;
        match changes[index].reverted(&task).filter(|task| keeps(task)) {
            Some(smaller) => task = smaller,
            None => index += 1,
        }
    }
}

/// Replaces, adds or removes the value at a path.
fn put(root: &mut Data, path: &[Segment], value: Option<Data>) -> Option<()> {
    let Some((last, before)) = path.split_last() else {
        *root = value?;
        return Some(());
    };
    let mut here = root;
    for segment in before {
        here = match segment {
            Segment::Key(key) => here.get_mut(key)?,
            Segment::Index(index) => here.get_mut(index)?,
        };
    }
    match (last, value) {
        (Segment::Key(key), Some(value)) => drop(here.as_object_mut()?.insert(key.clone(), value)),
        (Segment::Key(key), None) => drop(here.as_object_mut()?.remove(key)),
        (Segment::Index(index), Some(value)) => *here.get_mut(index)? = value,
        (Segment::Index(_), None) => return None,
    }
    Some(())
}

struct Differ<'a> {
    words: &'a Vocabulary,
    found: Vec<TaskChange>,
}

impl Differ<'_> {
    fn values(&mut self, old: Option<&Data>, new: Option<&Data>, key: &str, path: &str, pointer: &Pointer) {
        if old == new {
            return;
        }
        match (old, new) {
            (Some(Data::Object(one)), Some(Data::Object(other))) => {
                let keys: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
                for own in keys {
                    let (old, new) = (one.get(own), other.get(own));
                    let is_name = new.or(old).is_some_and(|value| self.words.shared_key(key, value).is_some());
                    let path = format!("{path}.{}", if is_name { "*" } else { own });
                    self.values(old, new, own, &path, &pointer.with(Segment::Key(own.clone())));
                }
            }
            (Some(Data::Array(one)), Some(Data::Array(other))) if one.len() == other.len() => {
                for (index, (old, new)) in one.iter().zip(other).enumerate() {
                    let path = format!("{path}[]");
                    self.values(Some(old), Some(new), key, &path, &pointer.with(Segment::Index(index)));
                }
            }
            (Some(Data::String(one)), Some(Data::String(other))) => self.texts(one, other, key, path, pointer),
            _ => {
                let class = new.map_or_else(String::new, |new| self.class(new, key));
                self.note(pointer, path, old.cloned(), class);
            }
        }
    }

    /// Notes each outermost field of a structured text that differs, or the whole text.
    fn texts(&mut self, old: &str, new: &str, key: &str, path: &str, pointer: &Pointer) {
        let (olds, news) = (text_fields::outermost(old), text_fields::outermost(new));
        if olds.is_empty() || olds.len() != news.len() {
            let is_word = self.words.is_plain_word(key, new);
            let class = if is_word { new.to_owned() } else { self.text_class(old, new) };
            self.note(pointer, path, Some(Data::from(old)), class);
            return;
        }
        for (index, (one, other)) in olds.iter().zip(&news).enumerate() {
            let (one, other_text) = (&old[one.range.clone()], &new[other.range.clone()]);
            if one != other_text {
                let reverted = Data::from(text_fields::with(new, &other.range, one));
                let class = self.text_class(one, other_text);
                self.note(pointer, &format!("{path}:{index}"), Some(reverted), class);
            }
        }
    }

    fn note(&mut self, pointer: &Pointer, path: &str, old: Option<Data>, class: String) {
        let kind = TaskChangeKind::Value { old, class };
        self.found.push(TaskChange { pointer: pointer.clone(), path: path.to_owned(), kind });
    }

    /// Numbers near a bound of a clause count as themselves, others by their size.
    fn class(&self, value: &Data, key: &str) -> String {
        match value {
            Data::Number(number) => self.number_class(number.as_str()),
            Data::String(text) if self.words.is_plain_word(key, text) => text.clone(),
            Data::String(text) => cause::text_class(text),
            Data::Array(_) => "[]".to_owned(),
            Data::Object(map) => map.keys().cloned().collect::<Vec<_>>().join(" "),
            Data::Null | Data::Bool(_) => value.to_string(),
        }
    }

    fn number_class(&self, number: &str) -> String {
        match number.parse::<i128>() {
            Ok(whole) if whole.abs() < 2 || self.words.bounds.names(whole) => whole.to_string(),
            _ => number.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect(),
        }
    }

    /// Returns the characters that only the new text has, with marks if it starts or ends with one; else its number or its
    /// number of fields.
    fn text_class(&self, old: &str, new: &str) -> String {
        let signs = |text: &str| cause::needed_text(text).chars().collect::<BTreeSet<char>>();
        let known = signs(old);
        let is_new = |c: Option<char>| c.is_some_and(|c| !signs(&c.to_string()).is_subset(&known));
        let added: String = signs(new).difference(&known).collect();
        if added.is_empty() {
            let is_number = new.parse::<i128>().is_ok();
            return if is_number { self.number_class(new) } else { text_fields::fields(new).len().to_string() };
        }
        let start = if is_new(new.chars().next()) { "^" } else { "" };
        let end = if is_new(new.chars().last()) { "$" } else { "" };
        format!("{start}{added}{end}")
    }

    /// Notes the steps between the common start and the common end of two scripts.
    fn steps(&mut self, old: &[Data], new: &[Data]) {
        let start = old.iter().zip(new).take_while(|(one, other)| one == other).count();
        let rest = (&old[start..], &new[start..]);
        let end = rest.0.iter().rev().zip(rest.1.iter().rev()).take_while(|(one, other)| one == other).count();
        let (gone, added) = (&old[start..old.len() - end], &new[start..new.len() - end]);
        let kinds = |steps: &[Data]| {
            let kinds = steps.iter().filter_map(Data::as_object).flat_map(|step| step.keys().cloned());
            kinds.collect::<Vec<_>>().join(" ")
        };
        self.found.push(TaskChange {
            pointer: Pointer { step: Some(start), inner: Vec::new() },
            path: format!("when {} | {}", kinds(gone), kinds(added)),
            kind: TaskChangeKind::Steps { count: added.len(), old: gone.to_vec() },
        });
    }
}

impl Pointer {
    fn with(&self, segment: Segment) -> Pointer {
        let mut pointer = self.clone();
        pointer.inner.push(segment);
        pointer
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_delta_holds_only_the_changes_that_matter() {
        let words = Vocabulary::default();
        let old = Task::new(json!({"fen": "4k3/8 w - 0", "coins": 3}), vec![json!({"move": {"to": "a1"}})]);
        let new = Task::new(json!({"fen": "4k3/7q b KQ 0", "coins": 70}), vec![json!({"move": {"to": "b2", "by": 1}})]);
        let mut tries = 0;
        let mut keeps = |task: &Task| {
            tries += 1;
            task.given["fen"].as_str().is_some_and(|fen| fen.contains("KQ"))
        };
        let task = reduced(&old, new.clone(), &words, &mut keeps);
        assert_eq!(task.given, json!({"fen": "4k3/8 w KQ 0", "coins": 3}));
        assert_eq!(task.when, old.when);
        assert!(tries <= MOST_TRIES);
        let delta = Delta::between(&old, &task, &words);
        assert_eq!(delta.place(), "given.fen:2");
        let of = |fen: &str| {
            let task = Task::new(json!({"fen": fen, "coins": 3}), old.when.clone());
            Delta::between(&old, &task, &words).sign("refused | -")
        };
        assert_eq!(of("4k3/8 w KQ 0"), delta.sign("refused | -"));
        assert_eq!(of("4k3/8 w KK 0"), of("4k3/8 w K 0"));
        assert_ne!(of("4k3/8 w KQ 0"), of("4k3/8 w kq 0"));
        assert_ne!(delta.sign("refused | -"), delta.sign("- | refused"));
        // The characters that are new count, and whether they come first or last.
        let read = |text: &str| Task::new(json!({"text": text}), Vec::new());
        let of = |text: &str| Delta::between(&read("1.2.3"), &read(text), &words).sign("x");
        assert_eq!(of("1.2.3 "), of("10.20.30 "));
        assert_ne!(of("1.2.3 "), of(" 1.2.3"));
        assert_ne!(of("v1.2.3"), of("w1.2.3"));
        assert_ne!(of("1.2"), of("1.2.3.4"));
    }

    #[test]
    fn added_steps_are_one_change_and_numbers_count_by_size_and_bound() {
        let mut words = Vocabulary::default();
        words.bounds.learn("From 300 on.");
        let task = |coins: i64, steps: &[&str]| {
            Task::new(json!({"coins": coins}), steps.iter().map(|kind| json!({*kind: {}})).collect())
        };
        let old = task(5, &["roll", "hold"]);
        let new = task(5, &["roll", "steal", "hold"]);
        let delta = Delta::between(&old, &new, &words);
        assert_eq!(delta.place(), "when  | steal");
        assert_eq!(delta.0[0].reverted(&new).unwrap().when, old.when);
        let of = |coins| Delta::between(&old, &task(coins, &["roll", "hold"]), &words).sign("x");
        assert_eq!(of(412), of(507));
        assert_ne!(of(412), of(300));
        assert_ne!(of(412), of(4120));
    }
}
