//! The findings of a hunt.

use colored::Colorize;

use crate::report::machine::hunt_json::Hunted;
use crate::report::terminal::closing;
use crate::report::terminal::indent;
use crate::report::text::board;
use crate::report::text::grammar;
use crate::report::text::grammar::count;
use crate::report::text::grammar::thousands;
use crate::report::text::wrapping;
use truthsayer_oracle::base::datapath;
use truthsayer_oracle::base::yaml_block;
use truthsayer_oracle::base::yaml_flow;
use truthsayer_oracle::hunt::finding::Finding;
use truthsayer_oracle::hunt::finding::UnsupportedTasks;
use truthsayer_oracle::suite::Suite;
use truthsayer_protocol::Data;
use truthsayer_protocol::Reply;
use truthsayer_protocol::text;

/// Longer set-ups and scripts are left out unless `--verbose` is given.
const SHORT: usize = 240;
/// Maximum width of the column of engine names.
const WIDEST_NAME: usize = 24;

/// Every finding, then the totals.
pub(crate) fn hunt(hunted: &Hunted<'_>, suite: &Suite, quiet: bool, verbose: bool) -> String {
    let mut text = String::new();
    for (finding, path) in hunted.catch.findings.iter().zip(hunted.drafts) {
        text.push_str(&finding_block(finding, path, hunted, verbose));
    }
    if quiet { text } else { text + &closing(suite, verbose) + &summary(hunted) }
}

/// A line, folded with a margin if it is too long for the terminal.
fn line(text: &str, margin: usize) -> String {
    wrapping::folded(text, margin, 0) + "\n"
}

fn finding_block(finding: &Finding, path: &str, hunted: &Hunted<'_>, verbose: bool) -> String {
    let contest = hunted.contest;
    let (word, subject) = match contest.is_by_switch() {
        true => ("matters", contest.rival_name(finding.rival)),
        false => ("differs", finding.difference.group.clone()),
    };
    let mut text = line(&format!("{} {}", word.red().bold(), text::one_line(&subject).bold()), 2);
    let names = [contest.home().name.clone(), contest.rival_name(finding.rival)];
    // A long name, such as a command, does not widen the column.
    let width = names.iter().map(|name| name.chars().count()).filter(|width| *width <= WIDEST_NAME).max().unwrap_or(0);
    for (name, side) in names.iter().zip(&finding.difference.sides) {
        text.push_str(&line(&format!("  {name:<width$}  {side}"), width + 4));
    }
    text.push_str(&line(&format!("  {}", origin_and_step(finding)), 4));
    for note in finding.notes() {
        text.push_str(&line(&format!("  {}", text::one_line(&note)), 4));
    }
    let script = [("given", finding.task.given.clone()), ("when", Data::Array(finding.task.when.clone()))];
    for (key, data) in &script {
        let in_short = format!("  {key}: {}", text::one_line(&yaml_flow::line(data)));
        if verbose {
            text.push_str(&indent(&yaml_block::entry(key, data), 2));
        } else if !is_nothing(data) && in_short.chars().count() <= SHORT {
            text.push_str(&line(&in_short, 4));
        }
    }
    // An outcome that was too long to keep has no board.
    if let (Some(note), Ok(Reply::Played(outcome))) = (&contest.home().maker.profile().board, &finding.replies[0])
        && datapath::find(&outcome.before, &note.at).is_some()
    {
        text.push_str(&indent(&board::before_and_after(note, outcome, true), 2));
    }
    let verb = if hunted.writes { "wrote" } else { "would write" };
    text + &format!("  {verb} {path}\n\n")
}

fn is_nothing(data: &Data) -> bool {
    data.as_object().is_some_and(serde_json::Map::is_empty) || data.as_array().is_some_and(Vec::is_empty)
}

/// Number of steps, the first step that differs, and the scenario that the finding came from.
fn origin_and_step(finding: &Finding) -> String {
    let steps = &finding.task.when;
    let first = match finding.step {
        Some(0) => "differs in the set-up".to_owned(),
        Some(step) => {
            let words = steps.get(step - 1).map(grammar::step).unwrap_or_default();
            format!("first differs after step {step}: {}", text::one_line(&words))
        }
        None => "differs only in the whole outcome".to_owned(),
    };
    let last = steps.last().map(yaml_flow::line).filter(|_| finding.step.is_none());
    let last = last.map_or(String::new(), |line| format!(", last step {}", text::one_line(&line)));
    let origin = if finding.is_own { "found in" } else { "derived from" };
    format!("{}, {first}{last}; {origin} {}", count(steps.len(), "step"), finding.origin)
}

fn summary(hunted: &Hunted<'_>) -> String {
    let Hunted { catch, contest, .. } = hunted;
    let mut text = String::new();
    if let Some(fault) = &catch.fault {
        text.push_str(&format!("{} {}\n", "stopped:".red().bold(), text::one_line(&fault.to_string())));
    }
    for (rival, tries) in catch.without_finding.iter().filter(|_| contest.is_by_switch()) {
        let why = match tries {
            0 => "it never took effect".to_owned(),
            _ => format!("it took effect, but turning it off {} changed nothing", times(*tries)),
        };
        text.push_str(&line(&format!("{} {}: {why}", "not found".yellow(), contest.rival_name(*rival)), 2));
    }
    for (rival, id) in catch.known.iter().filter(|_| contest.is_by_switch()) {
        let name = contest.rival_name(*rival);
        text.push_str(&line(
            &format!("{} {name}: {id} already shows it; `--all` searches for another scenario", "known".yellow()),
            2,
        ));
    }
    text.push_str(&reservations(hunted));
    let end = if catch.interrupted { ", interrupted" } else { "" };
    let known = match catch.known.len() {
        0 => String::new(),
        number => format!(", {} already known", count(number, "difference")),
    };
    let totals = format!(
        "{}{known}; {} generated, {} playable, {}, {} kept for their new behaviour{end}",
        count(catch.findings.len(), "finding"),
        count(catch.attempts, "scenario"),
        thousands(catch.playable),
        count(catch.plays, "run"),
        thousands(catch.pool),
    );
    text + &line(&totals, 2)
}

/// Limits of the result: unstable differences, unsupported tasks, too little time.
fn reservations(hunted: &Hunted<'_>) -> String {
    let Hunted { catch, contest, .. } = hunted;
    let mut notes = Vec::new();
    if let Some(first) = catch.unsteady.first() {
        let differences = count(catch.unsteady.len(), "difference");
        let [one, other] = &first.sides;
        let verb = if catch.unsteady.len() == 1 { "is" } else { "are" };
        notes.push(format!("{differences} did not occur again and {verb} not reported; the first: {one} | {other}"));
    }
    if catch.similar > 0 {
        let more = count(catch.similar, "more finding");
        notes.push(format!("{more} differ in the same way as those above and are left out"));
    }
    for (side, unsupported) in [contest.home().name.clone(), contest.rival_name(0)].iter().zip(&catch.unsupported) {
        let UnsupportedTasks { tasks, why } = unsupported;
        if *tasks > 0 {
            notes.push(format!("{side} does not support {tasks} of {}: {}", catch.tasks, text::one_line(why)));
        }
    }
    let (played, all) = catch.started;
    if played < all && catch.fault.is_none() {
        notes.push(format!(
            "only {played} of {all} starting scenarios and fixtures ran in the given time; use a longer --for, more \
             --jobs, or fewer starting points with --from"
        ));
    }
    notes.iter().map(|text| line(&format!("{} {text}", "note:".bold()), 2)).collect()
}

fn times(number: u32) -> String {
    if number == 1 { "once".to_owned() } else { format!("{number} times") }
}
