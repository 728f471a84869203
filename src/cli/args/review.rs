//! Arguments of `review`.

use clap::Args;

use super::Filters;
use super::Format;
use super::Playing;

#[derive(Debug, Args)]
pub(crate) struct ReviewArguments {
    #[command(flatten)]
    pub filters: Filters,
    #[command(flatten)]
    pub playing: Playing,
    /// List everything that needs a review
    #[arg(long, conflicts_with_all = ["diff", "accept", "reject"])]
    pub list: bool,
    /// Output format; json needs --list
    #[arg(long, value_enum, default_value = "pretty")]
    pub format: Format,
    /// Show one item, by its id in --list
    #[arg(long, value_name = "ID", conflicts_with_all = ["accept", "reject"])]
    pub diff: Vec<String>,
    /// Accept one item: an outcome, the new words of a rule, or a draft
    #[arg(long, value_name = "ID")]
    pub accept: Vec<String>,
    /// Reject one item: delete the proposed outcome or the draft
    #[arg(long, value_name = "ID")]
    pub reject: Vec<String>,
    /// Reason that is kept with the accepted item
    #[arg(long, value_name = "WORDS")]
    pub reason: Option<String>,
}
