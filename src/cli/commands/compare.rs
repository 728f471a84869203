//! `compare`: compares engines or saved results rule by rule.

mod change_hunt;

use std::collections::BTreeMap;
use std::path::Path;

use crate::builtin_engines;
use crate::cli::args::CompareArguments;
use crate::cli::args::CompareFormat;
use crate::cli::args::Filters;
use crate::cli::args::Playing;
use crate::cli::cli_error::CliError;
use crate::cli::commands::hunt::sides;
use crate::cli::context::Context;
use crate::cli::env::environment::Environment;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::console::Console;
use crate::cli::session;
use crate::cli::session::Session;
use crate::cli::session::engine_selection;
use crate::cli::session::problem_filter;
use crate::cli::session::problem_filter::Purpose;
use crate::cli::session::selection;
use crate::cli::session::selection::Selection;
use crate::report;
use crate::report::machine::documents::change_document::ChangeHunt;
use crate::report::machine::documents::comparison_document;
use crate::report::machine::json;
use crate::report::machine::run_result;
use crate::report::terminal::comparison::ComparedWords;
use truthsayer_oracle::base::diagnostic::Kind;
use truthsayer_oracle::base::diagnostic::Problem;
use truthsayer_oracle::base::safe_read;
use truthsayer_oracle::compare::comparison;
use truthsayer_oracle::compare::comparison::Comparison;
use truthsayer_oracle::compare::comparison::outcomes;
use truthsayer_oracle::compare::comparison::outcomes::OutcomeGroup;
use truthsayer_oracle::compare::comparison::outcomes::PlayedSide;
use truthsayer_oracle::compare::saved_run::SavedRun;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::judge::play_and_judge::Retention;
use truthsayer_oracle::run::Run;
use truthsayer_oracle::suite::SuiteCounts;
use truthsayer_oracle::suite::project::Project;
use truthsayer_protocol::Reply;
use truthsayer_protocol::text;

pub(crate) fn run(options: &CompareArguments, context: &Context<'_>) -> Result<ExitCode, CliError> {
    let (mut sides, mut reported) = (Vec::new(), ReportedProblems::default());
    let playing = Playing { timeout: options.timeout, jobs: options.jobs, ..Playing::default() };
    let hunts = options.hunt.is_some() || options.plays.is_some();
    if hunts {
        change_hunt::check(options, |name| is_saved(name, context))?;
    }
    if hunts && options.format == CompareFormat::Html {
        return Err(CliError::Usage("`--hunt` has no HTML form; use `--format markdown` or `json`".to_owned()));
    }
    // Nothing runs until every side is known.
    for name in options.sides.iter().filter(|name| !is_saved(name, context)) {
        EngineSide::parse(name)?.check(&session::project(context)?, &playing)?;
    }
    for name in &options.sides {
        sides.push(side(name, &mut reported, &playing, context)?);
    }
    let saved_runs: Vec<SavedRun> = sides.iter().map(|side| side.saved_run.clone()).collect();
    let mut comparison = comparison::compare(&saved_runs);
    if comparison.common == 0 {
        return Err(CliError::Nothing("there is no scenario that all of them played".to_owned()));
    }
    comparison.outcomes = outcome_groups(&comparison, &sides);
    let hunt = hunts.then(|| change_hunt::run(options, &comparison, &sides, context)).transpose()?;
    let no_answer =
        saved_runs.iter().flat_map(|saved_run| &saved_run.result.scenarios).any(|s| s.verdict == "no-answer");
    let found = hunt.as_ref().is_some_and(|hunt| !hunt.differences.is_empty());
    let code = match (no_answer || hunt.as_ref().is_some_and(|hunt| hunt.fault.is_some()), &hunt) {
        (true, _) => ExitCode::EngineFault,
        (false, Some(hunt)) if hunt.interrupted => ExitCode::Interrupted,
        (false, _) if reported.counts => ExitCode::BadInput,
        (false, _) if comparison.is_empty() && !found => ExitCode::Pass,
        (false, _) => ExitCode::Fail,
    };
    print(options, &comparison, &sides, hunt, context);
    Ok(code)
}

fn print(
    options: &CompareArguments,
    comparison: &Comparison<'_>,
    sides: &[ComparedSide],
    hunt: Option<ChangeHunt>,
    context: &Context<'_>,
) {
    let names = || [0, 1].map(|at| options.sides.get(at).cloned().unwrap_or_default());
    match (options.format, hunt) {
        (CompareFormat::Pretty, hunt) => {
            let verbose = context.console.verbose;
            let own = report::terminal::comparison::pretty(comparison, &words(sides), verbose);
            let found = hunt.map(|hunt| report::terminal::change::pretty(&hunt, &names(), verbose));
            context.console.result(&(own + &found.unwrap_or_default()));
        }
        (CompareFormat::Markdown, Some(hunt)) => {
            let verdict = report::terminal::comparison::verdict(comparison);
            context.console.copied(&report::terminal::change::markdown(&hunt, comparison, &verdict, &names()));
        }
        (CompareFormat::Markdown, None) => {
            context.console.copied(&report::terminal::comparison::markdown(comparison));
        }
        (CompareFormat::Html, _) => context.console.copied(&report::terminal::comparison::html(comparison)),
        (CompareFormat::Json, hunt) => {
            let read = sides.iter().find_map(|side| side.read).unwrap_or_default();
            let data = comparison_document::of(comparison, hunt);
            context.console.data(&json::counted_document("compare", "compare", &data, read));
        }
    }
}

/// Problems of the suite. They are the same for every engine and are reported once.
#[derive(Default)]
pub(super) struct ReportedProblems {
    problems: Vec<Problem>,
    /// Whether a problem concerns the compared game.
    counts: bool,
}

impl ReportedProblems {
    fn report(
        &mut self,
        session: &Session,
        filters: &Filters,
        selection: &Selection<'_>,
        output: &Console,
    ) -> Result<(), CliError> {
        if session.problems != self.problems {
            self.counts |=
                !problem_filter::report_or_stop(Purpose::Runs, session, filters, selection, output)?.is_empty();
            self.problems = session.problems.clone();
        }
        Ok(())
    }
}

/// One side of the comparison.
pub(super) struct ComparedSide {
    pub(super) saved_run: SavedRun,
    /// The replies; `None` for a saved result.
    pub(super) played: Option<PlayedSide>,
    /// The words of each clause.
    sentences: BTreeMap<String, String>,
    /// The size of the suite that ran; none for a saved result.
    read: Option<SuiteCounts>,
}

/// An engine as `compare` and `hunt` take it: a name or a command, and the switches that are off.
struct EngineSide {
    words: Vec<String>,
    without: Vec<String>,
}

impl EngineSide {
    fn parse(text: &str) -> Result<EngineSide, CliError> {
        let words = shlex::split(text).ok_or_else(|| CliError::Usage(format!("`{text}` has an open quote")))?;
        let (words, without) = sides::split_at_without(words);
        Ok(EngineSide { words, without })
    }

    /// Fails if the engine is unknown or does not start, or if it lacks a switch.
    fn check(&self, project: &Project, playing: &Playing) -> Result<(), CliError> {
        let (maker, _) = engine_selection::single(&self.words, project, playing)?;
        if let Some(fault) = maker.fault() {
            return Err(CliError::fault(&fault));
        }
        let has = |name: &&String| maker.profile().switches.iter().any(|note| note.name == **name);
        match self.without.iter().find(|name| !project.profiles.contains_key(*name) && !has(name)) {
            Some(name) => Err(sides::no_such_switch(name, maker.as_ref())),
            None => Ok(()),
        }
    }

    /// The options that select this engine.
    fn playing(&self, project: &Project, playing: &Playing) -> Playing {
        let is_named = |name: &str| builtin_engines::by_name(name).is_some() || project.engines.contains_key(name);
        let common = Playing {
            timeout: playing.timeout,
            jobs: playing.jobs,
            readings: playing.readings.clone(),
            ..Playing::default()
        };
        match self.words.as_slice() {
            [name] if is_named(name) => Playing { engine: vec![name.clone()], ..common },
            words => {
                let command = shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default();
                Playing { engine_command: Some(command), ..common }
            }
        }
    }
}

/// Runs an engine, or reads a saved result.
pub(super) fn side(
    name: &str,
    reported: &mut ReportedProblems,
    playing: &Playing,
    context: &Context<'_>,
) -> Result<ComparedSide, CliError> {
    if is_saved(name, context) {
        let saved_run = read_saved(Path::new(name), context.environment)?;
        return Ok(ComparedSide { saved_run, played: None, sentences: BTreeMap::new(), read: None });
    }
    play(name, reported, playing, context)
}

/// Returns different outcomes with equal verdicts. Of more than two sides, compares the first and the last.
fn outcome_groups(comparison: &Comparison<'_>, sides: &[ComparedSide]) -> Vec<OutcomeGroup> {
    let (Some(first), Some(last)) = (sides.first(), sides.last()) else { return Vec::new() };
    let alike = comparison.scenarios_alike().into_iter();
    match (&first.played, &last.played) {
        (Some(one), Some(other)) => outcomes::of_played(one, other, alike),
        _ => outcomes::of_saved(&first.saved_run, &last.saved_run, alike),
    }
}

/// The words of clauses, and boards, for the reports.
fn words(sides: &[ComparedSide]) -> ComparedWords<'_> {
    let sentences = sides.iter().map(|side| &side.sentences).find(|sentences| !sentences.is_empty());
    let played: Vec<&PlayedSide> = sides.iter().filter_map(|side| side.played.as_ref()).collect();
    ComparedWords { sentences, last: played.last().copied() }
}

pub(super) fn bad_input(message: String) -> CliError {
    CliError::BadInput(vec![Problem::new(Kind::Unreadable, message)])
}

/// Whether a side is a file. A name without `.json` is a file only if no engine has that name.
fn is_saved(name: &str, context: &Context<'_>) -> bool {
    let is_engine = || {
        let project = session::project(context);
        builtin_engines::by_name(name).is_some() || project.is_ok_and(|project| project.engines.contains_key(name))
    };
    name.ends_with(".json") || (context.environment.folder.join(name).is_file() && !is_engine())
}

/// Reads a result that `--json` saved.
pub(super) fn read_saved(path: &Path, environment: &Environment) -> Result<SavedRun, CliError> {
    let name = text::spelled_out(&path.display().to_string());
    let text = safe_read::read_saved(&environment.folder.join(path), &name);
    let text = text.map_err(|problem| CliError::BadInput(vec![problem]))?;
    SavedRun::load(&name, &text).map_err(|why| bad_input(format!("`{name}`: {why}")))
}

fn play(
    name: &str,
    reported: &mut ReportedProblems,
    playing: &Playing,
    context: &Context<'_>,
) -> Result<ComparedSide, CliError> {
    let engine = EngineSide::parse(name)?;
    let playing = engine.playing(&session::project(context)?, playing);
    let mut session = Session::open(&playing, context)?;
    session.seats.retain(|_, seat| seat.name.as_ref() == playing.engine.first());
    let without = session.switches(&engine.without)?;
    let filters = Filters { game: session.seats.keys().cloned().collect(), ..Filters::default() };
    let selection = selection::select_all(&session.suite, &filters)?;
    reported.report(&session, &filters, &selection, context.console)?;
    let chosen = selection.without_drafts()?;
    let findings = Run { chosen, without, keep: Retention::Outcomes, ..session.run(context.console) }.findings();
    let result = run_result::of("verify", &findings, &ExitCode::numbers(&findings), None);
    let saved_run = SavedRun::new(name, result).map_err(|why| bad_input(format!("`{name}`: {why}")))?;
    let played = played(&findings, &findings.engines.keys().next().cloned().unwrap_or_default());
    let book = &session.suite.book;
    let sentences = book.clauses().map(|id| (id.to_string(), book.clause_text(&id).to_owned())).collect();
    Ok(ComparedSide { saved_run, played: Some(played), sentences, read: Some(session.suite.read) })
}

/// Returns all replies of the engine of one game.
pub(super) fn played(findings: &Findings<'_>, game: &str) -> PlayedSide {
    let profile = findings.engines.get(game).cloned().unwrap_or_default();
    let mut replies = BTreeMap::new();
    for judged in findings.judged.iter().filter(|judged| judged.scenario.game == game) {
        if let Some(outcome) = judged.outcome.clone() {
            let task = judged.scenario.task(&[]);
            replies.insert(judged.scenario.id.clone(), (task, Ok(Reply::Played(outcome))));
        }
    }
    let tolerance = findings.suite.project.tolerances.get(game).cloned().unwrap_or_default();
    PlayedSide { profile, tolerance, replies }
}
