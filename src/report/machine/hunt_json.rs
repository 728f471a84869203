//! The JSON document of `hunt`.

use crate::report::machine::documents::hunt_document::AnyValue;
use crate::report::machine::documents::hunt_document::BoundaryValues;
use crate::report::machine::documents::hunt_document::HuntDocument;
use crate::report::machine::documents::hunt_document::HuntFinding;
use crate::report::machine::documents::hunt_document::HuntSide;
use crate::report::machine::documents::hunt_document::HuntStart;
use crate::report::machine::documents::hunt_document::KnownDifference;
use crate::report::machine::documents::hunt_document::ReadingValues;
use crate::report::machine::documents::hunt_document::SwitchWithoutFinding;
use crate::report::machine::json;
use truthsayer_oracle::hunt::finding::Catch;
use truthsayer_oracle::hunt::finding::DifferentReading;
use truthsayer_oracle::hunt::finding::Finding;
use truthsayer_oracle::hunt::shrink::boundary::Boundary;
use truthsayer_oracle::hunt::shrink::relevance::Irrelevant;
use truthsayer_oracle::hunt::sides::Sides;
use truthsayer_oracle::suite::Suite;

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
    let findings = catch.findings.iter().zip(*drafts).map(|(it, path)| finding(it, path, contest)).collect();
    let not_found = catch.without_finding.iter().filter(|_| contest.is_by_switch());
    let not_found =
        not_found.map(|(rival, played)| SwitchWithoutFinding { engine: contest.rival_name(*rival), played: *played });
    let known = catch
        .known
        .iter()
        .map(|(rival, id)| KnownDifference { engine: contest.rival_name(*rival), scenario: id.clone() });
    let document = HuntDocument {
        exit: code,
        fault: catch.fault.as_ref().map(ToString::to_string),
        findings,
        interrupted: catch.interrupted,
        kept: catch.pool,
        known: known.collect(),
        made_up: catch.attempts,
        not_found: not_found.collect(),
        playable: catch.playable,
        plays: catch.plays,
        similar: catch.similar,
        start: HuntStart { all: catch.started.1, played: catch.started.0 },
        tasks: catch.tasks,
        unsteady: catch.unsteady.len(),
        unsupported: catch.unsupported.each_ref().map(|it| it.tasks),
        written: *writes,
    };
    json::document("hunt", "hunt", &document, suite)
}

fn finding(finding: &Finding, path: &str, contest: &Sides<'_>) -> HuntFinding {
    let names = [contest.home().name.clone(), contest.rival_name(finding.rival)];
    let sides = names.into_iter().zip(finding.difference.sides.clone());
    let any = |it: &Irrelevant| AnyValue { key: it.key.clone(), tried: it.tried, value: it.value.clone() };
    let reading = |it: &DifferentReading| ReadingValues { name: it.name.clone(), values: it.values.clone() };
    HuntFinding {
        any: finding.irrelevant.iter().map(any).collect(),
        as_it_stands: finding.is_own,
        boundaries: finding.boundaries.iter().map(boundary).collect(),
        cause: finding.cause.clone(),
        differs: finding.difference.group.clone(),
        draft: path.to_owned(),
        fired: finding.fired(),
        given: finding.task.given.clone(),
        origin: finding.origin.clone(),
        readings: finding.readings.iter().map(reading).collect(),
        sides: sides.map(|(engine, says)| HuntSide { engine, says }).collect(),
        step: finding.step,
        when: finding.task.when.clone(),
    }
}

fn boundary(boundary: &Boundary) -> BoundaryValues {
    let Boundary { key, same, differs, is_length, is_only } = boundary;
    BoundaryValues {
        characters: *is_length,
        differs: differs.clone(),
        key: key.clone(),
        only: *is_only,
        same: same.clone(),
    }
}
