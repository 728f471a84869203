//! The switches to hunt for: from the command line, or all whose mutants survive.

use crate::cli::args::Filters;
use crate::cli::args::HuntArguments;
use crate::cli::cli_error::CliError;
use crate::cli::commands::hunt::sides::no_such_switch;
use crate::cli::output::console::Console;
use crate::cli::session::Session;
use crate::cli::session::selection;
use truthsayer_oracle::run::Run;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Profile;

/// The game to hunt in: from `--game`, the only game, or the game that has the switches.
pub(crate) fn game_of_switches(options: &HuntArguments, session: &Session) -> Result<String, CliError> {
    if let Some(game) = &options.game {
        return match session.seats.contains_key(game) {
            true => Ok(game.clone()),
            false => Err(CliError::Usage(format!("the project has no game `{game}`"))),
        };
    }
    let has =
        |profile: &Profile| options.switch.iter().any(|name| profile.switches.iter().any(|note| note.name == *name));
    let mut games: Vec<&String> = session.seats.keys().collect();
    if games.len() > 1 {
        games = session.seats.iter().filter(|(_, seat)| has(seat.profile())).map(|(game, _)| game).collect();
    }
    match games.as_slice() {
        [only] => Ok((*only).clone()),
        _ => Err(CliError::Usage("several games match; choose one with --game".to_owned())),
    }
}

/// The switches to hunt for, sorted.
pub(crate) fn switches(
    options: &HuntArguments,
    game: &str,
    maker: &dyn EngineMaker,
    session: &Session,
    output: &Console,
) -> Result<Vec<String>, CliError> {
    if let Some(fault) = maker.fault() {
        return Err(CliError::fault(&fault));
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
        names = survivors(game, session, output)?;
    }
    names.sort_unstable();
    names.dedup();
    Ok(names)
}

/// The switches whose mutants survive.
fn survivors(game: &str, session: &Session, output: &Console) -> Result<Vec<String>, CliError> {
    session.refuse_lost_switches()?;
    let filters = Filters { game: vec![game.to_owned()], ..Filters::default() };
    let chosen = selection::select(&session.suite, &filters)?;
    let findings = Run { chosen, ..session.proving_run(output) }.findings();
    let names: Vec<String> =
        findings.mutants().filter(|mutant| mutant.survives()).map(|it| it.switch.name.clone()).collect();
    if names.is_empty() {
        return Err(CliError::Nothing(format!("no mutant of `{game}` survives, so there is nothing to hunt for")));
    }
    Ok(names)
}
