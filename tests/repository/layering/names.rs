//! One name, one type.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// The type that a line declares. An indented `type` belongs to a trait and does not count.
fn declared_type(code: &str) -> Option<&str> {
    let is_outermost = !code.starts_with(char::is_whitespace);
    // `pub(in crate::judge)` is two words.
    let mut words =
        code.split_whitespace().skip_while(|word| word.starts_with("pub") || word.ends_with(')') || *word == "unsafe");
    let is_type = match words.next()? {
        "struct" | "enum" | "trait" | "union" => true,
        "type" => is_outermost,
        _ => false,
    };
    let name = words.next().filter(|_| is_type)?.split(|c: char| !c.is_alphanumeric()).next()?;
    name.starts_with(char::is_uppercase).then_some(name)
}

/// Names that more than one type has.
fn shared_names(files: &[(String, String)]) -> Vec<String> {
    let mut places: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (path, text) in files {
        for (number, code) in code_lines(text) {
            if let Some(name) = declared_type(code) {
                places.entry(name).or_default().push(format!("{path}:{number}"));
            }
        }
    }
    let shared = places.into_iter().filter(|(_, places)| places.len() > 1);
    shared.map(|(name, places)| format!("`{name}` is declared at {}", places.join(" and at "))).collect()
}

/// The lines with their numbers, without comments.
pub(crate) fn code_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines().map(|line| line.split("//").next().unwrap_or("")))
}

pub(crate) fn sources(folder: &Path, prefix: &str, files: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("a source folder") {
        let path = entry.expect("an entry").path();
        let name = format!("{prefix}{}", path.file_name().expect("a name").to_string_lossy());
        if path.is_dir() {
            sources(&path, &format!("{name}/"), files);
        } else {
            files.push((name, fs::read_to_string(&path).expect("a source file")));
        }
    }
}

#[test]
fn every_type_has_a_name_of_its_own() {
    let mut files = Vec::new();
    for folder in ["src/", "crates/oracle/src/", "crates/protocol/src/"] {
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), folder, &mut files);
    }
    files.retain(|(path, _)| path.ends_with(".rs"));
    let types = files.iter().flat_map(|(_, text)| code_lines(text)).filter_map(|(_, code)| declared_type(code));
    assert!(types.count() > 300, "only a few types were found");
    let found = shared_names(&files);
    assert!(found.is_empty(), "rename one of them:\n{}", found.join("\n"));
}

#[test]
fn two_types_of_one_name_are_caught() {
    let file = |path: &str, text: &str| (path.to_owned(), text.to_owned());
    let matrix = file("src/oracle/matrix.rs", "/// struct Cell\npub enum Cell {\n    Played,\n}\n");
    let board = file("src/report/board.rs", "pub(in crate::report) struct Cell<'a>(&'a str);\n");
    let found = shared_names(&[matrix.clone(), board]);
    assert_eq!(found, ["`Cell` is declared at src/oracle/matrix.rs:2 and at src/report/board.rs:1"]);
    for twin in ["trait Cell {}", "pub type Cell = u8;", "fn f() {\n    struct Cell;\n}"] {
        assert_eq!(shared_names(&[matrix.clone(), file("src/a.rs", twin)]).len(), 1, "{twin}");
    }
    for other in ["impl Iterator for Row {\n    type Cell = u8;\n}", "struct Cells;", "// struct Cell", "use a::Cell;"]
    {
        assert!(shared_names(&[matrix.clone(), file("src/a.rs", other)]).is_empty(), "{other}");
    }
}
