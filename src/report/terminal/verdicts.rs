//! Verdicts, told so that an auditor understands a deviation without opening a file.

use std::collections::BTreeSet;

use colored::Colorize;

use crate::oracle::claim::Claim;
use crate::oracle::drift;
use crate::oracle::drift::Drift;
use crate::oracle::drift::LogLine;
use crate::oracle::findings::CrashGroup;
use crate::oracle::findings::Findings;
use crate::oracle::gap::Gap;
use crate::oracle::golden::Standing;
use crate::oracle::review::outcome;
use crate::oracle::rulebook::Rulebook;
use crate::oracle::suggestion::this_call;
use crate::oracle::trial;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Deviation;
use crate::oracle::verdict::Verdict;
use crate::protocol::Note;
use crate::protocol::Profile;
use crate::report::screen::filled;
use crate::report::screen::folded;
use crate::report::terminal::indent;
use crate::report::terminal::quoted_rule;
use crate::report::terminal::unjudged;
use crate::report::wording::count;
use crate::report::wording::listed;
use crate::report::wording::readings;

/// How many scenarios are listed that share something.
const MOST_LISTED: usize = 10;

/// One block for every scenario that is not as it should be; with `verbose`, a line for each of the others.
pub(super) fn blocks(findings: &Findings<'_>, verbose: bool) -> String {
    let own: String = findings.judged.iter().map(|judged| scenario_block(judged, findings, verbose)).collect();
    own + &many_at_once_block(findings, verbose)
}

/// One scenario, if it is not as it should be.
pub(super) fn block(judged: &Judged<'_>, findings: &Findings<'_>) -> String {
    scenario_block(judged, findings, false)
}

fn scenario_block(judged: &Judged<'_>, findings: &Findings<'_>, verbose: bool) -> String {
    let book = &findings.suite.book;
    match findings.excuse(judged) {
        Some(gap) => gap_block(judged, gap, book, verbose),
        // Equal crashes are one block.
        None if matches!(judged.verdict, Verdict::Failed(_)) => String::new(),
        None => verdict_block(judged, book, verbose) + &standing_block(judged, findings),
    }
}

/// Everything that many scenarios may share: crashes, reasons why they were not judged, closed gaps, missing goldens.
pub(super) fn many_at_once_block(findings: &Findings<'_>, verbose: bool) -> String {
    let crashes = findings.crashes();
    let mut text: String = crashes.iter().map(|group| crash_block(group, findings, verbose)).collect();
    text.push_str(&unjudged::blocks(&findings.judged));
    for problem in findings.closed_gaps() {
        text.push_str(&format!("{problem}\n"));
    }
    let missing: Vec<&Judged<'_>> = findings
        .judged
        .iter()
        // The outcome of a scenario that fails cannot be accepted.
        .filter(|judged| judged.standing == Some(Standing::Missing) && judged.verdict == Verdict::Conforms)
        .collect();
    text.push_str(&missing_goldens(&missing, findings));
    text
}

fn verdict_block(judged: &Judged<'_>, book: &Rulebook, verbose: bool) -> String {
    let head = |word: &str| format!("{word} {}\n{}", judged.scenario.id.bold(), indent(&judged.scenario.title, 2));
    match &judged.verdict {
        Verdict::Conforms if verbose => head(&"conforms".green().to_string()) + &remarks(judged),
        Verdict::Conforms => String::new(),
        Verdict::Deviates(deviations) => {
            let mut text = head(&"deviates".red().bold().to_string()) + &remarks(judged);
            let mut logs = Logs::default();
            for (index, claim) in judged.scenario.claims.iter().enumerate() {
                let own: Vec<_> = deviations.iter().filter(|deviation| deviation.claim == Some(index)).collect();
                if !own.is_empty() {
                    text.push_str(&claim_block(claim, &own, judged, book, &mut logs));
                }
            }
            let unclaimed: Vec<_> = deviations.iter().filter(|deviation| deviation.claim.is_none()).collect();
            for deviation in unclaimed {
                let claim = deviation.unreached.and_then(|index| judged.scenario.claims.get(index));
                text.push_str(&match claim {
                    Some(claim) => filled(&quoted_rule(book, &claim.citation), 2),
                    None => indent("no claim speaks of this:", 2),
                });
                text.push_str(&deviation_block(deviation, judged, &mut logs));
            }
            text.push_str(&further_drift(judged));
            text.push('\n');
            text
        }
        Verdict::Misposed(problems) => {
            let lines: String = problems.iter().map(ToString::to_string).collect();
            format!("{}{}\n", head(&"misposed".red().bold().to_string()), indent(&lines, 2))
        }
        Verdict::Failed(crash) => {
            let head = head(&"crashed".red().bold().to_string());
            format!("{head}{}\n", deviation_block(&crash.deviation, judged, &mut Logs::default()))
        }
        Verdict::Rejected(deviation) => {
            let head = head(&"deviates".red().bold().to_string());
            format!("{head}{}\n", deviation_block(deviation, judged, &mut Logs::default()))
        }
        // Told together, because many scenarios often share one reason.
        Verdict::Unanswered(_) | Verdict::Unsupported(_) | Verdict::Unobserved => String::new(),
    }
}

/// A crash and the scenarios that show it.
fn crash_block(group: &CrashGroup<'_, '_>, findings: &Findings<'_>, verbose: bool) -> String {
    if let [only] = group.scenarios.as_slice() {
        return verdict_block(only, &findings.suite.book, verbose);
    }
    let shown = if verbose { group.scenarios.len() } else { MOST_LISTED.min(group.scenarios.len()) };
    let head = format!("{} crash alike", count(group.scenarios.len(), "scenario"));
    let mut text = format!("{} {}\n", "crashed".red().bold(), head.bold());
    text.push_str(&filled(&group.first.deviation.actual.red().to_string(), 2));
    for judged in &group.scenarios[..shown] {
        let subject = judged.verdict.deviations().first().map_or("", |deviation| deviation.subject.as_str());
        text.push_str(&format!("    {} ({subject})\n", judged.scenario.id));
    }
    if shown < group.scenarios.len() {
        text.push_str(&format!("    and {} more; use -v to list them\n", group.scenarios.len() - shown));
    }
    text.push('\n');
    text
}

/// What the engine remarks about a play.
fn remarks(judged: &Judged<'_>) -> String {
    let line = |note: &Note| {
        let step = note.step.map_or(String::new(), |step| format!("step {step}: "));
        filled(&format!("{} {step}{}", "!".yellow().bold(), note.text), 2)
    };
    judged.notes.iter().map(line).collect()
}

/// A deviation that is known: its reason instead of its details, unless somebody wants those as well.
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
    deviations: &[&Deviation],
    judged: &Judged<'_>,
    book: &Rulebook,
    logs: &mut Logs,
) -> String {
    let mut text = filled(&quoted_rule(book, &claim.citation), 2);
    for deviation in deviations {
        text.push_str(&deviation_block(deviation, judged, logs));
    }
    text
}

/// How far in a deviation stands below its scenario.
const DEVIATION_MARGIN: usize = 4;

fn deviation_block(deviation: &Deviation, judged: &Judged<'_>, logs: &mut Logs) -> String {
    let mut text = format!("{} {}\n", "-->".blue(), deviation.place);
    text.push_str(&format!("{}\n", deviation.subject.bold()));
    for (word, value) in [("expected", deviation.expected.green()), ("actual  ", deviation.actual.red())] {
        text.push_str(&format!("{}\n", folded(&format!("  {word}  {value}"), 12, DEVIATION_MARGIN)));
    }
    if let Some(remark) = deviation.remark {
        text.push_str(&format!("            {}\n", remark.dimmed()));
    }
    text.push_str(&log_around(deviation, judged, logs));
    indent(&text, DEVIATION_MARGIN)
}

/// The stretches of a log that were shown already.
type Logs = BTreeSet<(usize, usize)>;

/// The log around the moment, with the moment marked. Each stretch is shown once.
fn log_around(deviation: &Deviation, judged: &Judged<'_>, logs: &mut Logs) -> String {
    let Some(excerpt) = &judged.excerpt else { return String::new() };
    let lines = excerpt.events_near(deviation);
    let (Some((from, _)), Some((to, _))) = (lines.first(), lines.last()) else {
        return "  the log is empty\n".to_owned();
    };
    if !logs.insert((*from, *to)) {
        return match deviation.moment {
            Some(moment) => format!("  log, at {}, as above\n", moment + 1),
            None => String::new(),
        };
    }
    let mut text = match from == to {
        true => format!("  log, {} of {}\n", from + 1, excerpt.length),
        false => format!("  log, {} to {} of {}\n", from + 1, to + 1, excerpt.length),
    };
    for (index, line) in lines {
        let shown = if deviation.moment == Some(index) {
            format!("{} {:>3} {}", "›".yellow(), index + 1, line.yellow())
        } else {
            format!("  {:>3} {}", index + 1, line.dimmed())
        };
        text.push_str(&format!("{}\n", folded(&format!("  {shown}"), 12, DEVIATION_MARGIN)));
    }
    text
}

/// What else differs from the golden of a scenario that fails. Repeats nothing that its failing claims show.
fn further_drift(judged: &Judged<'_>) -> String {
    let Some(Standing::Drifted(drift)) = &judged.standing else { return String::new() };
    let rest = drift.beyond(judged.scenario, &judged.verdict);
    match rest.is_empty() {
        true => String::new(),
        false => indent("its golden also differs in:", 2) + &indent(&drift_lines(&rest), 4),
    }
}

fn standing_block(judged: &Judged<'_>, findings: &Findings<'_>) -> String {
    match &judged.standing {
        Some(Standing::Drifted(_)) if judged.verdict != Verdict::Conforms => String::new(),
        Some(Standing::Drifted(drift)) => drift_block(judged, drift, findings),
        Some(Standing::Unreadable(problems)) => {
            let lines: String = problems.iter().map(ToString::to_string).collect();
            format!("{} {}\n{}\n", "golden unreadable".red().bold(), judged.scenario.id.bold(), indent(&lines, 2))
        }
        Some(Standing::Accepted | Standing::Missing) | None => String::new(),
    }
}

/// What differs from the golden, under the claims it touches, each with its rule above.
fn drift_block(judged: &Judged<'_>, drift: &Drift, findings: &Findings<'_>) -> String {
    let (id, book) = (&judged.scenario.id, &findings.suite.book);
    let mut text = format!("{} {}\n{}", "drifts".yellow().bold(), id.bold(), indent(&judged.scenario.title, 2));
    // Where an engine has goldens of its own, it may be in another folder.
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
        text.push_str(&indent("no claim speaks of this:", 2));
        text.push_str(&indent(&drift_lines(&rest), 4));
    }
    if judged.is_too_long {
        text.push_str(&indent("the outcome is too long: this is its beginning, and it cannot be accepted", 2));
    } else if let Some(bless) = bless(judged) {
        text.push_str(&filled(&format!("if the new outcome is right, accept it with `{bless}`"), 2));
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
        let remark = accepted.as_deref().zip(now.as_deref()).and_then(|(accepted, now)| drift::near(accepted, now));
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

/// The command that accepts an outcome; none where it is refused.
pub(crate) fn bless(judged: &Judged<'_>) -> Option<String> {
    this_call().accepts(&["bless", &judged.scenario.id]).filter(|_| outcome::waits(judged))
}

fn missing_goldens(missing: &[&Judged<'_>], findings: &Findings<'_>) -> String {
    if missing.is_empty() {
        return String::new();
    }
    let mut text = format!("{} {}\n", "no golden".yellow().bold(), count(missing.len(), "scenario"));
    for judged in missing.iter().take(MOST_LISTED) {
        text.push_str(&format!("  {}\n", judged.scenario.id));
    }
    if missing.len() > MOST_LISTED {
        text.push_str(&format!("  and {} more\n", missing.len() - MOST_LISTED));
    }
    if let Some(first) = missing.iter().find(|judged| outcome::waits(judged)) {
        text.push_str(&filled(&to_accept(first, findings), 2));
    }
    text + "\n"
}

/// How an outcome without a golden is looked at and accepted. All of them at once, where none would be refused.
fn to_accept(first: &Judged<'_>, findings: &Findings<'_>) -> String {
    let explain = this_call().plays(&["explain", &first.scenario.id]);
    let is_whole = findings.judged.len() == findings.suite.scenarios.len();
    let bless = match is_whole && findings.judged.iter().all(|judged| judged.verdict == Verdict::Conforms) {
        true => this_call().accepts(&["bless"]),
        false => bless(first),
    };
    let accept = bless.map_or(String::new(), |bless| format!("; accept it with `{bless}`"));
    format!("look at the outcome with `{explain}`{accept}")
}

/// `1 conforms`, `2 conform`.
fn count_verb(number: usize, verb: &str) -> String {
    if number == 1 { format!("1 {verb}s") } else { format!("{number} {verb}") }
}

/// One line of figures, and what was turned off.
pub(super) fn summary(findings: &Findings<'_>) -> String {
    let tally = findings.tally();
    let mut parts = vec![count_verb(tally.conforms, "conform").green().to_string()];
    let unloaded = findings.unloaded;
    let grave = [
        (unloaded, format!("{unloaded} could not be loaded")),
        (tally.deviates, count_verb(tally.deviates, "deviate")),
        (tally.misposed, format!("{} misposed", tally.misposed)),
        (tally.unanswered, format!("{} unanswered", tally.unanswered)),
        (tally.drifted, count_verb(tally.drifted, "drift")),
        (tally.without_golden, format!("{} without golden", tally.without_golden)),
        (tally.unreadable_goldens, format!("{} with an unreadable golden", tally.unreadable_goldens)),
    ];
    parts.extend(grave.into_iter().filter(|(number, _)| *number > 0).map(|(_, part)| part.red().bold().to_string()));
    let known = [
        (tally.gaps, count_verb(tally.gaps, "deviate") + " as known"),
        (tally.unsupported, format!("{} unsupported", tally.unsupported)),
        (tally.unobserved, format!("{} unobserved", tally.unobserved)),
    ];
    parts.extend(known.into_iter().filter(|(number, _)| *number > 0).map(|(_, part)| part.yellow().to_string()));
    let ran = findings.judged.len();
    let scenarios = match unloaded {
        0 => count(ran, "scenario"),
        _ => format!("{ran} of {}", count(ran + unloaded, "scenario")),
    };
    let mut text = format!("{scenarios}: {}\n", parts.join(", "));
    if findings.judges_nothing() {
        text.push_str(&format!("{}\n", "no scenario was judged".red().bold()));
    }
    if !tally.observed.is_whole() {
        let (shown, all) = (tally.observed.shown, tally.observed.all);
        let in_part = match tally.observed.in_part {
            0 => String::new(),
            number => format!(", {number} of them in part"),
        };
        text.push_str(&format!("{} of {all} expectations observed{in_part}\n", shown.to_string().yellow()));
    }
    if !findings.without.is_empty() {
        let off = findings.without.join(", ").yellow();
        let has_one = |profile: &Profile| !trial::own_switches(&findings.without, profile).is_empty();
        let engines = findings.engines.iter();
        let games: Vec<String> = engines.filter(|(_, own)| has_one(own)).map(|(game, _)| game.clone()).collect();
        // The goldens of games that have none of the switches are compared.
        let of = if games.len() == findings.engines.len() { String::new() } else { format!(" of {}", listed(&games)) };
        text.push_str(&filled(&format!("played without {off}; goldens{of} were not compared"), 0));
    }
    for (game, chosen) in &findings.suite.readings {
        let shown = readings(chosen).yellow();
        text.push_str(&format!("{game} was played by the readings {shown}; its goldens were not compared\n"));
    }
    text
}
