//! The tasks that a proof sends to an engine: those that can decide, and more if that is unknown.

use truthsayer_oracle::evidence::mutant::Mutant;
use truthsayer_oracle::evidence::specificity::Specificity;
use truthsayer_protocol::Task;

use crate::proof::specificity::PAYS;
use crate::proof::specificity::costs;
use crate::proof::specificity::lights;
use crate::proof::specificity::named;
use crate::proof::specificity::reported;
use crate::proof::specificity::table;
use crate::support::canned_engine;
use crate::support::canned_engine::CannedEngine;
use crate::support::scripted_engine::Scripted;
use crate::support::scripted_engine::played_without;
use crate::support::test_project::Depth;
use crate::support::test_project::TestProject;
use crate::support::test_project::claim;

#[test]
fn an_engine_that_hides_what_took_effect_is_asked_everywhere_and_fired_is_what_changed() {
    let light = "{act: {by: light, sets: {light: on}}}";
    let scenarios = [
        named("a", PAYS, &[costs()]),
        named("b", light, &[lights()]),
        named("c", &format!("{PAYS}, {light}"), &[costs(), lights()]),
        named("d", light, &[claim(1, "costs 2 coins", "events: [{acted: {by: light}}]")]),
    ];
    let engine = Scripted::new(&["costs", "light"]).hiding_firings();
    let asked = engine.asked();
    let table = table(&scenarios, engine);
    assert_eq!(
        reported(&table, "costs"),
        "specific by toy/case/a#0 (0, 0, 0)",
        "what changed nothing is no other switch"
    );
    assert!(reported(&table, "light").starts_with("specific by toy/case/b#0 "), "{}", reported(&table, "light"));
    for name in ["a", "c", "d"] {
        assert!(played_without(asked, "costs").contains(&name.to_owned()), "{name}");
    }
    table.mutant("costs", |mutant| {
        assert_eq!(mutant.tried, 2, "where nothing changed it did not take effect");
        assert!(mutant.leaks.is_empty(), "whoever hides what took effect cannot leak");
    });
}

/// Scenarios in which the first switch takes effect, both do, and the second does.
fn one_both_and_other() -> [(String, String); 3] {
    let light = "{act: {by: light, sets: {light: on}}}";
    let both = format!("{PAYS}, {light}");
    [named("a", PAYS, &[costs()]), named("b", &both, &[lights()]), named("c", light, &[lights()])]
}

#[test]
fn only_scenarios_that_can_decide_run() {
    let scenarios = one_both_and_other();
    let engine = Scripted::new(&["costs", "light"]);
    let asked = engine.asked();
    assert!(reported(&table(&scenarios, engine), "costs").starts_with("specific by toy/case/a#0 "));
    let played = played_without(asked, "costs");
    assert!(played.contains(&"a".to_owned()) && !played.contains(&"b".to_owned()), "{played:?}");
}

#[test]
fn with_everything_played_every_leak_is_found_and_a_control_proves_nothing() {
    // `ever` fires everywhere, also in the control scenario of the table, whose claim fails without it.
    let light = "{act: {by: light, sets: {light: on}}}";
    let quiet = |number: usize| named(&format!("q{number}"), light, &[lights()]);
    let mut scenarios = vec![named("a", PAYS, &[costs()])];
    scenarios.extend((1..=7).map(quiet));
    scenarios.push(named("r", &format!("{light}, {{spoil: {{off: [costs], sets: {{mark: 1}}}}}}"), &[lights()]));
    let table = table(&scenarios, Scripted::new(&["costs", "light", "ever"]));
    table.proof(true, |judged, proof| {
        assert_eq!(proof.matrix.plays(), 3 * (judged.len() + 1), "every switch in every scenario and in the control");
        let of = |name: &str| proof.mutants.iter().find(|mutant| mutant.switch.name == name).expect("a switch");
        let leaks: Vec<&str> = of("costs").leaks.iter().map(|scenario| scenario.id.as_str()).collect();
        assert_eq!(leaks, ["toy/case/r"]);
        let ever = of("ever");
        assert_eq!(ever.tried, judged.len(), "the control is not counted");
        assert!(matches!(ever.specificities[&ever.clauses[0]], Specificity::Idle), "{:?}", ever.specificities);
    });
}

/// Returns the results of a proof as text, one line for each switch.
fn all_reported(table: &TestProject, only: Option<&[usize]>) -> Vec<String> {
    let only = only.map(|switches| switches.iter().copied().collect());
    table.proof_of(Depth { only, ..Depth::default() }, |_, proof| {
        let line = |mutant: &Mutant<'_>| {
            let name = &mutant.switch.name;
            let of = |(clause, specificity): (&_, &Specificity<'_>)| format!("{clause} {}", specificity.shortcoming());
            let clauses: Vec<String> = mutant.specificities.iter().map(of).collect();
            format!("{name} {} {} {clauses:?}", mutant.tried, mutant.killed_by.len())
        };
        proof.mutants.iter().map(line).collect()
    })
}

/// Scenarios in which two switches matter, some with a single failing claim, and one that kills no mutant.
fn mixed() -> Vec<(String, String)> {
    let light = "{act: {by: light, sets: {light: on}}}";
    let both = format!("{PAYS}, {light}");
    vec![
        named("a", PAYS, &[costs()]),
        named("b", light, &[lights()]),
        named("c", &both, &[costs(), lights()]),
        named("d", &format!("{PAYS}, {{end: {{off: [costs], with: still}}}}"), &[costs()]),
        named("e", "{act: {by: pull, sets: {mark: 1}}}", &[claim(2, "forbidden", "events: [acted]")]),
    ]
}

#[test]
fn parts_of_the_switches_say_together_what_all_of_them_say() {
    for hides in [false, true] {
        let engine = || {
            let engine = Scripted::new(&["costs", "light", "pull"]);
            if hides { engine.hiding_firings() } else { engine }
        };
        let whole = all_reported(&table(&mixed(), engine()), None);
        assert_eq!(whole.len(), 3);
        let first = all_reported(&table(&mixed(), engine()), Some(&[0, 2]));
        let second = all_reported(&table(&mixed(), engine()), Some(&[1]));
        assert_eq!([&first[0], &second[0], &first[1]], [&whole[0], &whole[1], &whole[2]], "hides: {hides}");
        assert_eq!((first.len(), second.len()), (2, 1));
    }
}

#[test]
fn a_switch_that_is_not_asked_about_is_not_turned_off_for_its_own_sake() {
    for hides in [false, true] {
        let engine = Scripted::new(&["costs", "light", "pull"]);
        let engine = if hides { engine.hiding_firings() } else { engine };
        let asked = engine.asked();
        all_reported(&table(&mixed(), engine), Some(&[0]));
        assert_eq!(played_without(asked, "pull"), Vec::<String>::new(), "hides: {hides}");
        assert!(played_without(asked, "costs").contains(&"a".to_owned()), "hides: {hides}");
    }
}

#[test]
fn a_clause_without_a_witness_sends_a_switch_of_two_clauses_everywhere() {
    // The switch has both clauses of the line. A claim on the cost fails; the light fails only in an uncited scenario.
    let pays = "{act: {by: both, sets: {coins: 3, light: on}}}";
    let scenarios =
        [named("a", pays, &[costs()]), named("b", pays, &[claim(3, "Waiting does nothing", "state: {light: on}")])];
    table(&scenarios, Scripted::new(&["both"])).mutant("both", |mutant| assert_eq!(mutant.tried, 2));
    let other = [
        named("a", pays, &[lights()]),
        named("b", pays, &[claim(3, "Waiting does nothing", "changes: {coins: 5 -> 3}")]),
    ];
    table(&other, Scripted::new(&["both"])).mutant("both", |mutant| assert_eq!(mutant.tried, 2));
}

#[test]
fn a_switch_whose_clause_is_unknown_is_tried_wherever_it_took_effect() {
    let says =
        |task: &Task| canned_engine::played(canned_engine::fired(canned_engine::pressed(task), &[("costs", "", 0)]));
    let puppet = CannedEngine::new(&[("costs", "toy/light.md:1", "the moon is cheese")], says);
    let one = format!("when: [{{press: {{}}}}]\nclaims:\n{}", costs());
    let table = TestProject::new(&[("one", &one)], "").played_by(puppet);
    table.mutant("costs", |mutant| {
        assert_eq!((mutant.tried, mutant.killed_by.len()), (1, 1));
        assert!(!mutant.is_specific(), "there is nothing that it could be specific to");
    });
}

/// Scenarios in which a switch of one clause and one of two clauses matter, each clause in two of them, and many others.
fn crowd() -> Vec<(String, String)> {
    let both = "{act: {by: both, sets: {coins: 3, light: on}}}";
    let mut scenarios = vec![
        named("a", both, &[lights()]),
        named("b", PAYS, &[costs()]),
        named("c", PAYS, &[costs()]),
        named("d", both, &[costs()]),
        named("e", both, &[lights()]),
        named("f", both, &[costs()]),
    ];
    let quiet = |number: usize| named(&format!("q{number:02}"), "{act: {by: light, sets: {light: on}}}", &[lights()]);
    scenarios.extend((1..=12).map(quiet));
    scenarios
}

#[test]
fn without_fired_a_shard_runs_all_that_another_shard_may_need() {
    // Only the merge of all shards can decide which runs count, so each run is kept, and failing ones twice.
    let played = |hides: bool, only: Option<&[usize]>| {
        let engine = Scripted::new(&["costs", "both", "light"]);
        let engine = if hides { engine.hiding_firings() } else { engine };
        let asked = engine.asked();
        all_reported(&table(&crowd(), engine), only);
        ["costs", "both", "light"].map(|switch| played_without(asked, switch))
    };
    let all = |failing: &[&str]| {
        let own = crowd().into_iter().map(|(name, _)| name).chain([String::new()]);
        let mut names: Vec<String> = own.chain(failing.iter().map(|name| (*name).to_owned())).collect();
        names.sort();
        names
    };
    let part = [all(&["b", "c"]), all(&["a", "d", "e", "f"]), Vec::new()];
    assert_eq!(played(true, Some(&[0, 1])), part);
    // With all switches selected, or with `fired`, far fewer runs are enough.
    for (hides, only) in [(true, None), (false, Some([0, 1].as_slice()))] {
        let [costs, ..] = played(hides, only);
        assert!(costs.len() < 14, "hides: {hides}, {costs:?}");
    }
}

#[test]
fn a_switch_that_took_effect_in_several_places_of_the_source_is_one_other_switch() {
    let says = |task: &Task| {
        let lines = [1, 2, 3, 4, 5, 6, 7].map(|line| ("light", "engine.rs", line));
        let places = [[("costs", "engine.rs", 9)].as_slice(), &lines].concat();
        canned_engine::played(canned_engine::fired(canned_engine::pressed(task), &places))
    };
    let switches = [("costs", "toy/light.md:1", "costs 2 coins"), ("light", "toy/light.md:1", "turns the light on")];
    let scenarios = [("one", format!("when: [{{press: {{}}}}]\nclaims:\n{}", costs()))];
    let table =
        TestProject::new(&[(scenarios[0].0, &scenarios[0].1)], "").played_by(CannedEngine::new(&switches, says));
    assert_eq!(reported(&table, "costs"), "specific by toy/case/one#0 (1, 1, 1)");
}
