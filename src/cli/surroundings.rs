//! The world around a run: environment, terminal, folder, day. It is read once and passed down.

use std::io::IsTerminal;
use std::path::PathBuf;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use crate::oracle::day;
use crate::protocol::text;

#[derive(Debug, Clone)]
pub struct Surroundings {
    pub folder: PathBuf,
    /// In CI nothing is written.
    pub in_ci: bool,
    pub stderr_is_terminal: bool,
    pub cores: usize,
    /// The day by which gaps expire. `TRUTHSAYER_TODAY` says it is another one.
    pub today: Date,
}

impl Surroundings {
    /// Reads the world, or says what is wrong with it.
    pub fn from_process() -> Result<Surroundings, String> {
        let ci = std::env::var("CI").unwrap_or_default();
        Ok(Surroundings {
            folder: std::env::current_dir().unwrap_or_else(|_| PathBuf::from(".")),
            in_ci: !matches!(ci.as_str(), "" | "0" | "false"),
            stderr_is_terminal: std::io::stderr().is_terminal(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            today: today()?,
        })
    }
}

/// The day in Greenwich, or the one that `TRUTHSAYER_TODAY` names.
fn today() -> Result<Date, String> {
    match std::env::var("TRUTHSAYER_TODAY") {
        Ok(said) => day::read(&said)
            .ok_or_else(|| format!("`TRUTHSAYER_TODAY={}` is no day: write 2027-01-31", text::spelled_out(&said))),
        Err(_) => Ok(Timestamp::now().to_zoned(TimeZone::UTC).date()),
    }
}
