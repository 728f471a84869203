//! Citations: a rule line plus words that must stand there, and what becomes of them when the rulebook changes.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use crate::oracle::address::Address;
use crate::oracle::address::Spot;
use crate::oracle::erratum;
use crate::oracle::erratum::Erratum;
use crate::oracle::past::Past;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::rule_file::RuleFile;
use crate::oracle::rule_line::RuleLine;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::rulebook::Rulebook;
use crate::oracle::suggestion::this_call;
use crate::oracle::wording::Wording;
use crate::protocol::nearest::nearest;
use crate::source::Place;

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
    /// The rulebook has changed since it was reviewed, and the words that were quoted stand there now.
    Followed { to: Address, clauses: Vec<ClauseId> },
    /// It stands in several places, none of them that line, or in several clauses of that line.
    Ambiguous(Vec<String>),
    /// It stands nowhere; this is the nearest sentence.
    Changed(Box<Erratum>),
    /// No such file or line, and nothing near.
    Lost,
}

impl Citation {
    pub fn new(address: Address, quote: &str) -> Citation {
        Citation { address, quote: quote.to_owned(), cite_place: None, quote_place: None }
    }

    pub fn resolve(&self, book: &Rulebook) -> Resolution {
        let quote = Wording::of(&self.quote);
        if let Some(resolution) = book.past().and_then(|past| self.followed(past, &quote, book)) {
            return resolution;
        }
        match book.file(&self.address.file).and_then(|file| stands_at(file, &self.address, &quote)) {
            Some(Found::One(clauses)) => return Resolution::Ok(clauses),
            Some(Found::Several(places)) => return Resolution::Ambiguous(places),
            None => {}
        }
        let elsewhere = lines_with(book, &self.address, &quote);
        match elsewhere.as_slice() {
            [(file, line)] => return Resolution::Moved(Address::stable(file, line)),
            [] => {}
            many => {
                return Resolution::Ambiguous(
                    many.iter().map(|(file, line)| format!("{}:{}", file.name, line.number)).collect(),
                );
            }
        }
        match erratum::nearest(book, &self.address, &self.quote) {
            Some(erratum) => Resolution::Changed(Box::new(erratum)),
            None => Resolution::Lost,
        }
    }

    /// What became of the clauses in which the quote stood when the rulebook was reviewed. None where it stood in none:
    /// then it was written since.
    fn followed(&self, past: &Past, quote: &Wording, book: &Rulebook) -> Option<Resolution> {
        let old = past.clauses_of_quote(&self.address, quote)?;
        let now = past.follow(&old);
        let Some(first) = now.first() else { return Some(Resolution::Lost) };
        let found = |address: &Address| match stands_at(book.file(&address.file)?, address, quote)? {
            Found::One(clauses) => Some(clauses).filter(|clauses| clauses.iter().any(|id| now.contains(id))),
            Found::Several(_) => None,
        };
        if let Some(clauses) = found(&self.address) {
            return Some(Resolution::Ok(clauses));
        }
        let to = past.address(&self.address, &now, quote, book);
        match to.and_then(|to| Some((found(&to)?, to))) {
            Some((clauses, to)) => Some(Resolution::Followed { to, clauses }),
            None => Some(Resolution::Changed(Box::new(Erratum::of(first, &self.quote, book)))),
        }
    }

    /// The rule lines to show beside it: those the quote touches, or those that are cited if it stands nowhere.
    pub fn lines<'b>(&self, book: &'b Rulebook) -> Vec<(&'b RuleFile, &'b RuleLine)> {
        match self.resolve(book) {
            Resolution::Ok(clauses) | Resolution::Followed { clauses, .. } => {
                let places: BTreeSet<(&str, usize)> = clauses.iter().map(|id| (&*id.file, id.line)).collect();
                let line = |(file, line): (&str, usize)| {
                    let file = book.file(file)?;
                    Some((file, file.line(line)?))
                };
                places.into_iter().filter_map(line).collect()
            }
            _ => {
                let file = book.file(&self.address.file).filter(|_| self.address.spot != Spot::Anywhere);
                let lines =
                    |file: &'b RuleFile| self.address.candidates(file).into_iter().map(move |line| (file, line));
                file.into_iter().flat_map(lines).collect()
            }
        }
    }

    /// The stretch of the rule line that the quote marks, for showing.
    pub fn stretch(&self, line: &RuleLine) -> Option<Range<usize>> {
        line.wording.occurrences(&Wording::of(&self.quote)).into_iter().next()
    }

    /// The clauses, or the problem to tell the author.
    pub fn clauses(&self, book: &Rulebook) -> Result<Vec<ClauseId>, Box<Problem>> {
        self.clauses_of(self.resolve(book), book)
    }

    /// The same for what an engine cites. Nobody can rewrite its address, so the quoted words count wherever they stand,
    /// as long as they stand once.
    pub fn clauses_wherever(&self, book: &Rulebook) -> Result<Vec<ClauseId>, Box<Problem>> {
        match self.resolve(book) {
            Resolution::Moved(to) => Citation::new(to, &self.quote).clauses(book),
            resolution => self.clauses_of(resolution, book),
        }
    }

    fn clauses_of(&self, resolution: Resolution, book: &Rulebook) -> Result<Vec<ClauseId>, Box<Problem>> {
        match resolution {
            Resolution::Ok(clauses) | Resolution::Followed { clauses, .. } => Ok(clauses),
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
            Resolution::Ok(_) | Resolution::Followed { .. } | Resolution::Lost => self.lost(book),
            Resolution::Moved(to) => {
                at(Kind::CitationMoved, &self.cite_place, format!("this quote has moved from `{address}` to `{to}`"))
                    .help(format!("the quote is: {}", self.quote))
                    .suggest(this_call().writes(&["errata", "--fix"]), "rewrites the address")
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
        let message = match &address.spot {
            Spot::Lines { .. } => format!("`{address}` is no rule line, and the quote stands nowhere else"),
            Spot::Name(name) => {
                format!("no rule of `{}` has the name `{name}`, and the quote stands nowhere", file.name)
            }
            Spot::Anywhere => format!("the quote stands nowhere in `{}`", file.name),
        };
        let problem = match &self.cite_place {
            Some(place) => Problem::at(Kind::CitationLost, place, message),
            None => Problem::new(Kind::CitationLost, message),
        };
        let Spot::Lines { first, .. } = address.spot else {
            return problem.help(format!("the quote is: {}", self.quote));
        };
        match file.source.lines().nth(first - 1) {
            None => problem.help(match file.source.lines().count() {
                1 => "the file has one line".to_owned(),
                number => format!("the file has {number} lines"),
            }),
            Some(text) if text.trim().is_empty() => problem.help("that line is blank"),
            Some(_) if file.line(first).is_some() => problem.help("the rule that said so is gone"),
            Some(text) => problem.help(format!("that line is a heading or a comment: {}", text.trim())),
        }
    }
}

/// Where the quote stands within what is cited: inside one line of it, or running on over the ends of its lines.
pub(crate) fn stands_at(file: &RuleFile, address: &Address, quote: &Wording) -> Option<Found> {
    let lines = match address.spot {
        Spot::Anywhere => file.lines_with(quote),
        _ => address.candidates(file),
    };
    let mut places: Vec<Vec<ClauseId>> = Vec::new();
    for line in lines {
        for stretch in line.wording.occurrences(quote) {
            places.push(ids(file, line, &stretch));
        }
    }
    if places.is_empty() {
        places = match &address.spot {
            Spot::Lines { first, last } => running_on(file, file.lines_between(*first, *last), quote),
            Spot::Anywhere => {
                file.lines_across(quote).into_iter().flat_map(|lines| running_on(file, lines, quote)).collect()
            }
            Spot::Name(_) => Vec::new(),
        };
    }
    places.sort();
    places.dedup();
    if places.len() > 1 {
        return Some(Found::Several(places.concat().iter().map(ToString::to_string).collect()));
    }
    places.pop().map(Found::One)
}

/// Whether a quote says which clauses it means.
pub(crate) enum Found {
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
    if lines.len() > MOST {
        return Vec::new();
    }
    let mut joined = String::new();
    let mut starts = Vec::new();
    for line in lines {
        starts.push(joined.len());
        joined.push_str(&line.text);
        joined.push('\n');
    }
    // Before its beginning and beyond its end a line has no clauses.
    let touched = |stretch: Range<usize>| {
        let within = |at: usize, start: usize| at.saturating_sub(start);
        let of_line = |(line, start): (&RuleLine, &usize)| {
            ids(file, line, &(within(stretch.start, *start)..within(stretch.end, *start)))
        };
        lines.iter().zip(&starts).flat_map(of_line).collect()
    };
    Wording::of(&joined).occurrences(quote).into_iter().map(touched).collect()
}

/// Where a quote stands in the rulebook of the game that is cited.
fn lines_with<'b>(book: &'b Rulebook, cited: &Address, quote: &Wording) -> Vec<(&'b RuleFile, &'b RuleLine)> {
    let game = cited.file.split('/').next();
    let files = book.files().filter(|file| Some(file.game()) == game);
    files.flat_map(|file| file.lines_with(quote).into_iter().map(move |line| (file, line))).collect()
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
}
