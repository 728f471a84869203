//! Citations: a rule line plus words that must stand there, and what becomes of them when the rulebook changes.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use crate::oracle::erratum;
use crate::oracle::erratum::Erratum;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::rulebook::RuleFile;
use crate::oracle::rulebook::RuleLine;
use crate::oracle::rulebook::Rulebook;
use crate::oracle::wording::Wording;
use crate::protocol::nearest::nearest;
use crate::source::Place;

/// `file:line` or `file:first-last`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Address {
    pub file: String,
    pub first: usize,
    pub last: usize,
}

/// An address and the words quoted from it.
#[derive(Debug, Clone, PartialEq)]
pub struct Citation {
    pub address: Address,
    pub quote: String,
    /// Where the address and the quote stand, if they were read from a file.
    pub cite_place: Option<Place>,
    pub quote_place: Option<Place>,
}

/// What became of a citation.
#[derive(Debug, Clone, PartialEq)]
pub enum Resolution {
    /// The quote stands at that line; these are the clauses it touches.
    Ok(Vec<ClauseId>),
    /// It stands, once, on another line or in another file.
    Moved(Address),
    /// It stands in several places, none of them that line, or in several clauses of that line.
    Ambiguous(Vec<String>),
    /// It stands nowhere; this is the nearest sentence.
    Changed(Box<Erratum>),
    /// No such file or line, and nothing near.
    Lost,
}

impl Address {
    pub fn parse(text: &str) -> Option<Address> {
        let (file, lines) = text.rsplit_once(':')?;
        let (first, last) = lines.split_once('-').unwrap_or((lines, lines));
        let (first, last) = (line_number(first)?, line_number(last)?);
        (!file.is_empty() && first <= last).then(|| Address { file: file.to_owned(), first, last })
    }

    pub fn line(file: &str, line: usize) -> Address {
        Address { file: file.to_owned(), first: line, last: line }
    }

    pub fn holds(&self, id: &ClauseId) -> bool {
        *self.file == *id.file && (self.first..=self.last).contains(&id.line)
    }
}

fn line_number(text: &str) -> Option<usize> {
    let plain = text.bytes().all(|b| b.is_ascii_digit()) && !text.starts_with('0');
    if plain { text.parse().ok() } else { None }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.file, self.first)?;
        if self.last != self.first {
            write!(f, "-{}", self.last)?;
        }
        Ok(())
    }
}

impl Citation {
    pub fn new(address: Address, quote: &str) -> Citation {
        Citation { address, quote: quote.to_owned(), cite_place: None, quote_place: None }
    }

    pub fn resolve(&self, book: &Rulebook) -> Resolution {
        let quote = Wording::of(&self.quote);
        if let Some(file) = book.file(&self.address.file) {
            match self.found_at_home(file, &quote) {
                Some(Found::One(clauses)) => return Resolution::Ok(clauses),
                Some(Found::Several(places)) => return Resolution::Ambiguous(places),
                None => {}
            }
        }
        let elsewhere = lines_with(book, &quote);
        match elsewhere.as_slice() {
            [(file, line)] => return Resolution::Moved(Address::line(file, *line)),
            [] => {}
            many => return Resolution::Ambiguous(many.iter().map(|(file, line)| format!("{file}:{line}")).collect()),
        }
        match erratum::nearest(book, &self.address, &self.quote) {
            Some(erratum) => Resolution::Changed(Box::new(erratum)),
            None => Resolution::Lost,
        }
    }

    /// Where the quote stands within the cited lines: inside one of them, or running on over their ends.
    fn found_at_home(&self, file: &RuleFile, quote: &Wording) -> Option<Found> {
        let lines = file.lines_between(self.address.first, self.address.last);
        let mut places: Vec<Vec<ClauseId>> = Vec::new();
        for line in lines {
            for stretch in line.wording.occurrences(quote) {
                places.push(ids(file, line, &stretch));
            }
        }
        if places.is_empty() {
            places = running_on(file, lines, quote);
        }
        places.sort();
        places.dedup();
        match places.len() {
            0 => None,
            1 => places.pop().map(Found::One),
            _ => Some(Found::Several(places.concat().iter().map(ToString::to_string).collect())),
        }
    }

    /// The stretch of the rule line that the quote marks, for showing.
    pub fn stretch(&self, line: &RuleLine) -> Option<Range<usize>> {
        line.wording.occurrences(&Wording::of(&self.quote)).into_iter().next()
    }

    /// The clauses, or the problem to tell the author.
    pub fn clauses(&self, book: &Rulebook) -> Result<Vec<ClauseId>, Box<Problem>> {
        let resolution = self.resolve(book);
        match resolution {
            Resolution::Ok(clauses) => Ok(clauses),
            other => Err(Box::new(self.problem(book, &other))),
        }
    }

    fn problem(&self, book: &Rulebook, resolution: &Resolution) -> Problem {
        let at = |kind, place: &Option<Place>, message: String| match place {
            Some(place) => Problem::at(kind, place, message),
            None => Problem::new(kind, message),
        };
        let address = &self.address;
        match resolution {
            Resolution::Ok(_) | Resolution::Lost => self.lost(book),
            Resolution::Moved(to) => {
                at(Kind::CitationMoved, &self.cite_place, format!("this quote has moved from `{address}` to `{to}`"))
                    .help(format!("the quote is: {}", self.quote))
                    .help("`truthsayer lint --fix` rewrites the number")
            }
            Resolution::Ambiguous(candidates) => {
                let message = format!("this quote does not say which clause it means at `{address}`");
                at(Kind::CitationAmbiguous, &self.quote_place, message)
                    .help(format!("it stands at {}", candidates.join(", ")))
                    .help("quote more words, or cite the line that is meant")
            }
            Resolution::Changed(erratum) => {
                let message = format!(
                    "this quote is not in the rulebook; a change of {} at `{}`",
                    erratum.class.name(),
                    erratum.clause
                );
                at(Kind::CitationChanged, &self.quote_place, message)
                    .help(format!("quoted → rule: {}", erratum.marked()))
                    .help("read the rule again: if the claim is still right, quote the new words")
            }
        }
    }

    fn lost(&self, book: &Rulebook) -> Problem {
        let address = &self.address;
        let Some(file) = book.file(&address.file) else {
            let message = format!("there is no rule file `{}`", address.file);
            let problem = match &self.cite_place {
                Some(place) => Problem::at(Kind::CitationLost, place, message),
                None => Problem::new(Kind::CitationLost, message),
            };
            return match nearest(&address.file, book.files().map(|file| &*file.name)) {
                Some(name) => problem.help(format!("did you mean `{name}`?")),
                None => problem.help(format!("rule files are: {}", names(book))),
            };
        };
        let message = format!("`{address}` is no rule line, and the quote stands nowhere else");
        let problem = match &self.cite_place {
            Some(place) => Problem::at(Kind::CitationLost, place, message),
            None => Problem::new(Kind::CitationLost, message),
        };
        match file.source.lines().nth(address.first - 1) {
            None => problem.help(format!("the file has {} lines", file.source.lines().count())),
            Some(text) if text.trim().is_empty() => problem.help("that line is blank"),
            Some(text) => problem.help(format!("that line is a heading or a comment: {}", text.trim())),
        }
    }
}

enum Found {
    One(Vec<ClauseId>),
    Several(Vec<String>),
}

fn names(book: &Rulebook) -> String {
    book.files().map(|file| file.name.to_string()).collect::<Vec<_>>().join(", ")
}

fn ids(file: &RuleFile, line: &RuleLine, stretch: &Range<usize>) -> Vec<ClauseId> {
    let id = |clause| ClauseId { file: Arc::clone(&file.name), line: line.number, clause };
    line.touched(stretch).into_iter().map(id).collect()
}

/// A quote may run over the end of a line when a range of lines is cited.
fn running_on(file: &RuleFile, lines: &[RuleLine], quote: &Wording) -> Vec<Vec<ClauseId>> {
    // Nobody quotes more lines at once, and putting a whole book together for every quote takes its time.
    const MOST: usize = 100;
    if !(2..=MOST).contains(&lines.len()) {
        return Vec::new();
    }
    let mut joined = String::new();
    let mut starts = Vec::new();
    for line in lines {
        starts.push(joined.len());
        joined.push_str(&line.text);
        joined.push('\n');
    }
    let touched = |stretch: Range<usize>| {
        let mut found = Vec::new();
        for (line, start) in lines.iter().zip(&starts) {
            let (from, to) = (stretch.start.max(*start), stretch.end.min(start + line.text.len()));
            if from < to {
                found.extend(ids(file, line, &(from - start..to - start)));
            }
        }
        found
    };
    Wording::of(&joined).occurrences(quote).into_iter().map(touched).collect()
}

fn lines_with(book: &Rulebook, quote: &Wording) -> Vec<(Arc<str>, usize)> {
    let mut found = Vec::new();
    for file in book.files() {
        let hits = file.lines().filter(|line| !line.wording.occurrences(quote).is_empty());
        found.extend(hits.map(|line| (Arc::clone(&file.name), line.number)));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::erratum::Class;
    use crate::source::SourceFile;

    fn book() -> Rulebook {
        let mut book = Rulebook::default();
        let text = "# Rules\nThey fight. The winner gains 2 spice. Nobody may pass.\n\nThe loser must leave. Both lose cards.\nBoth lose cards.\n";
        book.add("g/r.md", SourceFile::new("rules/g/r.md", text));
        book.add("g/s.md", SourceFile::new("rules/g/s.md", "A tie goes to the Aggressor.\n"));
        book
    }

    fn resolve(address: &str, quote: &str) -> Resolution {
        Citation::new(Address::parse(address).unwrap(), quote).resolve(&book())
    }

    fn ok(address: &str, quote: &str) -> Vec<String> {
        match resolve(address, quote) {
            Resolution::Ok(clauses) => clauses.iter().map(ToString::to_string).collect(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_quote_picks_only_the_clauses_it_touches() {
        assert_eq!(ok("g/r.md:2", "gains 2 spice"), ["g/r.md:2.2"]);
        assert_eq!(ok("g/r.md:2", "2 spice. Nobody may"), ["g/r.md:2.2", "g/r.md:2.3"]);
        assert_eq!(ok("g/r.md:4-5", "must leave"), ["g/r.md:4.1"]);
        assert_eq!(ok("g/r.md:2-4", "may pass. The loser"), ["g/r.md:2.3", "g/r.md:4.1"]);
    }

    #[test]
    fn a_quote_that_stands_elsewhere_has_moved() {
        assert_eq!(resolve("g/r.md:4", "gains 2 spice"), Resolution::Moved(Address::line("g/r.md", 2)));
        assert_eq!(resolve("g/r.md:2", "a tie goes"), Resolution::Moved(Address::line("g/s.md", 1)));
        assert_eq!(resolve("g/x.md:9", "a tie goes"), Resolution::Moved(Address::line("g/s.md", 1)));
    }

    #[test]
    fn a_quote_in_several_places_is_ambiguous_unless_one_is_the_cited_line() {
        assert!(matches!(resolve("g/r.md:2", "both lose cards"), Resolution::Ambiguous(c) if c.len() == 2));
        assert_eq!(ok("g/r.md:5", "both lose cards"), ["g/r.md:5.1"]);
        assert!(matches!(resolve("g/r.md:4-5", "both lose cards"), Resolution::Ambiguous(_)));
        assert!(matches!(
            resolve("g/r.md:2", "the"),
            Resolution::Moved(_) | Resolution::Ambiguous(_) | Resolution::Ok(_)
        ));
    }

    #[test]
    fn a_changed_rule_is_classed() {
        let class = |quote| match resolve("g/r.md:2", quote) {
            Resolution::Changed(erratum) => erratum.class,
            other => panic!("{other:?}"),
        };
        assert_eq!(class("gains 3 spice"), Class::Number);
        assert_eq!(class("Nobody must pass"), Class::Modality);
        assert_eq!(class("The victor gains 2 spice"), Class::Wording);
    }

    #[test]
    fn nothing_near_is_lost() {
        assert_eq!(resolve("g/r.md:99", "the moon is made of cheese"), Resolution::Lost);
        assert_eq!(resolve("x/y.md:1", "the moon is made of cheese"), Resolution::Lost);
    }

    #[test]
    fn addresses_are_read_strictly() {
        assert_eq!(Address::parse("a/b.md:3-5").unwrap().to_string(), "a/b.md:3-5");
        for wrong in ["a/b.md", "a/b.md:", "a/b.md:0", "a/b.md:5-3", "a/b.md:x", ":3", "a/b.md:+3", "a/b.md:3.2"] {
            assert_eq!(Address::parse(wrong), None, "{wrong}");
        }
    }
}
