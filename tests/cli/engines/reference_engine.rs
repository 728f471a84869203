//! Which engine is the reference: the project file decides, whatever an engine calls itself. And whose mistake it is if an
//! engine rejects a scenario that the reference engine runs.

use truthsayer_oracle::base::digest::seal;

use serde_json::Value;

use crate::project::Project;
use crate::project::Run;

/// Pig with an edited copy of its engine. The copy is the entry `twin` and sends the same name in `hello`.
fn twin(edits: &[(&str, &str)]) -> Project {
    let project = Project::pig();
    project.write("twin.py", edited(&project.read("engine.py"), edits));
    entry(&project, "twin", "");
    project
}

fn edited(text: &str, edits: &[(&str, &str)]) -> String {
    edits.iter().fold(text.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "there is no `{from}`");
        text.replace(from, to)
    })
}

/// Adds an engine with the command of the twin.
fn entry(project: &Project, name: &str, more: &str) {
    let line = format!("  {name}: {{game: pig, command: [python3, -S, twin.py]{more}}}\n");
    project.write("truthsayer.yaml", project.read("truthsayer.yaml") + &line);
}

fn json(run: &Run) -> Value {
    serde_json::from_str(&run.stdout).expect("JSON")
}

const NOTE: &str = "calls itself `pig 1.0`, like the reference engine of `pig`; it is judged as another engine";
/// One more event, which no claim mentions.
const CHEERS: &[(&str, &str)] = &[
    ("\"won\": [\"by\"]}", "\"won\": [\"by\"], \"cheered\": []}"),
    ("        by = self.decider(data)\n", "        by = self.decider(data)\n        self.tell(\"cheered\")\n"),
];
/// The clause ROLL is missing.
const IGNORES_ROLLS: &[(&str, &str)] = &[("self.turn_total += shows", "self.turn_total += 0")];
/// A roll of 6 is legal, but this engine refuses it.
const NO_SIX: &[(&str, &str)] = &[("number(1, 6)", "number(1, 5)")];
const TYPED: [&str; 2] = ["--engine-command", "python3 -S twin.py"];

#[test]
fn a_harmless_variant_passes_under_any_name() {
    needs_interpreters!();
    for edits in [&[][..], CHEERS] {
        let project = twin(edits);
        for arguments in [&["verify", "--engine", "twin"][..], &["verify", TYPED[0], TYPED[1]]] {
            project
                .run(arguments)
                .exits(0)
                .complains(NOTE)
                .says(&format!("{} scenarios passed", project.scenarios()))
                .does_not_say("golden");
        }
        project.run(&["prove", "--engine", "twin"]).exits(0).complains(NOTE);
    }
    let renamed = twin(&[("\"1.0\"", "\"2.0\"")]);
    let run = renamed.run(&["verify", "--engine", "twin"]).exits(0);
    assert!(!run.stderr.contains("calls itself"), "{}", run.stderr);
}

#[test]
fn the_reference_engine_is_the_one_that_the_game_names() {
    needs_interpreters!();
    let project = twin(CHEERS);
    for arguments in [&["verify"][..], &["verify", "--engine", "python"]] {
        let run = project.run(arguments).exits(0);
        assert!(!run.stderr.contains("calls itself"), "{}", run.stderr);
    }
    // Now the twin is the reference engine, and drifts from the goldens.
    project.write("truthsayer.yaml", project.read("truthsayer.yaml").replace("{engine: python}", "{engine: twin}"));
    project.run(&["verify"]).exits(1).says("drifts");
    project.run(&["verify", "--engine", "python"]).exits(0).complains(NOTE).does_not_say("golden");
}

#[test]
fn goldens_of_its_own_are_compared() {
    needs_interpreters!();
    let project = twin(CHEERS);
    project.run(&["bless", "--engine", "twin"]).exits(1).says("has no goldens of its own");
    entry(&project, "other", ", golden: theirs");
    project.run(&["verify", "--engine", "other"]).exits(1).says(&format!("{} have no golden", project.scenarios()));
    project.run(&["bless", "--engine", "other"]).exits(0);
    project.run(&["verify", "--engine", "other"]).exits(0);
}

#[test]
fn a_missing_clause_is_found_in_a_copy_of_the_reference_engine() {
    needs_interpreters!();
    let project = twin(IGNORES_ROLLS);
    for arguments in [&["verify", "--engine", "twin"][..], &["verify", TYPED[0], TYPED[1]]] {
        let run = project.run(&[arguments, &["--format", "json"]].concat()).exits(1);
        let data = json(&run);
        assert_eq!(data["causes"][0]["clauses"][0], "pig/pig.md:8.1", "{:#}", data["causes"]);
    }
    // If the engine is the reference, there is no other engine to compare it with.
    project.write("truthsayer.yaml", project.read("truthsayer.yaml").replace("{engine: python}", "{engine: twin}"));
    let run = project.run(&["verify", "--format", "json"]).exits(1);
    assert_eq!(json(&run)["causes"].as_array().map(Vec::len), Some(0));
}

#[test]
fn a_saved_result_keeps_who_was_the_reference() {
    needs_interpreters!();
    let project = twin(IGNORES_ROLLS);
    for arguments in [&["--engine", "twin"][..], &TYPED] {
        project.run(&[&["verify", "--shard", "1/1", "--json", "saved.json"], arguments].concat()).exits(1);
        project.run(&["verify", "--from", "saved.json"]).exits(1).says("pig/pig.md:8.1").does_not_say("drifts");
    }
    project.run(&["verify", "--engine", "twin", "--shard", "1/1", "--json", "saved.json"]).exits(1);
    let saved = project.read("saved.json");
    project.write("saved.json", seal(&saved.replace("\"foreign\":true", "\"foreign\":false")));
    let refusal = "the project names `python`, but the run used `twin`";
    project.run(&["verify", "--from", "saved.json"]).exits(3).complains(refusal);
    let refusal = "the reference engine of `pig` has changed since it was saved; save it again";
    project.write("saved.json", saved);
    project.write("truthsayer.yaml", project.read("truthsayer.yaml").replace("{engine: python}", "{engine: twin}"));
    project.run(&["verify", "--from", "saved.json"]).exits(3).complains(refusal);
}

#[test]
fn compared_engines_are_known_by_their_entries() {
    needs_interpreters!();
    let project = twin(IGNORES_ROLLS);
    let run = project.run(&["compare", "python", "twin"]).exits(1);
    run.says("pig/pig.md:8.1").says("the engines have the same name and version, but answer differently");
    twin(&[]).run(&["compare", "python", "twin"]).exits(0);
}

#[test]
fn an_engine_that_rejects_a_legal_step_fails_there() {
    needs_interpreters!();
    let project = twin(NO_SIX);
    for arguments in [&["verify", "--engine", "twin"][..], &["verify", TYPED[0], TYPED[1]]] {
        let run = project.run(arguments).exits(1);
        run.says("pig/turn/rolls-add-up step 2: expected run")
            .says("run, as the reference engine does")
            .says("the engine rejects it as invalid")
            .does_not_say("invalid pig/");
    }
    // In the reference engine it stays the author's mistake.
    project.write("truthsayer.yaml", project.read("truthsayer.yaml").replace("{engine: python}", "{engine: twin}"));
    project.run(&["verify"]).exits(3).says("invalid pig/turn/holding-banks-the-total");
}

#[test]
fn a_scenario_that_no_engine_runs_stays_invalid() {
    needs_interpreters!();
    let project = twin(&[]);
    let path = "scenarios/pig/turn/rolls-add-up.yaml";
    project.write(path, project.read(path).replace("shows: 6", "shows: 7"));
    project.run(&["verify", "--engine", "twin"]).exits(3).says("invalid pig/turn/rolls-add-up");
}

#[test]
fn an_engine_that_rejects_a_set_up_does_not_support_it() {
    needs_interpreters!();
    let project = twin(&[(".get(name, 0).number(0, 1000)", ".get(name, 0).number(0, 10)")]);
    let run = project.run(&["verify", "--engine", "twin"]).exits(0);
    run.says("unsupported").does_not_say("invalid pig/").does_not_say("fail pig/");
}

#[test]
fn a_mutant_that_rejects_a_scenario_kills_nothing() {
    needs_interpreters!();
    // Without the clause ROLL, the twin rejects every roll.
    let project = twin(&[(
        "shows, by = data.need(\"shows\").number(1, 6), self.decider(data)",
        "shows, by = data.need(\"shows\").number(1, 6 if self.upholds(\"roll_counts\") else 0), self.decider(data)",
    )]);
    let run = project.run(&["prove", "--engine", "twin", "--format", "json"]).exits(1);
    let clauses = json(&run)["clauses"].as_array().cloned().expect("clauses");
    let roll = clauses.iter().find(|clause| clause["id"] == "pig/pig.md:8.1").expect("the clause");
    assert_ne!(roll["grade"], "proven");
}

#[test]
fn readings_of_an_engine_that_declares_none_are_refused_with_what_would_be_right() {
    needs_interpreters!();
    let project = twin(&[]);
    entry(&project, "fixed", ", readings: {luck: good}");
    let why = "the reading `luck` cannot be chosen: the engine declares no readings";
    let help = "remove the choice, or list the reading under `readings` in the hello of the engine";
    project.run(&["verify", "--engine", "fixed"]).exits(3).complains(why).complains(help).complains("truthsayer.yaml:");
    project.run(&["verify", "--engine", "twin", "--readings", "luck=good"]).exits(2).complains(why).complains(help);
}

/// Pig with a reading about the cost of a 1. The engine keeps the clause only under `loses`, which is not its default.
fn broken_by_default() -> Project {
    let project = Project::pig();
    let reading = "{\"name\": \"one\", \"values\": [\"keeps\", \"loses\"], \"default\": \"keeps\", \"about\": \"…\"}";
    let edits = [
        ("    events = ", format!("    readings = ({reading},)\n    events = ")),
        (
            "if self.upholds(\"one_loses\")",
            "if self.reading(\"one\") == \"loses\" and self.upholds(\"one_loses\")".to_owned(),
        ),
    ];
    let edits: Vec<(&str, &str)> = edits.iter().map(|(from, to)| (*from, to.as_str())).collect();
    project.write("engine.py", edited(&project.read("engine.py"), &edits));
    let path = "scenarios/pig/turn/a-one-loses-the-turn.yaml";
    project.write(path, project.read(path).replace("given: {", "given: {readings: {one: loses}, "));
    assert!(project.read(path).contains("one: loses"), "{}", project.read(path));
    project.write("scenarios/pig/turn/a-one-passes-the-turn.yaml", PASSES);
    project
}

/// The other clause of the line, under the default reading.
const PASSES: &str = "scenario: A one passes the turn\ngame: pig\nwhen: [{roll: {by: ann, shows: 1}}]\nclaims:\n  \
                      - cite: pig/pig.md:9\n    quote: the turn passes to the other player\n    then: {changes: {turn: ann -> bob}}\n";

fn grade_of_the_loss(run: &Run) -> (Value, Value) {
    let clauses = json(run)["clauses"].as_array().cloned().expect("clauses");
    let clause = clauses.into_iter().find(|clause| clause["id"] == "pig/pig.md:9.1").expect("the clause");
    (clause["grade"].clone(), clause["readings"].clone())
}

#[test]
fn a_clause_that_is_broken_by_default_is_not_proven_under_another_reading() {
    needs_interpreters!();
    let project = broken_by_default();
    project.run(&["bless"]);
    let run = project.run(&["prove", "--format", "json"]).exits(1);
    assert_eq!(grade_of_the_loss(&run), ("cited".into(), Value::Null));
    project.run(&["prove"]).exits(1).says("no claim under the clause's own reading fails without it");
    let explained = project.run(&["explain", "pig/pig.md:9"]).exits(0);
    explained.says("next: claim something on it under the default readings");
    // If the project chooses that reading for the whole game, it is the default.
    let run = project.run(&["prove", "--readings", "one=loses", "--format", "json"]).exits(0);
    assert_eq!(grade_of_the_loss(&run), ("proven".into(), Value::Null));
}

#[test]
fn a_clause_of_another_reading_is_proven_under_it_and_reports_name_the_reading() {
    needs_interpreters!();
    let project = broken_by_default();
    let clause =
        "\"clauses\": [{\"value\": \"loses\", \"cite\": \"pig/pig.md#PIG\", \"quote\": \"the turn total is lost\"}]";
    let engine = project.read("engine.py").replace("\"about\": \"…\"}", &format!("\"about\": \"…\", {clause}}}"));
    project.write("engine.py", &engine);
    project.run(&["bless"]).exits(0);
    let run = project.run(&["prove", "--format", "json"]).exits(0);
    assert_eq!(grade_of_the_loss(&run), ("proven".into(), serde_json::json!({"one": "loses"})));
    project.run(&["explain", "pig/pig.md:9"]).exits(0).says("graded under the reading `one: loses`");
    // With an invalid citation, the clause would be graded under the wrong reading.
    project.write("engine.py", engine.replace("\"the turn total is lost\"}]", "\"the turn total is found\"}]"));
    project.run(&["lint"]).exits(3).says("reading `one` of the engine `pig`");
}

#[test]
fn a_hunt_between_engines_that_call_themselves_the_same_finds_what_one_of_them_rejects() {
    needs_interpreters!();
    let hunt = |other: &str| {
        let project = twin(NO_SIX);
        project.run(&["hunt", "python", other, "--plays", "64", "--jobs", "1", "--dry-run"])
    };
    hunt("twin").exits(1).says("invalid at when");
    hunt("python").exits(0);
}
