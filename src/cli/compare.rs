//! `compare`: engines or saved results side by side, rule by rule.

use crate::cli::arguments::Arguments;
use crate::cli::arguments::CompareArguments;
use crate::cli::arguments::CompareFormat;
use crate::cli::arguments::Filters;
use crate::cli::arguments::Playing;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::Output;
use crate::cli::selection;
use crate::cli::setting;
use crate::cli::setting::Setting;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::oracle::account::Account;
use crate::oracle::comparison;
use crate::oracle::disk;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::run::Run;
use crate::report;
use crate::report::json;

pub fn run(
    options: &CompareArguments,
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<ExitCode, Stop> {
    let mut accounts = Vec::new();
    for side in &options.sides {
        let text = match side.ends_with(".json") {
            true => saved(side, surroundings)?,
            false => played(side, options, arguments, surroundings, output)?,
        };
        let account = Account::read(side, &text);
        accounts.push(account.map_err(|why| bad_input(format!("`{side}`: {why}")))?);
    }
    let comparison = comparison::compare(&accounts);
    if comparison.common == 0 {
        return Err(Stop::Nothing("there is no scenario that all of them played".to_owned()));
    }
    output.result(&match options.format {
        CompareFormat::Pretty => report::comparison::pretty(&comparison),
        CompareFormat::Markdown => report::comparison::markdown(&comparison),
        CompareFormat::Html => report::comparison::html(&comparison),
    });
    let unanswered = accounts.iter().flat_map(|account| &account.scenarios).any(|s| s.verdict == "unanswered");
    Ok(match (unanswered, comparison.differences.is_empty()) {
        (true, _) => ExitCode::EngineFault,
        (false, true) => ExitCode::Conforms,
        (false, false) => ExitCode::Deviates,
    })
}

fn bad_input(message: String) -> Stop {
    Stop::BadInput(vec![Problem::new(Kind::Unreadable, message)])
}

fn saved(path: &str, surroundings: &Surroundings) -> Result<String, Stop> {
    disk::read_saved(&surroundings.folder.join(path), path).map_err(|problem| Stop::BadInput(vec![problem]))
}

/// Plays an engine's game on it, and gives the result the form in which it would be saved.
fn played(
    name: &str,
    options: &CompareArguments,
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<String, Stop> {
    let playing =
        Playing { engine: vec![name.to_owned()], timeout: options.timeout, jobs: options.jobs, ..Playing::default() };
    let mut setting = Setting::load(&playing, arguments, surroundings, output)?;
    let game = setting::game_of(name, &setting.suite.project, &setting.makers);
    setting.makers.retain(|other, _| *other == game);
    let filters = Filters { game: vec![game], ..Filters::default() };
    let chosen = selection::select(&setting.suite, &filters)?;
    Ok(json::findings("verify", &Run { chosen, ..setting.run(output) }.findings()))
}
