//! The shipped scenarios of one game, with its engine as the reference. Runs are kept between diagnoses, so that each
//! scenario runs at most once with each set of switches.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;

use truthsayer::builtin_engines;
use truthsayer_oracle::diagnosis;
use truthsayer_oracle::evidence::cause::Diagnosis;
use truthsayer_oracle::evidence::reference_engine::Reference;
use truthsayer_oracle::judge::play_and_judge::Judged;
use truthsayer_oracle::judge::play_and_judge::PlayAndJudge;
use truthsayer_oracle::judge::play_and_judge::Retention;
use truthsayer_oracle::rulebook::ClauseId;
use truthsayer_oracle::rulebook::switch_clauses;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::project::Project;
use truthsayer_oracle::suite::scenario::Scenario;
use truthsayer_protocol::EngineMaker;

const JOBS: usize = 2;

/// Everything that ships.
pub(crate) static SUITE: LazyLock<Suite> = LazyLock::new(|| {
    let project = Project::load(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the shipped project");
    let (suite, problems) = Suite::load(project, JOBS);
    assert!(problems.is_empty(), "{problems:?}");
    suite
});

/// Both games, for one test at a time.
static SHIPPED_GAMES: LazyLock<Mutex<[ShippedGame; 2]>> =
    LazyLock::new(|| Mutex::new(["dune", "cotulenh"].map(ShippedGame::new)));

/// Waits until no other test uses the games. A poisoned lock is safe to reuse: a failed test only leaves more saved
/// runs.
pub(crate) fn shipped_games() -> MutexGuard<'static, [ShippedGame; 2]> {
    SHIPPED_GAMES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The scenarios of one game that ship, as its engine plays them.
pub(crate) struct ShippedGame {
    pub maker: &'static dyn EngineMaker,
    /// The judged scenarios with every switch on.
    pub judged: Vec<Judged<'static>>,
    reference: Reference<'static, 'static>,
}

impl ShippedGame {
    fn new(game: &str) -> ShippedGame {
        // It lives as long as the tests do.
        let maker: &'static dyn EngineMaker = Box::leak(builtin_engines::by_name(game).expect("an engine"));
        let scenarios: Vec<&Scenario> = SUITE.scenarios.iter().filter(|scenario| scenario.game == game).collect();
        let judged = trial(&[]).run(&scenarios, maker);
        let reference = Reference::new(maker, &judged, Vec::new(), JOBS);
        ShippedGame { maker, judged, reference }
    }

    pub(crate) fn game(&self) -> &'static str {
        &self.maker.profile().game
    }

    pub(crate) fn switches(&self) -> Vec<String> {
        self.maker.profile().switches.iter().map(|switch| switch.name.clone()).collect()
    }

    /// The clauses of each switch.
    pub(crate) fn clauses(&self) -> BTreeMap<String, Vec<ClauseId>> {
        switch_clauses::resolve(self.maker.profile(), &SUITE.book).0
    }

    /// Runs the engine without these switches, as another engine. A scenario in which none of them fired is not run
    /// again; `prove --all` tests that `fired` is complete.
    pub(crate) fn play(&self, without: &[String]) -> Vec<Judged<'static>> {
        let fired =
            |judged: &Judged<'_>| judged.fired.iter().any(|firing| without.iter().any(|off| *off == firing.switch));
        let affected: Vec<usize> = (0..self.judged.len()).filter(|at| fired(&self.judged[*at])).collect();
        let scenarios: Vec<&Scenario> = affected.iter().map(|at| self.judged[*at].scenario).collect();
        let mut judged = self.judged.clone();
        for (at, played) in affected.into_iter().zip(trial(without).run(&scenarios, self.maker)) {
            judged[at] = played;
        }
        judged
    }

    /// The causes of what fails.
    pub(crate) fn diagnose(&self, judged: &[Judged<'static>]) -> Diagnosis {
        diagnosis::diagnose(self.game(), judged, &BTreeSet::new(), &self.reference, self.maker.profile(), &SUITE.book)
    }
}

fn trial(without: &[String]) -> PlayAndJudge<'_> {
    let keep = if without.is_empty() { Retention::Firings } else { Retention::Verdicts };
    PlayAndJudge {
        goldens: None,
        reference: None,
        arbiter: None,
        readings: None,
        without,
        job_count: JOBS,
        keep,
        keep_facts: true,
        tick: &|| (),
    }
}
