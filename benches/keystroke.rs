//! The time from a keystroke in an editor to the diagnostics, on the shipped suites: `truthsayer lsp` as an editor runs it.

use std::fs;
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
use std::thread;
use std::time::Duration;
use std::time::Instant;

use serde_json::Value;
use serde_json::json;

/// Maximum time from a keystroke to its diagnostics.
const BAR: Duration = Duration::from_millis(100);
const KEYSTROKES: usize = 21;

fn main() {
    let mut editor = Editor::start();
    for path in ["scenarios/dune/survival/leader-stays-alone.yaml", "rules/dune/battle.md"] {
        let text = fs::read_to_string(shipped().join(path)).expect("a shipped file");
        editor.open(path, &text);
        // The first run of all scenarios is over.
        thread::sleep(Duration::from_secs(3));
        let mut times: Vec<Duration> = (1..=KEYSTROKES)
            .map(|letters| editor.keystroke(path, &format!("{text}# {}\n", "x".repeat(letters))))
            .collect();
        times.sort();
        let (median, worst) = (times[KEYSTROKES / 2], times[KEYSTROKES - 1]);
        let verdict = if median <= BAR { "kept" } else { "broken" };
        println!(
            "{path}: {median:.1?} from a keystroke to the diagnostics (median), {worst:.1?} at worst; bar {BAR:?} {verdict}"
        );
        editor.open(path, &text);
    }
}

fn shipped() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// An editor connected to the server.
struct Editor {
    server: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    last: u64,
}

impl Editor {
    fn start() -> Editor {
        let mut server = Command::new(env!("CARGO_BIN_EXE_truthsayer"))
            .arg("lsp")
            .current_dir(shipped())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let input = server.stdin.take().expect("stdin");
        let output = BufReader::new(server.stdout.take().expect("stdout"));
        let mut editor = Editor { server, input, output, last: 0 };
        editor.ask("initialize", &json!({"capabilities": {}}));
        editor.send(&json!({"jsonrpc": "2.0", "method": "initialized", "params": {}}));
        editor
    }

    fn open(&mut self, path: &str, text: &str) {
        let document = json!({"uri": uri(path), "text": text});
        let params = json!({"textDocument": document});
        self.send(&json!({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": params}));
    }

    /// Changes a text. Returns the time until the server has published what it finds.
    fn keystroke(&mut self, path: &str, text: &str) -> Duration {
        let begun = Instant::now();
        let params = json!({"textDocument": {"uri": uri(path)}, "contentChanges": [{"text": text}]});
        self.send(&json!({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": params}));
        // The server answers in order, so the diagnostics come first.
        self.ask("textDocument/definition", &json!({}));
        begun.elapsed()
    }

    fn ask(&mut self, method: &str, params: &Value) {
        self.last += 1;
        let id = self.last;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        while self.read()["id"] != id {}
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        write!(self.input, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("the server reads");
        self.input.flush().expect("the server reads");
    }

    fn read(&mut self) -> Value {
        let mut header = String::new();
        self.output.read_line(&mut header).expect("a header");
        let length = header.trim().strip_prefix("Content-Length: ").expect("a length").parse().expect("a number");
        self.output.read_line(&mut header).expect("an empty line");
        let mut bytes = vec![0; length];
        self.output.read_exact(&mut bytes).expect("a message");
        serde_json::from_slice(&bytes).expect("JSON")
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn uri(path: &str) -> String {
    format!("file://{}", shipped().join(path).display())
}
