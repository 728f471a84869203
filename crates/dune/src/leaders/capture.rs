//! CAPTURED LEADERS: after a won battle Harkonnen draw a leader of the loser, to kill it or to keep it.

use crate::decisions::ask::Ask;
use crate::decisions::play::Flow;
use crate::decisions::play::Halt;
use crate::decisions::play::Play;
use crate::decisions::source::Mistake;
use crate::decisions::step::Kind;
use crate::decisions::step::Step;
use crate::leaders::dead_again;
use crate::leaders::death;
use crate::leaders::prison_break;
use crate::model::faction::Faction;
use crate::model::leader::Leader;
use crate::model::leader_disc::Disc;
use crate::model::leader_disc::Place;
use crate::model::named::Named;
use crate::model::reading::BackBeforeDraw;
use crate::model::reading::CaptureOrder;
use crate::model::refusal::Code;
use crate::model::switch::Switch;
use crate::table::Table;
use crate::table::ability::Ability;
use crate::table::ability::Use;
use crate::table::capture_progress::CaptureChoice;
use crate::table::capture_progress::CaptureProgress;
use crate::table::event::DeathCause;
use crate::table::event::EarnedBy;
use crate::table::event::Event;

pub(crate) const BY: Faction = Faction::Harkonnen;

/// battle.md KILL: whatever the leader's strength.
const KILL_REWARD: u32 = 2;

/// Lets Harkonnen use CAPTURED LEADERS. This is the last effect of a battle that they won.
pub(crate) fn after(play: &mut Play, loser: Faction) -> Flow<()> {
    if !play.table.grants_advanced() {
        return Ok(());
    }
    let was_open = open(&mut play.table, loser);
    // A leader who is revived before the draw can be drawn.
    play.take_asides(|step, _| matches!(step, Step::Ghola { .. }))?;
    let is_cancelled = was_open && capture_progress(&play.table).is_none();
    let draws = !is_cancelled && open(&mut play.table, loser) && play.table.applies(Switch::CaptureDraw);
    if !draws {
        return Ok(());
    }
    match order(&play.table) {
        CaptureOrder::DrawFirst => draw_first(play, loser),
        CaptureOrder::DecideFirst => decide_first(play, loser),
    }
}

/// battle.md CAPTURED LEADERS: the draw comes first and then the choice, unless the other reading is chosen.
fn order(table: &Table) -> CaptureOrder {
    let is_other = table.game.readings.capture_order == CaptureOrder::DecideFirst;
    if is_other && table.applies(Switch::DecidedBeforeDraw) {
        CaptureOrder::DecideFirst
    } else {
        CaptureOrder::DrawFirst
    }
}

/// Whether there is a leader to draw. If the draw comes first, a Karama can cancel it from now on; if Harkonnen decide
/// first, only after their decision.
fn open(table: &mut Table, loser: Faction) -> bool {
    if pool(table, loser).is_empty() {
        return false;
    }
    match order(table) {
        CaptureOrder::DrawFirst => advance(table, CaptureProgress::Open),
        CaptureOrder::DecideFirst => {
            if let Some(battle) = &mut table.battle {
                battle.capture_progress = Some(CaptureProgress::Open);
            }
        }
    }
    true
}

/// Each step of the ability is a use of it, which a Karama can cancel.
fn advance(table: &mut Table, capture_progress: CaptureProgress) {
    if let Some(battle) = &mut table.battle {
        battle.capture_progress = Some(capture_progress);
        battle.cancellable = Some(Ability::CapturedLeader);
    }
}

fn capture_progress(table: &Table) -> Option<CaptureProgress> {
    table.battle.as_ref()?.capture_progress
}

/// The decision of Harkonnen, its step, and the leader that the step names, if any.
struct Decision {
    choice: CaptureChoice,
    step: u32,
    names: Option<Leader>,
}

fn draw_first(play: &mut Play, loser: Faction) -> Flow<()> {
    draw(play, loser)?;
    let decision = decide(play)?;
    if let Some(leader) = drawn(&play.table)
        && decision.choice != CaptureChoice::Decline
    {
        advance(&mut play.table, CaptureProgress::Drawn(leader));
        await_karama(play)?;
    }
    carry_out(&mut play.table, loser, decision.choice);
    Ok(())
}

/// The other reading: Harkonnen decide before the draw.
fn decide_first(play: &mut Play, loser: Faction) -> Flow<()> {
    let decision = decide(play)?;
    if decision.choice == CaptureChoice::Decline {
        play.table.record(Event::CaptureDeclined { leader: None, from: loser });
        return Ok(());
    }
    advance(&mut play.table, CaptureProgress::Decided);
    draw(play, loser)?;
    check_name(&play.table, &decision)?;
    carry_out(&mut play.table, loser, decision.choice);
    Ok(())
}

/// Chance decides which leader is drawn, so another name is a mistake in the script.
fn check_name(table: &Table, decision: &Decision) -> Flow<()> {
    match (decision.names, drawn(table)) {
        (Some(named), Some(drawn)) if named != drawn && !table.is_altered() => Err(Halt::Mistake(Mistake {
            at: format!("when[{}].capture.leader", decision.step.saturating_sub(1)),
            why: format!("the leader drawn is {}", drawn.name()),
        })),
        _ => Ok(()),
    }
}

/// The leaders of a faction that could be drawn now, after the battle that is being fought if there is one.
pub fn pool(table: &Table, loser: Faction) -> Vec<Leader> {
    let battle = table.battle.as_ref();
    let here = battle.map(|battle| battle.territory);
    let plan = battle.and_then(|battle| battle.plan(battle.role_of(loser)?));
    let used = plan.and_then(|plan| plan.leader());
    let is_eligible = |disc: &&Disc| {
        if disc.in_tanks() || is_left_out_as_fallen(table, disc.leader) {
            return false;
        }
        // battle.md CAPTURED LEADERS: the leader of this battle is in the draw.
        if used == Some(disc.leader) {
            return table.applies(Switch::DrawIncludesFighter);
        }
        let busy = disc.bound_to();
        // battle.md CAPTURED LEADERS: a leader used elsewhere this turn is not.
        let is_elsewhere = (busy.is_some() && busy != here) || table.campaign.was_used_outside(disc.leader, here);
        !is_elsewhere || !table.applies(Switch::DrawLeavesOutUsed)
    };
    table.game.held_by(loser).filter(is_eligible).map(|disc| disc.leader).collect()
}

/// battle.md CAPTURED LEADERS: a leader killed in this battle is not drawn, even one who has come back since.
fn is_left_out_as_fallen(table: &Table, leader: Leader) -> bool {
    let fell_here = table.battle.as_ref().is_some_and(|battle| battle.fallen.contains(&leader));
    let is_other = table.game.readings.back_before_draw == BackBeforeDraw::CanBeDrawn;
    fell_here && table.reads(is_other, Switch::DrawLeavesOutFallen, Switch::FallenCanBeDrawn)
}

fn drawn(table: &Table) -> Option<Leader> {
    match capture_progress(table)? {
        CaptureProgress::Drawn(leader) => Some(leader),
        CaptureProgress::Open | CaptureProgress::Decided => None,
    }
}

fn draw(play: &mut Play, loser: Faction) -> Flow<()> {
    let ask = Ask::draw(Kind::DrawCaptured, "battle.md CAPTURED LEADERS: one leader of the loser is drawn");
    while let Some((number, Step::DrawCaptured(leader))) = ask_until_settled(play, &ask)? {
        if pool(&play.table, loser).contains(&leader) {
            advance(&mut play.table, CaptureProgress::Drawn(leader));
            play.table.record(Event::CaptureDrawn { leader, from: loser });
            return await_karama(play);
        }
        play.refuse(number, Code::NotTheDrawnLeader.refusal())?;
    }
    Ok(())
}

/// battle.md KARAMA CANCELS: a Karama against the ability has to come now.
fn await_karama(play: &mut Play) -> Flow<()> {
    play.take_asides(|step, _| matches!(step, Step::Karama { purpose: Use::Against(Ability::CapturedLeader), .. }))
}

/// Asks again if a worthless card cancelled the ability and that card is cancelled in turn.
fn ask_until_settled(play: &mut Play, ask: &Ask) -> Flow<Option<(u32, Step)>> {
    loop {
        let answer = play.ask_while(ask, |table| capture_progress(table).is_some())?;
        if answer.is_some() || capture_progress(&play.table).is_some() {
            return Ok(answer);
        }
        play.take_asides(|step, _| step.counters_a_karama())?;
        if capture_progress(&play.table).is_none() {
            return Ok(None);
        }
    }
}

fn decide(play: &mut Play) -> Flow<Decision> {
    let declined = Decision { choice: CaptureChoice::Decline, step: 0, names: None };
    let ask = Ask::optional(Kind::Capture, BY, "battle.md CAPTURED LEADERS: kill, capture or neither");
    // battle.md CAPTURED LEADERS: Harkonnen may do either, or nothing.
    let may_choose = capture_progress(&play.table).is_some() && play.table.applies(Switch::KillOrCapture);
    if !may_choose {
        return Ok(declined);
    }
    while let Some((step, Step::Capture { choice, leader: names, .. })) = ask_until_settled(play, &ask)? {
        let names_another = names.is_some() && drawn(&play.table).is_some() && names != drawn(&play.table);
        if !names_another {
            return Ok(Decision { choice, step, names });
        }
        play.refuse(step, Code::NotTheDrawnLeader.refusal())?;
        // A missing answer means declined, so a Karama must come before it.
        await_karama(play)?;
    }
    Ok(declined)
}

fn carry_out(table: &mut Table, loser: Faction, choice: CaptureChoice) {
    let Some(leader) = drawn(table) else {
        return;
    };
    match choice {
        CaptureChoice::Kill => {
            death::kill(table, leader, DeathCause::Harkonnen);
            if table.applies(Switch::KillPaysTwo) {
                let amount = table.pay_out(BY, KILL_REWARD);
                let (faction, why, leader) = (BY, EarnedBy::Kill, Some(leader));
                table.record(Event::SpiceReceived { faction, amount, why, leader });
            }
        }
        CaptureChoice::Capture => {
            seize(table, leader);
            table.record(Event::LeaderCaptured { leader, from: loser });
            // battle.md PRISON BREAK: Harkonnen without a leader of their own hold no captive, not even one captured
            // just now.
            if prison_break::has_no_guards(&table.game) && table.applies(Switch::NobodyHeldWithoutOwn) {
                prison_break::test(table);
            }
        }
        CaptureChoice::Decline => table.record(Event::CaptureDeclined { leader: Some(leader), from: loser }),
    }
    dead_again::end(table);
}

/// battle.md CAPTURE: the leader joins Harkonnen. The Territory in which it fought stays recorded.
fn seize(table: &mut Table, leader: Leader) {
    if !table.applies(Switch::CaptureJoinsPool) {
        return;
    }
    let has_fought = table.game.disc(leader).is_some_and(|disc| disc.bound_to().is_some());
    // battle.md DEDICATED LEADER: the Territory binds the leader for every holder.
    let forgets = has_fought && !table.applies(Switch::BoundWhoeverHolds);
    if let Some(disc) = table.game.disc_mut(leader) {
        disc.previous = disc.holder;
        disc.holder = BY;
        disc.move_to(Place::Pool);
        if forgets {
            disc.fought_in = None;
        }
    }
}
