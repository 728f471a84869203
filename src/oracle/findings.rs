//! Findings: all that a renderer may know. A renderer chooses words, never a grade.

use std::collections::BTreeMap;
use std::collections::HashMap;
use std::sync::OnceLock;

use crate::oracle::cause::Diagnosis;
use crate::oracle::code::CodeExcerpt;
use crate::oracle::gap;
use crate::oracle::gap::Gap;
use crate::oracle::golden::Standing;
use crate::oracle::knockout::Knockout;
use crate::oracle::ledger::Ledger;
use crate::oracle::never_shown::NeverShown;
use crate::oracle::problem::Problem;
use crate::oracle::proof::Proof;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::shard::Shard;
use crate::oracle::sight::Observed;
use crate::oracle::suite::Suite;
use crate::oracle::switch_clauses;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Verdict;
use crate::protocol::Profile;

/// Everything one run found out.
pub struct Findings<'a> {
    pub suite: &'a Suite,
    pub judged: Vec<Judged<'a>>,
    /// Drafts that were played as well: they are told and count for nothing.
    pub drafts: Vec<Judged<'a>>,
    /// What is wrong with files that the run is about, and kept their scenarios from being played.
    pub problems: Vec<Problem>,
    /// What the knock-outs of each engine showed; none when nothing was knocked out.
    pub proofs: Option<Vec<Proof<'a>>>,
    /// What engines never show, although claims fail because of it.
    pub never_shown: Vec<NeverShown>,
    /// Why it goes wrong, where it does.
    pub diagnosis: Diagnosis,
    pub ledger: Ledger,
    /// The switches that were off while this was played.
    pub without: Vec<String>,
    /// Deviations that are known.
    pub gaps: Vec<Gap>,
    /// What the engine of each game tells about itself.
    pub engines: BTreeMap<String, Profile>,
    /// Source lines at which clauses took effect, where the source is at hand.
    pub code: BTreeMap<(String, u32), CodeExcerpt>,
    /// The part of a run that this is, where others were done elsewhere.
    pub shard: Option<Shard>,
    /// Where each scenario stands among those that were played.
    index: HashMap<&'a str, usize>,
    /// By game and switch the clauses that it stands for, once somebody has asked.
    switch_clauses: OnceLock<BTreeMap<String, HashMap<String, Vec<ClauseId>>>>,
}

/// What came of the parts of a run.
pub(crate) struct RunResults<'a> {
    pub judged: Vec<Judged<'a>>,
    pub drafts: Vec<Judged<'a>>,
    pub proofs: Option<Vec<Proof<'a>>>,
    pub never_shown: Vec<NeverShown>,
    pub diagnosis: Diagnosis,
    pub ledger: Ledger,
    pub code: BTreeMap<(String, u32), CodeExcerpt>,
}

/// How it was played.
pub(crate) struct Conditions {
    /// What is wrong with files that the run is about.
    pub problems: Vec<Problem>,
    /// The switches that were off.
    pub without: Vec<String>,
    /// Deviations that are known.
    pub gaps: Vec<Gap>,
    /// What the engine of each game tells about itself.
    pub engines: BTreeMap<String, Profile>,
    /// The part of a run that was played.
    pub shard: Option<Shard>,
}

/// How many scenarios stand how.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    pub conforms: usize,
    pub deviates: usize,
    pub misposed: usize,
    pub unanswered: usize,
    pub unsupported: usize,
    /// Scenarios in which the engine broke; they are counted among the deviating ones.
    pub failed: usize,
    /// Scenarios of whose claims the engine shows nothing.
    pub unobserved: usize,
    /// How much of what the claims say was shown, in scenarios that were played.
    pub observed: Observed,
    /// Deviations that are listed as known gaps; they are not counted among the others.
    pub gaps: usize,
    pub drifted: usize,
    pub without_golden: usize,
    pub unreadable_goldens: usize,
}

impl<'a> Findings<'a> {
    pub(crate) fn new(suite: &'a Suite, results: RunResults<'a>, conditions: Conditions) -> Findings<'a> {
        let RunResults { judged, drafts, proofs, never_shown, diagnosis, ledger, code } = results;
        let Conditions { problems, without, gaps, engines, shard } = conditions;
        let index = (0..).zip(&judged).map(|(at, judged)| (judged.scenario.id.as_str(), at)).collect();
        Findings {
            suite,
            judged,
            drafts,
            problems,
            proofs,
            never_shown,
            diagnosis,
            ledger,
            without,
            gaps,
            engines,
            code,
            shard,
            index,
            switch_clauses: OnceLock::new(),
        }
    }

    /// The clauses that each switch of a game's engine stands for, whether or not it was turned off.
    pub(crate) fn switch_clauses(&self, game: &str) -> Option<&HashMap<String, Vec<ClauseId>>> {
        let resolve = |(game, engine): (&String, &Profile)| {
            (game.clone(), switch_clauses::resolve(engine, &self.suite.book).0.into_iter().collect())
        };
        self.switch_clauses.get_or_init(|| self.engines.iter().map(resolve).collect()).get(game)
    }

    /// A scenario as it was played, by id.
    pub(crate) fn judged(&self, id: &str) -> Option<&Judged<'a>> {
        self.judged.get(*self.index.get(id)?)
    }

    pub fn tally(&self) -> Tally {
        self.tally_of(&self.judged)
    }

    /// How scenarios of one game stand.
    pub(crate) fn tally_in(&self, game: &str) -> Tally {
        self.tally_of(self.judged.iter().filter(|judged| judged.scenario.game == game))
    }

    fn tally_of<'j>(&self, judged: impl IntoIterator<Item = &'j Judged<'a>>) -> Tally
    where
        'a: 'j,
    {
        let mut tally = Tally::default();
        for judged in judged {
            tally.observed.add(judged.observed_in_all());
            match &judged.verdict {
                Verdict::Conforms => tally.conforms += 1,
                Verdict::Deviates(_) | Verdict::Failed(_) if self.excuse(judged).is_some() => {
                    tally.gaps += 1;
                    // Whoever plays otherwise, and is known to, cannot have the accepted outcome either.
                    continue;
                }
                Verdict::Deviates(_) => tally.deviates += 1,
                Verdict::Failed(_) => {
                    tally.deviates += 1;
                    tally.failed += 1;
                }
                Verdict::Unobserved => tally.unobserved += 1,
                Verdict::Misposed(_) => tally.misposed += 1,
                Verdict::Unanswered(_) => tally.unanswered += 1,
                Verdict::Unsupported(_) => tally.unsupported += 1,
            }
            match &judged.standing {
                Some(Standing::Drifted(_)) => tally.drifted += 1,
                Some(Standing::Missing) => tally.without_golden += 1,
                Some(Standing::Unreadable(_)) => tally.unreadable_goldens += 1,
                Some(Standing::Accepted) | None => {}
            }
        }
        tally
    }

    /// The known gap that explains every deviation of the scenario.
    pub(crate) fn excuse(&self, judged: &Judged<'_>) -> Option<&Gap> {
        gap::excuse(&self.gaps, judged)
    }

    /// How a scenario stands that is not as it should be, in a word; none where it is, or where that is known.
    pub(crate) fn trouble(&self, judged: &Judged<'_>) -> Option<&'static str> {
        match (&judged.verdict, &judged.standing) {
            (Verdict::Conforms, Some(Standing::Drifted(_))) => Some("drifts"),
            (Verdict::Conforms, Some(Standing::Missing)) => Some("no golden"),
            (Verdict::Conforms, Some(Standing::Unreadable(_))) => Some("golden unreadable"),
            (Verdict::Conforms | Verdict::Unsupported(_) | Verdict::Unobserved, _) => None,
            (verdict, _) => self.excuse(judged).is_none().then(|| verdict.name()),
        }
    }

    /// Gaps that are listed and no longer fail.
    pub(crate) fn closed_gaps(&self) -> Vec<Problem> {
        gap::closed(&self.gaps, &self.judged, self.suite)
    }

    /// Every switch that was turned off.
    pub fn knockouts(&self) -> impl Iterator<Item = &Knockout<'a>> {
        self.proofs.iter().flatten().flat_map(|proof| &proof.knockouts)
    }

    /// What turning off one switch did.
    pub(crate) fn knockout(&self, switch: &str) -> Option<&Knockout<'a>> {
        self.knockouts().find(|knockout| knockout.switch.name == switch)
    }

    pub(crate) fn survivors(&self) -> impl Iterator<Item = &Knockout<'a>> {
        self.knockouts().filter(|knockout| knockout.survives())
    }
}
