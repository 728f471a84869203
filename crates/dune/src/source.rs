//! Where decisions come from: a script, or anybody who answers when asked.

use super::ask::Ask;
use super::step::Step;
use super::table::Table;
use super::turn::Phase;

/// What a source has to say to a question. Steps carry their number in the script, counted from 1.
#[derive(Debug, Clone, PartialEq)]
pub enum Next {
    Decision(u32, Step),
    /// Something to be done first: a question, a card, a gift, the end.
    Aside(u32, Step),
    Declined,
    /// There is nothing more, and that is in order.
    Over,
    Wrong(Mistake),
}

/// A script that does not fit the play: the author's mistake, as a data path and an explanation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mistake {
    pub at: String,
    pub why: String,
}

/// Whether an aside is to be played now, as the table stands.
pub type Wish = fn(&Step, &Table) -> bool;

/// Whoever makes the decisions. It sees the table each time it is asked, after all that came before.
pub trait Source {
    fn next(&mut self, ask: &Ask, table: &Table) -> Next;

    /// The asides that stand before the next decision, up to the last one that is wanted now.
    fn aside(&mut self, wanted: Wish, table: &Table) -> Option<(u32, Step)>;

    /// Whether a turn is marked here, between one phase and the next.
    fn marks_turn(&mut self, ended: Phase, begins: Phase) -> bool;

    /// No step is left.
    fn is_over(&self) -> bool;

    /// Called once the play has come to its end.
    fn finish(&self) -> Result<(), Mistake>;
}
