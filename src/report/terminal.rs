//! What a person reads in a terminal. Text is coloured here and stripped where colour is not wanted.

use colored::Colorize;

use crate::oracle::citation::Citation;
use crate::oracle::findings::Findings;
use crate::oracle::grade::Grade;
use crate::oracle::ledger::LedgerEntry;
use crate::oracle::problem::Problem;
use crate::oracle::rule_line::RuleLine;
use crate::oracle::rulebook::Rulebook;
use crate::oracle::suggestion::this_call;
use crate::oracle::suite::Suite;
use crate::oracle::unsettled;
use crate::report::document::tried;
use crate::report::errata;
use crate::report::screen;
use crate::report::screen::filled;
use crate::report::screen::indented as indent;
use crate::report::wording::count;
use crate::report::wording::wrap;

mod causes;
mod coverage;
mod drafts;
mod failing;
mod gate;
mod hunt;
mod kit;
mod knockouts;
mod never_shown;
mod review;
mod story;
mod unbroken;
mod unjudged;
mod verdicts;
mod watch;

pub(crate) use causes::explained_claims;
pub(crate) use causes::sentence as cause_sentence;
pub(crate) use causes::share as cause_share;
pub(crate) use gate::gate_headline;
pub(crate) use gate::gate_open;
pub(crate) use gate::gate_shut;
pub(crate) use hunt::hunt;
pub(crate) use kit::CheckRow;
pub(crate) use kit::engine_check;
pub(crate) use knockouts::survival;
pub(crate) use review::review_item;
pub(crate) use review::review_list;
pub(crate) use review::reviewed;
pub(crate) use story::rule;
pub use story::scenario;
pub(crate) use unbroken::unbroken;
pub(crate) use verdicts::bless as bless_command;
pub(crate) use watch::WatchRound;
pub(crate) use watch::round;

/// Every run ends with what was read.
pub(crate) fn closing(suite: &Suite) -> String {
    let read = &suite.read;
    let drafts = if read.drafts > 0 { format!("{}, ", count(read.drafts, "draft")) } else { String::new() };
    format!(
        "read {}, {}, {}, {drafts}ignored {}\n",
        count(read.files, "file"),
        count(read.clauses, "clause"),
        count(read.scenarios, "scenario"),
        read.ignored
    )
}

/// The last line of a run: how many scenarios ran, of all that there are, and what was read.
pub(crate) fn closing_of_run(findings: &Findings<'_>) -> String {
    let (ran, all) = (findings.judged.len(), findings.suite.read.scenarios);
    format!("{ran} of {} ran; {}", count(all, "scenario"), closing(findings.suite))
}

pub fn verify(findings: &Findings<'_>, quiet: bool, verbose: bool) -> String {
    let mut text = unseen(findings);
    text.push_str(&never_shown::list(findings));
    text.push_str(&failing::cases(findings, verbose));
    text.push_str(&stale(findings));
    if !quiet {
        text.push_str(&drafts::list(findings));
    }
    text.push_str(&failing::list(findings));
    if !quiet {
        text.push_str(&verdicts::summary(findings));
        text.push_str(&ledger(findings, verbose));
        text.push_str(&closing_of_run(findings));
    }
    text
}

/// The short form of the ledger, where it is whole, and not in the way of what fails.
fn ledger(findings: &Findings<'_>, verbose: bool) -> String {
    // The ledger of a part of the suite would show as merely cited what was only left out.
    let is_whole = findings.judged.len() == findings.suite.scenarios.len();
    let fails = !findings.diagnosis.causes.is_empty() || !causes::unexplained(findings).is_empty();
    if is_whole && (verbose || !fails) { format!("\n{}", coverage::table(findings)) } else { String::new() }
}

/// What could not be judged comes first, so that nobody looks good by showing little.
fn unseen(findings: &Findings<'_>) -> String {
    let mut sentences = tried::observation(findings);
    sentences.extend(part(findings));
    if sentences.is_empty() {
        return String::new();
    }
    format!("{}\n\n", wrap(&sentences.join(" "), screen::width()).yellow())
}

/// Which part of a run this is.
fn part(findings: &Findings<'_>) -> Option<String> {
    let shard = findings.shard?;
    let part = match findings.proofs.is_some() {
        true => count(findings.knockouts().count(), "switch"),
        false => count(findings.judged.len(), "scenario"),
    };
    Some(format!("This is shard {shard} with {part}. Merge the results of all shards for causes and grades."))
}

/// Clauses that nobody has looked at since their words changed: what was played was written for other words.
fn stale(findings: &Findings<'_>) -> String {
    const MOST: usize = 10;
    let entries = findings.ledger.entries.values().filter(|entry| entry.grade == Grade::Stale);
    let all: Vec<&LedgerEntry> = entries.collect();
    let mut text = String::new();
    for entry in all.iter().take(MOST) {
        text.push_str(&format!("{} {} since it was reviewed\n", "stale".yellow().bold(), entry.id.to_string().cyan()));
        let words = entry.rewording.as_ref().map(|rewording| rewording.erratum.marked()).unwrap_or_default();
        text.push_str(&filled(&words, 2));
    }
    if all.len() > MOST {
        text.push_str(&format!("and {} more that are stale\n", all.len() - MOST));
    }
    if let Some(first) = all.first() {
        let errata = this_call().reads(&["errata"]);
        let accept = this_call().writes(&["errata", "--accept", &first.id.to_string(), "--reason", "WHY"]);
        let accept = accept.map_or(String::new(), |accept| format!(", `{accept}` accepts it"));
        text.push_str(&format!("{}\n", filled(&format!("`{errata}` shows what changed{accept}"), 0)));
    }
    text
}

/// How many stand how, and nothing else.
pub(crate) fn figures(findings: &Findings<'_>) -> String {
    let proven = if findings.proofs.is_some() { knockouts::summary(findings) } else { String::new() };
    verdicts::summary(findings) + &proven
}

/// Only what is not as it should be.
pub(crate) fn troubles(findings: &Findings<'_>) -> String {
    verdicts::blocks(findings, false)
}

pub(crate) fn prove(findings: &Findings<'_>, quiet: bool, verbose: bool) -> String {
    let mut text = unseen(findings);
    text.push_str(&never_shown::list(findings));
    text.push_str(&failing::cases(findings, verbose));
    text.push_str(&knockouts::list(findings, verbose));
    text.push_str(&failing::list(findings));
    if !quiet {
        text.push_str(&verdicts::summary(findings));
        text.push_str(&knockouts::summary(findings));
        text.push_str(&ledger(findings, verbose));
        text.push_str(&closing_of_run(findings));
    }
    text
}

/// What `bless` did.
#[derive(Debug, Default)]
pub(crate) struct Blessed {
    pub new: Vec<String>,
    pub changed: Vec<String>,
    pub unchanged: usize,
    pub pruned: Vec<String>,
    /// Orphans that stay, because a person wrote them.
    pub kept: Vec<String>,
    /// Scenarios that cannot be accepted, with the reason.
    pub refused: Vec<(String, String)>,
}

pub(crate) fn blessed(blessed: &Blessed, orphans: &[String], suite: &Suite, quiet: bool) -> String {
    let mut text = String::new();
    for (list, word) in [(&blessed.new, "accepted"), (&blessed.changed, "accepted anew"), (&blessed.pruned, "dropped")]
    {
        for id in list.iter().filter(|_| !quiet) {
            text.push_str(&format!("{} {id}\n", word.green()));
        }
    }
    for (id, verdict) in &blessed.refused {
        text.push_str(&format!("{} {id} {verdict}, so its outcome cannot be accepted\n", "refused".red().bold()));
    }
    for path in &blessed.kept {
        let word = "kept".red().bold();
        text.push_str(&format!("{word} {path} belongs to no scenario, but is no golden either: remove it by hand\n"));
    }
    for path in orphans {
        let next = match suite.project.goldens().is_golden(path) {
            true => format!("`{}` drops it", this_call().reads(&["bless", "--prune"])),
            false => "move it elsewhere, or remove it".to_owned(),
        };
        text.push_str(&format!("{} {path} is the golden of no scenario; {next}\n", "orphan".red().bold()));
    }
    if !quiet {
        let accepted = blessed.new.len() + blessed.changed.len();
        let parts = [
            format!("{} accepted", count(accepted, "outcome")),
            format!("{} unchanged", blessed.unchanged),
            format!("{} refused", blessed.refused.len()),
        ];
        text.push_str(&format!("{}\n{}", parts.join(", "), closing(suite)));
    }
    text
}

/// What `report --check` or `audit --check` found.
pub(crate) fn checked(stale: &[String], documents: usize, suite: &Suite, quiet: bool) -> String {
    let mut text: String = stale.iter().map(|path| format!("{} {path}\n", "stale".red().bold())).collect();
    if !stale.is_empty() {
        let next = if this_call().in_ci { "" } else { "; the same command without `--check` writes them again" };
        text.push_str(&format!("{} of {} stale{next}\n", stale.len(), count(documents, "document")));
    } else if !quiet {
        text.push_str(&format!("{} {}\n", count(documents, "document"), "up to date".green()));
    }
    if quiet { text } else { text + &closing(suite) }
}

/// What `report` wrote.
pub(crate) fn documents_written(changed: &[String], documents: usize, suite: &Suite, quiet: bool) -> String {
    if quiet {
        return String::new();
    }
    let mut text: String = changed.iter().map(|path| format!("{} {path}\n", "wrote".green())).collect();
    text.push_str(&format!("{}, {} changed\n{}", count(documents, "document"), changed.len(), closing(suite)));
    text
}

pub fn lint(problems: &[Problem], suite: &Suite, quiet: bool) -> String {
    let mut text: String = problems.iter().map(|problem| format!("{problem}\n")).collect();
    if !quiet {
        let found = if problems.is_empty() { "no problem".green() } else { count(problems.len(), "problem").red() };
        text.push_str(&format!("{found}\n"));
        let unlocked = unsettled::without_lock(suite);
        if !unlocked.is_empty() {
            text.push_str(&format!("{}\n", wrap(&format!("note: {}", errata::no_lock(&unlocked)), screen::width())));
        }
        text.push_str(&closing(suite));
    }
    text
}

/// A rule line with the quoted words marked, also where there is no colour.
fn quoted_rule(book: &Rulebook, citation: &Citation) -> String {
    let mut text = String::new();
    for (file, line) in citation.lines(book) {
        let stretch = citation.stretch(line);
        let body = match stretch {
            Some(range) => mark(line, range.start, range.end),
            None => line.text.clone(),
        };
        text.push_str(&format!("{} {body}\n", format!("{}:{}", file.name, line.number).cyan()));
    }
    text
}

fn mark(line: &RuleLine, start: usize, end: usize) -> String {
    let end = line.text.ceil_char_boundary(end);
    let (before, rest) = line.text.split_at(line.text.floor_char_boundary(start));
    let (quoted, after) = rest.split_at(end - before.len());
    format!("{before}{}{}{}{after}", "«".yellow(), quoted.yellow().bold(), "»".yellow())
}
