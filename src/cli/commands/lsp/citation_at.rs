//! The rule that a citation under the cursor names.

use super::yaml_cursor::YamlCursor;
use truthsayer_oracle::rulebook::address::Address;
use truthsayer_oracle::rulebook::citation::Citation;
use truthsayer_oracle::rulebook::rule_file::RuleFile;
use truthsayer_oracle::rulebook::rule_line::RuleLine;
use truthsayer_oracle::suite::Suite;

/// The rules that the `cite:` under or beside the cursor names. With a quote, only those that contain it.
pub(super) fn rules<'s>(suite: &'s Suite, cursor: &YamlCursor<'_>) -> Vec<(&'s RuleFile, &'s RuleLine)> {
    let is_citation = cursor.entry().is_some_and(|entry| ["cite", "quote"].contains(&entry.key.as_str()));
    let Some(address) = cursor.inherited("cite").filter(|_| is_citation).and_then(|cite| Address::parse(&cite)) else {
        return Vec::new();
    };
    let quote = cursor.sibling("quote").unwrap_or_default();
    let quoted = Citation::new(address.clone(), &quote).lines(&suite.book);
    if !quote.is_empty() && !quoted.is_empty() {
        return quoted;
    }
    let Some(file) = suite.book.file(&address.file) else { return Vec::new() };
    address.candidates(file).into_iter().map(|line| (file, line)).collect()
}
