//! The document of `compare`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::report::machine::documents::change_document::ChangeHunt;
use crate::report::text::comparison_words;
use truthsayer_oracle::compare::comparison::ComparedRule;
use truthsayer_oracle::compare::comparison::Comparison;
use truthsayer_oracle::compare::comparison::DifferenceGroup;
use truthsayer_oracle::compare::comparison::DisputedScenario;
use truthsayer_oracle::compare::comparison::outcomes::OutcomeGroup;
use truthsayer_oracle::rulebook::rule_number::RuleNumber;

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ComparisonDocument {
    /// Other differences between the sides
    pub changes: Vec<String>,
    /// How many scenarios all sides ran
    pub common: usize,
    pub differences: Vec<ComparedScenario>,
    /// The result of the search with `--hunt`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hunt: Option<ChangeHunt>,
    /// Scenarios with equal verdicts and different outcomes
    pub outcomes: Vec<DifferentOutcome>,
    pub rules: Vec<ComparedMarks>,
    /// The engines or saved results, in the order of all other lists
    pub sides: Vec<String>,
    /// Whether all sides are versions of one engine
    pub versions: bool,
}

/// A scenario that the sides judge differently
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ComparedScenario {
    /// The answer of each side; null if it did not run the scenario
    pub answers: Vec<Option<Vec<String>>>,
    pub because: Vec<String>,
    /// The clauses whose claims fail on one side and not on another
    pub clauses: Vec<String>,
    pub id: String,
    /// The change from the first side to the last
    pub how: String,
    pub title: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct DifferentOutcome {
    pub scenarios: Vec<String>,
    /// The values of the first and the last side in the first scenario
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sides: Option<Vec<String>>,
    pub what: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ComparedMarks {
    pub game: String,
    pub marks: Vec<String>,
    pub number: RuleNumber,
    pub title: String,
}

pub(crate) fn of(comparison: &Comparison<'_>, hunt: Option<ChangeHunt>) -> ComparisonDocument {
    let sides: Vec<String> = comparison.saved_runs.iter().map(|saved_run| saved_run.name.clone()).collect();
    let scenario = |group: &DifferenceGroup<'_>, difference: &DisputedScenario<'_>| ComparedScenario {
        answers: difference.answers.clone(),
        because: difference.because.clone(),
        clauses: difference.clauses.clone(),
        id: difference.id.to_owned(),
        how: comparison_words::turned(group.turn, comparison),
        title: difference.title.to_owned(),
    };
    let mut differences = Vec::new();
    for group in &comparison.groups {
        differences.extend(group.differences.iter().map(|difference| scenario(group, difference)));
    }
    let outcome = |group: &OutcomeGroup| DifferentOutcome {
        scenarios: group.scenarios.clone(),
        sides: group.sides.as_ref().map(|sides| sides.to_vec()),
        what: group.what.clone(),
    };
    let rule = |row: &ComparedRule<'_>| ComparedMarks {
        game: row.rule.game.clone(),
        marks: row.marks.iter().map(|mark| comparison_words::sign(*mark)).collect(),
        number: row.rule.number.clone(),
        title: row.rule.title.clone(),
    };
    ComparisonDocument {
        changes: comparison.changes.iter().map(|change| change.what.clone()).collect(),
        common: comparison.common,
        differences,
        hunt,
        outcomes: comparison.outcomes.iter().map(outcome).collect(),
        rules: comparison.rows.iter().map(rule).collect(),
        sides,
        versions: comparison.are_versions(),
    }
}
