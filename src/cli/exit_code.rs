//! What the process says when it ends.

/// One documented list; the number is the contract with CI.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum ExitCode {
    Conforms = 0,
    /// A claim deviates, an outcome drifts, a golden is missing, or a switch survives.
    Deviates = 1,
    Usage = 2,
    /// A rulebook, citation, scenario or golden is wrong.
    BadInput = 3,
    EngineFault = 4,
    /// A filter matched nothing, or there was nothing to judge.
    NothingJudged = 5,
    /// A bug of Truthsayer itself.
    Internal = 70,
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(code: ExitCode) -> std::process::ExitCode {
        std::process::ExitCode::from(code as u8)
    }
}
