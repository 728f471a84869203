//! One run: play, judge, prove, add up. In that order, once; every command that plays is a few words around it.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;
use std::mem;
use std::sync::Arc;

use crate::oracle::cause::Diagnosis;
use crate::oracle::clause_readings::ClauseReadings;
use crate::oracle::code;
use crate::oracle::findings::CodePlaces;
use crate::oracle::findings::Conditions;
use crate::oracle::findings::Findings;
use crate::oracle::findings::RunResults;
use crate::oracle::foil::Foil;
use crate::oracle::foil::Sharpened;
use crate::oracle::gap::Gap;
use crate::oracle::golden::Goldens;
use crate::oracle::grade::Grade;
use crate::oracle::ledger::Ledger;
use crate::oracle::matrix::Player;
use crate::oracle::problem::Problem;
use crate::oracle::project::Project;
use crate::oracle::proof::Proof;
use crate::oracle::proof::Prover;
use crate::oracle::reference::Reference;
use crate::oracle::rejection::Arbiter;
use crate::oracle::rule_pick::RulePick;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::scenario::Scenario;
use crate::oracle::shard::Shard;
use crate::oracle::shard::parts;
use crate::oracle::shown;
use crate::oracle::suite::Suite;
use crate::oracle::trial;
use crate::oracle::trial::Judged;
use crate::oracle::trial::JudgedPlay;
use crate::oracle::trial::Keep;
use crate::oracle::trial::Trial;
use crate::protocol::EngineMaker;
use crate::protocol::Profile;
use showing::ShownInGames;

mod causes;
mod foils;
mod showing;

/// The engine for each game.
pub type Makers = BTreeMap<String, Box<dyn EngineMaker>>;

/// Games in which another engine than the project's plays, each with the folder of its own goldens, if it has one.
pub type Foreign = BTreeMap<String, Option<String>>;

/// Progress callback. May be called from any thread.
pub trait Progress: Sync {
    /// Something begins that takes so many ticks; 0 if that is not known yet.
    fn begin(&self, length: usize, doing: &'static str);
    /// It takes so many ticks more.
    fn extend(&self, more: usize);
    fn tick(&self);
    fn end(&self);
}

/// Nobody is told.
pub struct Silent;

impl Progress for Silent {
    fn begin(&self, _length: usize, _doing: &'static str) {}
    fn extend(&self, _more: usize) {}
    fn tick(&self) {}
    fn end(&self) {}
}

/// What is played, on which engines, and how far it is looked into.
pub struct Run<'s, 'r> {
    pub suite: &'s Suite,
    pub makers: &'r Makers,
    /// The engines that the project names, where others play.
    pub references: &'r Makers,
    /// The engines themselves, where only what was kept of them plays: what was not kept has to be played to find causes.
    pub originals: Option<&'r Makers>,
    /// The games in which another engine than the project's plays, each with the folder of goldens of its own, if any.
    pub foreign: Foreign,
    pub chosen: Vec<&'s Scenario>,
    /// Drafts that are played as well. Nothing depends on them.
    pub drafts: Vec<&'s Scenario>,
    /// What came of scenarios when they were played before and everything was as it is now, by id. Those are not played
    /// again.
    pub known: HashMap<String, JudgedPlay>,
    /// What is wrong with files that the run is about. It is told with whatever was found.
    pub problems: Vec<Problem>,
    /// The number of chosen scenarios that could not be loaded because of that.
    pub unloaded: usize,
    /// The rules by which scenarios were chosen; none where they were chosen otherwise.
    pub picks: Vec<RulePick>,
    /// Switches that are off all the time.
    pub without: Vec<String>,
    /// Deviations that are known.
    pub gaps: Vec<Gap>,
    pub keep: Keep,
    /// Whether switches are turned off one by one.
    pub proves: bool,
    /// Whether every scenario is played without every switch that took effect in it, whatever is known already.
    pub every_firing: bool,
    /// Whether every scenario is played without every switch.
    pub everything: bool,
    /// Engines known to lack something, played where switches are turned off.
    pub foils: &'r [Foil],
    /// Whether the game's own engine with a clause off is a foil for another one.
    pub foiled_by_reference: bool,
    /// The part of the run that is done here: some of the scenarios that are played once, and, where switches are turned
    /// off, some of the switches. Causes are sought when the parts are put together.
    pub shard: Option<Shard>,
    pub jobs: usize,
    pub progress: &'r dyn Progress,
}

impl<'s, 'r> Run<'s, 'r> {
    /// Every scenario, each judged once, nothing turned off.
    pub fn new(
        suite: &'s Suite,
        makers: &'r Makers,
        references: &'r Makers,
        jobs: usize,
        progress: &'r dyn Progress,
    ) -> Run<'s, 'r> {
        Run {
            suite,
            makers,
            references,
            originals: None,
            foreign: Foreign::new(),
            chosen: suite.scenarios.iter().collect(),
            drafts: Vec::new(),
            known: HashMap::new(),
            problems: Vec::new(),
            unloaded: 0,
            picks: Vec::new(),
            without: Vec::new(),
            gaps: Vec::new(),
            keep: Keep::Verdicts,
            proves: false,
            every_firing: false,
            everything: false,
            foils: &[],
            foiled_by_reference: false,
            shard: None,
            jobs,
            progress,
        }
    }

    /// Does all of it.
    pub fn findings(mut self) -> Findings<'s> {
        let chosen = self.chosen.len();
        if let (Some(shard), false) = (self.shard, self.proves) {
            self.chosen = parts::scenarios(shard, self.chosen);
            self.drafts = parts::scenarios(shard, self.drafts);
        }
        let readings = self.clause_readings();
        let shown: ShownInGames = self.makers.keys().map(|game| (game.clone(), Arc::default())).collect();
        let mut judged = self.play(&self.chosen, &shown, &readings);
        let drafts = self.play(&self.drafts, &ShownInGames::new(), &readings);
        let never_shown = self.never_shown(&judged, &shown);
        let proofs = self.proves.then(|| self.prove(&mut judged));
        let knockouts = proofs.iter().flatten().flat_map(|proof| &proof.knockouts);
        let mut diagnosis = if self.shard.is_none() { self.diagnose(&judged) } else { Diagnosis::default() };
        never_shown.iter().for_each(|it| diagnosis.leave_out(&it.settled));
        let sharpened = if self.proves { self.sharpen(&judged) } else { Sharpened::new() };
        let mut ledger = Ledger::tally(self.suite, &judged, knockouts, &self.gaps, &diagnosis, sharpened);
        readings.values().for_each(|readings| ledger.enter_readings(readings));
        // What a gap lists, or what a gap alone explains, is not obscured.
        let is_obscured = |clause: &ClauseId| ledger.entries.get(clause).is_some_and(|it| it.grade == Grade::Obscured);
        diagnosis.causes.iter_mut().for_each(|cause| cause.obscures.retain(is_obscured));
        let code = if self.keep == Keep::Outcomes { self.code(&ledger) } else { CodePlaces::new() };
        let engines = self.makers.iter().map(|(game, maker)| (game.clone(), maker.profile().clone())).collect();
        let foreign = self.foreign.keys().cloned().collect();
        let Run { suite, problems, unloaded, without, gaps, shard, .. } = self;
        let results = RunResults { judged, drafts, proofs, never_shown, diagnosis, ledger, code };
        let conditions = Conditions { problems, chosen, unloaded, without, gaps, engines, shard, foreign };
        Findings::new(suite, results, conditions)
    }

    /// By game, the readings under which clauses are graded.
    fn clause_readings(&self) -> BTreeMap<String, ClauseReadings> {
        let of = |game: &String, profile: &Profile| {
            let chosen = self.suite.readings.get(game);
            ClauseReadings::new(&self.suite.book, profile, self.reference(game), chosen)
        };
        self.makers.iter().map(|(game, maker)| (game.clone(), of(game, maker.profile()))).collect()
    }

    /// Plays and judges scenarios, each on the engine of its game.
    fn play(
        &self,
        chosen: &[&'s Scenario],
        shown: &ShownInGames,
        readings: &BTreeMap<String, ClauseReadings>,
    ) -> Vec<Judged<'s>> {
        if chosen.is_empty() {
            return Vec::new();
        }
        let open = chosen.iter().filter(|scenario| !self.known.contains_key(&scenario.id)).count();
        self.progress.begin(open, "playing");
        let play = |game: &String, maker| self.play_game(chosen, game, maker, shown, readings.get(game));
        let judged = self.makers.iter().flat_map(|(game, maker)| play(game, maker.as_ref())).collect();
        self.progress.end();
        judged
    }

    fn play_game(
        &self,
        chosen: &[&'s Scenario],
        game: &str,
        maker: &dyn EngineMaker,
        shown: &ShownInGames,
        readings: Option<&ClauseReadings>,
    ) -> Vec<Judged<'s>> {
        let mut own = of_game(chosen, game);
        let known = |scenario: &'s Scenario| {
            let mut play = self.known.get(&scenario.id)?.clone();
            // The rulebook may have changed since.
            play.elsewhere = readings.map(|it| it.graded_elsewhere(scenario, &scenario.given())).unwrap_or_default();
            Some((scenario.id.as_str(), Judged { scenario, play }))
        };
        let mut known: HashMap<&str, Judged<'s>> = own.iter().filter_map(|scenario| known(scenario)).collect();
        let order: Vec<&str> = own.iter().map(|scenario| scenario.id.as_str()).collect();
        own.retain(|scenario| !known.contains_key(scenario.id.as_str()));
        let tick = || self.progress.tick();
        let watched = self.watched(game, maker, shown);
        if !known.is_empty() {
            shown::locked(&watched.shown).mark_incomplete();
        }
        let trial = Trial { readings, ..self.trial(game, self.keep, &tick) };
        let mut played = trial.run(&own, &watched);
        self.check_paths(game, &mut played);
        self.hide_blind_spots(&mut played, &watched.shown);
        let mut played = played.into_iter();
        order.into_iter().filter_map(|id| known.remove(id).or_else(|| played.next())).collect()
    }

    /// Knocks out every switch of every engine that played.
    fn prove(&self, judged: &mut Vec<Judged<'s>>) -> Vec<Proof<'s>> {
        self.progress.begin(0, "running mutants");
        let mut proofs = Vec::new();
        let mut rest = mem::take(judged);
        for (game, maker) in self.makers {
            // The results of a game stand together, because they were played together.
            let end = rest.iter().position(|judged| judged.scenario.game != *game).unwrap_or(rest.len());
            let mut own: Vec<Judged<'s>> = rest.drain(..end).collect();
            if !own.is_empty() {
                proofs.push(self.prove_game(game, &mut own, maker.as_ref()));
            }
            judged.append(&mut own);
        }
        self.progress.end();
        proofs
    }

    fn prove_game(&self, game: &str, judged: &mut Vec<Judged<'s>>, maker: &dyn EngineMaker) -> Proof<'s> {
        let to_prove = judged.len();
        judged.extend(self.controls(game, judged, maker));
        let (expect, tick) = (|more: usize| self.progress.extend(more), || self.progress.tick());
        let without = trial::own_switches(&self.without, maker.profile());
        let player = Player {
            maker,
            reference: self.reference(game),
            passed_over: &[],
            without: &without,
            jobs: self.jobs,
            expect: &expect,
            tick: &tick,
        };
        let (book, every_firing, all) = (&self.suite.book, self.every_firing, self.everything);
        let only = self.shard.map(|shard| parts::switches(shard, maker.profile(), self.suite));
        let prover = Prover { judged, to_prove, book, player, every_firing, all, only };
        let mut proof = prover.prove();
        judged.truncate(to_prove);
        self.keep_asked(&mut proof, judged);
        proof
    }

    /// Where only a part of the suite was chosen, some others are played as well: a knock-out must leave them alone.
    fn controls(&self, game: &str, judged: &[Judged<'s>], maker: &dyn EngineMaker) -> Vec<Judged<'s>> {
        const MOST: usize = 24;
        let chosen: BTreeSet<&str> = judged.iter().map(|judged| judged.scenario.id.as_str()).collect();
        let others: Vec<&'s Scenario> = self
            .suite
            .scenarios
            .iter()
            .filter(|scenario| scenario.game == game && !chosen.contains(scenario.id.as_str()))
            .collect();
        let count = MOST.min(others.len());
        let spread: Vec<&'s Scenario> = (0..count).map(|number| others[number * others.len() / count]).collect();
        self.trial(game, Keep::Firings, &|| ()).run(&spread, maker)
    }

    /// The game's own engine, played on the same scenarios, and looked at only where the judged one shows something.
    fn reference_for<'m>(&self, judged: &[Judged<'s>], maker: &'m dyn EngineMaker) -> Reference<'s, 'm> {
        let scenarios: Vec<&'s Scenario> = judged.iter().map(|judged| judged.scenario).collect();
        let trial = Trial {
            goldens: None,
            reference: None,
            arbiter: None,
            readings: None,
            without: &[],
            job_count: self.jobs,
            keep: Keep::Firings,
            tick: &|| (),
        };
        let passed_over = judged.iter().map(|judged| judged.hidden.clone()).collect();
        Reference::new(maker, &trial.run(&scenarios, maker), passed_over, self.jobs)
    }

    /// A part of the suite answers only for the clauses that it cites; chosen by rules, only for theirs.
    fn keep_asked(&self, proof: &mut Proof<'s>, judged: &[Judged<'s>]) {
        if self.chosen.len() == self.suite.scenarios.len() {
            return;
        }
        let asked = |id: &&ClauseId| self.picks.is_empty() || self.picks.iter().any(|pick| pick.holds(id));
        let claims = judged.iter().flat_map(|judged| &judged.scenario.claims);
        let cited: BTreeSet<_> = claims.flat_map(|claim| &claim.clauses).filter(asked).collect();
        proof.knockouts.retain(|knockout| knockout.clauses.iter().any(|clause| cited.contains(clause)));
    }

    fn trial<'t>(&'t self, game: &str, keep: Keep, tick: &'t (dyn Fn() + Sync)) -> Trial<'t> {
        let (goldens, reference) = (goldens(&self.suite.project, &self.foreign, game), self.reference(game));
        let arbiter = self.yardstick(game).map(|maker| Arbiter { maker, goldens: self.suite.project.goldens() });
        let (without, job_count) = (self.without.as_slice(), self.jobs);
        Trial { goldens, reference, arbiter, readings: None, without, job_count, keep, tick }
    }

    /// The engine that a failing one is compared with: the reference engine, or with switches off the same engine as it is.
    fn yardstick(&self, game: &str) -> Option<&dyn EngineMaker> {
        let itself = || self.originals.and_then(|makers| makers.get(game)).or_else(|| self.makers.get(game));
        let altered = || itself().filter(|_| !self.without.is_empty());
        self.references.get(game).or_else(altered).map(Box::as_ref)
    }

    /// What the game's own engine tells about itself, where another one plays.
    fn reference(&self, game: &str) -> Option<&Profile> {
        self.references.get(game).map(|maker| maker.profile())
    }

    /// The functions in which switches took effect, as far as the source can be read.
    fn code(&self, ledger: &Ledger) -> CodePlaces {
        let project = &self.suite.project;
        let mut fired: BTreeMap<(&str, &str), Vec<u32>> = BTreeMap::new();
        for switch in ledger.entries.values().flat_map(|entry| &entry.switches) {
            for (file, line) in &switch.code {
                fired.entry((&switch.name, file)).or_default().push(*line);
            }
        }
        let place = |((switch, file), lines): ((&str, &str), Vec<u32>)| {
            let found = code::functions(&project.root, &project.sources, file, &lines, switch)?;
            Some(((switch.to_owned(), file.to_owned()), found))
        };
        fired.into_iter().filter_map(place).collect()
    }
}

fn of_game<'s>(chosen: &[&'s Scenario], game: &str) -> Vec<&'s Scenario> {
    chosen.iter().copied().filter(|scenario| scenario.game == game).collect()
}

/// The goldens that a game's outcomes are compared with. Those of the project belong to the game's own engine.
pub(crate) fn goldens<'a>(project: &'a Project, foreign: &'a Foreign, game: &str) -> Option<Goldens<'a>> {
    match foreign.get(game) {
        None => Some(project.goldens()),
        Some(folder) => folder.as_deref().map(|folder| project.goldens_in(folder)),
    }
}
