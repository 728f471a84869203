//! Code lenses: the grade above every rule of a rulebook.

use std::collections::BTreeMap;

use serde_json::json;

use super::position;
use super::workspace;
use super::workspace::Workspace;
use truthsayer_oracle::rulebook::rule_file::RuleFile;
use truthsayer_oracle::rulebook::rule_line::RuleLine;
use truthsayer_oracle::suite::grade::Grade;
use truthsayer_protocol::Data;

/// One lens for every rule of a file.
pub(super) fn all(workspace: &Workspace<'_>, path: &str) -> Vec<Data> {
    let Some(suite) = workspace.suite() else { return Vec::new() };
    let Some(file) = suite.book.files().find(|file| file.source.path == path) else { return Vec::new() };
    let lens = |line: &RuleLine| {
        let title = title(workspace, file, line);
        json!({"range": position::range_of(&file.place(line)), "command": {"title": title, "command": ""}})
    };
    file.lines().map(lens).collect()
}

/// The grades of a rule's clauses and the number of its claims: `✅ 2 proven, ⬜ 1 uncited · 14 claims`.
fn title(workspace: &Workspace<'_>, file: &RuleFile, line: &RuleLine) -> String {
    let mut counts: BTreeMap<usize, (Grade, usize)> = BTreeMap::new();
    let mut claims = 0;
    for (id, _) in workspace::clauses(file, line) {
        let Some(found) = workspace.evidence.get(&id) else { continue };
        let rank = Grade::ALL.iter().position(|grade| *grade == found.grade).unwrap_or_default();
        counts.entry(rank).or_insert((found.grade, 0)).1 += 1;
        claims += found.claims;
    }
    if counts.is_empty() {
        return "not run yet".to_owned();
    }
    let is_single = line.clause_count() == 1;
    let grades: Vec<String> = counts
        .values()
        .map(|(grade, count)| match is_single {
            true => format!("{} {}", grade.mark(), grade.name()),
            false => format!("{} {count} {}", grade.mark(), grade.name()),
        })
        .collect();
    let claims = if claims == 1 { "1 claim".to_owned() } else { format!("{claims} claims") };
    format!("{} · {claims}", grades.join(", "))
}
