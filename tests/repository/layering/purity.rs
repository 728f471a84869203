//! Game rules are pure: they know no protocol, no serialisation, no input and no output.

use super::names::code_lines;
use super::rooms::modules;

/// Returns a message for each line of a module that uses the protocol, serde, input or output.
fn breaches(module: &str, text: &str) -> Vec<String> {
    const OUTSIDE: &[&str] = &["serde", "std::fs", "std::io", "std::env", "std::net", "std::process", "std::time"];
    if module == "adapter" || module.starts_with("adapter::") {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (number, code) in code_lines(text) {
        // The list of switches is made by a macro that every engine shares.
        let names_protocol = code.replace("truthsayer_protocol::switches!", "").contains("truthsayer_protocol");
        if names_protocol || OUTSIDE.iter().any(|word| code.contains(word)) {
            found.push(format!(
                "{module}, line {number}: a room is pure rules: no protocol, no serde, no input or output"
            ));
        }
    }
    found
}

#[test]
fn every_room_is_pure_rules() {
    for game in ["crates/dune/src", "crates/cotulenh/src"] {
        let found: Vec<String> = modules(game).iter().flat_map(|(module, text)| breaches(module, text)).collect();
        assert!(found.is_empty(), "{}", found.join("\n"));
    }
}

#[test]
fn a_room_that_is_not_pure_rules_is_caught() {
    assert!(!breaches("battle::plan", "use truthsayer_protocol::Data;").is_empty());
    assert!(!breaches("battle::plan", "use serde_json::Value;").is_empty());
    assert!(!breaches("battle::plan", "use std::fs::File;").is_empty());
    assert!(breaches("battle::plan", "use super::leader::Leader; // serde").is_empty());
    assert!(breaches("model::switch", "truthsayer_protocol::switches! { \"dune\":").is_empty());
    assert!(breaches("adapter::given", "use truthsayer_protocol::Data;").is_empty());
}
