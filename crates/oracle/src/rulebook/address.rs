//! Addresses of rules: by line, by section number, by the NAME of the rule or its heading, or by the file alone if a
//! quote identifies the rule.

use std::fmt;

use crate::rulebook::ClauseId;
use crate::rulebook::Rulebook;
use crate::rulebook::normalized_text::Wording;
use crate::rulebook::rule_file::RuleFile;
use crate::rulebook::rule_line::RuleLine;
use crate::rulebook::section;
use truthsayer_protocol::nearest::nearest;

/// `file:line`, `file:first-last`, `file§number`, `file#NAME`, or the file alone.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Address {
    pub file: String,
    pub spot: Spot,
}

/// The part of an address after the file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Spot {
    Lines {
        first: usize,
        last: usize,
    },
    /// The rule with this name, or the rules below the heading with this text.
    Name(String),
    /// The section with this number, `11.4.3` or `5(2)(b)`, or a range of sections, `9-12`.
    Section(String),
    /// The line that contains the quote.
    Anywhere,
}

/// Consecutive lines of one rule file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lines {
    pub file: String,
    pub first: usize,
    pub last: usize,
}

impl Address {
    pub fn parse(text: &str) -> Option<Address> {
        if let Some((stem, name)) = text.split_once(".md#") {
            let name = name.trim();
            let spot = Spot::Name(name.to_owned());
            return (!stem.is_empty() && !name.is_empty()).then(|| Address { file: format!("{stem}.md"), spot });
        }
        if let Some((file, number)) = text.split_once('§').filter(|(file, _)| file.trim_end().ends_with(".md")) {
            let (file, number) = (file.trim_end(), number.trim());
            sections_of(number)?;
            let spot = Spot::Section(number.to_owned());
            return (file.len() > ".md".len()).then(|| Address { file: file.to_owned(), spot });
        }
        if let Some(stem) = text.strip_suffix(".md") {
            let is_file = !stem.is_empty() && !stem.contains([':', '#']);
            return is_file.then(|| Address { file: text.to_owned(), spot: Spot::Anywhere });
        }
        let (file, lines) = text.rsplit_once(':')?;
        let (first, last) = lines.split_once('-').unwrap_or((lines, lines));
        let (first, last) = (line_number(first)?, line_number(last)?);
        let spot = Spot::Lines { first, last };
        (!file.is_empty() && first <= last).then(|| Address { file: file.to_owned(), spot })
    }

    pub fn line(file: &str, line: usize) -> Address {
        Lines::one(file, line).address()
    }

    /// Returns the game that the address names: the first folder of the file.
    pub(crate) fn game(&self) -> &str {
        self.file.split('/').next().unwrap_or(&self.file)
    }

    pub(crate) fn is_of(&self, game: &str) -> bool {
        self.game() == game
    }

    /// Returns the address that is least likely to change: the rule's name or section if it is unique, else its line.
    pub fn stable(file: &RuleFile, line: &RuleLine) -> Address {
        let of = |spot| Address { file: file.name.to_string(), spot };
        if let Some(name) = line.name.as_ref().filter(|name| file.named(name).len() == 1) {
            return of(Spot::Name(name.clone()));
        }
        let is_alone = |number: &[String]| matches!(file.in_section(number).0.as_slice(), [own] if *own == line);
        match line.section.as_ref().filter(|it| section::parts(&it.number).is_some_and(|number| is_alone(&number))) {
            Some(section) => of(Spot::Section(section.number.clone())),
            None => Address::line(&file.name, line.number),
        }
    }

    /// Returns the rules that the address can mean, in document order. The rules of a later list count only if the
    /// quote is in none of the earlier ones.
    pub(super) fn candidate_lists<'f>(&self, file: &'f RuleFile) -> Vec<Vec<&'f RuleLine>> {
        match &self.spot {
            Spot::Lines { first, last } => {
                vec![file.lines_between(*first, *last).iter().collect(), file.led_by(*first, *last).collect()]
            }
            Spot::Name(name) => vec![file.named(name), file.below_heading(name)],
            Spot::Section(number) => match sections_of(number).unwrap_or_default().as_slice() {
                [number] => {
                    let (own, all) = file.in_section(number);
                    vec![own, all, enumerated(file, number)]
                }
                // A range has one list, as if it were the sections inside a section.
                _ => vec![Vec::new(), section_range(file, number).unwrap_or_default()],
            },
            Spot::Anywhere => vec![file.lines().collect()],
        }
    }

    /// Returns the rules that the address means, in document order.
    pub fn candidates<'f>(&self, file: &'f RuleFile) -> Vec<&'f RuleLine> {
        let mut lists = self.candidate_lists(file);
        match self.spot {
            // The section includes the sections inside it.
            Spot::Section(_) => {
                lists.drain(..lists.len().min(1));
                lists.into_iter().find(|list| !list.is_empty()).unwrap_or_default()
            }
            _ => lists.into_iter().find(|list| !list.is_empty()).unwrap_or_default(),
        }
    }

    /// Returns the lines of the address when there is no quote, or an error message.
    pub fn lines(&self, book: &Rulebook) -> Result<Lines, String> {
        let Some(file) = book.file(&self.file) else { return Err(no_such_file(&self.file, book)) };
        let lines = |first, last| Lines { file: self.file.clone(), first, last };
        match &self.spot {
            Spot::Lines { first, last } => {
                let own = file.lines_between(*first, *last);
                let is_lead = own.iter().all(|line| line.clause_count() == 0);
                let end = own.iter().filter_map(|line| line.leads_to).max().filter(|_| is_lead).unwrap_or(*last);
                Ok(lines(own.first().map_or(*first, |line| line.number.min(*first)), end))
            }
            Spot::Anywhere => Ok(lines(1, file.source.line_count().max(1))),
            Spot::Name(name) => match (file.named(name).as_slice(), file.below_heading(name).as_slice()) {
                ([line], _) => Ok(Lines::one(&self.file, line.number)),
                ([], []) => Err(no_such_name(name, file)),
                ([], [first, .., last]) => Ok(lines(first.number, last.number)),
                ([], [line]) => Ok(Lines::one(&self.file, line.number)),
                (several, _) => Err(ambiguous(&format!("the name `{name}`"), several, &self.file)),
            },
            Spot::Section(number) => {
                let found = section_range(file, number);
                let rules =
                    found.map_err(|several| ambiguous(&format!("the section `§{number}`"), &several, &self.file))?;
                match (rules.first(), rules.last()) {
                    (Some(first), Some(last)) => Ok(lines(first.number, last.number)),
                    _ => Err(format!("`{}` has no section §{number}", self.file)),
                }
            }
        }
    }
}

/// Returns the parts of a section number, or of the first and last number of a range.
fn sections_of(number: &str) -> Option<Vec<Vec<String>>> {
    match number.split_once('-') {
        Some((first, last)) => {
            let last = last.trim().trim_start_matches('§').trim();
            Some(vec![section::parts(first.trim())?, section::parts(last)?])
        }
        None => Some(vec![section::parts(number)?]),
    }
}

/// Returns the rules in the section above that have the last number inside a sentence: `(b)` of "… if (a) …; or (b) …".
fn enumerated<'f>(file: &'f RuleFile, number: &[String]) -> Vec<&'f RuleLine> {
    let Some((last, above)) = number.split_last().filter(|(_, above)| !above.is_empty()) else { return Vec::new() };
    let label = format!("{last})");
    let has_label = |line: &&RuleLine| {
        line.own_text().to_lowercase().split_whitespace().any(|word| word.trim_start_matches('(') == label)
    };
    file.in_section(above).1.into_iter().filter(has_label).collect()
}

/// Returns the rules of a section or of a range of sections, or the first rules of several sections with this number.
fn section_range<'f>(file: &'f RuleFile, number: &str) -> Result<Vec<&'f RuleLine>, Vec<&'f RuleLine>> {
    let mut ends = Vec::new();
    for number in sections_of(number).unwrap_or_default() {
        let rules = file.in_section(&number).1;
        let (Some(first), Some(last)) = (rules.first(), rules.last()) else { return Ok(Vec::new()) };
        // Rules of one section follow each other.
        if file.lines_between(first.number, last.number).len() != rules.len() {
            return Err(rules
                .into_iter()
                .filter(|line| line.section.as_ref().is_some_and(|it| it.is(&number)))
                .collect());
        }
        ends.extend([first.number, last.number]);
    }
    match (ends.first(), ends.last()) {
        (Some(first), Some(last)) => Ok(file.lines_between(*first, *last).iter().collect()),
        _ => Ok(Vec::new()),
    }
}

fn ambiguous(what: &str, rules: &[&RuleLine], file: &str) -> String {
    let lines: Vec<String> = rules.iter().map(|line| line.number.to_string()).collect();
    format!("{what} is ambiguous: lines {} of `{file}`", lines.join(", "))
}

fn no_such_file(name: &str, book: &Rulebook) -> String {
    let near = nearest(name, book.files().map(|file| &*file.name));
    let help = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
    format!("there is no rule file `{name}`{help}")
}

fn no_such_name(name: &str, file: &RuleFile) -> String {
    let near = nearest(name, file.lines().filter_map(|line| line.name.as_deref()));
    let help = near.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
    format!("no rule of `{}` has the name `{name}`{help}", file.name)
}

/// Returns a name in the form in which names are compared.
pub(crate) fn folded_name(name: &str) -> String {
    Wording::of(name).as_str().to_owned()
}

fn line_number(text: &str) -> Option<usize> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
    if plain { text.parse().ok() } else { None }
}

impl Lines {
    pub(crate) fn one(file: &str, line: usize) -> Lines {
        Lines { file: file.to_owned(), first: line, last: line }
    }

    pub fn holds(&self, id: &ClauseId) -> bool {
        *self.file == *id.file && (self.first..=self.last).contains(&id.line)
    }

    /// Returns the name or section if this is one rule with a unique one, else the line numbers.
    pub(crate) fn stable(&self, book: &Rulebook) -> Address {
        let alone = book.file(&self.file).and_then(|file| match file.lines_between(self.first, self.last) {
            [line] if self.first == self.last || line.last > line.number => Some(Address::stable(file, line)),
            _ => None,
        });
        alone.unwrap_or_else(|| self.address())
    }

    pub(crate) fn address(&self) -> Address {
        Address { file: self.file.clone(), spot: Spot::Lines { first: self.first, last: self.last } }
    }
}

impl fmt::Display for Lines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.first)?;
        if self.last != self.first {
            write!(f, "-{}", self.last)?;
        }
        Ok(())
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.spot {
            Spot::Lines { first, last } => {
                let lines = Lines { file: self.file.clone(), first: *first, last: *last };
                write!(f, "{lines}")
            }
            Spot::Name(name) => write!(f, "{}#{name}", self.file),
            Spot::Section(number) => write!(f, "{}§{number}", self.file),
            Spot::Anywhere => write!(f, "{}", self.file),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_kinds_of_addresses_are_parsed_and_printed_unchanged() {
        for text in [
            "a/b.md:3",
            "a/b.md:3-5",
            "a/b.md#SURVIVING LEADERS",
            "a/b.md#NO. 2: TIES",
            "a/b.md",
            "a/b.md§11.4.3",
            "a/b.md§5(2)(b)",
            "a/b.md§9-12",
        ] {
            assert_eq!(Address::parse(text).map(|address| address.to_string()).as_deref(), Some(text));
        }
    }

    #[test]
    fn other_texts_are_not_addresses() {
        for wrong in [
            "a/b.md:",
            "a/b.md:0",
            "a/b.md:5-3",
            "a/b.md:x",
            ":3",
            "a/b.md:+3",
            "a/b.md:3.2",
            "a/b.md#",
            ".md",
            "a/b.md§",
            "a/b.md§-2",
            ".md§5",
            "a/b§5",
        ] {
            assert_eq!(Address::parse(wrong), None, "{wrong}");
        }
    }
}
