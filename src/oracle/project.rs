//! The project file `truthsayer.yaml`: where things are, and which engine plays which game.

use std::collections::BTreeMap;
use std::path::Component;
use std::path::Path;
use std::path::PathBuf;

use crate::oracle::disk;
use crate::oracle::engine_entry;
use crate::oracle::engine_entry::EngineEntry;
use crate::oracle::fields;
use crate::oracle::fields::Fields;
use crate::oracle::foil_entry;
use crate::oracle::foil_entry::FoilEntry;
use crate::oracle::gate_entry;
use crate::oracle::gate_entry::GateEntry;
use crate::oracle::golden::Goldens;
use crate::oracle::problem;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::readings::ChosenReadings;
use crate::oracle::yaml::Node;
use crate::source::Place;

pub const FILE_NAME: &str = "truthsayer.yaml";

/// A project: a folder with `truthsayer.yaml` in it. The folder names are relative to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Project {
    pub root: PathBuf,
    pub rules: String,
    pub scenarios: String,
    pub golden: String,
    /// Folders and files with the source of the engines, which documents may show.
    pub sources: Vec<String>,
    /// The name of the engine that plays each game.
    pub games: BTreeMap<String, String>,
    /// The games in the order in which the project file names them.
    pub order: Vec<String>,
    /// The readings that are played in each game.
    pub readings: BTreeMap<String, ChosenReadings>,
    /// Engines that are not built in, and what is known about those that are.
    pub engines: BTreeMap<String, EngineEntry>,
    /// Named lists of switches to turn off together.
    pub profiles: BTreeMap<String, KnockoutProfile>,
    /// Engines that are known to lack something.
    pub foils: Vec<FoilEntry>,
    /// What `gate` holds.
    pub gate: GateEntry,
}

/// An engine that lacks some clauses, or reads some otherwise: its title, the switches that are off, its readings.
#[derive(Debug, Clone, PartialEq)]
pub struct KnockoutProfile {
    pub title: String,
    pub without: Vec<String>,
    pub readings: ChosenReadings,
}

impl Project {
    /// The goldens of the games' own engines.
    pub fn goldens(&self) -> Goldens<'_> {
        self.goldens_in(&self.golden)
    }

    /// The goldens in a folder of the project.
    pub(crate) fn goldens_in<'a>(&'a self, folder: &'a str) -> Goldens<'a> {
        Goldens { root: &self.root, folder }
    }

    /// The nearest folder, from `start` upwards, that holds a project file.
    pub(crate) fn find(start: &Path) -> Option<PathBuf> {
        start.ancestors().find(|folder| folder.join(FILE_NAME).is_file()).map(Path::to_path_buf)
    }

    pub fn load(root: &Path) -> Result<Project, Vec<Problem>> {
        let node = disk::read_yaml(root, FILE_NAME)?;
        let mut problems = Vec::new();
        let project = read(root, &node, &mut problems);
        match project {
            Some(project) if problems.is_empty() => Ok(project),
            _ => Err(problem::bounded(problems)),
        }
    }
}

fn read(root: &Path, node: &Node, problems: &mut Vec<Problem>) -> Option<Project> {
    let mut keys = Fields::of("the project file", node, problems)?;
    let mut folder = |key, default: &str| match keys.optional_text(key) {
        Some(name) => name.trim_end_matches('/').to_owned(),
        None => default.to_owned(),
    };
    let (rules, scenarios, golden) =
        (folder("rules", "rules"), folder("scenarios", "scenarios"), folder("golden", "golden"));
    let mut readings = BTreeMap::new();
    let node_of_games = keys.required("games");
    let games = node_of_games.map(|node| read_games(node, &mut readings, keys.problems())).unwrap_or_default();
    let named = node_of_games.and_then(Node::entries).unwrap_or_default().iter().map(|entry| entry.key.clone());
    let order = named.filter(|name| games.contains_key(name)).collect();
    let profiles = keys.optional("profiles").map(|node| read_profiles(node, keys.problems())).unwrap_or_default();
    let engines = keys.optional("engines").map(|node| engine_entry::read(node, keys.problems())).unwrap_or_default();
    let foils = foil_entry::read(&mut keys);
    let sources = read_sources(&mut keys);
    let gate = keys.optional("gate").map(|node| gate_entry::read(node, keys.problems())).unwrap_or_default();
    if !is_inside(&gate.floor) {
        let message = format!("the floor `{}` must be a file inside the project", gate.floor);
        keys.problem(Problem::at(Kind::BadValue, &node.place, message));
    }
    let folders = [("rules", rules.as_str()), ("scenarios", &scenarios), ("golden", &golden)];
    keys.problems().extend(folder_problems(&folders, &node.place));
    keys.finish();
    let root = root.to_path_buf();
    Some(Project { root, rules, scenarios, golden, sources, games, order, readings, engines, profiles, foils, gate })
}

fn read_sources(keys: &mut Fields<'_, '_>) -> Vec<String> {
    let mut sources = Vec::new();
    for node in keys.list("sources") {
        let Some(path) = fields::text(node, "sources", keys.problems()) else { continue };
        let path = path.trim_end_matches('/');
        if !is_inside(path) {
            let message = format!("`{path}` must be a folder or a file inside the project");
            keys.problem(Problem::at(Kind::BadValue, &node.place, message));
        }
        sources.push(path.to_owned());
    }
    sources
}

fn is_inside(path: &str) -> bool {
    !path.is_empty() && Path::new(path).components().all(|part| matches!(part, Component::Normal(_)))
}

/// Every folder lies inside the project and apart from the others: goldens written among scenarios would replace them.
fn folder_problems(folders: &[(&str, &str)], place: &Place) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (at, (key, name)) in folders.iter().enumerate() {
        if !is_inside(name) {
            let message = format!("`{key}: {name}` must be a folder inside the project");
            problems.push(Problem::at(Kind::BadValue, place, message));
        }
        for (other, taken) in &folders[..at] {
            if Path::new(name).starts_with(taken) || Path::new(taken).starts_with(name) {
                let message = format!("`{key}: {name}` and `{other}: {taken}` must lie apart");
                problems.push(Problem::at(Kind::BadValue, place, message));
            }
        }
    }
    problems
}

/// The name of a game is a folder of rules, scenarios, goldens and documents.
fn is_game_name(name: &str) -> bool {
    let starts = name.chars().next().is_some_and(char::is_alphanumeric);
    starts && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ' '))
}

fn read_games(
    node: &Node,
    readings: &mut BTreeMap<String, ChosenReadings>,
    problems: &mut Vec<Problem>,
) -> BTreeMap<String, String> {
    let mut games = BTreeMap::new();
    let Some(entries) = node.entries() else {
        problems.push(not_a_map(node, "games"));
        return games;
    };
    for entry in entries {
        if !is_game_name(&entry.key) {
            let message = format!("`{}` cannot be the name of a game, which is the name of its folders", entry.key);
            let problem = Problem::at(Kind::BadValue, &entry.key_place, message);
            problems.push(problem.help("write letters, digits, `-` and `_`"));
            continue;
        }
        let Some(mut keys) = Fields::of("a game", &entry.value, problems) else { continue };
        if let Some(engine) = keys.required_text("engine") {
            games.insert(entry.key.clone(), engine.to_owned());
        }
        if let Some(node) = keys.optional("readings") {
            readings.insert(entry.key.clone(), ChosenReadings::read(node, "readings", keys.problems()));
        }
        keys.finish();
    }
    if games.is_empty() && problems.is_empty() {
        problems.push(Problem::at(Kind::BadValue, &node.place, "`games` names no game"));
    }
    games
}

fn not_a_map(node: &Node, key: &str) -> Problem {
    let message = format!("`{key}` must be a map of names, this is {}", node.kind());
    Problem::at(Kind::WrongType, &node.place, message)
}

fn read_profiles(node: &Node, problems: &mut Vec<Problem>) -> BTreeMap<String, KnockoutProfile> {
    let mut profiles = BTreeMap::new();
    let Some(entries) = node.entries() else {
        problems.push(not_a_map(node, "profiles"));
        return profiles;
    };
    for entry in entries {
        let Some(mut keys) = Fields::of("a profile", &entry.value, problems) else { continue };
        let title = keys.required_text("title").unwrap_or_default().to_owned();
        let without: Vec<String> = keys.texts("without").into_iter().map(str::to_owned).collect();
        let readings = keys.optional("readings").map(|node| ChosenReadings::read(node, "readings", keys.problems()));
        let readings = readings.unwrap_or_default();
        if without.is_empty() && readings.is_empty() {
            let message = "a profile turns off at least one switch, or chooses a reading";
            keys.problem(Problem::at(Kind::BadValue, &entry.value.place, message));
        }
        keys.finish();
        profiles.insert(entry.key.clone(), KnockoutProfile { title, without, readings });
    }
    profiles
}
