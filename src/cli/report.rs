//! `report`: write the verification documents, or check that the committed ones still say what playing shows.

use std::collections::BTreeMap;
use std::fs;

use crate::cli::arguments::Arguments;
use crate::cli::arguments::Filters;
use crate::cli::arguments::ReportArguments;
use crate::cli::arguments::ReportFormat;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::Output;
use crate::cli::prove;
use crate::cli::setting;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::cli::verify;
use crate::cli::verify::Playback;
use crate::oracle::code;
use crate::oracle::disk;
use crate::oracle::findings::Findings;
use crate::oracle::project::Project;
use crate::oracle::trial::Keep;
use crate::report::json;
use crate::report::page;
use crate::report::terminal;
use crate::report::verification;

type Files = BTreeMap<String, String>;

pub fn run(
    own: &ReportArguments,
    arguments: &Arguments,
    around: &Surroundings,
    output: &Output,
) -> Result<ExitCode, Stop> {
    let (suite, makers, jobs) = setting::load(&own.playing, arguments, around)?;
    setting::refuse_orphans(&suite)?;
    let without = verify::switches(&own.without, &suite.project, &makers)?;
    setting::check_out(&suite.project, &own.out)?;
    let playback = Playback { without: &without, keep: Keep::Outcomes, jobs };
    let mut findings = prove::inquire(&suite, &makers, &Filters::default(), playback, output)?;
    gather_code(&mut findings);
    let files = chosen(&findings, own)?;
    let stale = stale(&suite.project, own, &files);
    let paths: Vec<String> = stale.iter().map(|path| format!("{}/{path}", own.out)).collect();
    if own.check {
        output.result(&terminal::checked(&paths, files.len(), &suite, output.quiet));
        return Ok(if stale.is_empty() { ExitCode::Conforms } else { ExitCode::Deviates });
    }
    write(&suite.project, own, &files, &stale)?;
    output.result(&terminal::written(&paths, files.len(), &suite, output.quiet));
    // An engine with clauses turned off is bound to deviate; one as it is, is not.
    Ok(if without.is_empty() { verify::verdict_code(&findings) } else { ExitCode::Conforms })
}

/// The source lines that the run says took effect, where the source is at hand.
fn gather_code(findings: &mut Findings<'_>) {
    let places: Vec<(String, u32)> = findings
        .ledger
        .entries
        .values()
        .flat_map(|entry| &entry.switches)
        .flat_map(|switch| switch.code.clone())
        .collect();
    for (file, line) in places {
        if let Some(excerpt) = code::excerpt(&findings.suite.project.root, &file, line) {
            findings.code.insert((file, line), excerpt);
        }
    }
}

/// The documents that were asked for.
fn chosen(findings: &Findings<'_>, own: &ReportArguments) -> Result<Files, Stop> {
    let wants = |format| own.format.is_empty() && format != ReportFormat::Json || own.format.contains(&format);
    let mut files = Files::new();
    if wants(ReportFormat::Md) {
        files.extend(verification::documents(findings));
    }
    if wants(ReportFormat::Html) {
        files.insert("index.html".to_owned(), page::write(findings));
    }
    if wants(ReportFormat::Json) {
        files.insert("findings.json".to_owned(), json::findings("report", findings));
    }
    let of_game = |path: &str| own.game.is_empty() || own.game.iter().any(|game| path.starts_with(&format!("{game}/")));
    let of_rule =
        |path: &str| own.rule.is_empty() || own.rule.iter().any(|rule| path.contains(&format!("/rule-{rule:02}-")));
    files.retain(|path, _| of_game(path) && of_rule(path));
    if files.is_empty() {
        return Err(Stop::Nothing("no document is left by these filters".to_owned()));
    }
    Ok(files)
}

/// The documents that are not as they should be: different, missing, or of a rule that is gone.
fn stale(project: &Project, own: &ReportArguments, files: &Files) -> Vec<String> {
    let differs = |path: &&String| {
        fs::read_to_string(project.root.join(format!("{}/{path}", own.out))).ok().as_ref() != files.get(*path)
    };
    let mut stale: Vec<String> = files.keys().filter(differs).cloned().collect();
    if own.game.is_empty() && own.rule.is_empty() && own.format.is_empty() {
        let (there, _) = disk::list(&project.root, &own.out, "md");
        let below = |path: &String| path.strip_prefix(&format!("{}/", own.out)).unwrap_or(path).to_owned();
        stale.extend(there.iter().map(below).filter(|path| path.contains("/rule-") && !files.contains_key(path)));
    }
    stale
}

fn write(project: &Project, own: &ReportArguments, files: &Files, stale: &[String]) -> Result<(), Stop> {
    for path in stale {
        let full = format!("{}/{path}", own.out);
        let done = match files.get(path) {
            Some(text) => disk::write(&project.root, &full, text),
            None => fs::remove_file(project.root.join(&full)),
        };
        done.map_err(|error| Stop::Write { path: full, error })?;
    }
    Ok(())
}
