//! The lines of an engine's source at which a clause took effect.

use std::path::Component;
use std::path::Path;

use crate::oracle::disk;

/// A few lines of source around a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeExcerpt {
    pub file: String,
    pub first: usize,
    pub last: usize,
    pub text: String,
}

/// What the files of programming languages are called. Anything else, such as settings or keys, is never shown.
const LANGUAGES: &[&str] = &[
    "c", "cc", "clj", "cljs", "cpp", "cs", "cxx", "dart", "erl", "ex", "exs", "fs", "go", "h", "hpp", "hs", "java",
    "jl", "js", "jsx", "kt", "kts", "lua", "mjs", "cjs", "ml", "mli", "nim", "php", "pl", "py", "rb", "rs", "scala",
    "swift", "ts", "tsx", "zig",
];

/// The excerpt around a line: the comment above it, and what follows until the block ends. None when the source is
/// not at hand. `sources` are the folders and files that may be shown.
pub fn excerpt(root: &Path, sources: &[String], file: &str, line: u32) -> Option<CodeExcerpt> {
    const BEFORE: usize = 4;
    const AFTER: usize = 5;
    let source = if may_be_shown(root, sources, file) { disk::read_code(root, file)? } else { return None };
    let lines: Vec<&str> = source.lines().collect();
    let at = (line as usize).checked_sub(1).filter(|at| *at < lines.len())?;
    let border = |line: &str| {
        line == "}" || ["fn ", "pub fn ", "def ", "function "].iter().any(|word| line.trim_start().starts_with(word))
    };
    let first = (at.saturating_sub(BEFORE)..at).rev().take_while(|n| !lines[*n].trim().is_empty() && lines[*n] != "}");
    let first = first.last().unwrap_or(at);
    let last = (at + 1..(at + 1 + AFTER).min(lines.len())).take_while(|n| !border(lines[*n])).last().unwrap_or(at);
    let indent =
        lines[first..=last].iter().filter(|l| !l.trim().is_empty()).map(|l| l.len() - l.trim_start().len()).min();
    let cut = |line: &&str| line.get(indent.unwrap_or(0)..).unwrap_or("").trim_end().to_owned();
    let text = lines[first..=last].iter().map(cut).collect::<Vec<_>>().join("\n");
    Some(CodeExcerpt { file: file.to_owned(), first: first + 1, last: last + 1, text })
}

/// Only what looks like source and lies in a declared place, with every link followed.
fn may_be_shown(root: &Path, sources: &[String], file: &str) -> bool {
    let path = Path::new(file);
    let plain = |part: Component<'_>| match part {
        Component::Normal(name) => !name.to_string_lossy().starts_with('.'),
        _ => false,
    };
    let is_source =
        path.extension().and_then(|it| it.to_str()).is_some_and(|it| LANGUAGES.contains(&it.to_lowercase().as_str()));
    let lies_in = |source: &String| {
        let declared = root.join(source);
        path.starts_with(source)
            && disk::is_inside(root, &declared).unwrap_or(false)
            && disk::is_inside(&declared, &root.join(path)).unwrap_or(false)
    };
    is_source && path.components().all(plain) && sources.iter().any(lies_in)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str =
        "fn a() {\n    one();\n}\n\nfn b() {\n    // the reason\n    if rule() {\n        act();\n    }\n}\n";

    /// A project with this file in it, and what an excerpt of another one shows.
    fn shown(path: &str, asked: &str) -> Option<CodeExcerpt> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, SOURCE).unwrap();
        excerpt(folder.path(), &["src".to_owned(), "engine.py".to_owned()], asked, 7)
    }

    #[test]
    fn an_excerpt_stays_within_its_function() {
        let found = shown("src/x.rs", "src/x.rs").unwrap();
        assert_eq!((found.first, found.last), (5, 9));
        assert_eq!(found.text, "fn b() {\n    // the reason\n    if rule() {\n        act();\n    }");
        assert!(shown("engine.py", "engine.py").is_some());
    }

    #[test]
    fn only_source_in_a_declared_place_is_shown() {
        for path in ["x.rs", "src/.env", "src/.git/config.rs", "src/settings.yaml", "src/key.pem", "srcs/x.rs"] {
            assert_eq!(shown(path, path), None, "{path}");
        }
        assert_eq!(shown("src/x.rs", "src/../src/x.rs"), None);
        assert_eq!(shown("src/x.rs", "src/y.rs"), None);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_out_of_the_declared_place_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("src")).unwrap();
        std::fs::write(folder.path().join("secret.rs"), SOURCE).unwrap();
        std::os::unix::fs::symlink("../secret.rs", folder.path().join("src/x.rs")).unwrap();
        assert_eq!(excerpt(folder.path(), &["src".to_owned()], "src/x.rs", 7), None);
    }
}
