//! Arguments of `completions`, `man` and `help`.

use std::path::PathBuf;

use clap::Args;
use clap::ValueEnum;

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Shell {
    Bash,
    Zsh,
    Fish,
    Powershell,
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArguments {
    #[arg(value_enum)]
    pub shell: Shell,
}

#[derive(Debug, Args)]
pub(crate) struct ManArguments {
    /// Write the page of every command to this folder
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct HelpArguments {
    /// Command (verify, engine check) or topic (citations, expectations, exit-codes)
    #[arg(value_name = "COMMAND|TOPIC")]
    pub subject: Vec<String>,
}
