//! The project as the editor sees it: the suite with all unsaved texts, its problems, and the results of the last run.

use std::collections::BTreeMap;

use crate::cli::args::Playing;
use crate::cli::cli_error::CliError;
use crate::cli::commands::lint as lint_command;
use crate::cli::context::Context;
use crate::cli::session;
use crate::cli::session::PlaySource;
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
use truthsayer_oracle::suite::Extent;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::grade::Grade;
use truthsayer_oracle::suite::project::FILE_NAME;
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

pub(super) struct Workspace<'c> {
    context: &'c Context<'c>,
    playing: Playing,
    session: Option<Session>,
    /// Problems in files.
    pub problems: Vec<Problem>,
    /// Results of the last run by scenario file.
    pub notes: BTreeMap<String, Vec<RunNote>>,
    pub evidence: BTreeMap<ClauseId, ClauseEvidence>,
}

impl<'c> Workspace<'c> {
    pub(super) fn new(context: &'c Context<'c>) -> Workspace<'c> {
        Workspace {
            context,
            playing: Playing::default(),
            session: None,
            problems: Vec::new(),
            notes: BTreeMap::new(),
            evidence: BTreeMap::new(),
        }
    }

    pub(super) fn suite(&self) -> Option<&Suite> {
        self.session.as_ref().map(|session| &session.suite)
    }

    pub(super) fn session(&self) -> Option<&Session> {
        self.session.as_ref()
    }

    /// Reads the project and selects its engines.
    pub(super) fn open(&mut self) {
        let mut cache = self.cache();
        match Session::open_after(&mut cache, &self.playing, self.context) {
            Ok(session) => self.enter(session),
            Err(CliError::BadInput(problems)) => self.problems = problems,
            Err(other) => self.problems = vec![Problem::new(Kind::Unreadable, message(&other)).about(FILE_NAME)],
        }
    }

    /// Reads changed files again and keeps the engines, so that it is fast enough for every keystroke.
    pub(super) fn reread(&mut self) {
        let (Some(session), Ok(project)) = (self.session.take(), session::project(self.context)) else {
            return self.open();
        };
        let Session { suite, seats, jobs, .. } = session;
        let readings = suite.readings.clone();
        let mut cache = SuiteCache::of(suite);
        let (mut suite, problems) = pending_changes::load_extent(Extent::Cached(&mut cache), project, jobs);
        suite.choose(readings);
        self.enter(Session { suite, seats, problems, plays: PlaySource::Live, jobs });
    }

    fn cache(&mut self) -> SuiteCache {
        self.session.take().map_or_else(SuiteCache::default, |session| SuiteCache::of(session.suite))
    }

    fn enter(&mut self, session: Session) {
        let suite = &session.suite;
        self.problems = session.problems.clone();
        self.problems.extend(suite.orphan_problems());
        self.problems.extend(lint_command::beyond_files(suite, &session.seats));
        self.problems.extend(lint::uncatalogued(suite));
        self.problems.extend(lint::dependent_clauses(suite));
        self.session = Some(session);
    }

    /// Runs all scenarios.
    pub(super) fn run_all(&mut self) {
        let Some(session) = &self.session else { return };
        let suite = &session.suite;
        let findings = self.run(session, suite.scenarios.iter().collect(), suite.drafts.iter().collect());
        let mut notes: BTreeMap<String, Vec<RunNote>> = BTreeMap::new();
        for (path, note) in findings.judged.iter().flat_map(|judged| notes_of(&findings, judged)) {
            push(notes.entry(path).or_default(), note);
        }
        let evidence = evidence(&findings);
        drop(findings);
        (self.notes, self.evidence) = (notes, evidence);
    }

    /// Runs the scenarios of one file.
    pub(super) fn run_file(&mut self, path: &str) {
        let Some(session) = &self.session else { return };
        let is_in_file = |scenario: &&Scenario| scenario.place.file.path == path;
        let chosen: Vec<&Scenario> = session.suite.scenarios.iter().filter(is_in_file).collect();
        let mut notes = Vec::new();
        if !chosen.is_empty() {
            let findings = self.run(session, chosen, Vec::new());
            for (_, note) in findings.judged.iter().flat_map(|judged| notes_of(&findings, judged)) {
                push(&mut notes, note);
            }
        }
        self.notes.insert(path.to_owned(), notes);
    }

    fn run<'s>(&self, session: &'s Session, chosen: Vec<&'s Scenario>, drafts: Vec<&'s Scenario>) -> Findings<'s>
    where
        'c: 's,
    {
        Run { chosen, drafts, progress: &NoProgress, ..session.run(self.context.console) }.findings()
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

fn message(error: &CliError) -> String {
    match error {
        CliError::Usage(message) | CliError::Nothing(message) | CliError::Engine(message) => message.clone(),
        CliError::BadInput(_) | CliError::Write { .. } => "the project cannot be read".to_owned(),
    }
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
