//! How the page opens: which games and engines it is about, the verdict in one line, what is wrong and what explains
//! what, and the contents.

use std::collections::BTreeSet;
use std::fmt::Write;

use crate::oracle::cause::Cause;
use crate::oracle::findings::Findings;
use crate::oracle::grade::Grade;
use crate::oracle::ledger::ClaimRef;
use crate::oracle::ledger::LedgerEntry;
use crate::oracle::rule_file::RuleFile;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::verdict::Verdict;
use crate::report::document::edge;
use crate::report::document::tried;
use crate::report::page::escape;
use crate::report::page::mark;
use crate::report::page::markup;
use crate::report::terminal::cause_sentence;
use crate::report::verification::headline::headline;
use crate::report::wording;
use crate::report::wording::capital;
use crate::report::wording::count;
use crate::report::wording::listed;

/// So many problems are read before the rules; the sentences themselves show the rest.
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
    let played = edge::scenarios_and_runs(findings.judged.iter().map(|judged| judged.scenario));
    let state = state(findings);
    let mut text = format!("  <p class=\"verdict {state}\">{}.</p>\n", escape(&headline(findings)));
    let about = if engines.is_empty() { format!("{played} played.") } else { format!("{played} played: {engines}.") };
    let _ = writeln!(text, "  <p class=\"about\">{}</p>", escape(&about));
    for sentence in tried::sentences(findings, None) {
        let _ = writeln!(text, "  <p class=\"tried\">{}</p>", escape(&sentence.replace('`', "")));
    }
    text
}

/// Whether all is well, or all that is not is known or could not be asked, or something is wrong.
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

/// Scenarios that are not as they should be for another reason than a failing claim, each with that reason.
fn troubled<'f>(findings: &'f Findings<'_>) -> impl Iterator<Item = (&'f str, &'static str)> {
    let others = findings
        .judged
        .iter()
        .filter(|judged| !matches!(judged.verdict, Verdict::Deviates(_) | Verdict::Failed(_) | Verdict::Rejected(_)));
    others.filter_map(|judged| Some((judged.scenario.id.as_str(), findings.trouble(judged)?)))
}

fn wrong<'f>(findings: &'f Findings<'_>) -> Vec<&'f LedgerEntry> {
    let grades = [Grade::Violated, Grade::Obscured, Grade::Stale, Grade::Gap];
    let of = |grade: Grade| findings.ledger.entries.values().filter(move |entry| entry.grade == grade);
    grades.into_iter().flat_map(of).collect()
}

/// What is wrong: each cause with what it explains and obscures, then what stands alone.
pub(super) fn problems(findings: &Findings<'_>) -> String {
    let causes = &findings.diagnosis.causes;
    let mut text = String::new();
    for (number, cause) in (1..).zip(causes) {
        text.push_str(&tree(number, cause, findings));
    }
    let told: BTreeSet<&ClauseId> =
        causes.iter().flat_map(|cause| cause.clauses.iter().chain(&cause.obscures)).collect();
    let alone: Vec<&LedgerEntry> = wrong(findings).into_iter().filter(|entry| !told.contains(&entry.id)).collect();
    let alone = alone.into_iter().map(|entry| {
        let why = entry
            .gap
            .as_ref()
            .map_or(String::new(), |gap| format!("<br><small>{}.</small>", escape(&capital(&gap.sentence()))));
        format!("{} {}: {}{why}", link(&entry.id), wording::grade_phrase(entry.grade), words(&entry.id, findings))
    });
    let troubled = troubled(findings).map(|(id, how)| format!("<code>{}</code>: {}", escape(id), escape(how)));
    text.push_str(&items(&alone.collect::<Vec<_>>(), "choose their grades below"));
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

/// The first of a list, and where the rest is to be found.
fn items(all: &[String], rest: &str) -> String {
    let mut text: String = all.iter().take(MOST).map(|item| format!("<li><p>{item}</p></li>\n")).collect();
    if all.len() > MOST {
        let _ = writeln!(text, "<li><p>and {} more; {rest}</p></li>", all.len() - MOST);
    }
    text
}

/// A cause as the root of what hangs on it.
fn tree(number: usize, cause: &Cause, findings: &Findings<'_>) -> String {
    let roots: Vec<String> = cause.clauses.iter().map(|id| format!("{} {}", link(id), words(id, findings))).collect();
    let mut text = format!("<li><p><b>{number}.</b> {}</p>\n", roots.join(" or "));
    let _ = writeln!(text, "<p class=\"why\">{}.</p>", escape(&capital(&cause_sentence(cause, findings))));
    let explained: Vec<&ClaimRef> = cause.explains.iter().collect();
    if !explained.is_empty() {
        let mut items = String::new();
        for claim in explained {
            let clauses =
                findings.suite.scenario(&claim.scenario).and_then(|scenario| scenario.claims.get(claim.claim));
            let cited: Vec<String> = clauses.into_iter().flat_map(|claim| &claim.clauses).map(link).collect();
            let _ = write!(items, "<li>{} <code>{}</code></li>", cited.join(" "), escape(&claim.scenario));
        }
        let claims = count(cause.explains.len(), "failing claim");
        let _ =
            writeln!(text, "<details class=\"branch\"><summary>explains {claims}</summary><ul>{items}</ul></details>");
    }
    if !cause.obscures.is_empty() {
        let items: Vec<String> = cause.obscures.iter().map(link).collect();
        let clauses = count(cause.obscures.len(), "sentence");
        let _ = writeln!(text, "<p class=\"branch\">keeps {clauses} from being judged: {}</p>", items.join(" "));
    }
    text + "</li>\n"
}

fn link(id: &ClauseId) -> String {
    let id = escape(&id.to_string());
    format!("<a href=\"#{id}\">{id}</a>")
}

fn words(id: &ClauseId, findings: &Findings<'_>) -> String {
    markup::rendered(findings.suite.book.clause_text(id))
}

/// The rule files: games in the order of the project file, files as the catalog comes to them, then the others.
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

/// One line for each file, with how many of its sentences stand how.
pub(super) fn contents(findings: &Findings<'_>) -> String {
    let mut text = String::new();
    for file in files(findings) {
        let entries: Vec<_> = findings.ledger.within(&file.name, 0, usize::MAX).collect();
        let grades = findings.ledger.grades().filter_map(|grade| {
            let number = entries.iter().filter(|entry| entry.grade == grade).count();
            (number > 0)
                .then(|| format!("<span class=\"g-{0}\" title=\"{0}\">{1} {number}</span>", grade.name(), mark(grade)))
        });
        let name = escape(&file.name);
        let grades: String = grades.collect::<Vec<_>>().join(" ");
        let _ = writeln!(text, "<li><a href=\"#{name}\">{name}</a> {grades}</li>");
    }
    text
}
