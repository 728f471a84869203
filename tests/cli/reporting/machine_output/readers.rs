//! Third-party readers of the machine output: a JSON Schema validator, a JUnit parser, and the published SARIF schema.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::LazyLock;

use jsonschema::Validator;
use junit_parser::TestSuites;
use serde_json::Value;

use crate::project::shipped;

/// Validates a result against the schema that the program prints.
pub(crate) fn json(text: &str) -> Value {
    static RESULT: LazyLock<Validator> = LazyLock::new(|| {
        let schema = shipped(&["schema", "result"]).exits(0).stdout;
        jsonschema::validator_for(&serde_json::from_str(&schema).expect("JSON")).expect("a schema")
    });
    checked(&RESULT, text)
}

pub(crate) fn junit(text: &str) -> TestSuites {
    let suites = junit_parser::from_reader(text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let counted = |which: fn(&junit_parser::TestCase) -> bool| {
        suites.suites.iter().flat_map(|suite| &suite.cases).filter(|case| which(case)).count() as u64
    };
    assert_eq!(suites.tests, counted(|_| true));
    assert_eq!(suites.failures, counted(|case| case.status.is_failure()));
    assert_eq!(suites.errors, counted(|case| case.status.is_error()));
    assert_eq!(suites.skipped, counted(|case| case.status.is_skipped()));
    suites
}

/// Validates a SARIF file against the schema published by OASIS, and returns its only run.
pub(crate) fn sarif(text: &str) -> Value {
    static SARIF: LazyLock<Validator> = LazyLock::new(|| {
        let schema =
            fs::read_to_string(Path::new(&source_of("serde-sarif")).join("src/schema.json")).expect("a schema");
        // The published pattern for a language has one bracket too many, which some validators reject.
        let fixed = schema.replace("^[a-zA-Z]{2}|^[a-zA-Z]{2}-[a-zA-Z]{2}]?$", "^[a-zA-Z]{2}(-[a-zA-Z]{2})?$");
        assert_ne!(schema, fixed);
        let schema: Value = serde_json::from_str(&fixed).expect("JSON");
        assert_eq!(schema["properties"]["version"]["enum"], serde_json::json!(["2.1.0"]));
        jsonschema::validator_for(&schema).expect("a schema")
    });
    let data = checked(&SARIF, text);
    let read: serde_sarif::sarif::Sarif = serde_json::from_str(text).expect("SARIF");
    assert_eq!(read.runs.len(), 1);
    let run = data["runs"][0].clone();
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    for result in run["results"].as_array().expect("results") {
        assert!(rules.iter().any(|rule| rule["id"] == result["ruleId"]), "{result}");
    }
    run
}

fn checked(schema: &Validator, text: &str) -> Value {
    let data: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let errors: Vec<String> =
        schema.iter_errors(&data).take(5).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
    data
}

/// Where Cargo keeps the source of a crate.
fn source_of(name: &str) -> String {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let version = Command::new(&cargo).args(["--version", "--verbose"]).output().expect("cargo");
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    let output = Command::new(cargo)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["metadata", "--format-version", "1", "--offline", "--locked", "--filter-platform", host])
        .output()
        .expect("cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let data: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = data["packages"].as_array().expect("packages");
    let manifest = packages.iter().find(|package| package["name"] == name).expect("the crate")["manifest_path"].clone();
    manifest.as_str().and_then(|path| path.strip_suffix("/Cargo.toml")).expect("a path").to_owned()
}
