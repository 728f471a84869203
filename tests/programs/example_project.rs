//! An example with recorded libraries, run without the libraries.

use std::fs;
use std::path::Path;
use std::path::PathBuf;
use std::process::Command;

use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::project::Project;

const BINARY: &str = env!("CARGO_BIN_EXE_truthsayer");

/// A folder below `examples/`.
pub(crate) struct ExampleProject {
    pub(crate) name: &'static str,
}

impl ExampleProject {
    pub(crate) fn folder(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(self.name)
    }

    /// Runs a command in the example, with this binary on the path: the recorded engines are started by its name.
    #[track_caller]
    pub(crate) fn run(&self, arguments: &[&str], code: i32) -> String {
        let own = Path::new(BINARY).parent().expect("a folder").to_owned();
        let others = std::env::var_os("PATH").unwrap_or_default();
        let path = std::env::join_paths([own].into_iter().chain(std::env::split_paths(&others))).expect("a path");
        let output = Command::new(BINARY)
            .args(arguments)
            .current_dir(self.folder())
            .env("CI", "true")
            .env("PATH", path)
            .env("TRUTHSAYER_TODAY", "2027-01-01")
            .output()
            .expect("it runs");
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(code), "{printed}\n{}", String::from_utf8_lossy(&output.stderr));
        printed
    }

    pub(crate) fn scenarios(&self) -> usize {
        let project = Project::load(&self.folder()).expect("the example");
        Suite::load(project, 1).0.scenarios.len()
    }

    /// Returns the number of known failures of an engine. Each gap names one scenario.
    pub(crate) fn gaps(&self, engine: &str) -> usize {
        let text = fs::read_to_string(self.folder().join("truthsayer.yaml")).expect("the project file");
        let config: serde_yaml::Value = serde_yaml::from_str(&text).expect("YAML");
        config["engines"][engine]["gaps"].as_sequence().expect("gaps").len()
    }
}
