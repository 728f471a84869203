//! `verify`: play and judge. The main job, readable from top to bottom.

use crate::cli::arguments::Arguments;
use crate::cli::arguments::VerifyArguments;
use crate::cli::exit_code::ExitCode;
use crate::cli::neighbours;
use crate::cli::neighbours::Purpose;
use crate::cli::output::Output;
use crate::cli::outputs::OutputExtras;
use crate::cli::outputs::Telling;
use crate::cli::saved::Asked;
use crate::cli::selection::Selection;
use crate::cli::setting::Setting;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::oracle::disk;
use crate::oracle::findings::Findings;
use crate::oracle::golden::Standing;
use crate::oracle::run::Run;
use crate::oracle::trial::Keep;
use crate::oracle::writer;
use crate::report::terminal;

pub(crate) fn run(
    options: &VerifyArguments,
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<ExitCode, Stop> {
    Telling::of("verify", &options.outputs, surroundings, output, |telling| {
        verify(options, arguments, surroundings, output, telling)
    })
}

fn verify(
    options: &VerifyArguments,
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
    telling: &Telling<'_>,
) -> Result<ExitCode, Stop> {
    let shard = surroundings.runner.shard(options.shard)?;
    let mut setting = Setting::open(&options.playing, arguments, surroundings, output)?;
    let without = setting.switches(&options.without)?;
    if shard.is_some() && options.outputs.json.is_some() {
        setting.keep_plays(None, surroundings)?;
    }
    let filters = setting.filters(&options.filters, surroundings);
    let asked = setting.asked("verify", shard, &without, &filters);
    let findings = play(&setting, &asked, options.outputs.wants_json(), output)?;
    if !surroundings.in_ci {
        propose(&findings, &setting, output);
    }
    tell_findings(&setting, asked, &findings, output, telling)
}

/// Judges what was saved, and tells it as if it had just been played.
pub(super) fn tell(
    setting: &Setting,
    asked: Asked,
    wants_data: bool,
    output: &Output,
    telling: &Telling<'_>,
) -> Result<ExitCode, Stop> {
    let findings = play(setting, &asked, wants_data, output)?;
    tell_findings(setting, asked, &findings, output, telling)
}

fn play<'s>(setting: &'s Setting, asked: &Asked, wants_data: bool, output: &'s Output) -> Result<Findings<'s>, Stop> {
    let selection = neighbours::select(setting, &asked.filters)?;
    let problems = neighbours::tell_or_stop(Purpose::Guards, setting, &asked.filters, &selection, output)?;
    let unloaded = selection.unloaded();
    let Selection { chosen, drafts, .. } = selection;
    // A result that is saved tells by its prints whether an outcome is the same.
    let keep = if wants_data { Keep::Firings } else { Keep::Verdicts };
    let (shard, without) = (asked.part(), asked.without.clone());
    let run = Run { chosen, drafts, problems, unloaded, without, keep, shard, ..setting.run(output) };
    Ok(run.findings())
}

fn tell_findings(
    setting: &Setting,
    asked: Asked,
    findings: &Findings<'_>,
    output: &Output,
    telling: &Telling<'_>,
) -> Result<ExitCode, Stop> {
    let whole = |result: &str| setting.result_with_plays(asked.clone(), findings, result);
    let beside = OutputExtras { command: Some("verify"), whole: Some(&whole), ..OutputExtras::default() };
    let pretty = || terminal::verify(findings, output.quiet, output.verbose);
    telling.tell(findings, &beside, &ExitCode::all(findings), pretty)
}

/// Outcomes that nobody accepted are laid beside the goldens; those that stand again are taken away. In a folder
/// that cannot be written the verdicts still stand, so it is told and nothing more.
fn propose(findings: &Findings<'_>, setting: &Setting, output: &Output) {
    let project = &findings.suite.project;
    writer::clear_unfinished(&project.root, &project.golden);
    for judged in &findings.judged {
        let id = &judged.scenario.id;
        if findings.excuse(judged).is_some() {
            continue;
        }
        let Some(goldens) = setting.goldens(&judged.scenario.game) else { continue };
        let done = match (&judged.standing, &judged.rendered) {
            (Some(Standing::Missing | Standing::Drifted(_) | Standing::Unreadable(_)), Some(text)) => {
                goldens.propose(id, text)
            }
            (Some(Standing::Accepted), _) => goldens.withdraw(id),
            _ => Ok(()),
        };
        if let Err(error) = done {
            let reason = disk::reason(&error);
            output.about(&format!("note: the outcome of {id} could not be laid beside its golden: {reason}\n"));
            return;
        }
    }
}
