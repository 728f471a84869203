//! Whole outcomes: whether the engine plays as the reference does without a cause, also in what no claim asks about. Claims
//! see little of a play. A clause that is stopped by a fault elsewhere fails its claims as if it were missing, and the
//! rest of the play shows that it is not.

use crate::oracle::diagnosis::GOOD_PART;
use crate::oracle::diagnosis::NEARLY;
use crate::oracle::diagnosis::search::Search;
use crate::oracle::trace::Fact;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Verdict;
use std::cmp::Ordering;
use std::collections::HashMap;
use std::collections::HashSet;

/// How many plays are the same as others, and out of how many.
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

    /// Whether this is so much of what is usual. Where nothing can be compared, nothing speaks against it.
    fn is_at_least(&self, part: (usize, usize), usual: &AgreementRate) -> bool {
        self.same * part.1 * usual.of >= self.of * part.0 * usual.same
    }

    fn compare(&self, other: &AgreementRate) -> Ordering {
        (self.same * other.of.max(1)).cmp(&(other.same * self.of.max(1)))
    }
}

/// What the engine and the reference tell in the same way.
struct CommonGround {
    /// What facts are about that the two tell in different ways even where nothing is wrong: engines have their own words,
    /// and their own shape of the state.
    apart: HashSet<u64>,
    /// How many plays in which nothing is wrong are the same in everything else.
    usual: AgreementRate,
}

impl CommonGround {
    /// Learned from the scenarios in which the engine conforms, be it by playing as the reference does or as it does without
    /// the causes.
    fn of(search: &Search<'_, '_, '_>, judged: &[Judged<'_>]) -> CommonGround {
        let lacking = search.reference.traces_without(&search.named, 0..judged.len());
        let conforming = judged.iter().enumerate().filter(|(_, judged)| judged.verdict == Verdict::Conforms);
        let plays: Vec<[&[Fact]; 3]> = conforming
            .filter_map(|(scenario, judged)| {
                let usual = search.reference.usual_trace(scenario)?;
                Some([judged.trace.as_deref()?, usual, lacking.get(&scenario).map_or(usual, Vec::as_slice)])
            })
            .collect();
        let mut shares: HashMap<u64, AgreementRate> = HashMap::new();
        for play in &plays {
            let [engine, usual, lacking] = play.map(by_subject);
            let told: HashSet<u64> = engine.keys().chain(usual.keys()).chain(lacking.keys()).copied().collect();
            for about in told {
                let own = engine.get(&about);
                let is_same = own == usual.get(&about) || own == lacking.get(&about);
                shares.entry(about).or_default().enter(is_same);
            }
        }
        let differs = |share: &AgreementRate| share.same * NEARLY.1 < share.of * NEARLY.0;
        let apart = shares.iter().filter(|(_, share)| differs(share)).map(|(about, _)| *about).collect();
        let mut ground = CommonGround { apart, usual: AgreementRate::default() };
        for [engine, usual, lacking] in plays {
            let is_same = ground.is_same(engine, usual) || ground.is_same(engine, lacking);
            ground.usual.enter(is_same);
        }
        ground
    }

    fn is_same(&self, one: &[Fact], other: &[Fact]) -> bool {
        let is_common = |fact: &&Fact| !self.apart.contains(&fact.about);
        one.iter().filter(is_common).eq(other.iter().filter(is_common))
    }

    /// Whether all that one play has otherwise than usual is about what another has otherwise, too.
    fn is_within(&self, usual: &[Fact], one: &[Fact], other: &[Fact]) -> bool {
        let others = differing(usual, other);
        differing(usual, one).iter().all(|about| others.contains(about) || self.apart.contains(about))
    }
}

/// What facts are about that one play has and the other has not.
fn differing(one: &[Fact], other: &[Fact]) -> HashSet<u64> {
    let (one, other) = (by_subject(one), by_subject(other));
    one.keys().chain(other.keys()).filter(|about| one.get(about) != other.get(about)).copied().collect()
}

/// The facts by what they are about; a trace is in order, so each stand together.
fn by_subject(trace: &[Fact]) -> HashMap<u64, &[Fact]> {
    trace.chunk_by(|one, other| one.about == other.about).map(|facts| (facts[0].about, facts)).collect()
}

impl Search<'_, '_, '_> {
    /// Drops the cause without which the reference plays least like the engine, if it does so too rarely. A clause that is
    /// played on some paths is missing on the others: there nearly every play has to be like that.
    pub(super) fn drop_otherwise_played(&mut self, judged: &[Judged<'_>]) -> bool {
        let ground = CommonGround::of(self, judged);
        let otherwise = self.named.iter().filter_map(|switch| {
            // Claims cannot tell twins apart, and only one of them is named; it stands for all.
            let twins = self.twins(*switch).into_iter();
            let shares: Vec<AgreementRate> =
                twins.map(|twin| self.played_alike(*switch, twin, judged, &ground)).collect();
            let wanted = if self.fails_nearly_everywhere(*switch) { (1, GOOD_PART) } else { NEARLY };
            let is_enough = shares.iter().any(|share| share.is_at_least(wanted, &ground.usual));
            (!is_enough).then(|| (shares.into_iter().max_by(AgreementRate::compare).unwrap_or_default(), *switch))
        });
        let Some((_, switch)) = otherwise.min_by(|(one, _), (other, _)| one.compare(other)) else { return false };
        self.named.remove(&switch);
        self.lack = self.reference.without(&self.named);
        true
    }

    /// Where a cause, or its twin in its place, makes a difference to the play, and the engine does not play as if it were
    /// there: how many plays of the engine are those of the reference without all causes. What is played differently is like
    /// nothing that the reference can do, but it changes what the clause changes, and nothing else.
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
