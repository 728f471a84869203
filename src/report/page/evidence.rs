//! Data for the script: every clause and scenario. Each text is stored once.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;

use serde::Serialize;
use serde_json::Map;
use serde_json::json;
use serde_json::value::RawValue;
use serde_json::value::to_raw_value;

use crate::report::markdown::rule_report;
use crate::report::page::compared;
use crate::report::text::expectation;
use crate::report::text::grammar;
use crate::report::text::grammar::capital;
use crate::report::text::weak;
use truthsayer_oracle::base::datapath;
use truthsayer_oracle::base::yaml_block;
use truthsayer_oracle::base::yaml_flow;
use truthsayer_oracle::compare::comparison::run_pair::RunPair;
use truthsayer_oracle::evidence::coverage::CoverageEntry;
use truthsayer_oracle::evidence::coverage::Showing;
use truthsayer_oracle::evidence::coverage::SwitchEvidence;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::evidence::mutant::Kill;
use truthsayer_oracle::evidence::specificity::Witness;
use truthsayer_oracle::judge;
use truthsayer_oracle::judge::kept_firing::KeptFiring;
use truthsayer_oracle::judge::play_and_judge::Judged;
use truthsayer_oracle::suite::grade::Grade;
use truthsayer_oracle::suite::scenario::Scenario;
use truthsayer_protocol::BoardNote;
use truthsayer_protocol::Data;
use truthsayer_protocol::Outcome;

/// Texts by number, in the order of their first use. Set-ups, steps and log lines recur in many scenarios; numbers
/// halve the size of the file.
#[derive(Default)]
struct Texts {
    numbers: HashMap<String, usize>,
}

impl Texts {
    fn number(&mut self, text: impl Into<String>) -> usize {
        let text = text.into();
        if let Some(known) = self.numbers.get(&text) {
            return *known;
        }
        let number = self.numbers.len();
        self.numbers.insert(text, number);
        number
    }

    fn in_order(self) -> Vec<String> {
        let mut numbered: Vec<(String, usize)> = self.numbers.into_iter().collect();
        numbered.sort_unstable_by_key(|(_, number)| *number);
        numbered.into_iter().map(|(text, _)| text).collect()
    }

    fn numbers(&mut self, texts: impl IntoIterator<Item = String>) -> Vec<usize> {
        texts.into_iter().map(|text| self.number(text)).collect()
    }
}

/// All data for the script. Rows are kept as text, because data needs far more memory.
#[derive(Serialize)]
pub(super) struct PageData {
    boards: Map<String, Data>,
    clauses: BTreeMap<String, Option<Box<RawValue>>>,
    compared: Data,
    failures: Map<String, Data>,
    scenarios: Vec<Option<Box<RawValue>>>,
    switches: Vec<String>,
    texts: Vec<String>,
}

/// All data for the script.
pub(super) fn data(findings: &Findings<'_>, beside: &[RunPair]) -> PageData {
    let index: BTreeMap<&str, usize> =
        findings.judged.iter().enumerate().map(|(at, judged)| (judged.scenario.id.as_str(), at)).collect();
    // Data can always be written.
    let row = |data: Data| to_raw_value(&data).ok();
    let entries = findings.coverage.entries.values();
    let clauses = entries.map(|entry| (entry.id.to_string(), row(clause(entry, findings, &index)))).collect();
    let (mut texts, mut switches) = (Texts::default(), Texts::default());
    let judged = findings.judged.iter();
    let scenarios = judged.map(|judged| row(scenario(judged, findings, &mut texts, &mut switches))).collect();
    let boards = findings
        .engines
        .iter()
        .filter_map(|(game, engine)| Some((game.clone(), json!(engine.board.as_ref()?))))
        .collect();
    PageData {
        boards,
        clauses,
        compared: compared::data(findings, beside, &index),
        failures: mismatches(findings),
        scenarios,
        switches: switches.in_order(),
        texts: texts.in_order(),
    }
}

/// The mismatches by the number of their scenario: claim, subject, expected, actual, remark.
fn mismatches(findings: &Findings<'_>) -> Map<String, Data> {
    let mut found = Map::new();
    for (at, judged) in findings.judged.iter().enumerate().filter(|(_, judged)| !judged.verdict.mismatches().is_empty())
    {
        let mismatches = judged.verdict.mismatches().iter();
        let rows = mismatches.map(|it| json!([it.claim, it.subject, it.expected, it.actual, it.remark]));
        found.insert(at.to_string(), rows.collect());
    }
    found
}

fn clause(entry: &CoverageEntry, findings: &Findings<'_>, index: &BTreeMap<&str, usize>) -> Data {
    let claims =
        entry.claims.iter().map(|(claim, holds)| json!([index.get(claim.scenario.as_str()), claim.claim, holds]));
    let rule = findings.suite.rule_of(&entry.id);
    let switches = entry.switches.iter().map(|switch| {
        let mutant = findings.mutant(&switch.name, &entry.id);
        let notices: Vec<&Kill<'_>> = mutant.map(|mutant| mutant.witnesses(&entry.id)).unwrap_or_default();
        let witness = mutant.and_then(|mutant| mutant.specificities.get(&entry.id)?.witness());
        let first = witness.map(|Witness { scenario, mismatch, .. }| {
            json!([index.get(scenario.id.as_str()), mismatch.subject, mismatch.expected, mismatch.actual])
        });
        let (code, why) = (code(switch, findings), why(&switch.showing));
        json!({"name": switch.name, "killed_by": notices.len(), "first": first, "code": code, "why": why})
    });
    let mut data = json!({
        "rule": rule.map(|rule| format!("Rule {}: {}", rule.number, rule.title)),
        "reason": entry.reason,
        "claims": claims.collect::<Vec<_>>(),
        "switches": switches.collect::<Vec<_>>(),
    });
    if let Some(observed) = grammar::observed(entry) {
        data["observed"] = observed.into();
    }
    if let Some(evidence) = grammar::evidence(entry) {
        data["evidence"] = evidence.into();
    }
    let weak: Vec<String> =
        findings.weak.iter().flat_map(|weak| weak.of_clause(&entry.id)).map(|it| capital(&weak::note(it))).collect();
    if !weak.is_empty() {
        data["weak"] = weak.into();
    }
    if !entry.readings.is_empty() {
        data["reading"] = grammar::readings(&entry.readings).into();
    }
    if let Some(sharpness) = &entry.sharpness {
        data["sharp"] = sharpness.mutant.as_str().into();
    }
    if let Some(failed) = &entry.failed {
        data["failed"] = failed.as_str().into();
    }
    if let Some(gap) = &entry.gap {
        data["gap"] = gap.sentence().into();
    }
    if let Some(rewording) = &entry.rewording {
        data["was"] = rewording.was.as_str().into();
        data["class"] = rewording.erratum.class.name().into();
    }
    let causes = entry.causes.iter().filter_map(|at| findings.diagnosis.causes.get(*at));
    let causes: Vec<String> = causes.flat_map(|cause| &cause.clauses).map(ToString::to_string).collect();
    if entry.grade == Grade::Blocked && !causes.is_empty() {
        data["blocked"] = causes.into();
    }
    if let Some(why) = &entry.unsupported {
        data["unsupported"] = why.as_str().into();
    }
    data
}

/// Where a switch took effect: functions with their file, or only the file.
fn code(switch: &SwitchEvidence, findings: &Findings<'_>) -> Vec<String> {
    let files: BTreeSet<&String> = switch.code.iter().map(|(file, _)| file).collect();
    let place = |file: &String| -> Vec<String> {
        match findings.code.get(&(switch.name.clone(), file.clone())).filter(|functions| !functions.is_empty()) {
            Some(functions) => functions.iter().map(|function| format!("{file} {function}")).collect(),
            None => vec![rule_report::source_name(file).to_owned()],
        }
    };
    files.into_iter().flat_map(place).collect()
}

/// Why the mutant proves nothing. Empty if it does.
fn why(showing: &Showing) -> String {
    match showing {
        Showing::Specific { .. } => String::new(),
        Showing::Unspecific { letter, why } => format!("This is not specific ({letter}): {why}."),
        Showing::Unjudged(why) => format!("With it off, no scenario that cites this clause could be judged: {why}."),
        Showing::Survived => "With it off, no claim on this clause fails.".to_owned(),
        Showing::OtherReading => "With it off, no claim under the clause's own reading fails.".to_owned(),
        Showing::Untried => "It takes effect in no passing scenario that cites this clause.".to_owned(),
        Showing::Idle => "It takes effect in no scenario that cites this clause.".to_owned(),
    }
}

/// The whole set-up of the fixtures. `None` without fixtures.
fn base(scenario: &Scenario) -> Option<String> {
    scenario.fixture_titles().next()?;
    let given = scenario.fixture_given();
    let entries = given.as_object().into_iter().flatten();
    Some(entries.map(|(key, value)| yaml_block::entry(key, value)).collect())
}

/// The set-up: the titles of the fixtures, then the values that the scenario sets.
fn given(scenario: &Scenario) -> Vec<String> {
    let mut lines: Vec<String> = scenario.fixture_titles().map(|title| format!("Fixture: {title}")).collect();
    let own = scenario.own_given();
    let leaves = datapath::leaves(&own).into_iter().filter(|(path, _)| path != "use" && !path.is_empty());
    lines.extend(leaves.map(|(path, value)| format!("{path}: {}", yaml_flow::line(value))));
    lines
}

/// A list without keys, to save space: id, title, given, when and then; without an outcome the verdict; otherwise the
/// log, changes (three texts each), firings (switch and event each) and the board if there is one.
fn scenario(judged: &Judged<'_>, findings: &Findings<'_>, texts: &mut Texts, switches: &mut Texts) -> Data {
    let scenario = judged.scenario;
    // The first number is the set-up of the fixtures; -1 if there are none.
    let whole = base(scenario).map_or(-1, |text| i64::try_from(texts.number(text)).unwrap_or(-1));
    let given: Vec<i64> = [whole]
        .into_iter()
        .chain(texts.numbers(given(scenario)).into_iter().filter_map(|it| i64::try_from(it).ok()))
        .collect();
    let when = texts.numbers(scenario.steps().iter().map(grammar::step));
    let then: Vec<Vec<usize>> = scenario
        .claims
        .iter()
        .map(|claim| {
            let mut numbers = vec![texts.number(claim.citation.address.to_string())];
            numbers.push(texts.number(claim.citation.quote.as_str()));
            numbers.extend(texts.numbers(claim.then.iter().map(expectation::words)));
            numbers
        })
        .collect();
    let kept = judged.outcome();
    let Some(outcome) = kept.as_deref() else {
        return json!([scenario.id, scenario.title, given, when, then, judged.verdict.name()]);
    };
    let log = texts.numbers(outcome.log.iter().map(judge::shown));
    // Moments count from 1; 0 means that the engine does not report the moment.
    let moment = |firing: KeptFiring<'_>| firing.event().map_or(0, |event| event + 1);
    let firings = judged.fired.iter().flat_map(|firing| [switches.number(firing.switch.as_ref()), moment(firing)]);
    let fired: Vec<usize> = firings.collect();
    let mut row = json!([scenario.id, scenario.title, given, when, then, log, changes(outcome, texts), fired]);
    let note = findings.engines.get(&scenario.game).and_then(|engine| engine.board.as_ref());
    if let (Some(note), Some(list)) = (note, row.as_array_mut()) {
        list.push(texts.number(pieces(note, outcome)).into());
    }
    row
}

/// The pieces on the board before the first step. The script derives later boards from the changes.
fn pieces(note: &BoardNote, outcome: &Outcome) -> String {
    let board = datapath::find(&outcome.before, &note.at).and_then(Data::as_object);
    let entries = board.into_iter().flatten().filter_map(|(square, piece)| Some((square, piece.as_str()?)));
    let taken = entries.filter(|(_, piece)| *piece != note.empty);
    taken.map(|(square, piece)| format!("{square}:{piece}")).collect::<Vec<_>>().join(" ")
}

fn changes(outcome: &Outcome, texts: &mut Texts) -> Vec<usize> {
    let changes = datapath::differences(&outcome.before, &outcome.after);
    let parts = changes.into_iter().flat_map(|(path, was, is)| [path, yaml_flow::line(was), yaml_flow::line(is)]);
    texts.numbers(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_keeps_the_number_of_its_first_use() {
        let mut texts = Texts::default();
        assert_eq!(texts.numbers(["b", "a", "b"].map(str::to_owned)), [0, 1, 0]);
        assert_eq!(texts.in_order(), ["b", "a"]);
    }
}
