//! The string literals of a source file.

use std::fs;
use std::path::Path;

/// Returns the fixed parts (between placeholders) of all strings in a source file, starting at `from`.
pub(crate) fn sentences(path: &str, from: &str) -> Vec<String> {
    let source = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("a source file");
    let start = source.find(from).unwrap_or_else(|| panic!("`{from}` is not in {path}"));
    let code = source[start..].split("#[cfg(test)]").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code = lines.collect::<Vec<_>>().join("\n");
    quoted(&code).iter().flat_map(|text| pieces(text)).collect()
}

/// Every string of a source text.
fn quoted(code: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = code.replace("'\"'", "");
    while let Some(start) = rest.find('"') {
        let mut text = String::new();
        let mut chars = rest[start + 1..].char_indices();
        let mut end = rest.len();
        while let Some((at, c)) = chars.next() {
            match c {
                '\\' => match chars.next() {
                    Some((_, 'n')) | None => text.push('\n'),
                    Some((_, '\n')) => text.push(' '),
                    Some((_, other)) => text.push(other),
                },
                '"' => {
                    end = start + 1 + at + 1;
                    break;
                }
                _ => text.push(c),
            }
        }
        found.push(text);
        rest = rest.split_off(end);
    }
    found
}

/// Returns the fixed parts of a template that have at least two words.
fn pieces(template: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut inside = false;
    for c in template.chars() {
        match c {
            '{' => inside = true,
            '}' if inside => {
                inside = false;
                pieces.push(String::new());
            }
            '\n' | '|' => pieces.push(String::new()),
            _ if inside => {}
            _ => pieces.last_mut().expect("it is never empty").push(c),
        }
    }
    let long = |piece: &String| piece.chars().filter(|c| c.is_alphabetic()).count() > 4 && piece.contains(' ');
    pieces.iter().map(|piece| plain(piece)).filter(long).collect()
}

/// Collapses white space, because paragraphs are wrapped again.
pub(crate) fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
