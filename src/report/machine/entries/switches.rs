//! Switches that do not prove their clauses: the mutant survives, or is not killed specifically.

use crate::report::machine::entries;
use crate::report::machine::entries::Entry;
use crate::report::machine::entries::Sort;
use crate::report::text::grammar::count;
use crate::report::text::refusal;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::evidence::mutant::Mutant;
use truthsayer_oracle::evidence::specificity::Specificity;
use truthsayer_oracle::rulebook::ClauseId;
use truthsayer_oracle::rulebook::Rulebook;

pub(crate) fn of(mutant: &Mutant<'_>, findings: &Findings<'_>) -> Vec<Entry> {
    let (name, book) = (&mutant.switch.name, &findings.suite.book);
    let mut entries = Vec::new();
    if let Some((scenario, fault)) = mutant.no_answer.first() {
        let number = count(mutant.no_answer.len(), "scenario");
        let message = format!("{number} got no answer with the switch off, first {}: {fault}", scenario.id);
        entries.push(entry(Sort::Fault, format!("no answer with `{name}` off"), message, &mutant.clauses, book));
    }
    if mutant.survives() {
        let what = if mutant.tried == 0 { "takes no effect" } else { "survived" };
        let why = refusal::survival(mutant, findings);
        entries.push(entry(Sort::Switch, format!("`{name}` {what}"), why, &mutant.clauses, book));
    } else {
        for (clause, specificity) in &mutant.specificities {
            if let Some(why) = unproven(specificity, mutant) {
                let title = format!("`{name}` is not specific to {clause}");
                entries.push(entry(Sort::Switch, title, why, std::slice::from_ref(clause), book));
            }
        }
    }
    if let Some(first) = mutant.leaks.first() {
        let number = count(mutant.leaks.len(), "scenario");
        let why = format!(
            "{number} changed with the switch off although the engine does not report that it took effect there, first {}",
            first.id
        );
        entries.push(entry(Sort::Switch, format!("`{name}` leaks"), why, &mutant.clauses, book));
    }
    entries
}

fn entry(sort: Sort, title: String, why: String, clauses: &[ClauseId], book: &Rulebook) -> Entry {
    let mut lines = entries::rule_lines(clauses, book);
    lines.push(why);
    let place = clauses.first().and_then(|clause| entries::place_of(clause, book));
    Entry { place, ..Entry::new(sort, title, lines.join("\n")).about(clauses) }
}

/// Why a switch does not prove a clause; none if it does.
fn unproven(specificity: &Specificity<'_>, mutant: &Mutant<'_>) -> Option<String> {
    match specificity {
        Specificity::Specific(_) => None,
        Specificity::Unspecific { witness, test, why } => {
            let (scenario, claim, letter) = (&witness.scenario.id, witness.claim + 1, test.letter());
            Some(format!(
                "with the switch off, claim {claim} of {scenario} fails, but not specifically ({letter}): {why}"
            ))
        }
        Specificity::Unjudged(why) => {
            Some(format!("with the switch off, no scenario that cites the clause could be judged: {why}"))
        }
        Specificity::OtherReading => Some(specificity.shortcoming()),
        Specificity::Survived | Specificity::Untried | Specificity::Idle => Some(match mutant.killed_by.first() {
            Some(notice) => {
                let why = specificity.shortcoming();
                format!("{why}; claims on other clauses fail, for example in {}", notice.scenario.id)
            }
            None => specificity.shortcoming(),
        }),
    }
}
