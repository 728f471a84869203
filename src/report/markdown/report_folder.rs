//! The folder of Markdown reports: one per rule, an index per game, and a summary of all games.

pub(crate) mod headline;
pub(crate) mod summary;

use std::collections::BTreeMap;

use crate::report::markdown::rule_report;
use crate::report::markdown::rule_report::link::ReportContext;
use crate::report::markdown::rule_report::scope;
use crate::report::text::escape::code;
use crate::report::text::escape::escape;
use crate::report::text::escape::row;
use truthsayer_oracle::base::parallel;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::evidence::rule_status;
use truthsayer_oracle::evidence::rule_status::RuleStatus;
use truthsayer_oracle::suite::grade::Grade;

/// Number of threads that write reports.
const JOBS: usize = 2;

/// Every report by its path below `folder`, the folder of the project that the reports are written to. Links in the
/// reports are relative to it.
pub fn documents(findings: &Findings<'_>, folder: &str) -> BTreeMap<String, String> {
    let rules = rule_status::rules(&findings.suite.catalog, &findings.coverage);
    let of_game = |game: &str| (game.to_owned(), scope::paragraph(findings, Some(game)));
    let scopes: BTreeMap<String, String> = findings.suite.project.games.keys().map(|game| of_game(game)).collect();
    let scope = |game: &str| scopes.get(game).map_or("", String::as_str);
    let written = parallel::map(JOBS, &rules, |status| {
        let path = format!("{}/{}", status.rule.game, rule_report::file_name(status.rule));
        let context = ReportContext::new(findings, scope(&status.rule.game), &format!("{folder}/{}", status.rule.game));
        (path, rule_report::write(status, &context))
    });
    let mut files: BTreeMap<String, String> = written.into_iter().collect();
    for game in findings.suite.project.games.keys() {
        let own: Vec<&RuleStatus<'_>> = rules.iter().filter(|status| status.rule.game == *game).collect();
        if !own.is_empty() {
            files.insert(format!("{game}/README.md"), index(game, &own, findings, scope(game)));
        }
    }
    files.insert("SUMMARY.md".to_owned(), summary::write(&rules, findings));
    files
}

/// The index of one game.
fn index(game: &str, rules: &[&RuleStatus<'_>], findings: &Findings<'_>, scope: &str) -> String {
    let engine = engine_of(game, findings);
    let mut text = format!(
        "# Verification of {}\n\nScenarios ran on {engine}. Written by `truthsayer report`, like the summary of all games, \
         [SUMMARY.md](../SUMMARY.md), and the HTML report `index.html`.\n",
        escape(game)
    );
    text.push_str(&if scope.is_empty() { String::new() } else { format!("\n{scope}") });
    // A run that cannot prove anything counts clauses that hold.
    let (best, name) = if findings.can_prove(Some(game)) { (Grade::Proven, "proven") } else { (Grade::Holds, "hold") };
    let mut category = "";
    for status in rules {
        if status.rule.category != category {
            category = &status.rule.category;
            text.push_str(&format!(
                "\n## {}\n\n| | rule | clauses | {name} | excluded |\n|---|---|---|---|---|\n",
                escape(category)
            ));
        }
        let number = |grade: Grade| status.entries.iter().filter(|entry| entry.grade == grade).count();
        // A sharp clause holds, too.
        let more = if best == Grade::Holds { number(Grade::Sharp) } else { 0 };
        let (proven, excluded) = (number(best) + more, number(Grade::Excluded));
        let (sign, title) = (status.mark.sign(), escape(&status.rule.title));
        let link = format!("[Rule {}: {title}]({})", status.rule.number, rule_report::file_name(status.rule));
        let numbers = [status.entries.len(), proven, excluded].map(|number| number.to_string());
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
