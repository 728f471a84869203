//! Arguments of `hunt`.

use std::time::Duration;

use clap::Args;

use super::Format;
use super::time;

#[derive(Debug, Args)]
pub(crate) struct HuntArguments {
    /// Two engines of one game: built in, named in truthsayer.yaml, or a command; quote an engine with switches off:
    /// dune "dune --without S"
    #[arg(value_name = "ENGINE", num_args = 2, required_unless_present_any = ["switch", "survivors", "readings"])]
    pub sides: Vec<String>,
    /// Search for a scenario in which this switch (a name or a glob) makes a difference
    #[arg(long, value_name = "SWITCH", conflicts_with_all = ["sides", "survivors"])]
    pub switch: Vec<String>,
    /// Search for such a scenario for every surviving mutant
    #[arg(long, conflicts_with = "sides")]
    pub survivors: bool,
    /// Find the smallest scenario on which the values of this reading differ (a name or a glob; none means every reading),
    /// and print it as a question for the author of the rules
    #[arg(long, value_name = "READING", num_args = 0.., conflicts_with_all = ["sides", "switch", "survivors"])]
    pub readings: Option<Vec<String>>,
    /// Game whose switches or readings to use
    #[arg(long)]
    pub game: Option<String>,
    /// Search time [default: 60s, unless --plays is given]
    #[arg(long = "for", value_name = "TIME", value_parser = time)]
    pub time: Option<Duration>,
    /// Number of scenarios to generate; with --seed and without --for the result is reproducible
    #[arg(long, value_name = "N")]
    pub plays: Option<usize>,
    /// Seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Start only from these scenarios (filters as for `verify`) and from all fixtures
    #[arg(long, value_name = "FILTER")]
    pub from: Vec<String>,
    /// Also report differences that known gaps or earlier drafts cover; with --readings: every reading
    #[arg(long)]
    pub all: bool,
    /// Report findings without writing drafts
    #[arg(long)]
    pub dry_run: bool,
    /// Output format
    #[arg(long, value_enum, default_value = "pretty")]
    pub format: Format,
    /// Time limit for one answer of an external engine
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub timeout: Option<Duration>,
    /// Number of parallel runs [default: one per core]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    pub jobs: Option<u16>,
}
