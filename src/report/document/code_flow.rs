//! In which order the source took effect, and which state the claims look at.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::oracle::datapath;
use crate::oracle::findings::Findings;
use crate::oracle::flow_style;
use crate::oracle::standing::RuleStanding;
use crate::oracle::switch_clauses;
use crate::oracle::trial::Judged;
use crate::report::document::edge;
use crate::report::document::telling;
use crate::report::document::telling::code;
use crate::report::document::telling::escape;

/// The run in which most of the rule took effect, as the order of source lines.
pub(super) fn code_flow(standing: &RuleStanding<'_>, findings: &Findings<'_>) -> String {
    let switches = switches_of(standing, findings);
    let fired = |judged: &Judged<'_>| judged.fired.iter().filter(|firing| switches.contains(&*firing.switch)).count();
    let scenarios = edge::scenarios(standing, findings);
    // The first of those in which most took effect, so that the choice does not hang on the order of the suite.
    let best = scenarios.iter().map(|(judged, _)| *judged).rev().max_by_key(|judged| fired(judged));
    let Some(judged) = best.filter(|judged| fired(judged) > 0) else {
        return "## Code Flow\n\nNo run of this rule says where in the source it took effect.\n".to_owned();
    };
    let mut firings: Vec<_> = judged.fired.iter().collect();
    firings.sort_by_key(|firing| firing.event);
    let mut text = format!(
        "## Code Flow\n\nWhere clauses took effect in `{}`, in order; those of this rule are in bold.\n\n",
        judged.scenario.id
    );
    let engine = findings.engines.get(&standing.rule.game);
    for (number, firing) in (1..).zip(firings) {
        let note = engine.and_then(|engine| engine.switches.iter().find(|switch| switch.name == firing.switch));
        let (cite, quote) = note.map_or(("", ""), |note| (note.cite.as_str(), note.quote.as_str()));
        let place = if firing.file.is_empty() {
            String::new()
        } else {
            format!(" at {}", code(&format!("{}:{}", firing.file, firing.line)))
        };
        let line = format!("{} “{}”{place}", escape(cite), escape(quote));
        let line = if switches.contains(&*firing.switch) { format!("**{line}**") } else { line };
        text.push_str(&format!("{number}. {line}\n"));
    }
    text
}

/// The switches that stand for the rule, whether or not they were turned off.
fn switches_of<'f>(standing: &RuleStanding<'_>, findings: &'f Findings<'_>) -> BTreeSet<&'f str> {
    let Some(engine) = findings.engines.get(&standing.rule.game) else { return BTreeSet::new() };
    let (clauses, _) = switch_clauses::resolve(engine, &findings.suite.book);
    let is_own = |name: &str| {
        let mut clauses = clauses.get(name).into_iter().flatten();
        clauses.any(|clause| standing.entries.iter().any(|entry| entry.id == *clause))
    };
    engine.switches.iter().map(|switch| switch.name.as_str()).filter(|name| is_own(name)).collect()
}

/// The parts of the state that claims on this rule look at, with the values they had.
pub(super) fn data_structures(standing: &RuleStanding<'_>, findings: &Findings<'_>) -> String {
    let mut parts: BTreeMap<String, (String, BTreeSet<String>)> = BTreeMap::new();
    for (judged, claims) in edge::scenarios(standing, findings) {
        let Some(outcome) = &judged.outcome else { continue };
        let board = findings.engines.get(&judged.scenario.game).and_then(|engine| engine.board.as_ref());
        let of_rule = claims.iter().filter_map(|index| judged.scenario.claims.get(*index));
        for path in of_rule.flat_map(|claim| &claim.then).filter_map(|then| then.path()) {
            let on_board = board.is_some_and(|board| path.starts_with(&format!("{}.", board.at)));
            // A square says nothing by its name; the board as a whole is the part that a claim looks at.
            let name = match (on_board, board) {
                (true, Some(board)) => board.at.clone(),
                _ => path.rsplit('.').next().unwrap_or(path).to_owned(),
            };
            let entry = parts.entry(name).or_insert_with(|| (path.to_owned(), BTreeSet::new()));
            let values = [&outcome.before, &outcome.after].into_iter().filter_map(|state| datapath::find(state, path));
            entry.1.extend(values.map(flow_style::line));
        }
    }
    if parts.is_empty() {
        let ended = edge::scenarios(standing, findings).iter().any(|(judged, _)| judged.outcome.is_some());
        let why = match ended {
            true => "The claims on this rule look at the log and at refusals, not at the state.",
            false => "Nothing was seen: no scenario that cites this rule was played to its end.",
        };
        return format!("## Data Structures\n\n{why}\n");
    }
    let mut text = "## Data Structures\n\nThe parts of the state that the claims on this rule look at.\n\n| part | for example | values seen |\n|---|---|---|\n".to_owned();
    for (name, (example, values)) in parts {
        text.push_str(&format!("| {} | {} | {} |\n", escape(&name), telling::code_cell(&example), shown(&values)));
    }
    text
}

fn shown(values: &BTreeSet<String>) -> String {
    const MOST: usize = 6;
    let first: Vec<String> = values.iter().take(MOST).map(|value| telling::code_cell(value)).collect();
    let more = if values.len() > MOST { format!(" and {} more", values.len() - MOST) } else { String::new() };
    format!("{}{more}", first.join(", "))
}
