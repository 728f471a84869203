//! `hunt` with engines that are commands: one that is not steady, one without switches, one that supports nothing, Ctrl-C.

use std::io::Read;
use std::process::Command;
use std::process::Stdio;
use std::time::Duration;

use crate::project::Project;

const BINARY: &str = env!("CARGO_BIN_EXE_truthsayer");

/// Pig with a script as its engine command.
fn pig(script: &str) -> Project {
    let project = Project::pig();
    project.write("other.py", format!("import json, re, subprocess, sys\n{script}"));
    project
}

/// A script that runs the engine and edits each output line with `change`.
fn filter(change: &str) -> String {
    format!(
        "inner = subprocess.Popen([sys.executable, 'engine.py'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)\n\
         count = 0\n\
         for line in sys.stdin:\n    \
             inner.stdin.write(line); inner.stdin.flush()\n    \
             said = inner.stdout.readline()\n    \
             count += 1\n    \
             {change}\n    \
             sys.stdout.write(said); sys.stdout.flush()\n"
    )
}

const PIG: [&str; 5] = ["hunt", "python", "python3 other.py", "--jobs", "1"];

/// A difference that does not repeat is not a finding.
#[test]
fn differences_that_do_not_repeat_are_only_counted() {
    needs_interpreters!();
    let project =
        pig(&filter("said = re.sub('\"winner\": *null', '\"winner\": \"ann\"', said) if count == 4 else said"));
    let run = project.run(&[&PIG[..], &["--plays", "64"]].concat()).exits(0);
    run.says("1 difference did not occur again").says("0 findings");
    assert!(!project.exists("scenarios/pig/found"));
}

#[test]
fn an_engine_without_switches_or_support_is_reported() {
    needs_interpreters!();
    let bare = "said = json.loads(said)\n    said.get('hello', {}).update(supports=[], switches=[])\n    said = json.dumps(said) + '\\n'";
    let project = pig(&filter(bare));
    let run = project.run(&["hunt", "python", "python3 other.py --without one_loses", "--plays", "64"]).exits(2);
    run.complains("`pig` has no switches, so `one_loses` cannot be turned off");
    let refuses = "\
        for line in sys.stdin:\n    \
            said = json.loads(line)\n    \
            hello = {'hello': {'protocol': 1, 'engine': {'name': 'none', 'version': '1'}, 'game': 'pig'}}\n    \
            never = lambda: {'unsupported': {'id': said['play']['id'], 'why': 'not yet'}}\n    \
            print(json.dumps(hello if 'hello' in said else never()), flush=True) if 'bye' not in said else exit()\n";
    let run = pig(refuses).run(&[&PIG[..], &["--plays", "64"]].concat()).exits(5);
    run.says("python3 other.py does not support").says(": not yet");
}

/// Ctrl-C ends a hunt. Findings so far are reported, and every written draft is complete.
#[test]
fn an_interrupted_hunt_reports_and_writes_its_findings() {
    needs_interpreters!();
    let project = pig(&filter(
        "said = re.sub('\"winner\": *null', '\"winner\": \"ann\"', said)\n    if count == 400: open('far', 'w').close()",
    ));
    let mut child = Command::new(BINARY)
        .current_dir(project.path(""))
        .args([&PIG[..], &["--for", "10m", "--color", "never"]].concat())
        // Nothing is written if CI is set.
        .env_remove("CI")
        .stdout(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    while !project.exists("far") {
        assert!(child.try_wait().expect("a state").is_none(), "it ended by itself");
        std::thread::sleep(Duration::from_millis(20));
    }
    let asked = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
    assert!(asked.success());
    let mut reported = String::new();
    child.stdout.take().expect("its output").read_to_string(&mut reported).expect("text");
    assert_eq!(child.wait().expect("an end").code(), Some(130), "{reported}");
    assert!(reported.contains("differs ") && reported.contains(", interrupted"), "{reported}");
    let path = reported.lines().find_map(|line| line.trim().strip_prefix("wrote ")).expect("a draft").to_owned();
    assert!(project.read(&path).contains("\nwhen:"), "{reported}");
    project.run(&["lint"]).exits(0);
    project.run(&["review", "--list"]).exits(0).says("pig/found/");
}
