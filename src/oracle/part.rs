//! Parts: expectations with the actual that was found. Failures are compared by them.

use std::collections::HashMap;

use crate::oracle::verdict::Deviation;

/// An expectation by the place of its scenario in a run, its claim and its place there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PartKey {
    pub scenario: usize,
    pub claim: usize,
    pub expectation: usize,
}

/// Expectations that fail, each with what was found instead.
pub type Parts = HashMap<PartKey, String>;

/// The parts of one scenario. An expectation about many things may fail in several of them.
pub fn of(scenario: usize, deviations: &[Deviation]) -> Parts {
    let mut parts = Parts::new();
    for deviation in deviations {
        let (Some(claim), Some(expectation)) = (deviation.claim, deviation.expectation) else { continue };
        let found = parts.entry(PartKey { scenario, claim, expectation }).or_default();
        found.push_str(&format!("{} {}\n", deviation.subject, deviation.actual));
    }
    parts
}

/// How many of these fail alike in both.
pub fn alike(one: &Parts, other: &Parts) -> usize {
    one.iter().filter(|(key, actual)| other.get(key) == Some(actual)).count()
}
