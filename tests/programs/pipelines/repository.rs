//! A repository with a small project, the program in an archive, and steps that are run in a checkout of it.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::path::PathBuf;
use std::process::Command;

const BINARY: &str = env!("CARGO_BIN_EXE_truthsayer");

pub(crate) struct Repository {
    pub folder: tempfile::TempDir,
    /// Variables of the service: the address of the program and its checksum.
    pub variables: BTreeMap<String, String>,
}

/// How a step ended, and what it printed.
pub(crate) struct Step {
    pub code: i32,
    pub reported: String,
}

impl Repository {
    /// A committed project that passes, with its floor.
    pub(crate) fn new() -> Repository {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("repository");
        let made = |arguments: &[&str], at: &Path| {
            let output = Command::new(BINARY).args(arguments).current_dir(at).env_remove("CI").output().expect("a run");
            assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        };
        fs::create_dir(&path).expect("a folder");
        made(&["init", ".", "--engine", "python"], &path);
        made(&["gate", "--raise"], &path);
        let archive = folder.path().join("truthsayer.tar.gz");
        pack(folder.path(), &archive);
        let sum = sh("sha256sum truthsayer.tar.gz | cut -d' ' -f1", folder.path(), &BTreeMap::new());
        let variables = [
            ("TRUTHSAYER_ARCHIVE".to_owned(), format!("file://{}", archive.display())),
            ("TRUTHSAYER_SHA256".to_owned(), sum.reported.trim().to_owned()),
        ];
        Repository { folder, variables: variables.into_iter().collect() }
    }

    /// A project in which the engine breaks a rule: one claim of one scenario fails.
    pub(crate) fn broken() -> Repository {
        let repository = Repository::new();
        let path = repository.folder.path().join("repository/scenarios/nim/taking/stones-are-taken.yaml");
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let other = text.replacen(" -> ", " -> 9", 1);
        assert_ne!(text, other);
        fs::write(&path, other).expect("a file");
        repository
    }

    /// A fresh copy for one job.
    pub(crate) fn checkout(&self, job: &str) -> PathBuf {
        let copy = self.folder.path().join(format!("job-{job}"));
        copy_folder(&self.folder.path().join("repository"), &copy);
        copy
    }
}

pub(crate) fn copy_folder(from: &Path, to: &Path) {
    for entry in walkdir::WalkDir::new(from).into_iter().flatten().filter(|entry| entry.file_type().is_file()) {
        let target = to.join(entry.path().strip_prefix(from).expect("below"));
        fs::create_dir_all(target.parent().expect("a parent")).expect("folders");
        fs::copy(entry.path(), target).expect("a copy");
    }
}

/// The parts of the `make dist` archive that a pipeline needs. It links to the built program, which is large because it
/// has symbols.
fn pack(folder: &Path, archive: &Path) {
    let inner = folder.join("packed/truthsayer-0.1.0");
    fs::create_dir_all(&inner).expect("a folder");
    fs::write(inner.join("truthsayer"), format!("#!/bin/sh\nexec '{BINARY}' \"$@\"\n")).expect("a file");
    let script = format!(
        "chmod +x packed/*/truthsayer && tar -C packed -czf '{}' truthsayer-0.1.0 && rm -r packed",
        archive.display()
    );
    assert_eq!(sh(&script, folder, &BTreeMap::new()).code, 0);
}

/// Runs a script as runners do: every command must succeed. It inherits no environment.
pub(crate) fn sh(script: &str, folder: &Path, variables: &BTreeMap<String, String>) -> Step {
    let mut command = Command::new("bash");
    command.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", script]).current_dir(folder);
    command.env_clear();
    for name in ["PATH", "HOME", "PYENV_ROOT"] {
        command.envs(std::env::var_os(name).map(|value| (name, value)));
    }
    let output = command.envs(variables).output().expect("bash");
    let reported = [output.stdout, output.stderr].concat();
    Step { code: output.status.code().unwrap_or(-1), reported: String::from_utf8_lossy(&reported).into_owned() }
}

/// The files of a folder that a pattern with at most one star matches.
pub(crate) fn matching(folder: &Path, pattern: &str) -> Vec<PathBuf> {
    let (start, end) = pattern.split_once('*').unwrap_or((pattern, ""));
    let names = fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.file_name());
    let fits = |name: &str| match pattern.contains('*') {
        true => name.len() >= start.len() + end.len() && name.starts_with(start) && name.ends_with(end),
        false => name == pattern,
    };
    let names = names.filter_map(|name| name.into_string().ok()).filter(|name| fits(name));
    names.map(|name| folder.join(name)).collect()
}
