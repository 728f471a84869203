//! The part of a run that looks at what an engine shows: paths that the reference engine does not have, and fields that
//! are never there.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::Mutex;

use super::Run;
use crate::oracle::datapath;
use crate::oracle::expectation::Expectation;
use crate::oracle::jobs;
use crate::oracle::judge;
use crate::oracle::never_shown::NeverShown;
use crate::oracle::problem;
use crate::oracle::problem::Problem;
use crate::oracle::shown;
use crate::oracle::shown::Shown;
use crate::oracle::shown::Watched;
use crate::oracle::sight::BlindSpot;
use crate::oracle::sight::ExpectationLine;
use crate::oracle::trial;
use crate::oracle::trial::Judged;
use crate::oracle::verdict::Unshown;
use crate::oracle::verdict::Verdict;
use crate::protocol::Engine;
use crate::protocol::EngineMaker;
use crate::protocol::Profile;
use crate::protocol::Reply;

/// By game: everything that its engine showed.
pub(super) type ShownInGames = BTreeMap<String, Arc<Mutex<Shown>>>;

impl<'s> Run<'s, '_> {
    /// The same engines, with everything noted that they show. The states of the reference engine need no note: a path
    /// that it does not have is the author's mistake.
    pub(super) fn watched<'m>(&self, game: &str, maker: &'m dyn EngineMaker, shown: &ShownInGames) -> Watched<'m> {
        let declares = maker.profile().observes.is_some();
        let with_states = declares || self.references.contains_key(game);
        Watched { inner: maker, shown: shown.get(game).cloned().unwrap_or_default(), with_states }
    }

    /// Reports a path that the reference engine does not have as the author's mistake. Another engine merely does not show
    /// it, so the claim would stay unobserved for ever.
    pub(super) fn check_paths(&self, game: &str, judged: &mut [Judged<'s>]) {
        let Some(reference) = self.references.get(game) else { return };
        let suspects: Vec<(usize, Vec<&Expectation>)> = (0..judged.len())
            .map(|at| (at, unshown_paths(&judged[at], reference.profile())))
            .filter(|(_, expectations)| !expectations.is_empty())
            .collect();
        let problems = jobs::map_with(
            self.jobs,
            &suspects,
            || reference.engine(),
            |engine, (at, expectations)| unknown_paths(engine.as_mut(), &judged[*at], expectations),
        );
        let found: Vec<(usize, Vec<Problem>)> = suspects.iter().map(|(at, _)| *at).zip(problems).collect();
        for (at, problems) in found.into_iter().filter(|(_, problems)| !problems.is_empty()) {
            let play = &mut judged[at].play;
            play.verdict = Verdict::Misposed(problem::bounded(problems));
            (play.standing, play.rendered, play.excerpt) = (None, None, None);
        }
    }

    /// Hides every `no_events` that passes only because the engine never has a field that it names. Whether the forbidden
    /// event happened, this engine does not show.
    pub(super) fn hide_blind_spots(&self, judged: &mut [Judged<'s>], shown: &Mutex<Shown>) {
        let shown = shown::locked(shown);
        let is_never = |spot: &&BlindSpot| !spot.fields.iter().any(|field| shown.has_field(&spot.event, field));
        for judged in judged.iter_mut().filter(|judged| judged.verdict.is_judged() && !shown.is_incomplete()) {
            let lines: Vec<_> = judged.hidden.blind_spots().iter().filter(is_never).map(|spot| spot.line).collect();
            lines.into_iter().for_each(|line| judged.play.hidden.insert(line));
            if judged.verdict == Verdict::Conforms && judged.observed_in_all().is_nothing() {
                judged.play.verdict = Verdict::Unobserved;
            }
        }
    }

    /// What the engine of each game never shows.
    pub(super) fn never_shown(&self, judged: &[Judged<'s>], shown: &ShownInGames) -> Vec<NeverShown> {
        let find = |game: &String, maker: &dyn EngineMaker| {
            let shown = shown::locked(shown.get(game)?);
            NeverShown::find(game, judged, &shown, maker.profile(), self.suite.scenarios.iter())
        };
        self.makers.iter().filter_map(|(game, maker)| find(game, maker.as_ref())).collect()
    }
}

/// The expectations on paths that the engine does not show and the reference engine does not leave out.
fn unshown_paths<'s>(judged: &Judged<'s>, reference: &Profile) -> Vec<&'s Expectation> {
    let scenario = judged.scenario;
    let at = |line: ExpectationLine| scenario.claims.get(line.claim)?.then.get(line.expectation);
    let hidden = judged.hidden.lines().filter_map(at);
    let failing = judged.verdict.deviations().iter().filter_map(|deviation| match deviation.unshown.as_deref() {
        Some(Unshown::Path(_)) => scenario.claims.get(deviation.claim?)?.then.get(deviation.expectation?),
        _ => None,
    });
    let is_shown = |path: &str| reference.observes.as_ref().is_none_or(|observes| observes.has_path(path));
    hidden.chain(failing).filter(|it| it.path().is_some_and(is_shown)).collect()
}

/// The paths among these that the reference engine does not have in a scenario either.
fn unknown_paths(engine: &mut dyn Engine, judged: &Judged<'_>, expectations: &[&Expectation]) -> Vec<Problem> {
    let Ok(Reply::Played(outcome)) = trial::play(engine, &judged.scenario.task(&[])) else { return Vec::new() };
    let has = |path: &str| [&outcome.before, &outcome.after].iter().any(|it| datapath::find(it, path).is_some());
    let unknown = expectations.iter().filter_map(|it| Some((it, it.path().filter(|path| !has(path))?)));
    unknown.map(|(expectation, path)| judge::unknown_path(expectation, path, Some(&outcome.before))).collect()
}
