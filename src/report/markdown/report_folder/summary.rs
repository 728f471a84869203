//! The summary of all games: the verdict, the problems, the next steps, then the totals.

use std::collections::HashMap;
use std::collections::HashSet;

use crate::report::markdown::report_folder::engine_of;
use crate::report::markdown::report_folder::headline::headline;
use crate::report::markdown::rule_report;
use crate::report::markdown::rule_report::scope;
use crate::report::text::advice::Advice;
use crate::report::text::escape::code;
use crate::report::text::escape::escape;
use crate::report::text::escape::row;
use crate::report::text::grammar;
use crate::report::text::grammar::count;
use crate::report::text::grammar::grade_phrase;
use crate::report::text::grammar::grade_phrase_plural;
use crate::report::text::next_step;
use crate::report::text::suspect::share;
use crate::report::text::weak;
use truthsayer_oracle::base::suggestion::Call;
use truthsayer_oracle::evidence::cause::Cause;
use truthsayer_oracle::evidence::coverage::CoverageEntry;
use truthsayer_oracle::evidence::findings::CrashGroup;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::evidence::rule_status::Mark;
use truthsayer_oracle::evidence::rule_status::RuleStatus;
use truthsayer_oracle::evidence::suspect::Suspect;
use truthsayer_oracle::judge::play_and_judge::Judged;
use truthsayer_oracle::judge::verdict::Verdict;
use truthsayer_oracle::suite::golden::GoldenStatus;
use truthsayer_oracle::suite::grade::Grade;

/// Maximum length of a list.
const MOST: usize = 10;
/// Maximum number of excluded clauses.
const MOST_EXCLUSIONS: usize = 100;

pub(super) fn write(rules: &[RuleStatus<'_>], findings: &Findings<'_>) -> String {
    let mut text = format!("# Verification Summary\n\n**{}.**\n\n{}\n", headline(findings), run_counts(findings));
    for game in findings.engines.keys() {
        let (engine, hash) = (engine_of(game, findings), findings.suite.book.hash(game));
        text.push_str(&format!("The game {} ran on {engine}; rulebook hash `{hash}`.\n", escape(game)));
    }
    let paragraph = scope::paragraph(findings, None);
    text.push_str(&if paragraph.is_empty() { paragraph } else { format!("\n{paragraph}") });
    text.push_str(&problems_section(rules, findings));
    text.push_str(&next_steps(findings));
    text.push_str(&totals(rules, findings));
    text.push_str(&exclusions(findings));
    text.push_str(&weak_evidence(findings));
    text + &by_category(rules, findings.can_prove(None))
}

/// The number of scenarios and switches behind the totals.
fn run_counts(findings: &Findings<'_>) -> String {
    let played = grammar::scenarios_and_runs(findings.judged.iter().map(|judged| judged.scenario));
    let switches: usize = findings.proofs.iter().flatten().map(|proof| proof.matrix.turned_off()).sum();
    let turned_off = match switches {
        0 => String::new(),
        1 => ", also with 1 switch off".to_owned(),
        number => format!(", also with each of {} off in turn", count(number, "switch")),
    };
    format!("Written by `truthsayer report` from a run of {played}{turned_off}.")
}

/// Causes, suspects, violated rules, scenarios that were not judged, goldens, and known gaps.
fn problems_section(rules: &[RuleStatus<'_>], findings: &Findings<'_>) -> String {
    let mut text = "\n## What is wrong\n\n".to_owned();
    let parts = [
        causes(findings),
        suspects(findings),
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

/// The first items of a list, and how many are left out.
fn listed(items: &[String], all: &str) -> String {
    let mut text: String = items.iter().take(MOST).cloned().collect();
    if items.len() > MOST {
        text.push_str(&format!("- and {} more{all}\n", items.len() - MOST));
    }
    text
}

/// The likely causes, the one that explains most first.
fn causes(findings: &Findings<'_>) -> String {
    let causes = &findings.diagnosis.causes;
    if causes.is_empty() {
        return String::new();
    }
    let items: Vec<String> = (1..).zip(causes).map(|(number, cause)| self::cause(number, cause, findings)).collect();
    format!("Likely causes (fix the first, then run again):\n\n{}", listed(&items, ""))
}

fn cause(number: usize, cause: &Cause, findings: &Findings<'_>) -> String {
    let words = cause.clauses.iter().map(|clause| {
        let of = findings.suite.rule_of(clause).map_or(String::new(), |rule| {
            format!(" ([rule {}]({}/{}))", rule.number, rule.game, rule_report::file_name(rule))
        });
        format!("{}{of} {}", code(&clause.to_string()), escape(findings.suite.book.clause_text(clause)))
    });
    let words: Vec<String> = words.collect();
    format!("{number}. {}\n   {}\n", words.join(" or "), rule_report::cause_text(cause, findings))
}

/// The suspects that are not causes.
fn suspects(findings: &Findings<'_>) -> String {
    let diagnosis = &findings.diagnosis;
    let others = diagnosis.suspects.iter().filter(|suspect| diagnosis.confirmed(suspect).is_none());
    let item = |suspect: &Suspect| {
        let words = suspect
            .clauses
            .iter()
            .map(|clause| format!("{} {}", code(&clause.to_string()), escape(findings.suite.book.clause_text(clause))));
        let words = words.collect::<Vec<_>>().join(" or ");
        format!("- {words}: {}, e.g. {}\n", share(suspect), code(&suspect.scenario))
    };
    let items: Vec<String> = others.map(item).collect();
    match items.is_empty() {
        true => String::new(),
        false => format!("Suspects, the most likely first:\n\n{}", listed(&items, "")),
    }
}

/// The violated rules, each with its violated clauses, then violated clauses outside the catalog.
fn broken(rules: &[RuleStatus<'_>], findings: &Findings<'_>) -> String {
    let violated = |status: &RuleStatus<'_>| -> Vec<String> {
        let entries = status.entries.iter().filter(|entry| entry.grade == Grade::Violated);
        entries.map(|entry| violation(entry, findings)).collect()
    };
    let broken = rules.iter().filter(|status| status.mark == Mark::Broken);
    let mut items: Vec<String> = broken
        .map(|status| {
            let link = format!("{}/{}", status.rule.game, rule_report::file_name(status.rule));
            let title = escape(&status.rule.title);
            format!("- ❌ [Rule {}: {title}]({link}): {}\n", status.rule.number, violated(status).join(" "))
        })
        .collect();
    let entries = findings.coverage.entries.values().filter(|entry| entry.grade == Grade::Violated);
    let others = entries.filter(|entry| findings.suite.rule_of(&entry.id).is_none());
    items.extend(others.map(|entry| format!("- ❌ {}\n", violation(entry, findings))));
    listed(&items, "")
}

/// A violated clause, with expected and actual in one scenario.
fn violation(entry: &CoverageEntry, findings: &Findings<'_>) -> String {
    let words = format!("{} “{}”", code(&entry.id.to_string()), escape(findings.suite.book.clause_text(&entry.id)));
    let Some((judged, claim)) = rule_report::shown_claim(entry, findings) else { return words };
    let mismatch = judged.verdict.mismatches().iter().find(|mismatch| mismatch.claim == Some(claim));
    let failure = mismatch.map_or(String::new(), |mismatch| format!(" {}", rule_report::expected_and_actual(mismatch)));
    format!("{words} In {},{failure}.", code(&judged.scenario.id))
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
        Verdict::Invalid(problems) => problems.first().map_or(String::new(), |problem| problem.message.clone()),
        Verdict::NoAnswer(fault) => fault.to_string(),
        Verdict::Unsupported(why) => format!("the engine does not support it: {why}"),
        Verdict::Crashed(crash) => format!("at {}, {}", crash.mismatch.subject, crash.mismatch.actual),
        Verdict::Rejected(mismatch) => format!("at {}, {}", mismatch.subject, mismatch.actual),
        Verdict::Unobserved => "the engine shows nothing of it".to_owned(),
        Verdict::Pass | Verdict::Fail(_) => String::new(),
    };
    format!("- ⚠️ {} could not be judged: {}\n", code(&judged.scenario.id), escape(&why))
}

/// Passing scenarios whose outcome is not accepted.
fn unaccepted(findings: &Findings<'_>) -> String {
    let passing = findings.judged.iter().filter(|judged| judged.verdict == Verdict::Pass);
    let items = passing.filter_map(|judged| {
        let what = match judged.status.as_ref()? {
            GoldenStatus::Drifted(_) => "drifts from its golden",
            GoldenStatus::Missing => "has no golden",
            GoldenStatus::Unreadable(_) => "has an unreadable golden",
            GoldenStatus::Accepted => return None,
        };
        Some(format!("- ⚠️ {} {what}\n", code(&judged.scenario.id)))
    });
    listed(&items.collect::<Vec<_>>(), "")
}

fn gaps(findings: &Findings<'_>) -> String {
    let entries = findings.coverage.entries.values().filter(|entry| entry.grade == Grade::Gap);
    let known = entries.filter_map(|entry| Some((entry, entry.gap.as_ref()?)));
    let items = known.map(|(entry, gap)| format!("- ⚠️ {} {}\n", code(&entry.id.to_string()), escape(&gap.sentence())));
    listed(&items.collect::<Vec<_>>(), "")
}

/// The excluded clauses with the reason, folded.
fn exclusions(findings: &Findings<'_>) -> String {
    let excluded = findings.coverage.entries.values().filter(|entry| entry.grade == Grade::Excluded);
    let row = |entry: &CoverageEntry| {
        let words = escape(findings.suite.book.clause_text(&entry.id));
        let reason = escape(entry.reason.as_deref().unwrap_or_default());
        format!("| {} | {words} | {reason} |\n", code(&entry.id.to_string()))
    };
    let rows: Vec<String> = excluded.map(row).collect();
    if rows.is_empty() {
        return String::new();
    }
    let left = match rows.len().saturating_sub(MOST_EXCLUSIONS) {
        0 => String::new(),
        left => format!("\n{} more: `truthsayer coverage`\n", count(left, "clause")),
    };
    format!(
        "\n## Excluded clauses\n\n<details><summary>{} with reasons</summary>\n\n\
         | Clause | Rule text | Reason |\n|---|---|---|\n{}{left}</details>\n",
        count(rows.len(), "clause"),
        rows.iter().take(MOST_EXCLUSIONS).map(String::as_str).collect::<String>()
    )
}

/// The weak evidence of the suite in numbers, with the facts that no claim expects. Rule reports list the rest.
fn weak_evidence(findings: &Findings<'_>) -> String {
    let Some(evidence) = &findings.weak else { return String::new() };
    let open = weak::tally(evidence.unexplained());
    let open = if open.is_empty() { "None".to_owned() } else { grammar::capital(&open) };
    let explained = weak::explained(evidence);
    let explained = if explained.is_empty() { explained } else { format!(" Explained: {explained}.") };
    let facts = evidence.unexplained().filter(|entry| entry.clauses.is_empty());
    let items: Vec<String> = facts.map(|entry| format!("- {}\n", escape(&entry.subject()))).collect();
    let items = listed(&items, "");
    let items = if items.is_empty() { items } else { format!("\n{items}") };
    format!("\n## Weak evidence\n\n{open}.{explained}\n{items}")
}

/// The next steps, most urgent first.
fn next_steps(findings: &Findings<'_>) -> String {
    let order = [
        Grade::Violated,
        Grade::Blocked,
        Grade::Stale,
        Grade::Gap,
        Grade::Cited,
        Grade::Holds,
        Grade::Sharp,
        Grade::Uncited,
    ];
    let of_grade = |grade: Grade| findings.coverage.entries.values().filter(move |entry| entry.grade == grade);
    // Clauses with the same advice share one item, at the place of the first.
    let mut places: HashMap<(&str, Advice), usize> = HashMap::new();
    let mut advised: Vec<(Grade, Advice, Vec<String>)> = Vec::new();
    for entry in order.into_iter().flat_map(of_grade) {
        let advice = next_step::advice(entry, findings, &Call::default());
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
    if let Some(first) = findings.diagnosis.suspects.first() {
        let clauses: Vec<String> = first.clauses.iter().map(|clause| code(&clause.to_string())).collect();
        items.insert(0, format!("- Fix {} first, then run again.\n", clauses.join(" or ")));
    }
    if !unaccepted(findings).is_empty() {
        items.push("- Review the outcomes that are not accepted: `truthsayer review`.\n".to_owned());
    }
    let text =
        if items.is_empty() { "Nothing.\n".to_owned() } else { listed(&items, ": `truthsayer coverage --missing`") };
    format!("\n## What to do first\n\n{text}")
}

/// One piece of advice with its clauses.
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

/// The totals. Most rows appear only if they are not 0.
fn totals(rules: &[RuleStatus<'_>], findings: &Findings<'_>) -> String {
    let (tally, coverage, proves) = (findings.tally(), &findings.coverage, findings.can_prove(None));
    let (scenarios, runs) = grammar::scenario_count(findings.judged.iter().map(|judged| judged.scenario));
    let number = |mark: Mark| rules.iter().filter(|status| status.mark == mark).count();
    let of_all = |number_of: usize| format!("{number_of} of {}", rules.len() - number(Mark::Excluded));
    let verified = if proves { of_all(number(Mark::Verified)) } else { "0".to_owned() };
    let rows = [
        ("rules verified", verified),
        ("rules that hold", if proves { number(Mark::Holds).to_string() } else { of_all(number(Mark::Holds)) }),
        ("rules violated", number(Mark::Broken).to_string()),
        ("rules excluded, with reasons", number(Mark::Excluded).to_string()),
        ("clauses", coverage.entries.len().to_string()),
        ("… proven", coverage.count(Grade::Proven).to_string()),
        (
            if proves { "… holding, not proven" } else { "… holding" },
            (coverage.count(Grade::Holds) + coverage.count(Grade::Sharp)).to_string(),
        ),
        ("… cited only", coverage.count(Grade::Cited).to_string()),
        ("… uncited", coverage.count(Grade::Uncited).to_string()),
        ("… violated", coverage.count(Grade::Violated).to_string()),
        ("… blocked by those", coverage.count(Grade::Blocked).to_string()),
        ("… stale: their words changed", coverage.count(Grade::Stale).to_string()),
        ("… known gaps", coverage.count(Grade::Gap).to_string()),
        ("… excluded, with a reason", coverage.count(Grade::Excluded).to_string()),
        ("… of these informative", coverage.informative().to_string()),
        ("scenarios", scenarios.to_string()),
        ("runs", runs.to_string()),
        ("… pass", tally.passed.to_string()),
        ("… fail", tally.failing.to_string()),
        ("… crashed", tally.crashed.to_string()),
        ("… invalid", tally.invalid.to_string()),
        ("… without an answer", tally.no_answer.to_string()),
        ("… unsupported by the engine", tally.unsupported.to_string()),
        ("… not shown by the engine", tally.unobserved.to_string()),
        ("… fail as known gaps", tally.gaps.to_string()),
        ("… pass, but drift from their golden", tally.drifted.to_string()),
        ("… pass, but have no golden", tally.without_golden.to_string()),
        ("… with an unreadable golden", tally.unreadable_goldens.to_string()),
    ];
    let always = ["rules violated", "… violated", "scenarios", "… fail", "… pass, but drift from their golden"];
    let shown = rows.iter().filter(|(name, value)| value != "0" || always.contains(name));
    let shown: String = shown.map(|(name, value)| format!("| {name} | {value} |\n")).collect();
    format!("\n## Totals\n\n| | |\n|---|---|\n{shown}")
}

fn by_category(rules: &[RuleStatus<'_>], proves: bool) -> String {
    let mut order: Vec<(String, Vec<&RuleStatus<'_>>)> = Vec::new();
    for status in rules {
        let name = format!("{}: {}", status.rule.game, status.rule.category);
        match order.iter_mut().find(|(known, _)| *known == name) {
            Some((_, own)) => own.push(status),
            None => order.push((name, vec![status])),
        }
    }
    let marks = [
        (Mark::Verified, "verified"),
        (Mark::Holds, "hold"),
        (Mark::Broken, "violated"),
        (Mark::Incomplete, "incomplete"),
        (Mark::Excluded, "excluded"),
    ];
    let marks: Vec<_> = marks.into_iter().filter(|(mark, _)| proves || *mark != Mark::Verified).collect();
    let names: Vec<&str> = marks.iter().map(|(_, name)| *name).collect();
    let rule = "---|".repeat(marks.len() + 2);
    let mut text = format!("\n## By category\n\n| category | rules | {} |\n|{rule}\n", names.join(" | "));
    for (name, own) in order {
        let number = |mark: Mark| own.iter().filter(|status| status.mark == mark).count();
        let numbers: Vec<String> = marks.iter().map(|(mark, _)| number(*mark).to_string()).collect();
        text.push_str(&row([escape(&name), own.len().to_string()].into_iter().chain(numbers)));
    }
    text
}
