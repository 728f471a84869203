//! Citations: an address plus a quote that must appear there, and how they follow changes of the rulebook.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::source::Place;
use crate::base::strict_map;
use crate::base::strict_map::Fields;
use crate::base::suggestion::this_call;
use crate::base::yaml::Node;
use crate::base::yaml_flow;
use crate::rulebook::ClauseId;
use crate::rulebook::Rulebook;
use crate::rulebook::address::Address;
use crate::rulebook::address::Lines;
use crate::rulebook::address::Spot;
use crate::rulebook::history::reviewed_rulebook::ReviewedRulebook;
use crate::rulebook::history::word_diff;
use crate::rulebook::history::word_diff::Erratum;
use crate::rulebook::markdown;
use crate::rulebook::normalized_text::Wording;
use crate::rulebook::rule_file::RuleFile;
use crate::rulebook::rule_line::RuleLine;
use truthsayer_protocol::nearest::nearest;

/// An address and a quote from it.
#[derive(Debug, Clone, PartialEq)]
pub struct Citation {
    pub address: Address,
    /// The quoted words. Empty only for an exclusion of a whole address.
    pub quote: String,
    /// Positions of the address and the quote, if they were read from a file.
    pub cite_place: Option<Place>,
    pub quote_place: Option<Place>,
}

/// Result of looking up a citation in the rulebook.
#[derive(Debug, Clone, PartialEq)]
pub enum Resolution {
    /// The quote is at the address and overlaps these clauses.
    Ok(Vec<ClauseId>),
    /// The quote occurs once, on another line or in another file.
    Moved(Address),
    /// The rulebook has changed since its review, and the quoted words are now at `to`.
    Followed { to: Address, clauses: Vec<ClauseId> },
    /// The quote occurs in several other places, or in several clauses of the cited line.
    Ambiguous(Vec<String>),
    /// The quote does not occur; this is the closest sentence.
    Changed(Box<Erratum>),
    /// The file or line does not exist, and no sentence is close.
    Lost,
}

impl Citation {
    pub fn new(address: Address, quote: &str) -> Citation {
        Citation { address, quote: quote.to_owned(), cite_place: None, quote_place: None }
    }

    /// Reads the keys `cite` and `quote` of a map.
    pub(crate) fn read(keys: &mut Fields<'_, '_>) -> Option<Citation> {
        let cite = keys.required("cite");
        let quote = keys.required("quote");
        let (cite, quote) = (cite?, quote?);
        let text = strict_map::text(cite, "cite", keys.problems());
        let quoted = strict_map::text(quote, "quote", keys.problems());
        Citation::of(cite, text?, Some((quote, quoted?)), keys)
    }

    /// Reads the keys `cite` and `quote` of a map. The quote may be missing; then it is empty.
    pub(crate) fn read_address(keys: &mut Fields<'_, '_>) -> Option<Citation> {
        let cite = keys.required("cite");
        let quote = keys.optional("quote");
        let text = strict_map::text(cite?, "cite", keys.problems());
        let quoted = match quote {
            Some(quote) => Some((quote, strict_map::text(quote, "quote", keys.problems())?)),
            None => None,
        };
        Citation::of(cite?, text?, quoted, keys)
    }

    fn of(cite: &Node, text: &str, quote: Option<(&Node, &str)>, keys: &mut Fields<'_, '_>) -> Option<Citation> {
        let Some(address) = Address::parse(text) else {
            let message = format!("invalid citation `{text}`");
            let problem = Problem::at(Kind::BadValue, &cite.place, message);
            let problem = problem.help("write `file.md:line`, `file.md§number`, `file.md#NAME` or `file.md` alone");
            keys.problem(problem.help("the quote selects the clause"));
            return None;
        };
        if let Some((quote, _)) = quote.filter(|(_, words)| words.trim().is_empty()) {
            keys.problem(Problem::at(Kind::BadValue, &quote.place, "the quote is empty"));
            return None;
        }
        let quote_place = quote.map(|(quote, _)| quote.place.clone());
        let words = quote.map_or("", |(_, words)| words);
        Some(Citation { cite_place: Some(cite.place.clone()), quote_place, ..Citation::new(address, words) })
    }

    pub fn resolve(&self, book: &Rulebook) -> Resolution {
        match book.renamed(&self.address) {
            // The game's folder was renamed, so a quote found there has moved.
            Some(address) => match Citation::new(address.clone(), &self.quote).resolve_as_written(book) {
                Resolution::Ok(_) => Resolution::Moved(address),
                Resolution::Followed { to, .. } => Resolution::Moved(to),
                other => other,
            },
            None => self.resolve_as_written(book),
        }
    }

    fn resolve_as_written(&self, book: &Rulebook) -> Resolution {
        let quote = book.quoted(self.address.game(), &self.quote);
        if let Some(resolution) = book.past().and_then(|past| self.followed(past, &quote, book)) {
            return resolution;
        }
        match book.file(&self.address.file).and_then(|file| find_quote(file, &self.address, &quote)) {
            Some(Found::One(clauses)) => return Resolution::Ok(clauses),
            Some(Found::Several(places)) => return Resolution::Ambiguous(places),
            None => {}
        }
        match self.places(book, &quote).as_slice() {
            [place] => return Resolution::Moved(place.stable(book)),
            [] => {}
            many => return Resolution::Ambiguous(many.iter().map(ToString::to_string).collect()),
        }
        match word_diff::nearest(book, &self.address, &self.quote) {
            Some(erratum) => Resolution::Changed(Box::new(erratum)),
            None => Resolution::Lost,
        }
    }

    /// Follows the clauses that contained the quote when the rulebook was reviewed. Returns `None` if none did: the
    /// quote was written after the review.
    fn followed(&self, past: &ReviewedRulebook, quote: &Wording, book: &Rulebook) -> Option<Resolution> {
        let old = past.clauses_of_quote(&self.address, quote)?;
        if let Some(candidates) = past.candidates(&old) {
            return Some(
                self.followed_alone(past, quote, book)
                    .unwrap_or_else(|| Resolution::Ambiguous(candidates.iter().map(ToString::to_string).collect())),
            );
        }
        let now = past.follow(&old);
        let found = |address: &Address| match find_quote(book.file(&address.file)?, address, quote)? {
            Found::One(clauses) => Some(clauses).filter(|clauses| clauses.iter().any(|id| now.contains(id))),
            Found::Several(_) => None,
        };
        if let Some(clauses) = found(&self.address) {
            return Some(Resolution::Ok(clauses));
        }
        let to = past.address(&self.address, &now, quote, book);
        if let Some((clauses, to)) = to.and_then(|to| Some((found(&to)?, to))) {
            return Some(Resolution::Followed { to, clauses });
        }
        if let Some(resolution) = self.followed_to_new_words(past, &old, quote, book) {
            return Some(resolution);
        }
        let is_close =
            word_diff::is_close(&self.quote, &now, book) || word_diff::is_close(&past.words(&old), &now, book);
        let erratum = Erratum::of(&now, &self.quote, book).filter(|_| is_close);
        Some(erratum.map_or(Resolution::Lost, |erratum| Resolution::Changed(Box::new(erratum))))
    }

    /// Follows a quote that occurs once in the reviewed text and once in the current text.
    fn followed_alone(&self, past: &ReviewedRulebook, quote: &Wording, book: &Rulebook) -> Option<Resolution> {
        let (old, new) = (self.places(&past.old, quote), self.places(book, quote));
        let ([_], [place]) = (old.as_slice(), new.as_slice()) else { return None };
        self.at_place(place, quote, book)
    }

    /// Follows a quote that occurs once now, overlaps the successors of the quoted clauses, and overlaps no successor
    /// of another clause. Its lines were divided in another way.
    fn followed_to_new_words(
        &self,
        past: &ReviewedRulebook,
        old: &[ClauseId],
        quote: &Wording,
        book: &Rulebook,
    ) -> Option<Resolution> {
        let places = self.places(book, quote);
        let [place] = places.as_slice() else { return None };
        let resolution = self.at_place(place, quote, book)?;
        let (Resolution::Ok(clauses) | Resolution::Followed { clauses, .. }) = &resolution else { return None };
        let is_own = |id: &ClauseId| match past.alignment.origin(id) {
            Some(origin) => origin.ids.iter().all(|id| old.contains(id)),
            None => true,
        };
        let is_followed = clauses.iter().any(|id| past.alignment.origin(id).is_some());
        (is_followed && clauses.iter().all(is_own)).then_some(resolution)
    }

    fn at_place(&self, place: &Lines, quote: &Wording, book: &Rulebook) -> Option<Resolution> {
        let found = |address: &Address| match find_quote(book.file(&address.file)?, address, quote)? {
            Found::One(clauses) => Some(clauses),
            Found::Several(_) => None,
        };
        if let Some(clauses) = found(&self.address) {
            return Some(Resolution::Ok(clauses));
        }
        let to = place.stable(book);
        Some(Resolution::Followed { clauses: found(&to)?, to })
    }

    /// Returns the places of the quote in the cited game's rulebook, including quotes that span lines. If that game has
    /// no rulebook, its folder may have been renamed.
    fn places(&self, book: &Rulebook, quote: &Wording) -> Vec<Lines> {
        let is_there = book.files().any(|file| self.address.is_of(file.game()));
        places(book.files().filter(|file| !is_there || self.address.is_of(file.game())), quote)
    }

    /// Returns the clauses of address and quote in the current rulebook. Empty if the citation is not exact.
    pub(crate) fn clauses_as_written(&self, book: &Rulebook) -> Vec<ClauseId> {
        let quote = book.quoted(self.address.game(), &self.quote);
        match book.file(&self.address.file).and_then(|file| find_quote(file, &self.address, &quote)) {
            Some(Found::One(clauses)) => clauses,
            _ => Vec::new(),
        }
    }

    /// Returns the rules to show with the citation: those that the quote overlaps, else those at the address.
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

    /// Returns the range of the rule that the quote covers.
    pub fn stretch(&self, line: &RuleLine) -> Option<Range<usize>> {
        let first = |quote: &str| line.wording.occurrences(&Wording::of(quote)).into_iter().next();
        let rendered = |is_defined: bool| markdown::rendered(&self.quote, |_| is_defined);
        first(&self.quote).or_else(|| first(&rendered(false))).or_else(|| first(&rendered(true)))
    }

    /// Returns the cited clauses, or the problem to report.
    pub fn clauses(&self, book: &Rulebook) -> Result<Vec<ClauseId>, Box<Problem>> {
        self.clauses_of(self.resolve(book), book)
    }

    /// Returns the clauses that an engine cites. The project's author cannot edit the engine's address, so a quote that
    /// occurs exactly once counts at any address.
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
                at(Kind::CitationMoved, &self.cite_place, format!("the quote has moved from `{address}` to `{to}`"))
                    .help(format!("the quote is: {}", self.quote))
                    .replace_with(yaml_flow::address_text(&to.to_string()))
                    .suggest(this_call().writes(&["errata", "--fix"]), "rewrites the address")
            }
            Resolution::Ambiguous(candidates) => {
                let message = format!("the quote is ambiguous at `{address}`");
                let problem = at(Kind::CitationAmbiguous, &self.quote_place, message)
                    .help(format!("it occurs at {}", candidates.join(", ")));
                let quote = book.quoted(self.address.game(), &self.quote);
                let past = book.past().filter(|past| past.clauses_of_quote(address, &quote).is_some());
                match past.and(candidates.first()) {
                    Some(first) => problem.help(settle_copy(first)),
                    None => problem.help("quote more words, or cite the line that you mean"),
                }
            }
            Resolution::Changed(erratum) => {
                let message = format!(
                    "the quote is not in the rulebook; closest: a change of {} at `{}`",
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
        let was_there = |past: &ReviewedRulebook| {
            past.clauses_of_quote(&self.address, &book.quoted(self.address.game(), &self.quote)).is_some()
        };
        let is_gone = book.past().is_some_and(was_there);
        let message = match is_gone {
            true => format!("the rule at `{}` no longer exists", self.address),
            false => self.why_lost(book),
        };
        let problem = match &self.cite_place {
            Some(place) => Problem::at(Kind::CitationLost, place, message),
            None => Problem::new(Kind::CitationLost, message),
        };
        if is_gone {
            return problem.help("remove this citation, or cite the rule that applies now");
        }
        let others = book.files().filter(|file| !self.address.is_of(file.game()));
        if let Some(other) = places(others, &book.quoted(self.address.game(), &self.quote)).first() {
            return problem.help(format!("the quote is in the rulebook of another game, at `{other}`"));
        }
        let Some(file) = book.file(&self.address.file) else {
            return match nearest(&self.address.file, book.files().map(|file| &*file.name)) {
                Some(name) => problem
                    .help(format!("did you mean `{name}`?"))
                    .replace_with(self.address.to_string().replacen(&self.address.file, name, 1)),
                None => problem.help(format!("the rule files are: {}", names(book))),
            };
        };
        let Spot::Lines { first, .. } = self.address.spot else {
            return match self.address.candidates(file).as_slice() {
                [rule] => problem.help(format!("that rule is: {}", rule.text.trim())),
                _ => problem.help(format!("the quote is: {}", self.quote)),
            };
        };
        match file.source.lines().nth(first - 1) {
            None => problem.help(match file.source.lines().count() {
                1 => "the file has one line".to_owned(),
                number => format!("the file has {number} lines"),
            }),
            Some(text) if text.trim().is_empty() => problem.help("that line is blank"),
            Some(text) if file.line(first).is_some() => problem.help(format!("that line is: {}", text.trim())),
            Some(text) => problem.help(format!("that line is a heading or a comment: {}", text.trim())),
        }
    }

    fn why_lost(&self, book: &Rulebook) -> String {
        let address = &self.address;
        let Some(file) = book.file(&address.file) else { return format!("there is no rule file `{}`", address.file) };
        match &address.spot {
            Spot::Anywhere => format!("the quote is not in `{}`", file.name),
            _ if !address.candidates(file).is_empty() => {
                format!("the quote is neither at `{address}` nor elsewhere in this rulebook")
            }
            Spot::Lines { .. } => format!("`{address}` is not a rule, and the quote occurs nowhere else"),
            Spot::Name(name) => {
                format!("no rule of `{}` has the name `{name}`, and the quote does not occur", file.name)
            }
            Spot::Section(number) => {
                format!("`{}` has no section §{number}, and the quote does not occur", file.name)
            }
        }
    }
}

/// Finds the quote within the address: inside one of its rules, or across several.
pub(crate) fn find_quote(file: &RuleFile, address: &Address, quote: &Wording) -> Option<Found> {
    let lists = match address.spot {
        Spot::Anywhere => vec![file.lines_with(quote)],
        _ => address.candidate_lists(file),
    };
    let mut places: Vec<Vec<ClauseId>> = Vec::new();
    for lines in lists {
        places = places_in(file, &lines, quote);
        if !places.is_empty() {
            break;
        }
    }
    if places.is_empty() {
        places = match &address.spot {
            Spot::Lines { first, last } => running_on(file, file.lines_between(*first, *last), quote),
            Spot::Anywhere => {
                file.lines_across(quote).into_iter().flat_map(|lines| running_on(file, lines, quote)).collect()
            }
            Spot::Section(_) => match address.candidates(file).as_slice() {
                [first, .., last] => running_on(file, file.lines_between(first.number, last.number), quote),
                _ => Vec::new(),
            },
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

/// Returns the clauses of each place of a quote inside one of the rules. Words of a lead-in that several rules share
/// are one place.
fn places_in(file: &RuleFile, lines: &[&RuleLine], quote: &Wording) -> Vec<Vec<ClauseId>> {
    let mut own: Vec<Vec<ClauseId>> = Vec::new();
    let mut led: BTreeMap<(usize, &str), Vec<ClauseId>> = BTreeMap::new();
    for line in lines {
        for stretch in line.wording.occurrences(quote) {
            match line.is_lead(&stretch) {
                true => led.entry(line.lead_until(stretch.end)).or_default().extend(ids(file, line, &stretch)),
                false => own.push(ids(file, line, &stretch)),
            }
        }
    }
    own.retain(|clauses| !clauses.is_empty());
    if own.is_empty() { led.into_values().collect() } else { own }
}

/// Returns the help for a citation of a rule that has had several copies since the rulebook changed.
pub(crate) fn settle_copy(candidate: &str) -> String {
    format!(
        "the rulebook has changed: quote more words, or cite the copy that you mean and run `truthsayer errata --accept {candidate} --reason …`"
    )
}

/// The clauses of a quote: one group, or several possible ones.
pub(crate) enum Found {
    One(Vec<ClauseId>),
    Several(Vec<String>),
}

fn names(book: &Rulebook) -> String {
    book.files().map(|file| file.name.to_string()).collect::<Vec<_>>().join(", ")
}

fn ids(file: &RuleFile, line: &RuleLine, stretch: &Range<usize>) -> Vec<ClauseId> {
    let id = |clause| ClauseId { file: Arc::clone(&file.name), line: line.number, clause };
    line.affected(stretch).into_iter().map(id).collect()
}

/// Finds a quote that spans line ends within a cited range of lines.
fn running_on(file: &RuleFile, lines: &[RuleLine], quote: &Wording) -> Vec<Vec<ClauseId>> {
    // A longer range is not searched: joining the lines of a whole book for every quote is slow.
    const MOST: usize = 100;
    if lines.len() > MOST {
        return Vec::new();
    }
    let mut joined = String::new();
    let mut starts = Vec::new();
    for line in lines {
        starts.push(joined.len());
        joined.push_str(line.own_text());
        joined.push('\n');
    }
    // The start and end of a quote can be outside this line, where it has no clauses.
    let affected = |stretch: Range<usize>| {
        let within = |at: usize, start: usize| at.saturating_sub(start);
        let of_line = |(line, start): (&RuleLine, &usize)| {
            let lead = line.lead_length();
            ids(file, line, &(lead + within(stretch.start, *start)..lead + within(stretch.end, *start)))
        };
        lines.iter().zip(&starts).flat_map(of_line).collect()
    };
    let mut found: Vec<Vec<ClauseId>> = Wording::of(&joined).occurrences(quote).into_iter().map(affected).collect();
    found.retain(|clauses| !clauses.is_empty());
    found
}

/// Returns the places of a quote, inside one line or across several.
fn places<'b>(files: impl Iterator<Item = &'b RuleFile>, quote: &Wording) -> Vec<Lines> {
    let mut found = Vec::new();
    for file in files {
        let lines = |first: usize, last: usize| Lines { file: file.name.to_string(), first, last };
        let mut led: BTreeMap<(usize, &str), (usize, usize)> = BTreeMap::new();
        for line in file.lines_with(quote) {
            let stretches = line.wording.occurrences(quote);
            match stretches.iter().find(|stretch| line.is_lead(stretch)).filter(|_| stretches.len() == 1) {
                Some(stretch) => {
                    led.entry(line.lead_until(stretch.end)).or_insert((line.number, line.number)).1 = line.number;
                }
                None if places_in(file, &[line], quote).is_empty() => {}
                None => found.push(lines(line.number, line.number)),
            }
        }
        if found.is_empty() {
            found.extend(led.into_values().map(|(first, last)| lines(first, last)));
        }
        for across in file.lines_across(quote) {
            let is_there = !running_on(file, across, quote).is_empty();
            if let ([first, .., last], true) = (across, is_there) {
                found.push(lines(first.number, last.number));
            }
        }
    }
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::source::SourceFile;
    use crate::rulebook::history::word_diff::Class;

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
    fn a_near_sentence_is_never_reported_as_lost() {
        assert_eq!(resolve("g/r.md:99", "the moon is made of cheese"), Resolution::Lost);
        assert_eq!(resolve("x/y.md:1", "the moon is made of cheese"), Resolution::Lost);
    }
}
