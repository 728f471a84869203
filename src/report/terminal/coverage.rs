//! The whole coverage: per category, rule and clause, with the next step for each clause.

use std::collections::BTreeMap;

use colored::Colorize;

use crate::report::machine::documents::coverage_rules::CoveredRule;
use crate::report::machine::documents::coverage_rules::MissingClause;
use crate::report::machine::json;
use crate::report::machine::run_result;
use crate::report::terminal::clause_label;
use crate::report::text::escape::escape;
use crate::report::text::escape::row;
use crate::report::text::grammar;
use crate::report::text::grammar::count;
use crate::report::text::grammar::first_words;
use crate::report::text::next_step;
use crate::report::text::wrapping;
use truthsayer_oracle::base::suggestion::this_call;
use truthsayer_oracle::evidence::coverage::CoverageEntry;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::evidence::rule_status;
use truthsayer_oracle::evidence::rule_status::Mark;
use truthsayer_oracle::gate;
use truthsayer_oracle::rulebook::ClauseId;
use truthsayer_oracle::rulebook::catalog::CatalogRule;
use truthsayer_oracle::suite::grade::Grade;

/// Minimum number of dots per line, however long the name of the category is.
const FEWEST_DOTS: usize = 20;

/// The clauses that the filters select, grouped by rule.
pub(crate) struct CoverageTable<'a> {
    findings: &'a Findings<'a>,
    groups: Vec<Group<'a>>,
}

/// The clauses of one catalog rule, or the clauses of a game outside the catalog.
struct Group<'a> {
    category: String,
    rule: Option<&'a CatalogRule>,
    entries: Vec<&'a CoverageEntry>,
}

impl<'a> CoverageTable<'a> {
    /// Keeps the clauses that `wanted` accepts, and drops empty groups.
    pub(crate) fn of(findings: &'a Findings<'a>, wanted: impl Fn(&ClauseId) -> bool) -> CoverageTable<'a> {
        let entries: Vec<&CoverageEntry> =
            findings.coverage.entries.values().filter(|entry| wanted(&entry.id)).collect();
        let mut groups: Vec<Group<'a>> = Vec::new();
        for rule in &findings.suite.catalog {
            let category = format!("{}: {}", rule.game, rule.category);
            let own =
                rule_status::entries(rule, &findings.coverage).into_iter().filter(|entry| wanted(&entry.id)).collect();
            groups.push(Group { category, rule: Some(rule), entries: own });
        }
        let mut others: BTreeMap<String, Vec<&CoverageEntry>> = BTreeMap::new();
        for entry in &entries {
            if findings.suite.rule_of(&entry.id).is_none() {
                let game = entry.id.game();
                others.entry(format!("{game}: outside the catalog")).or_default().push(entry);
            }
        }
        groups.extend(others.into_iter().map(|(category, entries)| Group { category, rule: None, entries }));
        groups.retain(|group| !group.entries.is_empty());
        CoverageTable { findings, groups }
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

    fn clause_line(&self, entry: &CoverageEntry) -> String {
        let book = &self.findings.suite.book;
        let (words, own) = (book.clause_text(&entry.id), book.own_words(&entry.id));
        // The first words of a list item are its lead-in, which all items share.
        let words = match words.len() > own.len() && !own.is_empty() {
            true => format!("… {}", first_words(own, 68)),
            false => first_words(words, 70),
        };
        let modality = book.modality(&entry.id).join(", ");
        let modality = if modality.is_empty() { String::new() } else { format!(" [{modality}]") };
        let name = format!("{:<8}", entry.grade.name());
        let name = match entry.grade {
            Grade::Proven | Grade::Sharp | Grade::Holds => name.green(),
            Grade::Cited | Grade::Uncited | Grade::Gap | Grade::Stale => name.yellow(),
            Grade::Violated => name.red().bold(),
            Grade::Blocked => name.red(),
            Grade::Excluded => name.dimmed(),
        };
        let observed =
            grammar::observed(entry).map_or(String::new(), |shown| format!(" ({shown})").yellow().to_string());
        let evidence = grammar::evidence(entry).map_or(String::new(), |it| format!(" ({it})").dimmed().to_string());
        let label = clause_label(&entry.id, book).cyan();
        format!("      {name} {label}{}{observed}{evidence} {words}\n", modality.magenta())
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
        let room = wrapping::width().saturating_sub(widest + 2).max(FEWEST_DOTS);
        let mut text = String::new();
        for (category, dots) in &lines {
            let mut name = *category;
            for row in dots.chars().collect::<Vec<char>>().chunks(room) {
                text.push_str(&format!("{name:widest$}  {}\n", row.iter().collect::<String>()));
                name = "";
            }
        }
        let legend: Vec<String> =
            self.findings.coverage.grades().map(|grade| format!("{} {}", dot(grade), grade.name())).collect();
        text.push_str(&wrapping::filled(&legend.join("  "), 0));
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
        let floor = gate::grades(self.findings);
        let clause = |entry: &&CoverageEntry| run_result::clause(entry, self.findings, &floor);
        let rule = |group: &Group<'_>| CoveredRule {
            category: group.category.clone(),
            clauses: group.entries.iter().map(clause).collect(),
            rule: group.rule.map(|rule| rule.number.clone()),
            status: Mark::of(&group.entries).name().to_owned(),
            title: group.rule.map(|rule| rule.title.clone()),
        };
        let rules: Vec<CoveredRule> = self.groups.iter().map(rule).collect();
        json::document("coverage", "rules", &rules, self.findings.suite)
    }

    /// Every clause that is not proven, as JSON.
    pub(crate) fn missing_json(&self) -> String {
        let book = &self.findings.suite.book;
        let clause = |entry: &CoverageEntry| MissingClause {
            grade: entry.grade.name().to_owned(),
            id: entry.id.to_string(),
            name: book.line(&entry.id.file, entry.id.line).and_then(|line| line.name.clone()),
            next: next_step::next(entry, self.findings, this_call()).plain(),
            text: book.clause_text(&entry.id).to_owned(),
        };
        let lacking = self.entries().into_iter().filter(|entry| !is_settled(entry));
        json::document("coverage", "missing", &lacking.map(clause).collect::<Vec<_>>(), self.findings.suite)
    }

    /// Every clause that is not proven, with its next step.
    pub(crate) fn missing(&self) -> String {
        let lacking: Vec<&CoverageEntry> = self.entries().into_iter().filter(|entry| !is_settled(entry)).collect();
        if lacking.is_empty() {
            return format!("{}\n", "every clause is proven or excluded".green());
        }
        let mut text = String::new();
        for entry in &lacking {
            text.push_str(&self.clause_line(entry));
            let next = next_step::next(entry, self.findings, this_call()).plain();
            text.push_str(&format!("               {next}\n"));
        }
        let are = if lacking.len() == 1 { "is" } else { "are" };
        text.push_str(&format!("{} {are} not proven\n", count(lacking.len(), "clause")));
        text
    }

    /// Each clause once, although a line may belong to several rules.
    fn entries(&self) -> Vec<&CoverageEntry> {
        let unique: BTreeMap<&ClauseId, &CoverageEntry> =
            self.groups.iter().flat_map(|group| &group.entries).map(|entry| (&entry.id, *entry)).collect();
        unique.into_values().collect()
    }
}

impl Group<'_> {
    fn title(&self) -> String {
        match self.rule {
            Some(rule) => format!("Rule {}: {}", rule.number, rule.title),
            None => "outside the catalog".to_owned(),
        }
    }
}

/// The symbol of a rule: the one of `uncited` if no scenario cites any of its clauses.
fn sign(entries: &[&CoverageEntry]) -> &'static str {
    match entries.iter().all(|entry| entry.grade == Grade::Uncited) {
        true => Grade::Uncited.mark(),
        false => Mark::of(entries).sign(),
    }
}

fn is_settled(entry: &CoverageEntry) -> bool {
    matches!(entry.grade, Grade::Proven | Grade::Excluded)
}

fn missing(entries: &[&CoverageEntry]) -> String {
    let lacking: Vec<String> = entries
        .iter()
        .filter(|entry| !is_settled(entry))
        .map(|entry| format!("{}.{} {}", entry.id.line, entry.id.clause, entry.grade.name()))
        .collect();
    if lacking.is_empty() { String::new() } else { format!(" {}", format!("({})", lacking.join(", ")).yellow()) }
}

fn totals(entries: &[&CoverageEntry]) -> String {
    let part = |grade: &Grade| {
        let number = entries.iter().filter(|entry| entry.grade == *grade).count();
        let informative = entries.iter().filter(|entry| entry.is_informative && entry.grade == *grade).count();
        let of_these = if informative > 0 { format!(" ({informative} informative)") } else { String::new() };
        (number > 0).then(|| format!("{number} {}{of_these}", grade.name()))
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
        Grade::Blocked => '?',
        Grade::Excluded => '–',
        Grade::Gap => '▵',
        Grade::Stale => '✎',
    }
}
