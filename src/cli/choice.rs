//! Which engine plays which game: the command line decides, then the project file.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::cli::arguments::Playing;
use crate::cli::interrupt;
use crate::cli::output::Output;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::engines;
use crate::engines::process::Processes;
use crate::engines::process::launch::Launch;
use crate::engines::process::record::Record;
use crate::oracle::engine_entry::EngineEntry;
use crate::oracle::gap::Gap;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::project;
use crate::oracle::project::Project;
use crate::oracle::run::Makers;
use crate::protocol::EngineMaker;
use crate::protocol::nearest::nearest;

/// Who plays.
pub struct Choice {
    pub makers: Makers,
    /// The engines that the project names, for games in which others play.
    pub references: Makers,
    /// The known gaps of the engines that play.
    pub gaps: Vec<Gap>,
}

/// The engine for each game of the project, and the known gaps of those that play.
pub fn makers(project: &Project, playing: &Playing, around: &Surroundings, output: &Output) -> Result<Choice, Stop> {
    let picker = Picker { project, playing, record: record(playing, around, output)? };
    let (mut makers, mut gaps) = (Makers::new(), Vec::new());
    if let Some(command) = &playing.engine_command {
        picker.command(command, around, &mut makers)?;
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
    }
    let mut references = Makers::new();
    for (game, name) in &project.games {
        if makers.contains_key(game) {
            // What is only compared with need not be there.
            if !playing.engine.contains(name) {
                references.extend(picker.configured(game, name).ok().map(|maker| (game.clone(), maker)));
            }
        } else {
            makers.insert(game.clone(), picker.configured(game, name)?);
            gaps.extend(picker.gaps(name));
        }
    }
    Ok(Choice { makers, references, gaps })
}

/// Where the conversation goes, when somebody wants to keep it.
fn record(playing: &Playing, around: &Surroundings, output: &Output) -> Result<Option<Arc<Record>>, Stop> {
    let Some(path) = &playing.record else { return Ok(None) };
    let shown = path.display().to_string();
    let record =
        Record::begin(&around.folder.join(path), &shown).map_err(|error| Stop::Write { path: shown, error })?;
    output.keep(&record);
    Ok(Some(record))
}

struct Picker<'a> {
    project: &'a Project,
    playing: &'a Playing,
    record: Option<Arc<Record>>,
}

impl Picker<'_> {
    /// An engine by name: one that the project file gives a command, or a built-in one.
    fn named(&self, name: &str) -> Option<Box<dyn EngineMaker>> {
        match self.project.engines.get(name) {
            Some(entry) if !entry.command.is_empty() => Some(Box::new(self.external(entry))),
            _ => engines::by_name(name),
        }
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
        Processes::new(launch, entry.game.clone(), self.record.clone())
    }

    /// The game an engine plays. What the project file says needs no process to be started.
    fn game_of(&self, name: &str, maker: &dyn EngineMaker) -> String {
        let said = self.project.engines.get(name).and_then(|entry| entry.game.clone());
        said.unwrap_or_else(|| maker.profile().game.clone())
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

    /// An engine whose command was typed. Its hello says which game it plays.
    fn command(&self, command: &str, around: &Surroundings, makers: &mut Makers) -> Result<(), Stop> {
        // Quotes keep words together; nothing else has a meaning, as there is no shell.
        let words = shlex::split(command)
            .ok_or_else(|| Stop::Usage(format!("the engine command `{command}` has an open quote")))?;
        if words.is_empty() {
            return Err(Stop::Usage("the engine command is empty".to_owned()));
        }
        interrupt::watch();
        let launch = Launch {
            command: words,
            folder: around.folder.clone(),
            environment: BTreeMap::new(),
            timeout: self.playing.timeout.unwrap_or(Launch::TIMEOUT),
            startup: Launch::STARTUP.max(self.playing.timeout.unwrap_or_default()),
        };
        let maker = Arc::new(Processes::new(launch, None, self.record.clone()));
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
