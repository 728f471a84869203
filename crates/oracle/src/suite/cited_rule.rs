//! The rule that a claimed refusal cites, compared by meaning: `battle.md:57` equals `battle.md#PRESCIENCE` if that is
//! line 57.

use crate::rulebook::Rulebook;
use crate::rulebook::address;
use crate::rulebook::address::Spot;
use crate::rulebook::rule_selector::NamedRule;
use crate::rulebook::rule_selector::RulePick;
use crate::rulebook::section::Section;

#[derive(Debug, Clone)]
pub struct CitedRule {
    pub text: String,
    /// `None` if the rulebook has no such rule; then the texts are compared.
    found: Option<Box<FoundRule>>,
}

#[derive(Debug, Clone)]
struct FoundRule {
    pick: RulePick,
    /// Normalized names of the rules.
    names: Vec<String>,
    /// Sections of the rules.
    sections: Vec<Section>,
}

impl CitedRule {
    pub(crate) fn new(text: &str, book: &Rulebook) -> CitedRule {
        CitedRule { text: text.to_owned(), found: FoundRule::find(text, book).map(Box::new) }
    }

    /// Returns whether the address that an engine cites is this rule or part of it.
    pub(crate) fn is_cited_by(&self, cited: &str) -> bool {
        cited == self.text || self.found.as_ref().is_some_and(|found| found.holds(cited))
    }
}

impl FoundRule {
    fn find(text: &str, book: &Rulebook) -> Option<FoundRule> {
        let mut pick = NamedRule::parse(text)?.pick(book).ok()?;
        let lines = book.file(&pick.lines.file)?.lines_between(pick.lines.first, pick.lines.last);
        let names = lines.iter().filter_map(|line| line.name.as_deref()).map(address::folded_name).collect();
        let sections = lines.iter().filter_map(|line| line.section.clone()).collect();
        pick.lines.last = lines.last().map_or(pick.lines.last, |line| line.last.max(pick.lines.last));
        Some(FoundRule { pick, names, sections })
    }

    fn holds(&self, cited: &str) -> bool {
        let Some(NamedRule { address, clause }) = NamedRule::parse(cited) else { return false };
        let RulePick { lines, clause: own } = &self.pick;
        let is_in_lines = match &address.spot {
            Spot::Lines { first, last } => lines.first <= *first && *last <= lines.last,
            Spot::Name(name) => self.names.contains(&address::folded_name(name)),
            Spot::Section(number) => self.sections.iter().any(|section| section.has_number(number)),
            Spot::Anywhere => false,
        };
        // An engine that cites a rule without a clause means all of its clauses.
        address.file == lines.file && is_in_lines && own.zip(clause).is_none_or(|(own, clause)| own == clause)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::source::SourceFile;

    #[test]
    fn a_rule_is_the_same_by_line_by_name_and_by_clause() {
        let text =
            "# Battle\n\nTIES: Ties go to nobody. They are fought again.\nLOSS: The loser loses all.\nNo name here.\n";
        let mut book = Rulebook::default();
        book.add("toy/battle.md", SourceFile::new("toy/battle.md", text));
        let cases = [
            ("toy/battle.md#TIES", "toy/battle.md:3", true),
            ("toy/battle.md:3", "toy/battle.md#ties", true),
            ("toy/battle.md:3", "toy/battle.md#LOSS", false),
            ("toy/battle.md:3", "toy/battle.md:4", false),
            ("toy/battle.md:3", "toy/battle.md:3.2", true),
            ("toy/battle.md:3.2", "toy/battle.md#TIES", true),
            ("toy/battle.md#TIES.2", "toy/battle.md:3.2", true),
            ("toy/battle.md:3.2", "toy/battle.md:3.1", false),
            ("toy/battle.md:3-4", "toy/battle.md:4", true),
            ("toy/battle.md:3-4", "toy/battle.md#LOSS", true),
            ("toy/battle.md:3-4", "toy/battle.md:3-4", true),
            ("toy/battle.md:3", "toy/battle.md:3-4", false),
            ("toy/battle.md", "toy/battle.md:5", true),
            ("toy/battle.md:5", "toy/battle.md", false),
            ("toy/battle.md:3", "toy/other.md:3", false),
            ("rule 7", "rule 7", true),
            ("rule 7", "rule 8", false),
        ];
        for (claimed, cited, expected) in cases {
            assert_eq!(CitedRule::new(claimed, &book).is_cited_by(cited), expected, "{claimed} by {cited}");
        }
    }
}
