//! Engines whose mutants misbehave: none of them gets a proven clause.

use std::path::Path;

use crate::project::Project;
use crate::project::Run;

fn spoiler(script: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/engines").join(script);
    path.display().to_string()
}

/// Runs `prove` on Pig with a misbehaving engine in front of the correct one.
fn prove(project: &Project, script: &str) -> Run {
    let command = format!("python3 -S '{}' python3 -S '{}'", spoiler(script), project.path("engine.py").display());
    project.run_in_ci(&["prove", "--timeout", "30s", "--engine-command", &command])
}

/// Runs `engine check` on a misbehaving engine.
fn check(script: &str) -> Run {
    let project = pig();
    let engine = project.path("engine.py").display().to_string();
    let path = spoiler(script);
    project.run_in_ci(&["engine", "check", "--timeout", "30s", "--", "python3", "-S", &path, "python3", "-S", &engine])
}

/// Returns the number of proven clauses, from the last line of the table.
fn proven(run: &Run) -> String {
    let row = |name: &str| run.stdout.lines().find(|line| line.starts_with(name)).unwrap_or_default();
    // The table has no column for a grade without clauses.
    let column = row("clauses of").split_whitespace().position(|word| word == "proven");
    let cells: Vec<&str> = row("all ").split_whitespace().collect();
    // The heading has three words before its first grade, the row two.
    column.and_then(|column| cells.get(column - 2)).map_or("·", |cell| cell).to_owned()
}

/// Pig with an additional claim that only expects no change. An engine that does nothing passes it.
fn pig() -> Project {
    let project = Project::pig();
    let text = project.read("scenarios/pig/turn/rolls-add-up.yaml")
        + "  - cite: pig/pig.md:8\n    quote: added to the turn total\n    then: {unchanged: [scores]}\n";
    project.write("scenarios/pig/turn/rolls-add-up.yaml", text);
    project
}

#[test]
fn the_honest_engine_gets_every_clause_proven() {
    needs_interpreters!();
    let run = pig().run_in_ci(&["prove"]).exits(0);
    assert_eq!(proven(&run), "10", "{}", run.stdout);
}

#[test]
fn a_mutant_that_stands_still_is_reported_as_a_standstill() {
    needs_interpreters!();
    let run = prove(&pig(), "lazy.py").exits(1);
    assert_eq!(proven(&run), "·", "{}", run.stdout);
    run.says("not specifically (d): without it the log is empty and the state does not change");
}

#[test]
fn one_that_dies_is_an_engine_fault() {
    needs_interpreters!();
    let run = prove(&pig(), "dies_without.py").exits(4);
    assert_eq!(proven(&run), "·", "{}", run.stdout);
    run.says("got no answer with the switch off");
}

#[test]
fn a_mutant_that_rejects_the_script_is_not_killed() {
    needs_interpreters!();
    let run = prove(&pig(), "invalid_without.py").exits(1);
    assert_eq!(proven(&run), "·", "{}", run.stdout);
    let run = run.says("no scenario that cites the clause could be judged: invalid: the script does not fit");
    assert!(!run.stdout.contains("sharpen"), "{}", run.stdout);
}

#[test]
fn one_that_shows_chance_is_not_repeatable() {
    needs_interpreters!();
    let run = prove(&pig(), "garbles_without.py").exits(1);
    assert_eq!(proven(&run), "·", "{}", run.stdout);
    run.says("not specifically");
}

#[test]
fn one_that_does_everything_wrong_changes_what_it_should_not() {
    needs_interpreters!();
    let run = prove(&pig(), "inverts.py").exits(1);
    assert_eq!(proven(&run), "·", "{}", run.stdout);
    run.says("(c): ");
}

#[test]
fn one_switch_that_spoils_everything_leaves_no_claim_alone() {
    needs_interpreters!();
    let run = prove(&pig(), "one_trick.py").exits(1);
    assert_eq!(proven(&run), "·", "{}", run.stdout);
    run.says("it fires everywhere, and no claim on another clause passes without it");
}

#[test]
fn engine_check_identifies_each_of_them() {
    needs_interpreters!();
    let project = pig();
    let engine = project.path("engine.py").display().to_string();
    let run = project.run_in_ci(&["engine", "check", "--", "python3", &engine]).exits(0);
    run.says("the effect of one switch only");
    for (script, words) in [
        ("lazy.py", "or any other tried switch, the log is empty and nothing changes"),
        ("dies_without.py", "the engine died"),
        ("invalid_without.py", "the task is invalid: the script does not fit"),
        ("garbles_without.py", "the same task has two different answers"),
        ("inverts.py", "did not fire in a task, but turning it off changes that task"),
        ("one_trick.py", "`trick` fires in every task, and without it everything changes"),
    ] {
        check(script).exits(1).says(words);
    }
}
