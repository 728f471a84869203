//! A session: the suite and the engine of each game.

pub(crate) mod call;
pub(crate) mod engine_selection;
pub(crate) mod failed_last_time;
pub(crate) mod keep_plays;
pub(crate) mod name_match;
pub(crate) mod problem_filter;
pub mod saved_plays;
pub(crate) mod selection;

use std::path::Component;
use std::path::Path;
use std::sync::Arc;

use crate::builtin_engines;
use crate::cli::args::Filters;
use crate::cli::args::Playing;
use crate::cli::cli_error::CliError;
use crate::cli::context::Context;
use crate::cli::env::environment::Environment;
use crate::cli::output::console::Console;
use crate::cli::session::engine_selection::EngineSelection;
use crate::cli::session::saved_plays::SavedResult;
use crate::cli::session::saved_plays::complete;
use crate::report::text::grammar;
use truthsayer_oracle::base::diagnostic;
use truthsayer_oracle::base::diagnostic::Kind;
use truthsayer_oracle::base::diagnostic::Problem;
use truthsayer_oracle::engines::archive::Archive;
pub(crate) use truthsayer_oracle::engines::archive::SavedProfile;
use truthsayer_oracle::errata::pending_changes;
use truthsayer_oracle::evidence::judged_mutants::JudgedMutants;
use truthsayer_oracle::judge::clause_readings;
use truthsayer_oracle::judge::play_and_judge::Retention;
use truthsayer_oracle::rulebook::switch_clauses;
use truthsayer_oracle::run::Run;
use truthsayer_oracle::run::proving::Proving;
use truthsayer_oracle::run::seat::Seat;
use truthsayer_oracle::run::seat::Seats;
use truthsayer_oracle::suite::Extent;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::gap;
use truthsayer_oracle::suite::gap::Gap;
use truthsayer_oracle::suite::golden::Goldens;
use truthsayer_oracle::suite::project;
use truthsayer_oracle::suite::project::Project;
use truthsayer_oracle::suite::suite_cache::SuiteCache;
use truthsayer_oracle::suite::suite_hash;
use truthsayer_protocol::Profile;
use truthsayer_protocol::SwitchNote;
use truthsayer_protocol::nearest::nearest;

/// The suite, its problems and its engines, for commands that run scenarios.
pub(crate) struct Session {
    pub suite: Suite,
    pub seats: Seats,
    /// Problems in files. Scenarios without problems still run.
    pub problems: Vec<Problem>,
    /// Where runs are stored to or read from.
    pub plays: PlaySource,
    pub jobs: usize,
}

/// Where runs are stored to or read from.
pub(crate) enum PlaySource {
    /// Engines run; nothing is stored.
    Live,
    /// Engines run everything that is not stored yet, and all of it is stored. Only `prove` has mutants.
    Kept { archive: Arc<Archive>, mutants: Option<Arc<JudgedMutants>> },
    /// Everything comes from a saved run.
    Saved(Box<SavedResult>),
}

impl Session {
    /// Reads the suite and selects the engines. Keeps the problems, so that all other scenarios can run.
    pub(crate) fn open(playing: &Playing, context: &Context<'_>) -> Result<Session, CliError> {
        Session::open_part(&Filters::default(), playing, context)
    }

    /// Like `open`. Reads only the files that the filters name, if they name files.
    pub(crate) fn open_part(filters: &Filters, playing: &Playing, context: &Context<'_>) -> Result<Session, CliError> {
        if let Some(path) = &playing.from {
            let saved = SavedResult::read(path, context.environment)?;
            let session = Session::of_saved(saved, playing, context)?;
            session.refuse_incomplete()?;
            return Ok(session);
        }
        let loaded = load_named(filters, playing, context)?;
        Session::make(loaded, playing, context, |project| engine_selection::select(project, playing, context))
    }

    /// Like `open`, with a cache for repeated calls.
    pub(crate) fn open_after(
        cache: &mut SuiteCache,
        playing: &Playing,
        context: &Context<'_>,
    ) -> Result<Session, CliError> {
        let loaded = pending_changes::load_extent(Extent::Cached(cache), project(context)?, jobs(playing, context));
        Session::make(loaded, playing, context, |project| engine_selection::select(project, playing, context))
    }

    /// Opens a session for a saved run. The files must be those of that run.
    pub(crate) fn of_saved(saved: SavedResult, playing: &Playing, context: &Context<'_>) -> Result<Session, CliError> {
        let (asked, archive) = (saved.asked.clone(), Arc::clone(&saved.archive));
        call::announce_saved(&asked, context);
        let refuse = |why: String| saved.refuse(why);
        let choose = |project: &Project| engine_selection::saved(project, playing, &asked, &archive).map_err(refuse);
        let loaded = pending_changes::load_suite(project(context)?, jobs(playing, context));
        let mut session = Session::make(loaded, playing, context, choose)?;
        if asked.suite != suite_hash::of(&session.suite) {
            let why = "it was saved with other rules or scenarios than the current ones";
            return Err(saved.refuse(why.to_owned()));
        }
        if !asked.without.is_empty() {
            engine_selection::add_originals(&mut session.seats, &session.suite.project, playing);
            let is_other = |(game, seat): &(&String, &Seat)| {
                let saved = asked.engines.get(*game).map(|engine| &engine.profile);
                let original = seat.original.as_deref().filter(|maker| maker.fault().is_none());
                original.is_some_and(|maker| saved.is_some_and(|it| *it != SavedProfile::of(maker.profile())))
            };
            if let Some((game, _)) = session.seats.iter().find(is_other) {
                return Err(saved.refuse(format!("the engine of `{game}` has changed since; save it again")));
            }
        }
        session.plays = PlaySource::Saved(Box::new(saved));
        Ok(session)
    }

    fn make(
        (mut suite, mut problems): (Suite, Vec<Problem>),
        playing: &Playing,
        context: &Context<'_>,
        choose: impl FnOnce(&Project) -> Result<EngineSelection, CliError>,
    ) -> Result<Session, CliError> {
        if suite.book.files().next().is_none() {
            return Err(CliError::BadInput(problems));
        }
        let EngineSelection { seats, readings } = choose(&suite.project)?;
        suite.choose(readings);
        let mut session =
            Session { suite, seats, problems: Vec::new(), plays: PlaySource::Live, jobs: jobs(playing, context) };
        problems.extend(gap::problems(&session.gaps(), &session.suite, context.environment.today));
        session.problems = problems;
        Ok(session)
    }

    /// Fails if a switch has a wrong citation. For commands that turn switches off.
    pub(crate) fn refuse_lost_switches(&self) -> Result<(), CliError> {
        let lost = switch_problems(&self.suite, &self.seats);
        // Unreadable files come first: they may be the reason why a quote is not found.
        if lost.is_empty() { Ok(()) } else { Err(CliError::BadInput([self.problems.clone(), lost].concat())) }
    }

    /// A run with default settings.
    pub(crate) fn run<'s>(&'s self, output: &'s Console) -> Run<'s, 's> {
        Run::new(&self.suite, &self.seats, self.jobs, output)
    }

    /// The mutants of a run, with their stored runs.
    pub(crate) fn proving(&self) -> Proving {
        let saved = match &self.plays {
            PlaySource::Live => None,
            PlaySource::Kept { mutants, .. } => mutants.clone(),
            PlaySource::Saved(saved) => saved.mutants.clone(),
        };
        Proving { saved, ..Proving::default() }
    }

    /// A run that also runs every mutant.
    pub(crate) fn proving_run<'s>(&'s self, output: &'s Console) -> Run<'s, 's> {
        Run { proving: Some(self.proving()), keep: Retention::Firings, ..self.run(output) }
    }

    /// The known gaps of the selected engines.
    pub(crate) fn gaps(&self) -> Vec<Gap> {
        self.seats.values().flat_map(|seat| seat.gaps.iter().cloned()).collect()
    }

    /// The goldens of a game's engine, if it has any.
    pub(crate) fn goldens(&self, game: &str) -> Option<Goldens<'_>> {
        self.seats.get(game)?.goldens(&self.suite.project)
    }

    /// The filters of a run: from the command line, else from the saved run, else from the test runner.
    pub(crate) fn filters(&self, typed: &Filters, environment: &Environment) -> Filters {
        match &self.plays {
            PlaySource::Saved(saved) if *typed == Filters::default() => saved.asked.filters.clone(),
            PlaySource::Live | PlaySource::Kept { .. } => effective_filters(typed, environment),
            PlaySource::Saved(_) => typed.clone(),
        }
    }

    /// Refuses a saved result of a part of the suite.
    pub(crate) fn refuse_incomplete(&self) -> Result<(), CliError> {
        match &self.plays {
            PlaySource::Saved(saved) => complete::check(saved, self),
            PlaySource::Live | PlaySource::Kept { .. } => Ok(()),
        }
    }

    /// Refuses a saved result without mutants.
    pub(crate) fn refuse_unproven(&self) -> Result<(), CliError> {
        match &self.plays {
            PlaySource::Saved(saved) if saved.asked.command != "prove" => {
                let why = "`verify` saved it, without mutants; `prove --shard 1/1 --json FILE` saves one with mutants";
                Err(saved.refuse(why.to_owned()))
            }
            PlaySource::Saved(saved) if saved.asked.filters != Filters::default() => {
                Err(saved.refuse("it contains only a part of the suite".to_owned()))
            }
            _ => Ok(()),
        }
    }

    /// The switches to turn off, by name or by profile. Refuses unknown names, which would silently turn nothing off.
    pub(crate) fn switches(&self, names: &[String]) -> Result<Vec<String>, CliError> {
        if let PlaySource::Saved(saved) = &self.plays {
            return match names.is_empty() {
                true => Ok(saved.asked.without.clone()),
                false => Err(CliError::Usage(
                    "`--without` has no effect on a saved run; use it when you save one".to_owned(),
                )),
            };
        }
        let Session { suite, seats, .. } = self;
        let profiles = &suite.project.profiles;
        let switches: Vec<SwitchNote> = seats.values().flat_map(|seat| seat.profile().switches.clone()).collect();
        let known: Vec<&str> = switches.iter().map(|switch| switch.name.as_str()).collect();
        let mut off: Vec<String> = Vec::new();
        for name in names {
            match profiles.get(name) {
                Some(profile) => off.extend(profile.without.clone()),
                None => off.push(name.clone()),
            }
        }
        if let (false, Some(fault)) = (names.is_empty(), seats.values().find_map(|seat| seat.engine.fault())) {
            return Err(CliError::fault(&fault));
        }
        let Some(name) = off.iter().find(|name| !known.contains(&name.as_str())) else { return Ok(off) };
        let near = nearest(name, known.iter().copied().chain(profiles.keys().map(String::as_str)));
        let help = nearest_or_all(near, &switches);
        Err(CliError::Usage(format!("`{name}` is neither a switch of an engine nor a profile; {help}")))
    }
}

/// Suggests the nearest name, or lists all names.
pub(crate) fn nearest_or_all(near: Option<&str>, switches: &[SwitchNote]) -> String {
    const MOST: usize = 8;
    let names: Vec<String> = switches.iter().take(MOST).map(|switch| format!("`{}`", switch.name)).collect();
    match (near, switches.len().saturating_sub(MOST)) {
        (Some(near), _) => format!("did you mean `{near}`?"),
        (None, _) if names.is_empty() => "there are no switches".to_owned(),
        (None, 0) => format!("the switches are {}", grammar::listed(&names)),
        (None, more) => format!("the switches are {} and {more} more", names.join(", ")),
    }
}

/// The filters from the command line; ids come from the test runner if none is typed.
pub(crate) fn effective_filters(typed: &Filters, environment: &Environment) -> Filters {
    match typed.ids.is_empty() {
        true => Filters { ids: environment.runner.only.iter().cloned().collect(), ..typed.clone() },
        false => typed.clone(),
    }
}

/// The number of jobs.
fn jobs(playing: &Playing, context: &Context<'_>) -> usize {
    playing.jobs.map_or(context.environment.cores, usize::from)
}

/// Loads the files that the filters name; all files if the filters name something else or match nothing there.
fn load_named(filters: &Filters, playing: &Playing, context: &Context<'_>) -> Result<(Suite, Vec<Problem>), CliError> {
    let (project, jobs) = (project(context)?, jobs(playing, context));
    if let Some(files) = selection::named_files(&project, filters) {
        let (suite, problems) = pending_changes::load_extent(Extent::Files(&files), project.clone(), jobs);
        if selection::finds_all(&suite, &filters.ids) {
            return Ok((suite, problems));
        }
    }
    Ok(pending_changes::load_suite(project, jobs))
}

/// Finds and reads the project file.
pub(crate) fn project(context: &Context<'_>) -> Result<Project, CliError> {
    let root = match &context.arguments.project {
        Some(folder) if !context.environment.folder.join(folder).join(project::FILE_NAME).is_file() => {
            return Err(CliError::Usage(format!("`{}` contains no {}", folder.display(), project::FILE_NAME)));
        }
        Some(folder) => context.environment.folder.join(folder),
        None => Project::find(&context.environment.folder).ok_or_else(|| {
            CliError::Usage(format!(
                "there is no {} in this folder or above it; name its folder with `--project DIR`, or create a project with \
                 `truthsayer init`",
                project::FILE_NAME
            ))
        })?,
    };
    let project = Project::load(&root).map_err(CliError::BadInput)?;
    let unknown: Vec<Problem> = unknown_engines(&project).collect();
    if unknown.is_empty() { Ok(project) } else { Err(CliError::BadInput(unknown)) }
}

/// Problems: entries of `engines:` that have no command and are not built in.
fn unknown_engines(project: &Project) -> impl Iterator<Item = Problem> {
    let is_known = |name: &str| builtin_engines::names().any(|built_in| built_in == name);
    let unknown = project.engines.iter().filter(move |(name, entry)| entry.command.is_empty() && !is_known(name));
    unknown.map(|(name, _)| {
        let message = format!("the engine `{name}` has no `command` and is not built in");
        let problem = match project.place(&["engines", name]) {
            Some(place) => Problem::at(Kind::BadValue, &place, message),
            None => Problem::new(Kind::BadValue, format!("{}: {message}", project::FILE_NAME)),
        };
        problem.nearest(name, builtin_engines::names()).about(project::FILE_NAME)
    })
}

/// Refuses an output folder outside the project, or inside a folder of sources.
pub(crate) fn check_out(project: &Project, path: &str) -> Result<(), CliError> {
    let inside = Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    if !inside || path.is_empty() {
        return Err(CliError::Usage(format!("`--out {path}` must be inside the project")));
    }
    let sources = [project.rules.as_str(), &project.scenarios, &project.golden, "src", "tests"];
    let sources = sources.into_iter().chain(project.sources.iter().map(String::as_str));
    match sources.into_iter().find(|folder| Path::new(path).starts_with(folder)) {
        Some(folder) => Err(CliError::Usage(format!(
            "`--out {path}` is inside `{folder}/`, which contains sources; choose another folder"
        ))),
        None => Ok(()),
    }
}

/// Problems with the citations of switches and readings.
pub(crate) fn switch_problems(suite: &Suite, seats: &Seats) -> Vec<Problem> {
    let citations = |profile: &Profile| switch_clauses::resolve(profile, &suite.book).1;
    seats.values().flat_map(|seat| citation_problems(citations(seat.profile()), seat.profile(), suite)).collect()
}

/// The problems of the citations of an engine's switches and readings.
pub(crate) fn citation_problems(switches: Vec<Problem>, profile: &Profile, suite: &Suite) -> Vec<Problem> {
    diagnostic::bounded([switches, clause_readings::problems(profile, &suite.book)].concat())
}
