//! Entries: everything that is wrong in a run, most severe first. The source of all machine-readable reports.

pub(crate) mod failures;
pub(crate) mod goldens;
pub(crate) mod switches;

use std::collections::BTreeMap;
use std::collections::HashSet;

use crate::report::text::cause;
use crate::report::text::grammar::count;
use crate::report::text::refusal;
use truthsayer_oracle::base::diagnostic::Kind;
use truthsayer_oracle::base::diagnostic::Problem;
use truthsayer_oracle::base::source::Place;
use truthsayer_oracle::base::suggestion::this_call;
use truthsayer_oracle::evidence::cause::Cause;
use truthsayer_oracle::evidence::coverage::ClaimRef;
use truthsayer_oracle::evidence::coverage::CoverageEntry;
use truthsayer_oracle::evidence::findings::CrashGroup;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::gate::Refusal;
use truthsayer_oracle::gate::RefusalKind;
use truthsayer_oracle::judge::play_and_judge::Judged;
use truthsayer_oracle::judge::verdict::Verdict;
use truthsayer_oracle::rulebook::ClauseId;
use truthsayer_oracle::rulebook::Rulebook;
use truthsayer_oracle::suite::gate_entry::Concern;
use truthsayer_oracle::suite::grade::Grade;
use truthsayer_protocol::text;

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Entry {
    pub sort: Sort,
    /// One-line summary.
    pub title: String,
    /// Details, on several lines.
    pub message: String,
    /// Place in a file; none if no file is wrong.
    pub place: Option<Place>,
    /// The clauses concerned.
    pub clauses: Vec<ClauseId>,
    /// The reason of a known gap.
    pub excuse: Option<String>,
}

/// Sorts of entries, most severe first. A cause comes before the failures that it explains.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sort {
    /// A clause that explains failing claims.
    Cause,
    /// The engine did not answer.
    Fault,
    /// The run stopped before it finished.
    Stopped,
    /// A problem in a file.
    Problem(Kind),
    /// The engine crashed.
    Crashed,
    /// A claim fails, and no cause explains it.
    Fail,
    Drifts,
    NoGolden,
    /// A surviving mutant, or a switch that proves no clause.
    Switch,
    /// Another reason why the gate fails.
    Gate,
    /// A claim fails, and a cause explains it.
    Explained,
    /// The words of a clause changed since the last review.
    Stale,
    /// A known gap.
    Gap,
}

/// Severity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Weight {
    /// It fails the run.
    Error,
    /// It has a cause elsewhere, or does not fail the run.
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
            Sort::Crashed | Sort::Fail | Sort::Drifts | Sort::NoGolden => Weight::Error,
            Sort::Switch | Sort::Gate => Weight::Error,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Sort::Cause => "cause",
            Sort::Fault => "engine-fault",
            Sort::Stopped => "stopped",
            Sort::Problem(kind) => kind.name(),
            Sort::Crashed => "crashed",
            Sort::Fail | Sort::Explained => "fail",
            Sort::Drifts => "drifts",
            Sort::NoGolden => "no-golden",
            Sort::Switch => "switch",
            Sort::Gate => "gate",
            Sort::Stale => "stale",
            Sort::Gap => "gap",
        }
    }
}

/// Reasons of the gate that no other entry covers.
pub(crate) fn of_refusals(refusals: &[Refusal]) -> Vec<Entry> {
    let is_told = |ground: RefusalKind| {
        matches!(
            ground,
            RefusalKind::NoAnswer
                | RefusalKind::Crashed
                | RefusalKind::Fail
                | RefusalKind::Concern(Concern::Pending | Concern::Survivors | Concern::Specificity | Concern::Stale)
        )
    };
    let others = refusals.iter().filter(|refusal| !is_told(refusal.ground));
    others.map(|it| Entry::new(Sort::Gate, refusal::gate_headline(it), it.items.join("\n"))).collect()
}

impl Entry {
    pub(crate) fn new(sort: Sort, title: impl AsRef<str>, message: impl AsRef<str>) -> Entry {
        let (title, message) = (text::one_line(title.as_ref()), text::harmless(message.as_ref()));
        Entry { sort, title, message, place: None, clauses: Vec::new(), excuse: None }
    }

    pub(crate) fn at(mut self, place: &Place) -> Entry {
        self.place = Some(place.clone());
        self
    }

    pub(crate) fn about(mut self, clauses: &[ClauseId]) -> Entry {
        self.clauses = clauses.to_vec();
        self
    }
}

/// All entries of a run, most severe first.
pub(crate) fn of(findings: &Findings<'_>) -> Vec<Entry> {
    let mut entries: Vec<Entry> = findings.diagnosis.causes.iter().map(|cause| of_cause(cause, findings)).collect();
    entries.extend(of_faults(findings));
    let crashes = findings.crashes();
    let crashed: HashSet<&str> =
        crashes.iter().flat_map(|group| &group.scenarios).map(|judged| judged.scenario.id.as_str()).collect();
    entries.extend(crashes.iter().flat_map(|group| of_crash(group, findings)));
    let others = findings.judged.iter().filter(|judged| !crashed.contains(judged.scenario.id.as_str()));
    entries.extend(others.flat_map(|judged| of_scenario(judged, findings)));
    entries.extend(of_problems(findings));
    entries.extend(findings.mutants().flat_map(|mutant| switches::of(mutant, findings)));
    entries.extend(of_stale(findings));
    sort(&mut entries);
    entries
}

/// The entries of one scenario that got an answer.
pub(crate) fn of_scenario(judged: &Judged<'_>, findings: &Findings<'_>) -> Vec<Entry> {
    let mut entries = failures::of(judged, findings);
    entries.extend(goldens::of(judged, findings));
    entries
}

/// Sorts by severity; entries of one sort keep their order.
pub(crate) fn sort(entries: &mut [Entry]) {
    let rank = |entry: &Entry| match entry.sort {
        Sort::Problem(_) => Sort::Problem(Kind::Unreadable),
        other => other,
    };
    entries.sort_by_key(rank);
}

/// Problems outside the judged scenarios: closed gaps and unreadable files.
pub(crate) fn of_problems(findings: &Findings<'_>) -> Vec<Entry> {
    findings.closed_gaps().iter().chain(&findings.problems).map(of_problem).collect()
}

/// The entry of a problem in a file.
pub(crate) fn of_problem(problem: &Problem) -> Entry {
    let lines: Vec<&str> =
        [problem.message.as_str()].into_iter().chain(problem.help.iter().map(String::as_str)).collect();
    let entry = Entry::new(Sort::Problem(problem.kind), &problem.message, lines.join("\n"));
    Entry { place: problem.place.clone(), ..entry }
}

/// The place of a clause in its rule file.
pub(crate) fn place_of(clause: &ClauseId, book: &Rulebook) -> Option<Place> {
    Some(Place::line_start(&book.file(&clause.file)?.source, clause.line))
}

/// Clauses as text: address and words.
pub(crate) fn rule_lines(clauses: &[ClauseId], book: &Rulebook) -> Vec<String> {
    clauses.iter().map(|clause| format!("{clause} “{}”", book.clause_text(clause))).collect()
}

fn of_cause(cause: &Cause, findings: &Findings<'_>) -> Entry {
    let addresses: Vec<String> = cause.clauses.iter().map(ToString::to_string).collect();
    let title = format!("{} {}", addresses.join(", "), cause.kind.name());
    let mut lines = rule_lines(&cause.clauses, &findings.suite.book);
    lines.push(cause::cause_sentence(cause, findings));
    let place = findings.judged(&cause.scenario).map(|judged| {
        let first = cause.explains.iter().find(|claim| claim.scenario == cause.scenario);
        let claim = first.and_then(|first| judged.scenario.claims.get(first.claim));
        claim.map_or(&judged.scenario.place, |claim| &claim.place).clone()
    });
    Entry { place, ..Entry::new(Sort::Cause, title, lines.join("\n")).about(&cause.clauses) }
}

/// One entry per engine fault, for all scenarios without an answer because of it.
fn of_faults(findings: &Findings<'_>) -> Vec<Entry> {
    let mut faults: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let mut places = BTreeMap::new();
    for judged in &findings.judged {
        if let Verdict::NoAnswer(fault) = &judged.verdict {
            let message = [fault.to_string(), fault.last_words().to_owned()].join("\n").trim_end().to_owned();
            places.entry(message.clone()).or_insert(&judged.scenario.place);
            faults.entry(message).or_default().push(&judged.scenario.id);
        }
    }
    let entry = |(message, scenarios): (String, Vec<&str>)| {
        let title = format!("no answer in {}, first {}", count(scenarios.len(), "scenario"), scenarios[0]);
        let place = places.get(&message).map(|place| (*place).clone());
        Entry { place, ..Entry::new(Sort::Fault, title, message) }
    };
    faults.into_iter().map(entry).collect()
}

/// One entry per crash, for all scenarios in which it occurs.
fn of_crash(group: &CrashGroup<'_, '_>, findings: &Findings<'_>) -> Vec<Entry> {
    if let [only] = group.scenarios.as_slice() {
        return of_scenario(only, findings);
    }
    let ids: Vec<&str> = group.scenarios.iter().map(|judged| judged.scenario.id.as_str()).collect();
    let title = format!("{} crash in the same way, first {}", count(ids.len(), "scenario"), ids[0]);
    let message = format!("{}\n{}", group.first.mismatch.actual, ids.join("\n"));
    vec![Entry::new(Sort::Crashed, title, message).at(&group.first.mismatch.place)]
}

/// Clauses whose words changed since the last review.
fn of_stale(findings: &Findings<'_>) -> Vec<Entry> {
    let stale = findings.coverage.entries.values().filter(|entry| entry.grade == Grade::Stale);
    let entry = |entry: &CoverageEntry| {
        let words = entry.rewording.as_ref().map(|rewording| rewording.erratum.marked()).unwrap_or_default();
        let message = format!("{words}\n`{}` shows what changed", this_call().reads(&["errata"]));
        let title = format!("{} changed since its last review", entry.id);
        let place = place_of(&entry.id, &findings.suite.book);
        Entry { place, ..Entry::new(Sort::Stale, title, message).about(std::slice::from_ref(&entry.id)) }
    };
    stale.map(entry).collect()
}

/// Whether a cause explains a failing claim.
fn is_explained(scenario: &str, claim: usize, findings: &Findings<'_>) -> bool {
    let claim = ClaimRef { scenario: scenario.to_owned(), claim };
    findings.diagnosis.explained.contains_key(&claim)
}
