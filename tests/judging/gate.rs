//! The gate: its reasons to fail, and the settings that accept them.

use serde_json::json;
use truthsayer_oracle::base::diagnostic::Kind;
use truthsayer_oracle::base::diagnostic::Problem;
use truthsayer_oracle::base::source::SourceFile;
use truthsayer_oracle::compare::result_model::CauseResult;
use truthsayer_oracle::compare::result_model::ClauseResult;
use truthsayer_oracle::compare::result_model::RunResult;
use truthsayer_oracle::compare::saved_run::SavedRun;
use truthsayer_oracle::evidence::cause::Diagnosis;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::gate;
use truthsayer_oracle::gate::GateInput;
use truthsayer_oracle::gate::Refusal;
use truthsayer_oracle::gate::RefusalKind;
use truthsayer_oracle::judge::play_and_judge::Retention;
use truthsayer_oracle::rulebook::Rulebook;
use truthsayer_oracle::rulebook::history::lock::Lock;
use truthsayer_oracle::run::NoProgress;
use truthsayer_oracle::run::Run;
use truthsayer_oracle::run::proving::Proving;
use truthsayer_oracle::run::seat::Seat;
use truthsayer_oracle::run::seat::Seats;
use truthsayer_oracle::suite::gate_entry::Concern;
use truthsayer_protocol::Crash;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;

use crate::support::canned_engine;
use crate::support::canned_engine::CannedEngine;
use crate::support::scripted_engine::Scripted;
use crate::support::test_project::TestProject;
use crate::support::test_project::claim;
use crate::support::test_project::scenario;
use crate::support::toy_engine::RULES;
use crate::support::toy_engine::Toy;

pub(crate) const PRESS: &str = "{press: {}}";
/// Allows everything that a single scenario cannot show or that other tests check.
pub(crate) const LENIENT: &str = "grades: allow, pending: allow, survivors: allow, specificity: allow";

pub(crate) fn lights() -> String {
    claim(1, "turns the light on", "state: {light: on}")
}

pub(crate) fn costs() -> String {
    claim(1, "costs 2 coins", "changes: {coins: 5 -> 3}")
}

fn wrong() -> String {
    claim(1, "costs 2 coins", "changes: {coins: 5 -> 4}")
}

/// A project with these scenarios, these settings of the gate, and further files.
pub(crate) fn project(gate: &str, scenarios: &[(&str, &str)], files: &[(&str, &str)]) -> TestProject {
    let settings = format!("games: {{toy: {{engine: toy}}}}\ngate: {{{gate}}}\n");
    let settings = [("truthsayer.yaml", settings.as_str())];
    TestProject::with_files(scenarios, &[&settings[..], files].concat())
}

/// A project with one scenario.
pub(crate) fn one(gate: &str, when: &str, claims: &[String], files: &[(&str, &str)]) -> TestProject {
    project(gate, &[("one", &scenario(when, claims))], files)
}

fn floor(lines: &[(&str, &str)]) -> String {
    let line = |(clause, kept): &(&str, &str)| format!("  - {{clause: \"toy/light.md:{clause}\", grade: {kept}}}\n");
    format!("floor:\n{}", lines.iter().map(line).collect::<String>())
}

/// Plays a project and turns off every switch.
pub(crate) fn play<'t>(table: &'t TestProject, engine: impl EngineMaker + 'static) -> Findings<'t> {
    let seat = Seat { gaps: table.gaps.clone(), ..Seat::reference(Box::new(engine)) };
    let seats = Seats::from([("toy".to_owned(), seat)]);
    let run = Run::new(&table.suite, &seats, 1, &NoProgress);
    Run { proving: Some(Proving::default()), keep: Retention::Outcomes, ..run }.findings()
}

/// Runs the toy engine with one switch off in every run.
fn play_crippled(table: &TestProject) -> Findings<'_> {
    let seats = Seats::from([("toy".to_owned(), Seat::reference(Box::new(Toy::new())))]);
    let run = Run::new(&table.suite, &seats, 1, &NoProgress);
    Run { without: vec!["press_costs".to_owned()], ..run }.findings()
}

/// Every reason of the gate, with its items and the first one to look at.
pub(crate) fn shut(findings: &Findings<'_>, around: &GateInput) -> Vec<(&'static str, Vec<String>, Option<String>)> {
    let refusals = gate::refusals(findings, around);
    refusals.into_iter().map(|refusal| (refusal.ground.name(), refusal.items, refusal.begin_with)).collect()
}

pub(crate) fn reported(
    ground: &'static str,
    items: &[&str],
    begin_with: Option<&str>,
) -> (&'static str, Vec<String>, Option<String>) {
    (ground, items.iter().map(|item| (*item).to_owned()).collect(), begin_with.map(str::to_owned))
}

fn refused(table: &TestProject) -> Vec<(&'static str, Vec<String>, Option<String>)> {
    shut(&play(table, Toy::new()), &GateInput::default())
}

/// The items of one reason.
fn items(table: &TestProject, ground: &str) -> Vec<String> {
    let of_ground = |(name, items, _): (&str, Vec<String>, _)| if name == ground { items } else { Vec::new() };
    refused(table).into_iter().flat_map(of_ground).collect()
}

#[test]
fn a_project_in_order_is_let_through() {
    let lines = [("1.1", "holds"), ("1.2", "uncited"), ("2.1", "uncited"), ("3.1", "cited")];
    let gate = "pending: allow, survivors: allow, specificity: allow";
    let waits = claim(3, "Waiting does nothing", "unchanged: [box]");
    let table = one(gate, PRESS, &[lights(), costs(), waits], &[("floor.yaml", &floor(&lines))]);
    assert_eq!(refused(&table), []);
}

#[test]
fn a_clause_below_its_floor_and_one_without_a_floor_are_reported() {
    let gate = "pending: allow, survivors: allow, specificity: allow";
    let lines = floor(&[("1.1", "proven"), ("1.2", "holds"), ("2.1", "cited")]);
    let table = one(gate, PRESS, &[lights()], &[("floor.yaml", &lines)]);
    let below = [
        "toy/light.md:1.2: holds → uncited (PRESS: “Each press costs 2 coins.”)",
        "toy/light.md:2.1: cited → uncited (PULL: “A pull is forbidden.”)",
    ];
    let unlisted = ["toy/light.md:3.1: uncited (IDLE: “Waiting does nothing.”)"];
    // With a single scenario, a mutant of the light cannot be shown to be specific.
    let mut refused = refused(&table);
    refused[0].1.retain(|item| !item.starts_with("toy/light.md:1.1"));
    refused[0].2 = None;
    assert_eq!(refused, [reported("grades", &below, None), reported("unlisted", &unlisted, None)]);
    let lenient = one(&format!("grades: allow, {gate}"), PRESS, &[lights()], &[("floor.yaml", &lines)]);
    assert_eq!(self::refused(&lenient), []);
    // Without a floor, every clause is without one.
    let unlisted = [
        "toy/light.md:1.2: uncited (PRESS: “Each press costs 2 coins.”)",
        "toy/light.md:2.1: uncited (PULL: “A pull is forbidden.”)",
        "toy/light.md:3.1: uncited (IDLE: “Waiting does nothing.”)",
    ];
    assert_eq!(items(&one(gate, PRESS, &[lights()], &[]), "unlisted")[1..], unlisted);
}

#[test]
fn the_first_clause_below_its_floor_is_named_first() {
    let gate = "pending: allow, survivors: allow, specificity: allow";
    let lines = floor(&[("1.1", "cited"), ("1.2", "holds"), ("2.1", "cited"), ("3.1", "uncited")]);
    let table = one(gate, PRESS, &[lights()], &[("floor.yaml", &lines)]);
    let begin = refused(&table).remove(0).2;
    assert_eq!(begin.as_deref(), Some("toy/light.md:1.2"));
}

/// A lock of a rulebook in which the sentence about the light has other words.
fn lock() -> String {
    let mut book = Rulebook::default();
    let reviewed = RULES.replace("turns the light on", "dims the light");
    book.add("toy/light.md", SourceFile::new("rules/toy/light.md", reviewed));
    Lock::of(&book, "toy").render()
}

#[test]
fn a_stale_clause_is_reported_as_stale_and_not_as_below_the_floor() {
    let gate = "pending: allow, survivors: allow, specificity: allow";
    let lines = floor(&[("1.1", "holds"), ("1.2", "uncited"), ("2.1", "uncited"), ("3.1", "uncited")]);
    let files = [("floor.yaml", lines.as_str()), ("rules/toy/rules.lock", &lock())];
    let refused = refused(&one(gate, PRESS, &[lights()], &files));
    let grounds: Vec<&str> = refused.iter().map(|refusal| refusal.0).collect();
    assert_eq!(grounds, ["stale"]);
    assert_eq!(refused[0].1.len(), 1);
    assert!(refused[0].1[0].starts_with("`toy/light.md:1.1` has changed since its review"));
    assert_eq!(self::refused(&one(&format!("stale: allow, {gate}"), PRESS, &[lights()], &files)), []);
}

/// A saved result in which each of these clauses has a floor.
fn before(floors: &[(&str, &str)], causes: &[(&str, &str)]) -> SavedRun {
    let clause = |(id, floor): &(&str, &str)| ClauseResult {
        id: format!("toy/light.md:{id}"),
        floor: Some((*floor).to_owned()),
        ..ClauseResult::default()
    };
    let cause = |(clause, kind): &(&str, &str)| CauseResult {
        clauses: vec![format!("toy/light.md:{clause}")],
        kind: (*kind).to_owned(),
        ..CauseResult::default()
    };
    let (clauses, causes) = (floors.iter().map(clause).collect(), Some(causes.iter().map(cause).collect()));
    SavedRun::new("main", RunResult { clauses, causes, ..RunResult::default() }).expect("a result")
}

#[test]
fn a_floor_that_was_lowered_without_a_reason_is_reported() {
    let lines = "floor:\n  - {clause: \"toy/light.md:1.1\", grade: uncited}\n  - {clause: \"toy/light.md:1.2\", grade: \
                 uncited, reason: another suite has it}\n  - {clause: \"toy/light.md:2.1\", grade: uncited}\n  - \
                 {clause: \"toy/light.md:3.1\", grade: uncited}\n";
    let gate = "pending: allow, survivors: allow, specificity: allow";
    let table = one(gate, PRESS, &[lights()], &[("floor.yaml", lines)]);
    let against = |saved_run: Option<SavedRun>| {
        shut(&play(&table, Toy::new()), &GateInput { before: saved_run, ..GateInput::default() })
    };
    let was = [("1.1", "holds"), ("1.2", "holds"), ("2.1", "uncited"), ("3.1", "cited")];
    let items = [
        "the floor of toy/light.md:1.1 was lowered from holds to uncited without a reason",
        "the floor of toy/light.md:3.1 was lowered from cited to uncited without a reason",
    ];
    assert_eq!(against(Some(before(&was, &[]))), [reported("grades", &items, Some("toy/light.md:1.1"))]);
    assert_eq!(against(Some(before(&[("1.1", "uncited")], &[]))), []);
    assert_eq!(against(None), []);
}

#[test]
fn fewer_expectations_than_the_floor_says_are_reported() {
    let table = |least: usize| {
        let floor = format!("observed: {{toy: {least}}}\nfloor: []\n");
        one(LENIENT, PRESS, &[lights(), costs()], &[("floor.yaml", &floor)])
    };
    assert_eq!(refused(&table(2)), [], "two expectations were judged");
    let item = "toy: 2 expectations are observed, but the floor is 3";
    assert_eq!(refused(&table(3)), [reported("observed", &[item], None)]);
}

#[test]
fn gaps_that_expired_and_stale_documents_are_reported() {
    let expired = vec![Problem::new(Kind::Gap, "this gap has expired")];
    let documents = vec!["verification/a.md".to_owned(), "verification/b.md".to_owned()];
    let around = GateInput { expired, documents, ..GateInput::default() };
    let table = one(LENIENT, PRESS, &[lights()], &[]);
    let expected = [
        reported("gaps", &["this gap has expired"], None),
        reported("documents", &["verification/a.md", "verification/b.md"], None),
    ];
    assert_eq!(shut(&play(&table, Toy::new()), &around), expected);
    let lenient = one(&format!("{LENIENT}, gaps: allow, documents: allow"), PRESS, &[lights()], &[]);
    assert_eq!(shut(&play(&lenient, Toy::new()), &around), []);
}

#[test]
fn drafts_and_orphans_are_reported() {
    let right = scenario(PRESS, &[lights()]);
    let draft = format!("draft: true\n{right}");
    let files = [("golden/toy/case/gone.yaml", "log: []\nchanges: {}\n")];
    let table = project(LENIENT, &[("one", &right), ("two", &draft), ("young", &draft)], &files);
    let drafts = ["toy/case/two", "toy/case/young"];
    let expected =
        [reported("drafts", &drafts, Some("toy/case/two")), reported("orphans", &["golden/toy/case/gone.yaml"], None)];
    assert_eq!(refused(&table), expected);
}

#[test]
fn only_outcomes_without_a_golden_are_reported() {
    let right = scenario(PRESS, &[lights()]);
    let gate = "grades: allow, survivors: allow, specificity: allow";
    let before = project(gate, &[("same", &right)], &[]);
    let accepted = play(&before, Toy::new()).judged[0].rendered.clone().expect("an outcome");
    let other = accepted.replace("5 -> 3", "5 -> 4");
    assert_ne!(accepted, other);
    let files = [("golden/toy/case/same.yaml", accepted.as_str()), ("golden/toy/case/other.yaml", &other)];
    let scenarios = [("same", right.as_str()), ("other", &right), ("none", &right)];
    assert_eq!(
        refused(&project(gate, &scenarios, &files)),
        [reported("pending", &["toy/case/none", "toy/case/other"], None)]
    );
    assert_eq!(refused(&project(LENIENT, &scenarios, &files)), []);
}

#[test]
fn an_excused_scenario_needs_no_accepted_outcome_and_does_not_fail() {
    let gate = "grades: allow, survivors: allow, specificity: allow";
    let gap = "{scenario: toy/case/one, reason: later, until: 2027-01-31}";
    let table = one(gate, PRESS, &[wrong()], &[]);
    let suspect = "toy/light.md:1.2: suspect (failing claims: 1 of 1), see toy/case/one";
    assert_eq!(
        refused(&table),
        [reported("fail", &[suspect], Some("toy/case/one")), reported("pending", &["toy/case/one"], None)]
    );
    assert_eq!(refused(&table.with_gaps(&[gap])), []);
}

#[test]
fn a_surviving_mutant_is_reported() {
    let blind = claim(1, "turns the light on", "events: [pressed]");
    let table = one("grades: allow, pending: allow, specificity: allow", PRESS, &[blind], &[]);
    let survivors = ["press_lights", "press_costs", "no_pull"];
    assert_eq!(refused(&table), [reported("survivors", &survivors, Some("press_lights"))]);
}

#[test]
fn a_switch_that_is_not_specific_is_reported() {
    let light = "{act: {by: light, sets: {light: on}}}";
    let pays = "{act: {by: costs, sets: {coins: 3}}}";
    let named =
        |name: &str, when: &str, claim: String| format!("given: {{name: {name}}}\nwhen: [{when}]\nclaims:\n{claim}");
    let scenarios = [
        ("a", named("a", &format!("{pays}, {{end: {{off: [costs], with: still}}}}"), costs())),
        ("b", named("b", light, lights())),
    ];
    let scenarios: Vec<(&str, &str)> = scenarios.iter().map(|(name, body)| (*name, body.as_str())).collect();
    let table = project("grades: allow, pending: allow, survivors: allow", &scenarios, &[]);
    let refused = shut(&play(&table, Scripted::new(&["costs", "light"])), &GateInput::default());
    let still =
        "costs is not specific to toy/light.md:1.2: (d) without it the log is empty and the state does not change";
    assert_eq!(refused[0].0, "specificity");
    assert_eq!(refused[0].1[0], still);
    assert!(refused[0].1.iter().all(|item| item.starts_with("costs ")), "the light is specific: {refused:?}");
}

#[test]
fn a_switch_that_changes_runs_without_firing_is_reported() {
    let light = "{act: {by: light, sets: {light: on}}}";
    let pays = "{act: {by: costs, sets: {coins: 3}}}";
    let leaking = format!("when: [{light}, {{spoil: {{off: [costs], sets: {{mark: 1}}}}}}]\nclaims:\n{}", lights());
    let own = format!("when: [{pays}]\nclaims:\n{}", costs());
    let table = project("grades: allow, pending: allow, survivors: allow", &[("a", &own), ("b", &leaking)], &[]);
    let refused = shut(&play(&table, Scripted::new(&["costs", "light"])), &GateInput::default());
    let leak = "costs changes toy/case/b, although it did not fire there".to_owned();
    assert_eq!(refused.len(), 1);
    assert_eq!(
        (refused[0].0, refused[0].1.contains(&leak), &refused[0].2),
        ("specificity", true, &None),
        "{refused:?}"
    );
}

#[test]
fn an_engine_that_does_not_answer_is_reported_with_and_without_a_switch() {
    let table = one(LENIENT, "{press: {}}, {crash: {}}", &[lights()], &[]);
    let refused = refused(&table);
    assert_eq!((refused.len(), refused[0].0, refused[0].1.len()), (1, "no-answer", 1));
    assert!(refused[0].1[0].ends_with(", in toy/case/one"), "{:?}", refused[0].1);
    assert_eq!(refused[0].2.as_deref(), Some("toy/case/one"));
    let says = |task: &_| match canned_engine::pressed(task) {
        outcome if outcome.after["coins"] == 3 => {
            canned_engine::played(canned_engine::fired(outcome, &[("costs", "", 0)]))
        }
        _ => canned_engine::died(),
    };
    let puppet = CannedEngine::new(&[("costs", "toy/light.md:1", "costs 2 coins")], says);
    let table = one(LENIENT, PRESS, &[costs()], &[]);
    let refused = shut(&play(&table, puppet), &GateInput::default());
    assert_eq!((refused.len(), refused[0].0, refused[0].1.len()), (1, "no-answer", 1));
    assert!(refused[0].1[0].ends_with(", in toy/case/one without costs"), "{:?}", refused[0].1);
}

#[test]
fn every_problem_of_a_file_is_reported() {
    let right = scenario(PRESS, &[lights()]);
    let slip = scenario(PRESS, &[claim(1, "costs 2 coins", "state: {purse: 3}")]);
    let golden = [("golden/toy/case/right.yaml", "log: []\nchanges: {}\nmore: 1\n")];
    let table = project(LENIENT, &[("right", &right), ("slip", &slip)], &golden);
    let table = table.with_gaps(&["{scenario: toy/case/right, reason: later, until: 2027-01-31}"]);
    let problems = vec![Problem::new(Kind::Lock, "the lock is broken")];
    let around = GateInput { problems, ..GateInput::default() };
    let refused = shut(&play(&table, Toy::new()), &around);
    assert_eq!((refused.len(), refused[0].0, &refused[0].2), (1, "wrong", &None));
    let items = &refused[0].1;
    assert_eq!(items[0], "the lock is broken");
    assert!(items[1].starts_with("truthsayer.yaml:1:1: this known gap no longer fails"), "{items:?}");
    assert!(items[2].starts_with("golden/toy/case/right.yaml:"), "{items:?}");
    assert!(items[3].starts_with("scenarios/toy/case/slip.yaml:") && items[3].ends_with("the state has no `purse`"));
    assert_eq!(items.len(), 4, "{items:?}");
}

#[test]
fn causes_are_reported_before_failures() {
    let table = one(LENIENT, PRESS, &[lights(), costs()], &[]);
    let cause = "toy/light.md:1.2: missing (failing claims: 1 of 1), see toy/case/one";
    let expected = [reported("fail", &[cause], Some("toy/case/one"))];
    assert_eq!(shut(&play_crippled(&table), &GateInput::default()), expected);
    // A claim that fails and that no cause explains comes after the causes.
    let right = scenario(PRESS, &[lights(), costs()]);
    let red = scenario(PRESS, &[claim(1, "turns the light on", "state: {light: red}")]);
    let table = project(LENIENT, &[("one", &right), ("two", &red)], &[]);
    let rest = "toy/light.md:1.1: suspect (failing claims: 1 of 2), see toy/case/two";
    let expected = [reported("fail", &[cause, rest], Some("toy/case/one"))];
    assert_eq!(shut(&play_crippled(&table), &GateInput::default()), expected);
}

#[test]
fn scenarios_are_reported_if_there_are_no_causes() {
    let right = scenario(PRESS, &[lights()]);
    let bad = scenario(PRESS, &[wrong()]);
    let table = project(LENIENT, &[("bad", &bad), ("known", &bad), ("right", &right)], &[]);
    let table = table.with_gaps(&["{scenario: toy/case/known, reason: later, until: 2027-01-31}"]);
    let expected = [reported("fail", &["toy/case/bad"], None)];
    let mut findings = play(&table, Toy::new());
    findings.diagnosis = Diagnosis::default();
    assert_eq!(shut(&findings, &GateInput::default()), expected);
}

#[test]
fn causes_are_new_when_clause_and_kind_were_not_known() {
    let table = one(LENIENT, PRESS, &[lights(), costs()], &[]);
    let new = |known: &[(&str, &str)]| gate::new_causes(&play_crippled(&table), &before(&[], known)).len();
    assert_eq!(new(&[("1.2", "missing")]), 0);
    assert_eq!(new(&[("1.2", "done differently")]), 1);
    assert_eq!(new(&[("1.1", "missing")]), 1);
    assert_eq!(new(&[]), 1);
}

#[test]
fn raising_keeps_what_fell_and_enters_what_is_better_or_new() {
    let lines = "observed: {toy: 1, gone: 4}\nfloor:\n  - {clause: \"toy/light.md:1.1\", grade: cited, reason: early}\n  - \
                 {clause: \"toy/light.md:1.2\", grade: holds, reason: promised}\n  - {clause: \"toy/light.md:2.1\", grade: \
                 uncited, reason: nobody pulls}\n";
    let table =
        one(LENIENT, PRESS, &[lights(), claim(1, "turns the light on", "events: [lit]")], &[("floor.yaml", lines)]);
    let (clauses, observed) = gate::raised(&play(&table, Toy::new()));
    let kept: Vec<(String, &str, Option<&str>)> = clauses
        .iter()
        .map(|(clause, (grade, reason))| (clause.to_string(), grade.name(), reason.as_deref()))
        .filter(|(clause, ..)| clause != "toy/light.md:1.1")
        .collect();
    let expected = [
        ("toy/light.md:1.2".to_owned(), "holds", Some("promised")),
        ("toy/light.md:2.1".to_owned(), "uncited", Some("nobody pulls")),
        ("toy/light.md:3.1".to_owned(), "uncited", None),
    ];
    assert_eq!(kept, expected);
    let (grade, reason) = clauses.values().next().expect("a clause");
    assert!(["holds", "proven"].contains(&grade.name()) && reason.is_none(), "it was cited, and is better");
    assert_eq!(observed.into_iter().collect::<Vec<_>>(), [("toy".to_owned(), 2)], "a game that is gone has no floor");
    let high = one(LENIENT, PRESS, &[lights()], &[("floor.yaml", "observed: {toy: 9}\nfloor: []\n")]);
    assert_eq!(gate::raised(&play(&high, Toy::new())).1["toy"], 9, "what fell stays");
    let none = one(LENIENT, PRESS, &[lights()], &[]);
    assert_eq!(gate::raised(&play(&none, Toy::new())).1["toy"], 1);
}

#[test]
fn each_ground_has_its_name_and_the_gravest_come_first() {
    let mut grounds = vec![
        RefusalKind::Unlisted,
        RefusalKind::Concern(Concern::Specificity),
        RefusalKind::Concern(Concern::Floor),
        RefusalKind::Fail,
        RefusalKind::Wrong,
        RefusalKind::NoAnswer,
    ];
    grounds.sort();
    let names: Vec<&str> = grounds.into_iter().map(RefusalKind::name).collect();
    assert_eq!(names, ["no-answer", "wrong", "fail", "grades", "specificity", "unlisted"]);
}

#[test]
fn every_reason_of_the_gate_is_reported() {
    let crash = scenario("{press: {}}, {crash: {}}", &[lights()]);
    let floor = "observed: {other: 1, third: 2, toy: 3}\nfloor: []\n";
    let right = scenario(PRESS, &[lights()]);
    let scenarios = [("a", right.as_str()), ("b", &crash), ("c", &crash), ("d", &right)];
    let table = project(LENIENT, &scenarios, &[("floor.yaml", floor)]);
    let problem = |message: &str| Problem::new(Kind::Gap, message);
    let around = GateInput { expired: vec![problem("one"), problem("two")], ..GateInput::default() };
    let refused = shut(&play(&table, Toy::new()), &around);
    let of = |ground: &str| refused.iter().find(|it| it.0 == ground).map(|it| it.1.clone()).unwrap_or_default();
    assert_eq!(of("gaps"), ["one", "two"]);
    assert_eq!(of("no-answer").len(), 2);
    assert_eq!(refused[0].2.as_deref(), Some("toy/case/b"), "the first that nobody answered");
    let fewer = |game: &str, shown: usize, least: usize| {
        format!("{game}: {shown} expectations are observed, but the floor is {least}")
    };
    assert_eq!(of("observed"), [fewer("other", 0, 1), fewer("third", 0, 2), fewer("toy", 2, 3)]);
}

#[test]
fn failures_are_reported_if_there_are_no_causes() {
    let breaks = |_: &_| Ok(Reply::Crashed(Crash::new("TypeError: no")));
    let table = one(LENIENT, PRESS, &[lights()], &[]);
    let refused = shut(&play(&table, CannedEngine::new(&[], breaks)), &GateInput::default());
    let crash = "toy/case/one: the engine crashed: TypeError: no";
    assert_eq!(refused, [reported("crashed", &[crash], Some("toy/case/one"))]);
}

#[test]
fn equal_crashes_are_one_item_and_others_are_others() {
    let breaks = |task: &Task| {
        let (why, line) = if task.given["at"] == json!(7) { ("TypeError: no", 7) } else { ("TypeError: no", 9) };
        Ok(Reply::Crashed(Crash::new(why).thrown_at(format!("engine.py:{line}")).at_step(task.when.len())))
    };
    let body = |given: &str| format!("given: {{at: {given}}}\n{}", scenario(PRESS, &[lights()]));
    let bodies = [body("7"), body("7"), body("9"), body("7")];
    let scenarios: Vec<(&str, &str)> =
        ["a", "b", "c", "d"].into_iter().zip(bodies.iter().map(String::as_str)).collect();
    let table = project(LENIENT, &scenarios, &[]);
    let refused = shut(&play(&table, CannedEngine::new(&[], breaks)), &GateInput::default());
    let items = [
        "3 scenarios crash in the same way, first toy/case/a: the engine crashed at engine.py:7: TypeError: no",
        "toy/case/c: the engine crashed at engine.py:9: TypeError: no",
    ];
    assert_eq!(refused, [reported("crashed", &items, Some("toy/case/a"))]);
}

#[test]
fn every_unusable_file_is_reported() {
    let refusal = Refusal::wrong(&[Problem::new(Kind::Lock, "one"), Problem::new(Kind::Lock, "two")]);
    assert_eq!(
        (refusal.ground, refusal.items, refusal.begin_with),
        (RefusalKind::Wrong, vec!["one".to_owned(), "two".to_owned()], None)
    );
}

#[test]
fn every_switch_that_is_not_specific_is_reported_and_a_survivor_is_not_one_of_them() {
    let light = "{act: {by: light, sets: {light: on}}}, {end: {off: [light], with: still}}";
    let pays = "{act: {by: costs, sets: {coins: 3}}}, {end: {off: [costs], with: still}}";
    let pull = "{act: {by: pull, sets: {mark: 1}}}";
    let body = |when: &str, claim: String| format!("when: [{when}]\nclaims:\n{claim}");
    let scenarios = [
        ("a", body(pays, costs())),
        ("b", body(light, lights())),
        ("c", body(pull, claim(2, "forbidden", "unchanged: [coins]"))),
    ];
    let scenarios: Vec<(&str, &str)> = scenarios.iter().map(|(name, body)| (*name, body.as_str())).collect();
    let table = project("grades: allow, pending: allow", &scenarios, &[]);
    let refused = shut(&play(&table, Scripted::new(&["light", "costs", "pull"])), &GateInput::default());
    assert_eq!(refused[0], reported("survivors", &["pull"], Some("pull")));
    let switches: Vec<&str> = refused[1].1.iter().filter_map(|item| item.split(' ').next()).collect();
    assert_eq!((refused[1].0, switches), ("specificity", vec!["light", "costs"]));
}

#[test]
fn documents_need_no_outcome() {
    let table = one(LENIENT, PRESS, &[lights(), costs()], &[]);
    let seats = Seats::from([("toy".to_owned(), Seat::reference(Box::new(Toy::new())))]);
    let kept = |keep| Run { keep, ..Run::new(&table.suite, &seats, 1, &NoProgress) }.findings().judged.remove(0);
    assert!(kept(Retention::Firings).document_facts.is_none());
    for keep in [Retention::Documents, Retention::Outcomes] {
        let judged = kept(keep);
        assert_eq!(judged.outcome.is_some(), keep == Retention::Outcomes);
        let facts = judged.document_facts.as_ref().expect("facts");
        assert_eq!(facts.log.iter().collect::<Vec<_>>(), ["pressed {coins: 3, times: 1}", "lit {}"]);
        let changes = facts.changes.iter().map(|change| (&*change.path, change.before.clone(), change.after.clone()));
        let expected = [("coins", json!(5), json!(3)), ("light", json!("off"), json!("on"))];
        assert_eq!(changes.collect::<Vec<_>>(), expected);
        assert_eq!((facts.before("light"), facts.before("coins")), (Some("\"off\""), None), "only claims on the state");
    }
}
