//! The result of `compare --hunt`, as text and as Markdown for a pull request.

use colored::Colorize;

use crate::report::machine::documents::change_document::ChangeHunt;
use crate::report::machine::documents::change_document::ChangedClause;
use crate::report::machine::documents::change_document::FoundDifference;
use crate::report::terminal::indent;
use crate::report::text::escape::code;
use crate::report::text::escape::escape;
use crate::report::text::escape::fenced;
use crate::report::text::escape::row;
use crate::report::text::grammar;
use crate::report::text::grammar::capital;
use crate::report::text::grammar::count;
use crate::report::text::wrapping;
use truthsayer_oracle::base::yaml_block;
use truthsayer_oracle::compare::comparison::Comparison;
use truthsayer_protocol::Data;
use truthsayer_protocol::text;

/// Maximum number of clauses that are listed.
const MOST_CLAUSES: usize = 5;
/// Maximum number of differences that are shown: of those that no claim notices, and of the others.
const MOST_UNNOTICED: usize = 10;
const MOST_NOTICED: usize = 3;
/// Maximum number of names in a list.
const MOST_NAMES: usize = 5;

/// The number of differences and of runs, and how many switches took effect.
pub(crate) fn verdict(hunt: &ChangeHunt) -> String {
    let runs = count(hunt.runs, "run");
    let (fired, all) = (hunt.switches.fired, hunt.switches.all);
    let reach = match all {
        0 => "; the engine has no switches".to_owned(),
        _ if fired == all => format!(" over all {}", count(all, "switch")),
        _ => format!(" over {fired} of {}", count(all, "switch")),
    };
    match hunt.differences.len() {
        0 => format!("no difference in {runs}{reach}"),
        number => {
            let unnoticed = match hunt.unnoticed {
                0 => "claims notice all of them".to_owned(),
                1 => "no claim notices 1 of them".to_owned(),
                more => format!("no claim notices {more} of them"),
            };
            format!("{} in {runs}{reach}; {unnoticed}", count(number, "difference"))
        }
    }
}

/// The verdict, the clauses, then every difference. With `verbose`, every clause and every set-up.
pub(crate) fn pretty(hunt: &ChangeHunt, names: &[String; 2], verbose: bool) -> String {
    let mut text = format!("\n{} {}\n", "hunt:".bold(), verdict(hunt));
    for note in notes(hunt) {
        text.push_str(&line(&format!("{} {note}", "note:".bold()), 2));
    }
    if !hunt.clauses.is_empty() {
        text.push_str("\nAffected clauses, most likely first:\n");
    }
    let most = if verbose { usize::MAX } else { MOST_CLAUSES };
    for (at, clause) in hunt.clauses.iter().take(most).enumerate() {
        text.push_str(&line(&format!("{:>3}. {} {}", at + 1, clause.clause.cyan(), text::one_line(&clause.words)), 5));
        text.push_str(&line(&format!("     {}", evidence(clause, hunt)), 7));
    }
    if let more @ 1.. = hunt.clauses.len().saturating_sub(most) {
        text.push_str(&format!("     {} more; use -v to list them\n", grammar::thousands(more)));
    }
    let shown = shown_differences(hunt, verbose);
    for at in &shown {
        text.push_str(&format!("\n{}", difference_text(*at, &hunt.differences[*at], names, verbose)));
    }
    if let more @ 1.. = hunt.differences.len() - shown.len() {
        text.push_str(&format!("\n{} more; use -v to list them\n", count(more, "difference")));
    }
    text
}

/// The differences to show: those that no claim notices, then the shortest others. All with `verbose`.
fn shown_differences(hunt: &ChangeHunt, verbose: bool) -> Vec<usize> {
    let all = 0..hunt.differences.len();
    let (unnoticed, noticed): (Vec<usize>, Vec<usize>) =
        all.partition(|at| hunt.differences[*at].noticed_by.is_empty());
    let most = |limit: usize| if verbose { usize::MAX } else { limit };
    let others = noticed.into_iter().take(most(MOST_NOTICED));
    unnoticed.into_iter().take(most(MOST_UNNOTICED)).chain(others).collect()
}

fn line(text: &str, margin: usize) -> String {
    wrapping::folded(text, margin, 0) + "\n"
}

/// Limits of the result.
fn notes(hunt: &ChangeHunt) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(fault) = &hunt.fault {
        notes.push(format!("the search ended early: {}", text::one_line(fault)));
    }
    if hunt.interrupted {
        notes.push("the search was interrupted".to_owned());
    }
    if hunt.start[0] < hunt.start[1] && hunt.fault.is_none() {
        let [ran, all] = hunt.start;
        notes.push(format!("only {ran} of {all} starting scenarios and fixtures ran in the given time"));
    }
    if hunt.unsteady > 0 {
        notes.push(format!("{} did not occur again; not reported", count(hunt.unsteady, "difference")));
    }
    if let never @ [_, ..] = hunt.switches.never.as_slice() {
        notes.push(format!("never took effect: {}", named(never)));
    }
    notes
}

fn named(names: &[String]) -> String {
    let more = match names.len().saturating_sub(MOST_NAMES) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{}{more}", names.iter().take(MOST_NAMES).cloned().collect::<Vec<_>>().join(", "))
}

/// Why a clause is listed, its shortest scenario, and whether a claim notices the change.
fn evidence(clause: &ChangedClause, hunt: &ChangeHunt) -> String {
    let mut parts = Vec::new();
    if clause.reproduced > 0 {
        parts.push(format!("without it, {} the same way", count_occur(clause.reproduced)));
    }
    if let Some(shortest) = clause.shortest {
        let steps = hunt.differences.get(shortest).map_or(0, |it| it.when.len());
        parts.push(format!("shortest scenario: difference {} ({})", shortest + 1, count(steps, "step")));
    }
    parts.push(if clause.noticed { "a claim on it notices" } else { "no claim on it notices" }.to_owned());
    parts.join("; ")
}

fn count_occur(number: usize) -> String {
    if number == 1 { "1 difference occurs".to_owned() } else { format!("{} occur", count(number, "difference")) }
}

fn difference_text(at: usize, difference: &FoundDifference, names: &[String; 2], verbose: bool) -> String {
    let title = format!("{} {}", format!("difference {}", at + 1).yellow().bold(), difference.differs.bold());
    let mut text = line(&title, 2);
    for (name, side) in names.iter().zip(&difference.sides) {
        text.push_str(&line(&format!("  {name}: {side}"), 4));
    }
    text.push_str(&line(&format!("  {}", noticed(difference)), 4));
    text.push_str(&line(&format!("  {}", origin(difference)), 4));
    text.extend(difference.notes.iter().map(|note| line(&format!("  {}", text::one_line(note)), 4)));
    if verbose || difference.noticed_by.is_empty() {
        text.push_str(&indent(&scenario(difference), 4));
    } else {
        for (at, step) in difference.when.iter().enumerate() {
            text.push_str(&line(&format!("    {}. {}", at + 1, text::one_line(&grammar::step(step))), 7));
        }
    }
    text
}

fn noticed(difference: &FoundDifference) -> String {
    match difference.noticed_by.as_slice() {
        [] => "no claim notices it".to_owned(),
        ids => format!("noticed by {}", named(ids)),
    }
}

fn origin(difference: &FoundDifference) -> String {
    let from = if difference.as_it_stands { "found in" } else { "derived from" };
    format!("{}, {from} {}", count(difference.when.len(), "step"), difference.origin)
}

fn scenario(difference: &FoundDifference) -> String {
    let when = Data::Array(difference.when.clone());
    yaml_block::entry("given", &difference.given) + &yaml_block::entry("when", &when)
}

/// A comment for a pull request: both verdicts, the clauses, and every difference with its scenario folded.
pub(crate) fn markdown(
    hunt: &ChangeHunt,
    comparison: &Comparison<'_>,
    suite_verdict: &str,
    names: &[String; 2],
) -> String {
    let [old, new] = names.each_ref().map(|name| escape(name));
    let mut text = format!("## Rules: {old} → {new}\n\n");
    text.push_str(&format!("- Suite: {}.\n- Search: {}.\n", escape(suite_verdict), escape(&verdict(hunt))));
    text.extend(notes(hunt).iter().map(|note| format!("- {}.\n", capital(&escape(note)))));
    if !hunt.clauses.is_empty() {
        text.push_str("\n### Affected clauses, most likely first\n\n| clause | words | evidence |\n|---|---|---|\n");
    }
    for clause in hunt.clauses.iter().take(MOST_CLAUSES) {
        text.push_str(&row([code(&clause.clause), escape(&clause.words), escape(&evidence(clause, hunt))]));
    }
    let shown = shown_differences(hunt, false);
    for at in &shown {
        let difference = &hunt.differences[*at];
        text.push_str(&format!("\n### Difference {}: {}\n\n", at + 1, escape(&difference.differs)));
        text.push_str(&row(["", "answer"]));
        text.push_str("|---|---|\n");
        for (name, side) in [&old, &new].into_iter().zip(&difference.sides) {
            text.push_str(&row([name, &code(side)]));
        }
        let said = format!("{}; {}.", noticed(difference), origin(difference));
        text.extend(difference.notes.iter().map(|note| format!("\n{}.\n", capital(&escape(note)))));
        text.push_str(&format!("\n{}\n\n<details><summary>Scenario</summary>\n\n", capital(&escape(&said))));
        text.push_str(&fenced("yaml", &scenario(difference)));
        text.push_str("\n</details>\n");
    }
    if let more @ 1.. = hunt.differences.len() - shown.len() {
        text.push_str(&format!("\n{} more.\n", count(more, "difference")));
    }
    let disputed: Vec<&str> = comparison.differences().map(|difference| difference.id).collect();
    if !disputed.is_empty() {
        text.push_str("\n### Scenarios of the suite that are judged differently\n\n");
        text.extend(disputed.iter().map(|id| format!("- {}\n", code(id))));
    }
    text
}
