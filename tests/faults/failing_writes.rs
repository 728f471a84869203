//! Failing writes: a full disk, a read-only folder, and files of other users.

use std::fs;
use std::fs::File;

use crate::fixtures::GOLDEN;
use crate::fixtures::Mount;
use crate::fixtures::PLAIN;
use crate::fixtures::pipe;
use crate::fixtures::reported;
use crate::fixtures::unfinished;
use crate::project::DUEL;
use crate::project::Project;
use crate::supervised_run::Watch;
use crate::supervised_run::watch;

/// Enough duels that their goldens do not fit into 64 KiB.
fn many_duels() -> Project {
    let project = Project::new();
    for number in 1..=40 {
        project.write(&format!("scenarios/dune/duel/no-{number:02}.yaml"), DUEL);
    }
    project
}

/// Checks that every golden is complete: it has the right beginning and end.
#[track_caller]
fn goldens_are_whole(project: &Project) -> usize {
    let entries = walkdir::WalkDir::new(project.path("golden")).into_iter().flatten();
    let files: Vec<_> = entries.filter(|entry| entry.file_type().is_file()).collect();
    for entry in &files {
        let text = fs::read_to_string(entry.path()).expect("a golden");
        let whole = text.starts_with("# dune/duel/") && text.contains("\nchanges:\n") && text.ends_with('\n');
        assert!(whole, "{} is not whole:\n{text}", entry.path().display());
    }
    files.len()
}

#[test]
fn a_full_disk_is_reported_and_leaves_whole_goldens_and_nothing_unfinished() {
    let project = many_duels();
    let Some(mount) = Mount::with_room(&project.path("golden"), "64k") else { return };
    watch(&project, &["bless"]).exits(3).says("cannot write `golden/dune/duel/no-").says("no space left");
    assert!((1..40).contains(&goldens_are_whole(&project)));
    assert_eq!(unfinished(&project), Vec::<String>::new());
    watch(&project, &["verify"]).exits(1).says("next to its golden: no space left");
    goldens_are_whole(&project);
    drop(mount);
    watch(&project, &["bless"]).exits(0).says("40 outcomes accepted");
}

#[test]
fn a_full_disk_under_documents_is_reported_and_the_next_run_repairs_it() {
    let project = reported();
    let Some(mount) = Mount::with_room(&project.path("verification"), "64k") else { return };
    watch(&project, &["report"]).exits(3).says("cannot write `verification/").says("no space left");
    assert_eq!(unfinished(&project), Vec::<String>::new());
    drop(mount);
    watch(&project, &["report"]).exits(0);
    watch(&project, &["report", "--check"]).exits(0);
}

/// A recording that was made earlier.
const OLD_TALK: &str = "# truthsayer conversation 1\n1 > {\"hello\":{\"protocol\":1}}\n";

/// An older recording stays until the new one is complete.
#[test]
fn a_recording_that_is_not_complete_replaces_nothing() {
    use rustix::process::Signal;
    let project = Project::with_duel().file("talk.txt", OLD_TALK);
    let command = format!("'{}' engine dune", env!("CARGO_BIN_EXE_truthsayer"));
    watch(&project, &["verify", "--record", "talk.txt"]).exits(0).says("no engine process ran");
    watch(&project, &["verify", "nowhere", "--record", "talk.txt", "--engine-command", &command]).exits(5);
    assert_eq!(project.read("talk.txt"), OLD_TALK);
    // It says hello and nothing else.
    let hello = r#"{"hello":{"protocol":1,"engine":{"name":"a","version":"1"},"game":"dune"}}"#;
    project.write("hangs.sh", format!("read -r line\necho '{hello}'\ntouch hanging\nsleep 600\n"));
    for signal in [Signal::KILL, Signal::TERM, Signal::HUP, Signal::INT] {
        let arguments =
            ["verify", "--record", "talk.txt", "--timeout", "10m", "--engine-command", "sh hangs.sh", "--jobs", "1"];
        let mut child = Watch::new(&project, &arguments).start();
        while !project.exists("hanging") {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        rustix::process::kill_process(rustix::process::Pid::from_child(&child), signal).expect("a signal");
        child.wait().expect("its end");
        fs::remove_file(project.path("hanging")).expect("gone");
        assert_eq!(project.read("talk.txt"), OLD_TALK, "{signal:?}");
        let left = unfinished(&project).len();
        assert!(left == 0 || signal == Signal::KILL, "{signal:?} left {left}");
    }
    watch(&project, &["verify", "--record", "talk.txt", "--engine-command", &command]).exits(0);
    assert!(project.read("talk.txt").contains("\"played\""));
    assert_eq!(unfinished(&project), Vec::<String>::new());
}

#[test]
fn a_disk_that_fills_while_a_conversation_is_kept_makes_the_run_fail() {
    let project = Project::with_duel();
    let Some(_mount) = Mount::with_room(&project.path("small"), "4k") else { return };
    let command = format!("'{}' engine dune", env!("CARGO_BIN_EXE_truthsayer"));
    let arguments = ["verify", "--record", "small/talk.txt", "--engine-command", &command];
    watch(&project, &arguments).exits(3).says("cannot write `small/talk.txt`").says("the recording is lost");
    assert!(!project.exists("small/talk.txt"));
    project.write("small/talk.txt", OLD_TALK);
    watch(&project, &arguments).exits(3).says("cannot write `small/talk.txt`");
    assert_eq!(project.read("small/talk.txt"), OLD_TALK);
    assert_eq!(unfinished(&project), Vec::<String>::new());
    watch(&project, &["verify", "--json", "small/result.json"]).exits(3).says("cannot write `small/result.json`");
}

#[test]
fn a_read_only_folder_is_reported_and_the_verdict_stays() {
    let project = many_duels();
    fs::create_dir(project.path("golden")).expect("a folder");
    let Some(mount) = Mount::read_only(&project.path("golden")) else { return };
    watch(&project, &["verify"]).exits(1).says("40 scenarios passed").says("read-only");
    watch(&project, &["bless"]).exits(3).says("cannot write `golden/dune/duel/no-01.yaml`: read-only");
    drop(mount);
    let project = reported();
    watch(&project, &["report"]).exits(0);
    project.write("verification/SUMMARY.md", "Written by `truthsayer report`, and changed");
    let Some(_mount) = Mount::read_only(&project.path("verification")) else { return };
    watch(&project, &["report"]).exits(3).says("cannot write `verification/").says("read-only");
    watch(&project, &["report", "--check"]).exits(1).says("stale verification/SUMMARY.md");
}

#[test]
fn a_whole_project_that_is_read_only_can_still_be_verified() {
    let project = Project::with_duel();
    let Some(_mount) = Mount::read_only(&project.path("")) else { return };
    watch(&project, &["verify"]).exits(0);
    watch(&project, &["lint"]).says("switch");
    watch(&project, &["new", "dune/battle.md:2"]).exits(3).says("read-only");
    watch(&project, &["verify", "--json", "x.json"]).exits(3).says("cannot write `x.json`: read-only");
}

#[test]
fn a_file_that_may_not_be_written_over_is_reported() {
    use std::os::unix::fs::PermissionsExt;
    let project = Project::with_duel();
    let folder = project.path("golden/dune/duel");
    project.write(GOLDEN, project.read(GOLDEN).replace("5 -> 2", "5 -> 1"));
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o555)).expect("rights");
    let may_write_anyway = File::create(folder.join("try")).is_ok();
    let seen = watch(&project, &["bless"]);
    fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).expect("rights");
    match may_write_anyway {
        true => println!("left out, because rights mean nothing to this user"),
        false => drop(seen.exits(3).says("permission denied")),
    }
}

#[test]
fn a_result_overwrites_only_a_result() {
    let project = Project::with_duel().file("notes.txt", "mine");
    fs::create_dir(project.path("folder")).expect("a folder");
    pipe(&project.path("pipe"));
    for (path, reason) in [
        ("folder", "it is a folder"),
        ("pipe", "it is not a regular file"),
        ("/dev/full", "it is not a regular file"),
        ("/dev/null", "it is not a regular file"),
        ("notes.txt", "the file exists and is not a saved result"),
        ("rules/dune/battle.md", "the file exists and is not a saved result"),
        (PLAIN, "the file exists and is not a saved result"),
        ("notes.txt/x.json", "cannot write"),
    ] {
        watch(&project, &["verify", "--json", path]).exits(3).says(path).says(reason);
    }
    assert_eq!(project.read("notes.txt"), "mine");
    watch(&project, &["verify", "--json", "new/folder/result.json"]).exits(0);
    watch(&project, &["verify", "--json", "new/folder/result.json"]).exits(0);
    watch(&project, &["compare", "new/folder/result.json", "dune"]).exits(0);
}

#[test]
fn a_recording_overwrites_only_a_recording() {
    let project = Project::with_duel().file("notes.txt", "mine");
    let command = format!("'{}' engine dune", env!("CARGO_BIN_EXE_truthsayer"));
    fs::create_dir(project.path("folder")).expect("a folder");
    pipe(&project.path("pipe"));
    for path in ["folder", "pipe", "/dev/full", "notes.txt", PLAIN, "nowhere/talk.txt"] {
        let arguments = ["verify", "--record", path, "--engine-command", &command];
        watch(&project, &arguments).exits(3).says(&format!("cannot write `{path}`"));
    }
    assert_eq!(project.read("notes.txt"), "mine");
    for _ in 0..2 {
        watch(&project, &["verify", "--record", "talk.txt", "--engine-command", &command]).exits(0);
    }
}

#[test]
fn hand_written_files_among_goldens_and_documents_stay() {
    let project = reported();
    let notes = "golden/dune/duel/plain.pending.yaml";
    project.write(notes, "my: notes\n");
    project.write(GOLDEN, project.read(GOLDEN).replace("5 -> 2", "5 -> 1"));
    watch(&project, &["verify"]).exits(1).says("Truthsayer did not write it");
    watch(&project, &["bless"]).exits(0);
    assert_eq!(project.read(notes), "my: notes\n");
    project.write("golden/dune/mine.yaml", "mine: true\n");
    watch(&project, &["bless", "--prune"]).exits(3).says("golden/dune/mine.yaml");
    assert_eq!(project.read("golden/dune/mine.yaml"), "mine: true\n");
    watch(&project, &["report"]).exits(3);
    fs::remove_file(project.path("golden/dune/mine.yaml")).expect("a file");
    for path in ["verification/SUMMARY.md", "verification/index.html", "verification/dune/README.md"] {
        project.write(path, "mine\n");
        watch(&project, &["report"]).exits(2).says(path);
        assert_eq!(project.read(path), "mine\n");
        fs::remove_file(project.path(path)).expect("a file");
    }
}

#[test]
fn a_result_that_cannot_be_printed_is_not_a_verdict() {
    let project = reported();
    let full = || File::options().write(true).open("/dev/full").expect("/dev/full");
    for command in [
        ["verify"].as_slice(),
        &["verify", "--format", "json"],
        &["prove"],
        &["coverage"],
        &["explain", "dune/duel/plain"],
        &["explain", "dune/battle.md:18"],
        &["lint"],
        &["report", "--check"],
        &["compare", "dune", "dune"],
        &["schema", "protocol"],
        &["engine", "perft", "--depth", "1"],
        &["new", "dune/battle.md:18", "--stdout"],
        &["--help"],
        &["--version"],
    ] {
        let seen = Watch::new(&project, command).stdout(full()).run();
        assert!(seen.code == 3 && seen.stderr.contains("cannot write to stdout"), "{command:?}: {seen:?}");
    }
}
