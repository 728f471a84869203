//! Unreadable files: pipes, devices, folders, and binary files.

use std::fs;

use crate::fixtures::GOLDEN;
use crate::fixtures::PLAIN;
use crate::fixtures::link;
use crate::fixtures::long_file;
use crate::fixtures::pipe;
use crate::fixtures::reported;
use crate::project::DUEL;
use crate::project::Project;
use crate::supervised_run::watch;

/// Every file that a person writes or that is read again, and a command that reads it.
const FILES: &[(&str, &[&str])] = &[
    (PLAIN, &["verify"]),
    ("scenarios/dune/fixtures/base.yaml", &["lint"]),
    ("rules/dune/battle.md", &["verify"]),
    ("rules/dune/battle.md", &["new", "dune/battle.md:2"]),
    ("rules/dune/catalog.yaml", &["coverage"]),
    ("rules/dune/exclusions.yaml", &["lint"]),
    (GOLDEN, &["verify"]),
    (GOLDEN, &["lint"]),
    ("docs/claims.md", &["audit", "docs/claims.md"]),
    ("one.json", &["compare", "one.json", "dune"]),
    ("talk.txt", &["engine", "replay", "talk.txt"]),
];

/// Replaces each file in turn and returns the output.
#[track_caller]
fn each_file_in_turn(put: impl Fn(&std::path::Path), reason: &str) {
    for (path, command) in FILES {
        let project = Project::with_duel();
        put(&project.path(path));
        watch(&project, command).exits(3).says(path).says(reason);
    }
}

#[test]
fn a_pipe_in_place_of_any_file_is_reported_without_waiting() {
    each_file_in_turn(pipe, "not a regular file");
}

#[test]
fn a_folder_in_place_of_any_file_is_reported() {
    for (path, command) in FILES {
        let project = Project::with_duel();
        let _ = fs::remove_file(project.path(path));
        fs::create_dir_all(project.path(path)).expect("a folder");
        let seen = watch(&project, command);
        assert_ne!(seen.code, 0, "{path}: {seen:?}");
    }
}

#[test]
fn a_link_to_a_device_is_reported_and_not_read() {
    for device in ["/dev/zero", "/dev/null", "/dev/full", "/dev/stdin"] {
        for (path, command) in FILES {
            let project = Project::with_duel();
            link(device, &project.path(path));
            watch(&project, command).exits(3).says(path);
        }
    }
}

#[test]
fn a_project_file_that_is_not_a_regular_file_is_ignored() {
    let project = Project::with_duel();
    pipe(&project.path("truthsayer.yaml"));
    watch(&project, &["verify"]).exits(2).says("there is no truthsayer.yaml in this folder");
    watch(&project, &["verify", "--project", "."]).exits(2).says("contains no truthsayer.yaml");
    link("/dev/zero", &project.path("truthsayer.yaml"));
    watch(&project, &["lint"]).exits(2).says("truthsayer.yaml");
}

#[test]
fn documents_overwrite_only_regular_files() {
    for path in ["verification/index.html", "verification/SUMMARY.md", "verification/manifest.txt"] {
        let project = reported();
        pipe(&project.path(path));
        watch(&project, &["report"]).exits(2).says(path);
        watch(&project, &["report", "--check"]).exits(1).says(path);
    }
    let project = reported();
    fs::create_dir_all(project.path("verification/dune/README.md/x")).expect("a folder");
    watch(&project, &["report"]).exits(2).says("verification/dune/README.md");
}

#[test]
fn a_file_of_a_hundred_megabytes_is_not_read_to_its_end() {
    for (path, command) in FILES {
        let project = Project::with_duel();
        long_file(&project.path(path), 100 * 1024 * 1024);
        watch(&project, command).exits(3).says(path).says("longer than");
    }
    let project = Project::with_duel();
    long_file(&project.path("truthsayer.yaml"), 100 * 1024 * 1024);
    watch(&project, &["verify"]).exits(3).says("`truthsayer.yaml` is longer than 1024 KiB");
}

#[test]
fn bytes_that_are_not_text_are_reported_with_their_place() {
    for (bytes, reason) in [
        (b"scenario: a\xff\n".as_slice(), "this byte is not UTF-8"),
        (b"scenario: \0a\n", "U+0000"),
        (b"scenario: a\rb\n", "U+000D"),
        (b"scenario: a\x1b[2Jb\n", "U+001B"),
        (b"\xff\xfes\0c\0", "this byte is not UTF-8"),
    ] {
        let project = Project::new().file(PLAIN, bytes);
        watch(&project, &["verify"]).exits(3).says(&format!("{PLAIN}:1:")).says(reason);
    }
}

#[test]
fn line_ends_of_any_system_and_a_byte_order_mark_are_read() {
    let marked = |text: &str| format!("\u{feff}{}", text.replace('\n', "\r\n"));
    let project = Project::new();
    for path in ["truthsayer.yaml", "rules/dune/battle.md"] {
        project.write(path, marked(&project.read(path)));
    }
    project.write(PLAIN, marked(DUEL));
    watch(&project, &["bless"]).exits(0);
    watch(&project, &["verify"]).exits(0);
    project.write(GOLDEN, marked(&project.read(GOLDEN)));
    watch(&project, &["verify"]).exits(0);
}

#[test]
fn fixed_files_keep_line_ends_byte_order_mark_and_permissions() {
    use std::os::unix::fs::PermissionsExt;
    let project = Project::new();
    let moved = DUEL.replace("dune/battle.md:2\n", "dune/battle.md:3\n").replace('\n', "\r\n");
    project.write(PLAIN, format!("\u{feff}{moved}"));
    fs::set_permissions(project.path(PLAIN), fs::Permissions::from_mode(0o640)).expect("rights");
    watch(&project, &["errata", "--fix"]).says("dune/battle.md:3 → dune/battle.md#BATTLE RESOLUTION");
    let fixed = moved.replace("dune/battle.md:3\r\n", "dune/battle.md#BATTLE RESOLUTION\r\n");
    assert_eq!(project.read(PLAIN), format!("\u{feff}{fixed}"));
    let rights = fs::metadata(project.path(PLAIN)).expect("the file").permissions().mode();
    assert_eq!(rights & 0o777, 0o640);
}
