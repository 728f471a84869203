//! Arguments of `list`.

use clap::Args;
use clap::ValueEnum;

use super::Format;

/// The kinds of items that `list` lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListKind {
    /// Scenarios and drafts, with their titles
    Scenarios,
    /// Clauses, with their words and the number of scenarios that cite them
    Clauses,
    /// Switches of the engines, with the clause of each
    Switches,
    /// Engines: built in, and named in truthsayer.yaml
    Engines,
}

#[derive(Debug, Args)]
pub(crate) struct ListArguments {
    /// Kind of items to list
    #[arg(value_enum, default_value = "scenarios", value_name = "WHAT")]
    pub what: ListKind,
    /// Only these: a name, an address, a glob, or a part of a name or of the words
    #[arg(value_name = "FILTER")]
    pub filters: Vec<String>,
    /// Only scenarios that cite this rule, clauses of it, or switches that turn them off
    #[arg(long, value_name = "CITE")]
    pub rule: Vec<String>,
    /// Only scenarios with this tag
    #[arg(long)]
    pub tag: Vec<String>,
    /// Only those of this game
    #[arg(long)]
    pub game: Vec<String>,
    /// Output format
    #[arg(long, value_enum, default_value = "pretty")]
    pub format: Format,
}
