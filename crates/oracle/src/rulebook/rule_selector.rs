//! Rules as users type them: a line, a range of lines, a rule's NAME, a whole file, or one clause.

use std::fmt;

use crate::rulebook::ClauseId;
use crate::rulebook::Rulebook;
use crate::rulebook::address::Address;
use crate::rulebook::address::Lines;
use crate::rulebook::address::Spot;

/// A rule as typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedRule {
    pub address: Address,
    pub clause: Option<usize>,
}

/// A rule found in the rulebook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulePick {
    pub lines: Lines,
    pub clause: Option<usize>,
}

impl NamedRule {
    /// Parses an address, or a line or name followed by `.clause`.
    pub fn parse(text: &str) -> Option<NamedRule> {
        let clause = text.rsplit_once('.').and_then(|(rule, clause)| {
            let clause = clause.parse().ok().filter(|clause| *clause > 0)?;
            // The last number after `§` is part of the section.
            let address =
                Address::parse(rule).filter(|address| !matches!(address.spot, Spot::Anywhere | Spot::Section(_)))?;
            Some(NamedRule { address, clause: Some(clause) })
        });
        clause.or_else(|| Some(NamedRule { address: Address::parse(text)?, clause: None }))
    }

    /// Returns the selected lines, or an error message.
    pub fn pick(&self, book: &Rulebook) -> Result<RulePick, String> {
        Ok(RulePick { lines: self.address.lines(book)?, clause: self.clause })
    }

    /// Returns the clauses of a rule that a file names without a quote. If the rulebook has changed since its review,
    /// they are the successors of the reviewed clauses.
    pub fn clauses(&self, book: &Rulebook) -> Vec<ClauseId> {
        let of = |book: &Rulebook| -> Vec<ClauseId> {
            let pick = self.pick(book).ok();
            let Some((file, pick)) = pick.and_then(|pick| Some((book.file(&pick.lines.file)?, pick))) else {
                return Vec::new();
            };
            let lines = file.lines_between(pick.lines.first, pick.lines.last);
            lines.iter().flat_map(|line| line.clause_ids(&file.name)).filter(|id| pick.holds(id)).collect()
        };
        match book.past().map(|past| (past, of(&past.old))) {
            Some((past, old)) if !old.is_empty() => past.follow(&old),
            _ => of(book),
        }
    }
}

impl RulePick {
    pub fn holds(&self, id: &ClauseId) -> bool {
        self.lines.holds(id) && self.clause.is_none_or(|clause| clause == id.clause)
    }
}

impl fmt::Display for NamedRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.address)?;
        match self.clause {
            Some(clause) => write!(f, ".{clause}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_a_line_a_range_a_name_a_file_or_a_clause() {
        let pick = |text| NamedRule::parse(text).map(|pick| (pick.address.to_string(), pick.clause));
        assert_eq!(pick("dune/battle.md:23"), Some(("dune/battle.md:23".into(), None)));
        assert_eq!(pick("dune/battle.md:23.2"), Some(("dune/battle.md:23".into(), Some(2))));
        assert_eq!(pick("dune/battle.md:150-156"), Some(("dune/battle.md:150-156".into(), None)));
        assert_eq!(pick("dune/battle.md#NO TIES"), Some(("dune/battle.md#NO TIES".into(), None)));
        assert_eq!(pick("dune/battle.md#NO TIES.1"), Some(("dune/battle.md#NO TIES".into(), Some(1))));
        assert_eq!(pick("dune/battle.md"), Some(("dune/battle.md".into(), None)));
        assert_eq!(pick("dune/battle.md:23.0"), None);
        assert_eq!(pick("dune/battle"), None);
    }

    #[test]
    fn a_selector_is_printed_as_typed() {
        for text in ["dune/battle.md:23", "dune/battle.md:23.2", "dune/battle.md:150-156", "dune/battle.md#NO TIES.2"] {
            assert_eq!(NamedRule::parse(text).unwrap().to_string(), text);
        }
    }
}
