//! `prove`: turn off every switch in turn. A claim has to notice, or the switch survives.

use crate::cli::arguments::Arguments;
use crate::cli::arguments::Format;
use crate::cli::arguments::ProveArguments;
use crate::cli::exit_code::ExitCode;
use crate::cli::foils;
use crate::cli::output::Output;
use crate::cli::selection;
use crate::cli::setting::Setting;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::oracle::run::Run;
use crate::report::json;
use crate::report::terminal;

pub fn run(
    options: &ProveArguments,
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<ExitCode, Stop> {
    let setting = Setting::load(&options.playing, arguments, surroundings, output)?;
    setting.refuse_orphans()?;
    setting.refuse_lost_switches()?;
    let chosen = selection::select(&setting.suite, &options.filters)?;
    let picks = selection::picks(&options.filters, &setting.suite.book)?.into_iter().map(|(_, pick)| pick).collect();
    let foils = foils::foils(&setting, &options.playing, &options.foil)?;
    let run = Run {
        chosen,
        picks,
        every_firing: options.claims,
        everything: options.all,
        foiled_by_reference: foils::with_reference(&setting, &options.foil),
        ..setting.proving_run(&foils, output)
    };
    let findings = run.findings();
    match options.format {
        Format::Json => output.result(&json::findings("prove", &findings)),
        Format::Pretty if options.claims => output.result(&terminal::unbroken(&findings, output.quiet)),
        Format::Pretty => output.result(&terminal::prove(&findings, output.quiet, output.verbose)),
    }
    Ok(ExitCode::of(&findings))
}
