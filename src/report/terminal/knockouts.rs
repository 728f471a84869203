//! Knock-outs: which switch was noticed by whom, and which survived.

use colored::Colorize;

use crate::oracle::findings::Findings;
use crate::oracle::proof::Knockout;
use crate::report::wording::count;

/// Survivors always; switches that no claim on their own clause notices; with `verbose`, all.
pub fn list(findings: &Findings<'_>, verbose: bool) -> String {
    let mut text = String::new();
    for knockout in findings.knockouts.iter().flatten() {
        text.push_str(&unanswered(knockout));
        if knockout.survives() {
            text.push_str(&survivor(knockout, findings));
        } else if knockout.is_unwitnessed() {
            text.push_str(&unwitnessed(knockout, findings));
        } else if verbose && !knockout.noticed.is_empty() {
            text.push_str(&noticed(knockout));
        }
    }
    text
}

fn head(word: &str, knockout: &Knockout<'_>) -> String {
    let clauses: Vec<String> = knockout.clauses.iter().map(ToString::to_string).collect();
    format!("{word} {} {}\n", knockout.switch.name.bold(), clauses.join(", ").cyan())
}

fn clause_text(knockout: &Knockout<'_>, findings: &Findings<'_>) -> String {
    knockout.clauses.iter().map(|clause| format!("  {}\n", findings.suite.book.clause_text(clause))).collect()
}

/// Turning a clause off has to leave a game that can be played.
fn unanswered(knockout: &Knockout<'_>) -> String {
    let Some((scenario, fault)) = knockout.unanswered.first() else { return String::new() };
    let head = head(&"unanswered".red().bold().to_string(), knockout);
    let number = count(knockout.unanswered.len(), "scenario");
    format!("{head}  {number} could not be played without it, first {}: {fault}\n\n", scenario.id)
}

fn survivor(knockout: &Knockout<'_>, findings: &Findings<'_>) -> String {
    let why = match knockout.tried {
        0 => "it took effect in no conforming scenario; write one that plays this clause".to_owned(),
        tried => format!("no claim of {} noticed; sharpen one, or the clause has no effect", count(tried, "scenario")),
    };
    format!("{}{}  {why}\n\n", head(&"survives".red().bold().to_string(), knockout), clause_text(knockout, findings))
}

fn unwitnessed(knockout: &Knockout<'_>, findings: &Findings<'_>) -> String {
    let by = &knockout.noticed[0];
    let why = format!("noticed, e.g. by {}, but by no claim that cites this clause", by.scenario.id);
    format!("{}{}  {why}\n\n", head(&"unproven".yellow().bold().to_string(), knockout), clause_text(knockout, findings))
}

fn noticed(knockout: &Knockout<'_>) -> String {
    let witness = knockout.clauses.iter().flat_map(|clause| knockout.witnesses(clause)).next();
    let by = witness.map_or(String::new(), |notice| notice.scenario.id.clone());
    format!(
        "{}  {} noticed, e.g. {by}\n",
        head(&"noticed".green().to_string(), knockout),
        count(knockout.noticed.len(), "claim")
    )
}

pub fn summary(findings: &Findings<'_>) -> String {
    let knockouts: Vec<_> = findings.knockouts.iter().flatten().collect();
    if knockouts.is_empty() && findings.engines.values().all(|engine| engine.switches.is_empty()) {
        return "the engine names no switches, so nothing could be turned off and nothing is proven\n".to_owned();
    }
    let noticed = knockouts.iter().filter(|knockout| !knockout.noticed.is_empty()).count();
    let unanswered = knockouts.iter().filter(|knockout| !knockout.unanswered.is_empty()).count();
    let survivors = knockouts.iter().filter(|knockout| knockout.survives()).count();
    let unwitnessed = knockouts.iter().filter(|knockout| knockout.is_unwitnessed()).count();
    let tried: usize = knockouts.iter().map(|knockout| knockout.tried).sum();
    let mut parts = vec![format!("{noticed} noticed").green().to_string()];
    if survivors > 0 {
        parts.push(format!("{survivors} survive").red().bold().to_string());
    }
    if unanswered > 0 {
        parts.push(format!("{unanswered} unanswered").red().bold().to_string());
    }
    if unwitnessed > 0 {
        parts.push(format!("{unwitnessed} not by a claim on their own clause").yellow().to_string());
    }
    format!("{} in {} knock-outs: {}\n", count(knockouts.len(), "switch"), tried, parts.join(", "))
}
