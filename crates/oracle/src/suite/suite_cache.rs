//! Caches a loaded suite, so that unchanged scenario files are not read again.
//!
//! A scenario depends on the rulebook and the fixtures. Only the clauses of its quotes depend on the rulebook, so they
//! are looked up again. If a fixture changed, the file is read again.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use crate::base::file_stamp::FileStamp;
use crate::base::parallel;
use crate::base::tolerance::Tolerance;
use crate::rulebook::ClauseId;
use crate::rulebook::Rulebook;
use crate::rulebook::history::lock::Lock;
use crate::suite::Suite;
use crate::suite::fixture::Fixtures;
use crate::suite::project::Project;
use crate::suite::scenario::Scenario;

/// The reusable part of a suite.
#[derive(Debug, Default)]
pub struct SuiteCache {
    pub book: Rulebook,
    locks: Vec<Lock>,
    fixtures: BTreeMap<String, Fixtures>,
    /// Settings of games that scenarios are read with.
    tolerances: BTreeMap<String, Tolerance>,
    without_goldens: BTreeSet<String>,
    /// Files that loaded without a problem, by path.
    files: HashMap<String, CachedFile>,
}

#[derive(Debug)]
struct CachedFile {
    stamp: FileStamp,
    scenarios: Vec<Scenario>,
}

impl SuiteCache {
    /// Keeps the reusable part of a suite. Files with problems are read again each time.
    pub fn of(suite: Suite) -> SuiteCache {
        let Suite { book, locks, fixtures, mut stamps, scenarios, drafts, project, .. } = suite;
        let Project { tolerances, without_goldens, .. } = project;
        let mut files: HashMap<String, CachedFile> = HashMap::new();
        for scenario in scenarios.into_iter().chain(drafts) {
            let path = &scenario.place.file.path;
            if let Some(file) = files.get_mut(path) {
                file.scenarios.push(scenario);
            } else if let Some(stamp) = stamps.remove(path) {
                files.insert(path.clone(), CachedFile { stamp, scenarios: vec![scenario] });
            }
        }
        SuiteCache { book, locks, fixtures, tolerances, without_goldens, files }
    }

    /// Adapts the cache to another rulebook and other locks. Drops files whose fixtures or settings changed.
    pub(super) fn adapt(&mut self, suite: &Suite, job_count: usize) {
        let Suite { book, locks, fixtures, project, .. } = suite;
        if self.tolerances != project.tolerances || self.without_goldens != project.without_goldens {
            self.files.clear();
        }
        let is_same = |(one, other): (&Lock, &Lock)| one.game == other.game && one.written == other.written;
        let same_locks = self.locks.len() == locks.len() && self.locks.iter().zip(locks).all(is_same);
        if !same_locks || !self.book.says_the_same(book) {
            self.cite_again(book, job_count);
        }
        self.forget_changed(fixtures);
    }

    /// Looks up the citations again. A file with a broken citation is read again, to report it.
    fn cite_again(&mut self, book: &Rulebook, job_count: usize) {
        let paths: Vec<String> = self.files.keys().cloned().collect();
        let cited = parallel::map(job_count, &paths, |path| self.files.get(path)?.cited(book));
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

    /// Returns the stamp of a cached file that has not changed.
    pub(super) fn unsaved(&self, root: &Path, path: &str) -> Option<&FileStamp> {
        let file = self.files.get(path)?;
        file.stamp.fits(&root.join(path)).then_some(&file.stamp)
    }

    /// Returns the cached scenarios of a file, without chosen readings.
    pub(super) fn take(&mut self, path: &str) -> Vec<Scenario> {
        let mut scenarios = self.files.remove(path).map(|file| file.scenarios).unwrap_or_default();
        scenarios.iter_mut().for_each(|scenario| scenario.choose(&Arc::default()));
        scenarios
    }
}

impl CachedFile {
    /// Returns the clauses of each claim, or `None` if a citation is broken.
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
