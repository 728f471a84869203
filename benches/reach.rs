//! Reach of a hunt: it starts from the fixtures and a tenth of the scenario files of each shipped suite. Counts the
//! switches for which it finds a task with a different outcome, and lists the others.
//!
//! The budget is processor time, so that a busy machine gives the same figure as an idle one: 1,200 seconds for all
//! games, as much as ten minutes on two cores. `REACH_SECONDS` sets another budget, `REACH_GAME` selects one game,
//! and `REACH_SEED` sets the seed. It asserts no time.

use std::env;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering;
use std::time::Duration;

use truthsayer::builtin_engines;
use truthsayer_oracle::base::hash;
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
use truthsayer_protocol::Task;

/// Ten minutes on two cores.
const WHOLE: f64 = 1200.0;
const JOBS: usize = 2;
/// The hunt starts from one of this number of scenario files.
const EVERY: u64 = 10;

static ENOUGH: AtomicBool = AtomicBool::new(false);

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (suite, problems) = Suite::load(Project::load(root).expect("a project"), JOBS);
    assert!(problems.is_empty(), "{problems:?}");
    let only = env::var("REACH_GAME").ok();
    let games: Vec<&str> =
        builtin_engines::names().filter(|game| only.as_deref().is_none_or(|only| only == *game)).collect();
    let share = number("REACH_SECONDS").unwrap_or(WHOLE) / games.len().max(1) as f64;
    let (mut found, mut all) = (0, 0);
    for game in games {
        let (reached, switches) = reach(&suite, game, share);
        (found, all) = (found + reached, all + switches);
    }
    println!("together {found} of {all} switches, {:.1} % (bar: 95)", 100.0 * found as f64 / all.max(1) as f64);
}

fn number(name: &str) -> Option<f64> {
    env::var(name).ok().map(|text| text.parse().expect("a number"))
}

/// Hunts for all switches of a game: how many were found, and how many there are.
fn reach(suite: &Suite, game: &str, seconds: f64) -> (usize, usize) {
    let maker = builtin_engines::by_name(game).expect("an engine");
    let mut switches: Vec<String> = maker.profile().switches.iter().map(|note| note.name.clone()).collect();
    switches.sort_unstable();
    let count = switches.len();
    let (start, plain) = known(suite, game);
    let clauses = suite.book.clauses().filter(|id| id.game() == game);
    let begun = processor_time();
    ENOUGH.store(false, Ordering::Relaxed);
    let hunt = Hunt {
        contest: Sides::Switches {
            side: Side { name: game.to_owned(), engine: game.to_owned(), maker: maker.as_ref(), without: Vec::new() },
            switches,
        },
        start,
        plain,
        words: builtin_engines::words(game).unwrap_or_default(),
        clauses: clauses.map(|id| suite.book.clause_text(&id).to_owned()).collect(),
        tolerance: suite.project.tolerances.get(game).cloned().unwrap_or_default(),
        seed: number("REACH_SEED").map_or(1, |seed| seed as u64),
        jobs: JOBS,
        // The time limit is never reached, but with one the hunt avoids slow tasks, as it does for users.
        budget: Budget::new(Some(Duration::from_secs(86_400)), None, &ENOUGH),
        watch: &ProcessorTimeLimit { end: begun + seconds },
    };
    let catch = hunt.run();
    print_catch(game, &hunt, &catch, processor_time() - begun);
    (count - catch.without_finding.len(), count)
}

/// Whether a hunt starts from a file. Its name decides, so that a new file does not exchange all others.
fn is_chosen(file: &str) -> bool {
    let hash = u64::from_str_radix(&hash::of(&[file]), 16).expect("a hash");
    hash.is_multiple_of(EVERY)
}

/// A tenth of the scenario files with all their rows, all fixtures, and the values in them.
fn known(suite: &Suite, game: &str) -> (Vec<Start>, Plain) {
    let starts_here = |id: &str| id.split('[').next().is_some_and(is_chosen);
    let chosen = suite.scenarios.iter().filter(|scenario| scenario.game == game && starts_here(&scenario.id));
    let mut start: Vec<Start> =
        chosen.map(|scenario| Start { id: scenario.id.clone(), task: scenario.task(&[]), is_known: false }).collect();
    let mut plain = Plain::default();
    for (name, fixture) in suite.fixtures.get(game).into_iter().flat_map(|fixtures| fixtures.all()) {
        plain.learn(&fixture.given, "given");
        let task = Task::new(fixture.set_up(), Vec::new());
        start.push(Start { id: format!("{game}/fixtures/{name}"), task, is_known: false });
    }
    (start, plain)
}

fn print_catch(game: &str, hunt: &Hunt<'_>, catch: &Catch, seconds: f64) {
    let all = hunt.contest.rivals();
    let found = all - catch.without_finding.len();
    println!(
        "{game}: {found} of {all} switches in {seconds:.0} s of processor time, {} made up, {} plays, {} kept",
        catch.attempts, catch.plays, catch.pool
    );
    let mut steps: Vec<usize> = catch.findings.iter().map(|finding| finding.task.when.len()).collect();
    steps.sort_unstable();
    println!("  steps: {:?} in the median, {:?} at most", steps.get(steps.len() / 2), steps.last());
    let mut last: Vec<&_> = catch.findings.iter().collect();
    last.sort_by_key(|finding| std::cmp::Reverse(finding.after));
    for finding in last.iter().take(5) {
        println!("  late: {} after {} were made up", hunt.contest.rival_name(finding.rival), finding.after);
    }
    for (rival, tries) in &catch.without_finding {
        println!("  not found: {}, turned off {tries} times", hunt.contest.rival_name(*rival));
    }
}

/// Ends a hunt when its share of processor time is used up.
struct ProcessorTimeLimit {
    end: f64,
}

impl HuntObserver for ProcessorTimeLimit {
    fn progress(&self, catch: &Catch, _spent: Option<(u64, u64)>) {
        if catch.attempts.is_multiple_of(64_000) {
            eprintln!("{} findings after {} made up, {:.0} s", catch.findings.len(), catch.attempts, processor_time());
        }
        if processor_time() >= self.end {
            ENOUGH.store(true, Ordering::Relaxed);
        }
    }
}

/// Processor time of all threads of this process in seconds. Linux counts it in hundredths of a second.
fn processor_time() -> f64 {
    let line = fs::read_to_string("/proc/self/stat").expect("Linux keeps the time that a process has used");
    let fields: Vec<&str> = line.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<f64>().ok()).unwrap_or(0.0);
    (ticks(11) + ticks(12)) / 100.0
}
