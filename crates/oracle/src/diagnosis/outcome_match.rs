//! Compares whole outcomes of the engine with those of the reference engine without a cause, including facts that no
//! claim is about. If a fault elsewhere prevents a clause from applying, its claims fail as if it were missing, but the
//! rest of the outcome differs.

use crate::diagnosis::GOOD_PART;
use crate::diagnosis::NEARLY;
use crate::diagnosis::search::Search;
use crate::judge::outcome_facts;
use crate::judge::outcome_facts::Fact;
use crate::judge::play_and_judge::Judged;
use crate::judge::verdict::Verdict;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::collections::HashSet;

/// Number of equal outcomes, and number of compared outcomes.
#[derive(Debug, Default, Clone, Copy)]
struct AgreementRate {
    same: usize,
    of: usize,
}

impl AgreementRate {
    fn enter(&mut self, is_same: bool) {
        self.same += usize::from(is_same);
        self.of += 1;
    }

    /// Returns whether the rate is at least this part of the usual rate. True if nothing can be compared.
    fn is_at_least(&self, part: (usize, usize), usual: &AgreementRate) -> bool {
        self.same * part.1 * usual.of >= self.of * part.0 * usual.same
    }

    fn compare(&self, other: &AgreementRate) -> Ordering {
        (self.same * other.of.max(1)).cmp(&(other.same * self.of.max(1)))
    }
}

/// The facts that the engine and the reference engine show in the same way.
struct CommonGround {
    /// Subjects that the reference engine shows in any scenario. Other events and fields are additions of the engine.
    known: HashSet<u64>,
    /// Subjects whose facts differ even in correct outcomes: engines have their own names and their own state layout.
    apart: HashSet<u64>,
    /// Rate of correct outcomes that agree in all other facts.
    usual: AgreementRate,
}

impl CommonGround {
    /// Learns from the passing scenarios, in which the engine agrees with the reference engine or with the reference
    /// engine without the causes.
    fn of(search: &Search<'_, '_, '_>, judged: &[Judged<'_>]) -> CommonGround {
        let lacking = search.reference.traces_without(&search.named, 0..judged.len());
        let passing = judged.iter().enumerate().filter(|(_, judged)| judged.verdict == Verdict::Pass);
        let plays: Vec<[&[Fact]; 3]> = passing
            .filter_map(|(scenario, judged)| {
                let usual = search.reference.usual_trace(scenario)?;
                Some([judged.trace.as_deref()?, usual, lacking.get(&scenario).map_or(usual, Vec::as_slice)])
            })
            .collect();
        let mut shares: HashMap<u64, AgreementRate> = HashMap::new();
        for play in &plays {
            let [engine, usual, lacking] = play.map(by_subject);
            let subjects: HashSet<u64> = engine.keys().chain(usual.keys()).chain(lacking.keys()).copied().collect();
            for about in subjects {
                let own = engine.get(&about);
                let is_same = own == usual.get(&about) || own == lacking.get(&about);
                shares.entry(about).or_default().enter(is_same);
            }
        }
        let differs = |share: &AgreementRate| share.same * NEARLY.1 < share.of * NEARLY.0;
        let apart = shares.iter().filter(|(_, share)| differs(share)).map(|(about, _)| *about).collect();
        let usual_traces = (0..judged.len()).filter_map(|scenario| search.reference.usual_trace(scenario));
        let traces = usual_traces.chain(lacking.values().map(Vec::as_slice));
        let known = traces.flatten().map(|fact| fact.about).collect();
        let mut ground = CommonGround { known, apart, usual: AgreementRate::default() };
        for [engine, usual, lacking] in plays {
            let is_same = ground.is_same(engine, usual) || ground.is_same(engine, lacking);
            ground.usual.enter(is_same);
        }
        ground
    }

    fn is_same(&self, one: &[Fact], other: &[Fact]) -> bool {
        let is_common = |fact: &&Fact| self.is_common(fact.about);
        one.iter().filter(is_common).eq(other.iter().filter(is_common))
    }

    /// Returns whether one outcome differs from the usual one only in subjects in which the other differs, too.
    fn is_within(&self, usual: &[Fact], one: &[Fact], other: &[Fact]) -> bool {
        let others = differing(usual, other);
        differing(usual, one).iter().all(|about| others.contains(about) || !self.is_common(*about))
    }

    fn is_common(&self, about: u64) -> bool {
        let is_addition = outcome_facts::is_event(about) && !self.known.contains(&about);
        !is_addition && !self.apart.contains(&about)
    }
}

/// Returns the subjects of facts that differ.
fn differing(one: &[Fact], other: &[Fact]) -> HashSet<u64> {
    let (one, other) = (by_subject(one), by_subject(other));
    one.keys().chain(other.keys()).filter(|about| one.get(about) != other.get(about)).copied().collect()
}

/// Groups facts by subject. Facts are sorted, so equal subjects are adjacent.
fn by_subject(trace: &[Fact]) -> HashMap<u64, &[Fact]> {
    trace.chunk_by(|one, other| one.about == other.about).map(|facts| (facts[0].about, facts)).collect()
}

impl Search<'_, '_, '_> {
    /// Drops the cause whose outcomes agree least with the engine's, if they agree too rarely. A clause that works on
    /// some paths is missing on the others: there nearly all outcomes must agree.
    pub(super) fn drop_otherwise_played(&mut self, judged: &[Judged<'_>]) -> bool {
        let ground = CommonGround::of(self, judged);
        let otherwise = self.named.iter().filter_map(|switch| {
            // Claims cannot distinguish twins, and one is named for all.
            let twins = self.twins(*switch).into_iter();
            let shares: Vec<AgreementRate> =
                twins.map(|twin| self.played_alike(*switch, twin, judged, &ground)).collect();
            let wanted = if self.fails_nearly_everywhere(*switch) { (1, GOOD_PART) } else { NEARLY };
            let is_enough = shares.iter().any(|share| share.is_at_least(wanted, &ground.usual));
            (!is_enough).then(|| (shares.into_iter().max_by(AgreementRate::compare).unwrap_or_default(), *switch))
        });
        let Some((_, switch)) = otherwise.min_by(|(one, _), (other, _)| one.compare(other)) else { return false };
        self.named.remove(&switch);
        self.absence = self.reference.without(&self.named);
        true
    }

    /// Returns how many outcomes of the engine equal those of the reference engine without all causes. Counts only
    /// scenarios in which the cause, or its twin, changes the outcome and the engine deviates from the clause. A clause
    /// that is implemented differently cannot agree exactly, but must change the same subjects and no others.
    fn played_alike(&self, switch: usize, twin: usize, judged: &[Judged<'_>], ground: &CommonGround) -> AgreementRate {
        let mut others = self.named.clone();
        others.remove(&switch);
        let mut all = others.clone();
        all.insert(twin);
        let own = || (0..judged.len()).filter(|scenario| self.reference.took_effect(twin, *scenario));
        let without_it = self.reference.traces_without(&all, own());
        let with_it = self.reference.traces_without(&others, own());
        let is_different = self.is_played_differently(switch);
        let mut share = AgreementRate::default();
        for (scenario, without_it) in without_it {
            let (Some(engine), Some(with_it)) = (&judged[scenario].trace, with_it.get(&scenario)) else { continue };
            if !ground.is_same(&without_it, with_it) && !ground.is_same(engine, with_it) {
                let stays_there = || is_different && ground.is_within(with_it, engine, &without_it);
                share.enter(ground.is_same(engine, &without_it) || stays_there());
            }
        }
        share
    }
}
