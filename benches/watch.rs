//! The cost of a round of `watch` on the shipped suites compared with a whole `verify`: in processor time, which other
//! programs hardly affect, as a ratio, and in wall time from saving a file to the end of the result.

use std::fs;
use std::path::Path;
use std::process::Child;
use std::process::Command;
use std::process::Stdio;
use std::thread;
use std::time::Duration;
use std::time::Instant;

const BINARY: &str = env!("CARGO_BIN_EXE_truthsayer");
const ROUNDS: usize = 11;
/// The end of a round without a terminal.
const END: &str = "--------\n";

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR"));
    for name in ["rules", "scenarios", "golden", "truthsayer.yaml", "floor.yaml"] {
        copy(&shipped.join(name), &folder.path().join(name));
    }
    let before = children();
    (0..ROUNDS).for_each(|_| verify(folder.path()));
    let whole = (children() - before) / ROUNDS as u32;
    println!("verify of everything: {whole:?} of processor time, the mean of {ROUNDS}");
    let watching = Watching::begin(folder.path());
    // A file stamp is trusted only two seconds after the last write.
    thread::sleep(Duration::from_secs(3));
    watching.round(folder.path(), "truthsayer.yaml");
    for path in [
        "scenarios/dune/survival/leader-stays-alone.yaml",
        "golden/dune/survival/leader-stays-alone.yaml",
        "scenarios/dune/fixtures/leader-duel.yaml",
        "rules/dune/battle.md",
        "rules/dune/catalog.yaml",
        "truthsayer.yaml",
    ] {
        let before = watching.processor();
        let mut clock: Vec<Duration> = (0..ROUNDS).map(|_| watching.round(folder.path(), path)).collect();
        let processor = (watching.processor() - before) / ROUNDS as u32;
        clock.sort();
        let clock = clock[ROUNDS / 2];
        let ratio = processor.as_secs_f64() / whole.as_secs_f64().max(1e-9);
        println!("{path}: {processor:?} of processor time, {ratio:.2} of verify; {clock:?} on the clock (median)");
    }
}

fn copy(from: &Path, to: &Path) {
    for entry in walkdir::WalkDir::new(from).into_iter().flatten().filter(|entry| entry.file_type().is_file()) {
        let target = to.join(entry.path().strip_prefix(from).expect("below"));
        let target = if from.is_file() { to.to_path_buf() } else { target };
        fs::create_dir_all(target.parent().expect("a folder")).expect("a folder");
        fs::copy(entry.path(), target).expect("a copy");
    }
}

fn verify(folder: &Path) {
    let status = Command::new(BINARY).args(["verify", "-q"]).current_dir(folder).status().expect("a run");
    assert!(status.success());
}

/// A run of `watch` that writes its rounds to a file.
struct Watching {
    child: Child,
    results: tempfile::NamedTempFile,
}

impl Watching {
    fn begin(folder: &Path) -> Watching {
        let results = tempfile::NamedTempFile::new().expect("a file");
        let mut command = Command::new(BINARY);
        let stdout = results.reopen().expect("the file");
        command.current_dir(folder).arg("watch").stdin(Stdio::null()).stdout(stdout).stderr(Stdio::null());
        let watching = Watching { child: command.spawn().expect("the binary runs"), results };
        watching.wait_for(1);
        watching
    }

    fn rounds(&self) -> usize {
        fs::read_to_string(self.results.path()).unwrap_or_default().matches(END).count()
    }

    fn wait_for(&self, rounds: usize) {
        while self.rounds() < rounds {
            thread::sleep(Duration::from_micros(500));
        }
    }

    fn processor(&self) -> Duration {
        ticks(&format!("/proc/{}/stat", self.child.id()), 11)
    }

    /// Saves a file with one line more or less. Returns the time until the result appears.
    fn round(&self, folder: &Path, path: &str) -> Duration {
        let text = fs::read_to_string(folder.join(path)).expect("text");
        let text = text.strip_suffix("\n\n").map_or_else(|| format!("{text}\n"), |rest| format!("{rest}\n"));
        let rounds = self.rounds();
        let begun = Instant::now();
        fs::write(folder.join(path), text).expect("a file");
        self.wait_for(rounds + 1);
        let clock = begun.elapsed();
        // Wait between two saves.
        thread::sleep(Duration::from_millis(100));
        clock
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The processor time of all runs that have ended.
fn children() -> Duration {
    ticks("/proc/self/stat", 13)
}

/// User time and system time, in hundredths of a second.
fn ticks(path: &str, at: usize) -> Duration {
    let status = fs::read_to_string(path).unwrap_or_default();
    let fields: Vec<&str> = status.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks = |at: usize| fields.get(at).and_then(|field| field.parse::<u64>().ok()).unwrap_or(0);
    Duration::from_millis((ticks(at) + ticks(at + 1)) * 10)
}
