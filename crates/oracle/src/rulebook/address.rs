//! Addresses of rules: by line, by the NAME of the rule, or by the file alone if a quote identifies the rule.

use std::fmt;

use crate::rulebook::ClauseId;
use crate::rulebook::Rulebook;
use crate::rulebook::normalized_text::Wording;
use crate::rulebook::rule_file::RuleFile;
use crate::rulebook::rule_line::RuleLine;
use truthsayer_protocol::nearest::nearest;

/// `file:line`, `file:first-last`, `file#NAME`, or the file alone.
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
    /// The rule with this name.
    Name(String),
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

    /// Returns the address that is least likely to change: the rule's name if it is unique, else its line.
    pub fn stable(file: &RuleFile, line: &RuleLine) -> Address {
        let name = line.name.as_ref().filter(|name| file.named(name).len() == 1);
        match name {
            Some(name) => Address { file: file.name.to_string(), spot: Spot::Name(name.clone()) },
            None => Address::line(&file.name, line.number),
        }
    }

    /// Returns the rules that the address can mean, in document order.
    pub fn candidates<'f>(&self, file: &'f RuleFile) -> Vec<&'f RuleLine> {
        match &self.spot {
            Spot::Lines { first, last } => file.lines_between(*first, *last).iter().collect(),
            Spot::Name(name) => file.named(name),
            Spot::Anywhere => file.lines().collect(),
        }
    }

    /// Returns the lines of the address when there is no quote, or an error message.
    pub fn lines(&self, book: &Rulebook) -> Result<Lines, String> {
        let Some(file) = book.file(&self.file) else { return Err(no_such_file(&self.file, book)) };
        match &self.spot {
            Spot::Lines { first, last } => Ok(Lines { file: self.file.clone(), first: *first, last: *last }),
            Spot::Anywhere => Ok(Lines { file: self.file.clone(), first: 1, last: file.source.line_count().max(1) }),
            Spot::Name(name) => match file.named(name).as_slice() {
                [line] => Ok(Lines::one(&self.file, line.number)),
                [] => Err(no_such_name(name, file)),
                several => {
                    let lines: Vec<String> = several.iter().map(|line| line.number.to_string()).collect();
                    Err(format!("the name `{name}` is ambiguous: lines {} of `{}`", lines.join(", "), self.file))
                }
            },
        }
    }
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

    /// Returns the name if this is one line with a unique name, else the line numbers.
    pub(crate) fn stable(&self, book: &Rulebook) -> Address {
        let line = book.file(&self.file).filter(|_| self.first == self.last);
        let address = line.and_then(|file| Some(Address::stable(file, file.line(self.first)?)));
        address.unwrap_or_else(|| self.address())
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
            Spot::Anywhere => write!(f, "{}", self.file),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_addresses_are_told_as_they_are_written() {
        for text in ["a/b.md:3", "a/b.md:3-5", "a/b.md#SURVIVING LEADERS", "a/b.md#NO. 2: TIES", "a/b.md"] {
            assert_eq!(Address::parse(text).map(|address| address.to_string()).as_deref(), Some(text));
        }
    }

    #[test]
    fn anything_else_is_no_address() {
        for wrong in
            ["a/b.md:", "a/b.md:0", "a/b.md:5-3", "a/b.md:x", ":3", "a/b.md:+3", "a/b.md:3.2", "a/b.md#", ".md"]
        {
            assert_eq!(Address::parse(wrong), None, "{wrong}");
        }
    }
}
