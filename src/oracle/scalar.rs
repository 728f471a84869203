//! Rewriting one text of a YAML file in the manner in which it was written, and no other byte.

use std::ops::Range;

use crate::oracle::address::Address;
use crate::oracle::address::Spot;
use crate::oracle::citation;
use crate::oracle::citation::Found;
use crate::oracle::example;
use crate::oracle::flow_style;
use crate::oracle::rulebook::Rulebook;
use crate::oracle::wording::Wording;
use crate::oracle::yaml;
use crate::source::Place;

/// A stretch of a file, and what is to stand there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Edit {
    pub range: Range<usize>,
    pub text: String,
}

/// The text with every edit made. Edits do not overlap.
pub(crate) fn apply(text: &str, mut edits: Vec<Edit>) -> String {
    let mut text = text.to_owned();
    edits.sort_by_key(|edit| edit.range.start);
    // From the end, so that earlier offsets stay right.
    for edit in edits.iter().rev() {
        text.replace_range(edit.range.clone(), &edit.text);
    }
    text
}

/// The edit that puts one or more addresses where one stood. None where the text is not there to be edited, such as an
/// alias.
pub(crate) fn replaced(place: &Place, new: &[String]) -> Option<Edit> {
    let (range, raw) = (place.start as usize..place.end as usize, place.text());
    let written = |new: &String| match raw.chars().next() {
        Some('"') => Some(flow_style::quoted(new)),
        Some('\'') => Some(format!("'{}'", new.replace('\'', "''"))),
        Some('*' | '&' | '!' | '|' | '>') | None => None,
        // The number of a line in a column of numbers stays a number.
        Some('0'..='9') if new.bytes().all(|byte| byte.is_ascii_digit()) => Some(new.clone()),
        Some(_) => Some(flow_style::address_text(new)),
    };
    let new: Vec<String> = new.iter().map(written).collect::<Option<_>>()?;
    let range = match raw.chars().next() {
        Some('"' | '\'') => range,
        // What a place covers may go on to the end of the line, with a comment.
        _ => range.start..range.start + raw.split(" #").next().unwrap_or(raw).trim_end().len(),
    };
    Some(Edit { text: new.join(&item_separator(place)), range })
}

/// What stands between two items of the list that the place is in.
fn item_separator(place: &Place) -> String {
    let before = &place.file.text[..place.start as usize];
    let line = before.rsplit('\n').next().unwrap_or(before);
    let dash = line.trim_end();
    if dash.trim_start() == "-" { format!("\n{line}") } else { ", ".to_owned() }
}

/// The text of which rows make addresses, without its quotes: `file.md:${line}`.
pub(crate) fn template(place: &Place) -> &str {
    place.text().trim_matches(['"', '\'', ' '])
}

/// The edit of the row from which an address is put together, `file.md:${line}` and `line: 3`.
pub(crate) fn replaced_in_row(
    place: &Place,
    template: &str,
    scenario: &str,
    new: &[String],
    book: &Rulebook,
) -> Option<(Place, Edit)> {
    let [new] = new else { return None };
    let (prefix, rest) = template.split_once("${")?;
    let (name, suffix) = rest.split_once('}')?;
    let label = scenario.split_once('[')?.1.trim_end_matches(']');
    let node = yaml::read(&place.file).ok()?;
    let value = example::value(&node, label, name)?;
    // A name does not fit where the table has a column of numbers.
    let numbered = Address::parse(new).and_then(|address| address.lines(book).ok()).map(|lines| lines.to_string());
    let fitting = |text: &String| text.strip_prefix(prefix)?.strip_suffix(suffix).map(str::to_owned);
    let text = fitting(new).or_else(|| fitting(&numbered?))?;
    Some((value.place.clone(), replaced(&value.place, &[text])?))
}

/// The edit that puts another file into the text of which rows make addresses.
pub(crate) fn refiled(place: &Place, old: &str, new: &str) -> Option<Edit> {
    let at = place.start as usize + place.text().find(old)?;
    Some(Edit { range: at..at + old.len(), text: new.to_owned() })
}

/// Whether a quote stands once in a file.
pub(crate) fn stands_once(book: &Rulebook, file: &str, quote: &str) -> bool {
    let address = Address { file: file.to_owned(), spot: Spot::Anywhere };
    let found = book.file(file).and_then(|file| citation::stands_at(file, &address, &Wording::of(quote)));
    matches!(found, Some(Found::One(_)))
}
