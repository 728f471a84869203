//! Paths into data: a state on the first line, another on the second, and paths on all others.

use truthsayer_oracle::base::datapath;
use truthsayer_oracle::base::source::SourceFile;
use truthsayer_oracle::base::yaml;
use truthsayer_oracle::base::yaml::Node;
use truthsayer_oracle::base::yaml_flow;
use truthsayer_protocol::Data;

use super::part::text;
use super::problems;

const MOST_PATHS: usize = 16;

pub fn run(input: &[u8]) {
    let text = text(input);
    let mut lines = text.lines();
    let mut data = || serde_json::from_str::<Data>(lines.next().unwrap_or("")).ok();
    let (one, other) = (data().unwrap_or_default(), data().unwrap_or_default());
    compare(&one, &other);
    leaves(&one);
    let paths: Vec<&str> = lines.take(MOST_PATHS).collect();
    for path in &paths {
        assert!(datapath::touches(path, path), "{path:?} does not touch itself");
        for with in &paths {
            assert_eq!(datapath::touches(path, with), datapath::touches(with, path), "{path:?} and {with:?}");
        }
    }
    if let Ok(node) = yaml::read(&SourceFile::new("a.yaml", yaml_flow::line(&one))) {
        paths.iter().for_each(|path| find(&one, &node, path));
    }
}

fn compare(one: &Data, other: &Data) {
    let there = datapath::differences(one, other);
    let back = datapath::differences(other, one);
    let turned: Vec<_> = back.into_iter().map(|(path, before, after)| (path, after, before)).collect();
    assert_eq!(there, turned, "a difference is the same from both sides");
    assert_eq!(there.is_empty(), datapath::same(one, other), "{there:?}");
    assert!(there.is_sorted_by(|a, b| a.0 <= b.0), "{there:?}");
    assert!(datapath::differences(one, one).is_empty());
    assert!(datapath::same(one, one));
}

/// Every leaf is found at its path, where its keys are plain words.
fn leaves(data: &Data) {
    for (path, leaf) in datapath::leaves(data) {
        if has_plain_keys(data) {
            assert!(std::ptr::eq(datapath::find(data, &path).expect("a leaf is there"), leaf), "{path:?}");
        }
    }
}

fn has_plain_keys(data: &Data) -> bool {
    let plain = |key: &String| !key.is_empty() && !key.contains(['.', '[']);
    data.as_object().is_none_or(|map| map.iter().all(|(key, value)| plain(key) && has_plain_keys(value)))
}

/// Lookups in the tree of a file and in its data agree, and a nearest node always exists.
fn find(data: &Data, node: &Node, path: &str) {
    let found = datapath::find(data, path);
    let placed = datapath::find_node(node, path);
    if let Some(found) = found {
        let placed = placed.unwrap_or_else(|| panic!("{path:?} is in the data and not in the tree"));
        assert!(datapath::same(&placed.to_data(), found), "{path:?}");
    }
    let nearest = datapath::find_nearest_node(node, path);
    problems::inside(&nearest.place);
    assert!(placed.is_none_or(|placed| std::ptr::eq(placed, nearest)), "{path:?} is nearer than itself");
    if let Some(key) = path.rsplit('.').next() {
        let place = datapath::find_key(node, path, key);
        place.into_iter().for_each(problems::inside);
    }
}
