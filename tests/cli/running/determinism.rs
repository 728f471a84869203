//! Repeated runs write the same bytes, on any number of threads.

use crate::project::shipped;

#[test]
fn one_job_and_eight_print_the_same_bytes_for_every_command() {
    // `prove` includes the output of `verify`; each is tried in one format.
    for command in [&["verify", "-v"][..], &["prove", "--format", "json"]] {
        let run = |jobs| shipped(&[command, &["--jobs", jobs]].concat());
        let (one, eight) = (run("1"), run("8"));
        assert_eq!(one.stdout, eight.stdout, "{command:?}");
        assert_eq!(one.stderr, eight.stderr, "{command:?}");
    }
}

/// A saved result contains every run, regardless of the thread that made it.
#[test]
fn one_job_and_sixteen_save_the_same_bytes() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for command in [&["verify"][..], &["prove", "dune/survival", "cotulenh/check"]] {
        let run = |jobs: &str| {
            let file = folder.path().join(format!("{}-{jobs}.json", command[0]));
            let path = file.display().to_string();
            shipped(&[command, &["--shard", "1/1", "--jobs", jobs, "--json", &path]].concat());
            std::fs::read_to_string(file).expect("a result")
        };
        let one = run("1");
        assert!(one == run("16") && one == run("16"), "{command:?} saves other bytes with other jobs");
    }
}

#[test]
fn the_same_problems_are_reported_in_the_same_order() {
    let project = crate::project::Project::new();
    for number in 0..40 {
        project.write(&format!("scenarios/dune/case/n{number}.yaml"), format!("scenario: {number}\nx{number}: 1\n"));
    }
    let run = || project.run(&["verify"]).exits(3).stderr;
    assert_eq!(run(), run());
}
