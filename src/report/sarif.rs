//! SARIF 2.1.0: findings for code scanners. Rules are clauses, or kinds of mistake where no clause is meant.

use std::collections::BTreeMap;
use std::collections::HashMap;

use serde_json::json;

use crate::oracle::fingerprint;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::rulebook::Rulebook;
use crate::protocol::Data;
use crate::protocol::text;
use crate::report::trouble;
use crate::report::trouble::Trouble;
use crate::report::trouble::Weight;
use crate::report::wording::relative_address;
use crate::source::Place;

/// By which a file is known to be one of ours.
const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// GitHub shows the first 5,000 of a run and refuses one of more than 25,000.
const MOST_RESULTS: usize = 5000;
const LONGEST_MESSAGE: usize = 4000;
/// What paths are relative to. Where that is, only whoever reads the file can know.
const BASE: &str = "SRCROOT";

/// Whether a file begins as ours do.
pub(crate) fn is_ours(beginning: &str) -> bool {
    beginning.starts_with(&format!("{{\n  \"$schema\": \"{SCHEMA}\"")) && beginning.contains("\"id\": \"truthsayer/")
}

/// Who asks for it, and from where.
pub(crate) struct Origin<'a> {
    pub command: &'a str,
    /// None where the rulebook could not be read.
    pub book: Option<&'a Rulebook>,
    /// Leads from the repository to the project.
    pub prefix: &'a str,
    pub exit_code: u8,
}

/// Troubles as the results of one run.
pub(crate) fn write(troubles: &[Trouble], origin: &Origin<'_>) -> String {
    let shown = &troubles[..troubles.len().min(MOST_RESULTS)];
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
        "invocations": [{"executionSuccessful": !stopped(troubles), "exitCode": origin.exit_code}],
        "results": results,
        "properties": {"left_out": troubles.len() - shown.len()},
    });
    let text = format!("{:#}\n", json!({"$schema": SCHEMA, "runs": [run], "version": "2.1.0"}));
    text::harmless(&text)
}

/// Whether the run never came to an end.
fn stopped(troubles: &[Trouble]) -> bool {
    troubles.iter().any(|trouble| matches!(trouble.sort, trouble::Sort::Stopped | trouble::Sort::Fault))
}

/// The rules that results name, in the order of their names.
#[derive(Default)]
struct Rules {
    named: BTreeMap<String, Option<ClauseId>>,
}

impl Rules {
    /// The name of the rule that a trouble is about.
    fn name(&mut self, trouble: &Trouble) -> String {
        let clause = trouble.clauses.first();
        let name = clause.map_or(trouble.sort.name().to_owned(), ToString::to_string);
        self.named.entry(name.clone()).or_insert(clause.cloned());
        name
    }

    fn described(&self, book: Option<&Rulebook>) -> Vec<Data> {
        let described = |(name, clause): (&String, &Option<ClauseId>)| {
            let words = clause.as_ref().and_then(|clause| Some(book?.clause_text(clause)));
            let words = words.unwrap_or("something that is written down, or that was played, is not as it should be");
            json!({"id": name, "shortDescription": {"text": without_links(&text::one_line(words))}})
        };
        self.named.iter().map(described).collect()
    }
}

fn results(troubles: &[Trouble], origin: &Origin<'_>, rules: &mut Rules) -> Vec<Data> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    let mut results = Vec::new();
    for trouble in troubles {
        let rule = rules.name(trouble);
        let file = trouble.place.as_ref().map_or("", |place| place.file.path.as_str());
        let print = fingerprint::of(&[&rule, trouble.sort.name(), file, &trouble.title]);
        let times = seen.entry(print.clone()).or_default();
        *times += 1;
        let mut result = json!({
            "ruleId": rule,
            "level": level(trouble.sort.weight()),
            "message": {"text": message(trouble)},
            "partialFingerprints": {"truthsayer/v1": format!("{print}:{times}")},
            "properties": {"sort": trouble.sort.name()},
        });
        if let Some(place) = &trouble.place {
            result["locations"] = json!([location(place, origin.prefix)]);
        }
        let related = related(trouble, origin);
        if !related.is_empty() {
            result["relatedLocations"] = related.into();
        }
        if let Some(excuse) = &trouble.excuse {
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

/// The title, and what there is to know.
fn message(trouble: &Trouble) -> String {
    let whole = match trouble.message.starts_with(&trouble.title) {
        true => trouble.message.clone(),
        false => format!("{}\n{}", trouble.title, trouble.message),
    };
    without_links(&text::abridged(&whole, LONGEST_MESSAGE))
}

/// A text as a message: brackets would make links.
fn without_links(text: &str) -> String {
    text.replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]")
}

/// The lines of the rulebook, each with its words.
fn related(trouble: &Trouble, origin: &Origin<'_>) -> Vec<Data> {
    let Some(book) = origin.book else { return Vec::new() };
    let one = |(id, clause): (usize, &ClauseId)| {
        let mut location = location(&trouble::place_of(clause, book)?, origin.prefix);
        location["id"] = id.into();
        location["message"] = json!({"text": without_links(&text::one_line(book.clause_text(clause)))});
        Some(location)
    };
    (1..).zip(&trouble.clauses).filter_map(one).collect()
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
    use crate::report::trouble::Sort;

    fn origin() -> Origin<'static> {
        Origin { command: "verify", book: None, prefix: "", exit_code: 1 }
    }

    #[test]
    fn the_same_trouble_twice_has_two_prints_that_stay() {
        let trouble = Trouble::new(Sort::Deviates, "a", "b");
        let text = write(&[trouble.clone(), trouble], &origin());
        let data: Data = serde_json::from_str(&text).unwrap();
        let print = |at: usize| data["runs"][0]["results"][at]["partialFingerprints"]["truthsayer/v1"].clone();
        assert_ne!(print(0), print(1));
        assert_eq!(
            text,
            write(&[Trouble::new(Sort::Deviates, "a", "b"), Trouble::new(Sort::Deviates, "a", "b")], &origin())
        );
        assert!(is_ours(&text[..4096.min(text.len())]), "{text}");
    }

    #[test]
    fn of_very_many_the_worst_are_kept_and_the_rest_counted() {
        let troubles: Vec<Trouble> = (0..5003).map(|n| Trouble::new(Sort::Drifts, format!("{n}"), "")).collect();
        let data: Data = serde_json::from_str(&write(&troubles, &origin())).unwrap();
        assert_eq!(data["runs"][0]["results"].as_array().map(Vec::len), Some(5000));
        assert_eq!(data["runs"][0]["properties"]["left_out"], 3);
    }
}
