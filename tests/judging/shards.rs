//! Shards: which scenarios and switches belong to each part of a run. Scenarios are divided by content, switches by the
//! number of their citations.

use std::collections::BTreeSet;

use truthsayer_oracle::suite::shard::Shard;
use truthsayer_oracle::suite::shard::parts;
use truthsayer_protocol::EngineMaker;

use crate::support::test_project::TestProject;
use crate::support::test_project::claim;
use crate::support::test_project::scenario;
use crate::support::toy_engine::Toy;

/// Scenarios of many lengths, with one claim or with several, on both clauses of the first line.
fn table() -> TestProject {
    let costs = || claim(1, "costs 2 coins", "changes: {coins: 5 -> 3}");
    let lights = || claim(1, "turns the light on", "state: {light: on}");
    let steps = |count: usize| vec!["{press: {}}"; count].join(", ");
    let bodies: Vec<(String, String)> = (0..9)
        .map(|number| {
            let claims: Vec<String> = (0..=number % 4).map(|at| if at == 0 { costs() } else { lights() }).collect();
            (format!("s{number}"), scenario(&steps(1 + 3 * (number % 3)), &claims))
        })
        .collect();
    let bodies: Vec<(&str, &str)> = bodies.iter().map(|(name, body)| (name.as_str(), body.as_str())).collect();
    TestProject::new(&bodies, "")
}

#[test]
fn a_scenario_costs_what_its_script_and_its_claims_hold() {
    let table = table();
    let chosen: Vec<_> = table.suite.scenarios.iter().collect();
    let cost = |number: usize| 1 + (1 + 3 * (number % 3)) + (1 + number % 4);
    let names: Vec<(String, usize)> = (0..9).map(|number| (format!("toy/case/s{number}"), cost(number))).collect();
    // Tries so many shard counts that a wrong cost shows in some of them.
    for of in 2..=24 {
        let mut all = BTreeSet::new();
        for number in 1..=of {
            let shard = Shard { number, of };
            let own: Vec<&str> = parts::scenarios(shard, chosen.clone()).iter().map(|it| it.id.as_str()).collect();
            let expected = shard.pick(names.iter().map(|(name, cost)| (name.as_str(), *cost)));
            assert_eq!(own, expected.into_iter().collect::<Vec<_>>(), "in the order in which they were chosen");
            all.extend(own);
        }
        assert_eq!(all.len(), 9);
    }
}

#[test]
fn a_switch_costs_how_often_its_clauses_are_cited() {
    let table = table();
    let toy = Toy::new();
    // Each scenario has one claim on the cost, and zero to three claims on the light.
    let costs = [("press_lights", 1 + (1 + 2 + 3) * 2), ("press_costs", 1 + 9), ("no_pull", 1)];
    // Enough shards that a wrong cost shows in some of them.
    for of in 1..=90 {
        let mut all = Vec::new();
        for number in 1..=of {
            let shard = Shard { number, of };
            let expected = shard.pick(costs);
            let own = parts::switches(shard, toy.profile(), &table.suite);
            let names: BTreeSet<&str> = own.iter().map(|at| toy.profile().switches[*at].name.as_str()).collect();
            assert_eq!(names, expected);
            all.extend(own);
        }
        all.sort_unstable();
        assert_eq!(all, [0, 1, 2]);
    }
}
