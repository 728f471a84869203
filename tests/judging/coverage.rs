//! Coverage: the effect of a diagnosis, of unobserved expectations and of sharp claims on grades.

use serde_json::json;
use truthsayer_oracle::base::atomic_write;
use truthsayer_oracle::base::source::SourceFile;
use truthsayer_oracle::evidence::cause::Cause;
use truthsayer_oracle::evidence::cause::CauseKind;
use truthsayer_oracle::evidence::cause::Diagnosis;
use truthsayer_oracle::evidence::cause::Share;
use truthsayer_oracle::evidence::coverage::ClaimRef;
use truthsayer_oracle::evidence::coverage::Coverage;
use truthsayer_oracle::evidence::coverage::CoverageEntry;
use truthsayer_oracle::evidence::coverage::Showing;
use truthsayer_oracle::evidence::rule_status;
use truthsayer_oracle::evidence::sharpness::Sharpened;
use truthsayer_oracle::evidence::sharpness::Sharpness;
use truthsayer_oracle::judge::observability::Observed;
use truthsayer_oracle::judge::play_and_judge::PlayAndJudge;
use truthsayer_oracle::judge::play_and_judge::Retention;
use truthsayer_oracle::rulebook::ClauseId;
use truthsayer_oracle::rulebook::Rulebook;
use truthsayer_oracle::rulebook::history::lock::Lock;
use truthsayer_oracle::rulebook::history::word_diff::Class;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::grade::Grade;
use truthsayer_oracle::suite::project::Project;
use truthsayer_protocol::Crash;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Event;
use truthsayer_protocol::Observes;
use truthsayer_protocol::Profile;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;

use crate::support::canned_engine;
use crate::support::canned_engine::CannedEngine;
use crate::support::canned_engine::CannedReply;
use crate::support::scripted_engine::Scripted;
use crate::support::test_project::TestProject;
use crate::support::test_project::claim;
use crate::support::test_project::scenario;
use crate::support::toy_engine::RULES;

const PRESS: &str = "{press: {}}";

fn clause(line: usize, clause: usize) -> ClauseId {
    ClauseId { file: "toy/light.md".into(), line, clause }
}

fn lights() -> String {
    claim(1, "turns the light on", "state: {light: on}")
}

fn costs() -> String {
    claim(1, "costs 2 coins", "changes: {coins: 5 -> 3}")
}

fn wrong(line: usize, quote: &str) -> String {
    claim(line, quote, "state: {light: red}")
}

fn claim_ref(claim: usize) -> ClaimRef {
    ClaimRef { scenario: "toy/case/one".to_owned(), claim }
}

/// A diagnosis with one clause as the cause, which explains these claims.
fn diagnosis(blamed: ClauseId, explained: &[usize]) -> Diagnosis {
    let cause = Cause {
        game: "toy".to_owned(),
        switches: vec!["press_costs".to_owned()],
        clauses: vec![blamed],
        kind: CauseKind::Missing,
        share: Share { decides: 1, fails: 1, alike: 1 },
        explains: explained.iter().map(|claim| claim_ref(*claim)).collect(),
        scenario: "toy/case/one".to_owned(),
        blocks: Vec::new(),
        holds_in: None,
    };
    let explained = explained.iter().map(|claim| (claim_ref(*claim), [0].into())).collect();
    Diagnosis { causes: vec![cause], explained, ..Diagnosis::default() }
}

fn tally(table: &TestProject, diagnosis: &Diagnosis, sharpened: Sharpened) -> Coverage {
    table.trial(|judged| Coverage::tally(&table.suite, &judged, &[], &[], diagnosis, sharpened))
}

fn shown(coverage: &Coverage) -> Vec<(String, &'static str, Vec<usize>)> {
    let of = |entry: &CoverageEntry| (entry.id.to_string(), entry.grade.name(), entry.causes.clone());
    coverage.entries.values().map(of).collect()
}

fn rows(rows: &[(&str, &'static str, &[usize])]) -> Vec<(String, &'static str, Vec<usize>)> {
    rows.iter().map(|(id, grade, causes)| (format!("toy/light.md:{id}"), *grade, causes.to_vec())).collect()
}

#[test]
fn explained_clauses_are_blocked_and_the_cause_is_violated() {
    // On the light, one claim fails and is explained, and one holds. On waiting, one claim fails without an
    // explanation.
    let claims = [wrong(1, "turns the light on"), lights(), wrong(1, "costs 2 coins"), wrong(3, "Waiting")];
    let table = TestProject::with(PRESS, &claims);
    let coverage = tally(&table, &diagnosis(clause(1, 2), &[0, 2]), Sharpened::new());
    let expected = [
        ("1.1", "blocked", [0].as_slice()),
        ("1.2", "violated", &[0]),
        ("2.1", "uncited", &[]),
        ("3.1", "violated", &[]),
    ];
    assert_eq!(shown(&coverage), rows(&expected));
}

#[test]
fn a_clause_with_one_claim_that_nothing_explains_stays_violated() {
    let claims = [wrong(1, "turns the light on"), wrong(1, "A press"), wrong(1, "costs 2 coins")];
    let table = TestProject::with(PRESS, &claims);
    let coverage = tally(&table, &diagnosis(clause(1, 2), &[0, 2]), Sharpened::new());
    let first: Vec<_> = shown(&coverage).into_iter().take(2).collect();
    assert_eq!(first, rows(&[("1.1", "violated", &[]), ("1.2", "violated", &[0])]));
}

/// Returns the grades of the light and the cost. Both fail, the cost is the cause, and `clauses` are known gaps.
fn graded_with_gaps(clauses: &[&str]) -> [&'static str; 2] {
    graded_with_causes(&[clause(1, 2)], clauses, &[])
}

/// Like `graded_with_gaps`, with several indistinguishable clauses as the cause, and more failing claims.
fn graded_with_causes(blamed: &[ClauseId], clauses: &[&str], more: &[String]) -> [&'static str; 2] {
    let gap = |clause: &&str| format!("{{clause: \"toy/light.md:{clause}\", reason: later, until: 2027-01-31}}");
    let gaps: Vec<String> = clauses.iter().map(gap).collect();
    let gaps: Vec<&str> = gaps.iter().map(String::as_str).collect();
    let claims = [&[wrong(1, "turns the light on"), wrong(1, "costs 2 coins")], more].concat();
    let table = TestProject::with(PRESS, &claims).with_gaps(&gaps);
    let mut diagnosis = diagnosis(clause(1, 2), &(0..claims.len()).collect::<Vec<_>>());
    diagnosis.causes[0].clauses = blamed.to_vec();
    let coverage =
        table.trial(|judged| Coverage::tally(&table.suite, &judged, &[], &table.gaps, &diagnosis, Sharpened::new()));
    [clause(1, 1), clause(1, 2)].map(|id| coverage.entries[&id].grade.name())
}

#[test]
fn a_known_gap_keeps_its_grade_and_excuses_only_what_it_lists() {
    assert_eq!(graded_with_gaps(&[]), ["blocked", "violated"]);
    assert_eq!(graded_with_gaps(&["1.1"]), ["gap", "violated"], "what is listed fails nothing");
    assert_eq!(graded_with_gaps(&["1.2"]), ["violated", "gap"], "a cause that is a gap blocks nothing");
    assert_eq!(graded_with_gaps(&["1.1", "1.2"]), ["gap", "gap"]);
}

#[test]
fn a_cause_of_several_clauses_is_known_when_one_is_a_gap_and_none_is_violated() {
    let waits = [wrong(3, "Waiting")];
    let both = [clause(1, 2), clause(3, 1)];
    assert_eq!(graded_with_causes(&both, &["1.2"], &waits), ["blocked", "gap"], "the other one is nobody's gap");
    assert_eq!(graded_with_causes(&both, &["1.2", "3.1"], &waits), ["violated", "gap"]);
    assert_eq!(graded_with_causes(&both, &["1.2"], &[]), ["violated", "gap"], "nothing fails on the other one");
    let gone = [clause(1, 2), clause(99, 1)];
    assert_eq!(graded_with_causes(&gone, &["1.2"], &[]), ["violated", "gap"], "a clause that is not there is no cause");
}

#[test]
fn a_clause_that_holds_is_never_blocked() {
    let table = TestProject::with(PRESS, &[lights(), wrong(1, "costs 2 coins")]);
    let coverage = tally(&table, &diagnosis(clause(1, 2), &[0, 1]), Sharpened::new());
    assert_eq!(shown(&coverage)[0], rows(&[("1.1", "holds", &[])])[0]);
}

#[test]
fn a_clause_with_a_claim_that_fails_without_it_is_sharp() {
    let table = TestProject::with(PRESS, &[lights(), wrong(1, "costs 2 coins")]);
    let by = || Sharpness { mutant: "toy without press_lights".to_owned(), claim: claim_ref(0) };
    let sharpened = Sharpened::from([(clause(1, 1), by()), (clause(1, 2), by()), (clause(3, 1), by())]);
    let coverage = tally(&table, &Diagnosis::default(), sharpened);
    let grades: Vec<&str> = coverage.entries.values().map(|entry| entry.grade.name()).collect();
    assert_eq!(grades, ["sharp", "violated", "uncited", "uncited"], "only what holds is sharpened");
    let table = TestProject::with(PRESS, &[lights(), costs()]);
    let coverage = tally(&table, &Diagnosis::default(), Sharpened::from([(clause(1, 1), by()), (clause(1, 2), by())]));
    assert_eq!(coverage.count(Grade::Sharp), 2, "each with such a claim");
    let table = TestProject::with(PRESS, &[claim(1, "turns the light on", "no_events: [pulled]")]);
    let coverage = tally(&table, &Diagnosis::default(), Sharpened::from([(clause(1, 1), by())]));
    assert_eq!(coverage.entries[&clause(1, 1)].grade, Grade::Cited, "what says only what does not happen is not sharp");
}

#[test]
fn a_claim_that_was_not_chosen_still_says_whether_something_happens() {
    let quiet = claim(1, "costs 2 coins", "no_events: [pulled]");
    let table = TestProject::with(PRESS, &[lights(), quiet]);
    let coverage = Coverage::tally(&table.suite, &[], &[], &[], &Diagnosis::default(), Sharpened::new());
    let substance = |id: ClauseId| coverage.entries[&id].has_substance;
    assert_eq!((substance(clause(1, 1)), substance(clause(1, 2)), substance(clause(2, 1))), (true, false, false));
    let quiet = claim(1, "turns the light on", "no_events: [pulled]");
    let table = TestProject::with(PRESS, &[lights(), quiet]);
    let coverage = Coverage::tally(&table.suite, &[], &[], &[], &Diagnosis::default(), Sharpened::new());
    assert!(coverage.entries[&clause(1, 1)].has_substance, "one is enough, whatever comes after it");
}

/// Returns the grade of the cost, for an engine that shows only these paths of the state.
fn seen(paths: &[&str], claims: &[String]) -> (&'static str, usize) {
    let says = |_: &_| {
        canned_engine::played(canned_engine::outcome(
            json!({"coins": 5}),
            json!({"coins": 3}),
            &[("pressed", json!({}))],
        ))
    };
    let mut stranger = CannedEngine::new(&[], says);
    stranger.observes(Observes::nothing().state(paths.iter().copied()));
    let own = Profile::new("own", "1", "toy");
    let table = TestProject::with(PRESS, claims);
    let chosen: Vec<_> = table.suite.scenarios.iter().collect();
    let trial = PlayAndJudge { reference: Some(&own), ..PlayAndJudge::of(&table.suite.project, Retention::Firings) };
    let maker: &dyn EngineMaker = &stranger;
    let judged = trial.run(&chosen, maker);
    let coverage = Coverage::tally(&table.suite, &judged, &[], &[], &Diagnosis::default(), Sharpened::new());
    let entry = &coverage.entries[&clause(1, 2)];
    (entry.grade.name(), entry.unobserved)
}

#[test]
fn unobserved_expectations_are_counted_and_neither_hold_nor_fail() {
    let hidden = || claim(1, "Each press", "state: {bank: 2}");
    assert_eq!(seen(&["coins"], &[costs()]), ("holds", 0));
    assert_eq!(seen(&["coins"], &[costs(), hidden()]), ("holds", 1));
    assert_eq!(seen(&["coins"], &[hidden(), costs(), hidden()]), ("holds", 2));
    assert_eq!(seen(&["coins"], &[hidden(), hidden()]), ("cited", 2), "nothing was seen");
}

#[test]
fn words_that_changed_make_a_clause_stale_unless_a_claim_on_it_fails() {
    let reviewed = RULES.replace("turns the light on", "dims the light").replace("costs 2 coins", "costs 3 coins");
    let mut book = Rulebook::default();
    book.add("toy/light.md", SourceFile::new("rules/toy/light.md", reviewed));
    let lock = Lock::of(&book, "toy").render();
    let one = scenario(PRESS, &[lights(), wrong(1, "costs 2 coins")]);
    let table = TestProject::with_files(&[("one", &one)], &[("rules/toy/rules.lock", &lock)]);
    let coverage = table.coverage(false);
    let reported = |id: ClauseId| {
        let entry = &coverage.entries[&id];
        let would_be = entry.rewording.as_ref().map(|rewording| rewording.would_be.name());
        (entry.grade.name(), would_be)
    };
    assert_eq!(reported(clause(1, 1)), ("stale", Some("holds")));
    assert_eq!(reported(clause(1, 2)), ("violated", Some("violated")), "it covers no claim that fails");
    assert_eq!(reported(clause(2, 1)), ("uncited", None));
    let rewording = coverage.entries[&clause(1, 2)].rewording.as_ref().expect("a rewording");
    assert_eq!((rewording.was.trim(), rewording.erratum.class), ("Each press costs 3 coins.", Class::Number));
    assert!(rewording.erratum.marked().contains("[-3-] {+2+}"), "{}", rewording.erratum.marked());
    // Gaps and blocked clauses keep their grade, stale or not.
    let gap = "{clause: \"toy/light.md:1.2\", reason: later, until: 2027-01-31}";
    let table = table.with_gaps(&[gap]);
    assert_eq!(table.coverage(false).entries[&clause(1, 2)].grade, Grade::Gap);
    let blamed = diagnosis(clause(3, 1), &[1]);
    assert_eq!(tally(&table, &blamed, Sharpened::new()).entries[&clause(1, 2)].grade, Grade::Blocked);
}

#[test]
fn a_blocked_clause_lists_all_its_causes() {
    let table = TestProject::with(PRESS, &[wrong(1, "turns the light on"), wrong(1, "costs 2 coins")]);
    let mut two = diagnosis(clause(1, 2), &[0, 1]);
    two.causes.push(Cause { clauses: vec![clause(3, 1)], ..two.causes[0].clone() });
    two.explained.insert(claim_ref(0), [0, 1].into());
    assert_eq!(shown(&tally(&table, &two, Sharpened::new()))[0], rows(&[("1.1", "blocked", &[0, 1])])[0]);
}

#[test]
fn a_listed_gap_stays_a_gap_with_any_explanation() {
    let gap = "{clause: \"toy/light.md:1.1\", reason: later, until: 2027-01-31}";
    let claims = [wrong(1, "turns the light on"), wrong(1, "costs 2 coins")];
    let table = TestProject::with(PRESS, &claims).with_gaps(&[gap]);
    let blamed = diagnosis(clause(1, 2), &[0, 1]);
    let coverage =
        table.trial(|judged| Coverage::tally(&table.suite, &judged, &[], &table.gaps, &blamed, Sharpened::new()));
    assert_eq!(shown(&coverage)[..2], rows(&[("1.1", "gap", &[]), ("1.2", "violated", &[0])]));
}

#[test]
fn the_first_of_two_gaps_for_a_claim_is_reported() {
    let gap = |reason: &str| format!("{{clause: \"toy/light.md:1.2\", reason: {reason}, until: 2027-01-31}}");
    let table = TestProject::with(PRESS, &[wrong(1, "costs 2 coins")]).with_gaps(&[&gap("one"), &gap("two")]);
    assert_eq!(table.coverage(false).entries[&clause(1, 2)].gap.as_ref().map(|gap| gap.reason.as_str()), Some("one"));
}

#[test]
fn clauses_are_found_by_their_lines() {
    let coverage = TestProject::with(PRESS, &[lights()]).coverage(false);
    let within = |file: &str, first: usize, last: usize| -> Vec<String> {
        coverage.within(file, first, last).map(|entry| format!("{}.{}", entry.id.line, entry.id.clause)).collect()
    };
    assert_eq!(within("toy/light.md", 1, 1), ["1.1", "1.2"]);
    assert_eq!(within("toy/light.md", 2, 3), ["2.1", "3.1"]);
    assert_eq!(within("toy/light.md", 3, 1), Vec::<String>::new());
    assert_eq!(within("toy/dark.md", 1, 3), Vec::<String>::new());
}

#[test]
fn a_rule_of_the_catalog_stands_by_each_of_its_clauses_once() {
    let catalog = "categories: [All]\nrules:\n  - rule: 1\n    title: Waiting and pressing\n    category: All\n    \
                   lines: [\"toy/light.md:3\", \"toy/light.md:1\", \"toy/light.md:1-2\"]\n  - rule: 2\n    title: \
                   Pressing\n    category: All\n    lines: [\"toy/light.md:1\"]\n  - rule: 3\n    title: Waiting\n    \
                   category: All\n    lines: [\"toy/light.md:3\"]\n";
    let one = scenario(PRESS, &[lights(), costs()]);
    let table = TestProject::with_files(&[("one", &one)], &[("rules/toy/catalog.yaml", catalog)]);
    let coverage = table.coverage(true);
    let rules = rule_status::rules(&table.suite.catalog, &coverage);
    let shown: Vec<(String, Vec<String>, &str)> = rules
        .iter()
        .map(|status| {
            let clause = |entry: &&CoverageEntry| format!("{}.{}", entry.id.line, entry.id.clause);
            (status.rule.number.to_string(), status.entries.iter().map(clause).collect(), status.mark.sign())
        })
        .collect();
    let all = ["1.1", "1.2", "2.1", "3.1"].map(str::to_owned).to_vec();
    let lines = |clauses: &[&str]| -> Vec<String> { clauses.iter().map(|clause| (*clause).to_owned()).collect() };
    assert_eq!(
        shown,
        [
            ("1".to_owned(), all, "⚠️"),
            ("2".to_owned(), lines(&["1.1", "1.2"]), "✅"),
            ("3".to_owned(), lines(&["3.1"]), "⚠️")
        ]
    );
}

/// Returns the coverage of the cost clause for an engine with these answers.
fn said(says: fn(&Task) -> CannedReply, claims: &[String]) -> CoverageEntry {
    TestProject::with(PRESS, claims).played_by(CannedEngine::new(&[], says)).entry("toy/light.md:1.2")
}

#[test]
fn how_much_of_its_claims_was_shown_is_counted_where_they_were_judged() {
    let entry = said(
        |task| canned_engine::played(canned_engine::pressed(task)),
        &[costs(), claim(1, "Each press", "events: [pressed]")],
    );
    assert_eq!((entry.observed, entry.unobserved), (Observed { shown: 2, all: 2, in_part: 0 }, 0));
    let entry = said(|_| canned_engine::invalid("when[0]", "no such step"), &[costs()]);
    assert_eq!((entry.observed, entry.unobserved, entry.grade), (Observed::default(), 0, Grade::Cited));
    let entry = said(|_| canned_engine::died(), &[costs()]);
    assert_eq!((entry.observed, entry.unobserved, entry.grade), (Observed::default(), 0, Grade::Cited));
}

#[test]
fn how_an_engine_broke_is_kept_with_the_clause_the_first_time() {
    let says = |task: &Task| -> CannedReply {
        let why = if task.when.len() == 1 { "TypeError: one" } else { "TypeError: two" };
        Ok(Reply::Crashed(Crash::new(why)))
    };
    let entry = said(says, &[costs()]);
    assert_eq!(entry.failed.as_deref(), Some("the engine crashed: TypeError: one"));
    assert_eq!((entry.grade, entry.observed), (Grade::Cited, Observed::default()));
    let scenarios = [scenario(PRESS, &[costs()]), scenario("{press: {}}, {press: {}}", &[costs()])];
    let table =
        TestProject::new(&[("a", &scenarios[0]), ("b", &scenarios[1])], "").played_by(CannedEngine::new(&[], says));
    assert_eq!(table.entry("toy/light.md:1.2").failed.as_deref(), Some("the engine crashed: TypeError: one"));
}

#[test]
fn an_exclusion_holds_for_every_clause_that_it_quotes() {
    let quote = "light on. Each press costs 2 coins";
    let exclusions = format!("exclusions:\n  - {{cite: \"toy/light.md:1\", quote: {quote}, reason: free}}\n");
    let table = TestProject::new(&[("one", &scenario(PRESS, &[claim(3, "Waiting", "unchanged: [box]")]))], &exclusions);
    let grades: Vec<&str> = table.coverage(false).entries.values().map(|entry| entry.grade.name()).collect();
    assert_eq!(grades, ["excluded", "excluded", "uncited", "cited"]);
}

/// The report of the mutant of the cost.
fn showing(when: &str, claims: &[String]) -> Showing {
    let table = TestProject::with(when, claims).played_by(Scripted::new(&["costs", "light"]));
    table.entry("toy/light.md:1.2").switches.remove(0).showing
}

#[test]
fn a_mutant_is_reported_with_its_specificity() {
    let pays = "{act: {by: costs, sets: {coins: 3}}}";
    let still = format!("{pays}, {{end: {{off: [costs], with: still}}}}");
    let why = "without it the log is empty and the state does not change".to_owned();
    assert_eq!(showing(&still, &[costs()]), Showing::Unspecific { letter: 'd', why });
    let ends = format!("{pays}, {{end: {{off: [costs], with: invalid}}}}");
    assert_eq!(showing(&ends, &[costs()]), Showing::Unjudged("invalid: no such step".to_owned()));
    assert_eq!(showing(pays, &[claim(1, "costs 2 coins", "unchanged: [mark]")]), Showing::Survived);
    assert_eq!(showing("{act: {by: light, sets: {light: on}}}", &[lights()]), Showing::Idle);
    // The switch fired only where a claim on another clause fails, so its mutant did not run.
    assert_eq!(showing(pays, &[costs(), lights()]), Showing::Untried);
    let witness = claim_ref(0);
    assert_eq!(showing(pays, &[costs()]), Showing::Specific { witness, others: (0, 0, 0) });
    let both = format!("{{act: {{by: light, sets: {{light: on}}}}}}, {pays}");
    let expected = Showing::Specific { witness: claim_ref(1), others: (1, 1, 1) };
    assert_eq!(showing(&both, &[lights(), costs()]), expected, "the second claim, beside one other switch");
}

#[test]
fn every_killing_claim_is_a_witness() {
    let both = [costs(), claim(1, "Each press", "state: {coins: 3}")];
    let entry = TestProject::with(PRESS, &both).entry("toy/light.md:1.2");
    assert_eq!(entry.switches[0].witnesses, [claim_ref(0), claim_ref(1)]);
}

#[test]
fn places_in_the_source_come_from_every_scenario_and_reach_every_clause_it_cites() {
    let says = |task: &Task| {
        let place = if task.when.len() == 1 { ("costs", "a.rs", 1) } else { ("costs", "b.rs", 2) };
        canned_engine::played(canned_engine::fired(canned_engine::pressed(task), &[place, ("lights", "c.rs", 3)]))
    };
    let switches = [("lights", "toy/light.md:1", "turns the light on"), ("costs", "toy/light.md:1", "costs 2 coins")];
    let presses = claim(1, "turns the light on", "events: [pressed]");
    let scenarios = [scenario(PRESS, &[presses, costs()]), scenario("{press: {}}, {press: {}}", &[costs()])];
    let table = TestProject::new(&[("a", &scenarios[0]), ("b", &scenarios[1])], "")
        .played_by(CannedEngine::new(&switches, says));
    let code = |clause: &str| -> Vec<String> {
        table.entry(clause).switches[0].code.iter().map(|(file, line)| format!("{file}:{line}")).collect()
    };
    assert_eq!(
        (code("toy/light.md:1.1"), code("toy/light.md:1.2")),
        (vec!["c.rs:3".to_owned()], vec!["a.rs:1".to_owned(), "b.rs:2".to_owned()])
    );
}

#[test]
fn each_switch_of_a_clause_has_its_places() {
    let says = |task: &Task| {
        let places = [("costs", "a.rs", 1), ("fees", "b.rs", 2)];
        canned_engine::played(canned_engine::fired(canned_engine::pressed(task), &places))
    };
    let switches = [("costs", "toy/light.md:1", "costs 2 coins"), ("fees", "toy/light.md:1", "costs 2 coins")];
    let entry =
        TestProject::with(PRESS, &[costs()]).played_by(CannedEngine::new(&switches, says)).entry("toy/light.md:1.2");
    let code: Vec<Vec<u32>> =
        entry.switches.iter().map(|switch| switch.code.iter().map(|(_, line)| *line).collect()).collect();
    assert_eq!(code, [[1], [2]]);
}

#[test]
fn an_event_that_is_not_declared_proves_nothing_even_if_a_mutant_sends_it() {
    let says = |task: &Task| {
        let mut outcome = canned_engine::fired(canned_engine::pressed(task), &[("lights", "", 0)]);
        outcome.after["coins"] = if task.when[0].get("wait").is_some() { json!(5) } else { json!(3) };
        if task.without.iter().any(|switch| switch == "lights") && !outcome.fired.is_empty() {
            outcome.log.push(Event::new("lit", json!({})));
        }
        canned_engine::played(outcome)
    };
    let mut puppet = CannedEngine::new(&[("lights", "toy/light.md:1", "turns the light on")], says);
    puppet.observes(Observes::everything().events(["pressed", "waited"]));
    let dark = claim(1, "turns the light on", "no_events: [lit]");
    let table = TestProject::with(PRESS, &[dark, costs()]).played_by(puppet);
    let entry = table.entry("toy/light.md:1.1");
    assert_eq!(entry.switches[0].showing, Showing::Survived);
    assert_eq!((entry.unobserved, entry.grade), (1, Grade::Cited));
}

#[test]
fn invalid_scenarios_count_as_citing_unless_they_are_drafts() {
    let cites = |draft: &str, extra: &str| {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let write = |path: &str, text: &str| atomic_write::write(folder.path(), path, text).expect("a file");
        write("truthsayer.yaml", "games: {toy: {engine: toy}}\n");
        write("rules/toy/light.md", RULES);
        let broken = |claim: String| {
            let body = scenario(PRESS, &[claim]);
            format!("scenario: Broken\ngame: toy\n{draft}{extra}{body}")
        };
        write("scenarios/toy/case/a.yaml", &broken(lights()));
        write("scenarios/toy/case/b.yaml", &broken(costs()));
        let (suite, _) = Suite::load(Project::load(folder.path()).expect("a project"), 1);
        assert_eq!(suite.broken.len(), if extra.is_empty() { 0 } else { 2 });
        let coverage = Coverage::tally(&suite, &[], &[], &[], &Diagnosis::default(), Sharpened::new());
        [clause(1, 1), clause(1, 2)].map(|id| coverage.entries[&id].grade.name())
    };
    assert_eq!(cites("", "colour: red\n"), ["cited", "cited"]);
    assert_eq!(cites("draft: true\n", "colour: red\n"), ["uncited", "uncited"]);
}
