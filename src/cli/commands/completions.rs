//! `completions`: prints a completion script for a shell.

use clap_complete::aot;

use crate::cli::args::CompletionsArguments;
use crate::cli::args::manual::Shell;
use crate::cli::commands::help;
use crate::cli::context::Context;
use crate::cli::exit_code::ExitCode;

pub(crate) fn run(options: &CompletionsArguments, context: &Context<'_>) -> ExitCode {
    context.console.copied(&script(options.shell));
    ExitCode::Pass
}

fn script(shell: Shell) -> String {
    let shell = match shell {
        Shell::Bash => aot::Shell::Bash,
        Shell::Zsh => aot::Shell::Zsh,
        Shell::Fish => aot::Shell::Fish,
        Shell::Powershell => aot::Shell::PowerShell,
    };
    let mut script = Vec::new();
    let mut command = help::command();
    let name = command.get_name().to_owned();
    aot::generate(shell, &mut command, name, &mut script);
    String::from_utf8_lossy(&script).into_owned()
}
