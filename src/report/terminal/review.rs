//! What waits for a person, without a screen: as a list, one by one, and what was decided.

use colored::Colorize;

use super::closing;
use super::indent;
use crate::oracle::problem::Problem;
use crate::oracle::review::Item;
use crate::oracle::suggestion::this_call;
use crate::oracle::suite::Suite;
use crate::report::review_screen;
use crate::report::review_screen::Decision;
use crate::report::wording::count;

const WIDTH: usize = 96;

/// A line for each.
pub(crate) fn review_list(items: &[Item], problems: &[Problem], suite: &Suite, quiet: bool) -> String {
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
        let told = format!(
            "{}: what they are in was not played; `{}` lists them",
            count(problems.len(), "problem"),
            this_call().reads(&["lint"])
        );
        text.push_str(&format!("{}\n", told.red()));
    }
    match items.len() {
        0 => text.push_str("nothing waits for a review\n"),
        number => text.push_str(&format!("{} for a review\n", waits(number))),
    }
    text + &closing(suite)
}

fn waits(number: usize) -> String {
    if number == 1 { "1 waits".to_owned() } else { format!("{number} wait") }
}

/// One of them at full length: the rule, then what is new.
pub(crate) fn review_item(item: &Item) -> String {
    let mut text = format!("{} {}\n{}\n", item.matter.name().yellow().bold(), item.id.bold(), indent(&item.title, 2));
    for line in review_screen::rules(item, WIDTH) {
        text.push_str(&format!("{}\n", line.painted(true)));
    }
    for line in &item.diff {
        text.push_str(&format!("{}\n", review_screen::diff_line(line).painted(true)));
    }
    text.push('\n');
    text
}

/// What came of a walk through all of them.
pub(crate) fn reviewed(decided: &[Option<Decision>]) -> String {
    let number = |decision| decided.iter().filter(|it| **it == Some(decision)).count();
    let (accepted, rejected) = (number(Decision::Accepted), number(Decision::Rejected));
    let left = decided.len() - accepted - rejected;
    format!("{accepted} accepted, {rejected} rejected, {left} left\n")
}
