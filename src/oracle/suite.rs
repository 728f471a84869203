//! The suite: everything the project's files say, read and checked before anything is played.

mod reading;

use std::cell::LazyCell;
use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;
use std::mem;
use std::sync::Arc;

use crate::oracle::broken::Broken;
use crate::oracle::catalog;
use crate::oracle::catalog::CatalogRule;
use crate::oracle::catalog::Outside;
use crate::oracle::catalog::RuleOfLine;
use crate::oracle::exclusion;
use crate::oracle::exclusion::Exclusion;
use crate::oracle::fixture::Fixtures;
use crate::oracle::floor::Floor;
use crate::oracle::former::Former;
use crate::oracle::jobs;
use crate::oracle::listing;
use crate::oracle::lock::Lock;
use crate::oracle::past::Past;
use crate::oracle::problem;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::project::Project;
use crate::oracle::readings::Readings;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::rulebook::Rulebook;
use crate::oracle::scenario::Scenario;
use crate::oracle::stamp::Stamp;
use crate::oracle::suggestion::this_call;
use crate::oracle::uncatalogued;
use crate::oracle::unsettled;

#[derive(Debug)]
pub struct Suite {
    pub project: Project,
    pub book: Rulebook,
    /// What each game's rulebook said when it was last reviewed, where that was kept.
    pub locks: Vec<Lock>,
    pub catalog: Vec<CatalogRule>,
    /// For each game that has a catalog, what this leaves out on purpose.
    pub outside: Vec<Outside>,
    pub exclusions: Vec<Exclusion>,
    /// Sorted by id; rows of one file in the order of the file.
    pub scenarios: Vec<Scenario>,
    /// Scenarios that are still being written, sorted by id. They prove nothing and fail nothing.
    pub drafts: Vec<Scenario>,
    /// Scenario files that cannot be played as they are, sorted by id.
    pub broken: Vec<Broken>,
    /// The fixtures of each game.
    pub fixtures: BTreeMap<String, Fixtures>,
    /// Goldens that no scenario owns, by path.
    pub orphans: Vec<String>,
    pub read: SuiteCounts,
    /// The grades that clauses must keep, where the project has such a list.
    pub floor: Option<Floor>,
    /// The readings that are played in each game, where they are not the usual ones.
    pub readings: BTreeMap<String, Readings>,
    /// The stamps of scenario files that were read without a problem, by path; none where nobody will read them again.
    pub(super) stamps: HashMap<String, Stamp>,
    rule_of_line: RuleOfLine,
    /// Where each scenario stands in the list.
    index: HashMap<String, usize>,
}

/// What was read, for the closing line of every run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SuiteCounts {
    pub files: usize,
    pub clauses: usize,
    pub scenarios: usize,
    pub drafts: usize,
    /// Scenario files that were not read, because what they say was known already.
    pub known: usize,
    /// YAML files in the scenarios folder that are neither scenario nor fixture of a known game.
    pub ignored: usize,
}

impl Suite {
    /// Reads everything. Problems do not stop the reading; they are all in the list.
    pub fn load(project: Project, job_count: usize) -> (Suite, Vec<Problem>) {
        Suite::load_after(None, project, job_count)
    }

    /// The same for whoever reads a suite again and again: what has not changed is taken from the former one.
    pub(crate) fn load_after(former: Option<&mut Former>, project: Project, job_count: usize) -> (Suite, Vec<Problem>) {
        let (root, golden) = (project.root.clone(), project.golden.clone());
        let read = || Suite::read(former, project, job_count);
        let (goldens, (mut suite, mut problems)) =
            jobs::both(job_count, || listing::list(&root, &golden, &["yaml"]), read);
        problems.extend(suite.accepted_drafts(&goldens.paths));
        suite.find_orphans(goldens.paths);
        problems.extend(goldens.problems);
        problem::sort(&mut problems);
        (suite, problems)
    }

    fn read(former: Option<&mut Former>, project: Project, job_count: usize) -> (Suite, Vec<Problem>) {
        let (mut book, mut problems) = Rulebook::load(&project.root, &project.rules);
        let locks = read_locks(&project, &mut problems);
        if let Some(past) = Past::of(&locks, &project.rules, &book) {
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
            index: HashMap::new(),
            read: SuiteCounts {
                files: book.files().count(),
                clauses: book.clauses().count(),
                ..SuiteCounts::default()
            },
            project,
            book,
        };
        suite.read.files += suite.locks.len();
        suite.settle_gaps();
        suite.load_tables(&mut problems);
        suite.load_scenarios(former, job_count, &mut problems);
        suite.rule_of_line = RuleOfLine::new(&suite.catalog, &suite.book);
        problems.extend(unsettled::moved(&suite));
        suite.index = (0..).zip(&suite.scenarios).map(|(at, scenario)| (scenario.id.clone(), at)).collect();
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
        problems.extend(problem::bounded(found));
        let Project { root, rules, games, .. } = &self.project;
        for game in games.keys() {
            let mut found = Vec::new();
            match catalog::is_there(root, rules, game) {
                true => {
                    let catalog = catalog::load(root, rules, game, &self.book, &mut found);
                    self.catalog.extend(catalog.rules);
                    self.outside.push(catalog.outside);
                }
                false => self.catalog.extend(uncatalogued::rules(game, &self.book)),
            }
            problems.extend(problem::bounded(mem::take(&mut found)));
            self.exclusions.extend(exclusion::load(root, rules, game, &self.book, &mut found));
            problems.extend(problem::bounded(found));
            for table in ["catalog", "exclusions"] {
                self.read.files += usize::from(root.join(format!("{rules}/{game}/{table}.yaml")).exists());
            }
        }
    }

    /// What a person has accepted is no longer being written.
    fn accepted_drafts(&self, goldens: &[String]) -> Vec<Problem> {
        let accepted: BTreeSet<&str> = goldens.iter().map(|path| self.project.goldens().id_of(path)).collect();
        let tell = |draft: &Scenario| {
            let problem = Problem::at(Kind::BadValue, &draft.place, "a scenario with a golden cannot be a draft");
            problem.help("take out `draft: true`, or remove the golden")
        };
        self.drafts.iter().filter(|draft| accepted.contains(draft.id.as_str())).map(tell).collect()
    }

    fn find_orphans(&mut self, goldens: Vec<String>) {
        let ids = self.scenarios.iter().map(|scenario| scenario.id.as_str());
        let mut orphans = self.project.goldens().orphans(goldens, ids);
        // The golden of a scenario that cannot be read is not to blame; the scenario's own problem is told.
        let read = LazyCell::new(|| self.scenarios.iter().map(|it| file_id(&it.id)).collect::<BTreeSet<&str>>());
        orphans.retain(|path| {
            let id = file_id(self.project.goldens().id_of(path));
            read.contains(id) || !self.project.root.join(format!("{}/{id}.yaml", self.project.scenarios)).exists()
        });
        self.orphans = orphans;
    }

    /// An orphaned golden is a mistake wherever goldens count.
    pub(crate) fn orphan_problems(&self) -> Vec<Problem> {
        let tell = |path: &String| {
            let problem = Problem::new(Kind::Orphan, format!("`{path}` is the golden of no scenario")).about(path);
            match self.project.goldens().is_golden(path) {
                true => problem.suggest(this_call().writes(&["bless", "--prune"]), "drops it"),
                false => problem.help("it was not written by `bless`: move it elsewhere, or remove it"),
            }
        };
        self.orphans.iter().map(tell).collect()
    }

    /// Rules alone can be read and listed; nothing about them has been checked.
    pub(crate) fn nothing_written(&self) -> Option<Problem> {
        let SuiteCounts { scenarios, drafts, .. } = self.read;
        let folder = &self.project.scenarios;
        let problem = || Problem::new(Kind::Unreadable, format!("no scenario: `{folder}/` holds none"));
        (scenarios + drafts == 0).then(|| problem().suggest(self.first_scenario(), "writes the first one"))
    }

    /// The command that writes the first scenario: for the first clause of a game that needs one.
    pub(crate) fn first_scenario(&self) -> Option<String> {
        let is_excluded = |clause: &ClauseId| self.exclusions.iter().any(|it| it.clauses.contains(clause));
        let is_played = |clause: &ClauseId| self.project.games.contains_key(clause.game());
        let clause = self.book.clauses().find(|clause| is_played(clause) && !is_excluded(clause))?;
        Some(this_call().new_scenario(&clause.to_string()))
    }

    /// Chooses the readings that are played in each game, where a scenario does not choose itself.
    pub fn choose(&mut self, readings: BTreeMap<String, Readings>) {
        for (game, own) in &readings {
            let own = Arc::new(own.clone());
            let all = self.scenarios.iter_mut().chain(&mut self.drafts);
            all.filter(|scenario| scenario.game == *game).for_each(|it| it.choose(&own));
        }
        self.readings = readings;
    }

    pub(crate) fn scenario(&self, id: &str) -> Option<&Scenario> {
        self.scenarios.get(*self.index.get(id)?)
    }

    /// The first rule of the catalog that a clause belongs to.
    pub(crate) fn rule_of(&self, clause: &ClauseId) -> Option<&CatalogRule> {
        self.catalog.get(self.rule_of_line.get(clause)?)
    }
}

fn read_locks(project: &Project, problems: &mut Vec<Problem>) -> Vec<Lock> {
    let mut locks = Vec::new();
    for game in project.games.keys() {
        match Lock::load(&project.root, &project.rules, game) {
            Ok(lock) => locks.extend(lock),
            Err(problem) => problems.push(*problem),
        }
    }
    locks
}

/// The id without the row of a table.
fn file_id(id: &str) -> &str {
    id.split('[').next().unwrap_or(id)
}
