//! The Markdown report of one rule of the catalog.

pub(crate) mod cause;
pub(crate) mod clause_table;
pub(crate) mod code_path;
pub(crate) mod edge_cases;
pub(crate) mod example;
pub(crate) mod link;
pub(crate) mod mismatch;
pub(crate) mod problem;
pub(crate) mod run_text;
pub(crate) mod scope;
pub(crate) mod switch_lines;
pub(crate) mod verdict;
pub(crate) mod weak_evidence;

use crate::report::markdown::rule_report::edge_cases::EdgeCases;
use crate::report::markdown::rule_report::example::ExampleBlock;
use crate::report::markdown::rule_report::link::ReportContext;
use crate::report::text::escape::code;
use crate::report::text::grammar::count;
use crate::report::text::grammar::grade_phrase;
use crate::report::text::next_step;
use truthsayer_oracle::base::suggestion::Call;
use truthsayer_oracle::evidence::coverage::CoverageEntry;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::evidence::rule_status::RuleStatus;
use truthsayer_oracle::rulebook::catalog::CatalogRule;
use truthsayer_oracle::suite::grade::Grade;

pub(crate) use cause::cause_text;
pub(crate) use clause_table::source_name;
pub(crate) use example::shown_claim;
pub(crate) use mismatch::expected_and_actual;
pub(crate) use mismatch::expected_and_actual_html;

/// Width of a paragraph.
const WIDTH: usize = 110;
/// Maximum number of lines of a report. Boards and examples are left out first, then scenarios.
const LINES: usize = 400;
/// Lines that are kept for edge cases however many examples there are.
const LINES_OF_EDGE_CASES: usize = 50;
/// Maximum number of recommendations.
const RECOMMENDATIONS: usize = 20;

/// The file name of a rule report, such as `rule-11-surviving-leaders.md`.
pub(crate) fn file_name(rule: &CatalogRule) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let slug: String = rule.title.chars().map(plain).collect();
    let slug = slug.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
    format!("rule-{}-{slug}.md", rule.number.file_part())
}

/// The whole report.
pub(crate) fn write(status: &RuleStatus<'_>, context: &ReportContext<'_, '_>) -> String {
    let head =
        [verdict::section(status, context), problem::section(status, context), clause_table::section(status, context)];
    let tail = [code_path::section(status, context), recommendations(status, context.findings)];
    let used: usize = head.iter().chain(&tail).map(|part| lines(part)).sum();
    let edge_cases = EdgeCases::of(status, context);
    let edge_length = edge_cases.as_ref().map_or(0, EdgeCases::length) + 1;
    let room = LINES.saturating_sub(used);
    let most = room.saturating_sub(edge_length.min(LINES_OF_EDGE_CASES));
    let examples = examples(status, context, room.saturating_sub(edge_length), most);
    let edge_room = room.saturating_sub(lines(&examples) + 1);
    let edge_cases = edge_cases.map_or_else(String::new, |cases| cases.section(edge_room));
    let parts = head.into_iter().chain([examples, edge_cases]).chain(tail);
    parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Number of lines of a part, including the blank line after it.
fn lines(part: &str) -> usize {
    if part.is_empty() { 0 } else { part.lines().count() + 1 }
}

/// One example per clause, in at most `most` lines. Boards are drawn while they fit into `room` lines.
fn examples(status: &RuleStatus<'_>, context: &ReportContext<'_, '_>, room: usize, most: usize) -> String {
    const FRAME: usize = 8;
    let blocks: Vec<ExampleBlock<'_>> =
        status.entries.iter().filter_map(|entry| example::block(entry, status, context)).collect();
    if blocks.is_empty() {
        return String::new();
    }
    let (all, plain) = (blocks.len(), FRAME + blocks.iter().map(|block| block.length()).sum::<usize>());
    let (mut room, mut most) = (room.saturating_sub(plain), most.saturating_sub(FRAME));
    let mut shown: Vec<String> = Vec::new();
    for block in blocks {
        let board = if room > 0 { block.board() } else { String::new() };
        let more = board.lines().count();
        let board = if more <= room { board } else { String::new() };
        let Some(rest) = most.checked_sub(block.length() + board.lines().count()) else { break };
        (room, most) = (room.saturating_sub(more), rest);
        shown.push(block.write(&board));
    }
    let left = match all - shown.len() {
        0 => String::new(),
        left => format!("\n{}: {}\n", count(left, "more example"), rule_command("verify -v", status)),
    };
    format!("## Evidence\n\n{}\n\n{}{left}", introduction(status, context), shown.concat())
}

fn introduction(status: &RuleStatus<'_>, context: &ReportContext<'_, '_>) -> String {
    let has_moment = |entry: &CoverageEntry| {
        let shown = example::shown_claim(entry, context.findings).filter(|_| entry.reason.is_none());
        shown.is_some_and(|(judged, _)| !example::moments(entry, judged).is_empty())
    };
    let bold = match status.entries.iter().any(|entry| has_moment(entry)) {
        true => " In the log, the clause takes effect at the entries in bold.",
        false => "",
    };
    format!("One example run per clause.{bold}")
}

/// A command about the rule, as code; one for each address of the rule.
fn rule_command(command: &str, status: &RuleStatus<'_>) -> String {
    let addresses = status.rule.lines.iter().map(ToString::to_string);
    let commands = addresses.map(|address| {
        let words: Vec<&str> = command.split(' ').chain(["--rule", &address]).collect();
        code(&Call::default().reads(&words))
    });
    commands.collect::<Vec<_>>().join(" and ")
}

/// The next step for each clause that is not proven. Empty if there is nothing to do.
fn recommendations(status: &RuleStatus<'_>, findings: &Findings<'_>) -> String {
    let lacking = status.entries.iter().filter(|entry| !matches!(entry.grade, Grade::Proven | Grade::Excluded));
    let advised = lacking.map(|entry| (entry, next_step::advice(entry, findings, &Call::default())));
    let items: Vec<String> = advised
        .filter(|(_, advice)| !advice.is_empty())
        .map(|(entry, advice)| {
            let (clause, grade) = (code(&entry.id.to_string()), grade_phrase(entry.grade));
            format!("- {clause} {grade}: {}.\n", advice.markdown())
        })
        .collect();
    if items.is_empty() {
        return String::new();
    }
    let left = match items.len().saturating_sub(RECOMMENDATIONS) {
        0 => String::new(),
        left => format!("- {left} more: {}\n", rule_command("coverage --missing", status)),
    };
    let shown: String = items.into_iter().take(RECOMMENDATIONS).collect();
    format!("## Recommendations\n\n{shown}{left}")
}
