//! The summary of all games, for somebody with one minute: the verdict, what is wrong, what to do first, then the figures.

use std::collections::HashMap;
use std::collections::HashSet;

use crate::oracle::cause::Cause;
use crate::oracle::findings::CrashGroup;
use crate::oracle::findings::Findings;
use crate::oracle::golden::Standing;
use crate::oracle::grade::Grade;
use crate::oracle::ledger::ClaimRef;
use crate::oracle::ledger::LedgerEntry;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::standing::Mark;
use crate::oracle::standing::RuleStanding;
use crate::oracle::suggestion::Call;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Verdict;
use crate::report::advice::Advice;
use crate::report::coverage;
use crate::report::document;
use crate::report::document::code;
use crate::report::document::edge;
use crate::report::document::escape;
use crate::report::document::row;
use crate::report::document::tried;
use crate::report::verification::engine_of;
use crate::report::verification::headline::headline;
use crate::report::wording::count;
use crate::report::wording::grade_phrase;
use crate::report::wording::grade_phrase_plural;

/// How long a list may be before it is cut: more than that nobody reads in one minute.
const MOST: usize = 10;

pub(super) fn write(rules: &[RuleStanding<'_>], findings: &Findings<'_>) -> String {
    let mut text = format!("# Verification Summary\n\n**{}.**\n\n{}\n", headline(findings), what_was_done(findings));
    for game in findings.engines.keys() {
        let (engine, hash) = (engine_of(game, findings), findings.suite.book.hash(game));
        text.push_str(&format!("The game {} was played on {engine}; rulebook hash `{hash}`.\n", escape(game)));
    }
    let paragraph = tried::paragraph(findings, None);
    text.push_str(&if paragraph.is_empty() { paragraph } else { format!("\n{paragraph}") });
    text.push_str(&what_is_wrong(rules, findings));
    text.push_str(&what_to_do(findings));
    text.push_str(&totals(rules, findings));
    text.push_str(&exclusions(findings));
    text + &by_category(rules, findings.can_prove(None))
}

/// What the figures below come from.
fn what_was_done(findings: &Findings<'_>) -> String {
    let played = edge::scenarios_and_runs(findings.judged.iter().map(|judged| judged.scenario));
    let switches: usize = findings.proofs.iter().flatten().map(|proof| proof.matrix.turned_off()).sum();
    let turned_off = match switches {
        0 => String::new(),
        number => format!(" and turning off {} one by one", count(number, "switch")),
    };
    format!("Written by `truthsayer report` from playing {played}{turned_off}.")
}

/// Causes first, then what they do not explain, what could not be judged and what is known.
fn what_is_wrong(rules: &[RuleStanding<'_>], findings: &Findings<'_>) -> String {
    let mut text = "\n## What is wrong\n\n".to_owned();
    let parts = [
        causes(findings),
        unexplained(findings),
        broken(rules, findings),
        unjudged(findings),
        unaccepted(findings),
        gaps(findings),
    ];
    if parts.iter().all(String::is_empty) {
        text.push_str("No claim that was judged fails.\n");
    }
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    text + &parts.join("\n")
}

/// A list that is cut where it gets long.
fn listed(items: &[String], all: &str) -> String {
    let mut text: String = items.iter().take(MOST).cloned().collect();
    if items.len() > MOST {
        text.push_str(&format!("- and {} more{all}\n", items.len() - MOST));
    }
    text
}

/// What explains the failures, most first.
fn causes(findings: &Findings<'_>) -> String {
    let causes = &findings.diagnosis.causes;
    if causes.is_empty() {
        return String::new();
    }
    let items: Vec<String> = (1..).zip(causes).map(|(number, cause)| self::cause(number, cause, findings)).collect();
    format!("What most likely explains the failures; mend the first, and play again.\n\n{}", listed(&items, ""))
}

fn cause(number: usize, cause: &Cause, findings: &Findings<'_>) -> String {
    let words = cause.clauses.iter().map(|clause| {
        let of = findings.suite.rule_of(clause).map_or(String::new(), |rule| {
            format!(" ([rule {}]({}/{}))", rule.number, rule.game, document::file_name(rule))
        });
        format!("{}{of} {}", code(&clause.to_string()), escape(findings.suite.book.clause_text(clause)))
    });
    let words: Vec<String> = words.collect();
    format!("{number}. {}\n   {}\n", words.join(" or "), document::cause_text(cause, findings))
}

fn unexplained(findings: &Findings<'_>) -> String {
    // Known gaps are listed further down, and so are the clauses of games in which causes were not looked for.
    let is_known =
        |clause: &ClauseId| findings.ledger.entries.get(clause).is_some_and(|entry| entry.grade == Grade::Gap);
    let is_listed = |clause: &ClauseId| is_known(clause) || findings.diagnosis.unsearched.contains(clause.game());
    let unexplained = findings.diagnosis.unexplained.iter().filter(|(clause, _)| !is_listed(clause));
    let item = |(clause, claims): (&ClauseId, &Vec<ClaimRef>)| {
        let first = claims.first().map_or("", |claim| claim.scenario.as_str());
        let (clause, claims) = (code(&clause.to_string()), count(claims.len(), "claim"));
        format!("- {clause}: {claims}, e.g. {}\n", code(first))
    };
    let items: Vec<String> = unexplained.map(item).collect();
    if items.is_empty() {
        return String::new();
    }
    let head = "No switch of the reference engine explains the failing claims on these clauses:";
    format!("{head}\n\n{}", listed(&items, ""))
}

/// The rules that are broken, each with its violated clauses.
fn broken(rules: &[RuleStanding<'_>], findings: &Findings<'_>) -> String {
    let violated = |standing: &RuleStanding<'_>| -> Vec<String> {
        let entries = standing.entries.iter().filter(|entry| entry.grade == Grade::Violated);
        entries.map(|entry| violation(entry, findings)).collect()
    };
    let broken = rules.iter().filter(|standing| standing.mark == Mark::Broken);
    let mut items: Vec<String> = broken
        .map(|standing| {
            let link = format!("{}/{}", standing.rule.game, document::file_name(standing.rule));
            let title = escape(&standing.rule.title);
            format!("- ❌ [Rule {}: {title}]({link}): {}\n", standing.rule.number, violated(standing).join("; "))
        })
        .collect();
    let entries = findings.ledger.entries.values().filter(|entry| entry.grade == Grade::Violated);
    let others = entries.filter(|entry| findings.suite.rule_of(&entry.id).is_none());
    items.extend(others.map(|entry| format!("- ❌ {}\n", violation(entry, findings))));
    listed(&items, "")
}

/// A violated clause and a scenario that shows it.
fn violation(entry: &LedgerEntry, findings: &Findings<'_>) -> String {
    let scenario = document::shown_claim(entry, findings).map_or("", |(judged, _)| judged.scenario.id.as_str());
    let words = escape(findings.suite.book.clause_text(&entry.id).trim_end_matches('.'));
    format!("{} {words}, shown by {}", code(&entry.id.to_string()), code(scenario))
}

fn unjudged(findings: &Findings<'_>) -> String {
    let crashes = findings.crashes();
    let crashed: HashSet<&str> =
        crashes.iter().flat_map(|group| &group.scenarios).map(|judged| judged.scenario.id.as_str()).collect();
    let crash = |group: &CrashGroup<'_, '_>| match group.scenarios.as_slice() {
        [only] => could_not_be_judged(only),
        _ => format!("- ⚠️ {}\n", escape(&group.sentence())),
    };
    let unjudged = findings.judged.iter().filter(|judged| !judged.verdict.is_judged());
    let others = unjudged.filter(|judged| !crashed.contains(judged.scenario.id.as_str()));
    let items: Vec<String> = crashes.iter().map(crash).chain(others.map(could_not_be_judged)).collect();
    listed(&items, "")
}

fn could_not_be_judged(judged: &Judged<'_>) -> String {
    let why = match &judged.verdict {
        Verdict::Misposed(problems) => problems.first().map_or(String::new(), |problem| problem.message.clone()),
        Verdict::Unanswered(fault) => fault.to_string(),
        Verdict::Unsupported(why) => format!("the engine does not support it: {why}"),
        Verdict::Failed(crash) => format!("at {}, {}", crash.deviation.subject, crash.deviation.actual),
        Verdict::Rejected(deviation) => format!("at {}, {}", deviation.subject, deviation.actual),
        Verdict::Unobserved => "the engine shows nothing of it".to_owned(),
        Verdict::Conforms | Verdict::Deviates(_) => String::new(),
    };
    format!("- ⚠️ {} could not be judged: {}\n", code(&judged.scenario.id), escape(&why))
}

/// Outcomes that differ from their golden, or have none, although no claim fails.
fn unaccepted(findings: &Findings<'_>) -> String {
    let passing = findings.judged.iter().filter(|judged| judged.verdict == Verdict::Conforms);
    let items = passing.filter_map(|judged| {
        let what = match judged.standing.as_ref()? {
            Standing::Drifted(_) => "drifts from its golden",
            Standing::Missing => "has no golden",
            Standing::Unreadable(_) => "has an unreadable golden",
            Standing::Accepted => return None,
        };
        Some(format!("- ⚠️ {} {what}\n", code(&judged.scenario.id)))
    });
    listed(&items.collect::<Vec<_>>(), "")
}

fn gaps(findings: &Findings<'_>) -> String {
    let entries = findings.ledger.entries.values().filter(|entry| entry.grade == Grade::Gap);
    let known = entries.filter_map(|entry| Some((entry, entry.gap.as_ref()?)));
    let items = known.map(|(entry, gap)| format!("- ⚠️ {} {}\n", code(&entry.id.to_string()), escape(&gap.sentence())));
    listed(&items.collect::<Vec<_>>(), "")
}

/// Every clause that need not be verified, with the reason.
fn exclusions(findings: &Findings<'_>) -> String {
    let excluded = findings.ledger.entries.values().filter(|entry| entry.grade == Grade::Excluded);
    let row = |entry: &LedgerEntry| {
        let words = escape(findings.suite.book.clause_text(&entry.id));
        let reason = escape(entry.reason.as_deref().unwrap_or_default());
        format!("| {} | {words} | {reason} |\n", code(&entry.id.to_string()))
    };
    let rows: String = excluded.map(row).collect();
    if rows.is_empty() {
        return rows;
    }
    format!("\n## Excluded clauses\n\n| clause | what it says | reason |\n|---|---|---|\n{rows}")
}

/// What to do, gravest first.
fn what_to_do(findings: &Findings<'_>) -> String {
    let order = [
        Grade::Violated,
        Grade::Obscured,
        Grade::Stale,
        Grade::Gap,
        Grade::Cited,
        Grade::Holds,
        Grade::Sharp,
        Grade::Uncited,
    ];
    let of_grade = |grade: Grade| findings.ledger.entries.values().filter(move |entry| entry.grade == grade);
    // What is advised alike is told once, where it was advised first.
    let mut places: HashMap<(&str, Advice), usize> = HashMap::new();
    let mut advised: Vec<(Grade, Advice, Vec<String>)> = Vec::new();
    for entry in order.into_iter().flat_map(of_grade) {
        let advice = coverage::advice(entry, findings, &Call::default());
        if advice.is_empty() {
            continue;
        }
        let rule = findings.suite.rule_of(&entry.id);
        let of = rule.map_or(String::new(), |rule| format!(" (rule {})", rule.number));
        let clause = format!("{}{of}", code(&entry.id.to_string()));
        let place = *places.entry((entry.grade.name(), advice.clone())).or_insert(advised.len());
        match advised.get_mut(place) {
            Some((_, _, clauses)) => clauses.push(clause),
            None => advised.push((entry.grade, advice, vec![clause])),
        }
    }
    let mut items: Vec<String> =
        advised.iter().map(|(grade, advice, clauses)| advised_alike(*grade, &advice.markdown(), clauses)).collect();
    if let Some(first) = findings.diagnosis.causes.first() {
        let clauses: Vec<String> = first.clauses.iter().map(|clause| code(&clause.to_string())).collect();
        items.insert(0, format!("- Mend {} first, and play again.\n", clauses.join(" or ")));
    }
    if !unaccepted(findings).is_empty() {
        items.push("- Look at the outcomes that are not accepted: `truthsayer review`.\n".to_owned());
    }
    let text =
        if items.is_empty() { "Nothing.\n".to_owned() } else { listed(&items, ": `truthsayer coverage --missing`") };
    format!("\n## What to do first\n\n{text}")
}

/// One advice, and whom it is for.
fn advised_alike(grade: Grade, advice: &str, clauses: &[String]) -> String {
    const NAMED: usize = 3;
    if let [clause] = clauses {
        return format!("- {clause} {}: {advice}.\n", grade_phrase(grade));
    }
    let more = clauses.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let named = clauses.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    format!("- {} {}: {advice}. They are {named}{more}.\n", count(clauses.len(), "clause"), grade_phrase_plural(grade))
}

/// The figures. Exceptions stand only where there are any.
fn totals(rules: &[RuleStanding<'_>], findings: &Findings<'_>) -> String {
    let (tally, ledger, proves) = (findings.tally(), &findings.ledger, findings.can_prove(None));
    let (scenarios, runs) = edge::scenario_count(findings.judged.iter().map(|judged| judged.scenario));
    let number = |mark: Mark| rules.iter().filter(|standing| standing.mark == mark).count();
    let of_all = |number_of: usize| format!("{number_of} of {}", rules.len() - number(Mark::Excluded));
    let verified = if proves { of_all(number(Mark::Verified)) } else { "0".to_owned() };
    let rows = [
        ("rules verified", verified),
        ("rules that hold", if proves { number(Mark::Holds).to_string() } else { of_all(number(Mark::Holds)) }),
        ("rules broken", number(Mark::Broken).to_string()),
        ("rules excluded, with reasons", number(Mark::Excluded).to_string()),
        ("clauses", ledger.entries.len().to_string()),
        ("… proven", ledger.count(Grade::Proven).to_string()),
        (
            if proves { "… holding, not proven" } else { "… holding" },
            (ledger.count(Grade::Holds) + ledger.count(Grade::Sharp)).to_string(),
        ),
        ("… cited only", ledger.count(Grade::Cited).to_string()),
        ("… uncited", ledger.count(Grade::Uncited).to_string()),
        ("… violated", ledger.count(Grade::Violated).to_string()),
        ("… obscured by those", ledger.count(Grade::Obscured).to_string()),
        ("… stale: their words changed", ledger.count(Grade::Stale).to_string()),
        ("… known gaps", ledger.count(Grade::Gap).to_string()),
        ("… excluded, with a reason", ledger.count(Grade::Excluded).to_string()),
        ("scenarios played", scenarios.to_string()),
        ("runs of them", runs.to_string()),
        ("… conform", tally.conforms.to_string()),
        ("… deviate", tally.deviates.to_string()),
        ("… misposed", tally.misposed.to_string()),
        ("… unanswered", tally.unanswered.to_string()),
        ("… unsupported by the engine", tally.unsupported.to_string()),
        ("… not shown by the engine", tally.unobserved.to_string()),
        ("… deviate as known", tally.gaps.to_string()),
        ("… conform, but drift from their golden", tally.drifted.to_string()),
        ("… conform, but have no golden", tally.without_golden.to_string()),
        ("… with an unreadable golden", tally.unreadable_goldens.to_string()),
    ];
    let always =
        ["rules broken", "… violated", "scenarios played", "… deviate", "… conform, but drift from their golden"];
    let told = rows.iter().filter(|(name, value)| value != "0" || always.contains(name));
    let told: String = told.map(|(name, value)| format!("| {name} | {value} |\n")).collect();
    format!("\n## Totals\n\n| | |\n|---|---|\n{told}")
}

fn by_category(rules: &[RuleStanding<'_>], proves: bool) -> String {
    let mut order: Vec<(String, Vec<&RuleStanding<'_>>)> = Vec::new();
    for standing in rules {
        let name = format!("{}: {}", standing.rule.game, standing.rule.category);
        match order.iter_mut().find(|(known, _)| *known == name) {
            Some((_, own)) => own.push(standing),
            None => order.push((name, vec![standing])),
        }
    }
    let marks = [
        (Mark::Verified, "verified"),
        (Mark::Holds, "hold"),
        (Mark::Broken, "broken"),
        (Mark::Incomplete, "incomplete"),
        (Mark::Excluded, "excluded"),
    ];
    let marks: Vec<_> = marks.into_iter().filter(|(mark, _)| proves || *mark != Mark::Verified).collect();
    let names: Vec<&str> = marks.iter().map(|(_, name)| *name).collect();
    let rule = "---|".repeat(marks.len() + 2);
    let mut text = format!("\n## By category\n\n| category | rules | {} |\n|{rule}\n", names.join(" | "));
    for (name, own) in order {
        let number = |mark: Mark| own.iter().filter(|standing| standing.mark == mark).count();
        let numbers: Vec<String> = marks.iter().map(|(mark, _)| number(*mark).to_string()).collect();
        text.push_str(&row([escape(&name), own.len().to_string()].into_iter().chain(numbers)));
    }
    text
}
