//! Exit codes.

use truthsayer_oracle::evidence::findings::Findings;

/// Exit codes. CI relies on the numbers, so they never change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum ExitCode {
    Pass = 0,
    /// A claim fails, an outcome drifts, a golden is missing, or a mutant survives.
    Fail = 1,
    Usage = 2,
    /// A rulebook, citation, scenario or golden is wrong.
    BadInput = 3,
    EngineFault = 4,
    /// A filter matched nothing, or there was nothing to judge.
    NothingJudged = 5,
    /// A bug in Truthsayer.
    Internal = 70,
    /// Interrupted by a signal.
    Interrupted = 130,
}

impl ExitCode {
    /// All codes that apply, most severe first; never empty.
    pub(crate) fn all(findings: &Findings<'_>) -> Vec<ExitCode> {
        let tally = findings.tally();
        let no_answer = findings.mutants().any(|mutant| !mutant.no_answer.is_empty());
        let unproven = findings.mutants().any(|it| !it.is_specific() || !it.leaks.is_empty());
        let problems = findings.problems.len() + findings.closed_gaps().len();
        let applying = [
            (ExitCode::EngineFault, tally.no_answer > 0 || no_answer),
            (ExitCode::BadInput, tally.invalid + tally.unreadable_goldens + problems > 0),
            (ExitCode::Fail, tally.failing + tally.crashed + tally.drifted + tally.without_golden > 0 || unproven),
        ];
        let codes: Vec<ExitCode> = applying.into_iter().filter(|(_, applies)| *applies).map(|(code, _)| code).collect();
        match codes.is_empty() {
            true if findings.judges_nothing() => vec![ExitCode::NothingJudged],
            true => vec![ExitCode::of_verdicts(findings)],
            false => codes,
        }
    }

    /// All codes that apply, as numbers.
    pub(crate) fn numbers(findings: &Findings<'_>) -> Vec<u8> {
        ExitCode::all(findings).into_iter().map(|code| code as u8).collect()
    }

    /// The most severe code, for commands that ignore goldens and switches.
    pub(crate) fn of_verdicts(findings: &Findings<'_>) -> ExitCode {
        let tally = findings.tally();
        if tally.no_answer > 0 {
            ExitCode::EngineFault
        } else if tally.invalid > 0 || !findings.problems.is_empty() {
            ExitCode::BadInput
        } else if tally.failing + tally.crashed > 0 {
            ExitCode::Fail
        } else if tally.unsupported + tally.unobserved > 0 && tally.passed + tally.gaps == 0 {
            ExitCode::NothingJudged
        } else {
            ExitCode::Pass
        }
    }
}

impl From<ExitCode> for std::process::ExitCode {
    fn from(code: ExitCode) -> std::process::ExitCode {
        std::process::ExitCode::from(code as u8)
    }
}
