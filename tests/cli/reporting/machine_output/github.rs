//! Output for GitHub Actions: annotations, the step summary, and no workflow command from untrusted input.

use super::failing;
use super::readers::json;
use crate::project::DUEL;
use crate::project::Project;
use crate::project::Run;
use crate::project::run_in;

/// Runs the binary with the environment of a GitHub runner; the project is a folder of the repository.
fn on_github(project: &Project, arguments: &[&str]) -> Run {
    let workspace = project.path("").parent().expect("a folder").display().to_string();
    let summary = project.path("summary.md").display().to_string();
    let environment = [
        ("CI", "true"),
        ("GITHUB_ACTIONS", "true"),
        ("GITHUB_WORKSPACE", &*workspace),
        ("GITHUB_STEP_SUMMARY", &*summary),
    ];
    run_in(&project.path(""), arguments, &environment)
}

/// The path of the project folder in the repository.
fn folder(project: &Project) -> String {
    project.path("").components().next_back().expect("a name").as_os_str().to_string_lossy().into_owned()
}

fn commands(text: &str) -> Vec<&str> {
    text.lines().filter(|line| line.trim_start().starts_with("::")).collect()
}

#[test]
fn a_mismatch_is_annotated_at_its_line_after_what_people_read() {
    let project = failing();
    let run = on_github(&project, &["verify"]).exits(1).says("fail dune/duel/plain");
    let annotations = commands(&run.stdout);
    assert_eq!(annotations.len(), 1, "{}", run.stdout);
    let start = format!("::error file={}/scenarios/dune/duel/plain.yaml,line=23,col=43,title=", folder(&project));
    assert!(annotations[0].starts_with(&start), "{}", annotations[0]);
    assert!(annotations[0].ends_with("factions.emperor.forces.arrakeen: expected 4 -> 1, actual 4 -> 0"));
}

#[test]
fn the_format_can_be_asked_for_anywhere_and_is_nothing_else() {
    let run = failing().run_in_ci(&["verify", "--format", "github"]).exits(1).does_not_say("log, ");
    assert!(run.stdout.contains("::error file=scenarios/dune/duel/plain.yaml,line=23,"), "{}", run.stdout);
    let run = Project::with_duel().run_in_ci(&["verify", "--format", "github"]).exits(0).says("1 scenario passed");
    assert_eq!(commands(&run.stdout).len(), 0);
    let run = Project::with_duel().run_in_ci(&["verify"]).exits(0);
    assert_eq!(commands(&run.stdout).len(), 0);
}

#[test]
fn json_on_stdout_stays_json_and_annotations_go_to_stderr() {
    let run = on_github(&failing(), &["verify", "--format", "json"]).exits(1);
    json(&run.stdout);
    assert_eq!(commands(&run.stderr).len(), 1, "{}", run.stderr);
}

#[test]
fn the_summary_is_added_to_what_is_there_and_never_grows_too_long() {
    let project = failing().file("summary.md", "before\n");
    on_github(&project, &["verify"]).exits(1);
    let text = project.read("summary.md");
    assert!(text.starts_with("before\n## truthsayer verify\n"), "{text}");
    assert!(text.contains("| 1 | ❌ failed |") && text.contains("`scenarios/dune/duel/plain.yaml:23:43`"), "{text}");
    let most = 1024 * 1024;
    project.write("summary.md", "x".repeat(most - 100));
    on_github(&project, &["verify"]).exits(1);
    assert!(project.read("summary.md").len() <= most);
}

#[test]
fn a_summary_that_cannot_be_written_is_reported_and_fails_nothing() {
    let project = Project::with_duel();
    std::fs::create_dir(project.path("summary.md")).expect("a folder");
    on_github(&project, &["verify"]).exits(0).complains("cannot write the step summary: it is a folder");
}

#[test]
fn bad_input_is_annotated_with_its_file_and_line_and_summed_up() {
    let project = Project::new().file("scenarios/dune/duel/broken.yaml", "scenario: A\ngame: [\n");
    let run = on_github(&project, &["verify"]).exits(3);
    let start = format!("::error file={}/scenarios/dune/duel/broken.yaml,line=", folder(&project));
    assert!(commands(&run.stdout)[0].starts_with(&start), "{}", run.stdout);
    assert!(project.read("summary.md").contains("No scenario was judged."));
}

#[test]
fn annotations_are_limited_to_the_number_that_github_shows() {
    let mut project = Project::new();
    for number in 0..15 {
        let text = DUEL.replace("The higher total wins\ngame", &format!("Number {number}\ngame"));
        project = project.file(&format!("scenarios/dune/duel/n{number:02}.yaml"), text.replace("4 -> 0", "4 -> 1"));
    }
    let run = on_github(&project, &["verify"]).exits(1);
    let annotations = commands(&run.stdout);
    assert_eq!(annotations.len(), 10, "{}", run.stdout);
    // Fifteen scenarios fail; their missing goldens are not reported in addition. Nine of them are shown.
    assert_eq!(annotations[9], "::error title=Truthsayer::6 more errors");
}

#[test]
fn author_text_is_not_read_as_a_workflow_command() {
    let odd = DUEL.replace("scenario: The higher total wins", "scenario: \"::add-mask::harkonnen ##[group]x\"");
    let project = Project::new().file("scenarios/dune/duel/plain.yaml", odd.replace("4 -> 0", "4 -> 1"));
    let run = on_github(&project, &["verify"]).exits(1).says(": :add-mask::harkonnen ## [group]x");
    for line in run.stdout.lines().chain(run.stderr.lines()) {
        let line = line.trim_start();
        assert!(!line.starts_with("::") || line.starts_with("::error "), "{line}");
        assert!(!line.contains("##[") || line.starts_with("::error "), "{line}");
    }
}
