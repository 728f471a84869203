//! Observability of another engine: fields, events and paths that it never shows, placeholders, and misspelt paths.

use serde_json::Value;
use serde_json::json;

use crate::project::Project;

/// Pig behind a Python filter: another engine that lists neither switches nor events. `hello` and `played` are
/// statements that edit these two answers.
fn other_engine(hello: &str, played: &str) -> Project {
    let project = Project::pig();
    let (name, config) = ("truthsayer.yaml", project.read("truthsayer.yaml"));
    project.write(name, config + "  mine: {game: pig, command: [python3, -S, stranger.py]}\n");
    write_stranger(&project, hello, played);
    project
}

fn write_stranger(project: &Project, hello: &str, played: &str) {
    let filter = format!(
        r#"import json, subprocess, sys
engine = subprocess.Popen([sys.executable, "-S", "engine.py"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
for line in sys.stdin:
    engine.stdin.write(line)
    engine.stdin.flush()
    answer = json.loads(engine.stdout.readline() or '{{"bye": {{}}}}')
    if "bye" in answer:
        break
    if "hello" in answer:
        hello = answer["hello"]
        hello.update(engine={{"name": "stranger", "version": "1"}}, supports=[], switches=[], events=[])
        {hello}
    if "played" in answer:
        played = answer["played"]
        played.pop("fired", None)
        states, log = [played["before"], played["after"]], played["log"]
        {played}
    print(json.dumps(answer), flush=True)
"#
    );
    project.write("stranger.py", filter);
}

/// The statement that sets `observes`.
fn observes(declared: &Value) -> String {
    format!("hello['observes'] = json.loads('''{declared}''')")
}

const VERIFY: [&str; 3] = ["verify", "--engine", "mine"];

fn verify_json(project: &Project, code: i32) -> Value {
    let run = project.run(&[&VERIFY[..], &["--format", "json"]].concat()).exits(code);
    serde_json::from_str(&run.stdout).expect("JSON")
}

/// Adds a scenario with one claim.
fn write_scenario(project: &Project, then: &str) {
    let claim = "  - cite: pig/pig.md:15\n    quote: at least 50 points\n";
    let when = "given: {scores: {ann: 40}, turn_total: 10}\nwhen: [hold: {by: ann}]\n";
    let text = format!("scenario: One more\ngame: pig\n{when}claims:\n{claim}    then: {{{then}}}\n");
    project.write("scenarios/pig/more/one.yaml", text);
}

#[test]
fn a_field_that_an_engine_never_has_is_one_entry_with_the_line_that_declares_it() {
    needs_interpreters!();
    let leaves_out = "[event['won'].pop('by') for event in log if 'won' in event]";
    let project = other_engine("pass", leaves_out);
    let line = r#""observes": {"events":["*",{"name":"won","fields":[]}]}"#;
    let run = project.run(&VERIFY).exits(1);
    run.says("`won` never has `by`: 2 expectations").says(line).says("2 fail").does_not_say("in common");
    let data = verify_json(&project, 1);
    let never = &data["never_shown"][0];
    assert_eq!((&never["game"], &never["observes"]["events"][1]["name"]), (&json!("pig"), &json!("won")));
    let entry = &never["entries"][0];
    assert_eq!((&entry["event"], &entry["field"], &entry["expectations"]), (&json!("won"), &json!("by"), &json!(2)));
    assert_eq!(entry["claims"].as_array().map(Vec::len), Some(2));
    project.run(&["report", "--engine", "mine", "--out", "out"]);
    for report in ["out/SUMMARY.md", "out/index.html"] {
        assert!(project.read(report).replace('`', "").contains("won never has by: 2 expectations"), "{report}");
    }
    // With that line, nothing fails, and what is not judged is counted.
    write_stranger(&project, &observes(&never["observes"]), leaves_out);
    project.run(&VERIFY).exits(0).says("Judged on").does_not_say("never");
    let data = verify_json(&project, 0);
    assert_eq!(data["tally"]["observed"]["shown"].as_u64().map(|it| it + 2), data["tally"]["observed"]["of"].as_u64());
    assert!(data.get("never_shown").is_none());
}

#[test]
fn an_event_that_is_shown_without_some_fields_is_judged_and_counted_in_part() {
    needs_interpreters!();
    let declared = json!({"events": ["*", {"name": "held", "fields": ["by"]}]});
    let project =
        other_engine(&observes(&declared), "[event['held'].update(points=None) for event in log if 'held' in event]");
    project.run(&VERIFY).exits(0).says("Of 1 event, it shows only some fields").says("1 of them in part");
    assert_eq!(verify_json(&project, 0)["tally"]["observed"]["in_part"], 1);
    project.run(&["report", "--engine", "mine", "--out", "out"]);
    for report in ["out/SUMMARY.md", "out/index.html"] {
        assert!(project.read(report).contains("Of 1 event, it shows only some fields."), "{report}");
    }
    write_stranger(
        &project,
        &observes(&declared),
        "[event['held'].update(by='x') for event in log if 'held' in event]",
    );
    project.run(&VERIFY).exits(1).says("held {by: bob}").does_not_say("never has");
}

#[test]
fn a_field_that_some_event_of_the_run_has_is_not_never_there() {
    needs_interpreters!();
    // The row in which ann has 14 contains the field; the other row does not.
    let project = other_engine(
        "pass",
        "[event['won'].pop('by') for event in log if 'won' in event and states[1]['scores']['ann'] < 54]",
    );
    project.run(&VERIFY).exits(1).says("1 failed").says("actual    won {}").does_not_say("never");
    assert!(verify_json(&project, 1).get("never_shown").is_none());
}

#[test]
fn an_event_that_is_never_sent_is_one_entry() {
    needs_interpreters!();
    let project = other_engine("pass", "log[:] = [event for event in log if 'won' not in event]");
    let run = project.run(&VERIFY).exits(1).says("`won` is never sent: 2 expectations");
    let line = run.stdout.lines().find(|line| line.contains("\"observes\"")).expect("a line to declare it").to_owned();
    assert!(line.contains("\"turn_passes\"") && line.contains("\"held\"") && !line.contains("\"won\""), "{line}");
    // The rule may also be missing, so the clause is still listed.
    run.says("pig/pig.md:15");
}

#[test]
fn a_promised_path_that_is_never_shown_is_one_entry_with_a_narrower_declaration() {
    needs_interpreters!();
    let hides = "[state.pop('winner') for state in states]";
    let project = other_engine(&observes(&json!({"state": ["scores", "turn", "winner"]})), hides);
    let run = project.run(&VERIFY).exits(1).says("the state has no such path, although `observes` declares `winner`");
    run.says("`winner` is never shown: ").says(r#""observes": {"state":["scores","turn"]}"#);
    // Declaring nothing about the state is not better than declaring the right paths.
    for declared in [json!({"state": ["scores.*", "turn"]}), json!({})] {
        write_stranger(&project, &observes(&declared), hides);
        project.run(&VERIFY).exits(0).says("Judged on");
    }
}

#[test]
fn undeclared_facts_are_not_judged_even_if_sent() {
    needs_interpreters!();
    for value in ["None", "'nobody'"] {
        let sends = format!("[state.update(winner={value}) for state in states]");
        let project = other_engine(&observes(&json!({"state": ["scores", "turn", "turn_total"]})), &sends);
        project.run(&VERIFY).exits(0).says("Judged on");
        write_stranger(&project, "pass", &sends);
        project.run(&VERIFY).exits(1);
    }
}

#[test]
fn a_path_that_the_reference_engine_does_not_have_is_the_authors_mistake_on_any_engine() {
    needs_interpreters!();
    let hides = "[state.pop('winner') for state in states]";
    let declarations = [json!({}), json!({"state": ["turn"]}), json!({"state": ["scores", "winnr", "turn"]})];
    let one = [&VERIFY[..], &["pig/more"]].concat();
    let thens = ["changes: {winnr: null -> ann}", "state: {winnr: ann}", "unchanged: [winnr]"];
    let project = other_engine("pass", hides);
    for (declared, then) in declarations.iter().zip(thens) {
        write_stranger(&project, &observes(declared), hides);
        write_scenario(&project, &format!("{then}, events: [won]"));
        let run = project.run(&one).exits(3).says("the state has no `winnr`");
        run.says("did you mean `winner` instead of `winnr`?");
    }
    // A path that the reference engine has is merely not shown.
    write_scenario(&project, "changes: {winner: null -> ann}, events: [won]");
    project.run(&one).exits(0).says("Judged on 1 of 2 expectations");
}

#[test]
fn without_a_reference_engine_a_misspelt_path_is_unobserved_and_proves_nothing() {
    needs_interpreters!();
    let project = other_engine("pass", "pass");
    write_scenario(&project, "changes: {winnr: null -> ann}");
    project.write("gone.sh", "exit 1\n");
    let config = project.read("truthsayer.yaml").replace("engine: python}", "engine: gone}");
    project.write("truthsayer.yaml", config + "  gone: {game: pig, command: [sh, gone.sh]}\n");
    let run = project.run(&[&VERIFY[..], &["pig/more", "--format", "json"]].concat()).exits(5);
    let data: Value = serde_json::from_str(&run.stdout).expect("JSON");
    assert_eq!((&data["tally"]["unobserved"], &data["tally"]["pass"]), (&json!(1), &json!(0)));
    assert_eq!(data["scenarios"][0]["claims"][0]["holds"], Value::Null);
    let clauses = data["clauses"].as_array().expect("clauses");
    let cited = clauses.iter().find(|clause| clause["id"] == "pig/pig.md:15.1").expect("the clause");
    assert_eq!(cited["grade"], "cited");
}

#[test]
fn a_forbidden_event_that_cannot_be_distinguished_is_unobserved() {
    needs_interpreters!();
    let leaves_out = "[event['won'].pop('by') for event in log if 'won' in event]";
    let project = other_engine("pass", leaves_out);
    write_scenario(&project, "no_events: [won: {by: ann}]");
    let one = [&VERIFY[..], &["pig/more"]].concat();
    project.run(&one).exits(5).says("1 unobserved");
    // An engine that lists the field must fill it whenever there is a value.
    let lists = observes(&json!({"events": ["*", {"name": "won", "fields": ["by"]}]}));
    write_stranger(&project, &lists, leaves_out);
    project.run(&one).exits(0);
    write_stranger(&project, "pass", "pass");
    project.run(&one).exits(1).says("no won {by: ann}");
}

#[test]
fn the_kit_names_what_is_never_shown_and_what_is_left_out() {
    needs_interpreters!();
    let check = ["engine", "check", "--", "python3", "-S", "stranger.py"];
    let project = other_engine("pass", "[event['won'].pop('by') for event in log if 'won' in event]");
    let run = project.run(&check).exits(1).says("`won` never has `by`: 2 expectations");
    run.says(r#"{"events":["*",{"name":"won","fields":[]}]}"#);
    let declared = json!({"events": ["*", {"name": "won", "fields": []}], "state": ["scores.*"]});
    write_stranger(&project, &observes(&declared), "pass");
    let run = project.run(&check).says(r#"{"name":"won","fields":[]}"#);
    run.says("left out, although claims are about it: events: won.by (2); state: ").does_not_say("never has");
}
