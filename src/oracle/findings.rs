//! Findings: all that a renderer may know. A renderer chooses words, never a grade.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;
use std::sync::OnceLock;

use crate::oracle::cause::Diagnosis;
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
use crate::oracle::suggestion::Call;
use crate::oracle::suite::Suite;
use crate::oracle::switch_clauses;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Crash;
use crate::oracle::verdict::Verdict;
use crate::protocol::Profile;

/// By switch and source file: the functions in which the switch took effect. Files that cannot be read are left out.
pub type CodePlaces = BTreeMap<(String, String), BTreeSet<String>>;

/// Everything one run found out.
pub struct Findings<'a> {
    pub suite: &'a Suite,
    pub judged: Vec<Judged<'a>>,
    /// Drafts that were played as well: they are told and count for nothing.
    pub drafts: Vec<Judged<'a>>,
    /// What is wrong with files that the run is about, and kept their scenarios from being played.
    pub problems: Vec<Problem>,
    /// The number of scenarios that were chosen, in all shards.
    chosen: usize,
    /// The number of further scenarios that were chosen and could not be loaded.
    pub unloaded: usize,
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
    /// By switch and source file: the functions in which the switch took effect.
    pub code: CodePlaces,
    /// The part of a run that this is, where others were done elsewhere.
    pub shard: Option<Shard>,
    /// The games in which another engine than the project's plays.
    pub foreign: BTreeSet<String>,
    /// Where each scenario stands among those that were played.
    index: HashMap<&'a str, usize>,
    /// By game and switch the clauses that it stands for, once somebody has asked.
    switch_clauses: OnceLock<BTreeMap<String, HashMap<String, Vec<ClauseId>>>>,
}

/// Scenarios in which the engine crashes with the same words at the same line of its source.
pub(crate) struct CrashGroup<'f, 'a> {
    /// The crash of the first scenario.
    pub first: &'f Crash,
    pub scenarios: Vec<&'f Judged<'a>>,
}

impl CrashGroup<'_, '_> {
    /// The crash in one line, with the number of scenarios if there are several.
    pub(crate) fn sentence(&self) -> String {
        let id = self.scenarios.first().map_or("", |judged| judged.scenario.id.as_str());
        let actual = &self.first.deviation.actual;
        match self.scenarios.len() {
            0 | 1 => format!("{id}: {actual}"),
            many => format!("{many} scenarios crash alike, first {id}: {actual}"),
        }
    }
}

/// What came of the parts of a run.
pub(crate) struct RunResults<'a> {
    pub judged: Vec<Judged<'a>>,
    pub drafts: Vec<Judged<'a>>,
    pub proofs: Option<Vec<Proof<'a>>>,
    pub never_shown: Vec<NeverShown>,
    pub diagnosis: Diagnosis,
    pub ledger: Ledger,
    pub code: CodePlaces,
}

/// How it was played.
pub(crate) struct Conditions {
    /// What is wrong with files that the run is about.
    pub problems: Vec<Problem>,
    /// The number of scenarios that were chosen, in all shards.
    pub chosen: usize,
    /// The number of further scenarios that were chosen and could not be loaded.
    pub unloaded: usize,
    /// The switches that were off.
    pub without: Vec<String>,
    /// Deviations that are known.
    pub gaps: Vec<Gap>,
    /// What the engine of each game tells about itself.
    pub engines: BTreeMap<String, Profile>,
    /// The part of a run that was played.
    pub shard: Option<Shard>,
    /// The games in which another engine than the project's plays.
    pub foreign: BTreeSet<String>,
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
        let Conditions { problems, chosen, unloaded, without, gaps, engines, shard, foreign } = conditions;
        let index = (0..).zip(&judged).map(|(at, judged)| (judged.scenario.id.as_str(), at)).collect();
        Findings {
            suite,
            judged,
            drafts,
            problems,
            chosen,
            unloaded,
            proofs,
            never_shown,
            diagnosis,
            ledger,
            without,
            gaps,
            engines,
            code,
            shard,
            foreign,
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
                Verdict::Deviates(_) | Verdict::Failed(_) | Verdict::Rejected(_) if self.excuse(judged).is_some() => {
                    tally.gaps += 1;
                    // Whoever plays otherwise, and is known to, cannot have the accepted outcome either.
                    continue;
                }
                Verdict::Deviates(_) | Verdict::Rejected(_) => tally.deviates += 1,
                Verdict::Failed(_) => {
                    tally.deviates += 1;
                    tally.failed += 1;
                }
                Verdict::Unobserved => tally.unobserved += 1,
                Verdict::Misposed(_) => tally.misposed += 1,
                Verdict::Unanswered(_) => tally.unanswered += 1,
                Verdict::Unsupported(_) => tally.unsupported += 1,
            }
            // A scenario that fails is counted once. Its outcome cannot be accepted, so its golden says nothing more.
            let passes = judged.verdict == Verdict::Conforms;
            match &judged.standing {
                Some(Standing::Drifted(_)) => tally.drifted += usize::from(passes),
                Some(Standing::Missing) => tally.without_golden += usize::from(passes),
                Some(Standing::Unreadable(_)) => tally.unreadable_goldens += 1,
                Some(Standing::Accepted) | None => {}
            }
        }
        tally
    }

    /// Whether the run says nothing about any rule. A shard without scenarios of its own leaves that to the others.
    pub(crate) fn judges_nothing(&self) -> bool {
        let tally = self.tally();
        let is_left_to_others = self.shard.is_some() && self.judged.is_empty() && self.chosen > 0;
        tally.conforms + tally.deviates + tally.gaps == 0 && !is_left_to_others
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

    /// The crashes of the engine that no gap lists. Crashes with the same words at the same line of its source are one group.
    pub(crate) fn crashes(&self) -> Vec<CrashGroup<'_, 'a>> {
        let mut groups: Vec<CrashGroup<'_, 'a>> = Vec::new();
        for judged in self.judged.iter().filter(|judged| self.excuse(judged).is_none()) {
            let Verdict::Failed(crash) = &judged.verdict else { continue };
            let is_alike = |group: &&mut CrashGroup<'_, '_>| {
                let known = &group.first.failure;
                (&known.why, &known.at) == (&crash.failure.why, &crash.failure.at)
            };
            match groups.iter_mut().find(is_alike) {
                Some(group) => group.scenarios.push(judged),
                None => groups.push(CrashGroup { first: crash, scenarios: vec![judged] }),
            }
        }
        groups
    }

    /// Gaps that are listed and no longer fail.
    pub(crate) fn closed_gaps(&self) -> Vec<Problem> {
        gap::closed(&self.gaps, &self.judged, self.suite)
    }

    /// Every switch that was turned off.
    pub fn knockouts(&self) -> impl Iterator<Item = &Knockout<'a>> {
        self.proofs.iter().flatten().flat_map(|proof| &proof.knockouts)
    }

    /// What turning off a switch of a clause did. Switches of different games may have the same name.
    pub(crate) fn knockout(&self, switch: &str, clause: &ClauseId) -> Option<&Knockout<'a>> {
        self.knockouts().find(|knockout| knockout.switch.name == switch && knockout.clauses.contains(clause))
    }

    /// Whether some clause of a game, or of any game, could have been proven: switches were turned off one by one.
    pub(crate) fn can_prove(&self, game: Option<&str>) -> bool {
        let mut engines = self.engines.iter().filter(|(own, _)| game.is_none_or(|game| game == own.as_str()));
        self.proofs.is_some() && engines.any(|(_, engine)| !engine.switches.is_empty())
    }

    /// Whether a switch of the engine stands for the clause, whether or not it was turned off.
    pub(crate) fn has_switch(&self, clause: &ClauseId) -> bool {
        self.switch_clauses(clause.game()).is_some_and(|switches| switches.values().any(|own| own.contains(clause)))
    }

    /// A scenario that cites one of the clauses and does not pass: as long as it does not, it proves nothing.
    pub(crate) fn failing_scenario(&self, clauses: &[ClauseId]) -> Option<&Judged<'a>> {
        let cites = |judged: &Judged<'_>| {
            judged.scenario.claims.iter().flat_map(|claim| &claim.clauses).any(|clause| clauses.contains(clause))
        };
        self.judged.iter().find(|judged| judged.verdict != Verdict::Conforms && cites(judged))
    }

    /// The command that looks for a play in which a switch of a clause matters; none where another engine than the
    /// project's plays, which is not the one that hunts.
    pub(crate) fn hunt(&self, switch: &str, clause: &ClauseId, call: &Call) -> Option<String> {
        let game = (self.suite.project.games.len() > 1).then(|| clause.game());
        (!self.foreign.contains(clause.game())).then(|| call.hunt(switch, game))
    }

    pub(crate) fn survivors(&self) -> impl Iterator<Item = &Knockout<'a>> {
        self.knockouts().filter(|knockout| knockout.survives())
    }
}
