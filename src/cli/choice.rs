//! Which engine plays which game: the command line decides, then the project file.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::cli::arguments::Playing;
use crate::cli::interrupt;
use crate::cli::output::Output;
use crate::cli::recording::RecordingFile;
use crate::cli::saved::Asked;
use crate::cli::saved::EngineOrigin;
use crate::cli::saved::PROGRAM;
use crate::cli::saved::SavedEngine;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::engines;
use crate::engines::archive::Archive;
use crate::engines::archive::KeptEngineMaker;
use crate::engines::archive::SavedProfile;
use crate::engines::process::Processes;
use crate::engines::process::launch::Launch;
use crate::engines::process::recorder::Recorder;
use crate::oracle::engine_entry::EngineEntry;
use crate::oracle::event_words::Translated;
use crate::oracle::gap::Gap;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::project;
use crate::oracle::project::Project;
use crate::oracle::readings;
use crate::oracle::readings::Readings;
use crate::oracle::run::Foreign;
use crate::oracle::run::Makers;
use crate::protocol::EngineMaker;
use crate::protocol::ReadingNote;
use crate::protocol::nearest::nearest;

/// Who plays.
pub(crate) struct Choice {
    pub makers: Makers,
    /// The engines that the project names, for games in which others play.
    pub references: Makers,
    /// The games in which another engine than the project's plays, each with the folder of its own goldens, if any.
    pub foreign: Foreign,
    /// The known gaps of the engines that play.
    pub gaps: Vec<Gap>,
    /// The readings that are played in each game.
    pub readings: BTreeMap<String, Readings>,
    /// How the project file calls the engine that plays each game; none for a command that was typed.
    pub names: BTreeMap<String, String>,
}

/// The engine for each game of the project, and the known gaps of those that play.
pub(crate) fn makers(
    project: &Project,
    playing: &Playing,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<Choice, Stop> {
    let picker = Picker { project, playing, recorder: recorder(playing, surroundings, output)? };
    let mut names: BTreeMap<String, String> = BTreeMap::new();
    let (mut makers, mut gaps) = (Makers::new(), Vec::new());
    if let Some(command) = &playing.engine_command {
        picker.command(command, &mut makers)?;
    }
    for name in &playing.engine {
        let maker = picker.named(name).ok_or_else(|| Stop::Usage(no_such_engine(name, project)))?;
        let game = picker.game_of(name, maker.as_ref());
        if !project.games.contains_key(&game) {
            return Err(Stop::Usage(other_game(&format!("the engine `{name}`"), &game, project)));
        }
        if makers.insert(game.clone(), maker).is_some() {
            return Err(Stop::Usage(format!("two engines were named for the game `{game}`")));
        }
        gaps.extend(picker.gaps(name));
        names.insert(game, name.clone());
    }
    let (mut references, mut foreign) = (Makers::new(), Foreign::new());
    for (game, name) in &project.games {
        if makers.contains_key(game) {
            if names.get(game) == Some(name) {
                continue;
            }
            foreign.insert(game.clone(), picker.golden_folder(game, &names));
            // The reference is only compared with, so it need not be available.
            references.extend(picker.configured(game, name).ok().map(|maker| (game.clone(), maker)));
        } else {
            makers.insert(game.clone(), picker.configured(game, name)?);
            gaps.extend(picker.gaps(name));
            names.insert(game.clone(), name.clone());
        }
    }
    note_equal_hellos(&makers, &references, &names, output);
    let readings = readings(project, playing, &names, &makers)?;
    Ok(Choice { makers, references, foreign, gaps, readings, names })
}

/// The same for a run that was saved: what was kept of the engines plays, and only those that it was compared with are
/// there themselves.
pub(crate) fn saved(
    project: &Project,
    playing: &Playing,
    asked: &Asked,
    archive: &Arc<Archive>,
) -> Result<Choice, String> {
    let picker = Picker::new(project, playing);
    if asked.program != PROGRAM {
        return Err(format!("Truthsayer {} saved it, and this is {PROGRAM}; save it again", asked.program));
    }
    if let Some(game) = project.games.keys().find(|game| !asked.engines.contains_key(*game)) {
        return Err(format!("it does not say which engine played the game `{game}`"));
    }
    let (mut makers, mut references, mut foreign) = (Makers::new(), Makers::new(), Foreign::new());
    let (mut gaps, mut names) = (Vec::new(), BTreeMap::new());
    for (game, engine) in &asked.engines {
        let Some(own) = project.games.get(game) else {
            return Err(format!("it was played in the game `{game}`, which the project does not have"));
        };
        let profile = engine.profile.profile()?;
        if let Some(why) = picker.change(engine, own) {
            return Err(format!("the engine of `{game}` is not the one that played: {why}; save it again"));
        }
        let archive = Arc::clone(archive);
        makers.insert(game.clone(), Box::new(KeptEngineMaker { profile, name: game.clone(), archive }) as Box<_>);
        if engine.foreign == (engine.named.as_ref() == Some(own)) {
            return Err(format!("the reference engine of `{game}` was another one when it was saved"));
        }
        if engine.foreign {
            // Outcomes are proposed there, and only the project file says where that may be.
            let entry = engine.named.as_ref().and_then(|name| project.engines.get(name));
            if engine.golden.is_some() && engine.golden != entry.and_then(|entry| entry.golden.clone()) {
                return Err("its goldens stand in another folder than the project file says".to_owned());
            }
            foreign.insert(game.clone(), engine.golden.clone());
            references.extend(picker.configured(game, own).ok().map(|maker| (game.clone(), maker)));
        }
        if let Some(name) = &engine.named {
            gaps.extend(picker.gaps(name));
            names.insert(game.clone(), name.clone());
        }
    }
    let readings = asked.readings.clone();
    Ok(Choice { makers, references, foreign, gaps, readings, names })
}

/// The engines themselves, where only what was kept of them plays. What cannot be had is left out.
pub(crate) fn originals(project: &Project, playing: &Playing, names: &BTreeMap<String, String>) -> Makers {
    let picker = Picker::new(project, playing);
    let maker = |(game, name): (&String, &String)| Some((game.clone(), picker.named(name)?));
    names.iter().filter_map(maker).collect()
}

/// The readings of each game: what its project file says, then its engine's entry, then the command line.
fn readings(
    project: &Project,
    playing: &Playing,
    names: &BTreeMap<String, String>,
    makers: &Makers,
) -> Result<BTreeMap<String, Readings>, Stop> {
    let mut problems = Vec::new();
    let mut chosen: BTreeMap<String, Readings> = BTreeMap::new();
    for (game, maker) in makers {
        let engine = names.get(game).and_then(|name| project.engines.get(name)).map(|entry| &entry.readings);
        for own in project.readings.get(game).into_iter().chain(engine).filter(|own| !own.is_empty()) {
            problems.extend(own.problems(maker.profile()));
            chosen.entry(game.clone()).or_default().extend(own.map());
        }
    }
    for text in &playing.readings {
        typed_readings(text, project, makers, &mut chosen)?;
    }
    if problems.is_empty() { Ok(chosen) } else { Err(Stop::BadInput(problems)) }
}

/// A reading as it is typed, or those of a profile; each goes to the games whose engines know it.
fn typed_readings(
    text: &str,
    project: &Project,
    makers: &Makers,
    chosen: &mut BTreeMap<String, Readings>,
) -> Result<(), Stop> {
    let wanted: Readings = match (project.profiles.get(text), text.split_once('=')) {
        (Some(profile), _) => profile.readings.map(),
        (None, Some((name, value))) => Readings::from([(name.trim().to_owned(), value.trim().to_owned())]),
        (None, None) => {
            return Err(Stop::Usage(format!("`{text}` is neither a profile nor a reading: write reading=value")));
        }
    };
    let notes: Vec<ReadingNote> = makers.values().flat_map(|maker| maker.profile().readings.iter().cloned()).collect();
    for (name, value) in wanted {
        if makers.len() > 1 && !notes.iter().any(|note| note.name == name) {
            return Err(Stop::Usage(undeclared(&name, &notes)));
        }
        if let Some(problem) = readings::unknown(&name, &value, &notes) {
            let help = problem.help.first().map_or(String::new(), |help| format!("; {help}"));
            return Err(Stop::Usage(format!("{}{help}", problem.message)));
        }
        for (game, maker) in makers {
            if maker.profile().readings.iter().any(|note| note.name == name) {
                chosen.entry(game.clone()).or_default().insert(name.clone(), value.clone());
            }
        }
    }
    Ok(())
}

/// Says that none of several engines declares a reading.
fn undeclared(name: &str, notes: &[ReadingNote]) -> String {
    let names: Vec<&str> = notes.iter().map(|note| note.name.as_str()).collect();
    let help = match nearest(name, names.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if names.is_empty() => "no engine declares any".to_owned(),
        None => format!("declared are: {}", names.join(", ")),
    };
    format!("no engine of this run declares the reading `{name}`; {help}")
}

/// Begins the recording that `--record` asks for.
fn recorder(playing: &Playing, surroundings: &Surroundings, output: &Output) -> Result<Option<Arc<Recorder>>, Stop> {
    let Some(path) = &playing.record else { return Ok(None) };
    let recording = RecordingFile::begin(&surroundings.folder, path)
        .map_err(|error| Stop::Write { path: path.display().to_string(), error })?;
    Ok(Some(output.keep(recording)))
}

/// Says which engines call themselves like the reference engine. Only the project file decides which engine is the reference.
fn note_equal_hellos(makers: &Makers, references: &Makers, names: &BTreeMap<String, String>, output: &Output) {
    for (game, reference) in references {
        let Some(maker) = makers.get(game).filter(|maker| maker.fault().is_none() && !output.quiet) else { continue };
        let hello = |maker: &dyn EngineMaker| format!("{} {}", maker.profile().name, maker.profile().version);
        let own = hello(maker.as_ref());
        if reference.fault().is_none() && hello(reference.as_ref()) == own {
            let engine = names.get(game).map_or_else(|| "the engine".to_owned(), |name| format!("the engine `{name}`"));
            let own = own.trim();
            output.about(&format!(
                "note: {engine} calls itself `{own}`, like the reference engine of `{game}`; it is judged as another engine\n"
            ));
        }
    }
}

/// One engine by itself, and its known gaps: by its name, or by the command that starts it.
pub(crate) fn single(
    words: &[String],
    project: &Project,
    playing: &Playing,
) -> Result<(Box<dyn EngineMaker>, Vec<Gap>), Stop> {
    let picker = Picker { project, playing, recorder: None };
    let Some(name) = words.first() else { return Err(Stop::Usage("an engine is empty".to_owned())) };
    match picker.named(name).filter(|_| words.len() == 1) {
        Some(maker) => Ok((maker, picker.gaps(name))),
        None if words.len() == 1 && !name.contains('/') => {
            let help = "a command is written with its path or its arguments";
            Err(Stop::Usage(format!("{}; {help}", no_such_engine(name, project))))
        }
        None => Ok((Box::new(picker.started(words.to_vec())), Vec::new())),
    }
}

/// Finds engines by name.
pub(super) struct Picker<'a> {
    project: &'a Project,
    playing: &'a Playing,
    recorder: Option<Arc<Recorder>>,
}

impl<'a> Picker<'a> {
    /// Without keeping what engines say.
    pub(super) fn new(project: &'a Project, playing: &'a Playing) -> Picker<'a> {
        Picker { project, playing, recorder: None }
    }

    /// An engine by name: one that the project file gives a command, or a built-in one.
    pub(super) fn named(&self, name: &str) -> Option<Box<dyn EngineMaker>> {
        let entry = self.project.engines.get(name);
        let maker: Box<dyn EngineMaker> = match entry {
            Some(entry) if !entry.command.is_empty() => Box::new(self.external(entry)),
            _ => engines::by_name(name)?,
        };
        Some(match entry.filter(|entry| !entry.events.is_empty()) {
            Some(entry) => Box::new(Translated::new(maker, &entry.events)),
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

    /// In what an engine of the project differs from the one that was saved, as far as that is known without starting
    /// it. `own` is the engine that the project names for the game.
    fn change(&self, saved: &SavedEngine, own: &str) -> Option<String> {
        let Some(name) = &saved.named else { return None };
        if !saved.foreign && name != own {
            return Some(format!("the project names `{own}`, and `{name}` played"));
        }
        if let Some(why) = saved.origin.change(&EngineOrigin::of(Some(name), self.project)) {
            return Some(why);
        }
        let is_started = self.project.engines.get(name).is_some_and(|entry| !entry.command.is_empty());
        let maker = self.named(name).filter(|_| !is_started)?;
        (SavedProfile::of(maker.profile()) != saved.profile)
            .then(|| format!("`{name}` tells other things about itself now"))
    }

    /// The game an engine plays. What the project file says needs no process to be started.
    pub(super) fn game_of(&self, name: &str, maker: &dyn EngineMaker) -> String {
        let said = self.project.engines.get(name).and_then(|entry| entry.game.clone());
        said.unwrap_or_else(|| maker.profile().game.clone())
    }

    /// The folder of goldens of the engine that was named for a game.
    fn golden_folder(&self, game: &str, names: &BTreeMap<String, String>) -> Option<String> {
        self.project.engines.get(names.get(game)?)?.golden.clone()
    }

    fn gaps(&self, name: &str) -> Vec<Gap> {
        self.project.engines.get(name).map(|entry| entry.gaps.clone()).unwrap_or_default()
    }

    fn configured(&self, game: &str, name: &str) -> Result<Box<dyn EngineMaker>, Stop> {
        let bad = |message: String| {
            Stop::BadInput(vec![Problem::new(Kind::BadValue, format!("{}: {message}", project::FILE_NAME))])
        };
        let maker = self.named(name).ok_or_else(|| bad(no_such_engine(name, self.project)))?;
        let own = self.game_of(name, maker.as_ref());
        if own != game && !own.is_empty() {
            return Err(bad(format!("the engine `{name}` plays `{own}`, and the game `{game}` names it")));
        }
        Ok(maker)
    }

    /// An engine whose command was typed. It is started where one that the project names is.
    fn started(&self, command: Vec<String>) -> Processes {
        interrupt::watch();
        let launch = Launch {
            command,
            folder: self.project.root.clone(),
            environment: BTreeMap::new(),
            timeout: self.playing.timeout.unwrap_or(Launch::TIMEOUT),
            startup: Launch::STARTUP.max(self.playing.timeout.unwrap_or_default()),
        };
        Processes::new(launch, None, self.recorder.clone())
    }

    /// An engine whose command was typed. Its hello says which game it plays.
    fn command(&self, command: &str, makers: &mut Makers) -> Result<(), Stop> {
        // Quotes keep words together; nothing else has a meaning, as there is no shell.
        let words = shlex::split(command)
            .ok_or_else(|| Stop::Usage(format!("the engine command `{command}` has an open quote")))?;
        if words.is_empty() {
            return Err(Stop::Usage("the engine command is empty".to_owned()));
        }
        let maker = Arc::new(self.started(words));
        let games: Vec<&String> = self.project.games.keys().collect();
        let game = maker.profile().game.clone();
        if maker.fault().is_some() {
            // Nobody knows which game it would have played, so none of them is answered.
            makers.extend(games.into_iter().map(|game| (game.clone(), Box::new(Arc::clone(&maker)) as Box<_>)));
        } else if let (true, [only]) = (game.is_empty(), games.as_slice()) {
            makers.insert((*only).clone(), Box::new(maker));
        } else if self.project.games.contains_key(&game) {
            makers.insert(game, Box::new(maker));
        } else if game.is_empty() {
            return Err(Stop::Usage("the engine does not say in its hello which game it plays".to_owned()));
        } else {
            return Err(Stop::Usage(other_game("the engine", &game, self.project)));
        }
        Ok(())
    }
}

fn other_game(who: &str, game: &str, project: &Project) -> String {
    let games: Vec<&str> = project.games.keys().map(String::as_str).collect();
    format!("{who} plays `{game}`, and this project has: {}", games.join(", "))
}

fn no_such_engine(name: &str, project: &Project) -> String {
    let named = project.engines.iter().filter(|(_, entry)| !entry.command.is_empty()).map(|(name, _)| name.as_str());
    let mut names: Vec<&str> = engines::names().collect();
    names.extend(named);
    match nearest(name, names.iter().copied()) {
        Some(near) => format!("there is no engine `{name}`; did you mean `{near}`?"),
        None => format!("there is no engine `{name}`; there are: {}", names.join(", ")),
    }
}
