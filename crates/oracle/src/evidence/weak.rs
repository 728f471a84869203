//! Weak evidence: what the kill matrix and the goldens show about the suite itself.

pub mod claim_table;
pub mod companion_switches;
pub mod path_tree;
pub mod unclaimed;
pub mod unquoted;

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::source::Place;
use crate::evidence::coverage::ClaimRef;
use crate::evidence::coverage::Coverage;
use crate::evidence::coverage::CoverageEntry;
use crate::evidence::coverage::Showing;
use crate::evidence::coverage::SwitchEvidence;
use crate::evidence::specificity::ENOUGH_OTHERS;
use crate::evidence::weak::claim_table::ClaimTable;
use crate::rulebook::ClauseId;
use crate::suite::Suite;
use crate::suite::grade::Grade;
use crate::suite::weak_kind::WeakKind;

/// One place where the suite is weak.
#[derive(Debug, Clone, PartialEq)]
pub struct WeakEntry {
    pub kind: WeakKind,
    pub game: String,
    /// The clauses of the claim, or the clause itself. Empty if the entry is about no clause.
    pub clauses: Vec<ClauseId>,
    /// The scenario of the claim, or the first one that shows the unclaimed fact.
    pub scenario: Option<String>,
    /// Index of the claim.
    pub claim: Option<usize>,
    /// The clauses without which the claim fails, those of the rarest switch first.
    pub depends_on: Vec<ClauseId>,
    /// The unclaimed fact, the unquoted words or the switches.
    pub what: Vec<String>,
    /// Why the entry is not a weakness.
    pub explained: Option<Explanation>,
}

/// Why an entry is not a weakness.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Explanation {
    /// Another row of the same claim fails without the clause.
    OtherRow(ClaimRef),
    /// `limit` of the claim, or `thin` of the clause in the catalog.
    Reason(String),
}

impl WeakEntry {
    fn of_clause(kind: WeakKind, clause: &ClauseId) -> WeakEntry {
        WeakEntry {
            kind,
            game: clause.game().to_owned(),
            clauses: vec![clause.clone()],
            scenario: None,
            claim: None,
            depends_on: Vec::new(),
            what: Vec::new(),
            explained: None,
        }
    }

    /// Returns the claim, clause or fact that is weak.
    pub fn subject(&self) -> String {
        let clauses = self.clauses.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and ");
        match self.kind {
            WeakKind::PassesWithoutItsClause | WeakKind::NeverFails => format!("{}, on {clauses}", self.claim_name()),
            WeakKind::Unclaimed => format!("{}: {}", self.game, self.what.join(", ")),
            WeakKind::Thin | WeakKind::Unquoted | WeakKind::SpecificityUntested | WeakKind::TakesOthersAlong => clauses,
        }
    }

    /// Returns the claim in words, counted from 1.
    pub fn claim_name(&self) -> String {
        let scenario = self.scenario.as_deref().unwrap_or_default();
        format!("claim {} of {scenario}", self.claim.map_or(0, |claim| claim + 1))
    }

    /// Returns the written reason, if the author gave one.
    pub fn reason(&self) -> Option<&str> {
        match &self.explained {
            Some(Explanation::Reason(reason)) => Some(reason),
            _ => None,
        }
    }
}

/// All weak evidence of a run.
#[derive(Debug, Default)]
pub struct WeakEvidence {
    /// By kind; within a kind in document order.
    pub entries: Vec<WeakEntry>,
    /// Reasons for claims and clauses that are not weak.
    pub outdated: Vec<Problem>,
}

impl WeakEvidence {
    /// Finds weak claims and clauses. `tables` are the kill matrices of the engines.
    pub(crate) fn find(tables: &[ClaimTable<'_>], coverage: &Coverage, suite: &Suite) -> WeakEvidence {
        let mut weak = WeakEvidence::default();
        for table in tables {
            weak.entries.extend(table.weak());
            weak.outdated.extend(outdated_limits(table));
        }
        let reasons = thin_reasons(suite);
        for entry in coverage.entries.values().filter(|entry| entry.grade == Grade::Proven) {
            weak.entries.extend(thin(entry, &reasons));
            weak.entries.extend(unquoted::entry(entry, suite));
            weak.entries.extend(untested(entry));
        }
        weak.outdated.extend(outdated_thin(&reasons, coverage));
        weak.sort();
        weak
    }

    /// Adds further entries.
    pub(crate) fn extend(&mut self, entries: impl IntoIterator<Item = WeakEntry>) {
        self.entries.extend(entries);
        self.sort();
    }

    fn sort(&mut self) {
        self.entries.sort_by(|one, other| (one.kind, &one.game).cmp(&(other.kind, &other.game)));
    }

    /// Returns the entries without an explanation.
    pub fn unexplained(&self) -> impl Iterator<Item = &WeakEntry> {
        self.entries.iter().filter(|entry| entry.explained.is_none())
    }

    /// Returns the entries with a written reason.
    pub fn reasons(&self) -> impl Iterator<Item = (&WeakEntry, &str)> {
        self.entries.iter().filter_map(|entry| Some((entry, entry.reason()?)))
    }

    /// Returns the entries of a clause, explained or not.
    pub fn of_clause(&self, clause: &ClauseId) -> impl Iterator<Item = &WeakEntry> {
        self.entries.iter().filter(|entry| entry.clauses.contains(clause))
    }

    /// Returns the entries of a claim, explained or not.
    pub fn of_claim(&self, scenario: &str, claim: usize) -> impl Iterator<Item = &WeakEntry> {
        let is_own =
            move |entry: &&WeakEntry| entry.scenario.as_deref() == Some(scenario) && entry.claim == Some(claim);
        self.entries.iter().filter(is_own)
    }
}

/// The reason of a thin clause and its position, by clause.
type ThinReasons<'s> = BTreeMap<&'s ClauseId, (&'s str, &'s Place)>;

fn thin_reasons(suite: &Suite) -> ThinReasons<'_> {
    let all = suite.catalog.iter().flat_map(|rule| &rule.thin);
    all.map(|thin| (&thin.clause, (thin.reason.as_str(), &thin.place))).collect()
}

/// Returns an entry if a single claim fails without the clause.
fn thin(entry: &CoverageEntry, reasons: &ThinReasons<'_>) -> Option<WeakEntry> {
    let failing = entry.failing_without();
    let [only] = failing.iter().collect::<Vec<_>>()[..] else { return None };
    let explained = reasons.get(&entry.id).map(|(reason, _)| Explanation::Reason((*reason).to_owned()));
    let (scenario, claim) = (Some(only.scenario.clone()), Some(only.claim));
    Some(WeakEntry { scenario, claim, explained, ..WeakEntry::of_clause(WeakKind::Thin, &entry.id) })
}

/// Returns an entry if too few other switches fired in a run that proves the clause.
fn untested(entry: &CoverageEntry) -> Option<WeakEntry> {
    let is_few = |switch: &&SwitchEvidence| matches!(&switch.showing, Showing::Specific { others, .. } if others.2 < ENOUGH_OTHERS);
    let what: Vec<String> = entry.switches.iter().filter(is_few).map(|switch| switch.name.clone()).collect();
    (!what.is_empty()).then(|| WeakEntry { what, ..WeakEntry::of_clause(WeakKind::SpecificityUntested, &entry.id) })
}

/// Returns a problem for every `limit` of a claim that fails without its clause. The rows of a table share one.
fn outdated_limits(table: &ClaimTable<'_>) -> Vec<Problem> {
    let mut seen = BTreeSet::new();
    let mut problems = Vec::new();
    for row in table.rows.iter().filter(|row| row.limit().is_some() && table.fails_without_its_clause(row)) {
        let Some(claim) = row.scenario.claims.get(row.claim) else { continue };
        if seen.insert((claim.place.file.path.clone(), claim.place.start)) {
            let message = "this `limit` is out of date: the claim fails without its clause";
            problems.push(Problem::at(Kind::OutdatedReason, &claim.place, message).help("remove `limit`"));
        }
    }
    problems
}

/// Returns a problem for every `thin` of a clause with several claims that fail without it.
fn outdated_thin(reasons: &ThinReasons<'_>, coverage: &Coverage) -> Vec<Problem> {
    let several = |clause: &ClauseId| coverage.entries.get(clause).map_or(0, |entry| entry.failing_without().len()) > 1;
    let outdated = reasons.iter().filter(|(clause, _)| several(clause));
    let problem = |(_, (_, place)): (&&ClauseId, &(&str, &Place))| {
        let message = "this `thin` is out of date: several claims fail without the clause";
        Problem::at(Kind::OutdatedReason, place, message).help("remove `thin`")
    };
    outdated.map(problem).collect()
}
