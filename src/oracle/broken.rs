//! A scenario file that cannot be played as it is: what is wrong with it is told, and everything else is played.

use crate::oracle::address::Address;
use crate::oracle::problem::Problem;
use crate::oracle::rule_pick::RulePick;
use crate::oracle::rulebook::Rulebook;
use crate::oracle::scenario::Scenario;
use crate::source::Place;

#[derive(Debug)]
pub struct Broken {
    /// The path below the scenarios folder without extension.
    pub id: String,
    /// As far as they could be read.
    pub scenarios: Vec<Scenario>,
    /// Still being written: its problems are in nobody's way.
    pub is_draft: bool,
    /// What the file says, where it can be read at all.
    text: String,
}

impl Broken {
    pub(crate) fn new(id: String, scenarios: Vec<Scenario>, problems: &[Problem]) -> Broken {
        let places = problems.iter().filter_map(|problem| problem.place.as_ref());
        let own = places.chain(scenarios.iter().map(|scenario| &scenario.place)).next();
        let text = own.map(|place: &Place| place.file.text.clone()).unwrap_or_default();
        // What cannot be read further may still say so.
        let says_draft = text.lines().any(|line| line.split('#').next().map(str::trim_end) == Some("draft: true"));
        Broken { id, is_draft: says_draft || scenarios.iter().any(|scenario| scenario.is_draft), scenarios, text }
    }

    /// How many scenarios it holds, at least: one, if it cannot be read.
    pub(crate) fn count(&self) -> usize {
        self.scenarios.len().max(1)
    }

    pub(crate) fn game(&self) -> &str {
        self.id.split('/').next().unwrap_or_default()
    }

    /// Whether it builds on a fixture that has problems.
    pub(crate) fn lacks_base(&self) -> bool {
        self.scenarios.iter().any(|scenario| scenario.lacks_base)
    }

    /// Whether it has a tag, or may have it: of what could not be read, only the words are known.
    pub(crate) fn may_have(&self, tag: &str) -> bool {
        match self.scenarios.is_empty() {
            true => self.text.contains(tag),
            false => self.scenarios.iter().any(|scenario| scenario.tags.iter().any(|own| own == tag)),
        }
    }

    /// Whether it cites one of these lines, or may cite it: where no address can be read, nobody knows.
    pub(crate) fn may_cite(&self, pick: &RulePick, book: &Rulebook) -> bool {
        let mut addresses = self.text.split("cite:").skip(1).map(address).peekable();
        addresses.peek().is_none() || addresses.any(|address| meets(&address, pick, book))
    }
}

/// The address that stands at the beginning of a text, as far as it is one.
fn address(text: &str) -> String {
    let end = text.find(['\n', ',', '}']).unwrap_or(text.len());
    text[..end].split(" #").next().unwrap_or_default().trim_matches([' ', '"', '\'', '\r']).to_owned()
}

fn meets(address: &str, pick: &RulePick, book: &Rulebook) -> bool {
    let Some(address) = Address::parse(address) else { return true };
    match address.lines(book) {
        Ok(lines) => lines.file == pick.lines.file && lines.first <= pick.lines.last && pick.lines.first <= lines.last,
        Err(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::problem::Kind;
    use crate::oracle::rule_pick::NamedRule;
    use crate::source::SourceFile;

    #[test]
    fn of_a_file_that_cannot_be_read_the_addresses_and_words_still_tell_what_it_is_about() {
        let mut book = Rulebook::default();
        book.add("g/r.md", SourceFile::new("rules/g/r.md", "One.\nTWO: Two.\nThree.\n"));
        let broken = |text: &str| {
            let file = SourceFile::new("scenarios/g/t/a.yaml", text);
            let problem = Problem::at(Kind::Syntax, &Place::new(&file, 0, 1), "it is broken");
            Broken::new("g/t/a".to_owned(), Vec::new(), &[problem])
        };
        let cites = |text: &str, rule: &str| {
            let pick = NamedRule::parse(rule).unwrap().pick(&book).unwrap();
            broken(text).may_cite(&pick, &book)
        };
        assert!(cites("a: [\nclaims: [{cite: \"g/r.md#TWO\", quote: x}]", "g/r.md:2"));
        assert!(!cites("a: [\nclaims: [{cite: \"g/r.md#TWO\", quote: x}]", "g/r.md:3"));
        assert!(cites("cite: g/r.md:1-3  # all\n", "g/r.md:3"));
        // Nobody knows.
        assert!(cites("a: [", "g/r.md:3") && cites("cite: ???\n", "g/r.md:3"));
        assert!(broken("tags: [odd\n").may_have("odd") && !broken("tags: [odd\n").may_have("even"));
        assert!(broken("a: [\ndraft: true  # yet\n").is_draft && !broken("a: [\n").is_draft);
    }
}
