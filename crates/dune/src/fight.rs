//! One battle from its opening to its last effect.

use super::aftermath;
use super::aftermath::Decided;
use super::ask::Ask;
use super::battle::Battle;
use super::battle::Role;
use super::battle::Stage;
use super::capture;
use super::clash::Clash;
use super::event::Event;
use super::event::Leak;
use super::faction::Faction;
use super::ghola;
use super::karama::Use;
use super::legality;
use super::plan::Plan;
use super::play::Flow;
use super::play::Play;
use super::prescience;
use super::reading::Commands;
use super::resolution;
use super::resolution::Case;
use super::step::Kind;
use super::step::Step;
use super::switch::Switch;
use super::table::Table;
use super::traitor;
use super::traitor::Calls;
use super::voice;

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
    play.interlude(comes_before_reveal)?;
    reveal(&mut play.table);
    let calls = traitor::collect(play)?;
    let Some(decided) = decide(&play.table, calls) else {
        return Ok(());
    };
    if let [Some(_), Some(_)] = calls {
        play.table.tell(Event::TwoTraitors { territory: decided.battle.territory });
    }
    aftermath::settle(play, &decided)?;
    capture::after(play, &decided)
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
    table.tell(Event::BattleBegins { aggressor, defender, territory, sectors });
}

/// Both fighters plan, in either order. False when the battle is off, which the rules do not allow.
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
                // battle.md NO TREACHERY: without a leader one fights all the same.
                if !play.table.permits(Switch::LeaderlessStillFights, plan.bearer.is_none()) {
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

/// What is played once both plans are final and before they are turned over.
fn comes_before_reveal(step: &Step, table: &Table) -> bool {
    match step {
        // battle.md ONE TIME ULTIMATE: now there is a complete plan to look at.
        Step::Karama { purpose: Use::SeePlan(_), .. } => true,
        // battle.md TLEILAXU GHOLA: at any time, so now if there is somebody to revive; otherwise the battle has to
        // kill first.
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
        table.tell(Event::NoLeaderAnnounced { by });
    }
    // battle.md BATTLE PLAN: nobody sees more than that there is a plan.
    let is_secret = table.upholds(Switch::PlansAreSecret);
    let leak = if is_secret { None } else { Some(plan.revealed()) };
    table.tell(Event::PlanCommitted { by, plan: Leak(leak) });
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
    if table.upholds(Switch::RevealedTogether) {
        table.tell(Event::PlansRevealed { aggressor, defender });
    } else {
        table.tell(Event::PlansRevealed { aggressor, defender: None });
        table.tell(Event::PlansRevealed { aggressor: None, defender });
    }
}

/// The complete outcome, before anything is moved.
fn decide(table: &Table, calls: Calls) -> Option<Decided> {
    let battle = table.battle.clone()?;
    let plans = [battle.plan(Role::Aggressor)?.clone(), battle.plan(Role::Defender)?.clone()];
    let case = Case { table, plans: [&plans[0], &plans[1]], calls };
    let resolution = resolution::resolve(&case);
    Some(Decided { battle, plans, resolution })
}
