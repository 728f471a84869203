//! Selects the engine of each game: from the command line, else from the project file.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::builtin_engines;
use crate::cli::args::Playing;
use crate::cli::cli_error::CliError;
use crate::cli::context::Context;
use crate::cli::env::interrupt;
use crate::cli::output::console::Console;
use crate::cli::output::recording::RecordingFile;
use crate::cli::session::saved_plays::EngineOrigin;
use crate::cli::session::saved_plays::PROGRAM;
use crate::cli::session::saved_plays::RunRequest;
use crate::cli::session::saved_plays::SavedEngine;
use truthsayer_oracle::base::diagnostic::Kind;
use truthsayer_oracle::base::diagnostic::Problem;
use truthsayer_oracle::engines::archive::Archive;
use truthsayer_oracle::engines::archive::SavedEngineMaker;
pub(crate) use truthsayer_oracle::engines::archive::SavedProfile;
use truthsayer_oracle::engines::process::Processes;
use truthsayer_oracle::engines::process::launch::Launch;
use truthsayer_oracle::engines::process::recorder::Recorder;
use truthsayer_oracle::run::seat::Role;
use truthsayer_oracle::run::seat::Seat;
use truthsayer_oracle::run::seat::Seats;
use truthsayer_oracle::suite::engine_entry::EngineEntry;
use truthsayer_oracle::suite::engine_words::EngineWords;
use truthsayer_oracle::suite::engine_words::Translated;
use truthsayer_oracle::suite::gap::Gap;
use truthsayer_oracle::suite::project;
use truthsayer_oracle::suite::project::Project;
use truthsayer_oracle::suite::readings;
use truthsayer_oracle::suite::readings::Readings;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::ReadingNote;
use truthsayer_protocol::nearest::nearest;

/// The selected engines and readings.
pub(crate) struct EngineSelection {
    pub seats: Seats,
    /// The chosen readings of each game.
    pub readings: BTreeMap<String, Readings>,
}

/// Selects the engine of each game of the project.
pub(crate) fn select(project: &Project, playing: &Playing, context: &Context<'_>) -> Result<EngineSelection, CliError> {
    let finder = EngineFinder { project, playing, recorder: recorder(playing, context)? };
    let mut seats = Seats::new();
    if let Some(command) = &playing.engine_command {
        seats.extend(finder.command(command)?);
    }
    for name in &playing.engine {
        let (game, seat) = finder.typed(name)?;
        if seats.insert(game.clone(), seat).is_some() {
            return Err(CliError::Usage(format!("two engines are named for the game `{game}`")));
        }
    }
    for (game, name) in &project.games {
        if !seats.contains_key(game) {
            let engine = finder.configured(game, name)?;
            let seat = Seat { name: Some(name.clone()), gaps: finder.gaps(name), ..Seat::reference(engine) };
            seats.insert(game.clone(), seat);
        }
    }
    note_equal_hellos(&seats, context.console);
    let readings = readings(project, playing, &seats)?;
    Ok(EngineSelection { seats, readings })
}

/// Selects the engines of a saved run. Saved answers replace the engines; only reference engines may start.
pub(crate) fn saved(
    project: &Project,
    playing: &Playing,
    asked: &RunRequest,
    archive: &Arc<Archive>,
) -> Result<EngineSelection, String> {
    let finder = EngineFinder::new(project, playing);
    if asked.program != PROGRAM {
        return Err(format!("Truthsayer {} saved it, but this is {PROGRAM}; save it again", asked.program));
    }
    if let Some(game) = project.games.keys().find(|game| !asked.engines.contains_key(*game)) {
        return Err(format!("it does not name the engine of the game `{game}`"));
    }
    let mut seats = Seats::new();
    for (game, engine) in &asked.engines {
        let Some(own) = project.games.get(game) else {
            return Err(format!("it contains the game `{game}`, which the project does not have"));
        };
        let profile = engine.profile.profile()?;
        if let Some(why) = finder.change(engine, own) {
            return Err(format!("the engine of `{game}` has changed: {why}; save it again"));
        }
        if engine.foreign == (engine.named.as_ref() == Some(own)) {
            return Err(format!("the reference engine of `{game}` has changed since it was saved; save it again"));
        }
        let kept = SavedEngineMaker { profile, name: game.clone(), archive: Arc::clone(archive) };
        let mut seat = Seat::reference(Box::new(kept));
        if engine.foreign {
            // Proposed outcomes are written there, so only the project file may name the folder.
            let entry = engine.named.as_ref().and_then(|name| project.engines.get(name));
            if engine.golden.is_some() && engine.golden != entry.and_then(|entry| entry.golden.clone()) {
                return Err("its goldens are in another folder than the project file says".to_owned());
            }
            seat.role = Role::Other { reference: finder.reference(game), goldens: engine.golden.clone() };
        }
        seat.gaps = engine.named.iter().flat_map(|name| finder.gaps(name)).collect();
        seat.name = engine.named.clone();
        seats.insert(game.clone(), seat);
    }
    Ok(EngineSelection { seats, readings: asked.readings.clone() })
}

/// Adds the real engines to seats with saved answers. Skips engines that cannot be found.
pub(crate) fn add_originals(seats: &mut Seats, project: &Project, playing: &Playing) {
    let finder = EngineFinder::new(project, playing);
    seats.values_mut().for_each(|seat| seat.original = seat.name.as_ref().and_then(|name| finder.named(name)));
}

/// The readings of each game. The command line overrides the engine's entry, which overrides the game's entry.
fn readings(project: &Project, playing: &Playing, seats: &Seats) -> Result<BTreeMap<String, Readings>, CliError> {
    let mut problems = Vec::new();
    let mut chosen: BTreeMap<String, Readings> = BTreeMap::new();
    for (game, seat) in seats {
        let engine = seat.name.as_ref().and_then(|name| project.engines.get(name)).map(|entry| &entry.readings);
        for own in project.readings.get(game).into_iter().chain(engine).filter(|own| !own.is_empty()) {
            problems.extend(own.problems(seat.profile()));
            chosen.entry(game.clone()).or_default().extend(own.map());
        }
    }
    for text in &playing.readings {
        typed_readings(text, project, seats, &mut chosen)?;
    }
    if problems.is_empty() { Ok(chosen) } else { Err(CliError::BadInput(problems)) }
}

/// Parses a reading or a profile, and assigns each reading to the games whose engines declare it.
fn typed_readings(
    text: &str,
    project: &Project,
    seats: &Seats,
    chosen: &mut BTreeMap<String, Readings>,
) -> Result<(), CliError> {
    let wanted: Readings = match (project.profiles.get(text), text.split_once('=')) {
        (Some(profile), _) => profile.readings.map(),
        (None, Some((name, value))) => Readings::from([(name.trim().to_owned(), value.trim().to_owned())]),
        (None, None) => {
            return Err(CliError::Usage(format!("`{text}` is neither a profile nor a reading: write reading=value")));
        }
    };
    let notes: Vec<ReadingNote> = seats.values().flat_map(|seat| seat.profile().readings.iter().cloned()).collect();
    for (name, value) in wanted {
        if seats.len() > 1 && !notes.iter().any(|note| note.name == name) {
            return Err(CliError::Usage(undeclared(&name, &notes)));
        }
        if let Some(problem) = readings::unknown(&name, &value, &notes) {
            let help = problem.help.first().map_or(String::new(), |help| format!("; {help}"));
            return Err(CliError::Usage(format!("{}{help}", problem.message)));
        }
        for (game, seat) in seats {
            if seat.profile().readings.iter().any(|note| note.name == name) {
                chosen.entry(game.clone()).or_default().insert(name.clone(), value.clone());
            }
        }
    }
    Ok(())
}

/// The error for a reading that no engine declares.
fn undeclared(name: &str, notes: &[ReadingNote]) -> String {
    let names: Vec<&str> = notes.iter().map(|note| note.name.as_str()).collect();
    let help = match nearest(name, names.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if names.is_empty() => "no engine declares any".to_owned(),
        None => format!("the readings are: {}", names.join(", ")),
    };
    format!("no engine of this run declares the reading `{name}`; {help}")
}

/// Begins the recording of `--record`.
fn recorder(playing: &Playing, context: &Context<'_>) -> Result<Option<Arc<Recorder>>, CliError> {
    let Some(path) = &playing.record else { return Ok(None) };
    let recording = RecordingFile::begin(&context.environment.folder, path)
        .map_err(|error| CliError::Write { path: path.display().to_string(), error })?;
    Ok(Some(context.console.keep(recording)))
}

/// Notes for engines with the name and version of the reference engine. Only the project file decides which engine is the
/// reference.
fn note_equal_hellos(seats: &Seats, output: &Console) {
    let hello = |maker: &dyn EngineMaker| match maker.fault() {
        None => Some(format!("{} {}", maker.profile().name, maker.profile().version)),
        Some(_) => None,
    };
    for (game, seat) in seats.iter().filter(|_| !output.quiet) {
        let Some(reference) = seat.reference_engine() else { continue };
        let Some(own) = hello(seat.engine.as_ref()) else { continue };
        if hello(reference).as_ref() == Some(&own) {
            let name = seat.name.as_ref();
            let engine = name.map_or_else(|| "the engine".to_owned(), |name| format!("the engine `{name}`"));
            let own = own.trim();
            output.about(&format!(
                "note: {engine} calls itself `{own}`, like the reference engine of `{game}`; it is judged as another engine\n"
            ));
        }
    }
}

/// One engine and its known gaps, by name or by command.
pub(crate) fn single(
    words: &[String],
    project: &Project,
    playing: &Playing,
) -> Result<(Box<dyn EngineMaker>, Vec<Gap>), CliError> {
    let finder = EngineFinder { project, playing, recorder: None };
    let Some(name) = words.first() else { return Err(CliError::Usage("the name of an engine is empty".to_owned())) };
    match finder.named(name).filter(|_| words.len() == 1) {
        Some(maker) => Ok((maker, finder.gaps(name))),
        None if words.len() == 1 && !name.contains('/') => {
            let help = "a command needs a path or an argument";
            Err(CliError::Usage(format!("{} ({help})", no_such_engine(name, project))))
        }
        None => Ok((Box::new(finder.started(words.to_vec())), Vec::new())),
    }
}

/// Finds engines by name.
pub(super) struct EngineFinder<'a> {
    project: &'a Project,
    playing: &'a Playing,
    recorder: Option<Arc<Recorder>>,
}

impl<'a> EngineFinder<'a> {
    /// A finder that records nothing.
    pub(super) fn new(project: &'a Project, playing: &'a Playing) -> EngineFinder<'a> {
        EngineFinder { project, playing, recorder: None }
    }

    /// An engine by name: from the project file, or built in.
    pub(super) fn named(&self, name: &str) -> Option<Box<dyn EngineMaker>> {
        let entry = self.project.engines.get(name);
        let maker: Box<dyn EngineMaker> = match entry {
            Some(entry) if !entry.command.is_empty() => Box::new(self.external(entry)),
            _ => builtin_engines::by_name(name)?,
        };
        Some(match entry.filter(|entry| entry.words != EngineWords::default()) {
            Some(entry) => Box::new(Translated::new(maker, &entry.words)),
            None => maker,
        })
    }

    fn external(&self, entry: &EngineEntry) -> Processes {
        interrupt::watch();
        let launch = Launch {
            command: entry.command.clone(),
            folder: self.project.root.join(&entry.dir),
            environment: entry.environment.clone(),
            timeout: self.playing.timeout.or(entry.timeout).unwrap_or(Launch::TIMEOUT),
            startup: entry.startup.unwrap_or(Launch::STARTUP),
        };
        Processes::new(launch, entry.game.clone(), self.recorder.clone())
    }

    /// How an engine differs from the saved one, as far as that is known without starting it. `own` is the engine that the
    /// project names for the game.
    fn change(&self, saved: &SavedEngine, own: &str) -> Option<String> {
        let Some(name) = &saved.named else { return None };
        if !saved.foreign && name != own {
            return Some(format!("the project names `{own}`, but the run used `{name}`"));
        }
        if let Some(why) = saved.origin.change(&EngineOrigin::of(Some(name), self.project)) {
            return Some(why);
        }
        let is_started = self.project.engines.get(name).is_some_and(|entry| !entry.command.is_empty());
        let maker = self.named(name).filter(|_| !is_started)?;
        (SavedProfile::of(maker.profile()) != saved.profile)
            .then(|| format!("the `hello` of `{name}` is different now"))
    }

    /// The game of an engine. Starts no process if the project file names the game.
    pub(super) fn game_of(&self, name: &str, maker: &dyn EngineMaker) -> String {
        let said = self.project.engines.get(name).and_then(|entry| entry.game.clone());
        said.unwrap_or_else(|| maker.profile().game.clone())
    }

    /// An engine from `--engine`, with its game.
    fn typed(&self, name: &str) -> Result<(String, Seat), CliError> {
        let project = self.project;
        let engine = self.named(name).ok_or_else(|| CliError::Usage(no_such_engine(name, project)))?;
        let game = self.game_of(name, engine.as_ref());
        let Some(own) = project.games.get(&game) else {
            return Err(CliError::Usage(other_game(&format!("the engine `{name}`"), &game, project)));
        };
        let role = match own == name {
            true => Role::Reference,
            false => Role::Other {
                reference: self.reference(&game),
                goldens: project.engines.get(name).and_then(|entry| entry.golden.clone()),
            },
        };
        let (name, gaps) = (Some(name.to_owned()), self.gaps(name));
        Ok((game, Seat { role, name, gaps, ..Seat::reference(engine) }))
    }

    /// The reference engine of a game. May be missing if another engine runs, because then it is only compared.
    fn reference(&self, game: &str) -> Option<Box<dyn EngineMaker>> {
        self.configured(game, self.project.games.get(game)?).ok()
    }

    fn gaps(&self, name: &str) -> Vec<Gap> {
        self.project.engines.get(name).map(|entry| entry.gaps.clone()).unwrap_or_default()
    }

    fn configured(&self, game: &str, name: &str) -> Result<Box<dyn EngineMaker>, CliError> {
        let bad = |message: String| {
            let place = self.project.place(&["games", game, "engine"]).or_else(|| self.project.place(&["games", game]));
            CliError::BadInput(vec![match place {
                Some(place) => Problem::at(Kind::BadValue, &place, message),
                None => Problem::new(Kind::BadValue, format!("{}: {message}", project::FILE_NAME)),
            }])
        };
        let maker = self.named(name).ok_or_else(|| bad(no_such_engine(name, self.project)))?;
        let own = self.game_of(name, maker.as_ref());
        if own != game && !own.is_empty() {
            return Err(bad(format!(
                "the game `{game}` names the engine `{name}`, which plays `{own}`; rename the game to `{own}`, or correct \
                 `game` of the engine"
            )));
        }
        Ok(maker)
    }

    /// An engine from `--engine-command`, started in the project folder.
    fn started(&self, command: Vec<String>) -> Processes {
        interrupt::watch();
        let usual = Launch::command(command, self.project.root.clone());
        let timeout = self.playing.timeout.unwrap_or(usual.timeout);
        let launch = Launch { timeout, startup: usual.startup.max(timeout), ..usual };
        Processes::new(launch, None, self.recorder.clone())
    }

    /// An engine from `--engine-command`. Its `hello` names its game.
    fn command(&self, command: &str) -> Result<Seats, CliError> {
        // Only quotes have a meaning, because there is no shell.
        let words = shlex::split(command)
            .ok_or_else(|| CliError::Usage(format!("the engine command `{command}` has an open quote")))?;
        if words.is_empty() {
            return Err(CliError::Usage("the engine command is empty".to_owned()));
        }
        let maker = Arc::new(self.started(words));
        let games: Vec<&String> = self.project.games.keys().collect();
        let game = maker.profile().game.clone();
        let played: Vec<String> = if maker.fault().is_some() {
            // Without a game, the engine answers for none.
            games.into_iter().cloned().collect()
        } else if let (true, [only]) = (game.is_empty(), games.as_slice()) {
            vec![(*only).clone()]
        } else if self.project.games.contains_key(&game) {
            vec![game]
        } else if game.is_empty() {
            return Err(CliError::Usage("the `hello` of the engine does not name its game".to_owned()));
        } else {
            return Err(CliError::Usage(other_game("the engine", &game, self.project)));
        };
        let seat = |game: &str| Seat::other(Box::new(Arc::clone(&maker)), self.reference(game));
        Ok(played.into_iter().map(|game| (game.clone(), seat(&game))).collect())
    }
}

fn other_game(who: &str, game: &str, project: &Project) -> String {
    let games: Vec<&str> = project.games.keys().map(String::as_str).collect();
    format!("{who} plays `{game}`, but the games of this project are: {}", games.join(", "))
}

/// The engines of the project, and built-in ones of its games.
fn no_such_engine(name: &str, project: &Project) -> String {
    let named = project.engines.iter().filter(|(_, entry)| !entry.command.is_empty()).map(|(name, _)| name.as_str());
    let mut names: Vec<&str> = builtin_engines::names().filter(|name| project.games.contains_key(*name)).collect();
    names.extend(named);
    match nearest(name, names.iter().copied()) {
        Some(near) => format!("there is no engine `{name}`; did you mean `{near}`?"),
        None => format!("there is no engine `{name}`; the engines are: {}", names.join(", ")),
    }
}
