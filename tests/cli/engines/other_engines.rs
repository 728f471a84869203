//! Engines other than the reference: their vocabulary, goldens and crashes.

use crate::project::Project;
use crate::project::gradable_clauses;
use crate::project::suite;

/// Pig behind a filter: the reference engine under another name, without switches, its lines changed by `edits`.
fn other_engine(edits: &str) -> Project {
    let project = Project::pig();
    let plain = "s/\"supports\": *\\[[^]]*\\]/\"supports\":[]/; s/\"name\": *\"pig\"/\"name\":\"stranger\"/";
    project.write("stranger.sh", format!("python3 engine.py | sed -u '{plain}; {edits}'\n"));
    with_engine(&project, "  mine: {game: pig, command: [sh, stranger.sh]}\n");
    project
}

fn with_engine(project: &Project, line: &str) {
    project.write("truthsayer.yaml", project.read("truthsayer.yaml") + line);
}

#[test]
fn another_engine_is_not_compared_with_our_goldens_unless_it_has_its_own() {
    needs_interpreters!();
    let project = other_engine("");
    project.run(&["verify", "--engine", "mine"]).exits(0).does_not_say("golden");
    project.run(&["bless", "--engine", "mine"]).exits(1).says("has no goldens of its own");
    let config = project.read("truthsayer.yaml").replace("[sh, stranger.sh]}", "[sh, stranger.sh], golden: theirs}");
    project.write("truthsayer.yaml", config);
    project.run(&["verify", "--engine", "mine"]).exits(1).says(&format!("{} have no golden", project.scenarios()));
    project.run(&["bless", "--engine", "mine"]).exits(0);
    assert!(project.exists("theirs/pig/turn/rolls-add-up.yaml"));
    project.run(&["verify", "--engine", "mine"]).exits(0);
}

#[test]
fn a_renamed_event_is_unobserved_until_the_project_maps_it() {
    needs_interpreters!();
    let project = other_engine("s/\"won\"/\"game_over\"/g");
    let run = project.run(&["verify", "--engine", "mine"]).exits(0);
    assert!(run.stdout.starts_with("Judged on "), "what could not be judged comes first:\n{}", run.stdout);
    let words = "{game: pig, command: [sh, stranger.sh], events: {won: {called: game_over}}}";
    let config = project.read("truthsayer.yaml").replace("{game: pig, command: [sh, stranger.sh]}", words);
    project.write("truthsayer.yaml", config);
    project
        .run(&["verify", "--engine", "mine"])
        .exits(0)
        .does_not_say("observed")
        .says(&format!("{} scenarios passed", project.scenarios()));
}

#[test]
fn an_exception_is_reported_in_the_words_of_the_engine() {
    needs_interpreters!();
    let project = other_engine(
        "s/^{\"played\": *{\"id\": *\\([0-9]*\\).*/{\"failed\":{\"id\":\\1,\"why\":\"TypeError: no dice\",\"step\":1}}/",
    );
    let run = project.run(&["verify", "--engine", "mine"]).exits(1);
    run.says("the engine crashed: TypeError: no dice").says("step 1").does_not_say("invalid");
    let run = project.run(&["verify", "--engine", "mine", "--format", "json"]).exits(1);
    let data: serde_json::Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!((&data["tally"]["crashed"], &data["tally"]["fail"]), (&10.into(), &0.into()));
    assert!(data["clauses"].as_array().expect("clauses").iter().all(|clause| clause["grade"] != "violated"));
}

#[test]
fn claims_that_fail_on_the_reference_engine_without_their_clause_are_sharp() {
    needs_interpreters!();
    let project = other_engine("");
    let run = project.run(&["prove", "--engine", "mine", "--format", "json"]);
    assert_eq!(run.stdout.matches("\"grade\": \"sharp\"").count(), gradable_clauses(&suite(&project.path(""))));
}

#[test]
fn an_engine_that_cannot_be_asked_is_named_by_lint() {
    needs_interpreters!();
    let project = Project::pig();
    project.write("dies.sh", "echo no dice left >&2; exit 1\n");
    project.write(
        "truthsayer.yaml",
        "games: {pig: {engine: mine}}\nengines: {mine: {game: pig, command: [sh, dies.sh]}}\n",
    );
    project.run(&["lint"]).exits(4).says("the engine `mine` does not list its switches").says("no dice left");
}

#[test]
fn a_typed_command_runs_in_the_project_folder() {
    needs_interpreters!();
    let project = other_engine("");
    let below = project.path("scenarios");
    let run = crate::project::run_in(&below, &["verify", "--engine-command", "sh stranger.sh"], &[]);
    run.exits(0).says(&format!("{} scenarios passed", project.scenarios()));
}
