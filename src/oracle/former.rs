//! The suite as it was read before: scenario files that nobody has saved since need not be read again.
//!
//! A scenario is read against the rulebook and the fixtures. Of the rulebook it keeps only which clauses its quotes touch,
//! so these are looked up again; where a fixture changed, the file is read again.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use crate::oracle::fixture::Fixtures;
use crate::oracle::jobs;
use crate::oracle::lock::Lock;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::rulebook::Rulebook;
use crate::oracle::scenario::Scenario;
use crate::oracle::stamp::Stamp;
use crate::oracle::suite::Suite;

/// What is left of a suite for the next one.
#[derive(Debug, Default)]
pub(crate) struct Former {
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
    pub(crate) fn of(suite: Suite) -> Former {
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

    /// Adapts what is kept to another rulebook and other locks; forgets what other fixtures make something else of.
    pub(super) fn adapt(
        &mut self,
        book: &Rulebook,
        locks: &[Lock],
        fixtures: &BTreeMap<String, Fixtures>,
        job_count: usize,
    ) {
        let is_same = |(one, other): (&Lock, &Lock)| one.game == other.game && one.written == other.written;
        let same_locks = self.locks.len() == locks.len() && self.locks.iter().zip(locks).all(is_same);
        if !same_locks || !self.book.says_the_same(book) {
            self.cite_again(book, job_count);
        }
        self.forget_changed(fixtures);
    }

    /// Looks up again what the claims cite. A file with a citation that is broken now is read again, to tell of it.
    fn cite_again(&mut self, book: &Rulebook, job_count: usize) {
        let paths: Vec<String> = self.files.keys().cloned().collect();
        let cited = jobs::map(job_count, &paths, |path| self.files.get(path)?.cited(book));
        for (path, cited) in paths.iter().zip(cited) {
            match (self.files.get_mut(path), cited) {
                (Some(file), Some(cited)) => file.cite(cited, book),
                _ => drop(self.files.remove(path)),
            }
        }
    }

    fn forget_changed(&mut self, fixtures: &BTreeMap<String, Fixtures>) {
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

impl FormerFile {
    /// The clauses that each claim cites, in the order of reading; none where a citation is broken.
    fn cited(&self, book: &Rulebook) -> Option<Vec<Vec<ClauseId>>> {
        let claims = self.scenarios.iter().flat_map(|scenario| &scenario.claims);
        claims.map(|claim| claim.citation.clauses(book).ok()).collect()
    }

    fn cite(&mut self, cited: Vec<Vec<ClauseId>>, book: &Rulebook) {
        let claims = self.scenarios.iter_mut().flat_map(|scenario| &mut scenario.claims);
        for (claim, clauses) in claims.zip(cited) {
            claim.clauses = clauses;
            claim.then.iter_mut().for_each(|expectation| expectation.cite_again(book));
        }
    }
}
