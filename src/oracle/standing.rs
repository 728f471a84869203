//! How a catalog rule stands: what its clauses add up to.

use crate::oracle::catalog::CatalogRule;
use crate::oracle::grade::Grade;
use crate::oracle::ledger::Ledger;
use crate::oracle::ledger::LedgerEntry;

/// A rule as a whole. One missing clause keeps it from being verified; one violated clause breaks it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// Every clause is proven or excluded, and at least one is proven.
    Verified,
    /// Every clause at least holds or is excluded, and not all that hold are proven.
    Holds,
    /// A clause is violated.
    Broken,
    /// Something is missing.
    Incomplete,
    /// Every clause is excluded.
    Excluded,
}

impl Mark {
    pub fn sign(self) -> &'static str {
        match self {
            Mark::Verified => "✅",
            Mark::Holds => "☑️",
            Mark::Broken => "❌",
            Mark::Incomplete => "⚠️",
            Mark::Excluded => "➖",
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Mark::Verified => "verified",
            Mark::Holds => "holds",
            Mark::Broken => "broken",
            Mark::Incomplete => "incomplete",
            Mark::Excluded => "excluded",
        }
    }

    pub(crate) fn of(entries: &[&LedgerEntry]) -> Mark {
        let has = |grade: Grade| entries.iter().any(|entry| entry.grade == grade);
        let holds = |grade: Grade| matches!(grade, Grade::Proven | Grade::Sharp | Grade::Holds | Grade::Excluded);
        let settled = entries.iter().all(|entry| matches!(entry.grade, Grade::Proven | Grade::Excluded));
        if has(Grade::Violated) {
            Mark::Broken
        } else if settled && has(Grade::Proven) {
            Mark::Verified
        } else if settled && !entries.is_empty() {
            Mark::Excluded
        } else if !entries.is_empty() && entries.iter().all(|entry| holds(entry.grade)) {
            Mark::Holds
        } else {
            Mark::Incomplete
        }
    }
}

/// A catalog rule with the entries of its clauses.
pub struct RuleStanding<'a> {
    pub rule: &'a CatalogRule,
    pub entries: Vec<&'a LedgerEntry>,
    pub mark: Mark,
}

/// Every rule of the catalog, in its order.
pub fn rules<'a>(catalog: &'a [CatalogRule], ledger: &'a Ledger) -> Vec<RuleStanding<'a>> {
    let standing = |rule: &'a CatalogRule| {
        let entries = entries(rule, ledger);
        RuleStanding { rule, mark: Mark::of(&entries), entries }
    };
    catalog.iter().map(standing).collect()
}

/// The clauses of a rule, each once, in the order of reading.
pub(crate) fn entries<'a>(rule: &CatalogRule, ledger: &'a Ledger) -> Vec<&'a LedgerEntry> {
    let mut entries: Vec<&LedgerEntry> = rule.lines.iter().flat_map(|address| ledger.at(address)).collect();
    entries.sort_by_key(|entry| &entry.id);
    entries.dedup_by_key(|entry| &entry.id);
    entries
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::rulebook::ClauseId;

    fn mark(grades: &[Grade]) -> Mark {
        let id = ClauseId { file: "g/r.md".into(), line: 1, clause: 1 };
        let entry = |grade: &Grade| LedgerEntry { grade: *grade, ..LedgerEntry::new(id.clone()) };
        let entries: Vec<LedgerEntry> = grades.iter().map(entry).collect();
        Mark::of(&entries.iter().collect::<Vec<_>>())
    }

    #[test]
    fn a_rule_is_as_good_as_its_weakest_clause() {
        assert_eq!(mark(&[Grade::Proven, Grade::Excluded]), Mark::Verified);
        assert_eq!(mark(&[Grade::Proven, Grade::Holds]), Mark::Holds);
        assert_eq!(mark(&[Grade::Holds, Grade::Excluded]), Mark::Holds);
        assert_eq!(mark(&[Grade::Holds, Grade::Obscured]), Mark::Incomplete);
        assert_eq!(mark(&[Grade::Violated, Grade::Obscured]), Mark::Broken);
        assert_eq!(mark(&[Grade::Proven, Grade::Uncited]), Mark::Incomplete);
        assert_eq!(mark(&[Grade::Proven, Grade::Violated, Grade::Uncited]), Mark::Broken);
        assert_eq!(mark(&[Grade::Excluded]), Mark::Excluded);
        assert_eq!(mark(&[]), Mark::Incomplete);
        assert_eq!(mark(&[Grade::Sharp, Grade::Proven]), Mark::Holds);
    }

    #[test]
    fn each_mark_has_its_sign_and_its_name() {
        let marks = [Mark::Verified, Mark::Holds, Mark::Broken, Mark::Incomplete, Mark::Excluded];
        assert_eq!(marks.map(Mark::sign), ["✅", "☑️", "❌", "⚠️", "➖"]);
        assert_eq!(marks.map(Mark::name), ["verified", "holds", "broken", "incomplete", "excluded"]);
    }
}
