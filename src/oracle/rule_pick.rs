//! A rule as people name it: a line, a range of lines, or one clause.

use std::fmt;

use crate::oracle::citation::Address;
use crate::oracle::rulebook::ClauseId;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RulePick {
    pub address: Address,
    pub clause: Option<usize>,
}

impl RulePick {
    /// Reads `file:line`, `file:first-last` or `file:line.clause`.
    pub fn parse(text: &str) -> Option<RulePick> {
        if let Some(address) = Address::parse(text) {
            return Some(RulePick { address, clause: None });
        }
        let (line, clause) = text.rsplit_once('.')?;
        let clause = clause.parse().ok().filter(|clause| *clause > 0)?;
        Some(RulePick { address: Address::parse(line)?, clause: Some(clause) })
    }

    pub fn holds(&self, id: &ClauseId) -> bool {
        self.address.holds(id) && self.clause.is_none_or(|clause| clause == id.clause)
    }
}

impl fmt::Display for RulePick {
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
    fn a_rule_is_a_line_a_range_or_a_clause() {
        let pick = |text| RulePick::parse(text).map(|pick| (pick.address.to_string(), pick.clause));
        assert_eq!(pick("dune/battle.md:23"), Some(("dune/battle.md:23".into(), None)));
        assert_eq!(pick("dune/battle.md:23.2"), Some(("dune/battle.md:23".into(), Some(2))));
        assert_eq!(pick("dune/battle.md:150-156"), Some(("dune/battle.md:150-156".into(), None)));
        assert_eq!(pick("dune/battle.md"), None);
        assert_eq!(pick("dune/battle.md:23.0"), None);
    }

    #[test]
    fn it_is_told_as_it_is_typed() {
        for text in ["dune/battle.md:23", "dune/battle.md:23.2", "dune/battle.md:150-156"] {
            assert_eq!(RulePick::parse(text).unwrap().to_string(), text);
        }
    }
}
