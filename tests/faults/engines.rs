//! Untrusted engines: any output, any behaviour, and processes that they leave behind.

use std::fs;
use std::path::Path;

use serde_json::Value;
use serde_json::json;
use truthsayer_protocol::text;

use crate::fixtures::GOLDEN;
use crate::fixtures::PLAIN;
use crate::fixtures::link;
use crate::project::Project;
use crate::supervised_run::Seen;
use crate::supervised_run::watch;
use crate::supervised_run::watch_in_colour;

pub(crate) const SCENARIO: &str = "scenario: A step\ngame: dune\ngiven: {}\nwhen:\n  - step: {}\nclaims:\n  - cite: dune/battle.md:2\n    quote: The higher total wins\n    then:\n      changes: {side.total: 0 -> 1}\n";

/// An engine with scripted replies.
pub(crate) struct CannedEngine {
    pub project: Project,
    pub said: Value,
}

/// A `hello` and an answer with every field that an engine can send.
pub(crate) fn all_words() -> Value {
    let hello = json!({
        "protocol": 1, "engine": {"name": "parrot", "version": "1.0"}, "game": "dune",
        "supports": ["without", "fired"],
        "switches": [{"name": "higher", "cite": "dune/battle.md:2", "quote": "The higher total wins"}],
        "events": [{"name": "won", "fields": ["by", "why"]}],
        "board": {"at": "board", "columns": ["a"], "rows": ["1"], "empty": ".", "sides": ["red", "blue"],
                  "grounds": [{"name": "land", "sign": "l", "squares": ["a1"]}]},
    });
    let played = json!({
        "before": {"side": {"total": 0, "name": "one"}, "board": {"a1": "."}},
        "after": {"side": {"total": 1, "name": "two"}, "board": {"a1": "K"}},
        "log": [{"won": {"by": "one", "why": ["deep", {"down": "here"}]}}],
        "fired": [{"switch": "higher", "file": "src/engine.py", "line": 2, "event": 0}],
        "asked": [{"who": "one", "what": "step", "why": "it is its turn", "step": 1, "event": 0}],
    });
    json!({"hello": hello, "answer": {"played": played}})
}

impl CannedEngine {
    /// An engine that passes.
    fn new() -> CannedEngine {
        CannedEngine::saying(all_words())
    }

    pub(crate) fn saying(said: Value) -> CannedEngine {
        let project = Project::new().file(PLAIN, SCENARIO).file("src/engine.py", "def wins():\n    return True\n");
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/engines/says.sh");
        // A copy, so that the project file contains no path of this machine.
        project.write("says.sh", fs::read(script).expect("the script"));
        project.write(
            "truthsayer.yaml",
            "games: {dune: {engine: parrot}}\nengines: {parrot: {game: dune, command: [sh, says.sh, said]}}\nsources: [src]\n",
        );
        let mut parrot = CannedEngine { project, said: Value::Null };
        parrot.learn(said);
        parrot
    }

    /// Changes the replies.
    pub(crate) fn learn(&mut self, said: Value) {
        let _ = fs::remove_dir_all(self.project.path("said"));
        self.project.write("said/hello", json!({"hello": said["hello"]}).to_string() + "\n");
        let answer = said["answer"].as_object().and_then(|map| map.iter().next()).expect("an answer");
        let body = answer.1.to_string();
        self.project.write("said/head", format!("{{{}:{{\"id\":", json!(answer.0)));
        self.project.write("said/tail", format!(",{}}}\n", body.trim_start_matches('{')));
        for name in ["line", "log", "death"] {
            if let Some(text) = said[name].as_str() {
                self.project.write(&format!("said/{name}"), format!("{text}\n"));
            }
        }
        self.said = said;
    }

    /// All fields, with another value at one place.
    fn with(path: &str, value: Value) -> CannedEngine {
        let mut said = all_words();
        *said.pointer_mut(path).unwrap_or_else(|| panic!("no {path}")) = value;
        CannedEngine::saying(said)
    }

    /// All fields and an additional one.
    fn with_more(name: &str, value: Value) -> CannedEngine {
        let mut said = all_words();
        said[name] = value;
        CannedEngine::saying(said)
    }

    #[track_caller]
    fn run(&self, arguments: &[&str]) -> Seen {
        watch(&self.project, arguments)
    }
}

#[test]
fn the_parrot_passes_and_its_source_is_named() {
    let parrot = CannedEngine::new();
    parrot.run(&["bless"]).exits(0);
    parrot.run(&["verify"]).exits(0);
    parrot.run(&["report"]).exits(0);
    let page = parrot.project.read("verification/index.html");
    assert!(page.contains("src/engine.py") && !page.contains("return True"));
}

/// Returns copies of the document, each with the text at one of the places that can contain one.
fn infected(said: &Value, payload: &str) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    infect(said, payload, "", &mut |path, replaced| found.push((path, replaced)));
    found
}

fn infect(here: &Value, payload: &str, path: &str, found: &mut dyn FnMut(String, Value)) {
    match here {
        Value::String(text) => found(path.to_owned(), json!(format!("{text}{payload}"))),
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                infect(item, payload, &format!("{path}/{at}"), &mut |path, new| {
                    let mut items = items.clone();
                    items[at] = new;
                    found(path, Value::Array(items));
                });
            }
        }
        Value::Object(map) => {
            for (key, value) in map {
                let mut renamed = map.clone();
                renamed.remove(key);
                renamed.insert(format!("{key}{payload}"), value.clone());
                found(format!("{path}/{key} (its name)"), Value::Object(renamed));
                infect(value, payload, &format!("{path}/{key}"), &mut |path, new| {
                    let mut map = map.clone();
                    map.insert(key.clone(), new);
                    found(path, Value::Object(map));
                });
            }
        }
        _ => {}
    }
}

/// Checks that the text is not printed and is not in a golden or document.
#[track_caller]
fn is_shown_nowhere(parrot: &CannedEngine, what: &str, commands: &[&[&str]]) {
    for command in commands {
        let seen = watch_in_colour(&parrot.project, command);
        let forged = seen.stdout.lines().chain(seen.stderr.lines()).any(|line| line.starts_with("# forged"));
        assert!(!forged, "{what} forged a line of `{}`", command.join(" "));
    }
    for folder in ["golden", "verification"] {
        for entry in walkdir::WalkDir::new(parrot.project.path(folder)).into_iter().flatten() {
            if entry.file_type().is_file() {
                let written = fs::read_to_string(entry.path()).expect("a text");
                assert!(text::is_harmless(&written), "{what} got into {}", entry.path().display());
                assert!(
                    !written.lines().any(|line| line.starts_with("# forged")),
                    "{what} forged a line of a document"
                );
            }
        }
    }
}

/// Text that could deceive a terminal, a reader or a document.
const PAYLOADS: &[&str] = &["\u{1b}[95mX", "\n# forged", "\u{202e}X", "\u{9b}95mX", "\u{7}\u{8}", "\u{2028}X"];

#[test]
fn engine_output_cannot_control_a_terminal_or_a_document() {
    let mut parrot = CannedEngine::new();
    let places = infected(&all_words(), "").len();
    assert!(places > 60, "only {places} places were found");
    for place in 0..places {
        // Each place gets two payloads, and every payload is used.
        for payload in [PAYLOADS[1], PAYLOADS[place % PAYLOADS.len()]] {
            let (path, said) = infected(&all_words(), payload).swap_remove(place);
            if said.get("hello").is_some() && said.get("answer").is_some() {
                parrot.learn(said);
                is_shown_nowhere(&parrot, &path, &[&["explain", "dune/duel/plain"], &["report"]]);
            }
        }
    }
}

#[test]
fn no_reason_that_an_engine_gives_touches_a_terminal_or_a_document() {
    let mut parrot = CannedEngine::new();
    for payload in PAYLOADS {
        let text = format!("so{payload}");
        for answer in [
            json!({"invalid": {"at": format!("given.{text}"), "why": text}}),
            json!({"unsupported": {"why": text}}),
            json!({"unknown": {"why": text}}),
            json!({text.as_str(): {"why": 1}}),
        ] {
            let mut said = all_words();
            said["answer"] = answer;
            parrot.learn(said);
            is_shown_nowhere(&parrot, payload, &[&["verify"], &["report"]]);
        }
        for more in [json!({"line": text}), json!({"log": text, "death": "1"}), json!({"log": text, "line": "{"})] {
            let mut said = all_words();
            said.as_object_mut().expect("a map").extend(more.as_object().expect("a map").clone());
            parrot.learn(said);
            is_shown_nowhere(&parrot, payload, &[&["verify"], &["lint"]]);
        }
    }
    let mut said = all_words();
    said["answer"]["played"]["after"]["side"]["name"] = json!("\u{1b}[95mX\n# forged");
    parrot.learn(said);
    let check = ["engine", "check", "--", "sh", "says.sh", "said"];
    is_shown_nowhere(
        &parrot,
        "a value",
        &[&["prove"], &["verify", "--format", "json"], &check, &["bless"], &["verify"]],
    );
}

#[test]
fn only_source_that_was_declared_is_shown() {
    let secret = "SECRET = 1\nSECRET = 2\n";
    for file in [
        ".env",
        ".git/config",
        "src/.env",
        "src/../.env",
        "../outside.py",
        "/etc/passwd",
        "src/passwd.py",
        "src/linked.py",
        "src/settings.yaml",
        "other/engine.py",
        "truthsayer.yaml",
        "src",
        "",
        "src/engine.py/",
        "src/pipe.py",
    ] {
        let parrot = CannedEngine::with("/answer/played/fired/0/file", json!(file));
        for path in [".env", ".git/config", "src/.env", "src/settings.yaml", "other/engine.py"] {
            parrot.project.write(path, secret);
        }
        link("/etc/passwd", &parrot.project.path("src/passwd.py"));
        link("../other/engine.py", &parrot.project.path("src/linked.py"));
        crate::fixtures::pipe(&parrot.project.path("src/pipe.py"));
        parrot.run(&["report"]).exits(0);
        let page = parrot.project.read("verification/index.html");
        assert!(!page.contains("SECRET") && !page.contains("root:") && !page.contains("says.sh"), "{file} is shown");
    }
}

#[test]
fn source_of_an_engine_reaches_no_document() {
    let parrot = CannedEngine::new();
    parrot.project.write("src/engine.py", "a = '```'\nb = '</script><img src=x> ````'\nc = '# Forged\u{1b}[95m'\n");
    let catalog = "categories: [A]\nrules:\n  - {rule: 1, title: T, category: A, lines: [\"dune/battle.md:2\"]}\n";
    parrot.project.write("rules/dune/catalog.yaml", catalog);
    parrot.run(&["report"]).exits(0);
    for file in ["verification/dune/rule-01-t.md", "verification/index.html"] {
        let text = parrot.project.read(file);
        assert!(text.contains("src/engine.py") && !text.contains("Forged") && !text.contains("<img"), "{file}");
    }
}

#[test]
fn an_outcome_of_any_size_is_judged_and_only_a_readable_one_is_accepted() {
    let leaves = |count: usize| {
        (0..count).map(|number| (format!("k{number:06}"), json!(number))).collect::<serde_json::Map<_, _>>()
    };
    let deep = (0..100).fold(json!(1), |inner, _| json!([inner]));
    let events = vec![json!({"won": {}}); 20_000];
    let (name, log) = ("/answer/played/after/side/name", "/answer/played/log");
    for (place, value, reason) in [
        (name, json!("x".repeat(1_200_000)), "more than 1024 KiB"),
        (name, json!(leaves(100_000)), "more than 1024 KiB"),
        (log, json!([{"won": deep}]), "could not be read again"),
        (log, json!(events), "could not be read again"),
    ] {
        let parrot = CannedEngine::with(place, value);
        parrot.run(&["verify"]).exits(1).says("1 scenario passed");
        parrot.run(&["bless"]).exits(1).says("refused dune/duel/plain").says(reason);
        assert!(!parrot.project.exists(GOLDEN));
        parrot.run(&["report"]).exits(0);
        parrot.run(&["explain", "dune/duel/plain"]).exits(0);
    }
}

#[test]
fn only_a_part_of_many_long_outcomes_is_kept() {
    let leaves: serde_json::Map<_, _> = (0..30_000).map(|number| (format!("k{number:06}"), json!(number))).collect();
    let parrot = CannedEngine::with("/answer/played/after/side/name", json!(leaves));
    (0..100).for_each(|number| parrot.project.write(&format!("scenarios/dune/duel/no-{number}.yaml"), SCENARIO));
    parrot.run(&["report"]).exits(0).says("wrote verification/SUMMARY.md");
    let documents = walkdir::WalkDir::new(parrot.project.path("verification")).into_iter().flatten();
    let texts = documents.filter_map(|entry| fs::read_to_string(entry.path()).ok());
    assert!(texts.into_iter().any(|text| text.contains("is too long to show")));
    parrot.run(&["bless"]).exits(1).says("the outcome is too long to store");
    parrot.run(&["explain", "dune/duel/no-7"]).exits(0).says("k000001");
}

#[test]
fn an_answer_that_is_too_long_too_deep_or_too_much_is_reported() {
    let long = CannedEngine::with("/answer/played/after/side/name", json!("x".repeat(5 * 1024 * 1024)));
    long.run(&["verify"]).exits(4).says("it is longer than 4 MiB");
    for line in ["[".repeat(500_000), "{\"played\":".repeat(100_000), "\"".repeat(100_000), "9".repeat(1_000_000)] {
        let parrot = CannedEngine::with_more("line", json!(line));
        parrot.run(&["verify"]).exits(4).says("the engine's answer is invalid");
    }
    let switches: Vec<Value> =
        (0..100_000).map(|number| json!({"name": format!("s{number}"), "cite": "x", "quote": "y"})).collect();
    let parrot = CannedEngine::with("/hello/switches", json!(switches));
    parrot.run(&["prove"]).exits(4).says("its hello has more than 20000");
    for path in ["/hello/switches/0/name", "/hello/switches/0/quote", "/hello/events/0/name", "/hello/game"] {
        let parrot = CannedEngine::with(path, json!("x".repeat(1_000_000)));
        parrot.run(&["verify"]).exits(4).says("a name in its hello");
    }
    let parrot = CannedEngine::with("/hello/engine/name", json!("x".repeat(1_000_000)));
    let seen = parrot.run(&["verify", "--format", "json"]).exits(1);
    assert!(seen.stdout.len() < 100_000, "{}", seen.stdout.len());
    let parrot = CannedEngine::with_more("answer", json!({"unsupported": {"why": "x".repeat(1_000_000)}}));
    let seen = parrot.run(&["verify"]).exits(5);
    assert!(seen.stdout.len() < 10_000, "{}", seen.stdout.len());
}

#[test]
fn undeclared_switches_are_not_turned_off() {
    let fired: Vec<Value> = (0..30_000).map(|number| json!({"switch": format!("s{number}"), "line": 1})).collect();
    let parrot = CannedEngine::with("/answer/played/fired", json!(fired));
    parrot.run(&["prove"]).exits(1).says("higher");
}

#[test]
fn many_changes_in_a_long_log_are_reported_in_time() {
    let state = |value: usize| {
        (0..15_000).map(|number| (format!("k{number:05}"), json!(value))).collect::<serde_json::Map<_, _>>()
    };
    let log: Vec<Value> = (0..15_000).map(|number| json!({"won": {"by": format!("k{number:05}")}})).collect();
    let played = json!({"before": {"side": state(0)}, "after": {"side": state(1)}, "log": log});
    let parrot = CannedEngine::with_more("answer", json!({"played": played}));
    parrot.project.write(PLAIN, SCENARIO.replace("changes: {side.total: 0 -> 1}", "unchanged: [side]"));
    parrot.run(&["verify"]).exits(1).says("fail dune/duel/plain");
    parrot.run(&["report"]).exits(1);
}

#[test]
fn a_command_that_cannot_be_run_is_reported() {
    let project = Project::new().file(PLAIN, SCENARIO).file("plain.txt", "not a program");
    for (command, reason) in [
        ("no-such-program", "no such file"),
        ("./plain.txt", "permission denied"),
        (".", "permission denied"),
        ("''", "no such file"),
        ("true", "the engine died"),
        ("cat", "the engine's answer is invalid"),
        ("yes", "it did not answer `hello`"),
        ("head -c 100 /dev/zero", "answer is invalid"),
    ] {
        watch(&project, &["verify", "--engine-command", command]).exits(4).says(reason);
    }
    for command in ["", "   ", "'open"] {
        watch(&project, &["verify", "--engine-command", command]).exits(2);
    }
    let entry =
        |entry: &str| format!("games: {{dune: {{engine: mine}}}}\nengines: {{mine: {{game: dune, {entry}}}}}\n");
    for (text, code) in [
        ("command: [cat], dir: nowhere", 4),
        ("command: [cat], dir: ../..", 3),
        ("command: [cat], env: {A=B: x}", 4),
        ("command: [cat], env: {\"\": x}", 4),
        ("command: [], timeout: 1s", 3),
        ("command: [cat], timeout: 99999999999999999999s", 3),
        ("command: [cat], startup: 0s", 3),
    ] {
        project.write("truthsayer.yaml", entry(text));
        watch(&project, &["verify"]).exits(code);
    }
}

/// A script with one hello at its first start and another one later. It ends before its first answer.
fn changing() -> CannedEngine {
    let parrot = CannedEngine::new();
    for number in 1..=3 {
        parrot.project.write(&format!("scenarios/dune/duel/more-{number}.yaml"), SCENARIO);
    }
    let script = parrot.project.read("says.sh");
    let script = script
        .replace("cat \"$1/hello\"", "cat \"$1/hello$later\"")
        .replace("id=${line#", "if [ -z \"$later\" ] && [ -z \"$2\" ]; then exit 3; fi; sleep ${2:-0}; id=${line#");
    parrot.project.write("says.sh", format!("if [ -f started ]; then later=-later; fi\ntouch started\n{script}"));
    parrot
}

#[test]
fn an_engine_whose_hello_changes_is_rejected() {
    let parrot = changing();
    let hello = json!({"hello": all_words()["hello"]});
    let fresh = || drop(fs::remove_file(parrot.project.path("started")));
    for (path, value, words) in [
        ("/hello/engine/version", json!("1.1"), "hello.engine.version is \"1.1\" instead of \"1.0\""),
        ("/hello/engine/name", json!("parakeet"), "hello.engine.name is \"parakeet\" instead of \"parrot\""),
        ("/hello/game", json!("nim"), "hello.game is \"nim\" instead of \"dune\""),
        ("/hello/supports", json!(["without"]), "hello.supports lacks \"fired\""),
        ("/hello/switches/0/name", json!("lower"), "hello.switches[0].name is \"lower\" instead of \"higher\""),
        ("/hello/events/0/fields", json!(["by"]), "hello.events[0].fields lacks \"why\""),
    ] {
        let mut other = hello.clone();
        *other.pointer_mut(path).expect("a field") = value;
        parrot.project.write("said/hello-later", format!("{other}\n"));
        fresh();
        let seen = parrot.run(&["verify", "--jobs", "1"]).exits(4);
        seen.says("the engine changed during the run").says(words);
    }
    for (key, value) in [
        ("observes", json!({"events": ["won"]})),
        ("readings", json!([{"name": "r", "values": ["a"], "default": "a"}])),
    ] {
        let mut other = hello.clone();
        other["hello"][key] = value;
        parrot.project.write("said/hello-later", format!("{other}\n"));
        fresh();
        parrot.run(&["verify", "--jobs", "1"]).exits(4).says(&format!("hello.{key}"));
    }
    for command in
        [["prove"].as_slice(), &["gate"], &["coverage"], &["report"], &["hunt", "parrot", "parrot --without higher"]]
    {
        fresh();
        let seen = parrot.run(command);
        assert_eq!(seen.code, 4, "{command:?}: {seen:?}");
    }
    // Each side of a hunt has its own processes.
    fresh();
    let steady = parrot.project.read("truthsayer.yaml").replace("says.sh, said", "says.sh, said, '0'");
    parrot.project.write("truthsayer.yaml", steady);
    let hunt = ["hunt", "parrot", "parrot --without higher", "--plays", "5", "--jobs", "1", "--dry-run"];
    parrot.run(&hunt).exits(4).says("hello.readings");
    fresh();
    let check = ["engine", "check", "--", "sh", "says.sh", "said"];
    parrot.run(&check).exits(1).says("when started again, hello.readings");
}

/// Several jobs start several processes that run at the same time.
#[test]
fn every_job_has_the_same_engine() {
    let parrot = changing();
    let project = parrot.project.read("truthsayer.yaml").replace("says.sh, said", "says.sh, said, '1'");
    parrot.project.write("truthsayer.yaml", project);
    let mut other = json!({"hello": all_words()["hello"]});
    parrot.project.write("said/hello-later", format!("{other}\n"));
    parrot.run(&["bless", "--jobs", "4"]).exits(0);
    other["hello"]["engine"]["version"] = json!("2");
    parrot.project.write("said/hello-later", format!("{other}\n"));
    fs::remove_file(parrot.project.path("started")).expect("gone");
    parrot.run(&["verify", "--jobs", "4"]).exits(4).says("hello.engine.version is \"2\" instead of \"1.0\"");
}
