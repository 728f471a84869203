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
