//! The rulebook as last reviewed, if it differs from the current one, and how addresses follow changes.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;
use std::sync::Arc;

use crate::rulebook::ClauseId;
use crate::rulebook::Rulebook;
use crate::rulebook::address::Address;
use crate::rulebook::address::Lines;
use crate::rulebook::address::Spot;
use crate::rulebook::citation;
use crate::rulebook::citation::Found;
use crate::rulebook::history::alignment::Alignment;
use crate::rulebook::history::lock::Lock;
use crate::rulebook::normalized_text::Wording;
use crate::rulebook::rule_file::RuleFile;
use crate::rulebook::rule_line::RuleLine;

/// The reviewed text of all games whose rulebook has changed.
#[derive(Debug, Default)]
pub struct ReviewedRulebook {
    /// The reviewed words, on the lines that they had when addresses were last updated.
    pub old: Rulebook,
    /// The text of these lines at that time, if part of it was not accepted.
    unaccepted: Option<Rulebook>,
    pub alignment: Alignment,
    pub games: BTreeSet<String>,
}

impl ReviewedRulebook {
    /// Returns `None` if every lock agrees with the rulebook.
    pub fn of<'l>(locks: impl IntoIterator<Item = &'l Lock>, rules: &str, book: &Rulebook) -> Option<ReviewedRulebook> {
        let old = Rulebook::with_formats(Arc::clone(book.formats()));
        let mut past = ReviewedRulebook { old, ..ReviewedRulebook::default() };
        let mut reviewed: HashMap<ClauseId, &str> = HashMap::new();
        for lock in locks.into_iter().filter(|lock| !lock.agrees(book)) {
            lock.enter(&mut past.old, &crate::rulebook::history::lock::path(rules, &lock.game));
            reviewed.extend(lock.reviewed());
            past.games.insert(lock.game.clone());
        }
        for game in &past.games {
            past.alignment.extend(Alignment::of(&past.old, &reviewed, book, game));
        }
        if !reviewed.is_empty() {
            let old = past.old.in_words_of(&reviewed);
            past.unaccepted = Some(std::mem::replace(&mut past.old, old));
        }
        (!past.games.is_empty()).then_some(past)
    }

    /// Returns the old words of a clause, if they have changed.
    pub fn reworded(&self, new: &ClauseId) -> Option<String> {
        let origin = self.alignment.origin(new).filter(|origin| origin.reworded)?;
        Some(self.words(&origin.ids))
    }

    /// Returns the reviewed words of clauses.
    pub fn words(&self, old: &[ClauseId]) -> String {
        let mut words: Vec<&str> = Vec::new();
        for id in old {
            let text = self.old.clause_text(id);
            let is_unaccepted = self.unaccepted.as_ref().is_some_and(|book| book.clause_text(id) != text);
            // Both halves of a divided sentence keep the reviewed words of the whole.
            if !is_unaccepted || words.last() != Some(&text) {
                words.push(text);
            }
        }
        words.join(" ")
    }

    /// Returns the old clauses that contain a quote.
    pub(crate) fn clauses_of_quote(&self, address: &Address, quote: &Wording) -> Option<Vec<ClauseId>> {
        let found = |book: &Rulebook| match citation::find_quote(book.file(&address.file)?, address, quote)? {
            Found::One(clauses) => Some(clauses),
            Found::Several(_) => None,
        };
        // Authors may quote the new words before they are accepted.
        found(&self.old).or_else(|| found(self.unaccepted.as_ref()?))
    }

    /// Returns the possible successors of clauses that have several copies.
    pub(crate) fn candidates(&self, old: &[ClauseId]) -> Option<BTreeSet<&ClauseId>> {
        let found: BTreeSet<&ClauseId> = old.iter().filter_map(|id| self.alignment.candidates(id)).flatten().collect();
        (!found.is_empty()).then_some(found)
    }

    /// Returns whether a clause was added since the rulebook was reviewed.
    pub(crate) fn is_new(&self, id: &ClauseId) -> bool {
        self.games.contains(id.game()) && self.alignment.origin(id).is_none()
    }

    /// Returns all clauses with several possible successors.
    pub fn copies(&self) -> BTreeSet<&ClauseId> {
        self.alignment.all_candidates().collect()
    }

    /// Returns the successors of clauses, each once. Removed clauses have none.
    pub(crate) fn follow(&self, old: &[ClauseId]) -> Vec<ClauseId> {
        let links = old.iter().filter_map(|id| self.alignment.fate(id));
        links.flat_map(|link| link.ids.iter().cloned()).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Returns the current places of lines: as few ranges as contain all of them, without lines that were elsewhere.
    /// `None` if the old lines did not exist.
    pub(crate) fn follow_lines(&self, lines: &Lines, new: &Rulebook) -> Option<Vec<Lines>> {
        let file = self.old.file(&lines.file)?;
        let old = file.lines_between(lines.first, lines.last);
        let mut ids: Vec<ClauseId> = old.iter().flat_map(|line| line.clause_ids(&file.name)).collect();
        if ids.is_empty() {
            return None;
        }
        let is_sure = |id: &ClauseId| self.alignment.candidates(id).is_none();
        if old.len() == 1 && ids.iter().any(is_sure) {
            ids.retain(is_sure);
        }
        let mut places: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
        for id in self.follow(&ids) {
            places.entry(id.file.to_string()).or_default().insert(id.line);
        }
        let many = old.len() > 1;
        Some(places.iter().flat_map(|(file, lines)| self.stretches(file, lines, many, new)).collect())
    }

    /// Returns the current places of an address without a quote.
    pub(crate) fn follow_address(&self, address: &Address, new: &Rulebook) -> Option<Vec<Lines>> {
        self.follow_lines(&address.lines(&self.old).ok()?, new)
    }

    fn stretches(&self, name: &str, lines: &BTreeSet<usize>, many: bool, new: &Rulebook) -> Vec<Lines> {
        let mut found: Vec<Lines> = Vec::new();
        let Some(file) = new.file(name) else { return found };
        // A range includes inserted lines, but not lines that were elsewhere.
        let is_new = |line: &RuleLine| line.clause_ids(&file.name).iter().all(|id| self.alignment.origin(id).is_none());
        for line in lines {
            match found.last_mut() {
                Some(last) if *line == last.last + 1 => last.last = *line,
                Some(last) if many && between(file, last.last, *line).all(is_new) => {
                    last.last = *line;
                }
                _ => found.push(Lines::one(name, *line)),
            }
        }
        found
    }

    /// Returns the current address of clauses, in the form of the old address, or by name if the name is unique.
    pub(crate) fn address(&self, was: &Address, now: &[ClauseId], quote: &Wording, new: &Rulebook) -> Option<Address> {
        let (first, last) = (now.first()?, now.last()?);
        let file = new.file(&first.file).filter(|_| first.file == last.file)?;
        if was.spot == Spot::Anywhere
            && matches!(citation::find_quote(file, &whole_file(file.name.as_ref()), quote), Some(Found::One(_)))
        {
            return Some(whole_file(&file.name));
        }
        if let Spot::Lines { first: from, last: to } = was.spot {
            let lines = Lines { file: was.file.clone(), first: from, last: to };
            let followed = self.follow_lines(&lines, new).filter(|_| from < to).unwrap_or_default();
            if let [stretch] = followed.as_slice() {
                return Some(stretch.address()).filter(|_| now.iter().all(|id| stretch.holds(id)));
            }
        }
        match first.line == last.line {
            true => Some(Address::stable(file, file.line(first.line)?)),
            false => Some(Lines { file: file.name.to_string(), first: first.line, last: last.line }.address()),
        }
    }
}

/// Returns the rules that start between two lines.
fn between(file: &RuleFile, first: usize, last: usize) -> impl Iterator<Item = &RuleLine> {
    file.lines_between(first + 1, last - 1).iter().filter(move |line| line.number > first)
}

fn whole_file(file: &str) -> Address {
    Address { file: file.to_owned(), spot: Spot::Anywhere }
}
