//! Closed pipes and interrupted runs.

use std::io::BufRead;
use std::io::BufReader;
use std::process::Command;
use std::process::Stdio;

use crate::fixtures::reported;

/// Reads one line and closes the pipe, as `head -1` does.
fn first_line(folder: &std::path::Path, arguments: &[&str]) -> (String, Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_truthsayer"));
    command.current_dir(folder).args(arguments).env("CI", "true");
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary runs");
    let mut line = String::new();
    BufReader::with_capacity(16, child.stdout.take().expect("stdout")).read_line(&mut line).expect("a line");
    let output = child.wait_with_output().expect("its end");
    (line, output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn a_reader_may_close_the_pipe_early() {
    let project = reported();
    for arguments in [
        ["verify", "-v"].as_slice(),
        &["verify", "--format", "json"],
        &["explain", "dune/duel/plain"],
        &["coverage", "-v"],
        &["coverage", "--format", "json"],
        &["compare", "dune", "dune"],
        &["schema", "protocol"],
        &["engine", "perft", "--depth", "2", "--divide"],
        &["--help"],
        &["verify", "--help"],
    ] {
        let (line, code, stderr) = first_line(&project.path(""), arguments);
        assert!(!line.is_empty() && code == Some(0), "{arguments:?}: {code:?} {stderr}");
        assert!(stderr.is_empty() || stderr.ends_with("nodes per second\n"), "{arguments:?}: {stderr}");
    }
    let (_, code, stderr) = first_line(&project.path(""), &["prove"]);
    assert!(matches!(code, Some(0 | 1)) && stderr.is_empty(), "{code:?} {stderr}");
}
