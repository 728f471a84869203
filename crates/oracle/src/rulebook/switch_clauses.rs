//! Maps each switch of an engine to its clauses.

use std::collections::BTreeMap;

use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::rulebook::ClauseId;
use crate::rulebook::Rulebook;
use crate::rulebook::address::Address;
use crate::rulebook::citation::Citation;
use truthsayer_protocol::Profile;
use truthsayer_protocol::SwitchNote;

/// Returns the clauses of each switch, and the problems of invalid citations.
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
                    "switch `{}` of the engine `{}` has an invalid citation `{}`",
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

/// Returns the address of the words that a switch quotes, or its citation if they do not occur.
pub fn address(note: &SwitchNote, book: &Rulebook) -> String {
    let citation = Address::parse(&note.cite).map(|address| Citation::new(address, &note.quote));
    let clauses = citation.and_then(|citation| citation.clauses_wherever(book).ok()).unwrap_or_default();
    clauses.first().map_or_else(|| note.cite.clone(), |id| format!("{}:{}", id.file, id.line))
}
