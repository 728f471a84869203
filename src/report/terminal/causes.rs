//! Likely causes of failures, at length: for `-v` and `watch`.

use colored::Colorize;

use crate::report::terminal::clause_label;
use crate::report::terminal::indent;
use crate::report::text::cause::cause_sentence;
use crate::report::text::grammar::count;
use crate::report::text::grammar::wrap;
use crate::report::text::wrapping;
use truthsayer_oracle::evidence::cause::Cause;
use truthsayer_oracle::evidence::coverage::ClaimRef;
use truthsayer_oracle::evidence::findings::Findings;

/// Every cause, then the failing claims that no cause explains.
pub(super) fn list(findings: &Findings<'_>) -> String {
    let diagnosis = &findings.diagnosis;
    let mut text: String = diagnosis.causes.iter().map(|cause| block(cause, findings)).collect();
    for (head, groups) in unexplained(findings) {
        text.push_str(&format!("{}\n", head.yellow().bold()));
        for (what, claims) in &groups {
            let first = claims.first().map_or("", |claim| claim.scenario.as_str());
            text.push_str(&format!(
                "  {} {}, for example {first}\n",
                what.cyan(),
                count(claims.len(), "failing claim")
            ));
        }
        text.push('\n');
    }
    text
}

/// Failing claims by what they have in common: a clause, a path or an event.
type FailingGroups<'f> = Vec<(String, &'f Vec<ClaimRef>)>;

/// Failing claims that no cause explains, each group under its heading. They are grouped by clause if causes were
/// searched for, otherwise by what they have in common.
pub(super) fn unexplained<'f>(findings: &'f Findings<'_>) -> Vec<(&'static str, FailingGroups<'f>)> {
    let diagnosis = &findings.diagnosis;
    let searched = diagnosis.unexplained.iter().filter(|(clause, _)| !diagnosis.unsearched.contains(clause.game()));
    let by_clause = searched.map(|(clause, claims)| (clause_label(clause, &findings.suite.book), claims)).collect();
    let alike = diagnosis.alike.iter().map(|(what, claims)| (what.clone(), claims)).collect();
    let head = match diagnosis.causes.is_empty() {
        true => "No single clause explains these failures:",
        false => "Failures without a known cause:",
    };
    let sections: [(_, FailingGroups<'f>); 2] = [(head, by_clause), ("What the failures have in common:", alike)];
    sections.into_iter().filter(|(_, groups)| !groups.is_empty()).collect()
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
