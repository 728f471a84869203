//! Arguments of `compare`.

use std::time::Duration;

use clap::Args;
use clap::ValueEnum;

use crate::cli::args::time;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CompareFormat {
    Pretty,
    Markdown,
    Html,
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct CompareArguments {
    /// Engines (built in, named in truthsayer.yaml, or a command; quote an engine with switches off: "dune --without S")
    /// or results that `verify --json` saved (names ending in .json)
    #[arg(value_name = "ENGINE|FILE.json", required = true, num_args = 2..)]
    pub sides: Vec<String>,
    /// Then search for further differences between two engines for this time (60s), and report which clauses the change
    /// affects
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub hunt: Option<Duration>,
    /// Number of scenarios that the search generates; with --seed and without --hunt the result is reproducible
    #[arg(long, value_name = "N")]
    pub plays: Option<usize>,
    /// Seed of the random numbers of the search
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Time limit for one answer of an external engine
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub timeout: Option<Duration>,
    /// Number of parallel runs [default: one per core]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    pub jobs: Option<u16>,
    /// Output format
    #[arg(long, value_enum, default_value = "pretty")]
    pub format: CompareFormat,
}
