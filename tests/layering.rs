//! The walls of the source: who may import whom. Each rule is also seen to fail.

use std::fs;
use std::path::Path;

/// Which zones each zone may name after `crate::`.
const MAY_IMPORT: &[(&str, &[&str])] = &[
    ("source", &[]),
    ("protocol", &[]),
    ("engines", &["protocol"]),
    ("oracle", &["oracle", "protocol", "source"]),
    ("report", &["oracle", "protocol", "report", "source"]),
    ("cli", &["cli", "engines", "oracle", "protocol", "report", "source"]),
];

/// Files that belong to no zone, because they only bind the zones together.
const UNBOUND: &[&str] = &["main.rs", "lib.rs"];

/// What is wrong with one file.
fn breaches(path: &str, text: &str) -> Vec<String> {
    if UNBOUND.contains(&path) {
        return Vec::new();
    }
    let zone = path.split(['/', '.']).next().unwrap_or("");
    let Some((_, allowed)) = MAY_IMPORT.iter().find(|(name, _)| *name == zone) else {
        return vec![format!("{path} belongs to no zone")];
    };
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let code = line.split("//").next().unwrap_or("");
        let mut complain = |what: &str| found.push(format!("{path}:{}: {what}", number + 1));
        for (at, _) in code.match_indices("crate::") {
            let rest = &code[at + "crate::".len()..];
            let name: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            let within = zone == "engines" && name == "engines" && (is_own_door(path, rest) || is_shared(rest));
            if !allowed.contains(&name.as_str()) && !within {
                complain(&format!("`{zone}` may not name `crate::{name}`"));
            }
        }
        if code.contains("super::super") {
            complain("`super::super` climbs over a wall");
        }
        if zone == "engines" && code.contains("use super::") && path.matches('/').count() == 1 {
            complain("a door does not look at its neighbours");
        }
        if is_room(path) && (code.contains("crate::") || code.contains("serde")) {
            complain("a room is pure rules: it names neither the crate nor serde");
        }
    }
    found
}

/// What the doors of all engines read and list their things with.
fn is_shared(rest: &str) -> bool {
    ["engines::node", "engines::switchboard"].iter().any(|shared| rest.starts_with(shared))
}

/// `engines.rs` knows its doors; nobody else does.
fn is_own_door(path: &str, rest: &str) -> bool {
    let inner = rest.strip_prefix("engines::").unwrap_or(rest);
    path.strip_prefix("engines/")
        .and_then(|path| path.split(['/', '.']).next())
        .is_some_and(|engine| inner.starts_with(engine))
}

/// Rooms are the files in an engine's folder that are not part of its door.
/// What is behind `process` is no game, so it has no rooms.
fn is_room(path: &str) -> bool {
    let inside = |inner: &str| inner.contains('/') && !inner.contains("/door") && !inner.starts_with("process/");
    path.strip_prefix("engines/").is_some_and(inside)
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

#[test]
fn every_file_keeps_to_its_zone() {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "", &mut files);
    assert!(files.len() > 30, "only {} files were read", files.len());
    let found: Vec<String> = files.iter().flat_map(|(path, text)| breaches(path, text)).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn an_engine_that_imports_a_report_is_caught() {
    assert_eq!(breaches("engines/dune.rs", "use crate::report::json;").len(), 1);
    assert_eq!(breaches("engines/process.rs", "fn f() { crate::oracle::judge::x() }").len(), 1);
    assert_eq!(breaches("engines/cotulenh.rs", "use crate::engines::dune::leader;").len(), 1);
    assert_eq!(breaches("engines/cotulenh.rs", "use crate::engines::node::Node;").len(), 0);
    assert_eq!(breaches("engines/cotulenh/walk.rs", "use crate::engines::node::Node;").len(), 1);
}

#[test]
fn an_oracle_that_imports_an_engine_is_caught() {
    assert_eq!(breaches("oracle/judge.rs", "use crate::engines::dune;").len(), 1);
    assert_eq!(breaches("oracle/judge.rs", "use crate::cli::verify;").len(), 1);
    assert_eq!(breaches("oracle/judge.rs", "use crate::protocol::Data; // crate::engines").len(), 0);
}

#[test]
fn a_file_in_no_zone_is_caught() {
    assert_eq!(breaches("helpers.rs", ""), ["helpers.rs belongs to no zone"]);
    assert_eq!(breaches("misc/thing.rs", ""), ["misc/thing.rs belongs to no zone"]);
}

#[test]
fn a_room_that_climbs_out_or_names_the_crate_is_caught() {
    assert!(!breaches("engines/dune/battle.rs", "use super::super::process::X;").is_empty());
    assert!(!breaches("engines/dune/battle.rs", "use crate::protocol::Data;").is_empty());
    assert!(!breaches("engines/dune/battle.rs", "use serde_json::Value;").is_empty());
    assert!(breaches("engines/dune/battle.rs", "use super::leader::Leader;").is_empty());
    assert!(!breaches("source.rs", "use crate::protocol::Data;").is_empty());
    assert!(!breaches("report/json.rs", "use crate::engines;").is_empty());
}
