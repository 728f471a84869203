//! Switches that prove nothing: nobody notices that they are off, or too much goes wrong without them.

use crate::oracle::findings::Findings;
use crate::oracle::isolation::Isolation;
use crate::oracle::knockout::Knockout;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::rulebook::Rulebook;
use crate::report::terminal;
use crate::report::trouble;
use crate::report::trouble::Sort;
use crate::report::trouble::Trouble;
use crate::report::wording::count;

pub(crate) fn of(knockout: &Knockout<'_>, findings: &Findings<'_>) -> Vec<Trouble> {
    let (name, book) = (&knockout.switch.name, &findings.suite.book);
    let mut troubles = Vec::new();
    if let Some((scenario, fault)) = knockout.unanswered.first() {
        let number = count(knockout.unanswered.len(), "scenario");
        let message = format!("{number} could not be played without it, first {}: {fault}", scenario.id);
        troubles.push(trouble(Sort::Fault, format!("no answer without `{name}`"), message, &knockout.clauses, book));
    }
    if knockout.survives() {
        let what = if knockout.tried == 0 { "is idle" } else { "survives" };
        let why = terminal::survival(knockout, findings);
        troubles.push(trouble(Sort::Switch, format!("`{name}` {what}"), why, &knockout.clauses, book));
    } else {
        for (clause, isolation) in &knockout.isolations {
            if let Some(why) = unproven(isolation, knockout) {
                let title = format!("`{name}` does not isolate {clause}");
                troubles.push(trouble(Sort::Switch, title, why, std::slice::from_ref(clause), book));
            }
        }
    }
    if let Some(first) = knockout.leaks.first() {
        let number = count(knockout.leaks.len(), "scenario");
        let why = format!(
            "without it {number} went otherwise, although the engine does not say that it took effect there; first {}",
            first.id
        );
        troubles.push(trouble(Sort::Switch, format!("`{name}` leaks"), why, &knockout.clauses, book));
    }
    troubles
}

fn trouble(sort: Sort, title: String, why: String, clauses: &[ClauseId], book: &Rulebook) -> Trouble {
    let mut lines = trouble::rule_lines(clauses, book);
    lines.push(why);
    let place = clauses.first().and_then(|clause| trouble::place_of(clause, book));
    Trouble { place, ..Trouble::new(sort, title, lines.join("\n")).about(clauses) }
}

/// Why a switch does not prove a clause; nothing if it does.
fn unproven(isolation: &Isolation<'_>, knockout: &Knockout<'_>) -> Option<String> {
    match isolation {
        Isolation::Isolates(_) => None,
        Isolation::Unspecific { witness, test, why } => {
            let (scenario, claim, letter) = (&witness.scenario.id, witness.claim + 1, test.letter());
            Some(format!("{scenario} claim {claim} fails without it, but too much else does ({letter}): {why}"))
        }
        Isolation::Unjudged(why) => Some(format!("without it nothing that cites the clause could be judged, {why}")),
        Isolation::OtherReading => Some(isolation.shortcoming()),
        Isolation::Unnoticed | Isolation::Untried | Isolation::Idle => Some(match knockout.noticed.first() {
            Some(notice) => {
                let why = isolation.shortcoming();
                format!("{why}; claims on other clauses fail, e.g. in {}", notice.scenario.id)
            }
            None => isolation.shortcoming(),
        }),
    }
}
