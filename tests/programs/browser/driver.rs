//! A browser, driven through chromedriver's own protocol: JSON over HTTP on the loopback.

use std::io::BufRead;
use std::io::BufReader;
use std::io::Read;
use std::io::Write;
use std::net::TcpStream;
use std::path::Path;
use std::process::Child;
use std::process::Command;
use std::process::Stdio;

use serde_json::Value;
use serde_json::json;

pub(crate) struct Browser {
    driver: Child,
    port: u16,
    session: String,
    _profile: tempfile::TempDir,
}

impl Browser {
    pub(crate) fn start(width: u32, height: u32) -> Browser {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver starts; `make test-browser` installs it");
        let port = announced_port(&mut driver);
        let profile = tempfile::tempdir().expect("a temporary folder");
        let arguments = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-sync",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-dev-shm-usage",
        ];
        let mut arguments: Vec<String> = arguments.iter().map(|argument| (*argument).to_owned()).collect();
        arguments.push(format!("--window-size={width},{height}"));
        arguments.push(format!("--user-data-dir={}", profile.path().display()));
        let capabilities = json!({"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": {"args": arguments},
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        }}});
        let answer = ask(port, "POST", "/session", &capabilities);
        let session = answer["sessionId"].as_str().unwrap_or_else(|| panic!("no session: {answer}")).to_owned();
        Browser { driver, port, session, _profile: profile }
    }

    fn command(&self, method: &str, path: &str, body: &Value) -> Value {
        ask(self.port, method, &format!("/session/{}/{path}", self.session), body)
    }

    pub(crate) fn open(&self, url: &str) {
        self.command("POST", "url", &json!({"url": url}));
    }

    pub(crate) fn run(&self, script: &str) -> Value {
        self.command("POST", "execute/sync", &json!({"script": script, "args": []}))
    }

    pub(crate) fn key(&self, name: &str) {
        let code = match name {
            "Escape" => "\u{e00c}",
            "Enter" => "\u{e007}",
            "ArrowLeft" => "\u{e012}",
            "ArrowRight" => "\u{e014}",
            other => other,
        };
        let presses = json!([{"type": "keyDown", "value": code}, {"type": "keyUp", "value": code}]);
        self.command("POST", "actions", &json!({"actions": [{"type": "key", "id": "keys", "actions": presses}]}));
    }

    pub(crate) fn console_errors(&self) -> Vec<String> {
        let entries = self.command("POST", "se/log", &json!({"type": "browser"}));
        let grave = entries.as_array().into_iter().flatten().filter(|entry| entry["level"] == "SEVERE");
        grave.map(|entry| entry["message"].to_string()).collect()
    }

    /// Every address that the page requested.
    pub(crate) fn requests(&self) -> Vec<String> {
        let entries = self.command("POST", "se/log", &json!({"type": "performance"}));
        let mut found = Vec::new();
        for entry in entries.as_array().into_iter().flatten() {
            let message: Value = serde_json::from_str(entry["message"].as_str().unwrap_or("")).unwrap_or_default();
            if message["message"]["method"] == "Network.requestWillBeSent" {
                found.push(message["message"]["params"]["request"]["url"].as_str().unwrap_or("").to_owned());
            }
        }
        found
    }

    pub(crate) fn dark(&self) {
        let features = json!([{"name": "prefers-color-scheme", "value": "dark"}]);
        let body = json!({"cmd": "Emulation.setEmulatedMedia", "params": {"features": features}});
        self.command("POST", "goog/cdp/execute", &body);
    }

    pub(crate) fn picture(&self, path: &Path) {
        let encoded = self.command("GET", "screenshot", &Value::Null);
        std::fs::write(path, decode(encoded.as_str().expect("a picture"))).expect("a file");
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        ask(self.port, "DELETE", &format!("/session/{}", self.session), &Value::Null);
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// Returns the port that chromedriver prints at its start.
fn announced_port(driver: &mut Child) -> u16 {
    let mut lines = BufReader::new(driver.stdout.take().expect("stdout")).lines();
    let port = lines.by_ref().map_while(Result::ok).find_map(|line| {
        let (_, rest) = line.split_once("on port ")?;
        rest.trim_end_matches('.').parse().ok().filter(|port| *port != 0)
    });
    // Retention reading, or the driver would block on a full pipe.
    std::thread::spawn(move || lines.for_each(drop));
    port.expect("chromedriver names its port")
}

fn ask(port: u16, method: &str, path: &str, body: &Value) -> Value {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("chromedriver listens");
    let body = if body.is_null() { String::new() } else { body.to_string() };
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(body.as_bytes())).expect("a request");
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).expect("a header");
        if line.trim().is_empty() {
            break;
        }
        if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().expect("a length");
        }
    }
    let mut answer = vec![0; length];
    reader.read_exact(&mut answer).expect("an answer");
    let answer: Value = serde_json::from_slice(&answer).expect("JSON");
    assert!(answer["value"]["error"].is_null(), "{method} {path}: {}", answer["value"]);
    answer["value"].clone()
}

/// Decodes Base64, the format of screenshots.
fn decode(text: &str) -> Vec<u8> {
    let value = |byte: u8| match byte {
        b'A'..=b'Z' => Some(u32::from(byte - b'A')),
        b'a'..=b'z' => Some(u32::from(byte - b'a') + 26),
        b'0'..=b'9' => Some(u32::from(byte - b'0') + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let sextets: Vec<u32> = text.bytes().filter_map(value).collect();
    let mut bytes = Vec::with_capacity(sextets.len() * 3 / 4);
    for group in sextets.chunks(4) {
        let packed = group.iter().fold(0, |sum, sextet| sum << 6 | sextet) << (6 * (4 - group.len()));
        bytes.extend((0..group.len() - 1).map(|at| (packed >> (16 - 8 * at)) as u8));
    }
    bytes
}
