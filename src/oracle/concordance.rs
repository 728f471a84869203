//! The concordance: in which clauses each word of the rulebook stands. It names the few clauses that a quote could mean,
//! so that it need not be compared with all of them.

use std::cmp::Reverse;
use std::collections::HashMap;

use crate::oracle::rulebook::ClauseId;
use crate::oracle::rulebook::Rulebook;

#[derive(Debug, Default)]
pub struct Concordance {
    /// In the order of reading.
    clauses: Vec<ClauseId>,
    /// For each word the clauses it stands in, each by its number here, and how often.
    places: HashMap<String, Vec<(u32, u32)>>,
}

impl Concordance {
    /// `words` takes a text apart into words that can be compared.
    pub fn of(book: &Rulebook, words: impl Fn(&str) -> Vec<String>) -> Concordance {
        let mut concordance = Concordance { clauses: book.clauses().collect(), places: HashMap::new() };
        for (clause, id) in (0..).zip(&concordance.clauses) {
            for word in words(book.clause_text(id)) {
                let places = concordance.places.entry(word).or_default();
                match places.last_mut() {
                    Some((last, times)) if *last == clause => *times += 1,
                    _ => places.push((clause, 1)),
                }
            }
        }
        concordance
    }

    /// The clauses that share the most words with a quote, each with the number of these words. A clause for which
    /// `weigh` says nothing is left out; otherwise it says how much the clause counts. Equals stand in the order of
    /// reading.
    pub fn nearest(
        &self,
        quoted: &[String],
        most: usize,
        weigh: impl Fn(&ClauseId, usize) -> Option<usize>,
    ) -> Vec<&ClauseId> {
        let shared = self.shared(quoted);
        let weighed = self.clauses.iter().zip(shared).enumerate();
        let weighed = weighed.filter_map(|(at, (id, shared))| Some((Reverse(weigh(id, shared)?), at)));
        let mut found: Vec<(Reverse<usize>, usize)> = weighed.collect();
        if found.len() > most {
            found.select_nth_unstable(most);
            found.truncate(most);
        }
        found.sort_unstable_by_key(|(_, at)| *at);
        found.into_iter().filter_map(|(_, at)| self.clauses.get(at)).collect()
    }

    /// How many words of the quote stand in each clause.
    fn shared(&self, quoted: &[String]) -> Vec<usize> {
        let mut wanted: HashMap<&str, u32> = HashMap::new();
        for word in quoted {
            *wanted.entry(word).or_default() += 1;
        }
        let mut shared = vec![0; self.clauses.len()];
        for (word, times) in wanted {
            for (clause, own) in self.places.get(word).into_iter().flatten() {
                if let Some(count) = shared.get_mut(*clause as usize) {
                    *count += times.min(*own) as usize;
                }
            }
        }
        shared
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceFile;

    #[test]
    fn the_clauses_with_the_most_words_in_common_are_found_in_the_order_of_reading() {
        let mut book = Rulebook::default();
        let text = "Worms eat spice.\nThe storm moves on.\nThe storm eats spice. The worm moves.\n";
        book.add("x.md", SourceFile::new("rules/x.md", text));
        let words = |text: &str| text.to_lowercase().split([' ', '.']).map(str::to_owned).collect();
        let concordance = Concordance::of(&book, words);
        let found = concordance.nearest(&words("the storm"), 3, |_, shared| (shared > 0).then_some(shared));
        assert_eq!(found.iter().map(ToString::to_string).collect::<Vec<_>>(), ["x.md:2.1", "x.md:3.1", "x.md:3.2"]);
        let found = concordance.nearest(&words("the storm"), 1, |_, shared| (shared > 0).then_some(shared));
        assert_eq!(found.iter().map(ToString::to_string).collect::<Vec<_>>(), ["x.md:2.1"]);
    }
}
