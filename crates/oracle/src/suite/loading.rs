//! Loads the fixtures and scenarios of a suite.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashSet;

use super::Extent;
use super::Suite;
use crate::base::diagnostic;
use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::file_stamp::FileStamp;
use crate::base::parallel;
use crate::base::project_files;
use crate::base::project_files::Listing;
use crate::base::safe_read;
use crate::base::tolerance::Tolerance;
use crate::base::yaml::Node;
use crate::suite::fixture::Fixtures;
use crate::suite::fixture::UnassembledFixture;
use crate::suite::golden;
use crate::suite::project::Project;
use crate::suite::scenario::Scenario;
use crate::suite::scenario::ScenarioContext;
use crate::suite::suite_cache::SuiteCache;
use crate::suite::unplayable::Broken;

/// Result of reading a scenario file.
struct FileRead {
    stamp: Option<FileStamp>,
    /// `None` if the cached scenarios are still valid.
    scenarios: Option<Vec<Scenario>>,
    problems: Vec<Problem>,
}

impl Suite {
    pub(super) fn load_scenarios(&mut self, extent: Extent<'_>, job_count: usize, problems: &mut Vec<Problem>) {
        let Listing { paths, problems: unreadable } = self.scenario_files(extent.files());
        let (misnamed, paths): (Vec<String>, Vec<String>) = paths.into_iter().partition(|path| path.ends_with(".yml"));
        problems.extend(unreadable);
        self.read.files += paths.len();
        for path in misnamed {
            let problem = Problem::new(Kind::BadValue, format!("`{path}` is ignored because of its extension"));
            problems.push(problem.help("name it `.yaml`").about(path));
        }
        let (paths, odd): (Vec<String>, Vec<String>) = paths.into_iter().partition(|path| has_plain_name(path));
        problems.extend(odd.iter().map(|path| odd_name(path)));
        let (fixtures, scenarios): (Vec<String>, Vec<String>) =
            paths.into_iter().partition(|path| self.fixture_name(path).is_some());
        let fixtures = self.read_fixtures(&fixtures, job_count, problems);
        self.fixtures = fixtures;
        let cache = match extent {
            Extent::Cached(cache) => Some(cache),
            Extent::Whole | Extent::Files(_) => None,
        };
        self.read_scenarios(cache, &scenarios, job_count, problems);
        self.refuse_duplicates(problems);
        let broken =
            |is_draft| -> usize { self.broken.iter().filter(|it| it.is_draft == is_draft).map(Broken::count).sum() };
        self.read.scenarios = self.scenarios.len() + broken(false);
        self.read.drafts = self.drafts.len() + broken(true);
    }

    /// Lists all files of the scenarios folder, or the files with these ids and the fixtures of their games.
    fn scenario_files(&self, ids: Option<&[String]>) -> Listing {
        let Project { root, scenarios, .. } = &self.project;
        let extensions = ["yaml", "yml"];
        let mut listing = super::listing_of(root, scenarios, ids, &extensions);
        let games: BTreeSet<&str> = ids.unwrap_or_default().iter().filter_map(|id| id.split('/').next()).collect();
        for game in games {
            let fixtures = project_files::list(root, &format!("{scenarios}/{game}/fixtures"), &extensions);
            listing.paths.extend(fixtures.paths);
            listing.problems.extend(fixtures.problems);
        }
        listing
    }

    /// Reads and merges the fixtures of each game.
    fn read_fixtures(
        &self,
        paths: &[String],
        job_count: usize,
        problems: &mut Vec<Problem>,
    ) -> BTreeMap<String, Fixtures> {
        let mut drafts: BTreeMap<String, (Vec<UnassembledFixture>, Vec<String>)> = BTreeMap::new();
        let nodes = parallel::map(job_count, paths, |path| safe_read::read_yaml(&self.project.root, path));
        for (path, node) in paths.iter().zip(nodes) {
            let Some((game, name)) = self.fixture_name(path) else { continue };
            let draft = match node {
                Ok(node) => {
                    let mut found = Vec::new();
                    let draft = UnassembledFixture::read(&name, &node, &mut found).filter(|_| found.is_empty());
                    problems.extend(diagnostic::bounded(found));
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

    /// Returns the game and name of a fixture, if the path is one.
    fn fixture_name(&self, path: &str) -> Option<(String, String)> {
        let mut parts = path[self.project.scenarios.len()..].trim_start_matches('/').splitn(3, '/');
        let (game, topic, rest) = (parts.next()?, parts.next()?, parts.next()?);
        let is_fixture = topic == "fixtures" && self.project.games.contains_key(game);
        is_fixture.then(|| (game.to_owned(), rest.trim_end_matches(".yaml").to_owned()))
    }

    /// Reads each file into its scenarios, or takes them from the cache.
    fn read_scenarios(
        &mut self,
        mut cache: Option<&mut SuiteCache>,
        paths: &[String],
        job_count: usize,
        problems: &mut Vec<Problem>,
    ) {
        if let Some(cache) = &mut cache {
            cache.adapt(self, job_count);
        }
        let before = cache.as_deref();
        let results = parallel::map(job_count, paths, |path| self.read_file(before, path));
        let count = |it: &FileRead| it.scenarios.as_ref().map_or(1, Vec::len);
        self.scenarios.reserve(results.iter().map(count).sum());
        for (path, FileRead { stamp, scenarios, problems: found }) in paths.iter().zip(results) {
            self.read.known += usize::from(scenarios.is_none());
            let scenarios = scenarios.or_else(|| Some(cache.as_mut()?.take(path))).unwrap_or_default();
            self.read.ignored += usize::from(scenarios.is_empty() && found.is_empty());
            // Of a file with several scenarios, those without problems run.
            let (unplayable, scenarios): (Vec<_>, Vec<_>) =
                scenarios.into_iter().partition(|scenario| scenario.has_problems || scenario.lacks_base);
            match found.is_empty() && unplayable.is_empty() {
                true => self.stamps.extend(stamp.map(|stamp| (path.clone(), stamp))),
                false => self.broken.push(Broken::new(self.id_of(path).to_owned(), unplayable, &found)),
            }
            problems.extend(found);
            let (drafts, scenarios): (Vec<_>, Vec<_>) = scenarios.into_iter().partition(|it| it.is_draft);
            self.drafts.extend(drafts);
            self.scenarios.extend(scenarios);
        }
    }

    /// Reports scenarios with the id of another one: a name in a file of several can equal the path of a file.
    fn refuse_duplicates(&mut self, problems: &mut Vec<Problem>) {
        let mut seen: HashSet<String> = HashSet::new();
        let mut is_first = |scenario: &Scenario| {
            let is_new = seen.insert(scenario.id.clone());
            if !is_new {
                let message = format!("another file has a scenario with the id `{}`", scenario.id);
                problems.push(Problem::at(Kind::Duplicate, &scenario.place, message).help("rename one of them"));
            }
            is_new
        };
        self.scenarios.retain(&mut is_first);
        self.drafts.retain(&mut is_first);
    }

    /// Reads one file into its scenarios, so that each job holds the tree of only one file.
    fn read_file(&self, cache: Option<&SuiteCache>, path: &str) -> FileRead {
        let Project { root, games, .. } = &self.project;
        let id = self.id_of(path);
        let game = id.split('/').next().unwrap_or("");
        if let Some(stamp) = cache.and_then(|cache| cache.unsaved(root, path)).filter(|_| games.contains_key(game)) {
            return FileRead { stamp: Some(stamp.clone()), scenarios: None, problems: Vec::new() };
        }
        // The stamp is taken before reading: a file that is written meanwhile then has another stamp.
        let stamp = cache.and_then(|_| FileStamp::settled(&root.join(path)));
        let (scenarios, problems) = match safe_read::read_yaml(root, path) {
            Ok(node) if !games.contains_key(game) => (Vec::new(), vec![no_such_game(game, &node, &self.project)]),
            Ok(node) => {
                let (none, mut found) = (Fixtures::default(), Vec::new());
                let fixtures = self.fixtures.get(game).unwrap_or(&none);
                let has_goldens = !self.project.without_goldens.contains(game);
                let exact = Tolerance::default();
                let tolerance = self.project.tolerances.get(game).unwrap_or(&exact);
                let context = ScenarioContext { book: &self.book, fixtures, game, tolerance, has_goldens };
                (Scenario::read(id, node, &context, &mut found), diagnostic::bounded(found))
            }
            Err(found) => (Vec::new(), found),
        };
        FileRead { stamp, scenarios: Some(scenarios), problems }
    }

    /// Returns the id of the scenario in a file.
    fn id_of<'p>(&self, path: &'p str) -> &'p str {
        path[self.project.scenarios.len()..].trim_matches('/').trim_end_matches(".yaml")
    }
}

/// Characters that an id must not contain: brackets mark a table row; the others are filter patterns, Markdown code, or
/// invalid in file names.
const ODD_SIGNS: [char; 10] = ['[', ']', '*', '?', '<', '>', '|', '`', '"', '\\'];

/// Returns whether a scenario of this path has a golden path that no row or proposal shares.
fn has_plain_name(path: &str) -> bool {
    !path.contains(ODD_SIGNS) && !path.ends_with(golden::PENDING)
}

fn odd_name(path: &str) -> Problem {
    let problem = Problem::new(Kind::BadValue, format!("`{path}` is not a valid scenario name")).about(path);
    match path.ends_with(golden::PENDING) {
        true => problem.help(format!("`{}` is the extension of proposed outcomes; rename the file", golden::PENDING)),
        false => problem.help(format!("remove {}", ODD_SIGNS.map(String::from).join(" "))),
    }
}

fn no_such_game(game: &str, node: &Node, project: &Project) -> Problem {
    let message = format!("the folder `{game}` is not a game of the project");
    let problem = Problem::at(Kind::BadValue, &node.place, message);
    let problem = problem.nearest(game, project.games.keys().map(String::as_str));
    problem.help("name the game under `games:` in truthsayer.yaml")
}
