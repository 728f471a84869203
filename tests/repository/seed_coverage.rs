//! `verification/seed-coverage.md` names only scenarios that exist.

use std::fs;
use std::path::Path;

const GAMES: [&str; 2] = ["dune/", "cotulenh/"];

fn names_a_game(word: &str) -> bool {
    GAMES.iter().any(|game| word.starts_with(game))
}

#[test]
fn every_scenario_that_the_seed_coverage_names_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(root.join("verification/seed-coverage.md")).expect("the page");
    let ids: Vec<&str> = text.split('`').filter(|word| names_a_game(word) && word.matches('/').count() == 2).collect();
    for game in GAMES {
        let named = ids.iter().filter(|id| id.starts_with(game)).count();
        assert!(named > 100, "only {named} ids of `{game}` were found");
    }
    for id in ids {
        let file = id.split(['[', '#']).next().unwrap_or(id);
        assert!(root.join(format!("scenarios/{file}.yaml")).exists(), "no scenario `{id}`");
    }
}
