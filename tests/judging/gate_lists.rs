//! What the gate lists: everything that is wrong on a ground, and where to begin.

use truthsayer::oracle::findings::Findings;
use truthsayer::oracle::gate;
use truthsayer::oracle::gate::Around;
use truthsayer::oracle::run::Makers;
use truthsayer::oracle::run::Run;
use truthsayer::oracle::run::Silent;
use truthsayer::protocol::EngineMaker;

use crate::gates::LENIENT;
use crate::gates::PRESS;
use crate::gates::costs;
use crate::gates::lights;
use crate::gates::one;
use crate::gates::play;
use crate::gates::project;
use crate::gates::shut;
use crate::gates::told;
use crate::scripted::Scripted;
use crate::table::Table;
use crate::table::claim;
use crate::table::scenario;
use crate::toy::RULES;
use crate::toy::Toy;

/// What lets a knock-out through that is not told here.
const ISOLATION: &str = "grades: allow, pending: allow, survivors: allow";

#[test]
fn each_clause_that_a_switch_does_not_isolate_is_told() {
    let when = "{act: {by: both, sets: {coins: 3, light: on}}}, {end: {off: [both], with: still}}";
    let table = one(ISOLATION, when, &[lights(), costs()], &[]);
    let refused = shut(&play(&table, Scripted::new(&["both"])), &Around::default());
    let item = |clause: &str| {
        format!("both does not isolate toy/light.md:{clause}: (d) without it the log is empty and nothing changes")
    };
    assert_eq!(refused, [told("isolation", &[&item("1.1"), &item("1.2")], None)]);
}

#[test]
fn of_what_a_switch_changes_without_taking_effect_the_first_is_told() {
    let leaking = "{act: {by: light, sets: {light: on}}}, {spoil: {off: [costs], sets: {mark: 1}}}";
    let leaking = scenario(leaking, &[lights()]);
    let pays = scenario("{act: {by: costs, sets: {coins: 3}}}", &[costs()]);
    let table = project(ISOLATION, &[("a", &pays), ("b", &leaking), ("c", &leaking)], &[]);
    let findings = play(&table, Scripted::new(&["costs", "light"]));
    let leaks: Vec<usize> = findings.knockouts().map(|knockout| knockout.leaks.len()).collect();
    assert_eq!(leaks, [2, 0]);
    let refused = shut(&findings, &Around::default());
    let told: Vec<&String> = refused[0].1.iter().filter(|item| item.starts_with("costs changes")).collect();
    assert_eq!(told, ["costs changes toy/case/b, in which it did not take effect"]);
}

#[test]
fn what_nobody_answered_has_no_outcome_that_somebody_could_accept() {
    let gate = "grades: allow, survivors: allow, isolation: allow";
    let table = one(gate, "{press: {}}, {crash: {}}", &[lights()], &[]);
    let refused = shut(&play(&table, Toy::new()), &Around::default());
    assert_eq!(refused.iter().map(|refusal| refusal.0).collect::<Vec<_>>(), ["unanswered"]);
}

/// Plays a project with two of the toy's switches off.
fn play_without_both(table: &Table) -> Findings<'_> {
    let makers = Makers::from([("toy".to_owned(), Box::new(Toy::new()) as Box<dyn EngineMaker>)]);
    let references = Makers::new();
    let run = Run::new(&table.suite, &makers, &references, 1, &Silent);
    Run { without: vec!["press_costs".to_owned(), "no_pull".to_owned()], ..run }.findings()
}

#[test]
fn of_several_causes_the_first_says_where_to_begin() {
    let pull = claim(2, "forbidden", "refused: {step: 1}");
    let scenarios = [("one", scenario(PRESS, &[costs()])), ("two", scenario("{pull: {}}", &[pull]))];
    let scenarios: Vec<(&str, &str)> = scenarios.iter().map(|(name, body)| (*name, body.as_str())).collect();
    let table = project(LENIENT, &scenarios, &[]);
    let refused = shut(&play_without_both(&table), &Around::default());
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
    let table = Table::with_files(&[("one", &scenario(PRESS, &[lights(), costs()]))], &files);
    let maker = |game: &str| (game.to_owned(), Box::new(Toy::new()) as Box<dyn EngineMaker>);
    let (makers, references) = (Makers::from([maker("toy"), maker("yot")]), Makers::new());
    let observed = gate::raised(&Run::new(&table.suite, &makers, &references, 1, &Silent).findings()).1;
    assert_eq!(observed.into_iter().collect::<Vec<_>>(), [("toy".to_owned(), 2), ("yot".to_owned(), 1)]);
}
