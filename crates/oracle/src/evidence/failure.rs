//! Failures on mutants, in little memory: a proof keeps hundreds of thousands of them.

use std::sync::Arc;

use serde::Deserialize;
use serde::Deserializer;
use serde::Serialize;
use serde::Serializer;

use crate::base::source::Place;
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
    moment: Index,
    near: Index,
    start: u32,
    end: u32,
    /// Subject, expected and actual value, one after the other.
    texts: Box<str>,
    /// Length of the subject, and of the subject and the expected value.
    ends: (u32, u32),
    refusal: Option<Box<UnexpectedRefusal>>,
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
            moment: Index::of(mismatch.moment),
            near: Index::of(mismatch.near),
            start: place.start,
            end: place.end,
            texts: [subject.as_str(), expected, actual].concat().into(),
            ends: (subject.len() as u32, (subject.len() + expected.len()) as u32),
            refusal: mismatch.refusal.clone().map(Box::new),
        }
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
        &self.texts[..self.ends.0 as usize]
    }

    /// Returns the whole failure, in the file of its scenario.
    pub(crate) fn mismatch(&self, scenario: &Scenario) -> Mismatch {
        let file = Arc::clone(&scenario.place.file);
        self.at(Place { file, start: self.start, end: self.end })
    }

    /// Returns a saved failure as a failure of a scenario, safe to show. `None` if it does not fit the scenario.
    pub(crate) fn restored(self, scenario: &Scenario) -> Option<Failure> {
        Some(Failure::of(&self.mismatch(scenario).restored(scenario)?))
    }

    fn at(&self, place: Place) -> Mismatch {
        let (subject, expected) = (self.ends.0 as usize, self.ends.1 as usize);
        Mismatch {
            claim: self.claim.get(),
            expectation: self.expectation.get(),
            unreached: self.unreached.get(),
            moment: self.moment.get(),
            near: self.near.get(),
            subject: self.subject().to_owned(),
            expected: self.texts[subject..expected].to_owned(),
            actual: self.texts[expected..].to_owned(),
            refusal: self.refusal.as_deref().cloned(),
            ..Mismatch::unknown(&place)
        }
    }
}

impl Serialize for Failure {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let place = verdict::unplaced().place;
        self.at(Place { start: self.start, end: self.end, ..place }).serialize(to)
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
    use crate::base::source::SourceFile;

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
            assert_eq!(failure.at(place.clone()), mismatch);
        }
    }

    #[test]
    fn a_failure_takes_a_quarter_of_a_mismatch() {
        assert!(size_of::<Failure>() * 4 <= size_of::<Mismatch>() + 64, "{}", size_of::<Failure>());
    }
}
