//! The project file `truthsayer.yaml`: folders, games, engines and settings.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::path::Component;
use std::path::Path;
use std::path::PathBuf;
use std::sync::Arc;

use crate::base::diagnostic;
use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::safe_read;
use crate::base::source::Place;
use crate::base::strict_map;
use crate::base::strict_map::Fields;
use crate::base::tolerance::Tolerance;
use crate::base::yaml::Node;
use crate::rulebook::format::RulebookFormat;
use crate::rulebook::format::RulebookLayout;
use crate::rulebook::modality::NormativeWords;
use crate::suite::engine_entry;
use crate::suite::engine_entry::EngineEntry;
use crate::suite::gate_entry;
use crate::suite::gate_entry::GateEntry;
use crate::suite::golden::Goldens;
use crate::suite::readings::ChosenReadings;
use truthsayer_protocol::Data;

pub const FILE_NAME: &str = "truthsayer.yaml";

/// A project: a folder that contains `truthsayer.yaml`. Folder names are relative to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Project {
    pub root: PathBuf,
    pub rules: String,
    pub scenarios: String,
    pub golden: String,
    /// Source files and folders of the engines, for excerpts in reports.
    pub sources: Vec<String>,
    /// Name of the engine of each game.
    pub games: BTreeMap<String, String>,
    /// The games in the order of the project file.
    pub order: Vec<String>,
    /// The readings chosen for each game.
    pub readings: BTreeMap<String, ChosenReadings>,
    /// Games whose rulebook may have clauses that depend on the sentence before them.
    pub dependent_clauses_allowed: BTreeSet<String>,
    /// The format of each game's rulebook, if it is not the default.
    pub rulebooks: Arc<BTreeMap<String, RulebookFormat>>,
    /// The tolerance of each game that has one.
    pub tolerances: BTreeMap<String, Tolerance>,
    /// Games without goldens.
    pub without_goldens: BTreeSet<String>,
    /// External engines, and entries for built-in ones.
    pub engines: BTreeMap<String, EngineEntry>,
    /// Named lists of switches that are turned off together.
    pub profiles: BTreeMap<String, MutantProfile>,
    /// Settings of `gate`.
    pub gate: GateEntry,
}

/// A named variant of an engine: title, switches that are off, and readings.
#[derive(Debug, Clone, PartialEq)]
pub struct MutantProfile {
    pub title: String,
    pub without: Vec<String>,
    pub readings: ChosenReadings,
}

impl Project {
    /// Returns the goldens of the reference engines.
    pub fn goldens(&self) -> Goldens<'_> {
        self.goldens_in(&self.golden)
    }

    /// Returns the goldens in a folder of the project.
    pub(crate) fn goldens_in<'a>(&'a self, folder: &'a str) -> Goldens<'a> {
        Goldens { root: &self.root, folder }
    }

    /// Returns the nearest folder, from `start` upwards, that contains a project file.
    pub fn find(start: &Path) -> Option<PathBuf> {
        start.ancestors().find(|folder| folder.join(FILE_NAME).is_file()).map(Path::to_path_buf)
    }

    /// Returns the position of a value in the project file, for messages about it.
    pub fn place(&self, keys: &[&str]) -> Option<Place> {
        let whole = safe_read::read_yaml(&self.root, FILE_NAME).ok()?;
        let node = keys.iter().try_fold(&whole, |node, key| node.get(key))?;
        Some(node.place.clone())
    }

    pub fn load(root: &Path) -> Result<Project, Vec<Problem>> {
        let node = safe_read::read_yaml(root, FILE_NAME)?;
        let mut problems = Vec::new();
        let project = read(root, &node, &mut problems);
        match project {
            Some(project) if problems.is_empty() => Ok(project),
            _ => Err(diagnostic::bounded(problems)),
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
    let node_of_games = keys.required("games");
    let Games { engines: games, readings, dependent_clauses_allowed, rulebooks, tolerances, without_goldens } =
        node_of_games.map(|node| read_games(node, keys.problems())).unwrap_or_default();
    let named = node_of_games.and_then(Node::entries).unwrap_or_default().iter().map(|entry| entry.key.clone());
    let order = named.filter(|name| games.contains_key(name)).collect();
    let profiles = keys.optional("profiles").map(|node| read_profiles(node, keys.problems())).unwrap_or_default();
    let engines = keys.optional("engines").map(|node| engine_entry::read(node, keys.problems())).unwrap_or_default();
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
    Some(Project {
        root,
        rules,
        scenarios,
        golden,
        sources,
        games,
        order,
        readings,
        dependent_clauses_allowed,
        rulebooks: Arc::new(rulebooks),
        tolerances,
        without_goldens,
        engines,
        profiles,
        gate,
    })
}

fn read_sources(keys: &mut Fields<'_, '_>) -> Vec<String> {
    let mut sources = Vec::new();
    for node in keys.list("sources") {
        let Some(path) = strict_map::text(node, "sources", keys.problems()) else { continue };
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

/// Checks that all folders are inside the project and separate: goldens among scenarios would replace them.
fn folder_problems(folders: &[(&str, &str)], place: &Place) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (at, (key, name)) in folders.iter().enumerate() {
        if !is_inside(name) {
            let message = format!("`{key}: {name}` must be a folder inside the project");
            problems.push(Problem::at(Kind::BadValue, place, message));
        }
        for (other, taken) in &folders[..at] {
            if Path::new(name).starts_with(taken) || Path::new(taken).starts_with(name) {
                let message = format!("`{key}: {name}` and `{other}: {taken}` must be separate folders");
                problems.push(Problem::at(Kind::BadValue, place, message));
            }
        }
    }
    problems
}

/// Returns whether a game name is a valid name for its folders.
fn is_game_name(name: &str) -> bool {
    let starts = name.chars().next().is_some_and(char::is_alphanumeric);
    starts && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.' | ' '))
}

/// The entries of `games:`, each map by the name of the game.
#[derive(Default)]
struct Games {
    engines: BTreeMap<String, String>,
    readings: BTreeMap<String, ChosenReadings>,
    dependent_clauses_allowed: BTreeSet<String>,
    rulebooks: BTreeMap<String, RulebookFormat>,
    tolerances: BTreeMap<String, Tolerance>,
    without_goldens: BTreeSet<String>,
}

fn read_games(node: &Node, problems: &mut Vec<Problem>) -> Games {
    let mut games = Games::default();
    let Some(entries) = node.entries() else {
        problems.push(not_a_map(node, "games"));
        return games;
    };
    for entry in entries {
        if !is_game_name(&entry.key) {
            let message = format!("invalid game name `{}`: it is also the name of folders", entry.key);
            let problem = Problem::at(Kind::BadValue, &entry.key_place, message);
            problems.push(problem.help("use only letters, digits, `-` and `_`"));
            continue;
        }
        let Some(mut keys) = Fields::of("a game", &entry.value, problems) else { continue };
        if let Some(engine) = keys.required_text("engine") {
            games.engines.insert(entry.key.clone(), engine.to_owned());
        }
        if let Some(node) = keys.optional("readings") {
            games.readings.insert(entry.key.clone(), ChosenReadings::read(node, "readings", keys.problems()));
        }
        if let Some(node) = keys.optional("lint")
            && allows_dependent_clauses(node, keys.problems())
        {
            games.dependent_clauses_allowed.insert(entry.key.clone());
        }
        let format = read_format(&mut keys);
        if format != RulebookFormat::default() {
            games.rulebooks.insert(entry.key.clone(), format);
        }
        if let Some(node) = keys.optional("tolerance") {
            games.tolerances.insert(entry.key.clone(), Tolerance::read(node, keys.problems()));
        }
        if let Some(node) = keys.optional("goldens")
            && goldens_are_off(node, keys.problems())
        {
            games.without_goldens.insert(entry.key.clone());
        }
        keys.finish();
    }
    if games.engines.is_empty() && problems.is_empty() {
        problems.push(Problem::at(Kind::BadValue, &node.place, "`games` is empty"));
    }
    games
}

/// Reads `rulebook`, `abbreviations` and `normative` of a game.
fn read_format(keys: &mut Fields<'_, '_>) -> RulebookFormat {
    let mut format = RulebookFormat::default();
    if let Some(node) = keys.optional("rulebook")
        && let Some(name) = strict_map::text(node, "rulebook", keys.problems())
    {
        match RulebookLayout::named(name) {
            Some(layout) => format.layout = layout,
            None => {
                let message = format!("`rulebook: {name}` must be `lines` or `markdown`");
                keys.problem(Problem::at(Kind::BadValue, &node.place, message).nearest(name, RulebookLayout::NAMES));
            }
        }
    }
    format.abbreviate(keys.texts("abbreviations"));
    let words = keys.texts("normative");
    let words: Vec<&str> = words.into_iter().filter(|word| !word.trim().is_empty()).collect();
    if !words.is_empty() {
        format.normative = Some(NormativeWords::new(words));
    }
    format
}

/// Reads `{dependent_clauses: allow}`. Returns whether the rulebook may hold clauses that depend on the sentence before
/// them.
fn allows_dependent_clauses(node: &Node, problems: &mut Vec<Problem>) -> bool {
    let Some(mut keys) = Fields::of("`lint`", node, problems) else { return false };
    let value = keys.required_text("dependent_clauses");
    let allowed = match value {
        Some("allow") => true,
        Some("warn") | None => false,
        Some(other) => {
            let message = format!("`dependent_clauses: {other}` must be `allow` or `warn`");
            let problem = Problem::at(Kind::BadValue, &node.place, message);
            keys.problem(problem.nearest(other, ["allow", "warn"]));
            false
        }
    };
    keys.finish();
    allowed
}

/// Reads `goldens: off` or `goldens: on`, the default.
fn goldens_are_off(node: &Node, problems: &mut Vec<Problem>) -> bool {
    match node.to_data() {
        Data::String(word) if word == "off" => true,
        Data::Bool(is_on) => !is_on,
        Data::String(word) if word == "on" => false,
        _ => {
            let problem = Problem::at(Kind::BadValue, &node.place, "`goldens` must be `on` or `off`");
            problems.push(problem.help("write `goldens: off`"));
            false
        }
    }
}

fn not_a_map(node: &Node, key: &str) -> Problem {
    let message = format!("`{key}` must be a map of names, this is {}", node.kind());
    Problem::at(Kind::WrongType, &node.place, message)
}

fn read_profiles(node: &Node, problems: &mut Vec<Problem>) -> BTreeMap<String, MutantProfile> {
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
            let message = "a profile must turn off at least one switch, or choose a reading";
            keys.problem(Problem::at(Kind::BadValue, &entry.value.place, message));
        }
        keys.finish();
        profiles.insert(entry.key.clone(), MutantProfile { title, without, readings });
    }
    profiles
}
