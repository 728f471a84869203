//! Failures grouped by what they have in common, where no reference knows the game.

use crate::oracle::cause::Diagnosis;
use crate::oracle::diagnosis::rest;
use crate::oracle::ledger::ClaimRef;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Deviation;
use crate::oracle::verdict::Verdict;
use crate::protocol::text;
use std::collections::BTreeMap;
use std::collections::BTreeSet;

/// Where no reference knows the game: failures grouped by what they have in common.
pub(crate) fn group(judged: &[Judged<'_>]) -> Diagnosis {
    let mut groups: BTreeMap<String, BTreeSet<ClaimRef>> = BTreeMap::new();
    for judged in judged {
        let Verdict::Deviates(deviations) = &judged.verdict else { continue };
        for deviation in deviations {
            let Some(claim) = deviation.claim else { continue };
            let reference = ClaimRef { scenario: judged.scenario.id.clone(), claim };
            groups.entry(in_common(deviation)).or_default().insert(reference);
        }
    }
    let mut alike: Vec<(String, Vec<ClaimRef>)> =
        groups.into_iter().map(|(name, claims)| (text::one_line(&name), claims.into_iter().collect())).collect();
    alike.sort_by(|(a, one), (b, other)| other.len().cmp(&one.len()).then_with(|| a.cmp(b)));
    Diagnosis { alike, unexplained: rest::unexplained(judged, &BTreeMap::new(), &[]), ..Diagnosis::default() }
}

/// The event, the refusal or the last word of the path that a deviation is about.
fn in_common(deviation: &Deviation) -> String {
    let first_word = |text: &str| text.split([' ', ':']).next().unwrap_or_default().to_owned();
    if deviation.subject == "event" {
        return format!("the event `{}`", first_word(deviation.expected.trim_start_matches("no ")));
    }
    if deviation.subject.starts_with("step ") {
        return format!("a step: expected {}, {}", deviation.expected, first_word(&deviation.actual));
    }
    if deviation.subject.starts_with("the answer") {
        return "an answer".to_owned();
    }
    let last = deviation.subject.rsplit('.').next().unwrap_or(&deviation.subject);
    format!("the path ending in `{last}`")
}
