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
use truthsayer_oracle::judge::board_squares::BoardSquares;
use truthsayer_oracle::judge::document_facts::StateChange;
use truthsayer_oracle::judge::kept_firing::KeptFiring;
use truthsayer_oracle::judge::play_and_judge::Judged;
use truthsayer_oracle::suite::grade::Grade;
use truthsayer_oracle::suite::scenario::Scenario;
use truthsayer_protocol::Data;

/// Texts by number, in the order of their first use. Set-ups, steps and log lines recur in many scenarios; numbers
/// halve the size of the file.
#[derive(Default)]
struct Texts {
    numbers: HashMap<String, usize>,
}

impl Texts {
    fn number(&mut self, text: impl AsRef<str> + Into<String>) -> usize {
        if let Some(known) = self.numbers.get(text.as_ref()) {
            return *known;
        }
        let number = self.numbers.len();
        self.numbers.insert(text.into(), number);
        number
    }

    fn in_order(self) -> Vec<String> {
        let mut numbered: Vec<(String, usize)> = self.numbers.into_iter().collect();
        numbered.sort_unstable_by_key(|(_, number)| *number);
        numbered.into_iter().map(|(text, _)| text).collect()
    }

    fn numbers<T: AsRef<str> + Into<String>>(&mut self, texts: impl IntoIterator<Item = T>) -> Vec<usize> {
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
    let entries = findings.coverage.entries.values();
    let clauses = entries.map(|entry| (entry.id.to_string(), row(&clause(entry, findings, &index)))).collect();
    let mut numbered = Numbered::default();
    let scenarios = findings.judged.iter().map(|judged| row(&scenario(judged, &mut numbered))).collect();
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
        switches: numbered.switches.in_order(),
        texts: numbered.texts.in_order(),
    }
}

/// A row as text.
fn row(row: &impl Serialize) -> Option<Box<RawValue>> {
    // All keys are strings, so writing cannot fail.
    to_raw_value(row).ok()
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

/// A claim: the number of its scenario, its own number, and whether it holds.
type ClauseClaim = (Option<usize>, usize, Option<bool>);

/// A clause with its evidence. The keys are in alphabetical order.
#[derive(Serialize)]
struct ClauseRow<'f> {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    blocked: Vec<String>,
    claims: Vec<ClauseClaim>,
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<&'f str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    evidence: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failed: Option<&'f str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gap: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    observed: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reading: Option<String>,
    reason: Option<&'f str>,
    rule: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sharp: Option<&'f str>,
    switches: Vec<SwitchRow<'f>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unsupported: Option<&'f str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    was: Option<&'f str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    weak: Vec<String>,
}

/// A switch of a clause. The keys are in alphabetical order.
#[derive(Serialize)]
struct SwitchRow<'f> {
    code: Vec<String>,
    /// The number of a scenario that fails without it, the subject, expected and actual.
    first: Option<(Option<usize>, &'f str, &'f str, &'f str)>,
    killed_by: usize,
    name: &'f str,
    why: String,
}

fn clause<'f>(entry: &'f CoverageEntry, findings: &'f Findings<'_>, index: &BTreeMap<&str, usize>) -> ClauseRow<'f> {
    let number = |scenario: &str| index.get(scenario).copied();
    let claims = entry.claims.iter().map(|(claim, holds)| (number(&claim.scenario), claim.claim, *holds));
    let rule = findings.suite.rule_of(&entry.id);
    let switches = entry.switches.iter().map(|switch| {
        let mutant = findings.mutant(&switch.name, &entry.id);
        let notices: Vec<&Kill<'_>> = mutant.map(|mutant| mutant.witnesses(&entry.id)).unwrap_or_default();
        let witness = mutant.and_then(|mutant| mutant.specificities.get(&entry.id)?.witness());
        let first = witness.map(|Witness { scenario, mismatch, .. }| {
            (number(&scenario.id), mismatch.subject.as_str(), mismatch.expected.as_str(), mismatch.actual.as_str())
        });
        let (code, why) = (code(switch, findings), why(&switch.showing));
        SwitchRow { code, first, killed_by: notices.len(), name: &switch.name, why }
    });
    let weak = findings.weak.iter().flat_map(|weak| weak.of_clause(&entry.id));
    let causes = entry.causes.iter().filter_map(|at| findings.diagnosis.causes.get(*at));
    let causes = causes.filter(|_| entry.grade == Grade::Blocked);
    ClauseRow {
        blocked: causes.flat_map(|cause| &cause.clauses).map(ToString::to_string).collect(),
        claims: claims.collect(),
        class: entry.rewording.as_ref().map(|rewording| rewording.erratum.class.name()),
        evidence: grammar::evidence(entry),
        failed: entry.failed.as_deref(),
        gap: entry.gap.as_ref().map(|gap| gap.sentence()),
        observed: grammar::observed(entry),
        reading: (!entry.readings.is_empty()).then(|| grammar::readings(&entry.readings)),
        reason: entry.reason.as_deref(),
        rule: rule.map(|rule| format!("Rule {}: {}", rule.number, rule.title)),
        sharp: entry.sharpness.as_ref().map(|sharpness| sharpness.mutant.as_str()),
        switches: switches.collect(),
        unsupported: entry.unsupported.as_deref(),
        was: entry.rewording.as_ref().map(|rewording| rewording.was.as_str()),
        weak: weak.map(|it| capital(&weak::note(it))).collect(),
    }
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

/// The texts and switches of all scenarios.
#[derive(Default)]
struct Numbered<'f> {
    texts: Texts,
    switches: Texts,
    /// The numbers of the set-ups of fixtures, by game and fixtures. Many scenarios use the same ones.
    bases: HashMap<(&'f str, Vec<&'f str>), i64>,
}

impl<'f> Numbered<'f> {
    /// The whole set-up of the fixtures; -1 without fixtures.
    fn base(&mut self, scenario: &'f Scenario) -> i64 {
        let fixtures = (scenario.game.as_str(), scenario.bases().collect::<Vec<_>>());
        if fixtures.1.is_empty() {
            return -1;
        }
        if let Some(known) = self.bases.get(&fixtures) {
            return *known;
        }
        let given = scenario.fixture_given();
        let entries = given.as_object().into_iter().flatten();
        let text: String = entries.map(|(key, value)| yaml_block::entry(key, value)).collect();
        let number = i64::try_from(self.texts.number(text)).unwrap_or(-1);
        self.bases.insert(fixtures, number);
        number
    }
}

/// The set-up: the titles of the fixtures, then the values that the scenario sets.
fn given(scenario: &Scenario) -> Vec<String> {
    let mut lines: Vec<String> = scenario.fixture_titles().map(|title| format!("Fixture: {title}")).collect();
    let own = scenario.own_given();
    let leaves = datapath::leaves(&own).into_iter().filter(|(path, _)| path != "use" && !path.is_empty());
    lines.extend(leaves.map(|(path, value)| format!("{path}: {}", yaml_flow::line(value))));
    lines
}

/// One part of a row.
#[derive(Serialize)]
#[serde(untagged)]
enum RowPart<'f> {
    Text(&'f str),
    Number(usize),
    Numbers(Vec<usize>),
    Given(Vec<i64>),
    Then(Vec<Vec<usize>>),
}

/// A list without keys, to save space: id, title, given, when and then; without an outcome the verdict; otherwise the
/// log, changes (three texts each), firings (switch and event each) and the board if there is one.
fn scenario<'f>(judged: &'f Judged<'_>, numbered: &mut Numbered<'f>) -> Vec<RowPart<'f>> {
    let scenario = judged.scenario;
    // The first number is the set-up of the fixtures.
    let mut set_up = vec![numbered.base(scenario)];
    let Numbered { texts, switches, .. } = numbered;
    set_up.extend(texts.numbers(given(scenario)).into_iter().filter_map(|number| i64::try_from(number).ok()));
    let when = texts.numbers(scenario.steps().iter().map(grammar::step));
    let claims = scenario.claims.iter().map(|claim| {
        let mut numbers = vec![texts.number(claim.citation.address.to_string())];
        numbers.push(texts.number(claim.citation.quote.as_str()));
        numbers.extend(texts.numbers(claim.then.iter().map(expectation::words)));
        numbers
    });
    let then = RowPart::Then(claims.collect());
    let (id, title) = (RowPart::Text(&scenario.id), RowPart::Text(&scenario.title));
    let mut row = vec![id, title, RowPart::Given(set_up), RowPart::Numbers(when), then];
    let Some(facts) = &judged.document_facts else {
        row.push(RowPart::Text(judged.verdict.name()));
        return row;
    };
    row.push(RowPart::Numbers(texts.numbers(facts.log.iter())));
    row.push(RowPart::Numbers(texts.numbers(facts.changes.iter().flat_map(change))));
    // Moments count from 1; 0 means that the engine does not report the moment.
    let moment = |firing: KeptFiring<'_>| firing.event().map_or(0, |event| event + 1);
    let firings = judged.fired.iter().flat_map(|firing| [switches.number(firing.switch.as_ref()), moment(firing)]);
    row.push(RowPart::Numbers(firings.collect()));
    row.extend(facts.board.as_ref().map(|board| RowPart::Number(texts.number(pieces(board)))));
    row
}

/// The pieces on the board before the first step. The script derives later boards from the changes.
fn pieces(board: &BoardSquares) -> String {
    let taken = board.iter().filter_map(|square| Some(format!("{}:{}", square.name, square.before?)));
    taken.collect::<Vec<_>>().join(" ")
}

fn change(change: &StateChange) -> [String; 3] {
    [change.path.to_string(), yaml_flow::line(&change.before), yaml_flow::line(&change.after)]
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
