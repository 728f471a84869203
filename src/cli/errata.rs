//! `errata`: what has changed in the rulebook since it was reviewed, all that it touches, and the repair of what only moved.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::cli::arguments::Arguments;
use crate::cli::arguments::ErrataArguments;
use crate::cli::arguments::ErrataFormat;
use crate::cli::arguments::Playing;
use crate::cli::choice;
use crate::cli::choice::Choice;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::Output;
use crate::cli::selection;
use crate::cli::setting;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::oracle::errata;
use crate::oracle::journal;
use crate::oracle::journal::NotWritten;
use crate::oracle::journal::ProjectHand;
use crate::oracle::journal::Unfinished;
use crate::oracle::ledger::LedgerEntry;
use crate::oracle::past::Past;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::project::Project;
use crate::oracle::repair;
use crate::oracle::repair::Accepted;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::run::Run;
use crate::oracle::scenario::Scenario;
use crate::oracle::suite::Suite;
use crate::oracle::touch::Touching;
use crate::oracle::trial::Keep;
use crate::oracle::unsettled;
use crate::oracle::writer;
use crate::report::errata as report;
use crate::report::errata::ClauseGrades;
use crate::report::errata::Errata;

pub(crate) fn run(
    options: &ErrataArguments,
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<ExitCode, Stop> {
    let project = setting::project(arguments, surroundings)?;
    if options.fix || options.accept.is_some() {
        if surroundings.in_ci {
            let why = "changes of a rulebook are accepted by a person, and CI is set: nothing is written";
            return Err(Stop::Usage(why.to_owned()));
        }
        return repair(options, project, surroundings, output);
    }
    let (suite, problems) = Suite::load(project, surroundings.cores);
    let told = changes_with_touched(&suite, surroundings, output)?;
    match options.format {
        ErrataFormat::Pretty => output.stream_result(|out| told.write_pretty(out, output.quiet)),
        ErrataFormat::Json => output.stream(|out| told.write_json(out)),
        ErrataFormat::Markdown => output.copied(&told.markdown()),
    }
    let unread: Vec<Problem> = problems.into_iter().filter(hides_addresses).collect();
    if !unread.is_empty() {
        return Err(Stop::BadInput(unread));
    }
    Ok(if told.changes.is_empty() { ExitCode::Conforms } else { ExitCode::Deviates })
}

/// Every change with what it touches.
fn changes_with_touched<'s>(
    suite: &'s Suite,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<Errata<'s>, Stop> {
    let unlocked = unsettled::without_lock(suite);
    let Some(past) = suite.book.past() else {
        return Ok(Errata { suite, changes: Vec::new(), grades: BTreeMap::new(), unlocked });
    };
    let choice = choice::makers(&suite.project, &Playing::default(), surroundings, output)?;
    let grades = grades(suite, past, &choice, surroundings, output);
    let profiles: Vec<_> = choice.makers.values().map(|maker| maker.profile()).collect();
    let touching = Touching::of(suite, past, profiles);
    let changes = errata::changes(past, &suite.book).into_iter().map(|change| {
        let touch = touching.touch(&change);
        (change, touch)
    });
    Ok(Errata { suite, changes: changes.collect(), grades, unlocked })
}

/// The grades of all clauses that changes are about. Everything else that playing says is let go before the changes are told, of which
/// there may be as many as clauses.
fn grades(
    suite: &Suite,
    past: &Past,
    choice: &Choice,
    surroundings: &Surroundings,
    output: &Output,
) -> BTreeMap<ClauseId, ClauseGrades> {
    let concerned: BTreeSet<ClauseId> =
        errata::changes(past, &suite.book).into_iter().flat_map(|change| change.new).collect();
    let cites =
        |scenario: &&Scenario| scenario.claims.iter().flat_map(|claim| &claim.clauses).any(|id| concerned.contains(id));
    let chosen: Vec<&Scenario> = suite.scenarios.iter().filter(cites).collect();
    let run = Run::new(suite, &choice.makers, &choice.references, surroundings.cores, output);
    let run = Run { chosen, proves: true, keep: Keep::Firings, gaps: choice.gaps.clone(), ..run };
    let entries = run.findings().ledger.entries.into_values();
    let played = |entry: LedgerEntry| (entry.grade, entry.rewording.map(|rewording| rewording.beneath));
    entries.filter(|entry| concerned.contains(&entry.id)).map(|entry| (entry.id.clone(), played(entry))).collect()
}

fn repair(
    options: &ErrataArguments,
    project: Project,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<ExitCode, Stop> {
    if finish(&project)? {
        output.about("note: a repair that was interrupted has been finished\n");
    }
    let (suite, problems) = Suite::load(project, surroundings.cores);
    let unread: Vec<Problem> = problems.into_iter().filter(hides_addresses).collect();
    if !unread.is_empty() {
        return Err(Stop::BadInput(unread));
    }
    let accepted = accepted(options, &suite)?;
    let repair = repair::plan(&suite, &accepted);
    for folder in [&suite.project.rules, &suite.project.scenarios] {
        writer::clear_unfinished(&suite.project.root, folder);
    }
    let mut hand = ProjectHand { root: &suite.project.root };
    journal::carry_out(repair.writes.clone(), &suite.project.rules, &mut hand).map_err(not_written)?;
    output.result(&report::repaired(&repair, &suite, output.quiet, output.verbose));
    Ok(if repair.blocked.is_empty() { ExitCode::Conforms } else { ExitCode::BadInput })
}

/// Finishes what an earlier run began, if it was interrupted. Says whether there was anything to finish.
pub(super) fn finish(project: &Project) -> Result<bool, Stop> {
    let unfinished = Unfinished::read(project).map_err(Stop::BadInput)?;
    let Some(unfinished) = unfinished else { return Ok(false) };
    let mut hand = ProjectHand { root: &project.root };
    unfinished.finish(&project.rules, &mut hand).map_err(not_written)?;
    Ok(true)
}

pub(super) fn not_written(fault: NotWritten) -> Stop {
    Stop::Write { path: fault.path, error: fault.error }
}

/// A file that cannot be read may hold addresses that nobody would follow.
pub fn hides_addresses(problem: &Problem) -> bool {
    match problem.kind {
        Kind::CitationMoved
        | Kind::CitationAmbiguous
        | Kind::CitationChanged
        | Kind::CitationLost
        | Kind::RulebookChanged
        | Kind::EmptyThen
        | Kind::Golden
        | Kind::Orphan
        | Kind::Misposed
        | Kind::Vacuous
        | Kind::Switch
        | Kind::Gap
        | Kind::Engine => false,
        Kind::Unreadable
        | Kind::NotUtf8
        | Kind::Hidden
        | Kind::TooLong
        | Kind::Tab
        | Kind::Syntax
        | Kind::TooDeep
        | Kind::TooMany
        | Kind::Duplicate
        | Kind::UnknownKey
        | Kind::MissingKey
        | Kind::WrongType
        | Kind::BadValue
        | Kind::Fixture
        | Kind::Example
        | Kind::Lock => true,
    }
}

/// The clauses that somebody says they have looked at. Each must be one that was reworded.
fn accepted(options: &ErrataArguments, suite: &Suite) -> Result<Accepted, Stop> {
    let mut accepted = Accepted { reason: options.reason.clone(), ..Accepted::default() };
    let cites = options.accept.as_deref().unwrap_or_default();
    if options.accept.is_some() && cites.is_empty() != options.all {
        return Err(Stop::Usage(
            "say what is accepted: a line, a NAME or a clause, or `--all` for everything".to_owned(),
        ));
    }
    let past = suite.book.past();
    let copies = past.map(Past::copies).unwrap_or_default();
    let is_stale = |id: &ClauseId| copies.contains(id) || past.is_some_and(|past| past.reworded(id).is_some());
    let stale: Vec<ClauseId> = suite.book.clauses().filter(is_stale).collect();
    if options.all {
        accepted.clauses.extend(stale.iter().cloned());
    }
    for cite in cites {
        let rule = selection::named(cite, &suite.book)?;
        let pick = rule.pick(&suite.book).map_err(Stop::Nothing)?;
        selection::rule_lines(&pick, &rule, &suite.book)?;
        let own: Vec<ClauseId> = stale.iter().filter(|id| pick.holds(id)).cloned().collect();
        if own.is_empty() {
            return Err(Stop::Nothing(format!("`{cite}` has not changed: there is nothing to accept")));
        }
        accepted.clauses.extend(own);
    }
    Ok(accepted)
}
