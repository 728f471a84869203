//! Runs tests: each one alone, to record which mutants it reaches; then for every mutant the tests that reach it.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::Path;
use std::path::PathBuf;
use std::process::Child;
use std::process::Command;
use std::process::Stdio;
use std::sync::Mutex;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;
use std::time::Instant;

use crate::breakage::Breakage;
use crate::copy::Copy;

/// Time limit for the tests of a mutant, as a multiple of the processor time of all tests, plus these seconds. A mutant
/// that takes longer counts as killed. Wall time only stops tests that wait forever.
const TIMES: f64 = 1.5;
const MORE: f64 = 1.0;
const CLOCK: Duration = Duration::from_secs(300);
/// Slow tests that check nothing more than the others.
const SLOW: &[&str] = &[
    "cli::commands::watch::tests::a_round_says_what_a_fresh_run_of_the_same_selection_would",
    "rulebook::clause_split::tests::a_huge_line_takes_no_more_than_its_length",
    "suite::fixture::tests::a_heavy_fixture_can_be_used_only_so_often",
    "rulebook::tests::a_file_with_too_many_clauses_is_left_out",
];
/// Memory limit in kilobytes, for mutants with endless loops.
const MEMORY: u64 = 4_000_000;

/// A test: the index of its test program in `programs`, and its name.
pub type Test = (usize, String);

pub struct Trials<'a> {
    copy: &'a Copy,
    programs: Vec<PathBuf>,
    /// Maximum processor time of each program, in seconds.
    limits: Vec<u64>,
    tests: Vec<Test>,
    /// Number of tests that run in parallel.
    jobs: usize,
}

impl Trials<'_> {
    pub fn new(copy: &Copy, programs: Vec<PathBuf>, jobs: Option<usize>) -> io::Result<Trials<'_>> {
        let jobs = jobs.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
        let mut trials = Trials { copy, programs, limits: Vec::new(), tests: Vec::new(), jobs };
        for at in 0..trials.programs.len() {
            let listed = trials.command(&trials.programs[at]).args(["--list", "--format", "terse"]).output()?;
            let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
            let names = listed.lines().filter_map(|line| line.strip_suffix(": test"));
            trials.tests.extend(names.filter(|name| !SLOW.contains(name)).map(|name| (at, name.to_owned())));
            trials.limits.push(trials.limit(at)?);
        }
        Ok(trials)
    }

    /// Returns the time limit of a test program: the time of all its tests without a mutant, plus a margin.
    fn limit(&self, program: usize) -> io::Result<u64> {
        let mut command = self.command(Path::new("sh"));
        command.args(["-c", "\"$@\" > /dev/null 2>&1; times", "sh"]).arg(&self.programs[program]);
        let output = command.args(SLOW.iter().flat_map(|name| ["--skip", name])).output()?;
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        let seconds = told.lines().nth(1).map_or(0.0, |line| line.split_whitespace().map(seconds).sum());
        Ok((MORE + TIMES * seconds).ceil() as u64)
    }

    /// Returns for each mutant the tests that reach it.
    pub fn reaches(&self) -> io::Result<HashMap<usize, Vec<Test>>> {
        let reached =
            in_parallel(self.jobs, &self.tests, |number, (program, name)| self.reached_by(number, *program, name));
        let reached: Vec<Vec<usize>> = reached.into_iter().collect::<io::Result<_>>()?;
        let mut all: Vec<(&Test, Vec<usize>)> = self.tests.iter().zip(reached).collect();
        // Tests that reach few mutants come first: they are most likely to kill this one.
        all.sort_by_key(|(_, numbers)| numbers.len());
        let mut reaches: HashMap<usize, Vec<Test>> = HashMap::new();
        for (test, numbers) in all {
            numbers.into_iter().for_each(|number| reaches.entry(number).or_default().push(test.clone()));
        }
        Ok(reaches)
    }

    fn reached_by(&self, number: usize, program: usize, name: &str) -> io::Result<Vec<usize>> {
        let notes = self.copy.built.join(format!("reached-{number}"));
        fs::write(&notes, "")?;
        let mut command = self.command(&self.programs[program]);
        // A number without a mutant, so that a panic ends the program as it does later.
        command.env("BREAKS_REACHED", &notes).env("BREAK", "999999").args([name, "--exact"]);
        let passes = command.stdout(Stdio::null()).stderr(Stdio::null()).status()?.success();
        let reached = fs::read_to_string(&notes)?;
        fs::remove_file(&notes)?;
        if !passes {
            eprintln!("left out, as it fails with nothing broken: {name}");
            return Ok(Vec::new());
        }
        Ok(reached.lines().filter_map(|line| line.parse().ok()).collect())
    }

    /// For each of these mutants, whether it survives. Each survivor is printed at once, because the whole run takes
    /// long.
    pub fn survive(&self, breaks: &[Breakage], reaches: &HashMap<usize, Vec<Test>>) -> Vec<bool> {
        let done = AtomicUsize::new(0);
        in_parallel(self.jobs, breaks, |_, it| {
            let tests = reaches.get(&it.number).map_or(&[] as &[Test], Vec::as_slice);
            let survives = in_turn(tests).into_iter().all(|asked| self.all_pass(asked, it.number));
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            if survives {
                eprintln!("[{done} of {}] {}", breaks.len(), it.location_and_change());
            }
            survives
        })
    }

    fn all_pass(&self, tests: &[Test], number: usize) -> bool {
        (0..self.programs.len()).all(|program| {
            let own = tests.iter().filter(|test| test.0 == program);
            let names: Vec<&str> = own.map(|test| test.1.as_str()).collect();
            names.is_empty() || self.pass(program, number, &names)
        })
    }

    fn pass(&self, program: usize, number: usize, tests: &[&str]) -> bool {
        let limits = format!("ulimit -t {}; ulimit -v {MEMORY}; ulimit -c 0; exec \"$@\"", self.limits[program]);
        let mut command = self.command(Path::new("sh"));
        command.args(["-c", &limits, "sh"]).arg(&self.programs[program]);
        command.args(tests).args(["--exact", "--test-threads", "1"]).env("BREAK", number.to_string());
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        child.is_ok_and(|child| ends_well(child, CLOCK))
    }

    /// Returns a command that runs in the copied source folder, with a fixed random seed and without backtraces.
    fn command(&self, program: &Path) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.copy.folder).env("PROPTEST_RNG_SEED", "1965").env("RUST_BACKTRACE", "0");
        command.env("PROPTEST_DISABLE_FAILURE_PERSISTENCE", "1").stdin(Stdio::null());
        command
    }
}

/// A few tests, then more, then the rest: most mutants are killed by the first tests.
fn in_turn(tests: &[Test]) -> [&[Test]; 3] {
    const FEW: usize = 8;
    const SOME: usize = 40;
    let (few, rest) = tests.split_at(FEW.min(tests.len()));
    let (some, rest) = rest.split_at(SOME.min(rest.len()));
    [few, some, rest]
}

/// Parses the output of the shell command `times`: `0m1.25s`.
fn seconds(told: &str) -> f64 {
    let (minutes, seconds) = told.trim_end_matches('s').split_once('m').unwrap_or(("0", "0"));
    60.0 * minutes.parse().unwrap_or(0.0) + seconds.parse().unwrap_or(0.0)
}

fn ends_well(mut child: Child, limit: Duration) -> bool {
    let begun = Instant::now();
    let mut pause = Duration::from_millis(2);
    while begun.elapsed() < limit {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) => thread::sleep(pause),
            Err(_) => return false,
        }
        pause = (pause * 2).min(Duration::from_millis(50));
    }
    let _ = child.kill();
    let _ = child.wait();
    false
}

/// Calls a function for each item in parallel. Keeps the order.
fn in_parallel<T: Sync, R: Send>(jobs: usize, all: &[T], work: impl Fn(usize, &T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::new());
    let one = || {
        while let Some((at, it)) = Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|at| Some((at, all.get(at)?))) {
            let answer = work(at, it);
            done.lock().expect("no panic expected").push((at, answer));
        }
    };
    thread::scope(|scope| (0..jobs).for_each(|_| drop(scope.spawn(one))));
    let mut done = done.into_inner().expect("no panic expected");
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, answer)| answer).collect()
}
