//! `verify`: play and judge. The main job, readable from top to bottom.

use std::io;
use std::path::Path;

use crate::cli::arguments::Arguments;
use crate::cli::arguments::Filters;
use crate::cli::arguments::Format;
use crate::cli::arguments::VerifyArguments;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::Output;
use crate::cli::selection;
use crate::cli::setting;
use crate::cli::setting::Makers;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::oracle::disk;
use crate::oracle::findings::Findings;
use crate::oracle::gap;
use crate::oracle::golden;
use crate::oracle::golden::Standing;
use crate::oracle::project::Project;
use crate::oracle::proof::Knockout;
use crate::oracle::suite::Suite;
use crate::oracle::trial::Judged;
use crate::oracle::trial::Keep;
use crate::oracle::trial::Trial;
use crate::oracle::writer;
use crate::protocol::nearest::nearest;
use crate::report::json;
use crate::report::terminal;

pub fn run(
    own: &VerifyArguments,
    arguments: &Arguments,
    around: &Surroundings,
    output: &Output,
) -> Result<ExitCode, Stop> {
    let (suite, makers, jobs) = setting::load(&own.playing, arguments, around, output)?;
    setting::refuse_orphans(&suite)?;
    let without = switches(&own.without, &suite.project, &makers)?;
    let keep = Keep::Verdicts;
    let judged = play(&suite, &makers, &own.filters, Playback { without: &without, keep, jobs }, output)?;
    if !around.in_ci {
        propose(&suite, &judged, output);
    }
    let findings = findings(&suite, &makers, judged, None, without);
    if let Some(path) = &own.json {
        save(path, around, &json::findings("verify", &findings))?;
    }
    match own.format {
        Format::Json => output.result(&json::findings("verify", &findings)),
        Format::Pretty => output.result(&terminal::verify(&findings, output.quiet, output.verbose)),
    }
    Ok(exit_code(&findings))
}

/// A result goes where the user says, whole or not at all, and over nothing but another result.
fn save(path: &Path, around: &Surroundings, text: &str) -> Result<(), Stop> {
    let full = around.folder.join(path);
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

/// How scenarios are played.
#[derive(Debug, Clone, Copy)]
pub struct Playback<'a> {
    pub without: &'a [String],
    pub keep: Keep,
    pub jobs: usize,
}

/// Plays the chosen scenarios, each on the engine of its game.
pub fn play<'s>(
    suite: &'s Suite,
    makers: &Makers,
    filters: &Filters,
    playback: Playback<'_>,
    output: &Output,
) -> Result<Vec<Judged<'s>>, Stop> {
    let chosen = selection::select(suite, filters)?;
    let bar = output.bar(chosen.len(), "playing");
    let tick = || bar.inc(1);
    let Playback { without, keep, jobs } = playback;
    let trial = Trial { project: &suite.project, without, job_count: jobs, keep, tick: &tick };
    let judged =
        setting::by_game(&chosen, makers).into_iter().flat_map(|(maker, scenarios)| trial.run(&scenarios, maker));
    let judged = judged.collect();
    bar.finish_and_clear();
    Ok(judged)
}

/// Adds up what was played.
pub fn findings<'s>(
    suite: &'s Suite,
    makers: &Makers,
    judged: Vec<Judged<'s>>,
    knockouts: Option<Vec<Knockout<'s>>>,
    without: Vec<String>,
) -> Findings<'s> {
    let engines = makers.iter().map(|(game, maker)| (game.clone(), maker.profile().clone())).collect();
    Findings::new(suite, judged, knockouts, without, engines)
}

/// The switches to turn off: named one by one, or by a profile of the project. A name that nobody has would turn
/// nothing off, and everything would look fine.
pub fn switches(names: &[String], project: &Project, makers: &Makers) -> Result<Vec<String>, Stop> {
    let known: Vec<&str> =
        makers.values().flat_map(|maker| &maker.profile().switches).map(|s| s.name.as_str()).collect();
    let mut off: Vec<String> = Vec::new();
    for name in names {
        match project.profiles.get(name) {
            Some(profile) => off.extend(profile.without.clone()),
            None => off.push(name.clone()),
        }
    }
    if let (false, Some(fault)) = (names.is_empty(), makers.values().find_map(|maker| maker.fault())) {
        return Err(Stop::Engine(fault.to_string()));
    }
    let Some(name) = off.iter().find(|name| !known.contains(&name.as_str())) else { return Ok(off) };
    let near = nearest(name, known.iter().copied().chain(project.profiles.keys().map(String::as_str)));
    let help = near.map_or("`truthsayer prove -v` lists them".to_owned(), |near| format!("did you mean `{near}`?"));
    Err(Stop::Usage(format!("no engine has the switch `{name}`, and there is no such profile; {help}")))
}

/// Outcomes that nobody accepted are laid beside the goldens; those that stand again are taken away. In a folder
/// that cannot be written the verdicts still stand, so it is told and nothing more.
fn propose(suite: &Suite, judged: &[Judged<'_>], output: &Output) {
    writer::clear_unfinished(&suite.project.root, &suite.project.golden);
    for judged in judged {
        let id = &judged.scenario.id;
        if gap::excuse(&suite.project.gaps, judged).is_some() {
            continue;
        }
        let done = match (&judged.standing, &judged.rendered) {
            (Some(Standing::Missing | Standing::Drifted(_) | Standing::Unreadable(_)), Some(text)) => {
                golden::propose(&suite.project, id, text)
            }
            (Some(Standing::Accepted), _) => golden::withdraw(&suite.project, id),
            _ => Ok(()),
        };
        if let Err(error) = done {
            let reason = disk::reason(&error);
            output.about(&format!("note: the outcome of {id} could not be laid beside its golden: {reason}\n"));
            return;
        }
    }
}

/// The gravest thing found.
pub fn exit_code(findings: &Findings<'_>) -> ExitCode {
    let tally = findings.tally();
    if findings.knockouts.iter().flatten().any(|knockout| !knockout.unanswered.is_empty()) {
        return ExitCode::EngineFault;
    }
    match verdict_code(findings) {
        ExitCode::Conforms | ExitCode::Deviates if !findings.closed_gaps().is_empty() => ExitCode::BadInput,
        ExitCode::Conforms if tally.unreadable_goldens > 0 => ExitCode::BadInput,
        ExitCode::Conforms if tally.drifted + tally.without_golden > 0 => ExitCode::Deviates,
        ExitCode::Conforms if findings.survivors().next().is_some() => ExitCode::Deviates,
        code => code,
    }
}

/// The gravest verdict, for commands that show evidence and do not guard goldens or switches.
pub fn verdict_code(findings: &Findings<'_>) -> ExitCode {
    let tally = findings.tally();
    if tally.unanswered > 0 {
        ExitCode::EngineFault
    } else if tally.misposed > 0 {
        ExitCode::BadInput
    } else if tally.deviates > 0 {
        ExitCode::Deviates
    } else if tally.unsupported > 0 && tally.conforms + tally.gaps == 0 {
        ExitCode::NothingJudged
    } else {
        ExitCode::Conforms
    }
}
