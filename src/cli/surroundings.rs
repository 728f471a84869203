//! The world around a run: environment, terminal, folder, day. It is read once and passed down.

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

use crate::cli::runner::Runner;
use crate::cli::services::Services;
use crate::cli::stop::Stop;
use crate::oracle::day;
use crate::protocol::text;

#[derive(Debug, Clone)]
pub struct Surroundings {
    pub folder: PathBuf,
    /// In CI nothing is written.
    pub in_ci: bool,
    pub stdout_is_terminal: bool,
    pub stderr_is_terminal: bool,
    /// How wide the terminal is that results go to; none where they go elsewhere.
    pub columns: Option<usize>,
    pub cores: usize,
    /// The folders in which programs are looked for.
    pub programs: Vec<PathBuf>,
    /// The day by which gaps expire. `TRUTHSAYER_TODAY` says it is another one.
    pub today: Date,
    /// What a test runner asks for.
    pub runner: Runner,
    pub services: Services,
}

impl Surroundings {
    /// Reads the world, or says what is wrong with it.
    pub fn from_process() -> Result<Surroundings, String> {
        let ci = std::env::var("CI").unwrap_or_default();
        Ok(Surroundings {
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

impl Surroundings {
    /// With CI set nothing is written unless somebody says so; `instead` is what could be done.
    pub(crate) fn may_write(&self, told_to: bool, instead: &str) -> Result<(), Stop> {
        match self.in_ci && !told_to {
            true => {
                Err(Stop::Usage(format!("CI is set, so nothing is written: {instead}, `--write` writes all the same")))
            }
            false => Ok(()),
        }
    }

    /// Who is at work in a folder: as git would name them, or else the system.
    pub(crate) fn author(&self, folder: &Path) -> String {
        let said = |name: &str| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
        let named = said("GIT_AUTHOR_NAME").or_else(|| configured_name(folder));
        let named = named.or_else(|| said("USER")).or_else(|| said("USERNAME"));
        named.map_or("somebody".to_owned(), |name| text::cut(&name, LONGEST_NAME).into_owned())
    }
}

/// Longer than any name of a person, in bytes.
const LONGEST_NAME: usize = 200;

/// The name that git is told to use in a folder. The folder may make git read what never ends, so it is not waited for.
fn configured_name(folder: &Path) -> Option<String> {
    const PATIENCE: Duration = Duration::from_secs(5);
    let mut git = Command::new("git");
    git.args(["config", "--get", "user.name"]).current_dir(folder);
    let mut git = git.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().ok()?;
    let stdout = git.stdout.take()?;
    let (tell, told) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // Whoever waited may have gone.
        if stdout.take(LONGEST_NAME as u64 + 1).read_to_end(&mut bytes).is_ok() {
            let _ = tell.send(bytes);
        }
    });
    let bytes = told.recv_timeout(PATIENCE);
    // One that has ended cannot be killed, and need not be.
    let _ = git.kill();
    let _ = git.wait();
    let name = String::from_utf8_lossy(&bytes.ok()?).trim().to_owned();
    (!name.is_empty()).then_some(name)
}

/// The day in Greenwich, or the one that `TRUTHSAYER_TODAY` names.
fn today() -> Result<Date, String> {
    match std::env::var("TRUTHSAYER_TODAY") {
        Ok(said) => day::read(&said)
            .ok_or_else(|| format!("`TRUTHSAYER_TODAY={}` is no day: write 2027-01-31", text::spelled_out(&said))),
        Err(_) => Ok(Timestamp::now().to_zoned(TimeZone::UTC).date()),
    }
}
