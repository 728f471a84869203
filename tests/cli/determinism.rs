//! The same bytes, however often and on however many threads.

use crate::project::shipped;

#[test]
fn one_job_and_eight_print_the_same_bytes_for_every_command() {
    // What `verify` tells is a part of what `prove` does; each is tried in one form.
    for command in [&["verify", "-v"][..], &["prove", "--format", "json"]] {
        let run = |jobs| shipped(&[command, &["--jobs", jobs]].concat());
        let (one, eight) = (run("1"), run("8"));
        assert_eq!(one.stdout, eight.stdout, "{command:?}");
        assert_eq!(one.stderr, eight.stderr, "{command:?}");
    }
}

#[test]
fn the_same_problems_are_told_in_the_same_order() {
    let project = crate::project::Project::new();
    for number in 0..40 {
        project.write(&format!("scenarios/dune/case/n{number}.yaml"), format!("scenario: {number}\nx{number}: 1\n"));
    }
    let run = || project.run(&["verify"]).exits(3).stderr;
    assert_eq!(run(), run());
}
