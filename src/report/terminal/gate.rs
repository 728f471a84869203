//! The verdict of `gate`, with each reason and what to type next, on one screen.

use colored::Colorize;

use crate::report::terminal::failing;
use crate::report::terminal::indent;
use crate::report::text::grammar::count;
use crate::report::text::grammar::first_words;
use crate::report::text::grammar::wrap;
use crate::report::text::refusal;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::gate::Refusal;
use truthsayer_oracle::gate::RefusalKind;

/// Maximum number of reasons with details. If there are more, one fewer is shown and a last line names the others.
const MOST_REASONS: usize = 4;
/// Maximum number of items per reason.
const MOST_ITEMS: usize = 2;
/// Columns of a narrow terminal.
const WIDTH: usize = 78;
/// Maximum length of a reason: two lines.
const LONGEST: usize = 2 * WIDTH - 20;

/// The line of a passing gate.
pub(crate) fn gate_open(findings: &Findings<'_>, quiet: bool) -> String {
    let (clauses, scenarios) = (findings.coverage.entries.len(), findings.judged.len());
    let figures = format!("{} at or above the floor, {} ran", count(clauses, "clause"), count(scenarios, "scenario"));
    if quiet { String::new() } else { format!("{} {figures}\n", "PASS:".green().bold()) }
}

/// The reasons of a failing gate. `findings` is missing if no scenario ran. `against` names the causes that an earlier
/// result did not have.
pub(crate) fn gate_shut(refusals: &[Refusal], findings: Option<&Findings<'_>>, against: Option<&str>) -> String {
    let mut text = format!("{} {}\n", "FAIL:".red().bold(), count(refusals.len(), "reason"));
    let (detailed, named) = match refusals.len() > MOST_REASONS {
        true => refusals.split_at(MOST_REASONS - 1),
        false => (refusals, &[][..]),
    };
    for refusal in detailed {
        text.push_str(&block(refusal, findings));
    }
    if !named.is_empty() {
        let names: Vec<String> = named.iter().map(refusal::gate_headline).collect();
        text.push_str(&wrap(&format!("also: {}", names.join(", ")), WIDTH));
        text.push('\n');
    }
    if let Some(against) = against {
        text.push_str(&format!("{}\n", wrap(against, WIDTH)));
    }
    text
}

fn block(refusal: &Refusal, findings: Option<&Findings<'_>>) -> String {
    let reason = match findings.filter(|_| refusal.ground == RefusalKind::Fail) {
        Some(findings) if !findings.diagnosis.suspects.is_empty() => suspects(refusal, findings),
        _ => {
            let reason = indent(&wrap(&line(refusal), WIDTH - 2), 2);
            reason.strip_prefix("  ").unwrap_or(&reason).to_owned()
        }
    };
    format!("{} {reason}  {} {}\n", "✗".red(), "→".blue(), refusal.next.bold())
}

/// The first suspects, with rule name, words, and what was expected in the scenario to look at.
fn suspects(refusal: &Refusal, findings: &Findings<'_>) -> String {
    let all = &findings.diagnosis.suspects;
    let mut text = format!("{}:\n", refusal::gate_headline(refusal));
    for (number, suspect) in (1..).zip(all.iter().take(MOST_ITEMS)) {
        text.push_str(&failing::suspect_lines(number, suspect, findings));
        text.push_str(&failing::first_failure(&suspect.scenario, findings));
    }
    match all.len().saturating_sub(MOST_ITEMS) {
        0 => text,
        more => format!("{text}    and {more} more\n"),
    }
}

/// The reason with as many items as fit, and the number of the others.
fn line(refusal: &Refusal) -> String {
    let mut line = format!("{}:", refusal::gate_headline(refusal));
    let mut shown = 0;
    for item in refusal.items.iter().take(MOST_ITEMS) {
        if shown > 0 && line.len() + item.len() > LONGEST {
            break;
        }
        line.push_str(if shown == 0 { " " } else { "; " });
        let room = LONGEST.saturating_sub(line.chars().count()).max(WIDTH);
        line.push_str(&first_words(item, room));
        shown += 1;
    }
    match refusal.items.len() - shown {
        0 => line,
        more => format!("{line}; and {more} more"),
    }
}
