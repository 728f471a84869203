//! If nothing can be judged, the result files contain the reason.

use super::FILES;
use super::readers::json;
use super::readers::junit;
use super::readers::sarif;
use super::reported;
use crate::project::Project;
use crate::project::run_in;

#[test]
fn invalid_yaml_is_reported_in_every_format_with_its_line() {
    let project = Project::with_duel().file("scenarios/dune/duel/broken.yaml", "scenario: A\ngame: [\n");
    let run = reported(&project, &["verify", "--format", "json"], 3);
    for text in [run.stdout, project.read("out/a.json")] {
        let data = json(&text);
        assert_eq!(data["exit"]["code"], 3);
        let at = data["problems"][0]["at"].as_str().expect("a place");
        assert!(at.starts_with("scenarios/dune/duel/broken.yaml:"), "{at}");
    }
    let suites = junit(&project.read("out/a.xml"));
    let case =
        suites.suites.iter().flat_map(|suite| &suite.cases).find(|case| case.status.is_error()).expect("an error");
    assert_eq!(case.status.error_as_ref().error_type, "syntax");
    assert_eq!(case.file.as_deref(), Some("scenarios/dune/duel/broken.yaml"));
    let place = &sarif(&project.read("out/a.sarif"))["results"][0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "scenarios/dune/duel/broken.yaml");
    assert!(place["region"]["startLine"].as_u64().is_some_and(|line| line >= 2), "{place}");
}

/// Valid scenarios run and are reported together with the invalid ones.
#[test]
fn a_problem_and_a_failure_are_reported_together() {
    let project = super::failing().file("scenarios/dune/duel/broken.yaml", "scenario: A\ngame: [\n");
    reported(&project, &["verify"], 3);
    assert_eq!(json(&project.read("out/a.json"))["exit"]["applied"], serde_json::json!([3, 1]));
    let suites = junit(&project.read("out/a.xml"));
    assert_eq!((suites.tests, suites.failures, suites.errors), (2, 1, 1));
    let run = sarif(&project.read("out/a.sarif"));
    let sorts: Vec<_> = (0..2).map(|at| run["results"][at]["properties"]["sort"].clone()).collect();
    assert_eq!(sorts, ["syntax", "fail"]);
}

#[test]
fn every_problem_is_reported() {
    let project = Project::with_duel()
        .file("scenarios/dune/duel/one.yaml", "scenario: [\n")
        .file("scenarios/dune/duel/two.yaml", "scenario: [\n");
    reported(&project, &["verify"], 3);
    assert_eq!(json(&project.read("out/a.json"))["problems"].as_array().map(Vec::len), Some(2));
    assert_eq!(junit(&project.read("out/a.xml")).errors, 2);
    assert_eq!(sarif(&project.read("out/a.sarif"))["results"].as_array().map(Vec::len), Some(2));
}

#[test]
fn an_engine_that_cannot_be_started_is_an_error_in_every_file() {
    let project = Project::with_duel();
    reported(&project, &["verify", "--engine-command", "no-such-program-anywhere"], 4);
    assert_eq!(json(&project.read("out/a.json"))["exit"]["code"], 4);
    let suites = junit(&project.read("out/a.xml"));
    assert!(suites.suites[0].cases[0].status.is_error());
    let run = sarif(&project.read("out/a.sarif"));
    assert_eq!(run["results"][0]["ruleId"], "engine-fault");
    assert_eq!(run["invocations"][0]["executionSuccessful"], false);
}

#[test]
fn an_unmatched_filter_and_a_missing_project_are_reported() {
    let project = Project::with_duel();
    reported(&project, &["verify", "nowhere/*"], 5);
    assert_eq!(json(&project.read("out/a.json"))["exit"]["code"], 5);
    assert_eq!(junit(&project.read("out/a.xml")).errors, 1);
    assert_eq!(sarif(&project.read("out/a.sarif"))["results"][0]["ruleId"], "stopped");
    let empty = tempfile::tempdir().expect("a folder");
    run_in(empty.path(), &[&["verify"][..], &FILES].concat(), &[]).exits(2);
    let text = std::fs::read_to_string(empty.path().join("out/a.json")).expect("a result");
    assert_eq!(json(&text)["exit"]["code"], 2);
}

#[test]
fn a_very_bad_name_breaks_no_format() {
    let title = "]]&gt;<x a=\\\"1\\\">%0A::error::]] & \\u202e\\u0007 ]]>";
    let broken = format!("scenario: \"{title}\"\ngame: dune\nwhat: no\n");
    let project = Project::with_duel().file("scenarios/dune/duel/odd.yaml", broken);
    reported(&project, &["verify", "--format", "github"], 3);
    junit(&project.read("out/a.xml"));
    sarif(&project.read("out/a.sarif"));
    json(&project.read("out/a.json"));
}
