//! The verification document of one rule of the catalog, written from what was played.

use crate::oracle::address::Lines;
use crate::oracle::catalog::CatalogRule;
use crate::oracle::findings::Findings;
use crate::oracle::grade::Grade;
use crate::oracle::standing::Mark;
use crate::oracle::standing::RuleStanding;
use crate::oracle::suggestion::Call;
use crate::report::coverage;
use crate::report::document::link::Sheet;
use crate::report::wording::grade_phrase;
use crate::report::wording::listed;
use crate::report::wording::wrap;

mod cause;
mod clause;
mod code_flow;
pub(crate) mod edge;
mod evidence;
pub(crate) mod link;
mod problem;
mod summary;
pub(crate) mod telling;
pub(crate) mod tried;

pub(crate) use cause::cause_text;
pub(crate) use clause::source_name;
pub(crate) use evidence::shown_claim;
pub(crate) use telling::code;
pub(crate) use telling::escape;
pub(crate) use telling::html;
pub(crate) use telling::row;

/// How wide a paragraph is.
const WIDTH: usize = 110;

/// The name of a rule's document, such as `rule-11-surviving-leaders.md`.
pub(crate) fn file_name(rule: &CatalogRule) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let slug: String = rule.title.chars().map(plain).collect();
    let slug = slug.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
    format!("rule-{:02}-{slug}.md", rule.number)
}

/// How many lines a person reads in one sitting. Boards are worth a look and not needed: they are shown as long as there
/// is room. The page shows all of them.
const SITTING: usize = 495;

/// The whole document.
pub(crate) fn write(standing: &RuleStanding<'_>, sheet: &Sheet<'_, '_>) -> String {
    let findings = sheet.findings;
    let rule = standing.rule;
    let head = [
        format!("# Rule {}: {}\n", rule.number, escape(&rule.title)),
        "Written by `truthsayer report` from playing the scenarios below. Do not edit it: change a rule, a scenario or\n\
         the engine, and write it again.\n"
            .to_owned(),
        tried::paragraph(findings, Some(&rule.game)),
        problem::section(standing, sheet),
        reference(standing, sheet),
        summary::section(standing, findings),
    ];
    let tail = [
        related(standing, sheet),
        checklist(standing, findings),
        recommendations(standing, findings),
        conclusion(standing, findings),
    ];
    let edge = edge::section(standing, sheet);
    let fixed = [&head[..], &tail[..], std::slice::from_ref(&edge)].concat();
    let sections: Vec<String> = standing.entries.iter().map(|entry| clause::section(entry, sheet, false)).collect();
    let plain = details(standing, sheet, &sections, 0);
    let flow = code_flow::section(standing, sheet);
    let used: usize = fixed.iter().chain([&plain, &flow]).map(|part| part.lines().count() + 1).sum();
    let details = details(standing, sheet, &sections, SITTING.saturating_sub(used));
    let parts = head.into_iter().chain([details, edge, flow]).chain(tail);
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Clause by clause, by sections without boards; boards are drawn as long as there are lines for them.
fn details(standing: &RuleStanding<'_>, sheet: &Sheet<'_, '_>, plain: &[String], mut room: usize) -> String {
    let mut parts = Vec::new();
    for (entry, plain) in standing.entries.iter().zip(plain) {
        if room > 0 && evidence::has_board(entry, sheet.findings) {
            let drawn = clause::section(entry, sheet, true);
            if let Some(rest) = room.checked_sub(drawn.lines().count() - plain.lines().count()) {
                room = rest;
                parts.push(drawn);
                continue;
            }
        }
        parts.push(plain.clone());
    }
    format!("## Detailed Verification\n\n{}", parts.join("\n"))
}

fn reference(standing: &RuleStanding<'_>, sheet: &Sheet<'_, '_>) -> String {
    let rule = standing.rule;
    let mut text = format!("## Rule Reference\n\n**Source**: {}\n\n", sources(&rule.lines, sheet));
    for address in &rule.lines {
        text.push_str(&quoted(address, "", sheet));
    }
    text.push_str(&format!("\n**Category**: {}\n", escape(&rule.category)));
    text
}

/// The rules beside this one, with what is known about them.
fn related(standing: &RuleStanding<'_>, sheet: &Sheet<'_, '_>) -> String {
    let mut text = "## Related Rules\n\n".to_owned();
    if standing.rule.related.is_empty() {
        text.push_str("The catalog names none.\n");
    }
    for address in &standing.rule.related {
        let prefix = prefix(address, standing);
        text.push_str(&quoted(address, &prefix, sheet));
        let told = sheet.findings.ledger.at(address).map(|entry| {
            format!(
                "{}{}.{} {} {}",
                escape(&prefix),
                entry.id.line,
                entry.id.clause,
                grade_phrase(entry.grade),
                entry.grade.mark()
            )
        });
        let told: Vec<String> = told.collect();
        if !told.is_empty() {
            text.push_str(&format!("  - {}\n", told.join(", ")));
        }
    }
    text
}

/// A line of another file than the rule's own is told with its file: `game-end.md:`.
fn prefix(address: &Lines, standing: &RuleStanding<'_>) -> String {
    if standing.rule.lines.iter().any(|own| own.file == address.file) {
        return String::new();
    }
    format!("{}:", address.file.strip_prefix(&format!("{}/", standing.rule.game)).unwrap_or(&address.file))
}

fn sources(lines: &[Lines], sheet: &Sheet<'_, '_>) -> String {
    let shown = |address: &Lines| sheet.rule_line(&address.file, address.first, &code(&address.to_string()));
    listed(&lines.iter().map(shown).collect::<Vec<_>>())
}

/// Rule lines word for word, each leading to where it stands.
fn quoted(address: &Lines, prefix: &str, sheet: &Sheet<'_, '_>) -> String {
    let lines = sheet.findings.suite.book.file(&address.file).into_iter();
    let lines = lines.flat_map(|file| file.lines_between(address.first, address.last));
    let quoted = lines.map(|line| {
        let shown = format!("**{}{}**", escape(prefix), line.number);
        format!("- {} {}\n", sheet.rule_line(&address.file, line.number, &shown), escape(&line.text))
    });
    quoted.collect()
}

fn checklist(standing: &RuleStanding<'_>, findings: &Findings<'_>) -> String {
    let mut text = "## Verification Checklist\n\n".to_owned();
    for entry in &standing.entries {
        let words = escape(findings.suite.book.clause_text(&entry.id));
        let address = format!("{}.{}", entry.id.line, entry.id.clause);
        let (tick, remark) = match entry.grade {
            Grade::Proven => ("[x]", String::new()),
            Grade::Holds => ("[x]", " — holds".to_owned()),
            Grade::Sharp => ("[x]", " — sharp".to_owned()),
            Grade::Excluded => (Grade::Excluded.mark(), " — excluded".to_owned()),
            other => ("[ ]", format!(" — {}", other.name())),
        };
        text.push_str(&format!("- {tick} **{address}** {words}{remark}\n"));
    }
    text
}

fn recommendations(standing: &RuleStanding<'_>, findings: &Findings<'_>) -> String {
    let lacking = standing.entries.iter().filter(|entry| !matches!(entry.grade, Grade::Proven | Grade::Excluded));
    let advised = lacking.map(|entry| (entry, coverage::advice(entry, findings, &Call::default())));
    let items: Vec<String> = advised
        .filter(|(_, advice)| !advice.is_empty())
        .map(|(entry, advice)| {
            let (clause, grade) = (code(&entry.id.to_string()), grade_phrase(entry.grade));
            format!("- {clause} {grade}: {}.\n", advice.markdown())
        })
        .collect();
    if items.is_empty() {
        return "## Recommendations\n\nNone.\n".to_owned();
    }
    format!("## Recommendations\n\n{}", items.concat())
}

fn conclusion(standing: &RuleStanding<'_>, findings: &Findings<'_>) -> String {
    let scenarios = edge::scenarios(standing, findings);
    let keeping = scenarios.iter().filter(|(judged, claims)| edge::holds(judged, claims));
    let kept = edge::scenarios_and_runs(keeping.map(|(judged, _)| judged.scenario));
    let excluded = standing.entries.iter().any(|entry| entry.grade == Grade::Excluded);
    let each = if excluded { "each clause that is not excluded" } else { "each clause" };
    let words = match standing.mark {
        Mark::Verified => format!(
            "The engine keeps this rule in {kept} citing it. With {each} turned off in turn, a claim on that clause fails."
        ),
        Mark::Broken => {
            "The engine does not keep this rule. Each failure is listed above with a scenario that shows it.".to_owned()
        }
        Mark::Holds => format!("The engine keeps this rule in {kept} citing it."),
        Mark::Incomplete if scenarios.is_empty() => {
            format!("Nothing can be said about this rule: {}.", edge::unplayed(standing))
        }
        Mark::Incomplete => "Not every clause of this rule is shown to hold. The problems are listed above.".to_owned(),
        Mark::Excluded => "No clause of this rule has to be verified. The reasons are listed above.".to_owned(),
    };
    format!("## Conclusion\n\n{}\n", wrap(&words, WIDTH))
}
