//! Maps each word of the rulebook to the clauses that contain it, so that a quote is compared with few clauses.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;

use crate::rulebook::ClauseId;
use crate::rulebook::Rulebook;
use crate::rulebook::address::Lines;

#[derive(Debug, Default)]
pub(crate) struct WordIndex {
    /// In document order.
    clauses: Vec<ClauseId>,
    /// For each word, the indices of its clauses and the number of occurrences.
    places: HashMap<String, Vec<(u32, u32)>>,
}

impl WordIndex {
    /// Builds the index. `words` splits a text into comparable words.
    pub(crate) fn of(book: &Rulebook, words: impl Fn(&str) -> Vec<String>) -> WordIndex {
        let mut word_index = WordIndex { clauses: book.clauses().collect(), places: HashMap::new() };
        for (clause, id) in (0..).zip(&word_index.clauses) {
            for word in words(book.clause_text(id)) {
                let places = word_index.places.entry(word).or_default();
                match places.last_mut() {
                    Some((last, times)) if *last == clause => *times += 1,
                    _ => places.push((clause, 1)),
                }
            }
        }
        word_index
    }

    /// Returns the clauses that share the most words with a quote, plus those of the cited lines, in document order.
    /// `weigh` returns the weight of a clause with a number of common words, or `None` to leave it out.
    pub(crate) fn nearest(
        &self,
        quoted: &[String],
        cited: &Lines,
        most: usize,
        weigh: impl Fn(&ClauseId, usize) -> Option<usize>,
    ) -> Vec<&ClauseId> {
        let mut shared = self.shared(quoted);
        for at in self.at(cited) {
            shared.entry(at).or_default();
        }
        let weighed = shared.into_iter().filter_map(|(at, shared)| {
            let id = self.clauses.get(at as usize)?;
            Some((Reverse(weigh(id, shared)?), at, id))
        });
        let mut found: Vec<(Reverse<usize>, u32, &ClauseId)> = weighed.collect();
        if found.len() > most {
            found.select_nth_unstable_by_key(most, |(weight, at, _)| (*weight, *at));
            found.truncate(most);
        }
        found.sort_unstable_by_key(|(_, at, _)| *at);
        found.into_iter().map(|(.., id)| id).collect()
    }

    /// Returns the number of common words for each clause that has any.
    fn shared(&self, quoted: &[String]) -> HashMap<u32, usize> {
        let mut wanted: HashMap<&str, u32> = HashMap::new();
        for word in quoted {
            *wanted.entry(word).or_default() += 1;
        }
        let mut shared = HashMap::new();
        for (word, times) in wanted {
            for (clause, own) in self.places.get(word).into_iter().flatten() {
                *shared.entry(*clause).or_default() += times.min(*own) as usize;
            }
        }
        shared
    }

    /// Returns the clauses of the cited lines. They are consecutive, because clauses are in document order.
    fn at(&self, cited: &Lines) -> Range<u32> {
        let before = |id: &ClauseId| (&*id.file, id.line) < (cited.file.as_str(), cited.first);
        let within = |id: &ClauseId| (&*id.file, id.line) <= (cited.file.as_str(), cited.last);
        self.clauses.partition_point(before) as u32..self.clauses.partition_point(within) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::source::SourceFile;

    #[test]
    fn the_clauses_with_the_most_words_in_common_are_found_in_the_order_of_reading() {
        let mut book = Rulebook::default();
        let text = "Worms eat spice.\nThe storm moves on.\nThe storm eats spice. The worm moves.\n";
        book.add("x.md", SourceFile::new("rules/x.md", text));
        let words = |text: &str| text.to_lowercase().split([' ', '.']).map(str::to_owned).collect();
        let word_index = WordIndex::of(&book, words);
        let nearest = |most: usize| {
            let weigh = |_: &ClauseId, shared| Some(shared);
            let found = word_index.nearest(&words("the storm"), &Lines::one("x.md", 1), most, weigh);
            found.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(nearest(4), ["x.md:1.1", "x.md:2.1", "x.md:3.1", "x.md:3.2"]);
        assert_eq!(nearest(3), ["x.md:2.1", "x.md:3.1", "x.md:3.2"]);
        assert_eq!(nearest(1), ["x.md:2.1"]);
    }
}
