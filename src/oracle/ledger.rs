//! The ledger: every clause of the rulebook with its grade and its evidence.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;

use crate::oracle::address::Lines;
use crate::oracle::cause::Cause;
use crate::oracle::cause::Diagnosis;
use crate::oracle::claim::Claim;
use crate::oracle::clause_readings::ClauseReadings;
use crate::oracle::erratum::Erratum;
use crate::oracle::foil::Sharpened;
use crate::oracle::foil::Sharpness;
use crate::oracle::gap::Gap;
use crate::oracle::grade::Grade;
use crate::oracle::isolation::Isolation;
use crate::oracle::knockout::Knockout;
use crate::oracle::knockout::Notice;
use crate::oracle::readings::Readings;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::sight::Observed;
use crate::oracle::suite::Suite;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Verdict;

/// What is known about one clause.
#[derive(Debug)]
pub struct LedgerEntry {
    pub id: ClauseId,
    pub grade: Grade,
    /// The claims citing it, and whether each holds; none if it was not judged.
    pub claims: Vec<(ClaimRef, Option<bool>)>,
    /// At least one of those claims says what happens, not only what does not, and that was shown.
    pub has_substance: bool,
    /// How much of what those claims say was shown, in scenarios that were played.
    pub observed: Observed,
    /// How many of the claims were played and nothing of them was shown.
    pub unobserved: usize,
    /// How many of the claims hold under other readings than those by which the clause is graded. They do not count.
    pub elsewhere: usize,
    /// The readings by which it is graded, where they are not the usual ones.
    pub readings: Readings,
    /// The switches that stand for it.
    pub switches: Vec<SwitchEvidence>,
    pub reason: Option<String>,
    /// The known gap that explains why claims on it fail.
    pub gap: Option<Gap>,
    /// Why the engine does not play a scenario that cites it.
    pub unsupported: Option<String>,
    /// The foil on which a claim on it deviates.
    pub sharpness: Option<Sharpness>,
    /// How the engine broke in a scenario that cites it.
    pub failed: Option<String>,
    /// The causes that obscure it, or the one that it is, by their place in the diagnosis.
    pub causes: Vec<usize>,
    /// What its words were when they were reviewed, if they have changed since.
    pub rewording: Option<Box<Rewording>>,
}

/// A clause whose words have changed.
#[derive(Debug, Clone, PartialEq)]
pub struct Rewording {
    pub was: String,
    pub erratum: Erratum,
    /// The grade that it would have if somebody accepted the change.
    pub beneath: Grade,
}

impl LedgerEntry {
    /// A clause of which nothing is known yet.
    pub(crate) fn new(id: ClauseId) -> LedgerEntry {
        LedgerEntry {
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
            gap: None,
            unsupported: None,
            sharpness: None,
            failed: None,
            causes: Vec::new(),
            rewording: None,
        }
    }
}

impl LedgerEntry {
    /// Whether claims on it hold, and all of those under other readings than its own.
    pub fn holds_only_elsewhere(&self) -> bool {
        self.elsewhere > 0 && self.holding() == self.elsewhere
    }

    fn holding(&self) -> usize {
        self.claims.iter().filter(|(_, holds)| *holds == Some(true)).count()
    }

    /// Enters a claim on the clause; `judged` is its scenario, if that was chosen.
    fn enter(&mut self, reference: ClaimRef, claim: &Claim, judged: Option<&Judged<'_>>) {
        let Some(judged) = judged else {
            self.has_substance |= !claim.is_negative();
            return self.claims.push((reference, None));
        };
        match &judged.verdict {
            Verdict::Unsupported(why) => self.unsupported = self.unsupported.take().or_else(|| Some(why.clone())),
            Verdict::Failed(crash) => {
                self.failed = self.failed.take().or_else(|| Some(crash.deviation.actual.clone()));
            }
            Verdict::Rejected(deviation) => {
                self.failed = self.failed.take().or_else(|| Some(deviation.actual.clone()));
            }
            Verdict::Conforms | Verdict::Deviates(_) | Verdict::Unobserved => {
                let observed = judged.observed(reference.claim);
                self.observed.add(observed);
                self.unobserved += usize::from(observed.shown == 0);
            }
            Verdict::Misposed(_) | Verdict::Unanswered(_) => {}
        }
        let holds = judged.holds(reference.claim);
        match judged.elsewhere.contains(&self.id) {
            true => self.elsewhere += usize::from(holds == Some(true)),
            false => self.has_substance |= judged.hidden.shows(reference.claim, claim),
        }
        self.claims.push((reference, holds));
    }
}

/// A claim by the id of its scenario and its index there.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct ClaimRef {
    pub scenario: String,
    pub claim: usize,
}

/// What a switch shows about a clause.
#[derive(Debug)]
pub struct SwitchEvidence {
    pub name: String,
    /// The claims citing the clause that failed when the switch was off.
    pub witnesses: Vec<ClaimRef>,
    pub showing: Showing,
    /// Where in the engine's source it took effect, in scenarios that cite the clause.
    pub code: BTreeSet<(String, u32)>,
}

/// How specific turning off a switch was.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Showing {
    /// A claim on the clause fails, and what should be left alone is.
    Isolates {
        witness: ClaimRef,
        /// Without how many of the other switches that took effect in that scenario the claim holds, how many of them
        /// were tried, and how many there are.
        others: (usize, usize, usize),
    },
    /// A claim on the clause fails, but the knock-out does not pass the test of this letter.
    Unspecific { letter: char, why: String },
    /// Every claim on the clause holds all the same.
    Unnoticed,
    /// Without the switch nothing that cites the clause could be judged.
    Unjudged(String),
    /// No claim under the readings by which the clause is graded fails; claims under others may.
    OtherReading,
    /// The switch was not turned off: it takes effect in no passing scenario that cites the clause, although it does, or
    /// may do, in others that cite it.
    Untried,
    /// The switch took effect in no scenario that cites the clause.
    Idle,
}

impl Showing {
    fn of(isolation: &Isolation<'_>) -> Showing {
        match isolation {
            Isolation::Isolates(witness) => {
                let (scenario, claim) = (witness.scenario.id.clone(), witness.claim);
                Showing::Isolates { witness: ClaimRef { scenario, claim }, others: witness.others }
            }
            Isolation::Unspecific { test, why, .. } => Showing::Unspecific { letter: test.letter(), why: why.clone() },
            Isolation::Unnoticed => Showing::Unnoticed,
            Isolation::Unjudged(why) => Showing::Unjudged(why.clone()),
            Isolation::OtherReading => Showing::OtherReading,
            Isolation::Untried => Showing::Untried,
            Isolation::Idle => Showing::Idle,
        }
    }
}

#[derive(Debug, Default)]
pub struct Ledger {
    pub entries: BTreeMap<ClauseId, LedgerEntry>,
}

impl Ledger {
    /// Adds everything up. Without knock-outs no clause can be more than `holds`.
    pub fn tally<'k>(
        suite: &Suite,
        judged: &[Judged<'_>],
        knockouts: impl IntoIterator<Item = &'k Knockout<'k>>,
        gaps: &[Gap],
        diagnosis: &Diagnosis,
        sharpened: Sharpened,
    ) -> Ledger {
        let mut ledger = Ledger::default();
        for id in suite.book.clauses() {
            ledger.entries.insert(id.clone(), LedgerEntry::new(id));
        }
        ledger.enter_claims(suite, judged);
        ledger.enter_knockouts(knockouts);
        ledger.enter_code(judged);
        for exclusion in &suite.exclusions {
            for clause in &exclusion.clauses {
                if let Some(entry) = ledger.entries.get_mut(clause) {
                    entry.reason = Some(exclusion.reason.clone());
                }
            }
        }
        for (clause, sharpness) in sharpened {
            if let Some(entry) = ledger.entries.get_mut(&clause) {
                entry.sharpness = Some(sharpness);
            }
        }
        for entry in ledger.entries.values_mut() {
            entry.grade = grade(entry);
        }
        ledger.enter_gaps(suite, gaps);
        ledger.enter_diagnosis(diagnosis);
        ledger.enter_rewordings(suite);
        ledger
    }

    fn enter_claims(&mut self, suite: &Suite, judged: &[Judged<'_>]) {
        let judged: HashMap<&str, &Judged<'_>> = judged.iter().map(|j| (j.scenario.id.as_str(), j)).collect();
        // What cannot be played cites all the same.
        let broken = suite.broken.iter().filter(|broken| !broken.is_draft).flat_map(|broken| &broken.scenarios);
        for scenario in suite.scenarios.iter().chain(broken) {
            let judged = judged.get(scenario.id.as_str()).copied();
            for (index, claim) in scenario.claims.iter().enumerate() {
                // A claim under another reading says nothing about this one.
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

    /// A violated clause is a gap when every claim that fails on it is listed as known.
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

    /// A violated clause that is no cause itself, and every failing claim on which is explained, could not be judged. A cause
    /// that is a known gap excuses what the gap lists, and nothing else.
    fn enter_diagnosis(&mut self, diagnosis: &Diagnosis) {
        let stands = |clauses: &[ClauseId], grade: Grade| {
            clauses.iter().any(|clause| self.entries.get(clause).is_some_and(|entry| entry.grade == grade))
        };
        let is_known = |cause: &Cause| stands(&cause.clauses, Grade::Gap) && !stands(&cause.clauses, Grade::Violated);
        let known: Vec<bool> = diagnosis.causes.iter().map(is_known).collect();
        for entry in self.entries.values_mut().filter(|entry| entry.grade == Grade::Violated) {
            let failing = entry.claims.iter().filter(|(_, holds)| *holds == Some(false)).map(|(claim, _)| claim);
            match (diagnosis.cause_of(&entry.id), diagnosis.explains_all(failing, |at| !known[*at])) {
                (None, Some(causes)) => {
                    entry.grade = Grade::Obscured;
                    entry.causes = causes.into_iter().collect();
                }
                (Some(cause), _) => entry.causes = vec![cause],
                (None, None) => {}
            }
        }
    }

    /// Words that changed count as unproven until somebody has looked at them; they excuse no claim that fails.
    fn enter_rewordings(&mut self, suite: &Suite) {
        let Some(past) = suite.book.past() else { return };
        for entry in self.entries.values_mut() {
            let Some(was) = past.reworded(&entry.id) else { continue };
            let erratum = Erratum::between(&entry.id, &was, &suite.book);
            entry.rewording = Some(Box::new(Rewording { was, erratum, beneath: entry.grade }));
            if !matches!(entry.grade, Grade::Violated | Grade::Obscured | Grade::Gap) {
                entry.grade = Grade::Stale;
            }
        }
    }

    fn enter_knockouts<'k>(&mut self, knockouts: impl IntoIterator<Item = &'k Knockout<'k>>) {
        for knockout in knockouts {
            for clause in &knockout.clauses {
                if let Some(entry) = self.entries.get_mut(clause) {
                    let of =
                        |notice: &&Notice<'_>| ClaimRef { scenario: notice.scenario.id.clone(), claim: notice.claim };
                    let witnesses = knockout.witnesses(clause).iter().map(of).collect();
                    let name = knockout.switch.name.clone();
                    let showing = knockout.isolations.get(clause).map_or(Showing::Idle, Showing::of);
                    entry.switches.push(SwitchEvidence { name, witnesses, showing, code: BTreeSet::new() });
                }
            }
        }
    }

    /// Enters the readings by which clauses are graded.
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

    /// The clauses of a stretch of lines, in the order of reading.
    pub fn within(&self, file: &str, first: usize, last: usize) -> impl Iterator<Item = &LedgerEntry> {
        let id = |line, clause| ClauseId { file: file.into(), line, clause };
        let range = (first <= last).then(|| self.entries.range(id(first, 0)..=id(last, usize::MAX)));
        range.into_iter().flatten().map(|(_, entry)| entry)
    }

    /// The clauses of a stretch of lines.
    pub(crate) fn at(&self, address: &Lines) -> impl Iterator<Item = &LedgerEntry> {
        self.within(&address.file, address.first, address.last)
    }

    /// The grades that a table has to show. What is sharp, known, obscured or stale is an exception, and shown only where there is any.
    pub fn grades(&self) -> impl Iterator<Item = Grade> {
        let exceptions =
            [Grade::Sharp, Grade::Gap, Grade::Obscured, Grade::Stale].map(|grade| (grade, self.count(grade)));
        let is_shown = move |grade: &Grade| !exceptions.contains(&(*grade, 0));
        Grade::ALL.into_iter().filter(is_shown)
    }

    pub fn count(&self, grade: Grade) -> usize {
        self.entries.values().filter(|entry| entry.grade == grade).count()
    }
}

fn grade(entry: &LedgerEntry) -> Grade {
    if entry.claims.iter().any(|(_, holds)| *holds == Some(false)) {
        return Grade::Violated;
    }
    if entry.reason.is_some() {
        return Grade::Excluded;
    }
    if entry.claims.is_empty() {
        return Grade::Uncited;
    }
    // What an engine does not show is neither held nor failed.
    let holding = entry.holding();
    let all_hold = holding > entry.elsewhere && holding + entry.unobserved == entry.claims.len();
    let isolated = |switch: &SwitchEvidence| matches!(switch.showing, Showing::Isolates { .. });
    let proven = !entry.switches.is_empty() && entry.switches.iter().all(isolated);
    match (all_hold, proven, entry.has_substance) {
        (true, true, _) => Grade::Proven,
        (true, false, true) if entry.sharpness.is_some() => Grade::Sharp,
        (true, false, true) => Grade::Holds,
        _ => Grade::Cited,
    }
}
