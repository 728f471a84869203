//! The protocol from end to end: built-in engines behind it, recorded and replayed conversations, and the schemas.

use std::path::Path;

use serde_json::Value;
use truthsayer::builtin_engines;

use crate::interpreters;
use crate::project::Project;
use crate::project::run_in;
use crate::project::shipped;
use crate::reporting::schema;

const BINARY: &str = env!("CARGO_BIN_EXE_truthsayer");

fn served(name: &str) -> String {
    format!("'{BINARY}' engine {name}")
}

/// Every built-in engine gives the same bytes over the protocol as in this process; so do its documents.
#[test]
fn an_engine_behind_the_protocol_gives_the_same_bytes() {
    let served = Project::served();
    for name in builtin_engines::names() {
        let game = builtin_engines::by_name(name).expect("on the roster").profile().game.clone();
        let command = ["verify", "--game", &game, "--format", "json"];
        let (inside, outside) = (shipped(&command), served.run_in_ci(&command));
        assert_eq!(inside.code, Some(0), "{}", inside.stdout);
        assert_eq!((inside.code, inside.stderr), (outside.code, outside.stderr), "{name}");
        assert!(inside.stdout == outside.stdout, "{name} differs over the wire");
    }
    served.run_in_ci(&["report", "--check"]).exits(0).says("up to date");
}

#[test]
fn a_recorded_conversation_can_be_played_back_and_holds_nothing_that_an_engine_may_not_see() {
    let project = Project::with_duel();
    project.run(&["verify", "--record", "talk.txt", "--engine-command", &served("dune")]).exits(0);
    let talk = project.read("talk.txt");
    assert!(
        talk.starts_with("# truthsayer conversation 1\n1 > {\"hello\":{\"protocol\":1}}\n1 < {\"hello\""),
        "{talk}"
    );
    for asked in talk.lines().filter(|line| line.contains(" > ")) {
        for secret in ["The higher total wins", "cite", "quote", "claims", "duel/plain", "battle.md"] {
            assert!(!asked.contains(secret), "`{secret}` was sent: {asked}");
        }
    }
    let replay = format!("'{BINARY}' engine replay talk.txt");
    project.run_in_ci(&["verify", "--engine-command", &replay]).exits(0).says("1 scenario passed");
    // A task that is missing in the recording is not answered.
    project.write(
        "scenarios/dune/duel/plain.yaml",
        project.read("scenarios/dune/duel/plain.yaml").replacen("dial: 2", "dial: 1", 1),
    );
    let run = project.run_in_ci(&["verify", "--engine-command", &replay]).exits(5);
    run.says("the engine does not support it: the recording does not contain this task");
    project.run(&["engine", "replay", "truthsayer.yaml"]).exits(3).complains("this is not a recording");
    project.run(&["engine", "replay", "nowhere.txt"]).exits(3).complains("cannot read");
}

#[test]
fn a_recorded_death_and_a_recorded_silence_happen_again() {
    let project = Project::with_duel();
    project.write("dies.sh", "read l\necho '{\"hello\":{\"protocol\":1}}'\nread l\necho no spice left >&2\nexit 9\n");
    project.run_in_ci(&["verify", "--record", "talk.txt", "--engine-command", "sh dies.sh"]).exits(4);
    let replay = format!("'{BINARY}' engine replay talk.txt");
    project.run_in_ci(&["verify", "--engine-command", &replay]).exits(4).says("no spice left").says("the engine died");
    project.write("hangs.sh", "read l\necho '{\"hello\":{\"protocol\":1}}'\nread l\nsleep 600\n");
    let timeout = ["--timeout", "500ms"];
    let recorded = ["verify", "--record", "talk.txt", "--engine-command", "sh hangs.sh"];
    project.run_in_ci(&[&recorded[..], &timeout].concat()).exits(4);
    let run = project.run_in_ci(&["verify", "--engine-command", &replay, "--timeout", "500ms"]).exits(4);
    run.says("no answer to the task within 500ms");
}

/// Real conversations, validated line by line against the printed schemas.
#[test]
fn recorded_conversations_keep_to_the_schemas() {
    let printed = shipped(&["schema", "protocol"]).exits(0).stdout;
    let schema: Value = serde_json::from_str(&printed).expect("JSON");
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().expect("a folder");
    let mut lines = 0;
    let mut talk = |name: &str, project: &Path, arguments: &[&str]| {
        let file = folder.path().join(name);
        let record = ["--record", file.to_str().expect("a path"), "--jobs", "2"];
        run_in(project, &[arguments, &record].concat(), &[("CI", "true")]).exits(0);
        for line in std::fs::read_to_string(&file).expect("a recording").lines().skip(1) {
            let (head, said) = line.split_at(4);
            let direction = if head.contains('>') { "to_engine" } else { "from_engine" };
            let data: Value = serde_json::from_str(said).unwrap_or_else(|error| panic!("{error}: {line}"));
            if let Err(why) = schema::check(&schema, &schema["$defs"][direction], &data) {
                panic!("{name}: {why}\n{line}");
            }
            lines += 1;
        }
    };
    for name in builtin_engines::names() {
        let game = builtin_engines::by_name(name).expect("on the roster").profile().game.clone();
        talk(name, root, &["verify", "--game", &game, "--engine-command", &served(name)]);
    }
    if interpreters::installed() {
        talk("python", &root.join("examples/pig"), &["prove", "--engine", "python"]);
        talk("node", &root.join("examples/pig"), &["prove", "--engine", "node"]);
    }
    assert!(lines > 1000, "only {lines} lines were said");
}

/// An engine that answers every task with this line; `ID` stands for the id of the task.
fn answering(line: &str) -> String {
    let line = line.replace('\'', "\\'");
    format!(
        "import json,sys\nfor l in sys.stdin:\n m=json.loads(l)\n if 'play' in m: print('{line}'.replace('ID', str(m['play']['id'])),flush=True)\n elif 'hello' in m: print(json.dumps({{'hello':{{'protocol':1,'engine':{{'name':'odd','version':'1'}},'game':'dune','supports':[]}}}}),flush=True)\n elif 'bye' in m: break\n else: print(json.dumps({{'unknown':{{'why':'no'}}}}),flush=True)\n"
    )
}

#[test]
fn old_and_new_words_for_an_answer_mean_the_same() {
    needs_interpreters!();
    let project = Project::with_duel();
    for (line, exit, words) in [
        (r#"{"invalid":{"id":ID,"at":"when[0]","why":"what is this"}}"#, 1, "rejects it as invalid: what is this"),
        (r#"{"misposed":{"id":ID,"at":"when[0]","why":"what is this"}}"#, 1, "rejects it as invalid: what is this"),
        (
            r#"{"crashed":{"id":ID,"why":"KeyError: x","at":"rules.py:8","step":1}}"#,
            1,
            "crashed at rules.py:8: KeyError: x",
        ),
        (r#"{"failed":{"id":ID,"why":"KeyError: x","step":1}}"#, 1, "the engine crashed: KeyError: x"),
    ] {
        project.write("odd.py", answering(line));
        project.run_in_ci(&["verify", "--engine-command", "python3 odd.py"]).exits(exit).says(words);
        // A recording with either word can be replayed.
        project.run_in_ci(&["verify", "--record", "talk.txt", "--engine-command", "python3 odd.py"]).exits(exit);
        let replay = format!("'{BINARY}' engine replay talk.txt");
        project.run_in_ci(&["verify", "--engine-command", &replay]).exits(exit).says(words);
    }
}

#[test]
fn the_kit_fails_an_engine_that_plays_nothing() {
    needs_interpreters!();
    let project = Project::with_duel();
    for (line, seen) in [
        (
            r#"{"crashed":{"id":ID,"why":"KeyError: x","at":"/home/ann/rules.py:8","step":2}}"#,
            "1 of 1 crash, first it crashed at rules.py:8 in step 2: KeyError: x",
        ),
        (r#"{"failed":{"id":ID,"why":"KeyError: x"}}"#, "1 of 1 crash, first it crashed: KeyError: x"),
        (r#"{"unsupported":{"id":ID,"why":"not yet"}}"#, "1 of 1 are unsupported, first not yet"),
        (
            r#"{"invalid":{"id":ID,"at":"given","why":"what is this"}}"#,
            "1 of 1 are invalid, first `given`: what is this",
        ),
    ] {
        project.write("odd.py", answering(line));
        let run = project.run(&["engine", "check", "--", "python3", "odd.py"]).exits(1);
        run.says("the tasks of its game").says(seen).does_not_say("it ran the invalid task");
    }
}

#[test]
fn the_schemas_refuse_what_is_wrong() {
    let schema: Value = serde_json::from_str(truthsayer_protocol::wire::SCHEMA).expect("JSON");
    let fits = |direction: &str, text: &str| {
        let data: Value = serde_json::from_str(text).expect("JSON");
        schema::check(&schema, &schema["$defs"][direction], &data).is_ok()
    };
    for (direction, text) in [
        ("to_engine", r#"{"hello":{"protocol":1}}"#),
        ("to_engine", r#"{"play":{"id":1,"given":{},"when":[],"without":[]}}"#),
        ("from_engine", r#"{"invalid":{"id":1,"at":"given","why":"x"}}"#),
        ("from_engine", r#"{"misposed":{"id":1,"at":"given","why":"x"}}"#),
        ("from_engine", r#"{"crashed":{"id":7,"why":"TypeError: x","at":"engine.py:68","step":3}}"#),
        ("from_engine", r#"{"crashed":{"id":7,"why":"TypeError: x"}}"#),
        ("from_engine", r#"{"failed":{"id":7,"why":"TypeError: x","step":3}}"#),
        ("from_engine", r#"{"unsupported":{"id":1,"why":"x"}}"#),
        ("from_engine", r#"{"unknown":{"why":"x"}}"#),
        ("from_engine", r#"{"played":{"id":1,"before":{},"after":{},"log":[{"a":{}}]}}"#),
    ] {
        assert!(fits(direction, text), "{text}");
    }
    for (direction, text) in [
        ("to_engine", r#"{"hello":{"protocol":99}}"#),
        ("to_engine", r#"{"play":{"id":1,"given":{},"when":[],"without":[],"title":"secret"}}"#),
        ("to_engine", r#"{"play":{"id":1,"given":{},"when":[{"a":1,"b":2}],"without":[]}}"#),
        ("from_engine", r#"{"hello":{"protocol":1}}"#),
        ("from_engine", r#"{"played":{"id":"1","before":{},"after":{},"log":[]}}"#),
        ("from_engine", r#"{"played":{"id":1,"before":{},"after":{},"log":["a"]}}"#),
        ("from_engine", r#"{"played":{"id":1,"before":{},"after":{},"log":[]},"invalid":{"id":1,"at":"","why":""}}"#),
        ("from_engine", r#"{"invalid":{"id":0,"at":"given","why":"x"}}"#),
        ("from_engine", r#"{"misposed":{"id":0,"at":"given","why":"x"}}"#),
        ("from_engine", r#"{"crashed":{"id":1,"at":"engine.py:68"}}"#),
    ] {
        assert!(!fits(direction, text), "{text}");
    }
}

#[test]
fn engines_are_named_in_the_project_file_and_nowhere_else() {
    let project = Project::with_duel();
    let config = |engine: &str| format!("games: {{dune: {{engine: mine}}}}\nengines:\n  mine: {engine}\n");
    let good =
        format!("{{game: dune, command: ['{BINARY}', engine, dune], timeout: 2s, env: {{NAME: \"x\"}}, dir: rules}}");
    project.write("truthsayer.yaml", config(&good));
    project.run_in_ci(&["verify"]).exits(0).says("1 scenario passed");
    project.run_in_ci(&["verify", "--engine", "dune"]).exits(0);
    project.run_in_ci(&["verify", "--engine", "mime"]).exits(2).complains("did you mean `mine`?");
    for (engine, complaint) in [
        ("{command: [x]}", "needs the key `game`"),
        ("{game: dune, command: []}", "`command` is empty"),
        ("{game: dune, command: sh}", "`command` must be a list"),
        ("{game: dune, command: [x], timeout: soon}", "is not a time between 1ms and 1h"),
        ("{game: dune, command: [x], dir: ../..}", "must be a folder inside the project"),
        ("{game: dune, command: [x], shell: true}", "an engine has no key `shell`"),
        ("{game: chess, command: [x]}", "the engine `mine`, which plays `chess`"),
        ("{game: dune}", "the engine `mine` has no `command` and is not built in"),
        ("{game: dune, timeout: 2s}", "`timeout` has no effect without a `command`"),
        ("{events: {refused: {ignore: [step]}}}", "`step` of the event `refused` cannot be ignored"),
        ("{events: {refused: {ignore: [cod]}}}", "did you mean `code`?"),
        ("{events: {ended: {}}}", "the entry for the event `ended` has no effect"),
        ("{events: {ended: {called: x}, begun: {called: x}}}", "two events cannot both be called `x`"),
    ] {
        project.write("truthsayer.yaml", config(engine));
        project.run_in_ci(&["verify"]).exits(3).complains(complaint);
    }
    // A scenario names a game, never an engine and never a command.
    project.write("truthsayer.yaml", "games: {dune: {engine: dune}}\n");
    let duel = project.read("scenarios/dune/duel/plain.yaml");
    project.write("scenarios/dune/duel/plain.yaml", format!("{duel}command: [touch, owned]\n"));
    project.run_in_ci(&["verify"]).exits(3).complains("a scenario has no key `command`");
    // No shell interprets this.
    project.write("scenarios/dune/duel/plain.yaml", duel);
    project.run_in_ci(&["verify", "--engine-command", "true; touch owned"]).exits(4);
    assert!(!project.exists("owned"));
}
