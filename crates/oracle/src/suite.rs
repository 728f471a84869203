//! The suite: all files of a project, loaded and checked before any scenario runs.

pub mod acceptance;
pub mod cited_rule;
pub mod claim;
pub mod engine_entry;
pub mod engine_words;
pub mod event_pattern;
pub mod example_table;
pub mod expectation;
pub mod expectation_reader;
pub mod fixture;
pub mod floor;
pub mod gap;
pub mod gate_entry;
pub mod golden;
pub mod golden_diff;
pub mod grade;
pub mod loading;
pub mod project;
pub mod readings;
pub mod scenario;
pub mod shard;
pub mod suite_cache;
pub mod suite_hash;
pub mod unplayable;
pub mod weak_kind;

use std::cell::LazyCell;
use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;
use std::mem;
use std::path::Path;
use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use serde::Serialize;

use crate::base::diagnostic;
use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::file_stamp::FileStamp;
use crate::base::parallel;
use crate::base::project_files;
use crate::base::project_files::Listing;
use crate::base::suggestion::this_call;
use crate::rulebook::ClauseId;
use crate::rulebook::Rulebook;
use crate::rulebook::catalog;
use crate::rulebook::catalog::CatalogRule;
use crate::rulebook::catalog::Outside;
use crate::rulebook::catalog::RuleOfLine;
use crate::rulebook::default_catalog;
use crate::rulebook::exclusion;
use crate::rulebook::exclusion::Exclusion;
use crate::rulebook::history::lock::Lock;
use crate::rulebook::history::reviewed_rulebook::ReviewedRulebook;
use crate::suite::fixture::Fixtures;
use crate::suite::floor::Floor;
use crate::suite::project::Project;
use crate::suite::readings::Readings;
use crate::suite::scenario::Scenario;
use crate::suite::suite_cache::SuiteCache;
use crate::suite::unplayable::Broken;

#[derive(Debug)]
pub struct Suite {
    pub project: Project,
    pub book: Rulebook,
    /// The locks of all games that have one.
    pub locks: Vec<Lock>,
    pub catalog: Vec<CatalogRule>,
    /// Rules that each catalog leaves out on purpose.
    pub outside: Vec<Outside>,
    pub exclusions: Vec<Exclusion>,
    /// Sorted by id; the rows of one file in file order.
    pub scenarios: Vec<Scenario>,
    /// Unfinished scenarios, sorted by id. They prove nothing and fail nothing.
    pub drafts: Vec<Scenario>,
    /// Scenario files that cannot run, sorted by id.
    pub broken: Vec<Broken>,
    /// The fixtures of each game.
    pub fixtures: BTreeMap<String, Fixtures>,
    /// Goldens without a scenario, by path.
    pub orphans: Vec<String>,
    pub read: SuiteCounts,
    /// Minimum grades of clauses, if the project has a floor.
    pub floor: Option<Floor>,
    /// Readings chosen for each game, if they differ from the defaults.
    pub readings: BTreeMap<String, Readings>,
    /// Stamps of the scenario files that loaded without a problem, by path; empty if the suite is not cached.
    pub(super) stamps: HashMap<String, FileStamp>,
    rule_of_line: RuleOfLine,
    /// Indices of `scenarios`, in the order of their ids.
    index: Vec<u32>,
}

/// The scenario files to read.
pub enum Extent<'a> {
    Whole,
    /// All files; unchanged ones come from the cache.
    Cached(&'a mut SuiteCache),
    /// Files by id, with the fixtures of their games.
    Files(&'a [String]),
}

impl Extent<'_> {
    fn files(&self) -> Option<&[String]> {
        match self {
            Extent::Files(ids) => Some(ids),
            Extent::Whole | Extent::Cached(_) => None,
        }
    }
}

/// The number of files and entries that were read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SuiteCounts {
    pub clauses: usize,
    pub drafts: usize,
    pub files: usize,
    /// YAML files in the scenarios folder that are neither scenario nor fixture of a known game.
    pub ignored: usize,
    /// Scenario files that were not read again, because the cache has their content.
    #[serde(skip)]
    pub known: usize,
    /// Only the scenario files that the filters name were read.
    #[serde(skip)]
    pub partial: bool,
    pub scenarios: usize,
}

impl Suite {
    /// Loads all files. Problems do not stop loading; all of them are returned.
    pub fn load(project: Project, job_count: usize) -> (Suite, Vec<Problem>) {
        Suite::load_extent(Extent::Whole, project, job_count)
    }

    /// Loads the rulebook and the scenario files of an extent.
    pub fn load_extent(extent: Extent<'_>, project: Project, job_count: usize) -> (Suite, Vec<Problem>) {
        let (root, golden, files) = (project.root.clone(), project.golden.clone(), extent.files().map(<[_]>::to_vec));
        let list_goldens = || listing_of(&root, &golden, files.as_deref(), &["yaml"]);
        let (goldens, (mut suite, mut problems)) =
            parallel::both(job_count, list_goldens, || Suite::read(extent, project, job_count));
        problems.extend(suite.accepted_drafts(&goldens.paths));
        suite.find_orphans(goldens.paths);
        problems.extend(goldens.problems);
        diagnostic::sort(&mut problems);
        (suite, problems)
    }

    fn read(extent: Extent<'_>, project: Project, job_count: usize) -> (Suite, Vec<Problem>) {
        let (mut book, mut problems) = Rulebook::load(&project.root, &project.rules, &project.rulebooks);
        let locks = read_locks(&project, &mut problems);
        if let Some(past) = ReviewedRulebook::of(&locks, &project.rules, &book) {
            book.remember(past);
        }
        let mut suite = Suite {
            locks,
            catalog: Vec::new(),
            outside: Vec::new(),
            exclusions: Vec::new(),
            scenarios: Vec::new(),
            drafts: Vec::new(),
            broken: Vec::new(),
            fixtures: BTreeMap::new(),
            orphans: Vec::new(),
            floor: None,
            readings: BTreeMap::new(),
            stamps: HashMap::new(),
            rule_of_line: RuleOfLine::default(),
            index: Vec::new(),
            read: SuiteCounts {
                files: book.files().count(),
                clauses: book.clauses().count(),
                partial: extent.files().is_some(),
                ..SuiteCounts::default()
            },
            project,
            book,
        };
        suite.read.files += suite.locks.len();
        suite.settle_gaps();
        suite.load_tables(&mut problems);
        suite.load_scenarios(extent, job_count, &mut problems);
        suite.rule_of_line = RuleOfLine::new(&suite.catalog, &suite.book);
        suite.index = (0..suite.scenarios.len() as u32).collect();
        suite.index.sort_by_key(|at| &suite.scenarios[*at as usize].id);
        (suite, problems)
    }

    fn settle_gaps(&mut self) {
        let entries = self.project.engines.values_mut();
        entries.flat_map(|entry| &mut entry.gaps).for_each(|gap| gap.settle(&self.book));
    }

    fn load_tables(&mut self, problems: &mut Vec<Problem>) {
        let mut found = Vec::new();
        self.floor = Floor::load(&self.project, &mut found);
        self.read.files += usize::from(self.floor.is_some());
        problems.extend(diagnostic::bounded(found));
        let Project { root, rules, games, .. } = &self.project;
        for game in games.keys() {
            let mut found = Vec::new();
            match catalog::is_there(root, rules, game) {
                true => {
                    let catalog = catalog::load(root, rules, game, &self.book, &mut found);
                    self.catalog.extend(catalog.rules);
                    self.outside.push(catalog.outside);
                }
                false => self.catalog.extend(default_catalog::rules(game, &self.book)),
            }
            problems.extend(diagnostic::bounded(mem::take(&mut found)));
            self.exclusions.extend(exclusion::load(root, rules, game, &self.book, &mut found));
            problems.extend(diagnostic::bounded(found));
            for table in ["catalog", "exclusions"] {
                self.read.files += usize::from(root.join(format!("{rules}/{game}/{table}.yaml")).exists());
            }
        }
    }

    /// Returns a problem for each draft that has a golden.
    fn accepted_drafts(&self, goldens: &[String]) -> Vec<Problem> {
        let accepted: BTreeSet<&str> = goldens.iter().map(|path| self.project.goldens().id_of(path)).collect();
        let problem = |draft: &Scenario| {
            let problem = Problem::at(Kind::BadValue, &draft.place, "a scenario with a golden cannot be a draft");
            problem.help("remove `draft: true`, or remove the golden")
        };
        self.drafts.iter().filter(|draft| accepted.contains(draft.id.as_str())).map(problem).collect()
    }

    fn find_orphans(&mut self, goldens: Vec<String>) {
        let ids = self.scenarios.iter().map(|scenario| scenario.id.as_str());
        let mut orphans = self.project.goldens().orphans(goldens, ids);
        // A golden of an unreadable scenario is not an orphan; the scenario's own problem is reported.
        let read = LazyCell::new(|| self.scenarios.iter().map(Scenario::file_id).collect::<BTreeSet<&str>>());
        let is_unread = |id: &str| {
            !read.contains(id) && self.project.root.join(format!("{}/{id}.yaml", self.project.scenarios)).exists()
        };
        orphans.retain(|path| {
            let id = row_free(self.project.goldens().id_of(path));
            let file = id.rsplit_once('/').map(|(file, _)| file);
            !is_unread(id) && !file.is_some_and(is_unread)
        });
        self.orphans = orphans;
    }

    /// Returns a problem for each golden without a scenario.
    pub fn orphan_problems(&self) -> Vec<Problem> {
        let problem = |path: &String| {
            let problem = Problem::new(Kind::Orphan, format!("the golden `{path}` has no scenario")).about(path);
            match self.project.goldens().is_golden(path) {
                true => problem.suggest(this_call().writes(&["bless", "--prune"]), "removes it"),
                false => problem.help("`bless` did not write this file: move it elsewhere, or remove it"),
            }
        };
        self.orphans.iter().map(problem).collect()
    }

    /// Returns a problem if the project has no scenarios.
    pub fn nothing_written(&self) -> Option<Problem> {
        let SuiteCounts { scenarios, drafts, .. } = self.read;
        let folder = &self.project.scenarios;
        let problem = || Problem::new(Kind::Unreadable, format!("`{folder}/` has no scenarios"));
        (scenarios + drafts == 0).then(|| problem().suggest(self.first_scenario(), "writes the first one"))
    }

    /// Returns the command that writes the first scenario, for the first clause that needs one.
    pub fn first_scenario(&self) -> Option<String> {
        let clause = self.needed().next()?;
        Some(this_call().new_scenario(&clause.to_string()))
    }

    /// Returns the clauses that no scenario and no draft cites, in document order. Excluded clauses are left out.
    pub fn uncited(&self) -> Vec<ClauseId> {
        let claims = self.scenarios.iter().chain(&self.drafts).flat_map(|scenario| &scenario.claims);
        let cited: BTreeSet<&ClauseId> = claims.flat_map(|claim| &claim.clauses).collect();
        self.needed().filter(|clause| !cited.contains(clause)).collect()
    }

    /// Returns the clauses of the games of the project that are not excluded.
    fn needed(&self) -> impl Iterator<Item = ClauseId> {
        let is_excluded = |clause: &ClauseId| self.exclusions.iter().any(|it| it.clauses.contains(clause));
        let is_played = |clause: &ClauseId| self.project.games.contains_key(clause.game());
        let is_required = |clause: &ClauseId| !self.book.is_informative(clause);
        self.book.clauses().filter(move |clause| is_played(clause) && !is_excluded(clause) && is_required(clause))
    }

    /// Chooses the readings of each game, for scenarios that do not choose themselves.
    pub fn choose(&mut self, readings: BTreeMap<String, Readings>) {
        for (game, own) in &readings {
            let own = Arc::new(own.clone());
            let all = self.scenarios.iter_mut().chain(&mut self.drafts);
            all.filter(|scenario| scenario.game == *game).for_each(|it| it.choose(&own));
        }
        self.readings = readings;
    }

    pub fn scenario(&self, id: &str) -> Option<&Scenario> {
        let id_of = |at: &u32| self.scenarios[*at as usize].id.as_str();
        let found = self.index.binary_search_by_key(&id, id_of).ok()?;
        self.scenarios.get(self.index[found] as usize)
    }

    /// Returns the first catalog rule that contains a clause.
    pub fn rule_of(&self, clause: &ClauseId) -> Option<&CatalogRule> {
        self.catalog.get(self.rule_of_line.get(clause)?)
    }
}

/// Lists the files of a folder: all, or those of some scenario files.
fn listing_of(root: &Path, folder: &str, ids: Option<&[String]>, extensions: &[&str]) -> Listing {
    match ids {
        None => project_files::list(root, folder, extensions),
        Some(ids) => {
            let paths: Vec<String> = ids.iter().map(|id| format!("{folder}/{id}")).collect();
            project_files::list_named(root, &paths, extensions)
        }
    }
}

fn read_locks(project: &Project, problems: &mut Vec<Problem>) -> Vec<Lock> {
    let mut locks = Vec::new();
    for game in project.games.keys() {
        match Lock::load(&project.root, &project.rules, game, &project.rulebooks) {
            Ok(lock) => locks.extend(lock),
            Err(problem) => problems.push(*problem),
        }
    }
    locks
}

/// Returns an id without the row of a table.
pub(crate) fn row_free(id: &str) -> &str {
    id.split('[').next().unwrap_or(id)
}
