//! `review` without a screen: the list of open items, one item in full, and the totals.

use colored::Colorize;

use super::closing;
use super::indent;
use crate::report::text::grammar::count;
use crate::report::text::wrapping;
use crate::report::tui::review_screen;
use crate::report::tui::review_screen::Decision;
use truthsayer_oracle::base::diagnostic::Problem;
use truthsayer_oracle::base::suggestion::this_call;
use truthsayer_oracle::review::Item;
use truthsayer_oracle::suite::Suite;

/// Every open item with its title.
pub(crate) fn review_list(items: &[Item], problems: &[Problem], suite: &Suite, quiet: bool, verbose: bool) -> String {
    let wide = items.iter().map(|item| item.matter.name().len()).max().unwrap_or(0);
    let mut text = String::new();
    for item in items {
        text.push_str(&format!("{}  {}\n", format!("{:<wide$}", item.matter.name()).yellow(), item.id.bold()));
        text.push_str(&indent(&item.title, wide + 2));
    }
    if quiet {
        return text;
    }
    if !problems.is_empty() {
        let problems = format!(
            "{} in files (`{}` lists them); the affected scenarios did not run",
            count(problems.len(), "problem"),
            this_call().reads(&["lint"])
        );
        text.push_str(&format!("{}\n", problems.red()));
    }
    text.push_str(&closing(suite, verbose));
    match items.len() {
        0 => text.push_str("nothing to review\n"),
        number => text.push_str(&format!("{} to review\n", count(number, "item"))),
    }
    text
}

/// One item in full: the rules, then the change.
pub(crate) fn review_item(item: &Item) -> String {
    let mut text = format!("{} {}\n{}\n", item.matter.name().yellow().bold(), item.id.bold(), indent(&item.title, 2));
    for line in review_screen::rules(item, wrapping::width()) {
        text.push_str(&format!("{}\n", line.painted(true)));
    }
    for line in &item.diff {
        text.push_str(&format!("{}\n", review_screen::diff_line(line).painted(true)));
    }
    text.push('\n');
    text
}

/// The totals of a review.
pub(crate) fn reviewed(decided: &[Option<Decision>]) -> String {
    let number = |decision| decided.iter().filter(|it| **it == Some(decision)).count();
    let (accepted, rejected) = (number(Decision::Accepted), number(Decision::Rejected));
    let left = decided.len() - accepted - rejected;
    format!("{} accepted, {rejected} rejected, {left} left\n", count(accepted, "item"))
}
