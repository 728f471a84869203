//! Runs that do not repeat prove nothing, even if they differ rarely.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;

use serde_json::json;
use truthsayer_oracle::gate::lint;
use truthsayer_oracle::judge::play_and_judge::Retention;
use truthsayer_oracle::run::Progress;
use truthsayer_oracle::run::Run;
use truthsayer_oracle::run::proving::Proving;
use truthsayer_oracle::run::seat::Seat;
use truthsayer_oracle::run::seat::Seats;
use truthsayer_protocol::Engine;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Fault;
use truthsayer_protocol::Profile;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;

use crate::proof::specificity::PAYS;
use crate::proof::specificity::costs;
use crate::proof::specificity::lights;
use crate::proof::specificity::named;
use crate::proof::specificity::reported;
use crate::support::scripted_engine::Scripted;
use crate::support::scripted_engine::played_without;
use crate::support::test_project::TestProject;

/// An external engine that sometimes runs another task than the requested one.
struct Unsteady {
    inner: Scripted,
    runs: Arc<AtomicUsize>,
    /// Returns the task to run instead in the run with this number; `None` for the right one.
    slip: Slip,
}

type Slip = Arc<dyn Fn(usize, &Task) -> Option<Task> + Send + Sync>;

fn unsteady(switches: &[&str], slip: impl Fn(usize, &Task) -> Option<Task> + Send + Sync + 'static) -> Unsteady {
    Unsteady { inner: Scripted::new(switches).external(), runs: Arc::default(), slip: Arc::new(slip) }
}

impl EngineMaker for Unsteady {
    fn profile(&self) -> &Profile {
        self.inner.profile()
    }

    fn engine(&self) -> Box<dyn Engine> {
        Box::new(UnsteadyHand(self.inner.engine(), Arc::clone(&self.runs), Arc::clone(&self.slip)))
    }
}

struct UnsteadyHand(Box<dyn Engine>, Arc<AtomicUsize>, Slip);

impl Engine for UnsteadyHand {
    fn play(&mut self, task: &Task) -> Result<Reply, Fault> {
        let number = self.1.fetch_add(1, Ordering::Relaxed);
        let slip = (self.2)(number, task);
        self.0.play(slip.as_ref().unwrap_or(task))
    }
}

fn with_every_switch_on(task: &Task) -> Task {
    Task::new(task.given.clone(), task.when.clone())
}

fn table(scenarios: &[(String, String)], maker: impl EngineMaker + 'static) -> TestProject {
    let scenarios: Vec<(&str, &str)> = scenarios.iter().map(|(name, body)| (name.as_str(), body.as_str())).collect();
    TestProject::new(&scenarios, "").played_by(maker)
}

fn one() -> [(String, String); 1] {
    [named("one", PAYS, &[costs()])]
}

#[test]
fn a_steady_external_engine_is_repeated_and_proves_its_clause() {
    let engine = Scripted::new(&["costs"]).external();
    let asked = engine.asked();
    let reported = reported(&table(&one(), engine), "costs");
    assert!(reported.starts_with("specific"), "{reported}");
    let times = |off: &str| played_without(asked, off).iter().filter(|name| *name == "one").count();
    assert_eq!((times("costs"), times("")), (1 + 88, 1 + 88), "without the switch, and with every switch on");
    // A switch that is ignored in one run of ten passes 88 runs with the probability 0.9^88.
    assert!(0.9_f64.powi(88) < 1e-4);
}

#[test]
fn a_built_in_engine_is_repeated_once() {
    let engine = Scripted::new(&["costs"]);
    let asked = engine.asked();
    assert!(reported(&table(&one(), engine), "costs").starts_with("specific"));
    let times = |off: &str| played_without(asked, off).iter().filter(|name| *name == "one").count();
    assert_eq!((times("costs"), times("")), (2, 1));
}

#[test]
fn a_switch_that_is_ignored_in_one_run_of_ten_proves_nothing() {
    for offset in 0..10 {
        let slip = move |number: usize, task: &Task| {
            ((number + offset).is_multiple_of(10) && !task.without.is_empty()).then(|| with_every_switch_on(task))
        };
        let reported = reported(&table(&one(), unsteady(&["costs"], slip)), "costs");
        assert!(!reported.starts_with("specific"), "{offset}: {reported}");
        if reported.starts_with("(a)") {
            assert!(reported.contains("of the run without it has another outcome"), "{reported}");
        }
    }
}

#[test]
fn nor_does_one_that_is_ignored_by_chance() {
    for seed in 1..=200_u64 {
        let slip = move |number: usize, task: &Task| {
            // SplitMix64.
            let state = (seed << 32 | number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((state ^ (state >> 31)).is_multiple_of(10) && !task.without.is_empty()).then(|| with_every_switch_on(task))
        };
        let reported = reported(&table(&one(), unsteady(&["costs"], slip)), "costs");
        assert!(!reported.starts_with("specific"), "{seed}: {reported}");
    }
}

#[test]
fn an_engine_that_is_unsteady_with_every_switch_on_proves_nothing() {
    // The clause itself applies only in most runs; the mutant is deterministic.
    let slip = |number: usize, task: &Task| {
        (number % 30 == 29 && task.without.is_empty()).then(|| with_every_switch_on(task).with_off(["costs"]))
    };
    let reported = reported(&table(&one(), unsteady(&["costs"], slip)), "costs");
    assert!(reported.starts_with("(a) by toy/case/one#0: repetition "), "{reported}");
    assert!(reported.ends_with("of the run with every switch on has another outcome"), "{reported}");
}

#[test]
fn other_scenarios_do_not_make_up_for_one_that_does_not_repeat() {
    // Only the simplest scenario is unsteady.
    let scenarios = [named("a", PAYS, &[costs()]), named("b", &format!("{PAYS}, {{wait: {{}}}}"), &[costs()])];
    let slip = |number: usize, task: &Task| {
        (number % 10 == 9 && !task.without.is_empty() && task.given["name"] == json!("a"))
            .then(|| with_every_switch_on(task))
    };
    let reported = reported(&table(&scenarios, unsteady(&["costs"], slip)), "costs");
    assert!(reported.starts_with("(a) by toy/case/a#0: "), "{reported}");
}

#[test]
fn a_mutant_that_does_not_repeat_proves_none_of_its_clauses() {
    let pays = "{act: {by: both, sets: {coins: 3, light: on}}}";
    let scenarios = [named("a", pays, &[costs()]), named("b", pays, &[lights()])];
    let slip = |number: usize, task: &Task| {
        (number % 10 == 9 && !task.without.is_empty() && task.given["name"] == json!("b"))
            .then(|| with_every_switch_on(task))
    };
    table(&scenarios, unsteady(&["both"], slip)).mutant("both", |mutant| {
        let shortcomings: Vec<String> = mutant.specificities.values().map(|it| it.shortcoming()).collect();
        assert_eq!(shortcomings.len(), 2);
        assert!(shortcomings.iter().all(|it| it.starts_with("(a) repetition ")), "{shortcomings:?}");
    });
}

/// Records the progress of a run.
#[derive(Default)]
struct Meter {
    expected: AtomicUsize,
    done: AtomicUsize,
    totals: AtomicUsize,
}

impl Progress for Meter {
    fn begin(&self, length: usize, _doing: &'static str) {
        self.expected.store(length, Ordering::Relaxed);
        self.done.store(0, Ordering::Relaxed);
    }

    fn extend(&self, more: usize) {
        self.expected.fetch_add(more, Ordering::Relaxed);
    }

    fn tick(&self) {
        let (done, expected) = (self.done.fetch_add(1, Ordering::Relaxed) + 1, self.expected.load(Ordering::Relaxed));
        assert!(done <= expected, "{done}/{expected}");
    }

    fn end(&self) {
        let (done, expected) = (self.done.load(Ordering::Relaxed), self.expected.load(Ordering::Relaxed));
        assert_eq!(done, expected, "the total is what was done");
        self.totals.fetch_add(expected, Ordering::Relaxed);
    }
}

#[test]
fn lint_shows_progress_for_every_scenario() {
    let scenarios = [named("a", PAYS, &[costs()]), named("b", PAYS, &[costs()])];
    let table = table(&scenarios, Scripted::new(&["costs"]));
    let meter = Meter::default();
    lint::goldens(&table.suite, &[], 2, &meter);
    assert_eq!(meter.totals.load(Ordering::Relaxed), 2);
}

#[test]
fn progress_never_exceeds_its_total_and_reaches_it() {
    let scenarios = [named("a", PAYS, &[costs()]), named("b", "{act: {by: light, sets: {light: on}}}", &[lights()])];
    let table = table(&scenarios, Scripted::new(&["costs", "light"]));
    for maker in [Scripted::new(&["costs", "light"]), Scripted::new(&["costs", "light"]).external()] {
        let asked = maker.asked();
        let seats = Seats::from([("toy".to_owned(), Seat::reference(Box::new(maker)))]);
        let meter = Meter::default();
        let mut run = Run::new(&table.suite, &seats, 2, &meter);
        (run.keep, run.proving) = (Retention::Firings, Some(Proving::default()));
        run.findings();
        let all = asked.lock().expect("no panic").len();
        assert_eq!(meter.totals.load(Ordering::Relaxed), all, "every run is counted");
    }
}
