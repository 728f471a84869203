//! The first lines of a rule report: verdict, weak evidence, source and related rules.

use crate::report::markdown::rule_report;
use crate::report::markdown::rule_report::WIDTH;
use crate::report::markdown::rule_report::edge_cases;
use crate::report::markdown::rule_report::link::ReportContext;
use crate::report::markdown::rule_report::weak_evidence;
use crate::report::text::escape::code;
use crate::report::text::escape::escape;
use crate::report::text::grammar;
use crate::report::text::grammar::count;
use crate::report::text::grammar::listed;
use crate::report::text::grammar::wrap;
use truthsayer_oracle::evidence::coverage::CoverageEntry;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::evidence::rule_status::Mark;
use truthsayer_oracle::evidence::rule_status::RuleStatus;
use truthsayer_oracle::rulebook::address::Lines;
use truthsayer_oracle::suite::grade::Grade;

pub(super) fn section(status: &RuleStatus<'_>, context: &ReportContext<'_, '_>) -> String {
    let (rule, findings) = (status.rule, context.findings);
    let verdict = [format!("**{}**", verdict(status, findings)), runs(status, findings)].join(" ");
    let mut text = format!("# Rule {}: {} — {}\n\n", rule.number, escape(&rule.title), mark_words(status.mark));
    text.push_str("<sub>Written by `truthsayer report`. Do not edit: change a rule, a scenario or the engine and run it again.</sub>\n\n");
    text.push_str(&format!("{}\n\n", wrap(verdict.trim_end(), WIDTH)));
    text.push_str(&if context.scope.is_empty() { String::new() } else { format!("{}\n", context.scope) });
    text.push_str(&weak_evidence::items(status, findings));
    text.push_str(&format!(
        "- **Source:** {}\n- **Category:** {}\n",
        sources(&rule.lines, context),
        escape(&rule.category)
    ));
    let related: Vec<String> = rule.related.iter().map(|address| related(address, context)).collect();
    if !related.is_empty() {
        text.push_str(&format!("- **Related:** {}\n", related.join(", ")));
    }
    text
}

fn mark_words(mark: Mark) -> String {
    let words = match mark {
        Mark::Verified => "verified",
        Mark::Holds => "holds",
        Mark::Broken => "violated",
        Mark::Incomplete => "incomplete",
        Mark::Excluded => "excluded",
    };
    format!("{} {words}", mark.sign())
}

/// One sentence with the numbers of clauses and the engine.
fn verdict(status: &RuleStatus<'_>, findings: &Findings<'_>) -> String {
    let on = match findings.engines.get(&status.rule.game) {
        Some(engine) if engine.version.is_empty() => format!(" on {}", code(&engine.name)),
        Some(engine) => format!(" on {} {}", code(&engine.name), escape(&engine.version)),
        None => String::new(),
    };
    let number = |grade: Grade| status.entries.iter().filter(|entry| entry.grade == grade).count();
    let (all, proven, excluded) = (status.entries.len(), number(Grade::Proven), number(Grade::Excluded));
    let is = |number: usize| if number == 1 { "is" } else { "are" };
    let clauses = count(all, "clause");
    let held = proven + number(Grade::Holds) + number(Grade::Sharp);
    let but_excluded = format!("{excluded} {} excluded for a stated reason", is(excluded));
    match status.mark {
        Mark::Excluded if all == 1 => "The only clause is excluded for a stated reason.".to_owned(),
        Mark::Excluded => format!("All {clauses} are excluded for a stated reason."),
        Mark::Verified if all == 1 => format!("The only clause is proven{on}."),
        Mark::Verified if excluded == 0 => format!("All {clauses} are proven{on}."),
        Mark::Verified => format!("Of {clauses}, {proven} {} proven{on} and {but_excluded}.", is(proven)),
        Mark::Holds if all == 1 => format!("The claims on the only clause pass{on}."),
        Mark::Holds if excluded == 0 => format!("The claims on all {clauses} pass{on}."),
        Mark::Holds => {
            format!("Of {clauses}, {held} {}{on} and {but_excluded}.", if held == 1 { "holds" } else { "hold" })
        }
        Mark::Broken if all == 1 => format!("The only clause is violated{on}."),
        Mark::Broken => {
            format!("Of {clauses}, {} {} violated{on}.", number(Grade::Violated), is(number(Grade::Violated)))
        }
        Mark::Incomplete if all == 1 => format!("The only clause is not shown to hold{on}."),
        Mark::Incomplete => {
            let lacking = all - held - excluded;
            format!("Of {clauses}, {lacking} {} not shown to hold{on}.", is(lacking))
        }
    }
}

/// In how many runs the claims on the rule pass.
fn runs(status: &RuleStatus<'_>, findings: &Findings<'_>) -> String {
    if status.mark == Mark::Excluded {
        return String::new();
    }
    let scenarios = edge_cases::scenarios(status, findings);
    if scenarios.is_empty() {
        return edge_cases::not_run(status).to_owned();
    }
    let passing = scenarios.iter().filter(|(judged, claims)| edge_cases::passes(judged, claims)).count();
    let all = grammar::scenarios_and_runs(scenarios.iter().map(|(judged, _)| judged.scenario));
    match (passing == scenarios.len(), scenarios.len()) {
        (true, 1) => "The claims on this rule pass in the only scenario that cites it.".to_owned(),
        (true, _) => format!("The claims on this rule pass in all {all} that cite it."),
        (false, number) => {
            format!("The claims on this rule pass in {passing} of {}.", count(number, "run"))
        }
    }
}

fn sources(lines: &[Lines], context: &ReportContext<'_, '_>) -> String {
    let shown = |address: &Lines| context.rule_line(&address.file, address.first, &code(&address.to_string()));
    listed(&lines.iter().map(shown).collect::<Vec<_>>())
}

/// A link to a related rule, with the number of its clauses that are proven or hold.
fn related(address: &Lines, context: &ReportContext<'_, '_>) -> String {
    let findings = context.findings;
    let entries: Vec<&CoverageEntry> = findings.coverage.at(address).collect();
    let rule = entries.first().and_then(|entry| findings.suite.rule_of(&entry.id));
    let link = match rule {
        Some(rule) => format!("[rule {}: {}]({})", rule.number, escape(&rule.title), rule_report::file_name(rule)),
        None => context.rule_line(&address.file, address.first, &code(&address.to_string())),
    };
    let proves = findings.can_prove(Some(address.file.split('/').next().unwrap_or_default()));
    let is_good = |grade: Grade| grade == Grade::Proven || !proves && matches!(grade, Grade::Holds | Grade::Sharp);
    let good = entries.iter().filter(|entry| is_good(entry.grade)).count();
    let (word, lines) = (if proves { "proven" } else { "held" }, lines(address));
    format!("{link} ({lines}: {good} of {} {word})", count(entries.len(), "clause"))
}

fn lines(address: &Lines) -> String {
    match address.first == address.last {
        true => format!("line {}", address.first),
        false => format!("lines {}–{}", address.first, address.last),
    }
}
