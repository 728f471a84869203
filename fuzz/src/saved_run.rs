//! A saved result as `compare` reads it: one or two of them, each in a part.

use truthsayer::report;
use truthsayer::report::terminal::comparison::ComparedWords;
use truthsayer_oracle::compare::comparison;
use truthsayer_oracle::compare::comparison::Comparison;
use truthsayer_oracle::compare::saved_run::SavedRun;

use super::harmless;
use super::harmless::harmless;
use super::part::parts;
use super::part::text;

/// Saved results contain neither rule text nor boards.
const NO_WORDS: ComparedWords<'static> = ComparedWords { sentences: None, last: None };

pub fn run(input: &[u8]) {
    harmless::without_colours();
    let text = text(input);
    let mut saved_runs = Vec::new();
    for (index, part) in parts(&text).iter().take(3).filter(|part| !part.text.is_empty()).enumerate() {
        match SavedRun::read(&format!("side{index}.json"), part.text) {
            Ok(saved_run) => saved_runs.push(saved_run),
            Err(why) => harmless("why a saved result cannot be read", &why),
        }
    }
    if let Some(one) = saved_runs.first() {
        let twice = [one.clone(), one.clone()];
        let comparison = comparison::compare(&twice);
        assert!(comparison.is_empty(), "{:?}", comparison.groups);
        assert!(comparison.changes.is_empty(), "{:?}", comparison.changes);
        show(&comparison);
    }
    let comparison = comparison::compare(&saved_runs);
    assert!(saved_runs.len() > 1 || comparison.is_empty());
    show(&comparison);
}

fn show(comparison: &Comparison<'_>) {
    let pretty = report::terminal::comparison::pretty(comparison, &NO_WORDS, true);
    assert_eq!(report::terminal::comparison::pretty(comparison, &NO_WORDS, true), pretty);
    harmless("a comparison in a terminal", &pretty);
    harmless("a comparison in markdown", &report::terminal::comparison::markdown(comparison));
    let html = report::terminal::comparison::html(comparison);
    harmless("a comparison as a page", &html);
    assert!(!html.contains("<script") && !html.contains("<img"), "somebody's markup is on the page: {html}");
}
