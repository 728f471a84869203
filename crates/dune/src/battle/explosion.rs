//! A Lasgun met by a Shield: the outcome, and its effect on all others in the Territory.

use crate::battle::casualties;
use crate::battle::resolution::BearerFate;
use crate::battle::resolution::CardsFate;
use crate::battle::resolution::Case;
use crate::battle::resolution::Ending;
use crate::battle::resolution::ForcesFate;
use crate::battle::resolution::Resolution;
use crate::battle::resolution::Side;
use crate::battle::without;
use crate::leaders::death;
use crate::model::faction::Faction;
use crate::model::leader::Leader;
use crate::model::leader_disc::Place;
use crate::model::switch::Switch;
use crate::model::territory::Territory;
use crate::table::Table;
use crate::table::battle::Role;
use crate::table::event::DeathCause;
use crate::table::event::DiscardReason;
use crate::table::event::EarnedBy;
use crate::table::event::LossReason;
use crate::table::event::NoWinner;
use crate::table::event::WonBy;

/// battle.md LASGUN: both lose the battle, their leaders and all cards played, and neither is paid.
pub(crate) fn explosion(case: &Case) -> Resolution {
    let table = case.table;
    let sides = case.plans.map(|plan| {
        let dies = plan.bearer.is_some() && table.applies(Switch::ExplosionLeaders);
        let discards = !plan.cards.is_empty() && table.applies(Switch::ExplosionCards);
        Side {
            bearer: if dies { BearerFate::Killed(DeathCause::Explosion) } else { BearerFate::Lives },
            // Not only the Forces of the fighters are lost; `devastate` removes all.
            forces: ForcesFate::Kept,
            cards: if discards { CardsFate::Discarded(DiscardReason::Explosion) } else { CardsFate::Kept },
            pays_support: plan.spice > 0,
            // battle.md PROPHECY BLINDED: this, and only this, kills the Kwisatz Haderach.
            kwisatz_dies: plan.kwisatz_haderach && table.applies(Switch::KwisatzOnlyExplosion),
        }
    });
    let totals = case.plans.map(|plan| plan.number);
    let ending = if table.applies(Switch::ExplosionBothLose) {
        Ending::Nobody(NoWinner::Explosion)
    } else {
        let winner = if totals[0] >= totals[1] { Role::Aggressor } else { Role::Defender };
        Ending::Won { winner, by: WonBy::Totals }
    };
    let income = if table.applies(Switch::ExplosionUnpaid) {
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
    if table.applies(Switch::ExplosionForces) {
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
    // battle.md LASGUN: all spice in the Territory goes to the bank.
    if has_spice && table.applies(Switch::ExplosionSpice) {
        for spot in territory.spots() {
            casualties::lose_ground_spice(table, spot, LossReason::Explosion);
        }
    }
    atreides
}

/// battle.md SURVIVING LEADERS: leaders who stay there after an earlier battle survive.
pub(crate) fn spare_bystanders(table: &mut Table, territory: Territory, fighting: &[Option<Leader>; 2]) {
    let bystanders: Vec<Leader> = table
        .game
        .discs
        .iter()
        .filter(|disc| disc.place == Place::At(territory) && !fighting.contains(&Some(disc.leader)))
        .map(|disc| disc.leader)
        .collect();
    if bystanders.is_empty() || table.applies(Switch::SurvivorsAreSafe) {
        return;
    }
    for leader in bystanders {
        death::kill(table, leader, DeathCause::Explosion);
    }
}
