//! The example of taxes and benefits without its library: a recorded conversation is replayed and judged.

use std::fs;

use crate::example_project::ExampleProject;

const TAX: ExampleProject = ExampleProject { name: "tax" };

/// After a change of the scenarios, `examples/tax/show.sh target/release/truthsayer record` asks the library again.
#[test]
fn every_divergence_of_the_recorded_library_is_a_known_gap_and_in_the_readme() {
    let (scenarios, gaps) = (TAX.scenarios(), TAX.gaps("recorded-openfisca"));
    let printed = TAX.run(&["verify", "--engine", "recorded-openfisca"], 0);
    let tally = format!("{} of {scenarios} scenarios passed, {gaps} are known gaps", scenarios - gaps);
    assert!(printed.contains(&tally), "{printed}");
    let readme = fs::read_to_string(TAX.folder().join("README.md")).expect("a README");
    let config = fs::read_to_string(TAX.folder().join("truthsayer.yaml")).expect("the project file");
    let ids = config.split("scenario: \"tax/").skip(1).filter_map(|rest| rest.split('"').next());
    let missing: Vec<&str> = ids.filter(|id| !readme.contains(&format!("`{id}`"))).collect();
    assert_eq!(missing, [] as [&str; 0]);
}
