//! `prove`: turn off every switch in turn. A claim has to notice, or the switch survives.

use crate::cli::arguments::Arguments;
use crate::cli::arguments::Playing;
use crate::cli::arguments::ProveArguments;
use crate::cli::exit_code::ExitCode;
use crate::cli::foils;
use crate::cli::keeping;
use crate::cli::neighbours;
use crate::cli::neighbours::Purpose;
use crate::cli::output::Output;
use crate::cli::outputs::OutputExtras;
use crate::cli::outputs::Telling;
use crate::cli::saved::Asked;
use crate::cli::saved::Proving;
use crate::cli::selection;
use crate::cli::setting::Setting;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::oracle::run::Run;
use crate::report::terminal;

pub(crate) fn run(
    options: &ProveArguments,
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<ExitCode, Stop> {
    Telling::of("prove", &options.outputs, surroundings, output, |telling| {
        prove(options, arguments, surroundings, output, telling)
    })
}

fn prove(
    options: &ProveArguments,
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
    telling: &Telling<'_>,
) -> Result<ExitCode, Stop> {
    let shard = surroundings.runner.shard(options.shard)?;
    let mut setting = Setting::open(&options.playing, arguments, surroundings, output)?;
    setting.refuse_lost_switches()?;
    setting.refuse_unproven()?;
    let saves = shard.is_some() && options.outputs.json.is_some();
    if saves || options.baseline.is_some() {
        setting.keep_plays(options.baseline.as_deref(), surroundings)?;
    }
    let filters = setting.filters(&options.filters, surroundings);
    let proving = Proving { all: options.all, claims: options.claims, foil: options.foil.clone() };
    let asked = Asked { proving, ..setting.asked("prove", shard, &[], &filters) };
    tell(&setting, asked, &options.playing, output, telling)
}

/// Turns switches off, or judges what was saved, and tells what came of it.
pub(super) fn tell(
    setting: &Setting,
    mut asked: Asked,
    playing: &Playing,
    output: &Output,
    telling: &Telling<'_>,
) -> Result<ExitCode, Stop> {
    let (filters, proving) = (&asked.filters, asked.proving.clone());
    let selection = neighbours::select(setting, filters)?;
    let problems = neighbours::tell_or_stop(Purpose::Guards, setting, filters, &selection, output)?;
    let unloaded = selection.unloaded();
    let chosen = selection.without_drafts()?;
    let picks = selection::picks(filters, &setting.suite.book)?.into_iter().map(|(_, pick)| pick).collect();
    let foils = foils::foils(setting, playing, &proving.foil)?;
    asked.foils = keeping::foil_profiles(&foils);
    let run = Run {
        chosen,
        problems,
        unloaded,
        picks,
        every_firing: proving.claims,
        everything: proving.all,
        foiled_by_reference: foils::with_reference(setting, &proving.foil),
        shard: asked.part(),
        ..setting.proving_run(&foils, output)
    };
    let findings = run.findings();
    let whole = |result: &str| setting.result_with_plays(asked.clone(), &findings, result);
    let beside = OutputExtras { command: Some("prove"), whole: Some(&whole), ..OutputExtras::default() };
    telling.tell(&findings, &beside, &ExitCode::all(&findings), || match proving.claims {
        true => terminal::unbroken(&findings, output.quiet),
        false => terminal::prove(&findings, output.quiet, output.verbose),
    })
}
