//! `engine`: serve a built-in engine over the protocol, check any engine, play back a recorded one, or count positions.

use std::collections::BTreeMap;
use std::io;
use std::io::BufReader;
use std::io::BufWriter;
use std::path::Path;
use std::time::Duration;

use crate::cli::arguments::Arguments;
use crate::cli::arguments::EngineArguments;
use crate::cli::arguments::EngineJob;
use crate::cli::exit_code::ExitCode;
use crate::cli::interrupt;
use crate::cli::output::Output;
use crate::cli::perft;
use crate::cli::setting;
use crate::cli::stop::Stop;
use crate::cli::surroundings::Surroundings;
use crate::engines;
use crate::engines::process::check;
use crate::engines::process::check::Check;
use crate::engines::process::check::CheckResult;
use crate::engines::process::check::Claims;
use crate::engines::process::launch::Launch;
use crate::engines::process::replay;
use crate::oracle::disk;
use crate::oracle::never_shown;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::scenario::Scenario;
use crate::oracle::suite::Suite;
use crate::oracle::unseen;
use crate::protocol::Observes;
use crate::protocol::Outcome;
use crate::protocol::Profile;
use crate::protocol::Task;
use crate::protocol::nearest::nearest;
use crate::protocol::server;
use crate::protocol::text;
use crate::report::terminal;
use crate::report::wording;
use crate::report::wording::count;

pub(crate) fn run(
    options: &EngineArguments,
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<ExitCode, Stop> {
    match (&options.job, &options.name) {
        (Some(EngineJob::Check { timeout, command }), _) => check(*timeout, command, arguments, surroundings, output),
        (Some(EngineJob::Replay { file }), _) => play_back(file, surroundings),
        (Some(EngineJob::Perft(options)), _) => perft::run(options, output),
        (None, Some(name)) => serve(name),
        (None, None) => Err(Stop::Usage("name an engine to serve".to_owned())),
    }
}

fn serve(name: &str) -> Result<ExitCode, Stop> {
    let names: Vec<&str> = engines::names().collect();
    let maker = engines::by_name(name).ok_or_else(|| {
        let near = nearest(name, names.iter().copied());
        let help = near.map_or(format!("there are: {}", names.join(", ")), |near| format!("did you mean `{near}`?"));
        Stop::Usage(format!("there is no built-in engine `{name}`; {help}"))
    })?;
    finished(server::serve(maker.as_ref(), input(), BufWriter::new(io::stdout().lock())))
}

fn play_back(file: &Path, surroundings: &Surroundings) -> Result<ExitCode, Stop> {
    let shown = file.display().to_string();
    let text =
        disk::read_saved(&surroundings.folder.join(file), &shown).map_err(|problem| Stop::BadInput(vec![problem]))?;
    let bad_input = |why: String| Stop::BadInput(vec![Problem::new(Kind::Unreadable, why)]);
    let recording = replay::read(&text).map_err(|why| bad_input(format!("`{shown}`: {why}")))?;
    finished(replay::serve(&recording, input(), io::stdout().lock()))
}

fn input() -> BufReader<io::StdinLock<'static>> {
    BufReader::with_capacity(64 * 1024, io::stdin().lock())
}

/// Whoever closes the pipe wants no more answers.
fn finished(result: io::Result<()>) -> Result<ExitCode, Stop> {
    match result {
        Ok(()) => Ok(ExitCode::Conforms),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::Conforms),
        Err(error) => Err(Stop::Engine(error.to_string())),
    }
}

fn check(
    timeout: Option<Duration>,
    command: &[String],
    arguments: &Arguments,
    surroundings: &Surroundings,
    output: &Output,
) -> Result<ExitCode, Stop> {
    interrupt::watch();
    let launch = Launch {
        command: command.to_vec(),
        folder: surroundings.folder.clone(),
        environment: BTreeMap::new(),
        timeout: timeout.unwrap_or(Launch::TIMEOUT),
        startup: Launch::STARTUP,
    };
    let suite =
        setting::project(arguments, surroundings).ok().map(|project| Suite::load(project, surroundings.cores).0);
    let checks = check::run(&launch, &SuiteClaims(suite.as_ref()));
    output.result(&terminal::engine_check(&rows(&checks), output.quiet));
    let mended = checks.iter().all(|check| !matches!(check.result, CheckResult::Mend { .. }));
    Ok(match (mended, checks.len()) {
        (true, _) => ExitCode::Conforms,
        // Only the handshake was tried: nobody answered.
        (false, 1) => ExitCode::EngineFault,
        (false, _) => ExitCode::Deviates,
    })
}

/// The claims of a suite, if there is one.
struct SuiteClaims<'s>(Option<&'s Suite>);

impl SuiteClaims<'_> {
    /// Some scenarios of a game.
    fn scenarios(&self, game: &str) -> impl Iterator<Item = &Scenario> {
        const MOST: usize = 100;
        let all = self.0.into_iter().flat_map(|suite| &suite.scenarios);
        all.filter(move |scenario| scenario.game == game).take(MOST)
    }
}

impl Claims for SuiteClaims<'_> {
    fn tasks(&self, game: &str) -> Vec<Task> {
        self.scenarios(game).map(|scenario| scenario.task(&[])).collect()
    }

    fn unseen(&self, game: &str, observes: &Observes) -> Vec<String> {
        self.0.map_or_else(Vec::new, |suite| unseen::list(suite, game, observes))
    }

    fn never_shown(&self, profile: &Profile, outcomes: Vec<Option<Outcome>>) -> Option<(String, String)> {
        let played = self.scenarios(&profile.game).zip(outcomes);
        let played: Vec<(&Scenario, Outcome)> = played.filter_map(|(it, outcome)| Some((it, outcome?))).collect();
        let tasks = count(played.len(), "task");
        let never = never_shown::of_outcomes(played, profile, self.0?)?;
        let quote = |name: &str| format!("`{name}`");
        let entries: Vec<String> = never.entries.iter().map(|entry| wording::never_shown(entry, quote)).collect();
        let observes = wording::observes(&never.declares);
        let advice = format!("show it, or declare in `hello` what the engine shows: \"observes\": {observes}");
        let seen = format!("in {tasks}, {}", entries.join("; "));
        Some((text::one_line(&seen), text::one_line(&advice)))
    }
}

/// What a renderer needs to know; it knows no engine.
fn rows(checks: &[Check]) -> Vec<terminal::CheckRow> {
    let row = |check: &Check| {
        let (passes, message, advice) = match &check.result {
            CheckResult::Passes(message) => (Some(true), message.clone(), String::new()),
            CheckResult::Mend { seen, advice } => (Some(false), seen.clone(), advice.to_string()),
            CheckResult::Untried(why) => (None, why.clone(), String::new()),
        };
        terminal::CheckRow { name: check.name, passes, message, advice }
    };
    checks.iter().map(row).collect()
}
