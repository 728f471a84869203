//! The behaviour of mutants: what happens if the switch of a clause is off. None of this is a rule.

use crate::battle::resolution::BearerFate;
use crate::battle::resolution::Case;
use crate::battle::resolution::Income;
use crate::battle::strike::Strike;
use crate::table::battle::Role;
use crate::table::event::DeathCause;
use crate::table::event::EarnedBy;

/// A Cheap Hero counts for as much as the weakest leader, in a total and in spice.
pub(crate) const HERO_STRENGTH: u32 = 1;

/// The weapon of the Aggressor strikes first. A killed defender does not strike back.
pub(crate) fn aggressor_strikes_first(on_defender: Strike) -> [Strike; 2] {
    [Strike::default(), on_defender]
}

/// Each side is paid for the leader of the other, although the rule pays neither.
pub(crate) fn both_are_paid(case: &Case, why: EarnedBy) -> Vec<Income> {
    let reward = |role: Role| {
        let leader = case.plans[role.other() as usize].leader()?;
        let to = case.plans[role as usize].by;
        Some(Income { to, amount: leader.strength(), why, leader: Some(leader) })
    };
    Role::BOTH.into_iter().filter_map(reward).collect()
}

/// A caller who is not spared loses the leader to the weapon that hits it.
pub(crate) const CALLER_IS_HIT: BearerFate = BearerFate::Killed(DeathCause::Weapon);

/// The loser's leader dies.
pub(crate) const LOSER_DIES: BearerFate = BearerFate::Killed(DeathCause::BattleLost);
