//! The manifest of a folder of reports: the files that Truthsayer wrote and may replace or remove.

use std::collections::BTreeSet;
use std::path::Component;
use std::path::Path;

use crate::base::safe_read;
use truthsayer_protocol::text;

/// The name of the manifest in its folder.
pub const FILE_NAME: &str = "manifest.txt";

const TITLE: &str = "# The files below were written by `truthsayer report`, which may write over them and remove them.";

/// Files of a folder, by their relative paths.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Manifest {
    pub paths: BTreeSet<String>,
}

impl Manifest {
    /// Reads the manifest of a folder. Empty if there is none, or if the file is not a manifest.
    pub fn read(root: &Path, folder: &str) -> Manifest {
        let Ok(file) = safe_read::read(root, &format!("{folder}/{FILE_NAME}")) else { return Manifest::default() };
        let mut lines = file.lines();
        if lines.next() != Some(TITLE) {
            return Manifest::default();
        }
        Manifest { paths: lines.filter(|line| is_inside(line)).map(str::to_owned).collect() }
    }

    /// Returns the text of the manifest.
    pub fn text(&self) -> String {
        let lines: String = self.paths.iter().map(|path| format!("{path}\n")).collect();
        format!("{TITLE}\n{lines}")
    }
}

fn is_inside(path: &str) -> bool {
    !path.is_empty()
        && text::is_one_line(path)
        && Path::new(path).components().all(|part| matches!(part, Component::Normal(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest(text: &str) -> Manifest {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("out")).unwrap();
        std::fs::write(folder.path().join("out").join(FILE_NAME), text).unwrap();
        Manifest::read(folder.path(), "out")
    }

    #[test]
    fn a_written_manifest_is_read_back() {
        let own = Manifest { paths: ["SUMMARY.md", "dune/README.md"].map(str::to_owned).into() };
        assert_eq!(manifest(&own.text()), own);
    }

    #[test]
    fn a_manifest_cannot_name_files_outside_its_folder() {
        let forged = format!("{TITLE}\n../../rules/dune/battle.md\n/etc/passwd\ndune/README.md\n\n");
        assert_eq!(manifest(&forged).paths.into_iter().collect::<Vec<_>>(), ["dune/README.md"]);
        assert_eq!(manifest("dune/README.md\n"), Manifest::default());
    }
}
