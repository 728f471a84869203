//! The meaning of the grades.

use std::fmt::Write;

use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::suite::grade::Grade;

/// One line for each grade that has a filter.
pub(super) fn list(findings: &Findings<'_>) -> String {
    let mut text = String::new();
    for grade in findings.coverage.grades() {
        let (name, mark) = (grade.name(), grade.mark());
        let _ =
            writeln!(text, "<dt><span class=\"badge g-{name}\">{mark} {name}</span></dt><dd>{}</dd>", meaning(grade));
    }
    text
}

pub(super) fn meaning(grade: Grade) -> &'static str {
    match grade {
        Grade::Proven => "every claim on it passes, and with each of its switches off a claim on it fails",
        Grade::Sharp => "every claim on it passes, and one of them fails on the reference engine without it",
        Grade::Holds => "every claim on it passes, and at least one says what happens",
        Grade::Cited => "a scenario cites it, but it was not fully judged, or no claim on it says what happens",
        Grade::Uncited => "no scenario cites it",
        Grade::Violated => "a claim on it fails: the engine does something else",
        Grade::Blocked => "its claims fail only because another clause is violated",
        Grade::Excluded => "it needs no verification, for a stated reason",
        Grade::Gap => "its failures are known and accepted until a date",
        Grade::Stale => "its words changed since the last review",
    }
}
