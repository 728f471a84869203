//! Writes a result in every requested form: to stdout, to files and to the CI service. Errors that stop a run go to the
//! same places.

use std::cell::OnceCell;
use std::io;
use std::path::Path;
use std::path::PathBuf;

use serde_json::value::RawValue;

use crate::cli::args::ResultFiles;
use crate::cli::args::ResultFormat;
use crate::cli::cli_error::CliError;
use crate::cli::env::environment::Environment;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::console::Console;
use crate::report::machine::entries;
use crate::report::machine::entries::Entry;
use crate::report::machine::entries::Sort;
use crate::report::machine::github;
use crate::report::machine::json;
use crate::report::machine::junit;
use crate::report::machine::run_result;
use crate::report::machine::sarif;
use crate::report::terminal;
use truthsayer_oracle::base::atomic_write;
use truthsayer_oracle::base::safe_read;
use truthsayer_oracle::compare::result_model::RunResult;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::gate::Refusal;

/// The destinations of a result.
pub(crate) struct ResultWriter<'a> {
    command: &'a str,
    result_files: &'a ResultFiles,
    environment: &'a Environment,
    console: &'a Console,
    /// The folder of the project, once known.
    root: OnceCell<PathBuf>,
}

/// Optional parts of a result.
#[derive(Default)]
pub(crate) struct ResultExtras<'b> {
    /// The command that ran the scenarios, if another one writes the result.
    pub command: Option<&'b str>,
    /// Further entries.
    pub gathered: &'b [Entry],
    /// The reasons of the gate, if it was checked.
    pub refusals: Option<&'b [Refusal]>,
    /// The request and the runs, for a saved result.
    pub whole: Option<&'b dyn Fn() -> Option<Box<RawValue>>>,
}

/// A file format: what another file is called in messages, and how to recognise ours.
type Form = (&'static str, fn(&str) -> bool);

const JSON: Form = ("is not a saved result", json::is_result);
const JUNIT: Form = ("is not a JUnit file of Truthsayer", junit::is_ours);
const SARIF: Form = ("is not a SARIF file of Truthsayer", sarif::is_ours);

impl<'a> ResultWriter<'a> {
    /// Runs `work` and writes its result or its error. Checks all output files first, so that a long run does not fail at
    /// its end.
    pub(crate) fn of(
        command: &'a str,
        result_files: &'a ResultFiles,
        (environment, console): (&'a Environment, &'a Console),
        work: impl FnOnce(&ResultWriter<'a>) -> Result<ExitCode, CliError>,
    ) -> Result<ExitCode, CliError> {
        let result_writer = ResultWriter { command, result_files, environment, console, root: OnceCell::new() };
        let free = result_writer.files().try_for_each(|(path, form)| result_writer.check(path, form));
        free.and_then(|()| work(&result_writer)).map_err(|stop| result_writer.stopped(stop))
    }

    /// Writes findings. `pretty` renders the text for terminals.
    pub(crate) fn write_findings(
        &self,
        findings: &Findings<'_>,
        extras: &ResultExtras<'_>,
        codes: &[ExitCode],
        pretty: impl FnOnce() -> String,
    ) -> Result<ExitCode, CliError> {
        let (command, gathered) = (extras.command.unwrap_or(self.command), extras.gathered);
        self.root.get_or_init(|| findings.suite.project.root.clone());
        let code = codes.first().copied().unwrap_or(ExitCode::Pass);
        let numbers: Vec<u8> = codes.iter().map(|code| *code as u8).collect();
        let mut entries = entries::of(findings);
        entries.extend_from_slice(gathered);
        entries::sort(&mut entries);
        let result = || run_result::of(command, findings, &numbers, extras.refusals);
        let whole = || json::sealed(&RunResult { whole: extras.whole.and_then(|whole| whole()), ..result() });
        let files = [
            self.write(self.result_files.json.as_deref(), JSON, whole),
            self.write(self.junit(), JUNIT, || junit::findings(command, findings, gathered)),
            self.write(self.result_files.sarif.as_deref(), SARIF, || {
                let book = Some(&findings.suite.book);
                let origin = sarif::Origin { command, book, prefix: &self.prefix(), exit_code: code as u8 };
                sarif::write(&entries, &origin)
            }),
        ];
        match self.result_files.format {
            ResultFormat::Json => self.console.data(&json::sealed(&result())),
            ResultFormat::Github => self.console.result(&terminal::figures(findings)),
            ResultFormat::Pretty => self.console.result(&pretty()),
        }
        self.annotate(&entries);
        self.summarise(|room| github::summary(command, findings, &entries, room));
        files.into_iter().collect::<Result<(), CliError>>().map(|()| code)
    }

    /// Writes the error that stopped a run and returns it. Also reports files that cannot be written.
    fn stopped(&self, stop: CliError) -> CliError {
        let (entries, code) = (stop_troubles(&stop), stop.exit_code() as u8);
        let json = || json::stopped(self.command, &entries, code);
        let origin = sarif::Origin { command: self.command, book: None, prefix: &self.prefix(), exit_code: code };
        let files = [
            self.write(self.result_files.json.as_deref(), JSON, json),
            self.write(self.junit(), JUNIT, || junit::stopped(self.command, &entries)),
            self.write(self.result_files.sarif.as_deref(), SARIF, || sarif::write(&entries, &origin)),
        ];
        self.annotate(&entries);
        self.summarise(|room| github::stopped_summary(self.command, &entries, room));
        let unwritten = files.into_iter().filter_map(Result::err).map(|stop| stop.full_text());
        unwritten.filter(|text| *text != stop.full_text()).for_each(|text| self.console.about(&text));
        stop
    }

    /// The JUnit file: from the command line, else from Bazel.
    fn junit(&self) -> Option<&Path> {
        self.result_files.junit.as_deref().or(self.environment.services.xml_output_file.as_deref())
    }

    fn files(&self) -> impl Iterator<Item = (&Path, Form)> {
        let all = [
            (self.result_files.json.as_deref(), JSON),
            (self.junit(), JUNIT),
            (self.result_files.sarif.as_deref(), SARIF),
        ];
        all.into_iter().filter_map(|(path, form)| Some((path?, form)))
    }

    /// Refuses to overwrite a file of another kind, and to write through a link.
    fn check(&self, path: &Path, (other, is_ours): Form) -> Result<(), CliError> {
        let folder = &self.environment.folder;
        let refused = |error| CliError::Write { path: path.display().to_string(), error };
        atomic_write::check_named(folder, path).map_err(refused)?;
        match safe_read::beginning_of(&folder.join(path)) {
            Ok(start) if !start.is_empty() && !is_ours(&start) => {
                Err(refused(io::Error::other(format!("the file exists and {other}"))))
            }
            // The writer reports unreadable files.
            _ => Ok(()),
        }
    }

    /// Writes a file atomically.
    fn write(&self, path: Option<&Path>, form: Form, text: impl FnOnce() -> String) -> Result<(), CliError> {
        let Some(path) = path else { return Ok(()) };
        self.check(path, form)?;
        let written = atomic_write::write_named(&self.environment.folder, path, &text());
        written.map_err(|error| CliError::Write { path: path.display().to_string(), error })
    }

    /// Prints annotations on GitHub or with `--format github`. Keeps stdout free for data.
    fn annotate(&self, entries: &[Entry]) {
        let asked = self.result_files.format == ResultFormat::Github;
        if !asked && !self.environment.services.on_github {
            return;
        }
        let text = github::annotations(entries, &self.prefix());
        match self.result_files.format {
            ResultFormat::Json => self.console.command_about(&text),
            ResultFormat::Pretty | ResultFormat::Github => self.console.data(&text),
        }
    }

    /// Appends to the GitHub step summary, within its size limit.
    fn summarise(&self, text: impl FnOnce(github::SummaryLimit) -> String) {
        let Some(path) = self.environment.services.step_summary.as_deref() else { return };
        let room = |taken: usize| github::SummaryLimit(github::SummaryLimit::WHOLE.0.saturating_sub(taken));
        if let Err(error) = atomic_write::append(path, |taken| text(room(taken))) {
            self.console.about(&format!("note: cannot write the step summary: {}\n", safe_read::reason(&error)));
        }
    }

    /// The path from the repository to the project.
    fn prefix(&self) -> String {
        let root = self.root.get().unwrap_or(&self.environment.folder);
        self.environment.services.prefix(root)
    }
}

pub(crate) fn stop_troubles(stop: &CliError) -> Vec<Entry> {
    let one = |sort, message: &str| vec![Entry::new(sort, message, message)];
    match stop {
        CliError::BadInput(problems) => problems.iter().map(entries::of_problem).collect(),
        CliError::Engine(message) => one(Sort::Fault, message),
        CliError::Usage(message) | CliError::Nothing(message) => {
            // The fix follows the first semicolon.
            let (what, _) = message.split_once("; ").unwrap_or((message, ""));
            vec![Entry::new(Sort::Stopped, what, message.replacen("; ", "\n", 1))]
        }
        CliError::Write { .. } => one(Sort::Stopped, &stop.full_text()),
    }
}
