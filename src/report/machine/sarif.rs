//! SARIF 2.1.0 for code scanners. SARIF rules are clauses, or kinds of problems that concern no clause.

use std::collections::BTreeMap;
use std::collections::HashMap;

use serde_json::json;

use crate::report::machine::entries;
use crate::report::machine::entries::Entry;
use crate::report::machine::entries::Weight;
use crate::report::text::grammar::relative_address;
use truthsayer_oracle::base::hash;
use truthsayer_oracle::base::source::Place;
use truthsayer_oracle::rulebook::ClauseId;
use truthsayer_oracle::rulebook::Rulebook;
use truthsayer_protocol::Data;
use truthsayer_protocol::text;

/// The `$schema` of every SARIF file that Truthsayer writes.
const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// Maximum number of results: GitHub shows 5,000 and refuses files with more than 25,000.
const MOST_RESULTS: usize = 5000;
const LONGEST_MESSAGE: usize = 4000;
/// Name of the base of all paths; the reader of the file resolves it.
const BASE: &str = "SRCROOT";

/// Whether Truthsayer wrote a file that begins like this.
pub(crate) fn is_ours(beginning: &str) -> bool {
    beginning.starts_with(&format!("{{\n  \"$schema\": \"{SCHEMA}\"")) && beginning.contains("\"id\": \"truthsayer/")
}

/// The command that writes the file, and where.
pub(crate) struct Origin<'a> {
    pub command: &'a str,
    /// None if the rulebook could not be read.
    pub book: Option<&'a Rulebook>,
    /// Path from the repository to the project.
    pub prefix: &'a str,
    pub exit_code: u8,
}

/// The entries as the results of one SARIF run.
pub(crate) fn write(entries: &[Entry], origin: &Origin<'_>) -> String {
    let shown = &entries[..entries.len().min(MOST_RESULTS)];
    let mut rules = Rules::default();
    let results: Vec<Data> = results(shown, origin, &mut rules);
    let driver = json!({
        "name": "truthsayer",
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": rules.described(origin.book),
    });
    let run = json!({
        "tool": {"driver": driver},
        "automationDetails": {"id": format!("truthsayer/{}/", origin.command)},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {BASE: {"description": {"text": "The root of the repository"}}},
        "invocations": [{"executionSuccessful": !stopped(entries), "exitCode": origin.exit_code}],
        "results": results,
        "properties": {"left_out": entries.len() - shown.len()},
    });
    let text = format!("{:#}\n", json!({"$schema": SCHEMA, "runs": [run], "version": "2.1.0"}));
    text::harmless(&text)
}

/// Whether the run stopped before it finished.
fn stopped(entries: &[Entry]) -> bool {
    entries.iter().any(|entry| matches!(entry.sort, entries::Sort::Stopped | entries::Sort::Fault))
}

/// The SARIF rules that the results refer to, sorted by name.
#[derive(Default)]
struct Rules {
    named: BTreeMap<String, Option<ClauseId>>,
}

impl Rules {
    /// The name of the SARIF rule of an entry.
    fn name(&mut self, entry: &Entry) -> String {
        let clause = entry.clauses.first();
        let name = clause.map_or(entry.sort.name().to_owned(), ToString::to_string);
        self.named.entry(name.clone()).or_insert(clause.cloned());
        name
    }

    fn described(&self, book: Option<&Rulebook>) -> Vec<Data> {
        let described = |(name, clause): (&String, &Option<ClauseId>)| {
            let words = clause.as_ref().and_then(|clause| Some(book?.clause_text(clause)));
            let words = words.unwrap_or("a problem in a file or in a run");
            json!({"id": name, "shortDescription": {"text": without_links(&text::one_line(words))}})
        };
        self.named.iter().map(described).collect()
    }
}

fn results(entries: &[Entry], origin: &Origin<'_>, rules: &mut Rules) -> Vec<Data> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut results = Vec::new();
    for entry in entries {
        let rule = rules.name(entry);
        let file = entry.place.as_ref().map_or("", |place| place.file.path.as_str());
        let fingerprint = hash::of(&[&rule, entry.sort.name(), file, &entry.title]);
        let times = seen.entry(fingerprint.clone()).or_default();
        *times += 1;
        let mut result = json!({
            "ruleId": rule,
            "level": level(entry.sort.weight()),
            "message": {"text": message(entry)},
            "partialFingerprints": {"truthsayer/v1": format!("{fingerprint}:{times}")},
            "properties": {"sort": entry.sort.name()},
        });
        if let Some(place) = &entry.place {
            result["locations"] = json!([location(place, origin.prefix)]);
        }
        let related = related(entry, origin);
        if !related.is_empty() {
            result["relatedLocations"] = related.into();
        }
        if let Some(excuse) = &entry.excuse {
            result["suppressions"] = json!([{"kind": "external", "justification": text::one_line(excuse)}]);
        }
        results.push(result);
    }
    results
}

fn level(weight: Weight) -> &'static str {
    match weight {
        Weight::Error => "error",
        Weight::Warning => "warning",
        Weight::Note => "note",
    }
}

/// The title and the message of an entry.
fn message(entry: &Entry) -> String {
    let whole = match entry.message.starts_with(&entry.title) {
        true => entry.message.clone(),
        false => format!("{}\n{}", entry.title, entry.message),
    };
    without_links(&text::abridged(&whole, LONGEST_MESSAGE))
}

/// Escapes brackets, which would become links.
fn without_links(text: &str) -> String {
    text.replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]")
}

/// The cited lines of the rulebook, each with its words.
fn related(entry: &Entry, origin: &Origin<'_>) -> Vec<Data> {
    let Some(book) = origin.book else { return Vec::new() };
    let one = |(id, clause): (usize, &ClauseId)| {
        let mut location = location(&entries::place_of(clause, book)?, origin.prefix);
        location["id"] = id.into();
        location["message"] = json!({"text": without_links(&text::one_line(book.clause_text(clause)))});
        Some(location)
    };
    (1..).zip(&entry.clauses).filter_map(one).collect()
}

fn location(place: &Place, prefix: &str) -> Data {
    let (line, column) = place.line_and_column();
    let uri = relative_address(&format!("{prefix}{}", place.file.path));
    json!({
        "physicalLocation": {
            "artifactLocation": {"uri": uri, "uriBaseId": BASE},
            "region": {"startLine": line, "startColumn": column},
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::machine::entries::Sort;

    fn origin() -> Origin<'static> {
        Origin { command: "verify", book: None, prefix: "", exit_code: 1 }
    }

    #[test]
    fn the_same_trouble_twice_has_two_prints_that_stay() {
        let entry = Entry::new(Sort::Fail, "a", "b");
        let text = write(&[entry.clone(), entry], &origin());
        let data: Data = serde_json::from_str(&text).unwrap();
        let print = |at: usize| data["runs"][0]["results"][at]["partialFingerprints"]["truthsayer/v1"].clone();
        assert_ne!(print(0), print(1));
        assert_eq!(text, write(&[Entry::new(Sort::Fail, "a", "b"), Entry::new(Sort::Fail, "a", "b")], &origin()));
        assert!(is_ours(&text[..4096.min(text.len())]), "{text}");
    }

    #[test]
    fn the_worst_of_many_entries_are_kept_and_the_rest_counted() {
        let entries: Vec<Entry> = (0..5003).map(|n| Entry::new(Sort::Drifts, format!("{n}"), "")).collect();
        let data: Data = serde_json::from_str(&write(&entries, &origin())).unwrap();
        assert_eq!(data["runs"][0]["results"].as_array().map(Vec::len), Some(5000));
        assert_eq!(data["runs"][0]["properties"]["left_out"], 3);
    }
}
