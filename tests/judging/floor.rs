//! The floor: reading it, its problems, and that a written floor can be read again.

use std::collections::BTreeMap;

use truthsayer_oracle::base::atomic_write;
use truthsayer_oracle::base::diagnostic::Problem;
use truthsayer_oracle::base::source::SourceFile;
use truthsayer_oracle::rulebook::ClauseId;
use truthsayer_oracle::rulebook::Rulebook;
use truthsayer_oracle::suite::floor;
use truthsayer_oracle::suite::floor::Floor;
use truthsayer_oracle::suite::floor::FloorGrade;
use truthsayer_oracle::suite::grade::Grade;
use truthsayer_oracle::suite::project::Project;

use crate::support::toy_engine::RULES;

/// Returns the floor of a file and its problems.
fn load(text: &str) -> (Option<Floor>, Vec<Problem>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    atomic_write::write(folder.path(), "truthsayer.yaml", "games: {toy: {engine: toy}}\ngate: {floor: kept.yaml}\n")
        .expect("a file");
    atomic_write::write(folder.path(), "kept.yaml", text).expect("a file");
    let mut problems = Vec::new();
    let floor = Floor::load(&Project::load(folder.path()).expect("a project"), &mut problems);
    (floor, problems)
}

fn book() -> Rulebook {
    let mut book = Rulebook::default();
    book.add("toy/light.md", SourceFile::new("rules/toy/light.md", RULES));
    book
}

fn clause(line: usize, clause: usize) -> ClauseId {
    ClauseId { file: "toy/light.md".into(), line, clause }
}

/// Place, message and help of each problem.
fn reported(problems: &[Problem]) -> Vec<String> {
    let line = |problem: &Problem| {
        let at = problem.place.as_ref().map_or(String::new(), |place| format!("{}: ", place.text()));
        format!("{at}{} [{}]", problem.message, problem.help.join("; "))
    };
    problems.iter().map(line).collect()
}

#[test]
fn a_floor_is_read_as_it_is_written() {
    let kept = BTreeMap::from([
        (clause(1, 1), (Grade::Proven, None)),
        (clause(1, 2), (Grade::Holds, Some("a: {reason}".to_owned()))),
        (clause(2, 1), (Grade::Gap, None)),
    ]);
    let observed = BTreeMap::from([("chess".to_owned(), 0), ("toy".to_owned(), 12)]);
    let text = floor::render(&kept, &observed);
    assert!(text.contains("\nobserved: {chess: 0, toy: 12}\nfloor:\n  - {"), "{text}");
    let (floor, problems) = load(&text);
    let (floor, mut more) = (floor.expect("a floor"), Vec::new());
    assert_eq!((floor.by_clause(&book(), &mut more), &floor.observed), (kept, &observed));
    assert_eq!((problems, more), (Vec::new(), Vec::new()));
    assert_eq!(floor.entries[0].place.text(), "\"toy/light.md:1.1\"");
}

#[test]
fn an_empty_floor_is_a_list_of_nothing() {
    let text = floor::render(&BTreeMap::<ClauseId, FloorGrade>::new(), &BTreeMap::new());
    assert!(text.ends_with("\nobserved: {}\nfloor: []\n"), "{text}");
    let (floor, problems) = load(&text);
    assert!(floor.is_some_and(|floor| floor.entries.is_empty()) && problems.is_empty());
}

#[test]
fn every_wrong_line_is_reported_and_the_others_are_kept() {
    let text = "observed: {toy: many, chess: 3}\nfloor:\n  - {clause: \"light 1\", grade: holds}\n  - {clause: \
                \"toy/light.md:1.1\", grade: hold}\n  - {clause: \"toy/light.md:2.1\", grade: cited, because: x}\n  - \
                {clause: \"toy/light.md:3.1\"}\n  - {grade: holds}\n";
    let (floor, problems) = load(text);
    let floor = floor.expect("a floor");
    assert_eq!(floor.observed, BTreeMap::from([("chess".to_owned(), 3)]));
    let kept: Vec<String> = floor.entries.iter().map(|entry| entry.rule.to_string()).collect();
    assert_eq!(kept, ["toy/light.md:2.1"]);
    let reported = reported(&problems);
    assert_eq!(reported[0], "many: `\"many\"` is not a number of expectations [write `game: 123`]");
    assert_eq!(reported[1], "\"light 1\": invalid clause `light 1` [write file:line.clause or file#NAME.clause]");
    assert_eq!(reported[2], "hold: there is no grade `hold` [did you mean `holds`?]");
    assert!(reported[3].contains("a line of the floor has no key `because`"), "{reported:?}");
    assert!(reported[4].contains("a line of the floor needs the key `grade`"), "{reported:?}");
    assert!(reported[5].contains("a line of the floor needs the key `clause`"), "{reported:?}");
    assert_eq!(reported.len(), 6, "{reported:?}");
    assert!(load("floor: []\nceiling: []\n").1.iter().any(|it| it.message == "the floor has no key `ceiling`"));
}

#[test]
fn observed_expectations_are_counted_by_game() {
    let (floor, problems) = load("observed: 12\nfloor: []\n");
    assert_eq!(floor.map(|floor| floor.observed), Some(BTreeMap::new()));
    let reported = reported(&problems);
    assert_eq!(reported.len(), 1);
    assert!(reported[0].starts_with("12: `observed` must be a map of games and numbers, this is "), "{reported:?}");
    assert!(reported[0].ends_with(" [write `observed: {game: 123}`]"), "{reported:?}");
}

#[test]
fn a_line_names_one_clause_and_each_clause_once() {
    let line = |clause: &str, grade: &str| format!("  - {{clause: \"toy/light.md:{clause}\", grade: {grade}}}\n");
    let lines = [("1.1", "holds"), ("1", "cited"), ("1.3", "cited"), ("9", "cited"), ("1.1", "cited"), ("2", "proven")];
    let text: String = lines.iter().map(|(clause, grade)| line(clause, grade)).collect();
    let (floor, mut problems) = load(&format!("floor:\n{text}"));
    assert_eq!(problems, []);
    let clauses = floor.expect("a floor").by_clause(&book(), &mut problems);
    let help = "[write file:line.clause; `truthsayer gate --raise` removes outdated lines]";
    let expected = [
        format!("\"toy/light.md:1\": `toy/light.md:1` has 2 clauses; write one line for each {help}"),
        format!("\"toy/light.md:1.3\": there is no clause `toy/light.md:1.3` {help}"),
        format!("\"toy/light.md:9\": there is no clause `toy/light.md:9` {help}"),
        "\"toy/light.md:1.1\": duplicate clause `toy/light.md:1.1` [keep one of the two lines]".to_owned(),
    ];
    assert_eq!(reported(&problems), expected);
    assert_eq!(clauses.into_keys().collect::<Vec<_>>(), [clause(1, 1), clause(2, 1)]);
}

#[test]
fn without_a_file_there_is_no_floor() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    atomic_write::write(folder.path(), "truthsayer.yaml", "games: {toy: {engine: toy}}\n").expect("a file");
    let mut problems = Vec::new();
    assert!(Floor::load(&Project::load(folder.path()).expect("a project"), &mut problems).is_none());
    assert_eq!(problems, []);
}
