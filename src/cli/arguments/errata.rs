//! What can be typed after `errata`.

use clap::Args;
use clap::ValueEnum;

#[derive(Debug, Args)]
pub(crate) struct ErrataArguments {
    /// Rewrite every address whose rule stands elsewhere now, and record the rulebook in its lock
    #[arg(long)]
    pub fix: bool,
    /// Record that somebody has looked at the new words of this line (dune/battle.md:23), NAME or clause (dune/battle.md:23.2)
    #[arg(long, value_name = "CITE", num_args = 0..)]
    pub accept: Option<Vec<String>>,
    /// With --accept: every clause that was reworded
    #[arg(long, requires = "accept")]
    pub all: bool,
    /// With --accept: why the new words are accepted; it is kept in the lock
    #[arg(long, value_name = "TEXT", requires = "accept")]
    pub reason: Option<String>,
    /// What to print
    #[arg(long, value_enum, default_value = "pretty")]
    pub format: ErrataFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ErrataFormat {
    Pretty,
    Json,
    Markdown,
}
