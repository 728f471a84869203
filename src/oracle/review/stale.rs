//! Rule lines whose words changed since they were reviewed, each with the words that differ and who rests on it.

use crate::oracle::errata;
use crate::oracle::errata::ChangeKind;
use crate::oracle::erratum::Erratum;
use crate::oracle::review;
use crate::oracle::review::DiffLine;
use crate::oracle::review::Item;
use crate::oracle::review::Matter;
use crate::oracle::review::RuleText;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::scenario::Scenario;
use crate::oracle::suite::Suite;
use crate::protocol::text;

/// Every clause that says something else now, in the order of the rulebook.
pub(crate) fn items(suite: &Suite) -> Vec<Item> {
    let Some(past) = suite.book.past() else { return Vec::new() };
    let changes = errata::changes(past, &suite.book).into_iter();
    changes
        .filter_map(|change| if let ChangeKind::Reworded(it) = change.kind { Some(item(&it, suite)) } else { None })
        .collect()
}

fn item(erratum: &Erratum, suite: &Suite) -> Item {
    let clause = &erratum.clause;
    let words = suite.book.clause_text(clause).to_owned();
    let line = suite.book.line(&clause.file, clause.line);
    let named = line.and_then(|line| line.name.clone()).unwrap_or_else(|| "a rule line".to_owned());
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
        matter: Matter::Stale { clause: clause.clone(), words },
        title,
        rules: rule.into_iter().collect(),
        diff,
        log: Vec::new(),
        board: None,
        seen: Vec::new(),
    }
}

/// Also those whose quote is gone with the old words.
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
