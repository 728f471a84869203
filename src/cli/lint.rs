//! `lint`: is everything that is written down right? Plays nothing and writes nothing.

use crate::cli::arguments::Arguments;
use crate::cli::arguments::Format;
use crate::cli::arguments::LintArguments;
use crate::cli::arguments::Playing;
use crate::cli::choice;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::Output;
use crate::cli::setting;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::oracle::gap;
use crate::oracle::lint;
use crate::oracle::problem;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::project::Project;
use crate::oracle::run::Makers;
use crate::oracle::suite::Suite;
use crate::oracle::unsettled;
use crate::protocol::Fault;
use crate::report::json;
use crate::report::terminal;

pub(crate) fn run(
    options: &LintArguments,
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<ExitCode, Stop> {
    let project = setting::project(arguments, surroundings)?;
    let (suite, mut problems) = Suite::load(project, surroundings.cores);
    if problems.is_empty() {
        problems.extend(suite.nothing_written());
    }
    problems.extend(suite.orphan_problems());
    problems.extend(findings(&suite, surroundings, output)?);
    problems.extend(unsettled::unrecorded(&suite));
    problem::sort(&mut problems);
    match options.format {
        Format::Json => output.data(&json::problems("lint", &problems, &suite)),
        Format::Pretty => output.result(&terminal::lint(&problems, &suite, output.quiet)),
    }
    let dead = problems.iter().any(|problem| problem.kind == Kind::Engine);
    Ok(match (dead, problems.is_empty()) {
        (true, _) => ExitCode::EngineFault,
        (false, false) => ExitCode::BadInput,
        (false, true) => ExitCode::Conforms,
    })
}

/// What can be said without playing: switches, exclusions that are cited, goldens.
fn findings(suite: &Suite, surroundings: &Surroundings, output: &Output) -> Result<Vec<Problem>, Stop> {
    let choice::Choice { makers, gaps, .. } =
        choice::makers(&suite.project, &Playing::default(), surroundings, output)?;
    let mut problems = beyond_files(suite, &makers);
    for entry in suite.project.engines.values() {
        problems.extend(problem::bounded(gap::problems(&entry.gaps, suite, surroundings.today)));
    }
    for (game, maker) in &makers {
        problems.extend(maker.fault().map(|fault| dead_engine(game, &suite.project, &fault)));
    }
    problems.extend(lint::goldens(suite, &gaps));
    problems.extend(lint::uncatalogued(suite));
    Ok(problems)
}

/// What is wrong with switches, exclusions and the floor, although every file can be read.
pub(super) fn beyond_files(suite: &Suite, makers: &Makers) -> Vec<Problem> {
    let mut problems = setting::switch_problems(suite, makers);
    for maker in makers.values() {
        problems.extend(problem::bounded(lint::switches(maker.profile(), suite)));
    }
    problems.extend(lint::exclusions(suite));
    if let Some(floor) = &suite.floor {
        let mut found = Vec::new();
        floor.by_clause(&suite.book, &mut found);
        problems.extend(problem::bounded(found));
    }
    problems
}

/// An engine that nobody can ask, by name, with the end of its log.
fn dead_engine(game: &str, project: &Project, fault: &Fault) -> Problem {
    let name = project.games.get(game).map_or(game, String::as_str);
    let message = format!("the engine `{name}` cannot be asked for its switches: {fault}");
    let problem = Problem::new(Kind::Engine, message);
    let words = fault.last_words();
    if words.is_empty() { problem } else { problem.help(format!("its log (stderr) ends with: {words}")) }
}
