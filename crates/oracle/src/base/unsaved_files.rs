//! Texts of files that are open in an editor and not saved. They are read instead of the files on disk.
//!
//! Process-wide, because a language server serves one editor, and every reader of project files must see the same text.

use std::collections::HashMap;
use std::path::Path;
use std::path::PathBuf;
use std::sync::PoisonError;
use std::sync::RwLock;

static TEXTS: RwLock<Option<HashMap<PathBuf, String>>> = RwLock::new(None);

/// Sets the unsaved text of a file; `None` if the file is saved or closed.
pub fn set(path: &Path, text: Option<&str>) {
    // A poisoned lock is safe to reuse: a write is a single insertion or removal.
    let mut texts = TEXTS.write().unwrap_or_else(PoisonError::into_inner);
    match text {
        Some(text) => drop(texts.get_or_insert_default().insert(path.to_owned(), text.to_owned())),
        None => drop(texts.as_mut().and_then(|texts| texts.remove(path))),
    }
}

/// Returns the unsaved text of a file.
pub(crate) fn get(path: &Path) -> Option<String> {
    TEXTS.read().unwrap_or_else(PoisonError::into_inner).as_ref()?.get(path).cloned()
}

/// Returns the files below a folder that have an unsaved text.
pub(crate) fn below(folder: &Path) -> Vec<PathBuf> {
    let texts = TEXTS.read().unwrap_or_else(PoisonError::into_inner);
    texts.iter().flat_map(HashMap::keys).filter(|path| path.starts_with(folder)).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::file_stamp::FileStamp;
    use crate::base::project_files;
    use crate::base::safe_read;
    use std::fs;

    #[test]
    fn an_unsaved_text_is_read_instead_of_the_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.yaml");
        fs::write(&path, "saved").expect("a file");
        let text = || safe_read::read(folder.path(), "a.yaml").expect("a text").text.clone();
        set(&path, Some("typed"));
        assert_eq!(text(), "typed");
        assert!(FileStamp::settled(&path).is_none(), "an unsaved file has no stamp");
        set(&path, None);
        assert_eq!(text(), "saved");
    }

    #[test]
    fn a_new_file_is_listed_before_it_is_saved() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("a.yaml"), "saved").expect("a file");
        let paths = || project_files::list(folder.path(), "", &["yaml"]).paths;
        for name in ["a.yaml", "new/b.yaml", "c.txt"] {
            set(&folder.path().join(name), Some("typed"));
        }
        assert_eq!(paths(), ["a.yaml", "new/b.yaml"]);
        set(&folder.path().join("new/b.yaml"), None);
        assert_eq!(paths(), ["a.yaml"]);
    }
}
