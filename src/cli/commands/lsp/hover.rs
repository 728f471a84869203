//! Hover: the text of a cited rule with the grade and evidence of each clause.

use serde_json::json;

use super::citation_at;
use super::workspace;
use super::workspace::Workspace;
use super::yaml_cursor::YamlCursor;
use crate::report::text::escape;
use truthsayer_oracle::rulebook::rule_file::RuleFile;
use truthsayer_oracle::rulebook::rule_line::RuleLine;
use truthsayer_protocol::Data;

/// Maximum number of rules in one hover. A citation of a whole file names all of its rules.
const MOST_RULES: usize = 3;

/// Hover in a scenario.
pub(super) fn in_scenario(workspace: &Workspace<'_>, cursor: &YamlCursor<'_>) -> Option<Data> {
    let rules = citation_at::rules(workspace.suite()?, cursor);
    shown(workspace, &rules)
}

/// Hover in a rulebook, on a line counted from 1.
pub(super) fn in_rulebook(workspace: &Workspace<'_>, path: &str, line: usize) -> Option<Data> {
    shown(workspace, &[workspace.rule_at(path, line)?])
}

fn shown(workspace: &Workspace<'_>, rules: &[(&RuleFile, &RuleLine)]) -> Option<Data> {
    let texts: Vec<String> = rules.iter().take(MOST_RULES).map(|(file, line)| rule(workspace, file, line)).collect();
    (!texts.is_empty()).then(|| json!({"contents": {"kind": "markdown", "value": texts.join("\n\n---\n\n")}}))
}

fn rule(workspace: &Workspace<'_>, file: &RuleFile, line: &RuleLine) -> String {
    let name = line.name.as_deref().map(|name| format!("**{}** · ", escape::escape(name))).unwrap_or_default();
    let mut text = format!("{name}`{}:{}`\n", file.name, line.number);
    for (id, words) in workspace::clauses(file, line) {
        text.push_str(&format!("\n- {}\n  {}\n", evidence(workspace, &id), escape::escape(words)));
    }
    text
}

/// The grade of a clause and the number of its claims.
pub(super) fn evidence(workspace: &Workspace<'_>, id: &truthsayer_oracle::rulebook::ClauseId) -> String {
    let number = format!("{}.{}", id.line, id.clause);
    let Some(found) = workspace.evidence.get(id) else { return format!("{number} not run yet") };
    let claims = match (found.claims, found.failing) {
        (0, _) => String::new(),
        (1, 0) => " · 1 claim".to_owned(),
        (claims, 0) => format!(" · {claims} claims"),
        (claims, failing) => format!(" · {failing} of {claims} claims fail"),
    };
    let floor = found.floor.map(|floor| format!(" · floor {}", floor.name())).unwrap_or_default();
    format!("{} {number} {}{claims}{floor}", found.grade.mark(), found.grade.name())
}
