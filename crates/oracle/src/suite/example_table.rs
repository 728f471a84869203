//! `examples`: a table of values that makes one scenario per row. `${name}` is replaced by the row's value.

use std::collections::BTreeSet;
use std::collections::HashMap;
use std::collections::HashSet;

use crate::base::diagnostic;
use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::strict_map;
use crate::base::yaml;
use crate::base::yaml::MapEntry;
use crate::base::yaml::Node;
use crate::base::yaml::Value;
use truthsayer_protocol::Data;
use truthsayer_protocol::nearest::nearest;
use truthsayer_protocol::text;

/// One row of the table.
#[derive(Debug)]
pub(crate) struct ExampleRow<'a> {
    /// The row's name, or its number from 1. It appears in brackets in the id.
    pub label: String,
    pub values: &'a [MapEntry],
}

/// Reads the rows of `examples`: a list of maps, or a map of named maps.
pub(crate) fn rows<'a>(examples: &'a Node, problems: &mut Vec<Problem>) -> Vec<ExampleRow<'a>> {
    let labelled: Vec<(String, &Node)> = match &examples.value {
        Value::List(items) => (1..).map(|n: usize| n.to_string()).zip(items).collect(),
        Value::Map(entries) => entries.iter().map(|entry| (entry.key.clone(), &entry.value)).collect(),
        Value::Scalar { .. } => {
            let message = format!("`examples` must be a list of rows, this is {}", examples.kind());
            problems.push(Problem::at(Kind::Example, &examples.place, message));
            return Vec::new();
        }
    };
    if labelled.is_empty() {
        problems.push(Problem::at(Kind::Example, &examples.place, "`examples` has no row"));
    }
    let mut spellings: HashMap<String, String> = HashMap::new();
    for (label, node) in &labelled {
        let first = spellings.entry(label.to_lowercase()).or_insert_with(|| label.clone());
        if first != label && !diagnostic::is_full(problems) {
            let message = format!("the rows `{first}` and `{label}` differ only by case");
            let problem = Problem::at(Kind::Example, &node.place, message);
            problems
                .push(problem.help("rename one: on a file system that ignores case, their goldens are the same file"));
        }
    }
    labelled.into_iter().filter_map(|(label, node)| row(label, node, problems)).collect()
}

/// Returns the value of a name in the row of this label.
pub(crate) fn value<'a>(node: &'a Node, label: &str, name: &str) -> Option<&'a Node> {
    let rows = rows(node.get("examples")?, &mut Vec::new());
    let row = rows.into_iter().find(|row| row.label == label)?;
    row.values.iter().find(|entry| entry.key == name).map(|entry| &entry.value)
}

fn row<'a>(label: String, node: &'a Node, problems: &mut Vec<Problem>) -> Option<ExampleRow<'a>> {
    let Some(values) = node.entries() else {
        let message = format!("a row of `examples` must be a map of names and values, this is {}", node.kind());
        problems.push(Problem::at(Kind::Example, &node.place, message));
        return None;
    };
    if !is_file_name(&label) {
        let message =
            format!("the row name `{label}` becomes part of a file name: use only letters, digits, `-`, `_` and `.`");
        problems.push(Problem::at(Kind::Example, &node.place, message));
        return None;
    }
    Some(ExampleRow { label, values })
}

/// Returns whether a name can be part of a file name.
pub(crate) fn is_file_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
}

impl ExampleRow<'_> {
    /// Returns the weight of the scenario with this row's values, without copying it.
    pub(crate) fn filled_weight(&self, node: &Node) -> usize {
        match &node.value {
            Value::Scalar { text, .. } => yaml::scalar_weight(text) + self.values_weight(text),
            Value::List(items) => 1 + items.iter().map(|item| self.filled_weight(item)).sum::<usize>(),
            Value::Map(entries) => {
                let of = |entry: &MapEntry| {
                    yaml::scalar_weight(&entry.key) + self.values_weight(&entry.key) + self.filled_weight(&entry.value)
                };
                1 + entries.iter().map(of).sum::<usize>()
            }
        }
    }

    fn values_weight(&self, text: &str) -> usize {
        let names = text.split("${").skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name);
        let weight = |name: &str| self.values.iter().find(|entry| entry.key == name).map(|it| yaml::weight(&it.value));
        names.filter_map(weight).sum()
    }

    /// Returns the scenario with this row's values. Adds the names that it needs to `used`.
    pub(crate) fn fill(&self, node: &Node, used: &mut BTreeSet<String>, problems: &mut Vec<Problem>) -> Node {
        match &node.value {
            Value::Scalar { text, plain } => self.fill_scalar(node, text, *plain, used, problems),
            Value::List(items) => {
                let items = items.iter().map(|item| self.fill(item, used, problems)).collect();
                Node { value: Value::List(items), place: node.place.clone() }
            }
            Value::Map(entries) => {
                let mut filled: Vec<MapEntry> = Vec::with_capacity(entries.len());
                // Keys without `${` were checked for duplicates when the file was parsed.
                let changes = entries.iter().any(|entry| entry.key.contains("${"));
                let mut keys: HashSet<String> = HashSet::new();
                for entry in entries {
                    let key = self.fill_text(&entry.key, &entry.value, used, problems);
                    if !text::is_harmless(&key) {
                        problems.push(strict_map::hidden(&key, &entry.key_place));
                        continue;
                    }
                    if changes && !keys.insert(key.clone()) {
                        let message = format!("row {}: duplicate key `{key}`", self.label);
                        problems.push(Problem::at(Kind::Duplicate, &entry.key_place, message));
                        continue;
                    }
                    let value = self.fill(&entry.value, used, problems);
                    filled.push(MapEntry { key, key_place: entry.key_place.clone(), value });
                }
                Node { value: Value::Map(filled), place: node.place.clone() }
            }
        }
    }

    fn fill_scalar(
        &self,
        node: &Node,
        text: &str,
        plain: bool,
        used: &mut BTreeSet<String>,
        problems: &mut Vec<Problem>,
    ) -> Node {
        // A scalar that is only `${name}` becomes the value itself, with its type and position.
        let whole = text.strip_prefix("${").and_then(|rest| rest.strip_suffix('}'));
        if let Some(name) = whole.filter(|name| !name.contains("${")) {
            let value = self.value(name, node, used, problems);
            return value.unwrap_or(node).clone();
        }
        let filled = self.fill_text(text, node, used, problems);
        Node { value: Value::Scalar { text: filled, plain }, place: node.place.clone() }
    }

    fn fill_text(&self, text: &str, at: &Node, used: &mut BTreeSet<String>, problems: &mut Vec<Problem>) -> String {
        let mut filled = String::new();
        let mut rest = text;
        while let Some(start) = rest.find("${") {
            // `$${` is an escaped `${`.
            if rest[..start].ends_with('$') {
                filled.push_str(&rest[..start]);
                filled.push('{');
                rest = &rest[start + 2..];
                continue;
            }
            filled.push_str(&rest[..start]);
            let Some(length) = rest[start..].find('}') else {
                problems.push(Problem::at(Kind::Example, &at.place, "`${` without a closing `}`"));
                return filled;
            };
            let name = &rest[start + 2..start + length];
            if let Some(value) = self.value(name, at, used, problems) {
                filled.push_str(&plain_text(value));
            }
            rest = &rest[start + length + 1..];
        }
        filled.push_str(rest);
        filled
    }

    fn value(&self, name: &str, at: &Node, used: &mut BTreeSet<String>, problems: &mut Vec<Problem>) -> Option<&Node> {
        used.insert(name.to_owned());
        let found = self.values.iter().find(|entry| entry.key == name);
        if found.is_none() && !diagnostic::is_full(problems) {
            let message = format!("row {} of `examples` has no `{name}`", self.label);
            let problem = Problem::at(Kind::Example, &at.place, message);
            problems.push(problem.nearest(name, self.values.iter().map(|entry| entry.key.as_str())));
        }
        found.map(|entry| &entry.value)
    }

    /// Reports unused columns, which are probably misspelled.
    pub(crate) fn check_used(&self, used: &BTreeSet<String>, problems: &mut Vec<Problem>) {
        let columns = || self.values.iter().map(|entry| entry.key.as_str());
        let missing = || used.iter().filter(|name| columns().all(|column| column != name.as_str()));
        // A misspelt name is reported where it is used, with the column that is meant.
        let is_reported = |column: &str| missing().any(|name| nearest(name, columns()) == Some(column));
        for entry in self.values.iter().filter(|entry| !used.contains(&entry.key) && !is_reported(&entry.key)) {
            if diagnostic::is_full(problems) {
                return;
            }
            let message = format!("the scenario does not use `${{{}}}`", entry.key);
            let problem = Problem::at(Kind::Example, &entry.key_place, message);
            problems.push(problem.nearest(&entry.key, used.iter().map(String::as_str)));
        }
    }
}

fn plain_text(node: &Node) -> String {
    match node.to_data() {
        Data::String(text) => text,
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::source::SourceFile;
    use serde_json::json;

    fn filled(text: &str) -> (Vec<Data>, Vec<Problem>) {
        let node = yaml::read(&SourceFile::new("a.yaml", text)).unwrap();
        let mut problems = Vec::new();
        let mut used = BTreeSet::new();
        let rows = rows(node.get("examples").unwrap(), &mut problems);
        let template = node.get("body").unwrap();
        let data = rows.iter().map(|row| row.fill(template, &mut used, &mut problems).to_data()).collect();
        for row in &rows {
            row.check_used(&used, &mut problems);
        }
        (data, problems)
    }

    #[test]
    fn a_row_fills_scalars_texts_and_keys() {
        let (data, problems) = filled(
            "body: {dial: \"${n}\", text: \"dial ${n} now\", \"leaders.${who}.place\": x, plain: \"$${n}\"}\nexamples:\n  - {n: 2, who: chani}\n  - {n: 2.5, who: jamis}\n",
        );
        assert_eq!(problems, []);
        assert_eq!(data[0], json!({"dial": 2, "text": "dial 2 now", "leaders.chani.place": "x", "plain": "${n}"}));
        assert_eq!(data[1]["dial"], json!(2.5));
    }

    #[test]
    fn the_weight_of_a_row_is_checked_before_it_is_copied() {
        let text = format!("body: [\"{}\"]\nexamples: [{{x: {}}}]\n", "${x}".repeat(1000), "y".repeat(6400));
        let node = yaml::read(&SourceFile::new("a.yaml", text)).unwrap();
        let rows = rows(node.get("examples").unwrap(), &mut Vec::new());
        assert!(rows[0].filled_weight(node.get("body").unwrap()) > 100_000);
    }

    #[test]
    fn missing_and_unused_names_are_mistakes() {
        let (_, problems) = filled("body: \"${dail}\"\nexamples: [{dial: 1, winner: x}]\n");
        let messages: Vec<_> = problems.iter().map(|p| p.message.as_str()).collect();
        assert_eq!(messages, ["row 1 of `examples` has no `dail`", "the scenario does not use `${winner}`"]);
        assert_eq!(problems[0].help, ["did you mean `dial`?"]);
    }
}
