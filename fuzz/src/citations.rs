//! Citations: an address on the first line, a quote on the second, and a rulebook on all others.

use truthsayer_oracle::base::source::SourceFile;
use truthsayer_oracle::rulebook::ClauseId;
use truthsayer_oracle::rulebook::Rulebook;
use truthsayer_oracle::rulebook::address::Address;
use truthsayer_oracle::rulebook::citation::Citation;
use truthsayer_oracle::rulebook::citation::Resolution;
use truthsayer_oracle::rulebook::history::word_diff;
use truthsayer_oracle::rulebook::history::word_diff::Erratum;
use truthsayer_oracle::rulebook::history::word_diff::Word;
use truthsayer_oracle::rulebook::normalized_text::Wording;

use super::harmless;
use super::harmless::harmless;
use super::part::text;
use super::problems;

/// Maximum number of clauses that are quoted back.
const MOST_QUOTED: usize = 12;

pub fn run(input: &[u8]) {
    harmless::without_colours();
    let text = text(input);
    let mut lines = text.splitn(3, '\n');
    let (address, quote, rules) = (lines.next().unwrap_or(""), lines.next().unwrap_or(""), lines.next().unwrap_or(""));
    let mut book = Rulebook::default();
    book.add("g/r.md", SourceFile::new("rules/g/r.md", rules));
    book.add("g/s.md", SourceFile::new("rules/g/s.md", "A tie goes to the Aggressor. Nobody may pass.\n"));
    if let Some(address) = Address::parse(address) {
        assert_eq!(Address::parse(&address.to_string()), Some(address.clone()), "an address is read as it is written");
        look(&Citation::new(address, quote), &book);
    }
    for id in book.clauses().take(MOST_QUOTED) {
        quote_back(&id, &book);
    }
}

fn look(citation: &Citation, book: &Rulebook) {
    let resolution = citation.resolve(book);
    assert_eq!(citation.resolve(book), resolution, "resolved twice, resolved otherwise");
    match &resolution {
        Resolution::Ok(clauses) => {
            assert!(!clauses.is_empty(), "a quote that stands there touches no clause");
            for id in clauses {
                let line = book.file(&id.file).and_then(|file| Some((file, file.line(id.line)?)));
                let is_cited = line.is_some_and(|(file, line)| {
                    *file.name == *citation.address.file && citation.address.candidates(file).contains(&line)
                });
                assert!(is_cited, "{id} is not cited");
            }
        }
        Resolution::Moved(to) | Resolution::Followed { to, .. } => stands(citation, to, book),
        Resolution::Ambiguous(candidates) => assert!(candidates.len() > 1, "one candidate is not ambiguous"),
        Resolution::Changed(erratum) => is_about_the_quote(citation, erratum, book),
        Resolution::Lost => {}
    }
    match citation.clauses(book) {
        Ok(clauses) => assert_eq!(resolution, Resolution::Ok(clauses)),
        Err(problem) => problems::check(&[*problem]),
    }
    marks(citation, book);
}

/// A moved quote is found at its reported place.
fn stands(citation: &Citation, to: &Address, book: &Rulebook) {
    let moved = Citation::new(to.clone(), &citation.quote).resolve(book);
    assert!(matches!(moved, Resolution::Ok(_) | Resolution::Ambiguous(_)), "moved to {to}, and there it is {moved:?}");
}

fn is_about_the_quote(citation: &Citation, erratum: &Erratum, book: &Rulebook) {
    let Erratum { clause, words, .. } = erratum;
    assert!(book.line(&clause.file, clause.line).is_some(), "{clause} stands nowhere");
    let quoted = words.iter().filter(|word| !matches!(word, Word::Ruled(_))).count();
    // Of a very long quote, only the beginning is compared.
    let expected = citation.quote.split_whitespace().count().min(word_diff::MOST_WORDS);
    assert_eq!(quoted, expected, "not every word of the quote is compared: {words:?}");
    harmless("an erratum as it is shown", &erratum.marked());
}

/// A marked range is inside its line.
fn marks(citation: &Citation, book: &Rulebook) {
    for line in book.files().flat_map(|file| file.lines()) {
        let Some(stretch) = citation.stretch(line) else { continue };
        assert!(stretch.start < stretch.end && stretch.end <= line.text.len(), "{stretch:?} of {:?}", line.text);
        assert!(line.text.is_char_boundary(stretch.start), "{stretch:?} cuts a character of {:?}", line.text);
        assert!(!line.affected(&stretch).is_empty(), "{stretch:?} touches no clause of {:?}", line.text);
    }
}

/// A clause that is quoted word for word is found, unless another one reads the same.
fn quote_back(id: &ClauseId, book: &Rulebook) {
    let Some(line) = book.line(&id.file, id.line) else { return };
    let words = book.clause_text(id);
    // An HTML comment across the end of a clause means something else in the clause alone.
    let wording = Wording::of(words);
    if wording.is_empty() || line.text.contains("<!--") {
        return;
    }
    let citation = Citation::new(Address::line(&id.file, id.line), words);
    match citation.resolve(book) {
        Resolution::Ok(clauses) => assert!(clauses.contains(id), "{id} quoted is {clauses:?}"),
        Resolution::Ambiguous(_) => {}
        other => panic!("{id} quoted word for word, {words:?}, is {other:?}"),
    }
}
