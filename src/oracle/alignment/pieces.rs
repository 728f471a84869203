//! Sentences that a line end now cuts in two, and sentences that were put together again.

use std::collections::HashMap;

use crate::oracle::alignment::Side;
use crate::oracle::alignment::Work;

/// Nobody cuts a sentence into more pieces at once.
const MOST_PIECES: usize = 4;

impl Work {
    pub(super) fn split_and_joined(&mut self) {
        for (from, to) in wholes(&self.old, &self.new) {
            to.into_iter().for_each(|to| self.match_clauses(from, to, false));
        }
        for (to, from) in wholes(&self.new, &self.old) {
            from.into_iter().for_each(|from| self.match_clauses(from, to, false));
        }
    }
}

/// Clauses of one side that are several of the other put together, each with those.
fn wholes(side: &Side, other: &Side) -> Vec<(usize, Vec<usize>)> {
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
