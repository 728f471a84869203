//! From failing claims to the clauses whose lack explains them.
//!
//! Every switch of the reference leaves a signature: the parts that fail when it is off. The causes of an engine's
//! failures are sought among the clauses that have a failing claim of their own: the one that explains most is named
//! first, and it is checked by playing the reference without all that are named so far. What the check does not
//! reproduce, with the same actual, is not explained. `docs/causes.md` tells the method at length.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;

use crate::oracle::cause::Cause;
use crate::oracle::cause::CauseKind;
use crate::oracle::cause::Diagnosis;
use crate::oracle::cause::Share;
use crate::oracle::ledger::ClaimRef;
use crate::oracle::part;
use crate::oracle::part::PartKey;
use crate::oracle::part::Parts;
use crate::oracle::reference::Lack;
use crate::oracle::reference::Reference;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::rulebook::Rulebook;
use crate::oracle::switch_clauses;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Verdict;
use crate::protocol::Profile;
use crate::protocol::text;

/// A clause is a cause only if it newly explains at least this part of what it hits: one in three.
const GOOD_PART: usize = 3;
/// Nearly everything: nine in ten.
const NEARLY: (usize, usize) = (9, 10);

/// How many clauses are tried beside the named ones, and in how many scenarios, so that the search stays within what
/// the signatures cost.
const MOST_TRIED: usize = 60;
const MOST_UNLIKE: usize = 60;

/// Seeks the causes of what fails in `judged`. The reference stands on the same scenarios, in the same order.
pub fn diagnose(
    game: &str,
    judged: &[Judged<'_>],
    reference: &mut Reference<'_, '_>,
    profile: &Profile,
    book: &Rulebook,
) -> Diagnosis {
    let failing = failing(judged, reference);
    if failing.is_empty() {
        return Diagnosis { unexplained: unexplained(judged, &BTreeMap::new(), &[]), ..Diagnosis::default() };
    }
    let (clauses, _) = switch_clauses::resolve(profile, book);
    let clauses: Vec<Vec<ClauseId>> =
        profile.switches.iter().map(|switch| clauses.get(&switch.name).cloned().unwrap_or_default()).collect();
    let blamed = blamed_clauses(judged);
    let candidates: Vec<usize> =
        (0..clauses.len()).filter(|switch| clauses[*switch].iter().any(|clause| blamed.contains(clause))).collect();
    let was_judged = |key: &PartKey| judged[key.scenario].verdict.is_judged();
    let mut signatures = reference.signatures(&candidates);
    signatures.values_mut().for_each(|parts| parts.retain(|key, _| was_judged(key)));
    let mut search = Search { failing, signatures, reference, named: BTreeSet::new(), lack: Lack::default() };
    search.name_causes();
    search.try_others(judged);
    search.drop_needless(judged);
    search.diagnosis(game, judged, &clauses, profile)
}

/// What fails in the engine, where the reference can say anything about it.
fn failing(judged: &[Judged<'_>], reference: &Reference<'_, '_>) -> Parts {
    let mut parts = Parts::new();
    for (scenario, judged) in judged.iter().enumerate() {
        if let Verdict::Deviates(deviations) = &judged.verdict
            && reference.knows(scenario)
        {
            parts.extend(part::of(scenario, deviations));
        }
    }
    parts
}

/// The clauses with a failing claim of their own.
fn blamed_clauses(judged: &[Judged<'_>]) -> BTreeSet<ClauseId> {
    let mut blamed = BTreeSet::new();
    for judged in judged {
        for (index, claim) in judged.scenario.claims.iter().enumerate() {
            if judged.verdict.fails(index) {
                blamed.extend(claim.clauses.iter().cloned());
            }
        }
    }
    blamed
}

struct Search<'s, 'r, 'a> {
    failing: Parts,
    /// By switch.
    signatures: HashMap<usize, Parts>,
    reference: &'a Reference<'s, 'r>,
    named: BTreeSet<usize>,
    /// What fails on the reference without all that are named.
    lack: Lack,
}

/// How much of a signature fails in the engine.
#[derive(Debug, Clone, Copy)]
struct Fit {
    switch: usize,
    decides: usize,
    hits: usize,
    /// Hits that nothing explains so far, and those of them that fail alike.
    new: usize,
    new_alike: usize,
}

impl Fit {
    fn is_nearly_all(&self) -> bool {
        self.hits * NEARLY.1 >= self.decides * NEARLY.0
    }

    /// What fails nearly wherever it decides comes before what fails in half of it, and that before the rest; then
    /// whatever explains most; of equals, what hangs on least.
    fn rank(&self) -> (u8, usize, usize, std::cmp::Reverse<usize>) {
        let tier = if self.is_nearly_all() { 2 } else { u8::from(self.hits * 2 >= self.decides) };
        (tier, self.new_alike, self.new, std::cmp::Reverse(self.decides))
    }
}

impl Search<'_, '_, '_> {
    fn is_explained(&self, key: &PartKey, actual: &String) -> bool {
        self.lack.parts.get(key) == Some(actual)
    }

    fn explained(lack: &Lack, failing: &Parts) -> usize {
        part::alike(failing, &lack.parts)
    }

    fn fit(&self, switch: usize) -> Fit {
        let signature = &self.signatures[&switch];
        let (mut hits, mut new, mut new_alike) = (0, 0, 0);
        for (key, actual) in signature {
            let Some(found) = self.failing.get(key) else { continue };
            hits += 1;
            if !self.is_explained(key, found) {
                new += 1;
                new_alike += usize::from(found == actual);
            }
        }
        Fit { switch, decides: signature.len(), hits, new, new_alike }
    }

    /// Names causes one after the other, and plays the reference without them each time.
    fn name_causes(&mut self) {
        let mut refused: BTreeSet<usize> = BTreeSet::new();
        loop {
            let open = self.signatures.keys().filter(|it| !self.named.contains(it) && !refused.contains(it));
            let fits = open.map(|switch| self.fit(*switch));
            let worthy = fits.filter(|fit| fit.hits > 0 && fit.new_alike.max(fit.new / 2) * GOOD_PART >= fit.hits);
            let Some(best) = worthy.max_by_key(|fit| (fit.rank(), std::cmp::Reverse(fit.switch))) else { return };
            let mut wider = self.named.clone();
            wider.insert(best.switch);
            let lack = self.reference.without(&wider);
            let gains = Self::explained(&lack, &self.failing) > Self::explained(&self.lack, &self.failing);
            // One that is played differently explains nothing alike, and is a cause of its own claims all the same.
            if gains || (best.is_nearly_all() && best.new_alike == 0 && best.new * GOOD_PART >= best.hits) {
                (self.named, self.lack) = (wider, lack);
                refused.clear();
            } else {
                refused.insert(best.switch);
            }
            refused.extend(self.named.iter().copied());
        }
    }

    /// Where clauses are missing together, none looks like itself. So those that hit what is still unexplained are tried
    /// beside the named ones, in the scenarios that are not yet alike.
    fn try_others(&mut self, judged: &[Judged<'_>]) {
        loop {
            let unlike = self.unlike(judged);
            let hits = |switch: &usize| {
                let parts = self.signatures[switch].keys();
                parts.filter(|key| unlike.contains(&key.scenario) && self.failing.contains_key(key)).count()
            };
            let mut open: Vec<(usize, usize)> = self.signatures.keys().map(|switch| (hits(switch), *switch)).collect();
            open.retain(|(hits, switch)| *hits > 0 && !self.named.contains(switch));
            open.sort_unstable_by_key(|(hits, switch)| (std::cmp::Reverse(*hits), *switch));
            open.truncate(MOST_TRIED);
            let gains =
                open.iter().map(|(_, switch)| (self.gain(*switch, &unlike, judged), std::cmp::Reverse(*switch)));
            match gains.max() {
                Some((gain, std::cmp::Reverse(switch))) if gain > 0 => {
                    self.named.insert(switch);
                    self.lack = self.reference.without(&self.named);
                }
                _ => return,
            }
        }
    }

    /// Scenarios in which the reference without the named causes and the engine do not fail alike.
    fn unlike(&self, judged: &[Judged<'_>]) -> BTreeSet<usize> {
        let missed = self.failing.iter().filter(|(key, actual)| !self.is_explained(key, actual)).map(|(key, _)| key);
        let invented = self.lack.parts.keys().filter(|key| self.holds(key, judged));
        missed.chain(invented).map(|key| key.scenario).collect::<BTreeSet<_>>().into_iter().take(MOST_UNLIKE).collect()
    }

    /// How much more alike the engine and the reference are in these scenarios without one more switch.
    fn gain(&self, switch: usize, unlike: &BTreeSet<usize>, judged: &[Judged<'_>]) -> i64 {
        let touched: BTreeSet<usize> =
            unlike.iter().copied().filter(|scenario| self.reference.took_effect(switch, *scenario)).collect();
        let mut wider = self.named.clone();
        wider.insert(switch);
        let lack = self.reference.without_in(&wider, touched.iter().copied());
        let likeness = |parts: &Parts| -> i64 {
            let here = parts.iter().filter(|(key, _)| touched.contains(&key.scenario));
            let of = |(key, actual): (&PartKey, &String)| match self.failing.get(key) {
                Some(found) => i64::from(found == actual),
                None => -i64::from(self.holds(key, judged)),
            };
            here.map(of).sum()
        };
        likeness(&lack.parts) - likeness(&self.lack.parts)
    }

    fn holds(&self, key: &PartKey, judged: &[Judged<'_>]) -> bool {
        judged[key.scenario].verdict.is_judged() && !self.failing.contains_key(key)
    }

    /// Drops every cause without which the reference looks at least as much like the engine.
    fn drop_needless(&mut self, judged: &[Judged<'_>]) {
        let mut order: Vec<usize> = self.named.iter().copied().collect();
        order.sort_by_key(|switch| part::alike(&self.failing, &self.signatures[switch]));
        for switch in order {
            let mut fewer = self.named.clone();
            fewer.remove(&switch);
            let lack = self.reference.without(&fewer);
            let (with, without) = (Self::explained(&self.lack, &self.failing), Self::explained(&lack, &self.failing));
            let partial = !self.fit(switch).is_nearly_all();
            let needless = match partial {
                true => without >= with,
                false => without + self.invented(&self.lack, judged) >= with + self.invented(&lack, judged),
            };
            let differs = part::alike(&self.failing, &self.signatures[&switch]) == 0;
            if needless && !differs {
                (self.named, self.lack) = (fewer, lack);
            }
        }
    }

    /// How many expectations fail on the reference that hold in the engine.
    fn invented(&self, lack: &Lack, judged: &[Judged<'_>]) -> usize {
        lack.parts.keys().filter(|key| self.holds(key, judged)).count()
    }

    /// Switches that nobody can tell apart: their signatures are the same.
    fn twins(&self, switch: usize) -> Vec<usize> {
        let own = &self.signatures[&switch];
        let mut twins: Vec<usize> =
            self.signatures.iter().filter(|(_, parts)| *parts == own).map(|(switch, _)| *switch).collect();
        twins.sort_unstable();
        twins
    }

    fn diagnosis(&self, game: &str, judged: &[Judged<'_>], clauses: &[Vec<ClauseId>], profile: &Profile) -> Diagnosis {
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
        enter_obscured(&mut causes, &explained, judged);
        let unexplained = unexplained(judged, &explained, &causes);
        Diagnosis { causes, explained, unexplained, alike: Vec::new() }
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
        let hits: Vec<&PartKey> = signature.keys().filter(|key| self.failing.contains_key(key)).collect();
        let is_alike = |key: &PartKey| {
            self.failing
                .get(key)
                .is_some_and(|actual| signature.get(key) == Some(actual) || self.is_explained(key, actual))
        };
        let alike: Vec<&PartKey> = hits.iter().copied().filter(|key| is_alike(key)).collect();
        let share = Share { decides: signature.len(), fails: hits.len(), alike: alike.len() };
        let mut own: Vec<ClauseId> = twins.iter().flat_map(|twin| clauses[*twin].clone()).collect();
        own.sort();
        own.dedup();
        let explains: BTreeSet<ClaimRef> = alike.iter().map(|key| claim_ref(judged, key)).collect();
        let simplest = |keys: &mut dyn Iterator<Item = &PartKey>| {
            let length = |key: &&PartKey| (judged[key.scenario].scenario.steps().len(), key.scenario, key.claim);
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
        let holds_in = (kind == CauseKind::PlayedInPart).then(|| simplest(&mut holding.into_iter())).flatten();
        Cause {
            game: game.to_owned(),
            switches: twins.iter().map(|twin| profile.switches[*twin].name.clone()).collect(),
            clauses: own,
            kind,
            share,
            explains: explains.into_iter().collect(),
            scenario,
            obscures: Vec::new(),
            holds_in,
        }
    }

    /// A failing claim is explained if everything that fails in it fails alike on the reference without the causes.
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
                // Only together do they look like this.
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
        (true, true) => CauseKind::NotPlayed,
        (true, false) => CauseKind::PlayedDifferently,
        (false, _) => CauseKind::PlayedInPart,
    }
}

fn claim_ref(judged: &[Judged<'_>], key: &PartKey) -> ClaimRef {
    ClaimRef { scenario: judged[key.scenario].scenario.id.clone(), claim: key.claim }
}

/// Every failing claim with the clauses it cites.
fn failing_claims<'j>(judged: &'j [Judged<'_>]) -> impl Iterator<Item = (ClaimRef, &'j [ClauseId])> {
    judged.iter().flat_map(|judged| {
        let claims = judged.scenario.claims.iter().enumerate().filter(|(index, _)| judged.verdict.fails(*index));
        claims.map(|(claim, it)| (ClaimRef { scenario: judged.scenario.id.clone(), claim }, it.clauses.as_slice()))
    })
}

/// A clause that is no cause, and every failing claim on which is explained, could not be judged.
fn enter_obscured(causes: &mut [Cause], explained: &BTreeMap<ClaimRef, BTreeSet<usize>>, judged: &[Judged<'_>]) {
    let mut by_clause: BTreeMap<&ClauseId, Option<BTreeSet<usize>>> = BTreeMap::new();
    let claims: Vec<(ClaimRef, &[ClauseId])> = failing_claims(judged).collect();
    for (claim, clauses) in &claims {
        for clause in *clauses {
            let entry = by_clause.entry(clause).or_insert_with(|| Some(BTreeSet::new()));
            match (explained.get(claim), entry.as_mut()) {
                (Some(causes), Some(known)) => known.extend(causes),
                _ => *entry = None,
            }
        }
    }
    for (clause, by) in by_clause {
        let is_cause = causes.iter().any(|cause| cause.clauses.contains(clause));
        for at in by.into_iter().flatten().filter(|_| !is_cause) {
            causes[at].obscures.push(clause.clone());
        }
    }
}

/// What nothing explains, by the clause cited; a claim on a cause is its own explanation.
fn unexplained(
    judged: &[Judged<'_>],
    explained: &BTreeMap<ClaimRef, BTreeSet<usize>>,
    causes: &[Cause],
) -> BTreeMap<ClauseId, Vec<ClaimRef>> {
    let mut rest: BTreeMap<ClauseId, Vec<ClaimRef>> = BTreeMap::new();
    for (claim, clauses) in failing_claims(judged) {
        let is_own = clauses.iter().any(|clause| causes.iter().any(|cause| cause.clauses.contains(clause)));
        if !is_own && !explained.contains_key(&claim) {
            for clause in clauses {
                rest.entry(clause.clone()).or_default().push(claim.clone());
            }
        }
    }
    rest
}

/// Where no reference knows the game: failures grouped by what they have in common.
pub fn group(judged: &[Judged<'_>]) -> Diagnosis {
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
    Diagnosis { alike, unexplained: unexplained(judged, &BTreeMap::new(), &[]), ..Diagnosis::default() }
}

/// The event, the refusal or the last word of the path that a deviation is about.
fn in_common(deviation: &crate::oracle::verdict::Deviation) -> String {
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
