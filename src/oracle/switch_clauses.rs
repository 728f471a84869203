//! Which clauses of the rulebook each switch of an engine stands for.

use std::collections::BTreeMap;

use crate::oracle::address::Address;
use crate::oracle::citation::Citation;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::rulebook::Rulebook;
use crate::protocol::Profile;
use crate::protocol::SwitchNote;

/// The clauses each switch stands for, or what is wrong with its citation.
pub fn resolve(profile: &Profile, book: &Rulebook) -> (BTreeMap<String, Vec<ClauseId>>, Vec<Problem>) {
    let mut clauses = BTreeMap::new();
    let mut problems = Vec::new();
    for switch in &profile.switches {
        let known =
            Address::parse(&switch.cite).map(|address| Citation::new(address, &switch.quote).clauses_wherever(book));
        let found = match known {
            Some(Ok(found)) => found,
            Some(Err(problem)) => {
                let message = format!("switch `{}` of the engine `{}`: {}", switch.name, profile.name, problem.message);
                let mut shown = Problem::new(Kind::Switch, message).help(format!("it quotes: {}", switch.quote));
                shown.help.extend(problem.help);
                problems.push(shown);
                Vec::new()
            }
            None => {
                let message = format!(
                    "switch `{}` of the engine `{}` cites `{}`, which is no citation",
                    switch.name, profile.name, switch.cite
                );
                problems.push(Problem::new(Kind::Switch, message));
                Vec::new()
            }
        };
        clauses.insert(switch.name.clone(), found);
    }
    (clauses, problems)
}

/// The line on which the words of a switch stand, or what it cites if they stand nowhere.
pub(crate) fn address(note: &SwitchNote, book: &Rulebook) -> String {
    let citation = Address::parse(&note.cite).map(|address| Citation::new(address, &note.quote));
    let clauses = citation.and_then(|citation| citation.clauses_wherever(book).ok()).unwrap_or_default();
    clauses.first().map_or_else(|| note.cite.clone(), |id| format!("{}:{}", id.file, id.line))
}
