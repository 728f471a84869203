//! Coverage: every clause of the rulebook with its grade and evidence.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;

use crate::evidence::cause::Cause;
use crate::evidence::cause::Diagnosis;
use crate::evidence::mutant::Kill;
use crate::evidence::mutant::Mutant;
use crate::evidence::sharpness::Sharpened;
use crate::evidence::sharpness::Sharpness;
use crate::evidence::specificity::Specificity;
use crate::judge::clause_readings::ClauseReadings;
use crate::judge::observability::Observed;
use crate::judge::play_and_judge::Judged;
use crate::judge::verdict::Verdict;
use crate::rulebook::ClauseId;
use crate::rulebook::address::Lines;
use crate::rulebook::history::word_diff::Erratum;
use crate::suite::Suite;
use crate::suite::claim::Claim;
use crate::suite::gap::Gap;
use crate::suite::grade::Grade;
use crate::suite::readings::Readings;

/// Grade and evidence of one clause.
#[derive(Debug)]
#[non_exhaustive]
pub struct CoverageEntry {
    pub id: ClauseId,
    pub grade: Grade,
    /// The claims on the clause, and whether each passes; `None` if it was not judged.
    pub claims: Vec<(ClaimRef, Option<bool>)>,
    /// At least one of the claims expects something that happens, and the engine shows it.
    pub has_substance: bool,
    /// Shown parts of the claims, in scenarios that ran.
    pub observed: Observed,
    /// Number of claims that ran without any part being shown.
    pub unobserved: usize,
    /// Number of claims that pass under other readings than the clause's own. They do not count.
    pub elsewhere: usize,
    /// The readings under which the clause is graded, if not the usual ones.
    pub readings: Readings,
    /// The switches of the clause.
    pub switches: Vec<SwitchEvidence>,
    pub reason: Option<String>,
    /// The clause has none of the project's normative words, and no claim. It is excluded for this reason.
    pub is_informative: bool,
    /// The known gap of the failing claims.
    pub gap: Option<Gap>,
    /// Why the engine does not support a scenario that cites the clause.
    pub unsupported: Option<String>,
    /// The mutant of the reference engine on which a claim on the clause fails.
    pub sharpness: Option<Sharpness>,
    /// The engine's crash in a scenario that cites the clause.
    pub failed: Option<String>,
    /// Indices of the causes that block the clause, or of the cause that it is.
    pub causes: Vec<usize>,
    /// The reviewed words, if they have changed.
    pub rewording: Option<Box<Rewording>>,
}

/// A clause whose words have changed.
#[derive(Debug, Clone, PartialEq)]
pub struct Rewording {
    pub was: String,
    pub erratum: Erratum,
    /// The grade that the clause has once the change is accepted.
    pub would_be: Grade,
}

impl CoverageEntry {
    /// Returns an entry without evidence.
    pub(crate) fn new(id: ClauseId) -> CoverageEntry {
        CoverageEntry {
            id,
            grade: Grade::Uncited,
            claims: Vec::new(),
            has_substance: false,
            observed: Observed::default(),
            unobserved: 0,
            elsewhere: 0,
            readings: Readings::new(),
            switches: Vec::new(),
            reason: None,
            is_informative: false,
            gap: None,
            unsupported: None,
            sharpness: None,
            failed: None,
            causes: Vec::new(),
            rewording: None,
        }
    }
}

impl CoverageEntry {
    /// Returns whether claims on the clause pass, but only under other readings than its own.
    pub fn holds_only_elsewhere(&self) -> bool {
        self.elsewhere > 0 && self.holding() == self.elsewhere
    }

    /// Returns the claims on the clause that fail without it.
    pub fn failing_without(&self) -> BTreeSet<&ClaimRef> {
        self.switches.iter().flat_map(|switch| &switch.witnesses).collect()
    }

    fn holding(&self) -> usize {
        self.claims.iter().filter(|(_, holds)| *holds == Some(true)).count()
    }

    /// Adds a claim on the clause. `judged` is its scenario, if it was chosen.
    fn enter(&mut self, reference: ClaimRef, claim: &Claim, judged: Option<&Judged<'_>>) {
        let Some(judged) = judged else {
            self.has_substance |= !claim.is_negative();
            return self.claims.push((reference, None));
        };
        match &judged.verdict {
            Verdict::Unsupported(why) => self.unsupported = self.unsupported.take().or_else(|| Some(why.clone())),
            Verdict::Crashed(crash) => {
                self.failed = self.failed.take().or_else(|| Some(crash.mismatch.actual.clone()));
            }
            Verdict::Rejected(mismatch) => {
                self.failed = self.failed.take().or_else(|| Some(mismatch.actual.clone()));
            }
            Verdict::Pass | Verdict::Fail(_) | Verdict::Unobserved => {
                let observed = judged.observed(reference.claim);
                self.observed.add(observed);
                self.unobserved += usize::from(observed.shown == 0);
            }
            Verdict::Invalid(_) | Verdict::NoAnswer(_) => {}
        }
        let holds = judged.holds(reference.claim);
        match judged.elsewhere.contains(&self.id) {
            true => self.elsewhere += usize::from(holds == Some(true)),
            false => self.has_substance |= judged.hidden.shows(reference.claim, claim),
        }
        self.claims.push((reference, holds));
    }
}

/// A claim: the id of its scenario and its index.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ClaimRef {
    pub scenario: String,
    pub claim: usize,
}

/// Evidence of a switch for a clause.
#[derive(Debug)]
pub struct SwitchEvidence {
    pub name: String,
    /// The claims on the clause that fail on the mutant.
    pub witnesses: Vec<ClaimRef>,
    pub showing: Showing,
    /// Source locations where the switch fired in scenarios that cite the clause.
    pub code: BTreeSet<(String, u32)>,
}

/// Result of turning off a switch, for one clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Showing {
    /// A claim on the clause fails, and the mutant passes all tests of specificity.
    Specific {
        witness: ClaimRef,
        /// Numbers of other switches that fired in the scenario: those without which the claim passes, those tried, and
        /// all.
        others: (usize, usize, usize),
    },
    /// A claim on the clause fails, but the mutant fails the test with this letter.
    Unspecific { letter: char, why: String },
    /// Every claim on the clause passes on the mutant.
    Survived,
    /// No scenario that cites the clause could be judged on the mutant.
    Unjudged(String),
    /// No claim under the clause's own readings fails; claims under others may.
    OtherReading,
    /// The switch was not turned off: it fires in no passing scenario that cites the clause, but does or may in failing
    /// ones.
    Untried,
    /// The switch fired in no scenario that cites the clause.
    Idle,
}

impl Showing {
    fn of(specificity: &Specificity<'_>) -> Showing {
        match specificity {
            Specificity::Specific(witness) => {
                let (scenario, claim) = (witness.scenario.id.clone(), witness.claim);
                Showing::Specific { witness: ClaimRef { scenario, claim }, others: witness.others }
            }
            Specificity::Unspecific { test, why, .. } => {
                Showing::Unspecific { letter: test.letter(), why: why.clone() }
            }
            Specificity::Survived => Showing::Survived,
            Specificity::Unjudged(why) => Showing::Unjudged(why.clone()),
            Specificity::OtherReading => Showing::OtherReading,
            Specificity::Untried => Showing::Untried,
            Specificity::Idle => Showing::Idle,
        }
    }
}

#[derive(Debug, Default)]
pub struct Coverage {
    pub entries: BTreeMap<ClauseId, CoverageEntry>,
}

impl Coverage {
    /// Computes the coverage. Without mutants no clause can be better than `holds`.
    pub fn tally<'k>(
        suite: &Suite,
        judged: &[Judged<'_>],
        mutants: impl IntoIterator<Item = &'k Mutant<'k>>,
        gaps: &[Gap],
        diagnosis: &Diagnosis,
        sharpened: Sharpened,
    ) -> Coverage {
        let mut coverage = Coverage::default();
        for id in suite.book.clauses() {
            coverage.entries.insert(id.clone(), CoverageEntry::new(id));
        }
        coverage.enter_claims(suite, judged);
        coverage.enter_mutants(mutants);
        coverage.enter_code(judged);
        for exclusion in &suite.exclusions {
            for clause in &exclusion.clauses {
                if let Some(entry) = coverage.entries.get_mut(clause) {
                    entry.reason = Some(exclusion.reason.clone());
                }
            }
        }
        for entry in coverage.entries.values_mut() {
            entry.is_informative =
                entry.reason.is_none() && entry.claims.is_empty() && suite.book.is_informative(&entry.id);
            if entry.is_informative {
                entry.reason = Some(INFORMATIVE.to_owned());
            }
        }
        for (clause, sharpness) in sharpened {
            if let Some(entry) = coverage.entries.get_mut(&clause) {
                entry.sharpness = Some(sharpness);
            }
        }
        for entry in coverage.entries.values_mut() {
            entry.grade = grade(entry);
        }
        coverage.enter_gaps(suite, gaps);
        coverage.enter_diagnosis(diagnosis);
        coverage.enter_rewordings(suite);
        coverage
    }

    fn enter_claims(&mut self, suite: &Suite, judged: &[Judged<'_>]) {
        let judged: HashMap<&str, &Judged<'_>> = judged.iter().map(|j| (j.scenario.id.as_str(), j)).collect();
        // Broken scenarios also count as citations.
        let broken = suite.broken.iter().filter(|broken| !broken.is_draft).flat_map(|broken| &broken.scenarios);
        for scenario in suite.scenarios.iter().chain(broken) {
            let judged = judged.get(scenario.id.as_str()).copied();
            for (index, claim) in scenario.claims.iter().enumerate() {
                // A claim under another reading is not evidence for this one.
                if judged.is_some_and(|judged| judged.idle.contains(&index)) {
                    continue;
                }
                for clause in &claim.clauses {
                    if let Some(entry) = self.entries.get_mut(clause) {
                        entry.enter(ClaimRef { scenario: scenario.id.clone(), claim: index }, claim, judged);
                    }
                }
            }
        }
    }

    /// Grades a violated clause as a gap if all failing claims on it are known.
    fn enter_gaps(&mut self, suite: &Suite, gaps: &[Gap]) {
        for entry in self.entries.values_mut().filter(|entry| entry.grade == Grade::Violated) {
            let failing = entry.claims.iter().filter(|(_, holds)| *holds == Some(false));
            let known = failing.map(|(claim, _)| {
                let scenario = suite.scenario(&claim.scenario)?;
                gaps.iter().find(|gap| gap.covers(scenario, claim.claim))
            });
            if let Some(gaps) = known.collect::<Option<Vec<&Gap>>>() {
                entry.gap = gaps.first().map(|gap| (*gap).clone());
                entry.grade = Grade::Gap;
            }
        }
    }

    /// Grades a violated clause as blocked if it is not a cause and all failing claims on it are explained. A cause
    /// that is a known gap excuses only the claims that the gap lists.
    fn enter_diagnosis(&mut self, diagnosis: &Diagnosis) {
        let any_has = |clauses: &[ClauseId], grade: Grade| {
            clauses.iter().any(|clause| self.entries.get(clause).is_some_and(|entry| entry.grade == grade))
        };
        let is_known = |cause: &Cause| any_has(&cause.clauses, Grade::Gap) && !any_has(&cause.clauses, Grade::Violated);
        let known: Vec<bool> = diagnosis.causes.iter().map(is_known).collect();
        for entry in self.entries.values_mut().filter(|entry| entry.grade == Grade::Violated) {
            let failing = entry.claims.iter().filter(|(_, holds)| *holds == Some(false)).map(|(claim, _)| claim);
            match (diagnosis.cause_of(&entry.id), diagnosis.explains_all(failing, |at| !known[*at])) {
                (None, Some(causes)) => {
                    entry.grade = Grade::Blocked;
                    entry.causes = causes.into_iter().collect();
                }
                (Some(cause), _) => entry.causes = vec![cause],
                (None, None) => {}
            }
        }
    }

    /// Grades changed clauses as stale until the change is accepted. Failing claims stay failures.
    fn enter_rewordings(&mut self, suite: &Suite) {
        let Some(past) = suite.book.past() else { return };
        for entry in self.entries.values_mut() {
            let Some(was) = past.reworded(&entry.id) else { continue };
            let erratum = Erratum::between(&entry.id, &was, &suite.book);
            entry.rewording = Some(Box::new(Rewording { was, erratum, would_be: entry.grade }));
            if !matches!(entry.grade, Grade::Violated | Grade::Blocked | Grade::Gap) {
                entry.grade = Grade::Stale;
            }
        }
    }

    fn enter_mutants<'k>(&mut self, mutants: impl IntoIterator<Item = &'k Mutant<'k>>) {
        for mutant in mutants {
            for clause in &mutant.clauses {
                if let Some(entry) = self.entries.get_mut(clause) {
                    let of =
                        |notice: &&Kill<'_>| ClaimRef { scenario: notice.scenario.id.clone(), claim: notice.claim };
                    let witnesses = mutant.witnesses(clause).iter().map(of).collect();
                    let name = mutant.switch.name.clone();
                    let showing = mutant.specificities.get(clause).map_or(Showing::Idle, Showing::of);
                    entry.switches.push(SwitchEvidence { name, witnesses, showing, code: BTreeSet::new() });
                }
            }
        }
    }

    /// Sets the readings under which clauses are graded.
    pub(crate) fn enter_readings(&mut self, readings: &ClauseReadings) {
        for entry in self.entries.values_mut() {
            if let Some(own) = readings.of(&entry.id) {
                entry.readings = own.clone();
            }
        }
    }

    fn enter_code(&mut self, judged: &[Judged<'_>]) {
        for judged in judged {
            let cited = judged.scenario.claims.iter().flat_map(|claim| &claim.clauses);
            for clause in cited.collect::<BTreeSet<_>>() {
                let Some(entry) = self.entries.get_mut(clause) else { continue };
                for switch in &mut entry.switches {
                    let own =
                        judged.fired.iter().filter(|firing| firing.switch == switch.name && !firing.file.is_empty());
                    switch.code.extend(own.map(|firing| (firing.file.to_string(), firing.line)));
                }
            }
        }
    }

    /// Returns the clauses of a range of lines, in document order.
    pub fn within(&self, file: &str, first: usize, last: usize) -> impl Iterator<Item = &CoverageEntry> {
        let id = |line, clause| ClauseId { file: file.into(), line, clause };
        let range = (first <= last).then(|| self.entries.range(id(first, 0)..=id(last, usize::MAX)));
        range.into_iter().flatten().map(|(_, entry)| entry)
    }

    /// Returns the clauses of a range of lines.
    pub fn at(&self, address: &Lines) -> impl Iterator<Item = &CoverageEntry> {
        self.within(&address.file, address.first, address.last)
    }

    /// Returns the number of excluded clauses that are informative.
    pub fn informative(&self) -> usize {
        let is_counted = |entry: &&CoverageEntry| entry.is_informative && entry.grade == Grade::Excluded;
        self.entries.values().filter(is_counted).count()
    }

    /// Returns the grades that a table shows. Sharp, gap, blocked and stale appear only if they occur.
    pub fn grades(&self) -> impl Iterator<Item = Grade> {
        let exceptions =
            [Grade::Sharp, Grade::Gap, Grade::Blocked, Grade::Stale].map(|grade| (grade, self.count(grade)));
        let is_shown = move |grade: &Grade| !exceptions.contains(&(*grade, 0));
        Grade::ALL.into_iter().filter(is_shown)
    }

    pub fn count(&self, grade: Grade) -> usize {
        self.entries.values().filter(|entry| entry.grade == grade).count()
    }
}

/// Why an informative clause needs no verification.
const INFORMATIVE: &str = "informative: it has none of the normative words";

fn grade(entry: &CoverageEntry) -> Grade {
    if entry.claims.iter().any(|(_, holds)| *holds == Some(false)) {
        return Grade::Violated;
    }
    if entry.reason.is_some() {
        return Grade::Excluded;
    }
    if entry.claims.is_empty() {
        return Grade::Uncited;
    }
    // Claims that the engine does not show neither pass nor fail.
    let holding = entry.holding();
    let all_hold = holding > entry.elsewhere && holding + entry.unobserved == entry.claims.len();
    let specific = |switch: &SwitchEvidence| matches!(switch.showing, Showing::Specific { .. });
    let proven = !entry.switches.is_empty() && entry.switches.iter().all(specific);
    match (all_hold, proven, entry.has_substance) {
        (true, true, _) => Grade::Proven,
        (true, false, true) if entry.sharpness.is_some() => Grade::Sharp,
        (true, false, true) => Grade::Holds,
        _ => Grade::Cited,
    }
}
