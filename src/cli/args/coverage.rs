//! Arguments of `coverage`.

use clap::Args;
use clap::ValueEnum;

use crate::cli::args::Playing;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CoverageFormat {
    /// Rules by category; with -v every clause
    Table,
    /// One symbol per clause, one line per category
    Dots,
    Markdown,
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct CoverageArguments {
    /// Only clauses of this game
    #[arg(long)]
    pub game: Vec<String>,
    /// Only this rule (dune/battle.md:23 or dune/battle.md#WINNING), clause (dune/battle.md:23.2) or catalog rule (11)
    #[arg(long, value_name = "CITE")]
    pub rule: Vec<String>,
    /// List clauses that are not proven, with the next step for each
    #[arg(long)]
    pub missing: bool,
    /// List weak evidence, with what to do about each entry
    #[arg(long, conflicts_with = "missing")]
    pub weak: bool,
    /// With --weak, run every scenario without every switch
    #[arg(long, requires = "weak")]
    pub all: bool,
    /// Output format
    #[arg(long, value_enum, default_value = "table")]
    pub format: CoverageFormat,
    #[command(flatten)]
    pub playing: Playing,
}
