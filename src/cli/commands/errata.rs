//! `errata`: shows changes of the rulebook since its last review and what they affect; updates moved addresses.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::cli::args::ErrataArguments;
use crate::cli::args::ErrataFormat;
use crate::cli::args::Playing;
use crate::cli::cli_error::CliError;
use crate::cli::context::Context;
use crate::cli::exit_code::ExitCode;
use crate::cli::session;
use crate::cli::session::engine_selection;
use crate::cli::session::engine_selection::EngineSelection;
use crate::cli::session::selection;
use crate::report::terminal::errata as report;
use crate::report::terminal::errata::ClauseGrades;
use crate::report::terminal::errata::Errata;
use truthsayer_oracle::base::atomic_write;
use truthsayer_oracle::base::diagnostic::Kind;
use truthsayer_oracle::base::diagnostic::Problem;
use truthsayer_oracle::errata::changes;
use truthsayer_oracle::errata::impact::ImpactIndex;
use truthsayer_oracle::errata::journal;
use truthsayer_oracle::errata::journal::NotWritten;
use truthsayer_oracle::errata::journal::ProjectWriter;
use truthsayer_oracle::errata::journal::Unfinished;
use truthsayer_oracle::errata::pending_changes;
use truthsayer_oracle::errata::repair;
use truthsayer_oracle::errata::repair::Accepted;
use truthsayer_oracle::evidence::coverage::CoverageEntry;
use truthsayer_oracle::judge::play_and_judge::Retention;
use truthsayer_oracle::rulebook::ClauseId;
use truthsayer_oracle::rulebook::history::reviewed_rulebook::ReviewedRulebook;
use truthsayer_oracle::run::Run;
use truthsayer_oracle::run::proving::Proving;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::project::Project;
use truthsayer_oracle::suite::scenario::Scenario;

pub(crate) fn run(options: &ErrataArguments, context: &Context<'_>) -> Result<ExitCode, CliError> {
    let project = session::project(context)?;
    if options.fix || options.accept.is_some() {
        if context.environment.in_ci {
            let why = "`errata --fix` and `--accept` do not run in CI; run them on your machine";
            return Err(CliError::Usage(why.to_owned()));
        }
        return repair(options, project, context);
    }
    let (suite, problems) = pending_changes::load_suite(project, context.environment.cores);
    let unread: Vec<Problem> = problems.into_iter().filter(hides_addresses).collect();
    // One JSON document: the problems.
    if options.format == ErrataFormat::Json && !unread.is_empty() {
        return Err(CliError::BadInput(unread));
    }
    let told = changes_with_touched(&suite, context)?;
    match options.format {
        ErrataFormat::Pretty => {
            context.console.stream_result(|out| told.write_pretty(out, context.console.quiet, context.console.verbose))
        }
        ErrataFormat::Json => context.console.stream(|out| told.write_json(out)),
        ErrataFormat::Markdown => context.console.copied(&told.markdown()),
    }
    if !unread.is_empty() {
        return Err(CliError::BadInput(unread));
    }
    Ok(if told.changes.is_empty() { ExitCode::Pass } else { ExitCode::Fail })
}

/// Every change with its impact.
fn changes_with_touched<'s>(suite: &'s Suite, context: &Context<'_>) -> Result<Errata<'s>, CliError> {
    let unlocked = pending_changes::without_lock(suite);
    let Some(past) = suite.book.past() else {
        return Ok(Errata { suite, changes: Vec::new(), grades: BTreeMap::new(), unlocked });
    };
    let choice = engine_selection::select(&suite.project, &Playing::default(), context)?;
    let grades = grades(suite, past, &choice, context);
    let profiles: Vec<_> = choice.seats.values().map(|seat| seat.profile()).collect();
    let touching = ImpactIndex::of(suite, past, profiles);
    let changes = changes::changes(past, &suite.book).into_iter().map(|change| {
        let touch = touching.touch(&change);
        (change, touch)
    });
    Ok(Errata { suite, changes: changes.collect(), grades, unlocked })
}

/// The grades of all changed clauses. Drops the other findings first, because there may be as many changes as clauses.
fn grades(
    suite: &Suite,
    past: &ReviewedRulebook,
    choice: &EngineSelection,
    context: &Context<'_>,
) -> BTreeMap<ClauseId, ClauseGrades> {
    let concerned: BTreeSet<ClauseId> =
        changes::changes(past, &suite.book).into_iter().flat_map(|change| change.new).collect();
    let cites =
        |scenario: &&Scenario| scenario.claims.iter().flat_map(|claim| &claim.clauses).any(|id| concerned.contains(id));
    let chosen: Vec<&Scenario> = suite.scenarios.iter().filter(cites).collect();
    let run = Run::new(suite, &choice.seats, context.environment.cores, context.console);
    let run = Run { chosen, proving: Some(Proving::default()), keep: Retention::Firings, ..run };
    let entries = run.findings().coverage.entries.into_values();
    let played = |entry: CoverageEntry| (entry.grade, entry.rewording.map(|rewording| rewording.would_be));
    entries.filter(|entry| concerned.contains(&entry.id)).map(|entry| (entry.id.clone(), played(entry))).collect()
}

fn repair(options: &ErrataArguments, project: Project, context: &Context<'_>) -> Result<ExitCode, CliError> {
    if finish(&project)? {
        context.console.about("note: finished an interrupted repair\n");
    }
    let (suite, problems) = pending_changes::load_suite(project, context.environment.cores);
    let unread: Vec<Problem> = problems.into_iter().filter(hides_addresses).collect();
    if !unread.is_empty() {
        return Err(CliError::BadInput(unread));
    }
    let accepted = accepted(options, &suite)?;
    let repair = repair::plan(&suite, &accepted);
    for folder in [&suite.project.rules, &suite.project.scenarios] {
        atomic_write::clear_unfinished(&suite.project.root, folder);
    }
    let mut hand = ProjectWriter { root: &suite.project.root };
    journal::carry_out(repair.writes.clone(), &suite.project.rules, &mut hand).map_err(not_written)?;
    if options.format == ErrataFormat::Json {
        context.console.data(&report::repaired_json(&repair, &suite));
    } else {
        context.console.result(&report::repaired(&repair, &suite, context.console.quiet, context.console.verbose));
    }
    Ok(if repair.blocked.is_empty() { ExitCode::Pass } else { ExitCode::BadInput })
}

/// Finishes an interrupted repair. Returns whether there was one.
pub(super) fn finish(project: &Project) -> Result<bool, CliError> {
    let unfinished = Unfinished::read(project).map_err(CliError::BadInput)?;
    let Some(unfinished) = unfinished else { return Ok(false) };
    let mut hand = ProjectWriter { root: &project.root };
    unfinished.finish(&project.rules, &mut hand).map_err(not_written)?;
    Ok(true)
}

pub(super) fn not_written(fault: NotWritten) -> CliError {
    CliError::Write { path: fault.path, error: fault.error }
}

/// Refuses to repair while files are unreadable, because their addresses would not be updated.
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
        | Kind::Invalid
        | Kind::Vacuous
        | Kind::Switch
        | Kind::Gap
        | Kind::Engine
        | Kind::DependentClause
        | Kind::OutdatedReason => false,
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

/// The clauses to accept. Each must be a reworded one.
fn accepted(options: &ErrataArguments, suite: &Suite) -> Result<Accepted, CliError> {
    let mut accepted = Accepted { reason: options.reason.clone(), ..Accepted::default() };
    let cites = options.accept.as_deref().unwrap_or_default();
    if options.accept.is_some() && cites.is_empty() != options.all {
        return Err(CliError::Usage(
            "name what you accept: a rule, a NAME or a clause, or `--all` for everything".to_owned(),
        ));
    }
    let past = suite.book.past();
    let copies = past.map(ReviewedRulebook::copies).unwrap_or_default();
    let is_stale = |id: &ClauseId| copies.contains(id) || past.is_some_and(|past| past.reworded(id).is_some());
    let stale: Vec<ClauseId> = suite.book.clauses().filter(is_stale).collect();
    if options.all {
        accepted.clauses.extend(stale.iter().cloned());
    }
    for cite in cites {
        let rule = selection::named(cite, &suite.book)?;
        let pick = rule.pick(&suite.book).map_err(CliError::Nothing)?;
        selection::rule_lines(&pick, &rule, &suite.book)?;
        let own: Vec<ClauseId> = stale.iter().filter(|id| pick.holds(id)).cloned().collect();
        if own.is_empty() {
            return Err(CliError::Nothing(format!("`{cite}` has not changed; there is nothing to accept")));
        }
        accepted.clauses.extend(own);
    }
    Ok(accepted)
}
