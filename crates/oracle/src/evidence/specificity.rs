//! Specificity: whether a mutant is killed for the right reason. An engine that breaks completely when any switch is
//! off makes every claim fail and proves nothing.

use crate::evidence::kill_matrix::Matrix;
use crate::evidence::kill_matrix::MutantPlay;
use crate::judge::play_and_judge::Judged;
use crate::judge::verdict::Mismatch;
use crate::suite::claim::Claim;
use crate::suite::scenario::Scenario;

/// With fewer other switches in a scenario, test (e) is reported and decides nothing.
pub const ENOUGH_OTHERS: usize = 6;

/// Tests that a mutant must pass to be specific to its clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Test {
    /// (a) Runs without the switch are repeatable.
    Repeatable,
    /// (c) Scenarios in which the switch did not fire do not change; if it fires everywhere, another claim still
    /// passes.
    Control,
    /// (d) The failing run has events or changes.
    Moves,
    /// (e) The claim passes without at least half of the other switches that fired with it.
    Specific,
}

impl Test {
    /// Returns the letter of the test in the documentation.
    pub fn letter(self) -> char {
        match self {
            Test::Repeatable => 'a',
            Test::Control => 'c',
            Test::Moves => 'd',
            Test::Specific => 'e',
        }
    }
}

/// A claim on the clause that fails without the switch.
#[derive(Debug, Clone)]
pub struct Witness<'s> {
    pub scenario: &'s Scenario,
    pub claim: usize,
    /// The failure; of several expectations, the one that the fewest other switches break.
    pub mismatch: Mismatch,
    /// Numbers of other switches that fired in the scenario: those without which the claim passes, those tried, and
    /// all.
    pub others: (usize, usize, usize),
}

/// Result of turning off a switch, for one of its clauses.
#[derive(Debug, Clone)]
pub enum Specificity<'s> {
    /// A claim on the clause fails, and the mutant passes all tests.
    Specific(Witness<'s>),
    /// A claim on the clause fails, but the mutant fails a test.
    Unspecific { witness: Witness<'s>, test: Test, why: String },
    /// Scenarios ran without the switch, and every claim on the clause passes.
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

impl<'s> Specificity<'s> {
    pub(crate) fn is_specific(&self) -> bool {
        matches!(self, Specificity::Specific(_))
    }

    /// Returns why the mutant is not specific to the clause; empty if it is.
    pub fn shortcoming(&self) -> String {
        match self {
            Specificity::Specific(_) => String::new(),
            Specificity::Unspecific { test, why, .. } => format!("({}) {why}", test.letter()),
            Specificity::Survived => "no claim on the clause fails without it".to_owned(),
            Specificity::Unjudged(why) => format!("nothing could be judged without it ({why})"),
            Specificity::OtherReading => "no claim under the clause's own reading fails without it".to_owned(),
            Specificity::Untried => "it fires in no passing scenario that cites the clause".to_owned(),
            Specificity::Idle => "it fires in no scenario that cites the clause".to_owned(),
        }
    }

    /// Returns the failing claim that was examined.
    pub fn witness(&self) -> Option<&Witness<'s>> {
        match self {
            Specificity::Specific(witness) | Specificity::Unspecific { witness, .. } => Some(witness),
            Specificity::Survived
            | Specificity::Unjudged(_)
            | Specificity::OtherReading
            | Specificity::Untried
            | Specificity::Idle => None,
        }
    }
}

/// Returns whether a claim on other clauses that expects something to happen passes in a run. Claims that were not
/// judged do not count.
pub(crate) fn leaves_a_claim_alone(judged: &Judged<'_>, played: &MutantPlay, is_own: impl Fn(&Claim) -> bool) -> bool {
    let is_judged = |index: usize, claim: &Claim| !judged.idle.contains(&index) && judged.hidden.shows(index, claim);
    let mut claims = judged.scenario.claims.iter().enumerate();
    claims.any(|(index, claim)| is_judged(index, claim) && !is_own(claim) && played.holds(index))
}

/// Returns without how many other switches a claim passes, and how many were tried.
pub(crate) fn without_others(matrix: &Matrix<'_>, scenario: usize, claim: usize, others: &[usize]) -> (usize, usize) {
    let cells: Vec<_> = others.iter().filter_map(|other| matrix.get((*other, scenario))).collect();
    let holds = cells.iter().filter(|cell| cell.played().is_some_and(|played| played.holds(claim))).count();
    (holds, cells.len())
}
