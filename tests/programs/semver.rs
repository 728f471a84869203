//! The example of semantic versions without its libraries: recorded conversations are replayed and judged.

use std::fs;

use crate::example_project::ExampleProject;

const SEMVER: ExampleProject = ExampleProject { name: "semver" };
/// Each engine, and the number of scenarios in which it diverges.
const ENGINES: [(&str, usize); 4] =
    [("python-semver", 3), ("npm-semver", 10), ("compare-versions", 11), ("packaging", 40)];

/// After a change of the scenarios, `examples/semver/show.sh target/release/truthsayer record` asks the libraries again.
#[test]
fn every_divergence_of_the_recorded_libraries_is_a_known_gap() {
    for (engine, gaps) in ENGINES {
        let engine = format!("recorded-{engine}");
        let printed = SEMVER.run(&["verify", "--engine", &engine], 0);
        assert!(printed.contains(&format!("{gaps} are known gaps")), "{engine}: {printed}");
        assert!(!printed.contains("does not contain this task"), "{engine}: {printed}");
    }
}

#[test]
fn the_libraries_of_npm_differ() {
    let printed = SEMVER.run(&["compare", "recorded-npm-semver", "recorded-compare-versions"], 1);
    assert!(printed.contains("MUST be compared character by character"), "{printed}");
}

#[test]
fn every_divergence_is_in_the_readme() {
    let readme = fs::read_to_string(SEMVER.folder().join("README.md")).expect("a README");
    let config = fs::read_to_string(SEMVER.folder().join("truthsayer.yaml")).expect("the project file");
    let config: serde_yaml::Value = serde_yaml::from_str(&config).expect("YAML");
    for engine in ["python-semver", "npm-semver", "compare-versions"] {
        for gap in config["engines"][engine]["gaps"].as_sequence().expect("gaps") {
            let id = gap["scenario"].as_str().expect("an id").trim_start_matches("semver/");
            assert!(readme.contains(&format!("`{id}`")), "{engine}: {id}");
        }
    }
}
