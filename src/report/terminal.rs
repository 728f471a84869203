//! Text for terminals. Always coloured here; the console strips colours if they are not wanted.

pub(crate) mod causes;
pub(crate) mod change;
pub mod comparison;
pub mod coverage;
pub(crate) mod coverage_summary;
pub(crate) mod drafts;
pub(crate) mod durations;
pub(crate) mod engine_check;
pub mod errata;
pub(crate) mod explain;
pub(crate) mod failing;
pub(crate) mod gate;
pub(crate) mod hunt;
pub(crate) mod listing;
pub(crate) mod mutants;
pub(crate) mod never_shown;
pub(crate) mod other_spelling;
pub(crate) mod problem;
pub(crate) mod reading_question;
pub(crate) mod review;
pub(crate) mod unjudged;
pub(crate) mod verdicts;
pub(crate) mod watch;
pub(crate) mod weak;

use colored::Colorize;

use crate::report::markdown::rule_report::scope;
use crate::report::text::grammar::count;
use crate::report::text::grammar::thousands;
use crate::report::text::grammar::wrap;
use crate::report::text::refusal;
use crate::report::text::wrapping;
use crate::report::text::wrapping::filled;
use crate::report::text::wrapping::indented as indent;
use truthsayer_oracle::base::diagnostic::Problem;
use truthsayer_oracle::base::suggestion::this_call;
use truthsayer_oracle::errata::pending_changes;
use truthsayer_oracle::evidence::coverage::CoverageEntry;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::rulebook::ClauseId;
use truthsayer_oracle::rulebook::Rulebook;
use truthsayer_oracle::rulebook::citation::Citation;
use truthsayer_oracle::rulebook::rule_line::RuleLine;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::grade::Grade;

pub(crate) use durations::durations;
pub(crate) use engine_check::CheckRow;
pub(crate) use engine_check::engine_check;
pub(crate) use explain::rule;
pub use explain::scenario;
pub(crate) use gate::gate_open;
pub(crate) use gate::gate_shut;
pub(crate) use hunt::hunt;
pub(crate) use review::review_item;
pub(crate) use review::review_list;
pub(crate) use review::reviewed;
pub(crate) use watch::WatchRound;
pub(crate) use watch::round;

/// Counts of the files that were read. Empty unless `verbose` is set or a file was ignored.
pub(crate) fn closing(suite: &Suite, verbose: bool) -> String {
    let read = &suite.read;
    if !verbose && read.ignored == 0 {
        return String::new();
    }
    let drafts = if read.drafts > 0 { format!("{}, ", count(read.drafts, "draft")) } else { String::new() };
    format!(
        "read {}, {}, {drafts}{}; ignored {}\n",
        count(read.files, "file"),
        count(read.clauses, "clause"),
        count(read.scenarios, "scenario"),
        count(read.ignored, "file")
    )
}

/// The last line of a partial run: how many of all scenarios ran, or that the others were not read. Empty if all ran.
pub(crate) fn extent_of_run(findings: &Findings<'_>) -> String {
    let (ran, all) = (findings.judged.len(), findings.suite.read.scenarios);
    let unloaded = match findings.unloaded {
        0 => String::new(),
        number => format!("{} could not be loaded; ", thousands(number)),
    };
    match ran < all {
        _ if findings.suite.read.partial => {
            format!("{unloaded}{} ran; only files that the filter names were read\n", count(ran, "scenario"))
        }
        true => format!("{unloaded}{} of {} ran\n", thousands(ran), count(all, "scenario")),
        false => String::new(),
    }
}

/// The last lines of a run: coverage, verdicts, switches, and how many of all scenarios ran.
fn summaries(findings: &Findings<'_>, verbose: bool) -> String {
    coverage(findings, verbose) + &closing(findings.suite, verbose) + &figures(findings)
}

pub fn verify(findings: &Findings<'_>, quiet: bool, verbose: bool) -> String {
    let mut text = unseen(findings);
    text.push_str(&failing::cases(findings, verbose));
    text.push_str(&stale(findings));
    if !quiet {
        text.push_str(&drafts::list(findings));
    }
    text.push_str(&failing::reminder(findings, &text));
    if !quiet {
        text.push_str(&summaries(findings, verbose));
    }
    text
}

/// The coverage table. Empty for a partial run, and for a failing one unless `verbose` is set.
fn coverage(findings: &Findings<'_>, verbose: bool) -> String {
    // In a partial run, clauses of scenarios that did not run would wrongly appear as only cited.
    let is_whole = findings.is_whole();
    let fails = !findings.diagnosis.suspects.is_empty() || !findings.diagnosis.causes.is_empty();
    if is_whole && (verbose || !fails) { format!("{}\n", coverage_summary::table(findings)) } else { String::new() }
}

/// Sentences about facts that the engine does not show, and about the shard. Printed first: they limit all results.
fn unseen(findings: &Findings<'_>) -> String {
    let mut sentences = scope::observation(findings);
    sentences.extend(part(findings));
    if sentences.is_empty() {
        return String::new();
    }
    format!("{}\n\n", wrap(&sentences.join(" "), wrapping::width()).yellow())
}

/// The shard and its size; none if the run is not sharded.
fn part(findings: &Findings<'_>) -> Option<String> {
    let shard = findings.shard?;
    let part = match findings.proofs.is_some() {
        true => count(findings.mutants().count(), "switch"),
        false => count(findings.judged.len(), "scenario"),
    };
    Some(format!("This is shard {shard} with {part}. Merge the results of all shards for causes and grades."))
}

/// Clauses whose words changed since the last review. Their scenarios were written for the old words.
fn stale(findings: &Findings<'_>) -> String {
    const MOST: usize = 10;
    let entries = findings.coverage.entries.values().filter(|entry| entry.grade == Grade::Stale);
    let all: Vec<&CoverageEntry> = entries.collect();
    let mut text = String::new();
    for entry in all.iter().take(MOST) {
        let label = clause_label(&entry.id, &findings.suite.book);
        text.push_str(&format!("{} {} changed since the last review\n", "stale".yellow().bold(), label.cyan()));
        let words = entry.rewording.as_ref().map(|rewording| rewording.erratum.marked()).unwrap_or_default();
        text.push_str(&filled(&words, 2));
    }
    if all.len() > MOST {
        text.push_str(&format!(
            "{} more are stale; `{}` lists them\n",
            all.len() - MOST,
            this_call().reads(&["errata"])
        ));
    }
    if let Some(first) = all.first() {
        let errata = this_call().reads(&["errata"]);
        let accept =
            refusal::accept_with(|call| call.writes(&["errata", "--accept", &first.id.to_string(), "--reason", "WHY"]));
        text.push_str(&format!("{}\n", filled(&format!("`{errata}` shows what changed; {accept}"), 0)));
    }
    text
}

/// Only the counts: verdicts, switches, and how many of all scenarios ran.
pub(crate) fn figures(findings: &Findings<'_>) -> String {
    let proven = match findings.proofs.is_some() {
        true => mutants::summary(findings) + &weak::summary(findings),
        false => String::new(),
    };
    verdicts::summary(findings) + &proven + &extent_of_run(findings)
}

/// A clause with the name of its rule: `dune/battle.md:23.2 LASGUN`.
pub(crate) fn clause_label(clause: &ClauseId, book: &Rulebook) -> String {
    let name = book.line(&clause.file, clause.line).and_then(|line| line.name.as_deref());
    name.map_or_else(|| clause.to_string(), |name| format!("{clause} {name}"))
}

/// A clause with the name of its rule and its words.
pub(crate) fn clause_with_words(clause: &ClauseId, book: &Rulebook) -> String {
    format!("{} “{}”", clause_label(clause, book), book.clause_text(clause))
}

/// Only the scenarios that do not pass.
pub(crate) fn entries(findings: &Findings<'_>) -> String {
    verdicts::blocks(findings, false)
}

pub(crate) fn prove(findings: &Findings<'_>, quiet: bool, verbose: bool) -> String {
    let mut text = unseen(findings);
    text.push_str(&failing::cases(findings, verbose));
    text.push_str(&mutants::list(findings, verbose));
    text.push_str(&problem::list(findings.weak.as_ref().map_or(&[][..], |weak| &weak.outdated)));
    text.push_str(&failing::reminder(findings, &text));
    if !quiet {
        text.push_str(&summaries(findings, verbose));
    }
    text
}

/// The changes that `bless` made.
#[derive(Debug, Default)]
pub(crate) struct Blessed {
    pub new: Vec<String>,
    pub changed: Vec<String>,
    pub unchanged: usize,
    pub pruned: Vec<String>,
    /// Orphans that `bless` did not write, so it keeps them.
    pub kept: Vec<String>,
    /// Scenarios whose outcome cannot be accepted, each with the reason.
    pub refused: Vec<(String, String)>,
}

pub(crate) fn blessed(blessed: &Blessed, orphans: &[String], suite: &Suite, quiet: bool, verbose: bool) -> String {
    let mut text = String::new();
    for (list, word) in [(&blessed.new, "accepted"), (&blessed.changed, "accepted again"), (&blessed.pruned, "deleted")]
    {
        for id in list.iter().filter(|_| !quiet) {
            text.push_str(&format!("{} {id}\n", word.green()));
        }
    }
    for (id, verdict) in &blessed.refused {
        text.push_str(&format!("{} {id}: its outcome cannot be accepted ({verdict})\n", "refused".red().bold()));
    }
    for path in &blessed.kept {
        let word = "kept".red().bold();
        text.push_str(&format!("{word} {path}: `bless` did not write this file; delete it by hand\n"));
    }
    for path in orphans {
        let next = match suite.project.goldens().is_golden(path) {
            true => format!("`{}` deletes it", this_call().reads(&["bless", "--prune"])),
            false => "move or delete it".to_owned(),
        };
        text.push_str(&format!("{} {path} has no scenario; {next}\n", "orphan".red().bold()));
    }
    if !quiet {
        let accepted = blessed.new.len() + blessed.changed.len();
        let parts = [
            format!("{} accepted", count(accepted, "outcome")),
            format!("{} unchanged", blessed.unchanged),
            format!("{} refused", blessed.refused.len()),
        ];
        text.push_str(&format!("{}{}\n", closing(suite, verbose), parts.join(", ")));
    }
    text
}

/// The result of `report --check` or `audit --check`.
pub(crate) fn checked(stale: &[String], documents: usize, suite: &Suite, quiet: bool, verbose: bool) -> String {
    let mut text: String = stale.iter().map(|path| format!("{} {path}\n", "stale".red().bold())).collect();
    if !stale.is_empty() {
        let next = if this_call().in_ci { "" } else { "; run the same command without `--check` to write them" };
        let are = if stale.len() == 1 { "is" } else { "are" };
        text.push_str(&format!("{} of {} {are} stale{next}\n", stale.len(), count(documents, "document")));
    } else if !quiet {
        let are = if documents == 1 { "is" } else { "are" };
        text.push_str(&format!("{} {are} {}\n", count(documents, "document"), "up to date".green()));
    }
    if quiet { text } else { closing(suite, verbose) + &text }
}

/// The documents that `report` or `audit` wrote.
pub(crate) fn documents_written(
    changed: &[String],
    documents: usize,
    suite: &Suite,
    quiet: bool,
    verbose: bool,
) -> String {
    if quiet {
        return String::new();
    }
    let mut text: String = changed.iter().map(|path| format!("{} {path}\n", "wrote".green())).collect();
    let unchanged = documents.saturating_sub(changed.len());
    text.push_str(&closing(suite, verbose));
    text.push_str(&format!("wrote {}, {unchanged} unchanged\n", count(changed.len(), "document")));
    text
}

pub fn lint(problems: &[Problem], suite: &Suite, quiet: bool, verbose: bool) -> String {
    let mut text: String = problem::list(problems);
    if !quiet {
        let unlocked = pending_changes::without_lock(suite);
        if !unlocked.is_empty() {
            text.push_str(&format!("{}\n", wrap(&format!("note: {}", errata::no_lock(&unlocked)), wrapping::width())));
        }
        text.push_str(&closing(suite, verbose));
        text.push_str(&format!("{} found\n", problem_count(problems)));
    }
    text
}

/// "no problems", "2 problems" or "no problems, 1 warning".
fn problem_count(problems: &[Problem]) -> String {
    let warnings = problems.iter().filter(|problem| problem.kind.is_warning()).count();
    let errors = match problems.len() - warnings {
        0 => "no problems".green(),
        errors => count(errors, "problem").red(),
    };
    match warnings {
        0 => errors.to_string(),
        warnings => format!("{errors}, {}", count(warnings, "warning").yellow()),
    }
}

/// The cited rules, with «» around the quoted words.
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
