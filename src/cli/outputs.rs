//! Telling a result in every form that was asked for: on stdout, in files, and to the service that runs it. What goes wrong
//! before anything is judged is told in the same places.

use std::cell::OnceCell;
use std::io;
use std::path::Path;
use std::path::PathBuf;

use crate::cli::arguments::OutputFormat;
use crate::cli::arguments::Outputs;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::Output;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::oracle::digest;
use crate::oracle::disk;
use crate::oracle::findings::Findings;
use crate::oracle::gate::Refusal;
use crate::oracle::writer;
use crate::report::github;
use crate::report::json;
use crate::report::junit;
use crate::report::sarif;
use crate::report::terminal;
use crate::report::trouble;
use crate::report::trouble::Sort;
use crate::report::trouble::Trouble;

/// Who is to be told what a command found.
pub(crate) struct Telling<'a> {
    command: &'a str,
    outputs: &'a Outputs,
    surroundings: &'a Surroundings,
    output: &'a Output,
    /// The folder of the project, once it is known.
    root: OnceCell<PathBuf>,
}

/// What may stand beside findings.
#[derive(Default)]
pub(crate) struct OutputExtras<'b> {
    /// The command that played, where another one tells.
    pub command: Option<&'b str>,
    /// What else is not as it should be.
    pub gathered: &'b [Trouble],
    /// What keeps the gate shut, where somebody asked.
    pub refusals: Option<&'b [Refusal]>,
    /// Puts the plays beside a result that is saved.
    pub whole: Option<&'b dyn Fn(&str) -> String>,
}

/// A form in which a file is written, and how one of ours is known again.
type Form = (&'static str, fn(&str) -> bool);

const JSON: Form = ("no result that was saved", json::is_result);
const JUNIT: Form = ("no JUnit file that Truthsayer wrote", junit::is_ours);
const SARIF: Form = ("no SARIF file that Truthsayer wrote", sarif::is_ours);

impl<'a> Telling<'a> {
    /// Does the work, and tells its result or why there is none. Every file that is to be written is looked at before
    /// anything is played: nobody wants to learn an hour later that a result has no place.
    pub(crate) fn of(
        command: &'a str,
        outputs: &'a Outputs,
        surroundings: &'a Surroundings,
        output: &'a Output,
        work: impl FnOnce(&Telling<'a>) -> Result<ExitCode, Stop>,
    ) -> Result<ExitCode, Stop> {
        let telling = Telling { command, outputs, surroundings, output, root: OnceCell::new() };
        let free = telling.files().try_for_each(|(path, form)| telling.check(path, form));
        free.and_then(|()| work(&telling)).map_err(|stop| telling.stopped(stop))
    }

    /// Tells what was found, and all that may stand beside it. `pretty` is what a person reads.
    pub(crate) fn tell(
        &self,
        findings: &Findings<'_>,
        beside: &OutputExtras<'_>,
        codes: &[ExitCode],
        pretty: impl FnOnce() -> String,
    ) -> Result<ExitCode, Stop> {
        let (command, gathered) = (beside.command.unwrap_or(self.command), beside.gathered);
        self.root.get_or_init(|| findings.suite.project.root.clone());
        let code = codes.first().copied().unwrap_or(ExitCode::Conforms);
        let numbers: Vec<u8> = codes.iter().map(|code| *code as u8).collect();
        let mut troubles = trouble::of(findings);
        troubles.extend_from_slice(gathered);
        trouble::sort(&mut troubles);
        let json = OnceCell::new();
        let json = || json.get_or_init(|| json::findings(command, findings, &numbers, beside.refusals)).as_str();
        let whole = || digest::seal(&beside.whole.map_or_else(|| json().to_owned(), |whole| whole(json())));
        let files = [
            self.write(self.outputs.json.as_deref(), JSON, whole),
            self.write(self.junit(), JUNIT, || junit::findings(command, findings, gathered)),
            self.write(self.outputs.sarif.as_deref(), SARIF, || {
                let book = Some(&findings.suite.book);
                let origin = sarif::Origin { command, book, prefix: &self.prefix(), exit_code: code as u8 };
                sarif::write(&troubles, &origin)
            }),
        ];
        match self.outputs.format {
            OutputFormat::Json => self.output.data(&digest::seal(json())),
            OutputFormat::Github => self.output.result(&terminal::figures(findings)),
            OutputFormat::Pretty => self.output.result(&pretty()),
        }
        self.annotate(&troubles);
        self.summarise(|room| github::summary(command, findings, &troubles, room));
        files.into_iter().collect::<Result<(), Stop>>().map(|()| code)
    }

    /// Tells why nothing could be judged, and hands the reason back. A file that cannot be written is told as well.
    fn stopped(&self, stop: Stop) -> Stop {
        let (troubles, code) = (stop_troubles(&stop), stop.exit_code() as u8);
        let json = || json::stopped(self.command, &troubles, code);
        let origin = sarif::Origin { command: self.command, book: None, prefix: &self.prefix(), exit_code: code };
        let files = [
            self.write(self.outputs.json.as_deref(), JSON, json),
            self.write(self.junit(), JUNIT, || junit::stopped(self.command, &troubles)),
            self.write(self.outputs.sarif.as_deref(), SARIF, || sarif::write(&troubles, &origin)),
        ];
        if self.outputs.format == OutputFormat::Json {
            self.output.data(&json());
        }
        self.annotate(&troubles);
        self.summarise(|room| github::stopped_summary(self.command, &troubles, room));
        let unwritten = files.into_iter().filter_map(Result::err).map(|stop| stop.full_text());
        unwritten.filter(|told| *told != stop.full_text()).for_each(|told| self.output.about(&told));
        stop
    }

    /// Where JUnit goes: as the user says, or else as Bazel does.
    fn junit(&self) -> Option<&Path> {
        self.outputs.junit.as_deref().or(self.surroundings.services.xml_output_file.as_deref())
    }

    fn files(&self) -> impl Iterator<Item = (&Path, Form)> {
        let all = [(self.outputs.json.as_deref(), JSON), (self.junit(), JUNIT), (self.outputs.sarif.as_deref(), SARIF)];
        all.into_iter().filter_map(|(path, form)| Some((path?, form)))
    }

    /// A result goes over nothing but another result, and through no link.
    fn check(&self, path: &Path, (other, is_ours): Form) -> Result<(), Stop> {
        let folder = &self.surroundings.folder;
        let refused = |error| Stop::Write { path: path.display().to_string(), error };
        writer::check_named(folder, path).map_err(refused)?;
        match disk::beginning_of(&folder.join(path)) {
            Ok(start) if !start.is_empty() && !is_ours(&start) => {
                Err(refused(io::Error::other(format!("it is there already, and {other}"))))
            }
            // What cannot be read, the writer looks at.
            _ => Ok(()),
        }
    }

    /// Whole or not at all, where the user says.
    fn write(&self, path: Option<&Path>, form: Form, text: impl FnOnce() -> String) -> Result<(), Stop> {
        let Some(path) = path else { return Ok(()) };
        self.check(path, form)?;
        let written = writer::write_named(&self.surroundings.folder, path, &text());
        written.map_err(|error| Stop::Write { path: path.display().to_string(), error })
    }

    /// Annotations where GitHub listens, or where they were asked for. Data on stdout stays data.
    fn annotate(&self, troubles: &[Trouble]) {
        let asked = self.outputs.format == OutputFormat::Github;
        if !asked && !self.surroundings.services.on_github {
            return;
        }
        let text = github::annotations(troubles, &self.prefix());
        match self.outputs.format {
            OutputFormat::Json => self.output.command_about(&text),
            OutputFormat::Pretty | OutputFormat::Github => self.output.data(&text),
        }
    }

    /// The summary of the step, where GitHub asks for one. Others may have written to it, and it has an end.
    fn summarise(&self, text: impl FnOnce(github::SummaryLimit) -> String) {
        let Some(path) = self.surroundings.services.step_summary.as_deref() else { return };
        let room = |taken: usize| github::SummaryLimit(github::SummaryLimit::WHOLE.0.saturating_sub(taken));
        if let Err(error) = writer::append(path, |taken| text(room(taken))) {
            self.output
                .about(&format!("note: the summary of the step could not be written: {}\n", disk::reason(&error)));
        }
    }

    /// From the repository to the project, so that a service finds the files.
    fn prefix(&self) -> String {
        let root = self.root.get().unwrap_or(&self.surroundings.folder);
        self.surroundings.services.prefix(root)
    }
}

fn stop_troubles(stop: &Stop) -> Vec<Trouble> {
    let one = |sort, message: &str| vec![Trouble::new(sort, message, message)];
    match stop {
        Stop::BadInput(problems) => problems.iter().map(trouble::of_problem).collect(),
        Stop::Engine(message) => one(Sort::Fault, message),
        Stop::Usage(message) | Stop::Nothing(message) => one(Sort::Stopped, message),
        Stop::Write { .. } => one(Sort::Stopped, &stop.full_text()),
    }
}
