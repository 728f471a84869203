//! Known gaps: a gap excuses only the clauses and scenarios that it names.

use jiff::civil::Date;
use truthsayer_oracle::base::atomic_write;
use truthsayer_oracle::base::diagnostic::Problem;
use truthsayer_oracle::base::source::SourceFile;
use truthsayer_oracle::base::yaml;
use truthsayer_oracle::evidence::known_gaps;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::gap;
use truthsayer_oracle::suite::gap::Gap;
use truthsayer_oracle::suite::grade::Grade;
use truthsayer_oracle::suite::project::Project;
use truthsayer_protocol::Crash;
use truthsayer_protocol::Reply;

use crate::support::canned_engine::CannedEngine;
use crate::support::test_project::TestProject;
use crate::support::test_project::claim;
use crate::support::test_project::scenario;
use crate::support::toy_engine::RULES;

const PRESS: &str = "{press: {}}";

fn wrong_light() -> String {
    claim(1, "turns the light on", "state: {light: red}")
}

fn wrong_costs() -> String {
    claim(1, "costs 2 coins", "changes: {coins: 5 -> 4}")
}

fn of_clause(clause: &str) -> String {
    format!("{{clause: \"{clause}\", reason: later, until: 2027-01-31}}")
}

fn of_scenario(name: &str) -> String {
    format!("{{scenario: toy/case/{name}, reason: later, until: 2027-01-31}}")
}

/// Returns for each scenario whether a gap excuses it.
fn excused(table: &TestProject) -> Vec<bool> {
    let gaps = &table.gaps;
    table.trial(|judged| judged.iter().map(|judged| known_gaps::excuse(gaps, judged).is_some()).collect())
}

#[test]
fn a_gap_of_a_clause_excuses_no_claim_on_another() {
    let gap = of_clause("toy/light.md:1.1");
    let table = TestProject::with(PRESS, &[wrong_light(), wrong_costs()]).with_gaps(&[&gap]);
    assert_eq!(table.grade("toy/light.md:1.1", true), "gap");
    assert_eq!(table.grade("toy/light.md:1.2", true), "violated");
    assert_eq!(excused(&table), [false]);
    let both = table.with_gaps(&[&of_clause("toy/light.md:1.2")]);
    assert_eq!(both.grade("toy/light.md:1.2", true), "gap");
    assert_eq!(excused(&both), [true]);
}

#[test]
fn a_gap_of_one_scenario_excuses_no_failing_claim_of_another() {
    let scenarios = [("a", scenario(PRESS, &[wrong_light()])), ("b", scenario(PRESS, &[wrong_light()]))];
    let scenarios: Vec<(&str, &str)> = scenarios.iter().map(|(name, body)| (*name, body.as_str())).collect();
    let table = TestProject::new(&scenarios, "").with_gaps(&[&of_scenario("a")]);
    assert_eq!(excused(&table), [true, false]);
    assert_eq!(table.grade("toy/light.md:1.1", true), "violated");
    let both = table.with_gaps(&[&of_scenario("b")]);
    assert_eq!(both.grade("toy/light.md:1.1", true), "gap");
}

#[test]
fn a_claim_that_holds_needs_no_gap() {
    let right = scenario(PRESS, &[claim(1, "turns the light on", "state: {light: on}")]);
    let wrong = scenario(PRESS, &[wrong_light()]);
    let table = TestProject::new(&[("right", &right), ("wrong", &wrong)], "").with_gaps(&[&of_scenario("wrong")]);
    assert_eq!(table.grade("toy/light.md:1.1", true), "gap");
    assert_eq!(excused(&table), [false, true]);
}

#[test]
fn the_reported_gap_covers_the_first_failing_claim() {
    let other = "{scenario: toy/case/none, reason: another, until: 2027-01-31}";
    let own = "{clause: \"toy/light.md:1\", reason: the lamp is red, until: 2027-02-28, link: issue 7}";
    let first = scenario(PRESS, &[wrong_light()]);
    let table = TestProject::new(&[("one", &first), ("two", &first)], "");
    let entry = table.with_gaps(&[other, &of_scenario("two"), own]).entry("toy/light.md:1.1");
    assert_eq!(entry.grade, Grade::Gap);
    let sentence = entry.gap.expect("a gap").sentence();
    assert_eq!(sentence, "the lamp is red (known gap until 2027-02-28, issue 7)");
}

#[test]
fn a_gap_lifts_no_clause_that_does_not_fail() {
    let right = claim(1, "turns the light on", "state: {light: on}");
    let table = TestProject::with(PRESS, &[right]).with_gaps(&[&of_clause("toy/light.md:1")]);
    assert_eq!(table.grade("toy/light.md:1.1", true), "proven");
    assert_eq!(table.grade("toy/light.md:1.2", true), "uncited");
    assert!(table.entry("toy/light.md:1.1").gap.is_none());
}

#[test]
fn an_unclaimed_refusal_is_excused_only_by_a_gap_of_the_scenario() {
    let refused = "{press: {}}, {pull: {}}";
    let light = || claim(1, "turns the light on", "state: {light: on}");
    let by_clause = TestProject::with(refused, &[light()]).with_gaps(&[&of_clause("toy/light.md:1")]);
    assert_eq!(excused(&by_clause), [false]);
    let by_scenario = TestProject::with(refused, &[light()]).with_gaps(&[&of_scenario("one")]);
    assert_eq!(excused(&by_scenario), [true]);
}

/// Returns each problem with its help.
fn reported(problems: &[Problem]) -> Vec<String> {
    problems.iter().map(|problem| format!("{} [{}]", problem.message, problem.help.join("; "))).collect()
}

fn read(text: &str) -> (Option<Gap>, Vec<String>) {
    let mut problems = Vec::new();
    let gap = gap::read(&yaml::read(&SourceFile::new("truthsayer.yaml", text)).expect("YAML"), &mut problems);
    (gap, reported(&problems))
}

#[test]
fn a_gap_names_one_thing_a_reason_and_a_day() {
    let either = "a gap needs either `scenario` or `clause` []";
    let cases = [
        ("{scenario: a, clause: \"g/r.md:1\", reason: x, until: 2027-01-31}", vec![either.to_owned()]),
        ("{reason: x, until: 2027-01-31}", vec![either.to_owned()]),
        ("{scenario: a, until: 2027-01-31}", vec!["a gap needs the key `reason` []".to_owned()]),
        ("{scenario: a, reason: x}", vec!["a gap needs the key `until` []".to_owned()]),
        (
            "{scenario: a, reason: x, until: 2027-02-30}",
            vec!["invalid date `until: 2027-02-30` [write year-month-day: 2027-01-31]".to_owned()],
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(read(text), (None, expected), "{text}");
    }
    let (none, problems) = read("{clause: somewhere else, reason: x, until: 2027-01-31}");
    assert!(none.is_none());
    assert_eq!(
        problems[0],
        "invalid clause `somewhere else` [write file:line.clause, file:line, file#NAME.clause, or file with a `quote`]"
    );
    assert!(read("{scenario: a, reason: x, until: 2027-01-31, because: y}").1[0].starts_with("a gap has no key"));
}

#[test]
fn a_gap_is_reported_with_its_date_and_link() {
    let gap = read("{scenario: a, reason: It is late., until: 2027-01-31}").0.expect("a gap");
    assert_eq!(gap.sentence(), "It is late (known gap until 2027-01-31)");
}

#[test]
fn a_gap_is_accepted_on_its_last_day_and_no_longer() {
    let table = TestProject::with(PRESS, &[wrong_light()]).with_gaps(&[&of_scenario("one")]);
    let problems = |day: i8| gap::problems(&table.gaps, &table.suite, Date::constant(2027, 1, day));
    assert_eq!(problems(30), []);
    assert_eq!(problems(31), []);
    let later = gap::problems(&table.gaps, &table.suite, Date::constant(2027, 2, 1));
    let help = "fix the engine, or review the gap and set a new date";
    assert_eq!(reported(&later), [format!("this known gap expired after 2027-01-31 [{help}]")]);
}

#[test]
fn a_gap_that_names_nothing_is_reported() {
    let named = |gap: &str| {
        let table = TestProject::with(PRESS, &[wrong_light()]).with_gaps(&[gap]);
        reported(&gap::problems(&table.gaps, &table.suite, Date::constant(2027, 1, 1)))
    };
    let lost = "there is no scenario `toy/case/two`, so this gap has no effect [did you mean `toy/case/one`?]";
    assert_eq!(named(&of_scenario("two")), [lost]);
    let uncited = "no scenario cites `toy/light.md:2`, so this gap has no effect []";
    assert_eq!(named(&of_clause("toy/light.md:2")), [uncited]);
    assert_eq!(
        named(&of_clause("toy/light.md:7")),
        ["there is no clause `toy/light.md:7`, so this gap has no effect []"]
    );
    assert_eq!(named(&of_clause("toy/light.md:1")), Vec::<String>::new());
    assert_eq!(named(&of_scenario("one")), Vec::<String>::new());
}

#[test]
fn a_gap_of_a_table_covers_each_of_its_rows() {
    let rows = "examples: {a: {colour: red}, b: {colour: blue}}\n";
    let claim = claim(1, "turns the light on", "state: {light: \"${colour}\"}");
    let table = TestProject::new(&[("one", &format!("{rows}{}", scenario(PRESS, &[claim])))], "");
    assert_eq!(excused(&table.with_gaps(&[&of_scenario("one")])), [true, true]);
}

#[test]
fn a_gap_that_quotes_words_is_about_the_clause_in_which_they_stand() {
    let gap = "{clause: toy/light.md, quote: costs 2 coins, reason: later, until: 2027-01-31}";
    let table = TestProject::with(PRESS, &[wrong_light(), wrong_costs()]).with_gaps(&[gap]);
    assert_eq!((table.grade("toy/light.md:1.1", true), table.grade("toy/light.md:1.2", true)), ("violated", "gap"));
}

/// The problems of closed gaps after running the first scenarios.
fn closed(table: &TestProject, played: usize) -> usize {
    table.trial(|mut judged| {
        judged.truncate(played);
        let problems = known_gaps::closed(&table.gaps, &judged, &table.suite);
        assert!(problems.iter().all(|it| it.message == "this known gap no longer fails"));
        assert!(problems.iter().all(|it| it.help == ["remove it from `gaps`"]));
        problems.len()
    })
}

#[test]
fn a_gap_is_closed_once_all_that_it_names_was_played_and_nothing_of_it_fails() {
    let right = || claim(1, "turns the light on", "state: {light: on}");
    let costs = || claim(1, "costs 2 coins", "changes: {coins: 5 -> 3}");
    let pressed = |claims: &[String]| scenario(PRESS, claims);
    let light = of_clause("toy/light.md:1.1");
    let two =
        |first: &str, second: &str, gap: &str| TestProject::new(&[("a", first), ("b", second)], "").with_gaps(&[gap]);
    let settled = two(&pressed(&[right()]), &pressed(&[right()]), &light);
    assert_eq!((closed(&settled, 2), closed(&settled, 1)), (1, 0), "one of the two was not played");
    let last_fails = two(&pressed(&[right()]), &pressed(&[wrong_light()]), &light);
    assert_eq!(closed(&last_fails, 2), 0);
    let another_fails = two(&pressed(&[right()]), &pressed(&[right(), wrong_costs()]), &light);
    assert_eq!(closed(&another_fails, 2), 1, "what fails is on another clause");
    let of_nothing = two(&pressed(&[costs()]), &pressed(&[costs()]), &light);
    assert_eq!(closed(&of_nothing, 2), 0, "it names nothing, which is reported elsewhere");
    // An unclaimed refusal belongs to the scenario, not to a clause.
    let refused = scenario("{press: {}}, {pull: {}}", &[right()]);
    assert_eq!(closed(&two(&refused, &pressed(&[right()]), &light), 2), 1);
    assert_eq!(closed(&two(&refused, &pressed(&[right()]), &of_scenario("a")), 2), 0);
    // A scenario that could not be judged may still fail, so the gap stays open.
    let slip = pressed(&[claim(1, "turns the light on", "state: {lamp: on}")]);
    assert_eq!(closed(&two(&slip, &pressed(&[right()]), &of_scenario("a")), 2), 0);
}

#[test]
fn a_gap_of_any_clause_that_a_claim_cites_covers_it() {
    let both = || claim(1, "light on. Each press costs", "state: {light: red}");
    for clause in ["toy/light.md:1.1", "toy/light.md:1.2", "toy/light.md:1"] {
        let table = TestProject::with(PRESS, &[both()]).with_gaps(&[&of_clause(clause)]);
        assert_eq!(excused(&table), [true], "{clause}");
        assert_eq!(
            reported(&gap::problems(&table.gaps, &table.suite, Date::constant(2027, 1, 1))),
            Vec::<String>::new()
        );
    }
    let second = TestProject::with(PRESS, &[claim(3, "Waiting", "unchanged: [box]"), wrong_light()]);
    let second = second.with_gaps(&[&of_clause("toy/light.md:1.1")]);
    assert_eq!(excused(&second), [true], "it may be any claim of the scenario");
    let lost = gap::problems(&second.gaps, &second.suite, Date::constant(2027, 1, 1));
    assert_eq!(reported(&lost), Vec::<String>::new());
    assert!(!second.gaps[0].covers(&second.suite.scenarios[0], 7), "what is no claim is covered by nothing");
}

#[test]
fn a_gap_may_name_one_row_of_a_table() {
    let rows = "examples: {a: {colour: red}, b: {colour: blue}}\n";
    let claim = claim(1, "turns the light on", "state: {light: \"${colour}\"}");
    let table = TestProject::new(&[("one", &format!("{rows}{}", scenario(PRESS, &[claim])))], "");
    assert_eq!(
        excused(&table.with_gaps(&[&of_scenario("\"one[b]\"").replace("toy/case/\"", "\"toy/case/")])),
        [false, true]
    );
}

#[test]
fn every_gap_that_is_wrong_is_reported() {
    let right = claim(1, "turns the light on", "state: {light: on}");
    let scenarios = [scenario(PRESS, &[wrong_costs()]), scenario(PRESS, &[right])];
    let table = TestProject::new(&[("a", &scenarios[0]), ("b", &scenarios[1])], "");
    let table =
        table.with_gaps(&[&of_scenario("x"), &of_scenario("b"), &of_clause("toy/light.md:1.1"), &of_scenario("y")]);
    let on = |year: i16| gap::problems(&table.gaps, &table.suite, Date::constant(year, 1, 1)).len();
    assert_eq!((on(2027), on(2028)), (2, 6), "two name nothing, and later all have expired");
    assert_eq!(closed(&table, 2), 2, "each that is closed");
}

#[test]
fn the_first_gap_that_covers_a_failing_claim_is_reported() {
    let reason = |text: &str, gap: String| gap.replace("later", text);
    let table = TestProject::with("{press: {}}, {pull: {}}", &[wrong_light()]);
    let gaps = [
        reason("none", of_clause("toy/light.md:2")),
        reason("elsewhere", of_scenario("two")),
        reason("first", of_scenario("one")),
        reason("second", of_scenario("one")),
    ];
    let table = table.with_gaps(&gaps.iter().map(String::as_str).collect::<Vec<_>>());
    let reported = |table: &TestProject| {
        table.trial(|judged| known_gaps::excuse(&table.gaps, &judged[0]).map(|gap| gap.reason.clone()))
    };
    assert_eq!(reported(&table).as_deref(), Some("first"));
    let refusal = TestProject::with("{press: {}}, {pull: {}}", &[claim(1, "turns the light on", "state: {light: on}")]);
    let refusal = refusal.with_gaps(&gaps.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(reported(&refusal).as_deref(), Some("first"), "also of what no claim speaks of");
}

#[test]
fn a_gap_stays_open_while_any_of_what_it_names_fails() {
    let right = || claim(1, "turns the light on", "state: {light: on}");
    let light = of_clause("toy/light.md:1.1");
    // The first failure is on another clause, the second on the clause of the gap.
    let both = TestProject::with(PRESS, &[wrong_costs(), wrong_light()]).with_gaps(&[&light]);
    assert_eq!(closed(&both, 1), 0);
    // Scenarios that the gap does not name need not run.
    let named = [scenario(PRESS, &[right()]), scenario(PRESS, &[claim(3, "Waiting", "unchanged: [box]")])];
    let table = TestProject::new(&[("a", &named[0]), ("b", &named[1])], "").with_gaps(&[&light]);
    assert_eq!((closed(&table, 1), closed(&table, 2)), (1, 1));
    // An engine that crashes counts as failing.
    let breaks = |_: &_| Ok(Reply::Crashed(Crash::new("TypeError: no")));
    let broken = TestProject::with(PRESS, &[right()]).played_by(CannedEngine::new(&[], breaks));
    assert_eq!(closed(&broken.with_gaps(&[&of_scenario("one")]), 1), 0);
    let by_clause = TestProject::with(PRESS, &[right()]).played_by(CannedEngine::new(&[], breaks));
    assert_eq!(closed(&by_clause.with_gaps(&[&light]), 1), 1, "nothing of the clause fails");
}

#[test]
fn a_gap_may_name_an_unreadable_scenario() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |path: &str, text: &str| atomic_write::write(folder.path(), path, text).expect("a file");
    write("truthsayer.yaml", "games: {toy: {engine: toy}}\n");
    write("rules/toy/light.md", RULES);
    for name in ["a", "b"] {
        let body = scenario(PRESS, &[wrong_light()]);
        write(&format!("scenarios/toy/case/{name}.yaml"), &format!("scenario: Broken\ngame: toy\ncolour: red\n{body}"));
    }
    let (suite, _) = Suite::load(Project::load(folder.path()).expect("a project"), 1);
    assert_eq!((suite.broken.len(), suite.scenarios.len()), (2, 0));
    let problems = |text: &str| {
        let mut gap = read(text).0.expect("a gap");
        gap.settle(&suite.book);
        gap::problems(&[gap], &suite, Date::constant(2027, 1, 1)).len()
    };
    assert_eq!(problems(&of_scenario("b")), 0);
    assert_eq!(problems(&of_scenario("\"b[row]\"").replace("toy/case/\"", "\"toy/case/")), 0);
    assert_eq!(problems(&of_scenario("c")), 1);
    assert_eq!(problems(&of_clause("toy/light.md:2")), 0, "nobody knows what they would have cited");
}
