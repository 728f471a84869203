//! Claims under a reading: under another one they say nothing, neither to the judge nor to the ledger.

use serde_json::json;
use truthsayer::oracle::cause::Diagnosis;
use truthsayer::oracle::foil::Sharpened;
use truthsayer::oracle::judge;
use truthsayer::oracle::ledger::Ledger;
use truthsayer::oracle::sight::Sight;
use truthsayer::oracle::trial::Keep;
use truthsayer::oracle::trial::Trial;
use truthsayer::oracle::verdict::Verdict;
use truthsayer::protocol::EngineMaker;
use truthsayer::protocol::Firing;
use truthsayer::protocol::Observes;
use truthsayer::protocol::Profile;
use truthsayer::protocol::ReadingNote;
use truthsayer::protocol::SwitchNote;
use truthsayer::protocol::Task;

use crate::puppet;
use crate::puppet::Puppet;
use crate::table::Table;
use crate::table::scenario;

/// An engine that plays a press as costly or as cheap, and is costly unless it is told otherwise.
fn profile() -> Profile {
    let mut note = ReadingNote::default();
    note.name = "price".to_owned();
    note.values = vec!["costly".to_owned(), "cheap".to_owned()];
    note.default = "costly".to_owned();
    Profile::new("puppet", "", "").with_readings([note])
}

fn under(reading: &str, then: &str) -> String {
    let claim = format!("  - cite: toy/light.md:1\n    quote: costs 2 coins\n    then: {{{then}}}\n");
    format!("{claim}    under: {{{reading}}}\n")
}

fn verdict(claims: &[String]) -> Verdict {
    let table = Table::with("{press: {}}", claims);
    let said = puppet::played(puppet::outcome(json!({"coins": 5}), json!({"coins": 3}), &[]));
    judge::judge(&table.suite.scenarios[0], &said, &Sight::of_own_engine(&profile())).verdict
}

const RIGHT: &str = "changes: {coins: 5 -> 3}";
const WRONG: &str = "changes: {coins: 5 -> 4}";

#[test]
fn a_claim_under_another_reading_is_not_judged_and_those_after_it_are() {
    assert_eq!(verdict(&[under("price: cheap", WRONG), under("price: costly", RIGHT)]), Verdict::Conforms);
    let failing = verdict(&[under("price: cheap", WRONG), under("price: costly", WRONG)]);
    assert_eq!((failing.fails(0), failing.fails(1)), (false, true));
}

#[test]
fn where_no_claim_speaks_of_the_reading_that_is_played_nothing_is_hidden() {
    assert_eq!(verdict(&[under("price: cheap", WRONG)]), Verdict::Conforms);
}

#[test]
fn what_a_claim_under_another_reading_says_was_not_seen_either() {
    // All that is said under the reading that is played is hidden, and the other claim does not make up for it.
    let table = Table::with("{press: {}}", &[under("price: cheap", WRONG), under("price: costly", RIGHT)]);
    let profile = profile().with_observes(Observes::nothing().state(["light"]));
    let said = puppet::played(puppet::outcome(json!({"light": "off"}), json!({"light": "on"}), &[]));
    let verdict = judge::judge(&table.suite.scenarios[0], &said, &Sight::of_own_engine(&profile)).verdict;
    assert_eq!(verdict, Verdict::Unobserved);
}

#[test]
fn a_reading_that_the_engine_does_not_have_is_the_authors_mistake() {
    let told = |claims: &[String]| match verdict(claims) {
        Verdict::Misposed(problems) => problems.into_iter().map(|problem| problem.message).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    let claims = [under("prize: costly", RIGHT), under("price: dear", RIGHT)];
    assert_eq!(told(&claims), ["the engine has no reading `prize`", "the reading `price` has no value `dear`"]);
}

#[test]
fn a_claim_under_another_reading_says_nothing_about_its_clause() {
    let grade = |claims: &[String]| {
        let table = Table::new(&[("one", &scenario("{press: {}}", claims))], "");
        let says = |_: &_| puppet::played(puppet::outcome(json!({"coins": 5}), json!({"coins": 3}), &[]));
        let puppet = Puppet::with_profile(profile(), says);
        let maker: &dyn EngineMaker = &puppet;
        let chosen: Vec<_> = table.suite.scenarios.iter().collect();
        let judged = Trial::of(&table.suite.project, Keep::Firings).run(&chosen, maker);
        let ledger = Ledger::tally(&table.suite, &judged, &[], &[], &Diagnosis::default(), Sharpened::new());
        let entry = ledger.entries.values().nth(1).expect("the clause of the cost");
        (entry.grade.name(), entry.claims.len())
    };
    assert_eq!(grade(&[under("price: cheap", WRONG)]), ("uncited", 0));
    assert_eq!(grade(&[under("price: cheap", WRONG), under("price: costly", RIGHT)]), ("holds", 1));
    assert_eq!(grade(&[under("price: costly", WRONG), under("price: costly", RIGHT)]), ("violated", 2));
}

#[test]
fn a_claim_under_another_reading_is_not_left_alone_by_a_switch_that_takes_effect_everywhere() {
    let says = |task: &Task| {
        let mut outcome = puppet::pressed(task);
        outcome.after["light"] = json!("on");
        outcome.fired = vec![Firing::new("costs", 0)];
        puppet::played(outcome)
    };
    let isolates = |reading: &str| {
        let costs = under("price: costly", RIGHT);
        let light = under(reading, "state: {light: on}").replace("costs 2 coins", "turns the light on");
        let switch = SwitchNote::new("costs", "toy/light.md:1", "costs 2 coins");
        let puppet = Puppet::with_profile(profile().with_switches([switch]), says);
        let table = Table::with("{press: {}}", &[costs, light]).played_by(puppet);
        table.knockout("costs", |knockout| knockout.isolates())
    };
    assert!(isolates("price: costly"));
    assert!(!isolates("price: cheap"), "it was not judged");
}
