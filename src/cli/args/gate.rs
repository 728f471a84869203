//! Arguments of `gate` and `merge`.

use std::path::PathBuf;

use clap::Args;

use super::Playing;
use super::ResultFiles;

#[derive(Debug, Args)]
pub(crate) struct GateArguments {
    #[command(flatten)]
    pub playing: Playing,
    #[command(flatten)]
    pub result_files: ResultFiles,
    /// Report which causes are new compared with this result, which `--json` saved on the main branch
    #[arg(long, value_name = "FILE")]
    pub against: Option<PathBuf>,
    /// Raise the floor to the present grades, and add new clauses to it
    #[arg(long)]
    pub raise: bool,
    /// Lower the floor of this clause to its present grade
    #[arg(long, value_name = "CLAUSE", requires = "reason", conflicts_with = "raise")]
    pub lower: Vec<String>,
    /// Reason for lowering the floor
    #[arg(long, value_name = "WHY", requires = "lower")]
    pub reason: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct MergeArguments {
    /// Results that the shards saved with `--shard K/N --json FILE`
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub result_files: ResultFiles,
    /// Number of parallel jobs [default: one per core]
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=512))]
    pub jobs: Option<u16>,
}
