//! The order in which scenarios are tried as witnesses.

use crate::proof::specificity::PAYS;
use crate::proof::specificity::costs;
use crate::proof::specificity::lights;
use crate::proof::specificity::named;
use crate::proof::specificity::reported;
use crate::proof::specificity::table;
use crate::support::scripted_engine::Scripted;

const LIGHTS: &str = "{act: {by: light, sets: {light: on}}}";
const OTHERS: [&str; 6] = ["p0", "p1", "p2", "p3", "p4", "p5"];

/// The steps, and one in which each of six other switches fires.
fn with_others(steps: &str) -> String {
    let acts = OTHERS.map(|name| format!("{{act: {{by: {name}, sets: {{mark: 1}}}}}}"));
    format!("{steps}, {}", acts.join(", "))
}

#[test]
fn a_scenario_that_serves_two_switches_comes_before_two_that_serve_one_each() {
    let apart = [named("a", &with_others(PAYS), &[costs()]), named("b", &with_others(LIGHTS), &[lights()])];
    let both = named("z", &with_others(&format!("{PAYS}, {LIGHTS}")), &[costs(), lights()]);
    let engine = || Scripted::new(&[["costs", "light"].as_slice(), &OTHERS].concat());
    let all = [apart.as_slice(), &[both]].concat();
    assert!(reported(&table(&all, engine()), "costs").starts_with("specific by toy/case/z#0 "));
    let light = reported(&table(&all, engine()), "light");
    assert!(light.starts_with("specific by toy/case/z#1 "), "{light}");
    assert!(reported(&table(&apart, engine()), "costs").starts_with("specific by toy/case/a#0 "));
    assert!(reported(&table(&apart, engine()), "light").starts_with("specific by toy/case/b#0 "));
}

#[test]
fn a_scenario_whose_test_needs_no_further_run_comes_before_one_with_fewer_switches() {
    // The scenario cites the clause of all eight lights, so their mutants run in it in any case.
    let lamps = ["l0", "l1", "l2", "l3", "l4", "l5", "l6", "l7"];
    let acts = lamps.map(|name| format!("{{act: {{by: {name}, sets: {{light: on}}}}}}"));
    let few = named("a", &with_others(PAYS), &[costs()]);
    let cited = named("z", &format!("{PAYS}, {}", acts.join(", ")), &[costs(), lights()]);
    let engine = Scripted::new(&[["costs"].as_slice(), &OTHERS, &lamps].concat());
    assert!(reported(&table(&[few, cited], engine), "costs").starts_with("specific by toy/case/z#0 "));
}
