//! Reduces an outcome to the facts that documents show: the log, the changes, the pieces on the board, and the values
//! that claims on the state had before. Whole states of thousands of scenarios would fill the memory.

use serde_json::Map;

use crate::base::datapath;
use crate::suite::expectation::Expectation;
use crate::suite::scenario::Scenario;
use truthsayer_protocol::BoardNote;
use truthsayer_protocol::Data;
use truthsayer_protocol::Outcome;

/// Removes everything that documents do not show.
pub(super) fn reduce(outcome: &mut Outcome, scenario: &Scenario, board: Option<&BoardNote>) {
    let expectations = scenario.claims.iter().flat_map(|claim| &claim.then);
    let wanted = expectations.filter_map(|then| match then {
        Expectation::State { path, .. } => Some(path.as_str()),
        _ => None,
    });
    let reduction = Reduction { wanted: wanted.collect(), board };
    let Outcome { before, after, .. } = outcome;
    reduction.remove_equal(before, after, "");
    (outcome.fired, outcome.asked, outcome.notes) = (Vec::new(), Vec::new(), Vec::new());
    outcome.log.shrink_to_fit();
}

struct Reduction<'a> {
    /// Paths whose values stay.
    wanted: Vec<&'a str>,
    board: Option<&'a BoardNote>,
}

impl Reduction<'_> {
    /// Removes the entries that are equal in both states. The differences of two states stay the same.
    fn remove_equal(&self, before: &mut Data, after: &mut Data, path: &str) {
        let (Data::Object(old), Data::Object(new)) = (before, after) else { return };
        let mut kept = (Map::new(), Map::new());
        for (key, mut was) in std::mem::take(old) {
            let inner = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
            let Some(mut is) = new.remove(&key) else {
                kept.0.insert(key, was);
                continue;
            };
            let is_wanted = self.is_wanted(&inner, &was);
            if is_wanted || was != is {
                if !self.wanted.contains(&inner.as_str()) {
                    self.remove_equal(&mut was, &mut is, &inner);
                }
                kept.0.insert(key.clone(), was);
                kept.1.insert(key, is);
            }
        }
        kept.1.append(new);
        (*old, *new) = kept;
    }

    /// Returns whether a value stays although it is equal in both states.
    fn is_wanted(&self, path: &str, value: &Data) -> bool {
        let is_shown =
            |board: &BoardNote| datapath::touches(&board.at, path) && value.as_str() != Some(board.empty.as_str());
        self.board.is_some_and(is_shown) || self.wanted.iter().any(|wanted| datapath::touches(wanted, path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn reduced(before: &Data, after: &Data, wanted: &[&str]) -> (Data, Data) {
        let mut board = BoardNote::new("board", ["a", "b"], ["1"]);
        board.empty = "empty".to_owned();
        let (mut was, mut is) = (before.clone(), after.clone());
        Reduction { wanted: wanted.to_vec(), board: Some(&board) }.remove_equal(&mut was, &mut is, "");
        (was, is)
    }

    #[test]
    fn only_changes_pieces_and_wanted_values_stay() {
        let before =
            json!({"board": {"a1": "T", "b1": "empty", "c1": "empty"}, "x": {"y": 1, "z": 2}, "n": [1], "old": 1});
        let after = json!({"board": {"a1": "T", "b1": "I", "c1": "empty"}, "x": {"y": 1, "z": 2}, "n": [2], "new": 1});
        let (was, is) = reduced(&before, &after, &["x.y"]);
        assert_eq!(was, json!({"board": {"a1": "T", "b1": "empty"}, "x": {"y": 1}, "n": [1], "old": 1}));
        assert_eq!(is, json!({"board": {"a1": "T", "b1": "I"}, "x": {"y": 1}, "n": [2], "new": 1}));
        assert_eq!(datapath::differences(&was, &is), datapath::differences(&before, &after));
    }

    #[test]
    fn a_wanted_map_stays_whole() {
        let before = json!({"x": {"y": {"z": 1}, "w": 2}, "v": 3});
        let (was, _) = reduced(&before, &json!({"x": {"y": {"z": 1}, "w": 2}, "v": 4}), &["x.y"]);
        assert_eq!(was, json!({"x": {"y": {"z": 1}}, "v": 3}));
    }
}
