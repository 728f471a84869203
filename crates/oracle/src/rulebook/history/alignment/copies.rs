//! Matches copies: lines and clauses with the same words.
//!
//! The neighbours and the section of a copy decide. Copies between the same neighbours keep their order. All other
//! copies stay undecided.

use std::collections::BTreeMap;
use std::collections::HashMap;
use std::collections::HashSet;

/// A line or a clause, in document order.
pub(super) struct CopyItem<'t> {
    pub key: &'t str,
    pub at: Location,
    /// The line of a clause, or the line itself.
    pub line: usize,
    /// The matched item of the other side.
    pub partner: Option<usize>,
}

/// Place of an item. Corresponding files and sections have the same number on both sides.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) struct Location {
    pub file: usize,
    pub section: usize,
    /// The section has a heading.
    pub is_headed: bool,
    /// The other side has the same section.
    pub is_common: bool,
}

/// Indices of the copies of some words, on both sides.
type Copied = (Vec<usize>, Vec<usize>);

/// Similarity of the contexts of an old and a new item, from 0 to 1.
pub(super) type CopyLikeness<'l> = &'l dyn Fn(usize, usize) -> f64;

pub(super) struct Copies<'t> {
    old: Vec<CopyItem<'t>>,
    new: Vec<CopyItem<'t>>,
    groups: Vec<Copied>,
}

/// Maximum number of rounds. A match of one round can decide others in the next.
const MOST_ROUNDS: usize = 16;
/// Maximum number of pairs of copies that are compared by their neighbours.
const MOST_PAIRS: usize = 40_000;
/// Maximum number of pairs of copies whose contexts are compared word by word.
const MOST_COMPARED: usize = 400;
/// Minimum similarity of contexts that count as evidence.
const ALIKE: f64 = 0.5;
/// Contexts whose similarity differs by at most this are equally similar.
const MARGIN: f64 = 0.1;

impl<'t> Copies<'t> {
    pub(super) fn of(old: Vec<CopyItem<'t>>, new: Vec<CopyItem<'t>>) -> Copies<'t> {
        let mut keys: BTreeMap<&str, Copied> = BTreeMap::new();
        for (at, item) in old.iter().enumerate() {
            keys.entry(item.key).or_default().0.push(at);
        }
        for (at, item) in new.iter().enumerate() {
            keys.entry(item.key).or_default().1.push(at);
        }
        let groups = keys.into_values().filter(|(old, new)| !old.is_empty() && !new.is_empty()).collect();
        Copies { old, new, groups }
    }

    /// Returns the pairs that are certain.
    pub(super) fn settle(&mut self, likeness: CopyLikeness<'_>) -> Vec<(usize, usize)> {
        let single = |(old, new): &Copied| match (old.as_slice(), new.as_slice()) {
            ([from], [to]) => Some((*from, *to)),
            _ => None,
        };
        let mut settled = self.enter(self.groups.iter().filter_map(single).collect());
        for _ in 0..MOST_ROUNDS {
            let mut found = self.enter(self.by_context(likeness));
            if found.is_empty() {
                found = self.enter(self.in_order());
            }
            if found.is_empty() {
                break;
            }
            settled.extend(found);
        }
        settled
    }

    /// Returns the undecided copies of both sides, in document order.
    pub(super) fn open(&self) -> Vec<Copied> {
        let open = |(old, new): &Copied| {
            let old: Vec<usize> = old.iter().copied().filter(|at| self.old[*at].partner.is_none()).collect();
            let new: Vec<usize> = new.iter().copied().filter(|at| self.new[*at].partner.is_none()).collect();
            (!old.is_empty() && !new.is_empty()).then_some((old, new))
        };
        self.groups.iter().filter_map(open).collect()
    }

    /// Returns the pairs that were not matched before.
    fn enter(&mut self, pairs: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
        let mut entered = Vec::new();
        for (from, to) in pairs {
            if self.old[from].partner.is_none() && self.new[to].partner.is_none() {
                (self.old[from].partner, self.new[to].partner) = (Some(to), Some(from));
                entered.push((from, to));
            }
        }
        entered
    }

    /// Returns the pairs in which each item is the only possible partner of the other.
    fn by_context(&self, likeness: CopyLikeness<'_>) -> Vec<(usize, usize)> {
        let old =
            CopySide { own: &self.old, other: &self.new, near: neighbours(&self.old), far: neighbours(&self.new) };
        let new =
            CopySide { own: &self.new, other: &self.old, near: neighbours(&self.new), far: neighbours(&self.old) };
        let back = |to: usize, from: usize| likeness(from, to);
        let mut found = Vec::new();
        for (from, to) in self.open().iter().filter(|(from, to)| from.len() * to.len() <= MOST_PAIRS) {
            let is_compared = from.len() * to.len() <= MOST_COMPARED;
            for at in from {
                let Some(partner) = old.only_partner(*at, to, is_compared.then_some(likeness)) else { continue };
                if new.only_partner(partner, from, is_compared.then_some(&back)) == Some(*at) {
                    found.push((*at, partner));
                }
            }
        }
        found
    }

    /// Pairs copies between the same neighbours if both sides have equally many. Copies in a section that both sides
    /// have stay in it.
    fn in_order(&self) -> Vec<(usize, usize)> {
        let (near, far) = (neighbours(&self.old), neighbours(&self.new));
        let mut found = Vec::new();
        for (from, to) in self.open() {
            let mut gaps: HashMap<_, Copied> = HashMap::new();
            for at in from {
                let edge = |near: Option<usize>| near.and_then(|near| self.old[near].partner);
                let own = self.old[at].at;
                let between =
                    (own.file, edge(near[at].before), edge(near[at].after), own.is_common.then_some(own.section));
                gaps.entry(between).or_default().0.push(at);
            }
            for at in to {
                let own = self.new[at].at;
                let between = (own.file, far[at].before, far[at].after, own.is_common.then_some(own.section));
                gaps.entry(between).or_default().1.push(at);
            }
            let even = gaps.into_values().filter(|(from, to)| from.len() == to.len());
            found.extend(even.flat_map(|(from, to)| from.into_iter().zip(to)));
        }
        found.sort_unstable();
        found
    }
}

/// The nearest matched items before and after an item in its file, and the matched items of its line, or of its section
/// if its line has none.
#[derive(Debug, Clone, Copy, Default)]
struct CopyNeighbours {
    before: Option<usize>,
    after: Option<usize>,
    close_before: Option<usize>,
    close_after: Option<usize>,
}

fn neighbours(items: &[CopyItem<'_>]) -> Vec<CopyNeighbours> {
    let lines: HashSet<usize> = items.iter().filter(|item| item.partner.is_some()).map(|item| item.line).collect();
    let is_close = |item: &CopyItem<'_>, other: &CopyItem<'_>| match lines.contains(&item.line) {
        true => other.line == item.line,
        false => other.at.section == item.at.section,
    };
    let mut found = vec![CopyNeighbours::default(); items.len()];
    let mut last: Option<usize> = None;
    for (at, item) in items.iter().enumerate() {
        last = last.filter(|last| items[*last].at.file == item.at.file);
        found[at].before = last;
        found[at].close_before = last.filter(|last| is_close(item, &items[*last]));
        last = if item.partner.is_some() { Some(at) } else { last };
    }
    last = None;
    for (at, item) in items.iter().enumerate().rev() {
        last = last.filter(|last| items[*last].at.file == item.at.file);
        found[at].after = last;
        found[at].close_after = last.filter(|last| is_close(item, &items[*last]));
        last = if item.partner.is_some() { Some(at) } else { last };
    }
    found
}

/// One of the two rulebook versions; each of its sentences is matched with one of the other.
struct CopySide<'c, 't> {
    own: &'c [CopyItem<'t>],
    other: &'c [CopyItem<'t>],
    near: Vec<CopyNeighbours>,
    far: Vec<CopyNeighbours>,
}

impl CopySide<'_, '_> {
    /// Returns the only copy that agrees with the section, the neighbours and the context of an item, if at least one
    /// of these is evidence.
    fn only_partner(&self, at: usize, copies: &[usize], likeness: Option<CopyLikeness<'_>>) -> Option<usize> {
        let own = self.own[at].at;
        let in_section = self.kept(copies, |copy| self.other[copy].at.section == own.section);
        let mut is_supported = own.is_headed && !in_section.is_empty();
        let mut left = [in_section, self.kept(copies, |copy| self.other[copy].at.file == own.file), copies.to_vec()]
            .into_iter()
            .find(|left| !left.is_empty())?;
        let partner = |near: Option<usize>| self.own[near?].partner;
        let before = partner(self.near[at].close_before);
        let after = partner(self.near[at].close_after);
        let votes = [
            self.kept(copies, |copy| before.is_some() && self.far[copy].close_before == before),
            self.kept(copies, |copy| after.is_some() && self.far[copy].close_after == after),
            likeness.map(|likeness| most_alike(at, copies, likeness)).unwrap_or_default(),
        ];
        for vote in votes.iter().filter(|vote| !vote.is_empty()) {
            is_supported = true;
            left.retain(|copy| vote.contains(copy));
        }
        match left.as_slice() {
            [only] if is_supported => Some(*only),
            _ => None,
        }
    }

    fn kept(&self, copies: &[usize], is_kept: impl Fn(usize) -> bool) -> Vec<usize> {
        copies.iter().copied().filter(|copy| is_kept(*copy)).collect()
    }
}

/// Returns the copies with the most similar contexts; empty if no context is similar.
fn most_alike(at: usize, copies: &[usize], likeness: CopyLikeness<'_>) -> Vec<usize> {
    let scores: Vec<(usize, f64)> = copies.iter().map(|copy| (*copy, likeness(at, *copy))).collect();
    let best = scores.iter().map(|(_, score)| *score).fold(0.0, f64::max);
    let near_best = scores.into_iter().filter(|(_, score)| best >= ALIKE && *score >= best - MARGIN);
    near_best.map(|(copy, _)| copy).collect()
}
