//! The rooms (layers) of each crate, lowest first, shown from left to right. A room may import only rooms to its left.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use super::imports;

/// One crate: its name in paths, its source folder, and its rooms. A room is the prefix of a module path; the longest
/// matching prefix decides.
pub(crate) struct Plan {
    pub(crate) name: &'static str,
    pub(crate) folder: &'static str,
    pub(crate) rooms: &'static [&'static str],
}

/// The imports between the rooms of a crate. `backwards` lists the forbidden ones.
#[derive(Debug, Default)]
pub(crate) struct Matrix {
    /// Number of imports, by the index of the importing room and of the imported room.
    pub(crate) counts: BTreeMap<(usize, usize), usize>,
    pub(crate) backwards: Vec<String>,
    pub(crate) homeless: Vec<String>,
}

impl Plan {
    pub(crate) fn room_of(&self, module: &str) -> Option<usize> {
        let holds = |room: &str| module == room || module.starts_with(&format!("{room}::"));
        let rooms = self.rooms.iter().enumerate().filter(|(_, room)| holds(room));
        rooms.max_by_key(|(_, room)| room.len()).map(|(index, _)| index)
    }

    pub(crate) fn matrix(&self, files: &[(String, String)]) -> Matrix {
        let mut matrix = Matrix::default();
        for (module, text) in files {
            let Some(from) = self.room_of(module) else {
                matrix.homeless.push(module.clone());
                continue;
            };
            let segments: Vec<&str> = module.split("::").collect();
            for import in imports::imports(&segments, text) {
                let [root, path @ ..] = import.path.as_slice() else { continue };
                if root != "crate" && root != self.name {
                    continue;
                }
                let Some(to) = self.room_of(&path.join("::")) else { continue };
                if from != to {
                    *matrix.counts.entry((from, to)).or_default() += 1;
                }
                if to > from {
                    let path = path.join("::");
                    matrix.backwards.push(format!("{module}, line {}: imports `{path}`", import.line));
                }
            }
        }
        matrix
    }

    pub(crate) fn table(&self, matrix: &Matrix) -> String {
        let mut text = format!("{} (row imports column)\n{:20}", self.name, "");
        self.rooms.iter().for_each(|room| write!(text, " {room:>10.10}").expect("memory"));
        for (from, room) in self.rooms.iter().enumerate() {
            write!(text, "\n{room:20.20}").expect("memory");
            for to in 0..self.rooms.len() {
                let count = matrix.counts.get(&(from, to)).map_or(String::new(), ToString::to_string);
                write!(text, " {count:>10}").expect("memory");
            }
        }
        text + "\n"
    }
}

/// The modules of a crate with their text. The crate root is left out, because it only declares modules.
pub(crate) fn modules(folder: &str) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut found = Vec::new();
    walk(&root, "", &mut found);
    assert!(found.len() > 20, "only {} modules in {folder}", found.len());
    found
}

fn walk(folder: &Path, prefix: &str, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("a source folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() {
            walk(&path, &format!("{prefix}{name}::"), found);
        } else if path.extension().is_some_and(|it| it == "rs")
            && !(prefix.is_empty() && ["lib", "main"].contains(&&*name))
        {
            found.push((format!("{prefix}{name}"), fs::read_to_string(&path).expect("a source file")));
        }
    }
}

/// Every folder below a source folder with the number of source files in it.
pub(crate) fn files_per_folder(folder: &str) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for (module, _) in modules(folder) {
        let parent = module.rsplit_once("::").map_or("", |(parent, _)| parent);
        *counts.entry(format!("{folder}/{}", parent.replace("::", "/"))).or_default() += 1;
    }
    counts
}
