//! What can be typed after `hunt`.

use std::time::Duration;

use clap::Args;

use super::Format;
use super::time;

#[derive(Debug, Args)]
pub(crate) struct HuntArguments {
    /// Two engines of one game, each built in, named in truthsayer.yaml or a command; with switches off, as one word:
    /// dune "dune --without S"
    #[arg(value_name = "ENGINE", num_args = 2, required_unless_present_any = ["switch", "survivors"])]
    pub sides: Vec<String>,
    /// Look for a scenario in which this switch matters (a name or a glob): its engine against itself without it
    #[arg(long, value_name = "SWITCH", conflicts_with_all = ["sides", "survivors"])]
    pub switch: Vec<String>,
    /// The same for every switch that no claim notices
    #[arg(long, conflicts_with = "sides")]
    pub survivors: bool,
    /// The game to look for switches in
    #[arg(long)]
    pub game: Option<String>,
    /// How long to search; 60s unless plays are counted
    #[arg(long = "for", value_name = "TIME", value_parser = time)]
    pub time: Option<Duration>,
    /// How many scenarios to make up and play; with a seed and without a time, the result is the same every time
    #[arg(long, value_name = "N")]
    pub plays: Option<usize>,
    /// Another search
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Start only from these scenarios, named as for `verify`, and from all fixtures
    #[arg(long, value_name = "FILTER")]
    pub from: Vec<String>,
    /// Tell also what known gaps and earlier findings show
    #[arg(long)]
    pub all: bool,
    /// Write nothing
    #[arg(long)]
    pub dry_run: bool,
    /// What to print
    #[arg(long, value_enum, default_value = "pretty")]
    pub format: Format,
    /// How long an external engine may take for an answer
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub timeout: Option<Duration>,
    /// How many scenarios to play side by side; by default one per core
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    pub jobs: Option<u16>,
}
