//! Everything a command works with: the suite as read, and the engine for each game.

use std::path::Component;
use std::path::Path;

use crate::cli::arguments::Arguments;
use crate::cli::arguments::Playing;
use crate::cli::choice;
use crate::cli::choice::Choice;
use crate::cli::output::Output;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::oracle::foil::Foil;
use crate::oracle::gap;
use crate::oracle::gap::Gap;
use crate::oracle::golden::Goldens;
use crate::oracle::problem;
use crate::oracle::problem::Problem;
use crate::oracle::project;
use crate::oracle::project::Project;
use crate::oracle::run;
use crate::oracle::run::Foreign;
use crate::oracle::run::Makers;
use crate::oracle::run::Run;
use crate::oracle::suite::Suite;
use crate::oracle::switch_clauses;
use crate::oracle::trial::Keep;
use crate::protocol::nearest::nearest;

/// What every command that plays begins with.
pub struct Setting {
    pub suite: Suite,
    pub makers: Makers,
    /// The engines that the project names, for games in which others play.
    pub references: Makers,
    /// The games in which another engine than the project's plays.
    pub foreign: Foreign,
    /// The known gaps of the engines that play.
    pub gaps: Vec<Gap>,
    pub jobs: usize,
}

impl Setting {
    /// Reads the suite and chooses the engines. Everything wrong with either is told at once, and nothing is played.
    pub fn load(
        playing: &Playing,
        arguments: &Arguments,
        surroundings: &Surroundings,
        output: &Output,
    ) -> Result<Setting, Stop> {
        let jobs = playing.jobs.map_or(surroundings.cores, usize::from);
        let (mut suite, problems) = Suite::load(project(arguments, surroundings)?, jobs);
        refuse(problems)?;
        let Choice { makers, references, foreign, gaps, readings } =
            choice::makers(&suite.project, playing, surroundings, output)?;
        refuse(gap::problems(&gaps, &suite, surroundings.today))?;
        suite.choose(readings);
        Ok(Setting { suite, makers, references, foreign, gaps, jobs })
    }

    /// An orphaned golden stops every command for which goldens count.
    pub fn refuse_orphans(&self) -> Result<(), Stop> {
        refuse(self.suite.orphan_problems())
    }

    /// A switch whose citation is wrong stops every command that turns switches off.
    pub fn refuse_lost_switches(&self) -> Result<(), Stop> {
        refuse(switch_problems(&self.suite, &self.makers))
    }

    /// A run of everything. What a command wants otherwise, it says.
    pub fn run<'s>(&'s self, output: &'s Output) -> Run<'s, 's> {
        let Setting { suite, makers, references, foreign, gaps, jobs } = self;
        let (gaps, foreign) = (gaps.clone(), foreign.clone());
        Run { gaps, foreign, ..Run::new(suite, makers, references, *jobs, output) }
    }

    /// The same, and every switch is turned off, and foils are played.
    pub fn proving_run<'s>(&'s self, foils: &'s [Foil], output: &'s Output) -> Run<'s, 's> {
        Run { proves: true, foils, foiled_by_reference: true, keep: Keep::Firings, ..self.run(output) }
    }

    /// The goldens of the engine that plays a game; none where it has none.
    pub fn goldens(&self, game: &str) -> Option<Goldens<'_>> {
        run::goldens(&self.suite.project, &self.foreign, game)
    }

    /// The switches to turn off: named one by one, or by a profile of the project. A name that nobody has would turn
    /// nothing off, and everything would look fine.
    pub fn switches(&self, names: &[String]) -> Result<Vec<String>, Stop> {
        let Setting { suite, makers, .. } = self;
        let profiles = &suite.project.profiles;
        let known: Vec<&str> =
            makers.values().flat_map(|maker| &maker.profile().switches).map(|s| s.name.as_str()).collect();
        let mut off: Vec<String> = Vec::new();
        for name in names {
            match profiles.get(name) {
                Some(profile) => off.extend(profile.without.clone()),
                None => off.push(name.clone()),
            }
        }
        if let (false, Some(fault)) = (names.is_empty(), makers.values().find_map(|maker| maker.fault())) {
            return Err(Stop::Engine(fault.to_string()));
        }
        let Some(name) = off.iter().find(|name| !known.contains(&name.as_str())) else { return Ok(off) };
        let near = nearest(name, known.iter().copied().chain(profiles.keys().map(String::as_str)));
        let help = near.map_or("`truthsayer prove -v` lists them".to_owned(), |near| format!("did you mean `{near}`?"));
        Err(Stop::Usage(format!("no engine has the switch `{name}`, and there is no such profile; {help}")))
    }
}

fn refuse(problems: Vec<Problem>) -> Result<(), Stop> {
    if problems.is_empty() { Ok(()) } else { Err(Stop::BadInput(problems)) }
}

/// Finds and reads the project file.
pub fn project(arguments: &Arguments, surroundings: &Surroundings) -> Result<Project, Stop> {
    let root = match &arguments.project {
        Some(folder) if !surroundings.folder.join(folder).join(project::FILE_NAME).is_file() => {
            return Err(Stop::Usage(format!("`{}` holds no {}", folder.display(), project::FILE_NAME)));
        }
        Some(folder) => surroundings.folder.join(folder),
        None => Project::find(&surroundings.folder).ok_or_else(|| {
            Stop::Usage(format!(
                "there is no {} here or in a folder above; `--project DIR` names one",
                project::FILE_NAME
            ))
        })?,
    };
    Project::load(&root).map_err(Stop::BadInput)
}

/// What is written stays inside the project and away from what people write there.
pub fn check_out(project: &Project, path: &str) -> Result<(), Stop> {
    let inside = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    if !inside || path.is_empty() {
        return Err(Stop::Usage(format!("`--out {path}` must lie inside the project")));
    }
    let sources = [project.rules.as_str(), &project.scenarios, &project.golden, "src", "tests"];
    let sources = sources.into_iter().chain(project.sources.iter().map(String::as_str));
    match sources.into_iter().find(|folder| Path::new(path).starts_with(folder)) {
        Some(folder) => Err(Stop::Usage(format!("`--out {path}` would write into `{folder}/`, which people write"))),
        None => Ok(()),
    }
}

/// The game that a named engine plays.
pub fn game_of(name: &str, project: &Project, makers: &Makers) -> String {
    let said = project.engines.get(name).and_then(|entry| entry.game.clone());
    let built_in = || makers.iter().find(|(_, maker)| maker.profile().name == name).map(|(game, _)| game.clone());
    said.or_else(built_in).unwrap_or_default()
}

/// What is wrong with the switches of the engines: their citations are checked like any other.
pub fn switch_problems(suite: &Suite, makers: &Makers) -> Vec<Problem> {
    makers
        .values()
        .flat_map(|maker| problem::bounded(switch_clauses::resolve(maker.profile(), &suite.book).1))
        .collect()
}
