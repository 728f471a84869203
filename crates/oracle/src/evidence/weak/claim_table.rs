//! The kill matrix by claim: the switches without which each claim fails.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::collections::HashMap;

use super::Explanation;
use super::WeakEntry;
use crate::evidence::coverage::ClaimRef;
use crate::evidence::failure::Failure;
use crate::evidence::kill_matrix::Cell;
use crate::evidence::kill_matrix::Pair;
use crate::evidence::proof::Proof;
use crate::judge::play_and_judge::Judged;
use crate::rulebook::ClauseId;
use crate::suite::scenario::Scenario;
use crate::suite::weak_kind::WeakKind;

/// The passing claims of one game, with the switches without which they fail.
#[derive(Debug, Clone, Default)]
pub struct ClaimTable<'s> {
    pub game: String,
    pub rows: Vec<ClaimRow<'s>>,
    pub columns: Vec<SwitchColumn>,
}

/// One claim.
#[derive(Debug, Clone)]
pub struct ClaimRow<'s> {
    pub scenario: &'s Scenario,
    /// Index of the claim.
    pub claim: usize,
    /// Index of the scenario in the kill matrix.
    at: usize,
    /// The clauses that the claim cites.
    pub clauses: Cow<'s, [ClauseId]>,
    /// The switches without which the claim fails, sorted.
    fails_without: Box<[usize]>,
    /// Every switch that fired in the scenario was turned off.
    is_complete: bool,
}

impl ClaimRow<'_> {
    pub fn claim_ref(&self) -> ClaimRef {
        ClaimRef { scenario: self.scenario.id.clone(), claim: self.claim }
    }

    /// Returns the path of the scenario file. The rows of an `examples` table share it.
    pub fn file(&self) -> &str {
        &self.scenario.place.file.path
    }

    /// Returns the reason why the claim may pass without its clause.
    pub(super) fn limit(&self) -> Option<&String> {
        self.scenario.claims.get(self.claim)?.limit.as_ref()
    }

    fn is_same_claim(&self, other: &ClaimRow<'_>) -> bool {
        (&self.scenario.id, self.claim) == (&other.scenario.id, other.claim)
    }
}

/// One switch.
#[derive(Debug, Clone)]
pub struct SwitchColumn {
    pub clauses: Vec<ClauseId>,
    /// Estimated number of claims that fail without the switch.
    pub failing_claims: usize,
}

/// Number of scenarios from which the number of failing claims is estimated.
const SAMPLE: usize = 16;

/// Returns the sample of a switch: some of the scenarios in which it fired, evenly spread.
pub fn sample(fired: &[usize]) -> impl Iterator<Item = usize> {
    let number = SAMPLE.min(fired.len());
    (0..number).map(move |at| fired[(2 * at + 1) * fired.len() / (2 * number)])
}

impl<'s> ClaimTable<'s> {
    /// Reads the table from the runs of a proof. `judged` are the scenarios to prove, in the order of the matrix.
    pub fn of(game: &str, proof: &Proof<'_>, judged: &[Judged<'s>]) -> ClaimTable<'s> {
        let columns = proof.clauses.iter().enumerate().map(|(switch, clauses)| SwitchColumn {
            clauses: clauses.clone(),
            failing_claims: failing_claims(switch, proof),
        });
        let mut by_scenario: Vec<Vec<(usize, &Cell)>> = vec![Vec::new(); judged.len()];
        for switch in 0..proof.clauses.len() {
            for (at, cell) in proof.matrix.of_switch(switch).take_while(|(at, _)| *at < judged.len()) {
                by_scenario[at].push((switch, cell));
            }
        }
        let mut rows = Vec::new();
        for (at, (judged, cells)) in judged.iter().zip(by_scenario).enumerate() {
            let is_complete = proof.fired_in[at].iter().all(|switch| proof.matrix.get((*switch, at)).is_some());
            for (index, claim) in judged.scenario.claims.iter().enumerate() {
                if judged.holds(index) != Some(true) {
                    continue;
                }
                let fails = |cell: &Cell| cell.played().is_some_and(|played| played.fails(index));
                let failing = cells.iter().filter(|(_, cell)| fails(cell)).map(|(switch, _)| *switch);
                rows.push(ClaimRow {
                    scenario: judged.scenario,
                    claim: index,
                    at,
                    clauses: Cow::Borrowed(&claim.clauses),
                    fails_without: failing.collect(),
                    is_complete,
                });
            }
        }
        ClaimTable { game: game.to_owned(), rows, columns: columns.collect() }
    }

    /// Returns whether the claim fails without a clause that it cites.
    pub fn fails_without_its_clause(&self, row: &ClaimRow<'_>) -> bool {
        row.fails_without.iter().any(|switch| self.is_of(*switch, &row.clauses))
    }

    fn is_of(&self, switch: usize, clauses: &[ClauseId]) -> bool {
        self.columns[switch].clauses.iter().any(|clause| clauses.contains(clause))
    }

    /// Returns the claims that pass without their clause, explained or not, in order.
    pub fn weak(&self) -> Vec<WeakEntry> {
        let siblings = self.siblings();
        self.rows.iter().filter_map(|row| self.entry(row, &siblings)).collect()
    }

    /// Returns the runs that show what the unexplained claims depend on.
    pub(crate) fn missing_pairs(&self, proof: &Proof<'_>) -> Vec<Pair> {
        let open = self.unexplained().into_iter().filter(|row| !row.is_complete);
        let scenarios: BTreeSet<usize> = open.map(|row| row.at).collect();
        scenarios.into_iter().flat_map(|at| proof.fired_in[at].iter().map(move |switch| (*switch, at))).collect()
    }

    /// Returns the runs that show how many claims the switches fail that unexplained claims depend on.
    pub(crate) fn sampled_pairs(&self, proof: &Proof<'_>) -> Vec<Pair> {
        let switches: BTreeSet<usize> =
            self.unexplained().into_iter().flat_map(|row| row.fails_without.iter().copied()).collect();
        let pairs = |switch: usize| sample(&proof.fired[switch]).map(move |scenario| (switch, scenario));
        switches.into_iter().flat_map(pairs).collect()
    }

    /// Returns the weak claims without an explanation.
    fn unexplained(&self) -> Vec<&ClaimRow<'s>> {
        let siblings = self.siblings();
        let weak = self.rows.iter().filter(|row| self.is_weak(row));
        weak.filter(|row| self.explanation(row, &siblings).is_none()).collect()
    }

    /// Returns whether no switch of the claim's own clauses fails the claim. A clause without a switch cannot be tested,
    /// so a claim on it is weak only if no switch at all fails it.
    fn is_weak(&self, row: &ClaimRow<'_>) -> bool {
        let has_switch = || (0..self.columns.len()).any(|switch| self.is_of(switch, &row.clauses));
        let is_idle = row.is_complete && row.fails_without.is_empty();
        !self.columns.is_empty() && !self.fails_without_its_clause(row) && (is_idle || has_switch())
    }

    fn entry(&self, row: &ClaimRow<'_>, siblings: &Siblings<'_, '_>) -> Option<WeakEntry> {
        if !self.is_weak(row) {
            return None;
        }
        let kind = match row.is_complete && row.fails_without.is_empty() {
            true => WeakKind::NeverFails,
            false => WeakKind::PassesWithoutItsClause,
        };
        Some(WeakEntry {
            kind,
            game: self.game.clone(),
            clauses: row.clauses.to_vec(),
            scenario: Some(row.scenario.id.clone()),
            claim: Some(row.claim),
            depends_on: self.depends_on(row),
            what: Vec::new(),
            explained: self.explanation(row, siblings),
        })
    }

    /// Returns the clauses of the switches that fail the claim. The switch that fails the fewest claims comes first: it
    /// says most about this one.
    fn depends_on(&self, row: &ClaimRow<'_>) -> Vec<ClauseId> {
        let mut switches: Vec<&SwitchColumn> = row.fails_without.iter().map(|switch| &self.columns[*switch]).collect();
        switches.sort_by_key(|switch| (switch.failing_claims, &switch.clauses));
        let mut clauses: Vec<ClauseId> = Vec::new();
        for clause in switches.into_iter().flat_map(|switch| &switch.clauses) {
            if !clauses.contains(clause) {
                clauses.push(clause.clone());
            }
        }
        clauses
    }

    fn explanation(&self, row: &ClaimRow<'_>, siblings: &Siblings<'_, '_>) -> Option<Explanation> {
        let rows = siblings.get(&(row.file(), row.claim)).into_iter().flatten();
        let fails = |other: &&&ClaimRow<'_>| other.fails_without.iter().any(|switch| self.is_of(*switch, &row.clauses));
        let other = rows.filter(|other| !other.is_same_claim(row)).find(fails);
        let other = other.map(|other| Explanation::OtherRow(other.claim_ref()));
        other.or_else(|| row.limit().cloned().map(Explanation::Reason))
    }

    /// Groups the rows of tables: the same claim of the same file.
    fn siblings(&self) -> Siblings<'_, 's> {
        let mut siblings: Siblings<'_, 's> = HashMap::new();
        for row in self.rows.iter().filter(|row| row.scenario.shares_its_file()) {
            siblings.entry((row.file(), row.claim)).or_default().push(row);
        }
        siblings
    }
}

/// The rows of each claim, by file and index.
type Siblings<'t, 's> = HashMap<(&'t str, usize), Vec<&'t ClaimRow<'s>>>;

/// Estimates from the sample how many claims fail without a switch.
fn failing_claims(switch: usize, proof: &Proof<'_>) -> usize {
    let fired = &proof.fired[switch];
    let cells: Vec<&Cell> = sample(fired).filter_map(|scenario| proof.matrix.get((switch, scenario))).collect();
    let failing = |cell: &&Cell| {
        let mismatches = cell.played().into_iter().flat_map(|played| &played.mismatches);
        mismatches.filter_map(Failure::claim).collect::<BTreeSet<usize>>().len()
    };
    let failing: usize = cells.iter().map(failing).sum();
    // A switch outside the sample is not compared with others.
    if cells.is_empty() { fired.len() } else { fired.len() * failing / cells.len() }
}
