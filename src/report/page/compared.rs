//! Comparison with other runs: a section at the top, a mark at each clause that differs, and the results of each run for a
//! scenario.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::fmt::Write;

use serde_json::Map;
use serde_json::json;

use crate::report::page::escape;
use crate::report::page::markup;
use crate::report::terminal::comparison;
use crate::report::text::grammar::capital;
use crate::report::text::grammar::count;
use crate::report::text::grammar::listed;
use truthsayer_oracle::compare::comparison::run_pair;
use truthsayer_oracle::compare::comparison::run_pair::ComparedAnswers;
use truthsayer_oracle::compare::comparison::run_pair::RunPair;
use truthsayer_oracle::compare::comparison::run_pair::Said;
use truthsayer_oracle::compare::saved_run::SavedRun;
use truthsayer_oracle::evidence::coverage::CoverageEntry;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::suite::grade::Grade;
use truthsayer_protocol::Data;

/// The clauses whose grade differs in any of the runs.
pub(super) fn differing(beside: &[RunPair]) -> BTreeSet<String> {
    beside.iter().flat_map(RunPair::differing_clauses).collect()
}

/// The filter for clauses that differ. Empty without a comparison.
pub(super) fn filter(beside: &[RunPair], differing: &BTreeSet<String>) -> String {
    if beside.is_empty() {
        return String::new();
    }
    format!(
        "    <label class=\"chip\"><input type=\"checkbox\" id=\"differs\"> <span aria-hidden=\"true\">≠</span> only clauses that \
         differ <b>{}</b></label>\n",
        differing.len()
    )
}

/// The compared runs, the number of differences, and every clause with different grades.
pub(super) fn section(findings: &Findings<'_>, beside: &[RunPair], differing: &BTreeSet<String>) -> String {
    if beside.is_empty() {
        return String::new();
    }
    let names: Vec<String> = beside.iter().map(|beside| beside.other().name.clone()).collect();
    let mut text = format!(
        "  <section id=\"compared\" aria-label=\"Comparison\"><h2>Compared with {}</h2>\n<ul>\n",
        escape(&listed(&names))
    );
    for each in beside {
        text.push_str(&side(each));
    }
    text.push_str("</ul>\n");
    let entries: Vec<&CoverageEntry> =
        findings.coverage.entries.values().filter(|entry| differing.contains(&entry.id.to_string())).collect();
    if entries.is_empty() {
        text.push_str("<p>All clauses have the same grade.</p>\n");
    } else {
        text.push_str(&table(&entries, findings, beside, &names));
    }
    text + "</section>\n"
}

/// One compared run: its engine, the verdict, and other differences.
fn side(beside: &RunPair) -> String {
    let other = beside.other();
    let verdict = comparison::verdict(&beside.comparison());
    let mut text =
        format!("<li><b>{}</b>{}: {}.", escape(&other.name), escape(&engines(other)), escape(&capital(&verdict)));
    if beside.unknown() > 0 {
        let _ = write!(text, " It lacks {} of this run.", count(beside.unknown(), "scenario"));
    }
    if !other.result.without.is_empty() {
        let _ = write!(text, " Run without {}.", escape(&other.result.without.join(", ")));
    }
    for group in &beside.outcomes {
        let scenarios = count(group.scenarios.len(), "scenario");
        let what = match group.sides {
            Some(_) => format!(": {}", group.what),
            None => "; a saved result does not hold the difference".to_owned(),
        };
        let _ = write!(text, " Same verdict and different outcome in {scenarios}{}.", escape(&what));
    }
    text + "</li>\n"
}

/// ` (chess on chess.js 1.4.0)`.
fn engines(saved_run: &SavedRun) -> String {
    let played = saved_run.result.engines.iter().filter(|(game, _)| saved_run.plays(game));
    let shown: Vec<String> = played
        .map(|(game, engine)| format!("{game} on {} {}", engine.name, engine.version).trim_end().to_owned())
        .collect();
    if shown.is_empty() { String::new() } else { format!(" ({})", listed(&shown)) }
}

fn table(entries: &[&CoverageEntry], findings: &Findings<'_>, beside: &[RunPair], names: &[String]) -> String {
    let have = if entries.len() == 1 { "has" } else { "have" };
    let heads: String = names.iter().map(|name| format!("<th>{}</th>", escape(name))).collect();
    let mut text = format!(
        "<p>{} {have} different grades. <i>Proven</i> and <i>holds</i> count as equal, because only a run with switches off can \
         prove a clause.</p>\n<div class=\"scroll\"><table><tr><th>clause</th><th>this run</th>{heads}</tr>\n",
        count(entries.len(), "clause")
    );
    for entry in entries {
        let id = escape(&entry.id.to_string());
        let own = badge(Some(entry.grade.name()));
        let others: String =
            beside.iter().map(|beside| format!("<td>{}</td>", badge(beside.grade(&entry.id.to_string())))).collect();
        let words = markup::rendered(findings.suite.book.clause_text(&entry.id));
        let _ = writeln!(text, "<tr><td><a href=\"#{id}\">{id}</a> {words}</td><td>{own}</td>{others}</tr>");
    }
    text + "</table></div>\n"
}

/// A grade with its mark. A saved result may hold an unknown grade.
fn badge(grade: Option<&str>) -> String {
    match (grade, grade.and_then(Grade::named)) {
        (_, Some(known)) => format!("<span class=\"badge g-{0}\">{1} {0}</span>", known.name(), known.mark()),
        (Some(other), None) => escape(other),
        (None, _) => "unknown".to_owned(),
    }
}

/// Data for the script: names of the runs, the grades of each clause, and every scenario that differs. Null without a
/// comparison.
pub(super) fn data(findings: &Findings<'_>, beside: &[RunPair], index: &BTreeMap<&str, usize>) -> Data {
    if beside.is_empty() {
        return Data::Null;
    }
    let names = ["this run".to_owned()].into_iter().chain(beside.iter().map(|beside| beside.other().name.clone()));
    let mut clauses = Map::new();
    for id in findings.coverage.entries.values().map(|entry| entry.id.to_string()) {
        let grades: Vec<Data> = beside
            .iter()
            .map(|beside| {
                let grade = beside.grade(&id);
                json!([grade, grade.and_then(Grade::named).map(Grade::mark), beside.is_reworded(&id)])
            })
            .collect();
        clauses.insert(id, grades.into());
    }
    let (mut scenarios, mut otherwise) = (Map::new(), Map::new());
    let differing: BTreeSet<&str> = beside.iter().flat_map(RunPair::differing_scenarios).collect();
    for (id, at) in differing.into_iter().filter_map(|id| Some((id, index.get(id)?))) {
        scenarios.insert(at.to_string(), run_pair::compared_answers(id, beside).iter().map(asked).collect());
    }
    for each in beside {
        let groups = each.outcomes.iter().flat_map(|group| group.scenarios.iter().map(move |id| (id, group)));
        for (id, group) in groups {
            let Some(at) = index.get(id.as_str()) else { continue };
            // Only the first scenario of a group holds both outcomes.
            let sides = group.sides.as_ref().filter(|_| group.scenarios.first() == Some(id));
            let difference = json!([each.other().name, group.what, sides]);
            if let Some(list) = otherwise.entry(at.to_string()).or_insert_with(|| json!([])).as_array_mut() {
                list.push(difference);
            }
        }
    }
    json!({"names": names.collect::<Vec<_>>(), "clauses": clauses, "scenarios": scenarios, "otherwise": otherwise})
}

fn asked(asked: &ComparedAnswers) -> Data {
    let said: Vec<Data> = asked.said.iter().map(said).collect();
    json!([asked.claim, asked.subject, asked.expected, said])
}

/// Whether the answer is as expected (null if unknown), and the text for it.
fn said(said: &Said) -> Data {
    match said {
        Said::AsExpected => json!([true, "as expected"]),
        Said::AsExpectedOrHidden => json!([true, "as expected, or not shown"]),
        Said::Otherwise(actual) => json!([false, actual]),
        Said::NotJudged(why) => json!([null, why]),
        Said::NotKnown => json!([null, "unknown: not in this result"]),
    }
}
