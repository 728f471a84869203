//! What the marks of the page mean.

use std::fmt::Write;

use crate::oracle::findings::Findings;
use crate::oracle::grade::Grade;
use crate::report::page::mark;

/// One line for each grade that the page has a filter for.
pub(super) fn list(findings: &Findings<'_>) -> String {
    let mut text = String::new();
    for grade in findings.ledger.grades() {
        let (name, mark) = (grade.name(), mark(grade));
        let _ =
            writeln!(text, "<dt><span class=\"badge g-{name}\">{mark} {name}</span></dt><dd>{}</dd>", meaning(grade));
    }
    text
}

pub(super) fn meaning(grade: Grade) -> &'static str {
    match grade {
        Grade::Proven => "every claim on it holds, and with it turned off in the engine one of them fails",
        Grade::Sharp => "every claim on it holds, and one of them fails on another engine that is known to lack it",
        Grade::Holds => "every claim on it holds",
        Grade::Cited => "a scenario cites it, but it was not judged in full, or no claim on it says what happens",
        Grade::Uncited => "no scenario cites it",
        Grade::Violated => "a claim on it fails: the engine does something else",
        Grade::Obscured => "its claims fail because of another sentence that is violated, so it could not be judged",
        Grade::Excluded => "it need not be verified, for a stated reason",
        Grade::Gap => "a claim on it fails, which is known and accepted until a day",
        Grade::Stale => "its words have changed since they were reviewed",
    }
}
