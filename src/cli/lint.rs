//! `lint`: is everything that is written down right? Plays nothing. `--fix` repairs what only moved.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

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
use crate::oracle::citation::Address;
use crate::oracle::citation::Resolution;
use crate::oracle::gap;
use crate::oracle::lint;
use crate::oracle::problem;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::project::Project;
use crate::oracle::suite::Suite;
use crate::oracle::writer;
use crate::protocol::Fault;
use crate::report::json;
use crate::report::terminal;
use crate::source::Place;

pub fn run(
    options: &LintArguments,
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<ExitCode, Stop> {
    let project = setting::project(arguments, surroundings)?;
    let mut fixed = Vec::new();
    if options.fix {
        fixed = fix(&Suite::load(project.clone(), surroundings.cores).0)?;
    }
    let (suite, mut problems) = Suite::load(project, surroundings.cores);
    problems.extend(suite.orphan_problems());
    problems.extend(findings(&suite, surroundings, output)?);
    problem::sort(&mut problems);
    match options.format {
        Format::Json => output.result(&json::problems("lint", &problems, &suite)),
        Format::Pretty => output.result(&terminal::lint(&problems, &fixed, &suite, output.quiet)),
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
    let mut problems = setting::switch_problems(suite, &makers);
    for entry in suite.project.engines.values() {
        problems.extend(problem::bounded(gap::problems(&entry.gaps, suite, surroundings.today)));
    }
    for (game, maker) in &makers {
        problems.extend(maker.fault().map(|fault| dead_engine(game, &suite.project, &fault)));
    }
    for maker in makers.values() {
        problems.extend(problem::bounded(lint::switches(maker.profile(), suite)));
    }
    problems.extend(lint::exclusions(suite));
    problems.extend(lint::goldens(suite, &gaps));
    Ok(problems)
}

/// An engine that nobody can ask, by name, with the end of its log.
fn dead_engine(game: &str, project: &Project, fault: &Fault) -> Problem {
    let name = project.games.get(game).map_or(game, String::as_str);
    let message = format!("the engine `{name}` cannot be asked for its switches: {fault}");
    let problem = Problem::new(Kind::Engine, message);
    let words = fault.last_words();
    if words.is_empty() { problem } else { problem.help(format!("its log (stderr) ends with: {words}")) }
}

/// Rewrites the address of every citation that has moved, and touches no other byte.
fn fix(suite: &Suite) -> Result<Vec<(String, String)>, Stop> {
    let mut edits: BTreeMap<String, BTreeSet<(u32, u32, String)>> = BTreeMap::new();
    let mut fixed = BTreeSet::new();
    let mut files = BTreeMap::new();
    for citation in suite.citations() {
        let Resolution::Moved(to) = citation.resolve(&suite.book) else { continue };
        let Some(place) = &citation.cite_place else { continue };
        let Some(edit) = edit(place, &citation.address, &to) else { continue };
        fixed.insert((place.to_string(), format!("{} → {to}", citation.address)));
        files.insert(place.file.path.clone(), &place.file);
        edits.entry(place.file.path.clone()).or_default().insert(edit);
    }
    for folder in [&suite.project.rules, &suite.project.scenarios] {
        writer::clear_unfinished(&suite.project.root, folder);
    }
    for (path, edits) in edits {
        let Some(file) = files.get(&path) else { continue };
        let mut text = file.text.clone();
        // From the end, so that earlier offsets stay right.
        for (start, end, new) in edits.iter().rev() {
            text.replace_range(*start as usize..*end as usize, new);
        }
        writer::write(&suite.project.root, &path, &file.with_text(&text))
            .map_err(|error| Stop::Write { path, error })?;
    }
    Ok(fixed.into_iter().collect())
}

/// The address inside the scalar, whatever quotes stand around it and however its lines are written (`3-3` is line 3).
/// One made by an example row cannot be repaired.
fn edit(place: &Place, old: &Address, new: &Address) -> Option<(u32, u32, String)> {
    let text = place.text();
    let start = text.find(&format!("{}:", old.file))?;
    let lines = start + old.file.len() + 1;
    let length = text[lines..].bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'-').count();
    let written = &text[start..lines + length];
    let at = |offset: usize| place.start + offset as u32;
    (Address::parse(written).as_ref() == Some(old)).then(|| (at(start), at(lines + length), new.to_string()))
}
