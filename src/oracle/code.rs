//! The lines of an engine's source at which a clause took effect.

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

/// The excerpt around a line: the comment above it, and what follows until the block ends. None when the source is
/// not at hand, or lies outside the project.
pub fn excerpt(root: &Path, file: &str, line: u32) -> Option<CodeExcerpt> {
    const BEFORE: usize = 4;
    const AFTER: usize = 5;
    let inside = Path::new(file).components().all(|part| matches!(part, std::path::Component::Normal(_)));
    let source = if inside { disk::read(root, file).ok()? } else { return None };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_excerpt_stays_within_its_function_and_the_project() {
        let folder = tempfile::tempdir().unwrap();
        let text =
            "fn a() {\n    one();\n}\n\nfn b() {\n    // the reason\n    if rule() {\n        act();\n    }\n}\n";
        std::fs::write(folder.path().join("x.rs"), text).unwrap();
        let found = excerpt(folder.path(), "x.rs", 7).unwrap();
        assert_eq!((found.first, found.last), (5, 9));
        assert_eq!(found.text, "fn b() {\n    // the reason\n    if rule() {\n        act();\n    }");
        assert_eq!(excerpt(folder.path(), "../x.rs", 1), None);
        assert_eq!(excerpt(folder.path(), "y.rs", 1), None);
        assert_eq!(excerpt(folder.path(), "x.rs", 99), None);
    }
}
