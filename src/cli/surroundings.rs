//! The world around a run: environment, terminal, folder, day. It is read once and passed down.

use std::io::IsTerminal;
use std::path::PathBuf;
use std::time::SystemTime;

#[derive(Debug, Clone)]
pub struct Surroundings {
    pub folder: PathBuf,
    /// In CI nothing is written.
    pub in_ci: bool,
    pub stderr_is_terminal: bool,
    pub cores: usize,
    /// The day, as `2027-01-31`. `TRUTHSAYER_TODAY` says it is another one.
    pub today: String,
}

impl Surroundings {
    pub fn from_process() -> Surroundings {
        let ci = std::env::var("CI").unwrap_or_default();
        Surroundings {
            folder: std::env::current_dir().unwrap_or_else(|_| PathBuf::from(".")),
            in_ci: !matches!(ci.as_str(), "" | "0" | "false"),
            stderr_is_terminal: std::io::stderr().is_terminal(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            today: std::env::var("TRUTHSAYER_TODAY").unwrap_or_else(|_| date(seconds_since_1970())),
        }
    }
}

fn seconds_since_1970() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |time| time.as_secs())
}

/// The day in Greenwich, in the calendar that everybody uses.
fn date(seconds: u64) -> String {
    let mut days = seconds / 86_400;
    let is_leap = |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}", days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_become_days_of_the_calendar() {
        assert_eq!(date(0), "1970-01-01");
        assert_eq!(date(951_782_400), "2000-02-29");
        assert_eq!(date(1_798_761_599), "2026-12-31");
        assert_eq!(date(1_798_761_600), "2027-01-01");
    }
}
