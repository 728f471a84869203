//! The outline of a plan: its leader and cards, without the number. Commands of VOICE are checked against outlines.

use crate::battle::weapons::Slot;
use crate::leaders::leader_pool;
use crate::model::card::Card;
use crate::model::faction::Faction;
use crate::model::plan::Bearer;
use crate::model::plan::Plan;
use crate::table::Table;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outline {
    pub bearer: Option<Bearer>,
    pub weapon: Option<Card>,
    pub defense: Option<Card>,
}

impl Outline {
    pub(crate) fn of(plan: &Plan) -> Outline {
        Outline { bearer: plan.bearer, weapon: plan.weapon, defense: plan.defense }
    }
}

/// Returns every outline that the player could complete to a legal plan.
pub fn possible(table: &Table, faction: Faction) -> Vec<Outline> {
    let mut outlines = Vec::new();
    let hand = table.game.player(faction).map_or(&[][..], |player| &player.hand);
    let mut bearers: Vec<Bearer> = table
        .game
        .held_by(faction)
        .filter(|disc| leader_pool::may_play(table, faction, disc.leader).is_ok())
        .map(|disc| Bearer::Disc(disc.leader))
        .collect();
    if bearers.is_empty() {
        outlines.push(Outline { bearer: None, weapon: None, defense: None });
    }
    if hand.contains(&Card::CheapHero) {
        bearers.push(Bearer::Hero);
    }
    let slot = |slot: Slot| {
        let cards = hand.iter().enumerate().filter(move |(_, card)| slot.takes(**card));
        std::iter::once(None).chain(cards.map(Some))
    };
    for bearer in bearers {
        for weapon in slot(Slot::Weapon) {
            for defense in slot(Slot::Defense) {
                // One physical card fills one slot.
                if weapon.is_none() || weapon.map(|(index, _)| index) != defense.map(|(index, _)| index) {
                    outlines.push(Outline {
                        bearer: Some(bearer),
                        weapon: weapon.map(|(_, card)| *card),
                        defense: defense.map(|(_, card)| *card),
                    });
                }
            }
        }
    }
    outlines
}
