//! Compares the outcomes of two engines. Two engines may pass a scenario with different outcomes.

use std::collections::BTreeMap;

use crate::base::tolerance::Tolerance;
use crate::compare::comparable::Comparable;
use crate::compare::difference;
use crate::compare::saved_run::SavedRun;
use truthsayer_protocol::Fault;
use truthsayer_protocol::Profile;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;

/// An engine with its replies.
pub struct PlayedSide {
    pub profile: Profile,
    /// The tolerance of the game.
    pub tolerance: Tolerance,
    /// The replies by scenario id.
    pub replies: BTreeMap<String, (Task, Result<Reply, Fault>)>,
}

/// Scenarios with equal verdicts whose outcomes differ in the same way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutcomeGroup {
    /// The difference, without names and numbers.
    pub what: String,
    pub scenarios: Vec<String>,
    /// The values of both sides in the first scenario. Empty for saved results, which contain no outcomes.
    pub sides: Option<[String; 2]>,
}

/// Returns the differences between two engines, most frequent first.
pub fn of_played<'i>(one: &PlayedSide, other: &PlayedSide, ids: impl Iterator<Item = &'i str>) -> Vec<OutcomeGroup> {
    let comparable = Comparable::new(&one.profile, &other.profile, one.replies.values().map(|(task, _)| task));
    let comparable = comparable.with_tolerance(one.tolerance.clone());
    let mut groups: BTreeMap<String, OutcomeGroup> = BTreeMap::new();
    for id in ids {
        let (Some((task, first)), Some((_, second))) = (one.replies.get(id), other.replies.get(id)) else { continue };
        let Some(found) = difference::between(task, first, second, &comparable).into_iter().next() else { continue };
        let group = groups.entry(found.group.clone()).or_insert_with(|| OutcomeGroup {
            what: found.group,
            scenarios: Vec::new(),
            sides: Some(found.sides),
        });
        group.scenarios.push(id.to_owned());
    }
    sorted(groups.into_values().collect())
}

/// Returns the differences of saved results. These contain only a hash of each outcome.
pub fn of_saved<'i>(one: &SavedRun, other: &SavedRun, ids: impl Iterator<Item = &'i str>) -> Vec<OutcomeGroup> {
    let print = |saved_run: &SavedRun, id: &str| saved_run.scenario(id).and_then(|scenario| scenario.outcome.clone());
    let differs = |id: &&str| match (print(one, id), print(other, id)) {
        (Some(one), Some(other)) => one != other,
        _ => false,
    };
    let scenarios: Vec<String> = ids.filter(differs).map(str::to_owned).collect();
    if scenarios.is_empty() {
        return Vec::new();
    }
    vec![OutcomeGroup { what: "the outcome".to_owned(), scenarios, sides: None }]
}

fn sorted(mut groups: Vec<OutcomeGroup>) -> Vec<OutcomeGroup> {
    groups.sort_by(|a, b| b.scenarios.len().cmp(&a.scenarios.len()).then_with(|| a.what.cmp(&b.what)));
    groups
}
