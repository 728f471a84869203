//! The part of a run that examines which facts an engine shows: paths that the reference engine does not have, and
//! fields that are never set.

use std::sync::Arc;
use std::sync::Mutex;

use super::Run;
use super::seat::Seat;
use crate::base::datapath;
use crate::base::diagnostic;
use crate::base::diagnostic::Problem;
use crate::base::parallel;
use crate::evidence::never_shown::NeverShown;
use crate::judge;
use crate::judge::observability::BlindSpot;
use crate::judge::observability::ExpectationLine;
use crate::judge::play_and_judge;
use crate::judge::play_and_judge::Judged;
use crate::judge::shown;
use crate::judge::shown::Shown;
use crate::judge::shown::Watched;
use crate::judge::verdict::Unshown;
use crate::judge::verdict::Verdict;
use crate::suite::expectation::Expectation;
use truthsayer_protocol::Engine;
use truthsayer_protocol::Profile;
use truthsayer_protocol::Reply;

impl<'s> Run<'s, '_> {
    /// Returns the engine of a seat with a recorder. The states of the reference engine are not recorded: a path that
    /// it does not have is the author's mistake.
    pub(super) fn watched<'m>(&self, seat: &'m Seat, shown: &Arc<Mutex<Shown>>) -> Watched<'m> {
        let with_states = seat.profile().observes.is_some() || seat.reference_engine().is_some();
        Watched { inner: seat.engine.as_ref(), shown: Arc::clone(shown), with_states }
    }

    /// Reports a path that the reference engine does not have as the author's mistake. On another engine the claim
    /// would stay unobserved forever.
    pub(super) fn check_paths(&self, seat: &Seat, judged: &mut [Judged<'s>]) {
        let Some(reference) = seat.reference_engine() else { return };
        let suspects: Vec<(usize, Vec<&Expectation>)> = (0..judged.len())
            .map(|at| (at, unshown_paths(&judged[at], reference.profile())))
            .filter(|(_, expectations)| !expectations.is_empty())
            .collect();
        let problems = parallel::map_with(
            self.jobs,
            &suspects,
            || reference.engine(),
            |engine, (at, expectations)| unknown_paths(engine.as_mut(), &judged[*at], expectations),
        );
        let found: Vec<(usize, Vec<Problem>)> = suspects.iter().map(|(at, _)| *at).zip(problems).collect();
        for (at, problems) in found.into_iter().filter(|(_, problems)| !problems.is_empty()) {
            let play = &mut judged[at].play;
            play.verdict = Verdict::Invalid(diagnostic::bounded(problems));
            (play.status, play.rendered, play.excerpt) = (None, None, None);
        }
    }

    /// Hides every `no_events` that passes only because the engine never sends a field that it names. This engine does
    /// not show whether the forbidden event happened.
    pub(super) fn hide_blind_spots(&self, judged: &mut [Judged<'s>], shown: &Mutex<Shown>) {
        let shown = shown::locked(shown);
        let is_never = |spot: &&BlindSpot| !spot.fields.iter().any(|field| shown.has_field(&spot.event, field));
        for judged in judged.iter_mut().filter(|judged| judged.verdict.is_judged() && !shown.is_incomplete()) {
            let lines: Vec<_> = judged.hidden.blind_spots().iter().filter(is_never).map(|spot| spot.line).collect();
            lines.into_iter().for_each(|line| judged.play.hidden.insert(line));
            if judged.verdict == Verdict::Pass && judged.observed_in_all().is_nothing() {
                judged.play.verdict = Verdict::Unobserved;
            }
        }
    }

    /// Returns the facts that the engine of a game never shows.
    pub(super) fn never_shown(
        &self,
        game: &str,
        seat: &Seat,
        judged: &[Judged<'s>],
        shown: &Mutex<Shown>,
    ) -> Option<NeverShown> {
        NeverShown::find(game, judged, &shown::locked(shown), seat.profile(), self.suite.scenarios.iter())
    }
}

/// Returns the expectations on paths that the engine does not show and the reference engine does not leave out.
fn unshown_paths<'s>(judged: &Judged<'s>, reference: &Profile) -> Vec<&'s Expectation> {
    let scenario = judged.scenario;
    let at = |line: ExpectationLine| scenario.claims.get(line.claim)?.then.get(line.expectation);
    let hidden = judged.hidden.lines().filter_map(at);
    let failing = judged.verdict.mismatches().iter().filter_map(|mismatch| match mismatch.unshown.as_deref() {
        Some(Unshown::Path(_)) => scenario.claims.get(mismatch.claim?)?.then.get(mismatch.expectation?),
        _ => None,
    });
    let is_shown = |path: &str| reference.observes.as_ref().is_none_or(|observes| observes.has_path(path));
    hidden.chain(failing).filter(|it| it.path().is_some_and(is_shown)).collect()
}

/// Returns problems for those paths that the reference engine does not have in a scenario either.
fn unknown_paths(engine: &mut dyn Engine, judged: &Judged<'_>, expectations: &[&Expectation]) -> Vec<Problem> {
    let Ok(Reply::Played(outcome)) = play_and_judge::play(engine, &judged.scenario.task(&[])) else {
        return Vec::new();
    };
    let has = |path: &str| [&outcome.before, &outcome.after].iter().any(|it| datapath::find(it, path).is_some());
    let unknown = expectations.iter().filter_map(|it| Some((it, it.path().filter(|path| !has(path))?)));
    unknown.map(|(expectation, path)| judge::unknown_path(expectation, path, Some(&outcome.before))).collect()
}
