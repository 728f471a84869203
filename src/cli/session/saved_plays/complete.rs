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

/// Rejects a result that is only a shard, or that lacks a scenario, a switch or a reply.
pub(crate) fn check(saved: &SavedResult, session: &Session) -> Result<(), CliError> {
    if let Some(shard) = saved.asked.part() {
        return Err(
            saved.refuse(format!("it holds shard {shard} only; put all of them together with `truthsayer merge`"))
        );
    }
    check_part(&saved.name, &saved.asked, &saved.part, session)?;
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

/// Checks that a shard contains exactly its scenarios or switches.
pub(crate) fn check_part(name: &str, asked: &RunRequest, part: &[String], session: &Session) -> Result<(), CliError> {
    let (number, of) = asked.shard;
    let refuse = |why: String| CliError::BadInput(vec![Problem::new(Kind::BadValue, format!("`{name}`: {why}"))]);
    let shard = Shard::new(number, of).map_err(refuse)?;
    let (chosen, _) = selection::select_with_drafts(&session.suite, &asked.filters)?;
    let is_proof = asked.command != "verify";
    let expected: BTreeSet<String> = match is_proof {
        false => parts::scenarios(shard, chosen).into_iter().map(|scenario| scenario.id.clone()).collect(),
        true => switches(shard, &chosen, session),
    };
    let extra = part.iter().find(|name| !expected.contains(*name));
    let part: BTreeSet<&String> = part.iter().collect();
    // A filtered run covers only the switches of cited clauses.
    let may_lack = is_proof && asked.filters != Filters::default();
    let missing = expected.iter().find(|name| !may_lack && !part.contains(name));
    match (extra, missing) {
        (Some(name), _) => Err(refuse(format!("it holds `{name}`, which does not belong to it"))),
        (None, Some(name)) => Err(refuse(format!("it does not hold `{name}`, which belongs to it"))),
        (None, None) => Ok(()),
    }
}

/// The switches that a shard turns off, in the games that are played.
fn switches(shard: Shard, chosen: &[&Scenario], session: &Session) -> BTreeSet<String> {
    let is_played = |game: &str| chosen.iter().any(|scenario| scenario.game == game);
    let profiles = session.seats.iter().filter(|(game, _)| is_played(game)).map(|(_, seat)| seat.profile());
    let own = profiles.flat_map(|profile| {
        let numbers = parts::switches(shard, profile, &session.suite);
        numbers.into_iter().map(|at| profile.switches[at].name.clone())
    });
    own.collect()
}
