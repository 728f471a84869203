//! A Lasgun met by a Shield: the outcome, and what it does to everybody else in the Territory.

use super::battle::Role;
use super::casualties;
use super::death;
use super::disc::Place;
use super::event::DeathCause;
use super::event::DiscardReason;
use super::event::EarnedBy;
use super::event::LossReason;
use super::event::NoWinner;
use super::event::WonBy;
use super::faction::Faction;
use super::leader::Leader;
use super::resolution::BearerFate;
use super::resolution::CardsFate;
use super::resolution::Case;
use super::resolution::Ending;
use super::resolution::ForcesFate;
use super::resolution::Resolution;
use super::resolution::Side;
use super::switch::Switch;
use super::table::Table;
use super::territory::Territory;
use super::without;

/// battle.md LASGUN: both lose the battle, their leaders and all cards played, and nobody is paid.
pub(crate) fn explosion(case: &Case) -> Resolution {
    let table = case.table;
    let sides = case.plans.map(|plan| {
        let dies = plan.bearer.is_some() && table.upholds(Switch::ExplosionLeaders);
        let discards = !plan.cards.is_empty() && table.upholds(Switch::ExplosionCards);
        Side {
            bearer: if dies { BearerFate::Killed(DeathCause::Explosion) } else { BearerFate::Lives },
            // Not only the fighters' Forces are lost; see `devastate`.
            forces: ForcesFate::Kept,
            cards: if discards { CardsFate::Discarded(DiscardReason::Explosion) } else { CardsFate::Kept },
            pays_support: plan.spice > 0,
            // battle.md PROPHECY BLINDED: this, and only this, kills the Kwisatz Haderach.
            kwisatz_dies: plan.kwisatz_haderach && table.upholds(Switch::KwisatzOnlyExplosion),
        }
    });
    let totals = case.plans.map(|plan| plan.number);
    let ending = if table.upholds(Switch::ExplosionBothLose) {
        Ending::Nobody(NoWinner::Explosion)
    } else {
        let winner = if totals[0] >= totals[1] { Role::Aggressor } else { Role::Defender };
        Ending::Won { winner, by: WonBy::Totals }
    };
    let income = if table.upholds(Switch::ExplosionUnpaid) {
        Vec::new()
    } else {
        without::both_are_paid(case, EarnedBy::KilledLeader)
    };
    Resolution { ending, sides, totals, income, saved: Vec::new(), explodes: true, caller: None }
}

/// Destroys what is in the Territory: all Forces of all factions, in all sectors, and the spice. Gives the
/// number of Atreides Forces lost.
pub(crate) fn devastate(table: &mut Table, territory: Territory) -> u32 {
    let mut atreides = 0;
    // battle.md LASGUN: all Forces in the Territory, not only those that fought.
    if table.upholds(Switch::ExplosionForces) {
        for faction in table.game.storm_order.clone() {
            for spot in territory.spots() {
                let toll = casualties::everyone(table, faction, spot);
                let lost = casualties::lose(table, faction, spot, toll, LossReason::Explosion);
                if faction == Faction::Atreides {
                    atreides += lost;
                }
            }
        }
    }
    let has_spice = territory.spots().iter().any(|spot| table.game.ground_spice.at(*spot) > 0);
    // battle.md LASGUN: and all spice there goes to the bank.
    if has_spice && table.upholds(Switch::ExplosionSpice) {
        for spot in territory.spots() {
            casualties::lose_ground_spice(table, spot, LossReason::Explosion);
        }
    }
    atreides
}

/// battle.md SURVIVING LEADERS: leaders who stand there after an earlier battle are safe.
pub(crate) fn spare_bystanders(table: &mut Table, territory: Territory, fighting: &[Option<Leader>; 2]) {
    let bystanders: Vec<Leader> = table
        .game
        .discs
        .iter()
        .filter(|disc| disc.place == Place::At(territory) && !fighting.contains(&Some(disc.leader)))
        .map(|disc| disc.leader)
        .collect();
    if bystanders.is_empty() || table.upholds(Switch::SurvivorsAreSafe) {
        return;
    }
    for leader in bystanders {
        death::kill(table, leader, DeathCause::Explosion);
    }
}
