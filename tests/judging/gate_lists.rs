//! The lists of the gate: all items of a reason, and the first one to look at.

use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::gate;
use truthsayer_oracle::gate::GateInput;
use truthsayer_oracle::run::NoProgress;
use truthsayer_oracle::run::Run;
use truthsayer_oracle::run::seat::Seat;
use truthsayer_oracle::run::seat::Seats;

use crate::gate::LENIENT;
use crate::gate::PRESS;
use crate::gate::costs;
use crate::gate::lights;
use crate::gate::one;
use crate::gate::play;
use crate::gate::project;
use crate::gate::reported;
use crate::gate::shut;
use crate::support::scripted_engine::Scripted;
use crate::support::test_project::TestProject;
use crate::support::test_project::claim;
use crate::support::test_project::scenario;
use crate::support::toy_engine::RULES;
use crate::support::toy_engine::Toy;

/// Settings that accept mutants which this test does not check.
const SPECIFICITY: &str = "grades: allow, pending: allow, survivors: allow";

#[test]
fn each_clause_with_an_unspecific_mutant_is_reported() {
    let when = "{act: {by: both, sets: {coins: 3, light: on}}}, {end: {off: [both], with: still}}";
    let table = one(SPECIFICITY, when, &[lights(), costs()], &[]);
    let refused = shut(&play(&table, Scripted::new(&["both"])), &GateInput::default());
    let item = |clause: &str| {
        format!(
            "both is not specific to toy/light.md:{clause}: (d) without it the log is empty and the state does not change"
        )
    };
    assert_eq!(refused, [reported("specificity", &[&item("1.1"), &item("1.2")], None)]);
}

#[test]
fn the_first_change_without_firing_is_reported() {
    let leaking = "{act: {by: light, sets: {light: on}}}, {spoil: {off: [costs], sets: {mark: 1}}}";
    let leaking = scenario(leaking, &[lights()]);
    let pays = scenario("{act: {by: costs, sets: {coins: 3}}}", &[costs()]);
    let table = project(SPECIFICITY, &[("a", &pays), ("b", &leaking), ("c", &leaking)], &[]);
    let findings = play(&table, Scripted::new(&["costs", "light"]));
    let leaks: Vec<usize> = findings.mutants().map(|mutant| mutant.leaks.len()).collect();
    assert_eq!(leaks, [2, 0]);
    let refused = shut(&findings, &GateInput::default());
    let reported: Vec<&String> = refused[0].1.iter().filter(|item| item.starts_with("costs changes")).collect();
    assert_eq!(reported, ["costs changes toy/case/b, although it did not fire there"]);
}

#[test]
fn a_run_without_an_answer_has_no_outcome_to_accept() {
    let gate = "grades: allow, survivors: allow, specificity: allow";
    let table = one(gate, "{press: {}}, {crash: {}}", &[lights()], &[]);
    let refused = shut(&play(&table, Toy::new()), &GateInput::default());
    assert_eq!(refused.iter().map(|refusal| refusal.0).collect::<Vec<_>>(), ["no-answer"]);
}

/// Plays a project with two of the toy's switches off.
fn play_without_both(table: &TestProject) -> Findings<'_> {
    let seats = Seats::from([("toy".to_owned(), Seat::reference(Box::new(Toy::new())))]);
    let run = Run::new(&table.suite, &seats, 1, &NoProgress);
    Run { without: vec!["press_costs".to_owned(), "no_pull".to_owned()], ..run }.findings()
}

#[test]
fn of_several_causes_the_first_says_where_to_begin() {
    let pull = claim(2, "forbidden", "refused: {step: 1}");
    let scenarios = [("one", scenario(PRESS, &[costs()])), ("two", scenario("{pull: {}}", &[pull]))];
    let scenarios: Vec<(&str, &str)> = scenarios.iter().map(|(name, body)| (*name, body.as_str())).collect();
    let table = project(LENIENT, &scenarios, &[]);
    let refused = shut(&play_without_both(&table), &GateInput::default());
    let seen: Vec<&str> = refused[0].1.iter().filter_map(|item| item.split("see ").nth(1)).collect();
    assert_eq!(seen.len(), 2, "{refused:?}");
    assert_ne!(seen[0], seen[1]);
    assert_eq!(refused[0].2.as_deref(), Some(seen[0]));
}

#[test]
fn raising_counts_what_is_observed_in_every_game() {
    let settings = "games: {toy: {engine: toy}, yot: {engine: toy}}\n";
    let of_yot = scenario(PRESS, &[lights()]).replace("toy/light.md", "yot/light.md");
    let of_yot = format!("scenario: Another game\ngame: yot\n{of_yot}");
    let files = [
        ("truthsayer.yaml", settings),
        ("rules/yot/light.md", RULES),
        ("scenarios/yot/case/one.yaml", of_yot.as_str()),
    ];
    let table = TestProject::with_files(&[("one", &scenario(PRESS, &[lights(), costs()]))], &files);
    let seats: Seats = ["toy", "yot"].map(|game| (game.to_owned(), Seat::reference(Box::new(Toy::new())))).into();
    let observed = gate::raised(&Run::new(&table.suite, &seats, 1, &NoProgress).findings()).1;
    assert_eq!(observed.into_iter().collect::<Vec<_>>(), [("toy".to_owned(), 2), ("yot".to_owned(), 1)]);
}
