//! The facts of an outcome that documents show: the log, the changes, the pieces on the board, and the values that
//! claims on the state had before. Whole states of thousands of scenarios would fill the memory.

use std::collections::BTreeSet;

use crate::base::datapath;
use crate::base::datapath::ChangedLeaf;
use crate::base::yaml_flow;
use crate::judge::board_squares::BoardSquares;
use crate::judge::memory_budget::MemoryBudget;
use crate::judge::text_list::TextList;
use crate::suite::expectation::Expectation;
use crate::suite::golden;
use crate::suite::scenario::Scenario;
use truthsayer_protocol::BoardNote;
use truthsayer_protocol::Data;
use truthsayer_protocol::Event;
use truthsayer_protocol::Outcome;

#[derive(Debug, Clone)]
pub struct DocumentFacts {
    /// The log entries as `judge::shown` writes them.
    pub log: TextList,
    /// Every event with each of its fields, once; the field is empty for the event itself.
    fields: TextList,
    pub changes: Vec<StateChange>,
    /// The paths that claims on the state name, each with its value before.
    states: TextList,
    /// `None` if the engine describes no board.
    pub board: Option<BoardSquares>,
}

/// A value that changed. A missing value is null.
#[derive(Debug, Clone)]
pub struct StateChange {
    pub path: Box<str>,
    pub before: Data,
    pub after: Data,
}

impl DocumentFacts {
    /// Returns the facts of an outcome with these changes. `rendered` is the text of its golden, which has the log entries
    /// as text already.
    pub(crate) fn of(
        scenario: &Scenario,
        outcome: &Outcome,
        changes: Vec<ChangedLeaf<'_>>,
        rendered: &str,
        board: Option<&BoardNote>,
    ) -> DocumentFacts {
        let Outcome { before, after, log, .. } = outcome;
        let changes = changes.into_iter().map(|(path, before, after)| StateChange {
            path: path.into(),
            before: before.clone(),
            after: after.clone(),
        });
        DocumentFacts {
            log: shown(log, rendered),
            fields: fields(log),
            changes: changes.collect(),
            states: states(scenario, before),
            board: board.map(|note| BoardSquares::of(note, before, after)),
        }
    }

    pub(crate) fn fit(&self, room: MemoryBudget) -> bool {
        let board = self.board.as_ref().map_or(0, BoardSquares::size);
        let texts = self.log.size() + self.fields.size() + self.states.size() + board;
        let values = self.changes.iter().flat_map(|change| [&change.before, &change.after]);
        room.holds_all(texts + self.changes.iter().map(|change| change.path.len()).sum::<usize>(), values)
    }

    /// Returns the value before at a path that a claim on the state names. `None` if there was no value.
    pub fn before(&self, path: &str) -> Option<&str> {
        let at = (0..self.states.len()).step_by(2).find(|at| self.states.get(*at) == Some(path))?;
        self.states.get(at + 1)
    }

    /// Returns every event with each of its fields, once; the field is empty for the event itself.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (&str, &str)> {
        let text = |at: usize| self.fields.get(at).unwrap_or_default();
        (0..self.fields.len()).step_by(2).map(move |at| (text(at), text(at + 1)))
    }
}

fn shown(log: &[Event], rendered: &str) -> TextList {
    let mut list = TextList::default();
    golden::logged(rendered, log).for_each(|(name, data)| list.push(&[name, " ", data]));
    list.shrunk()
}

/// Returns the fields of an event that have a value, and an empty text for the event itself.
pub(crate) fn filled_fields(data: &Data) -> impl Iterator<Item = &str> {
    let filled = data.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null());
    filled.map(|(field, _)| field.as_str()).chain([""])
}

fn fields(log: &[Event]) -> TextList {
    // A log has few kinds of events, and these have few fields.
    let mut known: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut list = TextList::default();
    for event in log {
        let at = known.iter().position(|(name, _)| *name == event.name).unwrap_or_else(|| {
            known.push((&event.name, Vec::new()));
            known.len() - 1
        });
        let fields = &mut known[at].1;
        for field in filled_fields(&event.data) {
            if !fields.contains(&field) {
                fields.push(field);
                list.push(&[&event.name]);
                list.push(&[field]);
            }
        }
    }
    list.shrunk()
}

fn states(scenario: &Scenario, before: &Data) -> TextList {
    let expectations = scenario.claims.iter().flat_map(|claim| &claim.then);
    let paths: BTreeSet<&str> = expectations
        .filter_map(|then| match then {
            Expectation::State { path, .. } => Some(path.as_str()),
            _ => None,
        })
        .collect();
    let mut list = TextList::default();
    for (path, value) in paths.into_iter().filter_map(|path| Some((path, datapath::find(before, path)?))) {
        list.push(&[path]);
        list.push(&[&yaml_flow::line(value)]);
    }
    list.shrunk()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge;
    use serde_json::json;

    fn odd_log() -> Vec<Event> {
        vec![
            Event::new("won", json!({"by": "ann", "when": -0.5, "why": null})),
            Event::new("log:\n", json!({"a: b": ["x", {"y": "two\nlines"}]})),
            Event::new("won", json!({"by": "bob", "rounds": {}})),
            Event::new("yes", json!(null)),
        ]
    }

    #[test]
    fn the_log_is_written_as_elsewhere() {
        let mut outcome = Outcome::new(json!({"a": 1}), json!({"a": 2}));
        outcome.log = odd_log();
        let list = shown(&outcome.log, &golden::render("g/s", &outcome));
        let expected: Vec<String> = outcome.log.iter().map(judge::shown).collect();
        assert_eq!(list.iter().collect::<Vec<_>>(), expected);
        outcome.log.clear();
        assert!(shown(&outcome.log, &golden::render("g/s", &outcome)).is_empty());
    }

    #[test]
    fn every_event_and_field_with_a_value_is_listed_once() {
        let list = fields(&odd_log());
        let pairs: Vec<&str> = list.iter().collect();
        let expected =
            ["won", "by", "won", "when", "won", "", "log:\n", "a: b", "log:\n", "", "won", "rounds", "yes", ""];
        assert_eq!(pairs, expected);
    }

    #[test]
    fn long_texts_and_long_values_do_not_fit() {
        let facts = |log: &str, value: &str| {
            let mut list = TextList::default();
            list.push(&[log]);
            DocumentFacts {
                log: list,
                fields: TextList::default(),
                changes: vec![StateChange { path: "a".into(), before: Data::Null, after: value.into() }],
                states: TextList::default(),
                board: None,
            }
        };
        let (room, long) = (MemoryBudget::of_each(usize::MAX), "x".repeat(64 << 10));
        assert!(facts("won", "x").fit(room));
        assert!(!facts(&long, "x").fit(room) && !facts("won", &long).fit(room));
    }
}
