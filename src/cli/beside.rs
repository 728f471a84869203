//! Other engines and saved results that the page shows beside this run.

use std::collections::BTreeMap;
use std::path::Path;

use crate::cli::arguments::Arguments;
use crate::cli::arguments::ReportArguments;
use crate::cli::compare;
use crate::cli::compare::ComparedSide;
use crate::cli::compare::Told;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::Output;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::oracle::account::Account;
use crate::oracle::comparison;
use crate::oracle::comparison::outcomes;
use crate::oracle::comparison::outcomes::OutcomeGroup;
use crate::oracle::comparison::run_pair::RunPair;
use crate::oracle::findings::Findings;
use crate::report::json;

/// One for each that was asked for; an engine is played, a saved result is read.
pub(super) fn gather(
    findings: &Findings<'_>,
    options: &ReportArguments,
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<Vec<RunPair>, Stop> {
    let mut found = Vec::new();
    if options.compare.is_empty() {
        return Ok(found);
    }
    let text = json::findings("report", findings, &ExitCode::numbers(findings), None);
    let this = Account::read("this run", &text).map_err(compare::bad_input)?;
    let mut told = Told::default();
    for name in &options.compare {
        let mut other = compare::side(name, &mut told, &options.playing, arguments, surroundings, output)?;
        other.account.name = label(name, &options.compare);
        let common = other.account.scenarios.iter().filter(|scenario| this.scenario(&scenario.id).is_some()).count();
        if common == 0 {
            return Err(Stop::Nothing(format!("`{name}` has no scenario in common with this run")));
        }
        let outcomes = outcome_groups(&this, &other, findings);
        found.push(RunPair::new(this.clone(), other.account, outcomes));
    }
    Ok(found)
}

/// A saved result is named after its file, without folder and extension, so that the page shows no folder of this machine.
/// Of two with the same name, a relative path tells them apart, or else a number.
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

/// What differs where the claims come to the same.
fn outcome_groups(this: &Account, other: &ComparedSide, findings: &Findings<'_>) -> Vec<OutcomeGroup> {
    let pair = [this.clone(), other.account.clone()];
    let comparison = comparison::compare(&pair);
    let alike = comparison.scenarios_alike();
    let Some(played) = &other.played else {
        return outcomes::of_saved(this, &other.account, alike.into_iter());
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
