//! The walls of the source: who may import whom, and that a name means one thing. Each rule is also seen to fail.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Which zones each zone may name after `crate::`.
const MAY_IMPORT: &[(&str, &[&str])] = &[
    ("source", &["protocol"]),
    ("engines", &["engines", "protocol"]),
    ("oracle", &["oracle", "protocol", "source"]),
    ("report", &["oracle", "protocol", "report", "source"]),
    ("cli", &["cli", "engines", "oracle", "protocol", "report", "source"]),
];

/// Files that belong to no zone, because they only bind the zones together.
const UNBOUND: &[&str] = &["main.rs", "lib.rs"];

/// What is wrong with one file of the program.
fn breaches(path: &str, text: &str) -> Vec<String> {
    if UNBOUND.contains(&path) {
        return Vec::new();
    }
    let zone = path.split(['/', '.']).next().unwrap_or("");
    let Some((_, allowed)) = MAY_IMPORT.iter().find(|(name, _)| *name == zone) else {
        return vec![format!("{path} belongs to no zone")];
    };
    let mut found = Vec::new();
    for (number, code) in code_lines(text) {
        let mut complain = |what: &str| found.push(format!("{path}:{number}: {what}"));
        for (at, _) in code.match_indices("crate::") {
            let rest = &code[at + "crate::".len()..];
            let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            if !allowed.contains(&name.as_str()) {
                complain(&format!("`{zone}` may not name `crate::{name}`"));
            }
        }
        if code.contains("super::super") {
            complain("`super::super` climbs over a wall");
        }
        // The program knows its own parts under their own names; only the roster binds the engines to it.
        let names_crate = ["protocol", "dune", "cotulenh"].iter().any(|it| code.contains(&format!("truthsayer_{it}")));
        if names_crate && path != "engines.rs" {
            complain("name the zone (`crate::protocol`, `crate::engines`), not the crate behind it");
        }
    }
    found
}

/// What is wrong with one file of a game's crate. That it cannot see the program, the compiler knows.
fn room_breaches(path: &str, text: &str) -> Vec<String> {
    const OUTSIDE: &[&str] = &["serde", "std::fs", "std::io", "std::env", "std::net", "std::process", "std::time"];
    let name = path.rsplit('/').next().unwrap_or(path);
    if name == "lib.rs" || name.starts_with("door") || path.contains("/tests/") {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (number, code) in code_lines(text) {
        // The list of switches is made by a macro that every engine shares.
        let names_protocol = code.replace("truthsayer_protocol::switches!", "").contains("truthsayer_protocol");
        if names_protocol || OUTSIDE.iter().any(|word| code.contains(word)) {
            found.push(format!("{path}:{number}: a room is pure rules: no protocol, no serde, no input or output"));
        }
    }
    found
}

/// The type that a line declares. What is called `type` further in belongs to a trait, and is no name of its own.
fn declared_type(code: &str) -> Option<&str> {
    let is_outermost = !code.starts_with(char::is_whitespace);
    // `pub(in crate::oracle)` is two words.
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
fn code_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    (1..).zip(text.lines().map(|line| line.split("//").next().unwrap_or("")))
}

fn sources(folder: &Path, prefix: &str, files: &mut Vec<(String, String)>) {
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

fn read(folder: &str) -> Vec<(String, String)> {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), "", &mut files);
    assert!(files.len() > 30, "only {} files were read", files.len());
    files
}

#[test]
fn every_file_keeps_to_its_zone() {
    // What `init` copies is no part of the program.
    let files = read("src").into_iter().filter(|(path, _)| !path.starts_with("cli/init/nim/"));
    let found: Vec<String> = files.flat_map(|(path, text)| breaches(&path, &text)).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_room_is_pure_rules() {
    for game in ["crates/dune/src", "crates/cotulenh/src"] {
        let found: Vec<String> = read(game).iter().flat_map(|(path, text)| room_breaches(path, text)).collect();
        assert!(found.is_empty(), "{}", found.join("\n"));
    }
}

#[test]
fn every_type_has_a_name_of_its_own() {
    let mut files = Vec::new();
    for folder in ["src/", "crates/protocol/src/"] {
        sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), folder, &mut files);
    }
    files.retain(|(path, _)| path.ends_with(".rs"));
    let types = files.iter().flat_map(|(_, text)| code_lines(text)).filter_map(|(_, code)| declared_type(code));
    assert!(types.count() > 300, "only a few types were found");
    let found = shared_names(&files);
    assert!(found.is_empty(), "call one of them something else:\n{}", found.join("\n"));
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

#[test]
fn an_engine_that_imports_a_report_is_caught() {
    assert_eq!(breaches("engines/process.rs", "fn f() { crate::oracle::judge::x() }").len(), 1);
    assert_eq!(breaches("engines/process.rs", "use crate::report::json;").len(), 1);
    assert_eq!(breaches("engines/process.rs", "use crate::protocol::Data;").len(), 0);
}

#[test]
fn an_oracle_that_imports_an_engine_or_a_report_is_caught() {
    assert_eq!(breaches("oracle/judge.rs", "use crate::engines::dune;").len(), 1);
    assert_eq!(breaches("oracle/judge.rs", "use truthsayer_dune::Dune;").len(), 1);
    assert_eq!(breaches("oracle/judge.rs", "use crate::report::json;").len(), 1);
    assert_eq!(breaches("oracle/judge.rs", "use crate::cli::verify;").len(), 1);
    assert_eq!(breaches("oracle/judge.rs", "use crate::protocol::Data; // crate::engines").len(), 0);
}

#[test]
fn a_file_in_no_zone_is_caught() {
    assert_eq!(breaches("helpers.rs", ""), ["helpers.rs belongs to no zone"]);
    assert_eq!(breaches("misc/thing.rs", ""), ["misc/thing.rs belongs to no zone"]);
    assert!(!breaches("source.rs", "use crate::oracle::judge;").is_empty());
    assert!(!breaches("report/json.rs", "use crate::engines;").is_empty());
    assert!(!breaches("oracle/yaml/builder.rs", "use super::super::judge;").is_empty());
}

#[test]
fn a_room_that_is_not_pure_rules_is_caught() {
    assert!(!room_breaches("battle.rs", "use truthsayer_protocol::Data;").is_empty());
    assert!(!room_breaches("battle.rs", "use serde_json::Value;").is_empty());
    assert!(!room_breaches("battle.rs", "use std::fs::File;").is_empty());
    assert!(room_breaches("battle.rs", "use super::leader::Leader; // serde").is_empty());
    assert!(room_breaches("switch.rs", "truthsayer_protocol::switches! { \"dune\":").is_empty());
    assert!(room_breaches("door_given.rs", "use truthsayer_protocol::Data;").is_empty());
}
