//! The firings of a run that are kept until reports are written. Runs share the switches and source locations, so a
//! firing takes eight bytes.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;

use truthsayer_protocol::Firing;

/// The switches that fired in a run, once for every source location, sorted by name.
#[derive(Debug, Clone, Default)]
pub struct KeptFirings {
    /// The places of all runs.
    places: Arc<[SwitchPlace]>,
    /// For each firing, the index of its place, and its moment.
    firings: Box<[(u32, u32)]>,
}

/// A switch that fired, with its source location and its moment.
#[derive(Debug, Clone, Copy)]
pub struct KeptFiring<'k> {
    place: &'k SwitchPlace,
    moment: u32,
}

/// A switch and a source location at which it fired.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SwitchPlace {
    pub switch: Cow<'static, str>,
    /// The source file; empty if the engine does not report it. Never an absolute path.
    pub file: Cow<'static, str>,
    /// The line of that file, from 1.
    pub line: u32,
}

/// The moment of a firing whose engine does not report it.
const UNKNOWN: u32 = 0;

impl Deref for KeptFiring<'_> {
    type Target = SwitchPlace;

    fn deref(&self) -> &SwitchPlace {
        self.place
    }
}

impl KeptFiring<'_> {
    /// Returns the number of events in the log at that moment; `None` if the engine does not report it.
    pub fn event(&self) -> Option<usize> {
        (self.moment != UNKNOWN).then(|| self.moment as usize - 1)
    }
}

impl KeptFirings {
    pub fn iter(&self) -> impl Iterator<Item = KeptFiring<'_>> {
        let firing =
            |(place, moment): &(u32, u32)| KeptFiring { place: &self.places[*place as usize], moment: *moment };
        self.firings.iter().map(firing)
    }

    /// Sets the places of all runs, once they are known.
    pub(super) fn settle(&mut self, places: &Arc<[SwitchPlace]>) {
        self.places = Arc::clone(places);
    }
}

/// The places of all runs so far, with their numbers.
#[derive(Debug, Default)]
pub(super) struct FiringPlaces(HashMap<SwitchPlace, u32>);

impl FiringPlaces {
    /// Keeps the firings of a run, each place with its first moment. Their places are set when all runs are done.
    pub(super) fn keep(&mut self, fired: &[Firing]) -> KeptFirings {
        let mut kept: Vec<(SwitchPlace, u32)> = fired.iter().map(|firing| (place(firing), moment(firing))).collect();
        kept.sort_unstable();
        kept.dedup_by(|later, first| later.0 == first.0);
        let firings = kept.into_iter().map(|(place, moment)| (self.number(place), moment)).collect();
        KeptFirings { places: Arc::default(), firings }
    }

    fn number(&mut self, place: SwitchPlace) -> u32 {
        let next = self.0.len() as u32;
        *self.0.entry(place).or_insert(next)
    }

    /// Returns all places by number.
    pub(super) fn by_number(self) -> Arc<[SwitchPlace]> {
        let mut places: Vec<(SwitchPlace, u32)> = self.0.into_iter().collect();
        places.sort_unstable_by_key(|(_, number)| *number);
        places.into_iter().map(|(place, _)| place).collect()
    }
}

/// Returns the place of a firing. Reports must not contain absolute paths of the engine's machine.
fn place(firing: &Firing) -> SwitchPlace {
    let path = Path::new(&*firing.file);
    let file = match path.is_absolute() {
        true => path.file_name().unwrap_or_default().to_string_lossy().into_owned().into(),
        false => firing.file.clone(),
    };
    SwitchPlace { switch: firing.switch.clone(), file, line: firing.line }
}

/// Returns the moment of a firing, counted from 1. A log is never longer than a number of 32 bits.
fn moment(firing: &Firing) -> u32 {
    firing.event.map_or(UNKNOWN, |event| u32::try_from(event).unwrap_or(u32::MAX).saturating_add(1))
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
            Firing::new("b", 0).at("x.rs", 3),
        ];
        let mut places = FiringPlaces::default();
        let mut kept = [places.keep(&fired), places.keep(&fired[..1])];
        let places = places.by_number();
        kept.iter_mut().for_each(|kept| kept.settle(&places));
        let seen = kept.each_ref().map(|kept| {
            let parts = |it: KeptFiring<'_>| (it.switch.to_string(), it.file.to_string(), it.line, it.event());
            kept.iter().map(parts).collect::<Vec<_>>()
        });
        let firing = |switch: &str, file: &str, line, event| (switch.to_owned(), file.to_owned(), line, event);
        let all =
            [("a", "y.rs", 2, Some(9)), ("b", "x.rs", 1, Some(1)), ("b", "x.rs", 2, None), ("b", "x.rs", 3, Some(0))];
        assert_eq!(seen[0], all.map(|(switch, file, line, event)| firing(switch, file, line, event)));
        assert_eq!(seen[1], [firing("b", "x.rs", 1, Some(3))]);
        assert_eq!(places.len(), 4, "runs share their places");
    }
}
