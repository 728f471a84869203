//! What belongs to a shard: some scenarios, or some switches.

use std::collections::BTreeSet;
use std::collections::HashMap;

use super::Shard;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::scenario::Scenario;
use crate::oracle::suite::Suite;
use crate::oracle::switch_clauses;
use crate::protocol::Profile;

/// The scenarios of a part. What one costs is told by its script and its claims.
pub fn scenarios(shard: Shard, chosen: Vec<&Scenario>) -> Vec<&Scenario> {
    let cost = |scenario: &Scenario| 1 + scenario.steps().len() + scenario.claims.len();
    let own = shard.pick(chosen.iter().map(|scenario| (scenario.id.as_str(), cost(scenario))));
    chosen.iter().copied().filter(|scenario| own.contains(scenario.id.as_str())).collect()
}

/// The switches of a part. What one costs is told by how often its clauses are cited: those scenarios are played first.
pub fn switches(shard: Shard, profile: &Profile, suite: &Suite) -> BTreeSet<usize> {
    let (clauses, _) = switch_clauses::resolve(profile, &suite.book);
    let mut cited: HashMap<&ClauseId, usize> = HashMap::new();
    for clause in suite.scenarios.iter().flat_map(|scenario| &scenario.claims).flat_map(|claim| &claim.clauses) {
        *cited.entry(clause).or_default() += 1;
    }
    let cost = |name: &str| {
        let own = clauses.get(name).into_iter().flatten();
        1 + own.map(|clause| cited.get(clause).copied().unwrap_or(0)).sum::<usize>()
    };
    let own = shard.pick(profile.switches.iter().map(|switch| (switch.name.as_str(), cost(&switch.name))));
    (0..).zip(&profile.switches).filter(|(_, switch)| own.contains(switch.name.as_str())).map(|(at, _)| at).collect()
}
