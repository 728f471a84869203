//! Arguments of `init`.

use std::path::PathBuf;

use clap::Args;
use clap::ValueEnum;

/// The language of the engine in a new project.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum StartEngine {
    Python,
    Node,
    Rust,
    /// A recording, until you have an engine of your own
    None,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Example {
    /// Two published chess libraries, recorded
    Chess,
}

#[derive(Debug, Args)]
pub(crate) struct InitArguments {
    /// Folder of the new project; existing files are never overwritten
    #[arg(value_name = "DIR", default_value = ".")]
    pub folder: PathBuf,
    /// Language of the engine [default: python or node, whichever is installed]
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    pub engine: Option<StartEngine>,
    /// Unpack this example instead of a new project
    #[arg(long, value_enum, conflicts_with = "engine")]
    pub example: Option<Example>,
}
