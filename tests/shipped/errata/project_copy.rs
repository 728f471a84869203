//! A copy of the shipped project that tests can change.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use truthsayer_oracle::base::diagnostic::Problem;
use truthsayer_oracle::errata::pending_changes;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::project::Project;
use walkdir::WalkDir;

pub(crate) struct Copy {
    folder: tempfile::TempDir,
}

/// The result of a run of the binary.
pub(crate) struct Run {
    pub text: String,
    pub code: Option<i32>,
}

impl Run {
    #[track_caller]
    pub(crate) fn exits(self, code: i32) -> Run {
        assert_eq!(self.code, Some(code), "{}", self.text);
        self
    }

    #[track_caller]
    pub(crate) fn says(self, words: &str) -> Run {
        assert!(self.text.contains(words), "`{words}` is not in:\n{}", self.text);
        self
    }

    #[track_caller]
    pub(crate) fn does_not_say(self, words: &str) -> Run {
        assert!(!self.text.contains(words), "`{words}` is in:\n{}", self.text);
        self
    }
}

impl Copy {
    /// Rules and scenarios of both games, for tests that run nothing.
    pub(crate) fn unplayed() -> Copy {
        let copy = Copy::empty();
        ["rules", "scenarios"].iter().for_each(|folder| copy.take(folder));
        copy.write("truthsayer.yaml", "games:\n  cotulenh: {engine: cotulenh}\n  dune: {engine: dune}\n");
        copy
    }

    /// The rules of Dune and the scenarios of one topic with their goldens, for tests that run often.
    pub(crate) fn battles() -> Copy {
        let copy = Copy::empty();
        let topic = "dune/battle-determination";
        let played = [format!("scenarios/{topic}"), format!("golden/{topic}")];
        ["rules/dune".to_owned(), "scenarios/dune/fixtures".to_owned()]
            .iter()
            .chain(&played)
            .for_each(|it| copy.take(it));
        copy.write("truthsayer.yaml", "games:\n  dune: {engine: dune}\n");
        copy
    }

    /// And their goldens.
    pub(crate) fn shipped() -> Copy {
        let copy = Copy::unplayed();
        copy.take("golden");
        copy
    }

    /// Copies a folder that ships.
    fn take(&self, folder: &str) {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        for entry in WalkDir::new(root.join(folder)).into_iter().flatten() {
            let path = self.root().join(entry.path().strip_prefix(root).expect("below"));
            match entry.file_type().is_dir() {
                true => fs::create_dir_all(path).expect("folders can be made"),
                false => drop(fs::copy(entry.path(), path).expect("a file can be copied")),
            }
        }
    }

    pub(crate) fn empty() -> Copy {
        Copy { folder: tempfile::tempdir().expect("a temporary folder") }
    }

    pub(crate) fn root(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folders can be made");
        fs::write(path, text).expect("a file can be written");
    }

    pub(crate) fn remove(&self, path: &str) {
        fs::remove_file(self.root().join(path)).expect("a file can be removed");
    }

    pub(crate) fn rename(&self, from: &str, to: &str) {
        fs::rename(self.root().join(from), self.root().join(to)).expect("it can be renamed");
    }

    /// Changes the lines of a file.
    pub(crate) fn edit(&self, path: &str, change: impl FnOnce(&mut Vec<String>)) {
        let mut lines: Vec<String> = self.read(path).lines().map(str::to_owned).collect();
        change(&mut lines);
        self.write(path, &(lines.join("\n") + "\n"));
    }

    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        self.run_with(arguments, &[])
    }

    pub(crate) fn run_with(&self, arguments: &[&str], environment: &[(&str, &str)]) -> Run {
        let mut command = Command::new(env!("CARGO_BIN_EXE_truthsayer"));
        command.current_dir(self.root()).args(arguments).env_remove("CI").envs(environment.iter().copied());
        let output = command.output().expect("the binary runs");
        let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
        Run { text, code: output.status.code() }
    }

    pub(crate) fn suite(&self) -> Suite {
        self.load().0
    }

    pub(crate) fn load(&self) -> (Suite, Vec<Problem>) {
        pending_changes::load_suite(Project::load(self.root()).expect("a project"), 2)
    }

    /// Every file except the goldens and the rulebook, which no repair changes.
    pub(crate) fn files(&self) -> BTreeMap<String, String> {
        let files = WalkDir::new(self.root()).into_iter().flatten().filter(|entry| entry.file_type().is_file());
        let path =
            |entry: &walkdir::DirEntry| entry.path().strip_prefix(self.root()).expect("below").display().to_string();
        let is_kept = |path: &str| !path.ends_with(".md") && !path.starts_with("golden");
        let kept = files.map(|entry| (path(&entry), entry)).filter(|(path, _)| is_kept(path));
        kept.map(|(path, entry)| (path, fs::read_to_string(entry.path()).expect("a text"))).collect()
    }
}
