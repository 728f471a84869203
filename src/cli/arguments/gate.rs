//! What can be typed after `gate`, and after `merge`.

use std::path::PathBuf;

use clap::Args;

use super::Outputs;
use super::Playing;

#[derive(Debug, Args)]
pub(crate) struct GateArguments {
    #[command(flatten)]
    pub playing: Playing,
    #[command(flatten)]
    pub outputs: Outputs,
    /// Tell which causes are not in this result, as `--json` saved it on the main branch
    #[arg(long, value_name = "FILE")]
    pub against: Option<PathBuf>,
    /// Write to the floor what has become better, and every clause that is new
    #[arg(long)]
    pub raise: bool,
    /// Lower the floor of this clause to the grade that it has now
    #[arg(long, value_name = "CLAUSE", requires = "reason", conflicts_with = "raise")]
    pub lower: Vec<String>,
    /// Why it may be lower
    #[arg(long, value_name = "WHY", requires = "lower")]
    pub reason: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct MergeArguments {
    /// What every shard saved with `--shard K/N --json FILE`
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub outputs: Outputs,
    /// How many scenarios to judge side by side; by default one per core
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    pub jobs: Option<u16>,
}
