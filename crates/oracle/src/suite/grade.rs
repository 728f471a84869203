//! Grades: the strength of the evidence for a clause.

/// Strength of the evidence for a clause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    Uncited,
    /// A scenario cites it, but did not run, is invalid, or only claims what does not happen.
    Cited,
    /// Every claim on it passes.
    Holds,
    /// As `Holds`, and one of these claims fails on the reference engine's mutant.
    Sharp,
    /// As `Sharp`, and one of these claims fails on the engine's own mutant, which is specific.
    Proven,
    /// A claim on it fails, and no other violated clause explains the failure.
    Violated,
    /// Every failing claim on it is explained by another violated clause.
    Blocked,
    Excluded,
    /// A claim on it fails, and this is a known gap of the engine.
    Gap,
    /// Its words have changed since the last review, and the change is not accepted.
    Stale,
}

impl Grade {
    pub const ALL: [Grade; 10] = [
        Grade::Proven,
        Grade::Sharp,
        Grade::Holds,
        Grade::Cited,
        Grade::Uncited,
        Grade::Violated,
        Grade::Blocked,
        Grade::Excluded,
        Grade::Gap,
        Grade::Stale,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Grade::Uncited => "uncited",
            Grade::Cited => "cited",
            Grade::Holds => "holds",
            Grade::Sharp => "sharp",
            Grade::Proven => "proven",
            Grade::Violated => "violated",
            Grade::Blocked => "blocked",
            Grade::Excluded => "excluded",
            Grade::Gap => "gap",
            Grade::Stale => "stale",
        }
    }

    /// Returns the grade with this name.
    pub fn named(name: &str) -> Option<Grade> {
        Grade::ALL.into_iter().find(|grade| grade.name() == name)
    }

    /// Returns whether the grade is one of the ordered grades from uncited to proven.
    pub(crate) fn is_on_the_ladder(self) -> bool {
        matches!(self, Grade::Uncited | Grade::Cited | Grade::Holds | Grade::Sharp | Grade::Proven)
    }

    /// Returns whether this grade satisfies a floor. A grade off the ladder satisfies only a floor of the same grade.
    pub(crate) fn keeps(self, floor: Grade) -> bool {
        match (self.is_on_the_ladder(), floor.is_on_the_ladder()) {
            _ if self == floor => true,
            (true, true) => self > floor,
            // A clause whose floor was off the ladder and that holds now has improved.
            (true, false) => self >= Grade::Holds,
            (false, _) => false,
        }
    }

    pub fn mark(self) -> &'static str {
        match self {
            Grade::Uncited => "⬜",
            Grade::Cited => "⚠️",
            Grade::Holds => "☑️",
            Grade::Sharp => "☑️",
            Grade::Proven => "✅",
            Grade::Violated => "❌",
            Grade::Blocked => "🌫",
            Grade::Excluded => "➖",
            Grade::Gap => "⚠️",
            Grade::Stale => "✏️",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_floor_is_kept_by_what_is_as_high_and_off_the_ladder_only_by_its_own_name() {
        assert!(
            Grade::Proven.keeps(Grade::Holds) && Grade::Holds.keeps(Grade::Holds) && Grade::Sharp.keeps(Grade::Cited)
        );
        assert!(!Grade::Holds.keeps(Grade::Sharp) && !Grade::Uncited.keeps(Grade::Cited));
        for off in Grade::ALL.into_iter().filter(|grade| !grade.is_on_the_ladder()) {
            assert!(off.keeps(off) && Grade::Proven.keeps(off) && !Grade::Cited.keeps(off), "{off:?}");
            assert!(!off.keeps(Grade::Uncited) && !off.keeps(Grade::Proven), "{off:?}");
        }
        assert!(!Grade::Gap.keeps(Grade::Violated));
    }
}
