//! `bless --ruling`: records which value of a reading is meant.

use crate::cli::args::BlessArguments;
use crate::cli::cli_error::CliError;
use crate::cli::context::Context;
use crate::cli::exit_code::ExitCode;
use crate::cli::session;
use crate::cli::session::engine_selection;
use truthsayer_oracle::base::atomic_write;
use truthsayer_oracle::errata::ruling;
use truthsayer_oracle::errata::ruling::RulingText;
use truthsayer_oracle::run::seat::Seat;
use truthsayer_oracle::suite::project;
use truthsayer_oracle::suite::readings;
use truthsayer_protocol::ReadingNote;

pub(super) fn run(text: &str, options: &BlessArguments, context: &Context<'_>) -> Result<ExitCode, CliError> {
    let Some((name, value)) = text.split_once('=').map(|(name, value)| (name.trim(), value.trim())) else {
        return Err(CliError::Usage(format!("`{text}` is not a ruling: write reading=value")));
    };
    let project = session::project(context)?;
    let seats = engine_selection::select(&project, &options.playing, context)?.seats;
    let games = &options.filters.game;
    if let Some(game) = games.iter().find(|game| !seats.contains_key(*game)) {
        return Err(CliError::Usage(format!("the project has no game `{game}`")));
    }
    let chosen: Vec<(&String, &Seat)> =
        seats.iter().filter(|(game, _)| games.is_empty() || games.contains(game)).collect();
    if let Some(fault) = chosen.iter().find_map(|(_, seat)| seat.engine.fault()) {
        return Err(CliError::fault(&fault));
    }
    let declares = |(_, seat): &&(&String, &Seat)| seat.profile().readings.iter().any(|note| note.name == name);
    let notes: Vec<ReadingNote> = chosen.iter().flat_map(|(_, seat)| seat.profile().readings.clone()).collect();
    if let Some(problem) = readings::unknown(name, value, &notes) {
        let help = problem.help.first().map_or(String::new(), |help| format!("; {help}"));
        return Err(CliError::Usage(format!("{}{help}", problem.message)));
    }
    let game = match chosen.iter().filter(declares).collect::<Vec<_>>().as_slice() {
        [(game, _)] => (*game).clone(),
        _ => return Err(CliError::Usage(format!("several games have the reading `{name}`; choose one with --game"))),
    };
    let said = match ruling::with_ruling(&project, &game, name, value).map_err(CliError::BadInput)? {
        RulingText::Same => format!("{game}: `{name}` already is `{value}` in {}\n", project::FILE_NAME),
        RulingText::New { text, before } => {
            atomic_write::write(&project.root, project::FILE_NAME, &text)
                .map_err(|error| CliError::Write { path: project::FILE_NAME.to_owned(), error })?;
            let before = before.map_or(String::new(), |before| format!(" instead of `{before}`"));
            let next = "Run `truthsayer verify` to see what the ruling changes.";
            format!("{game}: `{name}` is `{value}`{before} from now on, in {}\n{next}\n", project::FILE_NAME)
        }
        RulingText::ByHand(lines) => {
            let file = project::FILE_NAME;
            return Err(CliError::Usage(format!("cannot edit {file} safely; write these lines yourself:\n{lines}")));
        }
    };
    context.console.result(&said);
    Ok(ExitCode::Pass)
}
