//! The project to start from: Nim, of which one rule is left to its author.

use super::Contents;
use crate::cli::arguments::StartEngine;
use crate::cli::schema;
use crate::oracle::lock;
use crate::oracle::lock::Lock;
use crate::oracle::rulebook::Rulebook;
use crate::protocol::own_source;
use crate::source::SourceFile;

const GAME: &str = "nim";
const RULES: &str = include_str!("nim/nim.md");
const CATALOG: &str = include_str!("nim/catalog.yaml");
const PROJECT: &str = include_str!("nim/truthsayer.yaml");

const SCENARIOS: [(&str, &str); 2] = [
    ("scenarios/nim/taking/stones-are-taken.yaml", include_str!("nim/stones-are-taken.yaml")),
    ("scenarios/nim/taking/too-many-stones.yaml", include_str!("nim/too-many-stones.yaml")),
];

const GOLDENS: [(&str, &str); 2] = [
    ("golden/nim/taking/stones-are-taken.yaml", include_str!("nim/stones-are-taken.golden.yaml")),
    ("golden/nim/taking/too-many-stones.yaml", include_str!("nim/too-many-stones.golden.yaml")),
];

/// What editors check the files by.
const SCHEMAS: [(&str, &str); 6] = [
    ("project", schema::PROJECT),
    ("scenario", schema::SCENARIO),
    ("fixture", schema::FIXTURE),
    ("catalog", schema::CATALOG),
    ("exclusions", schema::EXCLUSIONS),
    ("floor", schema::FLOOR),
];

/// An engine as it is copied, and how the project file speaks of it.
struct EngineTemplate {
    files: Vec<(String, String)>,
    command: &'static str,
    sources: &'static str,
    startup: &'static str,
    /// What is said besides, where something has to be there or to be done.
    note: &'static str,
}

pub(super) fn nim(language: StartEngine) -> Contents {
    let engine = engine(language);
    let project = PROJECT
        .replace("@COMMAND@", engine.command)
        .replace("@SOURCES@", engine.sources)
        .replace("@STARTUP@\n", engine.startup);
    let mut files = vec![
        ("truthsayer.yaml".to_owned(), schema::line("project", 0) + &project),
        (format!("rules/{GAME}/nim.md"), RULES.to_owned()),
        (format!("rules/{GAME}/catalog.yaml"), schema::line("catalog", 2) + CATALOG),
        (lock::path("rules", GAME), reviewed()),
    ];
    files.extend(SCENARIOS.map(|(path, text)| (path.to_owned(), schema::line("scenario", 3) + text)));
    files.extend(GOLDENS.map(|(path, text)| (path.to_owned(), text.to_owned())));
    files.extend(SCHEMAS.map(|(kind, text)| (schema::path(kind), text.to_owned())));
    files.extend(engine.files);
    let next = format!(
        "  truthsayer verify      play both scenarios\n  \
           truthsayer prove       turn off each clause, and see a claim notice\n  \
           truthsayer coverage    four clauses are proven; WINNING is left to you\n{}",
        engine.note
    );
    Contents { files, next }
}

/// The rulebook as it came, all of it reviewed.
fn reviewed() -> String {
    let mut book = Rulebook::default();
    book.add("nim/nim.md", SourceFile::new("rules/nim/nim.md", RULES));
    Lock::of(&book, GAME).render()
}

fn engine(language: StartEngine) -> EngineTemplate {
    let file = |path: &str, text: &str| (path.to_owned(), text.to_owned());
    match language {
        StartEngine::Python => EngineTemplate {
            files: vec![
                file("engine.py", include_str!("nim/engine.py")),
                file("truthsayer_engine.py", include_str!("../../../adapters/python/truthsayer_engine.py")),
            ],
            command: "python3, engine.py",
            sources: "engine.py",
            startup: "",
            note: "the engine is engine.py, and needs Python 3.9 or later\n",
        },
        StartEngine::Node => EngineTemplate {
            files: vec![
                file("engine.mjs", include_str!("nim/engine.mjs")),
                file("truthsayer-engine.mjs", include_str!("../../../adapters/node/truthsayer-engine.mjs")),
            ],
            command: "node, engine.mjs",
            sources: "engine.mjs",
            startup: "",
            note: "the engine is engine.mjs, and needs Node 18 or later\n",
        },
        StartEngine::Rust => EngineTemplate {
            files: in_rust(),
            command: "cargo, run, --quiet, --manifest-path, engine/Cargo.toml",
            sources: "engine/src",
            startup: "    startup: 10m      # the first time it is built\n",
            note: "the engine is engine/src/main.rs; cargo builds it at the first run, and fetches serde\n",
        },
        StartEngine::None => EngineTemplate {
            files: vec![file("engine.txt", include_str!("nim/engine.txt"))],
            command: "truthsayer, engine, replay, engine.txt",
            sources: "",
            startup: "",
            note: "engine.txt is what an engine said once, and answers these two scenarios only: put the\n\
                   command of your own engine into truthsayer.yaml\n",
        },
    }
}

/// The engine as a package of its own, with the protocol beside it, so that it can be built anywhere.
fn in_rust() -> Vec<(String, String)> {
    let protocol = include_str!("nim/protocol.toml").replace("@VERSION@", env!("CARGO_PKG_VERSION"));
    let mut files = vec![
        ("engine/Cargo.toml".to_owned(), include_str!("nim/engine.toml").to_owned()),
        ("engine/src/main.rs".to_owned(), include_str!("nim/engine.rs.txt").to_owned()),
        ("engine/.gitignore".to_owned(), "target/\n".to_owned()),
        ("engine/protocol/Cargo.toml".to_owned(), protocol),
    ];
    let source = own_source::SOURCE.iter();
    files.extend(source.map(|(name, text)| (format!("engine/protocol/src/{name}"), (*text).to_owned())));
    files
}
