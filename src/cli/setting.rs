//! Everything a command works with: the suite as read, and the engine for each game.

use std::collections::BTreeMap;
use std::path::Component;
use std::path::Path;
use std::time::Duration;

use crate::cli::arguments::Arguments;
use crate::cli::arguments::Playing;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::engines;
use crate::engines::process::Processes;
use crate::oracle::problem;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::project;
use crate::oracle::project::Project;
use crate::oracle::proof;
use crate::oracle::scenario::Scenario;
use crate::oracle::suite::Suite;
use crate::protocol::EngineMaker;

pub type Makers = BTreeMap<String, Box<dyn EngineMaker>>;

/// Finds and reads the project file.
pub fn project(arguments: &Arguments, around: &Surroundings) -> Result<Project, Stop> {
    let root = match &arguments.project {
        Some(folder) => around.folder.join(folder),
        None => Project::find(&around.folder).ok_or_else(|| {
            Stop::Usage(format!(
                "there is no {} here or in a folder above; `--project DIR` names one",
                project::FILE_NAME
            ))
        })?,
    };
    Project::load(&root).map_err(Stop::BadInput)
}

/// What every command that plays begins with: the suite, the engines, and how many jobs.
pub fn load(playing: &Playing, arguments: &Arguments, around: &Surroundings) -> Result<(Suite, Makers, usize), Stop> {
    let jobs = job_count(playing, around);
    let suite = suite(project(arguments, around)?, jobs)?;
    let makers = makers(&suite.project, playing)?;
    Ok((suite, makers, jobs))
}

/// An orphaned golden stops every command for which goldens count.
pub fn refuse_orphans(suite: &Suite) -> Result<(), Stop> {
    let problems = suite.orphan_problems();
    if problems.is_empty() { Ok(()) } else { Err(Stop::BadInput(problems)) }
}

pub fn job_count(playing: &Playing, around: &Surroundings) -> usize {
    playing.jobs.map_or(around.cores, usize::from)
}

/// What is written stays inside the project and away from what people write there.
pub fn check_out(project: &Project, path: &str) -> Result<(), Stop> {
    let inside = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    if !inside || path.is_empty() {
        return Err(Stop::Usage(format!("`--out {path}` must lie inside the project")));
    }
    let sources = [project.rules.as_str(), &project.scenarios, &project.golden, "src", "tests"];
    match sources.into_iter().find(|folder| Path::new(path).starts_with(folder)) {
        Some(folder) => Err(Stop::Usage(format!("`--out {path}` would write into `{folder}/`, which people write"))),
        None => Ok(()),
    }
}

/// Reads the suite. Everything wrong with it is told at once, and then nothing is played.
fn suite(project: Project, jobs: usize) -> Result<Suite, Stop> {
    let (suite, problems) = Suite::load(project, jobs);
    if problems.is_empty() { Ok(suite) } else { Err(Stop::BadInput(problems)) }
}

/// The engine for each game of the project.
pub fn makers(project: &Project, playing: &Playing) -> Result<Makers, Stop> {
    let mut makers = Makers::new();
    for (game, configured) in &project.games {
        let maker = match (&playing.engine_command, &playing.engine) {
            (Some(command), _) => external(command, playing.timeout, game)?,
            (None, Some(name)) => built_in(name, || Stop::Usage(no_such_engine(name)))?,
            (None, None) => built_in(configured, || Stop::BadInput(vec![misnamed(configured)]))?,
        };
        makers.insert(game.clone(), maker);
    }
    Ok(makers)
}

fn built_in(name: &str, otherwise: impl Fn() -> Stop) -> Result<Box<dyn EngineMaker>, Stop> {
    engines::by_name(name).ok_or_else(otherwise)
}

fn external(command: &str, timeout: u64, game: &str) -> Result<Box<dyn EngineMaker>, Stop> {
    let words =
        words(command).ok_or_else(|| Stop::Usage(format!("the engine command `{command}` has an open quote")))?;
    if words.is_empty() {
        return Err(Stop::Usage("the engine command is empty".to_owned()));
    }
    Ok(Box::new(Processes::new(words, Duration::from_secs(timeout), game)))
}

fn no_such_engine(name: &str) -> String {
    let names: Vec<&str> = engines::names().collect();
    match problem::nearest(name, names.iter().copied()) {
        Some(near) => format!("there is no engine `{name}`; did you mean `{near}`?"),
        None => format!("there is no engine `{name}`; built in are: {}", names.join(", ")),
    }
}

fn misnamed(name: &str) -> Problem {
    Problem::new(Kind::BadValue, format!("{}: {}", project::FILE_NAME, no_such_engine(name)))
}

/// Splits a command into words. Quotes keep words together; nothing else has a meaning, as there is no shell.
fn words(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in command.chars() {
        match (quote, c) {
            (Some(open), _) if c == open => quote = None,
            (Some(_), _) => word.get_or_insert_default().push(c),
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, _) if c.is_whitespace() => words.extend(word.take()),
            (None, _) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

/// What is wrong with the switches of the engines: their citations are checked like any other.
pub fn switch_problems(suite: &Suite, makers: &Makers) -> Vec<Problem> {
    makers.values().flat_map(|maker| proof::resolve(maker.profile(), &suite.book).1).collect()
}

/// The scenarios of each game, with the engine that plays it.
pub fn by_game<'a, 's>(chosen: &[&'s Scenario], makers: &'a Makers) -> Vec<(&'a dyn EngineMaker, Vec<&'s Scenario>)> {
    let of = |game: &str| chosen.iter().copied().filter(|scenario| scenario.game == game).collect::<Vec<_>>();
    let games = makers.iter().map(|(game, maker)| (maker.as_ref(), of(game)));
    games.filter(|(_, scenarios)| !scenarios.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_split_without_a_shell() {
        assert_eq!(words("node 'my adapter.mjs' --x=\"a b\" ''").unwrap(), ["node", "my adapter.mjs", "--x=a b", ""]);
        assert_eq!(words("echo $HOME; rm *").unwrap(), ["echo", "$HOME;", "rm", "*"]);
        assert_eq!(words("node 'open"), None);
    }
}
