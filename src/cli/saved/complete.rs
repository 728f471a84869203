//! Whether a saved result holds all that it has to hold: what was removed from it would not be missed later.

use std::collections::BTreeSet;

use super::Asked;
use super::SavedResult;
use crate::cli::arguments::Filters;
use crate::cli::selection;
use crate::cli::setting::Setting;
use crate::cli::stop::Stop;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::scenario::Scenario;
use crate::oracle::shard::Shard;
use crate::oracle::shard::parts;
use crate::oracle::trial;

/// Refuses a result that is only a shard, or lacks a scenario, a switch or a play of the suite.
pub(crate) fn check(saved: &SavedResult, setting: &Setting) -> Result<(), Stop> {
    if let Some(shard) = saved.asked.part() {
        return Err(
            saved.refuse(format!("it holds shard {shard} only; put all of them together with `truthsayer merge`"))
        );
    }
    check_part(&saved.name, &saved.asked, &saved.part, setting)?;
    let (mut played, drafts) = selection::select_with_drafts(&setting.suite, &saved.asked.filters)?;
    if saved.asked.command == "verify" {
        played.extend(drafts);
    }
    let tasks = played.iter().map(|scenario| {
        let maker = setting.makers.get(&scenario.game);
        let without = maker.map(|maker| trial::own_switches(&saved.asked.without, maker.profile()));
        (scenario.game.as_str(), scenario.task(&without.unwrap_or_default()))
    });
    match saved.archive.first_missing(tasks).and_then(|at| played.get(at)) {
        Some(scenario) => Err(saved.refuse(format!("it does not hold the play of `{}`", scenario.id))),
        None => Ok(()),
    }
}

/// A shard must have done just its part: its number alone proves nothing.
pub(crate) fn check_part(name: &str, asked: &Asked, part: &[String], setting: &Setting) -> Result<(), Stop> {
    let (number, of) = asked.shard;
    let refuse = |why: String| Stop::BadInput(vec![Problem::new(Kind::BadValue, format!("`{name}`: {why}"))]);
    let shard = Shard::new(number, of).map_err(refuse)?;
    let (chosen, _) = selection::select_with_drafts(&setting.suite, &asked.filters)?;
    let is_proof = asked.command != "verify";
    let expected: BTreeSet<String> = match is_proof {
        false => parts::scenarios(shard, chosen).into_iter().map(|scenario| scenario.id.clone()).collect(),
        true => switches(shard, &chosen, setting),
    };
    let extra = part.iter().find(|name| !expected.contains(*name));
    let part: BTreeSet<&String> = part.iter().collect();
    // A part of the suite answers only for the switches that it cites, so those of others may be left out.
    let may_lack = is_proof && asked.filters != Filters::default();
    let missing = expected.iter().find(|name| !may_lack && !part.contains(name));
    match (extra, missing) {
        (Some(name), _) => Err(refuse(format!("it holds `{name}`, which does not belong to it"))),
        (None, Some(name)) => Err(refuse(format!("it does not hold `{name}`, which belongs to it"))),
        (None, None) => Ok(()),
    }
}

/// The switches that a shard turns off, in the games that are played.
fn switches(shard: Shard, chosen: &[&Scenario], setting: &Setting) -> BTreeSet<String> {
    let is_played = |game: &str| chosen.iter().any(|scenario| scenario.game == game);
    let makers = setting.makers.iter().filter(|(game, _)| is_played(game)).map(|(_, maker)| maker);
    let own = makers.flat_map(|maker| {
        let numbers = parts::switches(shard, maker.profile(), &setting.suite);
        numbers.into_iter().map(|at| maker.profile().switches[at].name.clone())
    });
    own.collect()
}
