//! Comparisons with other engines and saved results, for the HTML report.

use std::collections::BTreeMap;
use std::path::Path;

use crate::cli::args::ReportArguments;
use crate::cli::cli_error::CliError;
use crate::cli::commands::compare;
use crate::cli::commands::compare::ComparedSide;
use crate::cli::commands::compare::ReportedProblems;
use crate::cli::context::Context;
use crate::cli::exit_code::ExitCode;
use crate::report::machine::run_result;
use truthsayer_oracle::compare::comparison;
use truthsayer_oracle::compare::comparison::outcomes;
use truthsayer_oracle::compare::comparison::outcomes::OutcomeGroup;
use truthsayer_oracle::compare::comparison::run_pair::RunPair;
use truthsayer_oracle::compare::saved_run::SavedRun;
use truthsayer_oracle::evidence::findings::Findings;

/// One comparison for each `--compare`: runs an engine, or reads a saved result.
pub(super) fn gather(
    findings: &Findings<'_>,
    options: &ReportArguments,
    context: &Context<'_>,
) -> Result<Vec<RunPair>, CliError> {
    let mut found = Vec::new();
    if options.compare.is_empty() {
        return Ok(found);
    }
    let result = run_result::of("report", findings, &ExitCode::numbers(findings), None);
    let this = SavedRun::new("this run", result).map_err(compare::bad_input)?;
    let mut told = ReportedProblems::default();
    for name in &options.compare {
        let mut other = compare::side(name, &mut told, &options.playing, context)?;
        other.saved_run.name = label(name, &options.compare);
        let common =
            other.saved_run.result.scenarios.iter().filter(|scenario| this.scenario(&scenario.id).is_some()).count();
        if common == 0 {
            return Err(CliError::Nothing(format!("`{name}` has no scenario in common with this run")));
        }
        let outcomes = outcome_groups(&this, &other, findings);
        found.push(RunPair::new(this.clone(), other.saved_run, outcomes));
    }
    Ok(found)
}

/// The label of a saved result: its file name without folder and extension, so that the report contains no local path. Two
/// equal names are distinguished by their relative path or by a number.
fn label(name: &str, all: &[String]) -> String {
    let short = |name: &str| {
        let stem = name.strip_suffix(".json").unwrap_or(name);
        Path::new(stem).file_name().map_or(String::new(), |name| name.to_string_lossy().into_owned())
    };
    let own = short(name);
    let namesakes: Vec<&String> = all.iter().filter(|other| short(other) == own).collect();
    match namesakes.iter().position(|other| *other == name) {
        _ if namesakes.len() < 2 && !own.is_empty() => own,
        Some(at) if Path::new(name).is_absolute() => format!("{own} ({})", at + 1),
        _ => name.to_owned(),
    }
}

/// Differences of outcomes with equal verdicts.
fn outcome_groups(this: &SavedRun, other: &ComparedSide, findings: &Findings<'_>) -> Vec<OutcomeGroup> {
    let pair = [this.clone(), other.saved_run.clone()];
    let comparison = comparison::compare(&pair);
    let alike = comparison.scenarios_alike();
    let Some(played) = &other.played else {
        return outcomes::of_saved(this, &other.saved_run, alike.into_iter());
    };
    let own: BTreeMap<&str, &str> =
        findings.judged.iter().map(|judged| (judged.scenario.id.as_str(), judged.scenario.game.as_str())).collect();
    let game = played.replies.keys().find_map(|id| own.get(id.as_str()));
    game.map_or(Vec::new(), |game| outcomes::of_played(&compare::played(findings, game), played, alike.into_iter()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_saved_result_is_called_by_its_file_unless_two_are_called_the_same() {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(label("a/b/new.json", &names(&["a/b/new.json", "chess.js"])), "new");
        assert_eq!(label("chess.js", &names(&["chess.js"])), "chess.js");
        assert_eq!(label("b/new.json", &names(&["a/new.json", "b/new.json"])), "b/new.json");
        assert_eq!(label("/home/a/new.json", &names(&["/home/a/new.json", "/home/b/new.json"])), "new (1)");
        assert_eq!(label("/home/a/new", &names(&["/home/a/new", "chess.js"])), "new");
        assert_eq!(label(".json", &names(&[".json"])), ".json");
    }
}
