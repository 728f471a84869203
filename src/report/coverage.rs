//! The ledger at full length: per category, per rule, per clause, and what to do next about each clause.

use std::collections::BTreeMap;

use colored::Colorize;
use serde_json::json;

use crate::oracle::catalog::CatalogRule;
use crate::oracle::findings::Findings;
use crate::oracle::grade::Grade;
use crate::oracle::ledger::LedgerEntry;
use crate::oracle::ledger::Showing;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::standing;
use crate::oracle::standing::Mark;
use crate::oracle::suggestion::Call;
use crate::oracle::suggestion::this_call;
use crate::oracle::unquoted;
use crate::report::advice::Advice;
use crate::report::document::escape;
use crate::report::document::row;
use crate::report::json;
use crate::report::screen;
use crate::report::wording;
use crate::report::wording::count;
use crate::report::wording::first_words;
use crate::report::wording::wrap;

/// However long the name of a category is, as many dots stand beside it.
const FEWEST_DOTS: usize = 20;

/// The part of the ledger that somebody asked for.
pub(crate) struct Coverage<'a> {
    findings: &'a Findings<'a>,
    groups: Vec<Group<'a>>,
}

/// The clauses of one rule of the catalog, or those of a game that stand in no rule.
struct Group<'a> {
    category: String,
    rule: Option<&'a CatalogRule>,
    entries: Vec<&'a LedgerEntry>,
}

impl<'a> Coverage<'a> {
    /// Keeps the clauses that `wanted` accepts; groups without any are left out.
    pub(crate) fn of(findings: &'a Findings<'a>, wanted: impl Fn(&ClauseId) -> bool) -> Coverage<'a> {
        let entries: Vec<&LedgerEntry> = findings.ledger.entries.values().filter(|entry| wanted(&entry.id)).collect();
        let mut groups: Vec<Group<'a>> = Vec::new();
        for rule in &findings.suite.catalog {
            let category = format!("{}: {}", rule.game, rule.category);
            let own = standing::entries(rule, &findings.ledger).into_iter().filter(|entry| wanted(&entry.id)).collect();
            groups.push(Group { category, rule: Some(rule), entries: own });
        }
        let mut others: BTreeMap<String, Vec<&LedgerEntry>> = BTreeMap::new();
        for entry in &entries {
            if findings.suite.rule_of(&entry.id).is_none() {
                let game = entry.id.game();
                others.entry(format!("{game}: outside the catalog")).or_default().push(entry);
            }
        }
        groups.extend(others.into_iter().map(|(category, entries)| Group { category, rule: None, entries }));
        groups.retain(|group| !group.entries.is_empty());
        Coverage { findings, groups }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// Rules under their categories; with `clauses`, each clause under its rule.
    pub(crate) fn table(&self, clauses: bool) -> String {
        let mut text = String::new();
        let mut category = "";
        for group in &self.groups {
            if group.category != category {
                category = &group.category;
                text.push_str(&format!("{}\n", category.bold()));
            }
            let sign = sign(&group.entries);
            let done = group.entries.iter().filter(|entry| is_settled(entry)).count();
            let ratio = format!("{done}/{}", group.entries.len());
            text.push_str(&format!("  {sign} {ratio:>7}  {}{}\n", group.title(), missing(&group.entries)));
            for entry in group.entries.iter().filter(|_| clauses) {
                text.push_str(&self.clause_line(entry));
            }
        }
        text.push_str(&totals(&self.entries()));
        text
    }

    fn clause_line(&self, entry: &LedgerEntry) -> String {
        let words = first_words(self.findings.suite.book.clause_text(&entry.id), 70);
        let name = format!("{:<8}", entry.grade.name());
        let name = match entry.grade {
            Grade::Proven | Grade::Sharp | Grade::Holds => name.green(),
            Grade::Cited | Grade::Uncited | Grade::Gap | Grade::Stale => name.yellow(),
            Grade::Violated => name.red().bold(),
            Grade::Obscured => name.red(),
            Grade::Excluded => name.dimmed(),
        };
        let observed = wording::observed(entry).map_or(String::new(), |told| format!(" ({told})").yellow().to_string());
        format!("      {name} {}{observed} {words}\n", entry.id.to_string().cyan())
    }

    /// One mark per clause, one line per category.
    pub(crate) fn dots(&self) -> String {
        let mut lines: Vec<(&str, String)> = Vec::new();
        for group in &self.groups {
            if lines.last().is_none_or(|(category, _)| *category != group.category) {
                lines.push((&group.category, String::new()));
            }
            if let Some((_, dots)) = lines.last_mut() {
                dots.extend(group.entries.iter().map(|entry| dot(entry.grade)));
            }
        }
        let widest = lines.iter().map(|(category, _)| category.chars().count()).max().unwrap_or(0);
        let room = screen::width().saturating_sub(widest + 2).max(FEWEST_DOTS);
        let mut text = String::new();
        for (category, dots) in &lines {
            let mut name = *category;
            for row in dots.chars().collect::<Vec<char>>().chunks(room) {
                text.push_str(&format!("{name:widest$}  {}\n", row.iter().collect::<String>()));
                name = "";
            }
        }
        let legend: Vec<String> =
            self.findings.ledger.grades().map(|grade| format!("{} {}", dot(grade), grade.name())).collect();
        text.push_str(&screen::filled(&legend.join("  "), 0));
        text
    }

    pub(crate) fn markdown(&self) -> String {
        let mut text = "| | category | rule | clauses | proven | missing |\n|---|---|---|---|---|---|\n".to_owned();
        for group in &self.groups {
            let proven = group.entries.iter().filter(|entry| entry.grade == Grade::Proven).count();
            let (sign, title) = (sign(&group.entries), escape(&group.title()));
            let lacking: Vec<String> =
                group.entries.iter().filter(|entry| !is_settled(entry)).map(|e| escape(&e.id.to_string())).collect();
            let (category, all, proven) =
                (escape(&group.category), group.entries.len().to_string(), proven.to_string());
            text.push_str(&row([sign.to_owned(), category, title, all, proven, lacking.join(", ")]));
        }
        text
    }

    pub(crate) fn json(&self) -> String {
        let groups: Vec<_> = self
            .groups
            .iter()
            .map(|group| {
                json!({
                    "category": group.category,
                    "rule": group.rule.map(|rule| rule.number),
                    "title": group.rule.map(|rule| rule.title.clone()),
                    "standing": Mark::of(&group.entries).name(),
                    "clauses": group.entries.iter().map(|entry| json::clause(entry)).collect::<Vec<_>>(),
                })
            })
            .collect();
        json::document("coverage", "rules", &groups, self.findings.suite)
    }

    /// What is not proven, and the cheapest next step for each clause.
    pub(crate) fn missing(&self) -> String {
        let lacking: Vec<&LedgerEntry> = self.entries().into_iter().filter(|entry| !is_settled(entry)).collect();
        if lacking.is_empty() {
            return format!("{}\n", "nothing is missing: every clause is proven or excluded".green());
        }
        let mut text = String::new();
        for entry in &lacking {
            text.push_str(&self.clause_line(entry));
            let next = next(entry, self.findings, this_call()).plain();
            text.push_str(&format!("               {next}\n"));
        }
        text.push_str(&format!("{} to go\n", count(lacking.len(), "clause")));
        text
    }

    /// Clauses that are proven although some of their words stand in no quote; those words are marked.
    pub(crate) fn unquoted(&self) -> String {
        let suite = self.findings.suite;
        let mut text = String::new();
        let mut number = 0;
        for entry in self.entries().into_iter().filter(|entry| entry.grade == Grade::Proven) {
            let stretches = unquoted::stretches(entry, suite);
            let Some(line) = suite.book.line(&entry.id.file, entry.id.line).filter(|_| !stretches.is_empty()) else {
                continue;
            };
            number += 1;
            let words: Vec<&str> = stretches.iter().filter_map(|range| line.text.get(range.clone())).collect();
            let words: Vec<String> = words.iter().map(|words| format!("«{}»", words.trim())).collect();
            text.push_str(&format!("{}\n", entry.id.to_string().cyan()));
            for part in wrap(&words.join(" … "), 78).lines() {
                text.push_str(&format!("  {part}\n"));
            }
        }
        let proven = count(number, "proven clause");
        text.push_str(&match number {
            0 => "every word of every proven clause stands in a quote\n".to_owned(),
            _ => format!("{proven} with words that no claim quotes\n"),
        });
        text
    }

    /// Each clause once, although a line may belong to several rules.
    fn entries(&self) -> Vec<&LedgerEntry> {
        let unique: BTreeMap<&ClauseId, &LedgerEntry> =
            self.groups.iter().flat_map(|group| &group.entries).map(|entry| (&entry.id, *entry)).collect();
        unique.into_values().collect()
    }
}

impl Group<'_> {
    fn title(&self) -> String {
        match self.rule {
            Some(rule) => format!("Rule {}: {}", rule.number, rule.title),
            None => "no rule of the catalog".to_owned(),
        }
    }
}

/// How a rule stands; one that nobody has cited is blank rather than doubtful.
fn sign(entries: &[&LedgerEntry]) -> &'static str {
    match entries.iter().all(|entry| entry.grade == Grade::Uncited) {
        true => Grade::Uncited.mark(),
        false => Mark::of(entries).sign(),
    }
}

fn is_settled(entry: &LedgerEntry) -> bool {
    matches!(entry.grade, Grade::Proven | Grade::Excluded)
}

fn missing(entries: &[&LedgerEntry]) -> String {
    let lacking: Vec<String> = entries
        .iter()
        .filter(|entry| !is_settled(entry))
        .map(|entry| format!("{}.{} {}", entry.id.line, entry.id.clause, entry.grade.name()))
        .collect();
    if lacking.is_empty() { String::new() } else { format!(" {}", format!("({})", lacking.join(", ")).yellow()) }
}

fn totals(entries: &[&LedgerEntry]) -> String {
    let part = |grade: &Grade| {
        let number = entries.iter().filter(|entry| entry.grade == *grade).count();
        (number > 0).then(|| format!("{number} {}", grade.name()))
    };
    let parts: Vec<String> = Grade::ALL.iter().filter_map(part).collect();
    format!("{}: {}\n", count(entries.len(), "clause"), parts.join(", "))
}

fn dot(grade: Grade) -> char {
    match grade {
        Grade::Proven => '●',
        Grade::Holds => '◐',
        Grade::Sharp => '◕',
        Grade::Cited => '○',
        Grade::Uncited => '·',
        Grade::Violated => '✗',
        Grade::Obscured => '?',
        Grade::Excluded => '–',
        Grade::Gap => '▵',
        Grade::Stale => '✎',
    }
}

/// The next step, where the run tried enough to advise one: what was not turned off needs no sharper claim.
pub(crate) fn advice(entry: &LedgerEntry, findings: &Findings<'_>, call: &Call) -> Advice {
    let engine = findings.engines.get(entry.id.game());
    let untried = findings.proofs.is_none() || engine.is_some_and(|engine| engine.switches.is_empty());
    let is_untried = matches!(entry.grade, Grade::Holds | Grade::Sharp) && untried;
    if is_untried { Advice::default() } else { next(entry, findings, call) }
}

/// The cheapest thing that would raise the grade of a clause.
pub(crate) fn next(entry: &LedgerEntry, findings: &Findings<'_>, call: &Call) -> Advice {
    let failing = findings.failing_scenario(std::slice::from_ref(&entry.id));
    let failing = failing.map(|judged| judged.scenario.id.as_str());
    steps(entry, failing, |switch| findings.hunt(switch, &entry.id, call), call)
}

/// The same in words. `failing` is a scenario that cites the clause and does not conform; `hunts` says whether `hunt`
/// searches on the engine that played.
pub fn next_step(entry: &LedgerEntry, failing: Option<&str>, hunts: bool) -> String {
    let call = this_call();
    steps(entry, failing, |switch| hunts.then(|| call.hunt(switch, None)), call).plain()
}

fn steps(entry: &LedgerEntry, failing: Option<&str>, hunt: impl Fn(&str) -> Option<String>, call: &Call) -> Advice {
    match entry.grade {
        Grade::Proven | Grade::Excluded => Advice::default(),
        Grade::Uncited => {
            let new = Some(call.new_scenario(&entry.id.to_string()));
            Advice::words("cite it: ").suggest("", new, " writes a skeleton, or exclude it with a reason")
        }
        Grade::Violated => Advice::words("find out which is wrong, the claim or the engine"),
        Grade::Obscured => Advice::words("mend the cause, and play again"),
        Grade::Gap => entry.gap.as_ref().map_or(Advice::default(), |gap| {
            Advice::words(format!("mend the engine by {}: {}", gap.until, gap.reason.trim_end_matches('.')))
        }),
        Grade::Stale => {
            let accept = call.writes(&["errata", "--accept", &entry.id.to_string(), "--reason", "WHY"]);
            Advice::words("read its new words against its claims").suggest(", then ", accept, "")
        }
        Grade::Cited if entry.unsupported.is_some() => Advice::words("play it on an engine that supports it"),
        Grade::Cited if entry.failed.is_some() => Advice::words("fix what stops the engine, and run again"),
        Grade::Cited if !entry.observed.is_whole() => {
            Advice::words("let the engine show more, or claim something that it shows")
        }
        Grade::Cited if entry.claims.iter().any(|(_, holds)| holds.is_none()) => {
            Advice::words("play it: a scenario that cites it was not judged")
        }
        Grade::Cited if entry.holds_only_elsewhere() => {
            Advice::words(format!("claim something on it under {}", wording::own_reading(entry)))
        }
        Grade::Cited => Advice::words("sharpen a claim: so far they say only what did not happen"),
        Grade::Holds | Grade::Sharp if entry.switches.is_empty() => {
            Advice::words("add a switch to the engine, so that the clause can be turned off")
        }
        Grade::Holds | Grade::Sharp => {
            let unproven = entry.switches.iter().find(|s| !matches!(s.showing, Showing::Isolates { .. }));
            unproven.map_or(Advice::default(), |it| to_prove(&it.name, &it.showing, failing, hunt(&it.name), call))
        }
    }
}

/// What would make turning off a switch prove its clause.
fn to_prove(switch: &str, showing: &Showing, failing: Option<&str>, hunt: Option<String>, call: &Call) -> Advice {
    match (showing, failing) {
        (Showing::Isolates { .. }, _) => Advice::default(),
        (Showing::Unspecific { letter, .. }, _) => Advice::words("make ")
            .code(switch)
            .and(format!(" specific in the engine, or claim something that only it decides ({letter})")),
        // Only scenarios that conform are played without it.
        (Showing::Unnoticed | Showing::Untried | Showing::Idle, Some(failing)) => {
            let explain = Some(call.plays(&["explain", failing]));
            Advice::words("fix what fails in a scenario that cites it").suggest(": ", explain, " shows it")
        }
        (Showing::Unnoticed, None) => Advice::words("sharpen a claim, so that it fails without ").code(switch).suggest(
            "; ",
            hunt,
            " looks for a play",
        ),
        (Showing::Unjudged(_), _) => {
            Advice::words("let the engine play on without ").code(switch).and(", so that claims can be judged")
        }
        (Showing::OtherReading, _) => {
            Advice::words("claim under the clause's own reading something that fails without ").code(switch)
        }
        (Showing::Untried | Showing::Idle, None) => {
            Advice::words("write a scenario that cites the clause and in which ")
                .code(switch)
                .and(" takes effect")
                .suggest("; ", hunt, " looks for one")
        }
    }
}
