//! A play: the phases of a scenario, decision by decision.

use super::ask::Ask;
use super::battle_phase;
use super::event::Event;
use super::game::Game;
use super::ghola;
use super::gift;
use super::karama;
use super::karama::Ability;
use super::named::Named;
use super::occupancy;
use super::prescience;
use super::query;
use super::refusal::Code;
use super::refusal::Refusal;
use super::revival;
use super::sandworm;
use super::source::Mistake;
use super::source::Next;
use super::source::Source;
use super::source::Wish;
use super::step::Kind;
use super::step::Step;
use super::storm;
use super::switch::Switch;
use super::table::Table;
use super::turn;
use super::turn::Phase;
use super::wait;

/// Why a play stops before its phases are over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Halt {
    /// The script has come to its end, and that is in order.
    Over,
    Mistake(Mistake),
}

pub(crate) type Flow<T> = Result<T, Halt>;

/// A question that was put, and how it was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Asked {
    pub who: String,
    pub what: &'static str,
    pub why: &'static str,
    pub step: Option<u32>,
    pub event: usize,
}

pub(crate) struct Play<'a> {
    pub table: Table,
    source: &'a mut dyn Source,
    asked: Vec<Asked>,
    /// What a Karama could have cancelled before the last decision was put forward.
    was_cancellable: Option<Ability>,
}

/// What is left when a play is over.
pub struct PlayRecord {
    pub table: Table,
    pub asked: Vec<Asked>,
    pub end: Result<(), Mistake>,
}

/// Plays the phases in order until they are over or the source has nothing more to say.
pub fn run(game: Game, phases: &[Phase], off: Vec<Switch>, source: &mut dyn Source) -> PlayRecord {
    let mut play = Play { table: Table::new(game, off), source, asked: Vec::new(), was_cancellable: None };
    wait::end(&mut play.table);
    occupancy::warn(&mut play.table);
    let end = match play.phases(phases) {
        Ok(()) => play.source.finish(),
        Err(Halt::Over) => Ok(()),
        Err(Halt::Mistake(mistake)) => Err(mistake),
    };
    PlayRecord { table: play.table, asked: play.asked, end }
}

impl Play<'_> {
    fn phases(&mut self, phases: &[Phase]) -> Flow<()> {
        let mut ended = None;
        for phase in phases {
            let is_marked = ended.is_some_and(|ended| self.source.marks_turn(ended, *phase));
            turn::enter(&mut self.table, *phase, is_marked);
            ended = Some(*phase);
            match phase {
                Phase::Storm => storm::play(self)?,
                Phase::SpiceBlow => sandworm::play(self)?,
                Phase::Revival => revival::play(self)?,
                Phase::Battle => battle_phase::play(self)?,
            }
            self.interlude(|_, _| true)?;
        }
        Ok(())
    }

    /// Puts a question and takes whatever comes first: asides, then the answer. None when it was declined.
    pub(crate) fn ask(&mut self, ask: &Ask) -> Flow<Option<(u32, Step)>> {
        self.ask_while(ask, |_| true)
    }

    /// The same, for a question that an aside can make void.
    pub(crate) fn ask_while(&mut self, ask: &Ask, is_due: fn(&Table) -> bool) -> Flow<Option<(u32, Step)>> {
        while is_due(&self.table) {
            match self.source.next(ask, &self.table) {
                Next::Aside(number, step) => self.take_aside(number, step)?,
                Next::Decision(number, step) => {
                    self.note(ask, Some((number, &step)));
                    // Only what was used a moment ago can be cancelled.
                    let battle = self.table.battle.as_mut();
                    self.was_cancellable = battle.and_then(|battle| battle.cancellable.take());
                    return Ok(Some((number, step)));
                }
                Next::Declined => {
                    self.note(ask, None);
                    return Ok(None);
                }
                Next::Over => return Err(Halt::Over),
                Next::Wrong(mistake) => return Err(Halt::Mistake(mistake)),
            }
        }
        Ok(None)
    }

    /// Lets through the asides that belong here, if the script has any.
    pub(crate) fn interlude(&mut self, wanted: Wish) -> Flow<()> {
        while let Some((number, step)) = self.source.aside(wanted, &self.table) {
            self.take_aside(number, step)?;
        }
        Ok(())
    }

    /// Records that a decision is illegal. Nothing else changes, and the question is put again unless the
    /// script ends with it.
    pub(crate) fn refuse(&mut self, step: u32, refusal: Refusal) -> Flow<()> {
        self.table.tell(Event::Refused { step, code: refusal.code, rule: refusal.rule });
        if let (Some(battle), Some(ability)) = (&mut self.table.battle, self.was_cancellable.take()) {
            battle.cancellable = Some(ability);
        }
        if self.source.is_over() { Err(Halt::Over) } else { Ok(()) }
    }

    fn take_aside(&mut self, number: u32, step: Step) -> Flow<()> {
        self.was_cancellable = None;
        if self.interrupts(&step) {
            return self.refuse(number, Code::AbilityUnderWay.refusal());
        }
        let done = match step {
            Step::Stop => return Err(Halt::Over),
            Step::Ask(query) => {
                let answer = query::answer(&self.table, query);
                self.table.tell(Event::Answered { step: number, answer });
                Ok(())
            }
            Step::Ghola { by, wanted } => ghola::play(&mut self.table, by, wanted),
            Step::Karama { by, purpose, card } => karama::play(&mut self.table, by, purpose, card),
            Step::Gift { by, to, spice } => gift::give(&mut self.table, by, to, spice),
            Step::Prescience { by, element } => {
                return prescience::ask_again(self, number, by, element);
            }
            _ => Ok(()),
        };
        match done {
            Ok(()) => Ok(()),
            Err(refusal) => self.refuse(number, refusal),
        }
    }

    /// An ability that has begun goes on to its end. Only a Karama may come in between, and what
    /// is not played at all.
    fn interrupts(&self, step: &Step) -> bool {
        let is_harmless = matches!(step, Step::Karama { .. } | Step::Ask(_) | Step::Stop);
        let is_under_way = self.table.battle.as_ref().is_some_and(|battle| battle.ability_under_way().is_some());
        is_under_way && !is_harmless && self.table.upholds(Switch::AbilityGoesOn)
    }

    fn note(&mut self, ask: &Ask, answer: Option<(u32, &Step)>) {
        let by = answer.and_then(|(_, step)| step.by());
        let who = match by {
            Some(by) if ask.kind != Kind::Battle => by.name().to_owned(),
            _ => ask.asked(),
        };
        self.asked.push(Asked {
            who,
            what: ask.kind.name(),
            why: ask.why,
            step: answer.map(|(number, _)| number),
            event: self.table.log().len(),
        });
    }
}
