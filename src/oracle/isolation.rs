//! Isolation: whether turning off a switch is specific. An engine that does nothing, or everything wrong, as soon as
//! anything is turned off makes every claim fail and proves nothing.

use crate::oracle::claim::Claim;
use crate::oracle::matrix::KnockoutPlay;
use crate::oracle::matrix::Matrix;
use crate::oracle::scenario::Scenario;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Deviation;

/// With fewer other switches than this in a scenario, (e) is told and decides nothing.
pub(crate) const ENOUGH_OTHERS: usize = 6;

/// What must be true of a knock-out so that it isolates its clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Test {
    /// (a) Plays without the switch are repeatable.
    Repeatable,
    /// (c) Scenarios in which it did not fire stay as they are; one that fires everywhere leaves another claim alone.
    Control,
    /// (d) The failing play is no standstill.
    Moves,
    /// (e) The claim holds without at least half of the other switches that fired with it.
    Specific,
}

impl Test {
    /// The letter by which the documentation knows it.
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
    /// What is not as claimed: of several expectations the one that the fewest other switches fail.
    pub deviation: Deviation,
    /// Of how many other switches that fired in the scenario the claim was seen to need not one: those without which it
    /// holds, those that were tried, and all.
    pub others: (usize, usize, usize),
}

/// What turning off a switch says about one of its clauses.
#[derive(Debug, Clone)]
pub enum Isolation<'s> {
    /// A claim on the clause fails, and what should be left alone is.
    Isolates(Witness<'s>),
    /// A claim on the clause fails, but the knock-out does not pass a test.
    Unspecific { witness: Witness<'s>, test: Test, why: String },
    /// It was played without the switch, and every claim on the clause holds all the same.
    Unnoticed,
    /// Without the switch no scenario that cites the clause could be judged.
    Unjudged(String),
    /// No claim under the readings by which the clause is graded fails; claims under others may.
    OtherReading,
    /// The switch was not turned off: it takes effect in no scenario that cites the clause and passes, although it does,
    /// or may do, in others that cite it.
    Untried,
    /// The switch took effect in no scenario that cites the clause.
    Idle,
}

impl<'s> Isolation<'s> {
    pub(crate) fn isolates(&self) -> bool {
        matches!(self, Isolation::Isolates(_))
    }

    /// Why it does not isolate the clause, in a few words; nothing where it does.
    pub fn shortcoming(&self) -> String {
        match self {
            Isolation::Isolates(_) => String::new(),
            Isolation::Unspecific { test, why, .. } => format!("({}) {why}", test.letter()),
            Isolation::Unnoticed => "no claim on the clause fails without it".to_owned(),
            Isolation::Unjudged(why) => format!("nothing could be judged without it ({why})"),
            Isolation::OtherReading => "no claim under the clause's own reading fails without it".to_owned(),
            Isolation::Untried => "it takes effect in no passing scenario that cites the clause".to_owned(),
            Isolation::Idle => "it takes effect in no scenario that cites the clause".to_owned(),
        }
    }

    /// The claim that was looked at, if one failed.
    pub fn witness(&self) -> Option<&Witness<'s>> {
        match self {
            Isolation::Isolates(witness) | Isolation::Unspecific { witness, .. } => Some(witness),
            Isolation::Unnoticed
            | Isolation::Unjudged(_)
            | Isolation::OtherReading
            | Isolation::Untried
            | Isolation::Idle => None,
        }
    }
}

/// Whether some claim that says what happens, on none of these clauses, holds in a play. A claim under another reading, or of
/// which nothing was shown, was not judged, and does not hold.
pub(crate) fn leaves_a_claim_alone(
    judged: &Judged<'_>,
    played: &KnockoutPlay,
    is_own: impl Fn(&Claim) -> bool,
) -> bool {
    let is_judged = |index: usize, claim: &Claim| !judged.idle.contains(&index) && judged.hidden.shows(index, claim);
    let mut claims = judged.scenario.claims.iter().enumerate();
    claims.any(|(index, claim)| is_judged(index, claim) && !is_own(claim) && played.holds(index))
}

/// How a claim fares without other switches: without how many it holds, and how many were tried.
pub(crate) fn without_others(matrix: &Matrix<'_>, scenario: usize, claim: usize, others: &[usize]) -> (usize, usize) {
    let cells: Vec<_> = others.iter().filter_map(|other| matrix.get((*other, scenario))).collect();
    let holds = cells.iter().filter(|cell| cell.played().is_some_and(|played| played.holds(claim))).count();
    (holds, cells.len())
}
