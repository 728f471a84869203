//! Results for machines: one JSON document, the same bytes for the same findings.

use std::collections::BTreeMap;
use std::io;
use std::io::Write;

use serde::Serialize;
use serde_json::Map;
use serde_json::json;

use crate::oracle::catalog::CatalogRule;
use crate::oracle::cause::Cause;
use crate::oracle::claim::Claim;
use crate::oracle::findings::CrashGroup;
use crate::oracle::findings::Findings;
use crate::oracle::fingerprint;
use crate::oracle::floor;
use crate::oracle::gap::Gap;
use crate::oracle::gate;
use crate::oracle::gate::Refusal;
use crate::oracle::golden::Standing;
use crate::oracle::knockout::Knockout;
use crate::oracle::ledger::ClaimRef;
use crate::oracle::ledger::LedgerEntry;
use crate::oracle::never_shown::Missing;
use crate::oracle::never_shown::NeverShown;
use crate::oracle::never_shown::NeverShownEntry;
use crate::oracle::problem::Problem;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::scenario::Scenario;
use crate::oracle::sight::Observed;
use crate::oracle::standing;
use crate::oracle::suite::Suite;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Crash;
use crate::oracle::verdict::Deviation;
use crate::oracle::verdict::Verdict;
use crate::protocol::Data;
use crate::protocol::Failure;
use crate::protocol::Profile;
use crate::protocol::text;
use crate::report::expectation;
use crate::report::kill_matrix;
use crate::report::trouble::Trouble;

/// Raised whenever a reader of an older version would misunderstand.
const VERSION: u32 = 1;

/// What the document looks like, for whoever reads it.
pub(crate) const SCHEMA: &str = include_str!("schema.json");

/// Whether a file begins as a result does that was saved.
pub(crate) fn is_result(beginning: &str) -> bool {
    // Whatever the command was, a result in which nothing was judged begins with it and its exit code.
    let command = beginning.strip_prefix("{\n  \"command\": \"").and_then(|rest| rest.split_once('"'));
    beginning.starts_with("{\n  \"catalog\": [")
        || command.is_some_and(|(_, rest)| rest.starts_with(",\n  \"exit\": {"))
}

/// The exit code, and every code that applied.
fn exit(codes: &[u8]) -> Data {
    json!({"code": codes.first(), "applied": codes})
}

/// Why a run ended before its work was done.
pub(crate) fn stopped(command: &str, troubles: &[Trouble], code: u8) -> String {
    let told = |trouble: &Trouble| {
        let place = trouble.place.as_ref().map(ToString::to_string);
        let help: Vec<&str> = trouble.message.lines().skip(1).collect();
        json!({"kind": trouble.sort.name(), "message": trouble.title, "at": place, "help": help})
    };
    let problems: Vec<Data> = troubles.iter().map(told).collect();
    pretty(&json!({"truthsayer": VERSION, "command": command, "exit": exit(&[code]), "problems": problems}))
}

pub fn findings(command: &str, findings: &Findings<'_>, codes: &[u8], refusals: Option<&[Refusal]>) -> String {
    let tally = findings.tally();
    let floor = gate::grades(findings);
    let mut document = json!({
        "truthsayer": VERSION,
        "command": command,
        "exit": exit(codes),
        "without": findings.without,
        "readings": findings.suite.readings,
        "engines": findings.engines.iter().map(|(game, profile)| (game.clone(), engine(profile))).collect::<Map<_, _>>(),
        "catalog": findings.suite.catalog.iter().map(|rule| catalog_rule(rule, findings)).collect::<Vec<_>>(),
        "tally": {
            "conforms": tally.conforms,
            "deviates": tally.deviates,
            "misposed": tally.misposed,
            "unanswered": tally.unanswered,
            "unsupported": tally.unsupported,
            "unobserved": tally.unobserved,
            "failed": tally.failed,
            "observed": observed(tally.observed),
            "gaps": tally.gaps,
            "drifted": tally.drifted,
            "without_golden": tally.without_golden,
            "unreadable_goldens": tally.unreadable_goldens,
            "unloaded": findings.unloaded,
        },
        "scenarios": findings.judged.iter().map(|judged| scenario(judged, findings)).collect::<Vec<_>>(),
        "clauses": findings.ledger.entries.values().map(|entry| printed(entry, findings, &floor)).collect::<Vec<_>>(),
    });
    if let Some(refusals) = refusals {
        document["gate"] = refusals.iter().map(refusal).collect();
    }
    if let Some(shard) = findings.shard {
        document["shard"] = shard.to_string().into();
    }
    if !findings.diagnosis.causes.is_empty() || tally.deviates > 0 {
        document["causes"] = findings.diagnosis.causes.iter().map(cause).collect();
        document["unexplained"] = findings.diagnosis.unexplained.iter().map(unexplained).collect();
    }
    let crashes = findings.crashes();
    if !crashes.is_empty() {
        document["crashes"] = crashes.iter().map(crash).collect();
    }
    if !findings.never_shown.is_empty() {
        document["never_shown"] = findings.never_shown.iter().map(never_shown).collect();
    }
    if findings.proofs.is_some() {
        document["knockouts"] = findings.knockouts().map(knockout).collect();
        let proofs = findings.proofs.iter().flatten();
        document["matrix"] = proofs.flat_map(|proof| kill_matrix::data(&proof.matrix)).collect();
    }
    let closed = findings.closed_gaps();
    if !closed.is_empty() || !findings.problems.is_empty() {
        document["problems"] = closed.iter().chain(&findings.problems).map(problem).collect();
    }
    document["read"] = read(findings.suite);
    pretty(&document)
}

fn refusal(refusal: &Refusal) -> Data {
    json!({"ground": refusal.ground.name(), "items": refusal.items, "begin_with": refusal.begin_with})
}

pub(crate) fn problems(command: &str, problems: &[Problem], suite: &Suite) -> String {
    document(command, "problems", &problems.iter().map(problem).collect::<Vec<_>>(), suite)
}

/// A document with one part.
pub(crate) fn document(command: &str, part: &str, data: &impl Serialize, suite: &Suite) -> String {
    let mut text = Vec::new();
    // Memory takes whatever is written to it.
    let _: io::Result<()> = write(&mut text, command, part, data, suite);
    String::from_utf8(text).unwrap_or_default()
}

/// The same, written while it is made: it may be longer than anybody wants to hold.
pub(crate) fn write(
    out: &mut dyn Write,
    command: &str,
    part: &str,
    data: &impl Serialize,
    suite: &Suite,
) -> io::Result<()> {
    let marks = json!({"truthsayer": VERSION, "command": command, "read": read(suite)});
    let marks = marks.as_object().into_iter().flatten().map(|(key, value)| (key.as_str(), Part::Mark(value)));
    let mut document: BTreeMap<&str, Part<'_, _>> = marks.collect();
    document.insert(part, Part::Own(data));
    serde_json::to_writer_pretty(Escaping(&mut *out), &document)?;
    writeln!(out)
}

/// Escapes what is written. It is written in whole pieces of text, so that no character stands in two of them.
struct Escaping<'w>(&'w mut dyn Write);

impl Write for Escaping<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(bytes);
        match text::is_harmless(&text) {
            true => self.0.write_all(bytes)?,
            false => self.0.write_all(escaped(text.into_owned()).as_bytes())?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// What stands in a document: what every one has, or what it is about.
#[derive(Serialize)]
#[serde(untagged)]
enum Part<'d, T: Serialize> {
    Mark(&'d Data),
    Own(&'d T),
}

fn pretty(document: &Data) -> String {
    escaped(format!("{document:#}\n"))
}

/// Characters that cannot be seen are written as escapes, which every reader of JSON turns back.
pub(crate) fn escaped(text: String) -> String {
    if text::is_harmless(&text) {
        return text;
    }
    let escape = |c: char| match c {
        c if text::is_hidden(c) && c != '\n' => format!("\\u{:04x}", u32::from(c)),
        c => c.to_string(),
    };
    text.chars().map(escape).collect()
}

fn read(suite: &Suite) -> Data {
    let read = &suite.read;
    json!({"files": read.files, "clauses": read.clauses, "scenarios": read.scenarios, "drafts": read.drafts, "ignored": read.ignored})
}

/// Who played. Names and versions can stay while an engine grows; what it says about itself is part of the print.
fn engine(profile: &Profile) -> Data {
    let switches = profile.switches.iter().map(|switch| [&switch.name, &switch.cite, &switch.quote]);
    let switches: Vec<&str> = switches.flatten().map(String::as_str).collect();
    let own = [profile.name.as_str(), &profile.version, &profile.game];
    let print = fingerprint::of(&[own.as_slice(), &switches].concat());
    json!({"name": profile.name, "version": profile.version, "fingerprint": print})
}

fn catalog_rule(rule: &CatalogRule, findings: &Findings<'_>) -> Data {
    let clauses = standing::entries(rule, &findings.ledger).into_iter().map(|entry| entry.id.to_string());
    json!({
        "game": rule.game,
        "number": rule.number,
        "title": rule.title,
        "category": rule.category,
        "clauses": clauses.collect::<Vec<_>>(),
    })
}

/// A clause with the print of its text, so that a changed rule is seen in results of different days.
fn printed(entry: &LedgerEntry, findings: &Findings<'_>, floor: &BTreeMap<ClauseId, floor::FloorGrade>) -> Data {
    let mut data = clause(entry);
    data["fingerprint"] = fingerprint::of(&[findings.suite.book.clause_text(&entry.id)]).into();
    if let Some((grade, _)) = floor.get(&entry.id) {
        data["floor"] = grade.name().into();
    }
    data
}

/// What is played and what is claimed; where the file stands and how it is laid out does not matter.
fn scenario_print(scenario: &Scenario) -> String {
    let task = scenario.task(&[]);
    let mut parts = vec![task.given.to_string(), Data::from(task.when).to_string()];
    for claim in &scenario.claims {
        parts.push(claim.citation.quote.clone());
        parts.extend(claim.then.iter().map(expectation::words));
    }
    fingerprint::of(&parts.iter().map(String::as_str).collect::<Vec<_>>())
}

fn claims(judged: &Judged<'_>) -> Data {
    let claim = |(index, claim): (usize, &Claim)| {
        let clauses: Vec<String> = claim.clauses.iter().map(ToString::to_string).collect();
        let holds = judged.holds(index);
        json!({"clauses": clauses, "holds": holds})
    };
    judged.scenario.claims.iter().enumerate().map(claim).collect()
}

/// A known gap, for machines.
fn known(gap: &Gap) -> Data {
    json!({"reason": gap.reason, "until": gap.until.to_string(), "link": gap.link})
}

fn scenario(judged: &Judged<'_>, findings: &Findings<'_>) -> Data {
    let mut data = json!({
        "id": judged.scenario.id,
        "title": judged.scenario.title,
        "game": judged.scenario.game,
        "verdict": judged.verdict.name(),
        "fingerprint": scenario_print(judged.scenario),
        "claims": claims(judged),
    });
    match &judged.verdict {
        Verdict::Conforms => {}
        Verdict::Deviates(deviations) => data["deviations"] = deviations.iter().map(deviation).collect(),
        Verdict::Misposed(problems) => data["problems"] = problems.iter().map(problem).collect(),
        Verdict::Unanswered(fault) => {
            data["fault"] = Data::from(fault.to_string());
            if !fault.last_words().is_empty() {
                data["stderr"] = Data::from(fault.last_words());
            }
        }
        Verdict::Unsupported(why) => data["unsupported"] = Data::from(why.as_str()),
        Verdict::Failed(crash) => {
            let Crash { failure: Failure { why, at, step, .. }, deviation: failed } = crash.as_ref();
            data["failed"] = Data::from(failed.actual.as_str());
            data["crashed"] = json!({"why": why, "at": at, "step": step});
            data["deviations"] = std::iter::once(deviation(failed)).collect();
        }
        Verdict::Rejected(rejected) => {
            data["failed"] = Data::from(rejected.actual.as_str());
            data["deviations"] = std::iter::once(deviation(rejected)).collect();
        }
        Verdict::Unobserved => {}
    }
    if let Some(print) = judged.print {
        data["outcome"] = Data::from(format!("{print:016x}"));
    }
    let seen = judged.observed_in_all();
    if !seen.is_whole() {
        data["observed"] = observed(seen);
    }
    if let Some(gap) = findings.excuse(judged) {
        data["gap"] = known(gap);
    }
    let golden = match &judged.standing {
        Some(Standing::Accepted) => "accepted",
        Some(Standing::Missing) => "missing",
        Some(Standing::Drifted(_)) => "drifted",
        Some(Standing::Unreadable(_)) => "unreadable",
        None => "not compared",
    };
    data["golden"] = Data::from(golden);
    data
}

fn observed(observed: Observed) -> Data {
    let mut data = json!({"shown": observed.shown, "of": observed.all});
    if observed.in_part > 0 {
        data["in_part"] = observed.in_part.into();
    }
    data
}

/// Equal crashes as one entry.
fn crash(group: &CrashGroup<'_, '_>) -> Data {
    let scenarios: Vec<&str> = group.scenarios.iter().map(|judged| judged.scenario.id.as_str()).collect();
    json!({"why": group.first.failure.why, "at": group.first.failure.at, "scenarios": scenarios})
}

fn deviation(deviation: &Deviation) -> Data {
    let mut data = json!({
        "claim": deviation.claim.or(deviation.unreached).map(|index| index + 1),
        "at": deviation.place.to_string(),
        "subject": deviation.subject,
        "expected": deviation.expected,
        "actual": deviation.actual,
    });
    if deviation.unreached.is_some() {
        data["reached"] = Data::from(false);
    }
    if let Some(remark) = deviation.remark {
        data["remark"] = Data::from(remark);
    }
    data
}

fn problem(problem: &Problem) -> Data {
    json!({
        "kind": problem.kind.name(),
        "message": problem.message,
        "at": problem.place.as_ref().map(ToString::to_string),
        "help": problem.help,
    })
}

fn claim_ref(claim: &ClaimRef) -> Data {
    json!({"scenario": claim.scenario, "claim": claim.claim + 1})
}

pub(crate) fn clause(entry: &LedgerEntry) -> Data {
    let claims = entry.claims.iter().map(|(claim, holds)| {
        let mut data = claim_ref(claim);
        data["holds"] = json!(holds);
        data
    });
    let switches = entry.switches.iter().map(|switch| {
        let noticed: Vec<Data> = switch.witnesses.iter().map(claim_ref).collect();
        let code: Vec<String> = switch.code.iter().map(|(file, line)| format!("{file}:{line}")).collect();
        json!({"switch": switch.name, "noticed": noticed, "code": code})
    });
    let mut data = json!({
        "id": entry.id.to_string(),
        "grade": entry.grade.name(),
        "claims": claims.collect::<Vec<_>>(),
        "switches": switches.collect::<Vec<_>>(),
        "reason": entry.reason,
    });
    if let Some(gap) = &entry.gap {
        data["gap"] = known(gap);
    }
    if let Some(rewording) = &entry.rewording {
        let (class, beneath) = (rewording.erratum.class.name(), rewording.beneath.name());
        data["reworded"] = json!({"was": rewording.was, "class": class, "would_be": beneath});
    }
    if let Some(sharpness) = &entry.sharpness {
        data["foil"] = json!({"name": sharpness.foil, "deviates": claim_ref(&sharpness.claim)});
    }
    if !entry.observed.is_whole() {
        data["observed"] = observed(entry.observed);
    }
    if !entry.readings.is_empty() {
        data["readings"] = json!(entry.readings);
    }
    if let Some(why) = &entry.failed {
        data["failed"] = Data::from(why.as_str());
    }
    if let Some(why) = &entry.unsupported {
        data["unsupported"] = Data::from(why.as_str());
    }
    data
}

fn never_shown(never: &NeverShown) -> Data {
    let entry = |entry: &NeverShownEntry| {
        let (event, field, path) = match &entry.what {
            Missing::Field { event, field } => (Some(event), Some(field), None),
            Missing::Event(event) => (Some(event), None, None),
            Missing::Path(path) => (None, None, Some(path)),
        };
        let claims: Vec<Data> = entry.claims.iter().map(claim_ref).collect();
        json!({"event": event, "field": field, "path": path, "expectations": entry.expectations, "claims": claims})
    };
    let entries: Vec<Data> = never.entries.iter().map(entry).collect();
    json!({"game": never.game, "entries": entries, "observes": never.declares})
}

fn cause(cause: &Cause) -> Data {
    let addresses = |clauses: &[ClauseId]| clauses.iter().map(ToString::to_string).collect::<Vec<_>>();
    json!({
        "game": cause.game,
        "clauses": addresses(&cause.clauses),
        "switches": cause.switches,
        "kind": cause.kind.name(),
        "share": {"decides": cause.share.decides, "fails": cause.share.fails, "alike": cause.share.alike},
        "explains": cause.explains.iter().map(claim_ref).collect::<Vec<_>>(),
        "begin_with": cause.scenario,
        "obscures": addresses(&cause.obscures),
    })
}

fn unexplained((clause, claims): (&ClauseId, &Vec<ClaimRef>)) -> Data {
    json!({"clause": clause.to_string(), "claims": claims.iter().map(claim_ref).collect::<Vec<_>>()})
}

fn knockout(knockout: &Knockout<'_>) -> Data {
    let noticed =
        knockout.noticed.iter().map(|notice| json!({"scenario": notice.scenario.id, "claim": notice.claim + 1}));
    json!({
        "switch": knockout.switch.name,
        "clauses": knockout.clauses.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "tried": knockout.tried,
        "survives": knockout.survives(),
        "unanswered": knockout.unanswered.iter().map(|(scenario, _)| scenario.id.as_str()).collect::<Vec<_>>(),
        "noticed": noticed.collect::<Vec<_>>(),
    })
}
