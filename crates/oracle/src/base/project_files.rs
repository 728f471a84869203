//! Lists the files in a folder of the project, sorted. Every skipped file is reported.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use walkdir::DirEntry;
use walkdir::WalkDir;

use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::safe_read;
use crate::base::unsaved_files;
use truthsayer_protocol::text;

/// Files with one of the extensions, by their paths below the root, and the problems of the others.
#[derive(Debug, Default)]
pub struct Listing {
    pub paths: Vec<String>,
    pub problems: Vec<Problem>,
}

/// Lists every file below `folder` with one of the extensions. A missing folder has no files.
pub fn list(root: &Path, folder: &str, extensions: &[&str]) -> Listing {
    let mut listing = Listing::default();
    listing.walk(root, folder, extensions, |_| true);
    let is_wanted = |path: &Path| path.extension().is_some_and(|found| extensions.iter().any(|it| found == *it));
    let new = unsaved_files::below(&root.join(folder)).into_iter().filter(|path| is_wanted(path));
    let new = new.filter(|path| fs::symlink_metadata(path).is_err());
    listing.paths.extend(new.map(|path| relative(root, &path)));
    listing.finished()
}

/// Lists the files of some paths, given without extension: `a/b` has `a/b.yaml`, `a/b[1].yaml` and everything in `a/b`.
pub fn list_named(root: &Path, paths: &[String], extensions: &[&str]) -> Listing {
    let mut listing = Listing::default();
    for path in paths {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let is_named = |entry: &DirEntry| {
            let rest = entry.file_name().to_str().and_then(|own| own.strip_prefix(name));
            let is_extension = |rest: &str| rest.strip_prefix('.').is_some_and(|it| extensions.contains(&it));
            let is_own = |rest: &str| rest.is_empty() || rest.starts_with('[') || is_extension(rest);
            entry.depth() != 1 || rest.is_some_and(is_own)
        };
        listing.walk(root, folder, extensions, is_named);
    }
    listing.paths.sort();
    listing.paths.dedup();
    listing.finished()
}

/// Reports paths that are equal on a file system that ignores case. A pair of folders is reported once, not for every
/// file in them.
fn differing_only_by_case(paths: &[String]) -> Vec<Problem> {
    let mut spellings: BTreeMap<String, &str> = BTreeMap::new();
    let mut pairs: BTreeSet<(&str, &str)> = BTreeSet::new();
    for path in paths {
        let ends = path.match_indices('/').map(|(at, _)| at).chain([path.len()]);
        let parts = ends.map(|end| &path[..end]).filter(|part| !part.is_empty());
        let mut spelled = parts.map(|part| (*spellings.entry(part.to_lowercase()).or_insert(part), part));
        pairs.extend(spelled.find(|(first, part)| first != part));
    }
    let problem = |(first, second): (&str, &str)| {
        let problem = Problem::new(Kind::BadValue, format!("`{first}` and `{second}` differ only by case"));
        problem.help("rename one: on a file system that ignores case, they are the same file").about(second)
    };
    pairs.into_iter().map(problem).collect()
}

fn leads_out(root: &Path, entry: &DirEntry) -> bool {
    entry.path_is_symlink() && !safe_read::is_inside(root, entry.path()).unwrap_or(false)
}

impl Listing {
    /// Adds the files below a folder. Enters only folders, and adds only files, for which `is_wanted` holds.
    fn walk(&mut self, root: &Path, folder: &str, extensions: &[&str], is_wanted: impl Fn(&DirEntry) -> bool) {
        let top = root.join(folder);
        if fs::symlink_metadata(&top).is_err() {
            return;
        }
        let mut walk = WalkDir::new(&top).follow_links(true).into_iter().filter_entry(is_wanted);
        while let Some(entry) = walk.next() {
            match entry {
                Ok(entry) if leads_out(root, &entry) => {
                    self.complain(root, entry.path(), "is a link to a file outside the project");
                    if entry.file_type().is_dir() {
                        walk.skip_current_dir();
                    }
                }
                Ok(entry) if entry.file_type().is_dir() => {}
                Ok(entry) => {
                    if entry.path().extension().is_some_and(|found| extensions.iter().any(|it| found == *it)) {
                        self.enter(root, &top, folder, &entry);
                    }
                }
                Err(error) => self.unreadable(root, &top, error),
            }
        }
    }

    /// Sorts the files, and adds the problems of their names.
    fn finished(mut self) -> Listing {
        self.paths.sort();
        self.problems.extend(differing_only_by_case(&self.paths));
        self
    }

    fn enter(&mut self, root: &Path, top: &Path, folder: &str, entry: &DirEntry) {
        let path = entry.path();
        // Only the path below the project is checked.
        let own = path.strip_prefix(root).unwrap_or(path);
        if !entry.file_type().is_file() {
            self.complain(root, path, "is not a regular file");
        } else if own.to_str().is_none() {
            self.complain(root, path, "has a name that is not UTF-8");
        } else {
            let path = relative_below(top, folder, path).unwrap_or_else(|| relative(root, path));
            if text::is_one_line(&path) {
                self.paths.push(path);
            } else {
                self.complain(root, entry.path(), "has invisible characters in its name");
            }
        }
    }

    fn complain(&mut self, root: &Path, path: &Path, what: &str) {
        let path = text::spelled_out(&relative(root, path));
        self.problems.push(Problem::new(Kind::Unreadable, format!("`{path}` {what}")));
    }

    fn unreadable(&mut self, root: &Path, top: &Path, error: walkdir::Error) {
        let path = error.path().unwrap_or(top);
        // Some editors mark an open file by a broken link of this name.
        let is_mark = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(".#"));
        if error.loop_ancestor().is_some() {
            self.complain(root, path, "is a link to one of its own parent folders");
        } else if !is_mark {
            let path = text::spelled_out(&relative(root, path));
            // The message of the library contains the whole path.
            let why = error.io_error().map_or_else(|| "it cannot be listed".to_owned(), safe_read::reason);
            self.problems.push(Problem::new(Kind::Unreadable, format!("cannot read `{path}`: {why}")));
        }
    }
}

/// Like [`relative`], for a path below `top`. Faster, because the path is not split.
fn relative_below(top: &Path, folder: &str, path: &Path) -> Option<String> {
    let rest = path.to_str()?.strip_prefix(top.to_str()?)?;
    (std::path::MAIN_SEPARATOR == '/').then(|| [folder, rest].concat())
}

/// Returns a path below the root with forward slashes.
fn relative(root: &Path, path: &Path) -> String {
    let below = path.strip_prefix(root).unwrap_or(path);
    let mut shown = String::with_capacity(below.as_os_str().len());
    for part in below {
        shown.push_str(if shown.is_empty() { "" } else { "/" });
        shown.push_str(&part.to_string_lossy());
    }
    shown
}
