//! What can be typed after `init`.

use std::path::PathBuf;

use clap::Args;
use clap::ValueEnum;

/// The language of the engine that a new project begins with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum StartEngine {
    Python,
    Node,
    Rust,
    /// What an engine said once, until your own is there
    None,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Example {
    /// Two chess libraries that nobody here wrote, as they once answered
    Chess,
}

#[derive(Debug, Args)]
pub(crate) struct InitArguments {
    /// The folder to write into; it is made, and no file in it is ever written over
    #[arg(value_name = "DIR", default_value = ".")]
    pub folder: PathBuf,
    /// The language of the engine; by default python or node, whichever is there
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    pub engine: Option<StartEngine>,
    /// Unpack this example instead
    #[arg(long, value_enum, conflicts_with = "engine")]
    pub example: Option<Example>,
}
