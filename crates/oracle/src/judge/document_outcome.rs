//! Reduces an outcome to the facts that documents show: the log, the changes, the pieces on the board, and the values
//! that claims on the state had before. Whole states of thousands of scenarios would fill the memory.

use serde_json::Map;

use crate::base::datapath;
use crate::suite::expectation::Expectation;
use crate::suite::scenario::Scenario;
use truthsayer_protocol::BoardNote;
use truthsayer_protocol::Data;
use truthsayer_protocol::Outcome;

/// Returns what documents show. The log moves out of the outcome.
pub(super) fn of(outcome: &mut Outcome, scenario: &Scenario, board: Option<&BoardNote>) -> Outcome {
    let expectations = scenario.claims.iter().flat_map(|claim| &claim.then);
    let wanted = expectations.filter_map(|then| match then {
        Expectation::State { path, .. } => Some(path.as_str()),
        _ => None,
    });
    let reduction = Reduction { wanted: wanted.collect(), board };
    let (before, after) = reduction.of(&outcome.before, &outcome.after, &mut String::new());
    let mut reduced = Outcome::new(before, after);
    reduced.log = std::mem::take(&mut outcome.log);
    reduced.log.shrink_to_fit();
    reduced
}

struct Reduction<'a> {
    /// Paths whose values stay.
    wanted: Vec<&'a str>,
    board: Option<&'a BoardNote>,
}

impl Reduction<'_> {
    /// Returns two states without most entries that are equal in both. Their differences stay the same.
    fn of(&self, before: &Data, after: &Data, path: &mut String) -> (Data, Data) {
        let (Data::Object(old), Data::Object(new)) = (before, after) else { return (before.clone(), after.clone()) };
        let mut kept = (Map::new(), Map::new());
        for (key, was, is) in datapath::pairs(old, new) {
            let length = path.len();
            path.push_str(if length > 0 { "." } else { "" });
            path.push_str(key);
            let (was, is) = match (was, is) {
                (Some(was), Some(is)) if was == is && !self.is_wanted(path, was) => (None, None),
                (Some(was), Some(is)) if !self.wanted.contains(&path.as_str()) => {
                    let (was, is) = self.of(was, is, path);
                    (Some(was), Some(is))
                }
                (was, is) => (was.cloned(), is.cloned()),
            };
            kept.0.extend(was.map(|was| (key.clone(), was)));
            kept.1.extend(is.map(|is| (key.clone(), is)));
            path.truncate(length);
        }
        (Data::Object(kept.0), Data::Object(kept.1))
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
        Reduction { wanted: wanted.to_vec(), board: Some(&board) }.of(before, after, &mut String::new())
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
