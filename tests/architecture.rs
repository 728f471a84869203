//! `docs/ARCHITECTURE.md` names every source file, and no file that is gone.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn sources(folder: &Path, prefix: &str, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("a source folder") {
        let path = entry.expect("an entry").path();
        let name = format!("{prefix}{}", path.file_name().expect("a name").to_string_lossy());
        if path.is_dir() {
            sources(&path, &format!("{name}/"), found);
        } else {
            found.insert(name);
        }
    }
}

/// Every source file that the map names.
fn mapped(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '/' | '.' | '-')));
    words
        .filter(|word| {
            (word.starts_with("src/") || word.starts_with("crates/"))
                && word.contains("src/")
                && word.rsplit('/').next().is_some_and(|name| name.contains('.'))
        })
        .map(str::to_owned)
        .collect()
}

#[test]
fn the_map_and_the_source_agree() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = BTreeSet::new();
    for folder in ["src/", "crates/protocol/src/", "crates/dune/src/", "crates/cotulenh/src/"] {
        sources(&root.join(folder), folder, &mut files);
    }
    let map = mapped(&fs::read_to_string(root.join("docs/ARCHITECTURE.md")).expect("the map"));
    let missing: Vec<_> = files.difference(&map).collect();
    let gone: Vec<_> = map.difference(&files).collect();
    assert!(missing.is_empty(), "the map does not name {missing:?}");
    assert!(gone.is_empty(), "the map names files that are gone: {gone:?}");
}
