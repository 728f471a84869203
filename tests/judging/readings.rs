//! Claims under a reading: under another reading, neither the judge nor the coverage counts them.

use serde_json::json;
use truthsayer_oracle::evidence::cause::Diagnosis;
use truthsayer_oracle::evidence::coverage::Coverage;
use truthsayer_oracle::evidence::coverage::CoverageEntry;
use truthsayer_oracle::evidence::coverage::Showing;
use truthsayer_oracle::evidence::sharpness::Sharpened;
use truthsayer_oracle::judge;
use truthsayer_oracle::judge::observability::Observability;
use truthsayer_oracle::judge::play_and_judge::PlayAndJudge;
use truthsayer_oracle::judge::play_and_judge::Retention;
use truthsayer_oracle::judge::verdict::Verdict;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Firing;
use truthsayer_protocol::Observes;
use truthsayer_protocol::Profile;
use truthsayer_protocol::ReadingNote;
use truthsayer_protocol::SwitchNote;
use truthsayer_protocol::Task;

use crate::support::canned_engine;
use crate::support::canned_engine::CannedEngine;
use crate::support::test_project::TestProject;
use crate::support::test_project::claim;
use crate::support::test_project::scenario;

/// An engine with two readings of a press: costly (the default) and cheap.
fn profile() -> Profile {
    Profile::new("puppet", "", "").with_readings([price()])
}

fn price() -> ReadingNote {
    ReadingNote::new("price", ["costly", "cheap"], "A press is costly or cheap.")
}

fn under(reading: &str, then: &str) -> String {
    let claim = format!("  - cite: toy/light.md:1\n    quote: costs 2 coins\n    then: {{{then}}}\n");
    format!("{claim}    under: {{{reading}}}\n")
}

fn verdict(claims: &[String]) -> Verdict {
    let table = TestProject::with("{press: {}}", claims);
    let said = canned_engine::played(canned_engine::outcome(json!({"coins": 5}), json!({"coins": 3}), &[]));
    judge::judge(&table.suite.scenarios[0], &said, &Observability::of_own_engine(&profile())).verdict
}

const RIGHT: &str = "changes: {coins: 5 -> 3}";
const WRONG: &str = "changes: {coins: 5 -> 4}";

#[test]
fn a_claim_under_another_reading_is_not_judged_and_those_after_it_are() {
    assert_eq!(verdict(&[under("price: cheap", WRONG), under("price: costly", RIGHT)]), Verdict::Pass);
    let failing = verdict(&[under("price: cheap", WRONG), under("price: costly", WRONG)]);
    assert_eq!((failing.fails(0), failing.fails(1)), (false, true));
}

#[test]
fn without_claims_under_the_current_reading_nothing_is_unobserved() {
    assert_eq!(verdict(&[under("price: cheap", WRONG)]), Verdict::Pass);
}

#[test]
fn expectations_under_another_reading_do_not_count_as_observed() {
    // All expectations of the current reading are unobserved, and the other claim does not replace them.
    let table = TestProject::with("{press: {}}", &[under("price: cheap", WRONG), under("price: costly", RIGHT)]);
    let profile = profile().with_observes(Observes::nothing().state(["light"]));
    let said = canned_engine::played(canned_engine::outcome(json!({"light": "off"}), json!({"light": "on"}), &[]));
    let verdict = judge::judge(&table.suite.scenarios[0], &said, &Observability::of_own_engine(&profile)).verdict;
    assert_eq!(verdict, Verdict::Unobserved);
}

#[test]
fn a_reading_that_the_engine_does_not_have_is_the_authors_mistake() {
    let reported = |claims: &[String]| match verdict(claims) {
        Verdict::Invalid(problems) => problems.into_iter().map(|problem| problem.message).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    let claims = [under("prize: costly", RIGHT), under("price: dear", RIGHT)];
    assert_eq!(reported(&claims), ["the engine has no reading `prize`", "the reading `price` has no value `dear`"]);
}

#[test]
fn a_claim_under_another_reading_says_nothing_about_its_clause() {
    let grade = |claims: &[String]| {
        let table = TestProject::new(&[("one", &scenario("{press: {}}", claims))], "");
        let says = |_: &_| canned_engine::played(canned_engine::outcome(json!({"coins": 5}), json!({"coins": 3}), &[]));
        let puppet = CannedEngine::with_profile(profile(), says);
        let maker: &dyn EngineMaker = &puppet;
        let chosen: Vec<_> = table.suite.scenarios.iter().collect();
        let judged = PlayAndJudge::of(&table.suite.project, Retention::Firings).run(&chosen, maker);
        let coverage = Coverage::tally(&table.suite, &judged, &[], &[], &Diagnosis::default(), Sharpened::new());
        let entry = coverage.entries.values().nth(1).expect("the clause of the cost");
        (entry.grade.name(), entry.claims.len())
    };
    assert_eq!(grade(&[under("price: cheap", WRONG)]), ("uncited", 0));
    assert_eq!(grade(&[under("price: cheap", WRONG), under("price: costly", RIGHT)]), ("holds", 1));
    assert_eq!(grade(&[under("price: costly", WRONG), under("price: costly", RIGHT)]), ("violated", 2));
}

#[test]
fn a_claim_under_another_reading_is_not_left_alone_by_a_switch_that_takes_effect_everywhere() {
    let says = |task: &Task| {
        let mut outcome = canned_engine::pressed(task);
        outcome.after["light"] = json!("on");
        outcome.fired = vec![Firing::new("costs", 0)];
        canned_engine::played(outcome)
    };
    let is_specific = |reading: &str| {
        let costs = under("price: costly", RIGHT);
        let light = under(reading, "state: {light: on}").replace("costs 2 coins", "turns the light on");
        let switch = SwitchNote::new("costs", "toy/light.md:1", "costs 2 coins");
        let puppet = CannedEngine::with_profile(profile().with_switches([switch]), says);
        let table = TestProject::with("{press: {}}", &[costs, light]).played_by(puppet);
        table.mutant("costs", |mutant| mutant.is_specific())
    };
    assert!(is_specific("price: costly"));
    assert!(!is_specific("price: cheap"), "it was not judged");
}

/// Returns the coverage of the cost clause, with one scenario that claims it for each reading.
fn cost_claimed_under(
    readings: &[&str],
    note: ReadingNote,
    says: fn(&Task) -> canned_engine::CannedReply,
) -> CoverageEntry {
    let claims = scenario("{press: {}}", &[claim(1, "costs 2 coins", RIGHT)]);
    let body = |reading: &&str| format!("given: {{readings: {{price: {reading}}}}}\n{claims}");
    let bodies: Vec<String> = readings.iter().map(body).collect();
    let scenarios: Vec<(&str, &str)> = readings.iter().copied().zip(bodies.iter().map(String::as_str)).collect();
    let switch = SwitchNote::new("costs", "toy/light.md:1", "costs 2 coins");
    let profile = Profile::new("puppet", "", "").with_readings([note]).with_switches([switch]);
    TestProject::new(&scenarios, "").played_by(CannedEngine::with_profile(profile, says)).entry("toy/light.md:1.2")
}

fn always_charges(task: &Task) -> canned_engine::CannedReply {
    canned_engine::played(canned_engine::fired(canned_engine::pressed(task), &[("costs", "", 0)]))
}

#[test]
fn a_clause_of_the_default_text_needs_claims_under_the_default_readings() {
    let entry = |readings: &[&str]| cost_claimed_under(readings, price(), always_charges);
    let elsewhere = entry(&["cheap"]);
    assert_eq!((elsewhere.grade.name(), elsewhere.claims.len()), ("cited", 1));
    assert!(elsewhere.holds_only_elsewhere());
    assert_eq!(elsewhere.switches[0].showing, Showing::OtherReading);
    assert_eq!(entry(&["costly"]).grade.name(), "proven");
    let both = entry(&["cheap", "costly"]);
    assert_eq!((both.grade.name(), both.elsewhere), ("proven", 1));
    assert!(
        matches!(&both.switches[0].showing, Showing::Specific { witness, .. } if witness.scenario.ends_with("costly"))
    );
}

#[test]
fn a_clause_that_states_another_reading_is_graded_under_that_one() {
    let note = || price().stated_by("cheap", "toy/light.md:1", "costs 2 coins");
    let grade = |readings: &[&str]| cost_claimed_under(readings, note(), always_charges).grade.name();
    assert_eq!(grade(&["cheap"]), "proven");
    assert_eq!(grade(&["costly"]), "cited");
}

#[test]
fn a_claim_that_fails_under_another_reading_is_not_passed_over() {
    let charges_by_default = |task: &Task| {
        let mut outcome = canned_engine::pressed(task);
        if task.given["readings"]["price"] == "cheap" {
            outcome.after["coins"] = json!(4);
        }
        canned_engine::played(canned_engine::fired(outcome, &[("costs", "", 0)]))
    };
    let entry = cost_claimed_under(&["cheap", "costly"], price(), charges_by_default);
    assert_eq!(entry.grade.name(), "violated");
}

#[test]
fn an_engine_without_a_reading_of_the_reference_engine_does_not_support_it() {
    let play = |own: Profile, reading: &str| {
        let body = format!("given: {{readings: {{price: {reading}}}}}\n");
        let body = body + &scenario("{press: {}}", &[claim(1, "costs 2 coins", RIGHT)]);
        let table = TestProject::new(&[("one", &body)], "");
        let puppet = CannedEngine::with_profile(own, always_charges);
        let reference = profile();
        let trial =
            PlayAndJudge { reference: Some(&reference), ..PlayAndJudge::of(&table.suite.project, Retention::Verdicts) };
        trial.run(&[&table.suite.scenarios[0]], &puppet)[0].verdict.clone()
    };
    let fixed = || Profile::new("fixed", "", "").with_readings([ReadingNote::new("price", ["costly"], "")]);
    let why = "it does not have the reading `price: cheap`".to_owned();
    assert_eq!(play(fixed(), "cheap"), Verdict::Unsupported(why));
    assert_eq!(play(fixed(), "costly"), Verdict::Pass);
    assert_eq!(play(profile(), "cheap"), Verdict::Pass);
    assert_eq!(play(Profile::new("silent", "", ""), "cheap"), Verdict::Pass, "it does not say what it has");
}

#[test]
fn a_claim_under_a_reading_is_judged_on_an_engine_that_declares_no_readings() {
    let verdict = |reading: &str, then: &str| {
        let table = TestProject::with("{press: {}}", &[under(reading, then)]);
        let (own, reference) = (Profile::new("silent", "", ""), profile());
        let said = canned_engine::played(canned_engine::outcome(json!({"coins": 5}), json!({"coins": 3}), &[]));
        judge::judge(&table.suite.scenarios[0], &said, &Observability::foreign(&own, &reference)).verdict
    };
    assert_eq!(verdict("price: costly", RIGHT), Verdict::Pass);
    assert!(verdict("price: costly", WRONG).fails(0), "it plays the default");
    assert_eq!(verdict("price: cheap", WRONG), Verdict::Pass, "it does not play this one");
    assert!(matches!(verdict("price: dear", RIGHT), Verdict::Invalid(_)), "no engine has it");
}
