//! Numbers the files and sections of both texts so that corresponding ones have the same number.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::rulebook::history::alignment::AlignedText;
use crate::rulebook::history::alignment::FilePairs;
use crate::rulebook::history::alignment::copies::Location;
use crate::rulebook::normalized_text::Wording;
use crate::rulebook::rule_file::RuleFile;

/// The headings of a file: each line with the headings that apply from there on.
pub(super) struct Headings(Vec<(usize, Arc<str>)>);

impl Headings {
    pub(super) fn of(file: &RuleFile) -> Headings {
        let mut found = Vec::new();
        let mut open: Vec<(usize, String)> = Vec::new();
        for heading in &file.headings {
            open.retain(|(other, _)| *other < heading.level);
            open.push((heading.level, Wording::of(&heading.text).as_str().to_owned()));
            let path: Vec<&str> = open.iter().map(|(_, name)| name.as_str()).collect();
            found.push((heading.line, path.join("\n").into()));
        }
        Headings(found)
    }

    /// Returns the headings above a line, or an empty text.
    pub(super) fn above(&self, line: usize) -> Arc<str> {
        let count = self.0.partition_point(|(number, _)| *number < line);
        count.checked_sub(1).map_or_else(|| "".into(), |at| Arc::clone(&self.0[at].1))
    }
}

/// The number of the file, and the headings above the section.
type SectionKey = (usize, Arc<str>);

/// Sets the location of every line of both texts.
pub(super) fn locate(old: &mut AlignedText, new: &mut AlignedText, pairs: &FilePairs) {
    let numbered = |names: Vec<&Arc<str>>, pairs: Vec<&Arc<str>>, free: usize| -> BTreeMap<Arc<str>, usize> {
        let paired = |name: &Arc<str>| pairs.iter().position(|other| *other == name);
        let number = |(at, name): (usize, &&Arc<str>)| (Arc::clone(*name), paired(name).unwrap_or(free + at));
        names.iter().enumerate().map(number).collect()
    };
    let (from, to) = pairs.iter().map(|(old, new)| (old, new)).unzip();
    let files = numbered(old.files.keys().collect(), from, pairs.len());
    let new_files = numbered(new.files.keys().collect(), to, pairs.len() + old.files.len());
    let (mut own, mut others) = (sections(old, &files), sections(new, &new_files));
    let mut count = 0;
    for (section, number) in &mut own {
        if let Some(other) = others.get_mut(section) {
            (*number, *other) = (Some(count), Some(count));
            count += 1;
        }
    }
    // The section moved to another file.
    let by_headings = |sections: &BTreeMap<SectionKey, Option<usize>>| {
        let mut found: BTreeMap<Arc<str>, Vec<SectionKey>> = BTreeMap::new();
        for (section, _) in sections.iter().filter(|(section, number)| number.is_none() && !section.1.is_empty()) {
            found.entry(Arc::clone(&section.1)).or_default().push(section.clone());
        }
        found
    };
    let moved = by_headings(&others);
    for (headings, from) in by_headings(&own) {
        if let ([from], Some([to])) = (from.as_slice(), moved.get(&headings).map(Vec::as_slice)) {
            own.insert(from.clone(), Some(count));
            others.insert(to.clone(), Some(count));
            count += 1;
        }
    }
    assign(old, &files, &own, count);
    assign(new, &new_files, &others, count + own.len());
}

fn sections(text: &AlignedText, files: &BTreeMap<Arc<str>, usize>) -> BTreeMap<SectionKey, Option<usize>> {
    text.lines.iter().map(|line| ((files[&line.file], Arc::clone(&line.headings)), None)).collect()
}

/// Numbers the sections that only one side has, from `free` on.
fn assign(
    text: &mut AlignedText,
    files: &BTreeMap<Arc<str>, usize>,
    sections: &BTreeMap<SectionKey, Option<usize>>,
    free: usize,
) {
    let numbers: BTreeMap<&SectionKey, Location> = (free..)
        .zip(sections)
        .map(|(own, (section, number))| {
            let (file, is_headed) = (section.0, !section.1.is_empty());
            (section, Location { file, section: number.unwrap_or(own), is_headed, is_common: number.is_some() })
        })
        .collect();
    for line in &mut text.lines {
        line.at = numbers[&(files[&line.file], Arc::clone(&line.headings))];
    }
}
