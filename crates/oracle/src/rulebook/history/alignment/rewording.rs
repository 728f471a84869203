//! Matches reworded clauses: compares the unmatched clauses of both sides, first in the same place, then anywhere.

use std::collections::HashMap;
use std::ops::Range;

use crate::rulebook::ClauseId;
use crate::rulebook::history::alignment::AlignedText;
use crate::rulebook::history::alignment::ClauseItem;
use crate::rulebook::history::alignment::FilePairs;
use crate::rulebook::history::alignment::Link;
use crate::rulebook::history::alignment::Stretch;
use crate::rulebook::history::alignment::Work;
use crate::rulebook::history::word_diff;

/// Minimum share of common words for two clauses in the same place.
const NEAR_IN_PLACE: f64 = 0.3;
/// Minimum share of common words for two clauses in different places.
const NEAR_ANYWHERE: f64 = 0.6;
/// Maximum number of comparisons in one gap. In a larger gap, each clause is compared only with clauses at about the
/// same depth.
const MOST_COMPARISONS: usize = 40_000;

/// Maximum number of word pairs that are compared in order within one gap. After that, likeness ignores the order of
/// words.
const PATIENCE: usize = 20_000_000;

/// The words of a clause, in order and sorted.
struct ClauseWords {
    in_order: Vec<String>,
    sorted: Vec<String>,
}

impl ClauseWords {
    fn of(key: &str) -> ClauseWords {
        let in_order = word_diff::comparable(key);
        let mut sorted = in_order.clone();
        sorted.sort_unstable();
        ClauseWords { in_order, sorted }
    }

    /// Returns the share of common words in the same order. The share in any order is computed first, because it is
    /// cheaper and an upper bound.
    fn likeness(&self, other: &ClauseWords, near: f64, patience: &mut usize) -> f64 {
        let most = self.shared(other);
        let cost = self.in_order.len() * other.in_order.len();
        if most < near || cost > *patience {
            return most;
        }
        *patience -= cost;
        word_diff::ordered_likeness(&self.in_order, &other.in_order)
    }

    /// Returns the share of the longer clause that both clauses contain, in any order.
    fn shared(&self, other: &ClauseWords) -> f64 {
        self.count_shared(other) as f64 / self.sorted.len().max(other.sorted.len()).max(1) as f64
    }

    fn count_shared(&self, other: &ClauseWords) -> usize {
        let (mut shared, mut at) = (0, 0);
        for word in &self.sorted {
            while other.sorted.get(at).is_some_and(|other| other < word) {
                at += 1;
            }
            if other.sorted.get(at) == Some(word) {
                (shared, at) = (shared + 1, at + 1);
            }
        }
        shared
    }
}

impl Work {
    pub(super) fn reworded(&mut self, pairs: &FilePairs) {
        self.match_under_names();
        for (old, new) in pairs {
            let (from, to) = (clauses_of(&self.old, old), clauses_of(&self.new, new));
            for (old, new) in self.gaps(from, to) {
                self.pair(&old, &new, NEAR_IN_PLACE, true);
            }
        }
        let (old, new): (Vec<usize>, Vec<usize>) = (self.old.unmatched().collect(), self.new.unmatched().collect());
        self.pair(&old, &new, NEAR_ANYWHERE, false);
    }

    /// Matches the remaining clauses of lines that kept their name, if their number is unchanged.
    fn match_under_names(&mut self) {
        for (old, new) in std::mem::take(&mut self.named) {
            let free = |side: &AlignedText, (first, count): Stretch| -> Vec<usize> {
                (first..first + count).filter(|at| !side.clauses[*at].matched).collect()
            };
            let old = free(&self.old, self.old.lines[old].clauses);
            let new = free(&self.new, self.new.lines[new].clauses);
            match old.len() == new.len() {
                true => old.into_iter().zip(new).for_each(|(from, to)| self.match_clauses(from, to, true)),
                false => self.pair(&old, &new, NEAR_IN_PLACE, true),
            }
        }
    }

    /// Matches a remaining clause with the partner of a reworded neighbour in its line, if that partner contains most
    /// of it: two clauses were joined or one was split, in other words.
    pub(super) fn joined_in_other_words(&mut self) {
        for at in self.old.unmatched().collect::<Vec<_>>() {
            let near = |next: usize| self.only_partner(&self.alignment.fates, &self.old.clauses[next], &self.new);
            if let Some(to) =
                neighbours(&self.old, at).into_iter().filter_map(near).find(|to| self.holds(*to, at, false))
            {
                self.enter(at, to, true);
            }
        }
        for at in self.new.unmatched().collect::<Vec<_>>() {
            let near = |next: usize| self.only_partner(&self.alignment.origins, &self.new.clauses[next], &self.old);
            if let Some(from) =
                neighbours(&self.new, at).into_iter().filter_map(near).find(|from| self.holds(at, *from, true))
            {
                self.enter(from, at, true);
            }
        }
    }

    /// Returns the similarity of the lines of two clauses, without the clauses.
    pub(super) fn line_likeness(&self, old: usize, new: usize) -> f64 {
        let words = |side: &AlignedText, at: usize| {
            let line = &side.lines[side.clauses[at].line];
            let (first, count) = line.clauses;
            let others =
                (first..first + count).filter(|other| *other != at).map(|other| side.clauses[other].key.as_str());
            ClauseWords::of(&others.chain(line.name.as_deref()).collect::<Vec<_>>().join(" "))
        };
        let (old, new) = (words(&self.old, old), words(&self.new, new));
        if old.sorted.is_empty() { 0.0 } else { old.shared(&new) }
    }

    /// Returns the only partner of a clause, if the words differ.
    fn only_partner(&self, links: &HashMap<ClauseId, Link>, clause: &ClauseItem, other: &AlignedText) -> Option<usize> {
        let link = links.get(&clause.id).filter(|link| link.reworded)?;
        let [id] = link.ids.as_slice() else { return None };
        other.clauses.binary_search_by(|clause| clause.id.cmp(id)).ok()
    }

    /// Returns whether most words of the old clause are in the new one, or the reverse if `back`.
    fn holds(&self, new: usize, old: usize, back: bool) -> bool {
        let (old, new) = (ClauseWords::of(&self.old.clauses[old].key), ClauseWords::of(&self.new.clauses[new].key));
        let (part, whole) = if back { (new, old) } else { (old, new) };
        part.count_shared(&whole) * 2 >= part.sorted.len().max(1)
    }

    /// Returns the gaps between matched clauses of two files: each run of unmatched old clauses with the unmatched new
    /// clauses in the same place.
    fn gaps(&self, old: (usize, usize), new: (usize, usize)) -> Vec<(Vec<usize>, Vec<usize>)> {
        let mut gaps = Vec::new();
        let mut at = old.0;
        while at < old.1 {
            if self.old.clauses[at].matched {
                at += 1;
                continue;
            }
            let end = (at..old.1).find(|at| self.old.clauses[*at].matched).unwrap_or(old.1);
            // At the edge of the old file, the new file's edge takes the place of the missing neighbour.
            let before = if at == old.0 { Some(new.0) } else { self.partner(at - 1).map(|last| last + 1) };
            let after = if end == old.1 { Some(new.1) } else { self.partner(end) };
            let mut there: Vec<usize> = Vec::new();
            if let Some(from) = before {
                let start = if at == old.0 { from } else { from - 1 };
                there.extend(self.run(from..self.new.clauses.len(), start));
            }
            if let Some(to) = after.filter(|_| there.is_empty()) {
                let start = if end == old.1 { to.saturating_sub(1) } else { to };
                there.extend(self.run((0..to).rev(), start));
                there.reverse();
            }
            gaps.push(((at..end).collect(), there));
            at = end;
        }
        gaps
    }

    /// Returns consecutive unmatched new clauses in the file of clause `start`.
    fn run(&self, places: impl Iterator<Item = usize>, start: usize) -> impl Iterator<Item = usize> {
        let clauses = &self.new.clauses;
        let file = clauses.get(start).map(|clause| &clause.id.file);
        places.take_while(move |at| !clauses[*at].matched && Some(&clauses[*at].id.file) == file)
    }

    /// Returns the index of the new clause that matches an old one.
    pub(super) fn partner(&self, old: usize) -> Option<usize> {
        let id = self.alignment.fate(&self.old.clauses[old].id)?.ids.last()?;
        self.new.clauses.binary_search_by(|clause| clause.id.cmp(id)).ok()
    }

    /// Pairs the most similar clauses first. If `in_place` leaves one on each side, they are paired whatever their
    /// words.
    fn pair(&mut self, old: &[usize], new: &[usize], near: f64, in_place: bool) {
        let old: Vec<usize> = old.iter().copied().filter(|at| !self.old.clauses[*at].matched).collect();
        let new: Vec<usize> = new.iter().copied().filter(|at| !self.new.clauses[*at].matched).collect();
        if old.is_empty() || new.is_empty() {
            return;
        }
        let is_few = old.len() * new.len() <= MOST_COMPARISONS;
        if is_few || in_place {
            let words = |side: &AlignedText, at: usize| ClauseWords::of(&side.clauses[at].key);
            let ours: Vec<ClauseWords> = old.iter().map(|at| words(&self.old, *at)).collect();
            let theirs: Vec<ClauseWords> = new.iter().map(|at| words(&self.new, *at)).collect();
            let mut patience = PATIENCE;
            let mut scores: Vec<(f64, usize, usize)> = Vec::new();
            for (a, own) in ours.iter().enumerate() {
                let range = if is_few { 0..new.len() } else { nearby_range(a, old.len(), new.len()) };
                for (b, other) in range.clone().zip(&theirs[range]) {
                    let likeness = own.likeness(other, near, &mut patience);
                    if likeness >= near {
                        scores.push((likeness, old[a], new[b]));
                    }
                }
            }
            scores.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
            for (_, from, to) in scores {
                if !self.old.clauses[from].matched && !self.new.clauses[to].matched {
                    self.match_clauses(from, to, true);
                }
            }
        }
        if in_place {
            self.pair_last(&old, &new);
        }
    }

    fn pair_last(&mut self, old: &[usize], new: &[usize]) {
        let old: Vec<usize> = old.iter().copied().filter(|at| !self.old.clauses[*at].matched).collect();
        let new: Vec<usize> = new.iter().copied().filter(|at| !self.new.clauses[*at].matched).collect();
        if let ([from], [to]) = (old.as_slice(), new.as_slice()) {
            let line = |side: &'_ AlignedText, at: usize| {
                let line = &side.lines[side.clauses[at].line];
                (line.name.clone(), line.at.is_common.then_some(line.at.section))
            };
            if line(&self.old, *from) == line(&self.new, *to) {
                self.match_clauses(*from, *to, true);
            }
        }
    }
}

/// Returns the clauses before and after a clause in its line.
fn neighbours(side: &AlignedText, at: usize) -> Vec<usize> {
    let both = [at.checked_sub(1), at.checked_add(1)].into_iter().flatten();
    both.filter(|other| side.clauses.get(*other).is_some_and(|other| other.line == side.clauses[at].line)).collect()
}

/// Returns the range of `others` at about the same relative depth as `at` of `of`.
fn nearby_range(at: usize, of: usize, others: usize) -> Range<usize> {
    let (middle, reach) = (at * others / of.max(1), (MOST_COMPARISONS / of.max(1) / 2).max(1));
    middle.saturating_sub(reach)..(middle + reach + 1).min(others)
}

/// Returns the indices of the first and last clause of a file.
fn clauses_of(side: &AlignedText, file: &str) -> (usize, usize) {
    let (first, end) = side.files.get(file).copied().unwrap_or_default();
    let start = |line: usize| side.lines.get(line).map_or(side.clauses.len(), |line| line.clauses.0);
    (start(first), start(end))
}
