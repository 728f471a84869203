//! A knock-out: what turning off one switch did.

use std::collections::BTreeMap;
use std::collections::HashSet;

use crate::oracle::isolation::Isolation;
use crate::oracle::matrix::Cell;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::scenario::Scenario;
use crate::oracle::verdict::Deviation;
use crate::protocol::Fault;
use crate::protocol::SwitchNote;

/// What turning off one switch did.
#[derive(Debug)]
pub struct Knockout<'a> {
    pub switch: SwitchNote,
    /// The clauses that the switch stands for.
    pub clauses: Vec<ClauseId>,
    /// How many scenarios let the switch take effect and were played without it.
    pub tried: usize,
    /// The claims that failed without it.
    pub noticed: Vec<Notice<'a>>,
    /// Scenarios that nobody answered without it.
    pub unanswered: Vec<(&'a Scenario, Fault)>,
    /// Scenarios that could not be judged without it for another reason, and the reason.
    pub unjudged: Vec<(&'a Scenario, String)>,
    /// What it says about each of its clauses.
    pub isolations: BTreeMap<ClauseId, Isolation<'a>>,
    /// Scenarios that change without it, although it did not take effect in them.
    pub leaks: Vec<&'a Scenario>,
}

/// A claim that failed when a switch was off, and the first thing that was not as claimed.
#[derive(Debug, Clone)]
pub struct Notice<'a> {
    pub scenario: &'a Scenario,
    pub claim: usize,
    pub deviation: Deviation,
}

impl<'a> Knockout<'a> {
    /// No claim at all noticed, though it was played. Where nothing could be judged, nobody can have noticed.
    pub fn survives(&self) -> bool {
        self.noticed.is_empty() && self.unanswered.is_empty() && self.unjudged.is_empty()
    }

    /// The claims that noticed and cite the clause: only these prove it.
    pub fn witnesses(&self, clause: &ClauseId) -> Vec<&Notice<'a>> {
        let cites = |notice: &&Notice<'_>| notice.scenario.claims[notice.claim].clauses.contains(clause);
        self.noticed.iter().filter(cites).collect()
    }

    /// Enters what came of one scenario.
    pub(super) fn enter(&mut self, scenario: &'a Scenario, cell: &Cell) {
        self.tried += 1;
        match cell {
            Cell::Played(played) => {
                let mut seen = HashSet::new();
                for deviation in &played.deviations {
                    if let Some(claim) = deviation.claim.filter(|claim| seen.insert(*claim)) {
                        self.noticed.push(Notice { scenario, claim, deviation: deviation.clone() });
                    }
                }
            }
            Cell::Unanswered(fault) => self.unanswered.push((scenario, fault.clone())),
            Cell::Misposed(_) | Cell::Unsupported(_) | Cell::Failed(_) => {
                self.unjudged.push((scenario, cell.why_unjudged().unwrap_or_default()));
            }
        }
    }

    /// Whether it isolates each of its clauses.
    pub fn isolates(&self) -> bool {
        !self.isolations.is_empty() && self.isolations.values().all(Isolation::isolates)
    }
}
