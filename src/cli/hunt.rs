//! `hunt`: search for scenarios on which two engines differ, or in which a clause matters.

pub(crate) mod sides;
pub(crate) mod switches;

use std::fs;
use std::time::Duration;

use crate::cli::arguments::Arguments;
use crate::cli::arguments::Filters;
use crate::cli::arguments::Format;
use crate::cli::arguments::HuntArguments;
use crate::cli::arguments::Playing;
use crate::cli::exit_code::ExitCode;
use crate::cli::hunt::sides::Spec;
use crate::cli::hunt::sides::common_game;
use crate::cli::hunt::switches::game_of_switches;
use crate::cli::interrupt;
use crate::cli::neighbours::Neighbours;
use crate::cli::output::Output;
use crate::cli::selection;
use crate::cli::selection::Selection;
use crate::cli::setting::Setting;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::engines;
use crate::oracle::gap::Gap;
use crate::oracle::hunt::Hunt;
use crate::oracle::hunt::Start;
use crate::oracle::hunt::budget::Budget;
use crate::oracle::hunt::contest::Contest;
use crate::oracle::hunt::contest::Side;
use crate::oracle::hunt::draft;
use crate::oracle::hunt::draft::Draft;
use crate::oracle::hunt::finding::Catch;
use crate::oracle::hunt::plain::Plain;
use crate::oracle::run::Progress;
use crate::oracle::scenario::Scenario;
use crate::oracle::suite::Suite;
use crate::oracle::writer;
use crate::protocol::Task;
use crate::report;
use crate::report::hunt::Hunted;
use crate::report::terminal;

/// How long a hunt takes where nobody says.
const USUAL: Duration = Duration::from_secs(60);

pub(crate) fn run(
    options: &HuntArguments,
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<ExitCode, Stop> {
    let playing = Playing { timeout: options.timeout, jobs: options.jobs, ..Playing::default() };
    let setting = Setting::open(&playing, arguments, surroundings, output)?;
    match options.sides.as_slice() {
        [one, other] => {
            let load = |text: &String| Spec::load(text, &setting, &playing);
            let (one, other) = (load(one)?, load(other)?);
            one.refuse_change(&other)?;
            let game = common_game(&one, &other, options, &setting)?;
            let gaps: Vec<Gap> = one.gaps.iter().chain(&other.gaps).cloned().collect();
            let contest = Contest::Engines { one: one.side(), other: other.side() };
            hunt(options, contest, &game, &gaps, &setting, surroundings, output)
        }
        _ => {
            let game = game_of_switches(options, &setting)?;
            let maker = setting.makers.get(&game).ok_or_else(|| Stop::Usage(format!("nobody plays `{game}`")))?;
            let switches = switches::switches(options, &game, maker.as_ref(), &setting, output)?;
            let name = maker.profile().name.clone();
            let side = Side { engine: name.clone(), name, maker: maker.as_ref(), without: Vec::new() };
            hunt(options, Contest::Switches { side, switches }, &game, &[], &setting, surroundings, output)
        }
    }
}

fn hunt(
    options: &HuntArguments,
    contest: Contest<'_>,
    game: &str,
    gaps: &[Gap],
    setting: &Setting,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<ExitCode, Stop> {
    let filters = Filters { game: vec![game.to_owned()], ids: options.from.clone(), ..Filters::default() };
    let selection = match selection::select_all(&setting.suite, &filters) {
        // Fixtures are enough to start from.
        Err(Stop::Nothing(_)) if options.from.is_empty() => Selection::default(),
        selected => selected?,
    };
    let something_left = !(selection.chosen.is_empty() && selection.drafts.is_empty());
    let problems = Neighbours::of(setting, &filters, &selection, false)?.tell(something_left, output)?;
    let chosen = [selection.chosen, selection.drafts].concat();
    let time = options.time.or(options.plays.is_none().then_some(USUAL));
    // What the built-in engine of a game declares is true of the game, whoever plays it.
    let words = engines::words(game).unwrap_or_default();
    let hunt = Hunt {
        contest,
        start: start(&setting.suite, game, &chosen, gaps, options.all),
        plain: plain(&setting.suite, game),
        words,
        seed: options.seed,
        jobs: setting.jobs,
        budget: Budget::new(time, options.plays, interrupt::wait()),
        watch: output,
    };
    let catch = hunt.run();
    output.end();
    let writes = !options.dry_run && !surroundings.in_ci;
    let drafts = catch.findings.iter().map(|finding| Draft::of(finding, &hunt.contest, game));
    let drafts = drafts.map(|draft| lay_down(draft, &setting.suite, writes)).collect::<Result<Vec<_>, _>>()?;
    let told = Hunted { catch: &catch, contest: &hunt.contest, drafts: &drafts, writes };
    let code = match exit_code(&catch) {
        // Of what is wrong with files and what was found, the former is graver.
        ExitCode::Conforms | ExitCode::Deviates | ExitCode::NothingJudged if !problems.is_empty() => ExitCode::BadInput,
        code => code,
    };
    match options.format {
        Format::Json => output.data(&report::hunt::json(&told, code as u8, &setting.suite)),
        Format::Pretty => output.result(&terminal::hunt(&told, &setting.suite, output.quiet, output.verbose)),
    }
    Ok(code)
}

/// Writes a draft, unless it is there: then somebody may have begun to work on it.
fn lay_down(draft: Draft, suite: &Suite, writes: bool) -> Result<String, Stop> {
    let project = &suite.project;
    let path = format!("{}/{}.yaml", project.scenarios, draft.id);
    if writes && fs::symlink_metadata(project.root.join(&path)).is_err() {
        writer::clear_beside(&project.root, &path);
        writer::write(&project.root, &path, &draft.text).map_err(|error| Stop::Write { path: path.clone(), error })?;
    }
    Ok(path)
}

fn exit_code(catch: &Catch) -> ExitCode {
    match (&catch.fault, catch.interrupted, catch.findings.is_empty()) {
        (Some(_), ..) => ExitCode::EngineFault,
        (None, true, _) => ExitCode::Interrupted,
        (None, false, false) => ExitCode::Deviates,
        (None, false, true) if catch.tasks == 0 || catch.unsupported.iter().any(|it| it.tasks == catch.tasks) => {
            ExitCode::NothingJudged
        }
        (None, false, true) => ExitCode::Conforms,
    }
}

/// The scenarios that were chosen, and every fixture of the game as a set-up without a script. What a known gap or an
/// earlier finding shows is known, unless everything is to be told.
fn start(suite: &Suite, game: &str, chosen: &[&Scenario], gaps: &[Gap], all: bool) -> Vec<Start> {
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

fn plain(suite: &Suite, game: &str) -> Plain {
    let mut plain = Plain::default();
    for (_, fixture) in suite.fixtures.get(game).into_iter().flat_map(|fixtures| fixtures.all()) {
        plain.learn(&fixture.given, "given");
    }
    plain
}
