//! The files of the engine of a new project, and its entry in the project file.

use crate::cli::args::StartEngine;
use truthsayer_protocol::own_source;

pub(super) struct EngineFiles {
    pub files: Vec<(String, String)>,
    pub command: &'static str,
    pub sources: &'static str,
    pub startup: &'static str,
    /// Lines of `.gitignore`.
    pub ignored: &'static str,
    /// The package of the interpreter on Debian.
    pub package: Option<&'static str>,
    /// A note on requirements, printed last.
    pub note: &'static str,
}

/// The engine with this source, and the adapter of its language.
pub(super) fn of(language: StartEngine, source: String) -> EngineFiles {
    let file = |path: &str, text: &str| (path.to_owned(), text.to_owned());
    match language {
        StartEngine::Python => EngineFiles {
            files: vec![
                file("engine.py", &source),
                file("truthsayer_engine.py", include_str!("../../../../adapters/python/truthsayer_engine.py")),
            ],
            command: "python3, engine.py",
            sources: "engine.py",
            startup: "",
            ignored: "__pycache__/\n",
            package: Some("python3"),
            note: "the engine is engine.py; it needs Python 3.9 or later\n",
        },
        StartEngine::Javascript => EngineFiles {
            files: vec![
                file("engine.mjs", &source),
                file("truthsayer-engine.mjs", include_str!("../../../../adapters/node/truthsayer-engine.mjs")),
            ],
            command: "node, engine.mjs",
            sources: "engine.mjs",
            startup: "",
            ignored: "node_modules/\n",
            package: Some("nodejs"),
            note: "the engine is engine.mjs; it needs Node 18 or later\n",
        },
        StartEngine::Rust => EngineFiles {
            files: in_rust(source),
            command: "cargo, run, --quiet, --manifest-path, engine/Cargo.toml",
            sources: "engine/src",
            startup: "    startup: 10m      # the first run builds the engine\n",
            ignored: "target/\n",
            package: None,
            note: "the engine is engine/src/main.rs; the first run downloads serde and builds it\n",
        },
        StartEngine::None => EngineFiles {
            files: vec![file("engine.txt", &source)],
            command: "truthsayer, engine, replay, engine.txt",
            sources: "",
            startup: "",
            ignored: "",
            package: None,
            note: "engine.txt is a recording that answers only these two scenarios; put the command of your\n\
                   own engine into truthsayer.yaml\n",
        },
    }
}

/// The Rust engine as a package that includes the protocol crate, so that it builds anywhere.
fn in_rust(source: String) -> Vec<(String, String)> {
    let protocol = include_str!("nim/protocol.toml").replace("@VERSION@", env!("CARGO_PKG_VERSION"));
    let mut files = vec![
        ("engine/Cargo.toml".to_owned(), include_str!("nim/engine.toml").to_owned()),
        ("engine/src/main.rs".to_owned(), source),
        ("engine/protocol/Cargo.toml".to_owned(), protocol),
    ];
    let source = own_source::SOURCE.iter();
    files.extend(source.map(|(name, text)| (format!("engine/protocol/src/{name}"), (*text).to_owned())));
    files
}
