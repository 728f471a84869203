//! The pipelines of `docs/how-to/run-in-ci.md`, step by step, with the variables that a runner sets. The test imitates
//! the services (checkout, artifacts, SARIF); every command runs as on the page.

mod github;
mod gitlab;
mod repository;

use std::fs;
use std::path::Path;

use serde_yaml::Value;

/// A file of the page, by the name in its first line.
fn file_of_page(name: &str) -> Value {
    let page =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/how-to/run-in-ci.md")).expect("the page");
    let head = format!("```yaml\n# {name}\n");
    let text = page.split(&head).nth(1).and_then(|rest| rest.split("```").next()).expect("a file");
    serde_yaml::from_str(text).expect("YAML")
}

fn text<'v>(value: &'v Value, key: &str) -> Option<&'v str> {
    value.get(key).and_then(Value::as_str)
}
