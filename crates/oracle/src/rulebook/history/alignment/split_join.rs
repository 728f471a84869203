//! Matches sentences that a line break divides and sentences that were joined again.

use std::collections::HashMap;

use crate::rulebook::ClauseId;
use crate::rulebook::history::alignment::AlignedText;
use crate::rulebook::history::alignment::Work;

/// Maximum number of pieces of one sentence.
const MOST_PIECES: usize = 4;

impl Work {
    pub(super) fn split_and_joined(&mut self) {
        for (from, to) in wholes(&self.old, &self.new) {
            self.match_together(&[from], &to);
        }
        for (to, from) in wholes(&self.new, &self.old) {
            self.match_together(&from, &[to]);
        }
    }

    /// Marks a divided sentence as not reworded if its pieces, joined, have the reviewed words again.
    pub(super) fn made_whole(&mut self) {
        let halves = self.old.clauses.chunk_by(|one, next| one.reviewed == next.reviewed);
        for halves in halves.filter(|halves| halves[0].reviewed.is_some()) {
            let mut now: Vec<&ClauseId> = Vec::new();
            for id in halves.iter().filter_map(|half| self.alignment.fates.get(&half.id)).flat_map(|link| &link.ids) {
                if now.last() != Some(&id) {
                    now.push(id);
                }
            }
            let keys = now.iter().filter_map(|id| self.new.clauses.binary_search_by(|clause| clause.id.cmp(id)).ok());
            let said: Vec<&str> = keys.map(|at| self.new.clauses[at].key.as_str()).collect();
            if halves[0].reviewed.as_ref() != Some(&said.join(" ")) {
                continue;
            }
            let now: Vec<ClauseId> = now.into_iter().cloned().collect();
            for id in &now {
                self.alignment.origins.entry(id.clone()).and_modify(|link| link.reworded = false);
            }
            for half in halves {
                self.alignment.fates.entry(half.id.clone()).and_modify(|link| link.reworded = false);
            }
        }
    }

    /// Matches several clauses with several others of the same joined words. The reviewed words are compared as a
    /// whole.
    fn match_together(&mut self, old: &[usize], new: &[usize]) {
        let mut reviewed: Vec<&str> = Vec::new();
        for clause in old.iter().map(|at| &self.old.clauses[*at]) {
            let words = clause.reviewed.as_deref().unwrap_or(&clause.key);
            // Both halves of a divided sentence keep the reviewed words of the whole.
            if clause.reviewed.is_none() || reviewed.last() != Some(&words) {
                reviewed.push(words);
            }
        }
        let now: Vec<&str> = new.iter().map(|at| self.new.clauses[*at].key.as_str()).collect();
        let reworded = reviewed.join(" ") != now.join(" ");
        for (from, to) in old.iter().flat_map(|from| new.iter().map(move |to| (*from, *to))) {
            self.enter(from, to, reworded);
        }
    }
}

/// Returns clauses of one side that are several clauses of the other side joined, with those clauses.
fn wholes(side: &AlignedText, other: &AlignedText) -> Vec<(usize, Vec<usize>)> {
    let wanted: HashMap<&str, usize> = side.unmatched().map(|at| (side.clauses[at].key.as_str(), at)).collect();
    let mut found = Vec::new();
    let mut next = 0;
    let free: Vec<usize> = other.unmatched().collect();
    for (index, first) in free.iter().enumerate() {
        if *first < next {
            continue;
        }
        let mut joined = String::new();
        for (count, at) in free[index..].iter().take(MOST_PIECES).enumerate() {
            let follows = *at == first + count && other.clauses[*at].id.file == other.clauses[*first].id.file;
            if !follows {
                break;
            }
            joined.push_str(if count == 0 { "" } else { " " });
            joined.push_str(&other.clauses[*at].key);
            if let Some(whole) = wanted.get(joined.as_str()).filter(|_| count > 0) {
                found.push((*whole, (*first..=*at).collect()));
                next = at + 1;
                break;
            }
        }
    }
    found
}
