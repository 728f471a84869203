//! `docs/seed-coverage.md` names only scenarios that exist.

use std::fs;
use std::path::Path;

#[test]
fn every_scenario_that_the_seed_coverage_names_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("docs/seed-coverage.md")).expect("the page");
    let ids: Vec<&str> =
        text.split('`').filter(|word| word.starts_with("dune/") && word.matches('/').count() == 2).collect();
    assert!(ids.len() > 100, "only {} ids were found", ids.len());
    for id in ids {
        let file = id.split('[').next().unwrap_or(id);
        assert!(root.join(format!("scenarios/{file}.yaml")).exists(), "no scenario `{id}`");
    }
}
