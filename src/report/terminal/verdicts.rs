//! Verdicts, told so that an auditor understands a deviation without opening a file.

use colored::Colorize;

use crate::oracle::claim::Claim;
use crate::oracle::drift::Drift;
use crate::oracle::drift::LogLine;
use crate::oracle::findings::Findings;
use crate::oracle::gap::Gap;
use crate::oracle::golden::Standing;
use crate::oracle::rulebook::Rulebook;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Deviation;
use crate::oracle::verdict::Verdict;
use crate::protocol::Note;
use crate::report::terminal::indent;
use crate::report::terminal::quoted_rule;
use crate::report::terminal::unjudged;
use crate::report::wording::count;
use crate::report::wording::readings;
use crate::report::wording::wrap;

const WIDTH: usize = 96;

/// One block for every scenario that is not as it should be; with `verbose`, a line for each of the others.
pub(super) fn blocks(findings: &Findings<'_>, verbose: bool) -> String {
    let mut text = String::new();
    for judged in &findings.judged {
        match findings.excuse(judged) {
            Some(gap) => text.push_str(&gap_block(judged, gap, &findings.suite.book, verbose)),
            None => {
                text.push_str(&verdict_block(judged, &findings.suite.book, verbose));
                text.push_str(&standing_block(judged, &findings.suite.book));
            }
        }
    }
    text.push_str(&unjudged::blocks(&findings.judged));
    for problem in findings.closed_gaps() {
        text.push_str(&format!("{problem}\n"));
    }
    let missing: Vec<&str> = findings
        .judged
        .iter()
        .filter(|judged| judged.standing == Some(Standing::Missing))
        .map(|judged| judged.scenario.id.as_str())
        .collect();
    text.push_str(&missing_goldens(&missing));
    text
}

fn verdict_block(judged: &Judged<'_>, book: &Rulebook, verbose: bool) -> String {
    let head = |word: &str| format!("{word} {}\n{}", judged.scenario.id.bold(), indent(&judged.scenario.title, 2));
    match &judged.verdict {
        Verdict::Conforms if verbose => head(&"conforms".green().to_string()) + &remarks(judged),
        Verdict::Conforms => String::new(),
        Verdict::Deviates(deviations) => {
            let mut text = head(&"deviates".red().bold().to_string()) + &remarks(judged);
            for (index, claim) in judged.scenario.claims.iter().enumerate() {
                let own: Vec<_> = deviations.iter().filter(|deviation| deviation.claim == Some(index)).collect();
                if !own.is_empty() {
                    text.push_str(&claim_block(claim, &own, judged, book));
                }
            }
            let unclaimed: Vec<_> = deviations.iter().filter(|deviation| deviation.claim.is_none()).collect();
            for deviation in unclaimed {
                text.push_str(&indent("no claim speaks of this:", 2));
                text.push_str(&deviation_block(deviation, judged));
            }
            text.push('\n');
            text
        }
        Verdict::Misposed(problems) => {
            let lines: String = problems.iter().map(ToString::to_string).collect();
            format!("{}{}\n", head(&"misposed".red().bold().to_string()), indent(&lines, 2))
        }
        Verdict::Failed(deviation) => {
            let head = head(&"deviates".red().bold().to_string());
            format!("{head}{}\n", deviation_block(deviation, judged))
        }
        // Told together, because many scenarios often share one reason.
        Verdict::Unanswered(_) | Verdict::Unsupported(_) | Verdict::Unobserved => String::new(),
    }
}

/// What the engine remarks about a play.
fn remarks(judged: &Judged<'_>) -> String {
    let line = |note: &Note| {
        let step = note.step.map_or(String::new(), |step| format!("step {step}: "));
        indent(&wrap(&format!("{} {step}{}", "!".yellow().bold(), note.text), WIDTH), 2)
    };
    judged.notes.iter().map(line).collect()
}

/// A deviation that is known: its reason instead of its details, unless somebody wants those as well.
fn gap_block(judged: &Judged<'_>, gap: &Gap, book: &Rulebook, verbose: bool) -> String {
    let head = format!("{} {}\n", "⚠️ gap".yellow().bold(), judged.scenario.id.bold());
    let mut text = format!("{head}{}", indent(&wrap(&gap.sentence(), WIDTH), 2));
    if verbose {
        text.push_str(&verdict_block(judged, book, verbose));
    }
    text.push('\n');
    text
}

fn claim_block(claim: &Claim, deviations: &[&Deviation], judged: &Judged<'_>, book: &Rulebook) -> String {
    let rule = quoted_rule(book, &claim.citation);
    let mut text = indent(&wrap(&rule, WIDTH), 2);
    for deviation in deviations {
        text.push_str(&deviation_block(deviation, judged));
    }
    text
}

fn deviation_block(deviation: &Deviation, judged: &Judged<'_>) -> String {
    let mut text = format!("{} {}\n", "-->".blue(), deviation.place);
    text.push_str(&format!("{}\n", deviation.subject.bold()));
    text.push_str(&format!("  expected  {}\n", deviation.expected.green()));
    text.push_str(&format!("  actual    {}\n", deviation.actual.red()));
    text.push_str(&log_around(deviation, judged));
    indent(&text, 4)
}

/// The log around the moment, with the moment marked.
fn log_around(deviation: &Deviation, judged: &Judged<'_>) -> String {
    let Some(excerpt) = &judged.excerpt else { return String::new() };
    let lines = excerpt.events_near(deviation);
    let (Some((from, _)), Some((to, _))) = (lines.first(), lines.last()) else {
        return "  the log is empty\n".to_owned();
    };
    let mut text = format!("  log, {} to {} of {}\n", from + 1, to + 1, excerpt.length);
    for (index, line) in lines {
        let shown = if deviation.moment == Some(index) {
            format!("{} {:>3} {}", "›".yellow(), index + 1, line.yellow())
        } else {
            format!("  {:>3} {}", index + 1, line.dimmed())
        };
        text.push_str(&format!("  {shown}\n"));
    }
    text
}

fn standing_block(judged: &Judged<'_>, book: &Rulebook) -> String {
    match &judged.standing {
        Some(Standing::Drifted(drift)) => drift_block(judged, drift, book),
        Some(Standing::Unreadable(problems)) => {
            let lines: String = problems.iter().map(ToString::to_string).collect();
            format!("{} {}\n{}\n", "golden unreadable".red().bold(), judged.scenario.id.bold(), indent(&lines, 2))
        }
        Some(Standing::Accepted | Standing::Missing) | None => String::new(),
    }
}

/// What differs from the golden, under the claims it touches, each with its rule above.
fn drift_block(judged: &Judged<'_>, drift: &Drift, book: &Rulebook) -> String {
    let mut text =
        format!("{} {}\n{}", "drifts".yellow().bold(), judged.scenario.id.bold(), indent(&judged.scenario.title, 2));
    let mut explained = Vec::new();
    for claim in &judged.scenario.claims {
        let part = drift.touching(claim);
        if !part.is_empty() {
            text.push_str(&indent(&wrap(&quoted_rule(book, &claim.citation), WIDTH), 2));
            text.push_str(&indent(&drift_lines(&part), 4));
            explained.push(part);
        }
    }
    let rest = drift.without(&explained);
    if !rest.is_empty() {
        text.push_str(&indent("no claim speaks of this:", 2));
        text.push_str(&indent(&drift_lines(&rest), 4));
    }
    // `bless` refuses while a claim fails, so there is nothing to advise then.
    if matches!(judged.verdict, Verdict::Conforms) {
        text.push_str(&indent("if the new outcome is right, accept it with `truthsayer bless`", 2));
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

fn missing_goldens(ids: &[&str]) -> String {
    const MOST: usize = 10;
    if ids.is_empty() {
        return String::new();
    }
    let mut text = format!("{} {}\n", "no golden".yellow().bold(), count(ids.len(), "scenario"));
    for id in ids.iter().take(MOST) {
        text.push_str(&format!("  {id}\n"));
    }
    if ids.len() > MOST {
        text.push_str(&format!("  and {} more\n", ids.len() - MOST));
    }
    text.push_str("  look at an outcome with `truthsayer explain`; `truthsayer bless` accepts it as the golden\n\n");
    text
}

/// `1 conforms`, `2 conform`.
fn did(number: usize, verb: &str) -> String {
    if number == 1 { format!("1 {verb}s") } else { format!("{number} {verb}") }
}

/// One line of figures, and what was turned off.
pub(super) fn summary(findings: &Findings<'_>) -> String {
    let tally = findings.tally();
    let mut parts = vec![did(tally.conforms, "conform").green().to_string()];
    let grave = [
        (tally.deviates, did(tally.deviates, "deviate")),
        (tally.misposed, format!("{} misposed", tally.misposed)),
        (tally.unanswered, format!("{} unanswered", tally.unanswered)),
        (tally.drifted, did(tally.drifted, "drift")),
        (tally.without_golden, format!("{} without golden", tally.without_golden)),
        (tally.unreadable_goldens, format!("{} with an unreadable golden", tally.unreadable_goldens)),
    ];
    parts.extend(grave.into_iter().filter(|(number, _)| *number > 0).map(|(_, part)| part.red().bold().to_string()));
    let known = [
        (tally.gaps, did(tally.gaps, "deviate") + " as known"),
        (tally.unsupported, format!("{} unsupported", tally.unsupported)),
        (tally.unobserved, format!("{} unobserved", tally.unobserved)),
    ];
    parts.extend(known.into_iter().filter(|(number, _)| *number > 0).map(|(_, part)| part.yellow().to_string()));
    let mut text = format!("{}: {}\n", count(findings.judged.len(), "scenario"), parts.join(", "));
    if !tally.observed.is_whole() {
        let (shown, all) = (tally.observed.shown, tally.observed.all);
        text.push_str(&format!("{} of {all} expectations observed\n", shown.to_string().yellow()));
    }
    if !findings.without.is_empty() {
        text.push_str(&format!("played without {}; goldens were not compared\n", findings.without.join(", ").yellow()));
    }
    for (game, chosen) in &findings.suite.readings {
        let shown = readings(chosen).yellow();
        text.push_str(&format!("{game} was played by the readings {shown}; goldens were not compared\n"));
    }
    text
}
