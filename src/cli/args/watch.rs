//! Arguments of `watch`.

use clap::Args;

use super::Filters;
use super::Playing;

#[derive(Debug, Args)]
pub(crate) struct WatchArguments {
    #[command(flatten)]
    pub filters: Filters,
    #[command(flatten)]
    pub playing: Playing,
}
