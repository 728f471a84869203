//! What a hunt has found.

use colored::Colorize;

use crate::oracle::block;
use crate::oracle::hunt::contest::Contest;
use crate::oracle::hunt::finding::Catch;
use crate::oracle::hunt::finding::Finding;
use crate::oracle::suite::Suite;
use crate::protocol::Data;
use crate::report::terminal::closing;
use crate::report::wording::count;

/// Every finding, then what was tried.
pub fn hunt(catch: &Catch, contest: &Contest<'_>, suite: &Suite, verbose: bool) -> String {
    let mut text = String::new();
    for finding in &catch.findings {
        text.push_str(&one(finding, contest, verbose));
    }
    text.push_str(&summary(catch, contest));
    text + &closing(suite)
}

fn one(finding: &Finding, contest: &Contest<'_>, verbose: bool) -> String {
    let mut text = format!("{} {}\n", "differs".red().bold(), finding.difference.group.bold());
    let names = [contest.home().name.clone(), contest.rival_name(finding.rival)];
    for (name, side) in names.iter().zip(&finding.difference.sides) {
        text.push_str(&format!("  {name}: {side}\n"));
    }
    text.push_str(&format!("  {} steps, made out of {}, after {}\n", finding.task.when.len(), finding.origin, finding.after));
    if verbose {
        text.push_str(&block::entry("given", &finding.task.given));
        text.push_str(&block::entry("when", &Data::Array(finding.task.when.clone())));
    }
    text
}

fn summary(catch: &Catch, contest: &Contest<'_>) -> String {
    let mut text = format!(
        "{} in {} ({} in the pool, {} played)\n",
        count(catch.findings.len(), "finding"),
        count(catch.attempts, "attempt"),
        catch.pool,
        count(catch.plays, "task"),
    );
    if contest.is_by_switch() {
        for rival in &catch.without_finding {
            text.push_str(&format!("nothing found {}\n", contest.rival_name(*rival)));
        }
    }
    text
}
