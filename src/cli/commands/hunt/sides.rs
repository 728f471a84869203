//! The two engines of a hunt, each with its switches off.

use crate::cli::args::Playing;
use crate::cli::cli_error::CliError;
use crate::cli::session;
use crate::cli::session::Session;
use crate::cli::session::engine_selection;
use truthsayer_oracle::engines::process::hello;
use truthsayer_oracle::hunt::readings::own_readings::OwnReadings;
use truthsayer_oracle::hunt::sides::Side;
use truthsayer_oracle::suite::gap::Gap;
use truthsayer_oracle::suite::readings::Readings;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Fault;
use truthsayer_protocol::Profile;
use truthsayer_protocol::nearest::nearest;
use truthsayer_protocol::wire::Greeting;

/// An engine argument.
pub(crate) struct Spec {
    text: String,
    /// The argument without `--without` and its switches.
    engine: String,
    maker: Box<dyn EngineMaker>,
    pub gaps: Vec<Gap>,
    without: Vec<String>,
}

impl Spec {
    pub(crate) fn load(text: &str, session: &Session, playing: &Playing) -> Result<Spec, CliError> {
        let words = shlex::split(text).ok_or_else(|| CliError::Usage(format!("`{text}` has an open quote")))?;
        let (words, off) = split_at_without(words);
        let (maker, gaps) = engine_selection::single(&words, &session.suite.project, playing)?;
        if let Some(fault) = maker.fault() {
            return Err(CliError::fault(&fault));
        }
        let mut all = Vec::new();
        for name in off {
            all.extend(known_switches(&name, maker.as_ref(), session)?);
        }
        let maker = with_own_readings(maker, words.first().filter(|_| words.len() == 1), session)?;
        Ok(Spec { text: text.to_owned(), engine: words.join(" "), maker, gaps, without: all })
    }

    /// Refuses two sides with the same command and different `hello`s: their differences would look like effects of the
    /// switches.
    pub(crate) fn refuse_change(&self, other: &Spec) -> Result<(), CliError> {
        let [one, two] = [self, other].map(|spec| Greeting::of(spec.maker.profile()));
        match hello::difference(&one, &two).filter(|_| self.engine == other.engine) {
            Some(what) => Err(CliError::fault(&Fault::Changed { what })),
            None => Ok(()),
        }
    }

    pub(crate) fn maker(&self) -> &dyn EngineMaker {
        self.maker.as_ref()
    }

    pub(crate) fn side(&self) -> Side<'_> {
        let (name, engine) = (self.text.clone(), self.engine.clone());
        Side { name, engine, maker: self.maker.as_ref(), without: self.without.clone() }
    }
}

/// The engine with the readings of its entry and its game, as in `verify`.
fn with_own_readings(
    maker: Box<dyn EngineMaker>,
    name: Option<&String>,
    session: &Session,
) -> Result<Box<dyn EngineMaker>, CliError> {
    let project = &session.suite.project;
    let game = project.readings.get(&maker.profile().game);
    let entry = name.and_then(|name| project.engines.get(name)).map(|entry| &entry.readings);
    let (mut readings, mut problems) = (Readings::new(), Vec::new());
    for own in game.into_iter().chain(entry).filter(|_| !maker.profile().readings.is_empty()) {
        problems.extend(own.problems(maker.profile()));
        readings.extend(own.map());
    }
    match (problems.is_empty(), readings.is_empty()) {
        (false, _) => Err(CliError::BadInput(problems)),
        (true, true) => Ok(maker),
        (true, false) => Ok(Box::new(OwnReadings::new(maker, readings))),
    }
}

/// Splits the words at `--without`: the engine, and the names of the switches.
pub(crate) fn split_at_without(words: Vec<String>) -> (Vec<String>, Vec<String>) {
    let at = words.iter().position(|word| word == "--without").unwrap_or(words.len());
    let names = words[at..].iter().filter(|word| *word != "--without").cloned().collect();
    (words[..at].to_vec(), names)
}

/// The switches of a name: one switch, or all of a profile.
fn known_switches(name: &str, maker: &dyn EngineMaker, session: &Session) -> Result<Vec<String>, CliError> {
    if let Some(profile) = session.suite.project.profiles.get(name) {
        let own = |switch: &&String| maker.profile().switches.iter().any(|note| note.name == **switch);
        return Ok(profile.without.iter().filter(own).cloned().collect());
    }
    match maker.profile().switches.iter().any(|note| note.name == name) {
        true => Ok(vec![name.to_owned()]),
        false => Err(no_such_switch(name, maker)),
    }
}

pub(crate) fn no_such_switch(name: &str, maker: &dyn EngineMaker) -> CliError {
    let Profile { name: engine, switches, .. } = maker.profile();
    if switches.is_empty() {
        return CliError::Usage(format!("`{engine}` has no switches, so `{name}` cannot be turned off"));
    }
    let near = nearest(name, switches.iter().map(|note| note.name.as_str()));
    CliError::Usage(format!("`{engine}` has no switch `{name}`; {}", session::nearest_or_all(near, switches)))
}

/// The game of both engines.
pub(crate) fn common_game(
    one: &Spec,
    other: &Spec,
    asked: Option<&str>,
    session: &Session,
) -> Result<String, CliError> {
    let games: Vec<&str> = [one, other].map(|spec| spec.maker.profile().game.as_str()).to_vec();
    let said = asked.or(games.iter().copied().find(|game| !game.is_empty()));
    let Some(game) = said else {
        return Err(CliError::Usage("neither engine names its game; use --game".to_owned()));
    };
    if let Some(other) = games.iter().find(|own| !own.is_empty() && **own != game) {
        return Err(CliError::Usage(format!("the engines play different games: `{game}` and `{other}`")));
    }
    if !session.suite.project.games.contains_key(game) {
        return Err(CliError::Usage(format!("the project has no game `{game}`")));
    }
    Ok(game.to_owned())
}
