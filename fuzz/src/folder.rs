//! A folder with the files of exactly one input.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use tempfile::TempDir;

struct Folder {
    root: TempDir,
    files: BTreeSet<String>,
}

thread_local! {
    /// Reused between inputs, because creating folders is slow.
    static FOLDER: RefCell<Folder> = RefCell::new(Folder {
        root: TempDir::new().expect("a folder for what is read"),
        files: BTreeSet::new(),
    });
}

/// Writes the files by path, removes all others, and calls `look`.
pub(super) fn with<R>(files: &[(&str, &[u8])], look: impl FnOnce(&Path) -> R) -> R {
    FOLDER.with_borrow_mut(|folder| {
        folder.lay(files);
        look(folder.root.path())
    })
}

impl Folder {
    fn lay(&mut self, files: &[(&str, &[u8])]) {
        let now: BTreeSet<String> = files.iter().map(|(path, _)| (*path).to_owned()).collect();
        for gone in self.files.difference(&now) {
            let _ = fs::remove_file(self.root.path().join(gone));
        }
        self.files = now;
        for (path, bytes) in files {
            let target = self.root.path().join(path);
            if fs::write(&target, bytes).is_err() {
                fs::create_dir_all(target.parent().expect("a file lies in a folder")).expect("a folder");
                fs::write(&target, bytes).expect("a file");
            }
        }
    }
}

/// A name as part of a path: letters, digits, `-` and `_`, and not too many of them.
pub(super) fn plain_name(name: &str) -> Option<&str> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    (!name.is_empty() && name.len() <= 60 && name.chars().all(plain)).then_some(name)
}
