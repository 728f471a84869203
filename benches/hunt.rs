//! The speed of a hunt, as a ratio to running only the tasks that it generates.
//!
//! Each built-in engine is hunted against itself with a switch off, and plays every task twice: once for the hunt,
//! and once only to measure the engine. The order of the two alternates. The difference is the cost of generating,
//! comparing and storing tasks. `HUNT_GAME` selects one game. It asserts no time.

use std::env;
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering;
use std::time::Instant;

use truthsayer::builtin_engines;
use truthsayer_oracle::base::tolerance::Tolerance;
use truthsayer_oracle::hunt::Hunt;
use truthsayer_oracle::hunt::HuntObserver;
use truthsayer_oracle::hunt::Start;
use truthsayer_oracle::hunt::budget::Budget;
use truthsayer_oracle::hunt::finding::Catch;
use truthsayer_oracle::hunt::shrink::default_values::Plain;
use truthsayer_oracle::hunt::sides::Side;
use truthsayer_oracle::hunt::sides::Sides;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::project::Project;
use truthsayer_protocol::Data;
use truthsayer_protocol::Engine;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Fault;
use truthsayer_protocol::Profile;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;

const ATTEMPTS: usize = 20_000;
static NEVER: AtomicBool = AtomicBool::new(false);

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (suite, problems) = Suite::load(Project::load(root).expect("a project"), 2);
    assert!(problems.is_empty(), "{problems:?}");
    let only = env::var("HUNT_GAME").ok();
    for name in builtin_engines::names().filter(|name| only.as_deref().is_none_or(|only| only == *name)) {
        let inner = builtin_engines::by_name(name).expect("an engine");
        let timed = Timed { inner, plain: Arc::default() };
        let switch = timed.profile().switches[0].name.clone();
        let side =
            |without: Vec<String>| Side { name: name.to_owned(), engine: name.to_owned(), maker: &timed, without };
        let hunt = Hunt {
            contest: Sides::Engines { one: side(Vec::new()), other: side(vec![switch]) },
            start: start(&suite, &timed.profile().game),
            plain: Plain::default(),
            words: Data::Null,
            clauses: Vec::new(),
            tolerance: Tolerance::default(),
            seed: 1,
            jobs: 1,
            budget: Budget::new(None, Some(ATTEMPTS), &NEVER),
            watch: &Nobody,
        };
        let begun = Instant::now();
        let catch = hunt.run();
        let all = begun.elapsed().as_secs_f64();
        let plain = timed.plain.load(Ordering::Relaxed) as f64 / 1e9;
        let plays = catch.plays as f64;
        println!(
            "{name}: {:.0} plays/s in a hunt, {:.0} in plain playing: {:.2} (bar: 0.50), {} plays",
            plays / (all - plain),
            plays / plain,
            plain / (all - plain),
            catch.plays
        );
    }
}

fn start(suite: &Suite, game: &str) -> Vec<Start> {
    let own = suite.scenarios.iter().filter(|scenario| scenario.game == game);
    own.map(|scenario| Start { id: scenario.id.clone(), task: scenario.task(&[]), is_known: false }).collect()
}

struct Nobody;

impl HuntObserver for Nobody {
    fn progress(&self, _catch: &Catch, _spent: Option<(u64, u64)>) {}
}

/// An engine that runs every task twice and sums the time of the discarded runs, in nanoseconds.
struct Timed {
    inner: Box<dyn EngineMaker>,
    plain: Arc<AtomicU64>,
}

impl EngineMaker for Timed {
    fn profile(&self) -> &Profile {
        self.inner.profile()
    }

    fn engine(&self) -> Box<dyn Engine> {
        Box::new(TimedEngine { inner: self.inner.engine(), plain: Arc::clone(&self.plain), plays: 0 })
    }
}

struct TimedEngine {
    inner: Box<dyn Engine>,
    plain: Arc<AtomicU64>,
    plays: usize,
}

impl TimedEngine {
    fn only_play(&mut self, task: &Task) {
        let begun = Instant::now();
        drop(black_box(self.inner.play(task)));
        self.plain.fetch_add(u64::try_from(begun.elapsed().as_nanos()).unwrap_or(0), Ordering::Relaxed);
    }
}

impl Engine for TimedEngine {
    fn play(&mut self, task: &Task) -> Result<Reply, Fault> {
        self.plays += 1;
        let first = self.plays.is_multiple_of(2);
        if first {
            self.only_play(task);
        }
        let reply = self.inner.play(task);
        if !first {
            self.only_play(task);
        }
        reply
    }
}
