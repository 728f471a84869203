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
use std::collections::VecDeque;
use std::io;
use std::io::Write;
use std::ops::Range;
use std::path::Path;
use std::sync::mpsc;
use std::sync::mpsc::Receiver;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;
use std::time::Instant;

use serde_json::json;

use crate::cli::cli_error::CliError;
use crate::cli::context::Context;
use crate::cli::exit_code::ExitCode;
use crate::cli::session;
use documents::OpenDocuments;
use truthsayer_oracle::engines::process::process_registry;
use truthsayer_oracle::suite::project::FILE_NAME;
use truthsayer_protocol::Data;
use wire::Incoming;
use workspace::JobResults;
use workspace::Workspace;

/// Time without messages after which the scenarios of the changed file run.
const IDLE: Duration = Duration::from_millis(200);
/// The name of the request that asks the editor to report changed files.
const WATCHING: &str = "truthsayer-files";

/// Time after which a request that shows grades does not wait for the run any longer.
const PATIENCE: Duration = Duration::from_secs(1);

pub(crate) fn run(context: &Context<'_>) -> Result<ExitCode, CliError> {
    // A wrong folder on the command line is a mistake; without a project the server waits for one.
    if let (Some(_), Err(error @ CliError::Usage(_))) = (&context.arguments.project, session::project(context)) {
        return Err(error);
    }
    let (sender, events) = mpsc::channel();
    read_messages(sender.clone());
    Server::new(Workspace::new(context), (sender, events), io::stdout().lock()).serve()
}

/// Something that the server reacts to.
enum ServerEvent {
    Message(Incoming),
    /// The editor sends something else than messages.
    Broken(io::Error),
    /// The editor closed the pipe without `exit`.
    Closed,
    /// A run has ended.
    Ran(JobResults),
}

/// Reads messages in a thread, which ends with the process: reading from an editor that hangs cannot be interrupted.
fn read_messages(sender: Sender<ServerEvent>) {
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        loop {
            let event = match wire::read(&mut input) {
                Ok(Some(message)) => ServerEvent::Message(message),
                Ok(None) => ServerEvent::Closed,
                Err(error) => ServerEvent::Broken(error),
            };
            let is_last = !matches!(event, ServerEvent::Message(_));
            if sender.send(event).is_err() || is_last {
                break;
            }
        }
    });
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
    sender: Sender<ServerEvent>,
    events: Receiver<ServerEvent>,
    /// Events that arrived while a request waited for a run.
    backlog: VecDeque<ServerEvent>,
    /// Files with published diagnostics, to clear them later.
    published: BTreeSet<String>,
    /// Changed files whose scenarios have not run yet.
    unrun: BTreeSet<String>,
    /// Whether all scenarios have to run.
    is_all_unrun: bool,
    /// The start of the run that is under way.
    running_since: Option<Instant>,
    /// Whether the editor can report files that other programs change.
    can_watch: bool,
}

impl<'c, W: Write> Server<'c, W> {
    fn new(
        workspace: Workspace<'c>,
        (sender, events): (Sender<ServerEvent>, Receiver<ServerEvent>),
        output: W,
    ) -> Server<'c, W> {
        Server {
            phase: Phase::New,
            documents: OpenDocuments::new(workspace.folder()),
            workspace,
            output,
            sender,
            events,
            backlog: VecDeque::new(),
            published: BTreeSet::new(),
            unrun: BTreeSet::new(),
            is_all_unrun: false,
            running_since: None,
            can_watch: false,
        }
    }

    fn serve(mut self) -> Result<ExitCode, CliError> {
        loop {
            let event = match self.backlog.pop_front() {
                Some(event) => Ok(event),
                None => self.events.recv_timeout(IDLE),
            };
            let end = match event {
                Ok(ServerEvent::Message(message)) => self.receive(message).map(Ok),
                Ok(ServerEvent::Ran(results)) => {
                    self.ran(results);
                    None
                }
                Ok(ServerEvent::Broken(error)) => {
                    Some(Err(CliError::Usage(format!("cannot read from the editor: {error}"))))
                }
                Ok(ServerEvent::Closed) => Some(Ok(ExitCode::Pass)),
                Err(_) => {
                    self.run_changed();
                    None
                }
            };
            if let Some(end) = end {
                if self.running_since.is_some() {
                    process_registry::cut_short();
                }
                return end;
            }
        }
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
                self.enter_folder_of_editor(params);
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

    /// Looks for the project in the folders that the editor has open.
    fn enter_folder_of_editor(&mut self, params: &Data) {
        self.can_watch = params["capabilities"]["workspace"]["didChangeWatchedFiles"]["dynamicRegistration"] == true;
        let open = params["workspaceFolders"].as_array().into_iter().flatten().map(|folder| &folder["uri"]);
        let folders = open.chain([&params["rootUri"]]).filter_map(|uri| file_uri::full_path(uri.as_str()?));
        let first = folders.into_iter().find(|folder| self.workspace.look_in(folder));
        if first.is_some() {
            self.documents.set_root(self.workspace.folder());
        }
    }

    /// The answer to a request about a position; null if there is nothing to show.
    fn feature(&mut self, method: &str, params: &Data) -> Option<Data> {
        if ["textDocument/hover", "textDocument/codeLens"].contains(&method) {
            self.wait_for_run();
        }
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
            "initialized" => {
                self.watch_files();
                self.start();
            }
            "textDocument/didOpen" | "textDocument/didChange" => {
                self.find_project(params);
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

    /// Asks the editor to report files that are created, changed or deleted outside it.
    fn watch_files(&mut self) {
        if !self.can_watch {
            return;
        }
        let watchers: Vec<Data> =
            ["**/*.yaml", "**/*.md", "**/rules.lock"].map(|glob| json!({"globPattern": glob})).to_vec();
        let registration = json!({
            "id": WATCHING,
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": {"watchers": watchers},
        });
        let request = json!({"registrations": [registration]});
        self.send(&wire::request(WATCHING, "client/registerCapability", &request));
    }

    /// Looks for the project above an opened file, if none is known: it may be in a folder below that of the editor.
    fn find_project(&mut self, params: &Data) {
        if self.workspace.root().is_some() {
            return;
        }
        let path = params["textDocument"]["uri"].as_str().and_then(file_uri::full_path);
        let folder = path.as_deref().and_then(Path::parent);
        if folder.is_some_and(|folder| self.workspace.look_in(folder)) {
            self.documents.set_root(self.workspace.folder());
            self.start();
        }
    }

    /// Reads everything, selects the engines and runs all scenarios.
    fn start(&mut self) {
        self.workspace.open();
        self.run_everything();
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
        self.run_everything();
    }

    fn run_everything(&mut self) {
        self.publish();
        self.is_all_unrun = true;
        self.run_changed();
    }

    /// Runs the scenarios of changed files in a thread, one run at a time. A changed rulebook needs no run.
    fn run_changed(&mut self) {
        if self.running_since.is_some() || (self.unrun.is_empty() && !self.is_all_unrun) {
            return;
        }
        let files = std::mem::take(&mut self.unrun);
        let files = if std::mem::take(&mut self.is_all_unrun) { None } else { Some(files) };
        let Some(job) = self.workspace.job(files) else { return };
        let sender = self.sender.clone();
        self.running_since = Some(Instant::now());
        thread::spawn(move || sender.send(ServerEvent::Ran(job.run())));
    }

    fn ran(&mut self, results: JobResults) {
        self.running_since = None;
        self.workspace.take(results, &self.unrun);
        self.publish();
    }

    /// Waits for the run that is under way, but not long.
    fn wait_for_run(&mut self) {
        while let Some(since) = self.running_since {
            match self.events.recv_timeout(PATIENCE.saturating_sub(since.elapsed())) {
                Ok(ServerEvent::Ran(results)) => self.ran(results),
                Ok(other) => self.backlog.push_back(other),
                Err(_) => return,
            }
        }
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
            "textDocumentSync": {"openClose": true, "change": 2, "save": true},
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
