//! Troubles: all that is not as it should be, one by one, worst first. What machines are told of a run is made of them.

use std::collections::BTreeMap;
use std::collections::HashSet;

use crate::oracle::cause::Cause;
use crate::oracle::findings::CrashGroup;
use crate::oracle::findings::Findings;
use crate::oracle::gate::Ground;
use crate::oracle::gate::Refusal;
use crate::oracle::gate_entry::Concern;
use crate::oracle::grade::Grade;
use crate::oracle::ledger::ClaimRef;
use crate::oracle::ledger::LedgerEntry;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::rulebook::Rulebook;
use crate::oracle::suggestion::this_call;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Verdict;
use crate::protocol::text;
use crate::report::terminal;
use crate::report::wording::count;
use crate::source::Place;

mod deviations;
mod goldens;
pub(crate) mod switches;

/// One thing that is not as it should be.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Trouble {
    pub sort: Sort,
    /// What it is, on one line.
    pub title: String,
    /// What there is to know about it, line by line.
    pub message: String,
    /// Where to look; none where no file is to blame.
    pub place: Option<Place>,
    /// The clauses that it is about.
    pub clauses: Vec<ClauseId>,
    /// Why it is put up with, where it is.
    pub excuse: Option<String>,
}

/// The sorts of trouble, worst first: what explains others comes before what it explains.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sort {
    /// A clause whose lack explains failing claims.
    Cause,
    /// Nobody answered.
    Fault,
    /// The run ended before its work was done.
    Stopped,
    /// Something that is written down is wrong.
    Problem(Kind),
    /// A claim fails, and no cause explains it.
    Deviates,
    Drifts,
    NoGolden,
    /// A switch that no claim notices, or that proves nothing.
    Switch,
    /// Something else that keeps the gate shut.
    Gate,
    /// A claim fails, and a cause explains it.
    Explained,
    /// The words of a rule changed since somebody looked.
    Stale,
    /// A deviation that is known.
    Gap,
}

/// How much it matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Weight {
    /// It fails the run.
    Error,
    /// It hangs on something else, or fails nothing yet.
    Warning,
    /// It is known and accepted.
    Note,
}

impl Sort {
    pub(crate) fn weight(self) -> Weight {
        match self {
            Sort::Explained | Sort::Stale => Weight::Warning,
            Sort::Gap => Weight::Note,
            Sort::Cause | Sort::Fault | Sort::Stopped | Sort::Problem(_) => Weight::Error,
            Sort::Deviates | Sort::Drifts | Sort::NoGolden | Sort::Switch | Sort::Gate => Weight::Error,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Sort::Cause => "cause",
            Sort::Fault => "engine-fault",
            Sort::Stopped => "stopped",
            Sort::Problem(kind) => kind.name(),
            Sort::Deviates | Sort::Explained => "deviates",
            Sort::Drifts => "drifts",
            Sort::NoGolden => "no-golden",
            Sort::Switch => "switch",
            Sort::Gate => "gate",
            Sort::Stale => "stale",
            Sort::Gap => "gap",
        }
    }
}

/// What keeps the gate shut and is told nowhere else.
pub(crate) fn of_refusals(refusals: &[Refusal]) -> Vec<Trouble> {
    let is_told = |ground: Ground| {
        matches!(
            ground,
            Ground::Unanswered
                | Ground::Crashed
                | Ground::Deviates
                | Ground::Concern(Concern::Pending | Concern::Survivors | Concern::Isolation | Concern::Stale)
        )
    };
    let others = refusals.iter().filter(|refusal| !is_told(refusal.ground));
    others.map(|it| Trouble::new(Sort::Gate, terminal::gate_headline(it), it.items.join("\n"))).collect()
}

impl Trouble {
    pub(crate) fn new(sort: Sort, title: impl AsRef<str>, message: impl AsRef<str>) -> Trouble {
        let (title, message) = (text::one_line(title.as_ref()), text::harmless(message.as_ref()));
        Trouble { sort, title, message, place: None, clauses: Vec::new(), excuse: None }
    }

    pub(crate) fn at(mut self, place: &Place) -> Trouble {
        self.place = Some(place.clone());
        self
    }

    pub(crate) fn about(mut self, clauses: &[ClauseId]) -> Trouble {
        self.clauses = clauses.to_vec();
        self
    }
}

/// Everything that a run found, worst first.
pub(crate) fn of(findings: &Findings<'_>) -> Vec<Trouble> {
    let mut troubles: Vec<Trouble> = findings.diagnosis.causes.iter().map(|cause| of_cause(cause, findings)).collect();
    troubles.extend(of_faults(findings));
    let crashes = findings.crashes();
    let crashed: HashSet<&str> =
        crashes.iter().flat_map(|group| &group.scenarios).map(|judged| judged.scenario.id.as_str()).collect();
    troubles.extend(crashes.iter().flat_map(|group| of_crash(group, findings)));
    let others = findings.judged.iter().filter(|judged| !crashed.contains(judged.scenario.id.as_str()));
    troubles.extend(others.flat_map(|judged| of_scenario(judged, findings)));
    troubles.extend(of_problems(findings));
    troubles.extend(findings.knockouts().flat_map(|knockout| switches::of(knockout, findings)));
    troubles.extend(of_stale(findings));
    sort(&mut troubles);
    troubles
}

/// What is wrong with one scenario, as far as somebody answered.
pub(crate) fn of_scenario(judged: &Judged<'_>, findings: &Findings<'_>) -> Vec<Trouble> {
    let mut troubles = deviations::of(judged, findings);
    troubles.extend(goldens::of(judged, findings));
    troubles
}

/// Worst first; those of a sort stay in their order.
pub(crate) fn sort(troubles: &mut [Trouble]) {
    let rank = |trouble: &Trouble| match trouble.sort {
        Sort::Problem(_) => Sort::Problem(Kind::Unreadable),
        other => other,
    };
    troubles.sort_by_key(rank);
}

/// What is wrong beside the scenarios that were judged: gaps that are closed, and files that could not be read.
pub(crate) fn of_problems(findings: &Findings<'_>) -> Vec<Trouble> {
    findings.closed_gaps().iter().chain(&findings.problems).map(of_problem).collect()
}

/// What an author got wrong.
pub(crate) fn of_problem(problem: &Problem) -> Trouble {
    let lines: Vec<&str> =
        [problem.message.as_str()].into_iter().chain(problem.help.iter().map(String::as_str)).collect();
    let trouble = Trouble::new(Sort::Problem(problem.kind), &problem.message, lines.join("\n"));
    Trouble { place: problem.place.clone(), ..trouble }
}

/// Where a clause stands.
pub(crate) fn place_of(clause: &ClauseId, book: &Rulebook) -> Option<Place> {
    Some(Place::line_start(&book.file(&clause.file)?.source, clause.line))
}

/// A clause as it is told: where it stands, and its words.
pub(crate) fn rule_lines(clauses: &[ClauseId], book: &Rulebook) -> Vec<String> {
    clauses.iter().map(|clause| format!("{clause} “{}”", book.clause_text(clause))).collect()
}

fn of_cause(cause: &Cause, findings: &Findings<'_>) -> Trouble {
    let addresses: Vec<String> = cause.clauses.iter().map(ToString::to_string).collect();
    let title = format!("{} {}", addresses.join(", "), cause.kind.name());
    let mut lines = rule_lines(&cause.clauses, &findings.suite.book);
    lines.push(terminal::cause_sentence(cause, findings));
    let place = findings.judged(&cause.scenario).map(|judged| {
        let first = cause.explains.iter().find(|claim| claim.scenario == cause.scenario);
        let claim = first.and_then(|first| judged.scenario.claims.get(first.claim));
        claim.map_or(&judged.scenario.place, |claim| &claim.place).clone()
    });
    Trouble { place, ..Trouble::new(Sort::Cause, title, lines.join("\n")).about(&cause.clauses) }
}

/// One trouble for every fault, however many scenarios it left without an answer.
fn of_faults(findings: &Findings<'_>) -> Vec<Trouble> {
    let mut faults: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let mut places = BTreeMap::new();
    for judged in &findings.judged {
        if let Verdict::Unanswered(fault) = &judged.verdict {
            let told = [fault.to_string(), fault.last_words().to_owned()].join("\n").trim_end().to_owned();
            places.entry(told.clone()).or_insert(&judged.scenario.place);
            faults.entry(told).or_default().push(&judged.scenario.id);
        }
    }
    let trouble = |(told, scenarios): (String, Vec<&str>)| {
        let title = format!("no answer in {}, first {}", count(scenarios.len(), "scenario"), scenarios[0]);
        let place = places.get(&told).map(|place| (*place).clone());
        Trouble { place, ..Trouble::new(Sort::Fault, title, told) }
    };
    faults.into_iter().map(trouble).collect()
}

/// One trouble for every crash, however many scenarios show it.
fn of_crash(group: &CrashGroup<'_, '_>, findings: &Findings<'_>) -> Vec<Trouble> {
    if let [only] = group.scenarios.as_slice() {
        return of_scenario(only, findings);
    }
    let ids: Vec<&str> = group.scenarios.iter().map(|judged| judged.scenario.id.as_str()).collect();
    let title = format!("{} crash alike, first {}", count(ids.len(), "scenario"), ids[0]);
    let message = format!("{}\n{}", group.first.deviation.actual, ids.join("\n"));
    vec![Trouble::new(Sort::Deviates, title, message).at(&group.first.deviation.place)]
}

/// Clauses that nobody has looked at since their words changed.
fn of_stale(findings: &Findings<'_>) -> Vec<Trouble> {
    let stale = findings.ledger.entries.values().filter(|entry| entry.grade == Grade::Stale);
    let trouble = |entry: &LedgerEntry| {
        let words = entry.rewording.as_ref().map(|rewording| rewording.erratum.marked()).unwrap_or_default();
        let message = format!("{words}\n`{}` shows what changed", this_call().reads(&["errata"]));
        let title = format!("{} changed since it was reviewed", entry.id);
        let place = place_of(&entry.id, &findings.suite.book);
        Trouble { place, ..Trouble::new(Sort::Stale, title, message).about(std::slice::from_ref(&entry.id)) }
    };
    stale.map(trouble).collect()
}

/// Whether a cause explains a failing claim.
fn is_explained(scenario: &str, claim: usize, findings: &Findings<'_>) -> bool {
    let claim = ClaimRef { scenario: scenario.to_owned(), claim };
    findings.diagnosis.explained.contains_key(&claim)
}
