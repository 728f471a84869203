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
use crate::oracle::suite::Suite;
use crate::oracle::unsettled;
use crate::report::json;
use crate::report::terminal;

pub fn run(
    options: &LintArguments,
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<ExitCode, Stop> {
    let project = setting::project(arguments, surroundings)?;
    let (suite, mut problems) = Suite::load(project, surroundings.cores);
    problems.extend(suite.orphan_problems());
    problems.extend(findings(&suite, surroundings, output)?);
    problems.extend(unsettled::unrecorded(&suite));
    problem::sort(&mut problems);
    match options.format {
        Format::Json => output.result(&json::problems("lint", &problems, &suite)),
        Format::Pretty => output.result(&terminal::lint(&problems, &suite, output.quiet)),
    }
    Ok(if problems.is_empty() { ExitCode::Conforms } else { ExitCode::BadInput })
}

/// What can be said without playing: switches, exclusions that are cited, goldens.
fn findings(suite: &Suite, surroundings: &Surroundings, output: &Output) -> Result<Vec<Problem>, Stop> {
    let choice::Choice { makers, .. } = choice::makers(&suite.project, &Playing::default(), surroundings, output)?;
    let mut problems = setting::switch_problems(suite, &makers);
    for entry in suite.project.engines.values() {
        problems.extend(gap::problems(&entry.gaps, suite, surroundings.today));
    }
    for fault in makers.values().filter_map(|maker| maker.fault()) {
        problems.push(Problem::new(Kind::Engine, format!("its switches cannot be checked: {fault}")));
    }
    for maker in makers.values() {
        problems.extend(lint::switches(maker.profile(), suite));
    }
    problems.extend(lint::exclusions(suite));
    problems.extend(lint::goldens(suite));
    Ok(problems)
}
