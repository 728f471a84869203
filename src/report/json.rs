//! Results for machines: one JSON document, the same bytes for the same findings.

use serde_json::json;

use crate::oracle::findings::Findings;
use crate::oracle::golden::Standing;
use crate::oracle::ledger::ClaimRef;
use crate::oracle::ledger::Entry;
use crate::oracle::problem::Problem;
use crate::oracle::proof::Knockout;
use crate::oracle::suite::Suite;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Deviation;
use crate::oracle::verdict::Verdict;
use crate::protocol::Data;

/// Raised whenever a reader of an older version would misunderstand.
const VERSION: u32 = 1;

pub fn findings(command: &str, findings: &Findings<'_>) -> String {
    let tally = findings.tally();
    let mut document = json!({
        "truthsayer": VERSION,
        "command": command,
        "without": findings.without,
        "tally": {
            "conforms": tally.conforms,
            "deviates": tally.deviates,
            "misposed": tally.misposed,
            "unanswered": tally.unanswered,
            "drifted": tally.drifted,
            "without_golden": tally.without_golden,
            "unreadable_goldens": tally.unreadable_goldens,
        },
        "scenarios": findings.judged.iter().map(scenario).collect::<Vec<_>>(),
        "clauses": findings.ledger.entries.values().map(clause).collect::<Vec<_>>(),
    });
    if let Some(knockouts) = &findings.knockouts {
        document["knockouts"] = knockouts.iter().map(knockout).collect();
    }
    document["read"] = read(findings.suite);
    pretty(&document)
}

pub fn problems(command: &str, problems: &[Problem], suite: &Suite) -> String {
    document(command, "problems", problems.iter().map(problem).collect(), suite)
}

/// A document with one part.
pub fn document(command: &str, part: &str, data: Data, suite: &Suite) -> String {
    let mut document = json!({"truthsayer": VERSION, "command": command, "read": read(suite)});
    document[part] = data;
    pretty(&document)
}

fn pretty(document: &Data) -> String {
    format!("{document:#}\n")
}

fn read(suite: &Suite) -> Data {
    let read = &suite.read;
    json!({"files": read.files, "clauses": read.clauses, "scenarios": read.scenarios, "ignored": read.ignored})
}

fn scenario(judged: &Judged<'_>) -> Data {
    let mut data = json!({
        "id": judged.scenario.id,
        "title": judged.scenario.title,
        "game": judged.scenario.game,
        "verdict": judged.verdict.name(),
    });
    match &judged.verdict {
        Verdict::Conforms => {}
        Verdict::Deviates(deviations) => data["deviations"] = deviations.iter().map(deviation).collect(),
        Verdict::Misposed(problems) => data["problems"] = problems.iter().map(problem).collect(),
        Verdict::Unanswered(fault) => data["fault"] = Data::from(fault.to_string()),
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

fn deviation(deviation: &Deviation) -> Data {
    json!({
        "claim": deviation.claim.map(|index| index + 1),
        "at": deviation.place.to_string(),
        "subject": deviation.subject,
        "expected": deviation.expected,
        "actual": deviation.actual,
    })
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

pub fn clause(entry: &Entry) -> Data {
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
    json!({
        "id": entry.id.to_string(),
        "grade": entry.grade.name(),
        "claims": claims.collect::<Vec<_>>(),
        "switches": switches.collect::<Vec<_>>(),
        "reason": entry.reason,
    })
}

fn knockout(knockout: &Knockout<'_>) -> Data {
    let noticed =
        knockout.noticed.iter().map(|notice| json!({"scenario": notice.scenario.id, "claim": notice.claim + 1}));
    json!({
        "switch": knockout.switch.name,
        "clauses": knockout.clauses.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "tried": knockout.tried,
        "survives": knockout.survives(),
        "noticed": noticed.collect::<Vec<_>>(),
    })
}
