//! Aligns the reviewed rulebook with the current one: the successors and the origin of each clause.
//!
//! Equal lines are matched first, then equal clauses, so that clauses survive splitting and joining of lines. The
//! remaining clauses are matched by their words.

pub mod copies;
pub mod rewording;
pub mod sections;
pub mod split_join;

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use similar::Algorithm;
use similar::DiffTag;
use similar::algorithms::Capture;
use similar::algorithms::diff_slices;

use crate::rulebook::ClauseId;
use crate::rulebook::Rulebook;
use crate::rulebook::history::alignment::copies::Copies;
use crate::rulebook::history::alignment::copies::CopyItem;
use crate::rulebook::history::alignment::copies::Location;
use crate::rulebook::normalized_text::Wording;

/// Successors and origins of all clauses.
#[derive(Debug, Default)]
pub struct Alignment {
    fates: HashMap<ClauseId, Link>,
    origins: HashMap<ClauseId, Link>,
    /// Old clauses with several possible successors of the same words.
    unsure: HashMap<ClauseId, Vec<ClauseId>>,
}

/// The matching clauses of the other text. One clause has two if a line break divides it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Link {
    pub ids: Vec<ClauseId>,
    /// The words differ.
    pub reworded: bool,
}

impl Alignment {
    /// Aligns the files of one game. A clause whose `reviewed` words differ from the old text counts as reworded at any
    /// place.
    pub(crate) fn of(old: &Rulebook, reviewed: &HashMap<ClauseId, &str>, new: &Rulebook, game: &str) -> Alignment {
        let (mut old, new) = (AlignedText::of(old, game), AlignedText::of(new, game));
        for clause in &mut old.clauses {
            clause.reviewed = reviewed.get(&clause.id).map(|words| Wording::of(words).as_str().to_owned());
        }
        let mut work = Work { old, new, named: Vec::new(), alignment: Alignment::default() };
        let pairs = work.file_pairs();
        sections::locate(&mut work.old, &mut work.new, &pairs);
        work.same_lines();
        work.same_names(&pairs);
        work.same_clauses();
        work.match_taken_back();
        work.split_and_joined();
        work.reworded(&pairs);
        work.joined_in_other_words();
        work.made_whole();
        work.alignment
    }

    pub(crate) fn extend(&mut self, other: Alignment) {
        self.fates.extend(other.fates);
        self.origins.extend(other.origins);
        self.unsure.extend(other.unsure);
    }

    /// Returns the possible successors of an old clause that has several copies.
    pub(crate) fn candidates(&self, old: &ClauseId) -> Option<&[ClauseId]> {
        self.unsure.get(old).map(Vec::as_slice)
    }

    pub(crate) fn all_candidates(&self) -> impl Iterator<Item = &ClauseId> {
        self.unsure.values().flatten()
    }

    /// Returns the successor of an old clause, or `None` if it was removed.
    pub(crate) fn fate(&self, old: &ClauseId) -> Option<&Link> {
        self.fates.get(old)
    }

    /// Returns the origin of a new clause, or `None` if it was added.
    pub(crate) fn origin(&self, new: &ClauseId) -> Option<&Link> {
        self.origins.get(new)
    }

    fn link(&mut self, old: &ClauseId, new: &ClauseId, reworded: bool) {
        let enter = |links: &mut HashMap<ClauseId, Link>, from: &ClauseId, to: &ClauseId| {
            let link = links.entry(from.clone()).or_insert(Link { ids: Vec::new(), reworded: false });
            link.ids.push(to.clone());
            link.ids.sort_unstable();
            link.reworded |= reworded;
        };
        enter(&mut self.fates, old, new);
        enter(&mut self.origins, new, old);
    }
}

/// One of the two texts.
struct AlignedText {
    lines: Vec<LineItem>,
    clauses: Vec<ClauseItem>,
    /// Indices of the first and last line of each file.
    files: BTreeMap<Arc<str>, (usize, usize)>,
}

struct LineItem {
    file: Arc<str>,
    /// The headings above the line, from the highest level to the lowest.
    headings: Arc<str>,
    at: Location,
    key: String,
    name: Option<String>,
    clauses: Stretch,
    matched: bool,
}

struct ClauseItem {
    id: ClauseId,
    key: String,
    /// The reviewed words, if they differ from `words`.
    reviewed: Option<String>,
    line: usize,
    matched: bool,
}

impl AlignedText {
    fn of(book: &Rulebook, game: &str) -> AlignedText {
        let mut side = AlignedText { lines: Vec::new(), clauses: Vec::new(), files: BTreeMap::new() };
        for file in book.files().filter(|file| file.game() == game) {
            let first = side.lines.len();
            let headings = sections::Headings::of(file);
            for line in file.lines() {
                let ids = line.clause_ids(&file.name);
                let item = LineItem {
                    file: Arc::clone(&file.name),
                    headings: headings.above(line.number),
                    at: Location::default(),
                    key: line.wording.as_str().to_owned(),
                    name: line.name.as_deref().map(|name| Wording::of(name).as_str().to_owned()),
                    clauses: (side.clauses.len(), ids.len()),
                    matched: false,
                };
                for id in ids {
                    let key = Wording::of(line.clause(id.clause).unwrap_or("")).as_str().to_owned();
                    side.clauses.push(ClauseItem { id, key, reviewed: None, line: side.lines.len(), matched: false });
                }
                side.lines.push(item);
            }
            side.files.insert(Arc::clone(&file.name), (first, side.lines.len()));
        }
        side
    }

    fn unmatched(&self) -> impl Iterator<Item = usize> {
        self.clauses.iter().enumerate().filter(|(_, clause)| !clause.matched).map(|(at, _)| at)
    }

    fn keys(&self, file: &Arc<str>) -> (usize, Vec<&str>) {
        let (first, end) = self.files.get(file).copied().unwrap_or_default();
        (first, self.lines[first..end].iter().map(|line| line.key.as_str()).collect())
    }
}

struct Work {
    old: AlignedText,
    new: AlignedText,
    /// Old and new indices of lines that were edited and kept their name.
    named: Vec<(usize, usize)>,
    alignment: Alignment,
}

/// Index of the first clause, and the number of clauses.
type Stretch = (usize, usize);

type FilePairs = Vec<(Arc<str>, Arc<str>)>;

impl Work {
    /// Pairs files of the same name, then the remaining files by the number of common lines.
    fn file_pairs(&self) -> FilePairs {
        let same = |name: &&Arc<str>| self.new.files.contains_key(*name);
        let mut pairs: FilePairs =
            self.old.files.keys().filter(same).map(|name| (Arc::clone(name), Arc::clone(name))).collect();
        let mut free: BTreeSet<&Arc<str>> =
            self.new.files.keys().filter(|name| !self.old.files.contains_key(*name)).collect();
        for name in self.old.files.keys().filter(|name| !self.new.files.contains_key(*name)) {
            let keys: BTreeSet<&str> = self.old.keys(name).1.into_iter().collect();
            let shared = |other: &Arc<str>| self.new.keys(other).1.iter().filter(|key| keys.contains(*key)).count();
            let best = free.iter().copied().max_by_key(|other| shared(other)).filter(|other| shared(other) > 0);
            if let Some(best) = best {
                free.remove(best);
                pairs.push((Arc::clone(name), Arc::clone(best)));
            }
        }
        pairs
    }

    fn match_clauses(&mut self, old: usize, new: usize, reworded: bool) {
        let (from, to) = (&self.old.clauses[old], &self.new.clauses[new]);
        let reworded = from.reviewed.as_ref().map_or(reworded && from.key != to.key, |reviewed| *reviewed != to.key);
        self.enter(old, new, reworded);
    }

    fn enter(&mut self, old: usize, new: usize, reworded: bool) {
        let (from, to) = (&mut self.old.clauses[old], &mut self.new.clauses[new]);
        (from.matched, to.matched) = (true, true);
        self.alignment.link(&from.id, &to.id, reworded);
    }

    /// Matches the clauses of two equal lines. Equal words can split differently if capital letters differ.
    fn match_lines(&mut self, old: usize, new: usize) {
        let (from, to) = (&mut self.old.lines[old], &mut self.new.lines[new]);
        (from.matched, to.matched) = (true, true);
        let (old, new) = (from.clauses, to.clauses);
        self.match_equal(old, new);
    }

    /// Matches the equal clauses of two lines.
    fn match_equal(&mut self, old: Stretch, new: Stretch) {
        let keys = |side: &AlignedText, (first, count): Stretch| {
            side.clauses[first..first + count].iter().map(|clause| clause.key.clone()).collect::<Vec<_>>()
        };
        for (a, b) in equal(&keys(&self.old, old), &keys(&self.new, new)) {
            self.match_clauses(old.0 + a, new.0 + b, false);
        }
    }

    /// Matches equal lines at any place.
    fn same_lines(&mut self) {
        fn items(side: &AlignedText) -> Vec<CopyItem<'_>> {
            let numbered = (0..).zip(&side.lines);
            numbered.map(|(line, own)| CopyItem { key: &own.key, at: own.at, line, partner: None }).collect()
        }
        let settled = Copies::of(items(&self.old), items(&self.new)).settle(&|_, _| 0.0);
        for (from, to) in settled {
            self.match_lines(from, to);
        }
    }

    /// Matches the equal clauses of lines that were edited and kept their name.
    fn same_names(&mut self, pairs: &FilePairs) {
        let renamed: HashMap<&Arc<str>, &Arc<str>> = pairs.iter().map(|(old, new)| (old, new)).collect();
        let keys = |side: &AlignedText| -> BTreeSet<String> {
            side.lines.iter().filter(|line| !line.matched).map(|line| line.key.clone()).collect()
        };
        // Undecided copies are not edited lines.
        let copies: BTreeSet<String> = keys(&self.old).intersection(&keys(&self.new)).cloned().collect();
        let names = |side: &AlignedText, old: bool| {
            let free = side.lines.iter().enumerate().filter(|(_, line)| !line.matched && !copies.contains(&line.key));
            grouped(free.filter_map(|(at, line)| {
                let file = if old { renamed.get(&line.file).copied().unwrap_or(&line.file) } else { &line.file };
                Some(((Arc::clone(file), line.name.clone()?), at))
            }))
        };
        for (from, to) in partners(&names(&self.old, true), &names(&self.new, false)) {
            self.match_equal(self.old.lines[from].clauses, self.new.lines[to].clauses);
            self.named.push((from, to));
        }
    }

    /// Matches equal clauses at any place. Undecided copies are matched in document order as the best guess.
    fn same_clauses(&mut self) {
        let partners: HashMap<usize, usize> =
            (0..self.old.clauses.len()).filter_map(|at| Some((self.partner(at)?, at))).collect();
        // A clause can move to another line of its section, so a heading alone does not identify it.
        let at = |side: &AlignedText, clause: &ClauseItem| Location { is_headed: false, ..side.lines[clause.line].at };
        let old = (0..).zip(&self.old.clauses).map(|(place, clause)| {
            let partner = self.partner(place).filter(|to| partners.get(to) == Some(&place));
            CopyItem { key: &clause.key, at: at(&self.old, clause), line: clause.line, partner }
        });
        let new = (0..).zip(&self.new.clauses).map(|(place, clause)| CopyItem {
            key: &clause.key,
            at: at(&self.new, clause),
            line: clause.line,
            partner: partners.get(&place).copied(),
        });
        let mut copies = Copies::of(old.collect(), new.collect());
        let settled = copies.settle(&|from, to| self.line_likeness(from, to));
        let open = copies.open();
        for (from, to) in settled {
            self.match_clauses(from, to, false);
        }
        for (from, to) in open {
            let candidates: Vec<ClauseId> = to.iter().map(|at| self.new.clauses[*at].id.clone()).collect();
            for at in &from {
                self.alignment.unsure.insert(self.old.clauses[*at].id.clone(), candidates.clone());
            }
            from.into_iter().zip(to).for_each(|(from, to)| self.match_clauses(from, to, false));
        }
    }

    /// Matches clauses whose unaccepted change was reverted to the reviewed words.
    fn match_taken_back(&mut self) {
        let reviewed = |at: usize| Some((self.old.clauses[at].reviewed.clone()?, at));
        let old = grouped(self.old.unmatched().filter_map(reviewed));
        let new = grouped(self.new.unmatched().map(|at| (self.new.clauses[at].key.clone(), at)));
        for (from, to) in partners(&old, &new) {
            self.match_clauses(from, to, false);
        }
    }
}

/// Returns the common subsequence of two sequences. Of several equal items, those at the same end are matched, so that
/// a line keeps its match if only words changed.
fn equal<T: Hash + Eq + Ord>(old: &[T], new: &[T]) -> Vec<(usize, usize)> {
    let mut found = Capture::new();
    // Cannot fail: the matches are collected in memory.
    let _ = diff_slices(Algorithm::Myers, &mut found, old, new);
    let same = found.into_ops().into_iter().filter(|op| op.tag() == DiffTag::Equal);
    same.flat_map(|op| op.old_range().zip(op.new_range())).collect()
}

fn grouped<K: Ord>(items: impl Iterator<Item = (K, usize)>) -> BTreeMap<K, Vec<usize>> {
    let mut groups: BTreeMap<K, Vec<usize>> = BTreeMap::new();
    for (key, at) in items {
        groups.entry(key).or_default().push(at);
    }
    groups
}

/// Pairs items that occur equally often on both sides, in document order.
fn partners<K: Ord>(old: &BTreeMap<K, Vec<usize>>, new: &BTreeMap<K, Vec<usize>>) -> Vec<(usize, usize)> {
    let same = old.iter().filter_map(|(key, from)| Some((from, new.get(key)?)));
    let even = same.filter(|(from, to)| from.len() == to.len());
    even.flat_map(|(from, to)| from.iter().copied().zip(to.iter().copied())).collect()
}
