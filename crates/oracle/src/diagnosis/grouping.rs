//! Groups similar failures, for games without a reference engine.

use crate::diagnosis::unexplained;
use crate::evidence::cause::Diagnosis;
use crate::evidence::coverage::ClaimRef;
use crate::judge::play_and_judge::Judged;
use crate::judge::verdict::Mismatch;
use crate::judge::verdict::Verdict;
use std::collections::BTreeMap;
use std::collections::BTreeSet;
use truthsayer_protocol::text;

/// Groups similar failures.
pub(crate) fn group(judged: &[Judged<'_>]) -> Diagnosis {
    let mut groups: BTreeMap<String, BTreeSet<ClaimRef>> = BTreeMap::new();
    for judged in judged {
        let Verdict::Fail(mismatches) = &judged.verdict else { continue };
        for mismatch in mismatches {
            let Some(claim) = mismatch.claim else { continue };
            let reference = ClaimRef { scenario: judged.scenario.id.clone(), claim };
            groups.entry(in_common(mismatch)).or_default().insert(reference);
        }
    }
    let mut alike: Vec<(String, Vec<ClaimRef>)> =
        groups.into_iter().map(|(name, claims)| (text::one_line(&name), claims.into_iter().collect())).collect();
    alike.sort_by(|(a, one), (b, other)| other.len().cmp(&one.len()).then_with(|| a.cmp(b)));
    Diagnosis { alike, unexplained: unexplained::unexplained(judged, &BTreeMap::new(), &[]), ..Diagnosis::default() }
}

/// Returns the event, the refusal or the last word of the path of a failure.
fn in_common(mismatch: &Mismatch) -> String {
    let first_word = |text: &str| text.split([' ', ':']).next().unwrap_or_default().to_owned();
    if mismatch.subject == "event" {
        return format!("the event `{}`", first_word(mismatch.expected.trim_start_matches("no ")));
    }
    if mismatch.subject.starts_with("step ") {
        return format!("a step: expected {}, {}", mismatch.expected, first_word(&mismatch.actual));
    }
    if mismatch.subject.starts_with("the answer") {
        return "an answer".to_owned();
    }
    let last = mismatch.subject.rsplit('.').next().unwrap_or(&mismatch.subject);
    format!("the path ending in `{last}`")
}
