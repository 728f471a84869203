//! The context of a command: parsed arguments, environment and console.

use crate::cli::args::Arguments;
use crate::cli::env::environment::Environment;
use crate::cli::output::console::Console;

pub(crate) struct Context<'a> {
    pub arguments: &'a Arguments,
    pub environment: &'a Environment,
    pub console: &'a Console,
}

impl<'a> Context<'a> {
    /// The console and the environment, for the result writer.
    pub(crate) fn outlets(&self) -> (&'a Environment, &'a Console) {
        (self.environment, self.console)
    }
}
