//! `lint`: checks all files. Runs no scenario and writes nothing.

use crate::cli::args::Format;
use crate::cli::args::LintArguments;
use crate::cli::args::Playing;
use crate::cli::cli_error::CliError;
use crate::cli::context::Context;
use crate::cli::exit_code::ExitCode;
use crate::cli::session;
use crate::cli::session::engine_selection;
use crate::report::machine::json;
use crate::report::terminal;
use crate::report::text::fault_help;
use truthsayer_oracle::base::diagnostic;
use truthsayer_oracle::base::diagnostic::Kind;
use truthsayer_oracle::base::diagnostic::Problem;
use truthsayer_oracle::errata::pending_changes;
use truthsayer_oracle::gate::lint;
use truthsayer_oracle::rulebook::switch_clauses;
use truthsayer_oracle::run::seat::Seat;
use truthsayer_oracle::run::seat::Seats;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::gap;
use truthsayer_oracle::suite::gap::Gap;
use truthsayer_oracle::suite::project::Project;
use truthsayer_protocol::Fault;

pub(crate) fn run(options: &LintArguments, context: &Context<'_>) -> Result<ExitCode, CliError> {
    let project = session::project(context)?;
    let (suite, mut problems) = pending_changes::load_suite(project, context.environment.cores);
    if problems.is_empty() {
        problems.extend(suite.nothing_written());
    }
    problems.extend(suite.orphan_problems());
    problems.extend(findings(&suite, context)?);
    problems.extend(pending_changes::unrecorded(&suite));
    diagnostic::sort(&mut problems);
    match options.format {
        Format::Json => context.console.data(&json::problems("lint", &problems, &suite)),
        Format::Pretty => {
            context.console.result(&terminal::lint(&problems, &suite, context.console.quiet, context.console.verbose))
        }
    }
    let dead = problems.iter().any(|problem| problem.kind == Kind::Engine);
    Ok(match (dead, problems.iter().all(|problem| problem.kind.is_warning())) {
        (true, _) => ExitCode::EngineFault,
        (false, false) => ExitCode::BadInput,
        (false, true) => ExitCode::Pass,
    })
}

/// Problems that need no run: switches, exclusions, goldens.
fn findings(suite: &Suite, context: &Context<'_>) -> Result<Vec<Problem>, CliError> {
    let seats = engine_selection::select(&suite.project, &Playing::default(), context)?.seats;
    let mut problems = beyond_files(suite, &seats);
    for entry in suite.project.engines.values() {
        problems.extend(diagnostic::bounded(gap::problems(&entry.gaps, suite, context.environment.today)));
    }
    for (game, seat) in &seats {
        problems.extend(seat.engine.fault().map(|fault| dead_engine(game, &suite.project, &fault)));
    }
    let gaps: Vec<Gap> = seats.into_values().flat_map(|seat| seat.gaps).collect();
    problems.extend(lint::goldens(suite, &gaps, context.environment.cores, context.console));
    problems.extend(lint::uncatalogued(suite));
    problems.extend(lint::dependent_clauses(suite));
    Ok(problems)
}

/// Problems with switches, exclusions and the floor, found after every file was read.
pub(super) fn beyond_files(suite: &Suite, seats: &Seats) -> Vec<Problem> {
    let (mut problems, mut others) = (Vec::new(), Vec::new());
    for profile in seats.values().map(Seat::profile) {
        let (clauses, citations) = switch_clauses::resolve(profile, &suite.book);
        problems.extend(session::citation_problems(citations, profile, suite));
        others.extend(diagnostic::bounded(lint::switches(profile, &clauses, suite)));
    }
    problems.extend(others);
    problems.extend(lint::exclusions(suite));
    if let Some(floor) = &suite.floor {
        let mut found = Vec::new();
        floor.by_clause(&suite.book, &mut found);
        problems.extend(diagnostic::bounded(found));
    }
    problems
}

/// The problem of an engine that does not answer, with the end of its log.
fn dead_engine(game: &str, project: &Project, fault: &Fault) -> Problem {
    let name = project.games.get(game).map_or(game, String::as_str);
    let message = format!("the engine `{name}` does not list its switches: {fault}");
    let help = fault_help::of(fault, game, project);
    let place = help.as_ref().and_then(|(place, _)| place.clone());
    let problem = match place {
        Some(place) => Problem::at(Kind::Engine, &place, message),
        None => Problem::new(Kind::Engine, message),
    };
    let problem = match help {
        Some((_, help)) => problem.help(help),
        None => problem,
    };
    let words = fault.last_words();
    if words.is_empty() { problem } else { problem.help(format!("its log (stderr) ends with: {words}")) }
}
