//! One run: play, judge, prove, add up. In that order, once; every command that plays is a few words around it.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::oracle::code;
use crate::oracle::code::CodeExcerpt;
use crate::oracle::findings::Conditions;
use crate::oracle::findings::Findings;
use crate::oracle::gap::Gap;
use crate::oracle::ledger::Ledger;
use crate::oracle::proof;
use crate::oracle::proof::Knockout;
use crate::oracle::rule_pick::RulePick;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::scenario::Scenario;
use crate::oracle::suite::Suite;
use crate::oracle::trial::Judged;
use crate::oracle::trial::Keep;
use crate::oracle::trial::Trial;
use crate::protocol::EngineMaker;

/// The engine for each game.
pub type Makers = BTreeMap<String, Box<dyn EngineMaker>>;

/// Somebody who is told how far a run has come, from any thread.
pub trait Progress: Sync {
    fn begin(&self, length: usize, doing: &'static str);
    fn tick(&self);
    fn end(&self);
}

/// Nobody is told.
pub struct Silent;

impl Progress for Silent {
    fn begin(&self, _length: usize, _doing: &'static str) {}
    fn tick(&self) {}
    fn end(&self) {}
}

/// What is played, on which engines, and how far it is looked into.
pub struct Run<'s, 'r> {
    pub suite: &'s Suite,
    pub makers: &'r Makers,
    pub chosen: Vec<&'s Scenario>,
    /// The rules by which scenarios were chosen; none where they were chosen otherwise.
    pub picks: Vec<RulePick>,
    /// Switches that are off all the time.
    pub without: Vec<String>,
    /// Deviations that are known.
    pub gaps: Vec<Gap>,
    pub keep: Keep,
    /// Whether switches are turned off one by one.
    pub proves: bool,
    pub jobs: usize,
    pub progress: &'r dyn Progress,
}

impl<'s, 'r> Run<'s, 'r> {
    /// Every scenario, each judged once, nothing turned off.
    pub fn new(suite: &'s Suite, makers: &'r Makers, jobs: usize, progress: &'r dyn Progress) -> Run<'s, 'r> {
        Run {
            suite,
            makers,
            chosen: suite.scenarios.iter().collect(),
            picks: Vec::new(),
            without: Vec::new(),
            gaps: Vec::new(),
            keep: Keep::Verdicts,
            proves: false,
            jobs,
            progress,
        }
    }

    /// Does all of it.
    pub fn findings(self) -> Findings<'s> {
        let judged = self.play();
        let knockouts = self.proves.then(|| self.knock_out(&judged));
        let ledger = Ledger::tally(self.suite, &judged, knockouts.as_deref(), &self.gaps);
        let code = if self.keep == Keep::Outcomes { self.code(&ledger) } else { BTreeMap::new() };
        let engines = self.makers.iter().map(|(game, maker)| (game.clone(), maker.profile().clone())).collect();
        let conditions = Conditions { without: self.without, gaps: self.gaps, engines };
        Findings::new(self.suite, judged, knockouts, ledger, code, conditions)
    }

    /// Plays and judges the chosen scenarios, each on the engine of its game.
    fn play(&self) -> Vec<Judged<'s>> {
        self.progress.begin(self.chosen.len(), "playing");
        let tick = || self.progress.tick();
        let Run { without, keep, jobs, .. } = self;
        let trial = Trial { project: &self.suite.project, without, job_count: *jobs, keep: *keep, tick: &tick };
        let games = self.makers.iter().map(|(game, maker)| (maker, self.scenarios_of(game)));
        let judged = games.flat_map(|(maker, own)| trial.run(&own, maker.as_ref())).collect();
        self.progress.end();
        judged
    }

    fn scenarios_of(&self, game: &str) -> Vec<&'s Scenario> {
        self.chosen.iter().copied().filter(|scenario| scenario.game == game).collect()
    }

    /// Knocks out every switch of every engine that played. A part of the suite answers only for the clauses that it
    /// cites; chosen by rules, only for theirs.
    fn knock_out(&self, judged: &[Judged<'s>]) -> Vec<Knockout<'s>> {
        self.progress.begin(judged.len(), "knocking out");
        let tick = || self.progress.tick();
        let mut knockouts = Vec::new();
        for (game, maker) in self.makers {
            let own = |judged: &Judged<'_>| judged.scenario.game == *game;
            // The results of a game stand together, because they were played together.
            let Some(first) = judged.iter().position(own) else { continue };
            let played = &judged[first..first + judged.iter().filter(|judged| own(judged)).count()];
            knockouts.extend(proof::prove(played, maker.as_ref(), &self.without, &self.suite.book, self.jobs, &tick));
        }
        self.progress.end();
        if judged.len() < self.suite.scenarios.len() {
            let asked = |id: &&ClauseId| self.picks.is_empty() || self.picks.iter().any(|pick| pick.holds(id));
            let claims = judged.iter().flat_map(|judged| &judged.scenario.claims);
            let cited: BTreeSet<_> = claims.flat_map(|claim| &claim.clauses).filter(asked).collect();
            knockouts.retain(|knockout| knockout.clauses.iter().any(|clause| cited.contains(clause)));
        }
        knockouts
    }

    /// The source lines that the run says took effect, where the source is at hand.
    fn code(&self, ledger: &Ledger) -> BTreeMap<(String, u32), CodeExcerpt> {
        let project = &self.suite.project;
        let switches = ledger.entries.values().flat_map(|entry| &entry.switches);
        let places: BTreeSet<&(String, u32)> = switches.flat_map(|switch| &switch.code).collect();
        let excerpt = |place: &(String, u32)| {
            Some((place.clone(), code::excerpt(&project.root, &project.sources, &place.0, place.1)?))
        };
        places.into_iter().filter_map(excerpt).collect()
    }
}
