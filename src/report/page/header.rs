//! The head of the HTML report: games and engines, the verdict, the problems, the exclusions, the weak evidence
//! and the contents.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::fmt::Write;

use crate::report::markdown::report_folder::headline::headline;
use crate::report::markdown::rule_report;
use crate::report::markdown::rule_report::scope;
use crate::report::page::escape;
use crate::report::page::markup;
use crate::report::text::cause::cause_sentence;
use crate::report::text::grammar;
use crate::report::text::grammar::capital;
use crate::report::text::grammar::count;
use crate::report::text::grammar::listed;
use crate::report::text::suspect::share;
use crate::report::text::weak;
use truthsayer_oracle::evidence::cause::Cause;
use truthsayer_oracle::evidence::coverage::ClaimRef;
use truthsayer_oracle::evidence::coverage::CoverageEntry;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::evidence::findings::ScenarioStatus;
use truthsayer_oracle::rulebook::ClauseId;
use truthsayer_oracle::rulebook::rule_file::RuleFile;
use truthsayer_oracle::suite::grade::Grade;

/// Maximum length of a list of problems. The clauses themselves show the rest.
const MOST: usize = 12;

/// The games in the order of the project file.
pub(super) fn games<'f>(findings: &'f Findings<'_>) -> Vec<&'f str> {
    findings.suite.project.order.iter().map(String::as_str).collect()
}

/// `cotulenh and dune`.
pub(super) fn project(findings: &Findings<'_>) -> String {
    let names: Vec<String> = games(findings).into_iter().map(str::to_owned).collect();
    escape(&listed(&names))
}

/// Engines with their versions, and the verdict.
pub(super) fn verdict(findings: &Findings<'_>) -> String {
    let engines = games(findings).into_iter().filter_map(|game| Some((game, findings.engines.get(game)?)));
    let engines = engines.map(|(game, engine)| {
        let version = if engine.version.is_empty() { String::new() } else { format!(" {}", engine.version) };
        format!("{game} on the engine {}{version}", engine.name)
    });
    let engines = listed(&engines.collect::<Vec<_>>());
    let played = grammar::scenarios_and_runs(findings.judged.iter().map(|judged| judged.scenario));
    let state = state(findings);
    let mut text = format!("  <p class=\"verdict {state}\">{}.</p>\n", escape(&headline(findings)));
    let about = if engines.is_empty() { format!("{played}.") } else { format!("{played}: {engines}.") };
    let _ = writeln!(text, "  <p class=\"about\">{}</p>", escape(&about));
    for sentence in scope::sentences(findings, None) {
        let _ = writeln!(text, "  <p class=\"tried\">{}</p>", escape(&sentence.replace('`', "")));
    }
    text
}

/// `good`, `known` (only known gaps or scenarios that were not judged) or `wrong`.
fn state(findings: &Findings<'_>) -> &'static str {
    let is_wrong = wrong(findings).iter().any(|entry| entry.grade != Grade::Gap);
    match () {
        () if is_wrong || troubled(findings).next().is_some() => "wrong",
        () if !wrong(findings).is_empty() || findings.judged.iter().any(|judged| !judged.verdict.is_judged()) => {
            "known"
        }
        () => "good",
    }
}

/// Scenarios that are wrong for another reason than a failing claim, each with that reason.
fn troubled<'f>(findings: &'f Findings<'_>) -> impl Iterator<Item = (&'f str, &'static str)> {
    let statuses = findings.judged.iter().map(|judged| (judged.scenario.id.as_str(), findings.scenario_status(judged)));
    let others = statuses
        .filter(|(_, status)| status.is_wrong() && !matches!(status, ScenarioStatus::Fail | ScenarioStatus::Crashed));
    others.map(|(id, status)| (id, status.name()))
}

fn wrong<'f>(findings: &'f Findings<'_>) -> Vec<&'f CoverageEntry> {
    let grades = [Grade::Violated, Grade::Blocked, Grade::Stale, Grade::Gap];
    let of = |grade: Grade| findings.coverage.entries.values().filter(move |entry| entry.grade == grade);
    grades.into_iter().flat_map(of).collect()
}

/// The problems: each cause with the claims and clauses that it explains and blocks, then the other problems.
pub(super) fn problems(findings: &Findings<'_>) -> String {
    let causes = &findings.diagnosis.causes;
    let mut text = String::new();
    for (number, cause) in (1..).zip(causes) {
        text.push_str(&tree(number, cause, findings));
    }
    let shown: BTreeSet<&ClauseId> =
        causes.iter().flat_map(|cause| cause.clauses.iter().chain(&cause.blocks)).collect();
    let alone = wrong(findings).into_iter().filter(|entry| !shown.contains(&entry.id));
    let mut alone: Vec<&CoverageEntry> = alone.collect();
    alone.sort_by_key(|entry| suspicion(entry, findings).map_or(usize::MAX, |(rank, _)| rank));
    let alone = alone.into_iter().map(|entry| problem(entry, findings));
    let troubled = troubled(findings).map(|(id, how)| format!("<code>{}</code>: {}", escape(id), escape(how)));
    text.push_str(&items(&alone.collect::<Vec<_>>(), "filter by grade below"));
    let crashes = findings.crashes();
    let crashes: Vec<String> = crashes.iter().map(|group| escape(&capital(&group.sentence()))).collect();
    text.push_str(&items(&crashes, "`truthsayer verify` lists them"));
    text.push_str(&items(&troubled.collect::<Vec<_>>(), "`truthsayer verify` lists them"));
    if text.is_empty() {
        return text;
    }
    let heading = match (causes.len(), state(findings)) {
        (0, "known") => "Known gaps".to_owned(),
        (0, _) => "What is wrong".to_owned(),
        (number, _) => format!("What is wrong: {}", count(number, "likely cause")),
    };
    format!(
        "  <section id=\"problems\" aria-label=\"Problems\"><h2>{heading}</h2>\n<ol class=\"causes\">\n{text}</ol></section>\n"
    )
}

/// The first items of a list, and how to see the rest.
fn items(all: &[String], rest: &str) -> String {
    let mut text: String =
        all.iter().take(MOST).map(|item| format!("<li class=\"line\"><p>{item}</p></li>\n")).collect();
    if all.len() > MOST {
        let _ = writeln!(text, "<li><p>and {} more; {rest}</p></li>", all.len() - MOST);
    }
    text
}

/// A cause with expected and actual, the claims that it explains and the clauses that it blocks.
fn tree(number: usize, cause: &Cause, findings: &Findings<'_>) -> String {
    let roots: Vec<String> = cause.clauses.iter().map(|id| format!("{} {}", link(id), words(id, findings))).collect();
    let entries = cause.clauses.iter().filter_map(|id| findings.coverage.entries.get(id));
    let failures: String = entries.filter_map(|entry| failure(entry, findings)).take(1).collect();
    let mut text = format!("<li><p class=\"line\"><b>{number}.</b> {}{failures}</p>\n", roots.join(" or "));
    let _ = writeln!(text, "<p class=\"why\">{}.</p>", escape(&capital(&cause_sentence(cause, findings))));
    let explained: Vec<&ClaimRef> = cause.explains.iter().collect();
    if !explained.is_empty() {
        let mut items = String::new();
        for claim in explained {
            let clauses =
                findings.suite.scenario(&claim.scenario).and_then(|scenario| scenario.claims.get(claim.claim));
            let cited: Vec<String> = clauses.into_iter().flat_map(|claim| &claim.clauses).map(link).collect();
            let _ =
                write!(items, "<li class=\"line\">{} <code>{}</code></li>", cited.join(" "), escape(&claim.scenario));
        }
        let claims = count(cause.explains.len(), "failing claim");
        let _ =
            writeln!(text, "<details class=\"branch\"><summary>explains {claims}</summary><ul>{items}</ul></details>");
    }
    if !cause.blocks.is_empty() {
        let items: Vec<String> = cause.blocks.iter().map(link).collect();
        let clauses = count(cause.blocks.len(), "clause");
        let _ = writeln!(
            text,
            "<details class=\"branch\"><summary>blocks {clauses}</summary><p>{}</p></details>",
            items.join(" ")
        );
    }
    text + "</li>\n"
}

/// A clause with its grade and words, and below them the reason of a known gap or expected and actual.
fn problem(entry: &CoverageEntry, findings: &Findings<'_>) -> String {
    let gap = entry.gap.as_ref().map(|gap| format!("<br><small>{}.</small>", escape(&capital(&gap.sentence()))));
    let rewording = entry.rewording.as_ref().map(|it| format!("<br><small>It was “{}”</small>", escape(&it.was)));
    let suspicion = suspicion(entry, findings);
    let suspicion =
        suspicion.map(|(rank, share)| format!("<br><small>Suspect {}: {}.</small>", rank + 1, escape(&share)));
    let below: String = [gap, rewording, suspicion, failure(entry, findings)].into_iter().flatten().collect();
    let (mark, grade) = (entry.grade.mark(), grammar::grade_phrase(entry.grade));
    format!("{mark} {} {grade}: {}{below}", link(&entry.id), words(&entry.id, findings))
}

/// The rank of a clause among the suspects, and its share of failing claims.
fn suspicion(entry: &CoverageEntry, findings: &Findings<'_>) -> Option<(usize, String)> {
    let suspects = &findings.diagnosis.suspects;
    let rank = suspects.iter().position(|suspect| suspect.clauses.contains(&entry.id))?;
    Some((rank, share(&suspects[rank])))
}

/// Expected and actual of the failing claim that shows the clause best.
fn failure(entry: &CoverageEntry, findings: &Findings<'_>) -> Option<String> {
    let (judged, claim) = rule_report::shown_claim(entry, findings)?;
    let mismatch = judged.verdict.mismatches().iter().find(|mismatch| mismatch.claim == Some(claim))?;
    let failure = rule_report::expected_and_actual_html(mismatch);
    Some(format!("<br><small>In <code>{}</code>: {failure}.</small>", escape(&judged.scenario.id)))
}

/// The excluded clauses, grouped by reason. Empty if there are none.
pub(super) fn exclusions(findings: &Findings<'_>) -> String {
    let mut reasons: BTreeMap<&str, Vec<&ClauseId>> = BTreeMap::new();
    for entry in findings.coverage.entries.values().filter(|entry| entry.grade == Grade::Excluded) {
        reasons.entry(entry.reason.as_deref().unwrap_or_default()).or_default().push(&entry.id);
    }
    let number: usize = reasons.values().map(Vec::len).sum();
    if number == 0 {
        return String::new();
    }
    let item = |(reason, clauses): (&str, Vec<&ClauseId>)| {
        let links: Vec<String> = clauses.into_iter().map(link).collect();
        format!("<li>{}: {}</li>\n", escape(reason.trim_end_matches('.')), links.join(", "))
    };
    let items: String = reasons.into_iter().map(item).collect();
    format!(
        "  <details id=\"exclusions\"><summary>{} with reasons</summary>\n<ul>\n{items}</ul></details>\n",
        count(number, "excluded clause")
    )
}

/// The weak evidence in numbers, with the facts that no claim expects. Empty if no mutants ran.
pub(super) fn weak_evidence(findings: &Findings<'_>) -> String {
    let Some(evidence) = &findings.weak else { return String::new() };
    let open = weak::tally(evidence.unexplained());
    let explained = weak::explained(evidence);
    let counts = [if open.is_empty() { "none".to_owned() } else { open }, explained].map(|part| escape(&part));
    let counts =
        if counts[1].is_empty() { counts[0].clone() } else { format!("{} (explained: {})", counts[0], counts[1]) };
    let facts = evidence.unexplained().filter(|entry| entry.clauses.is_empty());
    let facts: String = facts.map(|entry| format!("<li>{}</li>\n", escape(&entry.subject()))).collect();
    format!("  <details id=\"weak\"><summary>Weak evidence: {counts}</summary>\n<ul>\n{facts}</ul></details>\n")
}

fn link(id: &ClauseId) -> String {
    let id = escape(&id.to_string());
    format!("<a href=\"#{id}\">{id}</a>")
}

fn words(id: &ClauseId, findings: &Findings<'_>) -> String {
    markup::rendered(findings.suite.book.clause_text(id))
}

/// The rule files: games in the order of the project file, files in the order of the catalog, then the others.
pub(super) fn files<'f>(findings: &'f Findings<'_>) -> Vec<&'f RuleFile> {
    let book = &findings.suite.book;
    let catalog = findings.suite.catalog.iter().flat_map(|rule| &rule.lines).map(|lines| lines.file.as_str());
    let rest = book.files().map(|file| &*file.name);
    let mut seen = BTreeSet::new();
    let names = catalog.chain(rest).filter(|name| seen.insert(*name));
    let mut files: Vec<&RuleFile> = names.filter_map(|name| book.file(name)).collect();
    let games = games(findings);
    files.sort_by_key(|file| games.iter().position(|game| *game == file.game()).unwrap_or(usize::MAX));
    files
}

/// One line for each file, with the number of its clauses of each grade.
pub(super) fn contents(findings: &Findings<'_>) -> String {
    let mut text = String::new();
    for file in files(findings) {
        let entries: Vec<_> = findings.coverage.within(&file.name, 0, usize::MAX).collect();
        let grades = findings.coverage.grades().filter_map(|grade| {
            let number = entries.iter().filter(|entry| entry.grade == grade).count();
            (number > 0)
                .then(|| format!("<span class=\"g-{0}\" title=\"{0}\">{1} {number}</span>", grade.name(), grade.mark()))
        });
        let name = escape(&file.name);
        let grades: String = grades.collect::<Vec<_>>().join(" ");
        let _ = writeln!(text, "<li class=\"line\"><a href=\"#{name}\">{name}</a> {grades}</li>");
    }
    text
}
