//! Kinds of weak evidence: places where the suite itself is weak.

/// Kinds of weak evidence, in the order of reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum WeakKind {
    /// A claim that fails without other clauses, but not without its own.
    PassesWithoutItsClause,
    /// A claim that no switch fails.
    NeverFails,
    /// A proven clause with a single claim that fails without it.
    Thin,
    /// An event, a field or a path of goldens that no claim expects.
    Unclaimed,
    /// Words of a clause that no claim quotes.
    Unquoted,
    /// A proven clause with too few other switches in the run that proves it.
    SpecificityUntested,
    /// A switch that always turns off another switch, too.
    TakesOthersAlong,
}

impl WeakKind {
    pub const ALL: [WeakKind; 7] = [
        WeakKind::PassesWithoutItsClause,
        WeakKind::NeverFails,
        WeakKind::Thin,
        WeakKind::Unclaimed,
        WeakKind::Unquoted,
        WeakKind::SpecificityUntested,
        WeakKind::TakesOthersAlong,
    ];

    /// Returns the name in the project file and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            WeakKind::PassesWithoutItsClause => "passes-without-its-clause",
            WeakKind::NeverFails => "never-fails",
            WeakKind::Thin => "thin",
            WeakKind::Unclaimed => "unclaimed",
            WeakKind::Unquoted => "unquoted",
            WeakKind::SpecificityUntested => "specificity-untested",
            WeakKind::TakesOthersAlong => "takes-others-along",
        }
    }

    /// Returns whether entries of this kind are about claims.
    pub fn is_of_claims(self) -> bool {
        matches!(self, WeakKind::PassesWithoutItsClause | WeakKind::NeverFails)
    }

    pub fn named(name: &str) -> Option<WeakKind> {
        WeakKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}
