//! Arguments of `errata`.

use clap::Args;
use clap::ValueEnum;

#[derive(Debug, Args)]
pub(crate) struct ErrataArguments {
    /// Update every address whose rule moved, and record the rulebook in its lock
    #[arg(long)]
    pub fix: bool,
    /// Accept the new words of this rule (dune/battle.md:23) or clause (dune/battle.md:23.2) after a review
    #[arg(long, value_name = "CITE", num_args = 0..)]
    pub accept: Option<Vec<String>>,
    /// With --accept: accept every reworded clause
    #[arg(long, requires = "accept")]
    pub all: bool,
    /// With --accept: reason that is kept in the lock
    #[arg(long, value_name = "TEXT", requires = "accept")]
    pub reason: Option<String>,
    /// Output format
    #[arg(long, value_enum, default_value = "pretty")]
    pub format: ErrataFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ErrataFormat {
    Pretty,
    Json,
    Markdown,
}
