//! `completions`: what a shell has to know to complete commands and options.

use clap_complete::aot;

use crate::cli::arguments::CompletionsArguments;
use crate::cli::arguments::manual::Shell;
use crate::cli::exit_code::ExitCode;
use crate::cli::help;
use crate::cli::output::Output;

pub(crate) fn run(options: &CompletionsArguments, output: &Output) -> ExitCode {
    output.copied(&script(options.shell));
    ExitCode::Conforms
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
