//! The part of a suite that reads fixtures and scenarios.

use std::collections::BTreeMap;

use super::Suite;
use crate::oracle::broken::Broken;
use crate::oracle::disk;
use crate::oracle::fixture::Fixtures;
use crate::oracle::fixture::UnassembledFixture;
use crate::oracle::former::Former;
use crate::oracle::golden;
use crate::oracle::jobs;
use crate::oracle::listing;
use crate::oracle::listing::Listing;
use crate::oracle::problem;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::project::Project;
use crate::oracle::scenario::Scenario;
use crate::oracle::scenario::ScenarioContext;
use crate::oracle::stamp::Stamp;
use crate::oracle::yaml::Node;

/// What became of a scenario file.
struct FileRead {
    stamp: Option<Stamp>,
    /// None where they are those of the former suite.
    scenarios: Option<Vec<Scenario>>,
    problems: Vec<Problem>,
}

impl Suite {
    pub(super) fn load_scenarios(
        &mut self,
        former: Option<&mut Former>,
        job_count: usize,
        problems: &mut Vec<Problem>,
    ) {
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
        self.fixtures = fixtures;
        self.read_scenarios(former, &scenarios, job_count, problems);
        let broken =
            |is_draft| -> usize { self.broken.iter().filter(|it| it.is_draft == is_draft).map(Broken::count).sum() };
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
        let mut drafts: BTreeMap<String, (Vec<UnassembledFixture>, Vec<String>)> = BTreeMap::new();
        let nodes = jobs::map(job_count, paths, |path| disk::read_yaml(&self.project.root, path));
        for (path, node) in paths.iter().zip(nodes) {
            let Some((game, name)) = self.fixture_name(path) else { continue };
            let draft = match node {
                Ok(node) => {
                    let mut found = Vec::new();
                    let draft = UnassembledFixture::read(&name, &node, &mut found).filter(|_| found.is_empty());
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

    /// Reads each file into its scenarios, or takes them from the former suite.
    fn read_scenarios(
        &mut self,
        mut former: Option<&mut Former>,
        paths: &[String],
        job_count: usize,
        problems: &mut Vec<Problem>,
    ) {
        if let Some(former) = &mut former {
            former.adapt(&self.book, &self.locks, &self.fixtures, job_count);
        }
        let before = former.as_deref();
        let results = jobs::map(job_count, paths, |path| self.read_file(before, path));
        let count = |it: &FileRead| it.scenarios.as_ref().map_or(1, Vec::len);
        self.scenarios.reserve(results.iter().map(count).sum());
        for (path, FileRead { stamp, scenarios, problems: found }) in paths.iter().zip(results) {
            self.read.known += usize::from(scenarios.is_none());
            let scenarios = scenarios.or_else(|| Some(former.as_mut()?.take(path))).unwrap_or_default();
            self.read.ignored += usize::from(scenarios.is_empty() && found.is_empty());
            if !found.is_empty() || scenarios.iter().any(|scenario| scenario.lacks_base) {
                self.broken.push(Broken::new(self.id_of(path).to_owned(), scenarios, &found));
                problems.extend(found);
                continue;
            }
            self.stamps.extend(stamp.map(|stamp| (path.clone(), stamp)));
            let (drafts, scenarios): (Vec<_>, Vec<_>) = scenarios.into_iter().partition(|it| it.is_draft);
            self.drafts.extend(drafts);
            self.scenarios.extend(scenarios);
        }
    }

    /// Reads a file at once into its scenarios, so that the tree of only one file per job is in memory.
    fn read_file(&self, former: Option<&Former>, path: &str) -> FileRead {
        let Project { root, games, .. } = &self.project;
        let id = self.id_of(path);
        let game = id.split('/').next().unwrap_or("");
        if let Some(stamp) = former.and_then(|former| former.unsaved(root, path)).filter(|_| games.contains_key(game)) {
            return FileRead { stamp: Some(stamp.clone()), scenarios: None, problems: Vec::new() };
        }
        // What is written while it is read has another stamp than what was read, not the same.
        let stamp = former.and_then(|_| Stamp::settled(&root.join(path)));
        let (scenarios, problems) = match disk::read_yaml(root, path) {
            Ok(node) if !games.contains_key(game) => (Vec::new(), vec![no_such_game(game, &node, &self.project)]),
            Ok(node) => {
                let (none, mut found) = (Fixtures::default(), Vec::new());
                let fixtures = self.fixtures.get(game).unwrap_or(&none);
                let context = ScenarioContext { book: &self.book, fixtures, game };
                (Scenario::read(id, node, &context, &mut found), problem::bounded(found))
            }
            Err(found) => (Vec::new(), found),
        };
        FileRead { stamp, scenarios: Some(scenarios), problems }
    }

    /// The id of the scenario in a file.
    fn id_of<'p>(&self, path: &'p str) -> &'p str {
        path[self.project.scenarios.len()..].trim_matches('/').trim_end_matches(".yaml")
    }
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
