//! The evidence of a grade: claims, witnesses, source locations, reasons.

use truthsayer_oracle::evidence::cause::Diagnosis;
use truthsayer_oracle::evidence::coverage::Coverage;
use truthsayer_oracle::evidence::coverage::CoverageEntry;
use truthsayer_oracle::judge::play_and_judge::Judged;
use truthsayer_oracle::suite::grade::Grade;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;

use crate::support::canned_engine;
use crate::support::canned_engine::CannedEngine;
use crate::support::canned_engine::CannedReply;
use crate::support::test_project::TestProject;
use crate::support::test_project::claim;
use crate::support::test_project::scenario;
use crate::support::toy_engine::Toy;

const PRESS: &str = "{press: {}}";

fn lights() -> String {
    claim(1, "turns the light on", "state: {light: on}")
}

fn costs() -> String {
    claim(1, "costs 2 coins", "changes: {coins: 5 -> 3}")
}

/// The claims on a clause, as `scenario#claim` with whether it holds.
fn claims(entry: &CoverageEntry) -> Vec<String> {
    let verdict = |holds: &Option<bool>| holds.map_or("not judged", |holds| if holds { "holds" } else { "fails" });
    entry.claims.iter().map(|(claim, holds)| format!("{}#{} {}", claim.scenario, claim.claim, verdict(holds))).collect()
}

#[test]
fn a_clause_knows_every_claim_that_cites_it_and_whether_it_holds() {
    let wrong = claim(1, "turns the light on", "changes: {coins: 5 -> 4}");
    let one = scenario(PRESS, &[costs(), lights(), wrong]);
    let two = scenario("{crash: {}}", &[lights()]);
    let table = TestProject::new(&[("one", &one), ("two", &two)], "");
    assert_eq!(
        claims(&table.entry("toy/light.md:1.1")),
        ["toy/case/one#1 holds", "toy/case/one#2 fails", "toy/case/two#0 not judged"]
    );
    assert_eq!(claims(&table.entry("toy/light.md:1.2")), ["toy/case/one#0 holds"]);
    assert_eq!(claims(&table.entry("toy/light.md:3.1")), Vec::<String>::new());
}

#[test]
fn a_claim_counts_for_every_clause_that_its_quote_touches() {
    let both = claim(1, "light on. Each press costs", "changes: {coins: 5 -> 3, light: off -> on}");
    let table = TestProject::with(PRESS, &[both]);
    for clause in ["toy/light.md:1.1", "toy/light.md:1.2"] {
        assert_eq!(claims(&table.entry(clause)), ["toy/case/one#0 holds"]);
        assert_eq!(table.grade(clause, true), "proven");
    }
    let wrong = claim(1, "light on. Each press costs", "changes: {coins: 5 -> 4}");
    let table = TestProject::with(PRESS, &[wrong]);
    assert_eq!(
        (table.grade("toy/light.md:1.1", true), table.grade("toy/light.md:1.2", true)),
        ("violated", "violated")
    );
}

#[test]
fn a_switch_counts_for_every_clause_that_it_stands_for() {
    let switches = &[("costs", "toy/light.md:1", "light on. Each press costs")];
    let says = |task: &Task| {
        canned_engine::played(canned_engine::fired(canned_engine::pressed(task), &[("costs", "a.rs", 7)]))
    };
    let light = claim(1, "turns the light on", "changes: {coins: 5 -> 3}");
    let table = TestProject::with(PRESS, &[light, costs()]).played_by(CannedEngine::new(switches, says));
    assert_eq!((table.grade("toy/light.md:1.1", true), table.grade("toy/light.md:1.2", true)), ("proven", "proven"));
    let entry = table.entry("toy/light.md:1.2");
    assert_eq!(entry.switches[0].witnesses.iter().map(|witness| witness.claim).collect::<Vec<_>>(), [1]);
    assert_eq!(entry.switches[0].code.len(), 1);
}

#[test]
fn a_scenario_that_was_not_chosen_leaves_its_claims_unjudged() {
    let table = TestProject::new(&[("a", &scenario(PRESS, &[lights()])), ("b", &scenario(PRESS, &[costs()]))], "");
    let coverage = table.trial(|mut judged: Vec<Judged<'_>>| {
        judged.remove(0);
        Coverage::tally(&table.suite, &judged, &[], &[], &Diagnosis::default(), Default::default())
    });
    let grades: Vec<&str> = coverage.entries.values().map(|entry| entry.grade.name()).collect();
    assert_eq!(grades, ["cited", "holds", "uncited", "uncited"]);
}

#[test]
fn one_claim_of_what_happens_gives_substance_to_all() {
    let quiet = || claim(1, "turns the light on", "no_events: [pulled]");
    let table = TestProject::with(PRESS, &[quiet(), lights(), quiet()]);
    assert!(table.entry("toy/light.md:1.1").has_substance);
    assert_eq!(table.grade("toy/light.md:1.1", false), "holds");
    let table = TestProject::with(PRESS, &[quiet()]);
    assert!(!table.entry("toy/light.md:1.1").has_substance);
    assert_eq!(table.grade("toy/light.md:1.1", false), "cited");
    // A claim with both kinds of expectations is not only about what did not happen.
    let mixed = claim(1, "turns the light on", "no_events: [pulled], state: {light: on}");
    assert_eq!(TestProject::with(PRESS, &[mixed]).grade("toy/light.md:1.1", false), "holds");
}

#[test]
fn a_switch_is_listed_with_its_killing_claims() {
    let stray = claim(3, "Waiting does nothing", "changes: {coins: 5 -> 3}");
    let table = TestProject::with(PRESS, &[stray, costs()]).played_by(Toy::with_idle_switch());
    let entry = table.entry("toy/light.md:1.2");
    let shown: Vec<(String, Vec<usize>)> = entry
        .switches
        .iter()
        .map(|switch| (switch.name.clone(), switch.witnesses.iter().map(|witness| witness.claim).collect()))
        .collect();
    assert_eq!(shown, [("press_costs".to_owned(), vec![1]), ("idle".to_owned(), vec![])]);
    assert_eq!(entry.switches[0].witnesses[0].scenario, "toy/case/one");
    assert!(table.entry("toy/light.md:3.1").switches.is_empty());
}

fn switches() -> Vec<(&'static str, &'static str, &'static str)> {
    vec![("lights", "toy/light.md:1", "turns the light on"), ("costs", "toy/light.md:1", "costs 2 coins")]
}

/// Both switches fire, that of the cost in two places; a third place is not reported.
fn with_places(task: &Task) -> CannedReply {
    let places = [("costs", "a.rs", 7), ("costs", "b.rs", 3), ("costs", "", 9), ("lights", "a.rs", 9)];
    canned_engine::played(canned_engine::fired(canned_engine::pressed(task), &places))
}

#[test]
fn the_places_in_the_source_are_those_of_the_clauses_own_switch() {
    let table = TestProject::with(PRESS, &[costs()]).played_by(CannedEngine::new(&switches(), with_places));
    let entry = table.entry("toy/light.md:1.2");
    let code: Vec<(String, u32)> = entry.switches[0].code.iter().cloned().collect();
    assert_eq!(code, [("a.rs".to_owned(), 7), ("b.rs".to_owned(), 3)]);
}

#[test]
fn a_clause_that_a_scenario_does_not_cite_learns_no_place_from_it() {
    let table = TestProject::with(PRESS, &[costs()]).played_by(CannedEngine::new(&switches(), with_places));
    let entry = table.entry("toy/light.md:1.1");
    assert_eq!(entry.switches[0].name, "lights");
    assert!(entry.switches[0].code.is_empty());
}

#[test]
fn an_unsupported_scenario_leaves_its_reason_with_the_clauses_it_cites() {
    let says = |_: &Task| -> CannedReply { Ok(Reply::Unsupported("no presses".to_owned())) };
    let table = TestProject::with(PRESS, &[costs()]).played_by(CannedEngine::new(&[], says));
    let entry = table.entry("toy/light.md:1.2");
    assert_eq!((entry.grade, entry.unsupported.as_deref()), (Grade::Cited, Some("no presses")));
    assert_eq!(claims(&entry), ["toy/case/one#0 not judged"]);
    assert_eq!(table.entry("toy/light.md:1.1").unsupported, None);
}

#[test]
fn the_first_reason_for_not_playing_is_kept() {
    let says = |task: &Task| -> CannedReply {
        match task.when.len() {
            1 => canned_engine::played(canned_engine::pressed(task)),
            steps => Ok(Reply::Unsupported(format!("not {steps} steps"))),
        }
    };
    let of = |steps: usize| scenario(&vec![PRESS; steps].join(", "), &[costs()]);
    let table =
        TestProject::new(&[("a", &of(2)), ("b", &of(3)), ("c", &of(1))], "").played_by(CannedEngine::new(&[], says));
    assert_eq!(table.entry("toy/light.md:1.2").unsupported.as_deref(), Some("not 2 steps"));
}

#[test]
fn an_excluded_clause_keeps_the_reason_and_no_other_gets_it() {
    let exclusions = "exclusions:\n  - {cite: \"toy/light.md:3\", quote: Waiting, reason: nothing to see}\n  - {cite: \"toy/light.md:2\", quote: A pull, reason: not here}\n";
    let table = TestProject::new(&[("one", &scenario(PRESS, &[lights()]))], exclusions);
    let reason = |clause: &str| table.entry(clause).reason;
    assert_eq!(reason("toy/light.md:3.1").as_deref(), Some("nothing to see"));
    assert_eq!(reason("toy/light.md:2.1").as_deref(), Some("not here"));
    assert_eq!(reason("toy/light.md:1.1"), None);
}

#[test]
fn an_excluded_clause_stays_excluded_although_a_claim_on_it_holds() {
    let exclusions = "exclusions:\n  - {cite: \"toy/light.md:1\", quote: costs 2 coins, reason: nothing to see}\n";
    let table = TestProject::new(&[("one", &scenario(PRESS, &[costs()]))], exclusions);
    assert_eq!(table.grade("toy/light.md:1.2", true), "excluded");
    assert_eq!(table.grade("toy/light.md:1.1", true), "uncited");
}

#[test]
fn the_coverage_counts_clauses_by_grade() {
    let wrong = claim(3, "Waiting does nothing", "changes: {coins: 5 -> 4}");
    let (right, wrong) = (scenario(PRESS, &[lights(), costs()]), scenario(PRESS, &[wrong]));
    let coverage = TestProject::new(&[("right", &right), ("wrong", &wrong)], "").coverage(true);
    let counts: Vec<(&str, usize)> = Grade::ALL.iter().map(|grade| (grade.name(), coverage.count(*grade))).collect();
    assert_eq!(
        counts,
        [
            ("proven", 2),
            ("sharp", 0),
            ("holds", 0),
            ("cited", 0),
            ("uncited", 1),
            ("violated", 1),
            ("blocked", 0),
            ("excluded", 0),
            ("gap", 0),
            ("stale", 0)
        ]
    );
}

#[test]
fn a_gap_is_among_the_grades_only_where_there_is_one() {
    let wrong = || claim(1, "turns the light on", "state: {light: red}");
    let names = |coverage: &Coverage| coverage.grades().map(Grade::name).collect::<Vec<_>>();
    let table = TestProject::with(PRESS, &[wrong()]);
    assert_eq!(names(&table.coverage(true)), ["proven", "holds", "cited", "uncited", "violated", "excluded"]);
    let table = table.with_gaps(&["{scenario: toy/case/one, reason: later, until: 2027-01-31}"]);
    assert_eq!(names(&table.coverage(true)), ["proven", "holds", "cited", "uncited", "violated", "excluded", "gap"]);
}

#[test]
fn every_grade_has_the_mark_that_readers_know() {
    let marks: Vec<(&str, &str)> = Grade::ALL.iter().map(|grade| (grade.name(), grade.mark())).collect();
    assert_eq!(
        marks,
        [
            ("proven", "✅"),
            ("sharp", "☑️"),
            ("holds", "☑️"),
            ("cited", "⚠️"),
            ("uncited", "⬜"),
            ("violated", "❌"),
            ("blocked", "🌫"),
            ("excluded", "➖"),
            ("gap", "⚠️"),
            ("stale", "✏️"),
        ]
    );
}
