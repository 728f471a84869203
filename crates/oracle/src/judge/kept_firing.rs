//! The firings of a run that are kept until reports are written. Many runs share their switches and source locations.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;

use truthsayer_protocol::Firing;

/// A switch that fired, with its source location and its moment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptFiring {
    place: Arc<FiringPlace>,
    event: Option<u32>,
}

/// A switch and a source location at which it fired.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FiringPlace {
    pub switch: Cow<'static, str>,
    /// The source file; empty if the engine does not report it. Never an absolute path.
    pub file: Cow<'static, str>,
    /// The line of that file, from 1.
    pub line: u32,
}

impl Deref for KeptFiring {
    type Target = FiringPlace;

    fn deref(&self) -> &FiringPlace {
        &self.place
    }
}

impl KeptFiring {
    /// Returns the number of events in the log at that moment; `None` if the engine does not report it.
    pub fn event(&self) -> Option<usize> {
        self.event.map(|event| event as usize)
    }
}

/// The places that are known so far, so that each is kept once.
#[derive(Debug, Default)]
pub(super) struct FiringPlaces(HashSet<Arc<FiringPlace>>);

impl FiringPlaces {
    /// Returns each switch once for every source location, with its first moment there, sorted by name.
    pub(super) fn keep(&mut self, fired: &[Firing]) -> Box<[KeptFiring]> {
        let mut kept: Vec<KeptFiring> = fired.iter().map(|firing| self.kept(firing)).collect();
        kept.sort_by(|one, other| (&one.place, one.event).cmp(&(&other.place, other.event)));
        kept.dedup_by(|later, first| later.place == first.place);
        kept.into()
    }

    fn kept(&mut self, firing: &Firing) -> KeptFiring {
        let place = FiringPlace { switch: firing.switch.clone(), file: file(firing), line: firing.line };
        // A log has fewer events than that.
        let event = firing.event.map(|event| u32::try_from(event).unwrap_or(u32::MAX));
        let place = match self.0.get(&place) {
            Some(known) => Arc::clone(known),
            None => {
                let place = Arc::new(place);
                self.0.insert(Arc::clone(&place));
                place
            }
        };
        KeptFiring { place, event }
    }
}

/// Returns the source file. Reports must not contain absolute paths of the engine's machine.
fn file(firing: &Firing) -> Cow<'static, str> {
    let path = Path::new(&*firing.file);
    match path.is_absolute() {
        true => path.file_name().unwrap_or_default().to_string_lossy().into_owned().into(),
        false => firing.file.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_place_is_kept_once_with_its_first_moment() {
        let fired = [
            Firing::new("b", 3).at("x.rs", 1),
            Firing::new("a", 9).at("/home/me/y.rs", 2),
            Firing::new("b", 1).at("x.rs", 1),
            Firing::new("b", None).at("x.rs", 2),
        ];
        let mut places = FiringPlaces::default();
        let kept = places.keep(&fired);
        let seen: Vec<_> = kept.iter().map(|it| (&*it.switch, &*it.file, it.line, it.event())).collect();
        assert_eq!(seen, [("a", "y.rs", 2, Some(9)), ("b", "x.rs", 1, Some(1)), ("b", "x.rs", 2, None)]);
        let again = places.keep(&fired[..1]);
        assert!(Arc::ptr_eq(&again[0].place, &kept[1].place), "runs share their places");
        assert_eq!(size_of::<KeptFiring>(), 16);
    }
}
