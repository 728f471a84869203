//! The JSON document of `hunt`.

use serde_json::json;

use crate::report::machine::json;
use truthsayer_oracle::hunt::finding::Catch;
use truthsayer_oracle::hunt::finding::DifferentReading;
use truthsayer_oracle::hunt::finding::Finding;
use truthsayer_oracle::hunt::shrink::boundary::Boundary;
use truthsayer_oracle::hunt::shrink::relevance::Irrelevant;
use truthsayer_oracle::hunt::sides::Sides;
use truthsayer_oracle::suite::Suite;
use truthsayer_protocol::Data;

/// A finished hunt.
pub(crate) struct Hunted<'a> {
    pub catch: &'a Catch,
    pub contest: &'a Sides<'a>,
    /// Path of the draft of each finding.
    pub drafts: &'a [String],
    /// Whether the drafts were written.
    pub writes: bool,
}

/// Every finding with its scenario and both answers, the switches without a finding, and the totals.
pub(crate) fn json(hunted: &Hunted<'_>, code: u8, suite: &Suite) -> String {
    let Hunted { catch, contest, drafts, writes } = hunted;
    let findings = catch.findings.iter().zip(*drafts).map(|(it, path)| finding(it, path, contest));
    let not_found = catch.without_finding.iter().filter(|_| contest.is_by_switch());
    let not_found = not_found.map(|(rival, tries)| json!({"engine": contest.rival_name(*rival), "played": tries}));
    let known = catch.known.iter().map(|(rival, id)| json!({"engine": contest.rival_name(*rival), "scenario": id}));
    let unsupported = catch.unsupported.each_ref().map(|it| it.tasks);
    let data = json!({
        "exit": code,
        "written": writes,
        "interrupted": catch.interrupted,
        "fault": catch.fault.as_ref().map(ToString::to_string),
        "findings": findings.collect::<Vec<_>>(),
        "not_found": not_found.collect::<Vec<_>>(),
        "known": known.collect::<Vec<_>>(),
        "similar": catch.similar,
        "unsteady": catch.unsteady.len(),
        "start": {"played": catch.started.0, "all": catch.started.1},
        "tasks": catch.tasks,
        "unsupported": unsupported,
        "made_up": catch.attempts,
        "playable": catch.playable,
        "plays": catch.plays,
        "kept": catch.pool,
    });
    json::document("hunt", "hunt", &data, suite)
}

fn finding(finding: &Finding, path: &str, contest: &Sides<'_>) -> Data {
    let names = [contest.home().name.clone(), contest.rival_name(finding.rival)];
    let side = |(name, says): (&String, &String)| json!({"engine": name, "says": says});
    let sides: Vec<Data> = names.iter().zip(&finding.difference.sides).map(side).collect();
    let boundary = |it: &Boundary| {
        let Boundary { key, same, differs, is_length, is_only } = it;
        json!({"key": key, "same": same, "differs": differs, "characters": is_length, "only": is_only})
    };
    let any = |it: &Irrelevant| json!({"key": it.key, "value": it.value, "tried": it.tried});
    let reading = |it: &DifferentReading| json!({"name": it.name, "values": it.values});
    json!({
        "draft": path,
        "differs": finding.difference.group,
        "cause": finding.cause,
        "boundaries": finding.boundaries.iter().map(boundary).collect::<Vec<_>>(),
        "any": finding.irrelevant.iter().map(any).collect::<Vec<_>>(),
        "readings": finding.readings.iter().map(reading).collect::<Vec<_>>(),
        "sides": sides,
        "step": finding.step,
        "origin": finding.origin,
        "as_it_stands": finding.is_own,
        "given": finding.task.given,
        "when": finding.task.when,
        "fired": finding.fired(),
    })
}
