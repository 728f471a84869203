//! `engine`: serves a built-in engine over the protocol, checks an engine, replays a recording, or counts positions.

use std::collections::BTreeMap;
use std::io;
use std::io::BufReader;
use std::io::BufWriter;
use std::path::Path;
use std::time::Duration;

use crate::builtin_engines;
use crate::cli::args::EngineArguments;
use crate::cli::args::EngineJob;
use crate::cli::cli_error::CliError;
use crate::cli::commands::perft;
use crate::cli::context::Context;
use crate::cli::env::environment::Environment;
use crate::cli::env::interrupt;
use crate::cli::exit_code::ExitCode;
use crate::cli::session;
use crate::report::terminal;
use crate::report::text::grammar;
use crate::report::text::grammar::count;
use truthsayer_oracle::base::diagnostic::Kind;
use truthsayer_oracle::base::diagnostic::Problem;
use truthsayer_oracle::base::safe_read;
use truthsayer_oracle::engines::process::conformance_kit;
use truthsayer_oracle::engines::process::conformance_kit::Check;
use truthsayer_oracle::engines::process::conformance_kit::CheckResult;
use truthsayer_oracle::engines::process::conformance_kit::Claims;
use truthsayer_oracle::engines::process::launch::Launch;
use truthsayer_oracle::engines::process::replay;
use truthsayer_oracle::evidence::never_shown;
use truthsayer_oracle::judge::undeclared;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::scenario::Scenario;
use truthsayer_protocol::Observes;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Profile;
use truthsayer_protocol::Task;
use truthsayer_protocol::nearest::nearest;
use truthsayer_protocol::server;
use truthsayer_protocol::text;

pub(crate) fn run(options: &EngineArguments, context: &Context<'_>) -> Result<ExitCode, CliError> {
    match (&options.job, &options.name) {
        (Some(EngineJob::Check { timeout, command }), _) => check(*timeout, command, context),
        (Some(EngineJob::Replay { file }), _) => play_back(file, context.environment),
        (Some(EngineJob::Perft(options)), _) => perft::run(options, context),
        (None, Some(name)) => serve(name),
        (None, None) => Err(CliError::Usage("name the engine to serve".to_owned())),
    }
}

fn serve(name: &str) -> Result<ExitCode, CliError> {
    let names: Vec<&str> = builtin_engines::names().collect();
    let maker = builtin_engines::by_name(name).ok_or_else(|| {
        let near = nearest(name, names.iter().copied());
        let help = near.map_or(format!("the built-in engines are: {}", names.join(", ")), |near| {
            format!("did you mean `{near}`?")
        });
        CliError::Usage(format!("there is no built-in engine `{name}`; {help}"))
    })?;
    finished(server::serve(maker.as_ref(), input(), BufWriter::new(io::stdout().lock())))
}

fn play_back(file: &Path, environment: &Environment) -> Result<ExitCode, CliError> {
    let shown = file.display().to_string();
    let text = safe_read::read_saved(&environment.folder.join(file), &shown)
        .map_err(|problem| CliError::BadInput(vec![problem]))?;
    let bad_input = |why: String| CliError::BadInput(vec![Problem::new(Kind::Unreadable, why)]);
    let recording = replay::read(&text).map_err(|why| bad_input(format!("`{shown}`: {why}")))?;
    finished(replay::serve(&recording, input(), io::stdout().lock()))
}

fn input() -> BufReader<io::StdinLock<'static>> {
    BufReader::with_capacity(64 * 1024, io::stdin().lock())
}

/// A closed pipe ends the engine without an error.
fn finished(result: io::Result<()>) -> Result<ExitCode, CliError> {
    match result {
        Ok(()) => Ok(ExitCode::Pass),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::Pass),
        Err(error) => Err(CliError::Engine(error.to_string())),
    }
}

fn check(timeout: Option<Duration>, command: &[String], context: &Context<'_>) -> Result<ExitCode, CliError> {
    interrupt::watch();
    let launch = Launch {
        command: command.to_vec(),
        folder: context.environment.folder.clone(),
        environment: BTreeMap::new(),
        timeout: timeout.unwrap_or(Launch::TIMEOUT),
        startup: Launch::STARTUP,
    };
    let suite = session::project(context).ok().map(|project| Suite::load(project, context.environment.cores).0);
    let checks = conformance_kit::run(&launch, &SuiteClaims(suite.as_ref()));
    context.console.result(&terminal::engine_check(&rows(&checks), context.console.quiet));
    let mended = checks.iter().all(|check| !matches!(check.result, CheckResult::Fix { .. }));
    Ok(match (mended, checks.len()) {
        (true, _) => ExitCode::Pass,
        // If only the handshake was checked, the engine did not answer.
        (false, 1) => ExitCode::EngineFault,
        (false, _) => ExitCode::Fail,
    })
}

/// The claims of the suite, if there is one.
struct SuiteClaims<'s>(Option<&'s Suite>);

impl SuiteClaims<'_> {
    /// Some scenarios of a game, to try on the engine.
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
        self.0.map_or_else(Vec::new, |suite| undeclared::list(suite, game, observes))
    }

    fn never_shown(&self, profile: &Profile, outcomes: Vec<Option<Outcome>>) -> Option<(String, String)> {
        let played = self.scenarios(&profile.game).zip(outcomes);
        let played: Vec<(&Scenario, Outcome)> = played.filter_map(|(it, outcome)| Some((it, outcome?))).collect();
        let tasks = count(played.len(), "task");
        let never = never_shown::of_outcomes(played, profile, self.0?)?;
        let quote = |name: &str| format!("`{name}`");
        let entries: Vec<String> = never.entries.iter().map(|entry| grammar::never_shown(entry, quote)).collect();
        let observes = grammar::observes(&never.declares);
        let advice = format!("show it, or declare in `hello` what the engine shows: \"observes\": {observes}");
        let seen = format!("in {tasks}, {}", entries.join("; "));
        Some((text::one_line(&seen), text::one_line(&advice)))
    }
}

/// The checks as rows for the report.
fn rows(checks: &[Check]) -> Vec<terminal::CheckRow> {
    let row = |check: &Check| {
        let (passes, message, advice) = match &check.result {
            CheckResult::Passes(message) => (Some(true), message.clone(), String::new()),
            CheckResult::Fix { seen, advice } => (Some(false), seen.clone(), advice.to_string()),
            CheckResult::Untried(why) => (None, why.clone(), String::new()),
        };
        terminal::CheckRow { name: check.name, passes, message, advice }
    };
    checks.iter().map(row).collect()
}
