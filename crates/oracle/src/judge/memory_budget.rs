//! Limits how much of each run is kept. An engine may answer every scenario with megabytes, and all results together
//! must fit into memory.

use crate::suite::golden_diff::Drift;
use crate::suite::golden_diff::LogLine;
use truthsayer_protocol::Data;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Reply;

/// Budget of all runs together.
const ALL: usize = 32 << 20;
/// Minimum budget of one run. Much more than the longest shipped outcome.
const LEAST: usize = 64 << 10;
/// Estimated size of a number, a bracket or a comma.
const PIECE: usize = 8;

/// Budget of one run, in bytes of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MemoryBudget(usize);

impl MemoryBudget {
    /// Splits the budget evenly, so results do not depend on scheduling.
    pub(crate) fn of_each(plays: usize) -> MemoryBudget {
        MemoryBudget((ALL / plays.max(1)).max(LEAST))
    }

    pub(crate) fn holds(self, length: usize) -> bool {
        length <= self.0
    }

    pub(crate) fn holds_outcome(self, outcome: &Outcome) -> bool {
        let data = [&outcome.before, &outcome.after].into_iter().chain(outcome.log.iter().map(|event| &event.data));
        self.holds_all(0, data)
    }

    /// Returns whether texts of a total length and data fit together.
    pub(crate) fn holds_all<'d>(self, texts: usize, mut data: impl Iterator<Item = &'d Data>) -> bool {
        self.0.checked_sub(texts).is_some_and(|mut left| data.all(|data| weigh(data, &mut left)))
    }

    pub(crate) fn holds_reply(self, reply: &Reply) -> bool {
        match reply {
            Reply::Played(outcome) => self.holds_outcome(outcome),
            _ => true,
        }
    }

    /// Truncates a drift to the budget.
    pub(crate) fn cut(self, drift: &mut Drift) {
        let mut left = self.0;
        let mut fits = |length: usize| {
            let fits = length <= left;
            left = left.saturating_sub(length);
            fits
        };
        let length = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        drift.changes.retain(|(path, accepted, now)| fits(path.len() + length(accepted) + length(now)));
        drift.log.retain(|line: &LogLine| fits(line.text().len()));
    }
}

/// Subtracts the size of data from `left`. Returns false if it does not fit.
fn weigh(data: &Data, left: &mut usize) -> bool {
    let own = PIECE
        + match data {
            Data::String(text) => text.len(),
            Data::Object(map) => map.keys().map(|key| key.len() + PIECE).sum(),
            _ => 0,
        };
    let Some(rest) = left.checked_sub(own) else { return false };
    *left = rest;
    match data {
        Data::Array(items) => items.iter().all(|item| weigh(item, left)),
        Data::Object(map) => map.values().all(|value| weigh(value, left)),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn outcome(length: usize) -> Outcome {
        Outcome::new(json!({}), json!({"a": vec!["x".repeat(10); length]}))
    }

    #[test]
    fn few_plays_have_much_room_and_very_many_have_some() {
        assert_eq!(MemoryBudget::of_each(0), MemoryBudget::of_each(1));
        assert_eq!(MemoryBudget::of_each(1), MemoryBudget(ALL));
        assert_eq!(MemoryBudget::of_each(8), MemoryBudget(ALL / 8));
        assert_eq!(MemoryBudget::of_each(1_000_000), MemoryBudget(LEAST));
    }

    #[test]
    fn a_long_value_anywhere_makes_an_outcome_long() {
        let room = MemoryBudget(1000);
        assert!(room.holds_outcome(&outcome(10)));
        assert!(!room.holds_outcome(&outcome(100)));
        let mut logged = outcome(1);
        logged.log = vec![truthsayer_protocol::Event::new("e", json!({"text": "x".repeat(1000)}))];
        assert!(!room.holds_outcome(&logged));
        let keys: serde_json::Map<String, Data> = (0..100).map(|number| (number.to_string(), 0.into())).collect();
        assert!(!room.holds_outcome(&Outcome::new(Data::Object(keys), json!({}))));
        assert!(room.holds_reply(&Reply::Unsupported("x".repeat(2000))));
        assert!(!room.holds_reply(&Reply::Played(Box::new(outcome(100)))));
        assert!(room.holds(1000) && !room.holds(1001));
    }

    #[test]
    fn of_a_drift_the_beginning_is_kept() {
        let change = |number: usize| (format!("path{number}"), None, Some("x".repeat(10)));
        let mut drift = Drift { changes: (1..=9).map(change).collect(), log: vec![LogLine::New("x".repeat(10))] };
        let whole = drift.clone();
        MemoryBudget(1000).cut(&mut drift);
        assert_eq!(drift, whole);
        MemoryBudget(40).cut(&mut drift);
        assert_eq!(drift.changes, [change(1), change(2)]);
        assert!(drift.log.is_empty());
    }
}
