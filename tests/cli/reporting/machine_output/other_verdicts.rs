//! Verdicts that occur only with other engines: gaps, unsupported, unobserved.

use super::FILES;
use super::readers::json;
use super::readers::junit;
use super::readers::sarif;
use crate::project::Project;
use crate::project::run_in;

#[test]
fn a_gap_is_skipped_with_its_reason_and_suppressed() {
    needs_interpreters!();
    let project = Project::pig();
    let engine = project.read("engine.py");
    project.write("engine.py", engine.replace("if shows == 1:", "if shows == 7:"));
    let gap = "{scenario: pig/turn/a-one-loses-the-turn, reason: ones come next month, until: 2027-01-31}";
    let engine = format!("{{game: pig, command: [python3, engine.py], gaps: [{gap}]}}");
    project.write("truthsayer.yaml", format!("games: {{pig: {{engine: mine}}}}\nengines:\n  mine: {engine}\n"));
    let environment = [("CI", "true"), ("TRUTHSAYER_TODAY", "2026-12-01"), ("GITHUB_ACTIONS", "true")];
    let run = run_in(&project.path(""), &[&["verify"][..], &FILES].concat(), &environment).exits(0);
    let reported = "ones come next month (known gap until 2027-01-31)";
    let suites = junit(&project.read("out/a.xml"));
    let skipped: Vec<_> =
        suites.suites.iter().flat_map(|suite| &suite.cases).filter(|case| case.status.is_skipped()).collect();
    assert_eq!(skipped.len(), 1);
    assert_eq!(skipped[0].status.skipped_as_ref().message, reported);
    let result = sarif(&project.read("out/a.sarif"))["results"][0].clone();
    assert_eq!((&result["level"], &result["suppressions"][0]["justification"]), (&"note".into(), &reported.into()));
    assert!(!run.stdout.contains("::error") && !run.stdout.contains("::warning"), "{}", run.stdout);
    json(&project.read("out/a.json"));
}

/// An engine that runs every second task and answers `unsupported` to the others.
#[test]
fn unsupported_scenarios_are_skipped_with_their_reason() {
    needs_interpreters!();
    let project = Project::with_duel();
    project.write("scenarios/dune/duel/second.yaml", crate::project::DUEL);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/engines/supports_half.py");
    let engine = format!("python3 '{script}' '{}' engine dune", env!("CARGO_BIN_EXE_truthsayer"));
    let arguments = [&["verify", "--jobs", "1", "--engine-command", &engine][..], &FILES].concat();
    project.run_in_ci(&arguments).exits(0);
    let suites = junit(&project.read("out/a.xml"));
    assert_eq!((suites.tests, suites.skipped), (2, 1));
    let skipped = suites.suites[0].cases.iter().find(|case| case.status.is_skipped()).expect("one");
    let reported = "the engine does not support it: no battles on even days";
    assert_eq!(skipped.status.skipped_as_ref().message, reported);
    assert_eq!(json(&project.read("out/a.json"))["tally"]["unsupported"], 1);
    assert_eq!(sarif(&project.read("out/a.sarif"))["results"], serde_json::json!([]));
}

/// Python's XML reader prints the words of a test case.
#[test]
fn python_reads_the_same_words() {
    needs_interpreters!();
    let project = super::failing();
    super::reported(&project, &["verify"], 1);
    let program = "import sys, xml.etree.ElementTree as tree\n\
        case = tree.parse(sys.argv[1]).getroot().find('testsuite/testcase')\n\
        print(case.get('name'), case.get('classname'), case.find('failure').text)";
    let output = std::process::Command::new("python3").args(["-c", program]).arg(project.path("out/a.xml")).output();
    let output = output.expect("Python");
    let reported = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(reported.starts_with("plain dune.duel "), "{reported}{}", String::from_utf8_lossy(&output.stderr));
    assert!(reported.contains("factions.emperor.forces.arrakeen: expected 4 -> 1, actual 4 -> 0"), "{reported}");
}
