//! The result of a run, just finished or saved by `verify --json`, ready for a comparison with other results.

use std::collections::BTreeSet;
use std::collections::HashMap;

use crate::base::digest;
use crate::compare::result_model::ClauseResult;
use crate::compare::result_model::RunResult;
use crate::compare::result_model::ScenarioResult;
use crate::compare::result_model::VERSION;
use truthsayer_protocol::text;

/// The result of a run with a name, as a comparison needs it.
#[derive(Debug, Clone)]
pub struct SavedRun {
    /// The name of the engine or file in the comparison.
    pub name: String,
    pub result: RunResult,
    /// The positions of scenarios and of clauses in their lists.
    index: [HashMap<String, usize>; 2],
    /// The games of the scenarios.
    games: BTreeSet<String>,
}

/// Maximum file size. A result with tens of thousands of scenarios is smaller. Values need far more memory than text.
const MOST_VALUES: usize = 2_000_000;

impl SavedRun {
    /// Reads a result from a file. Rejects changed files, because a removed scenario could not be detected later.
    pub fn load(name: &str, text: &str) -> Result<SavedRun, String> {
        let saved_run = SavedRun::read(name, text)?;
        digest::check(text)?;
        Ok(saved_run)
    }

    /// Reads a result, or returns why the text is not one.
    pub fn read(name: &str, text: &str) -> Result<SavedRun, String> {
        if hides_something(text) {
            return Err("it contains invisible characters, so Truthsayer did not save it".to_owned());
        }
        if text.bytes().filter(|byte| matches!(byte, b',' | b'[' | b'{')).count() > MOST_VALUES {
            return Err(format!("it holds more than {MOST_VALUES} values"));
        }
        let result: RunResult = serde_json::from_str(text)
            .map_err(|error| format!("this is not a result that `truthsayer verify --json` saved: {error}"))?;
        if result.truthsayer != VERSION {
            return Err(format!("it was saved in format {}, and this is format {VERSION}", result.truthsayer));
        }
        SavedRun::new(name, result)
    }

    /// Returns an error if two scenarios or two clauses have the same id.
    pub fn new(name: &str, result: RunResult) -> Result<SavedRun, String> {
        let scenarios = index("scenarios", result.scenarios.iter().map(|scenario| &scenario.id))?;
        let clauses = index("clauses", result.clauses.iter().map(|clause| &clause.id))?;
        let games = result.scenarios.iter().map(|scenario| scenario.game.clone()).collect();
        Ok(SavedRun { name: name.to_owned(), index: [scenarios, clauses], games, result })
    }

    /// Returns the result of some of the scenarios.
    pub(crate) fn keeping(mut self, keeps: impl Fn(&str) -> bool) -> SavedRun {
        self.result.scenarios.retain(|scenario| keeps(&scenario.id));
        self.index[0] = (0..).zip(&self.result.scenarios).map(|(at, scenario)| (scenario.id.clone(), at)).collect();
        self.games = self.result.scenarios.iter().map(|scenario| scenario.game.clone()).collect();
        self
    }

    pub fn scenario(&self, id: &str) -> Option<&ScenarioResult> {
        self.result.scenarios.get(*self.index[0].get(id)?)
    }

    /// Returns whether the run contains a scenario of the game.
    pub fn plays(&self, game: &str) -> bool {
        self.games.contains(game)
    }

    pub(crate) fn clause(&self, id: &str) -> Option<&ClauseResult> {
        self.result.clauses.get(*self.index[1].get(id)?)
    }
}

/// Returns the position of each id in its list. Fails if an id occurs twice.
fn index<'a>(what: &str, ids: impl Iterator<Item = &'a String>) -> Result<HashMap<String, usize>, String> {
    let mut index = HashMap::new();
    for (at, id) in ids.enumerate() {
        if index.insert(id.clone(), at).is_some() {
            return Err(format!("two of its {what} have the id `{}`", text::shortened(id)));
        }
    }
    Ok(index)
}

/// Returns whether the JSON document contains an invisible character, directly or as an escape. Line ends
/// and tabs are allowed as `\n` and `\t`.
fn hides_something(json: &str) -> bool {
    let mut rest = json;
    while let Some(at) = rest.find('\\') {
        let escape = &rest[at + 1..];
        let code = escape.strip_prefix('u').and_then(|hex| u32::from_str_radix(hex.get(..4)?, 16).ok());
        if escape.starts_with(['b', 'f', 'r']) || code.and_then(char::from_u32).is_some_and(text::is_hidden) {
            return true;
        }
        // The escaped character may be a backslash.
        rest = escape.get(1..).unwrap_or_default();
    }
    !text::is_harmless(json)
}

impl ScenarioResult {
    /// Returns the verdict and the failing claims in words.
    pub(crate) fn answer(&self) -> Vec<String> {
        let mut lines = vec![self.verdict.clone()];
        lines.extend(self.failures.iter().map(|d| format!("{}: {} instead of {}", d.subject, d.actual, d.expected)));
        lines.extend(self.problems.iter().map(|problem| problem.message.clone()));
        lines.extend(self.fault.clone());
        lines.extend(self.unsupported.clone());
        lines
    }

    /// Returns whether two results are equal: same verdict, same passing and failing claims.
    fn agrees(&self, other: &ScenarioResult) -> bool {
        let failing = |scenario: &ScenarioResult| -> Vec<Vec<String>> {
            let failing = scenario.claims.iter().filter(|claim| claim.holds == Some(false));
            failing.map(|claim| claim.clauses.clone()).collect()
        };
        self.verdict == other.verdict && failing(self) == failing(other)
    }
}

/// Returns whether two runs have the same result for a scenario. A scenario in only one of them is a difference.
pub(crate) fn agree(one: Option<&ScenarioResult>, other: Option<&ScenarioResult>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => one.agrees(other),
        (None, None) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_found_in_any_notation() {
        for hidden in [r#"{"a":"\u001b[31m"}"#, r#"{"a":"\u202e"}"#, r#"{"a":"\r"}"#, "{\"a\":\"\u{9b}\"}"] {
            assert!(hides_something(hidden), "{hidden}");
        }
        for plain in [r#"{"a":"\\b \\u001b \n\t \u00e9"}"#, "{\n  \"a\": \"“½”\"\n}"] {
            assert!(!hides_something(plain), "{plain}");
        }
    }
}
