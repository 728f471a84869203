//! One round of `watch`: the saved files, the results, and the scenarios that still do not pass.

use std::collections::BTreeSet;

use colored::Colorize;

use super::causes;
use super::drafts;
use super::failing;
use super::stale;
use super::unseen;
use super::verdicts;
use crate::report::text::grammar::count;
use crate::report::text::grammar::listed;
use truthsayer_oracle::base::diagnostic::Problem;
use truthsayer_oracle::base::suggestion::this_call;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::suite::project::FILE_NAME;

/// Maximum number of problems, files and scenarios listed.
const MOST: usize = 5;

pub(crate) struct WatchRound<'a> {
    /// The saved files; none in the first round, which runs everything.
    pub saved: Option<&'a BTreeSet<String>>,
    pub findings: &'a Findings<'a>,
    /// Problems in any file of the suite.
    pub problems: &'a [Problem],
    /// Number of selected scenarios that cannot run because of these problems.
    pub unplayable: usize,
    /// Scenarios that did not run in this round and did not pass in their last one, each with its verdict.
    pub still: Vec<(&'a str, &'static str)>,
}

pub(crate) fn round(round: &WatchRound<'_>, quiet: bool, verbose: bool) -> String {
    let WatchRound { findings, problems, .. } = round;
    let mut text = String::new();
    for problem in problems.iter().take(MOST) {
        text.push_str(&crate::report::terminal::problem::show(problem));
    }
    if problems.len() > MOST {
        text.push_str(&format!(
            "{}; `{}` lists them\n\n",
            count_more(problems.len() - MOST, "problem"),
            this_call().reads(&["lint"])
        ));
    }
    text.push_str(&unseen(findings));
    text.push_str(&failing::suspects(findings, verbose));
    text.push_str(&causes::list(findings));
    text.push_str(&verdicts::blocks(findings, verbose));
    if round.saved.is_none() {
        text.push_str(&stale(findings));
    }
    if !quiet {
        text.push_str(&drafts::list(findings));
    }
    // The totals come last, because a terminal shows the end of a long text.
    text.push_str(&heading(round.saved));
    text.push_str(&played(round));
    text.push_str(&still_wrong_lines(&round.still));
    if !quiet {
        let project = &findings.suite.project;
        let mut watched = [&project.rules, &project.scenarios, &project.golden].map(|it| format!("{it}/")).to_vec();
        // Built-in engines have no files to watch.
        if project.engines.values().any(|entry| !entry.command.is_empty()) {
            watched.extend(project.sources.iter().cloned());
        }
        watched.push(FILE_NAME.to_owned());
        text.push_str(&format!("{}\n", format!("watching {}; press Ctrl-C to stop", listed(&watched)).dimmed()));
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
        0 if round.problems.is_empty() && is_of_rules(round) => "no scenario cites a changed rule\n".to_owned(),
        0 if round.problems.is_empty() => "no scenario depends on these files\n".to_owned(),
        0 => "no scenario ran\n".to_owned(),
        _ => verdicts::summary(round.findings),
    };
    if round.unplayable > 0 {
        let cannot = format!("{} could not be loaded", count(round.unplayable, "scenario"));
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
        text.push_str(&format!("{} still not passing\n", count_more(wrong.len() - MOST, "scenario")));
    }
    text
}

/// `1 more problem`, `2 more problems`.
fn count_more(number: usize, noun: &str) -> String {
    count(number, &format!("more {noun}"))
}
