//! The speed of scenarios over the protocol, as a ratio to the same scenarios in this process.
//!
//! The shipped scenarios are played on each built-in engine: in this process, and behind `truthsayer engine NAME`
//! with one process per job. It asserts no time.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;
use std::time::Instant;

use truthsayer::builtin_engines;
use truthsayer_oracle::base::parallel;
use truthsayer_oracle::engines::process::Processes;
use truthsayer_oracle::engines::process::launch::Launch;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::project::Project;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;

/// Enough tasks to make the start-up time of the processes negligible.
const TASKS: usize = 10_000;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let (suite, problems) = Suite::load(Project::load(root).expect("a project"), cores);
    assert!(problems.is_empty(), "{problems:?}");
    for name in builtin_engines::names() {
        let maker = builtin_engines::by_name(name).expect("an engine");
        let game = maker.profile().game.clone();
        let own = suite.scenarios.iter().filter(|scenario| scenario.game == game);
        let tasks: Vec<Task> = own.map(|scenario| scenario.task(&[])).collect();
        if tasks.is_empty() {
            continue;
        }
        let many: Vec<&Task> = tasks.iter().cycle().take(TASKS).collect();
        let served = served(name);
        for count in [1, cores] {
            let inside = best(&many, maker.as_ref(), count);
            let outside = best(&many, &served, count);
            println!(
                "{name}, {count} jobs: in process {:.0}/s, through the protocol {:.0}/s (bar: 5000/s on two cores), ratio {:.2}",
                rate(inside),
                rate(outside),
                outside.as_secs_f64() / inside.as_secs_f64().max(1e-9)
            );
        }
    }
}

fn served(name: &str) -> Processes {
    let command = [env!("CARGO_BIN_EXE_truthsayer"), "engine", name].map(str::to_owned).to_vec();
    let (timeout, startup) = (Launch::TIMEOUT, Launch::STARTUP);
    let launch = Launch { command, folder: ".".into(), environment: BTreeMap::new(), timeout, startup };
    Processes::new(launch, None, None)
}

fn rate(time: Duration) -> f64 {
    TASKS as f64 / time.as_secs_f64().max(1e-9)
}

/// The best of three: other programs can only make it slower.
fn best(tasks: &[&Task], maker: &dyn EngineMaker, count: usize) -> Duration {
    let timed = (0..3).map(|_| {
        let start = Instant::now();
        let played = parallel::map_with(
            count,
            tasks,
            || maker.engine(),
            |engine, task| matches!(engine.play(task), Ok(Reply::Played(_))),
        );
        assert!(played.iter().all(|played| *played), "a task was not played");
        start.elapsed()
    });
    timed.min().unwrap_or_default()
}
