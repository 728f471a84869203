//! Asides: cards, gifts and questions that a script places between two decisions.

use crate::battle::karama;
use crate::battle::prescience;
use crate::decisions::play::Flow;
use crate::decisions::play::Halt;
use crate::decisions::play::Play;
use crate::decisions::step::Step;
use crate::model::refusal::Code;
use crate::model::switch::Switch;
use crate::phases::gift;
use crate::phases::query;
use crate::revival::ghola;
use crate::table::Table;
use crate::table::event::Event;

/// Carries out one aside, or refuses it.
pub(crate) fn take(play: &mut Play, number: u32, step: Step) -> Flow<()> {
    if interrupts(&play.table, &step) {
        return play.refuse(number, Code::AbilityUnderWay.refusal());
    }
    let done = match step {
        Step::Stop => return Err(Halt::Over),
        Step::Ask(query) => {
            let answer = query::answer(&play.table, query);
            play.table.record(Event::Answered { step: number, answer });
            Ok(())
        }
        Step::Ghola { by, wanted } => ghola::play(&mut play.table, by, wanted),
        Step::Karama { by, purpose, card } => karama::play(&mut play.table, by, purpose, card),
        Step::Gift { by, to, spice } => gift::give(&mut play.table, by, to, spice),
        Step::Prescience { by, element } => {
            return prescience::ask_again(play, number, by, element);
        }
        _ => Ok(()),
    };
    match done {
        Ok(()) => Ok(()),
        Err(refusal) => play.refuse(number, refusal),
    }
}

/// Whether a step comes inside an ability that has begun. Only a Karama, a question and the end of the script may.
fn interrupts(table: &Table, step: &Step) -> bool {
    let is_harmless = matches!(step, Step::Karama { .. } | Step::Ask(_) | Step::Stop);
    let is_under_way = table.battle.as_ref().is_some_and(|battle| battle.ability_under_way().is_some());
    is_under_way && !is_harmless && table.applies(Switch::AbilityGoesOn)
}
