//! Two engines as they were typed, each with switches off where that is said.

use crate::cli::arguments::HuntArguments;
use crate::cli::arguments::Playing;
use crate::cli::choice;
use crate::cli::setting;
use crate::cli::setting::Setting;
use crate::cli::stop::Stop;
use crate::engines::process::hello;
use crate::oracle::gap::Gap;
use crate::oracle::hunt::contest::Side;
use crate::protocol::EngineMaker;
use crate::protocol::Fault;
use crate::protocol::Profile;
use crate::protocol::nearest::nearest;
use crate::protocol::wire::Greeting;

/// An engine as it was typed.
pub(crate) struct Spec {
    text: String,
    /// The same without the switches that are off.
    engine: String,
    maker: Box<dyn EngineMaker>,
    pub gaps: Vec<Gap>,
    without: Vec<String>,
}

impl Spec {
    pub(crate) fn load(text: &str, setting: &Setting, playing: &Playing) -> Result<Spec, Stop> {
        let words = shlex::split(text).ok_or_else(|| Stop::Usage(format!("`{text}` has an open quote")))?;
        let (words, off) = split_at_without(words);
        let (maker, gaps) = choice::single(&words, &setting.suite.project, playing)?;
        if let Some(fault) = maker.fault() {
            return Err(Stop::fault(&fault));
        }
        let mut all = Vec::new();
        for name in off {
            all.extend(known_switches(&name, maker.as_ref(), setting)?);
        }
        Ok(Spec { text: text.to_owned(), engine: words.join(" "), maker, gaps, without: all })
    }

    /// Refuses two sides that are started in the same way and introduce themselves differently: what differs between them
    /// would be taken for an effect of the switches.
    pub(crate) fn refuse_change(&self, other: &Spec) -> Result<(), Stop> {
        let [one, two] = [self, other].map(|spec| Greeting::of(spec.maker.profile()));
        match hello::difference(&one, &two).filter(|_| self.engine == other.engine) {
            Some(what) => Err(Stop::fault(&Fault::Changed { what })),
            None => Ok(()),
        }
    }

    pub(crate) fn side(&self) -> Side<'_> {
        let (name, engine) = (self.text.clone(), self.engine.clone());
        Side { name, engine, maker: self.maker.as_ref(), without: self.without.clone() }
    }
}

/// What stands before `--without`, and the names after each of them.
fn split_at_without(words: Vec<String>) -> (Vec<String>, Vec<String>) {
    let at = words.iter().position(|word| word == "--without").unwrap_or(words.len());
    let names = words[at..].iter().filter(|word| *word != "--without").cloned().collect();
    (words[..at].to_vec(), names)
}

/// A switch of an engine by its name, or all of a profile of the project.
fn known_switches(name: &str, maker: &dyn EngineMaker, setting: &Setting) -> Result<Vec<String>, Stop> {
    if let Some(profile) = setting.suite.project.profiles.get(name) {
        let own = |switch: &&String| maker.profile().switches.iter().any(|note| note.name == **switch);
        return Ok(profile.without.iter().filter(own).cloned().collect());
    }
    match maker.profile().switches.iter().any(|note| note.name == name) {
        true => Ok(vec![name.to_owned()]),
        false => Err(no_such_switch(name, maker)),
    }
}

pub(crate) fn no_such_switch(name: &str, maker: &dyn EngineMaker) -> Stop {
    let Profile { name: engine, switches, .. } = maker.profile();
    if switches.is_empty() {
        return Stop::Usage(format!("`{engine}` has no switches, so `{name}` cannot be turned off in it"));
    }
    let near = nearest(name, switches.iter().map(|note| note.name.as_str()));
    Stop::Usage(format!("`{engine}` has no switch `{name}`; {}", setting::nearest_or_all(near, switches)))
}

/// The game that both engines play.
pub(crate) fn common_game(
    one: &Spec,
    other: &Spec,
    options: &HuntArguments,
    setting: &Setting,
) -> Result<String, Stop> {
    let games: Vec<&str> = [one, other].map(|spec| spec.maker.profile().game.as_str()).to_vec();
    let said = options.game.as_deref().or(games.iter().copied().find(|game| !game.is_empty()));
    let Some(game) = said else {
        return Err(Stop::Usage("neither engine says which game it plays: say it with --game".to_owned()));
    };
    if let Some(other) = games.iter().find(|own| !own.is_empty() && **own != game) {
        return Err(Stop::Usage(format!("two engines of one game are compared, not of `{game}` and of `{other}`")));
    }
    if !setting.suite.project.games.contains_key(game) {
        return Err(Stop::Usage(format!("the project has no game `{game}`")));
    }
    Ok(game.to_owned())
}
