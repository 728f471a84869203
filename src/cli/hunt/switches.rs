//! Which switches are looked for: those that were named, or those that no claim notices.

use crate::cli::arguments::Filters;
use crate::cli::arguments::HuntArguments;
use crate::cli::hunt::sides::no_such_switch;
use crate::cli::output::Output;
use crate::cli::selection;
use crate::cli::setting::Setting;
use crate::cli::stop::Stop;
use crate::oracle::run::Run;
use crate::oracle::trial::Keep;
use crate::protocol::EngineMaker;

/// The game whose switches are looked for: said, the only one, or the one that has them.
pub(crate) fn game_of_switches(options: &HuntArguments, setting: &Setting) -> Result<String, Stop> {
    if let Some(game) = &options.game {
        return match setting.makers.contains_key(game) {
            true => Ok(game.clone()),
            false => Err(Stop::Usage(format!("the project has no game `{game}`"))),
        };
    }
    let has = |maker: &dyn EngineMaker| {
        options.switch.iter().any(|name| maker.profile().switches.iter().any(|note| note.name == *name))
    };
    let mut games: Vec<&String> = setting.makers.keys().collect();
    if games.len() > 1 {
        games = setting.makers.iter().filter(|(_, maker)| has(maker.as_ref())).map(|(game, _)| game).collect();
    }
    match games.as_slice() {
        [only] => Ok((*only).clone()),
        _ => Err(Stop::Usage("say in which game with --game".to_owned())),
    }
}

/// The switches that are sought, sorted.
pub(crate) fn switches(
    options: &HuntArguments,
    game: &str,
    maker: &dyn EngineMaker,
    setting: &Setting,
    output: &Output,
) -> Result<Vec<String>, Stop> {
    if let Some(fault) = maker.fault() {
        return Err(Stop::fault(&fault));
    }
    let mut names = Vec::new();
    for wanted in &options.switch {
        let all = maker.profile().switches.iter().map(|note| note.name.clone());
        let before = names.len();
        names.extend(all.filter(|name| name == wanted || fast_glob::glob_match(wanted.as_str(), name)));
        if names.len() == before {
            return Err(no_such_switch(wanted, maker));
        }
    }
    if options.survivors {
        names = survivors(game, setting, output)?;
    }
    names.sort_unstable();
    names.dedup();
    Ok(names)
}

/// What `prove` lists as surviving.
fn survivors(game: &str, setting: &Setting, output: &Output) -> Result<Vec<String>, Stop> {
    setting.refuse_lost_switches()?;
    let filters = Filters { game: vec![game.to_owned()], ..Filters::default() };
    let chosen = selection::select(&setting.suite, &filters)?;
    let findings = Run { chosen, proves: true, keep: Keep::Firings, ..setting.run(output) }.findings();
    let names: Vec<String> =
        findings.knockouts().filter(|knockout| knockout.survives()).map(|it| it.switch.name.clone()).collect();
    if names.is_empty() {
        return Err(Stop::Nothing(format!("no switch of `{game}` survives: each is noticed by a claim")));
    }
    Ok(names)
}
