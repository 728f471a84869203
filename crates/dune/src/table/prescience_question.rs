//! The question of PRESCIENCE in one battle, and its answer.

use crate::model::card::Card;
use crate::model::datum::Datum;
use crate::model::faction::Faction;
use crate::model::half_strength::Half;
use crate::model::leader::Leader;
use crate::model::named::named;

named! {
    Element, "element of a plan" {
        Leader = "leader",
        Weapon = "weapon",
        Defense = "defense",
        Number = "number",
    }
}

/// The element that the opponent shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    Leader(Leader),
    Card(Card),
    Number { number: Half, spice: Option<u32> },
    Nothing,
}

impl From<Shown> for Datum {
    fn from(shown: Shown) -> Datum {
        match shown {
            Shown::Leader(leader) => leader.into(),
            Shown::Card(card) => card.into(),
            Shown::Number { number, spice: None } => number.into(),
            Shown::Number { number, spice: Some(spice) } => {
                Datum::Record(vec![("number", number.into()), ("spice", spice.into())])
            }
            Shown::Nothing => Datum::from(None::<Card>),
        }
    }
}

/// A question that was put in this battle, and its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PrescienceQuestion {
    pub target: Faction,
    pub element: Element,
    pub shown: Option<Shown>,
    /// Asked and neither answered nor cancelled.
    pub is_pending: bool,
}
