//! A battle that is under way when the script begins: its plans are revealed, and traitor calls come next.

use crate::battle::battle_order;
use crate::battle::legality;
use crate::decisions::step::BattleChoice;
use crate::model::faction::Faction;
use crate::model::game::Game;
use crate::model::plan::Draft;
use crate::model::refusal::Refusal;
use crate::phases::battle_phase;
use crate::phases::stewards;
use crate::table::Table;
use crate::table::battle::Battle;
use crate::table::battle::Stage;
use crate::table::clash::Clash;

/// A battle with its revealed plans. The rules allow them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Underway {
    pub(crate) aggressor: Faction,
    pub(crate) clash: Clash,
    pub(crate) battle: Battle,
}

/// Why a battle cannot be under way.
pub(crate) enum Impossible {
    /// Advisors would have become fighters when the phase began.
    Advisors,
    Nothing,
    /// Several battles fit.
    Ambiguous,
    Choice(Refusal),
    Plan(Faction, Refusal),
}

/// The battle that an Aggressor has chosen, with the plan of each fighter. Judged by all rules, so that a set-up has the
/// same meaning with and without each of them.
pub(crate) fn check(game: &Game, choice: &BattleChoice, drafts: &[Draft]) -> Result<Underway, Impossible> {
    let mut table = Table::new(game.clone(), Vec::new());
    stewards::flip_advisors(&mut table);
    if !table.log().is_empty() {
        return Err(Impossible::Advisors);
    }
    let due = battle_order::due(&table);
    let aggressor = battle_order::next_aggressor(&table, &due).ok_or(Impossible::Nothing)?;
    let clash = battle_order::pick(&table, &due, aggressor, choice).map_err(Impossible::Choice)?;
    if battle_phase::is_ambiguous(&table, &due, choice) {
        return Err(Impossible::Ambiguous);
    }
    let defender = clash.opponent_of(aggressor).ok_or(Impossible::Nothing)?;
    let mut battle = Battle::new(clash.territory, clash.field.clone(), [aggressor, defender]);
    table.battle = Some(battle.clone());
    for draft in drafts {
        let plan = legality::check(&table, &battle, draft).map_err(|refusal| Impossible::Plan(draft.by, refusal))?;
        if let Some(role) = battle.role_of(draft.by) {
            battle.plans[role as usize] = Some(plan);
        }
    }
    battle.stage = Stage::Revealed;
    Ok(Underway { aggressor, clash, battle })
}
