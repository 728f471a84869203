//! The battle wheel: what tokens are worth, which numbers can be dialed, and what a number costs.

use crate::model::faction::Faction;
use crate::model::half_strength::Half;
use crate::model::plan::Draft;
use crate::model::plan::Number;
use crate::model::plan::Tokens;
use crate::model::refusal::Code;
use crate::model::refusal::Refusal;
use crate::model::switch::Switch;
use crate::table::Table;
use crate::table::ability::Ability;
use crate::table::battle::Battle;

/// The value of one token of each sort.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Worth {
    normal_spiced: Half,
    normal_unspiced: Half,
    elite_spiced: Half,
    elite_unspiced: Half,
}

impl Worth {
    pub(crate) fn of(&self, tokens: Tokens) -> Half {
        self.normal_spiced.times(tokens.normal_spiced)
            + self.normal_unspiced.times(tokens.normal_unspiced)
            + self.elite_spiced.times(tokens.elite_spiced)
            + self.elite_unspiced.times(tokens.elite_unspiced)
    }

    /// The least that one of these tokens counts.
    fn smallest(&self, tokens: Tokens) -> Half {
        let parts = [
            (tokens.normal_spiced, self.normal_spiced),
            (tokens.normal_unspiced, self.normal_unspiced),
            (tokens.elite_spiced, self.elite_spiced),
            (tokens.elite_unspiced, self.elite_unspiced),
        ];
        let used = parts.into_iter().filter(|(count, _)| *count > 0).map(|(_, worth)| worth);
        used.min().unwrap_or(Half::ZERO)
    }
}

/// The purpose of a valuation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    Strength,
    Losses,
}

/// Returns the value of a fighter's tokens in this battle with a given amount of spice.
pub(crate) fn worth(table: &Table, battle: &Battle, faction: Faction, spice: u32, purpose: Purpose) -> Worth {
    let full = Half::from_points(1);
    let half = Half::from_halves(1);
    let tokens = battle.normal_of(faction, &table.game) + battle.elites_of(faction, &table.game);
    let (spiced, unspiced) = if !table.game.advanced || is_hardened(table, battle, faction) {
        (full, full)
    } else {
        // battle.md SPICE DIALING: one spice, one Force at its full value.
        let spiced = if spice > 0 && table.applies(Switch::SpicedAtFullValue) { full } else { half };
        // battle.md UNSPICED FORCES: without it a Force counts half.
        let is_halved = tokens > spice && table.applies(Switch::UnspicedCountHalf);
        (spiced, if is_halved { half } else { full })
    };
    let factor = elite_factor(table, battle, faction, purpose);
    Worth {
        normal_spiced: spiced,
        normal_unspiced: unspiced,
        elite_spiced: spiced.times(factor),
        elite_unspiced: unspiced.times(factor),
    }
}

/// battle.md BATTLE HARDENED: Fremen Forces need no spice, unless a Karama prevents this ability.
fn is_hardened(table: &Table, battle: &Battle, faction: Faction) -> bool {
    faction == Faction::Fremen && !battle.is_prevented(Ability::BattleHardened) && table.applies(Switch::BattleHardened)
}

/// How many normal tokens one starred token is worth.
fn elite_factor(table: &Table, battle: &Battle, faction: Faction, purpose: Purpose) -> u32 {
    if battle.elites_of(faction, &table.game) == 0 {
        return 1;
    }
    let is_double = match faction {
        Faction::Emperor => is_sardaukar_double(table, battle, purpose),
        Faction::Fremen => {
            // battle.md FEDAYKIN: worth two in battle and in taking losses.
            !battle.is_prevented(Ability::Fedaykin)
                && match purpose {
                    Purpose::Strength => table.applies(Switch::FedaykinWorthTwo),
                    Purpose::Losses => table.applies(Switch::FedaykinLossesTwo),
                }
        }
        _ => false,
    };
    if is_double { 2 } else { 1 }
}

/// Whether Sardaukar stand in this battle who could count double.
pub(crate) fn has_double_sardaukar(table: &Table, battle: &Battle) -> bool {
    let against_fremen = battle.opponent_of(Faction::Emperor) == Some(Faction::Fremen);
    // battle.md SARDAUKAR WEAKNESS: worth only one against Fremen.
    battle.elites_of(Faction::Emperor, &table.game) > 0 && !(against_fremen && table.applies(Switch::SardaukarWeakness))
}

fn is_sardaukar_double(table: &Table, battle: &Battle, purpose: Purpose) -> bool {
    if battle.is_prevented(Ability::Sardaukar) || !has_double_sardaukar(table, battle) {
        return false;
    }
    // battle.md SARDAUKAR: worth two in battle and in taking losses.
    match purpose {
        Purpose::Strength => table.applies(Switch::SardaukarWorthTwo),
        Purpose::Losses => table.applies(Switch::SardaukarLossesTwo),
    }
}

/// The tokens that a fighter has on the field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Muster {
    pub normal: u32,
    pub elite: u32,
}

impl Muster {
    pub(crate) fn of(table: &Table, battle: &Battle, faction: Faction) -> Muster {
        Muster { normal: battle.normal_of(faction, &table.game), elite: battle.elites_of(faction, &table.game) }
    }

    /// Everything that is there, with the spice on the starred tokens first.
    fn all(self, spice: u32) -> Tokens {
        let elite_spiced = spice.min(self.elite);
        let normal_spiced = (spice - elite_spiced).min(self.normal);
        Tokens {
            normal_spiced,
            normal_unspiced: self.normal - normal_spiced,
            elite_spiced,
            elite_unspiced: self.elite - elite_spiced,
        }
    }
}

/// Returns the sets of tokens that make up a number with a given number of them spiced. If none fits exactly,
/// returns the cheapest ones above it in which no token is superfluous.
pub(crate) fn fitting(number: Half, spice: u32, there: Muster, worth: &Worth) -> Vec<Tokens> {
    let mut exact = Vec::new();
    let mut above: Vec<Tokens> = Vec::new();
    for tokens in splits(spice, there) {
        let sum = worth.of(tokens);
        if sum == number {
            exact.push(tokens);
        } else if sum > number && sum - worth.smallest(tokens) < number {
            above.push(tokens);
        }
    }
    if !exact.is_empty() {
        return exact;
    }
    let cheapest = above.iter().map(|tokens| worth.of(*tokens)).min();
    above.retain(|tokens| Some(worth.of(*tokens)) == cheapest);
    above
}

fn splits(spice: u32, there: Muster) -> Vec<Tokens> {
    let mut splits = Vec::new();
    for elite_spiced in 0..=spice.min(there.elite) {
        let normal_spiced = spice - elite_spiced;
        if normal_spiced > there.normal {
            continue;
        }
        for elite_unspiced in 0..=there.elite - elite_spiced {
            for normal_unspiced in 0..=there.normal - normal_spiced {
                splits.push(Tokens { normal_spiced, normal_unspiced, elite_spiced, elite_unspiced });
            }
        }
    }
    splits
}

/// A number that the rules accept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Dialed {
    pub number: Half,
    pub spice: u32,
    pub exact: Option<Tokens>,
}

/// Judges the number and the spice of a plan.
pub(crate) fn check(table: &Table, battle: &Battle, draft: &Draft) -> Result<Dialed, Refusal> {
    if draft.spice > 0 && !table.grants_advanced() {
        return Err(Code::SpiceInBasicGame.refusal());
    }
    // battle.md SPICED FORCES: spice is committed in the plan or not at all.
    let commits = draft.spice > 0 && table.applies(Switch::SpiceInPlan);
    let spice = if commits { draft.spice } else { 0 };
    match draft.number {
        Number::Exact(tokens) => check_exact(table, battle, draft.by, tokens, spice),
        Number::Dial(number) => check_dial(table, battle, draft.by, number, spice),
        // battle.md BATTLE PLAN: a plan needs a number, which may be zero.
        Number::Missing if table.applies(Switch::PlanStatesNumber) => Err(Code::DialMissing.refusal()),
        Number::Missing => check_dial(table, battle, draft.by, Half::ZERO, spice),
    }
}

fn check_exact(table: &Table, battle: &Battle, by: Faction, tokens: Tokens, spice: u32) -> Result<Dialed, Refusal> {
    let there = Muster::of(table, battle, by);
    let is_short = tokens.normal() > there.normal || tokens.elite() > there.elite;
    if is_short && table.applies(Switch::DialWithinForces) {
        return Err(Code::DialTooHigh.refusal());
    }
    check_purse(table, by, spice)?;
    let number = worth(table, battle, by, spice, Purpose::Strength).of(tokens);
    check_step(table, number)?;
    Ok(Dialed { number, spice, exact: Some(tokens) })
}

/// Judges a number with spice behind it, by the tokens that could make it up.
pub(crate) fn check_dial(
    table: &Table,
    battle: &Battle,
    by: Faction,
    number: Half,
    spice: u32,
) -> Result<Dialed, Refusal> {
    // battle.md BATTLE WHEEL: zero or more.
    if number < Half::ZERO && table.applies(Switch::DialNotNegative) {
        return Err(Code::DialNegative.refusal());
    }
    check_step(table, number)?;
    let there = Muster::of(table, battle, by);
    let worth = worth(table, battle, by, spice, Purpose::Strength);
    let is_too_high = number > worth.of(there.all(spice));
    // battle.md BATTLE WHEEL: at most what the Forces in the disputed Territory are worth.
    if is_too_high && table.applies(Switch::DialWithinForces) {
        return Err(Code::DialTooHigh.refusal());
    }
    check_purse(table, by, spice)?;
    let is_beyond = spice > 0 && !is_too_high && fitting(number, spice, there, &worth).is_empty();
    // battle.md SPICED FORCES: no more spice than Forces used.
    if is_beyond && table.applies(Switch::SpiceWithinForces) {
        return Err(Code::SpiceBeyondForces.refusal());
    }
    Ok(Dialed { number, spice, exact: None })
}

/// battle.md NUMBER DIALED CALCULATION: half steps exist in the advanced game only.
fn check_step(table: &Table, number: Half) -> Result<(), Refusal> {
    let is_on_wheel = number.is_whole() || (table.grants_advanced() && table.applies(Switch::HalfSteps));
    if !is_on_wheel {
        return Err(Code::DialHalfStep.refusal());
    }
    Ok(())
}

/// battle.md SPICED FORCES: the spice that the player owns when making the plan is the limit.
fn check_purse(table: &Table, by: Faction, spice: u32) -> Result<(), Refusal> {
    if spice > table.game.spice_of(by) && table.applies(Switch::SpiceWithinPurse) {
        return Err(Code::SpiceNotOwned.refusal());
    }
    Ok(())
}
