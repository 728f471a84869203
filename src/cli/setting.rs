//! Everything a command works with: the suite as read, and the engine for each game.

use std::collections::BTreeMap;
use std::path::Component;
use std::path::Path;

use crate::cli::arguments::Arguments;
use crate::cli::arguments::Playing;
use crate::cli::choice;
use crate::cli::output::Output;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::oracle::gap;
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
        Some(folder) if !around.folder.join(folder).join(project::FILE_NAME).is_file() => {
            return Err(Stop::Usage(format!("`{}` holds no {}", folder.display(), project::FILE_NAME)));
        }
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
pub fn load(
    playing: &Playing,
    arguments: &Arguments,
    around: &Surroundings,
    output: &Output,
) -> Result<(Suite, Makers, usize), Stop> {
    let jobs = job_count(playing, around);
    let mut suite = suite(project(arguments, around)?, jobs)?;
    let (makers, gaps) = choice::makers(&suite.project, playing, around, output)?;
    let problems = gap::problems(&gaps, &suite, around.today);
    if !problems.is_empty() {
        return Err(Stop::BadInput(problems));
    }
    suite.project.gaps = gaps;
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

/// The game that a named engine plays.
pub fn game_of(name: &str, project: &Project, makers: &Makers) -> String {
    let said = project.engines.get(name).and_then(|entry| entry.game.clone());
    let built_in = || makers.iter().find(|(_, maker)| maker.profile().name == name).map(|(game, _)| game.clone());
    said.or_else(built_in).unwrap_or_default()
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
