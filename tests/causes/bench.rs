//! The shipped scenarios of one game with its engine as the reference. Whatever was played is kept from one diagnosis
//! to the next, so that each scenario is played without each switch at most once.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;
use std::sync::Mutex;
use std::sync::MutexGuard;
use std::sync::PoisonError;

use truthsayer::engines;
use truthsayer::oracle::cause::Diagnosis;
use truthsayer::oracle::diagnosis;
use truthsayer::oracle::project::Project;
use truthsayer::oracle::reference::Reference;
use truthsayer::oracle::rulebook::ClauseId;
use truthsayer::oracle::scenario::Scenario;
use truthsayer::oracle::suite::Suite;
use truthsayer::oracle::switch_clauses;
use truthsayer::oracle::trial::Judged;
use truthsayer::oracle::trial::Keep;
use truthsayer::oracle::trial::Trial;
use truthsayer::protocol::EngineMaker;

const JOBS: usize = 2;

/// Everything that ships.
pub(crate) static SUITE: LazyLock<Suite> = LazyLock::new(|| {
    let project = Project::load(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the shipped project");
    let (suite, problems) = Suite::load(project, JOBS);
    assert!(problems.is_empty(), "{problems:?}");
    suite
});

/// Both games, for one test at a time.
static BENCHES: LazyLock<Mutex<[Bench; 2]>> = LazyLock::new(|| Mutex::new(["dune", "cotulenh"].map(Bench::new)));

/// Waits until no other test works with the benches. What a failed test left behind is only more that was played.
pub(crate) fn benches() -> MutexGuard<'static, [Bench; 2]> {
    BENCHES.lock().unwrap_or_else(PoisonError::into_inner)
}

pub(crate) struct Bench {
    pub maker: &'static dyn EngineMaker,
    pub scenarios: Vec<&'static Scenario>,
    reference: Reference<'static, 'static>,
}

impl Bench {
    fn new(game: &str) -> Bench {
        // It lives as long as the tests do.
        let maker: &'static dyn EngineMaker = Box::leak(engines::by_name(game).expect("an engine"));
        let scenarios: Vec<&Scenario> = SUITE.scenarios.iter().filter(|scenario| scenario.game == game).collect();
        let judged = trial(&[]).run(&scenarios, maker);
        Bench { maker, scenarios, reference: Reference::new(maker, &judged, Vec::new(), JOBS) }
    }

    pub(crate) fn game(&self) -> &'static str {
        &self.maker.profile().game
    }

    pub(crate) fn switches(&self) -> Vec<String> {
        self.maker.profile().switches.iter().map(|switch| switch.name.clone()).collect()
    }

    /// The clauses that each switch stands for.
    pub(crate) fn clauses(&self) -> BTreeMap<String, Vec<ClauseId>> {
        switch_clauses::resolve(self.maker.profile(), &SUITE.book).0
    }

    /// The engine without these switches, as it looks from the outside.
    pub(crate) fn play(&self, without: &[String]) -> Vec<Judged<'static>> {
        trial(without).run(&self.scenarios, self.maker)
    }

    /// The causes of what fails.
    pub(crate) fn diagnose(&mut self, judged: &[Judged<'static>]) -> Diagnosis {
        diagnosis::diagnose(self.game(), judged, &mut self.reference, self.maker.profile(), &SUITE.book)
    }
}

fn trial(without: &[String]) -> Trial<'_> {
    let keep = if without.is_empty() { Keep::Firings } else { Keep::Verdicts };
    Trial { goldens: None, reference: None, without, job_count: JOBS, keep, tick: &|| () }
}
