//! The example of a tariff: every clause is proven, from a few lines of YAML.

use std::fs;

use crate::example_project::ExampleProject;

const TARIFF: ExampleProject = ExampleProject { name: "tariff" };

#[test]
fn twelve_clauses_are_proven_by_sixty_lines_of_yaml() {
    needs_interpreters!();
    let lines = |path: &str| fs::read_to_string(TARIFF.folder().join(path)).expect("a file").lines().count();
    assert!(lines("truthsayer.yaml") + lines("scenarios/tariff/parcels.yaml") <= 60);
    let printed = TARIFF.run(&["prove"], 0);
    assert!(printed.contains("12 of 12"), "{printed}");
}
