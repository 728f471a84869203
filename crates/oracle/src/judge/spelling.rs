//! Values that differ only in their spelling: a number as text, another case, another name of an event or refusal.

use std::collections::BTreeSet;

use crate::base::datapath;
use crate::base::tolerance::Tolerance;
use crate::suite::engine_words;
use crate::suite::event_pattern::Pattern;
use crate::suite::expectation_reader::value_reader::number_range;
use truthsayer_protocol::Data;
use truthsayer_protocol::Event;

/// A difference that a mapping in the project file accepts. `ours` is the word of the scenarios.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Spelling {
    Event {
        ours: String,
        theirs: String,
    },
    Refusal {
        ours: String,
        theirs: String,
    },
    /// `"5"` for `5`.
    NumberAsText,
    Value {
        ours: String,
        theirs: String,
    },
}

/// Returns the spellings by which these expected and actual values differ. `None` if anything else differs.
pub(super) fn of_values<'d>(
    pairs: impl IntoIterator<Item = (&'d Data, &'d Data)>,
    tolerance: &Tolerance,
) -> Option<BTreeSet<Spelling>> {
    let mut found = BTreeSet::new();
    pairs.into_iter().all(|(wanted, got)| enter(wanted, got, tolerance, &mut found)).then_some(found)
}

/// Returns the spellings by which an event differs from a pattern. `None` if anything else differs.
pub(super) fn of_event(pattern: &Pattern, event: &Event, tolerance: &Tolerance) -> Option<BTreeSet<Spelling>> {
    let mut found = of_values(pattern.unlike(event, tolerance)?, tolerance)?;
    if event.name != pattern.name {
        let (ours, theirs) = (pattern.name.clone(), event.name.to_string());
        (plain(&ours) == plain(&theirs)).then(|| found.insert(Spelling::Event { ours, theirs }))?;
    }
    Some(found)
}

fn enter(wanted: &Data, got: &Data, tolerance: &Tolerance, found: &mut BTreeSet<Spelling>) -> bool {
    match (wanted, got) {
        _ if number_range::matches(wanted, got, tolerance) => true,
        (Data::Number(_), Data::String(text)) => {
            let is_same = engine_words::number(text).is_some_and(|number| datapath::same(wanted, &number));
            if is_same {
                found.insert(Spelling::NumberAsText);
            }
            is_same
        }
        (Data::String(ours), Data::String(theirs)) => {
            let is_same = !plain(ours).is_empty() && plain(ours) == plain(theirs);
            if is_same {
                found.insert(Spelling::Value { ours: ours.clone(), theirs: theirs.clone() });
            }
            is_same
        }
        (Data::Array(wanted), Data::Array(got)) => {
            wanted.len() == got.len()
                && wanted.iter().zip(got).all(|(wanted, got)| enter(wanted, got, tolerance, found))
        }
        (Data::Object(wanted), Data::Object(got)) => {
            wanted.len() == got.len()
                && wanted
                    .iter()
                    .all(|(key, wanted)| got.get(key).is_some_and(|got| enter(wanted, got, tolerance, found)))
        }
        _ => false,
    }
}

/// Returns the letters and digits of a word in lower case, so that `LeaderKilled` equals `leader_killed`.
fn plain(word: &str) -> String {
    word.chars().filter(|char| char.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn spellings(wanted: Data, got: Data) -> Option<Vec<Spelling>> {
        of_values([(&wanted, &got)], &Tolerance::default()).map(|found| found.into_iter().collect())
    }

    #[test]
    fn only_numbers_as_text_and_other_cases_are_spellings() {
        assert_eq!(spellings(json!(5), json!(5)), Some(vec![]));
        assert_eq!(spellings(json!(5), json!("5")), Some(vec![Spelling::NumberAsText]));
        assert_eq!(spellings(json!({"a": [5, 2.5]}), json!({"a": ["5", "2.50"]})), Some(vec![Spelling::NumberAsText]));
        for other in ["6", "5 ", "05", "five", ""] {
            assert_eq!(spellings(json!(5), json!(other)), None, "{other}");
        }
        let red = |theirs: &str| Spelling::Value { ours: "dark_red".to_owned(), theirs: theirs.to_owned() };
        for theirs in ["DARK_RED", "DarkRed", "dark-red"] {
            assert_eq!(spellings(json!("dark_red"), json!(theirs)), Some(vec![red(theirs)]));
        }
        assert_eq!(spellings(json!("dark_red"), json!("red")), None);
        assert_eq!(spellings(json!("-"), json!("_")), None, "no letters to compare");
        assert_eq!(spellings(json!(["a"]), json!(["A", "b"])), None);
        assert_eq!(spellings(json!("5"), json!(5)), None, "the scenario says text");
    }
}
