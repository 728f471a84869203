//! Changes of the rulebook since its last review, and what each change affects: as text, JSON and Markdown.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::io;
use std::io::Write;

use colored::Colorize;
use serde::Serialize;
use serde::Serializer;
use serde::ser::SerializeMap;

use crate::report::machine::documents::errata_changes::ErrataChange;
use crate::report::machine::documents::errata_changes::ErrataImpact;
use crate::report::machine::documents::errata_changes::ErrataRepair;
use crate::report::machine::documents::errata_changes::ErrataRule;
use crate::report::machine::documents::errata_changes::MovedAddress;
use crate::report::machine::json;
use crate::report::machine::run_result;
use crate::report::markdown::rule_report;
use crate::report::terminal;
use crate::report::text::escape::escape;
use crate::report::text::grammar::capital;
use crate::report::text::grammar::count;
use crate::report::text::grammar::listed;
use crate::report::text::grammar::wrap;
use crate::report::text::refusal;
use truthsayer_oracle::base::suggestion::this_call;
use truthsayer_oracle::errata::changes::Change;
use truthsayer_oracle::errata::changes::ChangeKind;
use truthsayer_oracle::errata::impact::Impact;
use truthsayer_oracle::errata::repair::Repair;
use truthsayer_oracle::rulebook::ClauseId;
use truthsayer_oracle::rulebook::address::Lines;
use truthsayer_oracle::rulebook::catalog::CatalogRule;
use truthsayer_oracle::rulebook::history::reviewed_rulebook::ReviewedRulebook;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::grade::Grade;

/// The result of `errata`.
pub struct Errata<'s> {
    pub suite: &'s Suite,
    pub changes: Vec<(Change, Impact<'s>)>,
    /// Grades of the changed clauses, if their scenarios ran.
    pub grades: BTreeMap<ClauseId, ClauseGrades>,
    /// Games without a lock.
    pub unlocked: Vec<&'s str>,
}

/// The grade of a clause, and the grade that it has once its new words are accepted.
pub(crate) type ClauseGrades = (Grade, Option<Grade>);

const WIDTH: usize = 78;

impl Errata<'_> {
    fn past(&self) -> Option<&ReviewedRulebook> {
        self.suite.book.past()
    }

    /// Writes the text for terminals.
    pub fn write_pretty(&self, out: &mut dyn Write, quiet: bool, verbose: bool) -> io::Result<()> {
        for (change, impact) in &self.changes {
            out.write_all(self.block(change, impact).as_bytes())?;
        }
        if quiet {
            return Ok(());
        }
        out.write_all(terminal::closing(self.suite, verbose).as_bytes())?;
        out.write_all(self.summary().as_bytes())
    }

    fn block(&self, change: &Change, impact: &Impact<'_>) -> String {
        let (head, details) = self.change_head_and_details(change);
        let kind = change.kind.name();
        let kind = match &change.kind {
            ChangeKind::Reworded(_) | ChangeKind::Removed { .. } => kind.yellow().bold(),
            _ => kind.bold(),
        };
        let mut text = format!("{kind} {head}\n");
        for line in details {
            text.push_str(&indent(&wrap(&line, WIDTH - 2)));
        }
        for line in self.affected(change, impact) {
            text.push_str(&indent(&wrap(&format!("- {line}"), WIDTH - 2)));
        }
        text.push('\n');
        text
    }

    /// The place of a change, and the words before and after.
    fn change_head_and_details(&self, change: &Change) -> (String, Vec<String>) {
        let book = &self.suite.book;
        let words = |id: &ClauseId| book.clause_text(id).to_owned();
        match &change.kind {
            ChangeKind::FileRenamed { from, to } => (format!("{from} → {to}"), Vec::new()),
            ChangeKind::Moved { from, to } => (format!("{from} → {}", lines_without_common_file(to, from)), Vec::new()),
            ChangeKind::Added { at } => (at.to_string(), change.new.iter().map(words).collect()),
            ChangeKind::Removed { at, text } => (format!("{at} (in the reviewed rulebook)"), vec![text.clone()]),
            ChangeKind::Reworded(erratum) => {
                let was = self.past().map(|past| past.words(&change.old)).unwrap_or_default();
                let head =
                    format!("{} (change of {})", terminal::clause_label(&erratum.clause, book), erratum.class.name());
                (head, vec![format!("was: {was}"), format!("is:  {}", words(&erratum.clause)), erratum.marked()])
            }
            ChangeKind::Split { from, to } => {
                let to: Vec<String> = to.iter().map(ToString::to_string).collect();
                (format!("{from} → {}", to.join(" and ")), Vec::new())
            }
            ChangeKind::Joined { from, to } => {
                let from: Vec<String> = from.iter().map(ToString::to_string).collect();
                (format!("{} → {to}", from.join(" and ")), Vec::new())
            }
            ChangeKind::Named { at, from, to } => {
                let or_none = |name: &str| if name.is_empty() { "no name".to_owned() } else { name.to_owned() };
                (format!("{at}: {} → {}", or_none(from), or_none(to)), Vec::new())
            }
            ChangeKind::Layout { file } => (format!("{file}: headings, blank lines or comments"), Vec::new()),
        }
    }

    /// The items that a change affects, one line for each kind.
    fn affected(&self, change: &Change, impact: &Impact<'_>) -> Vec<String> {
        let mut lines = Vec::new();
        let grades: Vec<String> = self.grades(change).into_iter().map(|(id, grade)| format!("{id} {grade}")).collect();
        let mut add = |noun: &str, names: Vec<String>| {
            if !names.is_empty() {
                lines.push(format!("{}: {}", count(names.len(), noun), shortened_list(&names)));
            }
        };
        add("clause", grades);
        add("scenario", impact.scenarios.iter().map(|id| (*id).to_owned()).collect());
        add("catalog rule", impact.rules.values().map(|rule| format!("{} {}", rule.number, rule.title)).collect());
        add("exclusion", impact.exclusions.iter().cloned().collect());
        add("known gap", impact.gaps.iter().cloned().collect());
        add("floor entry", impact.floors.iter().cloned().collect());
        add("switch", impact.switches.iter().cloned().collect());
        add("document", documents(impact));
        if impact.addresses > 0 {
            lines.push(format!("{} to update", count(impact.addresses, "address")));
        }
        lines
    }

    /// The changed clauses, each with its grade and the grade that it has once the change is accepted.
    fn grades(&self, change: &Change) -> Vec<(String, &'static str)> {
        if !matches!(change.kind, ChangeKind::Reworded(_) | ChangeKind::Added { .. }) {
            return Vec::new();
        }
        let grade = |id: &ClauseId| match self.grades.get(id) {
            Some((Grade::Stale, Some(Grade::Proven))) => "stale, proven once accepted",
            Some((Grade::Stale, Some(Grade::Holds))) => "stale, holds once accepted",
            Some((Grade::Stale, Some(Grade::Excluded))) => "stale, excluded",
            Some((grade, _)) => grade.name(),
            None => "did not run",
        };
        change.new.iter().map(|id| (id.to_string(), grade(id))).collect()
    }

    fn summary(&self) -> String {
        let mut text = String::new();
        if self.changes.is_empty() {
            let locked = self.suite.locks.len();
            if locked > 0 {
                text.push_str("the rulebook has not changed since its last review\n");
            }
        } else {
            let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
            for (change, _) in &self.changes {
                *counts.entry(change.kind.name()).or_default() += 1;
            }
            let counts: Vec<String> = counts.into_iter().map(|(name, number)| format!("{number} {name}")).collect();
            text.push_str(&format!("{}: {}\n", count(self.changes.len(), "change"), counts.join(", ")));
            let advice = self.advice();
            if !advice.is_empty() {
                text.push_str(&format!("{}\n", wrap(&advice, WIDTH)));
            }
        }
        if !self.unlocked.is_empty() {
            text.push_str(&wrap(&no_lock(&self.unlocked), WIDTH));
            text.push('\n');
        }
        text
    }

    fn advice(&self) -> String {
        let reworded = self.changes.iter().find_map(|(change, _)| match &change.kind {
            ChangeKind::Reworded(erratum) => Some(erratum.clause.to_string()),
            _ => None,
        });
        let others = self.changes.iter().any(|(change, _)| !matches!(change.kind, ChangeKind::Reworded(_)));
        let call = this_call();
        let fix = call.writes(&["errata", "--fix"]).filter(|_| others);
        let fix = fix.map(|fix| format!("`{fix}` updates addresses that only moved, and the lock"));
        let accept = reworded.map(|clause| {
            let accept = refusal::accept_with(|call| call.writes(&["errata", "--accept", &clause, "--reason", "WHY"]));
            format!("a reworded clause is stale until you {accept}")
        });
        fix.into_iter().chain(accept).collect::<Vec<_>>().join("; ")
    }

    /// Writes the JSON document.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        json::write(out, "errata", "errata", &ErrataData(self), self.suite.read)
    }

    fn data(&self, change: &Change, impact: &Impact<'_>) -> ErrataChange {
        let ids = |ids: &[ClauseId]| ids.iter().map(ToString::to_string).collect::<Vec<_>>();
        let owned = |texts: &BTreeSet<String>| texts.iter().cloned().collect::<Vec<_>>();
        let rule = |rule: &&CatalogRule| ErrataRule {
            game: rule.game.clone(),
            number: rule.number.clone(),
            title: rule.title.clone(),
        };
        let touches = ErrataImpact {
            addresses: impact.addresses,
            documents: documents(impact),
            exclusions: owned(&impact.exclusions),
            floor: owned(&impact.floors),
            gaps: owned(&impact.gaps),
            grades: self.grades(change).into_iter().map(|(clause, grade)| (clause, grade.to_owned())).collect(),
            rules: impact.rules.values().map(rule).collect(),
            scenarios: impact.scenarios.iter().map(|id| (*id).to_owned()).collect(),
            switches: owned(&impact.switches),
        };
        let mut data = ErrataChange {
            kind: change.kind.name().to_owned(),
            new: ids(&change.new),
            old: ids(&change.old),
            place: self.change_head_and_details(change).0,
            touches,
            ..ErrataChange::default()
        };
        match &change.kind {
            ChangeKind::Reworded(erratum) => {
                data.class = Some(erratum.class.name().to_owned());
                data.words = Some(erratum.marked());
                data.was = self.past().map(|past| past.words(&change.old));
                data.is = Some(self.suite.book.clause_text(&erratum.clause).to_owned());
            }
            ChangeKind::Removed { text, .. } => data.was = Some(text.clone()),
            ChangeKind::Moved { from, to } => {
                (data.from, data.to) = (Some(from.to_string()), Some(to.to_string()));
            }
            _ => {}
        }
        data
    }

    /// The Markdown document.
    pub fn markdown(&self) -> String {
        let mut text = "# Errata\n\nChanges of the rulebook since its last review, and what each change affects. \
                        Written by `truthsayer errata`.\n"
            .to_owned();
        if self.changes.is_empty() {
            text.push_str("\nThe rulebook has not changed.\n");
        }
        for (change, impact) in &self.changes {
            let (head, details) = self.change_head_and_details(change);
            text.push_str(&format!("\n## {}: {}\n\n", capital(change.kind.name()), escape(&head)));
            for line in details {
                text.push_str(&format!("> {}\n>\n", escape(&line)));
            }
            for line in self.affected(change, impact) {
                text.push_str(&format!("- {}\n", escape(&line)));
            }
        }
        if !self.unlocked.is_empty() {
            text.push_str(&format!("\n{}\n", escape(&capital(&no_lock(&self.unlocked)))));
        }
        text
    }
}

/// Serializes the changes one by one, because there may be as many as clauses.
struct ErrataData<'e, 's>(&'e Errata<'s>);

impl Serialize for ErrataData<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("changes", &ChangeList(self.0))?;
        map.serialize_entry("without_lock", &self.0.unlocked)?;
        map.end()
    }
}

/// The list of changes inside [`ErrataData`].
struct ChangeList<'e, 's>(&'e Errata<'s>);

impl Serialize for ChangeList<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.changes.iter().map(|(change, impact)| self.0.data(change, impact)))
    }
}

/// Says which games have no lock, and how to write one.
pub(crate) fn no_lock(games: &[&str]) -> String {
    let names: Vec<String> = games.iter().map(|game| format!("`{game}`")).collect();
    let fix = this_call().writes(&["errata", "--fix"]).map_or(String::new(), |fix| format!("; `{fix}` writes one"));
    format!("the rulebook of {} has no lock, so `errata` cannot detect its changes{fix}", listed(&names))
}

/// The result of `errata --fix` or `--accept`.
pub fn repaired(repair: &Repair, suite: &Suite, quiet: bool, verbose: bool) -> String {
    const MOST: usize = 20;
    let mut text = String::new();
    let shown = if verbose || repair.moved.len() <= MOST { repair.moved.len() } else { 0 };
    for (place, change) in &repair.moved[..shown] {
        text.push_str(&format!("{} {place}: {change}\n", "fixed".green().bold()));
    }
    for problem in &repair.blocked {
        text.push_str(&crate::report::terminal::problem::show(problem));
    }
    if quiet {
        return text;
    }
    let files = repair.writes.len() - repair.locked.len();
    if !repair.moved.is_empty() {
        text.push_str(&format!("updated {} in {}\n", count(repair.moved.len(), "address"), count(files, "file")));
    }
    for game in &repair.locked {
        text.push_str(&format!("recorded the rulebook of `{game}` in its lock\n"));
    }
    if repair.is_empty() && repair.blocked.is_empty() {
        text.push_str("nothing to repair\n");
    }
    terminal::closing(suite, verbose) + &text
}

/// Returns the result of a repair as JSON.
pub fn repaired_json(repair: &Repair, suite: &Suite) -> String {
    let moved = |(at, change): &(String, String)| MovedAddress { at: at.clone(), change: change.clone() };
    let done = ErrataRepair {
        blocked: repair.blocked.iter().map(run_result::problem).collect(),
        locked: repair.locked.clone(),
        moved: repair.moved.iter().map(moved).collect(),
    };
    json::document("errata", "repair", &done, suite)
}

/// Paths of the Markdown reports of the affected rules.
fn documents(impact: &Impact<'_>) -> Vec<String> {
    impact.rules.values().map(|rule| format!("verification/{}/{}", rule.game, rule_report::file_name(rule))).collect()
}

fn shortened_list(names: &[String]) -> String {
    const MOST: usize = 6;
    let shown = names.iter().take(MOST).cloned().collect::<Vec<_>>().join(", ");
    let more = names.len().saturating_sub(MOST);
    if more > 0 { format!("{shown} and {more} more (`--format json` lists them)") } else { shown }
}

/// Lines as text, without the file if `other` has the same one.
fn lines_without_common_file(lines: &Lines, other: &Lines) -> String {
    match lines.file == other.file {
        true => lines.to_string().rsplit(':').next().unwrap_or_default().to_owned(),
        false => lines.to_string(),
    }
}

fn indent(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}
