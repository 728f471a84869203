//! Finds the function around a source line by indentation, in any language.

/// Indices of the first and last line of a function.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FunctionLines {
    pub name: String,
    pub first: usize,
    pub last: usize,
}

/// Maximum number of lines of a function.
const LONGEST: usize = 150;

/// Keywords that start a function.
const WORDS: [&str; 8] = ["fn", "def", "defp", "function", "func", "fun", "sub", "proc"];

/// Keywords that start another block.
const OTHERS: [&str; 17] = [
    "if", "else", "elif", "for", "while", "loop", "match", "switch", "catch", "try", "do", "with", "impl", "class",
    "struct", "unless", "return",
];

/// Returns the innermost function around a line.
pub(super) fn enclosing_function(lines: &[String], at: usize) -> Option<FunctionLines> {
    // A line with less indentation encloses lines with more.
    let mut limit = indent(&lines[at]) + 1;
    for first in (at.saturating_sub(LONGEST)..=at).rev() {
        let line = &lines[first];
        if line.trim().is_empty() || indent(line) >= limit {
            continue;
        }
        if let Some(name) = name(line) {
            let last = end(lines, first);
            return (last >= at && last - first <= LONGEST).then_some(FunctionLines { name, first, last });
        }
        // The end of a parameter list has the same indentation as its start.
        limit = indent(line) + usize::from(line.trim_start().starts_with(')'));
    }
    None
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Returns the name of the function that starts on a line.
fn name(line: &str) -> Option<String> {
    let line = line.trim();
    if line.starts_with(['#', '@', '*', '}', ')', '.']) || line.starts_with("//") || line.starts_with("--") {
        return None;
    }
    let words: Vec<&str> = line.split_whitespace().collect();
    // `const grow = function (table) {` and `const grow = (table) => {` have the name of the variable.
    let (given, value) = line.split_once(" = ").unwrap_or(("", line));
    let is_function = |word: &&str| WORDS.contains(&word.trim_end_matches('*'));
    if let Some(at) = words.iter().position(is_function) {
        let named = words.get(at + 1).map_or("", |word| leading_name(word));
        return Some(if given.is_empty() || named.is_empty() { named } else { last_name(given) }.to_owned());
    }
    if !line.ends_with('{') || !line.contains('(') {
        return None;
    }
    if value.ends_with("=> {") {
        return (!given.is_empty()).then(|| last_name(given).to_owned());
    }
    let is_other = words.first().is_some_and(|word| OTHERS.contains(&leading_name(word)));
    let named = last_name(line.split('(').next().unwrap_or(""));
    (!is_other && given.is_empty() && !named.is_empty()).then(|| named.to_owned())
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn leading_name(text: &str) -> &str {
    text.split(|c| !is_part(c)).next().unwrap_or("")
}

fn last_name(text: &str) -> &str {
    text.trim_end().rsplit(|c| !is_part(c)).next().unwrap_or("")
}

/// Returns the last line: the first closing brace or `end` with the same indentation as the start, or the line before
/// anything else with that indentation.
fn end(lines: &[String], first: usize) -> usize {
    let own = indent(&lines[first]);
    let mut last = first;
    for (index, line) in lines.iter().enumerate().skip(first + 1).take(LONGEST + 1) {
        let start = line.trim_start();
        if start.is_empty() || indent(line) > own {
            last = if start.is_empty() { last } else { index };
            continue;
        }
        let closes = start.starts_with('}') || start == "end";
        match indent(line) == own && (closes || start.starts_with([')', '{'])) {
            true if closes => return index,
            true => last = index,
            false => return last,
        }
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the function around the line that contains `here`: its name, first and last line.
    #[track_caller]
    fn found(source: &str) -> Option<(String, String, String)> {
        let lines: Vec<String> = source.lines().map(str::to_owned).collect();
        let at = lines.iter().position(|line| line.contains("here")).expect("a place");
        let FunctionLines { name, first, last } = enclosing_function(&lines, at)?;
        Some((name, lines[first].trim().to_owned(), lines[last].trim().to_owned()))
    }

    fn shown(name: &str, first: &str, last: &str) -> Option<(String, String, String)> {
        Some((name.to_owned(), first.to_owned(), last.to_owned()))
    }

    #[test]
    fn a_function_is_found_whole_in_every_language() {
        let rust = "impl A {\n    fn other() {}\n\n    fn grow(\n        &self,\n    ) -> bool {\n        // as fn x\n        let f = |x| {\n            here(x)\n        };\n        f(1)\n    }\n}\n";
        assert_eq!(found(rust), shown("grow", "fn grow(", "}"));
        let python = "class A:\n    def grow(self):\n        if x:\n            here()\n\n        return 1\n\n    def other(self):\n        pass\n";
        assert_eq!(found(python), shown("grow", "def grow(self):", "return 1"));
        let script = "const grow = async (table) => {\n  if (x) {\n    here();\n  }\n};\n";
        assert_eq!(found(script), shown("grow", "const grow = async (table) => {", "};"));
        let method = "class A {\n  grow(table) {\n    switch (x) {\n      case 1: here();\n    }\n  }\n}\n";
        assert_eq!(found(method), shown("grow", "grow(table) {", "}"));
        let java = "class A {\n    public static int grow(Table t) {\n        here();\n    }\n}\n";
        assert_eq!(found(java), shown("grow", "public static int grow(Table t) {", "}"));
        let ruby = "def grow\n  here\nend\n\ndef other\nend\n";
        assert_eq!(found(ruby), shown("grow", "def grow", "end"));
    }

    #[test]
    fn a_line_outside_functions_has_no_function() {
        assert_eq!(found("fn a() {\n    b();\n}\n\nconst HERE: u8 = 1; // here\n"), None);
        assert_eq!(found("{\n  here\n}\n"), None);
        assert_eq!(found("here"), None);
    }
}
