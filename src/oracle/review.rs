//! What waits for a person: outcomes that nobody has accepted, rule lines whose words changed, drafts of a hunt.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use crate::oracle::citation::Citation;
use crate::oracle::disk;
use crate::oracle::erratum::Word;
use crate::oracle::findings::Findings;
use crate::oracle::rule_line::RuleLine;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::rulebook::Rulebook;
use crate::oracle::trial::Judged;
use crate::protocol::BoardNote;
use crate::protocol::Outcome;
use crate::protocol::text;

pub(crate) mod draft;
pub(crate) mod outcome;
pub(crate) mod stale;

/// One thing to be looked at, with all that has to be seen for it. Plain texts: nothing in them can touch a terminal.
#[derive(Debug)]
pub(crate) struct Item {
    /// By which it is named on the command line: a scenario or a clause.
    pub id: String,
    pub matter: Matter,
    pub title: String,
    /// The rule lines it rests on, with the words that count.
    pub rules: Vec<RuleText>,
    /// What is new about it.
    pub diff: Vec<DiffLine>,
    /// What happens in the play, entry by entry.
    pub log: Vec<String>,
    /// How the board is drawn, and the play, where there is a board.
    pub board: Option<(BoardNote, Box<Outcome>)>,
    /// The files that it was made of, as they were.
    pub seen: Vec<SeenFile>,
}

/// What an item is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Matter {
    /// The outcome of a scenario has no golden, or another one.
    Outcome {
        how: How,
        /// The outcome as its golden would record it.
        rendered: String,
    },
    /// A clause says something else than when it was reviewed.
    Stale {
        clause: ClauseId,
        /// The words that are accepted.
        words: String,
    },
    /// A scenario that a hunt has found.
    Draft,
}

/// How an outcome stands to its golden.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum How {
    Missing,
    Drifted,
    Unreadable,
}

/// A rule line, and the parts of it that are quoted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RuleText {
    pub address: String,
    /// What stands there, cut where words begin and cease to be quoted.
    pub parts: Vec<(String, bool)>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum DiffLine {
    /// What the lines below are about.
    Head(String),
    Same(String),
    Gone(String),
    New(String),
    /// Words of a rule, with those that are gone and those that are new.
    Words(Vec<Word>),
}

/// A file as it was when somebody looked at it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SeenFile {
    pub path: String,
    /// None where there was no such file.
    print: Option<String>,
}

impl Matter {
    /// In a word, for lists.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Matter::Outcome { how: How::Missing, .. } => "no golden",
            Matter::Outcome { how: How::Drifted, .. } => "drifts",
            Matter::Outcome { how: How::Unreadable, .. } => "golden unreadable",
            Matter::Stale { .. } => "stale",
            Matter::Draft => "draft",
        }
    }
}

impl Item {
    /// The first file of which the item was made that has changed since.
    pub(crate) fn changed_since(&self, root: &Path) -> Option<&str> {
        self.seen.iter().find(|seen| disk::print(root, &seen.path) != seen.print).map(|seen| seen.path.as_str())
    }
}

impl SeenFile {
    pub(crate) fn now(root: &Path, path: &str) -> SeenFile {
        SeenFile { path: path.to_owned(), print: disk::print(root, path) }
    }
}

/// A rule line, and the stretches of it that are quoted.
type Quoted<'b> = (&'b RuleLine, Vec<Range<usize>>);

/// The rule lines that citations rest on, each once, with all that is quoted of it.
fn rule_texts<'c>(citations: impl IntoIterator<Item = &'c Citation>, book: &Rulebook) -> Vec<RuleText> {
    let mut lines: BTreeMap<(&str, usize), Quoted<'_>> = BTreeMap::new();
    for citation in citations {
        for (file, line) in citation.lines(book) {
            let (_, quoted) = lines.entry((&file.name, line.number)).or_insert((line, Vec::new()));
            quoted.extend(citation.stretch(line));
        }
    }
    let told =
        |((file, number), (line, quoted))| RuleText { address: format!("{file}:{number}"), parts: parts(line, quoted) };
    lines.into_iter().map(told).collect()
}

/// A line cut where stretches of it begin and end; stretches that meet are one.
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

/// The play on its board, where the engine says how its state shows one.
fn board(judged: &Judged<'_>, findings: &Findings<'_>) -> Option<(BoardNote, Box<Outcome>)> {
    let note = findings.engines.get(&judged.scenario.game)?.board.clone()?;
    Some((note, judged.outcome.clone()?))
}
