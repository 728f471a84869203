//! Everything a command works with: the suite as read, and the engine for each game.

use std::collections::BTreeMap;
use std::path::Component;
use std::path::Path;
use std::sync::Arc;

use crate::cli::arguments::Arguments;
use crate::cli::arguments::Filters;
use crate::cli::arguments::Playing;
use crate::cli::call;
use crate::cli::choice;
use crate::cli::choice::Choice;
use crate::cli::output::Output;
use crate::cli::saved::SavedResult;
use crate::cli::saved::complete;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::engines;
use crate::engines::archive::Archive;
use crate::engines::archive::SavedProfile;
use crate::oracle::clause_readings;
use crate::oracle::foil::Foil;
use crate::oracle::former::Former;
use crate::oracle::gap;
use crate::oracle::gap::Gap;
use crate::oracle::golden::Goldens;
use crate::oracle::problem;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::project;
use crate::oracle::project::Project;
use crate::oracle::run;
use crate::oracle::run::Foreign;
use crate::oracle::run::Makers;
use crate::oracle::run::Run;
use crate::oracle::suite::Suite;
use crate::oracle::suite_print;
use crate::oracle::switch_clauses;
use crate::oracle::trial::Keep;
use crate::protocol::EngineMaker;
use crate::protocol::Profile;
use crate::protocol::SwitchNote;
use crate::protocol::nearest::nearest;
use crate::report::wording;

/// What every command that plays begins with.
pub(crate) struct Setting {
    pub suite: Suite,
    pub makers: Makers,
    /// The engines that the project names, for games in which others play.
    pub references: Makers,
    /// The games in which another engine than the project's plays.
    pub foreign: Foreign,
    /// The known gaps of the engines that play.
    pub gaps: Vec<Gap>,
    /// What is wrong with the files, and keeps nobody from playing the others.
    pub problems: Vec<Problem>,
    /// How the project file calls the engine that plays each game.
    pub names: BTreeMap<String, String>,
    /// Where plays go to, or come from.
    pub plays: PlaySource,
    /// The engines themselves, where only what was kept of them plays.
    pub originals: Makers,
    pub jobs: usize,
}

/// Where plays go to, or come from.
pub(crate) enum PlaySource {
    /// Engines play, and nothing is kept.
    Live,
    /// Engines play, but for what is known already, and all of it is kept.
    Kept { archive: Arc<Archive>, known: Option<Arc<Archive>> },
    /// Everything was played before.
    Saved(Box<SavedResult>),
}

impl Setting {
    /// Reads the suite and chooses the engines. What is wrong is kept beside it: what can be played is played.
    pub(crate) fn open(
        playing: &Playing,
        arguments: &Arguments,
        surroundings: &Surroundings,
        output: &Output,
    ) -> Result<Setting, Stop> {
        if let Some(path) = &playing.from {
            let saved = SavedResult::read(path, surroundings)?;
            let setting = Setting::of_saved(saved, playing, arguments, surroundings)?;
            setting.refuse_incomplete()?;
            return Ok(setting);
        }
        Setting::make(None, playing, arguments, surroundings, |project| {
            choice::makers(project, playing, surroundings, output)
        })
    }

    /// The same for whoever does it again and again.
    pub(crate) fn open_after(
        former: &mut Former,
        playing: &Playing,
        arguments: &Arguments,
        surroundings: &Surroundings,
        output: &Output,
    ) -> Result<Setting, Stop> {
        Setting::make(Some(former), playing, arguments, surroundings, |project| {
            choice::makers(project, playing, surroundings, output)
        })
    }

    /// The same for a run that was saved: the files must be those that it was made of.
    pub(crate) fn of_saved(
        saved: SavedResult,
        playing: &Playing,
        arguments: &Arguments,
        surroundings: &Surroundings,
    ) -> Result<Setting, Stop> {
        let (asked, archive) = (saved.asked.clone(), Arc::clone(&saved.archive));
        call::announce_saved(&asked, arguments, surroundings);
        let refuse = |why: String| saved.refuse(why);
        let choose = |project: &Project| choice::saved(project, playing, &asked, &archive).map_err(refuse);
        let mut setting = Setting::make(None, playing, arguments, surroundings, choose)?;
        if asked.suite != suite_print::of(&setting.suite) {
            let why = "it was made of other rules or scenarios than those that are here";
            return Err(saved.refuse(why.to_owned()));
        }
        if !asked.without.is_empty() {
            setting.originals = choice::originals(&setting.suite.project, playing, &setting.names);
            let is_other = |game: &str, maker: &dyn EngineMaker| {
                let saved = asked.engines.get(game).map(|engine| &engine.profile);
                maker.fault().is_none() && saved.is_some_and(|saved| *saved != SavedProfile::of(maker.profile()))
            };
            if let Some((game, _)) = setting.originals.iter().find(|(game, maker)| is_other(game, maker.as_ref())) {
                return Err(saved.refuse(format!("the engine of `{game}` is not the one that played; save it again")));
            }
        }
        setting.plays = PlaySource::Saved(Box::new(saved));
        Ok(setting)
    }

    fn make(
        former: Option<&mut Former>,
        playing: &Playing,
        arguments: &Arguments,
        surroundings: &Surroundings,
        choose: impl FnOnce(&Project) -> Result<Choice, Stop>,
    ) -> Result<Setting, Stop> {
        let jobs = playing.jobs.map_or(surroundings.cores, usize::from);
        let (mut suite, mut problems) = Suite::load_after(former, project(arguments, surroundings)?, jobs);
        if suite.book.files().next().is_none() {
            return Err(Stop::BadInput(problems));
        }
        let Choice { makers, references, foreign, gaps, readings, names } = choose(&suite.project)?;
        problems.extend(gap::problems(&gaps, &suite, surroundings.today));
        suite.choose(readings);
        let (plays, originals) = (PlaySource::Live, Makers::new());
        Ok(Setting { suite, makers, references, foreign, gaps, problems, names, plays, originals, jobs })
    }

    /// A switch whose citation is wrong stops every command that turns switches off.
    pub(crate) fn refuse_lost_switches(&self) -> Result<(), Stop> {
        let lost = switch_problems(&self.suite, &self.makers);
        // What cannot be read may be why a quote stands nowhere, so it is told first.
        if lost.is_empty() { Ok(()) } else { Err(Stop::BadInput([self.problems.clone(), lost].concat())) }
    }

    /// A run of everything. What a command wants otherwise, it says.
    pub(crate) fn run<'s>(&'s self, output: &'s Output) -> Run<'s, 's> {
        let (gaps, foreign) = (self.gaps.clone(), self.foreign.clone());
        let originals = (!self.originals.is_empty()).then_some(&self.originals);
        let run = Run::new(&self.suite, &self.makers, &self.references, self.jobs, output);
        Run { gaps, foreign, originals, ..run }
    }

    /// The same, and every switch is turned off, and foils are played.
    pub(crate) fn proving_run<'s>(&'s self, foils: &'s [Foil], output: &'s Output) -> Run<'s, 's> {
        Run { proves: true, foils, foiled_by_reference: true, keep: Keep::Firings, ..self.run(output) }
    }

    /// The goldens of the engine that plays a game; none where it has none.
    pub(crate) fn goldens(&self, game: &str) -> Option<Goldens<'_>> {
        run::goldens(&self.suite.project, &self.foreign, game)
    }

    /// The filters of a run: those that were typed, then those of the run that was saved, then what a test runner says.
    pub(crate) fn filters(&self, typed: &Filters, surroundings: &Surroundings) -> Filters {
        match &self.plays {
            PlaySource::Saved(saved) if *typed == Filters::default() => saved.asked.filters.clone(),
            PlaySource::Live | PlaySource::Kept { .. } if typed.ids.is_empty() => {
                Filters { ids: surroundings.runner.only.iter().cloned().collect(), ..typed.clone() }
            }
            _ => typed.clone(),
        }
    }

    /// Refuses a saved result that lacks a part of the suite.
    pub(crate) fn refuse_incomplete(&self) -> Result<(), Stop> {
        match &self.plays {
            PlaySource::Saved(saved) => complete::check(saved, self),
            PlaySource::Live | PlaySource::Kept { .. } => Ok(()),
        }
    }

    /// What was saved must hold the knock-outs, where they are needed.
    pub(crate) fn refuse_unproven(&self) -> Result<(), Stop> {
        match &self.plays {
            PlaySource::Saved(saved) if saved.asked.command != "prove" => {
                let why =
                    "it was saved by `verify`, and no switch was turned off; `prove --shard 1/1 --json` saves one";
                Err(saved.refuse(why.to_owned()))
            }
            PlaySource::Saved(saved) if saved.asked.filters != Filters::default() => {
                Err(saved.refuse("it holds a part of the suite only".to_owned()))
            }
            _ => Ok(()),
        }
    }

    /// The switches to turn off: named one by one, or by a profile of the project. A name that nobody has would turn
    /// nothing off, and everything would look fine.
    pub(crate) fn switches(&self, names: &[String]) -> Result<Vec<String>, Stop> {
        if let PlaySource::Saved(saved) = &self.plays {
            return match names.is_empty() {
                true => Ok(saved.asked.without.clone()),
                false => {
                    Err(Stop::Usage("what was saved was played already: `--without` belongs to that run".to_owned()))
                }
            };
        }
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
            return Err(Stop::fault(&fault));
        }
        let Some(name) = off.iter().find(|name| !known.contains(&name.as_str())) else { return Ok(off) };
        let near = nearest(name, known.iter().copied().chain(profiles.keys().map(String::as_str)));
        let switches: Vec<SwitchNote> = makers.values().flat_map(|maker| maker.profile().switches.clone()).collect();
        let help = nearest_or_all(near, &switches);
        Err(Stop::Usage(format!("no engine has the switch `{name}`, and there is no such profile; {help}")))
    }
}

/// The name that was probably meant, or those that there are.
pub(crate) fn nearest_or_all(near: Option<&str>, switches: &[SwitchNote]) -> String {
    const MOST: usize = 8;
    let names: Vec<String> = switches.iter().take(MOST).map(|switch| format!("`{}`", switch.name)).collect();
    match (near, switches.len().saturating_sub(MOST)) {
        (Some(near), _) => format!("did you mean `{near}`?"),
        (None, _) if names.is_empty() => "there are no switches".to_owned(),
        (None, 0) => format!("there are {}", wording::listed(&names)),
        (None, more) => format!("there are {} and {more} more", names.join(", ")),
    }
}

/// Finds and reads the project file.
pub(crate) fn project(arguments: &Arguments, surroundings: &Surroundings) -> Result<Project, Stop> {
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
    let project = Project::load(&root).map_err(Stop::BadInput)?;
    let unknown: Vec<Problem> = unknown_engines(&project).collect();
    if unknown.is_empty() { Ok(project) } else { Err(Stop::BadInput(unknown)) }
}

/// Entries of `engines:` that would be read and never used: without a command, and not of a built-in engine.
fn unknown_engines(project: &Project) -> impl Iterator<Item = Problem> {
    let is_known = |name: &str| engines::names().any(|built_in| built_in == name);
    let unknown = project.engines.iter().filter(move |(name, entry)| entry.command.is_empty() && !is_known(name));
    unknown.map(|(name, _)| {
        let message = format!("{}: the engine `{name}` has no `command` and is not built in", project::FILE_NAME);
        Problem::new(Kind::BadValue, message).nearest(name, engines::names()).about(project::FILE_NAME)
    })
}

/// What is written stays inside the project and away from what people write there.
pub(crate) fn check_out(project: &Project, path: &str) -> Result<(), Stop> {
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

/// What is wrong with the citations of the engines: those of their switches, and of their readings.
pub(crate) fn switch_problems(suite: &Suite, makers: &Makers) -> Vec<Problem> {
    let of = |profile: &Profile| {
        let (_, switches) = switch_clauses::resolve(profile, &suite.book);
        problem::bounded([switches, clause_readings::problems(profile, &suite.book)].concat())
    };
    makers.values().flat_map(|maker| of(maker.profile())).collect()
}
