//! Rules that have changed since their review, with the differing words and the scenarios that cite them.

use crate::errata::changes;
use crate::errata::changes::ChangeKind;
use crate::review;
use crate::review::DiffLine;
use crate::review::Item;
use crate::review::ItemKind;
use crate::review::RuleText;
use crate::rulebook::ClauseId;
use crate::rulebook::history::word_diff::Erratum;
use crate::suite::Suite;
use crate::suite::scenario::Scenario;
use truthsayer_protocol::text;

/// Returns an item for every changed clause, in document order.
pub fn items(suite: &Suite) -> Vec<Item> {
    let Some(past) = suite.book.past() else { return Vec::new() };
    let changes = changes::changes(past, &suite.book).into_iter();
    changes
        .filter_map(|change| if let ChangeKind::Reworded(it) = change.kind { Some(item(&it, suite)) } else { None })
        .collect()
}

fn item(erratum: &Erratum, suite: &Suite) -> Item {
    let clause = &erratum.clause;
    let words = suite.book.clause_text(clause).to_owned();
    let line = suite.book.line(&clause.file, clause.line);
    let named = line.and_then(|line| line.name.clone()).unwrap_or_else(|| "a rule".to_owned());
    let title = format!("{}: a change of {}", text::one_line(&named), erratum.class.name());
    let mut diff = vec![DiffLine::Head("reviewed → rule".to_owned()), DiffLine::Words(erratum.words.clone())];
    diff.push(DiffLine::Head("scenarios that cite it".to_owned()));
    diff.extend(citing(suite, clause).map(|scenario| DiffLine::Same(text::one_line(&scenario.id))));
    let rule = line.map(|line| RuleText {
        address: format!("{}:{}", clause.file, clause.line),
        parts: review::parts(line, line.clause_range(clause.clause).into_iter().collect()),
    });
    Item {
        id: clause.to_string(),
        matter: ItemKind::Stale { clause: clause.clone(), words },
        title,
        rules: rule.into_iter().collect(),
        script: Vec::new(),
        diff,
        log: Vec::new(),
        board: None,
        seen: Vec::new(),
    }
}

/// Returns the scenarios that cite a clause, including those whose quote no longer occurs.
fn citing<'s>(suite: &'s Suite, clause: &'s ClauseId) -> impl Iterator<Item = &'s Scenario> {
    let all =
        suite.scenarios.iter().chain(&suite.drafts).chain(suite.broken.iter().flat_map(|broken| &broken.scenarios));
    all.filter(|scenario| {
        scenario.claims.iter().any(|claim| {
            let near = claim.citation.lines(&suite.book);
            claim.clauses.contains(clause)
                || (claim.clauses.is_empty()
                    && near.iter().any(|(file, line)| file.name == clause.file && line.number == clause.line))
        })
    })
}
