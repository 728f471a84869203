//! The part of a run that runs scenarios and judges them.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::Mutex;

use super::GameResults;
use super::Run;
use super::seat::Seat;
use crate::evidence::cause::Diagnosis;
use crate::evidence::known_gaps;
use crate::evidence::other_spelling::OtherSpelling;
use crate::evidence::sharpness::Sharpened;
use crate::judge::clause_readings::ClauseReadings;
use crate::judge::play_and_judge::Judged;
use crate::judge::play_and_judge::PlayAndJudge;
use crate::judge::play_and_judge::Retention;
use crate::judge::rejection::Arbiter;
use crate::judge::shown;
use crate::judge::shown::Shown;
use crate::judge::verdict::Verdict;
use crate::suite::golden::GoldenStatus;
use crate::suite::scenario::Scenario;
use truthsayer_protocol::EngineMaker;

impl<'s, 'r> Run<'s, 'r> {
    /// Runs the chosen scenarios, each on the engine of its game.
    pub(super) fn play_games(&self) -> Vec<GameResults<'s, 'r>> {
        let open = self.chosen.iter().filter(|scenario| !self.known.contains_key(&scenario.id)).count();
        self.begin_playing(open);
        let mut games: Vec<GameResults<'s, 'r>> = Vec::new();
        for (game, seat) in self.seats {
            let is_over = self.fail_fast && games.iter().any(|it| it.judged.iter().any(|one| is_wrong(one, it.seat)));
            let chosen = if is_over { Vec::new() } else { of_game(&self.chosen, game) };
            games.push(self.play_game(game, seat, &chosen));
        }
        self.end_playing(open);
        games
    }

    fn play_game(&self, game: &'r str, seat: &'r Seat, scenarios: &[&'s Scenario]) -> GameResults<'s, 'r> {
        let chosen = self.suite.readings.get(game);
        let readings = ClauseReadings::new(&self.suite.book, seat.profile(), seat.reference_profile(), chosen);
        let shown = Arc::default();
        let judged = self.play(scenarios, seat, &readings, &shown);
        let never_shown = self.never_shown(game, seat, &judged, &shown);
        let spelling = OtherSpelling::find(game, seat.name.as_deref(), &judged, self.suite.scenarios.iter());
        GameResults {
            game,
            seat,
            readings,
            judged,
            never_shown,
            spelling,
            proof: None,
            claim_table: None,
            weak: Vec::new(),
            diagnosis: Diagnosis::default(),
            sharpened: Sharpened::new(),
        }
    }

    /// Runs the drafts.
    pub(super) fn play_drafts(&self, games: &[GameResults<'s, 'r>]) -> Vec<Judged<'s>> {
        self.begin_playing(self.drafts.len());
        let play = |results: &GameResults<'s, 'r>| {
            self.play(&of_game(&self.drafts, results.game), results.seat, &results.readings, &Arc::default())
        };
        let judged = games.iter().flat_map(play).collect();
        self.end_playing(self.drafts.len());
        judged
    }

    fn begin_playing(&self, scenarios: usize) {
        if scenarios > 0 {
            self.progress.begin(scenarios, "playing");
        }
    }

    fn end_playing(&self, scenarios: usize) {
        if scenarios > 0 {
            self.progress.end();
        }
    }

    /// Runs and judges scenarios of one game. Those with a known result do not run again.
    fn play(
        &self,
        chosen: &[&'s Scenario],
        seat: &Seat,
        readings: &ClauseReadings,
        shown: &Arc<Mutex<Shown>>,
    ) -> Vec<Judged<'s>> {
        let known = |scenario: &'s Scenario| {
            let mut play = self.known.get(&scenario.id)?.clone();
            // The rulebook may have changed since the earlier run.
            play.elsewhere = readings.graded_elsewhere(scenario, &scenario.given());
            Some((scenario.id.as_str(), Judged { scenario, play }))
        };
        let mut known: HashMap<&str, Judged<'s>> = chosen.iter().filter_map(|scenario| known(scenario)).collect();
        let is_open = |scenario: &&&'s Scenario| !known.contains_key(scenario.id.as_str());
        let open: Vec<&'s Scenario> = chosen.iter().filter(is_open).copied().collect();
        if !known.is_empty() {
            shown::locked(shown).mark_incomplete();
        }
        let watched = self.watched(seat, shown);
        let tick = || self.progress.tick();
        let trial = PlayAndJudge { readings: Some(readings), ..self.trial(seat, self.keep, &tick) };
        let mut played = match self.fail_fast {
            true => run_until_failure(&trial, &open, &watched, seat),
            false => trial.run(&open, &watched),
        };
        self.check_paths(seat, &mut played);
        self.hide_blind_spots(&mut played, shown);
        if known.is_empty() {
            return played;
        }
        let mut played = played.into_iter();
        let ids = chosen.iter().map(|scenario| scenario.id.as_str());
        ids.filter_map(|id| known.remove(id).or_else(|| played.next())).collect()
    }

    pub(super) fn trial<'t>(
        &'t self,
        seat: &'t Seat,
        keep: Retention,
        tick: &'t (dyn Fn() + Sync),
    ) -> PlayAndJudge<'t> {
        let project = &self.suite.project;
        let arbiter = seat.baseline(&self.without).map(|maker| Arbiter { maker, goldens: project.goldens() });
        PlayAndJudge {
            goldens: seat.goldens(project),
            reference: seat.reference_profile(),
            arbiter,
            readings: None,
            without: &self.without,
            job_count: self.jobs,
            keep,
            keep_facts: seat.baseline(&self.without).is_some(),
            tick,
        }
    }
}

/// Runs scenarios in order up to the first one that fails. Blocks of scenarios run in parallel; results after the failure
/// are dropped, so the result does not depend on the number of jobs.
fn run_until_failure<'s>(
    trial: &PlayAndJudge<'_>,
    scenarios: &[&'s Scenario],
    maker: &dyn EngineMaker,
    seat: &Seat,
) -> Vec<Judged<'s>> {
    let mut all = Vec::new();
    for block in scenarios.chunks(4 * trial.job_count.max(1)) {
        for judged in trial.run(block, maker) {
            let is_last = is_wrong(&judged, seat);
            all.push(judged);
            if is_last {
                return all;
            }
        }
    }
    all
}

/// Returns whether a scenario makes the run fail.
fn is_wrong(judged: &Judged<'_>, seat: &Seat) -> bool {
    let is_fine = matches!(judged.verdict, Verdict::Pass | Verdict::Unsupported(_) | Verdict::Unobserved);
    let drifts = matches!(judged.status, Some(GoldenStatus::Drifted(_) | GoldenStatus::Unreadable(_)));
    (!is_fine || drifts) && known_gaps::excuse(&seat.gaps, judged).is_none()
}

fn of_game<'s>(chosen: &[&'s Scenario], game: &str) -> Vec<&'s Scenario> {
    chosen.iter().copied().filter(|scenario| scenario.game == game).collect()
}
