//! The outcome of a battle, worked out completely from the revealed plans before anything is moved.

use crate::battle::explosion;
use crate::battle::strike;
use crate::battle::strike::Strike;
use crate::battle::traitor_calls::Calls;
use crate::battle::traitor_outcome;
use crate::battle::without;
use crate::leaders::kwisatz;
use crate::model::card::Card;
use crate::model::faction::Faction;
use crate::model::half_strength::Half;
use crate::model::leader::Leader;
use crate::model::plan::Bearer;
use crate::model::plan::Plan;
use crate::model::switch::Switch;
use crate::table::Table;
use crate::table::battle::Role;
use crate::table::event::DeathCause;
use crate::table::event::DiscardReason;
use crate::table::event::EarnedBy;
use crate::table::event::LossReason;
use crate::table::event::NoWinner;
use crate::table::event::WonBy;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ending {
    Won { winner: Role, by: WonBy },
    Nobody(NoWinner),
}

/// The fate of the leader or hero of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BearerFate {
    Lives,
    Killed(DeathCause),
    /// The leader of a traitor caller goes straight back to the pool.
    BackToPool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ForcesFate {
    Kept,
    Dialed,
    AllLost(LossReason),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CardsFate {
    Discarded(DiscardReason),
    Kept,
    /// The player decides about each card; about one-shot cards only if a traitor call allows it.
    Chosen {
        with_one_shots: bool,
    },
}

/// Spice that comes out of the bank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Income {
    pub to: Faction,
    pub amount: u32,
    pub why: EarnedBy,
    pub leader: Option<Leader>,
}

/// The outcome of the battle for one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Side {
    pub bearer: BearerFate,
    pub forces: ForcesFate,
    pub cards: CardsFate,
    pub pays_support: bool,
    pub kwisatz_dies: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Resolution {
    pub ending: Ending,
    pub sides: [Side; 2],
    pub totals: [Half; 2],
    pub income: Vec<Income>,
    /// Leaders whom a defense has saved, with the weapon and the defense.
    pub saved: Vec<(Leader, Card, Card)>,
    pub explodes: bool,
    /// The side whose call decided the battle.
    pub caller: Option<Role>,
}

impl Resolution {
    /// Whether the totals decide and are equal. After a traitor call the totals do not matter.
    pub(crate) fn is_tie(&self) -> bool {
        matches!(self.ending, Ending::Won { by: WonBy::Totals, .. }) && self.totals[0] == self.totals[1]
    }
}

/// A battle ready to be judged.
pub(crate) struct Case<'a> {
    pub table: &'a Table,
    pub plans: [&'a Plan; 2],
    pub calls: Calls,
}

/// Two traitor calls precede one, a traitor call precedes the explosion, and the explosion precedes the totals.
pub(crate) fn resolve(case: &Case) -> Resolution {
    let explodes = strike::explodes(case.plans);
    match case.calls {
        [Some(_), Some(_)] => traitor_outcome::two_traitors(case),
        [Some(caller), None] => one_call(case, Role::Aggressor, caller, explodes),
        [None, Some(caller)] => one_call(case, Role::Defender, caller, explodes),
        [None, None] if explodes => explosion::explosion(case),
        [None, None] => by_totals(case),
    }
}

fn one_call(case: &Case, role: Role, caller: Faction, explodes: bool) -> Resolution {
    // battle.md TRAITORS: even Lasgun and Shield do not change what a traitor decides.
    let goes_off = explodes && !case.table.applies(Switch::CallStopsExplosion);
    if goes_off {
        return explosion::explosion(case);
    }
    traitor_outcome::one_traitor(case, role, caller)
}

fn by_totals(case: &Case) -> Resolution {
    let table = case.table;
    let strikes = strike::exchange(table, case.plans);
    let totals = [total(table, case.plans[0], &strikes[0]), total(table, case.plans[1], &strikes[1])];
    let winner = higher(table, totals);
    let mut sides = Role::BOTH.map(|role| if role == winner { won(case, role) } else { lost(case, role) });
    for role in Role::BOTH {
        if strikes[role as usize].kills {
            sides[role as usize].bearer = BearerFate::Killed(DeathCause::Weapon);
        }
    }
    spare_loser(case, winner.other(), &mut sides);
    for role in Role::BOTH {
        sides[role as usize].kwisatz_dies = kwisatz_falls(case, role, sides[role as usize].bearer);
    }
    let saved = Role::BOTH.into_iter().filter_map(|role| saved(case, role, &strikes)).collect();
    Resolution {
        ending: Ending::Won { winner, by: WonBy::Totals },
        sides,
        totals,
        income: for_the_dead(case, winner, &strikes),
        saved,
        explodes: false,
        caller: None,
    }
}

/// battle.md BATTLE RESOLUTION: the number dialed, plus the leader's strength where it applies.
fn total(table: &Table, plan: &Plan, hit: &Strike) -> Half {
    let strength = match plan.bearer {
        Some(Bearer::Disc(leader)) => {
            let counts = !hit.leaves_out && table.applies(Switch::LeaderStrengthCounts);
            if counts { leader.strength() } else { 0 }
        }
        // battle.md BATTLE RESOLUTION: a hero adds nothing, and neither does an empty slot.
        Some(Bearer::Hero) | None => {
            if table.applies(Switch::HeroAddsNothing) {
                0
            } else {
                without::HERO_STRENGTH
            }
        }
    };
    plan.number + Half::from_points(strength + kwisatz_bonus(table, plan, hit))
}

/// battle.md KWISATZ HADERACH: it adds 2, unless its bearer is killed.
fn kwisatz_bonus(table: &Table, plan: &Plan, hit: &Strike) -> u32 {
    let falls = plan.kwisatz_haderach && hit.kills && table.applies(Switch::KwisatzFallsWithBearer);
    let counts = plan.kwisatz_haderach && !falls && table.applies(Switch::KwisatzAddsTwo);
    if counts { kwisatz::STRENGTH } else { 0 }
}

/// Returns the totals of both plans as if no weapon took effect.
pub(crate) fn plain_total(plan: &Plan) -> Half {
    let strength = plan.leader().map_or(0, Leader::strength);
    let bonus = if plan.kwisatz_haderach { kwisatz::STRENGTH } else { 0 };
    plan.number + Half::from_points(strength + bonus)
}

fn higher(table: &Table, totals: [Half; 2]) -> Role {
    let [aggressor, defender] = totals;
    // battle.md NO TIES: with equal totals the Aggressor wins.
    let aggressor_wins = if aggressor == defender {
        table.applies(Switch::TieToAggressor)
    } else {
        aggressor > defender || !table.applies(Switch::HigherTotalWins)
    };
    if aggressor_wins { Role::Aggressor } else { Role::Defender }
}

/// Returns the losses of the winner.
fn won(case: &Case, role: Role) -> Side {
    let plan = case.plans[role as usize];
    Side {
        bearer: BearerFate::Lives,
        forces: ForcesFate::Dialed,
        cards: CardsFate::Chosen { with_one_shots: false },
        // battle.md PAYMENT: the winner pays the committed spice, too.
        pays_support: plan.spice > 0 && case.table.applies(Switch::BothPay),
        kwisatz_dies: false,
    }
}

/// battle.md LOSING: returns the losses of the loser.
fn lost(case: &Case, role: Role) -> Side {
    let (table, plan) = (case.table, case.plans[role as usize]);
    let loses_all = table.applies(Switch::LoserLosesForces);
    let discards = !plan.cards.is_empty() && table.applies(Switch::LoserDiscards);
    Side {
        bearer: BearerFate::Lives,
        forces: if loses_all { ForcesFate::AllLost(LossReason::BattleLost) } else { ForcesFate::Dialed },
        cards: if discards { CardsFate::Discarded(DiscardReason::BattleLost) } else { CardsFate::Kept },
        pays_support: plan.spice > 0,
        kwisatz_dies: false,
    }
}

/// battle.md LOSING: the loser's leader does not die by losing.
fn spare_loser(case: &Case, loser: Role, sides: &mut [Side; 2]) {
    let side = &mut sides[loser as usize];
    let survives = side.bearer == BearerFate::Lives && case.plans[loser as usize].leader().is_some();
    if survives && !case.table.applies(Switch::LosingKeepsLeader) {
        side.bearer = without::LOSER_DIES;
    }
}

/// battle.md PROPHECY BLINDED: a weapon that kills the bearer does not kill the Kwisatz Haderach.
fn kwisatz_falls(case: &Case, role: Role, bearer: BearerFate) -> bool {
    let is_hit = matches!(bearer, BearerFate::Killed(_));
    case.plans[role as usize].kwisatz_haderach && is_hit && !case.table.applies(Switch::KwisatzOnlyExplosion)
}

fn saved(case: &Case, role: Role, strikes: &[Strike; 2]) -> Option<(Leader, Card, Card)> {
    let leader = case.plans[role as usize].leader()?;
    let (weapon, defense) = strikes[role as usize].stopped?;
    Some((leader, weapon, defense))
}

/// battle.md KILLED LEADERS: the winner is paid for every leader who was killed, the winner's own included.
fn for_the_dead(case: &Case, winner: Role, strikes: &[Strike; 2]) -> Vec<Income> {
    let to = case.plans[winner as usize].by;
    let mut income = Vec::new();
    for role in Role::BOTH {
        let plan = case.plans[role as usize];
        if !strikes[role as usize].kills {
            continue;
        }
        let amount = match plan.bearer {
            Some(Bearer::Disc(leader)) => {
                let pays = case.table.applies(Switch::WinnerIsPaid)
                    && (role != winner || case.table.applies(Switch::OwnDeathPays));
                if pays { leader.strength() } else { 0 }
            }
            // battle.md CHEAP HERO: a Cheap Hero is a card, and its death pays nothing.
            Some(Bearer::Hero) => {
                if case.table.applies(Switch::HeroIsNeverPaidFor) {
                    0
                } else {
                    without::HERO_STRENGTH
                }
            }
            None => 0,
        };
        if amount > 0 {
            income.push(Income { to, amount, why: EarnedBy::KilledLeader, leader: plan.leader() });
        }
    }
    income
}
