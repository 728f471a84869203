//! The starter project: the game of Nim, with one rule left for you to test.

use super::Contents;
use crate::cli::args::StartEngine;
use crate::cli::commands::schema;
use truthsayer_oracle::base::source::SourceFile;
use truthsayer_oracle::rulebook::Rulebook;
use truthsayer_oracle::rulebook::history::lock;
use truthsayer_oracle::rulebook::history::lock::Lock;
use truthsayer_protocol::own_source;

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

/// Schemas for editors.
const SCHEMAS: [(&str, &str); 6] = [
    ("project", schema::PROJECT),
    ("scenario", schema::SCENARIO),
    ("fixture", schema::FIXTURE),
    ("catalog", schema::CATALOG),
    ("exclusions", schema::EXCLUSIONS),
    ("floor", schema::FLOOR),
];

/// The files of an engine, and its entry in the project file.
struct EngineTemplate {
    files: Vec<(String, String)>,
    command: &'static str,
    sources: &'static str,
    startup: &'static str,
    /// A note on requirements, printed last.
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
        "  truthsayer verify      run both scenarios\n  \
           truthsayer prove       turn off each clause, and check that a claim fails\n  \
           truthsayer coverage    list the grades: four clauses are proven, WINNING is yours to test\n{}",
        engine.note
    );
    Contents { files, next }
}

/// The lock of the new project.
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
                file("truthsayer_engine.py", include_str!("../../../../adapters/python/truthsayer_engine.py")),
            ],
            command: "python3, engine.py",
            sources: "engine.py",
            startup: "",
            note: "the engine is engine.py; it needs Python 3.9 or later\n",
        },
        StartEngine::Node => EngineTemplate {
            files: vec![
                file("engine.mjs", include_str!("nim/engine.mjs")),
                file("truthsayer-engine.mjs", include_str!("../../../../adapters/node/truthsayer-engine.mjs")),
            ],
            command: "node, engine.mjs",
            sources: "engine.mjs",
            startup: "",
            note: "the engine is engine.mjs; it needs Node 18 or later\n",
        },
        StartEngine::Rust => EngineTemplate {
            files: in_rust(),
            command: "cargo, run, --quiet, --manifest-path, engine/Cargo.toml",
            sources: "engine/src",
            startup: "    startup: 10m      # the first run builds the engine\n",
            note: "the engine is engine/src/main.rs; the first run downloads serde and builds it\n",
        },
        StartEngine::None => EngineTemplate {
            files: vec![file("engine.txt", include_str!("nim/engine.txt"))],
            command: "truthsayer, engine, replay, engine.txt",
            sources: "",
            startup: "",
            note: "engine.txt is a recording that answers only these two scenarios; put the command of your\n\
                   own engine into truthsayer.yaml\n",
        },
    }
}

/// The Rust engine as a package that includes the protocol crate, so that it builds anywhere.
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
