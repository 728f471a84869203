//! `verify`: play and judge. The main job, readable from top to bottom.

use std::io;
use std::path::Path;

use crate::cli::arguments::Arguments;
use crate::cli::arguments::Format;
use crate::cli::arguments::VerifyArguments;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::Output;
use crate::cli::selection;
use crate::cli::setting::Setting;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::oracle::disk;
use crate::oracle::findings::Findings;
use crate::oracle::golden::Standing;
use crate::oracle::run::Run;
use crate::oracle::trial::Keep;
use crate::oracle::writer;
use crate::report::json;
use crate::report::terminal;

pub fn run(
    options: &VerifyArguments,
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<ExitCode, Stop> {
    let setting = Setting::load(&options.playing, arguments, surroundings, output)?;
    setting.refuse_orphans()?;
    let without = setting.switches(&options.without)?;
    let (chosen, drafts) = selection::select_with_drafts(&setting.suite, &options.filters)?;
    // A result that is saved tells by its prints whether an outcome is the same.
    let keeps_prints = options.json.is_some() || options.format == Format::Json;
    let keep = if keeps_prints { Keep::Firings } else { Keep::Verdicts };
    let findings = Run { chosen, drafts, without, keep, ..setting.run(output) }.findings();
    if !surroundings.in_ci {
        propose(&findings, &setting, output);
    }
    if let Some(path) = &options.json {
        save(path, surroundings, &json::findings("verify", &findings))?;
    }
    match options.format {
        Format::Json => output.result(&json::findings("verify", &findings)),
        Format::Pretty => output.result(&terminal::verify(&findings, output.quiet, output.verbose)),
    }
    Ok(ExitCode::of(&findings))
}

/// A result goes where the user says, whole or not at all, and over nothing but another result.
fn save(path: &Path, surroundings: &Surroundings, text: &str) -> Result<(), Stop> {
    let full = surroundings.folder.join(path);
    let free = match disk::beginning_of(&full) {
        Ok(start) => start.is_empty() || json::is_result(&start),
        // What cannot be read, the writer looks at.
        Err(_) => true,
    };
    let written = match free {
        true => writer::write_anywhere(&full, text),
        false => Err(io::Error::other("it is there already, and no result that was saved")),
    };
    written.map_err(|error| Stop::Write { path: path.display().to_string(), error })
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
