//! One round of watching: what was saved, what came of it, and what was wrong before and still is.

use std::collections::BTreeSet;

use colored::Colorize;

use super::causes;
use super::drafts;
use super::stale;
use super::unseen;
use super::verdicts;
use crate::oracle::findings::Findings;
use crate::oracle::problem::Problem;
use crate::oracle::suggestion::this_call;
use crate::report::wording::count;
use crate::report::wording::listed;

/// As many of each as a screen holds.
const MOST: usize = 5;

pub(crate) struct WatchRound<'a> {
    /// The files that were saved; none in the first round, which plays everything.
    pub saved: Option<&'a BTreeSet<String>>,
    pub findings: &'a Findings<'a>,
    /// What is wrong with the files of the suite, wherever that is.
    pub problems: &'a [Problem],
    /// How many of the scenarios that were to be played cannot be, because of such problems.
    pub unplayable: usize,
    /// Scenarios that were not played now and stood wrong when they last were, each with how.
    pub still: Vec<(&'a str, &'static str)>,
}

pub(crate) fn round(round: &WatchRound<'_>, quiet: bool, verbose: bool) -> String {
    let WatchRound { findings, problems, .. } = round;
    let mut text = String::new();
    for problem in problems.iter().take(MOST) {
        text.push_str(&format!("{problem}\n"));
    }
    if problems.len() > MOST {
        text.push_str(&format!(
            "and {}; `{}` lists them\n\n",
            count_more(problems.len() - MOST, "problem"),
            this_call().reads(&["lint"])
        ));
    }
    text.push_str(&unseen(findings));
    text.push_str(&causes::list(findings));
    text.push_str(&verdicts::blocks(findings, verbose));
    if round.saved.is_none() {
        text.push_str(&stale(findings));
    }
    if !quiet {
        text.push_str(&drafts::list(findings));
    }
    // What a screen shows of a long text is its end.
    text.push_str(&heading(round.saved));
    text.push_str(&played(round));
    text.push_str(&still_wrong_lines(&round.still));
    if !quiet {
        let project = &findings.suite.project;
        let folders = format!("{}/, {}/ and {}/", project.rules, project.scenarios, project.golden);
        text.push_str(&format!("{}\n", format!("watching {folders}; Ctrl-C ends it").dimmed()));
    }
    text
}

fn heading(saved: Option<&BTreeSet<String>>) -> String {
    let Some(saved) = saved else { return String::new() };
    let mut shown: Vec<String> = saved.iter().take(MOST).cloned().collect();
    if saved.len() > MOST {
        shown.push(count_more(saved.len() - MOST, "file"));
    }
    format!("{} {}\n", "saved".cyan().bold(), listed(&shown))
}

fn played(round: &WatchRound<'_>) -> String {
    let mut text = match round.findings.judged.len() + round.findings.drafts.len() {
        0 if round.unplayable > 0 => String::new(),
        0 if round.problems.is_empty() && is_of_rules(round) => {
            "no scenario cites a line that has changed\n".to_owned()
        }
        0 if round.problems.is_empty() => "no scenario depends on it\n".to_owned(),
        0 => "nothing was played\n".to_owned(),
        _ => verdicts::summary(round.findings),
    };
    if round.unplayable > 0 {
        let cannot = format!("{} cannot be played", count(round.unplayable, "scenario"));
        text.push_str(&format!("{}\n", cannot.red().bold()));
    }
    text
}

/// Whether only rulebooks were saved.
fn is_of_rules(round: &WatchRound<'_>) -> bool {
    round.saved.is_some_and(|saved| saved.iter().all(|path| path.ends_with(".md")))
}

fn still_wrong_lines(wrong: &[(&str, &'static str)]) -> String {
    let mut text = String::new();
    for (id, how) in wrong.iter().take(MOST) {
        text.push_str(&format!("{} {id}: {how}\n", "still".yellow().bold()));
    }
    if wrong.len() > MOST {
        text.push_str(&format!("and {} that are still wrong\n", count_more(wrong.len() - MOST, "scenario")));
    }
    text
}

/// `1 more problem`, `2 more problems`.
fn count_more(number: usize, noun: &str) -> String {
    count(number, &format!("more {noun}"))
}
