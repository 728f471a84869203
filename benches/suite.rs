//! The time of a whole run, as a ratio to only parsing its scenario files with the same reader.
//!
//! Ten thousand scenarios are made from the shipped ones, with their goldens, in a temporary folder. It asserts no
//! time: machines differ, and ratios differ much less.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use std::time::Instant;

use truthsayer::builtin_engines;
use truthsayer_oracle::base::atomic_write;
use truthsayer_oracle::base::parallel;
use truthsayer_oracle::base::project_files;
use truthsayer_oracle::base::safe_read;
use truthsayer_oracle::base::source::SourceFile;
use truthsayer_oracle::base::yaml;
use truthsayer_oracle::evidence::cause::Diagnosis;
use truthsayer_oracle::evidence::coverage::Coverage;
use truthsayer_oracle::judge::play_and_judge::PlayAndJudge;
use truthsayer_oracle::judge::play_and_judge::Retention;
use truthsayer_oracle::judge::verdict::Verdict;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::project::Project;
use truthsayer_oracle::suite::scenario::Scenario;
use truthsayer_protocol::EngineMaker;

const SCENARIOS: usize = 10_000;
const ROUNDS: usize = 7;

/// Runs a project in a separate process and returns its peak memory.
const MEMORY_OF: &str = "MEMORY_OF";

fn main() {
    if let Ok(folder) = std::env::var(MEMORY_OF) {
        run(Path::new(&folder), 2);
        println!("{}", peak_memory().unwrap_or(0));
        return;
    }
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let files = multiply(shipped, folder.path());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    accept(folder.path(), cores);
    println!("{files} scenario files, {cores} cores, best of {ROUNDS}");
    for count in [1, cores] {
        // Interleaved, so that other programs affect both alike.
        let (mut parse, mut whole) = (Duration::MAX, Duration::MAX);
        for _ in 0..ROUNDS {
            parse = parse.min(timed(|| parse_only(folder.path(), count)));
            whole = whole.min(timed(|| {
                run(folder.path(), count);
            }));
        }
        println!("  {count} jobs: parse {parse:?}, whole run {whole:?}, ratio {:.2} (bar: 2)", ratio(whole, parse));
    }
    let start_up = best(|| {
        run(shipped, cores);
    });
    let reading = best(|| {
        load(shipped, cores);
    });
    println!("shipped suite: read {reading:?} (bar: 50 ms to start); read, played and judged {start_up:?}");
    println!("peak memory of a whole run: {} MiB (bar: 200 MiB at {SCENARIOS} scenarios)", memory_of(folder.path()));
}

fn ratio(one: Duration, other: Duration) -> f64 {
    one.as_secs_f64() / other.as_secs_f64().max(1e-9)
}

fn timed(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn best(mut work: impl FnMut()) -> Duration {
    (0..ROUNDS).map(|_| timed(&mut work)).min().unwrap_or_default()
}

fn read_all(root: &Path, folder: &str) -> Vec<Arc<SourceFile>> {
    let paths = project_files::list(root, folder, &["md", "yaml"]).paths;
    paths.iter().map(|path| safe_read::read(root, path).expect("a file")).collect()
}

/// Copies the shipped scenarios under new names until there are enough of them.
fn multiply(shipped: &Path, target: &Path) -> usize {
    fs::copy(shipped.join("truthsayer.yaml"), target.join("truthsayer.yaml")).expect("a project file");
    for folder in ["rules", "scenarios"] {
        for file in read_all(shipped, folder) {
            if folder == "rules" || file.path.contains("/fixtures/") {
                atomic_write::write(target, &file.path, &file.text).expect("a copy");
            }
        }
    }
    let scenarios = read_all(shipped, "scenarios");
    let scenarios: Vec<_> = scenarios
        .iter()
        .filter(|file| !file.path.contains("/fixtures/") && !file.text.contains("\nexamples:"))
        .collect();
    for number in 0..SCENARIOS {
        let file = scenarios[number % scenarios.len()];
        let path = file.path.replace(".yaml", &format!("-{number}.yaml"));
        atomic_write::write(target, &path, &file.text).expect("a copy");
    }
    SCENARIOS
}

fn load(root: &Path, job_count: usize) -> Suite {
    let project = Project::load(root).expect("a project");
    let (suite, problems) = Suite::load(project, job_count);
    assert!(problems.is_empty(), "{problems:?}");
    suite
}

/// Accepts all outcomes, a few at a time, so that the peak of memory stays that of a run.
fn accept(root: &Path, job_count: usize) {
    let suite = load(root, job_count);
    let trial = PlayAndJudge { job_count, ..PlayAndJudge::of(&suite.project, Retention::Outcomes) };
    for (maker, chosen) in by_game(&suite) {
        for some in chosen.chunks(100) {
            for judged in trial.run(some, maker.as_ref()) {
                let path = root.join(suite.project.goldens().path(&judged.scenario.id));
                fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
                fs::write(path, judged.play.rendered.unwrap_or_default()).expect("a golden");
            }
        }
    }
}

/// The scenarios of each game with its engine.
fn by_game(suite: &Suite) -> Vec<(Box<dyn EngineMaker>, Vec<&Scenario>)> {
    let of = |(game, engine): (&String, &String)| {
        let own = suite.scenarios.iter().filter(|scenario| scenario.game == *game).collect();
        (builtin_engines::by_name(engine).expect("an engine"), own)
    };
    suite.project.games.iter().map(of).collect()
}

fn parse_only(root: &Path, job_count: usize) {
    let paths = project_files::list(root, "scenarios", &["yaml"]).paths;
    let nodes = parallel::map(job_count, &paths, |path| {
        let file = safe_read::read(root, path).expect("a file");
        yaml::read(&file).expect("YAML")
    });
    assert!(nodes.len() >= SCENARIOS);
}

fn run(root: &Path, job_count: usize) -> usize {
    let suite = load(root, job_count);
    let trial = PlayAndJudge { job_count, ..PlayAndJudge::of(&suite.project, Retention::Verdicts) };
    let played = by_game(&suite).into_iter().flat_map(|(maker, chosen)| trial.run(&chosen, maker.as_ref()));
    let judged: Vec<_> = played.collect();
    let coverage = Coverage::tally(&suite, &judged, &[], &[], &Diagnosis::default(), BTreeMap::new());
    let passing = judged.iter().filter(|judged| judged.verdict == Verdict::Pass).count();
    assert_eq!(passing, suite.scenarios.len());
    assert!(!coverage.entries.is_empty());
    passing
}

fn memory_of(root: &Path) -> String {
    let program = std::env::current_exe().expect("this program");
    let output = std::process::Command::new(program).env(MEMORY_OF, root).output().expect("a run");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// The peak memory that Linux reports; `None` on other systems.
fn peak_memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<u64>().ok().map(|kib| kib / 1024)
}
