//! What can be typed after `coverage`.

use clap::Args;
use clap::ValueEnum;

use crate::cli::arguments::Playing;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CoverageFormat {
    /// Rules under their categories; with -v every clause
    Table,
    /// One mark per clause, one line per category
    Dots,
    Markdown,
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct CoverageArguments {
    /// Only the clauses of this game
    #[arg(long)]
    pub game: Vec<String>,
    /// Only this line (dune/battle.md:23), NAME (dune/battle.md#WINNING), clause (dune/battle.md:23.2) or rule of the catalog (11)
    #[arg(long, value_name = "CITE")]
    pub rule: Vec<String>,
    /// List what is not proven, with the cheapest next step for each clause
    #[arg(long, conflicts_with = "format")]
    pub missing: bool,
    /// List clauses that are proven although some of their words stand in no quote
    #[arg(long, conflicts_with = "missing")]
    pub unquoted: bool,
    /// What to print
    #[arg(long, value_enum, default_value = "table")]
    pub format: CoverageFormat,
    #[command(flatten)]
    pub playing: Playing,
}
