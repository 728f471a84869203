//! Processes that an engine started are stopped with it.

use std::fs;
use std::process::Child;
use std::thread;
use std::time::Duration;
use std::time::Instant;

use crate::fixtures::PLAIN;
use crate::project::Project;
use crate::supervised_run::Watch;
use crate::supervised_run::watch;

const SCENARIO: &str = "scenario: A step\ngame: dune\ngiven: {}\nwhen: []\nclaims:\n  - cite: dune/battle.md:2\n    quote: The higher total wins\n    then:\n      changes: {total: 0 -> 1}\n";

/// Returns the processes with a word on their command lines.
fn carrying(token: &str) -> Vec<String> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let lines = entries.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    let lines = lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
    lines.filter(|line| line.contains(token)).collect()
}

/// Waits for a condition; fails after a timeout.
#[track_caller]
fn wait_until(what: &str, is_so: impl Fn() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < Duration::from_secs(120), "{what} never came");
        thread::sleep(Duration::from_millis(10));
    }
}

/// A script that starts three sleeping processes and then hangs. All leave its process group; one has an empty
/// environment, and one has lost its parent.
const CLINGS: &str = "import subprocess, sys, time, json
nap = [sys.executable, '-c', 'import time; time.sleep(600)', sys.argv[1]]
away = dict(start_new_session=True, stdin=-3, stdout=-3, stderr=-3)
for line in sys.stdin:
    if 'hello' in line:
        print(json.dumps({'hello': {'protocol': 1, 'game': 'dune'}}), flush=True)
    else:
        subprocess.Popen(nap, **away)
        subprocess.Popen(nap, **away, env={})
        subprocess.run(['sh', '-c', '\"$@\" & exit', 'sh', *nap], **away)
        time.sleep(600)
";

/// Begins a run whose engine hangs and has three children.
fn hanging(project: &Project, token: &str) -> Child {
    let command = format!("python3 clings.py {token}");
    hanging_in(project, token, &["verify", "--timeout", "10m", "--engine-command", &command])
}

fn hanging_in(project: &Project, token: &str, arguments: &[&str]) -> Child {
    project.write(PLAIN, SCENARIO);
    project.write("clings.py", CLINGS);
    let child = Watch::new(project, arguments).start();
    // Waits for the run, the engine and its three children.
    wait_until("the engine with its children", || carrying(token).len() >= 5);
    child
}

#[test]
fn an_interrupted_run_takes_its_engine_and_all_its_children_with_it() {
    needs_interpreters!();
    use rustix::process::Signal;
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let project = Project::new();
        let token = format!("token-{}-{}", std::process::id(), signal.as_raw());
        let mut child = hanging(&project, &token);
        let pid = rustix::process::Pid::from_child(&child);
        rustix::process::kill_process(pid, signal).expect("a signal");
        assert_eq!(child.wait().expect("its end").code(), Some(130));
        wait_until("the end of all", || carrying(&token).is_empty());
    }
}

/// A hunt reports what it found so far, and waits for no engine that hangs.
#[test]
fn an_interrupted_hunt_takes_its_engine_and_all_its_children_with_it() {
    needs_interpreters!();
    use rustix::process::Signal;
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let project = Project::new();
        let token = format!("token-{}-hunt-{}", std::process::id(), signal.as_raw());
        let command = format!("python3 clings.py {token}");
        let mut child = hanging_in(&project, &token, &["hunt", "dune", &command, "--for", "10m", "--timeout", "10m"]);
        rustix::process::kill_process(rustix::process::Pid::from_child(&child), signal).expect("a signal");
        let begun = Instant::now();
        assert_eq!(child.wait().expect("its end").code(), Some(130));
        // It takes a second or two; a machine may be busy.
        assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
        wait_until("the end of all", || carrying(&token).is_empty());
    }
}

#[test]
fn an_engine_that_runs_out_of_time_is_stopped_with_all_its_children() {
    needs_interpreters!();
    let project = Project::new().file(PLAIN, SCENARIO).file("clings.py", CLINGS);
    let token = format!("token-{}-late", std::process::id());
    let command = format!("python3 clings.py {token}");
    let seen = watch(&project, &["verify", "--timeout", "1s", "--engine-command", &command]).exits(4);
    seen.says("gave no answer to the task within 1s");
    wait_until("the end of all", || carrying(&token).is_empty());
}

#[test]
fn an_engine_that_exits_leaves_no_child_behind() {
    needs_interpreters!();
    let leaves = CLINGS.replace(
        "        time.sleep(600)\n",
        "        print(json.dumps({'unsupported': {'id': json.loads(line)['play']['id'], 'why': 'no'}}), flush=True)\n",
    );
    let leaves =
        leaves.replace("    else:", "    elif 'bye' in line:\n        break\n    else:").replace(", env={}", "");
    let project = Project::new().file(PLAIN, SCENARIO).file("leaves.py", leaves);
    let token = format!("token-{}-left", std::process::id());
    let command = format!("python3 leaves.py {token}");
    watch(&project, &["verify", "--engine-command", &command]).says("unsupported");
    wait_until("the end of all", || carrying(&token).is_empty());
}
