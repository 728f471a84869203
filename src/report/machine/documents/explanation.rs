//! The document of `explain`.

use schemars::JsonSchema;
use serde::Serialize;

use crate::report::machine::run_result;
use crate::report::text::next_step;
use truthsayer_oracle::base::datapath;
use truthsayer_oracle::base::suggestion::this_call;
use truthsayer_oracle::compare::result_model::ClauseResult;
use truthsayer_oracle::compare::result_model::ScenarioResult;
use truthsayer_oracle::evidence::coverage::CoverageEntry;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::gate;
use truthsayer_oracle::judge::play_and_judge::Judged;
use truthsayer_oracle::rulebook::rule_line::RuleLine;
use truthsayer_protocol::Data;
use truthsayer_protocol::Event;
use truthsayer_protocol::Firing;

/// Rules with their evidence, or scenarios step by step
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(crate) struct ExplainDocument {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<ExplainedRule>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scenarios: Vec<ExplainedScenario>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ExplainedRule {
    pub address: String,
    pub clauses: Vec<ExplainedClause>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    pub text: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ExplainedClause {
    pub evidence: ClauseResult,
    /// The simplest step that raises the grade; empty if it is proven
    pub next: String,
    pub text: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ExplainedScenario {
    pub changes: Vec<ExplainedChange>,
    /// The log, in order
    pub events: Vec<Data>,
    /// The clauses that took effect
    pub fired: Vec<ExplainedFiring>,
    pub given: Data,
    pub result: ScenarioResult,
    pub when: Vec<Data>,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ExplainedChange {
    pub after: Data,
    pub before: Data,
    pub path: String,
}

#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct ExplainedFiring {
    /// file:line in the source of the engine
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The number of events before it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<usize>,
    pub switch: String,
}

pub(crate) fn of_rule(file: &str, line: &RuleLine, findings: &Findings<'_>, clause: Option<usize>) -> ExplainedRule {
    let floor = gate::grades(findings);
    let own = findings.coverage.within(file, line.number, line.number);
    let explained = |entry: &CoverageEntry| ExplainedClause {
        evidence: run_result::clause(entry, findings, &floor),
        next: next_step::next(entry, findings, this_call()).plain(),
        text: findings.suite.book.clause_text(&entry.id).to_owned(),
    };
    ExplainedRule {
        address: format!("{file}:{}", line.number),
        clauses: own.filter(|entry| clause.is_none_or(|clause| clause == entry.id.clause)).map(explained).collect(),
        name: line.name.clone(),
        text: line.text.clone(),
    }
}

pub(crate) fn of_scenario(judged: &Judged<'_>, findings: &Findings<'_>) -> ExplainedScenario {
    let task = judged.scenario.task(&[]);
    let outcome = judged.outcome.as_deref();
    let differences = outcome.map(|it| datapath::differences(&it.before, &it.after)).unwrap_or_default();
    let change = |(path, before, after): (String, &Data, &Data)| ExplainedChange {
        after: after.clone(),
        before: before.clone(),
        path,
    };
    let event = |event: &Event| serde_json::to_value(event).unwrap_or_default();
    let firing = |firing: &Firing| ExplainedFiring {
        at: Some(format!("{}:{}", firing.file, firing.line)).filter(|_| !firing.file.is_empty()),
        event: firing.event,
        switch: firing.switch.to_string(),
    };
    ExplainedScenario {
        changes: differences
            .into_iter()
            .map(|(path, before, after)| change((path.to_string(), before, after)))
            .collect(),
        events: outcome.map_or(Vec::new(), |outcome| outcome.log.iter().map(event).collect()),
        fired: outcome.map_or(Vec::new(), |outcome| outcome.fired.iter().map(firing).collect()),
        given: task.given.clone(),
        result: run_result::scenario(judged, findings),
        when: task.when.to_vec(),
    }
}
