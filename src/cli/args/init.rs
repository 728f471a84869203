//! Arguments of `init`.

use std::path::PathBuf;

use clap::Args;
use clap::ValueEnum;

/// The language of the engine in a new project.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum StartEngine {
    Python,
    #[value(alias = "node")]
    Javascript,
    Rust,
    /// A recording of the example, until you have an engine of your own
    None,
}

/// The service that runs the checks of a new project.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum CiService {
    Github,
    Gitlab,
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
    /// Name of your game, tariff or standard; folders, catalog, engine and scenarios are named after it [default: nim, an example]
    #[arg(long, value_name = "NAME")]
    pub game: Option<String>,
    /// Language of the engine [default: python or javascript, whichever is installed]
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    pub engine: Option<StartEngine>,
    /// Rulebook to copy into the project, with one draft for each of its rules
    #[arg(long, value_name = "FILE.md")]
    pub rules: Option<PathBuf>,
    /// Also write a CI file that runs `gate`
    #[arg(long, value_enum, value_name = "SERVICE")]
    pub ci: Option<CiService>,
    /// Unpack this example instead of a new project
    #[arg(long, value_enum, conflicts_with_all = ["engine", "game", "rules", "ci"])]
    pub example: Option<Example>,
}
