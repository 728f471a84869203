//! The cost of evidence as ratios within one run: `prove` to `verify`, and the search for causes to the whole matrix.

use std::path::Path;
use std::process::Command;
use std::time::Duration;
use std::time::Instant;

use truthsayer::builtin_engines;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::judge::play_and_judge::Retention;
use truthsayer_oracle::run::NoProgress;
use truthsayer_oracle::run::Run;
use truthsayer_oracle::run::proving::Proving;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::project::Project;

const ROUNDS: usize = 5;

fn main() {
    let project = Project::load(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the shipped project");
    let (suite, problems) = Suite::load(project, 1);
    assert!(problems.is_empty(), "{problems:?}");
    let seats = builtin_engines::seats();
    let run = || Run::new(&suite, &seats, 1, &NoProgress);
    let seed_engine = suite.project.profiles["seed-engine"].without.clone();
    let altered = || Run { without: seed_engine.clone(), ..run() };

    let verify = best(|| run().findings());
    let prove = best(|| Run { proving: Some(Proving::default()), keep: Retention::Firings, ..run() }.findings());
    println!("verify {verify:?}, prove {prove:?}: ratio {:.1} (bar: 7)", ratio(prove, verify));
    let weak = Some(Proving { weak: true, ..Proving::default() });
    let weak = best(|| Run { proving: weak.clone(), keep: Retention::Firings, ..run() }.findings());
    println!("weak evidence {weak:?}: ratio {:.2} to prove", ratio(weak, prove));
    let causes = best(|| altered().findings());
    println!("verify without 13 clauses, with causes {causes:?}: ratio {:.1} to verify", ratio(causes, verify));
    let everything = Some(Proving { everything: true, ..Proving::default() });
    // One run is enough, because it takes by far the longest.
    let whole = timed(|| Run { proving: everything.clone(), keep: Retention::Firings, ..run() }.findings());
    let cost = ratio(causes.saturating_sub(verify), whole);
    println!("whole matrix {whole:?}: causes cost {cost:.3} of it (bar: 1)");
    let (prove, gate) = (command("prove"), command("gate"));
    println!("`prove` {prove:?}, `gate` {gate:?}: ratio {:.2} (bar: 1.2)", ratio(gate, prove));
}

/// The shortest wall time of several runs of a command on the shipped suites.
fn command(name: &str) -> Duration {
    let run = || {
        let start = Instant::now();
        let root = env!("CARGO_MANIFEST_DIR");
        let output =
            Command::new(env!("CARGO_BIN_EXE_truthsayer")).arg(name).current_dir(root).env("CI", "true").output();
        assert!(output.expect("the binary runs").status.success(), "{name}");
        start.elapsed()
    };
    (0..ROUNDS).map(|_| run()).min().unwrap_or_default()
}

fn ratio(one: Duration, other: Duration) -> f64 {
    one.as_secs_f64() / other.as_secs_f64().max(1e-9)
}

fn timed<'s>(work: impl FnOnce() -> Findings<'s>) -> Duration {
    let start = Instant::now();
    let findings = work();
    let time = start.elapsed();
    drop(findings);
    time
}

/// The shortest of several runs, to reduce the influence of other programs.
fn best<'s>(mut work: impl FnMut() -> Findings<'s>) -> Duration {
    (0..ROUNDS).map(|_| timed(&mut work)).min().unwrap_or_default()
}
