//! The suite as it was read before: scenario files that nobody has saved since need not be read again.
//!
//! A scenario is read against the rulebook and the fixtures, so it stays what it was only where they do.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use crate::oracle::fixture::Fixtures;
use crate::oracle::lock::Lock;
use crate::oracle::rulebook::Rulebook;
use crate::oracle::scenario::Scenario;
use crate::oracle::stamp::Stamp;
use crate::oracle::suite::Suite;

/// What is left of a suite for the next one.
#[derive(Debug, Default)]
pub struct Former {
    pub book: Rulebook,
    locks: Vec<Lock>,
    fixtures: BTreeMap<String, Fixtures>,
    /// The files that were read without a problem, by path.
    files: HashMap<String, FormerFile>,
}

#[derive(Debug)]
struct FormerFile {
    stamp: Stamp,
    scenarios: Vec<Scenario>,
}

impl Former {
    /// Takes a suite apart. What had problems is not kept: it is read again until it has none.
    pub fn of(suite: Suite) -> Former {
        let Suite { book, locks, fixtures, mut stamps, scenarios, drafts, .. } = suite;
        let mut files: HashMap<String, FormerFile> = HashMap::new();
        for scenario in scenarios.into_iter().chain(drafts) {
            let path = &scenario.place.file.path;
            if let Some(file) = files.get_mut(path) {
                file.scenarios.push(scenario);
            } else if let Some(stamp) = stamps.remove(path) {
                files.insert(path.clone(), FormerFile { stamp, scenarios: vec![scenario] });
            }
        }
        Former { book, locks, fixtures, files }
    }

    /// Forgets what another rulebook, other locks or other fixtures make something else of.
    pub(super) fn forget_changed(&mut self, book: &Rulebook, locks: &[Lock], fixtures: &BTreeMap<String, Fixtures>) {
        let is_same = |(one, other): (&Lock, &Lock)| one.game == other.game && one.written == other.written;
        let same_locks = self.locks.len() == locks.len() && self.locks.iter().zip(locks).all(is_same);
        if !same_locks || !self.book.says_the_same(book) {
            self.files.clear();
        }
        let none = Fixtures::default();
        let games: BTreeSet<&String> = self.fixtures.keys().chain(fixtures.keys()).collect();
        for game in games {
            let (old, new) = (self.fixtures.get(game).unwrap_or(&none), fixtures.get(game).unwrap_or(&none));
            let changed = old.differing(new);
            let uses = |scenario: &Scenario| scenario.fixture_names().iter().any(|name| changed.contains(name));
            if !changed.is_empty() {
                self.files.retain(|_, file| !file.scenarios.iter().any(|it| it.game == *game && uses(it)));
            }
        }
    }

    /// The stamp of a file that is kept and that nobody has saved since.
    pub(super) fn unsaved(&self, root: &Path, path: &str) -> Option<&Stamp> {
        let file = self.files.get(path)?;
        file.stamp.fits(&root.join(path)).then_some(&file.stamp)
    }

    /// The scenarios of a file as they were read, without the readings that were chosen for them.
    pub(super) fn take(&mut self, path: &str) -> Vec<Scenario> {
        let mut scenarios = self.files.remove(path).map(|file| file.scenarios).unwrap_or_default();
        scenarios.iter_mut().for_each(|scenario| scenario.choose(&Arc::default()));
        scenarios
    }
}
