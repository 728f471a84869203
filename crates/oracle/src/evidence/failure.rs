//! Failures on mutants, in little memory: a proof keeps hundreds of thousands of them.

use std::sync::Arc;

use serde::Deserialize;
use serde::Deserializer;
use serde::Serialize;
use serde::Serializer;

use crate::base::source::Place;
use crate::base::source::SourceFile;
use crate::judge::verdict;
use crate::judge::verdict::Mismatch;
use crate::judge::verdict::UnexpectedRefusal;
use crate::suite::scenario::Scenario;

/// A failure on a mutant: a [`Mismatch`] without its file and without the parts that are not saved.
#[derive(Debug, Clone, PartialEq)]
pub struct Failure {
    claim: Index,
    expectation: Index,
    unreached: Index,
    /// Length of the subject.
    subject: u32,
    /// The subject, and with details the expected and the actual value, one after the other.
    texts: Box<str>,
    /// `None` if the failure is never shown.
    details: Option<Box<Details>>,
}

#[derive(Debug, Clone, PartialEq)]
struct Details {
    moment: Index,
    near: Index,
    start: u32,
    end: u32,
    /// Length of the expected value.
    expected: u32,
    refusal: Option<UnexpectedRefusal>,
}

/// An index that may be missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Index(u32);

impl Index {
    const NONE: u32 = u32::MAX;
    const LARGEST: u32 = Index::NONE - 1;

    fn of(index: Option<usize>) -> Index {
        // No scenario has so many claims. A saved file may say so, and is then rejected.
        Index(index.map_or(Index::NONE, |index| u32::try_from(index).unwrap_or(Index::LARGEST).min(Index::LARGEST)))
    }

    fn get(self) -> Option<usize> {
        (self.0 != Index::NONE).then_some(self.0 as usize)
    }
}

impl Failure {
    pub(crate) fn of(mismatch: &Mismatch) -> Failure {
        let Mismatch { subject, expected, actual, place, .. } = mismatch;
        Failure {
            claim: Index::of(mismatch.claim),
            expectation: Index::of(mismatch.expectation),
            unreached: Index::of(mismatch.unreached),
            subject: subject.len() as u32,
            texts: [subject.as_str(), expected, actual].concat().into(),
            details: Some(Box::new(Details {
                moment: Index::of(mismatch.moment),
                near: Index::of(mismatch.near),
                start: place.start,
                end: place.end,
                expected: expected.len() as u32,
                refusal: mismatch.refusal.clone(),
            })),
        }
    }

    /// Drops everything that only matters if the failure is shown.
    pub(crate) fn drop_details(&mut self) {
        self.texts = self.subject().into();
        self.details = None;
    }

    /// Returns the index of the claim. `None` for failures without a claim.
    pub fn claim(&self) -> Option<usize> {
        self.claim.get()
    }

    /// Returns the index of the expectation in its claim.
    pub fn expectation(&self) -> Option<usize> {
        self.expectation.get()
    }

    /// Returns the index of the claim that was not judged because of an earlier refusal.
    pub(crate) fn unreached(&self) -> Option<usize> {
        self.unreached.get()
    }

    pub(crate) fn subject(&self) -> &str {
        &self.texts[..self.subject as usize]
    }

    /// Returns the whole failure, in the file of its scenario.
    pub(crate) fn mismatch(&self, scenario: &Scenario) -> Mismatch {
        self.at(&scenario.place.file)
    }

    /// Returns a saved failure as a failure of a scenario, safe to show. `None` if it does not fit the scenario.
    pub(crate) fn restored(self, scenario: &Scenario) -> Option<Failure> {
        Some(Failure::of(&self.mismatch(scenario).restored(scenario)?))
    }

    fn at(&self, file: &Arc<SourceFile>) -> Mismatch {
        let (start, end) = self.details.as_ref().map_or((0, 0), |details| (details.start, details.end));
        let bare = Mismatch {
            claim: self.claim.get(),
            expectation: self.expectation.get(),
            unreached: self.unreached.get(),
            subject: self.subject().to_owned(),
            ..Mismatch::unknown(&Place { file: Arc::clone(file), start, end })
        };
        let Some(details) = &self.details else { return bare };
        let (expected, actual) = self.texts[self.subject as usize..].split_at(details.expected as usize);
        Mismatch {
            moment: details.moment.get(),
            near: details.near.get(),
            expected: expected.to_owned(),
            actual: actual.to_owned(),
            refusal: details.refusal.clone(),
            ..bare
        }
    }
}

impl Serialize for Failure {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.at(&verdict::unplaced().place.file).serialize(to)
    }
}

impl<'de> Deserialize<'de> for Failure {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Failure, D::Error> {
        Ok(Failure::of(&Mismatch::deserialize(from)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_saved_like_its_mismatch() {
        let place = Place::new(&SourceFile::new("one.yaml", "some text"), 2, 6);
        let bare = Mismatch::unknown(&place);
        let full = Mismatch {
            claim: Some(1),
            expectation: Some(2),
            moment: Some(4),
            near: Some(5),
            subject: "zwölf".to_owned(),
            expected: "a -> b".to_owned(),
            actual: "c".to_owned(),
            ..bare.clone()
        };
        let refusal = UnexpectedRefusal { step: Some(7), rule: None };
        let unreached = Mismatch { unreached: Some(3), refusal: Some(refusal), ..bare.clone() };
        for mismatch in [bare, full, unreached] {
            let (failure, text) = (Failure::of(&mismatch), serde_json::to_string(&mismatch).expect("JSON"));
            assert_eq!(serde_json::to_string(&failure).expect("JSON"), text);
            assert_eq!(serde_json::from_str::<Failure>(&text).expect("a failure"), failure);
            assert_eq!(failure.at(&place.file), mismatch);
            let mut short = failure.clone();
            short.drop_details();
            assert_eq!(
                (short.claim(), short.expectation(), short.unreached()),
                (mismatch.claim, mismatch.expectation, mismatch.unreached)
            );
            assert_eq!((short.subject(), &*short.texts), (mismatch.subject.as_str(), mismatch.subject.as_str()));
        }
    }

    #[test]
    fn a_failure_takes_a_sixth_of_a_mismatch() {
        assert!(size_of::<Failure>() * 6 <= size_of::<Mismatch>(), "{} bytes", size_of::<Failure>());
    }
}
