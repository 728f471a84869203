//! The adapters for Python and JavaScript: their own tests, the engine of each README, and Pig in three languages.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::path::PathBuf;
use std::process::Command;
use std::process::Stdio;

use serde_json::Value;
use serde_json::json;
use truthsayer_protocol::server;

#[path = "../../examples/pig/engine.rs"]
mod pig;

const BINARY: &str = env!("CARGO_BIN_EXE_truthsayer");

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Runs a program in a folder, with these lines as its input, and returns its output.
#[track_caller]
fn run(folder: &Path, command: &[&str], input: &str) -> String {
    let mut child = Command::new(command[0])
        .args(&command[1..])
        .current_dir(folder)
        .env("CI", "true")
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let mut stdin = child.stdin.take().expect("an input");
    let text = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("no panic").expect("it reads");
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}\n{stdout}\n{stderr}");
    stdout.into_owned()
}

#[test]
fn the_adapters_pass_their_own_tests() {
    needs_interpreters!();
    run(&root().join("adapters/python"), &["python3", "-m", "unittest", "-q"], "");
    run(&root().join("adapters/node"), &["node", "--test"], "");
}

/// Returns all tasks of a proof of Pig, and a few invalid tasks.
fn questions(folder: &Path) -> Vec<String> {
    let talk = folder.join("talk.txt").display().to_string();
    run(&root().join("examples/pig"), &[BINARY, "prove", "--engine", "python", "--record", &talk], "");
    let recorded = fs::read_to_string(talk).expect("a recording");
    let played = recorded.lines().filter_map(|line| line.split_once("> ")).map(|(_, said)| said.to_owned());
    let mut asked: Vec<String> = played.filter(|said| said.starts_with("{\"play\"")).collect();
    for (given, when, without) in [
        (json!({"scores": {"eve": 1}}), json!([]), json!([])),
        (json!({"turn_total": -1}), json!([]), json!([])),
        (json!({"scores": {"ann": 49}}), json!([{"roll": {"by": "ann", "shows": 7}}]), json!([])),
        (json!({"turn": "bob"}), json!([{"roll": {"by": "ann", "shows": 1}}, {"hold": {}}]), json!([])),
        (json!({}), json!([{"roll": {"by": "ann", "shows": 1}, "hold": {"by": "ann"}}]), json!([])),
        (json!({}), json!([]), json!(["nothing"])),
    ] {
        asked.push(json!({"play": {"id": 1, "given": given, "when": when, "without": without}}).to_string());
    }
    asked
}

/// Returns an answer without the parts that differ between languages: source locations and the words of complaints.
fn outcome(line: &str) -> String {
    let mut answer: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    for firing in answer.pointer_mut("/played/fired").and_then(Value::as_array_mut).into_iter().flatten() {
        let place = firing.as_object_mut().expect("a map");
        assert!(place.remove("file").is_some() && place.remove("line").is_some(), "{line}");
    }
    if let Some(complaint) = answer.pointer_mut("/invalid").and_then(Value::as_object_mut) {
        complaint.remove("why");
    }
    answer.to_string()
}

#[test]
fn pig_in_three_languages_gives_the_same_outcomes() {
    needs_interpreters!();
    let folder = tempfile::tempdir().expect("a folder");
    let asked = questions(folder.path());
    assert!(asked.len() > 45, "only {} tasks", asked.len());
    let input = asked.join("\n") + "\n";
    let example = root().join("examples/pig");
    let python = run(&example, &["python3", "engine.py"], &input);
    let node = run(&example, &["node", "engine.mjs"], &input);
    let mut rust = Vec::new();
    server::serve(&pig::engine(), input.as_bytes(), &mut rust).expect("it is served");
    let rust = String::from_utf8(rust).expect("text");
    let outcomes = |said: &str| said.lines().map(outcome).collect::<Vec<_>>();
    let expected = outcomes(&python);
    assert_eq!(expected.len(), asked.len());
    assert!(expected.iter().filter(|answer| answer.contains("\"invalid\"")).count() == 6, "{expected:#?}");
    assert_eq!(expected, outcomes(&node));
    assert_eq!(expected, outcomes(&rust));
}

/// The code of a README, by the language of its fence.
fn fenced(page: &str, language: &str) -> String {
    let text = fs::read_to_string(root().join(page)).expect("a page");
    let found = text.split(&format!("```{language}\n")).nth(1).and_then(|rest| rest.split("```").next());
    found.unwrap_or_else(|| panic!("{page} shows no {language}")).to_owned()
}

const SCENARIOS: [(&str, &str); 3] = [
    (
        "three",
        "scenario: Four stones are too many\ngame: nim\ngiven: {heap: 9}\nwhen: [{take: 4}]\nclaims:\n  - cite: nim/nim.md:1\n    quote: at most three stones\n    then: {refused: {step: 1, code: too_many}, unchanged: [heap]}\n",
    ),
    (
        "empty",
        "scenario: Two stones cannot be taken from one\ngame: nim\ngiven: {heap: 3}\nwhen: [{take: 2}, {take: 2}]\nclaims:\n  - cite: nim/nim.md:2\n    quote: more stones than there are\n    then: {refused: {step: 2, code: too_few_left}, changes: {heap: 3 -> 1}}\n",
    ),
    (
        "win",
        "scenario: The last stone wins\ngame: nim\ngiven: {heap: 4}\nwhen: [{take: 3}, {take: 1}]\nclaims:\n  - cite: nim/nim.md:3\n    quote: the last stone wins\n    then: {changes: {winner: null -> bob}, events: [{won: {by: bob}}]}\n",
    ),
];

/// A user's first project: the adapter file, an engine, a rulebook and three scenarios.
fn newcomer(adapter: &str, engine: &str, code: &str, command: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |path: &str, text: &str| {
        let path: PathBuf = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("folders can be made");
        fs::write(path, text).expect("a file can be written");
    };
    let name = Path::new(adapter).file_name().and_then(|name| name.to_str()).expect("a name");
    write(name, &fs::read_to_string(root().join(adapter)).expect("the adapter"));
    write(engine, code);
    write("rules/nim/nim.md", &fenced("adapters/python/README.md", "markdown"));
    let settings = fenced("adapters/python/README.md", "yaml").replace("[python3, engine.py]", command);
    write("truthsayer.yaml", &settings);
    for (name, text) in SCENARIOS {
        write(&format!("scenarios/nim/play/{name}.yaml"), text);
    }
    folder
}

#[test]
fn a_newcomers_engine_of_forty_lines_is_checked_verified_and_proven() {
    needs_interpreters!();
    let python = (
        "adapters/python/truthsayer_engine.py",
        "engine.py",
        fenced("adapters/python/README.md", "python"),
        ["python3", "engine.py"],
    );
    let node = (
        "adapters/node/truthsayer-engine.mjs",
        "engine.mjs",
        fenced("adapters/node/README.md", "javascript"),
        ["node", "engine.mjs"],
    );
    for (adapter, engine, code, command) in [python, node] {
        assert!(code.lines().count() < 40, "{engine} has {} lines", code.lines().count());
        let project = newcomer(adapter, engine, &code, &format!("[{}]", command.join(", ")));
        let check = [[BINARY, "engine", "check", "--"].as_slice(), &command].concat();
        let reported = run(project.path(), &check, "");
        assert!(reported.contains("0 failed, 0 did not run"), "{reported}");
        let bless = Command::new(BINARY).arg("bless").current_dir(project.path()).env_remove("CI").output();
        assert!(bless.expect("it runs").status.success());
        assert!(run(project.path(), &[BINARY, "verify"], "").contains("3 scenarios passed"));
        let reported = run(project.path(), &[BINARY, "prove"], "");
        assert!(reported.contains("3 of 3 switches proven"), "{reported}");
    }
}
