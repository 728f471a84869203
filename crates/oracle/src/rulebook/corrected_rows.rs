//! Finds catalog rows that the author has already corrected for a rulebook that changed since its review.
//!
//! A row without a quote refers to the reviewed text, unless it cannot have been written for that text or already fits
//! the current one.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::rulebook::Rulebook;
use crate::rulebook::address::Address;
use crate::rulebook::address::Lines;
use crate::rulebook::address::Spot;
use crate::rulebook::history::reviewed_rulebook::ReviewedRulebook;
use crate::rulebook::rule_file::RuleFile;

/// Returns the rows that refer to the current rulebook. `own` are the lines of rules, `others` their related lines.
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

/// A row and its two interpretations.
struct Row<'a> {
    address: &'a Address,
    is_own: bool,
    /// The rules that the row means if it was written for the reviewed text, as file and line.
    followed: BTreeSet<(String, usize)>,
    /// The rules that the row means if it was written for the current text.
    written: BTreeSet<(String, usize)>,
    /// The row is beyond the end of the reviewed text.
    is_beyond: bool,
    /// The row starts or ends at a rule of the current text that is not a rule of the reviewed text.
    is_odd: bool,
    /// The row already fits: it contains the lines that it meant before, plus new lines.
    fits: bool,
    /// The row starts or ends at a new line.
    ends_new: bool,
}

impl<'a> Row<'a> {
    fn of(address: &'a Address, is_own: bool, past: &ReviewedRulebook, book: &Rulebook) -> Option<Row<'a>> {
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

/// Returns the corrected rows. If one row proves that the author corrected the catalog, all rows of the file count as
/// corrected, unless they would lose lines. Otherwise only the rows that prove it themselves count.
fn corrected<'a>(rows: &[Row<'a>]) -> Vec<&'a Address> {
    let lines = |pick: for<'r> fn(&'r Row<'_>) -> &'r BTreeSet<(String, usize)>| -> BTreeSet<&(String, usize)> {
        rows.iter().filter(|row| row.is_own).flat_map(pick).collect()
    };
    let is_shown = rows.iter().any(|row| row.is_beyond || row.is_odd);
    let is_whole = lines(|row| &row.written).is_superset(&lines(|row| &row.followed));
    // A row that was widened by hand loses only lines that the next row contains.
    let is_held = |line: &(String, usize), row: &Row<'_>| {
        rows.iter().any(|other| other.is_own && other.address != row.address && other.followed.contains(line))
    };
    let is_widened =
        |row: &Row<'_>| row.ends_new && row.followed.difference(&row.written).all(|line| is_held(line, row));
    let is_corrected = |row: &&Row<'_>| (is_shown && is_whole) || row.is_beyond || row.fits || is_widened(row);
    rows.iter().filter(is_corrected).map(|row| row.address).collect()
}

fn is_new(file: &RuleFile, line: usize, past: &ReviewedRulebook) -> bool {
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
