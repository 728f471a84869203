//! A play: the table, the source of decisions, and the questions asked so far. Rules ask for decisions through it.

use crate::decisions::ask::Ask;
use crate::decisions::source::AsideFilter;
use crate::decisions::source::Mistake;
use crate::decisions::source::Next;
use crate::decisions::source::Source;
use crate::decisions::step::Kind;
use crate::decisions::step::Step;
use crate::model::named::Named;
use crate::model::refusal::Refusal;
use crate::table::Table;
use crate::table::ability::Ability;
use crate::table::event::Event;
use crate::table::turn::Phase;

/// Why a play stops before its phases are over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Halt {
    /// The script ends here, which is allowed.
    Over,
    Mistake(Mistake),
}

pub(crate) type Flow<T> = Result<T, Halt>;

/// The function that carries out an aside. It belongs to a later room, so it is passed in when the play is created.
pub(crate) type AsideRules = fn(&mut Play, u32, Step) -> Flow<()>;

/// A question that was asked, and the step that answered it.
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
    aside_rules: AsideRules,
    asked: Vec<Asked>,
    /// The ability that a Karama could have cancelled before the last decision.
    was_cancellable: Option<Ability>,
}

/// The result of a play.
pub struct PlayRecord {
    pub table: Table,
    pub asked: Vec<Asked>,
    pub end: Result<(), Mistake>,
}

impl<'a> Play<'a> {
    pub(crate) fn new(table: Table, source: &'a mut dyn Source, aside_rules: AsideRules) -> Play<'a> {
        Play { table, source, aside_rules, asked: Vec::new(), was_cancellable: None }
    }

    /// Ends the play. A play that has reached its end also asks the source whether steps are left.
    pub(crate) fn finish(self, flow: Flow<()>) -> PlayRecord {
        let end = match flow {
            Ok(()) => self.source.finish(),
            Err(Halt::Over) => Ok(()),
            Err(Halt::Mistake(mistake)) => Err(mistake),
        };
        PlayRecord { table: self.table, asked: self.asked, end }
    }

    /// Whether the source marks a new turn between these two phases.
    pub(crate) fn marks_turn(&mut self, ended: Phase, begins: Phase) -> bool {
        self.source.marks_turn(ended, begins)
    }

    /// Asks a question and returns the answer; none if declined. First performs the optional steps that the script
    /// has before the answer.
    pub(crate) fn ask(&mut self, ask: &Ask) -> Flow<Option<(u32, Step)>> {
        self.ask_while(ask, |_| true)
    }

    /// Like `ask`, for a question that an aside can make void.
    pub(crate) fn ask_while(&mut self, ask: &Ask, is_due: fn(&Table) -> bool) -> Flow<Option<(u32, Step)>> {
        while is_due(&self.table) {
            match self.source.next(ask, &self.table) {
                Next::Aside(number, step) => self.take_aside(number, step)?,
                Next::Decision(number, step) => {
                    self.note(ask, Some((number, &step)));
                    // Only an ability used by the last decision can be cancelled.
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

    /// Carries out the asides of the source that are wanted here.
    pub(crate) fn take_asides(&mut self, wanted: AsideFilter) -> Flow<()> {
        while let Some((number, step)) = self.source.aside(wanted, &self.table) {
            self.take_aside(number, step)?;
        }
        Ok(())
    }

    /// Records that a decision is illegal. Nothing else changes, and the question is asked again unless the script
    /// ends here.
    pub(crate) fn refuse(&mut self, step: u32, refusal: Refusal) -> Flow<()> {
        self.table.record(Event::Refused { step, code: refusal.code, rule: refusal.rule });
        if let (Some(battle), Some(ability)) = (&mut self.table.battle, self.was_cancellable.take()) {
            battle.cancellable = Some(ability);
        }
        if self.source.is_over() { Err(Halt::Over) } else { Ok(()) }
    }

    fn take_aside(&mut self, number: u32, step: Step) -> Flow<()> {
        self.was_cancellable = None;
        (self.aside_rules)(self, number, step)
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
