//! A mutant: the engine with one switch off, and the results of its runs.

use std::collections::BTreeMap;
use std::collections::HashSet;

use crate::evidence::failure::Failure;
use crate::evidence::kill_matrix::Cell;
use crate::evidence::specificity::Specificity;
use crate::rulebook::ClauseId;
use crate::suite::scenario::Scenario;
use truthsayer_protocol::Fault;
use truthsayer_protocol::SwitchNote;

/// Results of turning off one switch.
#[derive(Debug)]
#[non_exhaustive]
pub struct Mutant<'a> {
    pub switch: SwitchNote,
    /// The clauses of the switch.
    pub clauses: Vec<ClauseId>,
    /// Number of scenarios in which the switch fired and that ran without it.
    pub tried: usize,
    /// The claims that fail on the mutant.
    pub killed_by: Vec<Kill<'a>>,
    /// Scenarios without an answer of the mutant.
    pub no_answer: Vec<(&'a Scenario, Fault)>,
    /// Scenarios that could not be judged on the mutant for another reason, with the reason.
    pub unjudged: Vec<(&'a Scenario, String)>,
    /// The specificity for each clause.
    pub specificities: BTreeMap<ClauseId, Specificity<'a>>,
    /// Scenarios that change on the mutant, although the switch did not fire in them.
    pub leaks: Vec<&'a Scenario>,
}

/// A claim that fails on a mutant.
#[derive(Debug, Clone, Copy)]
pub struct Kill<'a> {
    pub scenario: &'a Scenario,
    pub claim: usize,
}

impl<'a> Mutant<'a> {
    /// Returns whether scenarios ran and no claim fails. False if no run could be judged.
    pub fn survives(&self) -> bool {
        self.killed_by.is_empty() && self.no_answer.is_empty() && self.unjudged.is_empty()
    }

    /// Returns the failing claims on the clause: only these prove it.
    pub fn witnesses(&self, clause: &ClauseId) -> Vec<&Kill<'a>> {
        let cites = |notice: &&Kill<'_>| notice.scenario.claims[notice.claim].clauses.contains(clause);
        self.killed_by.iter().filter(cites).collect()
    }

    /// Adds the result of one scenario.
    pub(super) fn enter(&mut self, scenario: &'a Scenario, cell: &Cell) {
        self.tried += 1;
        match cell {
            Cell::Played(played) => {
                let mut seen = HashSet::new();
                let claims = played.mismatches.iter().filter_map(Failure::claim).filter(|claim| seen.insert(*claim));
                self.killed_by.extend(claims.map(|claim| Kill { scenario, claim }));
            }
            Cell::NoAnswer(fault) => self.no_answer.push((scenario, Fault::clone(fault))),
            Cell::Invalid(_) | Cell::Unsupported(_) | Cell::Crashed(_) => {
                self.unjudged.push((scenario, cell.why_unjudged().unwrap_or_default()));
            }
        }
    }

    /// Returns whether the mutant is specific to each of its clauses.
    pub fn is_specific(&self) -> bool {
        !self.specificities.is_empty() && self.specificities.values().all(Specificity::is_specific)
    }
}
