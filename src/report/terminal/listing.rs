//! The text of `list`: one line per item, its name first.

use colored::Colorize;

use crate::report::machine::documents::listing::ListedClause;
use crate::report::machine::documents::listing::ListedEngine;
use crate::report::machine::documents::listing::ListedScenario;
use crate::report::machine::documents::listing::ListedSwitch;
use crate::report::machine::documents::listing::ProjectListing;
use crate::report::machine::documents::listing::SwitchClause;
use crate::report::text::grammar::count;

/// Every item, and how many there are.
pub(crate) fn text(list: &ProjectListing, quiet: bool) -> String {
    let mut text = String::new();
    let mut add = |lines: Vec<String>, kind: &str| {
        let number = lines.len();
        text.extend(lines);
        if !quiet {
            text.push_str(&format!("{}\n", count(number, kind)));
        }
    };
    if let Some(scenarios) = &list.scenarios {
        add(scenarios.iter().map(scenario).collect(), "scenario");
    }
    if let Some(clauses) = &list.clauses {
        add(clauses.iter().map(clause).collect(), "clause");
    }
    if let Some(switches) = &list.switches {
        add(switches.iter().map(switch).collect(), "switch");
    }
    if let Some(engines) = &list.engines {
        add(engines.iter().map(engine).collect(), "engine");
    }
    text
}

fn scenario(scenario: &ListedScenario) -> String {
    let draft = if scenario.draft { format!(" {}", "draft".yellow()) } else { String::new() };
    format!("{}{draft}  {}\n", scenario.id.bold(), scenario.title)
}

fn clause(clause: &ListedClause) -> String {
    let name = clause.name.as_ref().map_or(String::new(), |name| format!(" {}", name.bold()));
    let cited = match (&clause.excluded, clause.scenarios.len()) {
        (Some(_), _) => "excluded".dimmed(),
        (None, 0) => "uncited".yellow(),
        (None, number) => count(number, "scenario").normal(),
    };
    format!("{}{name}  {cited}  {}\n", clause.id.cyan(), clause.text)
}

/// The switch with its clauses, or with the declared address if the rulebook does not contain the quote.
fn switch(switch: &ListedSwitch) -> String {
    let clause = |it: &SwitchClause| {
        it.id.cyan().to_string() + &it.name.as_ref().map_or(String::new(), |name| format!(" {}", name.bold()))
    };
    let clauses: Vec<String> = switch.clauses.iter().map(clause).collect();
    let clauses = if clauses.is_empty() { switch.cite.cyan().to_string() } else { clauses.join(", ") };
    format!("{}  {clauses}  “{}”\n", switch.name.bold(), switch.quote)
}

fn engine(engine: &ListedEngine) -> String {
    let how = if engine.command.is_empty() { "built in".to_owned() } else { engine.command.join(" ") };
    let role = if engine.reference { ", reference engine" } else { "" };
    format!("{}  plays {}{role}  {}\n", engine.name.bold(), engine.game, how.dimmed())
}
