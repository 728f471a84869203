//! A saved result as `compare` reads it: one or two of them, each in a part.

use std::collections::BTreeSet;

use truthsayer::oracle::account::Account;
use truthsayer::oracle::comparison;
use truthsayer::oracle::comparison::Comparison;
use truthsayer::report;

use super::harmless;
use super::harmless::harmless;
use super::part::parts;
use super::part::text;

pub(crate) fn run(input: &[u8]) {
    harmless::without_colours();
    let text = text(input);
    let mut accounts = Vec::new();
    for (index, part) in parts(&text).iter().take(3).filter(|part| !part.text.is_empty()).enumerate() {
        match Account::read(&format!("side{index}.json"), part.text) {
            Ok(account) => accounts.push(account),
            Err(why) => harmless("why a saved result cannot be read", &why),
        }
    }
    if let Some(one) = accounts.first() {
        let twice = [one.clone(), one.clone()];
        let comparison = comparison::compare(&twice);
        assert!(comparison.differences.is_empty(), "{:?}", comparison.differences);
        assert!(comparison.changes.is_empty() || has_double_ids(one), "{:?}", comparison.changes);
        show(&comparison);
    }
    let comparison = comparison::compare(&accounts);
    assert!(accounts.len() > 1 || comparison.differences.is_empty());
    show(&comparison);
}

/// Of two scenarios or clauses with one id nobody can say which is meant.
fn has_double_ids(account: &Account) -> bool {
    let scenarios: BTreeSet<&str> = account.scenarios.iter().map(|scenario| scenario.id.as_str()).collect();
    let clauses: BTreeSet<&str> = account.clauses.iter().map(|clause| clause.id.as_str()).collect();
    scenarios.len() < account.scenarios.len() || clauses.len() < account.clauses.len()
}

fn show(comparison: &Comparison<'_>) {
    let pretty = report::comparison::pretty(comparison);
    assert_eq!(report::comparison::pretty(comparison), pretty);
    harmless("a comparison in a terminal", &pretty);
    harmless("a comparison in markdown", &report::comparison::markdown(comparison));
    let html = report::comparison::html(comparison);
    harmless("a comparison as a page", &html);
    assert!(!html.contains("<script") && !html.contains("<img"), "somebody's markup is on the page: {html}");
}
