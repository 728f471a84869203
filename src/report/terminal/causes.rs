//! Likely causes of failures, at length: for `-v` and `watch`.

use colored::Colorize;

use crate::report::terminal::clause_label;
use crate::report::terminal::indent;
use crate::report::text::cause::cause_sentence;
use crate::report::text::grammar::count;
use crate::report::text::grammar::wrap;
use crate::report::text::wrapping;
use truthsayer_oracle::evidence::cause::Cause;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::evidence::suspect::Suspect;
use truthsayer_oracle::rulebook::ClauseId;

/// Every cause, then the failing claims that no cause explains, by clause.
pub(super) fn list(findings: &Findings<'_>) -> String {
    let diagnosis = &findings.diagnosis;
    let mut text: String = diagnosis.causes.iter().map(|cause| block(cause, findings)).collect();
    // Without a cause, the suspects are the whole list already.
    if diagnosis.unexplained.is_empty() || diagnosis.causes.is_empty() {
        return text;
    }
    let rank = |clause: &&ClauseId| {
        let is_it = |suspect: &Suspect| suspect.clauses.contains(clause);
        diagnosis.suspects.iter().position(is_it).unwrap_or(usize::MAX)
    };
    let mut clauses: Vec<&ClauseId> = diagnosis.unexplained.keys().collect();
    clauses.sort_by_key(rank);
    text.push_str(&format!("{}\n", "Failures without a confirmed cause:".yellow().bold()));
    for clause in clauses {
        let claims = &diagnosis.unexplained[clause];
        let first = claims.first().map_or("", |claim| claim.scenario.as_str());
        let label = clause_label(clause, &findings.suite.book).cyan();
        text.push_str(&format!("  {label} {}, for example {first}\n", count(claims.len(), "failing claim")));
    }
    text + "\n"
}

fn block(cause: &Cause, findings: &Findings<'_>) -> String {
    let addresses: Vec<String> =
        cause.clauses.iter().map(|clause| clause_label(clause, &findings.suite.book)).collect();
    let either = if cause.switches.len() > 1 { "either of " } else { "" };
    let head = format!(
        "{} {either}{} {}\n",
        "cause".red().bold(),
        addresses.join(", ").cyan(),
        cause.switches.join(", ").bold()
    );
    let width = wrapping::width() - 2;
    let words = |clause| format!("{}\n", wrap(&format!("“{}”", findings.suite.book.clause_text(clause)), width));
    let mut body: String = cause.clauses.iter().map(words).collect();
    body.push_str(&format!("{}\n", wrap(&cause_sentence(cause, findings), width)));
    format!("{head}{}\n", indent(&body, 2))
}
