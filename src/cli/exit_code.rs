//! What the process says when it ends.

use crate::oracle::findings::Findings;

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
    /// Somebody ended it before it was done.
    Interrupted = 130,
}

impl ExitCode {
    /// Everything that applies, the gravest first; never empty.
    pub(crate) fn all(findings: &Findings<'_>) -> Vec<ExitCode> {
        let tally = findings.tally();
        let unanswered = findings.knockouts().any(|knockout| !knockout.unanswered.is_empty());
        let unproven = findings.knockouts().any(|it| !it.isolates() || !it.leaks.is_empty());
        let problems = findings.problems.len() + findings.closed_gaps().len();
        let applying = [
            (ExitCode::EngineFault, tally.unanswered > 0 || unanswered),
            (ExitCode::BadInput, tally.misposed + tally.unreadable_goldens + problems > 0),
            (ExitCode::Deviates, tally.deviates + tally.drifted + tally.without_golden > 0 || unproven),
        ];
        let codes: Vec<ExitCode> = applying.into_iter().filter(|(_, applies)| *applies).map(|(code, _)| code).collect();
        match codes.is_empty() {
            true if findings.judges_nothing() => vec![ExitCode::NothingJudged],
            true => vec![ExitCode::of_verdicts(findings)],
            false => codes,
        }
    }

    /// The same as numbers.
    pub(crate) fn numbers(findings: &Findings<'_>) -> Vec<u8> {
        ExitCode::all(findings).into_iter().map(|code| code as u8).collect()
    }

    /// The gravest verdict, for commands that show evidence and do not guard goldens or switches.
    pub(crate) fn of_verdicts(findings: &Findings<'_>) -> ExitCode {
        let tally = findings.tally();
        if tally.unanswered > 0 {
            ExitCode::EngineFault
        } else if tally.misposed > 0 || !findings.problems.is_empty() {
            ExitCode::BadInput
        } else if tally.deviates > 0 {
            ExitCode::Deviates
        } else if tally.unsupported + tally.unobserved > 0 && tally.conforms + tally.gaps == 0 {
            ExitCode::NothingJudged
        } else {
            ExitCode::Conforms
        }
    }
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(code: ExitCode) -> std::process::ExitCode {
        std::process::ExitCode::from(code as u8)
    }
}
