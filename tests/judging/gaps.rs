//! Known gaps: a gap excuses what it names and nothing else.

use jiff::civil::Date;
use truthsayer::oracle::gap;
use truthsayer::oracle::gap::Gap;
use truthsayer::oracle::grade::Grade;
use truthsayer::oracle::problem::Problem;
use truthsayer::oracle::yaml;
use truthsayer::source::SourceFile;

use crate::table::Table;
use crate::table::claim;
use crate::table::scenario;

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

/// For each scenario whether a gap excuses it.
fn excused(table: &Table) -> Vec<bool> {
    let gaps = &table.gaps;
    table.trial(|judged| judged.iter().map(|judged| gap::excuse(gaps, judged).is_some()).collect())
}

#[test]
fn a_gap_of_a_clause_excuses_no_claim_on_another() {
    let gap = of_clause("toy/light.md:1.1");
    let table = Table::with(PRESS, &[wrong_light(), wrong_costs()]).with_gaps(&[&gap]);
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
    let table = Table::new(&scenarios, "").with_gaps(&[&of_scenario("a")]);
    assert_eq!(excused(&table), [true, false]);
    assert_eq!(table.grade("toy/light.md:1.1", true), "violated");
    let both = table.with_gaps(&[&of_scenario("b")]);
    assert_eq!(both.grade("toy/light.md:1.1", true), "gap");
}

#[test]
fn a_claim_that_holds_needs_no_gap() {
    let right = scenario(PRESS, &[claim(1, "turns the light on", "state: {light: on}")]);
    let wrong = scenario(PRESS, &[wrong_light()]);
    let table = Table::new(&[("right", &right), ("wrong", &wrong)], "").with_gaps(&[&of_scenario("wrong")]);
    assert_eq!(table.grade("toy/light.md:1.1", true), "gap");
    assert_eq!(excused(&table), [false, true]);
}

#[test]
fn the_gap_that_is_told_is_the_one_that_covers_the_first_failing_claim() {
    let other = "{scenario: toy/case/none, reason: another, until: 2027-01-31}";
    let own = "{clause: \"toy/light.md:1\", reason: the lamp is red, until: 2027-02-28, link: issue 7}";
    let first = scenario(PRESS, &[wrong_light()]);
    let table = Table::new(&[("one", &first), ("two", &first)], "");
    let entry = table.with_gaps(&[other, &of_scenario("two"), own]).entry("toy/light.md:1.1");
    assert_eq!(entry.grade, Grade::Gap);
    let sentence = entry.gap.expect("a gap").sentence();
    assert_eq!(sentence, "the lamp is red (known gap until 2027-02-28, issue 7)");
}

#[test]
fn a_gap_lifts_no_clause_that_does_not_fail() {
    let right = claim(1, "turns the light on", "state: {light: on}");
    let table = Table::with(PRESS, &[right]).with_gaps(&[&of_clause("toy/light.md:1")]);
    assert_eq!(table.grade("toy/light.md:1.1", true), "proven");
    assert_eq!(table.grade("toy/light.md:1.2", true), "uncited");
    assert!(table.entry("toy/light.md:1.1").gap.is_none());
}

#[test]
fn a_refusal_that_no_claim_speaks_of_is_excused_only_by_a_gap_of_the_scenario() {
    let refused = "{press: {}}, {pull: {}}";
    let light = || claim(1, "turns the light on", "state: {light: on}");
    let by_clause = Table::with(refused, &[light()]).with_gaps(&[&of_clause("toy/light.md:1")]);
    assert_eq!(excused(&by_clause), [false]);
    let by_scenario = Table::with(refused, &[light()]).with_gaps(&[&of_scenario("one")]);
    assert_eq!(excused(&by_scenario), [true]);
}

/// What is wrong with gaps, each with where it stands and what helps.
fn told(problems: &[Problem]) -> Vec<String> {
    problems.iter().map(|problem| format!("{} [{}]", problem.message, problem.help.join("; "))).collect()
}

fn read(text: &str) -> (Option<Gap>, Vec<String>) {
    let mut problems = Vec::new();
    let gap = gap::read(&yaml::read(&SourceFile::new("truthsayer.yaml", text)).expect("YAML"), &mut problems);
    (gap, told(&problems))
}

#[test]
fn a_gap_names_one_thing_a_reason_and_a_day() {
    let either = "a gap names either a `scenario` or a `clause` []";
    let cases = [
        ("{scenario: a, clause: \"g/r.md:1\", reason: x, until: 2027-01-31}", vec![either.to_owned()]),
        ("{reason: x, until: 2027-01-31}", vec![either.to_owned()]),
        ("{scenario: a, until: 2027-01-31}", vec!["a gap needs the key `reason` []".to_owned()]),
        ("{scenario: a, reason: x}", vec!["a gap needs the key `until` []".to_owned()]),
        (
            "{scenario: a, reason: x, until: 2027-02-30}",
            vec!["`until: 2027-02-30` is no date of the calendar [write year-month-day: 2027-01-31]".to_owned()],
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(read(text), (None, expected), "{text}");
    }
    let (none, problems) = read("{clause: somewhere else, reason: x, until: 2027-01-31}");
    assert!(none.is_none());
    assert_eq!(
        problems[0],
        "`somewhere else` is no clause [write file:line.clause, file:line, file#NAME.clause, or file with a `quote`]"
    );
    assert!(read("{scenario: a, reason: x, until: 2027-01-31, because: y}").1[0].starts_with("a gap has no key"));
}

#[test]
fn a_gap_is_told_with_its_day_and_with_a_link_where_it_has_one() {
    let gap = read("{scenario: a, reason: It is late., until: 2027-01-31}").0.expect("a gap");
    assert_eq!(gap.sentence(), "It is late (known gap until 2027-01-31)");
}

#[test]
fn a_gap_is_accepted_on_its_last_day_and_no_longer() {
    let table = Table::with(PRESS, &[wrong_light()]).with_gaps(&[&of_scenario("one")]);
    let problems = |day: i8| gap::problems(&table.gaps, &table.suite, Date::constant(2027, 1, day));
    assert_eq!(problems(30), []);
    assert_eq!(problems(31), []);
    let later = gap::problems(&table.gaps, &table.suite, Date::constant(2027, 2, 1));
    let help = "mend the engine, or look at it again and set a new day";
    assert_eq!(told(&later), [format!("this gap was accepted until 2027-01-31 and has expired [{help}]")]);
}

#[test]
fn a_gap_that_names_nothing_is_told() {
    let named = |gap: &str| {
        let table = Table::with(PRESS, &[wrong_light()]).with_gaps(&[gap]);
        told(&gap::problems(&table.gaps, &table.suite, Date::constant(2027, 1, 1)))
    };
    let lost = "this gap names no scenario: there is no `toy/case/two` [did you mean `toy/case/one`?]";
    assert_eq!(named(&of_scenario("two")), [lost]);
    let uncited = "no scenario cites `toy/light.md:2`, so this gap explains nothing []";
    assert_eq!(named(&of_clause("toy/light.md:2")), [uncited]);
    assert_eq!(named(&of_clause("toy/light.md:7")), ["this gap names no clause: there is no `toy/light.md:7` []"]);
    assert_eq!(named(&of_clause("toy/light.md:1")), Vec::<String>::new());
    assert_eq!(named(&of_scenario("one")), Vec::<String>::new());
}

#[test]
fn a_gap_of_a_table_covers_each_of_its_rows() {
    let rows = "examples: {a: {colour: red}, b: {colour: blue}}\n";
    let claim = claim(1, "turns the light on", "state: {light: \"${colour}\"}");
    let table = Table::new(&[("one", &format!("{rows}{}", scenario(PRESS, &[claim])))], "");
    assert_eq!(excused(&table.with_gaps(&[&of_scenario("one")])), [true, true]);
}

#[test]
fn a_gap_that_quotes_words_is_about_the_clause_in_which_they_stand() {
    let gap = "{clause: toy/light.md, quote: costs 2 coins, reason: later, until: 2027-01-31}";
    let table = Table::with(PRESS, &[wrong_light(), wrong_costs()]).with_gaps(&[gap]);
    assert_eq!((table.grade("toy/light.md:1.1", true), table.grade("toy/light.md:1.2", true)), ("violated", "gap"));
}

/// What is told of gaps that are closed, where the first so many scenarios were played.
fn closed(table: &Table, played: usize) -> usize {
    table.trial(|mut judged| {
        judged.truncate(played);
        let problems = gap::closed(&table.gaps, &judged, &table.suite);
        assert!(problems.iter().all(|it| it.message == "this gap is closed: nothing that it names fails any more"));
        assert!(problems.iter().all(|it| it.help == ["take it off the list"]));
        problems.len()
    })
}

#[test]
fn a_gap_is_closed_once_all_that_it_names_was_played_and_nothing_of_it_fails() {
    let right = || claim(1, "turns the light on", "state: {light: on}");
    let costs = || claim(1, "costs 2 coins", "changes: {coins: 5 -> 3}");
    let pressed = |claims: &[String]| scenario(PRESS, claims);
    let light = of_clause("toy/light.md:1.1");
    let two = |first: &str, second: &str, gap: &str| Table::new(&[("a", first), ("b", second)], "").with_gaps(&[gap]);
    let settled = two(&pressed(&[right()]), &pressed(&[right()]), &light);
    assert_eq!((closed(&settled, 2), closed(&settled, 1)), (1, 0), "one of the two was not played");
    let last_fails = two(&pressed(&[right()]), &pressed(&[wrong_light()]), &light);
    assert_eq!(closed(&last_fails, 2), 0);
    let another_fails = two(&pressed(&[right()]), &pressed(&[right(), wrong_costs()]), &light);
    assert_eq!(closed(&another_fails, 2), 1, "what fails is on another clause");
    let of_nothing = two(&pressed(&[costs()]), &pressed(&[costs()]), &light);
    assert_eq!(closed(&of_nothing, 2), 0, "it names nothing, which is told elsewhere");
    // A refusal that no claim speaks of is part of a scenario, not of a clause.
    let refused = scenario("{press: {}}, {pull: {}}", &[right()]);
    assert_eq!(closed(&two(&refused, &pressed(&[right()]), &light), 2), 1);
    assert_eq!(closed(&two(&refused, &pressed(&[right()]), &of_scenario("a")), 2), 0);
    // What could not be judged may still fail.
    let slip = pressed(&[claim(1, "turns the light on", "state: {lamp: on}")]);
    assert_eq!(closed(&two(&slip, &pressed(&[right()]), &of_scenario("a")), 2), 0);
}
