//! Checks that every crate in the build has an allowed licence and a reason in `docs/explanation/dependencies.md`.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

const ALLOWED: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "MPL-2.0",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Returns all packages that are built on this system, or with `CI` set on any system. Needs no network.
fn packages() -> Vec<Value> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let version = Command::new(&cargo).args(["--version", "--verbose"]).output().expect("cargo");
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    let output = Command::new(&cargo)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["metadata", "--format-version", "1", "--offline", "--locked"])
        .args(if std::env::var_os("CI").is_some() { vec![] } else { vec!["--filter-platform", host] })
        .output()
        .expect("cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let data: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    data["packages"].as_array().expect("packages").clone()
}

/// Whether the allowed licences satisfy a licence expression. `/` is the old form of `OR`.
fn is_allowed(expression: &str) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    let allowed = any(&mut rest);
    allowed && rest.is_empty()
}

fn any(rest: &mut &[&str]) -> bool {
    let mut allowed = all(rest);
    while let ["OR", more @ ..] = *rest {
        *rest = more;
        allowed |= all(rest);
    }
    allowed
}

fn all(rest: &mut &[&str]) -> bool {
    let mut allowed = one(rest);
    while let ["AND", more @ ..] = *rest {
        *rest = more;
        allowed &= one(rest);
    }
    allowed
}

fn one(rest: &mut &[&str]) -> bool {
    match *rest {
        ["(", more @ ..] => {
            *rest = more;
            let allowed = any(rest);
            let closed = rest.split_first().filter(|(word, _)| **word == ")").map(|(_, more)| *rest = more);
            allowed && closed.is_some()
        }
        // An exception only adds rights.
        [name, "WITH", _, more @ ..] | [name, more @ ..] => {
            *rest = more;
            ALLOWED.contains(name)
        }
        [] => false,
    }
}

#[test]
fn every_licence_is_on_the_list() {
    let packages = packages();
    assert!(packages.len() > 50, "only {} packages were found", packages.len());
    let licence = |package: &Value| package["license"].as_str().unwrap_or("none").to_owned();
    let refused: Vec<String> = packages
        .iter()
        .filter(|package| !is_allowed(&licence(package)))
        .map(|package| format!("{}: {}", package["name"], licence(package)))
        .collect();
    assert!(refused.is_empty(), "{}", refused.join("\n"));
}

#[test]
fn an_expression_is_allowed_where_all_of_one_choice_is() {
    for allowed in [
        "MIT",
        "MIT OR GPL-3.0-only",
        "Unlicense/MIT",
        "(MIT OR Apache-2.0) AND Unicode-3.0",
        "Apache-2.0 WITH LLVM-exception OR Apache-2.0 OR MIT",
    ] {
        assert!(is_allowed(allowed), "{allowed}");
    }
    for refused in
        ["", "GPL-3.0-only", "MIT AND GPL-3.0-only", "(MIT", "MIT MIT", "none", "LicenseRef-Mine OR AGPL-3.0"]
    {
        assert!(!is_allowed(refused), "{refused}");
    }
}

#[test]
fn every_dependency_has_its_reason_and_every_reason_its_dependency() {
    let packages = packages();
    let ours = packages.iter().filter(|package| package["source"].is_null());
    let named = ours.flat_map(|package| package["dependencies"].as_array().cloned().unwrap_or_default());
    let foreign = named.filter(|dependency| dependency["path"].is_null());
    // A renamed crate is listed by its local name.
    let name = |dependency: &Value| dependency["rename"].as_str().or(dependency["name"].as_str()).map(str::to_owned);
    let used: BTreeSet<String> = foreign.filter_map(|dependency| name(&dependency)).collect();
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/explanation/dependencies.md");
    let page = fs::read_to_string(page).expect("the page");
    let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`'));
    let reported: BTreeSet<String> = rows.map(|(name, _)| name.to_owned()).collect();
    assert_eq!(used, reported);
}

/// `Cargo.lock` holds the packages of every system.
#[test]
fn no_package_is_banned_and_all_come_from_the_registry() {
    let read = |name: &str| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect("a file");
    let (lock, deny) = (read("Cargo.lock"), read("deny.toml"));
    let banned: Vec<&str> = deny.split("{ crate = \"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(!banned.is_empty());
    for name in banned {
        assert!(!lock.contains(&format!("\nname = \"{name}\"\n")), "{name} is banned by deny.toml");
    }
    let registry = "source = \"registry+https://github.com/rust-lang/crates.io-index\"";
    let elsewhere: Vec<&str> = lock.lines().filter(|line| line.starts_with("source = ") && *line != registry).collect();
    assert!(elsewhere.is_empty(), "{elsewhere:?}");
}

/// `deny.toml` lists the same licences, for the systems that this test cannot check.
#[test]
fn the_licences_of_cargo_deny_are_the_same() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("deny.toml")).expect("deny.toml");
    let (_, list) = text.split_once("\nallow = [\n").expect("a list");
    let (list, _) = list.split_once("]\n").expect("its end");
    let listed: BTreeSet<&str> = list.split('"').skip(1).step_by(2).filter(|name| !name.contains(" WITH ")).collect();
    assert_eq!(listed, ALLOWED.iter().copied().collect::<BTreeSet<_>>());
}
