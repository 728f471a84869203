//! Fails on words that the style guide bans, in help texts, string literals, documentation and generated reports.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::path::PathBuf;
use std::process::Command;

use syn::visit::Visit;

/// Words that are banned in every text.
const BANNED: &[&str] = &[
    "tell",
    "tells",
    "told",
    "telling",
    "mend",
    "mends",
    "mended",
    "anew",
    "nobody",
    "somebody",
    "anybody",
    "whoever",
    "misposed",
    "obscured",
    "knock-out",
    "knock-outs",
];

/// Phrases that are banned in every text.
const BANNED_PHRASES: &[&str] = &[
    "lays beside",
    "laid beside",
    "lay beside",
    "hangs on it",
    "hang on it",
    "in vain",
    "bring about",
    "brings about",
    "comes to the same",
    "makes no sense of",
];

/// Words that must not open a comment or the name of a function: name the thing instead.
const BANNED_OPENINGS: &[&str] = &["what", "whatever"];

/// Phrases that are banned in comments and in the names of functions only: a report may quote a rule that has them.
const BANNED_IN_SOURCE: &[&str] =
    &["another matter", "comes to nothing", "the own", "everybody", "as ever", "all the same", "by itself", "at hand"];

/// Words before "is no" and "are no" that make it good English.
const EXISTENTIAL: &[&str] = &["there", "where"];

/// Words after "is no" and "are no" that make it good English: "is no longer", "is no more than".
const ADVERBS: &[&str] = &["longer", "more", "less", "fewer", "later", "earlier", "different", "better", "worse"];

/// Exceptions: a part of the path, a part of the text, and the reason.
const ALLOWED: &[(&str, &str, &str)] = &[
    ("tests/repository/words.rs", "", "this list"),
    ("crates/dune/src/model/switch.rs", "", "quotes the words of rules"),
    ("crates/cotulenh/src/rules/switch.rs", "", "quotes the words of rules"),
    ("crates/dune/src/model/reading.rs", "whoever", "quotes the words of rules"),
    ("crates/oracle/src/engines/process.rs", "misposed", "an older word of the protocol that is still read"),
    ("crates/protocol/src/schema.json", "misposed", "an older word of the protocol that is still read"),
    ("crates/oracle/src/rulebook/history/word_diff.rs", "nobody", "a word of rulebooks that changes their meaning"),
    ("crates/protocol/src/lib.rs", "Whoever takes the last stone", "the words of a rule"),
    ("crates/protocol/src/record.rs", "fn tell", "a public name, like `tell` of the other adapters"),
    ("verification/SUMMARY.md", "that is no ally", "the words of an excluded rule"),
    ("verification/dune/rule-05-leaders-in-the-plan.md", "binds the leader whoever", "the words of a rule"),
];

/// Words of a text, in lower case. Keeps hyphens inside words.
fn words(text: &str) -> Vec<String> {
    let split = text.split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_'));
    split.map(|word| word.trim_matches('-').to_lowercase()).filter(|word| !word.is_empty()).collect()
}

/// All banned words and phrases of a text.
fn banned(text: &str) -> Vec<String> {
    let words = words(text);
    let mut found: Vec<String> = words.iter().filter(|word| BANNED.contains(&word.as_str())).cloned().collect();
    let line = format!(" {} ", words.join(" "));
    let phrases = BANNED_PHRASES.iter().filter(|phrase| line.contains(&format!(" {phrase} ")));
    found.extend(phrases.map(|phrase| (*phrase).to_owned()));
    for at in 1..words.len().saturating_sub(1) {
        let is_no = matches!(words[at - 1].as_str(), "is" | "are") && words[at] == "no";
        let before = at.checked_sub(2).map_or("there", |at| words[at].as_str());
        if is_no && !EXISTENTIAL.contains(&before) && !ADVERBS.contains(&words[at + 1].as_str()) {
            found.push(format!("{before} {} no {}", words[at - 1], words[at + 1]));
        }
    }
    found
}

/// Removes rule text: `“…”` and `«…»`.
fn without_quotations(text: &str) -> String {
    let mut rest = text;
    let mut kept = String::new();
    while let Some((at, close)) =
        ['“', '«'].iter().zip(['”', '»']).filter_map(|(open, c)| Some((rest.find(*open)?, c))).min()
    {
        kept.push_str(&rest[..at]);
        rest = rest[at..].find(close).map_or("", |end| &rest[at + end + close.len_utf8()..]);
        kept.push(' ');
    }
    kept + rest
}

/// Removes what is code or a rule's own text from Markdown: fenced blocks, inline code, quotations and block quotes.
fn prose(markdown: &str) -> String {
    let mut text = String::new();
    let mut fence: Option<String> = None;
    for line in markdown.lines() {
        let start = line.trim_start();
        match &fence {
            Some(open) if start.starts_with(open.as_str()) => fence = None,
            Some(_) => {}
            None if start.starts_with("```") => fence = Some(start.chars().take_while(|c| *c == '`').collect()),
            None if start.starts_with('>') || line.starts_with("    ") => {}
            None => {
                let code = line.split('`').enumerate();
                text.extend(code.map(|(at, part)| if at % 2 == 0 { part } else { " code " }));
            }
        }
        text.push('\n');
    }
    without_quotations(&text)
}

/// Removes placeholders of format strings: `{name}`.
fn without_placeholders(text: &str) -> String {
    let mut parts = text.split('{');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |kept, part| kept + " " + part.split_once('}').map_or(part, |(_, rest)| rest))
}

/// String literals outside tests.
#[derive(Default)]
struct Literals(Vec<(usize, String)>);

impl<'ast> Visit<'ast> for Literals {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        let attributes = match item {
            syn::Item::Mod(item) => &item.attrs,
            syn::Item::Fn(item) => &item.attrs,
            syn::Item::Impl(item) => &item.attrs,
            _ => return syn::visit::visit_item(self, item),
        };
        if !attributes.iter().any(is_test) {
            syn::visit::visit_item(self, item);
        }
    }

    /// Doc comments are attributes; they are not messages.
    fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
        if !attribute.path().is_ident("doc") && !attribute.path().is_ident("cfg") {
            syn::visit::visit_attribute(self, attribute);
        }
    }

    fn visit_lit_str(&mut self, literal: &'ast syn::LitStr) {
        self.0.push((literal.span().start().line, literal.value()));
    }

    /// Reads the literals inside `format!` and the like.
    fn visit_macro(&mut self, item: &'ast syn::Macro) {
        self.tokens(item.tokens.clone());
    }
}

impl Literals {
    fn tokens(&mut self, tokens: proc_macro2::TokenStream) {
        for token in tokens {
            match token {
                proc_macro2::TokenTree::Group(group) => self.tokens(group.stream()),
                proc_macro2::TokenTree::Literal(literal) => {
                    let line = literal.span().start().line;
                    if let Ok(literal) = syn::parse_str::<syn::LitStr>(&literal.to_string()) {
                        self.0.push((line, literal.value()));
                    }
                }
                _ => {}
            }
        }
    }
}

fn is_test(attribute: &syn::Attribute) -> bool {
    let is_cfg_test =
        attribute.path().is_ident("cfg") && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("test"));
    is_cfg_test || attribute.path().is_ident("test")
}

fn literals(source: &str) -> Vec<(usize, String)> {
    let file = syn::parse_file(source).expect("Rust source");
    let mut literals = Literals::default();
    literals.visit_file(&file);
    literals.0
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Files below a folder with an extension, without hidden, installed and built ones.
fn files(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if name.starts_with('.') || ["target", "node_modules", "__pycache__"].contains(&name.as_str()) {
            continue;
        }
        match path.is_dir() {
            true => files(&path, extension, found),
            false if name.ends_with(extension) => found.push(path),
            false => {}
        }
    }
}

fn below(parts: &[&str], extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for part in parts {
        files(&root().join(part), extension, &mut found);
    }
    found.sort();
    found
}

fn shown(path: &Path) -> String {
    path.strip_prefix(root()).unwrap_or(path).display().to_string()
}

fn is_allowed(path: &str, text: &str) -> bool {
    ALLOWED.iter().any(|(file, part, _)| path.contains(file) && text.contains(part))
}

/// Fails with the number of hits per file, then every hit.
fn report(hits: &BTreeMap<String, Vec<String>>) {
    let counts: String = hits.iter().map(|(path, all)| format!("{:>5} {path}\n", all.len())).collect();
    let all: String =
        hits.iter().flat_map(|(path, all)| all.iter().map(move |hit| format!("{path}:{hit}\n"))).collect();
    assert!(hits.is_empty(), "banned words:\n{counts}\n{all}");
}

fn check(path: &str, line: usize, text: &str, hits: &mut BTreeMap<String, Vec<String>>) {
    for word in banned(text) {
        if !is_allowed(path, text) {
            hits.entry(path.to_owned()).or_default().push(format!("{line}: `{word}` in {:?}", text.trim()));
        }
    }
}

#[test]
fn messages_are_written_in_plain_words() {
    let mut hits = BTreeMap::new();
    let crates = [
        "src",
        "build",
        "crates/oracle/src",
        "crates/protocol/src",
        "crates/dune/src",
        "crates/cotulenh/src",
        "judge-mutants/src",
    ];
    let is_tests = |path: &&PathBuf| !path.components().any(|part| part.as_os_str() == "tests");
    for path in below(&crates, ".rs").iter().filter(is_tests).filter(|path| !path.ends_with("tests.rs")) {
        let source = fs::read_to_string(path).expect("text");
        for (line, literal) in literals(&source) {
            check(&shown(path), line, &without_placeholders(&without_quotations(&literal)), &mut hits);
        }
    }
    for path in below(&crates, ".json") {
        for (at, line) in fs::read_to_string(&path).expect("text").lines().enumerate() {
            check(&shown(&path), at + 1, line, &mut hits);
        }
    }
    report(&hits);
}

/// The help of every command and topic, as `truthsayer help` lists them.
#[test]
fn help_is_written_in_plain_words() {
    let mut hits = BTreeMap::new();
    let help = |arguments: &[&str]| {
        let run = Command::new(env!("CARGO_BIN_EXE_truthsayer")).args(arguments).output().expect("the program runs");
        String::from_utf8_lossy(&run.stdout).into_owned()
    };
    let names = |text: &str| {
        let lines = text.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        let names = lines.filter_map(|line| line.split_whitespace().next());
        names
            .filter(|name| name.chars().all(|c| c.is_ascii_lowercase() || c == '-'))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let mut open: Vec<Vec<String>> = vec![Vec::new()];
    let mut number = 0;
    while let Some(command) = open.pop() {
        let mut arguments: Vec<&str> = command.iter().map(String::as_str).collect();
        arguments.push("--help");
        let text = help(&arguments);
        number += 1;
        for (at, line) in text.lines().enumerate() {
            check(&format!("truthsayer {}", arguments.join(" ")), at + 1, &without_quotations(line), &mut hits);
        }
        if command.len() < 2 && text.contains("Usage:") {
            open.extend(names(&text).into_iter().map(|name| [command.clone(), vec![name]].concat()));
        }
    }
    assert!(number > 20, "only {number} help texts were found");
    report(&hits);
}

#[test]
fn documentation_is_written_in_plain_words() {
    let mut hits = BTreeMap::new();
    let mut all: Vec<PathBuf> =
        ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"].iter().map(|name| root().join(name)).collect();
    let folders =
        ["docs", "crates", "adapters", "examples", "integrations", "packaging", "src", "judge-mutants", "scenarios"];
    all.extend(below(&folders, ".md"));
    all.push(root().join("judge-mutants/known.txt"));
    all.extend(below(&["verification"], ".md"));
    all.retain(|path| !path.components().any(|part| part.as_os_str() == "rules"));
    for path in all {
        let text = prose(&fs::read_to_string(&path).expect("text"));
        for (at, line) in text.lines().enumerate() {
            check(&shown(&path), at + 1, line, &mut hits);
        }
    }
    report(&hits);
}

/// Adapters, example engines, templates of `init`, and scripts: their comments and their messages.
#[test]
fn scripts_and_adapters_are_written_in_plain_words() {
    let mut hits = BTreeMap::new();
    let folders = ["adapters", "benches", "docs", "examples", "integrations", "packaging", "src", "tests"];
    let scripts = [".py", ".mjs", ".js", ".sh", ".css"].map(|extension| below(&folders, extension)).concat();
    for path in scripts {
        let text = fs::read_to_string(&path).expect("text");
        for (at, line) in text.lines().enumerate() {
            // `tell` is a public name of the adapters.
            let prose = line.replace(".tell(", " ").replace("def tell(", " ").replace("  tell(", " ");
            let prose = prose.split('`').step_by(2).collect::<Vec<_>>().join(" code ");
            check(&shown(&path), at + 1, &prose, &mut hits);
        }
    }
    report(&hits);
}

/// The comments of a source file with their lines, without code and quotations.
fn comments(source: &str) -> Vec<(usize, String)> {
    let mut in_code = false;
    let mut found = Vec::new();
    for (at, line) in source.lines().enumerate() {
        let Some(text) = line.trim_start().strip_prefix("//") else {
            in_code = false;
            continue;
        };
        let text = text.trim_start_matches(['/', '!']);
        if text.trim_start().starts_with("```") {
            in_code = !in_code;
        } else if !in_code {
            found.push((at + 1, prose(text.trim_start())));
        }
    }
    found
}

/// The first word of every comment and the first word of every function name, if it is a banned opening.
fn openings(source: &str) -> Vec<(usize, String)> {
    let comments: Vec<(usize, String)> = comments(source);
    let lines: BTreeSet<usize> = comments.iter().map(|(line, _)| *line).collect();
    let first = comments.into_iter().filter(|(line, _)| !lines.contains(&(line - 1)));
    let names = function_names(source).into_iter().map(|(line, name)| (line, name["fn ".len()..].replace('_', " ")));
    let is_banned = |text: &str| words(text).first().is_some_and(|word| BANNED_OPENINGS.contains(&word.as_str()));
    first.chain(names).filter(|(_, text)| is_banned(text)).collect()
}

/// The names of the functions of a source file as words, with their lines.
fn function_names(source: &str) -> Vec<(usize, String)> {
    let lines = source.lines().enumerate();
    let names = lines.filter_map(|(at, line)| {
        let (before, after) = line.split_once("fn ")?;
        let is_declaration = before.split_whitespace().all(|word| word.starts_with("pub") || word == "const");
        let name = after.split(|c: char| !(c.is_alphanumeric() || c == '_')).next()?;
        (is_declaration && !name.is_empty()).then(|| (at + 1, format!("fn {name}")))
    });
    names.collect()
}

#[test]
fn comments_and_function_names_are_written_in_plain_words() {
    let mut hits = BTreeMap::new();
    for path in below(&["src", "build", "crates", "tests", "benches", "fuzz", "judge-mutants"], ".rs") {
        let source = fs::read_to_string(&path).expect("text");
        for (line, text) in openings(&source).into_iter().filter(|(_, text)| !is_allowed(&shown(&path), text)) {
            let hit = format!("{line}: banned opening in {:?}", text.trim());
            hits.entry(shown(&path)).or_insert_with(Vec::new).push(hit);
        }
        let names = function_names(&source);
        let spaced = names.iter().map(|(line, name)| (*line, name.clone(), name.replace('_', " ")));
        let comments = comments(&source).into_iter().map(|(line, text)| (line, text.clone(), text));
        for (line, shown_text, text) in spaced.chain(comments) {
            let line_of_words = words(&text).join(" ");
            let phrases =
                BANNED_IN_SOURCE.iter().filter(|phrase| format!(" {line_of_words} ").contains(&format!(" {phrase} ")));
            let all = banned(&text).into_iter().chain(phrases.map(|phrase| (*phrase).to_owned()));
            for word in all.filter(|_| !is_allowed(&shown(&path), &shown_text)) {
                let hit = format!("{line}: `{word}` in {:?}", shown_text.trim());
                hits.entry(shown(&path)).or_insert_with(Vec::new).push(hit);
            }
        }
    }
    report(&hits);
}

#[test]
fn comments_and_function_names_are_found() {
    let source = "//! Told.\n/// Uses `told`.\n/// ```\n/// told();\n/// ```\npub(crate) fn is_told() {}\nlet x = \"// fn no\";\n";
    let found: Vec<String> = comments(source).into_iter().map(|(_, text)| text.trim().to_owned()).collect();
    assert_eq!(found, ["Told.", "Uses  code ."]);
    assert_eq!(function_names(source), [(6, "fn is_told".to_owned())]);
}

#[test]
fn banned_openings_are_found() {
    let source = "/// What it is.\n/// What follows.\nfn what_is_it() {}\n// The rest.\n// What else.\n";
    let found: Vec<usize> = openings(source).into_iter().map(|(line, _)| line).collect();
    assert_eq!(found, [1, 3]);
}

#[test]
fn banned_words_are_found_and_good_english_is_not() {
    for (text, found) in [
        ("`explain` tells a scenario", "tells"),
        ("until Somebody accepts it", "somebody"),
        ("written anew", "anew"),
        ("the knock-out of a clause", "knock-out"),
        ("lays beside the golden", "lays beside"),
        ("`x` is no citation", "x is no citation"),
        ("it is no man page", "it is no man"),
        ("these are no rules", "these are no rules"),
        ("listed in vain", "in vain"),
    ] {
        assert_eq!(banned(text), [found], "{text}");
    }
    for text in [
        "there is no rule",
        "it is no longer stale",
        "is not a citation",
        "a shard",
        "amend",
        "report_or_stop",
        "is no",
        "in vainglory",
    ] {
        assert_eq!(banned(text), [""; 0], "{text}");
    }
}

#[test]
fn code_and_rule_text_are_exempt() {
    let markdown =
        "A `told` word.\n\n```console\nwhoever\n```\n> Nobody moves twice.\n\nThe rule “Whoever wins” and «told».\n";
    assert_eq!(banned(&prose(markdown)), [""; 0]);
    assert_eq!(banned(&prose("A told word, and `code`.\n")), ["told"]);
    assert_eq!(banned(&without_placeholders("- {told} {} of {rest}")), [""; 0]);
    let source = "/// Nobody.\nfn f() -> &'static str { \"told\" }\n#[cfg(test)]\nmod tests { const A: &str = \"whoever\"; }\n\
                  fn g() { println!(\"{} anew\", 1); }\n";
    let texts: Vec<String> = literals(source).into_iter().map(|(_, text)| text).collect();
    assert_eq!(texts, ["told", "{} anew"]);
}
