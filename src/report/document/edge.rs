//! Edge cases: every scenario that cites the rule, what was expected and what came.

use std::collections::BTreeMap;

use crate::oracle::claim::Claim;
use crate::oracle::findings::Findings;
use crate::oracle::standing::RuleStanding;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Verdict;
use crate::report::document::telling::code;
use crate::report::document::telling::escape;
use crate::report::expectation;

/// The scenarios that cite the rule, each with the claims that do.
pub(super) fn scenarios<'f, 'a>(
    standing: &RuleStanding<'_>,
    findings: &'f Findings<'a>,
) -> Vec<(&'f Judged<'a>, Vec<usize>)> {
    let mut claims: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (claim, _) in standing.entries.iter().flat_map(|entry| &entry.claims) {
        let numbers = claims.entry(claim.scenario.as_str()).or_default();
        if !numbers.contains(&claim.claim) {
            numbers.push(claim.claim);
        }
    }
    claims.into_iter().filter_map(|(id, numbers)| Some((findings.judged(id)?, numbers))).collect()
}

/// Why there is no scenario to tell of.
pub(super) fn unplayed(standing: &RuleStanding<'_>) -> &'static str {
    match standing.entries.iter().any(|entry| !entry.claims.is_empty()) {
        true => "no scenario that cites it was played",
        false => "no scenario cites it",
    }
}

pub(super) fn section(standing: &RuleStanding<'_>, findings: &Findings<'_>) -> String {
    let scenarios = scenarios(standing, findings);
    if scenarios.is_empty() {
        return format!("## Edge Cases\n\nNone: {}.\n", unplayed(standing));
    }
    let mut text = "## Edge Cases\n\n".to_owned();
    for (number, (judged, claims)) in (1..).zip(&scenarios) {
        text.push_str(&case(number, judged, claims));
    }
    text
}

fn case(number: usize, judged: &Judged<'_>, claims: &[usize]) -> String {
    let failing = claims.iter().any(|claim| judged.verdict.fails(*claim));
    let sign = match (judged.verdict.is_judged(), failing) {
        (true, false) => "✅",
        (true, true) => "❌",
        (false, _) => "⚠️",
    };
    let scenario = judged.scenario;
    let mut text = format!(
        "### {number}. {} {sign}\n\n**Scenario**: `{}`\n\n**Expected**:\n\n",
        escape(&scenario.title),
        scenario.id
    );
    for claim in claims.iter().filter_map(|index| scenario.claims.get(*index)) {
        text.push_str(&expected(claim));
    }
    text.push_str(&format!("\n**Actual**: {}\n\n", actual(judged, claims)));
    text
}

fn expected(claim: &Claim) -> String {
    let parts: Vec<String> = claim.then.iter().map(expectation::words).collect();
    format!("- by line {}, “{}”: {}\n", claim.citation.address.first, escape(&claim.citation.quote), parts.join("; "))
}

fn actual(judged: &Judged<'_>, claims: &[usize]) -> String {
    match &judged.verdict {
        Verdict::Deviates(deviations) if claims.iter().any(|claim| judged.verdict.fails(*claim)) => {
            let failing =
                deviations.iter().filter(|deviation| deviation.claim.is_some_and(|claim| claims.contains(&claim)));
            let phrases: Vec<String> = failing
                .map(|d| format!("{}: {} instead of {}", escape(&d.subject), code(&d.actual), code(&d.expected)))
                .collect();
            phrases.join("; ")
        }
        Verdict::Conforms | Verdict::Deviates(_) => "as expected.".to_owned(),
        Verdict::Misposed(problems) => {
            let first = problems.first().map_or("", |problem| problem.message.as_str());
            format!("it could not be played: {}", escape(first))
        }
        Verdict::Unanswered(fault) => format!("nobody answered: {}", escape(&fault.to_string())),
        Verdict::Unsupported(why) => format!("the engine does not play it: {}", escape(why)),
        Verdict::Failed(deviation) => format!("at {}: {}", escape(&deviation.subject), escape(&deviation.actual)),
        Verdict::Unobserved => "the engine shows nothing of it.".to_owned(),
    }
}
