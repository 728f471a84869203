//! What a hunt has found.

use colored::Colorize;

use crate::oracle::block;
use crate::oracle::datapath;
use crate::oracle::flow_style;
use crate::oracle::hunt::finding::Finding;
use crate::oracle::hunt::finding::UnsupportedTasks;
use crate::oracle::suite::Suite;
use crate::protocol::Data;
use crate::protocol::Reply;
use crate::protocol::text;
use crate::report::board;
use crate::report::hunt::Hunted;
use crate::report::screen;
use crate::report::terminal::closing;
use crate::report::terminal::indent;
use crate::report::wording;
use crate::report::wording::count;

/// Longer names of engines do not push both answers to the right.
const WIDEST_NAME: usize = 24;

/// Every finding, then what was tried.
pub(crate) fn hunt(hunted: &Hunted<'_>, suite: &Suite, quiet: bool, verbose: bool) -> String {
    let mut text = String::new();
    for (finding, path) in hunted.catch.findings.iter().zip(hunted.drafts) {
        text.push_str(&finding_block(finding, path, hunted, verbose));
    }
    if quiet { text } else { text + &summary(hunted) + &closing(suite) }
}

/// A line that goes on further in where it is too long for the screen.
fn line(text: &str, margin: usize) -> String {
    screen::folded(text, margin, 0) + "\n"
}

fn finding_block(finding: &Finding, path: &str, hunted: &Hunted<'_>, verbose: bool) -> String {
    let contest = hunted.contest;
    let (word, subject) = match contest.is_by_switch() {
        true => ("matters", contest.rival_name(finding.rival)),
        false => ("differs", finding.difference.group.clone()),
    };
    let mut text = line(&format!("{} {}", word.red().bold(), text::one_line(&subject).bold()), 2);
    let names = [contest.home().name.clone(), contest.rival_name(finding.rival)];
    // A name as long as a command stands before its answer and not beside it.
    let width = names.iter().map(|name| name.chars().count()).filter(|width| *width <= WIDEST_NAME).max().unwrap_or(0);
    for (name, side) in names.iter().zip(&finding.difference.sides) {
        text.push_str(&line(&format!("  {name:<width$}  {side}"), width + 4));
    }
    text.push_str(&line(&format!("  {}", story(finding)), 4));
    if verbose {
        text.push_str(&indent(&block::entry("given", &finding.task.given), 2));
        text.push_str(&indent(&block::entry("when", &Data::Array(finding.task.when.clone())), 2));
    }
    // Of what was too long to be kept there is no board to draw.
    if let (Some(note), Ok(Reply::Played(outcome))) = (&contest.home().maker.profile().board, &finding.replies[0])
        && datapath::find(&outcome.before, &note.at).is_some()
    {
        text.push_str(&indent(&board::before_and_after(note, outcome, true), 2));
    }
    let verb = if hunted.writes { "wrote" } else { "would write" };
    text + &format!("  {verb} {path}\n\n")
}

/// How long it is, where it differs first, and where it came from.
fn story(finding: &Finding) -> String {
    let steps = &finding.task.when;
    let first = match finding.step {
        Some(0) => "the set-up itself".to_owned(),
        Some(step) => {
            let told = steps.get(step - 1).map(wording::step).unwrap_or_default();
            format!("first after step {step}: {}", text::one_line(&told))
        }
        None => "only as a whole".to_owned(),
    };
    let last = steps.last().map(flow_style::line).filter(|_| finding.step.is_none());
    let last = last.map_or(String::new(), |line| format!(", the last {}", text::one_line(&line)));
    let origin = if finding.is_own { "shown by" } else { "made out of" };
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
            _ => format!("it took effect, and turning it off {} changed nothing", times(*tries)),
        };
        text.push_str(&line(&format!("{} {}: {why}", "nothing".yellow(), contest.rival_name(*rival)), 2));
    }
    for (rival, id) in catch.known.iter().filter(|_| contest.is_by_switch()) {
        let name = contest.rival_name(*rival);
        text.push_str(&line(&format!("{} {name}: {id} shows it; `--all` looks for another play", "known".yellow()), 2));
    }
    text.push_str(&reservations(hunted));
    let end = if catch.interrupted { ", interrupted" } else { "" };
    let known = match catch.known.len() {
        0 => String::new(),
        number => format!(", {} known before", count(number, "difference")),
    };
    let told = format!(
        "{}{known}; {} made up, {} of them playable, {}, {} kept as new{end}",
        count(catch.findings.len(), "finding"),
        count(catch.attempts, "scenario"),
        catch.playable,
        count(catch.plays, "play"),
        catch.pool,
    );
    text + &line(&told, 2)
}

/// What keeps the result from saying as much as it seems to.
fn reservations(hunted: &Hunted<'_>) -> String {
    let Hunted { catch, contest, .. } = hunted;
    let mut told = Vec::new();
    if let Some(first) = catch.unsteady.first() {
        let differences = count(catch.unsteady.len(), "difference");
        let [one, other] = &first.sides;
        told.push(format!("{differences} did not show again, and none is told; the first: {one} | {other}"));
    }
    for (side, unsupported) in [contest.home().name.clone(), contest.rival_name(0)].iter().zip(&catch.unsupported) {
        let UnsupportedTasks { tasks, why } = unsupported;
        if *tasks > 0 {
            told.push(format!("{side} does not support {tasks} of {}: {}", catch.tasks, text::one_line(why)));
        }
    }
    let (played, all) = catch.started;
    if played < all && catch.fault.is_none() {
        told.push(format!(
            "the time did for {played} of the {all} scenarios and fixtures to start from; a longer --for, more --jobs \
             or fewer with --from reach further"
        ));
    }
    told.iter().map(|text| line(&format!("{} {text}", "note:".bold()), 2)).collect()
}

fn times(number: u32) -> String {
    if number == 1 { "once".to_owned() } else { format!("{number} times") }
}
