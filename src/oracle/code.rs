//! The functions of an engine's source in which a clause took effect.

mod comment;
mod function;

use std::path::Component;
use std::path::Path;

use crate::oracle::disk;
use function::FunctionLines;

/// A stretch of source, without comments: what a person says beside the code may change at any time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeExcerpt {
    pub file: String,
    /// The function that the place lies in; empty where none was found.
    pub function: String,
    pub text: String,
}

/// What the files of programming languages are called. Anything else, such as settings or keys, is never shown.
const LANGUAGES: &[&str] = &[
    "c", "cc", "clj", "cljs", "cpp", "cs", "cxx", "dart", "erl", "ex", "exs", "fs", "go", "h", "hpp", "hs", "java",
    "jl", "js", "jsx", "kt", "kts", "lua", "mjs", "cjs", "ml", "mli", "nim", "php", "pl", "py", "rb", "rs", "scala",
    "swift", "ts", "tsx", "zig",
];

/// The whole function around a line, or where there is none a few lines. None when the source is not at hand. `sources`
/// are the folders and files that may be shown.
pub(crate) fn excerpt(root: &Path, sources: &[String], file: &str, line: u32) -> Option<CodeExcerpt> {
    const AROUND: usize = 3;
    let source = if may_be_shown(root, sources, file) { disk::read_code(root, file)? } else { return None };
    let lines: Vec<&str> = source.lines().collect();
    let at = (line as usize).checked_sub(1).filter(|at| *at < lines.len())?;
    let (name, first, last) = match function::enclosing_function(&lines, at) {
        Some(FunctionLines { name, first, last }) => (name, first, last),
        None => (String::new(), at.saturating_sub(AROUND), (at + AROUND).min(lines.len() - 1)),
    };
    let kept = comment::strip_comments(&lines[first..=last], language(file));
    let indent = kept.iter().map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
    let text = kept.iter().map(|line| line.get(indent..).unwrap_or("")).collect::<Vec<_>>().join("\n");
    Some(CodeExcerpt { file: file.to_owned(), function: name, text })
}

/// How a file's name ends.
fn language(file: &str) -> &str {
    Path::new(file).extension().and_then(|it| it.to_str()).unwrap_or("")
}

/// Only what looks like source and lies in a declared place, with every link followed.
fn may_be_shown(root: &Path, sources: &[String], file: &str) -> bool {
    let path = Path::new(file);
    let plain = |part: Component<'_>| match part {
        Component::Normal(name) => !name.to_string_lossy().starts_with('.'),
        _ => false,
    };
    let is_source = LANGUAGES.contains(&language(file).to_lowercase().as_str());
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
    fn an_excerpt_is_its_whole_function_without_comments() {
        let found = shown("src/x.rs", "src/x.rs").unwrap();
        assert_eq!(found.function, "b");
        assert_eq!(found.text, "fn b() {\n    if rule() {\n        act();\n    }\n}");
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
