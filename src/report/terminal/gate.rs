//! What keeps the gate shut, why, and what to type next: in under fifteen lines, and nothing else.

use colored::Colorize;

use crate::oracle::findings::Findings;
use crate::oracle::gate::Ground;
use crate::oracle::gate::Refusal;
use crate::oracle::gate_entry::Concern;
use crate::report::terminal::indent;
use crate::report::wording::count;
use crate::report::wording::first_words;
use crate::report::wording::wrap;

/// Reasons that are told with what they are about; where there are more, the last of these lines names the others.
const MOST_REASONS: usize = 4;
/// Things that a reason is told with.
const MOST_ITEMS: usize = 2;
/// A reason takes two lines of a narrow terminal at most.
const WIDTH: usize = 78;
const LONGEST: usize = 2 * WIDTH - 20;

/// Nothing keeps the gate shut.
pub(crate) fn gate_open(findings: &Findings<'_>, quiet: bool) -> String {
    let (clauses, scenarios) = (findings.ledger.entries.len(), findings.judged.len());
    let figures = format!("{} keep their floor, {} played", count(clauses, "clause"), count(scenarios, "scenario"));
    if quiet { String::new() } else { format!("{} {figures}\n", "gate open:".green().bold()) }
}

/// What keeps it shut. `against` says which causes an earlier result did not have, where there is one.
pub(crate) fn gate_shut(refusals: &[Refusal], against: Option<&str>) -> String {
    let mut text = format!("{} {}\n", "gate shut:".red().bold(), count(refusals.len(), "reason"));
    let (told, named) = match refusals.len() > MOST_REASONS {
        true => refusals.split_at(MOST_REASONS - 1),
        false => (refusals, &[][..]),
    };
    for refusal in told {
        text.push_str(&block(refusal));
    }
    if !named.is_empty() {
        let names: Vec<String> = named.iter().map(gate_headline).collect();
        text.push_str(&wrap(&first_words(&format!("and {}", names.join(", ")), LONGEST), WIDTH));
        text.push('\n');
    }
    if let Some(against) = against {
        text.push_str(&format!("{}\n", first_words(against, WIDTH)));
    }
    text
}

fn block(refusal: &Refusal) -> String {
    let told = indent(&wrap(&line(refusal), WIDTH - 2), 2);
    let told = told.strip_prefix("  ").unwrap_or(&told);
    format!("{} {told}  {} {}\n", "✗".red(), "→".blue(), refusal.next.bold())
}

/// The reason with as many of the things it is about as fit, and how many there are besides.
fn line(refusal: &Refusal) -> String {
    let mut line = format!("{}:", gate_headline(refusal));
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

/// The reason with its number.
pub(crate) fn gate_headline(refusal: &Refusal) -> String {
    let many = |noun: &str| count(refusal.items.len(), noun);
    match refusal.ground {
        Ground::Unanswered => format!("{} without an answer", many("play")),
        Ground::Wrong => format!("{} in files", many("mistake")),
        Ground::Crashed => format!("the engine crashes in {}", many("way")),
        Ground::Deviates => format!("claims fail for {}", many("cause")),
        Ground::Concern(Concern::Floor) => format!("{} below the floor", many("clause")),
        Ground::Unlisted => format!("{} without a floor", many("clause")),
        Ground::Concern(Concern::Observed) => "less is observed than the floor says".to_owned(),
        Ground::Concern(Concern::Gaps) => format!("{} expired", many("gap")),
        Ground::Concern(Concern::Stale) => format!("the rulebook has {} that nobody has reviewed", many("change")),
        Ground::Concern(Concern::Drafts) => many("draft"),
        Ground::Concern(Concern::Orphans) => format!("{} without a scenario", many("golden")),
        Ground::Concern(Concern::Pending) => format!("{} that nobody has accepted", many("outcome")),
        Ground::Concern(Concern::Documents) => format!("{} no longer up to date", many("document")),
        Ground::Concern(Concern::Survivors) => format!("{} that no claim notices", many("switch")),
        Ground::Concern(Concern::Isolation) => format!("{} not specific", many("knock-out")),
    }
}
