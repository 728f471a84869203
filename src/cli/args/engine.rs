//! Arguments of `engine`.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use clap::Subcommand;

use super::time;

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct EngineArguments {
    /// Built-in engine to serve on stdin and stdout
    #[arg(required = true)]
    pub name: Option<String>,
    #[command(subcommand)]
    pub job: Option<EngineJob>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum EngineJob {
    /// Check that an engine speaks the protocol, and list what to fix
    Check {
        /// Time limit for one answer
        #[arg(long, value_name = "TIME", value_parser = time)]
        timeout: Option<Duration>,
        /// Command that starts the engine
        #[arg(last = true, required = true, value_name = "COMMAND")]
        command: Vec<String>,
    },
    /// Replay a recording that `--record` wrote
    Replay {
        /// Recording file
        file: PathBuf,
    },
    /// Count the legal moves of a CoTuLenh position to a depth
    Perft(PerftArguments),
}

#[derive(Debug, Args)]
pub(crate) struct PerftArguments {
    /// Position as FEN [default: the start of the game]
    #[arg(long)]
    pub fen: Option<String>,
    /// Number of moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=20))]
    pub depth: u32,
    /// Print the count for each first move
    #[arg(long)]
    pub divide: bool,
}
