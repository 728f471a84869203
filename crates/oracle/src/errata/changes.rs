//! Lists the changes of the rulebook since its review.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::sync::Arc;

use crate::rulebook::ClauseId;
use crate::rulebook::Rulebook;
use crate::rulebook::address::Lines;
use crate::rulebook::history::reviewed_rulebook::ReviewedRulebook;
use crate::rulebook::history::word_diff::Erratum;
use crate::rulebook::rule_file::RuleFile;
use crate::rulebook::rule_line::RuleLine;

/// One change of the rulebook.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    pub kind: ChangeKind,
    /// The affected clauses in the reviewed text.
    pub old: Vec<ClauseId>,
    /// The affected clauses in the current text.
    pub new: Vec<ClauseId>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum ChangeKind {
    /// The whole content of a file moved to another file.
    FileRenamed {
        from: String,
        to: String,
    },
    /// Unchanged lines that moved.
    Moved {
        from: Lines,
        to: Lines,
    },
    /// A new rule, or new clauses of one.
    Added {
        at: Lines,
    },
    /// A removed rule, or removed clauses of one, with its words.
    Removed {
        at: Lines,
        text: String,
    },
    Reworded(Box<Erratum>),
    Split {
        from: Lines,
        to: Vec<Lines>,
    },
    Joined {
        from: Vec<Lines>,
        to: Lines,
    },
    /// A rule has another name.
    Named {
        at: Lines,
        from: String,
        to: String,
    },
    /// Headings, blank lines or comments.
    Layout {
        file: String,
    },
}

impl ChangeKind {
    pub fn name(&self) -> &'static str {
        match self {
            ChangeKind::FileRenamed { .. } => "file renamed",
            ChangeKind::Moved { .. } => "moved",
            ChangeKind::Added { .. } => "added",
            ChangeKind::Removed { .. } => "removed",
            ChangeKind::Reworded(_) => "reworded",
            ChangeKind::Split { .. } => "split",
            ChangeKind::Joined { .. } => "joined",
            ChangeKind::Named { .. } => "renamed",
            ChangeKind::Layout { .. } => "layout",
        }
    }

    /// Returns the file of the change: the new one, or the old one if it was removed.
    pub(crate) fn file(&self) -> &str {
        match self {
            ChangeKind::FileRenamed { to, .. } => to,
            ChangeKind::Moved { to, .. } | ChangeKind::Joined { to, .. } => &to.file,
            ChangeKind::Added { at } | ChangeKind::Removed { at, .. } | ChangeKind::Named { at, .. } => &at.file,
            ChangeKind::Reworded(erratum) => &erratum.clause.file,
            ChangeKind::Split { from, .. } => &from.file,
            ChangeKind::Layout { file } => file,
        }
    }
}

/// Returns every change: first reworded, removed and added clauses, then moves.
pub fn changes(past: &ReviewedRulebook, book: &Rulebook) -> Vec<Change> {
    let reader = ChangeReader { past, book };
    let mut changes = reader.reworded();
    changes.extend(reader.removed());
    changes.extend(reader.added());
    changes.extend(reader.split_and_joined());
    changes.extend(reader.named());
    changes.extend(reader.moved());
    if changes.is_empty() {
        changes.extend(reader.layout());
    }
    changes
}

struct ChangeReader<'p> {
    past: &'p ReviewedRulebook,
    book: &'p Rulebook,
}

impl<'p> ChangeReader<'p> {
    fn new_files(&self) -> impl Iterator<Item = &'p RuleFile> {
        let games = &self.past.games;
        self.book.files().filter(|file| games.contains(file.game()))
    }

    fn reworded(&self) -> Vec<Change> {
        let ids = self.new_files().flat_map(|file| file.lines().flat_map(|line| line.clause_ids(&file.name)));
        let change = |id: ClauseId| {
            let origin = self.past.alignment.origin(&id).filter(|origin| origin.reworded)?;
            let erratum = Erratum::between(&id, &self.past.words(&origin.ids), self.book);
            Some(Change { kind: ChangeKind::Reworded(Box::new(erratum)), old: origin.ids.clone(), new: vec![id] })
        };
        ids.filter_map(change).collect()
    }

    fn removed(&self) -> Vec<Change> {
        let mut found = Vec::new();
        for file in self.past.old.files() {
            for line in file.lines() {
                let ids = line.clause_ids(&file.name);
                let gone: Vec<ClauseId> =
                    ids.iter().filter(|id| self.past.alignment.fate(id).is_none()).cloned().collect();
                if gone.is_empty() {
                    continue;
                }
                let text = match gone.len() == ids.len() {
                    true => line.text.clone(),
                    false => gone.iter().map(|id| self.past.old.clause_text(id)).collect::<Vec<_>>().join(" "),
                };
                let at = Lines::one(&file.name, line.number);
                found.push(Change { kind: ChangeKind::Removed { at, text }, old: gone, new: Vec::new() });
            }
        }
        found
    }

    fn added(&self) -> Vec<Change> {
        let mut found = Vec::new();
        for file in self.new_files() {
            for line in file.lines() {
                let ids = line.clause_ids(&file.name);
                let new: Vec<ClauseId> =
                    ids.into_iter().filter(|id| self.past.alignment.origin(id).is_none()).collect();
                if !new.is_empty() {
                    let at = Lines::one(&file.name, line.number);
                    found.push(Change { kind: ChangeKind::Added { at }, old: Vec::new(), new });
                }
            }
        }
        found
    }

    /// Returns the lines of the successors of a line's clauses, or of their origins if `back`.
    fn others(&self, file: &RuleFile, line: &RuleLine, back: bool) -> Vec<Lines> {
        let links = line.clause_ids(&file.name).into_iter().filter_map(|id| match back {
            true => self.past.alignment.origin(&id).cloned(),
            false => self.past.alignment.fate(&id).cloned(),
        });
        let places: BTreeSet<(Arc<str>, usize)> =
            links.flat_map(|link| link.ids).map(|id| (id.file, id.line)).collect();
        places.into_iter().map(|(file, line)| Lines::one(&file, line)).collect()
    }

    fn split_and_joined(&self) -> Vec<Change> {
        let mut found = Vec::new();
        for file in self.past.old.files() {
            for line in file.lines() {
                let to = self.others(file, line, false);
                if to.len() > 1 {
                    let (from, old) = (Lines::one(&file.name, line.number), line.clause_ids(&file.name));
                    let new = self.past.follow(&old);
                    found.push(Change { kind: ChangeKind::Split { from, to }, old, new });
                }
            }
        }
        for file in self.new_files() {
            for line in file.lines() {
                let from = self.others(file, line, true);
                if from.len() > 1 {
                    let (to, new) = (Lines::one(&file.name, line.number), line.clause_ids(&file.name));
                    let origins = new.iter().filter_map(|id| self.past.alignment.origin(id));
                    let old = origins.flat_map(|link| link.ids.clone()).collect();
                    found.push(Change { kind: ChangeKind::Joined { from, to }, old, new });
                }
            }
        }
        found
    }

    /// Returns the lines that became one line as a whole, as old and new.
    fn whole_lines(&self) -> Vec<(Lines, Lines)> {
        let mut found = Vec::new();
        for file in self.past.old.files() {
            for line in file.lines() {
                if let [to] = self.others(file, line, false).as_slice() {
                    found.push((Lines::one(&file.name, line.number), to.clone()));
                }
            }
        }
        found
    }

    fn named(&self) -> Vec<Change> {
        let mut found = Vec::new();
        for (from, to) in self.whole_lines() {
            let line = |book: &'p Rulebook, at: &Lines| book.line(&at.file, at.first);
            let (Some(old), Some(new)) = (line(&self.past.old, &from), line(self.book, &to)) else { continue };
            let name = |line: &RuleLine| line.name.clone().unwrap_or_default();
            if name(old) != name(new) && old.clause_count() == new.clause_count() {
                let kind = ChangeKind::Named { at: to.clone(), from: name(old), to: name(new) };
                let (old, new) = (old.clause_ids(&from.file.as_str().into()), new.clause_ids(&to.file.as_str().into()));
                found.push(Change { kind, old, new });
            }
        }
        found
    }

    /// Combines adjacent lines that moved together.
    fn moved(&self) -> Vec<Change> {
        let mut blocks: Vec<(Lines, Lines)> = Vec::new();
        for (from, to) in self.whole_lines().into_iter().filter(|(from, to)| from != to) {
            match blocks.last_mut() {
                Some((old, new))
                    if follows_directly(old, &from, self)
                        && new.file == to.file
                        && line_shift(old, new) == line_shift(&from, &to) =>
                {
                    (old.last, new.last) = (from.last, to.last);
                }
                _ => blocks.push((from, to)),
            }
        }
        let mut found = self.renamed_files(&mut blocks);
        found.extend(blocks.into_iter().map(|(from, to)| Change {
            old: Vec::new(),
            new: Vec::new(),
            kind: ChangeKind::Moved { from, to },
        }));
        found
    }

    /// Combines the moves of a whole file into one change.
    fn renamed_files(&self, blocks: &mut Vec<(Lines, Lines)>) -> Vec<Change> {
        let mut targets: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (from, to) in blocks.iter() {
            targets.entry(from.file.clone()).or_default().insert(to.file.clone());
        }
        let mut found = Vec::new();
        for (from, to) in targets {
            let Some(to) = to.first().filter(|_| to.len() == 1 && self.book.file(&from).is_none()) else { continue };
            if self.past.old.file(to).is_some() {
                continue;
            }
            blocks.retain(|(old, new)| old.file != from || old.first != new.first);
            let kind = ChangeKind::FileRenamed { from, to: to.clone() };
            found.push(Change { kind, old: Vec::new(), new: Vec::new() });
        }
        found
    }

    fn layout(&self) -> Vec<Change> {
        let lines = |file: &RuleFile| file.source.lines().map(str::to_owned).collect::<Vec<_>>();
        let differs = |file: &&RuleFile| self.past.old.file(&file.name).map(lines) != Some(lines(file));
        let kind = |file: &RuleFile| ChangeKind::Layout { file: file.name.to_string() };
        let change = |file| Change { kind: kind(file), old: Vec::new(), new: Vec::new() };
        self.new_files().filter(differs).map(change).collect()
    }
}

/// Returns whether a line follows others without a rule in between.
fn follows_directly(old: &Lines, next: &Lines, reader: &ChangeReader<'_>) -> bool {
    let file = reader.past.old.file(&old.file).filter(|_| old.file == next.file && next.first > old.last);
    // A rule over several lines reaches into the lines after its first.
    let is_before = |line: &RuleLine| line.number <= old.last;
    file.is_some_and(|file| file.lines_between(old.last + 1, next.first - 1).iter().all(is_before))
}

fn line_shift(from: &Lines, to: &Lines) -> isize {
    to.first.wrapping_sub(from.first) as isize
}
