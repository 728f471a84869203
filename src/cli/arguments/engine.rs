//! What can be typed after `engine`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::Subcommand;

use super::time;

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct EngineArguments {
    /// The built-in engine to serve: protocol 1, one JSON object per line
    #[arg(required = true)]
    pub name: Option<String>,
    #[command(subcommand)]
    pub job: Option<EngineJob>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum EngineJob {
    /// Put an engine through its paces: what passes, and what to mend
    Check {
        /// How long it may take for an answer
        #[arg(long, value_name = "TIME", value_parser = time)]
        timeout: Option<Duration>,
        /// The command that starts it
        #[arg(last = true, required = true, value_name = "COMMAND")]
        command: Vec<String>,
    },
    /// Play back a conversation that `--record` kept
    Replay {
        /// The recording
        file: PathBuf,
    },
    /// Count the steps of a CoTuLenh position to a depth
    Perft(PerftArguments),
}

#[derive(Debug, Args)]
pub(crate) struct PerftArguments {
    /// The position; by default the one in which a game begins
    #[arg(long)]
    pub fen: Option<String>,
    /// How many steps deep
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=20))]
    pub depth: u32,
    /// Count below each first step
    #[arg(long)]
    pub divide: bool,
}
