//! Converts the results of the search into causes: kind, share, explained claims and the first scenario to look at.

use crate::diagnosis::NEARLY;
use crate::diagnosis::search::Search;
use crate::diagnosis::unexplained;
use crate::evidence::cause::Cause;
use crate::evidence::cause::CauseKind;
use crate::evidence::cause::Diagnosis;
use crate::evidence::cause::Share;
use crate::evidence::coverage::ClaimRef;
use crate::judge::failed_expectations::PartKey;
use crate::judge::play_and_judge::Judged;
use crate::rulebook::ClauseId;
use std::collections::BTreeMap;
use std::collections::BTreeSet;
use truthsayer_protocol::Profile;

impl Search<'_, '_, '_> {
    /// Returns the switches with the same signature.
    pub(super) fn twins(&self, switch: usize) -> Vec<usize> {
        let own = &self.signatures[&switch];
        let mut twins: Vec<usize> =
            self.signatures.iter().filter(|(_, parts)| *parts == own).map(|(switch, _)| *switch).collect();
        twins.sort_unstable();
        twins
    }

    pub(super) fn diagnosis(
        &self,
        game: &str,
        judged: &[Judged<'_>],
        clauses: &[Vec<ClauseId>],
        profile: &Profile,
    ) -> Diagnosis {
        let mut causes: Vec<(usize, Cause)> = Vec::new();
        for switch in &self.named {
            if causes.iter().any(|(other, _)| self.twins(*other).contains(switch)) {
                continue;
            }
            causes.push((*switch, self.cause(game, *switch, judged, clauses, profile)));
        }
        causes.sort_by(|(_, a), (_, b)| {
            let rank = |cause: &Cause| (cause.explains.len(), cause.share.alike);
            rank(b).cmp(&rank(a)).then_with(|| a.clauses.cmp(&b.clauses))
        });
        let explained = self.explained_claims(judged, &causes);
        let mut causes: Vec<Cause> = causes.into_iter().map(|(_, cause)| cause).collect();
        unexplained::enter_blocked(&mut causes, &explained, judged);
        let unexplained = unexplained::unexplained(judged, &explained, &causes);
        Diagnosis { causes, explained, unexplained, ..Diagnosis::default() }
    }

    fn cause(
        &self,
        game: &str,
        switch: usize,
        judged: &[Judged<'_>],
        clauses: &[Vec<ClauseId>],
        profile: &Profile,
    ) -> Cause {
        let twins = self.twins(switch);
        let signature = &self.signatures[&switch];
        let (hits, alike) = (self.hits(switch), self.failing_alike(switch));
        let share = Share { decides: signature.len(), fails: hits.len(), alike: alike.len() };
        let mut own: Vec<ClauseId> = twins.iter().flat_map(|twin| clauses[*twin].clone()).collect();
        own.sort();
        own.dedup();
        let explains: BTreeSet<ClaimRef> = alike.iter().map(|key| claim_ref(judged, key)).collect();
        let simplest = |keys: &mut dyn Iterator<Item = &PartKey>| {
            let length = |key: &&PartKey| (judged[key.scenario].scenario.step_count(), key.scenario, key.claim);
            keys.min_by_key(length).map(|key| judged[key.scenario].scenario.id.clone())
        };
        let cites_own = |key: &PartKey| {
            let claim = judged[key.scenario].scenario.claims.get(key.claim);
            claim.is_some_and(|claim| claim.clauses.iter().any(|clause| own.contains(clause)))
        };
        let scenario = simplest(&mut hits.iter().copied().filter(|key| cites_own(key)))
            .or_else(|| simplest(&mut hits.iter().copied()))
            .unwrap_or_default();
        let kind = kind(&share);
        let holding = signature.keys().filter(|key| !self.failing.contains_key(key) && cites_own(key));
        let holds_in = (kind == CauseKind::MissingInPart).then(|| simplest(&mut holding.into_iter())).flatten();
        Cause {
            game: game.to_owned(),
            switches: twins.iter().map(|twin| profile.switches[*twin].name.clone()).collect(),
            clauses: own,
            kind,
            share,
            explains: explains.into_iter().collect(),
            scenario,
            blocks: Vec::new(),
            holds_in,
        }
    }

    /// Returns the failures that depend on a switch.
    pub(super) fn hits(&self, switch: usize) -> Vec<&PartKey> {
        self.signatures[&switch].keys().filter(|key| self.failing.contains_key(key)).collect()
    }

    /// Returns those failures with the same actual value as without the switch, or without all causes.
    pub(super) fn failing_alike(&self, switch: usize) -> Vec<&PartKey> {
        let signature = &self.signatures[&switch];
        let is_alike = |key: &&PartKey| {
            let actual = &self.failing[*key];
            signature.get(key) == Some(actual) || self.is_explained(key, actual)
        };
        self.hits(switch).into_iter().filter(is_alike).collect()
    }

    /// Returns whether nearly all expectations of a switch fail, mostly with other values than on its mutant.
    pub(super) fn is_played_differently(&self, switch: usize) -> bool {
        let (fails, alike) = (self.hits(switch).len(), self.failing_alike(switch).len());
        self.fails_nearly_everywhere(switch) && 2 * alike < fails
    }

    /// Returns the explained claims: all of their failures also occur on the reference engine without the causes, with
    /// the same values.
    fn explained_claims(
        &self,
        judged: &[Judged<'_>],
        causes: &[(usize, Cause)],
    ) -> BTreeMap<ClaimRef, BTreeSet<usize>> {
        let mut claims: BTreeMap<(usize, usize), Vec<&PartKey>> = BTreeMap::new();
        for key in self.failing.keys() {
            claims.entry((key.scenario, key.claim)).or_default().push(key);
        }
        let mut explained = BTreeMap::new();
        for keys in claims.into_values() {
            if !keys.iter().all(|key| self.is_explained(key, &self.failing[*key])) {
                continue;
            }
            let by = |switch: &usize| keys.iter().any(|key| self.signatures[switch].contains_key(*key));
            let mut own: BTreeSet<usize> =
                causes.iter().enumerate().filter(|(_, (switch, _))| by(switch)).map(|(at, _)| at).collect();
            if own.is_empty() {
                // Only all causes together explain the failure.
                own = (0..causes.len()).collect();
            }
            explained.insert(claim_ref(judged, keys[0]), own);
        }
        explained
    }
}

fn kind(share: &Share) -> CauseKind {
    let nearly = |part: usize, whole: usize| part * NEARLY.1 >= whole * NEARLY.0;
    match (nearly(share.fails, share.decides), nearly(share.alike, share.fails)) {
        (true, true) => CauseKind::Missing,
        (true, false) => CauseKind::Different,
        (false, _) => CauseKind::MissingInPart,
    }
}

fn claim_ref(judged: &[Judged<'_>], key: &PartKey) -> ClaimRef {
    ClaimRef { scenario: judged[key.scenario].scenario.id.clone(), claim: key.claim }
}
