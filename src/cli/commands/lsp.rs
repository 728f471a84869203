//! `lsp`: a language server on stdin and stdout, for editors.

mod citation_at;
mod code_actions;
mod completion;
mod diagnostics;
mod documents;
mod file_uri;
mod hover;
mod lenses;
mod navigation;
mod position;
mod schema_words;
mod wire;
mod workspace;
mod yaml_cursor;

use std::collections::BTreeSet;
use std::io;
use std::io::Write;
use std::ops::Range;
use std::sync::mpsc;
use std::sync::mpsc::RecvTimeoutError;
use std::thread;
use std::time::Duration;

use serde_json::json;

use crate::cli::cli_error::CliError;
use crate::cli::context::Context;
use crate::cli::exit_code::ExitCode;
use crate::cli::session;
use documents::OpenDocuments;
use truthsayer_oracle::suite::project::FILE_NAME;
use truthsayer_protocol::Data;
use wire::Incoming;
use workspace::Workspace;

/// Time without messages after which the scenarios of the changed file run.
const IDLE: Duration = Duration::from_millis(200);

pub(crate) fn run(context: &Context<'_>) -> Result<ExitCode, CliError> {
    let project = session::project(context)?;
    let mut server = Server::new(OpenDocuments::new(project.root), Workspace::new(context), io::stdout().lock());
    let (sender, receiver) = mpsc::channel();
    // The thread ends with the process: reading from an editor that hangs cannot be interrupted.
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        while let Some(message) = wire::read(&mut input).transpose() {
            let is_broken = message.is_err();
            if sender.send(message).is_err() || is_broken {
                break;
            }
        }
    });
    loop {
        match receiver.recv_timeout(IDLE) {
            Ok(Ok(message)) => {
                if let Some(code) = server.receive(message) {
                    return Ok(code);
                }
            }
            Ok(Err(error)) => return Err(CliError::Usage(format!("cannot read from the editor: {error}"))),
            Err(RecvTimeoutError::Timeout) => server.idle(),
            // The editor closed the pipe without `exit`.
            Err(RecvTimeoutError::Disconnected) => return Ok(ExitCode::Pass),
        }
    }
}

/// The state of the protocol.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    New,
    Running,
    ShutDown,
}

struct Server<'c, W: Write> {
    phase: Phase,
    documents: OpenDocuments,
    workspace: Workspace<'c>,
    output: W,
    /// Files with published diagnostics, to clear them later.
    published: BTreeSet<String>,
    /// Changed files whose scenarios have not run yet.
    unrun: BTreeSet<String>,
}

impl<'c, W: Write> Server<'c, W> {
    fn new(documents: OpenDocuments, workspace: Workspace<'c>, output: W) -> Server<'c, W> {
        let (published, unrun) = (BTreeSet::new(), BTreeSet::new());
        Server { phase: Phase::New, documents, workspace, output, published, unrun }
    }

    /// Handles one message. Returns the exit code when the editor ends the session.
    fn receive(&mut self, message: Incoming) -> Option<ExitCode> {
        match message {
            Incoming::Request { id, method, params } => {
                let answer = self.answer(&id, &method, &params);
                self.send(&answer);
            }
            Incoming::Notification { method, params } => match method.as_str() {
                "exit" => return Some(if self.phase == Phase::ShutDown { ExitCode::Pass } else { ExitCode::Fail }),
                _ if self.phase != Phase::Running => {}
                _ => self.notice(&method, &params),
            },
            Incoming::Malformed { code: Some(code) } => {
                self.send(&wire::error(&Data::Null, code, "not a JSON-RPC message"));
            }
            Incoming::Malformed { code: None } => {}
        }
        None
    }

    fn answer(&mut self, id: &Data, method: &str, params: &Data) -> Data {
        match (self.phase, method) {
            (Phase::New, "initialize") => {
                self.phase = Phase::Running;
                return wire::response(id, &capabilities());
            }
            (Phase::New, _) => return wire::error(id, wire::NOT_INITIALIZED, "`initialize` comes first"),
            (Phase::Running, "shutdown") => {
                self.phase = Phase::ShutDown;
                return wire::response(id, &Data::Null);
            }
            (Phase::ShutDown, _) | (Phase::Running, "initialize") => {
                return wire::error(id, wire::INVALID_REQUEST, "not allowed now");
            }
            (Phase::Running, _) => {}
        }
        match self.feature(method, params) {
            Some(result) => wire::response(id, &result),
            None => wire::error(id, wire::METHOD_NOT_FOUND, &format!("`{method}` is not supported")),
        }
    }

    /// The answer to a request about a position; null if there is nothing to show.
    fn feature(&mut self, method: &str, params: &Data) -> Option<Data> {
        let place = self.documents.place(params);
        let workspace = &self.workspace;
        let answer = |result: Option<Data>| Some(result.unwrap_or_default());
        let list = |result: Option<Vec<Data>>| Some(Data::from(result.unwrap_or_default()));
        match method {
            "textDocument/hover" => answer(place.and_then(|place| match place.is_rulebook() {
                true => hover::in_rulebook(workspace, &place.path, place.line),
                false => hover::in_scenario(workspace, &place.cursor()),
            })),
            "textDocument/completion" => {
                list(place.map(|place| completion::all(workspace, &place.path, &place.text, &place.cursor())))
            }
            "textDocument/definition" => {
                list(place.map(|place| navigation::definition(workspace, &place.path, &place.cursor())))
            }
            "textDocument/references" => list(place.map(|place| match place.is_rulebook() {
                true => navigation::references_of_rule(workspace, &place.path, place.line),
                false => navigation::references_of_citation(workspace, &place.cursor()),
            })),
            "textDocument/codeAction" => list(
                self.documents
                    .range(params)
                    .map(|(path, text, range)| code_actions::all(workspace, &path, &text, &range)),
            ),
            "textDocument/codeLens" => list(self.documents.path(params).map(|path| lenses::all(workspace, &path))),
            _ => None,
        }
    }

    fn notice(&mut self, method: &str, params: &Data) {
        match method {
            "initialized" => self.start(),
            "textDocument/didOpen" | "textDocument/didChange" => {
                if let Some(path) = self.documents.change(params) {
                    self.workspace.notes.remove(&path);
                    self.unrun.insert(path);
                    self.workspace.reread();
                    self.publish();
                }
            }
            "textDocument/didClose" if self.documents.close(params).is_some() => {
                self.workspace.reread();
                self.publish();
            }
            "textDocument/didSave" => self.saved(params),
            "workspace/didChangeWatchedFiles" => self.start(),
            _ => {}
        }
    }

    /// Reads everything, selects the engines and runs all scenarios.
    fn start(&mut self) {
        self.workspace.open();
        self.workspace.run_all();
        self.unrun.clear();
        self.publish();
    }

    fn saved(&mut self, params: &Data) {
        let Some(path) = self.documents.path(params) else { return };
        self.documents.saved(&path);
        // The project file decides which engines run.
        if path == FILE_NAME {
            self.workspace.open();
        } else {
            self.workspace.reread();
        }
        self.workspace.run_all();
        self.unrun.clear();
        self.publish();
    }

    /// Runs the scenarios of changed files. A changed rulebook needs no run.
    fn idle(&mut self) {
        if self.unrun.is_empty() {
            return;
        }
        for path in std::mem::take(&mut self.unrun) {
            self.workspace.run_file(&path);
        }
        self.publish();
    }

    fn publish(&mut self) {
        let found = diagnostics::all(&self.workspace);
        let cleared: Vec<String> = self.published.iter().filter(|path| !found.contains_key(*path)).cloned().collect();
        self.published = found.keys().cloned().collect();
        let cleared = cleared.into_iter().map(|path| (path, Vec::new()));
        for (path, list) in found.into_iter().chain(cleared) {
            let uri = file_uri::of(self.documents.root(), &path);
            let params = json!({"uri": uri, "diagnostics": list});
            self.send(&wire::notification("textDocument/publishDiagnostics", &params));
        }
    }

    /// Sends a message. If the editor is gone, the next read ends the session.
    fn send(&mut self, message: &Data) {
        let _ = wire::write(&mut self.output, message);
    }
}

fn capabilities() -> Data {
    json!({
        "capabilities": {
            "textDocumentSync": {"openClose": true, "change": 1, "save": true},
            "hoverProvider": true,
            "completionProvider": {"triggerCharacters": [" ", ":", "/", "#", "\""]},
            "definitionProvider": true,
            "referencesProvider": true,
            "codeActionProvider": {"codeActionKinds": ["quickfix"]},
            "codeLensProvider": {},
        },
        "serverInfo": {"name": "truthsayer", "version": env!("CARGO_PKG_VERSION")},
    })
}

/// A range of bytes from two positions.
fn bytes(text: &str, range: &Data) -> Range<usize> {
    let at = |end: &str| {
        let number = |key: &str| range[end][key].as_u64().unwrap_or_default();
        position::offset(text, number("line"), number("character"))
    };
    at("start")..at("end")
}
