//! `lsp`: a client that speaks the language server protocol over stdin and stdout.

use std::io::BufRead;
use std::io::BufReader;
use std::io::Read;
use std::io::Write;
use std::path::Path;
use std::process::Child;
use std::process::ChildStdin;
use std::process::ChildStdout;
use std::process::Command;
use std::process::Stdio;

use serde_json::Value;
use serde_json::json;

use crate::project::DUEL;
use crate::project::Project;

const SCENARIO: &str = "scenarios/dune/duel/plain.yaml";
const RULEBOOK: &str = "rules/dune/battle.md";

/// An editor connected to the server.
struct Editor<'p> {
    project: &'p Project,
    server: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    last_id: u64,
    /// The latest diagnostics by path.
    diagnostics: std::collections::BTreeMap<String, Vec<Value>>,
}

impl<'p> Editor<'p> {
    fn new(project: &'p Project) -> Editor<'p> {
        Editor::in_folder(project, &project.path(""))
    }

    /// Starts a session and opens a document as it is on disk.
    fn open(project: &'p Project, path: &str) -> Editor<'p> {
        let mut editor = Editor::new(project);
        editor.begin();
        let text = project.read(path);
        editor.notify("textDocument/didOpen", json!({"textDocument": {"uri": editor.uri(path), "text": text}}));
        editor.settle();
        editor
    }

    fn begin(&mut self) {
        self.ask("initialize", json!({"capabilities": {}}));
        self.notify("initialized", json!({}));
    }

    /// Starts the server outside the project.
    fn in_folder(project: &'p Project, folder: &Path) -> Editor<'p> {
        let mut server = Command::new(env!("CARGO_BIN_EXE_truthsayer"))
            .arg("lsp")
            .current_dir(folder)
            .env_remove("CI")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the server starts");
        let input = server.stdin.take().expect("stdin");
        let output = BufReader::new(server.stdout.take().expect("stdout"));
        Editor { project, server, input, output, last_id: 0, diagnostics: Default::default() }
    }

    fn show(&mut self, path: &str, text: &str) {
        let uri = self.uri(path);
        self.notify("textDocument/didOpen", json!({"textDocument": {"uri": uri, "text": text}}));
        self.settle();
    }

    fn labels(&mut self, path: &str, text: &str, words: &str) -> Vec<String> {
        let items = self.at("textDocument/completion", path, text, words);
        let label = |item: &Value| item["label"].as_str().expect("a label").to_owned();
        items.as_array().expect("a list").iter().map(label).collect()
    }

    fn hover(&mut self, path: &str, text: &str, words: &str) -> String {
        self.at("textDocument/hover", path, text, words)["contents"]["value"].as_str().unwrap_or_default().to_owned()
    }

    fn uri(&self, path: &str) -> String {
        format!("file://{}", self.project.path("").canonicalize().expect("a folder").join(path).display())
    }

    fn send(&mut self, message: &str) {
        write!(self.input, "Content-Length: {}\r\n\r\n{message}", message.len()).expect("the server reads");
        self.input.flush().expect("the server reads");
    }

    fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}).to_string());
    }

    /// Sends a request and returns its whole response.
    fn respond(&mut self, method: &str, params: Value) -> Value {
        self.last_id += 1;
        let id = json!(self.last_id);
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string());
        loop {
            let message = self.read();
            if message["id"] == id {
                return message;
            }
        }
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let response = self.respond(method, params);
        assert_eq!(response.get("error"), None, "{method}");
        response["result"].clone()
    }

    /// Waits until all earlier messages are handled: the server answers in order.
    fn settle(&mut self) {
        self.respond("truthsayer/unknown", json!({}));
    }

    fn read(&mut self) -> Value {
        let mut header = String::new();
        self.output.read_line(&mut header).expect("a header");
        let length: usize =
            header.trim().strip_prefix("Content-Length: ").expect("a length").parse().expect("a number");
        self.output.read_line(&mut header).expect("an empty line");
        let mut bytes = vec![0; length];
        self.output.read_exact(&mut bytes).expect("a message");
        let message: Value = serde_json::from_slice(&bytes).expect("JSON");
        if message["method"] == "textDocument/publishDiagnostics" {
            let root = self.uri("");
            let uri = message["params"]["uri"].as_str().expect("a URI");
            let path = uri.strip_prefix(root.trim_end_matches('/')).expect("in the project").trim_start_matches('/');
            let list = message["params"]["diagnostics"].as_array().expect("a list").clone();
            self.diagnostics.insert(path.to_owned(), list);
        }
        message
    }

    /// Replaces the text of a document without saving it.
    fn type_text(&mut self, path: &str, text: &str) {
        let uri = self.uri(path);
        self.notify(
            "textDocument/didChange",
            json!({"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": text}]}),
        );
        self.settle();
    }

    /// The messages of a document.
    fn messages(&self, path: &str) -> Vec<String> {
        let list = self.diagnostics.get(path).into_iter().flatten();
        list.map(|it| it["message"].as_str().expect("a message").to_owned()).collect()
    }

    /// A request at the end of some words of a text.
    fn at(&mut self, method: &str, path: &str, text: &str, words: &str) -> Value {
        let uri = self.uri(path);
        let position = position(text, words);
        self.ask(method, json!({"textDocument": {"uri": uri}, "position": position, "context": {}}))
    }

    fn close(mut self) {
        self.ask("shutdown", Value::Null);
        self.notify("exit", Value::Null);
        assert_eq!(self.server.wait().expect("it ends").code(), Some(0));
    }
}

/// The position at the end of some words.
fn position(text: &str, words: &str) -> Value {
    let before = &text[..text.find(words).unwrap_or_else(|| panic!("no `{words}`")) + words.len()];
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    json!({"line": before.matches('\n').count(), "character": before[start..].encode_utf16().count()})
}

/// The quote of the first claim of the duel.
fn first_quote() -> &'static str {
    DUEL.lines().find_map(|line| line.trim().strip_prefix("quote: ")).expect("a quote")
}

#[test]
fn a_misspelt_quote_is_underlined_before_it_is_saved() {
    let project = Project::with_duel();
    let mut editor = Editor::open(&project, SCENARIO);
    assert_eq!(editor.messages(SCENARIO), Vec::<String>::new());
    let misspelt = DUEL.replacen(&format!("quote: {}", first_quote()), "quote: no such words in any rulebook", 1);
    editor.type_text(SCENARIO, &misspelt);
    let messages = editor.messages(SCENARIO);
    assert!(messages.iter().any(|message| message.contains("quote")), "{messages:?}");
    let line = editor.diagnostics[SCENARIO][0]["range"]["start"]["line"].as_u64().expect("a line") as usize;
    assert!(["cite:", "quote:"].iter().any(|key| misspelt.lines().nth(line).expect("a line").contains(key)));
    editor.type_text(SCENARIO, DUEL);
    assert_eq!(editor.messages(SCENARIO), Vec::<String>::new());
    assert_eq!(project.read(SCENARIO), DUEL, "nothing is written");
    editor.close();
}

#[test]
fn hover_shows_the_rule_with_its_grade() {
    let project = Project::with_duel();
    let mut editor = Editor::open(&project, SCENARIO);
    let hover = editor.at("textDocument/hover", SCENARIO, DUEL, "quote: ");
    let text = hover["contents"]["value"].as_str().expect("a text");
    assert!(text.contains("dune/battle.md:") && text.contains("holds") && text.contains("claim"), "{text}");
    assert_eq!(editor.at("textDocument/hover", SCENARIO, DUEL, "scenario: "), Value::Null);
    editor.close();
}

#[test]
fn completion_offers_addresses_quotes_and_keys() {
    let project = Project::with_duel();
    let mut editor = Editor::open(&project, SCENARIO);
    let text = format!("{DUEL}  - cite: \n");
    editor.type_text(SCENARIO, &text);
    let labels = |items: &Value| -> Vec<String> {
        items.as_array().expect("a list").iter().map(|it| it["label"].as_str().expect("a label").to_owned()).collect()
    };
    let addresses = labels(&editor.at("textDocument/completion", SCENARIO, &text, "  - cite: "));
    assert!(!addresses.is_empty() && addresses.iter().all(|it| it.starts_with("dune/")), "{addresses:?}");
    let quotes = editor.at("textDocument/completion", SCENARIO, &text, "quote: ");
    let own = first_quote().trim_matches('"');
    assert!(labels(&quotes).iter().any(|label| label.contains(own)), "{own} is not in {quotes}");
    let keys = labels(&editor.at("textDocument/completion", SCENARIO, &text, "claims:\n  - c"));
    assert!(["cite", "quote", "then"].iter().all(|key| keys.contains(&(*key).to_owned())), "{keys:?}");
    editor.close();
}

#[test]
fn definition_and_references_lead_to_the_rule_and_back() {
    let project = Project::with_duel();
    let mut editor = Editor::open(&project, SCENARIO);
    let found = editor.at("textDocument/definition", SCENARIO, DUEL, "cite: ");
    assert_eq!(found[0]["uri"], json!(editor.uri(RULEBOOK)));
    let line = found[0]["range"]["start"]["line"].clone();
    let text = project.read(RULEBOOK);
    let uri = editor.uri(RULEBOOK);
    editor.notify("textDocument/didOpen", json!({"textDocument": {"uri": uri, "text": text}}));
    let asked = json!({"textDocument": {"uri": uri}, "position": {"line": line, "character": 0}, "context": {}});
    let claims = editor.ask("textDocument/references", asked);
    assert_eq!(claims[0]["uri"], json!(editor.uri(SCENARIO)));
    let lenses = editor.ask("textDocument/codeLens", json!({"textDocument": {"uri": uri}}));
    let is_graded = |lens: &Value| lens["range"]["start"]["line"] == line;
    let lens = lenses.as_array().expect("a list").iter().find(|lens| is_graded(lens)).expect("a lens");
    assert!(lens["command"]["title"].as_str().expect("a title").contains("holds"), "{lens}");
    editor.close();
}

#[test]
fn a_quick_fix_replaces_a_misspelt_key() {
    let project = Project::with_duel();
    let mut editor = Editor::open(&project, SCENARIO);
    let misspelt = DUEL.replacen("claims:", "claimz:", 1);
    editor.type_text(SCENARIO, &misspelt);
    let start = position(&misspelt, "claim");
    let uri = editor.uri(SCENARIO);
    let asked = json!({"textDocument": {"uri": uri}, "range": {"start": start, "end": start}, "context": {}});
    let actions = editor.ask("textDocument/codeAction", asked);
    let edit = &actions[0]["edit"]["changes"][&uri][0];
    assert_eq!(edit["newText"], "claims", "{actions}");
    assert_eq!(edit["range"]["start"]["character"], 0);
    editor.close();
}

#[test]
fn broken_messages_and_foreign_files_are_answered() {
    let project = Project::with_duel();
    let mut editor = Editor::new(&project);
    assert_eq!(editor.respond("textDocument/hover", json!({}))["error"]["code"], -32002);
    editor.ask("initialize", json!({}));
    editor.send("{");
    assert_eq!(editor.read()["error"]["code"], -32700);
    let foreign =
        json!({"textDocument": {"uri": "file:///etc/passwd", "text": "x"}, "position": {"line": 0, "character": 0}});
    editor.notify("textDocument/didOpen", foreign.clone());
    assert_eq!(editor.ask("textDocument/hover", foreign), Value::Null);
    let far = json!({"textDocument": {"uri": editor.uri(SCENARIO)}, "position": {"line": u64::MAX, "character": -1}});
    assert_eq!(editor.ask("textDocument/hover", far), Value::Null);
    assert_eq!(editor.respond("no/such/method", json!([]))["error"]["code"], -32601);
    editor.close();
}

#[test]
fn exit_without_shutdown_and_a_closed_pipe_end_the_server() {
    let project = Project::with_duel();
    let mut editor = Editor::new(&project);
    editor.notify("exit", Value::Null);
    assert_eq!(editor.server.wait().expect("it ends").code(), Some(1));
    let Editor { mut server, input, .. } = Editor::new(&project);
    drop(input);
    assert_eq!(server.wait().expect("it ends").code(), Some(0));
}

/// A claim in braces, over two scenarios of one file, with a quote over several lines.
const BRACES: &str = "game: dune\ncite: dune/battle.md:2\nscenarios:\n  one:\n    scenario: One 🎲\n    claims:\n      \
    - {quote: The higher total wins, then: {events: [battle_won: {winner: x}]}}\n      - cite: dune/battle.md:2\n        \
    quote: >-\n          The higher\n          total wins\n        then: {state: {turn: 1}}\n";

#[test]
fn maps_in_braces_and_texts_over_several_lines_are_read_like_others() {
    let project = Project::with_duel();
    let mut editor = Editor::open(&project, SCENARIO);
    editor.type_text(SCENARIO, BRACES);
    for words in [
        "{quote: The hig",
        "quote: >",
        "          The hig",
        "          total wins",
        "cite: dune/battle.md:2\n        quote",
    ] {
        assert!(editor.hover(SCENARIO, BRACES, words).contains("dune/battle.md:2"), "{words}");
    }
    assert_eq!(editor.hover(SCENARIO, BRACES, "{events: ["), "");
    let fields = editor.labels(SCENARIO, BRACES, "battle_won: {");
    assert!(fields.contains(&"winner".to_owned()) && !fields.contains(&"battle_won".to_owned()), "{fields:?}");
    let keys = editor.labels(SCENARIO, BRACES, "then: {");
    assert!(keys.contains(&"events".to_owned()) && !keys.contains(&"cite".to_owned()), "{keys:?}");
    editor.close();
}

#[test]
fn a_range_is_changed_and_a_new_file_counts_before_it_is_saved() {
    let project = Project::with_duel();
    let mut editor = Editor::open(&project, SCENARIO);
    let end = position(DUEL, &format!("quote: {}", first_quote()));
    let uri = editor.uri(SCENARIO);
    let changes = json!([{"range": {"start": end, "end": end}, "text": " 🎲 and no more"}]);
    let document = json!({"textDocument": {"uri": uri, "version": 2}, "contentChanges": changes});
    editor.notify("textDocument/didChange", document);
    editor.settle();
    assert!(editor.messages(SCENARIO).iter().any(|message| message.contains("quote")), "{:?}", editor.diagnostics);
    editor.type_text(SCENARIO, DUEL);
    let new = "scenarios/dune/new/unsaved.yaml";
    editor.show(new, "scenario: New\ngame: dune\nclaimz: []\n");
    assert!(editor.messages(new).iter().any(|message| message.contains("claimz")), "{:?}", editor.diagnostics);
    let uri = editor.uri(new);
    editor.notify("textDocument/didClose", json!({"textDocument": {"uri": uri}}));
    editor.settle();
    assert_eq!(editor.messages(new), Vec::<String>::new());
    editor.close();
}

#[test]
fn a_broken_project_file_is_underlined_and_the_rest_goes_on() {
    let project = Project::with_duel();
    let mut editor = Editor::open(&project, SCENARIO);
    let text = project.read("truthsayer.yaml");
    editor.show("truthsayer.yaml", &text);
    let before = editor.messages("truthsayer.yaml");
    editor.type_text("truthsayer.yaml", &text.replacen("games:", "gamez: [", 1));
    assert_eq!(editor.messages("truthsayer.yaml").len(), 1, "the syntax error");
    assert!(editor.hover(SCENARIO, DUEL, "quote: ").contains("holds"));
    editor.type_text("truthsayer.yaml", &text);
    assert_eq!(editor.messages("truthsayer.yaml"), before);
    editor.close();
}

#[test]
fn the_project_is_found_through_the_folders_of_the_editor_or_an_opened_file() {
    let project = Project::with_duel();
    let elsewhere = tempfile::tempdir().expect("a folder");
    let mut editor = Editor::in_folder(&project, elsewhere.path());
    let root = editor.uri("");
    editor.ask("initialize", json!({"capabilities": {}, "rootUri": root}));
    editor.notify("initialized", json!({}));
    editor.show(SCENARIO, DUEL);
    assert!(editor.hover(SCENARIO, DUEL, "quote: ").contains("battle.md"));
    editor.close();
    let mut editor = Editor::in_folder(&project, elsewhere.path());
    editor.begin();
    editor.settle();
    assert_eq!(editor.hover(SCENARIO, DUEL, "quote: "), "");
    assert!(editor.diagnostics.is_empty(), "a folder without a project has no problems");
    editor.show(SCENARIO, DUEL);
    assert!(editor.hover(SCENARIO, DUEL, "quote: ").contains("battle.md"));
    editor.close();
}

#[test]
fn files_that_other_programs_change_are_watched() {
    let project = Project::with_duel();
    let mut editor = Editor::new(&project);
    editor.ask(
        "initialize",
        json!({"capabilities": {"workspace": {"didChangeWatchedFiles": {"dynamicRegistration": true}}}}),
    );
    editor.notify("initialized", json!({}));
    let request = editor.read();
    assert_eq!(request["method"], "client/registerCapability", "{request}");
    let registered = &request["params"]["registrations"][0];
    assert_eq!(registered["method"], "workspace/didChangeWatchedFiles");
    let id = request["id"].clone();
    editor.send(&json!({"jsonrpc": "2.0", "id": id, "result": null}).to_string());
    project.write("scenarios/dune/duel/other.yaml", "claimz: []\n");
    editor.notify("workspace/didChangeWatchedFiles", json!({"changes": []}));
    editor.settle();
    assert_ne!(editor.messages("scenarios/dune/duel/other.yaml"), Vec::<String>::new());
    editor.close();
}

/// An engine that answers no task in time.
const SLOW: &str = r#"import json, sys, time
for line in sys.stdin:
    if "hello" in line:
        print(json.dumps({"hello": {"protocol": 1, "engine": {"name": "slow", "version": "1"}, "game": "dune"}}), flush=True)
    else:
        time.sleep(3600)
"#;

#[test]
fn an_engine_that_does_not_answer_does_not_stop_the_editor() {
    needs_interpreters!();
    let project = Project::with_duel();
    project.write("slow.py", SLOW);
    project.write(
        "truthsayer.yaml",
        "games: {dune: {engine: slow}}\nengines:\n  slow: {game: dune, command: [python3, slow.py], timeout: 3000s}\n",
    );
    // A server that waits for the engine would not answer at all.
    let mut editor = Editor::open(&project, SCENARIO);
    editor.type_text(SCENARIO, &DUEL.replacen("claims:", "claimz:", 1));
    assert!(editor.messages(SCENARIO).iter().any(|message| message.contains("claimz")));
    assert!(editor.hover(SCENARIO, DUEL, "scenario: ").is_empty());
    editor.close();
}
