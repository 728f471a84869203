//! `explain`: a scenario told step by step, or a rule line with everything known about it.

use colored::Colorize;

use crate::oracle::address::Address;
use crate::oracle::citation::Citation;
use crate::oracle::datapath;
use crate::oracle::findings::Findings;
use crate::oracle::flow_style;
use crate::oracle::foil::Sharpness;
use crate::oracle::ledger::LedgerEntry;
use crate::oracle::ledger::Showing;
use crate::oracle::ledger::SwitchEvidence;
use crate::oracle::rule_line::RuleLine;
use crate::oracle::rulebook::Rulebook;
use crate::oracle::suggestion::this_call;
use crate::oracle::switch_clauses;
use crate::oracle::trial::Judged;
use crate::protocol::Asking;
use crate::protocol::Data;
use crate::protocol::Firing;
use crate::protocol::Outcome;
use crate::protocol::Profile;
use crate::protocol::ReadingNote;
use crate::report::board;
use crate::report::coverage;
use crate::report::screen;
use crate::report::screen::filled;
use crate::report::screen::folded;
use crate::report::terminal::indent;
use crate::report::terminal::quoted_rule;
use crate::report::wording;
use crate::report::wording::wrap;

/// One scenario: who was asked what and why, what happened, which clause took effect when, and what is claimed.
pub fn scenario(judged: &Judged<'_>, findings: &Findings<'_>) -> String {
    let (scenario, suite) = (judged.scenario, findings.suite);
    let unknown = Profile::default();
    let profile = findings.engines.get(&scenario.game).unwrap_or(&unknown);
    let mut text = format!("{}\n{}\n\n", scenario.id.bold(), wrap(&scenario.title, screen::width()));
    if let Some(outcome) = &judged.outcome {
        if let Some(note) = &profile.board {
            text.push_str(&format!("{}\n{}\n", "the board".bold(), board::on_screen(note, outcome, true, 0)));
        }
        text.push_str(&timeline(outcome, judged, profile, &suite.book));
        text.push_str(&changes(outcome));
    } else if judged.is_too_long {
        text.push_str("what the engine answered is too long to be shown\n\n");
    }
    text.push_str(&format!("{}\n", "claims".bold()));
    for (index, claim) in scenario.claims.iter().enumerate() {
        let word = match judged.holds(index) {
            Some(true) => "holds".green(),
            Some(false) => "fails".red().bold(),
            None => "not judged".yellow(),
        };
        text.push_str(&filled(&format!("{word} {}", quoted_rule(&suite.book, &claim.citation).trim_end()), 2));
    }
    text
}

fn timeline(outcome: &Outcome, judged: &Judged<'_>, profile: &Profile, book: &Rulebook) -> String {
    let mut text = format!("{}\n", "what happens".bold());
    for index in 0..=outcome.log.len() {
        for asking in outcome.asked.iter().filter(|asking| asking.event == index) {
            text.push_str(&indent(&asked(asking, judged), 2));
        }
        for firing in outcome.fired.iter().filter(|firing| firing.event == Some(index)) {
            text.push_str(&indent(&fired(firing, profile, book), 6));
        }
        for note in outcome.notes.iter().filter(|note| note.event == index) {
            text.push_str(&filled(&format!("{} {}", "!".yellow().bold(), note.text), 2));
        }
        if let Some(event) = outcome.log.get(index) {
            let line = format!("{} {}", event.name.cyan(), flow_style::line(&event.data));
            text.push_str(&format!("{}\n", folded(&format!("{:>5} {line}", index + 1), 8, 0)));
        }
    }
    text.push('\n');
    text
}

fn asked(asking: &Asking, judged: &Judged<'_>) -> String {
    let Asking { who, what, why, step, .. } = asking;
    let answer = match step {
        Some(step) => {
            let node = judged.scenario.steps().get(step.wrapping_sub(1));
            let data = node.map(|node| node.to_data()).unwrap_or(Data::Null);
            format!("step {step}: {}", flow_style::line(&data))
        }
        None => "declined, as nothing is scripted".to_owned(),
    };
    format!("{} {}: {} {}\n", "?".yellow(), who.bold(), what, format!("({why})").dimmed()) + &format!("  {answer}\n")
}

fn fired(firing: &Firing, profile: &Profile, book: &Rulebook) -> String {
    let note = profile.switches.iter().find(|switch| switch.name == firing.switch);
    let cite = note.map_or(String::new(), |note| switch_clauses::address(note, book));
    let quote = note.map_or("", |note| note.quote.as_str());
    let source = if firing.file.is_empty() { String::new() } else { format!(" {}:{}", firing.file, firing.line) };
    format!("{} {} “{quote}” {}\n", "§".magenta(), cite.magenta(), format!("[{}]{source}", firing.switch).dimmed())
}

fn changes(outcome: &Outcome) -> String {
    let mut text = format!("{}\n", "what changes".bold());
    let differences = datapath::differences(&outcome.before, &outcome.after);
    if differences.is_empty() {
        text.push_str("  nothing\n");
    }
    for (path, before, after) in differences {
        text.push_str(&format!(
            "  {path}: {} -> {}\n",
            flow_style::line(before).red(),
            flow_style::line(after).green()
        ));
    }
    text.push('\n');
    text
}

/// A rule line: its clauses with their grades, the claims on each, and what would raise it.
pub(crate) fn rule(file: &str, line: &RuleLine, findings: &Findings<'_>, clause: Option<usize>) -> String {
    let address = format!("{file}:{}", line.number);
    let name = line.name.as_ref().map(|name| format!(" {}", name.bold())).unwrap_or_default();
    let mut text = format!("{}{name}\n{}\n\n", address.cyan().bold(), wrap(&line.text, screen::width()));
    let own = findings.ledger.within(file, line.number, line.number);
    for entry in own.filter(|entry| clause.is_none_or(|clause| clause == entry.id.clause)) {
        text.push_str(&clause_story(entry, findings));
    }
    text
}

/// The readings that belong to a clause.
fn readings_of<'f>(entry: &LedgerEntry, findings: &'f Findings<'_>) -> impl Iterator<Item = &'f ReadingNote> {
    let id = entry.id.clone();
    let book = &findings.suite.book;
    findings.engines.values().flat_map(|engine| &engine.readings).filter(move |note| {
        let citation = Address::parse(&note.cite).map(|address| Citation::new(address, &note.quote));
        citation.and_then(|citation| citation.clauses_wherever(book).ok()).is_some_and(|clauses| clauses.contains(&id))
    })
}

fn clause_story(entry: &LedgerEntry, findings: &Findings<'_>) -> String {
    let observed = wording::observed(entry).map_or(String::new(), |told| format!(" ({told})"));
    let (mark, id, name) = (entry.grade.mark(), entry.id.to_string().cyan(), entry.grade.name().bold());
    let mut text = format!("{mark} {id} {name}{observed}\n");
    text.push_str(&filled(findings.suite.book.clause_text(&entry.id), 3));
    if let Some(Sharpness { foil, claim }) = &entry.sharpness {
        text.push_str(&indent(&format!("{} claim {} deviates on the foil {foil}", claim.scenario, claim.claim + 1), 3));
    }
    if let Some(rewording) = &entry.rewording {
        let class = rewording.erratum.class.name();
        text.push_str(&filled(&format!("its words changed ({class}) since they were reviewed; it said:"), 3));
        text.push_str(&filled(&rewording.was, 5));
        text.push_str(&filled(&rewording.erratum.marked(), 5));
        text.push_str(&indent(&format!("accepted, it would be {}", rewording.beneath.name()), 3));
    }
    if let Some(reason) = &entry.reason {
        text.push_str(&indent(&format!("excluded: {reason}"), 3));
    }
    for note in readings_of(entry, findings) {
        let values = note.values.join(" or ");
        let line = format!("reading {} ({values}; {} unless chosen): {}", note.name, note.default, note.about);
        text.push_str(&filled(&line, 3));
    }
    if !entry.readings.is_empty() {
        text.push_str(&indent(&format!("graded under {}", wording::own_reading(entry)), 3));
    }
    for (claim, holds) in &entry.claims {
        let word = match holds {
            Some(true) => "holds".green(),
            Some(false) => "fails".red().bold(),
            None => "not judged".yellow(),
        };
        let title = findings.suite.scenario(&claim.scenario).map_or("", |scenario| scenario.title.as_str());
        text.push_str(&indent(&format!("{word} {} (claim {}): {title}", claim.scenario, claim.claim + 1), 3));
    }
    for switch in &entry.switches {
        text.push_str(&indent(&switch_story(switch), 3));
    }
    let next = coverage::next(entry, findings, this_call());
    if !next.is_empty() {
        text.push_str(&indent(&format!("next: {}", next.plain()), 3));
    }
    text.push('\n');
    text
}

fn switch_story(switch: &SwitchEvidence) -> String {
    let name = &switch.name;
    let mut text = match switch.witnesses.as_slice() {
        [] => match &switch.showing {
            Showing::OtherReading => format!("without {name}, no claim under the clause's own reading fails"),
            Showing::Untried => format!("{name} takes effect in no passing scenario that cites it"),
            Showing::Idle => format!("{name} takes effect in no scenario that cites it"),
            Showing::Unjudged(why) => format!("without {name}, no scenario that cites it could be judged: {why}"),
            Showing::Isolates { .. } | Showing::Unspecific { .. } | Showing::Unnoticed => {
                format!("without {name}, no claim on it fails")
            }
        },
        [only] => format!("without {name}, 1 claim on it fails: {}", only.scenario),
        [first, ..] => format!("without {name}, {} claims on it fail, e.g. {}", switch.witnesses.len(), first.scenario),
    };
    for (file, line) in &switch.code {
        text.push_str(&format!("\n  takes effect at {file}:{line}"));
    }
    text
}
