//! The status of a catalog rule, computed from its clauses.

use crate::evidence::coverage::Coverage;
use crate::evidence::coverage::CoverageEntry;
use crate::rulebook::catalog::CatalogRule;
use crate::suite::grade::Grade;

/// Status of a rule. One missing clause prevents `Verified`; one violated clause makes it `Broken`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// Every clause is proven or excluded, and at least one is proven.
    Verified,
    /// Every clause is excluded or at least holds, and not all of them are proven.
    Holds,
    /// A clause is violated.
    Broken,
    /// A clause has no sufficient evidence.
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

    pub fn name(self) -> &'static str {
        match self {
            Mark::Verified => "verified",
            Mark::Holds => "holds",
            Mark::Broken => "broken",
            Mark::Incomplete => "incomplete",
            Mark::Excluded => "excluded",
        }
    }

    pub fn of(entries: &[&CoverageEntry]) -> Mark {
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

/// A catalog rule with the coverage of its clauses.
pub struct RuleStatus<'a> {
    pub rule: &'a CatalogRule,
    pub entries: Vec<&'a CoverageEntry>,
    pub mark: Mark,
}

/// Returns every rule of the catalog, in order.
pub fn rules<'a>(catalog: &'a [CatalogRule], coverage: &'a Coverage) -> Vec<RuleStatus<'a>> {
    let status = |rule: &'a CatalogRule| {
        let entries = entries(rule, coverage);
        RuleStatus { rule, mark: Mark::of(&entries), entries }
    };
    catalog.iter().map(status).collect()
}

/// Returns the clauses of a rule, each once, in document order.
pub fn entries<'a>(rule: &CatalogRule, coverage: &'a Coverage) -> Vec<&'a CoverageEntry> {
    let mut entries: Vec<&CoverageEntry> = rule.lines.iter().flat_map(|address| coverage.at(address)).collect();
    entries.sort_by_key(|entry| &entry.id);
    entries.dedup_by_key(|entry| &entry.id);
    entries
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::ClauseId;

    fn mark(grades: &[Grade]) -> Mark {
        let id = ClauseId { file: "g/r.md".into(), line: 1, clause: 1 };
        let entry = |grade: &Grade| CoverageEntry { grade: *grade, ..CoverageEntry::new(id.clone()) };
        let entries: Vec<CoverageEntry> = grades.iter().map(entry).collect();
        Mark::of(&entries.iter().collect::<Vec<_>>())
    }

    #[test]
    fn a_rule_is_as_good_as_its_weakest_clause() {
        assert_eq!(mark(&[Grade::Proven, Grade::Excluded]), Mark::Verified);
        assert_eq!(mark(&[Grade::Proven, Grade::Holds]), Mark::Holds);
        assert_eq!(mark(&[Grade::Holds, Grade::Excluded]), Mark::Holds);
        assert_eq!(mark(&[Grade::Holds, Grade::Blocked]), Mark::Incomplete);
        assert_eq!(mark(&[Grade::Violated, Grade::Blocked]), Mark::Broken);
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
