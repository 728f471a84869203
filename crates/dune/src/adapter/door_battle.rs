//! Reads the battle of a set-up that is under way, and writes it into the state.

use serde_json::Map;

use crate::adapter::door_node::Words;
use crate::adapter::door_plan;
use crate::adapter::door_state;
use crate::adapter::door_steps::in_play;
use crate::decisions::step::BattleChoice;
use crate::model::game::Game;
use crate::model::named::Named;
use crate::model::refusal::Refusal;
use crate::phases::underway;
use crate::phases::underway::Impossible;
use crate::phases::underway::Underway;
use crate::table::battle::Battle;
use crate::table::battle::Role;
use crate::table::battle::Stage;
use crate::table::turn::Phase;
use truthsayer_protocol::Data;
use truthsayer_protocol::task_node::Read;
use truthsayer_protocol::task_node::TaskNode;

/// The keys of a battle.
pub(crate) const KEYS: &[&str] = &["aggressor", "territory", "against", "plans"];

pub(crate) fn read(node: &TaskNode, game: &Game, phases: &[Phase]) -> Read<Underway> {
    node.fields(KEYS)?;
    if phases.first() != Some(&Phase::Battle) {
        return node.complain("a battle is under way, so the first of the `phases` is `battle`");
    }
    let aggressor = in_play(&node.need("aggressor")?, game)?;
    let against = in_play(&node.need("against")?, game)?;
    if against == aggressor {
        return node.need("against")?.complain("a faction does not fight itself");
    }
    let choice = BattleChoice {
        aggressor,
        territory: Some(node.need("territory")?.word()?),
        against: Some(against),
        sector: None,
        pass: false,
    };
    let plans = node.need("plans")?;
    let fighters = [aggressor, against];
    plans.fields(&fighters.map(Named::name))?;
    let mut drafts = Vec::new();
    for faction in fighters {
        drafts.push(door_plan::read_of(&plans.need(faction.name())?, faction, game)?);
    }
    match underway::check(game, &choice, &drafts) {
        Ok(underway) => Ok(underway),
        Err(Impossible::Plan(faction, refusal)) => {
            plans.need(faction.name())?.complain(format!("the rules do not allow this plan: {}", cited(refusal)))
        }
        Err(impossible) => node.complain(why(&impossible)),
    }
}

fn why(impossible: &Impossible) -> String {
    match impossible {
        Impossible::Advisors => "the battle phase has begun, so advisors who are alone are fighters by now; \
             list them under `forces`"
            .to_owned(),
        Impossible::Nothing => "no battle is to be fought here".to_owned(),
        Impossible::Ambiguous => {
            "the storm divides this territory, and two battles fit; begin with the step `battle` instead".to_owned()
        }
        Impossible::Choice(refusal) | Impossible::Plan(_, refusal) => {
            format!("the rules do not allow this battle: {}", cited(*refusal))
        }
    }
}

fn cited(refusal: Refusal) -> String {
    format!("`{}` ({})", refusal.code.name(), refusal.rule)
}

/// A battle in the shape in which `given` describes it; `none` before its plans are revealed.
pub(crate) fn state(battle: Option<&Battle>) -> Data {
    let Some(battle) = battle.filter(|battle| battle.stage == Stage::Revealed) else { return door_state::none() };
    let [aggressor, defender] = battle.fighters;
    let mut plans = Map::new();
    for plan in Role::BOTH.into_iter().filter_map(|role| battle.plan(role)) {
        plans.insert(plan.by.name().to_owned(), door_state::record(plan.revealed().shown()));
    }
    let entries = [
        ("aggressor", aggressor.name().into()),
        ("against", defender.name().into()),
        ("territory", battle.territory.name().into()),
        ("plans", Data::Object(plans)),
    ];
    Data::Object(entries.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
}
