//! Machine-readable output, read by independent parsers.

mod bad_input;
mod github;
mod other_verdicts;
mod readers;

use junit_parser::TestCase;
use readers::json;
use readers::junit;
use readers::sarif;

use crate::project::DUEL;
use crate::project::Project;
use crate::project::Run;
use crate::project::shipped;

/// Every result file that can be requested.
const FILES: [&str; 6] = ["--json", "out/a.json", "--junit", "out/a.xml", "--sarif", "out/a.sarif"];

/// The duel with one claim that fails.
fn failing() -> Project {
    Project::with_duel().file("scenarios/dune/duel/plain.yaml", DUEL.replace("4 -> 0", "4 -> 1"))
}

fn reported(project: &Project, command: &[&str], code: i32) -> Run {
    project.run_in_ci(&[command, &FILES].concat()).exits(code)
}

/// The only case of the only suite.
fn only_case(project: &Project) -> TestCase {
    let mut suites = junit(&project.read("out/a.xml")).suites;
    assert_eq!(suites.iter().map(|suite| suite.cases.len()).sum::<usize>(), 1);
    suites.remove(0).cases.remove(0)
}

#[test]
fn a_mismatch_stands_in_every_file_with_its_scenario_and_its_rule() {
    let project = failing();
    reported(&project, &["verify"], 1);
    let data = json(&project.read("out/a.json"));
    assert_eq!(data["exit"], serde_json::json!({"code": 1, "applied": [1]}));
    let case = only_case(&project);
    assert_eq!((case.classname.as_deref(), case.original_name.as_str()), (Some("dune.duel"), "plain"));
    assert_eq!(case.file.as_deref(), Some("scenarios/dune/duel/plain.yaml"));
    let cited: Vec<&str> = case.properties.vec.iter().filter(|(name, _)| name == "cite").map(|(_, it)| &**it).collect();
    assert_eq!(cited, ["dune/battle.md:2.2", "dune/battle.md:6.1"]);
    let failure = case.status.failure_as_ref();
    assert_eq!(failure.failure_type, "fail");
    assert!(failure.text.contains("factions.emperor.forces.arrakeen") && failure.text.contains("plain.yaml:23"));
    // The XML reader drops named character references, so the test searches the file for these words.
    assert!(project.read("out/a.xml").contains("expected 4 -&gt; 1, actual 4 -&gt; 0"));
    let run = sarif(&project.read("out/a.sarif"));
    let result = &run["results"][0];
    let at = |location: &serde_json::Value| {
        let place = &location["physicalLocation"];
        let uri = place["artifactLocation"]["uri"].as_str().expect("an address").to_owned();
        (uri, place["region"]["startLine"].as_u64().expect("a line"))
    };
    assert_eq!(at(&result["locations"][0]), ("scenarios/dune/duel/plain.yaml".to_owned(), 23));
    assert_eq!(at(&result["relatedLocations"][0]), ("rules/dune/battle.md".to_owned(), 6));
    assert_eq!((&result["ruleId"], &result["level"]), (&"dune/battle.md:6.1".into(), &"error".into()));
    let rule = &run["tool"]["driver"]["rules"][0];
    assert_eq!(rule["id"], "dune/battle.md:6.1");
    let words = rule["shortDescription"]["text"].as_str().expect("words");
    assert!(words.starts_with("Every Force of the loser"), "{words}");
    assert_eq!(result["locations"][0]["physicalLocation"]["artifactLocation"]["uriBaseId"], "SRCROOT");
}

#[test]
fn a_passing_run_is_a_success_without_findings() {
    let project = Project::with_duel();
    reported(&project, &["verify"], 0);
    assert!(only_case(&project).status.is_success());
    assert_eq!(sarif(&project.read("out/a.sarif"))["results"], serde_json::json!([]));
    assert_eq!(json(&project.read("out/a.json"))["exit"]["applied"], serde_json::json!([0]));
}

#[test]
fn a_missing_golden_and_a_drift_are_failures_and_an_unreadable_golden_is_an_error() {
    let project = Project::new().file("scenarios/dune/duel/plain.yaml", DUEL);
    reported(&project, &["verify"], 1);
    assert_eq!(only_case(&project).status.failure_as_ref().failure_type, "no-golden");
    let project = Project::with_duel();
    let golden = project.read("golden/dune/duel/plain.yaml");
    project.write("golden/dune/duel/plain.yaml", golden.replace("4 -> 0", "4 -> 2"));
    reported(&project, &["verify"], 1);
    let case = only_case(&project);
    let failure = case.status.failure_as_ref();
    assert_eq!(failure.failure_type, "drifts");
    assert!(project.read("out/a.xml").contains("accepted 4 -&gt; 2, now 4 -&gt; 0"), "{}", failure.text);
    assert_eq!(sarif(&project.read("out/a.sarif"))["results"][0]["properties"]["sort"], "drifts");
    project.write("golden/dune/duel/plain.yaml", "log: 3\nchanges: {}\n");
    reported(&project, &["verify"], 3);
    assert_eq!(only_case(&project).status.error_as_ref().error_type, "unreadable-golden");
}

#[test]
fn an_invalid_scenario_is_an_error_at_its_line() {
    let vacuous = DUEL.replace("changes:", "state:").replace("4 -> 0", "4").replace("0 -> 4", "0");
    let project = Project::new().file("scenarios/dune/duel/vacuous.yaml", vacuous);
    reported(&project, &["verify"], 3);
    let case = only_case(&project);
    assert_eq!(case.status.error_as_ref().error_type, "invalid");
    assert!(case.status.error_as_ref().text.contains("vacuous.yaml:23"));
    let run = sarif(&project.read("out/a.sarif"));
    assert_eq!(run["results"][0]["ruleId"], "vacuous");
}

#[test]
fn two_codes_that_apply_stand_in_the_result_the_gravest_first() {
    let vacuous = DUEL.replace("changes:", "state:").replace("4 -> 0", "4").replace("0 -> 4", "0");
    let project = failing().file("scenarios/dune/duel/vacuous.yaml", vacuous);
    reported(&project, &["verify"], 3);
    assert_eq!(json(&project.read("out/a.json"))["exit"], serde_json::json!({"code": 3, "applied": [3, 1]}));
}

#[test]
fn a_switch_that_survives_fails_as_a_case_and_points_at_its_rule() {
    let project = Project::with_dune_rules().file("scenarios/dune/duel/plain.yaml", duel_under_shipped_rules());
    project.run(&["bless"]).exits(0);
    reported(&project, &["prove"], 1);
    let suites = junit(&project.read("out/a.xml")).suites;
    let switches = suites.iter().find(|suite| suite.name == "switches").expect("the switches");
    let survivor = switches.cases.iter().find(|case| case.status.is_failure()).expect("one that proves nothing");
    assert_eq!(survivor.status.failure_as_ref().failure_type, "switch");
    assert!(survivor.properties.vec.iter().any(|(name, value)| name == "cite" && value.starts_with("dune/")));
    let run = sarif(&project.read("out/a.sarif"));
    let place = &run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"];
    assert!(place["uri"].as_str().is_some_and(|uri| uri.starts_with("rules/dune/")), "{place}");
    json(&project.read("out/a.json"));
}

/// The duel with citations of the shipped rulebook.
fn duel_under_shipped_rules() -> String {
    let claims = "claims:\n  - cite: dune/battle.md\n    quote: the Aggressor wins\n    then:\n      events:\n        - battle_won: {winner: harkonnen}\n";
    DUEL.split("claims:").next().expect("what comes before").to_owned() + claims
}

#[test]
fn the_shipped_suite_takes_little_room_and_fits_its_schema() {
    for (command, most) in [("verify", 1000), ("prove", 2500)] {
        let run = shipped(&[command, "--format", "json"]).exits(0);
        let data = json(&run.stdout);
        let scenarios = data["scenarios"].as_array().expect("scenarios").len();
        let each = run.stdout.len() / scenarios;
        assert!(each < most, "{command}: {each} bytes for each of {scenarios} scenarios");
    }
}

#[test]
fn a_foreign_file_is_kept_and_the_other_results_are_written() {
    for (option, file) in [("--json", "out/a.json"), ("--junit", "out/a.xml"), ("--sarif", "out/a.sarif")] {
        let project = failing().file(file, "mine\n");
        let run = project
            .run_in_ci(&[&["verify"][..], &FILES].concat())
            .exits(3)
            .complains(&format!("cannot write `{file}`"));
        assert!(!run.stdout.contains("fail"), "{option}: it was played:\n{}", run.stdout);
        assert_eq!(run.stderr.matches("cannot write").count(), 1, "{}", run.stderr);
        assert_eq!(project.read(file), "mine\n");
        for other in FILES.iter().filter(|name| name.starts_with("out/") && **name != file) {
            assert!(project.read(other).contains("cannot write"), "{other}");
        }
        // A run may overwrite its own result files, whether it passed or failed.
        project.write(file, "");
        reported(&project, &["verify"], 1);
        reported(&project, &["verify"], 1);
        project.write("scenarios/dune/duel/plain.yaml", "scenario: [\n");
        reported(&project, &["verify"], 3);
        project.write("scenarios/dune/duel/plain.yaml", DUEL);
        reported(&project, &["verify"], 0);
    }
}

#[test]
fn a_result_without_judgement_may_be_overwritten() {
    let project = Project::new().file("scenarios/dune/duel/plain.yaml", "scenario: [\n");
    project.write("shard.json", "{}\n");
    for command in [&["verify"][..], &["prove"], &["gate"], &["merge", "shard.json"]] {
        reported(&project, command, 3);
        reported(&project, command, 3);
    }
}

#[test]
fn the_same_run_writes_the_same_bytes() {
    let project = failing();
    let read = || ["out/a.json", "out/a.xml", "out/a.sarif"].map(|file| project.read(file));
    reported(&project, &["verify", "--jobs", "1"], 1);
    let first = read();
    reported(&project, &["verify", "--jobs", "3"], 1);
    assert_eq!(first, read());
}

#[test]
fn a_build_for_development_is_called_by_its_version() {
    let run = shipped(&["--version"]).exits(0);
    let version = run.stdout.trim_end().strip_prefix("truthsayer ").expect("the name").to_owned();
    let (number, commit) = version.split_once(' ').unwrap_or((&version, ""));
    assert_eq!(number, env!("CARGO_PKG_VERSION"));
    assert!(commit.is_empty() || commit.starts_with('(') && commit.ends_with(')'), "{version}");
}

#[test]
fn bazel_results_are_written_to_its_paths_unless_options_name_others() {
    let project = Project::with_duel();
    let environment = [("XML_OUTPUT_FILE", "bazel/test.xml"), ("CI", "true")];
    crate::project::run_in(&project.path(""), &["verify"], &environment).exits(0);
    assert!(junit(&project.read("bazel/test.xml")).suites[0].cases[0].status.is_success());
    let elsewhere = Project::with_duel();
    crate::project::run_in(&elsewhere.path(""), &["verify", "--junit", "own.xml"], &environment).exits(0);
    assert!(elsewhere.exists("own.xml") && !elsewhere.exists("bazel/test.xml"));
}
