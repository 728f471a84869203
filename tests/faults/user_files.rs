//! The files that people write: project file, rules and scenarios. No fault may change them.

use std::collections::BTreeMap;
use std::fs;
use std::hash::DefaultHasher;
use std::hash::Hash;
use std::hash::Hasher;

use walkdir::WalkDir;

use crate::project::Project;

/// Every path with its content.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Belongings(BTreeMap<String, Thing>);

#[derive(Debug, PartialEq, Eq)]
enum Thing {
    /// A file, by hash.
    File(u64),
    /// A link, with its target.
    Link(String),
    Other,
}

impl Belongings {
    pub(crate) fn of(project: &Project) -> Belongings {
        Belongings::below(project, &["truthsayer.yaml", "rules", "scenarios"])
    }

    /// Everything below the folders. A link is not followed.
    pub(crate) fn below(project: &Project, folders: &[&str]) -> Belongings {
        let mut things = BTreeMap::new();
        for folder in folders {
            for entry in WalkDir::new(project.path(folder)).follow_root_links(false).into_iter().flatten() {
                things.insert(entry.path().to_string_lossy().into_owned(), thing(&entry));
            }
        }
        Belongings(things)
    }

    #[track_caller]
    pub(crate) fn are_untouched(&self, command_line: &str, project: &Project) {
        let now = Belongings::of(project);
        let differing = |(path, thing): (&String, &Thing)| (now.0.get(path) != Some(thing)).then(|| path.clone());
        let affected: Vec<String> = self.0.iter().filter_map(differing).collect();
        let new: Vec<&String> = now.0.keys().filter(|path| !self.0.contains_key(*path)).collect();
        assert!(affected.is_empty() && new.is_empty(), "{command_line} touched {affected:?} and made {new:?}");
    }
}

fn thing(entry: &walkdir::DirEntry) -> Thing {
    /// A longer file is identified by its length.
    const LONGEST: u64 = 4 * 1024 * 1024;
    let kind = entry.file_type();
    if kind.is_symlink() {
        let target = fs::read_link(entry.path()).unwrap_or_default();
        return Thing::Link(target.to_string_lossy().into_owned());
    }
    let length = entry.metadata().map_or(0, |found| found.len());
    let mut hasher = DefaultHasher::new();
    length.hash(&mut hasher);
    if kind.is_file() && length <= LONGEST {
        fs::read(entry.path()).unwrap_or_default().hash(&mut hasher);
    }
    if kind.is_file() { Thing::File(hasher.finish()) } else { Thing::Other }
}
