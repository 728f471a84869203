//! The process environment: variables, terminal, folder and date. Read once at start-up.

use std::io::IsTerminal;
use std::io::Read;
use std::path::Path;
use std::path::PathBuf;
use std::process::Command;
use std::process::Stdio;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::cli::cli_error::CliError;
use crate::cli::env::ci_env::Services;
use crate::cli::env::test_runner_env::Runner;
use truthsayer_oracle::base::date;
use truthsayer_protocol::text;

#[derive(Debug, Clone)]
pub struct Environment {
    pub folder: PathBuf,
    /// Whether `CI` is set. In CI nothing is accepted or written.
    pub in_ci: bool,
    pub stdout_is_terminal: bool,
    pub stderr_is_terminal: bool,
    /// Columns of the terminal; none if results go to a file or a pipe.
    pub columns: Option<usize>,
    pub cores: usize,
    /// The folders of `PATH`.
    pub programs: Vec<PathBuf>,
    /// Today's date, for the expiry of known gaps. `TRUTHSAYER_TODAY` overrides it.
    pub today: Date,
    /// Settings of the test runner.
    pub runner: Runner,
    pub services: Services,
}

impl Environment {
    /// Reads the environment. Fails on invalid variables.
    pub fn from_process() -> Result<Environment, String> {
        let ci = std::env::var("CI").unwrap_or_default();
        Ok(Environment {
            folder: std::env::current_dir().unwrap_or_else(|_| PathBuf::from(".")),
            in_ci: !matches!(ci.as_str(), "" | "0" | "false"),
            stdout_is_terminal: std::io::stdout().is_terminal(),
            stderr_is_terminal: std::io::stderr().is_terminal(),
            columns: terminal_size::terminal_size_of(std::io::stdout()).map(|(columns, _)| usize::from(columns.0)),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            programs: std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect()).unwrap_or_default(),
            today: today()?,
            runner: Runner::from_environment(|name| std::env::var(name).ok())?,
            services: Services::from_process(),
        })
    }
}

impl Environment {
    /// Refuses to write in CI without `--write`. `instead` names an alternative.
    pub(crate) fn may_write(&self, is_forced: bool, instead: &str) -> Result<(), CliError> {
        match self.in_ci && !is_forced {
            true => Err(CliError::Usage(format!(
                "CI is set, so nothing is written; {instead}, or use `--write` to write anyway"
            ))),
            false => Ok(()),
        }
    }

    /// The name of the user: from git, else from the system.
    pub(crate) fn author(&self, folder: &Path) -> String {
        let said = |name: &str| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
        let named = said("GIT_AUTHOR_NAME").or_else(|| configured_name(folder));
        let named = named.or_else(|| said("USER")).or_else(|| said("USERNAME"));
        named.map_or("unknown".to_owned(), |name| text::cut(&name, LONGEST_NAME).into_owned())
    }
}

/// Maximum length of a name in bytes.
const LONGEST_NAME: usize = 200;

/// `user.name` from the git configuration. Uses a time limit, because the configuration may include a file that never ends.
fn configured_name(folder: &Path) -> Option<String> {
    const PATIENCE: Duration = Duration::from_secs(5);
    let mut git = Command::new("git");
    git.args(["config", "--get", "user.name"]).current_dir(folder);
    let mut git = git.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
    let stdout = git.stdout.take()?;
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // The receiver may have timed out.
        if stdout.take(LONGEST_NAME as u64 + 1).read_to_end(&mut bytes).is_ok() {
            let _ = sender.send(bytes);
        }
    });
    let bytes = receiver.recv_timeout(PATIENCE);
    // Killing a process that has ended fails, which is fine.
    let _ = git.kill();
    let _ = git.wait();
    let name = String::from_utf8_lossy(&bytes.ok()?).trim().to_owned();
    (!name.is_empty()).then_some(name)
}

/// Today's date in UTC, or the value of `TRUTHSAYER_TODAY`.
fn today() -> Result<Date, String> {
    match std::env::var("TRUTHSAYER_TODAY") {
        Ok(said) => date::read(&said)
            .ok_or_else(|| format!("`TRUTHSAYER_TODAY={}` is not a date: write 2027-01-31", text::spelled_out(&said))),
        Err(_) => Ok(Timestamp::now().to_zoned(TimeZone::UTC).date()),
    }
}
