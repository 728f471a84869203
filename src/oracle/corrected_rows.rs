//! Rows of a catalog that the author has already corrected for a rulebook that has changed since it was reviewed.
//!
//! A row without a quote means what it meant in the reviewed text, unless it cannot have been written for that text, or
//! already fits the new one.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::oracle::address::Address;
use crate::oracle::address::Lines;
use crate::oracle::address::Spot;
use crate::oracle::past::Past;
use crate::oracle::rule_file::RuleFile;
use crate::oracle::rulebook::Rulebook;

/// The rows that mean lines of the rulebook as it is now. `own` are the lines of rules, `others` what they are related to.
pub(crate) fn of(own: &[Address], others: &[Address], book: &Rulebook) -> BTreeSet<Address> {
    let Some(past) = book.past() else { return BTreeSet::new() };
    let mut files: BTreeMap<&str, Vec<Row<'_>>> = BTreeMap::new();
    let all = own.iter().map(|address| (address, true)).chain(others.iter().map(|address| (address, false)));
    for (address, is_own) in all {
        if let Some(row) = Row::of(address, is_own, past, book) {
            files.entry(&address.file).or_default().push(row);
        }
    }
    files.into_values().flat_map(|rows| corrected(&rows)).cloned().collect()
}

/// A row and the two ways to read it.
struct Row<'a> {
    address: &'a Address,
    is_own: bool,
    /// The rule lines that it means if it was written for the reviewed text, as file and number.
    followed: BTreeSet<(String, usize)>,
    /// The rule lines that it means if it was written for the new text.
    written: BTreeSet<(String, usize)>,
    /// It cannot have been written for the reviewed text, which is shorter.
    is_beyond: bool,
    /// It begins or ends at a rule line of the new text that is not one of the reviewed text.
    is_odd: bool,
    /// It already fits: it means what it meant, and lines that are new.
    fits: bool,
    /// It begins or ends at a line that is new.
    ends_new: bool,
}

impl<'a> Row<'a> {
    fn of(address: &'a Address, is_own: bool, past: &Past, book: &Rulebook) -> Option<Row<'a>> {
        let Spot::Lines { first, last } = address.spot else { return None };
        let (old, new) = (past.old.file(&address.file)?, book.file(&address.file)?);
        let written = rule_lines(&[Lines { file: address.file.clone(), first, last }], book);
        let followed = rule_lines(&past.follow_address(address, book).unwrap_or_default(), book);
        let is_within = last <= new.source.line_count();
        if written.is_empty() || !is_within {
            return None;
        }
        let is_new = |line: &&(String, usize)| is_new(new, line.1, past);
        let fits = written.is_superset(&followed) && written.difference(&followed).all(|line| is_new(&line));
        let is_odd = [first, last].iter().any(|line| new.line(*line).is_some() && old.line(*line).is_none());
        let ends_new = [written.first(), written.last()].into_iter().flatten().any(|line| is_new(&line));
        Some(Row {
            address,
            is_own,
            ends_new,
            fits,
            is_odd,
            is_beyond: last > old.source.line_count(),
            followed,
            written,
        })
    }
}

/// If one row shows that the author has corrected the catalog, all rows of the file are corrected, provided that they lose
/// nothing then. Otherwise only those which show it themselves are.
fn corrected<'a>(rows: &[Row<'a>]) -> Vec<&'a Address> {
    let lines = |pick: for<'r> fn(&'r Row<'_>) -> &'r BTreeSet<(String, usize)>| -> BTreeSet<&(String, usize)> {
        rows.iter().filter(|row| row.is_own).flat_map(pick).collect()
    };
    let is_shown = rows.iter().any(|row| row.is_beyond || row.is_odd);
    let is_whole = lines(|row| &row.written).is_superset(&lines(|row| &row.followed));
    // A row that was widened by hand loses only lines that the next row has.
    let is_held = |line: &(String, usize), row: &Row<'_>| {
        rows.iter().any(|other| other.is_own && other.address != row.address && other.followed.contains(line))
    };
    let is_widened =
        |row: &Row<'_>| row.ends_new && row.followed.difference(&row.written).all(|line| is_held(line, row));
    let is_corrected = |row: &&Row<'_>| (is_shown && is_whole) || row.is_beyond || row.fits || is_widened(row);
    rows.iter().filter(is_corrected).map(|row| row.address).collect()
}

fn is_new(file: &RuleFile, line: usize, past: &Past) -> bool {
    let ids = file.line(line).map(|line| line.clause_ids(&file.name)).unwrap_or_default();
    ids.iter().all(|id| past.alignment.origin(id).is_none())
}

fn rule_lines(stretches: &[Lines], book: &Rulebook) -> BTreeSet<(String, usize)> {
    let own = |lines: &Lines| {
        let found = book.file(&lines.file).map_or(&[][..], |file| file.lines_between(lines.first, lines.last));
        found.iter().map(|line| (lines.file.clone(), line.number)).collect::<Vec<_>>()
    };
    stretches.iter().flat_map(own).collect()
}
