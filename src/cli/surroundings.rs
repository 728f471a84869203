//! The world around a run: environment, terminal, folder. It is read once and passed down.

use std::io::IsTerminal;
use std::path::PathBuf;

#[derive(Debug, Clone)]
pub struct Surroundings {
    pub folder: PathBuf,
    /// In CI nothing is written.
    pub in_ci: bool,
    pub stderr_is_terminal: bool,
    pub cores: usize,
}

impl Surroundings {
    pub fn from_process() -> Surroundings {
        let ci = std::env::var("CI").unwrap_or_default();
        Surroundings {
            folder: std::env::current_dir().unwrap_or_else(|_| PathBuf::from(".")),
            in_ci: !matches!(ci.as_str(), "" | "0" | "false"),
            stderr_is_terminal: std::io::stderr().is_terminal(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
        }
    }
}
