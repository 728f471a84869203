//! One battle from its opening to its last effect.

use crate::battle::aftermath;
use crate::battle::aftermath::Decided;
use crate::battle::legality;
use crate::battle::prescience;
use crate::battle::resolution;
use crate::battle::resolution::Case;
use crate::battle::traitor_calls;
use crate::battle::traitor_calls::Calls;
use crate::battle::voice;
use crate::decisions::ask::Ask;
use crate::decisions::play::Flow;
use crate::decisions::play::Play;
use crate::decisions::step::Kind;
use crate::decisions::step::Step;
use crate::leaders::capture;
use crate::model::faction::Faction;
use crate::model::plan::Plan;
use crate::model::reading::Commands;
use crate::model::switch::Switch;
use crate::revival::ghola;
use crate::table::Table;
use crate::table::ability::Use;
use crate::table::battle::Battle;
use crate::table::battle::Role;
use crate::table::battle::Stage;
use crate::table::clash::Clash;
use crate::table::event::Event;
use crate::table::event::Leak;

pub(crate) fn fight(play: &mut Play, clash: &Clash, aggressor: Faction) -> Flow<()> {
    let Some(defender) = clash.opponent_of(aggressor) else {
        return Ok(());
    };
    begin(&mut play.table, clash, [aggressor, defender]);
    if voice_comes_first(&play.table) {
        voice::offer(play)?;
        prescience::offer(play)?;
    } else {
        prescience::offer(play)?;
        voice::offer(play)?;
    }
    if !collect_plans(play)? {
        return Ok(());
    }
    play.take_asides(comes_before_reveal)?;
    reveal(&mut play.table);
    settle(play)
}

/// The battle from its revealed plans to its last effect.
pub(crate) fn settle(play: &mut Play) -> Flow<()> {
    let calls = traitor_calls::collect(play)?;
    let Some(decided) = decide(&play.table, calls) else {
        return Ok(());
    };
    if let [Some(_), Some(_)] = calls {
        play.table.record(Event::TwoTraitors { territory: decided.battle.territory });
    }
    aftermath::settle(play, &decided)?;
    match decided.beaten_by(capture::BY) {
        Some(loser) => capture::after(play, loser),
        None => Ok(()),
    }
}

/// battle.md VOICE: the command comes before the question.
fn voice_comes_first(table: &Table) -> bool {
    let is_other = table.game.readings.commands == Commands::PrescienceFirst;
    let both_speak = voice::may_speak(table) && prescience::may_ask(table);
    !both_speak || table.reads(is_other, Switch::VoiceComesFirst, Switch::PrescienceComesFirst)
}

fn begin(table: &mut Table, clash: &Clash, fighters: [Faction; 2]) {
    let battle = Battle::new(clash.territory, clash.field.clone(), fighters);
    let [aggressor, defender] = fighters;
    let sectors = battle.sectors(&table.game);
    let territory = clash.territory;
    table.battle = Some(battle);
    table.record(Event::BattleBegins { aggressor, defender, territory, sectors });
}

/// Collects the plans of both fighters, in either order. False if the battle does not take place, which only a mutant
/// allows.
fn collect_plans(play: &mut Play) -> Flow<bool> {
    loop {
        let missing = missing_plans(&play.table);
        if missing.is_empty() {
            break;
        }
        let ask = Ask::required(Kind::Plan, missing, "battle.md BATTLE PLAN: both fighters make a plan");
        let Some((number, Step::Plan(draft))) = play.ask(&ask)? else {
            return Ok(false);
        };
        let Some(battle) = &play.table.battle else {
            return Ok(false);
        };
        match legality::check(&play.table, battle, &draft) {
            Ok(plan) => {
                // battle.md NO TREACHERY: a player without a leader still fights.
                if plan.bearer.is_none() && !play.table.applies(Switch::LeaderlessStillFights) {
                    return Ok(false);
                }
                commit(&mut play.table, plan);
            }
            Err(refusal) => play.refuse(number, refusal)?,
        }
    }
    if let Some(battle) = &mut play.table.battle {
        battle.stage = Stage::PlansFinal;
    }
    Ok(true)
}

/// Steps between the final plans and their reveal.
fn comes_before_reveal(step: &Step, table: &Table) -> bool {
    match step {
        // battle.md ONE TIME ULTIMATE: from now on there is a complete plan to see.
        Step::Karama { purpose: Use::SeePlan(_), .. } => true,
        // battle.md TLEILAXU GHOLA: the card may be played at any time, so now, if a leader or Force is in the tanks.
        // Otherwise the battle must first kill one.
        Step::Ghola { by, wanted } => ghola::check(table, *by, *wanted).is_ok(),
        _ => false,
    }
}

fn missing_plans(table: &Table) -> Vec<Faction> {
    let Some(battle) = &table.battle else {
        return Vec::new();
    };
    let is_missing = |role: &Role| battle.plan(*role).is_none();
    Role::BOTH.into_iter().filter(is_missing).map(|role| battle.fighter(role)).collect()
}

fn commit(table: &mut Table, plan: Plan) {
    let by = plan.by;
    if plan.announces_no_leader {
        table.record(Event::NoLeaderAnnounced { by });
    }
    // battle.md BATTLE PLAN: the other players see only that there is a plan.
    let is_secret = table.applies(Switch::PlansAreSecret);
    let leak = if is_secret { None } else { Some(plan.revealed()) };
    table.record(Event::PlanCommitted { by, plan: Leak(leak) });
    let Some(battle) = &mut table.battle else {
        return;
    };
    let Some(role) = battle.role_of(by) else {
        return;
    };
    battle.stage = Stage::Planning;
    battle.plans[role as usize] = Some(plan);
}

/// battle.md REVEALING WHEELS: both plans at the same moment.
fn reveal(table: &mut Table) {
    let Some(battle) = &mut table.battle else {
        return;
    };
    battle.stage = Stage::Revealed;
    let [aggressor, defender] = Role::BOTH.map(|role| battle.plan(role).map(|plan| plan.revealed()));
    if table.applies(Switch::RevealedTogether) {
        table.record(Event::PlansRevealed { aggressor, defender });
    } else {
        table.record(Event::PlansRevealed { aggressor, defender: None });
        table.record(Event::PlansRevealed { aggressor: None, defender });
    }
}

/// Returns the complete outcome, before anything changes.
fn decide(table: &Table, calls: Calls) -> Option<Decided> {
    let battle = table.battle.clone()?;
    let plans = [battle.plan(Role::Aggressor)?.clone(), battle.plan(Role::Defender)?.clone()];
    let case = Case { table, plans: [&plans[0], &plans[1]], calls };
    let resolution = resolution::resolve(&case);
    Some(Decided { battle, plans, resolution })
}
