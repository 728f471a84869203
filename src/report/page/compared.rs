//! Other runs beside this one on the page: a section at the top, a mark at each sentence that differs, and for a scenario
//! what each run said.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::fmt::Write;

use serde_json::Map;
use serde_json::json;

use crate::oracle::account::Account;
use crate::oracle::comparison::run_pair;
use crate::oracle::comparison::run_pair::ComparedAnswers;
use crate::oracle::comparison::run_pair::RunPair;
use crate::oracle::comparison::run_pair::Said;
use crate::oracle::findings::Findings;
use crate::oracle::grade::Grade;
use crate::oracle::ledger::LedgerEntry;
use crate::protocol::Data;
use crate::report::comparison;
use crate::report::page::escape;
use crate::report::page::mark;
use crate::report::page::markup;
use crate::report::wording::capital;
use crate::report::wording::count;
use crate::report::wording::listed;

/// The sentences on which any of them differs.
pub(super) fn differing(beside: &[RunPair]) -> BTreeSet<String> {
    beside.iter().flat_map(RunPair::differing_clauses).collect()
}

/// The box that leaves only what differs; nothing where nothing is compared.
pub(super) fn filter(beside: &[RunPair], differing: &BTreeSet<String>) -> String {
    if beside.is_empty() {
        return String::new();
    }
    format!(
        "    <label class=\"chip\"><input type=\"checkbox\" id=\"differs\"> <span aria-hidden=\"true\">≠</span> only what \
         differs <b>{}</b></label>\n",
        differing.len()
    )
}

/// With whom this run is compared, how much differs, and every sentence that does not stand alike.
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
    let entries: Vec<&LedgerEntry> =
        findings.ledger.entries.values().filter(|entry| differing.contains(&entry.id.to_string())).collect();
    if entries.is_empty() {
        text.push_str("<p>No sentence stands otherwise.</p>\n");
    } else {
        text.push_str(&table(&entries, findings, beside, &names));
    }
    text + "</section>\n"
}

/// One of the others: who played there, the verdict, and what else is not the same.
fn side(beside: &RunPair) -> String {
    let other = beside.other();
    let verdict = comparison::verdict(&beside.comparison());
    let mut text =
        format!("<li><b>{}</b>{}: {}.", escape(&other.name), escape(&engines(other)), escape(&capital(&verdict)));
    if beside.unknown() > 0 {
        let _ = write!(text, " Of this run it lacks {}.", count(beside.unknown(), "scenario"));
    }
    if !other.without.is_empty() {
        let _ = write!(text, " Played without {}.", escape(&other.without.join(", ")));
    }
    for group in &beside.outcomes {
        let scenarios = count(group.scenarios.len(), "scenario");
        let what = match group.sides {
            Some(_) => format!(": {}", group.what),
            None => "; a saved result does not keep what differs".to_owned(),
        };
        let _ = write!(text, " Judged alike and played otherwise in {scenarios}{}.", escape(&what));
    }
    text + "</li>\n"
}

/// ` (chess on chess.js 1.4.0)`.
fn engines(account: &Account) -> String {
    let played = account.engines.iter().filter(|(game, _)| account.plays(game));
    let told: Vec<String> = played
        .map(|(game, engine)| format!("{game} on {} {}", engine.name, engine.version).trim_end().to_owned())
        .collect();
    if told.is_empty() { String::new() } else { format!(" ({})", listed(&told)) }
}

fn table(entries: &[&LedgerEntry], findings: &Findings<'_>, beside: &[RunPair], names: &[String]) -> String {
    let stand = if entries.len() == 1 { "does" } else { "do" };
    let heads: String = names.iter().map(|name| format!("<th>{}</th>", escape(name))).collect();
    let mut text = format!(
        "<p>{} {stand} not stand alike. <i>Proven</i> and <i>holds</i> count as alike: proof needs a run that turned \
         sentences off.</p>\n<div class=\"scroll\"><table><tr><th>sentence</th><th>this run</th>{heads}</tr>\n",
        count(entries.len(), "sentence")
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

/// A grade with its mark. What a saved result calls a grade may be anything.
fn badge(grade: Option<&str>) -> String {
    match (grade, grade.and_then(Grade::named)) {
        (_, Some(known)) => format!("<span class=\"badge g-{0}\">{1} {0}</span>", known.name(), mark(known)),
        (Some(other), None) => escape(other),
        (None, _) => "not known".to_owned(),
    }
}

/// What the script shows: names, the grade of each sentence, and every scenario that differs; nothing where nothing is compared.
pub(super) fn data(findings: &Findings<'_>, beside: &[RunPair], index: &BTreeMap<&str, usize>) -> Data {
    if beside.is_empty() {
        return Data::Null;
    }
    let names = ["this run".to_owned()].into_iter().chain(beside.iter().map(|beside| beside.other().name.clone()));
    let mut clauses = Map::new();
    for id in findings.ledger.entries.values().map(|entry| entry.id.to_string()) {
        let told: Vec<Data> = beside
            .iter()
            .map(|beside| {
                let grade = beside.grade(&id);
                json!([grade, grade.and_then(Grade::named).map(mark), beside.is_reworded(&id)])
            })
            .collect();
        clauses.insert(id, told.into());
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
            // What each side shows is kept for the first of a group.
            let sides = group.sides.as_ref().filter(|_| group.scenarios.first() == Some(id));
            let told = json!([each.other().name, group.what, sides]);
            if let Some(list) = otherwise.entry(at.to_string()).or_insert_with(|| json!([])).as_array_mut() {
                list.push(told);
            }
        }
    }
    json!({"names": names.collect::<Vec<_>>(), "clauses": clauses, "scenarios": scenarios, "otherwise": otherwise})
}

fn asked(asked: &ComparedAnswers) -> Data {
    let said: Vec<Data> = asked.said.iter().map(said).collect();
    json!([asked.claim, asked.subject, asked.expected, said])
}

/// Whether it is as it should be, and the words for it.
fn said(said: &Said) -> Data {
    match said {
        Said::AsExpected => json!([true, "as expected"]),
        Said::AsExpectedOrHidden => json!([true, "as expected, or not shown"]),
        Said::Otherwise(actual) => json!([false, actual]),
        Said::NotJudged(why) => json!([null, why]),
        Said::NotKnown => json!([null, "not known: it is not in this result"]),
    }
}
