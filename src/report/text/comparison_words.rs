//! Words for the differences between engines or saved runs.

use truthsayer_oracle::compare::comparison::Comparison;
use truthsayer_oracle::compare::comparison::RuleMark;
use truthsayer_oracle::compare::comparison::Turn;

/// Returns the symbol of a mark, followed by a count of clauses or by a word: `☑️ 3/3`, `⚠️ gap`.
pub(crate) fn sign(mark: RuleMark) -> String {
    match mark {
        RuleMark::Holds(all) => format!("☑️ {all}/{all}"),
        RuleMark::Partly(held, all) => format!("⬜ {held}/{all}"),
        RuleMark::Gap => "⚠️ gap".to_owned(),
        RuleMark::Violated(number) => format!("❌ {number}"),
        RuleMark::Absent => "–".to_owned(),
    }
}

/// The word for a difference. A rule is "broken" or "fixed" only between versions of one engine.
pub(crate) fn turned(turn: Turn, comparison: &Comparison<'_>) -> String {
    match (turn, comparison.are_versions(), comparison.saved_runs) {
        (Turn::Broken, true, _) => "broken".to_owned(),
        (Turn::Mended, true, _) => "fixed".to_owned(),
        (Turn::Broken, false, [one, _]) | (Turn::Mended, false, [_, one]) => format!("only {} passes", one.name),
        _ => "differs".to_owned(),
    }
}

/// The word for a difference after a number of scenarios.
pub(crate) fn counted(turn: Turn, comparison: &Comparison<'_>) -> String {
    match turned(turn, comparison).as_str() {
        "differs" => "different".to_owned(),
        "broken" => "broken".to_owned(),
        "fixed" => "fixed".to_owned(),
        only => format!("that {only}"),
    }
}
