//! What can be typed after `compare`.

use std::time::Duration;

use clap::Args;
use clap::ValueEnum;

use crate::cli::arguments::time;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CompareFormat {
    Pretty,
    Markdown,
    Html,
}

#[derive(Debug, Args)]
pub(crate) struct CompareArguments {
    /// Engines, built in or named in truthsayer.yaml, or results that `verify --json` saved (names ending in .json)
    #[arg(value_name = "ENGINE|FILE.json", required = true, num_args = 2..)]
    pub sides: Vec<String>,
    /// How long an external engine may take for an answer
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub timeout: Option<Duration>,
    /// How many scenarios to play side by side; by default one per core
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    pub jobs: Option<u16>,
    /// What to print
    #[arg(long, value_enum, default_value = "pretty")]
    pub format: CompareFormat,
}
