//! What the script of the page shows: every clause and scenario, with each text written down once.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;

use serde_json::json;

use crate::oracle::block;
use crate::oracle::comparison::run_pair::RunPair;
use crate::oracle::datapath;
use crate::oracle::findings::Findings;
use crate::oracle::flow_style;
use crate::oracle::grade::Grade;
use crate::oracle::isolation::Witness;
use crate::oracle::judge;
use crate::oracle::knockout::Notice;
use crate::oracle::ledger::LedgerEntry;
use crate::oracle::ledger::Showing;
use crate::oracle::ledger::SwitchEvidence;
use crate::oracle::scenario::Scenario;
use crate::oracle::trial::Judged;
use crate::protocol::BoardNote;
use crate::protocol::Data;
use crate::protocol::Firing;
use crate::protocol::Outcome;
use crate::report::document;
use crate::report::expectation;
use crate::report::page::compared;
use crate::report::wording;

/// Texts by number, in the order of their first use. Set-ups, steps and log lines recur in many scenarios; naming
/// them by number keeps the page to less than half.
#[derive(Default)]
struct Texts {
    numbers: HashMap<String, usize>,
    in_order: Vec<String>,
}

impl Texts {
    fn number(&mut self, text: impl Into<String>) -> usize {
        let text = text.into();
        if let Some(known) = self.numbers.get(&text) {
            return *known;
        }
        let number = self.in_order.len();
        self.in_order.push(text.clone());
        self.numbers.insert(text, number);
        number
    }

    fn numbers(&mut self, texts: impl IntoIterator<Item = String>) -> Vec<usize> {
        texts.into_iter().map(|text| self.number(text)).collect()
    }
}

/// Everything the script needs to show evidence.
pub(super) fn data(findings: &Findings<'_>, beside: &[RunPair]) -> Data {
    let index: BTreeMap<&str, usize> =
        findings.judged.iter().enumerate().map(|(at, judged)| (judged.scenario.id.as_str(), at)).collect();
    let clauses: serde_json::Map<String, Data> =
        findings.ledger.entries.values().map(|entry| (entry.id.to_string(), clause(entry, findings, &index))).collect();
    let (mut texts, mut switches) = (Texts::default(), Texts::default());
    let scenarios: Vec<Data> =
        findings.judged.iter().map(|judged| scenario(judged, findings, &mut texts, &mut switches)).collect();
    let boards: serde_json::Map<String, Data> = findings
        .engines
        .iter()
        .filter_map(|(game, engine)| Some((game.clone(), json!(engine.board.as_ref()?))))
        .collect();
    json!({
        "boards": boards,
        "clauses": clauses,
        "compared": compared::data(findings, beside, &index),
        "deviations": deviations(findings),
        "scenarios": scenarios,
        "switches": switches.in_order,
        "texts": texts.in_order,
    })
}

/// What is not as claimed, by the number of its scenario: the claim, what it is about, what was expected and what was found.
fn deviations(findings: &Findings<'_>) -> serde_json::Map<String, Data> {
    let mut found = serde_json::Map::new();
    for (at, judged) in findings.judged.iter().enumerate().filter(|(_, judged)| !judged.verdict.deviations().is_empty())
    {
        let told = judged.verdict.deviations().iter();
        let told = told.map(|it| json!([it.claim, it.subject, it.expected, it.actual, it.remark]));
        found.insert(at.to_string(), told.collect());
    }
    found
}

fn clause(entry: &LedgerEntry, findings: &Findings<'_>, index: &BTreeMap<&str, usize>) -> Data {
    let claims =
        entry.claims.iter().map(|(claim, holds)| json!([index.get(claim.scenario.as_str()), claim.claim, holds]));
    let rule = findings.suite.rule_of(&entry.id);
    let switches = entry.switches.iter().map(|switch| {
        let knockout = findings.knockout(&switch.name, &entry.id);
        let notices: Vec<&Notice<'_>> = knockout.map(|knockout| knockout.witnesses(&entry.id)).unwrap_or_default();
        let witness = knockout.and_then(|knockout| knockout.isolations.get(&entry.id)?.witness());
        let first = witness.map(|Witness { scenario, deviation, .. }| {
            json!([index.get(scenario.id.as_str()), deviation.subject, deviation.expected, deviation.actual])
        });
        let (code, why) = (code(switch, findings), why(&switch.showing));
        json!({"name": switch.name, "noticed": notices.len(), "first": first, "code": code, "why": why})
    });
    let mut data = json!({
        "rule": rule.map(|rule| format!("Rule {}: {}", rule.number, rule.title)),
        "reason": entry.reason,
        "claims": claims.collect::<Vec<_>>(),
        "switches": switches.collect::<Vec<_>>(),
    });
    if let Some(observed) = wording::observed(entry) {
        data["observed"] = observed.into();
    }
    if !entry.readings.is_empty() {
        data["reading"] = wording::readings(&entry.readings).into();
    }
    if let Some(sharpness) = &entry.sharpness {
        data["foil"] = sharpness.foil.as_str().into();
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
    if entry.grade == Grade::Obscured && !causes.is_empty() {
        data["obscured"] = causes.into();
    }
    if let Some(why) = &entry.unsupported {
        data["unsupported"] = why.as_str().into();
    }
    data
}

/// Where a switch took effect: functions with their file, or the file alone.
fn code(switch: &SwitchEvidence, findings: &Findings<'_>) -> Vec<String> {
    let files: BTreeSet<&String> = switch.code.iter().map(|(file, _)| file).collect();
    let place = |file: &String| -> Vec<String> {
        match findings.code.get(&(switch.name.clone(), file.clone())).filter(|functions| !functions.is_empty()) {
            Some(functions) => functions.iter().map(|function| format!("{file} {function}")).collect(),
            None => vec![document::source_name(file).to_owned()],
        }
    };
    files.into_iter().flat_map(place).collect()
}

/// Why turning off a switch proves nothing.
fn why(showing: &Showing) -> String {
    match showing {
        Showing::Isolates { .. } => String::new(),
        Showing::Unspecific { letter, why } => format!("This is not specific ({letter}): {why}."),
        Showing::Unjudged(why) => format!("With it off, no scenario that cites this sentence could be judged: {why}."),
        Showing::Unnoticed => "With it off, no claim on this sentence fails.".to_owned(),
        Showing::OtherReading => "No claim under the sentence's own reading fails without it.".to_owned(),
        Showing::Untried => "It takes effect in no passing scenario that cites this sentence.".to_owned(),
        Showing::Idle => "It takes effect in no scenario that cites this sentence.".to_owned(),
    }
}

/// The set-up of its fixtures, whole; nothing where it builds on none.
fn base(scenario: &Scenario) -> Option<String> {
    scenario.fixture_titles().next()?;
    let given = scenario.fixture_given();
    let entries = given.as_object().into_iter().flatten();
    Some(entries.map(|(key, value)| block::entry(key, value)).collect())
}

/// The set-up in words: what it builds on, and what it says itself.
fn given(scenario: &Scenario) -> Vec<String> {
    let mut lines: Vec<String> = scenario.fixture_titles().map(|title| format!("Built on: {title}")).collect();
    let own = scenario.own_given();
    let leaves = datapath::leaves(&own).into_iter().filter(|(path, _)| path != "use" && !path.is_empty());
    lines.extend(leaves.map(|(path, value)| format!("{path}: {}", flow_style::line(value))));
    lines
}

/// A list without keys, which would weigh as much as what they name: id, title, given, when and then; where it was not
/// played the verdict; where it was log, changes (three texts each), firings (switch and event each) and where there is one the board.
fn scenario(judged: &Judged<'_>, findings: &Findings<'_>, texts: &mut Texts, switches: &mut Texts) -> Data {
    let scenario = judged.scenario;
    // What its fixtures set up comes first; a number that no text has says that there are none.
    let whole = base(scenario).map_or(-1, |text| i64::try_from(texts.number(text)).unwrap_or(-1));
    let given: Vec<i64> = [whole]
        .into_iter()
        .chain(texts.numbers(given(scenario)).into_iter().filter_map(|it| i64::try_from(it).ok()))
        .collect();
    let when = texts.numbers(scenario.steps().iter().map(|step| wording::step(&step.to_data())));
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
    let Some(outcome) = &judged.outcome else {
        return json!([scenario.id, scenario.title, given, when, then, judged.verdict.name()]);
    };
    let log = texts.numbers(outcome.log.iter().map(judge::shown));
    // The moment counts from 1 there, so that 0 says that nobody told it.
    let moment = |firing: &Firing| firing.event.map_or(0, |event| event + 1);
    let firings = judged.fired.iter().flat_map(|firing| [switches.number(firing.switch.as_ref()), moment(firing)]);
    let fired: Vec<usize> = firings.collect();
    let mut row = json!([scenario.id, scenario.title, given, when, then, log, changes(outcome, texts), fired]);
    let note = findings.engines.get(&scenario.game).and_then(|engine| engine.board.as_ref());
    if let (Some(note), Some(list)) = (note, row.as_array_mut()) {
        list.push(texts.number(pieces(note, outcome)).into());
    }
    row
}

/// What stands on the board before anything is played; what comes after can be read from the changes.
fn pieces(note: &BoardNote, outcome: &Outcome) -> String {
    let board = datapath::find(&outcome.before, &note.at).and_then(Data::as_object);
    let entries = board.into_iter().flatten().filter_map(|(square, piece)| Some((square, piece.as_str()?)));
    let taken = entries.filter(|(_, piece)| *piece != note.empty);
    taken.map(|(square, piece)| format!("{square}:{piece}")).collect::<Vec<_>>().join(" ")
}

fn changes(outcome: &Outcome, texts: &mut Texts) -> Vec<usize> {
    let changes = datapath::differences(&outcome.before, &outcome.after);
    let parts = changes.into_iter().flat_map(|(path, was, is)| [path, flow_style::line(was), flow_style::line(is)]);
    texts.numbers(parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_keeps_the_number_of_its_first_use() {
        let mut texts = Texts::default();
        assert_eq!(texts.numbers(["b", "a", "b"].map(str::to_owned)), [0, 1, 0]);
        assert_eq!(texts.in_order, ["b", "a"]);
    }
}
