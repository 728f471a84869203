//! Grades: how strong the evidence for a clause is.

/// How strong the evidence for a clause is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    Uncited,
    /// A scenario cites it, but was not played, is misposed, or says only what did not happen.
    Cited,
    /// Every claim citing it holds.
    Holds,
    /// And one of them deviates on a foil that lacks the clause.
    Sharp,
    /// And turning its switch off makes one of those claims fail, and leaves alone what it should.
    Proven,
    /// A claim citing it fails, and no other broken clause explains that.
    Violated,
    /// Every failing claim on it is explained by a violated clause, so it could not be judged.
    Obscured,
    Excluded,
    /// A claim citing it fails, and the project lists that as a known gap of the engine.
    Gap,
    /// Its words have changed since they were reviewed, and nobody has accepted that yet.
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
        Grade::Obscured,
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
            Grade::Obscured => "obscured",
            Grade::Excluded => "excluded",
            Grade::Gap => "gap",
            Grade::Stale => "stale",
        }
    }

    /// The grade that is called so.
    pub(crate) fn named(name: &str) -> Option<Grade> {
        Grade::ALL.into_iter().find(|grade| grade.name() == name)
    }

    /// Whether it is one of the steps from uncited to proven.
    pub(crate) fn is_on_the_ladder(self) -> bool {
        matches!(self, Grade::Uncited | Grade::Cited | Grade::Holds | Grade::Sharp | Grade::Proven)
    }

    /// Whether a clause with this grade keeps its floor. What is off the ladder is below every floor but its own name.
    pub(crate) fn keeps(self, floor: Grade) -> bool {
        match (self.is_on_the_ladder(), floor.is_on_the_ladder()) {
            _ if self == floor => true,
            (true, true) => self > floor,
            // Whoever was let off and holds now has become better.
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
            Grade::Obscured => "🌫",
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
