//! The outcome of a battle in which a traitor was called.

use crate::battle::resolution::BearerFate;
use crate::battle::resolution::CardsFate;
use crate::battle::resolution::Case;
use crate::battle::resolution::Ending;
use crate::battle::resolution::ForcesFate;
use crate::battle::resolution::Income;
use crate::battle::resolution::Resolution;
use crate::battle::resolution::Side;
use crate::battle::resolution::plain_total;
use crate::battle::strike;
use crate::battle::weapons;
use crate::battle::without;
use crate::model::faction::Faction;
use crate::model::half_strength::Half;
use crate::model::switch::Switch;
use crate::table::battle::Role;
use crate::table::event::DeathCause;
use crate::table::event::DiscardReason;
use crate::table::event::EarnedBy;
use crate::table::event::LossReason;
use crate::table::event::NoWinner;
use crate::table::event::WonBy;

/// One side has called and the other has not.
pub(crate) fn one_traitor(case: &Case, caller_role: Role, caller: Faction) -> Resolution {
    let totals = case.plans.map(plain_total);
    // battle.md TRAITORS: the caller wins at once, regardless of the totals.
    let winner = if case.table.applies(Switch::CallerWins) { caller_role } else { ahead(totals) };
    let caller_side = caller_side(case, caller_role);
    let betrayed = betrayed(case, caller_role.other());
    let sides = match caller_role {
        Role::Aggressor => [caller_side, betrayed],
        Role::Defender => [betrayed, caller_side],
    };
    Resolution {
        ending: Ending::Won { winner, by: WonBy::Traitor },
        sides,
        totals,
        income: reward(case, caller_role, caller).into_iter().collect(),
        saved: Vec::new(),
        explodes: false,
        caller: Some(caller_role),
    }
}

fn ahead(totals: [Half; 2]) -> Role {
    if totals[0] >= totals[1] { Role::Aggressor } else { Role::Defender }
}

/// battle.md TRAITORS: the caller loses no Forces, no leader and no spice.
fn caller_side(case: &Case, role: Role) -> Side {
    let (table, plan) = (case.table, case.plans[role as usize]);
    let is_hit = strike::exchange(table, case.plans)[role as usize].kills;
    let is_spared = !is_hit || table.applies(Switch::CallerLosesNoLeader);
    let bearer = if !is_spared {
        without::CALLER_IS_HIT
    } else if plan.leader().is_some() && table.applies(Switch::CallerLeaderToPool) {
        BearerFate::BackToPool
    } else {
        BearerFate::Lives
    };
    let has_one_shot = plan.cards.iter().any(|card| weapons::is_one_shot(table, *card));
    Side {
        bearer,
        forces: if table.applies(Switch::CallerLosesNoForces) { ForcesFate::Kept } else { ForcesFate::Dialed },
        cards: CardsFate::Chosen { with_one_shots: has_one_shot && table.applies(Switch::CallerKeepsOneShots) },
        // battle.md TRAITORS, LOSING NOTHING: the committed spice stays too.
        pays_support: plan.spice > 0
            && !(table.applies(Switch::CallerLosesNoSpice) && table.applies(Switch::CallerKeepsSpice)),
        kwisatz_dies: false,
    }
}

/// battle.md TRAITORS: the other player loses everything in the Territory and everything in the plan.
fn betrayed(case: &Case, role: Role) -> Side {
    let (table, plan) = (case.table, case.plans[role as usize]);
    let forces = if table.applies(Switch::BetrayedLosesForces) {
        ForcesFate::AllLost(LossReason::Traitor)
    } else {
        ForcesFate::Kept
    };
    let discards = !plan.cards.is_empty() && table.applies(Switch::BetrayedDiscards);
    let dies = table.applies(Switch::TraitorToTanks);
    Side {
        bearer: if dies { BearerFate::Killed(DeathCause::Traitor) } else { BearerFate::Lives },
        forces,
        cards: if discards { CardsFate::Discarded(DiscardReason::Traitor) } else { CardsFate::Kept },
        pays_support: plan.spice > 0 && table.applies(Switch::OtherSidePays),
        kwisatz_dies: false,
    }
}

/// battle.md TRAITORS: the strength of the traitor, in spice.
fn reward(case: &Case, caller_role: Role, caller: Faction) -> Option<Income> {
    let traitor = case.plans[caller_role.other() as usize].leader()?;
    let fighter = case.plans[caller_role as usize].by;
    // battle.md ALLIANCE: a call by Harkonnen counts as the ally's own, so the ally is paid.
    let is_for_ally = caller != fighter && case.table.applies(Switch::CountsAsTheAllys);
    let to = if caller == fighter || is_for_ally { fighter } else { caller };
    case.table.applies(Switch::CallerIsPaid).then(|| Income {
        to,
        amount: traitor.strength(),
        why: EarnedBy::Traitor,
        leader: Some(traitor),
    })
}

/// battle.md TWO TRAITORS: both have called, so both lose everything and there is no winner.
pub(crate) fn two_traitors(case: &Case) -> Resolution {
    let table = case.table;
    let sides = case.plans.map(|plan| {
        let dies = table.applies(Switch::TwoTraitorsLeaders);
        let loses = table.applies(Switch::TwoTraitorsForces);
        let discards = !plan.cards.is_empty() && table.applies(Switch::TwoTraitorsCards);
        Side {
            bearer: if dies { BearerFate::Killed(DeathCause::Traitor) } else { BearerFate::Lives },
            forces: if loses { ForcesFate::AllLost(LossReason::TwoTraitors) } else { ForcesFate::Kept },
            cards: if discards { CardsFate::Discarded(DiscardReason::TwoTraitors) } else { CardsFate::Kept },
            pays_support: plan.spice > 0,
            kwisatz_dies: false,
        }
    });
    let ending = if table.applies(Switch::TwoTraitorsNoWinner) {
        Ending::Nobody(NoWinner::TwoTraitors)
    } else {
        Ending::Won { winner: Role::Aggressor, by: WonBy::Traitor }
    };
    let income = if table.applies(Switch::TwoTraitorsUnpaid) {
        Vec::new()
    } else {
        without::both_are_paid(case, EarnedBy::Traitor)
    };
    Resolution {
        ending,
        sides,
        totals: case.plans.map(plain_total),
        income,
        saved: Vec::new(),
        explodes: false,
        caller: None,
    }
}
