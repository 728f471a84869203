//! Environment variables of CI services with invalid numbers, invalid paths and foreign files.

use std::fs;

use crate::fixtures::link;
use crate::fixtures::pipe;
use crate::project::Project;
use crate::supervised_run::Watch;

#[test]
fn an_invalid_shard_is_reported() {
    let project = Project::with_duel();
    for index in ["18446744073709551615", "-1", "x", "\u{1b}[95mX", "\u{202e}X", "1e3", ""] {
        for (at, total) in [("TEST_SHARD_INDEX", "TEST_TOTAL_SHARDS"), ("CI_NODE_INDEX", "CI_NODE_TOTAL")] {
            let seen =
                Watch::new(&project, &["verify", "--color", "always"]).variable(at, index).variable(total, "3").run();
            let expected = if index.is_empty() { 0 } else { 2 };
            seen.exits(expected);
        }
    }
    let only = Watch::new(&project, &["verify", "--color", "always"]).variable("TESTBRIDGE_TEST_ONLY", "\u{1b}[95mX");
    only.run().exits(2).says("TESTBRIDGE_TEST_ONLY=\\u{1b}[95mX");
}

/// Bazel expects the file to exist; its content is not read.
#[test]
fn a_status_file_is_made_and_nothing_is_emptied() {
    let project = Project::with_duel().file("notes.txt", "mine");
    let touch = |path: &str| Watch::new(&project, &["verify"]).variable("TEST_SHARD_STATUS_FILE", path).run();
    touch("status").exits(0);
    assert_eq!(project.read("status"), "");
    touch("notes.txt").exits(0);
    assert_eq!(project.read("notes.txt"), "mine");
    pipe(&project.path("pipe"));
    touch("pipe").exits(3).says("it is not a regular file");
    link("notes.txt", &project.path("link"));
    touch("link").exits(3).says("it is a link");
    touch("truthsayer.yaml").exits(0);
    touch("rules").exits(3).says("it is a folder");
}

#[test]
fn a_service_result_overwrites_no_foreign_file() {
    let project = Project::with_duel().file("notes.txt", "mine");
    pipe(&project.path("pipe"));
    link("notes.txt", &project.path("link"));
    for path in ["notes.txt", "truthsayer.yaml", "pipe", "link", "rules", "/dev/full"] {
        Watch::new(&project, &["verify"]).variable("XML_OUTPUT_FILE", path).run().exits(3).says("cannot write");
        let on_github = Watch::new(&project, &["verify"]).variable("GITHUB_ACTIONS", "true");
        if path != "truthsayer.yaml" && path != "notes.txt" {
            on_github.variable("GITHUB_STEP_SUMMARY", path).run().exits(0).says("cannot write the step summary");
        }
    }
    assert_eq!(fs::read_to_string(project.path("notes.txt")).ok().as_deref(), Some("mine"));
}

/// A repository configuration can make git read a pipe.
#[test]
fn a_git_name_lookup_that_hangs_is_abandoned() {
    let project = Project::with_duel();
    pipe(&project.path("pipe"));
    project.write(".git/HEAD", "ref: refs/heads/main\n");
    fs::create_dir_all(project.path(".git/objects")).expect("a folder");
    fs::create_dir_all(project.path(".git/refs")).expect("a folder");
    project.write(".git/config", "[core]\n\trepositoryformatversion = 0\n[include]\n\tpath = ../pipe\n");
    let git = ["bless", "--reason", "seen"];
    Watch::new(&project, &git).variable("GIT_CONFIG_GLOBAL", "/dev/null").run().exits(0);
    let name = "\u{1b}[95mX\nlog: []".repeat(1000);
    Watch::new(&project, &git).variable("GIT_AUTHOR_NAME", &name).run().exits(0);
    let head = project.read("golden/dune/duel/plain.yaml");
    assert!(head.lines().all(|line| line.len() < 500) && !head.contains('\u{1b}'), "{head}");
}
