//! `explain`: a scenario step by step, or a rule with its grades and claims.

use colored::Colorize;

use crate::report::terminal::indent;
use crate::report::terminal::quoted_rule;
use crate::report::text::board;
use crate::report::text::grammar;
use crate::report::text::grammar::wrap;
use crate::report::text::next_step;
use crate::report::text::weak;
use crate::report::text::wrapping;
use crate::report::text::wrapping::filled;
use crate::report::text::wrapping::folded;
use truthsayer_oracle::base::datapath;
use truthsayer_oracle::base::suggestion::this_call;
use truthsayer_oracle::base::yaml_flow;
use truthsayer_oracle::evidence::coverage::CoverageEntry;
use truthsayer_oracle::evidence::coverage::Showing;
use truthsayer_oracle::evidence::coverage::SwitchEvidence;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::evidence::sharpness::Sharpness;
use truthsayer_oracle::judge::play_and_judge::Judged;
use truthsayer_oracle::rulebook::Rulebook;
use truthsayer_oracle::rulebook::address::Address;
use truthsayer_oracle::rulebook::citation::Citation;
use truthsayer_oracle::rulebook::rule_line::RuleLine;
use truthsayer_oracle::rulebook::switch_clauses;
use truthsayer_protocol::Asking;
use truthsayer_protocol::Data;
use truthsayer_protocol::Firing;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Profile;
use truthsayer_protocol::ReadingNote;

/// One scenario: every decision, every event with the clauses that took effect, every change, and every claim.
pub fn scenario(judged: &Judged<'_>, findings: &Findings<'_>) -> String {
    let (scenario, suite) = (judged.scenario, findings.suite);
    let unknown = Profile::default();
    let profile = findings.engines.get(&scenario.game).unwrap_or(&unknown);
    let mut text = format!("{}\n{}\n\n", scenario.id.bold(), wrap(&scenario.title, wrapping::width()));
    if let Some(outcome) = judged.outcome.as_deref() {
        if let Some(note) = &profile.board {
            text.push_str(&format!("{}\n{}\n", "board".bold(), board::on_screen(note, outcome, true, 0)));
        }
        text.push_str(&timeline(outcome, judged, profile, &suite.book));
        text.push_str(&changes(outcome));
    } else if judged.is_too_long {
        text.push_str("the outcome is too long to show\n\n");
    }
    text.push_str(&format!("{}\n", "claims".bold()));
    for (index, claim) in scenario.claims.iter().enumerate() {
        let word = match judged.holds(index) {
            Some(true) => "holds".green(),
            Some(false) => "fails".red().bold(),
            None => "not judged".yellow(),
        };
        text.push_str(&filled(&format!("{word} {}", quoted_rule(&suite.book, &claim.citation).trim_end()), 2));
        if let Some(limit) = &claim.limit {
            text.push_str(&filled(&format!("limit: {limit}"), 4));
        }
    }
    text
}

fn timeline(outcome: &Outcome, judged: &Judged<'_>, profile: &Profile, book: &Rulebook) -> String {
    let mut text = format!("{}\n", "events".bold());
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
            let line = format!("{} {}", event.name.cyan(), yaml_flow::line(&event.data));
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
            let data = judged.scenario.steps().into_iter().nth(step.wrapping_sub(1)).unwrap_or(Data::Null);
            format!("step {step}: {}", yaml_flow::line(&data))
        }
        None => "declined, because the script has no answer".to_owned(),
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
    let mut text = format!("{}\n", "changes".bold());
    let differences = datapath::differences(&outcome.before, &outcome.after);
    if differences.is_empty() {
        text.push_str("  none\n");
    }
    for (path, before, after) in differences {
        text.push_str(&format!("  {path}: {} -> {}\n", yaml_flow::line(before).red(), yaml_flow::line(after).green()));
    }
    text.push('\n');
    text
}

/// A rule: its clauses with grades and claims, and the next step for each.
pub(crate) fn rule(file: &str, line: &RuleLine, findings: &Findings<'_>, clause: Option<usize>) -> String {
    let section = line.section.as_ref().map_or(String::new(), |section| format!(" §{}", section.number));
    let address = format!("{file}:{}{section}", line.number);
    let name = line.name.as_ref().map(|name| format!(" {}", name.bold())).unwrap_or_default();
    let mut text = format!("{}{name}\n{}\n\n", address.cyan().bold(), wrap(&line.text, wrapping::width()));
    let own = findings.coverage.within(file, line.number, line.number);
    for entry in own.filter(|entry| clause.is_none_or(|clause| clause == entry.id.clause)) {
        text.push_str(&clause_block(entry, findings));
    }
    text
}

/// The readings that the engines declare for a clause.
fn readings_of<'f>(entry: &CoverageEntry, findings: &'f Findings<'_>) -> impl Iterator<Item = &'f ReadingNote> {
    let id = entry.id.clone();
    let book = &findings.suite.book;
    findings.engines.values().flat_map(|engine| &engine.readings).filter(move |note| {
        let citation = Address::parse(&note.cite).map(|address| Citation::new(address, &note.quote));
        citation.and_then(|citation| citation.clauses_wherever(book).ok()).is_some_and(|clauses| clauses.contains(&id))
    })
}

fn clause_block(entry: &CoverageEntry, findings: &Findings<'_>) -> String {
    let observed = grammar::observed(entry).map_or(String::new(), |shown| format!(" ({shown})"));
    let (mark, id, name) = (entry.grade.mark(), entry.id.to_string().cyan(), entry.grade.name().bold());
    let evidence = grammar::evidence(entry).map_or(String::new(), |it| format!(" ({it})"));
    let mut text = format!("{mark} {id} {name}{observed}{evidence}\n");
    text.push_str(&filled(findings.suite.book.clause_text(&entry.id), 3));
    let modality = findings.suite.book.modality(&entry.id).join(", ");
    if !modality.is_empty() {
        text.push_str(&indent(&format!("modality: {modality}"), 3));
    }
    if let Some(Sharpness { mutant, claim }) = &entry.sharpness {
        text.push_str(&indent(&format!("claim {} of {} fails on {mutant}", claim.claim + 1, claim.scenario), 3));
    }
    if let Some(rewording) = &entry.rewording {
        let class = rewording.erratum.class.name();
        text.push_str(&filled(&format!("changed since the last review ({class}); the reviewed words:"), 3));
        text.push_str(&filled(&rewording.was, 5));
        text.push_str(&filled(&rewording.erratum.marked(), 5));
        text.push_str(&indent(&format!("grade once accepted: {}", rewording.would_be.name()), 3));
    }
    if let Some(reason) = &entry.reason {
        text.push_str(&indent(&format!("excluded: {reason}"), 3));
    }
    for note in readings_of(entry, findings) {
        let values = note.values.join(" or ");
        let line = format!("reading {} ({values}; default {}): {}", note.name, note.default, note.about);
        text.push_str(&filled(&line, 3));
    }
    if !entry.readings.is_empty() {
        text.push_str(&indent(&format!("graded under {}", grammar::own_reading(entry)), 3));
    }
    for (claim, holds) in &entry.claims {
        let word = match holds {
            Some(true) => "holds".green(),
            Some(false) => "fails".red().bold(),
            None => "not judged".yellow(),
        };
        let title = findings.suite.scenario(&claim.scenario).map_or("", |scenario| scenario.title.as_str());
        text.push_str(&indent(&format!("{word} claim {} of {}: {title}", claim.claim + 1, claim.scenario), 3));
    }
    for switch in &entry.switches {
        text.push_str(&indent(&switch_text(switch), 3));
    }
    for entry in findings.weak.iter().flat_map(|weak| weak.of_clause(&entry.id)) {
        text.push_str(&filled(&weak::note(entry), 3));
    }
    let next = next_step::next(entry, findings, this_call());
    if !next.is_empty() {
        text.push_str(&indent(&format!("next: {}", next.plain()), 3));
    }
    text.push('\n');
    text
}

fn switch_text(switch: &SwitchEvidence) -> String {
    let name = &switch.name;
    let mut text = match switch.witnesses.as_slice() {
        [] => match &switch.showing {
            Showing::OtherReading => {
                format!("with `{name}` off, no claim under the reading that the clause is graded under fails")
            }
            Showing::Untried => format!("`{name}` takes effect in no passing scenario that cites the clause"),
            Showing::Idle => format!("`{name}` takes effect in no scenario that cites the clause"),
            Showing::Unjudged(why) => {
                format!("with `{name}` off, no scenario that cites the clause could be judged: {why}")
            }
            Showing::Specific { .. } | Showing::Unspecific { .. } | Showing::Survived => {
                format!("with `{name}` off, no claim on the clause fails")
            }
        },
        [only] => format!("with `{name}` off, 1 claim on the clause fails: {}", only.scenario),
        [first, ..] => format!(
            "with `{name}` off, {} claims on the clause fail, for example in {}",
            switch.witnesses.len(),
            first.scenario
        ),
    };
    for (file, line) in &switch.code {
        text.push_str(&format!("\n  takes effect at {file}:{line}"));
    }
    text
}
