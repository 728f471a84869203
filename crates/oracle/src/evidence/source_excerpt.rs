//! Finds the functions of an engine's source in which a switch fires.

pub mod function;

use std::collections::BTreeSet;
use std::collections::HashMap;
use std::collections::HashSet;
use std::path::Component;
use std::path::Path;

use crate::base::safe_read;
use crate::evidence::source_excerpt::function::FunctionLines;

/// Extensions of source files. Other files, such as settings or keys, are never read.
const LANGUAGES: &[&str] = &[
    "c", "cc", "clj", "cljs", "cpp", "cs", "cxx", "dart", "erl", "ex", "exs", "fs", "go", "h", "hpp", "hs", "java",
    "jl", "js", "jsx", "kt", "kts", "lua", "mjs", "cjs", "ml", "mli", "nim", "php", "pl", "py", "rb", "rs", "scala",
    "swift", "ts", "tsx", "zig",
];

/// The source of an engine. Each file is read once.
pub(crate) struct SourceIndex<'a> {
    root: &'a Path,
    /// The folders and files that may be read.
    sources: &'a [String],
    /// The plain names of the switches that are searched.
    switches: HashSet<String>,
    /// `None` if the file may not or cannot be read.
    files: HashMap<String, Option<IndexedFile>>,
}

struct IndexedFile {
    lines: Vec<String>,
    /// The indices of the lines that name a switch, by its plain name.
    mentions: HashMap<String, Vec<usize>>,
}

impl<'a> SourceIndex<'a> {
    /// Returns an index of the source in which some switches can be found.
    pub(crate) fn new<'s>(
        root: &'a Path,
        sources: &'a [String],
        switches: impl IntoIterator<Item = &'s str>,
    ) -> SourceIndex<'a> {
        let switches = switches.into_iter().map(plain).filter(|name| !name.is_empty()).collect();
        SourceIndex { root, sources, switches, files: HashMap::new() }
    }

    /// Returns the names of the functions of a file in which a switch fired; `None` if the file cannot be read.
    ///
    /// Line numbers may be outdated if the engine was not rebuilt after an edit. So a function counts only if it
    /// mentions the switch. If none at these lines does, the only function in the file that does is returned.
    pub(crate) fn functions(&mut self, file: &str, fired: &[u32], switch: &str) -> Option<BTreeSet<String>> {
        let (root, sources, switches) = (self.root, self.sources, &self.switches);
        let read = || {
            let text = may_be_read(root, sources, file).then(|| safe_read::read_code(root, file)).flatten()?;
            Some(IndexedFile::new(&text, switches))
        };
        let source = self.files.entry(file.to_owned()).or_insert_with(read).as_ref()?;
        let naming = source.naming(switch);
        let around = |function: &&FunctionLines| {
            fired.iter().any(|line| (function.first + 1..=function.last + 1).contains(&(*line as usize)))
        };
        let found: BTreeSet<String> = naming.iter().filter(around).map(|function| function.name.clone()).collect();
        Some(match naming.first() {
            Some(only) if found.is_empty() && naming.len() == 1 => [only.name.clone()].into(),
            _ => found,
        })
    }
}

impl IndexedFile {
    fn new(text: &str, switches: &HashSet<String>) -> IndexedFile {
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut mentions: HashMap<String, Vec<usize>> = HashMap::new();
        let shortest = switches.iter().map(String::len).min().unwrap_or(usize::MAX);
        let mut name = String::new();
        for (at, line) in lines.iter().enumerate() {
            for word in line.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '-') {
                name.clear();
                push_plain(word, &mut name);
                if name.len() >= shortest && switches.contains(&name) {
                    mentions.entry(name.clone()).or_default().push(at);
                }
            }
        }
        IndexedFile { lines, mentions }
    }

    /// Returns the functions that name a switch in any style: `at_most_three`, `AtMostThree`, `"at-most-three"`.
    fn naming(&self, switch: &str) -> BTreeSet<FunctionLines> {
        let mentions = self.mentions.get(&plain(switch)).into_iter().flatten();
        mentions.filter_map(|at| function::enclosing_function(&self.lines, *at)).collect()
    }
}

/// Returns the letters and digits of a name, in lower case.
fn plain(name: &str) -> String {
    let mut plain = String::with_capacity(name.len());
    push_plain(name, &mut plain);
    plain
}

fn push_plain(name: &str, plain: &mut String) {
    for c in name.chars() {
        match c {
            c if c.is_ascii_alphanumeric() => plain.push(c.to_ascii_lowercase()),
            c if c.is_alphanumeric() => plain.extend(c.to_lowercase()),
            _ => {}
        }
    }
}

/// Returns whether a file has a source extension and is in a declared folder after all links are followed.
fn may_be_read(root: &Path, sources: &[String], file: &str) -> bool {
    let path = Path::new(file);
    let plain = |part: Component<'_>| match part {
        Component::Normal(name) => !name.to_string_lossy().starts_with('.'),
        _ => false,
    };
    let extension = path.extension().and_then(|it| it.to_str()).unwrap_or("").to_lowercase();
    let lies_in = |source: &String| {
        let declared = root.join(source);
        path.starts_with(source)
            && safe_read::is_inside(root, &declared).unwrap_or(false)
            && safe_read::is_inside(&declared, &root.join(path)).unwrap_or(false)
    };
    LANGUAGES.contains(&extension.as_str()) && path.components().all(plain) && sources.iter().any(lies_in)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "fn a() {\n    one();\n}\n\nfn b() {\n    // the reason\n    if upholds(Switch::AtMostThree) {\n        act();\n    }\n}\n";

    /// Returns the functions that are found in a project that has a file at `path`.
    fn found(path: &str, asked: &str, source: &str, fired: &[u32]) -> Option<Vec<String>> {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, source).unwrap();
        let sources = ["src".to_owned(), "engine.py".to_owned()];
        let found =
            SourceIndex::new(folder.path(), &sources, ["at_most_three"]).functions(asked, fired, "at_most_three");
        found.map(|found| found.into_iter().collect())
    }

    #[test]
    fn a_function_is_found_by_its_switch_wherever_its_lines_have_moved() {
        for fired in [7, 2, 9, 400] {
            assert_eq!(found("src/x.rs", "src/x.rs", SOURCE, &[fired]).unwrap(), ["b"], "line {fired}");
        }
        assert_eq!(found("engine.py", "engine.py", SOURCE, &[7]).unwrap(), ["b"]);
        let twice = format!("{SOURCE}\nfn c() {{\n    skip(\"at-most-three\");\n}}\n");
        assert_eq!(found("src/x.rs", "src/x.rs", &twice, &[7]).unwrap(), ["b"]);
        assert_eq!(found("src/x.rs", "src/x.rs", &twice, &[13]).unwrap(), ["c"]);
        assert_eq!(found("src/x.rs", "src/x.rs", &twice, &[7, 13]).unwrap(), ["b", "c"]);
    }

    #[test]
    fn a_function_that_does_not_name_the_switch_is_not_blamed() {
        let twice = format!("{SOURCE}\nfn c() {{\n    skip(at_most_three);\n}}\n");
        assert_eq!(found("src/x.rs", "src/x.rs", &twice, &[2]).unwrap(), [""; 0]);
        let other = SOURCE.replace("AtMostThree", "AtMostThreeStones");
        assert_eq!(found("src/x.rs", "src/x.rs", &other, &[7]).unwrap(), [""; 0]);
    }

    #[test]
    fn only_source_in_a_declared_place_is_read() {
        for path in ["x.rs", "src/.env", "src/.git/config.rs", "src/settings.yaml", "src/key.pem", "srcs/x.rs"] {
            assert_eq!(found(path, path, SOURCE, &[7]), None, "{path}");
        }
        assert_eq!(found("src/x.rs", "src/../src/x.rs", SOURCE, &[7]), None);
        assert_eq!(found("src/x.rs", "src/y.rs", SOURCE, &[7]), None);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_out_of_the_declared_place_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("src")).unwrap();
        std::fs::write(folder.path().join("secret.rs"), SOURCE).unwrap();
        std::os::unix::fs::symlink("../secret.rs", folder.path().join("src/x.rs")).unwrap();
        let sources = ["src".to_owned()];
        let mut index = SourceIndex::new(folder.path(), &sources, ["at_most_three"]);
        let found = index.functions("src/x.rs", &[7], "at_most_three");
        assert_eq!(found, None);
    }
}
