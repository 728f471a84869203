//! Replaces one text of a YAML file in its own quoting style, and changes no other byte.

use std::ops::Range;

use crate::base::source::Place;
use crate::base::yaml;
use crate::base::yaml_flow;
use crate::rulebook::Rulebook;
use crate::rulebook::address::Address;
use crate::rulebook::address::Spot;
use crate::rulebook::citation;
use crate::rulebook::citation::Found;
use crate::suite::example_table;
use crate::suite::scenario::Scenario;
use crate::suite::scenario::scenario_file::SCENARIOS;

/// A range of a file and its new text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Edit {
    pub range: Range<usize>,
    pub text: String,
}

/// Applies all edits. They must not overlap.
pub(crate) fn apply(text: &str, mut edits: Vec<Edit>) -> String {
    let mut text = text.to_owned();
    edits.sort_by_key(|edit| edit.range.start);
    // From the end, so that earlier offsets stay valid.
    for edit in edits.iter().rev() {
        text.replace_range(edit.range.clone(), &edit.text);
    }
    text
}

/// Returns the edit that replaces an address by one or more. `None` if the text cannot be edited, such as an alias.
pub(crate) fn replaced(place: &Place, new: &[String]) -> Option<Edit> {
    let (range, raw) = (place.start as usize..place.end as usize, place.text());
    let written = |new: &String| match raw.chars().next() {
        Some('"') => Some(yaml_flow::quoted(new)),
        Some('\'') => Some(format!("'{}'", new.replace('\'', "''"))),
        Some('*' | '&' | '!' | '|' | '>') | None => None,
        // A line number in a column of numbers stays a number.
        Some('0'..='9') if new.bytes().all(|byte| byte.is_ascii_digit()) => Some(new.clone()),
        Some(_) => Some(yaml_flow::address_text(new)),
    };
    let new: Vec<String> = new.iter().map(written).collect::<Option<_>>()?;
    let range = match raw.chars().next() {
        Some('"' | '\'') => range,
        // The range may include a comment up to the end of the line.
        _ => range.start..range.start + raw.split(" #").next().unwrap_or(raw).trim_end().len(),
    };
    Some(Edit { text: new.join(&item_separator(place)), range })
}

/// Returns the separator between two items of the list at the position.
fn item_separator(place: &Place) -> String {
    let before = &place.file.text[..place.start as usize];
    let line = before.rsplit('\n').next().unwrap_or(before);
    let dash = line.trim_end();
    if dash.trim_start() == "-" { format!("\n{line}") } else { ", ".to_owned() }
}

/// Returns the text from which rows build addresses, without its quotes: `file.md:${line}`.
pub(crate) fn template(place: &Place) -> &str {
    place.text().trim_matches(['"', '\'', ' '])
}

/// Returns the edit of the row value in an address such as `file.md:${line}` with `line: 3`.
pub(crate) fn replaced_in_row(
    place: &Place,
    template: &str,
    scenario: &Scenario,
    new: &[String],
    book: &Rulebook,
) -> Option<(Place, Edit)> {
    let [new] = new else { return None };
    let (prefix, rest) = template.split_once("${")?;
    let (name, suffix) = rest.split_once('}')?;
    let label = scenario.id.split_once('[')?.1.trim_end_matches(']');
    let file = yaml::read(&place.file).ok()?;
    let node = match &scenario.entry {
        Some(entry) => file.get(SCENARIOS)?.get(entry)?,
        None => &file,
    };
    let value = example_table::value(node, label, name)?;
    // A name does not fit into a column of numbers.
    let numbered = Address::parse(new).and_then(|address| address.lines(book).ok()).map(|lines| lines.to_string());
    let fitting = |text: &String| text.strip_prefix(prefix)?.strip_suffix(suffix).map(str::to_owned);
    let text = fitting(new).or_else(|| fitting(&numbered?))?;
    Some((value.place.clone(), replaced(&value.place, &[text])?))
}

/// Returns the edit that replaces the file in the text from which rows build addresses.
pub(crate) fn refiled(place: &Place, old: &str, new: &str) -> Option<Edit> {
    let at = place.start as usize + place.text().find(old)?;
    Some(Edit { range: at..at + old.len(), text: new.to_owned() })
}

/// Returns whether a quote occurs exactly once in a file.
pub(crate) fn occurs_once(book: &Rulebook, file: &str, quote: &str) -> bool {
    let address = Address { file: file.to_owned(), spot: Spot::Anywhere };
    let found = book.file(file).and_then(|file| citation::find_quote(file, &address, &book.quoted(file.game(), quote)));
    matches!(found, Some(Found::One(_)))
}
