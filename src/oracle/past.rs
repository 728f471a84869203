//! What the rulebook said when it was last reviewed, where that is not what it says now, and how addresses follow.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;

use crate::oracle::address::Address;
use crate::oracle::address::Lines;
use crate::oracle::address::Spot;
use crate::oracle::alignment::Alignment;
use crate::oracle::citation;
use crate::oracle::citation::Found;
use crate::oracle::lock::Lock;
use crate::oracle::rule_line::RuleLine;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::rulebook::Rulebook;
use crate::oracle::wording::Wording;

/// The games whose rulebook has changed since it was reviewed.
#[derive(Debug, Default)]
pub struct Past {
    /// The words that were reviewed, in the lines in which they stood when addresses were last followed.
    pub old: Rulebook,
    /// What those lines said then, where nobody had accepted it.
    unaccepted: Option<Rulebook>,
    pub alignment: Alignment,
    pub games: BTreeSet<String>,
}

impl Past {
    /// None if every lock agrees with the rulebook.
    pub fn of<'l>(locks: impl IntoIterator<Item = &'l Lock>, rules: &str, book: &Rulebook) -> Option<Past> {
        let mut past = Past::default();
        let mut reviewed: HashMap<ClauseId, &str> = HashMap::new();
        for lock in locks.into_iter().filter(|lock| !lock.agrees(book)) {
            lock.enter(&mut past.old, &crate::oracle::lock::path(rules, &lock.game));
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

    /// The words that a clause had, if they have changed.
    pub(crate) fn reworded(&self, new: &ClauseId) -> Option<String> {
        let origin = self.alignment.origin(new).filter(|origin| origin.reworded)?;
        Some(self.words(&origin.ids))
    }

    /// What clauses said when they were reviewed.
    pub(crate) fn words(&self, old: &[ClauseId]) -> String {
        let mut words: Vec<&str> = Vec::new();
        for id in old {
            let text = self.old.clause_text(id);
            let is_unaccepted = self.unaccepted.as_ref().is_some_and(|book| book.clause_text(id) != text);
            // Both halves of a sentence that was cut in two keep the whole.
            if !is_unaccepted || words.last() != Some(&text) {
                words.push(text);
            }
        }
        words.join(" ")
    }

    /// The clauses in which a quote stood.
    pub(crate) fn clauses_of_quote(&self, address: &Address, quote: &Wording) -> Option<Vec<ClauseId>> {
        let stood = |book: &Rulebook| match citation::stands_at(book.file(&address.file)?, address, quote)? {
            Found::One(clauses) => Some(clauses),
            Found::Several(_) => None,
        };
        // Somebody may quote the new words before they are accepted.
        stood(&self.old).or_else(|| stood(self.unaccepted.as_ref()?))
    }

    /// The clauses that some may be now, where they have copies and nothing says which of these they are.
    pub(crate) fn candidates(&self, old: &[ClauseId]) -> Option<BTreeSet<&ClauseId>> {
        let found: BTreeSet<&ClauseId> = old.iter().filter_map(|id| self.alignment.candidates(id)).flatten().collect();
        (!found.is_empty()).then_some(found)
    }

    /// Whether a clause was not there when the rulebook of its game was reviewed.
    pub(crate) fn is_new(&self, id: &ClauseId) -> bool {
        self.games.contains(id.game()) && self.alignment.origin(id).is_none()
    }

    /// All clauses of which nothing says which copy they are.
    pub(crate) fn copies(&self) -> BTreeSet<&ClauseId> {
        self.alignment.all_candidates().collect()
    }

    /// Where clauses are now, each once; those that are gone are left out.
    pub(crate) fn follow(&self, old: &[ClauseId]) -> Vec<ClauseId> {
        let links = old.iter().filter_map(|id| self.alignment.fate(id));
        links.flat_map(|link| link.ids.iter().cloned()).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// Where lines are now: as few stretches as hold all of them, and nothing that stood elsewhere. Nothing if there were
    /// no such lines.
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

    /// The same for an address that no quote helps.
    pub(crate) fn follow_address(&self, address: &Address, new: &Rulebook) -> Option<Vec<Lines>> {
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
    pub(crate) fn address(&self, was: &Address, now: &[ClauseId], quote: &Wording, new: &Rulebook) -> Option<Address> {
        let (first, last) = (now.first()?, now.last()?);
        let file = new.file(&first.file).filter(|_| first.file == last.file)?;
        if was.spot == Spot::Anywhere
            && matches!(citation::stands_at(file, &whole_file(file.name.as_ref()), quote), Some(Found::One(_)))
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

fn whole_file(file: &str) -> Address {
    Address { file: file.to_owned(), spot: Spot::Anywhere }
}
