//! A scenario file with problems. Its scenarios without problems run, and so do all other files.

use crate::base::diagnostic::Problem;
use crate::base::source::Place;
use crate::rulebook::Rulebook;
use crate::rulebook::address::Address;
use crate::rulebook::rule_selector::RulePick;
use crate::suite;
use crate::suite::scenario::Scenario;

#[derive(Debug)]
pub struct Broken {
    /// The path below the scenarios folder without extension.
    pub id: String,
    /// The scenarios with problems that could be read.
    pub scenarios: Vec<Scenario>,
    /// Unfinished: its problems fail nothing.
    pub is_draft: bool,
    /// The text of the file, if it is readable.
    text: String,
}

impl Broken {
    pub(crate) fn new(id: String, scenarios: Vec<Scenario>, problems: &[Problem]) -> Broken {
        let places = problems.iter().filter_map(|problem| problem.place.as_ref());
        let own = places.chain(scenarios.iter().map(|scenario| &scenario.place)).next();
        let text = own.map(|place: &Place| place.file.text.clone()).unwrap_or_default();
        // A file that cannot be parsed can still be marked as a draft.
        let says_draft = text.lines().any(|line| line.split('#').next().map(str::trim_end) == Some("draft: true"));
        let are_drafts = !scenarios.is_empty() && scenarios.iter().all(|scenario| scenario.is_draft);
        Broken { id, is_draft: says_draft || are_drafts, scenarios, text }
    }

    /// Returns whether an id can mean a scenario of this file.
    pub fn holds(&self, id: &str) -> bool {
        let id = suite::row_free(id);
        id == self.id || id.rsplit_once('/').is_some_and(|(file, _)| file == self.id)
    }

    /// Returns the minimum number of scenarios: one, if the file cannot be parsed.
    pub fn count(&self) -> usize {
        self.scenarios.len().max(1)
    }

    pub fn game(&self) -> &str {
        self.id.split('/').next().unwrap_or_default()
    }

    /// Returns whether a fixture that it uses has problems.
    pub fn lacks_base(&self) -> bool {
        self.scenarios.iter().any(|scenario| scenario.lacks_base)
    }

    /// Returns whether it has a tag or may have it. In an unparsable file, the words are searched.
    pub fn may_have(&self, tag: &str) -> bool {
        match self.scenarios.is_empty() {
            true => self.text.contains(tag),
            false => self.scenarios.iter().any(|scenario| scenario.tags.iter().any(|own| own == tag)),
        }
    }

    /// Returns whether it cites one of these lines or may cite it. True if no address can be read.
    pub fn may_cite(&self, pick: &RulePick, book: &Rulebook) -> bool {
        let mut addresses = self.text.split("cite:").skip(1).map(address).peekable();
        addresses.peek().is_none() || addresses.any(|address| meets(&address, pick, book))
    }
}

/// Returns the text before the first separator, which may be an address.
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
    use crate::base::diagnostic::Kind;
    use crate::base::source::SourceFile;
    use crate::rulebook::rule_selector::NamedRule;

    #[test]
    fn an_unreadable_file_is_still_matched_by_its_addresses_and_words() {
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
        // Without a readable address, any line is possible.
        assert!(cites("a: [", "g/r.md:3") && cites("cite: ???\n", "g/r.md:3"));
        assert!(broken("tags: [odd\n").may_have("odd") && !broken("tags: [odd\n").may_have("even"));
        assert!(broken("a: [\ndraft: true  # yet\n").is_draft && !broken("a: [\n").is_draft);
    }
}
