//! Clause splitting loses nothing: the clauses of a line, joined, are the line.

use std::collections::BTreeMap;
use std::sync::Arc;

use truthsayer_oracle::base::source::SourceFile;
use truthsayer_oracle::rulebook::Rulebook;
use truthsayer_oracle::rulebook::clause_split;
use truthsayer_oracle::rulebook::format::RulebookFormat;

use super::part::text;
use super::problems;

pub fn run(input: &[u8]) {
    let text = text(input);
    text.lines().for_each(split);
    let mut book = Rulebook::default();
    book.add("g/r.md", SourceFile::new("rules/g/r.md", text.clone()));
    is_in_order(&book);
    let formats = BTreeMap::from([("g".to_owned(), RulebookFormat::markdown())]);
    let mut published = Rulebook::with_formats(Arc::new(formats));
    published.add("g/r.md", SourceFile::new("rules/g/r.md", text));
    blocks_are_in_order(&published);
}

/// Checks that the rules of a Markdown text follow each other and that every clause has words and an address.
fn blocks_are_in_order(book: &Rulebook) {
    for file in book.files() {
        let mut before = 0;
        for line in file.lines() {
            assert!(before < line.number && line.number <= line.last, "line {} after {before}", line.number);
            before = line.last;
            problems::inside(&file.place(line));
            assert!((1..=line.clause_count()).all(|number| line.clause(number).is_some_and(|words| !words.is_empty())));
            assert_eq!(file.line(line.last).map(|found| found.number), Some(line.number));
        }
    }
}

fn split(line: &str) {
    let ranges = clause_split::split(line);
    let mut end = 0;
    for range in &ranges {
        assert_eq!(range.start, end, "a gap or an overlap in {ranges:?}");
        assert!(range.start < range.end || line.is_empty(), "an empty clause in {ranges:?}");
        assert!(line.is_char_boundary(range.end), "{ranges:?} cuts a character");
        end = range.end;
    }
    assert_eq!(end, line.len(), "the clauses end before the line does: {ranges:?}");
    assert_eq!(clause_split::split(line), ranges, "split twice, split otherwise");
    if let Some((end, name)) = clause_split::name(line) {
        assert!(line.is_char_boundary(end) && end <= line.len(), "the name ends at {end}");
        assert!(!name.is_empty(), "a name without letters");
    }
}

/// Every rule line and clause can be looked up by number.
fn is_in_order(book: &Rulebook) {
    for file in book.files() {
        for line in file.lines() {
            let place = file.place(line);
            problems::inside(&place);
            assert_eq!(place.text(), line.text, "the line is not where it is said to be");
            assert_eq!(place.line_and_column(), (line.number, 1));
            assert!((1..=line.clause_count()).all(|number| line.clause(number).is_some()));
            assert_eq!(line.clause(0), None);
            assert_eq!(line.clause(line.clause_count() + 1), None);
        }
    }
    for id in book.clauses() {
        assert!(book.line(&id.file, id.line).is_some(), "{id} stands nowhere");
    }
}
