//! What happens without a clause. None of this is a rule: it is played only where a switch is off, so that somebody can
//! see what the clause is there for.

use super::battle::Role;
use super::event::DeathCause;
use super::event::EarnedBy;
use super::resolution::BearerFate;
use super::resolution::Case;
use super::resolution::Income;
use super::strike::Strike;

/// A Cheap Hero counts for as much as the weakest leader, in a total and in spice.
pub(crate) const HERO_STRENGTH: u32 = 1;

/// The weapon of the Aggressor comes first, and whom it kills does not strike back.
pub(crate) fn aggressor_strikes_first(on_defender: Strike) -> [Strike; 2] {
    [Strike::default(), on_defender]
}

/// Where nobody is to be paid, each side is paid for the leader of the other.
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

/// To lose is to die.
pub(crate) const LOSER_DIES: BearerFate = BearerFate::Killed(DeathCause::BattleLost);
