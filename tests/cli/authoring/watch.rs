//! `watch`: affected scenarios run again after a save. No test asserts a time.

use std::fs;
use std::process::Child;
use std::process::Command;
use std::process::Stdio;
use std::thread;
use std::time::Duration;
use std::time::Instant;

use rustix::process::Pid;
use rustix::process::Signal;

use crate::project::DUEL;
use crate::project::Project;

/// Maximum waiting time for a round, long enough for the slowest machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// The end of a round without a terminal.
const END: &str = "--------\n";

/// A run of `watch` whose results go to a file.
struct Watching {
    child: Child,
    results: tempfile::NamedTempFile,
    rounds: usize,
}

impl Watching {
    fn begin(project: &Project, arguments: &[&str], environment: &[(&str, &str)]) -> Watching {
        let results = tempfile::NamedTempFile::new().expect("a file");
        let mut command = Command::new(env!("CARGO_BIN_EXE_truthsayer"));
        let stdout = results.reopen().expect("the file");
        command.current_dir(project.path("")).arg("watch").args(arguments).stdin(Stdio::null()).stdout(stdout);
        command.stderr(Stdio::null()).env_remove("CI").envs(environment.iter().copied());
        Watching { child: command.spawn().expect("the binary runs"), results, rounds: 0 }
    }

    /// Waits for the next round.
    fn round(&mut self) -> String {
        let begun = Instant::now();
        loop {
            let text = fs::read_to_string(self.results.path()).expect("results");
            let reported: Vec<&str> = text.split_inclusive(END).filter(|round| round.ends_with(END)).collect();
            if let Some(round) = reported.get(self.rounds) {
                self.rounds += 1;
                return (*round).to_owned();
            }
            assert!(begun.elapsed() < PATIENCE, "no round after these:\n{text}");
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits for a round with this text. Earlier rounds may see a half-written file.
    #[track_caller]
    fn shows(&mut self, words: &str) -> String {
        let begun = Instant::now();
        loop {
            let round = self.round();
            if round.contains(words) {
                return round;
            }
            assert!(begun.elapsed() < PATIENCE, "`{words}` is not in\n{round}");
        }
    }

    fn interrupt(mut self) -> Option<i32> {
        let child = Pid::from_raw(self.child.id().cast_signed()).expect("a process");
        rustix::process::kill_process(child, Signal::INT).expect("a signal");
        self.child.wait().expect("an end").code()
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const PLAIN: &str = "scenarios/dune/duel/plain.yaml";

#[test]
fn a_saved_scenario_is_played_again_and_ctrl_c_is_130() {
    let project = Project::with_duel().file("scenarios/dune/duel/other.yaml", DUEL);
    project.run(&["bless"]).exits(0);
    let mut watching = Watching::begin(&project, &[], &[]);
    assert!(watching.round().contains("2 scenarios passed"));
    project.write(PLAIN, DUEL.replace("4 -> 0", "4 -> 1"));
    let round = watching.shows("fail dune/duel/plain");
    assert!(round.contains(&format!("saved {PLAIN}")) && round.contains("0 of 1 scenario passed, 1 failed"), "{round}");
    // Failures stay visible while other files are saved.
    project.write("scenarios/dune/duel/other.yaml", format!("{DUEL}\n"));
    let round = watching.shows("saved scenarios/dune/duel/other.yaml");
    assert!(round.contains("1 scenario passed") && round.contains("still dune/duel/plain: fail"), "{round}");
    project.write(PLAIN, DUEL);
    assert!(!watching.shows("1 scenario passed").contains("still"));
    assert_eq!(watching.interrupt(), Some(130));
}

#[test]
fn broken_yaml_is_reported_and_the_rest_runs() {
    let project = Project::with_duel().file("scenarios/dune/duel/other.yaml", DUEL);
    project.run(&["bless"]).exits(0);
    let mut watching = Watching::begin(&project, &[], &[]);
    watching.round();
    project.write(PLAIN, "scenario: [\n");
    let round = watching.shows("invalid YAML");
    assert!(round.contains("1 scenario could not be loaded"), "{round}");
    // A cited line changes outside the quoted words.
    let reworded = crate::project::RULES.replace("The total of a side", "The whole total of a side");
    project.write("rules/dune/battle.md", reworded);
    let round = watching.shows("saved rules/dune/battle.md");
    assert!(round.contains("invalid YAML") && round.contains("1 scenario passed"), "{round}");
    project.write("truthsayer.yaml", "games: 3\n");
    watching.shows("`games` must be a map");
    project.write("truthsayer.yaml", "games:\n  dune: {engine: dune}\n");
    watching.shows("saved truthsayer.yaml");
    project.write(PLAIN, DUEL);
    watching.shows("1 scenario passed");
}

#[test]
fn a_fixture_touches_those_that_use_it_and_a_broken_one_keeps_them_from_being_played() {
    let fixture = "fixture: A bank\ngiven: {bank: 90}\n";
    let user = DUEL.replacen("given:\n", "given:\n  use: bank\n", 1);
    assert_ne!(user, DUEL);
    let project = Project::with_duel()
        .file("scenarios/dune/fixtures/bank.yaml", "fixture: On it\ngiven: {use: base}\n")
        .file("scenarios/dune/fixtures/base.yaml", fixture)
        .file("scenarios/dune/duel/user.yaml", user);
    project.run(&["bless"]).exits(0);
    let mut watching = Watching::begin(&project, &[], &[]);
    assert!(watching.round().contains("2 scenarios passed"));
    project.write("scenarios/dune/fixtures/base.yaml", format!("{fixture}\n"));
    watching.shows("1 scenario passed");
    project.write("scenarios/dune/fixtures/base.yaml", format!("{fixture}tittle: x\n"));
    let round = watching.shows("a fixture has no key `tittle`");
    assert!(round.contains("1 scenario could not be loaded"), "{round}");
    fs::remove_file(project.path("scenarios/dune/fixtures/base.yaml")).expect("gone");
    watching.shows("no fixture");
    project.write("scenarios/dune/fixtures/base.yaml", fixture);
    watching.shows("1 scenario passed");
}

#[test]
fn goldens_catalogs_and_rules_touch_those_that_own_or_cite_them() {
    let project = Project::with_duel().file("rules/dune/other.md", "Nobody cites this.\n");
    let golden = project.read("golden/dune/duel/plain.yaml");
    let mut watching = Watching::begin(&project, &[], &[]);
    watching.round();
    project.write("rules/dune/other.md", "Nobody cites this yet.\n");
    watching.shows("no scenario cites a changed rule");
    let rules = project.read("rules/dune/battle.md");
    project.write("rules/dune/battle.md", rules.replace("Nobody may pass", "Nobody ever may pass"));
    watching.shows("no scenario cites a changed rule");
    project.write("golden/dune/duel/plain.yaml", golden.replace("-> 0", "-> 7"));
    let round = watching.shows("drifts dune/duel/plain");
    assert!(round.contains("1 drifted from its golden"), "{round}");
    project.write("rules/dune/catalog.yaml", "rules:\n");
    watching.shows("saved rules/dune/catalog.yaml");
    fs::rename(project.path("scenarios/dune/duel"), project.path("scenarios/dune/duels")).expect("a new name");
    watching.shows("the golden `golden/dune/duel/plain.yaml` has no scenario");
}

#[test]
fn nothing_is_written_whether_ci_is_set_or_not() {
    for environment in [&[][..], &[("CI", "true")]] {
        let project = Project::new().file(PLAIN, DUEL);
        let mut watching = Watching::begin(&project, &[], environment);
        assert!(watching.round().contains("1 scenario without a golden"));
        project.write(PLAIN, format!("{DUEL}\n"));
        watching.shows("1 has no golden");
        assert!(!project.exists("golden"), "something was written");
        // A folder that appears later is watched, too.
        project.run(&["bless"]).exits(0);
        watching.shows("1 scenario passed\n");
    }
}

#[test]
fn filters_and_wrong_usage() {
    let project = Project::with_duel().file("scenarios/dune/other/one.yaml", DUEL);
    project.run(&["bless"]).exits(0);
    project.run(&["watch", "dune/nowhere"]).exits(5);
    project.run(&["watch", "--engine", "nobody"]).exits(2);
    let mut watching = Watching::begin(&project, &["dune/other"], &[]);
    assert!(watching.round().contains("1 scenario passed"));
    project.write("truthsayer.yaml", "games:\n  dune: {engine: dune}\n\n");
    watching.shows("1 scenario passed");
}

/// A closed pipe ends the command.
#[test]
fn a_closed_pipe_ends_it() {
    let project = Project::with_duel();
    let mut command = Command::new(env!("CARGO_BIN_EXE_truthsayer"));
    command.current_dir(project.path("")).arg("watch").stdout(Stdio::piped()).env_remove("CI");
    let mut child = command.spawn().expect("the binary runs");
    drop(child.stdout.take());
    let begun = Instant::now();
    while child.try_wait().expect("a state").is_none() {
        assert!(begun.elapsed() < PATIENCE, "it watches on, for nobody");
        project.write(PLAIN, DUEL);
        thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(child.wait().expect("an end").code(), Some(0));
}

/// Links are not followed, because one may lead to the whole file system.
#[test]
fn a_link_out_of_the_project_is_not_followed() {
    let project = Project::with_duel();
    std::os::unix::fs::symlink("/", project.path("scenarios/everything")).expect("a link");
    let mut watching = Watching::begin(&project, &[], &[]);
    watching.round();
    project.write(PLAIN, DUEL.replace("4 -> 0", "4 -> 1"));
    watching.shows("fail dune/duel/plain");
}
