//! Goldens: any file is read or refused at a place, and a rendered golden is read back.

use std::collections::BTreeSet;

use truthsayer_oracle::base::datapath;
use truthsayer_oracle::base::safe_read::LONGEST_FILE;
use truthsayer_oracle::base::source::SourceFile;
use truthsayer_oracle::base::yaml;
use truthsayer_oracle::base::yaml::Node;
use truthsayer_oracle::base::yaml::Value;
use truthsayer_oracle::base::yaml_flow;
use truthsayer_oracle::suite::golden;
use truthsayer_protocol::Data;
use truthsayer_protocol::Outcome;

use super::harmless;
use super::harmless::harmless;
use super::part::text;
use super::problems;
use super::yaml::has_long_keys;

/// Maximum nesting of data in a golden, which adds levels of its own.
const DEEPEST: usize = 44;

/// An outcome as JSON, or else a golden file.
pub fn run(input: &[u8]) {
    harmless::without_colours();
    match serde_json::from_slice::<Outcome>(input) {
        Ok(outcome) => render(&outcome),
        Err(_) => check(&text(input)),
    }
}

fn check(text: &str) {
    let file = SourceFile::new("golden/g/s.yaml", text);
    let found = golden::check(&file);
    if !found.is_empty() {
        problems::check_placed(&found);
    }
    assert_eq!(golden::check(&file), found, "checked twice, found otherwise");
}

fn render(outcome: &Outcome) {
    let rendered = golden::render("g/s", outcome);
    assert_eq!(golden::render("g/s", outcome), rendered, "rendered twice, rendered otherwise");
    harmless("a golden", &rendered);
    if rendered.len() as u64 > LONGEST_FILE {
        return;
    }
    let file = SourceFile::new("golden/g/s.yaml", rendered.as_str());
    let found = golden::check(&file);
    if is_refused(outcome) {
        return problems::check(&found);
    }
    assert_eq!(found, [], "{rendered}");
    let node = yaml::read(&file).unwrap_or_else(|found| panic!("{found:?}\n{rendered}"));
    says_the_log(&node, outcome, &rendered);
    says_the_changes(&node, outcome, &rendered);
}

/// Whether `bless` may refuse the outcome, because its golden could not be read again: it is nested too deep, a key
/// is too long or contains invisible characters, or two paths look equal because a key contains dots.
fn is_refused(outcome: &Outcome) -> bool {
    const LONGEST_KEY: usize = 300;
    let states = [&outcome.before, &outcome.after];
    let mut parts = states.into_iter().chain(outcome.log.iter().map(|event| &event.data));
    let differences = datapath::differences(&outcome.before, &outcome.after);
    let paths: Vec<&String> = differences.iter().map(|found| &found.0).collect();
    let alike = paths.iter().collect::<BTreeSet<_>>().len() < paths.len();
    let names = outcome.log.iter().map(|event| event.name.len());
    let long = paths.iter().map(|path| path.len()).chain(names).any(|length| length > LONGEST_KEY);
    let hides = |name: &str| !truthsayer_protocol::text::is_one_line(name);
    let hidden = paths.iter().any(|path| hides(path)) || outcome.log.iter().any(|event| hides(&event.name));
    alike || long || hidden || parts.any(|data| depth(data) > DEEPEST || has_long_keys(data) || has_hidden_keys(data))
}

fn has_hidden_keys(data: &Data) -> bool {
    match data {
        Data::Array(items) => items.iter().any(has_hidden_keys),
        Data::Object(map) => {
            map.iter().any(|(key, value)| !truthsayer_protocol::text::is_one_line(key) || has_hidden_keys(value))
        }
        _ => false,
    }
}

fn depth(data: &Data) -> usize {
    match data {
        Data::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        Data::Object(map) => 1 + map.values().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

fn says_the_log(node: &Node, outcome: &Outcome, rendered: &str) {
    let Some(Value::List(entries)) = node.get("log").map(|log| &log.value) else { panic!("no log:\n{rendered}") };
    assert_eq!(entries.len(), outcome.log.len(), "{rendered}");
    for (entry, event) in entries.iter().zip(&outcome.log) {
        let [only] = entry.entries().unwrap_or_default() else { panic!("no event:\n{rendered}") };
        assert_eq!(only.key, event.name, "{rendered}");
        assert!(datapath::same(&only.value.to_data(), &event.data), "{rendered}");
    }
}

fn says_the_changes(node: &Node, outcome: &Outcome, rendered: &str) {
    let changes = node.get("changes").and_then(Node::entries).unwrap_or_default();
    let differences = datapath::differences(&outcome.before, &outcome.after);
    assert_eq!(changes.len(), differences.len(), "{rendered}");
    for (change, (path, before, after)) in changes.iter().zip(&differences) {
        assert_eq!(&change.key, path, "{rendered}");
        let reported = format!("{} -> {}", yaml_flow::line(before), yaml_flow::line(after));
        assert_eq!(change.value.to_data(), Data::String(reported), "{rendered}");
    }
}
