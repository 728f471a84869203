//! Items that wait for a reviewer: outcomes without acceptance, changed rules, and drafts of a hunt.

pub mod draft;
pub mod outcome;
pub mod stale;

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use crate::base::safe_read;
use crate::evidence::findings::Findings;
use crate::judge::play_and_judge::Judged;
use crate::rulebook::ClauseId;
use crate::rulebook::Rulebook;
use crate::rulebook::citation::Citation;
use crate::rulebook::history::word_diff::Word;
use crate::rulebook::rule_line::RuleLine;
use crate::suite::scenario::Scenario;
use truthsayer_protocol::BoardNote;
use truthsayer_protocol::Data;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::text;

/// One item with everything that the reviewer needs. Its texts contain no control characters.
#[derive(Debug)]
pub struct Item {
    /// The scenario or clause, as typed on the command line.
    pub id: String,
    pub matter: ItemKind,
    pub title: String,
    /// The cited rules, with the quoted words.
    pub rules: Vec<RuleText>,
    /// Set-up and steps of the scenario, as written; none for a rule.
    pub script: Vec<(String, Data)>,
    /// The changes.
    pub diff: Vec<DiffLine>,
    /// The log of the run.
    pub log: Vec<String>,
    /// The board layout and the outcome, if the engine has a board.
    pub board: Option<(BoardNote, Box<Outcome>)>,
    /// The files from which the item was made.
    pub seen: Vec<SeenFile>,
}

/// Kind of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ItemKind {
    /// The outcome of a scenario differs from its golden, or has no golden.
    Outcome {
        how: GoldenState,
        /// The text of the new golden.
        rendered: String,
    },
    /// A clause has changed since its review.
    Stale {
        clause: ClauseId,
        /// The accepted words.
        words: String,
    },
    /// A scenario that a hunt found.
    Draft,
}

/// State of the golden.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GoldenState {
    Missing,
    Drifted,
    Unreadable,
}

/// A rule and its quoted parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleText {
    pub address: String,
    /// The text, split into quoted and other parts.
    pub parts: Vec<(String, bool)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DiffLine {
    /// A heading for the lines below.
    Head(String),
    Same(String),
    Gone(String),
    New(String),
    /// Words of a rule, with removed and added ones.
    Words(Vec<Word>),
}

/// A file at the time of the review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeenFile {
    pub path: String,
    /// Hash of the file; `None` if it did not exist.
    hash: Option<String>,
}

impl ItemKind {
    /// Returns a short name, for lists.
    pub fn name(&self) -> &'static str {
        match self {
            ItemKind::Outcome { how: GoldenState::Missing, .. } => "no golden",
            ItemKind::Outcome { how: GoldenState::Drifted, .. } => "drifts",
            ItemKind::Outcome { how: GoldenState::Unreadable, .. } => "golden unreadable",
            ItemKind::Stale { .. } => "stale",
            ItemKind::Draft => "draft",
        }
    }
}

impl Item {
    /// Returns the first file that has changed since the item was made.
    pub fn changed_since(&self, root: &Path) -> Option<&str> {
        self.seen.iter().find(|seen| safe_read::hash(root, &seen.path) != seen.hash).map(|seen| seen.path.as_str())
    }
}

impl SeenFile {
    pub(crate) fn now(root: &Path, path: &str) -> SeenFile {
        SeenFile { path: path.to_owned(), hash: safe_read::hash(root, path) }
    }
}

/// A rule line and its quoted ranges.
type Quoted<'b> = (&'b RuleLine, Vec<Range<usize>>);

/// Returns the cited rules, each once, with everything that is quoted.
fn rule_texts<'c>(citations: impl IntoIterator<Item = &'c Citation>, book: &Rulebook) -> Vec<RuleText> {
    let mut lines: BTreeMap<(&str, usize), Quoted<'_>> = BTreeMap::new();
    for citation in citations {
        for (file, line) in citation.lines(book) {
            let (_, quoted) = lines.entry((&file.name, line.number)).or_insert((line, Vec::new()));
            quoted.extend(citation.stretch(line));
        }
    }
    let text =
        |((file, number), (line, quoted))| RuleText { address: format!("{file}:{number}"), parts: parts(line, quoted) };
    lines.into_iter().map(text).collect()
}

/// Splits a line at the ends of ranges. Overlapping ranges are merged.
fn parts(line: &RuleLine, mut quoted: Vec<Range<usize>>) -> Vec<(String, bool)> {
    quoted.sort_by_key(|range| range.start);
    let text = &line.text;
    let mut parts: Vec<(String, bool)> = Vec::new();
    let mut from = 0;
    for range in quoted {
        let start = text.floor_char_boundary(range.start).max(from);
        let end = text.ceil_char_boundary(range.end).max(start);
        parts.push((text::one_line(&text[from..start]), false));
        parts.push((text::one_line(&text[start..end]), true));
        from = end;
    }
    parts.push((text::one_line(&text[from..]), false));
    parts.retain(|(part, _)| !part.is_empty());
    parts
}

/// Returns the set-up and the steps of a scenario, as written.
fn script(scenario: &Scenario) -> Vec<(String, Data)> {
    scenario.written().into_iter().filter(|(key, _)| key == "given" || key == "when").collect()
}

/// Returns the board layout and the outcome, if the engine describes a board.
fn board(judged: &Judged<'_>, findings: &Findings<'_>) -> Option<(BoardNote, Box<Outcome>)> {
    let note = findings.engines.get(&judged.scenario.game)?.board.clone()?;
    Some((note, judged.outcome.clone()?))
}
