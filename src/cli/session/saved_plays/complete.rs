//! Checks that a saved result is complete, because a removed part could not be detected later.

use std::collections::BTreeSet;

use super::RunRequest;
use super::SavedResult;
use crate::cli::args::Filters;
use crate::cli::cli_error::CliError;
use crate::cli::session::Session;
use crate::cli::session::selection;
use truthsayer_oracle::base::diagnostic::Kind;
use truthsayer_oracle::base::diagnostic::Problem;
use truthsayer_oracle::judge::play_and_judge;
use truthsayer_oracle::suite::scenario::Scenario;
use truthsayer_oracle::suite::shard::Shard;
use truthsayer_oracle::suite::shard::parts;
use truthsayer_oracle::suite::shard::parts::SwitchCosts;

/// Rejects a result that is only a shard, or that lacks a scenario, a switch or a reply.
pub(crate) fn check(saved: &SavedResult, session: &Session) -> Result<(), CliError> {
    if let Some(shard) = saved.asked.part() {
        return Err(
            saved.refuse(format!("it holds shard {shard} only; put all of them together with `truthsayer merge`"))
        );
    }
    check_parts([(saved.name.as_str(), &saved.asked, saved.part.as_slice())], session)?;
    let (mut played, drafts) = selection::select_with_drafts(&session.suite, &saved.asked.filters)?;
    if saved.asked.command == "verify" {
        played.extend(drafts);
    }
    let tasks = played.iter().map(|scenario| {
        let seat = session.seats.get(&scenario.game);
        let without = seat.map(|seat| play_and_judge::own_switches(&saved.asked.without, seat.profile()));
        (scenario.game.as_str(), scenario.task(&without.unwrap_or_default()))
    });
    match saved.archive.first_missing(tasks).and_then(|at| played.get(at)) {
        Some(scenario) => Err(saved.refuse(format!("it does not hold the play of `{}`", scenario.id))),
        None => Ok(()),
    }
}

/// Checks that each shard of a run contains exactly its scenarios or switches.
pub(crate) fn check_parts<'p>(
    parts: impl IntoIterator<Item = (&'p str, &'p RunRequest, &'p [String])>,
    session: &Session,
) -> Result<(), CliError> {
    let mut costs = None;
    for (name, asked, part) in parts {
        let (number, of) = asked.shard;
        let refuse = |why: String| CliError::BadInput(vec![Problem::new(Kind::BadValue, format!("`{name}`: {why}"))]);
        let shard = Shard::new(number, of).map_err(refuse)?;
        let (chosen, _) = selection::select_with_drafts(&session.suite, &asked.filters)?;
        let is_proof = asked.command != "verify";
        let expected: BTreeSet<&str> = match is_proof {
            false => parts::scenarios(shard, chosen).into_iter().map(|scenario| scenario.id.as_str()).collect(),
            true => {
                let costs = costs.get_or_insert_with(|| switch_costs(&chosen, session));
                costs.iter().flat_map(|costs| costs.names(shard)).collect()
            }
        };
        // A filtered run covers only the switches of cited clauses.
        let may_lack = is_proof && asked.filters != Filters::default();
        check_part(part, &expected, may_lack).map_err(refuse)?;
    }
    Ok(())
}

/// Compares the scenarios or switches of a shard with the expected ones.
fn check_part(part: &[String], expected: &BTreeSet<&str>, may_lack: bool) -> Result<(), String> {
    let extra = part.iter().find(|name| !expected.contains(name.as_str()));
    let part: BTreeSet<&str> = part.iter().map(String::as_str).collect();
    let missing = expected.iter().find(|name| !may_lack && !part.contains(*name));
    match (extra, missing) {
        (Some(name), _) => Err(format!("it holds `{name}`, which does not belong to it")),
        (None, Some(name)) => Err(format!("it does not hold `{name}`, which belongs to it")),
        (None, None) => Ok(()),
    }
}

/// The switches of the engines of the games that run.
fn switch_costs<'s>(chosen: &[&Scenario], session: &'s Session) -> Vec<SwitchCosts<'s>> {
    let is_played = |game: &str| chosen.iter().any(|scenario| scenario.game == game);
    let played = session.seats.iter().filter(|(game, _)| is_played(game));
    played.map(|(_, seat)| SwitchCosts::of(seat.profile(), &session.suite)).collect()
}
