//! Findings: the input of all reports. Reports choose words, never grades.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;
use std::collections::HashSet;
use std::sync::OnceLock;

use crate::base::diagnostic::Problem;
use crate::base::suggestion::Call;
use crate::evidence::cause::Diagnosis;
use crate::evidence::coverage::Coverage;
use crate::evidence::known_gaps;
use crate::evidence::mutant::Mutant;
use crate::evidence::never_shown::NeverShown;
use crate::evidence::other_spelling::OtherSpelling;
use crate::evidence::proof::Proof;
use crate::evidence::weak::WeakEvidence;
use crate::judge::observability::Observed;
use crate::judge::play_and_judge::Judged;
use crate::judge::verdict::CrashedScenario;
use crate::judge::verdict::Verdict;
use crate::rulebook::ClauseId;
use crate::rulebook::switch_clauses;
use crate::suite::Suite;
use crate::suite::gap::Gap;
use crate::suite::golden::GoldenStatus;
use crate::suite::shard::Shard;
use truthsayer_protocol::Crash;
use truthsayer_protocol::Profile;

/// The functions in which each switch fired, by switch and source file. Unreadable files are left out.
pub type CodePlaces = BTreeMap<(String, String), BTreeSet<String>>;

/// All results of one run.
#[non_exhaustive]
pub struct Findings<'a> {
    pub suite: &'a Suite,
    pub judged: Vec<Judged<'a>>,
    /// Results of drafts. They are shown and count for nothing.
    pub drafts: Vec<Judged<'a>>,
    /// Problems that kept scenarios from running.
    pub problems: Vec<Problem>,
    /// Number of chosen scenarios, in all shards.
    chosen: usize,
    /// Number of chosen scenarios that could not be loaded.
    pub unloaded: usize,
    /// Results of the mutants of each engine. `None` if no switch was turned off.
    pub proofs: Option<Vec<Proof<'a>>>,
    /// Facts that an engine never shows, although claims fail because of them.
    pub never_shown: Vec<NeverShown>,
    /// Words that an engine spells differently.
    pub spellings: Vec<OtherSpelling>,
    /// Suspects and causes of the failures.
    pub diagnosis: Diagnosis,
    pub coverage: Coverage,
    /// The weak evidence of the suite. `None` if no switch was turned off, and for a shard.
    pub weak: Option<WeakEvidence>,
    /// The switches that were off during the run.
    pub without: Vec<String>,
    /// The known gaps.
    pub gaps: Vec<Gap>,
    /// The profile of each game's engine.
    pub engines: BTreeMap<String, Profile>,
    /// The functions in which each switch fired.
    pub code: CodePlaces,
    /// The part of a run, if the run is sharded.
    pub shard: Option<Shard>,
    /// Games that run on an engine other than the reference engine.
    pub foreign: BTreeSet<String>,
    /// Index of each scenario in `judged`, by id.
    index: HashMap<&'a str, usize>,
    /// The clauses of each switch, by game. Computed on first use.
    switch_clauses: OnceLock<BTreeMap<String, HashMap<String, Vec<ClauseId>>>>,
    /// The clauses that have a switch. Computed on first use.
    switched: OnceLock<HashSet<ClauseId>>,
}

/// Scenarios in which the engine crashes with the same kind of error at the same source line.
pub struct CrashGroup<'f, 'a> {
    /// The crash of the first scenario.
    pub first: &'f CrashedScenario,
    pub scenarios: Vec<&'f Judged<'a>>,
}

/// Returns what equal crashes have in common besides the source line: `KeyError` if the line is known, because messages
/// often quote values; otherwise the whole message.
fn kind_of_error(crash: &Crash) -> &str {
    match (&crash.at, crash.why.split_once(':')) {
        (Some(_), Some((kind, _))) => kind,
        _ => &crash.why,
    }
}

impl CrashGroup<'_, '_> {
    /// Returns the crash in one line, with the number of scenarios if there are several.
    pub fn sentence(&self) -> String {
        let id = self.scenarios.first().map_or("", |judged| judged.scenario.id.as_str());
        let actual = &self.first.mismatch.actual;
        match self.scenarios.len() {
            0 | 1 => format!("{id}: {actual}"),
            many => format!("{many} scenarios crash in the same way, first {id}: {actual}"),
        }
    }
}

/// Results of the parts of a run.
pub(crate) struct RunResults<'a> {
    pub judged: Vec<Judged<'a>>,
    pub drafts: Vec<Judged<'a>>,
    pub proofs: Option<Vec<Proof<'a>>>,
    pub never_shown: Vec<NeverShown>,
    pub spellings: Vec<OtherSpelling>,
    pub diagnosis: Diagnosis,
    pub coverage: Coverage,
    pub weak: Option<WeakEvidence>,
    pub code: CodePlaces,
}

/// Conditions of the run.
pub(crate) struct Conditions {
    /// Problems in the files of the run.
    pub problems: Vec<Problem>,
    /// Number of chosen scenarios, in all shards.
    pub chosen: usize,
    /// Number of chosen scenarios that could not be loaded.
    pub unloaded: usize,
    /// The switches that were off.
    pub without: Vec<String>,
    /// The known gaps.
    pub gaps: Vec<Gap>,
    /// The profile of each game's engine.
    pub engines: BTreeMap<String, Profile>,
    /// The part of a run that ran here.
    pub shard: Option<Shard>,
    /// Games that run on an engine other than the reference engine.
    pub foreign: BTreeSet<String>,
}

/// Numbers of scenarios by status.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    pub passed: usize,
    pub failing: usize,
    pub invalid: usize,
    pub no_answer: usize,
    pub unsupported: usize,
    pub crashed: usize,
    /// Scenarios whose claims are about nothing that the engine shows.
    pub unobserved: usize,
    /// Shown parts of the claims, in scenarios that ran.
    pub observed: Observed,
    /// Failures that are known gaps; they do not count as failures.
    pub gaps: usize,
    pub drifted: usize,
    pub without_golden: usize,
    pub unreadable_goldens: usize,
}

/// The status of a scenario, the same in every output format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScenarioStatus {
    Pass,
    Fail,
    Invalid,
    Crashed,
    NoAnswer,
    Unsupported,
    Unobserved,
    /// Every failure is a known gap.
    Gap,
    Drifts,
    NoGolden,
    UnreadableGolden,
}

impl ScenarioStatus {
    pub fn name(self) -> &'static str {
        match self {
            ScenarioStatus::Pass => "pass",
            ScenarioStatus::Fail => "fail",
            ScenarioStatus::Invalid => "invalid",
            ScenarioStatus::Crashed => "crashed",
            ScenarioStatus::NoAnswer => "no-answer",
            ScenarioStatus::Unsupported => "unsupported",
            ScenarioStatus::Unobserved => "unobserved",
            ScenarioStatus::Gap => "gap",
            ScenarioStatus::Drifts => "drifts",
            ScenarioStatus::NoGolden => "no-golden",
            ScenarioStatus::UnreadableGolden => "unreadable-golden",
        }
    }

    /// Returns whether the scenario makes the run fail.
    pub fn is_wrong(self) -> bool {
        match self {
            ScenarioStatus::Pass | ScenarioStatus::Unsupported | ScenarioStatus::Unobserved | ScenarioStatus::Gap => {
                false
            }
            ScenarioStatus::Fail
            | ScenarioStatus::Invalid
            | ScenarioStatus::Crashed
            | ScenarioStatus::NoAnswer
            | ScenarioStatus::Drifts
            | ScenarioStatus::NoGolden
            | ScenarioStatus::UnreadableGolden => true,
        }
    }
}

impl<'a> Findings<'a> {
    pub(crate) fn new(suite: &'a Suite, results: RunResults<'a>, conditions: Conditions) -> Findings<'a> {
        let RunResults { judged, drafts, proofs, never_shown, spellings, diagnosis, coverage, weak, code } = results;
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
            spellings,
            diagnosis,
            coverage,
            weak,
            without,
            gaps,
            engines,
            code,
            shard,
            foreign,
            index,
            switch_clauses: OnceLock::new(),
            switched: OnceLock::new(),
        }
    }

    /// Returns whether every scenario of the suite ran.
    pub fn is_whole(&self) -> bool {
        !self.suite.read.partial && self.judged.len() == self.suite.scenarios.len()
    }

    /// Returns the clauses of each switch of a game's engine, whether or not it was turned off.
    pub fn switch_clauses(&self, game: &str) -> Option<&HashMap<String, Vec<ClauseId>>> {
        let resolve = |(game, engine): (&String, &Profile)| {
            (game.clone(), switch_clauses::resolve(engine, &self.suite.book).0.into_iter().collect())
        };
        self.switch_clauses.get_or_init(|| self.engines.iter().map(resolve).collect()).get(game)
    }

    /// Returns the result of a scenario by id.
    pub fn judged(&self, id: &str) -> Option<&Judged<'a>> {
        self.judged.get(*self.index.get(id)?)
    }

    pub fn tally(&self) -> Tally {
        self.tally_of(&self.judged)
    }

    /// Returns the numbers of scenarios of one game by status.
    pub fn tally_in(&self, game: &str) -> Tally {
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
                Verdict::Pass => tally.passed += 1,
                Verdict::Fail(_) | Verdict::Crashed(_) | Verdict::Rejected(_) if self.excuse(judged).is_some() => {
                    tally.gaps += 1;
                    // A known gap also excuses the drift.
                    continue;
                }
                Verdict::Fail(_) | Verdict::Rejected(_) => tally.failing += 1,
                Verdict::Crashed(_) => tally.crashed += 1,
                Verdict::Unobserved => tally.unobserved += 1,
                Verdict::Invalid(_) => tally.invalid += 1,
                Verdict::NoAnswer(_) => tally.no_answer += 1,
                Verdict::Unsupported(_) => tally.unsupported += 1,
            }
            // A failing scenario counts once. Its outcome cannot be accepted, so the golden does not matter.
            let passes = judged.verdict == Verdict::Pass;
            match &judged.status {
                Some(GoldenStatus::Drifted(_)) => tally.drifted += usize::from(passes),
                Some(GoldenStatus::Missing) => tally.without_golden += usize::from(passes),
                Some(GoldenStatus::Unreadable(_)) => tally.unreadable_goldens += 1,
                Some(GoldenStatus::Accepted) | None => {}
            }
        }
        tally
    }

    /// Returns whether the run judges no rule. A shard without scenarios does not count.
    pub fn judges_nothing(&self) -> bool {
        let tally = self.tally();
        let is_left_to_others = self.shard.is_some() && self.judged.is_empty() && self.chosen > 0;
        tally.passed + tally.failing + tally.crashed + tally.gaps == 0 && !is_left_to_others
    }

    /// Returns the known gap that explains every failure of the scenario.
    pub fn excuse(&self, judged: &Judged<'_>) -> Option<&Gap> {
        known_gaps::excuse(&self.gaps, judged)
    }

    /// Returns the status of a scenario: its verdict combined with its golden and its known gaps.
    pub fn scenario_status(&self, judged: &Judged<'_>) -> ScenarioStatus {
        match (&judged.verdict, &judged.status) {
            _ if self.excuse(judged).is_some() => ScenarioStatus::Gap,
            (Verdict::Pass, Some(GoldenStatus::Drifted(_))) => ScenarioStatus::Drifts,
            (Verdict::Pass, Some(GoldenStatus::Missing)) => ScenarioStatus::NoGolden,
            (Verdict::Pass, Some(GoldenStatus::Unreadable(_))) => ScenarioStatus::UnreadableGolden,
            (Verdict::Pass, Some(GoldenStatus::Accepted) | None) => ScenarioStatus::Pass,
            (Verdict::Fail(_) | Verdict::Rejected(_), _) => ScenarioStatus::Fail,
            (Verdict::Invalid(_), _) => ScenarioStatus::Invalid,
            (Verdict::Crashed(_), _) => ScenarioStatus::Crashed,
            (Verdict::NoAnswer(_), _) => ScenarioStatus::NoAnswer,
            (Verdict::Unsupported(_), _) => ScenarioStatus::Unsupported,
            (Verdict::Unobserved, _) => ScenarioStatus::Unobserved,
        }
    }

    /// Returns the crashes that are not known gaps, grouped by kind of error and source line.
    pub fn crashes(&self) -> Vec<CrashGroup<'_, 'a>> {
        let mut groups: Vec<CrashGroup<'_, 'a>> = Vec::new();
        for judged in self.judged.iter().filter(|judged| self.excuse(judged).is_none()) {
            let Verdict::Crashed(crash) = &judged.verdict else { continue };
            let is_alike = |group: &&mut CrashGroup<'_, '_>| {
                let known = &group.first.failure;
                known.at == crash.failure.at && kind_of_error(known) == kind_of_error(&crash.failure)
            };
            match groups.iter_mut().find(is_alike) {
                Some(group) => group.scenarios.push(judged),
                None => groups.push(CrashGroup { first: crash, scenarios: vec![judged] }),
            }
        }
        groups
    }

    /// Returns problems for gaps that no longer fail.
    pub fn closed_gaps(&self) -> Vec<Problem> {
        known_gaps::closed(&self.gaps, &self.judged, self.suite)
    }

    /// Returns the mutants of all engines.
    pub fn mutants(&self) -> impl Iterator<Item = &Mutant<'a>> {
        self.proofs.iter().flatten().flat_map(|proof| &proof.mutants)
    }

    /// Returns the mutant of a switch of a clause. Switches of different games may have the same name.
    pub fn mutant(&self, switch: &str, clause: &ClauseId) -> Option<&Mutant<'a>> {
        self.mutants().find(|mutant| mutant.switch.name == switch && mutant.clauses.contains(clause))
    }

    /// Returns whether a clause of a game, or of any game, could have been proven: mutants ran.
    pub fn can_prove(&self, game: Option<&str>) -> bool {
        let mut engines = self.engines.iter().filter(|(own, _)| game.is_none_or(|game| game == own.as_str()));
        self.proofs.is_some() && engines.any(|(_, engine)| !engine.switches.is_empty())
    }

    /// Returns whether the engine has a switch for the clause, turned off or not.
    pub fn has_switch(&self, clause: &ClauseId) -> bool {
        let of_game = |game: &String| {
            let clauses = self.switch_clauses(game).into_iter().flat_map(HashMap::values).flatten();
            clauses.filter(|clause| clause.game() == game).cloned().collect::<Vec<_>>()
        };
        self.switched.get_or_init(|| self.engines.keys().flat_map(of_game).collect()).contains(clause)
    }

    /// Returns a failing scenario that cites one of the clauses. It proves nothing until it passes.
    pub fn failing_scenario(&self, clauses: &[ClauseId]) -> Option<&Judged<'a>> {
        let cites = |judged: &Judged<'_>| {
            judged.scenario.claims.iter().flat_map(|claim| &claim.clauses).any(|clause| clauses.contains(clause))
        };
        self.judged.iter().find(|judged| judged.verdict != Verdict::Pass && cites(judged))
    }

    /// Returns the command that searches for a scenario in which a switch of a clause matters. `None` if the engine is
    /// not the reference engine: `hunt` uses the reference engine.
    pub fn hunt(&self, switch: &str, clause: &ClauseId, call: &Call) -> Option<String> {
        let game = (self.suite.project.games.len() > 1).then(|| clause.game());
        (!self.foreign.contains(clause.game())).then(|| call.hunt(switch, game))
    }

    pub(crate) fn survivors(&self) -> impl Iterator<Item = &Mutant<'a>> {
        self.mutants().filter(|mutant| mutant.survives())
    }
}
