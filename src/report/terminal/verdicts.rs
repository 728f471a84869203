//! Verdicts, with everything that an auditor needs to understand a failure without opening a file.

use std::collections::BTreeSet;

use colored::Colorize;

use crate::report::terminal::indent;
use crate::report::terminal::quoted_rule;
use crate::report::terminal::unjudged;
use crate::report::text::grammar::count;
use crate::report::text::grammar::listed;
use crate::report::text::grammar::readings;
use crate::report::text::grammar::thousands;
use crate::report::text::refusal;
use crate::report::text::wrapping::filled;
use crate::report::text::wrapping::folded;
use truthsayer_oracle::base::suggestion::this_call;
use truthsayer_oracle::evidence::findings::CrashGroup;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::judge::play_and_judge;
use truthsayer_oracle::judge::play_and_judge::Judged;
use truthsayer_oracle::judge::unclaimed_drift;
use truthsayer_oracle::judge::verdict::Mismatch;
use truthsayer_oracle::judge::verdict::Verdict;
use truthsayer_oracle::review::outcome;
use truthsayer_oracle::rulebook::Rulebook;
use truthsayer_oracle::suite::claim::Claim;
use truthsayer_oracle::suite::gap::Gap;
use truthsayer_oracle::suite::golden::GoldenStatus;
use truthsayer_oracle::suite::golden_diff;
use truthsayer_oracle::suite::golden_diff::Drift;
use truthsayer_oracle::suite::golden_diff::LogLine;
use truthsayer_protocol::Crash;
use truthsayer_protocol::Note;
use truthsayer_protocol::Profile;

/// Maximum number of scenarios listed per group.
const MOST_LISTED: usize = 10;

/// One block for every scenario that does not pass. With `verbose`, also for those that pass.
pub(super) fn blocks(findings: &Findings<'_>, verbose: bool) -> String {
    let own: String = findings.judged.iter().map(|judged| scenario_block(judged, findings, verbose)).collect();
    own + &crash_blocks(findings, verbose) + &many_at_once_block(findings)
}

/// The block of one scenario; empty if it passes.
pub(super) fn block(judged: &Judged<'_>, findings: &Findings<'_>) -> String {
    scenario_block(judged, findings, false)
}

fn scenario_block(judged: &Judged<'_>, findings: &Findings<'_>, verbose: bool) -> String {
    let book = &findings.suite.book;
    match findings.excuse(judged) {
        Some(gap) => gap_block(judged, gap, book, verbose),
        // Equal crashes share one block, printed later.
        None if matches!(judged.verdict, Verdict::Crashed(_)) => String::new(),
        None => verdict_block(judged, book, verbose) + &status_block(judged, findings),
    }
}

/// One block for each group of equal crashes.
pub(super) fn crash_blocks(findings: &Findings<'_>, verbose: bool) -> String {
    findings.crashes().iter().map(|group| crash_block(group, findings, verbose)).collect()
}

/// Blocks for groups of scenarios: unjudged scenarios, closed gaps, missing goldens.
pub(super) fn many_at_once_block(findings: &Findings<'_>) -> String {
    let mut text = unjudged::blocks(&findings.judged, &findings.suite.project);
    for problem in findings.closed_gaps() {
        text.push_str(&crate::report::terminal::problem::show(&problem));
    }
    let missing: Vec<&Judged<'_>> = findings
        .judged
        .iter()
        // The outcome of a scenario that fails cannot be accepted.
        .filter(|judged| judged.status == Some(GoldenStatus::Missing) && judged.verdict == Verdict::Pass)
        .collect();
    text.push_str(&missing_goldens(&missing, findings));
    text
}

fn verdict_block(judged: &Judged<'_>, book: &Rulebook, verbose: bool) -> String {
    let head = |word: &str| format!("{word} {}\n{}", judged.scenario.id.bold(), indent(&judged.scenario.title, 2));
    match &judged.verdict {
        Verdict::Pass if verbose => head(&"pass".green().to_string()) + &remarks(judged),
        Verdict::Pass => String::new(),
        Verdict::Fail(mismatches) => {
            let mut text = head(&"fail".red().bold().to_string()) + &remarks(judged);
            let mut logs = Logs::default();
            for (index, claim) in judged.scenario.claims.iter().enumerate() {
                let own: Vec<_> = mismatches.iter().filter(|mismatch| mismatch.claim == Some(index)).collect();
                if !own.is_empty() {
                    text.push_str(&claim_block(claim, &own, judged, book, &mut logs));
                }
            }
            let unclaimed: Vec<_> = mismatches.iter().filter(|mismatch| mismatch.claim.is_none()).collect();
            for mismatch in unclaimed {
                let claim = mismatch.unreached.and_then(|index| judged.scenario.claims.get(index));
                text.push_str(&match claim {
                    Some(claim) => filled(&quoted_rule(book, &claim.citation), 2),
                    None => indent("no claim is about this:", 2),
                });
                text.push_str(&mismatch_block(mismatch, judged, &mut logs));
            }
            text.push_str(&further_drift(judged));
            text.push('\n');
            text
        }
        Verdict::Invalid(problems) => {
            let lines: String = problems.iter().map(ToString::to_string).collect();
            format!("{}{}\n", head(&"invalid".red().bold().to_string()), indent(&lines, 2))
        }
        Verdict::Crashed(crash) => {
            let head = head(&"crashed".red().bold().to_string());
            let failure = mismatch_block(&crash.mismatch, judged, &mut Logs::default());
            format!("{head}{failure}{}\n", trace(&crash.failure))
        }
        Verdict::Rejected(mismatch) => {
            let head = head(&"fail".red().bold().to_string());
            format!("{head}{}\n", mismatch_block(mismatch, judged, &mut Logs::default()))
        }
        // Grouped by reason, because many scenarios often share one.
        Verdict::NoAnswer(_) | Verdict::Unsupported(_) | Verdict::Unobserved => String::new(),
    }
}

/// A crash, and the scenarios in which it occurs.
fn crash_block(group: &CrashGroup<'_, '_>, findings: &Findings<'_>, verbose: bool) -> String {
    if let [only] = group.scenarios.as_slice() {
        return verdict_block(only, &findings.suite.book, verbose);
    }
    let shown = if verbose { group.scenarios.len() } else { MOST_LISTED.min(group.scenarios.len()) };
    let head = format!("{} crash in the same way", count(group.scenarios.len(), "scenario"));
    let mut text = format!("{} {}\n", "crashed".red().bold(), head.bold());
    text.push_str(&filled(&group.first.mismatch.actual.red().to_string(), 2));
    text.push_str(&trace(&group.first.failure));
    for judged in &group.scenarios[..shown] {
        let subject = judged.verdict.mismatches().first().map_or("", |mismatch| mismatch.subject.as_str());
        text.push_str(&format!("    {} ({subject})\n", judged.scenario.id));
    }
    if shown < group.scenarios.len() {
        text.push_str(&format!("    {} more; use -v to list them\n", group.scenarios.len() - shown));
    }
    text.push('\n');
    text
}

/// The last lines of the engine's trace.
fn trace(crash: &Crash) -> String {
    if crash.trace.is_empty() {
        return String::new();
    }
    let lines: String = crash.trace.iter().map(|line| format!("{}\n", line.dimmed())).collect();
    indent("the engine's trace ends with:", MISMATCH_MARGIN) + &indent(&lines, MISMATCH_MARGIN + 2)
}

/// Notes of the engine about a run.
fn remarks(judged: &Judged<'_>) -> String {
    let line = |note: &Note| {
        let step = note.step.map_or(String::new(), |step| format!("step {step}: "));
        filled(&format!("{} {step}{}", "!".yellow().bold(), note.text), 2)
    };
    judged.notes.iter().map(line).collect()
}

/// A known gap: its reason. With `verbose`, also the details.
fn gap_block(judged: &Judged<'_>, gap: &Gap, book: &Rulebook, verbose: bool) -> String {
    let head = format!("{} {}\n", "⚠️ gap".yellow().bold(), judged.scenario.id.bold());
    let mut text = format!("{head}{}", filled(&gap.sentence(), 2));
    if verbose {
        text.push_str(&verdict_block(judged, book, verbose));
    }
    text.push('\n');
    text
}

fn claim_block(
    claim: &Claim,
    mismatches: &[&Mismatch],
    judged: &Judged<'_>,
    book: &Rulebook,
    logs: &mut Logs,
) -> String {
    let mut text = filled(&quoted_rule(book, &claim.citation), 2);
    for mismatch in mismatches {
        text.push_str(&mismatch_block(mismatch, judged, logs));
    }
    text
}

/// Indentation of a failure below its scenario.
const MISMATCH_MARGIN: usize = 4;

fn mismatch_block(mismatch: &Mismatch, judged: &Judged<'_>, logs: &mut Logs) -> String {
    let mut text = format!("{} {}\n", "-->".blue(), mismatch.place);
    text.push_str(&format!("{}\n", mismatch.subject.bold()));
    for (word, value) in [("expected", mismatch.expected.green()), ("actual  ", mismatch.actual.red())] {
        text.push_str(&format!("{}\n", folded(&format!("  {word}  {value}"), 12, MISMATCH_MARGIN)));
    }
    if let Some(remark) = mismatch.remark {
        text.push_str(&format!("            {}\n", remark.dimmed()));
    }
    text.push_str(&log_around(mismatch, judged, logs));
    indent(&text, MISMATCH_MARGIN)
}

/// The parts of a log that are already shown.
type Logs = BTreeSet<(usize, usize)>;

/// The log around the failing event, which is marked. Shows each part once.
fn log_around(mismatch: &Mismatch, judged: &Judged<'_>, logs: &mut Logs) -> String {
    let Some(excerpt) = &judged.excerpt else { return String::new() };
    let lines = excerpt.events_near(mismatch);
    let (Some((from, _)), Some((to, _))) = (lines.first(), lines.last()) else {
        return "  the log is empty\n".to_owned();
    };
    if !logs.insert((*from, *to)) {
        return match mismatch.moment {
            Some(moment) => format!("  log entry {}, shown above\n", moment + 1),
            None => String::new(),
        };
    }
    let mut text = match from == to {
        true => format!("  log entry {} of {}\n", from + 1, excerpt.length),
        false => format!("  log entries {} to {} of {}\n", from + 1, to + 1, excerpt.length),
    };
    for (index, line) in lines {
        let shown = if mismatch.moment == Some(index) {
            format!("{} {:>3} {}", "›".yellow(), index + 1, line.yellow())
        } else {
            format!("  {:>3} {}", index + 1, line.dimmed())
        };
        text.push_str(&format!("{}\n", folded(&format!("  {shown}"), 12, MISMATCH_MARGIN)));
    }
    text
}

/// Further differences from the golden of a failing scenario, without those that its failing claims show.
fn further_drift(judged: &Judged<'_>) -> String {
    let Some(GoldenStatus::Drifted(drift)) = &judged.status else { return String::new() };
    let rest = unclaimed_drift::unclaimed(drift, judged.scenario, &judged.verdict);
    match rest.is_empty() {
        true => String::new(),
        false => indent("its golden also differs in:", 2) + &indent(&drift_lines(&rest), 4),
    }
}

fn status_block(judged: &Judged<'_>, findings: &Findings<'_>) -> String {
    match &judged.status {
        Some(GoldenStatus::Drifted(_)) if judged.verdict != Verdict::Pass => String::new(),
        Some(GoldenStatus::Drifted(drift)) => drift_block(judged, drift, findings),
        Some(GoldenStatus::Unreadable(problems)) => {
            let lines: String = problems.iter().map(ToString::to_string).collect();
            format!("{} {}\n{}\n", "golden unreadable".red().bold(), judged.scenario.id.bold(), indent(&lines, 2))
        }
        Some(GoldenStatus::Accepted | GoldenStatus::Missing) | None => String::new(),
    }
}

/// Differences from the golden, each under the rule of the claim that it affects.
fn drift_block(judged: &Judged<'_>, drift: &Drift, findings: &Findings<'_>) -> String {
    let (id, book) = (&judged.scenario.id, &findings.suite.book);
    let mut text = format!("{} {}\n{}", "drifts".yellow().bold(), id.bold(), indent(&judged.scenario.title, 2));
    // Engines with their own goldens keep them in another folder.
    if findings.suite.project.engines.values().all(|engine| engine.golden.is_none()) {
        text.push_str(&format!("  {} {}\n", "-->".blue(), findings.suite.project.goldens().path(id)));
    }
    let mut explained = Vec::new();
    for claim in &judged.scenario.claims {
        let part = drift.touching(claim);
        if !part.is_empty() {
            text.push_str(&filled(&quoted_rule(book, &claim.citation), 2));
            text.push_str(&indent(&drift_lines(&part), 4));
            explained.push(part);
        }
    }
    let rest = drift.without(&explained);
    if !rest.is_empty() {
        text.push_str(&indent("no claim is about this:", 2));
        text.push_str(&indent(&drift_lines(&rest), 4));
    }
    if judged.is_too_long {
        text.push_str(&indent("the outcome is too long to accept; this is its beginning", 2));
    } else if let Some(accept) = refusal::how_to_accept(judged) {
        text.push_str(&filled(&format!("if the new outcome is right, {accept}"), 2));
    }
    text.push('\n');
    text
}

fn drift_lines(drift: &Drift) -> String {
    let mut text = String::new();
    for (path, accepted, now) in &drift.changes {
        text.push_str(&format!("{path}\n"));
        let shown = |change: &Option<String>| change.clone().unwrap_or_else(|| "unchanged".to_owned());
        text.push_str(&format!("  {}\n", format!("- {}", shown(accepted)).red()));
        text.push_str(&format!("  {}\n", format!("+ {}", shown(now)).green()));
        let remark =
            accepted.as_deref().zip(now.as_deref()).and_then(|(accepted, now)| golden_diff::near(accepted, now));
        text.extend(remark.map(|remark| format!("    {}\n", remark.dimmed())));
    }
    if !drift.log.is_empty() {
        text.push_str("log\n");
    }
    for line in &drift.log {
        let shown = match line {
            LogLine::Same(line) => format!("  {line}").normal(),
            LogLine::Gone(line) => format!("- {line}").red(),
            LogLine::New(line) => format!("+ {line}").green(),
        };
        text.push_str(&format!("  {shown}\n"));
    }
    text
}

fn missing_goldens(missing: &[&Judged<'_>], findings: &Findings<'_>) -> String {
    if missing.is_empty() {
        return String::new();
    }
    let head = format!("{} without a golden", count(missing.len(), "scenario"));
    let mut text = format!("{}; missing:\n", head.yellow().bold());
    let goldens = findings.suite.project.goldens();
    for judged in missing.iter().take(MOST_LISTED) {
        text.push_str(&format!("  {}\n", goldens.path(&judged.scenario.id)));
    }
    if missing.len() > MOST_LISTED {
        text.push_str(&format!("  {} more\n", missing.len() - MOST_LISTED));
    }
    if let Some(first) = missing.iter().find(|judged| outcome::waits(judged)) {
        text.push_str(&filled(&to_accept(first, findings), 2));
    }
    text + "\n"
}

/// How to see and accept an outcome without a golden: all at once if every scenario ran and passed.
fn to_accept(first: &Judged<'_>, findings: &Findings<'_>) -> String {
    let explain = this_call().plays(&["explain", &first.scenario.id]);
    let accept = match findings.is_whole() && findings.judged.iter().all(|judged| judged.verdict == Verdict::Pass) {
        true => Some(refusal::accept_with(|call| call.accepts(&["bless"]))),
        false => refusal::how_to_accept(first),
    };
    let accept = accept.map_or(String::new(), |accept| format!("; {accept}"));
    format!("`{explain}` shows the outcome{accept}")
}

/// `1 has no golden`, `2 have no golden`.
fn number_with(number: usize, one: &str, many: &str) -> String {
    format!("{} {}", thousands(number), if number == 1 { one } else { many })
}

/// `3 scenarios passed`, or `1 of 3 scenarios passed` if some did not.
fn passed(passed: usize, all: usize) -> String {
    match passed == all {
        true => format!("{} passed", count(all, "scenario")),
        false => format!("{} of {} passed", thousands(passed), count(all, "scenario")),
    }
}

/// One line of counts, and the conditions of the run.
pub(super) fn summary(findings: &Findings<'_>) -> String {
    let tally = findings.tally();
    let mut parts = vec![passed(tally.passed, findings.judged.len()).green().to_string()];
    let failing = [
        (tally.failing, format!("{} failed", thousands(tally.failing))),
        (tally.crashed, format!("{} crashed", thousands(tally.crashed))),
        (tally.invalid, number_with(tally.invalid, "is invalid", "are invalid")),
        (tally.no_answer, format!("{} got no answer", thousands(tally.no_answer))),
        (tally.drifted, number_with(tally.drifted, "drifted from its golden", "drifted from their golden")),
        (tally.without_golden, number_with(tally.without_golden, "has no golden", "have no golden")),
        (
            tally.unreadable_goldens,
            number_with(tally.unreadable_goldens, "has an unreadable golden", "have an unreadable golden"),
        ),
    ];
    parts.extend(failing.into_iter().filter(|(number, _)| *number > 0).map(|(_, part)| part.red().bold().to_string()));
    let known = [
        (tally.gaps, number_with(tally.gaps, "is a known gap", "are known gaps")),
        (tally.unsupported, format!("{} unsupported", thousands(tally.unsupported))),
        (tally.unobserved, format!("{} unobserved", thousands(tally.unobserved))),
    ];
    parts.extend(known.into_iter().filter(|(number, _)| *number > 0).map(|(_, part)| part.yellow().to_string()));
    let mut text = format!("{}\n", parts.join(", "));
    if findings.judges_nothing() {
        text.push_str(&format!("{}\n", "no scenario was judged".red().bold()));
    }
    if !tally.observed.is_whole() {
        let (shown, all) = (tally.observed.shown, tally.observed.all);
        let in_part = match tally.observed.in_part {
            0 => String::new(),
            number => format!(", {} of them in part", thousands(number)),
        };
        text.push_str(&format!("{} of {} observed{in_part}\n", thousands(shown).yellow(), count(all, "expectation")));
    }
    if !findings.without.is_empty() {
        let off = findings.without.join(", ").yellow();
        let has_one = |profile: &Profile| !play_and_judge::own_switches(&findings.without, profile).is_empty();
        let engines = findings.engines.iter();
        let games: Vec<String> = engines.filter(|(_, own)| has_one(own)).map(|(game, _)| game.clone()).collect();
        // Goldens of games without these switches are still compared.
        let of = if games.len() == findings.engines.len() { String::new() } else { format!(" of {}", listed(&games)) };
        text.push_str(&filled(&format!("switched off: {off}; goldens{of} were not compared"), 0));
    }
    for (game, chosen) in &findings.suite.readings {
        let shown = readings(chosen).yellow();
        text.push_str(&format!("{game} ran with the readings {shown}; its goldens were not compared\n"));
    }
    text
}
