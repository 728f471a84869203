//! A saved result as `compare` reads it: one or two of them, each in a part.

use truthsayer::oracle::account::Account;
use truthsayer::oracle::comparison;
use truthsayer::oracle::comparison::Comparison;
use truthsayer::report;
use truthsayer::report::comparison::ComparedWords;

use super::harmless;
use super::harmless::harmless;
use super::part::parts;
use super::part::text;

/// Results that were saved keep neither sentences nor boards.
const NO_WORDS: ComparedWords<'static> = ComparedWords { sentences: None, last: None };

pub fn run(input: &[u8]) {
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
        assert!(comparison.is_empty(), "{:?}", comparison.groups);
        assert!(comparison.changes.is_empty(), "{:?}", comparison.changes);
        show(&comparison);
    }
    let comparison = comparison::compare(&accounts);
    assert!(accounts.len() > 1 || comparison.is_empty());
    show(&comparison);
}

fn show(comparison: &Comparison<'_>) {
    let pretty = report::comparison::pretty(comparison, &NO_WORDS, true);
    assert_eq!(report::comparison::pretty(comparison, &NO_WORDS, true), pretty);
    harmless("a comparison in a terminal", &pretty);
    harmless("a comparison in markdown", &report::comparison::markdown(comparison));
    let html = report::comparison::html(comparison);
    harmless("a comparison as a page", &html);
    assert!(!html.contains("<script") && !html.contains("<img"), "somebody's markup is on the page: {html}");
}
