//! One run: run the scenarios, judge them, prove, diagnose, grade. Every command that runs scenarios calls it.

pub mod affected_scenarios;
pub mod causes;
pub mod playing;
pub mod proving;
pub mod seat;
pub mod showing;

use std::collections::BTreeMap;
use std::collections::HashMap;

use crate::base::diagnostic::Problem;
use crate::evidence::cause::Diagnosis;
use crate::evidence::coverage::Coverage;
use crate::evidence::findings::CodePlaces;
use crate::evidence::findings::Conditions;
use crate::evidence::findings::Findings;
use crate::evidence::findings::RunResults;
use crate::evidence::never_shown::NeverShown;
use crate::evidence::other_spelling::OtherSpelling;
use crate::evidence::proof::Proof;
use crate::evidence::sharpness::Sharpened;
use crate::evidence::source_excerpt::SourceIndex;
use crate::evidence::weak::WeakEntry;
use crate::evidence::weak::WeakEvidence;
use crate::evidence::weak::claim_table::ClaimTable;
use crate::judge::clause_readings::ClauseReadings;
use crate::judge::play_and_judge::Judged;
use crate::judge::play_and_judge::JudgedPlay;
use crate::judge::play_and_judge::Retention;
use crate::rulebook::ClauseId;
use crate::suite::Suite;
use crate::suite::gap::Gap;
use crate::suite::grade::Grade;
use crate::suite::scenario::Scenario;
use crate::suite::shard::Shard;
use crate::suite::shard::parts;
use proving::Proving;
use seat::Seat;
use seat::Seats;

/// Progress callback. May be called from any thread.
pub trait Progress: Sync {
    /// A stage starts. `length` is its number of ticks, 0 if unknown.
    fn begin(&self, length: usize, doing: &'static str);
    /// Adds ticks to the stage.
    fn extend(&self, more: usize);
    fn tick(&self);
    fn end(&self);
}

/// Reports no progress.
pub struct NoProgress;

impl Progress for NoProgress {
    fn begin(&self, _length: usize, _doing: &'static str) {}
    fn extend(&self, _more: usize) {}
    fn tick(&self) {}
    fn end(&self) {}
}

/// The scenarios of a run, the engines, and the questions that the run answers.
pub struct Run<'s, 'r> {
    pub suite: &'s Suite,
    pub seats: &'r Seats,
    pub chosen: Vec<&'s Scenario>,
    /// Drafts to run as well. No grade depends on them.
    pub drafts: Vec<&'s Scenario>,
    /// Results of an earlier run under the same conditions, by scenario id. These scenarios do not run again.
    pub known: HashMap<String, JudgedPlay>,
    /// Problems in files that the run is about. They are reported with the findings.
    pub problems: Vec<Problem>,
    /// Number of chosen scenarios that could not be loaded because of these problems.
    pub unloaded: usize,
    /// Switches that are off during the whole run.
    pub without: Vec<String>,
    pub keep: Retention,
    /// Mutants run only if this is set.
    pub proving: Option<Proving>,
    /// The part of the run to do here: some scenarios, or, when proving, some switches. Causes are searched when the
    /// parts are merged.
    pub shard: Option<Shard>,
    /// Stops after the first scenario that fails.
    pub fail_fast: bool,
    pub jobs: usize,
    pub progress: &'r dyn Progress,
}

/// The results of one game.
struct GameResults<'s, 'r> {
    game: &'r str,
    seat: &'r Seat,
    /// The readings under which the game's clauses are graded.
    readings: ClauseReadings,
    judged: Vec<Judged<'s>>,
    never_shown: Option<NeverShown>,
    spelling: Option<OtherSpelling>,
    proof: Option<Proof<'s>>,
    claim_table: Option<ClaimTable<'s>>,
    /// Weak evidence beyond claims and clauses.
    weak: Vec<WeakEntry>,
    diagnosis: Diagnosis,
    sharpened: Sharpened,
}

impl<'s, 'r> Run<'s, 'r> {
    /// Creates a run of every scenario. No switch is off, and no mutant runs.
    pub fn new(suite: &'s Suite, seats: &'r Seats, jobs: usize, progress: &'r dyn Progress) -> Run<'s, 'r> {
        Run {
            suite,
            seats,
            chosen: suite.scenarios.iter().collect(),
            drafts: Vec::new(),
            known: HashMap::new(),
            problems: Vec::new(),
            unloaded: 0,
            without: Vec::new(),
            keep: Retention::Verdicts,
            proving: None,
            shard: None,
            fail_fast: false,
            jobs,
            progress,
        }
    }

    /// Does the whole run.
    pub fn findings(mut self) -> Findings<'s> {
        let chosen = self.chosen.len();
        if let (Some(shard), None) = (self.shard, &self.proving) {
            self.chosen = parts::scenarios(shard, self.chosen);
            self.drafts = parts::scenarios(shard, self.drafts);
        }
        let mut games = self.play_games();
        let drafts = self.play_drafts(&games);
        if let Some(proving) = &self.proving {
            self.prove(proving, &mut games);
        }
        if self.shard.is_none() {
            games.iter_mut().for_each(|results| results.diagnosis = self.diagnose(results));
        }
        let results = self.grade(games, drafts);
        let (gaps, seats) = (self.gaps(), self.seats);
        let engines = seats.iter().map(|(game, seat)| (game.clone(), seat.profile().clone())).collect();
        let foreign = seats.iter().filter(|(_, seat)| !seat.is_reference()).map(|(game, _)| game.clone()).collect();
        let Run { suite, problems, unloaded, without, shard, .. } = self;
        let conditions = Conditions { problems, chosen, unloaded, without, gaps, engines, shard, foreign };
        Findings::new(suite, results, conditions)
    }

    /// Combines the results of all games and grades every clause.
    fn grade(&self, games: Vec<GameResults<'s, 'r>>, drafts: Vec<Judged<'s>>) -> RunResults<'s> {
        let (mut judged, mut never_shown, mut spellings) = (vec![], vec![], vec![]);
        let (mut proofs, mut readings) = (vec![], vec![]);
        let (mut diagnosis, mut sharpened) = (Diagnosis::default(), Sharpened::new());
        let (mut tables, mut others) = (vec![], vec![]);
        for game in games {
            tables.extend(game.claim_table);
            others.extend(game.weak);
            judged.extend(game.judged);
            never_shown.extend(game.never_shown);
            spellings.extend(game.spelling);
            proofs.extend(game.proof);
            readings.push(game.readings);
            diagnosis.extend(game.diagnosis);
            sharpened.extend(game.sharpened);
        }
        let mutants = proofs.iter().flat_map(|proof| &proof.mutants);
        let mut coverage = Coverage::tally(self.suite, &judged, mutants, &self.gaps(), &diagnosis, sharpened);
        readings.iter().for_each(|readings| coverage.enter_readings(readings));
        // A part of the switches cannot show that a claim passes without its clause.
        let weak = (self.proving.is_some() && self.shard.is_none()).then(|| {
            let mut weak = WeakEvidence::find(&tables, &coverage, self.suite);
            weak.extend(others);
            weak
        });
        // A clause that a known gap covers is not blocked.
        let is_blocked = |clause: &ClauseId| coverage.entries.get(clause).is_some_and(|it| it.grade == Grade::Blocked);
        diagnosis.causes.iter_mut().for_each(|cause| cause.blocks.retain(is_blocked));
        let code = if self.keep >= Retention::Documents { self.code(&coverage) } else { CodePlaces::new() };
        let proofs = self.proving.is_some().then_some(proofs);
        RunResults { judged, drafts, proofs, never_shown, spellings, diagnosis, coverage, weak, code }
    }

    fn gaps(&self) -> Vec<Gap> {
        self.seats.values().flat_map(|seat| seat.gaps.iter().cloned()).collect()
    }

    /// Returns the functions in which switches fired, if the source is readable.
    fn code(&self, coverage: &Coverage) -> CodePlaces {
        let project = &self.suite.project;
        let mut fired: BTreeMap<(&str, &str), Vec<u32>> = BTreeMap::new();
        for switch in coverage.entries.values().flat_map(|entry| &entry.switches) {
            for (file, line) in &switch.code {
                fired.entry((&switch.name, file)).or_default().push(*line);
            }
        }
        let switches = fired.keys().map(|(switch, _)| *switch);
        let mut sources = SourceIndex::new(&project.root, &project.sources, switches);
        let place = |((switch, file), lines): ((&str, &str), Vec<u32>)| {
            let found = sources.functions(file, &lines, switch)?;
            Some(((switch.to_owned(), file.to_owned()), found))
        };
        fired.into_iter().filter_map(place).collect()
    }
}
