//! Failed expectations with their actual values, by which failures are compared.

use std::collections::HashMap;

use crate::base::tolerance::Tolerance;
use crate::base::yaml;
use crate::judge::verdict::Mismatch;

/// Indices of the scenario in the run, its claim and its expectation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PartKey {
    pub scenario: usize,
    pub claim: usize,
    pub expectation: usize,
}

/// Actual values of the failed expectations.
pub(crate) type Parts = HashMap<PartKey, ActualValues>;

/// The actual values of one failed expectation. Two are equal if their numbers are equal within the tolerance.
#[derive(Debug, Clone, Default)]
pub(crate) struct ActualValues {
    text: String,
    tolerance: Tolerance,
}

impl ActualValues {
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns whether there is no tolerance, so that values are equal only if their texts are.
    pub(crate) fn is_exact(&self) -> bool {
        self.tolerance.is_exact()
    }
}

impl PartialEq for ActualValues {
    fn eq(&self, other: &ActualValues) -> bool {
        self.text == other.text || !self.is_exact() && is_same_text(&self.text, &other.text, &self.tolerance)
    }
}

/// Compares texts word by word; words that are numbers are compared within the tolerance.
fn is_same_text(one: &str, other: &str, tolerance: &Tolerance) -> bool {
    let words = |text: &str| -> Vec<String> {
        text.split_inclusive([' ', ',', '[', ']', '{', '}', '\n']).map(str::to_owned).collect()
    };
    let value = |word: &str| yaml::resolve(word.trim_end_matches([' ', ',', '[', ']', '{', '}', '\n']));
    let (one, other) = (words(one), words(other));
    let is_same = |(one, other): (&String, &String)| one == other || tolerance.same(&value(one), &value(other));
    one.len() == other.len() && one.iter().zip(&other).all(is_same)
}

/// Returns the failed expectations of one scenario. One expectation can have several failures.
pub(crate) fn of(scenario: usize, mismatches: &[Mismatch], tolerance: &Tolerance) -> Parts {
    let mut parts = Parts::new();
    for mismatch in mismatches {
        let (Some(claim), Some(expectation)) = (mismatch.claim, mismatch.expectation) else { continue };
        let none = || ActualValues { text: String::new(), tolerance: tolerance.clone() };
        let found = parts.entry(PartKey { scenario, claim, expectation }).or_insert_with(none);
        found.text.push_str(&format!("{} {}\n", mismatch.subject, mismatch.actual));
    }
    parts
}

/// Returns the number of expectations that fail with the same values in both.
pub(crate) fn count_alike(one: &Parts, other: &Parts) -> usize {
    one.iter().filter(|(key, actual)| other.get(key) == Some(actual)).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::source::Place;
    use crate::base::source::SourceFile;

    fn mismatch(claim: usize, subject: &str, actual: &str) -> Mismatch {
        let mut mismatch = Mismatch::unknown(&Place { file: SourceFile::new("one.yaml", ""), start: 0, end: 0 });
        (mismatch.claim, mismatch.expectation) = (Some(claim), Some(0));
        (mismatch.subject, mismatch.actual) = (subject.to_owned(), actual.to_owned());
        mismatch
    }

    #[test]
    fn parts_are_compared_by_what_was_found() {
        let one = of(
            3,
            &[mismatch(0, "coins", "5"), mismatch(1, "light", "off"), mismatch(2, "mark", "1")],
            &Tolerance::default(),
        );
        let other = of(
            3,
            &[mismatch(0, "coins", "4"), mismatch(1, "light", "off"), mismatch(4, "mark", "1")],
            &Tolerance::default(),
        );
        assert_eq!((one.len(), count_alike(&one, &one), count_alike(&one, &other)), (3, 3, 1));
        assert_eq!(
            count_alike(&one, &of(4, &[mismatch(1, "light", "off")], &Tolerance::default())),
            0,
            "in another scenario"
        );
    }

    #[test]
    fn an_expectation_that_fails_in_several_things_is_one_part() {
        let parts = of(0, &[mismatch(0, "coins", "5"), mismatch(0, "light", "off")], &Tolerance::default());
        assert_eq!(parts.into_values().map(|found| found.text).collect::<Vec<_>>(), ["coins 5\nlight off\n"]);
        let another = Mismatch { expectation: Some(1), ..mismatch(0, "light", "off") };
        assert_eq!(
            of(0, &[mismatch(0, "coins", "5"), another], &Tolerance::default()).len(),
            2,
            "two expectations are two parts"
        );
    }
}
