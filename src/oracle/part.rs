//! Parts: expectations with the actual that was found. Failures are compared by them.

use std::collections::HashMap;

use crate::oracle::verdict::Deviation;

/// An expectation by the place of its scenario in a run, its claim and its place there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct PartKey {
    pub scenario: usize,
    pub claim: usize,
    pub expectation: usize,
}

/// Expectations that fail, each with what was found instead.
pub(crate) type Parts = HashMap<PartKey, String>;

/// The parts of one scenario. An expectation about many things may fail in several of them.
pub(crate) fn of(scenario: usize, deviations: &[Deviation]) -> Parts {
    let mut parts = Parts::new();
    for deviation in deviations {
        let (Some(claim), Some(expectation)) = (deviation.claim, deviation.expectation) else { continue };
        let found = parts.entry(PartKey { scenario, claim, expectation }).or_default();
        found.push_str(&format!("{} {}\n", deviation.subject, deviation.actual));
    }
    parts
}

/// How many of these fail alike in both.
pub(crate) fn count_alike(one: &Parts, other: &Parts) -> usize {
    one.iter().filter(|(key, actual)| other.get(key) == Some(actual)).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Place;
    use crate::source::SourceFile;

    fn deviation(claim: usize, subject: &str, actual: &str) -> Deviation {
        let mut deviation = Deviation::unknown(&Place { file: SourceFile::new("one.yaml", ""), start: 0, end: 0 });
        (deviation.claim, deviation.expectation) = (Some(claim), Some(0));
        (deviation.subject, deviation.actual) = (subject.to_owned(), actual.to_owned());
        deviation
    }

    #[test]
    fn parts_are_compared_by_what_was_found() {
        let one = of(3, &[deviation(0, "coins", "5"), deviation(1, "light", "off"), deviation(2, "mark", "1")]);
        let other = of(3, &[deviation(0, "coins", "4"), deviation(1, "light", "off"), deviation(4, "mark", "1")]);
        assert_eq!((one.len(), count_alike(&one, &one), count_alike(&one, &other)), (3, 3, 1));
        assert_eq!(count_alike(&one, &of(4, &[deviation(1, "light", "off")])), 0, "in another scenario");
    }

    #[test]
    fn an_expectation_that_fails_in_several_things_is_one_part() {
        let parts = of(0, &[deviation(0, "coins", "5"), deviation(0, "light", "off")]);
        assert_eq!(parts.into_values().collect::<Vec<_>>(), ["coins 5\nlight off\n"]);
        let another = Deviation { expectation: Some(1), ..deviation(0, "light", "off") };
        assert_eq!(of(0, &[deviation(0, "coins", "5"), another]).len(), 2, "two expectations are two parts");
    }
}
