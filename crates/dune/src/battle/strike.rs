//! Weapons against defenses: what a weapon does to the leader it is aimed at.

use crate::battle::without;
use crate::model::card::Card;
use crate::model::card::Kind;
use crate::model::plan::Plan;
use crate::model::reading::EllacaDrug;
use crate::model::switch::Switch;
use crate::table::Table;

/// The effect of a weapon on the opposing leader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Strike {
    /// The leader's strength does not count in the total.
    pub leaves_out: bool,
    pub kills: bool,
    /// The weapon and the defense that stopped it.
    pub stopped: Option<(Card, Card)>,
}

/// Both weapons of a battle: what each side suffers, aggressor first.
pub(crate) fn exchange(table: &Table, plans: [&Plan; 2]) -> [Strike; 2] {
    let [aggressor, defender] = plans;
    let on_defender = strike(table, aggressor, defender);
    let on_aggressor = strike(table, defender, aggressor);
    // battle.md WEAPONS: both weapons take effect at the same time, so both leaders can be killed.
    let both = on_defender.kills && on_aggressor.kills;
    if both && !table.applies(Switch::BothWeaponsTakeEffect) {
        return without::aggressor_strikes_first(on_defender);
    }
    [on_aggressor, on_defender]
}

/// Whether a Lasgun and a Shield are in the same battle, on either side.
pub(crate) fn explodes(plans: [&Plan; 2]) -> bool {
    let plays = |card: Card| plans.iter().any(|plan| plan.weapon == Some(card) || plan.defense == Some(card));
    plays(Card::Lasgun) && plays(Card::Shield)
}

fn strike(table: &Table, attacker: &Plan, target: &Plan) -> Strike {
    let Some(weapon) = attacker.weapon else {
        return Strike::default();
    };
    if target.bearer.is_none() {
        return Strike::default();
    }
    if let Some(defense) = stopping(table, weapon, target.defense) {
        return Strike { stopped: Some((weapon, defense)), ..Strike::default() };
    }
    let kills = match weapon.kind() {
        Kind::Projectile => table.applies(Switch::ProjectileKills),
        Kind::Poison => table.applies(Switch::PoisonKills),
        // battle.md LASGUN: no defense stops a Lasgun.
        Kind::Lasgun => table.applies(Switch::LasgunKills),
        // battle.md WORTHLESS CARD: a worthless card in the weapon slot does nothing.
        Kind::Worthless => !table.applies(Switch::WorthlessHasNoEffect),
        _ => false,
    };
    let is_weapon = weapon.is_weapon() || kills;
    // battle.md WEAPONS: without a proper defense the strength does not count.
    let leaves_out = is_weapon && table.applies(Switch::StrengthLeftOut);
    Strike { leaves_out, kills, stopped: None }
}

/// Returns the weapon and this defense, if the defense stops the weapon.
fn stopping(table: &Table, weapon: Card, defense: Option<Card>) -> Option<Card> {
    let defense = defense?;
    let is_proper = match proper_defense(table, weapon) {
        Some(Card::Shield) if defense == Card::Shield => table.applies(Switch::ShieldProtects),
        Some(Card::Snooper) if defense == Card::Snooper => table.applies(Switch::SnooperProtects),
        // battle.md WEAPONS: the wrong kind of defense, or a worthless card, protects nothing.
        Some(_) => !table.applies(Switch::WrongDefenseProtectsNothing),
        None => false,
    };
    is_proper.then_some(defense)
}

fn proper_defense(table: &Table, weapon: Card) -> Option<Card> {
    match weapon.kind() {
        Kind::Projectile => Some(Card::Shield),
        Kind::Poison if weapon == Card::EllacaDrug => {
            // battle.md ELLACA DRUG: it is a poison like any other, unless the other reading of the card is chosen.
            let is_other = table.game.readings.ellaca_drug == EllacaDrug::Shield;
            let by_snooper = table.reads(is_other, Switch::EllacaStoppedBySnooper, Switch::EllacaStoppedByShield);
            Some(if by_snooper { Card::Snooper } else { Card::Shield })
        }
        Kind::Poison => Some(Card::Snooper),
        _ => None,
    }
}
