//! The project as the editor sees it: the suite with all unsaved texts, its problems, and the results of the last run.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::path::Path;
use std::path::PathBuf;
use std::sync::Arc;

use crate::cli::args::Arguments;
use crate::cli::args::Playing;
use crate::cli::cli_error::CliError;
use crate::cli::commands::lint as lint_command;
use crate::cli::context::Context;
use crate::cli::env::environment::Environment;
use crate::cli::output::console::Console;
use crate::cli::session;
use crate::cli::session::Session;
use truthsayer_oracle::base::diagnostic::Kind;
use truthsayer_oracle::base::diagnostic::Problem;
use truthsayer_oracle::base::source::Place;
use truthsayer_oracle::errata::pending_changes;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::evidence::findings::ScenarioStatus;
use truthsayer_oracle::gate::lint;
use truthsayer_oracle::judge::play_and_judge::Judged;
use truthsayer_oracle::judge::verdict::Verdict;
use truthsayer_oracle::rulebook::ClauseId;
use truthsayer_oracle::rulebook::rule_file::RuleFile;
use truthsayer_oracle::rulebook::rule_line::RuleLine;
use truthsayer_oracle::run::NoProgress;
use truthsayer_oracle::run::Run;
use truthsayer_oracle::run::seat::Seats;
use truthsayer_oracle::suite::Extent;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::grade::Grade;
use truthsayer_oracle::suite::project::FILE_NAME;
use truthsayer_oracle::suite::project::Project;
use truthsayer_oracle::suite::scenario::Scenario;
use truthsayer_oracle::suite::suite_cache::SuiteCache;

/// A result of the last run, at a place of a scenario.
pub(super) struct RunNote {
    pub place: Place,
    pub message: String,
    pub is_error: bool,
}

/// The evidence for a clause after the last run.
pub(super) struct ClauseEvidence {
    pub grade: Grade,
    pub claims: usize,
    pub failing: usize,
    /// The minimum grade in the floor.
    pub floor: Option<Grade>,
}

/// The suite with all unsaved texts, and its engines.
struct Opened {
    suite: Suite,
    seats: Arc<Seats>,
    jobs: usize,
}

/// The project. `opened` keeps its last readable state while the project file is broken.
pub(super) struct Workspace<'c> {
    arguments: &'c Arguments,
    console: &'c Console,
    environment: Environment,
    /// A run reads it from its own thread.
    opened: Option<Arc<Opened>>,
    /// Problems in files.
    pub problems: Vec<Problem>,
    /// Results of the last run by scenario file.
    pub notes: BTreeMap<String, Vec<RunNote>>,
    pub evidence: BTreeMap<ClauseId, ClauseEvidence>,
}

/// A run of all scenarios, or of those in some files.
pub(super) struct RunJob {
    opened: Arc<Opened>,
    files: Option<BTreeSet<String>>,
}

/// The results of a job.
pub(super) struct JobResults {
    files: Option<BTreeSet<String>>,
    notes: BTreeMap<String, Vec<RunNote>>,
    evidence: Option<BTreeMap<ClauseId, ClauseEvidence>>,
}

impl<'c> Workspace<'c> {
    pub(super) fn new(context: &Context<'c>) -> Workspace<'c> {
        Workspace {
            arguments: context.arguments,
            console: context.console,
            environment: context.environment.clone(),
            opened: None,
            problems: Vec::new(),
            notes: BTreeMap::new(),
            evidence: BTreeMap::new(),
        }
    }

    /// The folder of the project, if there is one.
    pub(super) fn root(&self) -> Option<PathBuf> {
        match &self.arguments.project {
            Some(folder) => Some(self.environment.folder.join(folder)),
            None => Project::find(&self.environment.folder),
        }
    }

    /// The folder of the project, or the folder of the editor.
    pub(super) fn folder(&self) -> PathBuf {
        self.root().unwrap_or_else(|| self.environment.folder.clone())
    }

    /// Looks for the project in another folder and above it. The command line comes first.
    pub(super) fn look_in(&mut self, folder: &Path) -> bool {
        let is_found = self.arguments.project.is_none() && Project::find(folder).is_some();
        if is_found {
            self.environment.folder = folder.to_owned();
        }
        is_found
    }

    pub(super) fn suite(&self) -> Option<&Suite> {
        self.opened.as_ref().map(|opened| &opened.suite)
    }

    pub(super) fn seats(&self) -> Option<&Seats> {
        self.opened.as_ref().map(|opened| &*opened.seats)
    }

    fn context(&self) -> Context<'_> {
        Context { arguments: self.arguments, environment: &self.environment, console: self.console }
    }

    /// Reads the project and selects its engines.
    pub(super) fn open(&mut self) {
        if self.root().is_none() {
            (self.opened, self.problems) = (None, Vec::new());
            return;
        }
        if let Err(error) = session::project(&self.context()) {
            return self.keep_with(error);
        }
        // The last readable project stays until the engines are selected.
        let mut cache = SuiteCache::default();
        match Session::open_after(&mut cache, &Playing::default(), &self.context()) {
            Ok(Session { suite, seats, problems, jobs, .. }) => {
                self.enter(Opened { suite, seats: Arc::new(seats), jobs }, problems);
            }
            Err(error) => self.keep_with(error),
        }
    }

    /// Reads changed files again and keeps the engines, so that it is fast enough for every keystroke.
    pub(super) fn reread(&mut self) {
        let Some(opened) = &self.opened else { return self.open() };
        let (seats, jobs) = (Arc::clone(&opened.seats), opened.jobs);
        let project = match session::project(&self.context()) {
            Ok(project) => project,
            Err(error) => return self.keep_with(error),
        };
        let readings = opened.suite.readings.clone();
        let mut cache = self.cache();
        let (mut suite, problems) = pending_changes::load_extent(Extent::Cached(&mut cache), project, jobs);
        suite.choose(readings);
        self.enter(Opened { suite, seats, jobs }, problems);
    }

    /// Keeps what was read last, and shows the problems of the project file.
    fn keep_with(&mut self, error: CliError) {
        self.problems.retain(|problem| problem.path().is_some_and(|path| path != FILE_NAME));
        self.problems.extend(problems_of(error));
    }

    /// The cache of the suite; empty if a run still reads it.
    fn cache(&mut self) -> SuiteCache {
        let opened = self.opened.take().and_then(Arc::into_inner);
        opened.map_or_else(SuiteCache::default, |opened| SuiteCache::of(opened.suite))
    }

    fn enter(&mut self, opened: Opened, problems: Vec<Problem>) {
        let suite = &opened.suite;
        self.problems = problems;
        self.problems.extend(suite.orphan_problems());
        self.problems.extend(lint_command::beyond_files(suite, &opened.seats));
        self.problems.extend(lint::uncatalogued(suite));
        self.problems.extend(lint::dependent_clauses(suite));
        self.opened = Some(Arc::new(opened));
    }

    /// A run of some files, or of everything.
    pub(super) fn job(&self, files: Option<BTreeSet<String>>) -> Option<RunJob> {
        Some(RunJob { opened: Arc::clone(self.opened.as_ref()?), files })
    }

    /// Takes the results of a run, except those of files that have changed since.
    pub(super) fn take(&mut self, results: JobResults, changed: &BTreeSet<String>) {
        let JobResults { files, mut notes, evidence } = results;
        match files {
            Some(files) => {
                for path in files.difference(changed) {
                    self.notes.insert(path.clone(), notes.remove(path).unwrap_or_default());
                }
            }
            None => {
                notes.retain(|path, _| !changed.contains(path));
                self.notes = notes;
            }
        }
        self.evidence = evidence.unwrap_or_else(|| std::mem::take(&mut self.evidence));
    }

    /// The rule on a line of a rulebook, given by the path of its file and a line number from 1.
    pub(super) fn rule_at(&self, path: &str, line: usize) -> Option<(&RuleFile, &RuleLine)> {
        let suite = self.suite()?;
        let file = suite.book.files().find(|file| file.source.path == path)?;
        Some((file, file.line(line)?))
    }
}

/// The clauses of a rule, each with its text.
pub(super) fn clauses<'r>(file: &'r RuleFile, line: &'r RuleLine) -> impl Iterator<Item = (ClauseId, &'r str)> {
    (1..=line.clause_count()).filter_map(move |clause| {
        let id = ClauseId { file: file.name.clone(), line: line.number, clause };
        Some((id, line.clause(clause)?))
    })
}

impl RunJob {
    /// Runs the scenarios.
    pub(super) fn run(self) -> JobResults {
        let Opened { suite, seats, jobs } = &*self.opened;
        let is_wanted =
            |scenario: &&Scenario| self.files.as_ref().is_none_or(|it| it.contains(&scenario.place.file.path));
        let chosen: Vec<&Scenario> = suite.scenarios.iter().filter(is_wanted).collect();
        let drafts = if self.files.is_none() { suite.drafts.iter().collect() } else { Vec::new() };
        let mut notes: BTreeMap<String, Vec<RunNote>> = BTreeMap::new();
        let mut found = None;
        if self.files.is_none() || !chosen.is_empty() {
            let findings = Run { chosen, drafts, ..Run::new(suite, seats, *jobs, &NoProgress) }.findings();
            for (path, note) in findings.judged.iter().flat_map(|judged| notes_of(&findings, judged)) {
                push(notes.entry(path).or_default(), note);
            }
            found = self.files.is_none().then(|| evidence(&findings));
        }
        JobResults { notes, evidence: found, files: self.files }
    }
}

fn problems_of(error: CliError) -> Vec<Problem> {
    let message = match error {
        CliError::BadInput(problems) => return problems,
        CliError::Usage(message) | CliError::Nothing(message) | CliError::Engine(message) => message,
        CliError::Write { .. } => "the project cannot be read".to_owned(),
    };
    vec![Problem::new(Kind::Unreadable, message).about(FILE_NAME)]
}

/// Adds a note, unless another row of the same table has already given it.
fn push(notes: &mut Vec<RunNote>, note: RunNote) {
    if !notes.iter().any(|other| other.place == note.place && other.message == note.message) {
        notes.push(note);
    }
}

fn notes_of(findings: &Findings<'_>, judged: &Judged<'_>) -> Vec<(String, RunNote)> {
    let scenario = judged.scenario;
    let at = |place: &Place, message: String, is_error| RunNote { place: place.clone(), message, is_error };
    let title = |message: String, is_error| vec![at(&scenario.place, message, is_error)];
    let notes = match (&judged.verdict, findings.scenario_status(judged)) {
        (_, ScenarioStatus::Gap) => title("every failure is a known gap".to_owned(), false),
        (Verdict::Invalid(problems), _) => problems
            .iter()
            .map(|problem| at(problem.place.as_ref().unwrap_or(&scenario.place), problem.message.clone(), true))
            .collect(),
        (Verdict::NoAnswer(fault), _) => title(format!("the engine did not answer: {fault}"), true),
        (_, ScenarioStatus::Drifts) => {
            title("the outcome differs from its golden; `truthsayer review` shows the difference".to_owned(), false)
        }
        (_, ScenarioStatus::NoGolden) => title("no golden; `truthsayer bless` accepts the outcome".to_owned(), false),
        (verdict, _) => verdict
            .mismatches()
            .iter()
            .map(|it| at(&it.place, format!("{}: expected {}, got {}", it.subject, it.expected, it.actual), true))
            .collect(),
    };
    notes.into_iter().map(|note| (note.place.file.path.clone(), note)).collect()
}

fn evidence(findings: &Findings<'_>) -> BTreeMap<ClauseId, ClauseEvidence> {
    let suite = findings.suite;
    let floor = suite.floor.as_ref().map(|floor| floor.by_clause(&suite.book, &mut Vec::new())).unwrap_or_default();
    let of = |entry: &truthsayer_oracle::evidence::coverage::CoverageEntry| ClauseEvidence {
        grade: entry.grade,
        claims: entry.claims.len(),
        failing: entry.claims.iter().filter(|(_, holds)| *holds == Some(false)).count(),
        floor: floor.get(&entry.id).map(|(grade, _)| *grade),
    };
    findings.coverage.entries.iter().map(|(id, entry)| (id.clone(), of(entry))).collect()
}
