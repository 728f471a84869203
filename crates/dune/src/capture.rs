//! CAPTURED LEADERS: after a won battle Harkonnen draw a leader of the loser, to kill it or to keep it.

use super::aftermath::Decided;
use super::ask::Ask;
use super::death;
use super::disc::Disc;
use super::disc::Place;
use super::event::DeathCause;
use super::event::EarnedBy;
use super::event::Event;
use super::faction::Faction;
use super::karama::Ability;
use super::karama::Use;
use super::leader::Leader;
use super::named::Named;
use super::named::named;
use super::play::Flow;
use super::play::Halt;
use super::play::Play;
use super::prison;
use super::reading::BackBeforeDraw;
use super::reading::CaptureOrder;
use super::refusal::Code;
use super::resolution::Ending;
use super::source::Mistake;
use super::step::Kind;
use super::step::Step;
use super::switch::Switch;
use super::table::Table;
use super::wait;

named! { Choice, "choice" { Kill = "kill", Capture = "capture", Decline = "decline" } }

const BY: Faction = Faction::Harkonnen;

/// battle.md KILL: whatever the leader's strength.
const KILL_REWARD: u32 = 2;

/// How far CAPTURED LEADERS has come after a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seizure {
    /// Nobody is drawn and nothing decided yet.
    Open,
    /// They have decided and the draw is still to come, in the reading that has it so.
    Decided,
    Drawn(Leader),
}

/// The last thing that happens in a battle which Harkonnen have won.
pub(crate) fn after(play: &mut Play, decided: &Decided) -> Flow<()> {
    let Ending::Won { winner, .. } = decided.resolution.ending else {
        return Ok(());
    };
    if decided.battle.fighter(winner) != BY || !play.table.grants_advanced() {
        return Ok(());
    }
    let loser = decided.battle.fighter(winner.other());
    let was_open = open(&mut play.table, loser);
    // A leader who comes back before the draw is there to be drawn.
    play.interlude(|step, _| matches!(step, Step::Ghola { .. }))?;
    let is_cancelled = was_open && seizure(&play.table).is_none();
    let draws = !is_cancelled && open(&mut play.table, loser) && play.table.upholds(Switch::CaptureDraw);
    if !draws {
        return Ok(());
    }
    match order(&play.table) {
        CaptureOrder::DrawFirst => draw_first(play, loser),
        CaptureOrder::DecideFirst => decide_first(play, loser),
    }
}

/// battle.md CAPTURED LEADERS: the draw comes first, and then the choice, unless the table reads it the other way
/// round.
fn order(table: &Table) -> CaptureOrder {
    let is_other = table.game.readings.capture_order == CaptureOrder::DecideFirst;
    if is_other && table.upholds(Switch::DecidedBeforeDraw) {
        CaptureOrder::DecideFirst
    } else {
        CaptureOrder::DrawFirst
    }
}

/// Whether there is somebody to be drawn. Where the draw comes first, a Karama can cancel it from now on; where
/// Harkonnen decide first, nothing is used before they have decided.
fn open(table: &mut Table, loser: Faction) -> bool {
    if pool(table, loser).is_empty() {
        return false;
    }
    match order(table) {
        CaptureOrder::DrawFirst => advance(table, Seizure::Open),
        CaptureOrder::DecideFirst => {
            if let Some(battle) = &mut table.battle {
                battle.seizure = Some(Seizure::Open);
            }
        }
    }
    true
}

/// Each step of the ability is a use of it, which a Karama can cancel.
fn advance(table: &mut Table, seizure: Seizure) {
    if let Some(battle) = &mut table.battle {
        battle.seizure = Some(seizure);
        battle.cancellable = Some(Ability::CapturedLeader);
    }
}

fn seizure(table: &Table) -> Option<Seizure> {
    table.battle.as_ref()?.seizure
}

/// What Harkonnen decided, in which step, and the leader whom that step names, if any.
struct Decision {
    choice: Choice,
    step: u32,
    names: Option<Leader>,
}

fn draw_first(play: &mut Play, loser: Faction) -> Flow<()> {
    draw(play, loser)?;
    let decision = decide(play)?;
    if let Some(leader) = drawn(&play.table)
        && decision.choice != Choice::Decline
    {
        advance(&mut play.table, Seizure::Drawn(leader));
        await_karama(play)?;
    }
    carry_out(&mut play.table, loser, decision.choice);
    Ok(())
}

/// The other order: Harkonnen decide before they know whom chance will give them.
fn decide_first(play: &mut Play, loser: Faction) -> Flow<()> {
    let decision = decide(play)?;
    if decision.choice == Choice::Decline {
        play.table.tell(Event::CaptureDeclined { leader: None, from: loser });
        return Ok(());
    }
    advance(&mut play.table, Seizure::Decided);
    draw(play, loser)?;
    check_name(&play.table, &decision)?;
    carry_out(&mut play.table, loser, decision.choice);
    Ok(())
}

/// Nobody can choose whom chance will draw, so another name is a slip of the script.
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
            return table.upholds(Switch::DrawIncludesFighter);
        }
        let busy = disc.bound_to();
        // battle.md CAPTURED LEADERS: whoever was used elsewhere this turn is not.
        let is_elsewhere = (busy.is_some() && busy != here) || table.campaign.was_used_outside(disc.leader, here);
        table.demands(Switch::DrawLeavesOutUsed, !is_elsewhere)
    };
    table.game.held_by(loser).filter(is_eligible).map(|disc| disc.leader).collect()
}

/// battle.md CAPTURED LEADERS: nobody who was killed in this battle is drawn, not even one who has come back since.
fn is_left_out_as_fallen(table: &Table, leader: Leader) -> bool {
    let fell_here = table.battle.as_ref().is_some_and(|battle| battle.fallen.contains(&leader));
    let is_other = table.game.readings.back_before_draw == BackBeforeDraw::CanBeDrawn;
    fell_here && table.reads(is_other, Switch::DrawLeavesOutFallen, Switch::FallenCanBeDrawn)
}

fn drawn(table: &Table) -> Option<Leader> {
    match seizure(table)? {
        Seizure::Drawn(leader) => Some(leader),
        Seizure::Open | Seizure::Decided => None,
    }
}

fn draw(play: &mut Play, loser: Faction) -> Flow<()> {
    let ask = Ask::draw(Kind::DrawCaptured, "battle.md CAPTURED LEADERS: one leader of the loser is drawn");
    while let Some((number, Step::DrawCaptured(leader))) = ask_until_settled(play, &ask)? {
        if pool(&play.table, loser).contains(&leader) {
            advance(&mut play.table, Seizure::Drawn(leader));
            play.table.tell(Event::CaptureDrawn { leader, from: loser });
            return await_karama(play);
        }
        play.refuse(number, Code::NotTheDrawnLeader.refusal())?;
    }
    Ok(())
}

/// battle.md KARAMA CANCELS: a Karama against the ability has to come now.
fn await_karama(play: &mut Play) -> Flow<()> {
    play.interlude(|step, _| matches!(step, Step::Karama { purpose: Use::Against(Ability::CapturedLeader), .. }))
}

/// Asks as long as the ability stands. One that a worthless card has cancelled stands again when that card is
/// cancelled in turn.
fn ask_until_settled(play: &mut Play, ask: &Ask) -> Flow<Option<(u32, Step)>> {
    loop {
        let answer = play.ask_while(ask, |table| seizure(table).is_some())?;
        if answer.is_some() || seizure(&play.table).is_some() {
            return Ok(answer);
        }
        play.interlude(|step, _| step.counters_a_karama())?;
        if seizure(&play.table).is_none() {
            return Ok(None);
        }
    }
}

fn decide(play: &mut Play) -> Flow<Decision> {
    let declined = Decision { choice: Choice::Decline, step: 0, names: None };
    let ask = Ask::optional(Kind::Capture, BY, "battle.md CAPTURED LEADERS: kill, capture or neither");
    // battle.md CAPTURED LEADERS: Harkonnen may do either, or nothing.
    let may_choose = seizure(&play.table).is_some() && play.table.upholds(Switch::KillOrCapture);
    if !may_choose {
        return Ok(declined);
    }
    while let Some((step, Step::Capture { choice, leader: names, .. })) = ask_until_settled(play, &ask)? {
        let names_another = names.is_some() && drawn(&play.table).is_some() && names != drawn(&play.table);
        if !names_another {
            return Ok(Decision { choice, step, names });
        }
        play.refuse(step, Code::NotTheDrawnLeader.refusal())?;
        // Whoever is silent now has declined, so a Karama comes before that silence.
        await_karama(play)?;
    }
    Ok(declined)
}

fn carry_out(table: &mut Table, loser: Faction, choice: Choice) {
    let Some(leader) = drawn(table) else {
        return;
    };
    match choice {
        Choice::Kill => {
            death::kill(table, leader, DeathCause::Harkonnen);
            if table.upholds(Switch::KillPaysTwo) {
                let amount = table.pay_out(BY, KILL_REWARD);
                let (faction, why, leader) = (BY, EarnedBy::Kill, Some(leader));
                table.tell(Event::SpiceReceived { faction, amount, why, leader });
            }
        }
        Choice::Capture => {
            seize(table, leader);
            table.tell(Event::LeaderCaptured { leader, from: loser });
            // battle.md PRISON BREAK: whoever has no leader left holds nobody, not even one captured since.
            if prison::has_no_guards(&table.game) && table.upholds(Switch::NobodyHeldWithoutOwn) {
                prison::test(table);
            }
        }
        Choice::Decline => table.tell(Event::CaptureDeclined { leader: Some(leader), from: loser }),
    }
    wait::end(table);
}

/// battle.md CAPTURE: the leader joins Harkonnen, and keeps the mark of where it has fought.
fn seize(table: &mut Table, leader: Leader) {
    if !table.upholds(Switch::CaptureJoinsPool) {
        return;
    }
    let has_fought = table.game.disc(leader).is_some_and(|disc| disc.bound_to().is_some());
    // battle.md DEDICATED LEADER: that binds the leader, whoever holds it.
    let forgets = has_fought && table.ruled(Switch::BoundWhoeverHolds, false, true);
    if let Some(disc) = table.game.disc_mut(leader) {
        disc.previous = disc.holder;
        disc.holder = BY;
        disc.move_to(Place::Pool);
        if forgets {
            disc.fought_in = None;
        }
    }
}
