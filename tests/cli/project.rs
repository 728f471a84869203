//! A throwaway project and a run of the binary in it.

use std::fs;
use std::path::Path;
use std::path::PathBuf;
use std::process::Command;
use std::process::Stdio;

use truthsayer_oracle::suite::Suite;

/// A temporary project. Its folder is removed when the test ends.
pub(crate) struct Project {
    folder: tempfile::TempDir,
    /// The path of the project inside that folder.
    below: &'static str,
}

/// The result of a run of the binary.
#[derive(Debug)]
pub(crate) struct Run {
    pub stdout: String,
    pub stderr: String,
    pub code: Option<i32>,
}

/// A small rulebook, short enough to read in a test.
pub(crate) const RULES: &str = include_str!("../fixtures/rules/battle.md");

/// A scenario that passes: a duel that the stronger side wins.
pub(crate) const DUEL: &str = include_str!("../fixtures/scenarios/duel.yaml");

impl Project {
    /// Creates a project with the small rulebook and no scenario.
    pub(crate) fn new() -> Project {
        let project = Project { folder: tempfile::tempdir().expect("a temporary folder"), below: "" };
        project.file("truthsayer.yaml", "games:\n  dune: {engine: dune}\n").file("rules/dune/battle.md", RULES)
    }

    /// Creates a project with the duel as `dune/duel/plain` and its accepted golden.
    pub(crate) fn with_duel() -> Project {
        let project = Project::new().file("scenarios/dune/duel/plain.yaml", DUEL);
        project.run(&["bless"]).exits(0);
        project
    }

    /// Creates a project with the shipped rulebook of Dune, for commands that turn switches off: every switch quotes
    /// it.
    pub(crate) fn with_dune_rules() -> Project {
        let rules = |name: &str| fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect("the rules");
        ["rules/dune/battle.md", "rules/dune/phases.md", "rules/dune/readings.md"]
            .into_iter()
            .fold(Project::new(), |project, path| project.file(path, rules(path)))
    }

    /// The Pig example with a Python engine that a test can change, and its adapter.
    pub(crate) fn pig() -> Project {
        let project = Project::copied(&["examples/pig", "adapters"], "examples/pig");
        // The engine uses only the standard library; -S skips the search for other packages, which takes most of the
        // start-up time.
        let engines = project.read("truthsayer.yaml").replace("[python3, engine.py]", "[python3, -S, engine.py]");
        project.write("truthsayer.yaml", engines);
        project
    }

    /// The shipped suite, with each built-in engine in a process of its own as the reference engine.
    pub(crate) fn served() -> Project {
        let project = Project::copied(
            &["rules", "scenarios", "golden", "verification", "crates", "floor.yaml", "truthsayer.yaml"],
            "",
        );
        let mut config = project.read("truthsayer.yaml");
        let mut entries = String::from("engines:\n");
        for game in ["cotulenh", "dune"] {
            config =
                config.replace(&format!("{game}: {{engine: {game}}}"), &format!("{game}: {{engine: {game}_served}}"));
            let command = format!("['{}', engine, {game}]", env!("CARGO_BIN_EXE_truthsayer"));
            entries.push_str(&format!("  {game}_served: {{game: {game}, command: {command}}}\n"));
        }
        project.write("truthsayer.yaml", config + &entries);
        project
    }

    /// A copy of some files and folders of this repository; the project is the folder `below`.
    fn copied(paths: &[&str], below: &'static str) -> Project {
        let project = Project { folder: tempfile::tempdir().expect("a temporary folder"), below };
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        for path in paths {
            let files = walkdir::WalkDir::new(root.join(path)).into_iter().flatten();
            for file in files.filter(|entry| entry.file_type().is_file()) {
                let path = file.path().strip_prefix(root).expect("below");
                let copy = project.folder.path().join(path);
                fs::create_dir_all(copy.parent().expect("a parent")).expect("folders can be made");
                fs::copy(file.path(), copy).expect("a file can be copied");
            }
        }
        project
    }

    pub(crate) fn file(self, path: &str, text: impl AsRef<[u8]>) -> Project {
        self.write(path, text);
        self
    }

    pub(crate) fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("folders can be made");
        fs::write(path, text).expect("a file can be written");
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    pub(crate) fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(self.below).join(path)
    }

    pub(crate) fn exists(&self, path: &str) -> bool {
        self.path(path).exists()
    }

    /// Returns the number of scenarios.
    pub(crate) fn scenarios(&self) -> usize {
        suite(&self.path("")).scenarios.len()
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        run_in(&self.path(""), arguments, &[])
    }

    pub(crate) fn run_in_ci(&self, arguments: &[&str]) -> Run {
        run_in(&self.path(""), arguments, &[("CI", "true")])
    }
}

/// Loads the suite of a project without the binary, to count what it holds.
pub(crate) fn suite(folder: &Path) -> Suite {
    let project = truthsayer_oracle::suite::project::Project::load(folder).expect("a project");
    Suite::load(project, 1).0
}

/// Returns the number of clauses that are not excluded.
pub(crate) fn gradable_clauses(suite: &Suite) -> usize {
    suite.book.clauses().count() - suite.exclusions.iter().map(|it| it.clauses.len()).sum::<usize>()
}

/// Runs the binary on the suite that ships, with CI set so that nothing is written.
pub(crate) fn shipped(arguments: &[&str]) -> Run {
    run_in(Path::new(env!("CARGO_MANIFEST_DIR")), arguments, &[("CI", "true")])
}

pub(crate) fn run_in(folder: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_truthsayer"));
    command.current_dir(folder).args(arguments).stdin(Stdio::null());
    // Removes the variables of the machine that runs the tests, such as those of CI.
    for name in ["CI", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "GITHUB_ACTIONS", "XML_OUTPUT_FILE", "CI_PROJECT_DIR"]
    {
        command.env_remove(name);
    }
    let output = command.envs(environment.iter().copied()).output().expect("the binary runs");
    Run {
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        code: output.status.code(),
    }
}

impl Run {
    #[track_caller]
    pub(crate) fn exits(self, code: i32) -> Run {
        assert_eq!(self.code, Some(code), "stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }

    #[track_caller]
    pub(crate) fn says(self, words: &str) -> Run {
        // A sentence may be wrapped at any space.
        let unwrapped = self.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        let is_said = self.stdout.contains(words) || unwrapped.contains(words);
        assert!(is_said, "`{words}` is not in stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }

    #[track_caller]
    pub(crate) fn complains(self, words: &str) -> Run {
        assert!(self.stderr.contains(words), "`{words}` is not in stderr:\n{}\nstdout:\n{}", self.stderr, self.stdout);
        self
    }

    #[track_caller]
    pub(crate) fn does_not_say(self, words: &str) -> Run {
        assert!(!self.stdout.contains(words), "`{words}` is in stdout:\n{}", self.stdout);
        self
    }
}
