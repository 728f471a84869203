//! The process environment, read once: terminal, CI service, test runner, signals.

pub(crate) mod ci_env;
pub mod environment;
pub(crate) mod interrupt;
pub(crate) mod test_runner_env;
