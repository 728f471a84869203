//! What has changed in the rulebook since it was reviewed, and all that it touches: for a terminal, for machines, and as a
//! note to hand over.

use std::collections::BTreeMap;
use std::io;
use std::io::Write;

use colored::Colorize;
use serde::Serialize;
use serde::Serializer;
use serde::ser::SerializeMap;
use serde_json::json;

use crate::oracle::address::Lines;
use crate::oracle::errata::Change;
use crate::oracle::errata::ChangeKind;
use crate::oracle::grade::Grade;
use crate::oracle::past::Past;
use crate::oracle::repair::Repair;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::suggestion::this_call;
use crate::oracle::suite::Suite;
use crate::oracle::touch::Touch;
use crate::protocol::Data;
use crate::report::document;
use crate::report::document::telling::escape;
use crate::report::json;
use crate::report::terminal;
use crate::report::wording::capital;
use crate::report::wording::count;
use crate::report::wording::listed;
use crate::report::wording::wrap;

/// Everything that is to be told.
pub struct Errata<'s> {
    pub suite: &'s Suite,
    pub changes: Vec<(Change, Touch<'s>)>,
    /// What playing says about the clauses concerned, where they could be played.
    pub grades: BTreeMap<ClauseId, ClauseGrades>,
    /// The games that have no lock.
    pub unlocked: Vec<&'s str>,
}

/// The grade of a clause, and the one that it would have if nobody minded that it was reworded.
pub(crate) type ClauseGrades = (Grade, Option<Grade>);

const WIDTH: usize = 78;

impl Errata<'_> {
    fn past(&self) -> Option<&Past> {
        self.suite.book.past()
    }

    /// For a terminal of eighty columns.
    pub fn write_pretty(&self, out: &mut dyn Write, quiet: bool) -> io::Result<()> {
        for (change, touch) in &self.changes {
            out.write_all(self.block(change, touch).as_bytes())?;
        }
        if quiet {
            return Ok(());
        }
        out.write_all(self.summary().as_bytes())?;
        out.write_all(terminal::closing(self.suite).as_bytes())
    }

    fn block(&self, change: &Change, touch: &Touch<'_>) -> String {
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
        for line in self.touched(change, touch) {
            text.push_str(&indent(&wrap(&format!("- {line}"), WIDTH - 2)));
        }
        text.push('\n');
        text
    }

    /// Where a change is, and what it says.
    fn change_head_and_details(&self, change: &Change) -> (String, Vec<String>) {
        let book = &self.suite.book;
        let words = |id: &ClauseId| book.clause_text(id).to_owned();
        match &change.kind {
            ChangeKind::FileRenamed { from, to } => (format!("{from} → {to}"), Vec::new()),
            ChangeKind::Moved { from, to } => (format!("{from} → {}", lines_without_common_file(to, from)), Vec::new()),
            ChangeKind::Added { at } => (at.to_string(), change.new.iter().map(words).collect()),
            ChangeKind::Removed { at, text } => (format!("{at} (as it was)"), vec![text.clone()]),
            ChangeKind::Reworded(erratum) => {
                let was = self.past().map(|past| past.words(&change.old)).unwrap_or_default();
                let head = format!("{}, a change of {}", erratum.clause, erratum.class.name());
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

    /// What it touches, a line for each kind of thing.
    fn touched(&self, change: &Change, touch: &Touch<'_>) -> Vec<String> {
        let mut lines = Vec::new();
        let grades: Vec<String> = self.grades(change).into_iter().map(|(id, grade)| format!("{id} {grade}")).collect();
        let mut tell = |noun: &str, names: Vec<String>| {
            if !names.is_empty() {
                lines.push(format!("{}: {}", count(names.len(), noun), shortened_list(&names)));
            }
        };
        tell("clause", grades);
        tell("scenario", touch.scenarios.iter().map(|id| (*id).to_owned()).collect());
        tell("catalog rule", touch.rules.values().map(|rule| format!("{} {}", rule.number, rule.title)).collect());
        tell("exclusion", touch.exclusions.iter().cloned().collect());
        tell("gap", touch.gaps.iter().cloned().collect());
        tell("foil", touch.foils.iter().cloned().collect());
        tell("line of the floor", touch.floors.iter().cloned().collect());
        tell("switch", touch.switches.iter().cloned().collect());
        tell("document", documents(touch));
        if touch.addresses > 0 {
            lines.push(format!("{} to follow", count(touch.addresses, "address")));
        }
        lines
    }

    /// The clauses that a change is about, with the grade each would have if nobody minded the change.
    fn grades(&self, change: &Change) -> Vec<(String, &'static str)> {
        if !matches!(change.kind, ChangeKind::Reworded(_) | ChangeKind::Added { .. }) {
            return Vec::new();
        }
        let grade = |id: &ClauseId| match self.grades.get(id) {
            Some((Grade::Stale, Some(Grade::Proven))) => "stale, would be proven",
            Some((Grade::Stale, Some(Grade::Holds))) => "stale, would hold",
            Some((Grade::Stale, Some(Grade::Excluded))) => "stale, excluded",
            Some((grade, _)) => grade.name(),
            None => "not played",
        };
        change.new.iter().map(|id| (id.to_string(), grade(id))).collect()
    }

    fn summary(&self) -> String {
        let mut text = String::new();
        if self.changes.is_empty() {
            let locked = self.suite.locks.len();
            if locked > 0 {
                text.push_str("the rulebook says what it said when it was reviewed\n");
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
        let accept = reworded.map(|clause| call.writes(&["errata", "--accept", &clause, "--reason", "WHY"]));
        let fix = fix.map(|fix| format!("`{fix}` follows what only moved and records it in the lock"));
        let accept = accept.map(|accept| {
            let with = accept.map_or(String::new(), |accept| format!(" with `{accept}`"));
            format!("a reworded clause is stale until you accept it{with}")
        });
        fix.into_iter().chain(accept).collect::<Vec<_>>().join("; ")
    }

    /// For machines.
    pub fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        json::write(out, "errata", "errata", &ForMachines(self), self.suite)
    }

    fn data(&self, change: &Change, touch: &Touch<'_>) -> Data {
        let ids = |ids: &[ClauseId]| ids.iter().map(ToString::to_string).collect::<Vec<_>>();
        let rules =
            touch.rules.values().map(|rule| json!({"game": rule.game, "number": rule.number, "title": rule.title}));
        let grades: BTreeMap<String, &str> = self.grades(change).into_iter().collect();
        let mut data = json!({
            "kind": change.kind.name(),
            "where": self.change_head_and_details(change).0,
            "old": ids(&change.old),
            "new": ids(&change.new),
            "touches": {
                "addresses": touch.addresses,
                "grades": grades,
                "scenarios": touch.scenarios,
                "rules": rules.collect::<Vec<_>>(),
                "exclusions": touch.exclusions,
                "gaps": touch.gaps,
                "foils": touch.foils,
                "floor": touch.floors,
                "switches": touch.switches,
                "documents": documents(touch),
            },
        });
        match &change.kind {
            ChangeKind::Reworded(erratum) => {
                data["class"] = erratum.class.name().into();
                data["words"] = erratum.marked().into();
                data["was"] = self.past().map(|past| past.words(&change.old)).into();
                data["is"] = self.suite.book.clause_text(&erratum.clause).into();
            }
            ChangeKind::Removed { text, .. } => data["was"] = text.as_str().into(),
            ChangeKind::Moved { from, to } => {
                (data["from"], data["to"]) = (from.to_string().into(), to.to_string().into())
            }
            _ => {}
        }
        data
    }

    /// A note to hand over.
    pub fn markdown(&self) -> String {
        let mut text = "# Errata\n\nWhat has changed in the rulebook since it was reviewed, and what that touches. \
                        Written by `truthsayer errata`.\n"
            .to_owned();
        if self.changes.is_empty() {
            text.push_str("\nNothing: the rulebook says what it said.\n");
        }
        for (change, touch) in &self.changes {
            let (head, details) = self.change_head_and_details(change);
            text.push_str(&format!("\n## {}: {}\n\n", capital(change.kind.name()), escape(&head)));
            for line in details {
                text.push_str(&format!("> {}\n>\n", escape(&line)));
            }
            for line in self.touched(change, touch) {
                text.push_str(&format!("- {}\n", escape(&line)));
            }
        }
        if !self.unlocked.is_empty() {
            text.push_str(&format!("\n{}\n", escape(&capital(&no_lock(&self.unlocked)))));
        }
        text
    }
}

/// The changes as data, made one by one while they are written: there may be as many as clauses.
struct ForMachines<'e, 's>(&'e Errata<'s>);

impl Serialize for ForMachines<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("changes", &ChangeList(self.0))?;
        map.serialize_entry("without_lock", &self.0.unlocked)?;
        map.end()
    }
}

/// The changes, written one by one.
struct ChangeList<'e, 's>(&'e Errata<'s>);

impl Serialize for ChangeList<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.changes.iter().map(|(change, touch)| self.0.data(change, touch)))
    }
}

/// How a project without a lock gets one.
pub(crate) fn no_lock(games: &[&str]) -> String {
    let names: Vec<String> = games.iter().map(|game| format!("`{game}`")).collect();
    let fix = this_call().writes(&["errata", "--fix"]).map_or(String::new(), |fix| format!("; `{fix}` writes one"));
    format!("the rulebook of {} has no lock, so its changes cannot be followed{fix}", listed(&names))
}

/// What a repair did.
pub fn repaired(repair: &Repair, suite: &Suite, quiet: bool, verbose: bool) -> String {
    const MOST: usize = 20;
    let mut text = String::new();
    let shown = if verbose || repair.moved.len() <= MOST { repair.moved.len() } else { 0 };
    for (place, change) in &repair.moved[..shown] {
        text.push_str(&format!("{} {place}: {change}\n", "fixed".green().bold()));
    }
    for problem in &repair.blocked {
        text.push_str(&format!("{problem}\n"));
    }
    if quiet {
        return text;
    }
    let files = repair.writes.len() - repair.locked.len();
    if !repair.moved.is_empty() {
        text.push_str(&format!(
            "{} in {} followed the rulebook\n",
            count(repair.moved.len(), "address"),
            count(files, "file")
        ));
    }
    for game in &repair.locked {
        text.push_str(&format!("the rulebook of `{game}` is recorded in its lock\n"));
    }
    if repair.is_empty() && repair.blocked.is_empty() {
        text.push_str("nothing to repair\n");
    }
    text + &terminal::closing(suite)
}

/// The documents of the rules concerned.
fn documents(touch: &Touch<'_>) -> Vec<String> {
    touch.rules.values().map(|rule| format!("verification/{}/{}", rule.game, document::file_name(rule))).collect()
}

fn shortened_list(names: &[String]) -> String {
    const MOST: usize = 6;
    let shown = names.iter().take(MOST).cloned().collect::<Vec<_>>().join(", ");
    let more = names.len().saturating_sub(MOST);
    if more > 0 { format!("{shown} and {more} more") } else { shown }
}

/// Lines without the file, where that is the same.
fn lines_without_common_file(lines: &Lines, beside: &Lines) -> String {
    match lines.file == beside.file {
        true => lines.to_string().rsplit(':').next().unwrap_or_default().to_owned(),
        false => lines.to_string(),
    }
}

fn indent(text: &str) -> String {
    text.lines().map(|line| format!("  {line}\n")).collect()
}
