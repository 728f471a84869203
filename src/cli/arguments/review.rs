//! What can be typed after `review`.

use clap::Args;

use super::Filters;
use super::Playing;

#[derive(Debug, Args)]
pub(crate) struct ReviewArguments {
    #[command(flatten)]
    pub filters: Filters,
    #[command(flatten)]
    pub playing: Playing,
    /// List what waits, without a screen
    #[arg(long, conflicts_with_all = ["diff", "accept", "reject"])]
    pub list: bool,
    /// Show one thing that waits, by the id that --list tells
    #[arg(long, value_name = "ID", conflicts_with_all = ["accept", "reject"])]
    pub diff: Vec<String>,
    /// Accept one: an outcome as the golden, the new words of a rule, a draft to be finished
    #[arg(long, value_name = "ID")]
    pub accept: Vec<String>,
    /// Reject one: drop the proposal of an outcome, delete a draft
    #[arg(long, value_name = "ID")]
    pub reject: Vec<String>,
    /// Why, kept with what is accepted
    #[arg(long, value_name = "WORDS")]
    pub reason: Option<String>,
}
