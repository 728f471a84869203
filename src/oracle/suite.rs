//! The suite: everything the project's files say, read and checked before anything is played.

use std::cell::LazyCell;
use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;
use std::mem;
use std::sync::Arc;

use crate::oracle::broken::Broken;
use crate::oracle::catalog;
use crate::oracle::catalog::CatalogRule;
use crate::oracle::catalog::RuleOfLine;
use crate::oracle::disk;
use crate::oracle::exclusion;
use crate::oracle::exclusion::Exclusion;
use crate::oracle::fixture::Draft;
use crate::oracle::fixture::Fixtures;
use crate::oracle::floor::Floor;
use crate::oracle::golden;
use crate::oracle::jobs;
use crate::oracle::listing;
use crate::oracle::listing::Listing;
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
use crate::oracle::scenario::ScenarioContext;
use crate::oracle::uncatalogued;
use crate::oracle::unsettled;
use crate::oracle::yaml::Node;

#[derive(Debug)]
pub struct Suite {
    pub project: Project,
    pub book: Rulebook,
    /// What each game's rulebook said when it was last reviewed, where that was kept.
    pub locks: Vec<Lock>,
    pub catalog: Vec<CatalogRule>,
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
    pub read: Read,
    /// The grades that clauses must keep, where the project has such a list.
    pub floor: Option<Floor>,
    /// The readings that are played in each game, where they are not the usual ones.
    pub readings: BTreeMap<String, Readings>,
    rule_of_line: RuleOfLine,
    /// Where each scenario stands in the list.
    index: HashMap<String, usize>,
}

/// What was read, for the closing line of every run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Read {
    pub files: usize,
    pub clauses: usize,
    pub scenarios: usize,
    pub drafts: usize,
    /// YAML files in the scenarios folder that are neither scenario nor fixture of a known game.
    pub ignored: usize,
}

impl Suite {
    /// Reads everything. Problems do not stop the reading; they are all in the list.
    pub fn load(project: Project, job_count: usize) -> (Suite, Vec<Problem>) {
        let (root, golden) = (project.root.clone(), project.golden.clone());
        let (goldens, (mut suite, mut problems)) =
            jobs::both(job_count, || listing::list(&root, &golden, &["yaml"]), || Suite::read(project, job_count));
        problems.extend(suite.accepted_drafts(&goldens.paths));
        suite.find_orphans(goldens.paths);
        problems.extend(goldens.problems);
        problem::sort(&mut problems);
        (suite, problems)
    }

    fn read(project: Project, job_count: usize) -> (Suite, Vec<Problem>) {
        let (mut book, mut problems) = Rulebook::load(&project.root, &project.rules);
        let locks = read_locks(&project, &mut problems);
        if let Some(past) = Past::of(&locks, &project.rules, &book) {
            book.remember(past);
        }
        let mut suite = Suite {
            locks,
            catalog: Vec::new(),
            exclusions: Vec::new(),
            scenarios: Vec::new(),
            drafts: Vec::new(),
            broken: Vec::new(),
            fixtures: BTreeMap::new(),
            orphans: Vec::new(),
            floor: None,
            readings: BTreeMap::new(),
            rule_of_line: RuleOfLine::default(),
            index: HashMap::new(),
            read: Read { files: book.files().count(), clauses: book.clauses().count(), ..Read::default() },
            project,
            book,
        };
        suite.read.files += suite.locks.len();
        suite.settle_gaps();
        suite.load_tables(&mut problems);
        suite.load_scenarios(job_count, &mut problems);
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
                true => self.catalog.extend(catalog::load(root, rules, game, &self.book, &mut found)),
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

    fn load_scenarios(&mut self, job_count: usize, problems: &mut Vec<Problem>) {
        let folder = self.project.scenarios.clone();
        let Listing { paths, problems: unreadable } = listing::list(&self.project.root, &folder, &["yaml", "yml"]);
        let (misnamed, paths): (Vec<String>, Vec<String>) = paths.into_iter().partition(|path| path.ends_with(".yml"));
        problems.extend(unreadable);
        self.read.files += paths.len();
        for path in misnamed {
            let problem = Problem::new(Kind::BadValue, format!("`{path}` would not be read"));
            problems.push(problem.help("name it `.yaml`").about(path));
        }
        let (paths, odd): (Vec<String>, Vec<String>) = paths.into_iter().partition(|path| has_plain_name(path));
        problems.extend(odd.iter().map(|path| odd_name(path)));
        let (fixtures, scenarios): (Vec<String>, Vec<String>) =
            paths.into_iter().partition(|path| self.fixture_name(path).is_some());
        let fixtures = self.read_fixtures(&fixtures, job_count, problems);
        self.read_scenarios(&fixtures, &scenarios, job_count, problems);
        self.fixtures = fixtures;
        let broken = |is_draft| self.broken.iter().filter(move |it| it.is_draft == is_draft).count();
        self.read.scenarios = self.scenarios.len() + broken(false);
        self.read.drafts = self.drafts.len() + broken(true);
    }

    /// The fixtures of each game, put together.
    fn read_fixtures(
        &self,
        paths: &[String],
        job_count: usize,
        problems: &mut Vec<Problem>,
    ) -> BTreeMap<String, Fixtures> {
        let mut drafts: BTreeMap<String, (Vec<Draft>, Vec<String>)> = BTreeMap::new();
        let nodes = jobs::map(job_count, paths, |path| disk::read_yaml(&self.project.root, path));
        for (path, node) in paths.iter().zip(nodes) {
            let Some((game, name)) = self.fixture_name(path) else { continue };
            let draft = match node {
                Ok(node) => {
                    let mut found = Vec::new();
                    let draft = Draft::read(&name, &node, &mut found).filter(|_| found.is_empty());
                    problems.extend(problem::bounded(found));
                    draft
                }
                Err(found) => {
                    problems.extend(found);
                    None
                }
            };
            let (read, unreadable) = drafts.entry(game).or_default();
            match draft {
                Some(draft) => read.push(draft),
                None => unreadable.push(name),
            }
        }
        let assemble = |(game, (drafts, unreadable))| (game, Fixtures::assemble(drafts, unreadable, problems));
        drafts.into_iter().map(assemble).collect()
    }

    /// The game and the name of a fixture, if the path is one.
    fn fixture_name(&self, path: &str) -> Option<(String, String)> {
        let mut parts = path[self.project.scenarios.len()..].trim_start_matches('/').splitn(3, '/');
        let (game, topic, rest) = (parts.next()?, parts.next()?, parts.next()?);
        let is_fixture = topic == "fixtures" && self.project.games.contains_key(game);
        is_fixture.then(|| (game.to_owned(), rest.trim_end_matches(".yaml").to_owned()))
    }

    /// Reads each file into its scenarios at once, so that the tree of only one file per job is in memory.
    fn read_scenarios(
        &mut self,
        fixtures: &BTreeMap<String, Fixtures>,
        paths: &[String],
        job_count: usize,
        problems: &mut Vec<Problem>,
    ) {
        let none = Fixtures::default();
        let id_of =
            |path: &str| path[self.project.scenarios.len()..].trim_matches('/').trim_end_matches(".yaml").to_owned();
        let results = jobs::map(job_count, paths, |path| {
            let node = match disk::read_yaml(&self.project.root, path) {
                Ok(node) => node,
                Err(found) => return (Vec::new(), found),
            };
            let id = &id_of(path);
            let game = id.split('/').next().unwrap_or("");
            let context = ScenarioContext { book: &self.book, fixtures: fixtures.get(game).unwrap_or(&none), game };
            let mut found = Vec::new();
            if !self.project.games.contains_key(game) {
                found.push(no_such_game(game, &node, &self.project));
                return (Vec::new(), found);
            }
            (Scenario::read(id, node, &context, &mut found), problem::bounded(found))
        });
        self.scenarios.reserve(results.iter().map(|(scenarios, _)| scenarios.len()).sum());
        let ids: Vec<String> = paths.iter().map(|path| id_of(path)).collect();
        for (id, (scenarios, found)) in ids.into_iter().zip(results) {
            self.read.ignored += usize::from(scenarios.is_empty() && found.is_empty());
            if !found.is_empty() || scenarios.iter().any(|scenario| scenario.lacks_base) {
                self.broken.push(Broken::new(id, scenarios, &found));
                problems.extend(found);
                continue;
            }
            let (drafts, scenarios): (Vec<_>, Vec<_>) = scenarios.into_iter().partition(|it| it.is_draft);
            self.drafts.extend(drafts);
            self.scenarios.extend(scenarios);
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
    pub fn orphan_problems(&self) -> Vec<Problem> {
        let tell = |path: &String| {
            let problem = Problem::new(Kind::Orphan, format!("`{path}` is the golden of no scenario"));
            problem.help("`truthsayer bless --prune` drops it").about(path)
        };
        self.orphans.iter().map(tell).collect()
    }

    /// Rules alone can be read and listed; nothing about them has been checked.
    pub fn nothing_written(&self) -> Option<Problem> {
        let Read { scenarios, drafts, .. } = self.read;
        let folder = &self.project.scenarios;
        let problem = || Problem::new(Kind::Unreadable, format!("no scenario: `{folder}/` holds none"));
        (scenarios + drafts == 0).then(|| problem().help("`truthsayer new CITE` writes the first one"))
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

    pub fn scenario(&self, id: &str) -> Option<&Scenario> {
        self.scenarios.get(*self.index.get(id)?)
    }

    /// The first rule of the catalog that a clause belongs to.
    pub fn rule_of(&self, clause: &ClauseId) -> Option<&CatalogRule> {
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

/// Signs that mean something else wherever an id is read or shown: brackets are the row of a table, the others are
/// patterns of a filter, ends of code in a document, or no part of a name on some system.
const ODD_SIGNS: [char; 10] = ['[', ']', '*', '?', '<', '>', '|', '`', '"', '\\'];

/// Whether a scenario of this path gets a golden of its own: not one that a row or a proposal would have.
fn has_plain_name(path: &str) -> bool {
    !path.contains(ODD_SIGNS) && !path.ends_with(golden::PENDING)
}

fn odd_name(path: &str) -> Problem {
    let problem = Problem::new(Kind::BadValue, format!("`{path}` cannot be the name of a scenario")).about(path);
    match path.ends_with(golden::PENDING) {
        true => {
            problem.help(format!("`{}` is what an outcome is called that nobody has accepted yet", golden::PENDING))
        }
        false => problem.help(format!("leave out {}", ODD_SIGNS.map(String::from).join(" "))),
    }
}

fn no_such_game(game: &str, node: &Node, project: &Project) -> Problem {
    let message = format!("the folder `{game}` belongs to no game of the project");
    let problem = Problem::at(Kind::BadValue, &node.place, message);
    let problem = problem.nearest(game, project.games.keys().map(String::as_str));
    problem.help("games are named in truthsayer.yaml")
}
