//! The example project: the game of Nim, with one rule left for you to test.

use super::Contents;
use super::common_files;
use super::common_files::Named;
use super::engine_files;
use crate::cli::args::StartEngine;
use crate::cli::commands::schema;
use truthsayer_oracle::rulebook::format::RulebookLayout;

const RULES: &str = include_str!("nim/nim.md");
const CATALOG: &str = include_str!("nim/catalog.yaml");

const SCENARIOS: [(&str, &str); 2] = [
    ("scenarios/nim/taking/stones-are-taken.yaml", include_str!("nim/stones-are-taken.yaml")),
    ("scenarios/nim/taking/too-many-stones.yaml", include_str!("nim/too-many-stones.yaml")),
];

const GOLDENS: [(&str, &str); 2] = [
    ("golden/nim/taking/stones-are-taken.yaml", include_str!("nim/stones-are-taken.golden.yaml")),
    ("golden/nim/taking/too-many-stones.yaml", include_str!("nim/too-many-stones.golden.yaml")),
];

pub(super) fn nim(language: StartEngine) -> Contents {
    let named = Named { game: "nim", engine: "mine", rulebook: "nim.md", layout: RulebookLayout::Lines };
    let source = match language {
        StartEngine::Python => include_str!("nim/engine.py"),
        StartEngine::Javascript => include_str!("nim/engine.mjs"),
        StartEngine::Rust => include_str!("nim/engine.rs.txt"),
        StartEngine::None => include_str!("nim/engine.txt"),
    };
    let engine = engine_files::of(language, source.to_owned());
    let mut files = common_files::of(&named, &engine, RULES);
    files.push(("rules/nim/catalog.yaml".to_owned(), schema::line("catalog", 2) + CATALOG));
    files.extend(SCENARIOS.map(|(path, text)| (path.to_owned(), schema::line("scenario", 3) + text)));
    files.extend(GOLDENS.map(|(path, text)| (path.to_owned(), text.to_owned())));
    files.extend(engine.files);
    let next = format!(
        "  truthsayer verify      run both scenarios\n  \
           truthsayer prove       turn off each clause, and check that a claim fails\n  \
           truthsayer coverage    list the grades: four clauses are proven, WINNING is yours to test\n{}",
        engine.note
    );
    Contents { files, next }
}
