//! The verification document of one rule of the catalog, written from what was played.

use std::collections::BTreeSet;

use crate::oracle::address::Lines;
use crate::oracle::catalog::CatalogRule;
use crate::oracle::findings::Findings;
use crate::oracle::grade::Grade;
use crate::oracle::ledger::ClaimRef;
use crate::oracle::ledger::LedgerEntry;
use crate::oracle::standing::Mark;
use crate::oracle::standing::RuleStanding;
use crate::report::coverage;
use crate::report::wording;
use crate::report::wording::count;
use crate::report::wording::listed;
use crate::report::wording::wrap;

mod clause;
mod code_flow;
mod edge;
pub(crate) mod telling;
pub mod tried;

pub use telling::code;
pub use telling::escape;

/// How wide a paragraph is.
const WIDTH: usize = 110;

/// The name of a rule's document, such as `rule-11-surviving-leaders.md`.
pub fn file_name(rule: &CatalogRule) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let slug: String = rule.title.chars().map(plain).collect();
    let slug = slug.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
    format!("rule-{:02}-{slug}.md", rule.number)
}

/// The whole document.
pub fn write(standing: &RuleStanding<'_>, findings: &Findings<'_>) -> String {
    let rule = standing.rule;
    [
        format!("# Rule {}: {}\n", rule.number, escape(&rule.title)),
        "Written by `truthsayer report` from playing the scenarios below. Do not edit it: change a rule, a scenario or\n\
         the engine, and write it again.\n"
            .to_owned(),
        tried::paragraph(findings),
        reference(standing, findings),
        summary(standing, findings),
        format!("## Detailed Verification\n\n{}", details(standing, findings)),
        edge::section(standing, findings),
        code_flow::code_flow(standing, findings),
        code_flow::data_structures(standing, findings),
        related(standing, findings),
        checklist(standing, findings),
        recommendations(standing, findings),
        conclusion(standing, findings),
    ]
    .into_iter()
    .filter(|part| !part.is_empty())
    .collect::<Vec<_>>()
    .join("\n")
}

fn reference(standing: &RuleStanding<'_>, findings: &Findings<'_>) -> String {
    let rule = standing.rule;
    let mut text = format!("## Rule Reference\n\n**Source**: {}\n\n", sources(&rule.lines));
    for address in &rule.lines {
        text.push_str(&quoted(address, "", findings));
    }
    text.push_str(&format!("**Category**: {}\n", escape(&rule.category)));
    let numbers: Vec<String> = rule.related.iter().map(|address| format!("`{address}`")).collect();
    if !numbers.is_empty() {
        text.push_str(&format!("\n**Related rules**: {}\n", listed(&numbers)));
    }
    text
}

/// The rules beside this one, with what is known about them.
fn related(standing: &RuleStanding<'_>, findings: &Findings<'_>) -> String {
    let mut text = "## Related Rules\n\n".to_owned();
    if standing.rule.related.is_empty() {
        text.push_str("The catalog names none.\n");
    }
    for address in &standing.rule.related {
        let prefix = prefix(address, standing);
        text.push_str(&quoted(address, &prefix, findings));
        for entry in findings.ledger.at(address) {
            text.push_str(&format!(
                "- {prefix}{}.{} is {} {}\n",
                entry.id.line,
                entry.id.clause,
                entry.grade.name(),
                entry.grade.mark()
            ));
        }
        text.push('\n');
    }
    text.trim_end().to_owned() + "\n"
}

/// A line of another file than the rule's own is told with its file: `game-end.md:`.
fn prefix(address: &Lines, standing: &RuleStanding<'_>) -> String {
    if standing.rule.lines.iter().any(|own| own.file == address.file) {
        return String::new();
    }
    format!("{}:", address.file.strip_prefix(&format!("{}/", standing.rule.game)).unwrap_or(&address.file))
}

fn sources(lines: &[Lines]) -> String {
    let shown: Vec<String> = lines
        .iter()
        .map(|address| match address.last == address.first {
            true => format!("`{}` line {}", address.file, address.first),
            false => format!("`{}` lines {}-{}", address.file, address.first, address.last),
        })
        .collect();
    listed(&shown)
}

fn quoted(address: &Lines, prefix: &str, findings: &Findings<'_>) -> String {
    let lines = findings.suite.book.file(&address.file).into_iter();
    let lines = lines.flat_map(|file| file.lines_between(address.first, address.last));
    lines.map(|line| format!("> **{prefix}{}** {}\n\n", line.number, escape(&line.text))).collect()
}

fn summary(standing: &RuleStanding<'_>, findings: &Findings<'_>) -> String {
    let mut text = format!("## Summary\n\n**Status: {}**\n\n{}\n\n", status(standing.mark), one_line(standing));
    text.push_str("| Component | Status | Notes |\n|---|---|---|\n");
    for entry in &standing.entries {
        let words = escape(findings.suite.book.clause_text(&entry.id));
        let address = format!("{}.{}", entry.id.line, entry.id.clause);
        text.push_str(&format!(
            "| {address} {words} | {} {} | {} |\n",
            entry.grade.mark(),
            entry.grade.name(),
            note(entry)
        ));
    }
    text
}

fn status(mark: Mark) -> String {
    let words = match mark {
        Mark::Verified => "VERIFIED",
        Mark::Holds => "HOLDS",
        Mark::Broken => "NOT AS THE RULE SAYS",
        Mark::Incomplete => "NOT FULLY VERIFIED",
        Mark::Excluded => "NOT VERIFIED HERE",
    };
    format!("{} {words}", mark.sign())
}

/// One sentence that says how the rule stands.
fn one_line(standing: &RuleStanding<'_>) -> String {
    let number = |grade: Grade| standing.entries.iter().filter(|entry| entry.grade == grade).count();
    let (all, proven, excluded) = (standing.entries.len(), number(Grade::Proven), number(Grade::Excluded));
    let is = |number: usize| if number == 1 { "is" } else { "are" };
    match standing.mark {
        Mark::Verified if excluded == 0 && all == 1 => "Its one clause is proven.".to_owned(),
        Mark::Verified if excluded == 0 && all == 2 => "Both clauses are proven.".to_owned(),
        Mark::Verified if excluded == 0 => format!("All {} are proven.", count(all, "clause")),
        Mark::Verified => format!(
            "Of {}, {proven} {} proven and {excluded} {} excluded for a stated reason.",
            count(all, "clause"),
            is(proven),
            is(excluded)
        ),
        Mark::Holds if all == 1 => "What is claimed about its one clause holds.".to_owned(),
        Mark::Holds if excluded == 0 && all == 2 => "What is claimed about both clauses holds.".to_owned(),
        Mark::Holds if excluded == 0 => format!("What is claimed about all {} holds.", count(all, "clause")),
        Mark::Holds => format!(
            "Of {}, {} hold and {excluded} {} excluded for a stated reason.",
            count(all, "clause"),
            all - excluded,
            is(excluded)
        ),
        Mark::Excluded => "Nobody has to verify it here; the reason stands beside each clause.".to_owned(),
        Mark::Broken => {
            let broken = number(Grade::Violated);
            format!(
                "Of {}, {broken} {} violated: played, the engine does something else.",
                count(all, "clause"),
                is(broken)
            )
        }
        Mark::Incomplete => {
            let held = proven + number(Grade::Holds) + number(Grade::Sharp) + excluded;
            let lacking = all - held;
            format!("Of {}, {lacking} {} not shown to hold.", count(all, "clause"), is(lacking))
        }
    }
}

/// What the table says about a clause.
fn note(entry: &LedgerEntry) -> String {
    match wording::observed(entry) {
        Some(observed) => format!("{}; {observed}", of_grade(entry)),
        None => of_grade(entry),
    }
}

fn of_grade(entry: &LedgerEntry) -> String {
    let holding = entry.claims.iter().filter(|(_, holds)| *holds == Some(true)).count();
    let failing = entry.claims.iter().filter(|(_, holds)| *holds == Some(false)).count();
    match entry.grade {
        Grade::Excluded => escape(entry.reason.as_deref().unwrap_or_default()),
        Grade::Uncited => "no scenario cites it".to_owned(),
        Grade::Violated => format!(
            "{} of {} on it {}",
            failing,
            count(entry.claims.len(), "claim"),
            if failing == 1 { "fails" } else { "fail" }
        ),
        Grade::Obscured => "could not be judged: the claims that fail on it fail for another clause's sake".to_owned(),
        Grade::Gap => entry.gap.as_ref().map_or(String::new(), |gap| escape(&gap.sentence())),
        Grade::Stale => match &entry.rewording {
            Some(rewording) => {
                format!("its words changed, and nobody has accepted that: it said “{}”", escape(&rewording.was))
            }
            None => String::new(),
        },
        Grade::Cited if entry.unsupported.is_some() => {
            format!("the engine does not support it: {}", escape(entry.unsupported.as_deref().unwrap_or_default()))
        }
        Grade::Cited if entry.failed.is_some() => {
            format!("could not be judged: {}", escape(entry.failed.as_deref().unwrap_or_default()))
        }
        Grade::Cited if !entry.observed.is_whole() => "the engine shows nothing that says what happens".to_owned(),
        Grade::Cited => "cited, but no claim on it was judged or says what happens".to_owned(),
        Grade::Sharp => {
            let foil = entry.sharpness.as_ref().map_or("", |sharpness| sharpness.foil.as_str());
            let hold = if holding == 1 { "holds" } else { "hold" };
            format!("{} on it {hold}, and one deviates on {}, which lacks it", count(holding, "claim"), code(foil))
        }
        Grade::Holds => {
            let hold = if holding == 1 { "holds" } else { "hold" };
            format!("{} on it {hold}{}", count(holding, "claim"), tried::unproven(entry))
        }
        Grade::Proven => {
            let failing: BTreeSet<&ClaimRef> = entry.switches.iter().flat_map(|switch| &switch.witnesses).collect();
            let noticed = failing.len();
            let hold = if holding == 1 { "holds" } else { "hold" };
            let fail = if noticed == 1 { "fails" } else { "fail" };
            format!("{} {hold}; with the clause turned off, {noticed} {fail}", count(holding, "claim"))
        }
    }
}

fn details(standing: &RuleStanding<'_>, findings: &Findings<'_>) -> String {
    let parts: Vec<String> = standing.entries.iter().map(|entry| clause::section(entry, findings)).collect();
    parts.join("\n")
}

fn checklist(standing: &RuleStanding<'_>, findings: &Findings<'_>) -> String {
    let mut text = "## Verification Checklist\n\n".to_owned();
    for entry in &standing.entries {
        let words = escape(findings.suite.book.clause_text(&entry.id));
        let address = format!("{}.{}", entry.id.line, entry.id.clause);
        let (tick, remark) = match entry.grade {
            Grade::Proven => ("x", String::new()),
            Grade::Holds => ("x", " — holds".to_owned()),
            Grade::Sharp => ("x", " — sharp".to_owned()),
            Grade::Excluded => ("x", " — excluded".to_owned()),
            other => (" ", format!(" — {}", other.name())),
        };
        text.push_str(&format!("- [{tick}] **{address}** {words}{remark}\n"));
    }
    text
}

fn recommendations(standing: &RuleStanding<'_>, findings: &Findings<'_>) -> String {
    let lacking = standing.entries.iter().filter(|entry| !matches!(entry.grade, Grade::Proven | Grade::Excluded));
    let items: Vec<String> = lacking
        .filter(|entry| !coverage::advice(entry, findings).is_empty())
        .map(|entry| format!("- `{}` is {}: {}.\n", entry.id, entry.grade.name(), coverage::advice(entry, findings)))
        .collect();
    if items.is_empty() {
        return "## Recommendations\n\nNone.\n".to_owned();
    }
    format!("## Recommendations\n\n{}", items.concat())
}

fn conclusion(standing: &RuleStanding<'_>, findings: &Findings<'_>) -> String {
    let scenarios = edge::scenarios(standing, findings).len();
    let played = if scenarios == 1 {
        "1 scenario that cites it".to_owned()
    } else {
        format!("{scenarios} scenarios that cite it")
    };
    let excluded = standing.entries.iter().any(|entry| entry.grade == Grade::Excluded);
    let words = match standing.mark {
        Mark::Verified => format!(
            "The engine keeps this rule in {played}, and each of its clauses{} was seen to matter: with the clause turned \
             off, a claim on it fails.",
            if excluded { " that is not excluded" } else { "" }
        ),
        Mark::Broken => {
            "The engine does not keep this rule. The deviations stand above, each with the scenario that shows it."
                .to_owned()
        }
        Mark::Holds => format!("The engine keeps this rule in {played}."),
        Mark::Incomplete if scenarios == 0 => {
            format!("Nothing can be said about this rule: {}.", edge::unplayed(standing))
        }
        Mark::Incomplete => format!("What was seen in {played} does not cover the whole rule."),
        Mark::Excluded => "This rule was left out on purpose.".to_owned(),
    };
    format!("## Conclusion\n\n{}\n", wrap(&words, WIDTH))
}
