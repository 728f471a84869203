//! The scenarios or switches of a shard.

use std::collections::BTreeSet;
use std::collections::HashMap;

use super::Shard;
use crate::rulebook::ClauseId;
use crate::rulebook::switch_clauses;
use crate::suite::Suite;
use crate::suite::scenario::Scenario;
use truthsayer_protocol::Profile;

/// Returns the scenarios of a part. The cost of a scenario is estimated from its steps and claims.
pub fn scenarios(shard: Shard, chosen: Vec<&Scenario>) -> Vec<&Scenario> {
    let cost = |scenario: &Scenario| 1 + scenario.step_count() + scenario.claims.len();
    let own = shard.pick(chosen.iter().map(|scenario| (scenario.id.as_str(), cost(scenario))));
    chosen.iter().copied().filter(|scenario| own.contains(scenario.id.as_str())).collect()
}

/// The switches of an engine, with the cost of each: the number of citations of its clauses, because those scenarios run
/// first.
pub struct SwitchCosts<'p> {
    costs: Vec<(&'p str, usize)>,
}

impl<'p> SwitchCosts<'p> {
    pub fn of(profile: &'p Profile, suite: &Suite) -> SwitchCosts<'p> {
        let (clauses, _) = switch_clauses::resolve(profile, &suite.book);
        let mut cited: HashMap<&ClauseId, usize> = HashMap::new();
        for clause in suite.scenarios.iter().flat_map(|scenario| &scenario.claims).flat_map(|claim| &claim.clauses) {
            *cited.entry(clause).or_default() += 1;
        }
        let cost = |name: &str| {
            let own = clauses.get(name).into_iter().flatten();
            1 + own.map(|clause| cited.get(clause).copied().unwrap_or(0)).sum::<usize>()
        };
        let names = profile.switches.iter().map(|switch| switch.name.as_str());
        SwitchCosts { costs: names.map(|name| (name, cost(name))).collect() }
    }

    /// Returns the names of the switches of a part.
    pub fn names(&self, shard: Shard) -> BTreeSet<&'p str> {
        shard.pick(self.costs.iter().copied())
    }
}

/// Returns the indices of the switches of a part.
pub fn switches(shard: Shard, profile: &Profile, suite: &Suite) -> BTreeSet<usize> {
    let own = SwitchCosts::of(profile, suite).names(shard);
    (0..).zip(&profile.switches).filter(|(_, switch)| own.contains(switch.name.as_str())).map(|(at, _)| at).collect()
}
