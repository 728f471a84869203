//! Compiles the mutants. Those with compile errors are dropped.

use std::collections::BTreeSet;
use std::io;
use std::ops::Range;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use crate::copy::Copy;

/// A compile error with all its places in a file, the primary one first.
pub struct Refusal {
    pub text: String,
    pub spots: Vec<(String, Range<usize>)>,
}

/// Checks the library.
pub fn refusals(copy: &Copy) -> io::Result<Vec<Refusal>> {
    let messages = messages(copy, &["check", "-p", "truthsayer-oracle", "--lib"])?;
    let errors = messages.iter().filter(|it| it["reason"] == "compiler-message" && it["message"]["level"] == "error");
    let errors: Vec<Refusal> = errors.map(|it| refusal(&it["message"])).collect();
    Ok(errors.into_iter().filter(|it| !it.text.starts_with("aborting")).collect())
}

fn refusal(message: &Value) -> Refusal {
    let mut spots = Vec::new();
    let all = |message: &Value| message["spans"].as_array().cloned().unwrap_or_default();
    let (mut first, rest): (Vec<Value>, Vec<Value>) = all(message).into_iter().partition(|it| it["is_primary"] == true);
    first.extend(rest);
    first.extend(message["children"].as_array().into_iter().flatten().flat_map(all));
    for span in first {
        let at = |key: &str| span[key].as_u64().and_then(|at| usize::try_from(at).ok()).unwrap_or(0);
        spots.push((span["file_name"].as_str().unwrap_or("").to_owned(), at("byte_start")..at("byte_end")));
    }
    Refusal { text: message["rendered"].as_str().unwrap_or("").to_owned(), spots }
}

/// Builds the test programs and returns their paths.
pub fn build(copy: &Copy) -> io::Result<Vec<PathBuf>> {
    let messages = messages(
        copy,
        &["test", "--no-run", "-p", "truthsayer", "-p", "truthsayer-oracle", "--lib", "--test", "judging"],
    )?;
    for error in messages.iter().filter(|it| it["message"]["level"] == "error") {
        eprintln!("{}", error["message"]["rendered"].as_str().unwrap_or(""));
    }
    let built = messages.iter().filter(|it| it["profile"]["test"] == true);
    let programs: BTreeSet<&str> = built.filter_map(|it| it["executable"].as_str()).collect();
    Ok(programs.into_iter().map(PathBuf::from).collect())
}

fn messages(copy: &Copy, arguments: &[&str]) -> io::Result<Vec<Value>> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .current_dir(&copy.folder)
        .env("CARGO_TARGET_DIR", &copy.built)
        .args(arguments)
        .args(["--profile", "judge-mutants", "--message-format", "json", "--quiet", "--locked", "--jobs", "2"])
        .stderr(std::process::Stdio::inherit())
        .output()?;
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    Ok(lines.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
}
