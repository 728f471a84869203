//! The folder of verification documents: one per rule, an index per game, and a summary of all.

use std::collections::BTreeMap;

use crate::oracle::findings::Findings;
use crate::oracle::grade::Grade;
use crate::oracle::ledger::LedgerEntry;
use crate::oracle::standing;
use crate::oracle::standing::Mark;
use crate::oracle::standing::RuleStanding;
use crate::oracle::verdict::Verdict;
use crate::report::coverage;
use crate::report::document;
use crate::report::document::code;
use crate::report::document::escape;
use crate::report::document::tried;
use crate::report::terminal::cause_sentence;
use crate::report::wording::count;

/// Every document by its path below the folder, in the order of writing.
pub fn documents(findings: &Findings<'_>) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let rules = standing::rules(&findings.suite.catalog, &findings.ledger);
    for standing in &rules {
        let path = format!("{}/{}", standing.rule.game, document::file_name(standing.rule));
        files.insert(path, document::write(standing, findings));
    }
    for game in findings.suite.project.games.keys() {
        let own: Vec<&RuleStanding<'_>> = rules.iter().filter(|standing| standing.rule.game == *game).collect();
        if !own.is_empty() {
            files.insert(format!("{game}/README.md"), index(game, &own, findings));
        }
    }
    files.insert("SUMMARY.md".to_owned(), summary(&rules, findings));
    files
}

/// The index of one game.
fn index(game: &str, rules: &[&RuleStanding<'_>], findings: &Findings<'_>) -> String {
    let engine = engine_of(game, findings);
    let mut text =
        format!("# Verification of {}\n\nPlayed on {engine}. Written by `truthsayer report`.\n", escape(game));
    let told = tried::paragraph(findings);
    text.push_str(&if told.is_empty() { told } else { format!("\n{told}") });
    // What could not be proven is counted as what was seen.
    let (best, name) = if tried::can_prove(findings) { (Grade::Proven, "proven") } else { (Grade::Holds, "hold") };
    let mut category = "";
    for standing in rules {
        if standing.rule.category != category {
            category = &standing.rule.category;
            text.push_str(&format!(
                "\n## {}\n\n| | rule | clauses | {name} | excluded |\n|---|---|---|---|---|\n",
                escape(category)
            ));
        }
        let number = |grade: Grade| standing.entries.iter().filter(|entry| entry.grade == grade).count();
        // Sharp holds, and more.
        let more = if best == Grade::Holds { number(Grade::Sharp) } else { 0 };
        let (proven, excluded) = (number(best) + more, number(Grade::Excluded));
        let (sign, title) = (standing.mark.sign(), escape(&standing.rule.title));
        let link = format!("[Rule {}: {title}]({})", standing.rule.number, document::file_name(standing.rule));
        text.push_str(&format!("| {sign} | {link} | {} | {proven} | {excluded} |\n", standing.entries.len()));
    }
    text
}

fn engine_of(game: &str, findings: &Findings<'_>) -> String {
    match findings.engines.get(game) {
        Some(profile) if profile.version.is_empty() => format!("the engine {}", code(&profile.name)),
        Some(profile) => format!("the engine {} {}", code(&profile.name), escape(&profile.version)),
        None => "no engine".to_owned(),
    }
}

/// What a reader with one minute wants to know.
fn summary(rules: &[RuleStanding<'_>], findings: &Findings<'_>) -> String {
    let tally = findings.tally();
    let mut text = format!("# Verification Summary\n\n{}\n\n", what_was_done(findings));
    for game in findings.engines.keys() {
        text.push_str(&format!("The game {game} was played on {}.\n", engine_of(game, findings)));
    }
    text.push('\n');
    let paragraph = tried::paragraph(findings);
    text.push_str(&if paragraph.is_empty() { paragraph } else { paragraph + "\n" });
    text.push_str("## Totals\n\n| | |\n|---|---|\n");
    let number = |mark: Mark| rules.iter().filter(|standing| standing.mark == mark).count();
    let (verified, excluded) = (number(Mark::Verified), number(Mark::Excluded));
    let of_all = |number: usize| format!("{number} of {}", rules.len() - excluded);
    let proves = tried::can_prove(findings);
    let rows = [
        ("rules verified", of_all(verified)),
        ("rules that hold", if proves { number(Mark::Holds).to_string() } else { of_all(number(Mark::Holds)) }),
        ("rules broken", number(Mark::Broken).to_string()),
        ("rules excluded, with reasons", excluded.to_string()),
        ("clauses", findings.ledger.entries.len().to_string()),
        ("… proven", findings.ledger.count(Grade::Proven).to_string()),
        (
            if proves { "… holding, not proven" } else { "… holding" },
            (findings.ledger.count(Grade::Holds) + findings.ledger.count(Grade::Sharp)).to_string(),
        ),
        ("… cited only", findings.ledger.count(Grade::Cited).to_string()),
        ("… uncited", findings.ledger.count(Grade::Uncited).to_string()),
        ("… violated", findings.ledger.count(Grade::Violated).to_string()),
        ("… obscured by those", findings.ledger.count(Grade::Obscured).to_string()),
        ("… stale: their words changed", findings.ledger.count(Grade::Stale).to_string()),
        ("… known gaps", findings.ledger.count(Grade::Gap).to_string()),
        ("… excluded, with a reason", findings.ledger.count(Grade::Excluded).to_string()),
        ("scenarios played", findings.judged.len().to_string()),
        ("… conform", tally.conforms.to_string()),
        ("… deviate", tally.deviates.to_string()),
        ("… misposed", tally.misposed.to_string()),
        ("… unanswered", tally.unanswered.to_string()),
        ("… unsupported by the engine", tally.unsupported.to_string()),
        ("… deviate as known", tally.gaps.to_string()),
        ("… drift from their golden", tally.drifted.to_string()),
    ];
    // Gaps, unsupported scenarios and the like are exceptions: their rows stand only where there are any.
    let exceptional = [
        "rules excluded, with reasons",
        "… obscured by those",
        "… stale: their words changed",
        "… known gaps",
        "… unsupported by the engine",
        "… deviate as known",
    ];
    let is_told = |(name, value): &(&str, String)| {
        (value != "0" || !exceptional.contains(name)) && (proves || !["rules verified", "… proven"].contains(name))
    };
    for (name, value) in rows.into_iter().filter(is_told) {
        text.push_str(&format!("| {name} | {value} |\n"));
    }
    text.push_str(&causes(findings));
    text.push_str(&by_category(rules, proves));
    text.push_str(&issues(rules, findings));
    text.push_str(&recommendations(findings));
    text
}

/// What the figures below come from.
fn what_was_done(findings: &Findings<'_>) -> String {
    let played = count(findings.judged.len(), "scenario");
    let switches: usize = findings.proofs.iter().flatten().map(|proof| proof.knockouts.len()).sum();
    let turned_off = match switches {
        0 => String::new(),
        number => format!(" and turning off {} one by one", count(number, "switch")),
    };
    format!("Written by `truthsayer report` from playing {played}{turned_off}.")
}

/// What explains the failures, most first.
fn causes(findings: &Findings<'_>) -> String {
    let diagnosis = &findings.diagnosis;
    if diagnosis.causes.is_empty() && diagnosis.unexplained.is_empty() {
        return String::new();
    }
    let mut text =
        "\n## Causes\n\nWhat most likely explains the failures; mend the first, and play again.\n\n".to_owned();
    for (number, cause) in (1..).zip(&diagnosis.causes) {
        let words: Vec<String> = cause
            .clauses
            .iter()
            .map(|clause| format!("`{clause}` {}", escape(findings.suite.book.clause_text(clause))))
            .collect();
        text.push_str(&format!("{number}. {}\n   {}.\n", words.join(" or "), escape(&cause_sentence(cause))));
    }
    if !diagnosis.unexplained.is_empty() {
        text.push_str("\nNo missing clause explains the failing claims on these clauses:\n\n");
    }
    for (clause, claims) in &diagnosis.unexplained {
        let first = claims.first().map_or("", |claim| claim.scenario.as_str());
        text.push_str(&format!("- `{clause}`: {}, e.g. `{first}`\n", count(claims.len(), "claim")));
    }
    text
}

fn by_category(rules: &[RuleStanding<'_>], proves: bool) -> String {
    let mut order: Vec<(String, Vec<&RuleStanding<'_>>)> = Vec::new();
    for standing in rules {
        let name = format!("{}: {}", standing.rule.game, standing.rule.category);
        match order.iter_mut().find(|(known, _)| *known == name) {
            Some((_, own)) => own.push(standing),
            None => order.push((name, vec![standing])),
        }
    }
    let marks = [
        (Mark::Verified, "verified"),
        (Mark::Holds, "hold"),
        (Mark::Broken, "broken"),
        (Mark::Incomplete, "incomplete"),
        (Mark::Excluded, "excluded"),
    ];
    let marks: Vec<_> = marks.into_iter().filter(|(mark, _)| proves || *mark != Mark::Verified).collect();
    let names: Vec<&str> = marks.iter().map(|(_, name)| *name).collect();
    let rule = "---|".repeat(marks.len() + 2);
    let mut text = format!("\n## By category\n\n| category | rules | {} |\n|{rule}\n", names.join(" | "));
    for (name, own) in order {
        let number = |mark: Mark| own.iter().filter(|standing| standing.mark == mark).count();
        let numbers: Vec<String> = marks.iter().map(|(mark, _)| number(*mark).to_string()).collect();
        text.push_str(&format!("| {} | {} | {} |\n", escape(&name), own.len(), numbers.join(" | ")));
    }
    text
}

fn issues(rules: &[RuleStanding<'_>], findings: &Findings<'_>) -> String {
    let mut text = "\n## Issues found\n\n".to_owned();
    let broken: Vec<_> = rules.iter().filter(|standing| standing.mark == Mark::Broken).collect();
    let unjudged: Vec<_> = findings.judged.iter().filter(|judged| !judged.verdict.is_judged()).collect();
    let gaps: Vec<_> = findings.ledger.entries.values().filter(|entry| entry.grade == Grade::Gap).collect();
    let violated: Vec<_> = findings.ledger.entries.values().filter(|entry| entry.grade == Grade::Violated).collect();
    if violated.is_empty() && unjudged.is_empty() && gaps.is_empty() {
        text.push_str("None. No claim that was judged fails.\n");
    }
    for judged in unjudged {
        let why = match &judged.verdict {
            Verdict::Misposed(problems) => problems.first().map_or(String::new(), |problem| problem.message.clone()),
            Verdict::Unanswered(fault) => fault.to_string(),
            Verdict::Unsupported(why) => format!("the engine does not support it: {why}"),
            Verdict::Failed(deviation) => format!("at {}, {}", deviation.subject, deviation.actual),
            Verdict::Unobserved => "the engine shows nothing of it".to_owned(),
            Verdict::Conforms | Verdict::Deviates(_) => String::new(),
        };
        text.push_str(&format!("- ⚠️ `{}` could not be judged: {}\n", judged.scenario.id, escape(&why)));
    }
    for (entry, gap) in gaps.iter().filter_map(|entry| Some((entry, entry.gap.as_ref()?))) {
        text.push_str(&format!("- ⚠️ `{}` {}\n", entry.id, escape(&gap.sentence())));
    }
    for standing in broken {
        let link = format!("{}/{}", standing.rule.game, document::file_name(standing.rule));
        text.push_str(&format!("- ❌ [Rule {}: {}]({link})\n", standing.rule.number, escape(&standing.rule.title)));
        for entry in standing.entries.iter().filter(|entry| entry.grade == Grade::Violated) {
            text.push_str(&format!("  - {}\n", violation(entry, findings)));
        }
    }
    for entry in violated.iter().filter(|entry| findings.suite.rule_of(&entry.id).is_none()) {
        text.push_str(&format!("- ❌ {}\n", violation(entry, findings)));
    }
    text
}

/// A violated clause, its words, and a scenario that shows it.
fn violation(entry: &LedgerEntry, findings: &Findings<'_>) -> String {
    let failing = entry.claims.iter().find(|(_, holds)| *holds == Some(false));
    let scenario = failing.map_or("", |(claim, _)| claim.scenario.as_str());
    format!("`{}` {} Shown by `{scenario}`.", entry.id, escape(findings.suite.book.clause_text(&entry.id)))
}

/// What to do, gravest first.
fn recommendations(findings: &Findings<'_>) -> String {
    let mut text = "\n## Recommendations\n\n".to_owned();
    let order = [
        Grade::Violated,
        Grade::Obscured,
        Grade::Stale,
        Grade::Gap,
        Grade::Cited,
        Grade::Holds,
        Grade::Sharp,
        Grade::Uncited,
    ];
    let mut number = 0;
    for grade in order {
        for entry in findings.ledger.entries.values().filter(|entry| entry.grade == grade) {
            let advice = coverage::advice(entry, findings);
            if advice.is_empty() {
                continue;
            }
            number += 1;
            let rule = findings.suite.rule_of(&entry.id);
            let of = rule.map_or(String::new(), |rule| format!(" (rule {})", rule.number));
            text.push_str(&format!("{number}. `{}`{of} is {}: {}.\n", entry.id, grade.name(), advice));
        }
    }
    if number == 0 {
        text.push_str("None.\n");
    }
    text
}
