//! YAML: every value and every mistake has a place, and written data is read back unchanged.

use std::sync::Arc;

use truthsayer_oracle::base::datapath;
use truthsayer_oracle::base::source::SourceFile;
use truthsayer_oracle::base::yaml;
use truthsayer_oracle::base::yaml::Node;
use truthsayer_oracle::base::yaml::Value;
use truthsayer_oracle::base::yaml_block;
use truthsayer_oracle::base::yaml_flow;
use truthsayer_protocol::Data;

use super::harmless;
use super::harmless::harmless_line;
use super::part::text;
use super::problems;

/// Maximum nesting depth of the reader.
const DEEPEST: usize = 48;

pub fn run(input: &[u8]) {
    harmless::without_colours();
    let file = SourceFile::new("a.yaml", text(input));
    match yaml::read(&file) {
        Err(found) => {
            problems::check_placed(&found);
            let own = |place: &truthsayer_oracle::base::source::Place| Arc::ptr_eq(&place.file, &file);
            assert!(found.iter().filter_map(|problem| problem.place.as_ref()).all(own));
            assert_eq!(yaml::read(&file), Err(found), "read twice, refused otherwise");
        }
        Ok(node) => {
            let depth = look(&node);
            assert!(depth <= DEEPEST, "{depth} levels");
            let data = node.to_data();
            if has_long_keys(&data) {
                return;
            }
            is_read_back(&data);
            if depth < DEEPEST {
                is_read_back_from_a_block(&data);
            }
        }
    }
}

/// Whether some key of the data is too long to be read again. YAML itself sets that bound, to 1024 characters.
pub fn has_long_keys(data: &Data) -> bool {
    const LONGEST_KEY: usize = 1000;
    match data {
        Data::Object(map) => {
            map.iter().any(|(key, value)| yaml_flow::key_text(key).len() > LONGEST_KEY || has_long_keys(value))
        }
        Data::Array(items) => items.iter().any(has_long_keys),
        _ => false,
    }
}

/// Checks every place of the tree and returns its depth.
fn look(node: &Node) -> usize {
    problems::inside(&node.place);
    match &node.value {
        Value::Scalar { .. } => 0,
        Value::List(items) => 1 + items.iter().map(look).max().unwrap_or(0),
        Value::Map(entries) => {
            let depth = entries.iter().map(|entry| {
                problems::inside(&entry.key_place);
                look(&entry.value)
            });
            1 + depth.max().unwrap_or(0)
        }
    }
}

/// Checks that data can be read again from one line of flow style.
pub(crate) fn is_read_back(data: &Data) {
    let line = yaml_flow::line(data);
    harmless_line("data on a line", &line);
    let read = yaml::read(&SourceFile::new("line", line.as_str()));
    let read = read.unwrap_or_else(|found| panic!("{line:?} is written and not read: {found:?}"));
    assert!(datapath::same(&read.to_data(), data), "{line:?} is read as {:?}", read.to_data());
}

fn is_read_back_from_a_block(data: &Data) {
    let text = yaml_block::entry("key", data);
    let read = yaml::read(&SourceFile::new("block", text.as_str()));
    let read = read.unwrap_or_else(|found| panic!("{text:?} is written and not read: {found:?}"));
    let value = read.get("key").map(Node::to_data).unwrap_or_default();
    assert!(datapath::same(&value, data), "{text:?} is read as {value:?}");
}
