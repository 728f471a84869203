//! The source of decisions: a script, or any other answer to the questions of the engine.

use crate::decisions::ask::Ask;
use crate::decisions::step::Step;
use crate::table::Table;
use crate::table::turn::Phase;

/// The answer of a source to a question. Steps carry their number in the script, counted from 1.
#[derive(Debug, Clone, PartialEq)]
pub enum Next {
    Decision(u32, Step),
    /// A step to carry out first: a question, a card, a gift, or the end.
    Aside(u32, Step),
    Declined,
    /// The script ends here, which is allowed.
    Over,
    Wrong(Mistake),
}

/// A script that does not fit the play: the author's mistake, as a data path and an explanation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    pub at: String,
    pub why: String,
}

/// Whether an aside is played now, given the table.
pub type AsideFilter = fn(&Step, &Table) -> bool;

/// Makes the decisions. It sees the current table each time it is asked.
pub trait Source {
    fn next(&mut self, ask: &Ask, table: &Table) -> Next;

    /// The next aside before the next decision, if it or a later one of these asides is wanted now.
    fn aside(&mut self, wanted: AsideFilter, table: &Table) -> Option<(u32, Step)>;

    /// Whether a turn is marked here, between one phase and the next.
    fn marks_turn(&mut self, ended: Phase, begins: Phase) -> bool;

    /// No step is left.
    fn is_over(&self) -> bool;

    /// Called at the end of the play.
    fn finish(&self) -> Result<(), Mistake>;
}
