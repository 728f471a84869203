//! The folder of verification documents: one per rule, an index per game, and a summary of all.

pub(crate) mod headline;
mod summary;

use std::collections::BTreeMap;

use crate::oracle::findings::Findings;
use crate::oracle::grade::Grade;
use crate::oracle::jobs;
use crate::oracle::standing;
use crate::oracle::standing::RuleStanding;
use crate::report::document;
use crate::report::document::code;
use crate::report::document::escape;
use crate::report::document::link::Sheet;
use crate::report::document::row;
use crate::report::document::tried;

/// How many documents are written side by side.
const JOBS: usize = 2;

/// Every document by its path below the folder, in the order of writing. The folder is where they will stand, so that
/// they can lead to what they are about.
pub fn documents(findings: &Findings<'_>, folder: &str) -> BTreeMap<String, String> {
    let rules = standing::rules(&findings.suite.catalog, &findings.ledger);
    let written = jobs::map(JOBS, &rules, |standing| {
        let path = format!("{}/{}", standing.rule.game, document::file_name(standing.rule));
        let sheet = Sheet::new(findings, &format!("{folder}/{}", standing.rule.game));
        (path, document::write(standing, &sheet))
    });
    let mut files: BTreeMap<String, String> = written.into_iter().collect();
    for game in findings.suite.project.games.keys() {
        let own: Vec<&RuleStanding<'_>> = rules.iter().filter(|standing| standing.rule.game == *game).collect();
        if !own.is_empty() {
            files.insert(format!("{game}/README.md"), index(game, &own, findings));
        }
    }
    files.insert("SUMMARY.md".to_owned(), summary::write(&rules, findings));
    files
}

/// The index of one game.
fn index(game: &str, rules: &[&RuleStanding<'_>], findings: &Findings<'_>) -> String {
    let engine = engine_of(game, findings);
    let mut text = format!(
        "# Verification of {}\n\nPlayed on {engine}. Written by `truthsayer report`, which also writes the summary of all \
         games, [SUMMARY.md](../SUMMARY.md), and the page `index.html`.\n",
        escape(game)
    );
    let told = tried::paragraph(findings, Some(game));
    text.push_str(&if told.is_empty() { told } else { format!("\n{told}") });
    // What could not be proven is counted as what was seen.
    let (best, name) = if findings.can_prove(Some(game)) { (Grade::Proven, "proven") } else { (Grade::Holds, "hold") };
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
        let numbers = [standing.entries.len(), proven, excluded].map(|number| number.to_string());
        text.push_str(&row([sign.to_owned(), link].into_iter().chain(numbers)));
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
