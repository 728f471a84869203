//! `compare`: engines and saved results side by side.

use std::path::Path;

use crate::project::Project;
use crate::project::Run;
use crate::project::gradable_clauses;
use crate::project::run_in;
use crate::project::shipped;
use crate::project::suite;

const BINARY: &str = env!("CARGO_BIN_EXE_truthsayer");

/// Pig with a second engine that implements one clause differently.
fn pig() -> Project {
    let project = Project::pig();
    let engine = project.read("engine.py");
    let other = engine.replace("if shows == 1:", "if shows == 6:").replace("\"pig\", \"1.0\"", "\"swine\", \"1.0\"");
    assert_ne!(engine, other);
    project.write("swine.py", other);
    let config = project.read("truthsayer.yaml") + "  swine: {game: pig, command: [python3, swine.py]}\n";
    project.write("truthsayer.yaml", config);
    project
}

fn compare(project: &Project, arguments: &[&str]) -> Run {
    project.run(&[&["compare"], arguments].concat())
}

#[test]
fn two_engines_that_agree_differ_in_nothing() {
    needs_interpreters!();
    let project = pig();
    let run = compare(&project, &["python", "node"]).exits(0);
    run.says(&format!("python and node: no differences in {} scenarios", project.scenarios()))
        .says("4 rules are equal; use -v to list them");
    compare(&pig(), &["python", "node", "-v"]).exits(0).says("☑️ 3/3    ☑️ 3/3    pig 2: Rolling");
}

#[test]
fn a_difference_is_reported_with_both_answers() {
    needs_interpreters!();
    let project = pig();
    let run = compare(&project, &["python", "swine"]).exits(1);
    run.says("☑️ 3/3    ❌ 3")
        .says("python and swine: ")
        .says("only python passes pig/pig.md:9.1 ")
        .says("pig/turn/a-one-loses-the-turn")
        .says("python:      pass\n")
        .says("swine:       fail\n")
        .says("turn_total: 17 -> 18 instead of 17 -> 0")
        .says("the engine is not the same")
        .does_not_say("the scenario is not the same");
    let run = compare(&project, &["python", "swine", "--format", "markdown"]).exits(1);
    run.says("| rule | python | swine |").says("### `pig/turn/a-one-loses-the-turn`");
    let run = compare(&project, &["python", "swine", "--format", "html"]).exits(1);
    run.says("<!doctype html>").says("<th>swine</th>").says("<code>pig/turn/a-one-loses-the-turn</code>");
}

#[test]
fn results_of_different_days_say_what_changed() {
    needs_interpreters!();
    let project = pig();
    project.run(&["verify", "--json", "monday.json"]).exits(0);
    compare(&project, &["monday.json", "python"]).exits(0).says("no difference").does_not_say("changed");
    // The engine with a new version number.
    let engine = project.read("engine.py");
    project.write("engine.py", engine.replace("\"1.0\"", "\"1.1\"").replace("if shows == 1:", "if shows == 7:"));
    project.run(&["verify", "--json", "tuesday.json"]).exits(1);
    let run = compare(&project, &["monday.json", "tuesday.json"]).exits(1);
    run.says("changed monday.json → tuesday.json: pig is played by pig 1.1 instead of pig 1.0")
        .says("pig/turn/a-one-loses-the-turn");
    // The engine changes, but not its version number.
    project.write("engine.py", engine.replace("if shows == 1:", "if shows == 7:"));
    project.run(&["verify", "--json", "tuesday.json"]).exits(1);
    let run = compare(&project, &["monday.json", "tuesday.json"]).exits(1);
    run.says("the engines have the same name and version, but answer differently");
    // The scenario and the rule change.
    project.write("engine.py", engine);
    let scenario = "scenarios/pig/turn/rolls-add-up.yaml";
    project.write(scenario, project.read(scenario).replace("shows: 6", "shows: 5").replace("0 -> 8", "0 -> 7"));
    let rules = project.read("rules/pig/pig.md");
    project.write("rules/pig/pig.md", rules.replace("2 to 6 is added", "2 to 6 is always added"));
    project.run(&["verify", "--json", "wednesday.json"]);
    let run = compare(&project, &["monday.json", "wednesday.json"]).exits(0);
    run.says("the rule text of pig/pig.md:8.1 is not the same")
        .says("the scenario of pig/turn/rolls-add-up is not the same")
        .says(&format!("no differences in {} scenarios", project.scenarios()));
}

#[test]
fn impossible_comparisons_are_reported() {
    needs_interpreters!();
    let project = pig();
    compare(&project, &["python", "pyton"]).exits(2).complains("did you mean `python`?");
    compare(&project, &["python"]).exits(2);
    compare(&project, &["python", "gone.json"]).exits(3).complains("cannot read `gone.json`");
    project.write("odd.json", "{}");
    compare(&project, &["odd.json", "python"])
        .exits(3)
        .complains("is not a result that `truthsayer verify --json` saved");
    project.write("dies.sh", "exit 1\n");
    let config = project.read("truthsayer.yaml") + "  dead: {game: pig, command: [sh, dies.sh]}\n";
    project.write("truthsayer.yaml", config);
    compare(&project, &["python", "dead"]).exits(4).complains("the engine died");
}

#[test]
fn the_example_is_audited_with_one_command() {
    needs_interpreters!();
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/pig");
    let suite = suite(&example);
    let (scenarios, clauses) = (suite.scenarios.len(), gradable_clauses(&suite));
    for engine in ["python", "node"] {
        let run = run_in(&example, &["prove", "--engine", engine], &[("CI", "true")]).exits(0);
        run.says(&format!("{scenarios} scenarios passed"));
        let run = run_in(&example, &["coverage", "--format", "json", "--engine", engine], &[("CI", "true")]).exits(0);
        assert_eq!(run.stdout.matches("\"grade\": \"proven\"").count(), clauses, "{}", run.stdout);
    }
    run_in(&example, &["lint"], &[("CI", "true")]).exits(0);
    for (file, command) in [("engine.py", "python3"), ("engine.mjs", "node")] {
        let text = std::fs::read_to_string(example.join(file)).expect("an engine");
        assert!(text.lines().count() < 70, "{file} has {} lines", text.lines().count());
        let run = run_in(&example, &["engine", "check", "--", command, file], &[]).exits(0);
        run.says("0 failed, 0 did not run");
    }
    assert!(Path::new(BINARY).exists());
}

#[test]
fn a_result_of_an_engine_without_a_clause_says_so() {
    needs_interpreters!();
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (whole, part) = (file("whole.json"), file("part.json"));
    let filter = "cotulenh/flying-general";
    shipped(&["verify", filter, "--json", &whole]).exits(0);
    shipped(&["verify", filter, "--json", &part, "--without", "flying_general"]).exits(1);
    let run = shipped(&["compare", &whole, &part]).exits(1);
    run.says("played without flying_general instead of with every clause").says("other switches were turned off");
}

#[test]
fn a_saved_result_that_answers_twice_under_one_id_is_refused() {
    needs_interpreters!();
    let project = pig();
    project.run(&["verify", "--json", "saved.json"]).exits(0);
    let saved: serde_json::Value = serde_json::from_str(&project.read("saved.json")).expect("JSON");
    for list in ["scenarios", "clauses"] {
        let mut forged = saved.clone();
        let first = forged[list][0].clone();
        forged[list].as_array_mut().expect("a list").push(first.clone());
        project.write("forged.json", forged.to_string());
        let id = first["id"].as_str().expect("an id");
        let run = compare(&project, &["saved.json", "forged.json"]).exits(3);
        run.complains(&format!("`forged.json`: two of its {list} have the id `{id}`"));
    }
}

#[test]
fn every_side_is_checked_before_anything_runs_and_may_be_a_command() {
    needs_interpreters!();
    let project = pig();
    compare(&project, &["python", "pyhton"]).exits(2).complains("did you mean `python`?");
    compare(&project, &["python", "python --without nothing"]).exits(2).complains("has no switch `nothing`");
    compare(&project, &["python", "./gone --fast"]).exits(4).complains("could not be started");
    compare(&project, &["python", "python3 -S engine.py"]).exits(0).says("no differences");
    // Two versions of one engine: a clause that got worse is reported as broken.
    let switches = project.run(&["list", "switches", "--format", "json"]).exits(0).stdout;
    let data: serde_json::Value = serde_json::from_str(&switches).expect("JSON");
    let switch = data["list"]["switches"][0]["name"].as_str().expect("a name").to_owned();
    compare(&project, &["python", &format!("python --without {switch}")]).exits(1).says("broken pig/");
}
