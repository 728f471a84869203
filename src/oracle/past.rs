//! What the rulebook said when it was last reviewed, where that is not what it says now, and how addresses follow.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::oracle::address::Address;
use crate::oracle::address::Lines;
use crate::oracle::address::Spot;
use crate::oracle::alignment::Alignment;
use crate::oracle::citation;
use crate::oracle::citation::Found;
use crate::oracle::lock::Lock;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::rulebook::RuleLine;
use crate::oracle::rulebook::Rulebook;
use crate::oracle::wording::Wording;

/// The games whose rulebook has changed since it was reviewed.
#[derive(Debug, Default)]
pub struct Past {
    pub old: Rulebook,
    pub alignment: Alignment,
    pub games: BTreeSet<String>,
}

impl Past {
    /// None if every lock agrees with the rulebook.
    pub fn of<'l>(locks: impl IntoIterator<Item = &'l Lock>, rules: &str, book: &Rulebook) -> Option<Past> {
        let mut past = Past::default();
        for lock in locks.into_iter().filter(|lock| !lock.agrees(book)) {
            lock.enter(&mut past.old, &crate::oracle::lock::path(rules, &lock.game));
            past.games.insert(lock.game.clone());
        }
        for game in &past.games {
            past.alignment.extend(Alignment::of(&past.old, book, game));
        }
        (!past.games.is_empty()).then_some(past)
    }

    /// The words that a clause had, if they have changed.
    pub fn reworded(&self, new: &ClauseId) -> Option<&str> {
        let origin = self.alignment.origin(new).filter(|origin| origin.reworded)?;
        origin.ids.first().map(|old| self.old.clause_text(old))
    }

    /// The line in which a clause stood first.
    pub fn line_of(&self, new: &ClauseId) -> Option<&RuleLine> {
        let old = self.alignment.origin(new)?.ids.first()?;
        self.old.line(&old.file, old.line)
    }

    /// The clauses in which a quote stood.
    pub fn stood(&self, address: &Address, quote: &Wording) -> Option<Vec<ClauseId>> {
        match citation::stands_at(self.old.file(&address.file)?, address, quote)? {
            Found::One(clauses) => Some(clauses),
            Found::Several(_) => None,
        }
    }

    /// Where clauses are now, each once; those that are gone are left out.
    pub fn follow(&self, old: &[ClauseId]) -> Vec<ClauseId> {
        let links = old.iter().filter_map(|id| self.alignment.fate(id));
        links.flat_map(|link| link.ids.iter().cloned()).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Where lines are now: as few stretches as hold all of them, and nothing that stood elsewhere. Nothing if there were
    /// no such lines.
    pub fn follow_lines(&self, lines: &Lines, new: &Rulebook) -> Option<Vec<Lines>> {
        let file = self.old.file(&lines.file)?;
        let old = file.lines_between(lines.first, lines.last);
        let ids: Vec<ClauseId> = old.iter().flat_map(|line| line.clause_ids(&file.name)).collect();
        if ids.is_empty() {
            return None;
        }
        let mut places: BTreeMap<String, BTreeSet<usize>> = BTreeMap::new();
        for id in self.follow(&ids) {
            places.entry(id.file.to_string()).or_default().insert(id.line);
        }
        let many = old.len() > 1;
        Some(places.iter().flat_map(|(file, lines)| self.stretches(file, lines, many, new)).collect())
    }

    /// The same for an address that no quote helps.
    pub fn follow_address(&self, address: &Address, new: &Rulebook) -> Option<Vec<Lines>> {
        self.follow_lines(&address.lines(&self.old).ok()?, new)
    }

    fn stretches(&self, name: &str, lines: &BTreeSet<usize>, many: bool, new: &Rulebook) -> Vec<Lines> {
        let mut found: Vec<Lines> = Vec::new();
        let Some(file) = new.file(name) else { return found };
        // A line that was put in between belongs to them; one that stood elsewhere does not.
        let is_new = |line: &RuleLine| line.clause_ids(&file.name).iter().all(|id| self.alignment.origin(id).is_none());
        for line in lines {
            match found.last_mut() {
                Some(last) if *line == last.last + 1 => last.last = *line,
                Some(last) if many && file.lines_between(last.last + 1, line - 1).iter().all(is_new) => {
                    last.last = *line;
                }
                _ => found.push(Lines::one(name, *line)),
            }
        }
        found
    }

    /// The address that clauses have now, written as the old one was, or better: by name where the name stands once.
    pub fn address(&self, was: &Address, now: &[ClauseId], quote: &Wording, new: &Rulebook) -> Option<Address> {
        let (first, last) = (now.first()?, now.last()?);
        let file = new.file(&first.file).filter(|_| first.file == last.file)?;
        if was.spot == Spot::Anywhere
            && matches!(citation::stands_at(file, &whole(file.name.as_ref()), quote), Some(Found::One(_)))
        {
            return Some(whole(&file.name));
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

fn whole(file: &str) -> Address {
    Address { file: file.to_owned(), spot: Spot::Anywhere }
}
