//! An account of a run, as `verify --json` saved it: what results of different engines or days are compared by.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;

use serde::Deserialize;

use crate::oracle::digest;
use crate::protocol::text;

/// The part of a saved result that a comparison needs.
#[derive(Debug, Clone, Deserialize)]
pub struct Account {
    /// Who or what it is about, as the comparison calls it.
    #[serde(skip)]
    pub name: String,
    /// The version of the format.
    pub truthsayer: u32,
    /// The switches that were off.
    #[serde(default)]
    pub without: Vec<String>,
    pub engines: BTreeMap<String, EngineAccount>,
    pub catalog: Vec<RuleAccount>,
    pub scenarios: Vec<ScenarioAccount>,
    pub clauses: Vec<ClauseAccount>,
    #[serde(default)]
    pub causes: Vec<CauseAccount>,
    /// Where each scenario and each clause stands in its list.
    #[serde(skip)]
    index: [HashMap<String, usize>; 2],
    /// The games of its scenarios.
    #[serde(skip)]
    games: BTreeSet<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct EngineAccount {
    pub name: String,
    pub version: String,
    pub fingerprint: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct RuleAccount {
    pub game: String,
    pub number: usize,
    pub title: String,
    pub clauses: Vec<String>,
}

#[derive(Debug, Clone, Deserialize)]
pub struct ScenarioAccount {
    pub id: String,
    pub title: String,
    pub game: String,
    pub verdict: String,
    pub fingerprint: String,
    pub claims: Vec<ClaimAccount>,
    #[serde(default)]
    pub deviations: Vec<DeviationAccount>,
    #[serde(default)]
    pub problems: Vec<ProblemAccount>,
    pub fault: Option<String>,
    pub unsupported: Option<String>,
    /// The print of the whole outcome.
    pub outcome: Option<String>,
    /// How much of what the claims say was shown, where it was not all.
    #[serde(default)]
    pub observed: Option<ObservedAccount>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct ClaimAccount {
    pub clauses: Vec<String>,
    pub holds: Option<bool>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct ObservedAccount {
    pub shown: usize,
    pub of: usize,
}

#[derive(Debug, Clone, Deserialize)]
pub struct DeviationAccount {
    /// Counted from 1; none for what no claim speaks of.
    #[serde(default)]
    pub claim: Option<usize>,
    pub subject: String,
    pub expected: String,
    pub actual: String,
}

#[derive(Debug, Clone, Deserialize)]
pub struct ProblemAccount {
    pub message: String,
}

#[derive(Debug, Clone, Deserialize)]
pub struct ClauseAccount {
    pub id: String,
    pub grade: String,
    pub fingerprint: String,
    /// The grade that it had to keep.
    #[serde(default)]
    pub floor: Option<String>,
}

/// A clause whose absence explains what fails.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct CauseAccount {
    pub clauses: Vec<String>,
    pub kind: String,
    pub begin_with: String,
}

/// More than tens of thousands of scenarios come to. A value takes many times the room of the few letters it is saved by.
const MOST_VALUES: usize = 2_000_000;

impl Account {
    /// Reads a result from a file. It has to be as it was saved: a scenario that was removed would not be missed later.
    pub(crate) fn load(name: &str, text: &str) -> Result<Account, String> {
        let account = Account::read(name, text)?;
        digest::check(text)?;
        Ok(account)
    }

    /// Reads a result, or says why it is none.
    pub fn read(name: &str, text: &str) -> Result<Account, String> {
        const VERSION: u32 = 1;
        if hides_something(text) {
            return Err(
                "it holds characters that cannot be seen, which no result that Truthsayer saved does".to_owned()
            );
        }
        if text.bytes().filter(|byte| matches!(byte, b',' | b'[' | b'{')).count() > MOST_VALUES {
            return Err(format!("it holds more than {MOST_VALUES} values"));
        }
        let account: Account = serde_json::from_str(text)
            .map_err(|error| format!("this is no result that `truthsayer verify --json` saved: {error}"))?;
        if account.truthsayer != VERSION {
            return Err(format!("it was saved in format {}, and this is format {VERSION}", account.truthsayer));
        }
        let scenarios = index("scenarios", account.scenarios.iter().map(|scenario| &scenario.id))?;
        let clauses = index("clauses", account.clauses.iter().map(|clause| &clause.id))?;
        let games = account.scenarios.iter().map(|scenario| scenario.game.clone()).collect();
        Ok(Account { name: name.to_owned(), index: [scenarios, clauses], games, ..account })
    }

    /// The same account of fewer scenarios.
    pub(crate) fn keeping(mut self, keeps: impl Fn(&str) -> bool) -> Account {
        self.scenarios.retain(|scenario| keeps(&scenario.id));
        self.index[0] = (0..).zip(&self.scenarios).map(|(at, scenario)| (scenario.id.clone(), at)).collect();
        self.games = self.scenarios.iter().map(|scenario| scenario.game.clone()).collect();
        self
    }

    pub(crate) fn scenario(&self, id: &str) -> Option<&ScenarioAccount> {
        self.scenarios.get(*self.index[0].get(id)?)
    }

    /// Whether any scenario of the game was played.
    pub(crate) fn plays(&self, game: &str) -> bool {
        self.games.contains(game)
    }

    pub(crate) fn clause(&self, id: &str) -> Option<&ClauseAccount> {
        self.clauses.get(*self.index[1].get(id)?)
    }
}

/// Where each stands in its list. One id stands for one answer, or nobody could say which of two counts.
fn index<'a>(what: &str, ids: impl Iterator<Item = &'a String>) -> Result<HashMap<String, usize>, String> {
    let mut index = HashMap::new();
    for (at, id) in ids.enumerate() {
        if index.insert(id.clone(), at).is_some() {
            return Err(format!("two of its {what} have the id `{}`", text::shortened(id)));
        }
    }
    Ok(index)
}

/// Whether a text of the JSON document would hold a character that cannot be seen, as it is or as an escape. Line ends
/// and tabs are written by `\n` and `\t`.
fn hides_something(json: &str) -> bool {
    let mut rest = json;
    while let Some(at) = rest.find('\\') {
        let escape = &rest[at + 1..];
        let code = escape.strip_prefix('u').and_then(|hex| u32::from_str_radix(hex.get(..4)?, 16).ok());
        if escape.starts_with(['b', 'f', 'r']) || code.and_then(char::from_u32).is_some_and(text::is_hidden) {
            return true;
        }
        // What is escaped may be a backslash itself.
        rest = escape.get(1..).unwrap_or_default();
    }
    !text::is_harmless(json)
}

impl ScenarioAccount {
    /// The answer in words: the verdict, and what is not as claimed.
    pub(crate) fn answer(&self) -> Vec<String> {
        let mut lines = vec![self.verdict.clone()];
        lines.extend(self.deviations.iter().map(|d| format!("{}: {} instead of {}", d.subject, d.actual, d.expected)));
        lines.extend(self.problems.iter().map(|problem| problem.message.clone()));
        lines.extend(self.fault.clone());
        lines.extend(self.unsupported.clone());
        lines
    }

    /// Whether two answers come to the same: the same verdict, and the same claims holding and failing.
    fn agrees(&self, other: &ScenarioAccount) -> bool {
        let failing = |scenario: &ScenarioAccount| -> Vec<Vec<String>> {
            let failing = scenario.claims.iter().filter(|claim| claim.holds == Some(false));
            failing.map(|claim| claim.clauses.clone()).collect()
        };
        self.verdict == other.verdict && failing(self) == failing(other)
    }
}

/// Whether two runs say the same about a scenario; one that only one of them played is a difference.
pub(crate) fn agree(one: Option<&ScenarioAccount>, other: Option<&ScenarioAccount>) -> bool {
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
    fn what_cannot_be_seen_is_found_however_it_is_written() {
        for hidden in [r#"{"a":"\u001b[31m"}"#, r#"{"a":"\u202e"}"#, r#"{"a":"\r"}"#, "{\"a\":\"\u{9b}\"}"] {
            assert!(hides_something(hidden), "{hidden}");
        }
        for plain in [r#"{"a":"\\b \\u001b \n\t \u00e9"}"#, "{\n  \"a\": \"“½”\"\n}"] {
            assert!(!hides_something(plain), "{plain}");
        }
    }
}
