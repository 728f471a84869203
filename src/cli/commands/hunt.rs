//! `hunt`: searches for scenarios on which two engines differ, or in which a switch matters.

pub(crate) mod readings;
pub(crate) mod sides;
pub(crate) mod switches;

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use crate::builtin_engines;
use crate::cli::args::Filters;
use crate::cli::args::Format;
use crate::cli::args::HuntArguments;
use crate::cli::args::Playing;
use crate::cli::cli_error::CliError;
use crate::cli::commands::hunt::sides::Spec;
use crate::cli::commands::hunt::sides::common_game;
use crate::cli::commands::hunt::switches::game_of_switches;
use crate::cli::context::Context;
use crate::cli::env::interrupt;
use crate::cli::exit_code::ExitCode;
use crate::cli::output::console::Console;
use crate::cli::session::Session;
use crate::cli::session::problem_filter::ProblemSplit;
use crate::cli::session::selection;
use crate::cli::session::selection::Selection;
use crate::report;
use crate::report::machine::hunt_json::Hunted;
use crate::report::terminal;
use truthsayer_oracle::base::atomic_write;
use truthsayer_oracle::hunt::Hunt;
use truthsayer_oracle::hunt::Start;
use truthsayer_oracle::hunt::budget::Budget;
use truthsayer_oracle::hunt::draft;
use truthsayer_oracle::hunt::draft::Draft;
use truthsayer_oracle::hunt::finding::Catch;
use truthsayer_oracle::hunt::shrink::default_values::Plain;
use truthsayer_oracle::hunt::sides::Side;
use truthsayer_oracle::hunt::sides::Sides;
use truthsayer_oracle::run::Progress;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::gap::Gap;
use truthsayer_oracle::suite::readings::Readings;
use truthsayer_oracle::suite::scenario::Scenario;
use truthsayer_protocol::Task;

/// Default duration of a hunt.
const USUAL: Duration = Duration::from_secs(60);

pub(crate) fn run(options: &HuntArguments, context: &Context<'_>) -> Result<ExitCode, CliError> {
    let playing = Playing { timeout: options.timeout, jobs: options.jobs, ..Playing::default() };
    let mut session = Session::open(&playing, context)?;
    if let Some(names) = &options.readings {
        return readings::run(names, options, &session, context);
    }
    match options.sides.as_slice() {
        [one, other] => {
            // Each side has its own readings; a scenario chooses only what it writes.
            let games = session.suite.readings.keys().map(|game| (game.clone(), Readings::new()));
            let unread: BTreeMap<String, Readings> = games.collect();
            session.suite.choose(unread);
            let load = |text: &String| Spec::load(text, &session, &playing);
            let (one, other) = (load(one)?, load(other)?);
            one.refuse_change(&other)?;
            let game = common_game(&one, &other, options.game.as_deref(), &session)?;
            let gaps: Vec<Gap> = one.gaps.iter().chain(&other.gaps).cloned().collect();
            let contest = Sides::Engines { one: one.side(), other: other.side() };
            hunt(options, contest, &game, &gaps, &session, context)
        }
        _ => {
            let game = game_of_switches(options, &session)?;
            let seat = session.seats.get(&game).ok_or_else(|| CliError::Usage(format!("no engine plays `{game}`")))?;
            let maker = seat.engine.as_ref();
            let switches = switches::switches(options, &game, maker, &session, context.console)?;
            let name = maker.profile().name.clone();
            let side = Side { engine: name.clone(), name, maker, without: Vec::new() };
            hunt(options, Sides::Switches { side, switches }, &game, &[], &session, context)
        }
    }
}

fn hunt(
    options: &HuntArguments,
    contest: Sides<'_>,
    game: &str,
    gaps: &[Gap],
    session: &Session,
    context: &Context<'_>,
) -> Result<ExitCode, CliError> {
    let filters = Filters { game: vec![game.to_owned()], ids: options.from.clone(), ..Filters::default() };
    let selection = match selection::select_all(&session.suite, &filters) {
        // A hunt can start from fixtures alone.
        Err(CliError::Nothing(_)) if options.from.is_empty() => Selection::default(),
        selected => selected?,
    };
    let something_left = !(selection.chosen.is_empty() && selection.drafts.is_empty());
    let problems = ProblemSplit::of(session, &filters, &selection, false)?.report(something_left, context.console)?;
    let chosen = [selection.chosen, selection.drafts].concat();
    let time = options.time.or(options.plays.is_none().then_some(USUAL));
    let start = start(&session.suite, game, &chosen, gaps, options.all);
    let budget = Budget::new(time, options.plays, interrupt::wait());
    let hunt = prepared(contest, start, game, (options.seed, budget), session, context.console);
    let catch = hunt.run();
    context.console.end();
    let writes = !options.dry_run && !context.environment.in_ci;
    let drafts = catch.findings.iter().map(|finding| Draft::of(finding, &hunt.contest, game));
    let drafts = drafts.map(|draft| write_draft(draft, &session.suite, writes)).collect::<Result<Vec<_>, _>>()?;
    let told = Hunted { catch: &catch, contest: &hunt.contest, drafts: &drafts, writes };
    let code = match exit_code(&catch) {
        // Problems in files take precedence over findings.
        ExitCode::Pass | ExitCode::Fail | ExitCode::NothingJudged if !problems.is_empty() => ExitCode::BadInput,
        code => code,
    };
    match options.format {
        Format::Json => context.console.data(&report::machine::hunt_json::json(&told, code as u8, &session.suite)),
        Format::Pretty => context.console.result(&terminal::hunt(
            &told,
            &session.suite,
            context.console.quiet,
            context.console.verbose,
        )),
    }
    Ok(code)
}

/// A hunt in a game of the project.
pub(crate) fn prepared<'a>(
    contest: Sides<'a>,
    start: Vec<Start>,
    game: &str,
    (seed, budget): (u64, Budget),
    session: &Session,
    watch: &'a Console,
) -> Hunt<'a> {
    Hunt {
        contest,
        start,
        plain: plain(&session.suite, game),
        // The vocabulary of a built-in engine is valid for any engine of its game.
        words: builtin_engines::words(game).unwrap_or_default(),
        clauses: clauses(&session.suite, game),
        tolerance: session.suite.project.tolerances.get(game).cloned().unwrap_or_default(),
        seed,
        jobs: session.jobs,
        budget,
        watch,
    }
}

/// Writes a draft. Keeps an existing file, because an author may have changed it.
fn write_draft(draft: Draft, suite: &Suite, writes: bool) -> Result<String, CliError> {
    let project = &suite.project;
    let path = format!("{}/{}.yaml", project.scenarios, draft.id);
    if writes && fs::symlink_metadata(project.root.join(&path)).is_err() {
        atomic_write::clear_beside(&project.root, &path);
        atomic_write::write(&project.root, &path, &draft.text)
            .map_err(|error| CliError::Write { path: path.clone(), error })?;
    }
    Ok(path)
}

fn exit_code(catch: &Catch) -> ExitCode {
    match (&catch.fault, catch.interrupted, catch.findings.is_empty()) {
        (Some(_), ..) => ExitCode::EngineFault,
        (None, true, _) => ExitCode::Interrupted,
        (None, false, false) => ExitCode::Fail,
        (None, false, true) if catch.tasks == 0 || catch.unsupported.iter().any(|it| it.tasks == catch.tasks) => {
            ExitCode::NothingJudged
        }
        (None, false, true) => ExitCode::Pass,
    }
}

/// The starting points: the selected scenarios, and every fixture of the game. Without `--all`, differences that known
/// gaps or earlier findings show count as known.
pub(crate) fn start(suite: &Suite, game: &str, chosen: &[&Scenario], gaps: &[Gap], all: bool) -> Vec<Start> {
    let earlier = format!("{game}/{}/", draft::FOLDER);
    let is_known = |scenario: &Scenario| {
        let mut claims = 0..scenario.claims.len();
        scenario.id.starts_with(&earlier) || claims.any(|claim| gaps.iter().any(|gap| gap.covers(scenario, claim)))
    };
    let scenarios = chosen.iter().map(|scenario| Start {
        id: scenario.id.clone(),
        task: scenario.task(&[]),
        is_known: !all && is_known(scenario),
    });
    let fixtures = suite.fixtures.get(game).into_iter().flat_map(|fixtures| fixtures.all());
    let fixtures = fixtures.map(|(name, fixture)| Start {
        id: format!("{game}/fixtures/{name}"),
        task: Task::new(fixture.set_up(), Vec::new()),
        is_known: false,
    });
    scenarios.chain(fixtures).collect()
}

/// The clauses of a game.
fn clauses(suite: &Suite, game: &str) -> Vec<String> {
    let own = suite.book.clauses().filter(|id| id.file.starts_with(&format!("{game}/")));
    own.map(|id| suite.book.clause_text(&id).to_owned()).collect()
}

fn plain(suite: &Suite, game: &str) -> Plain {
    let mut plain = Plain::default();
    for (_, fixture) in suite.fixtures.get(game).into_iter().flat_map(|fixtures| fixtures.all()) {
        plain.learn(&fixture.given, "given");
    }
    plain
}
