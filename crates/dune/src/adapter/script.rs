//! A script: the steps of a scenario, followed strictly or as far as they fit.

use crate::decisions::ask::Ask;
use crate::decisions::ask::Need;
use crate::decisions::source::AsideFilter;
use crate::decisions::source::Mistake;
use crate::decisions::source::Next;
use crate::decisions::source::Source;
use crate::decisions::step::Kind;
use crate::decisions::step::Step;
use crate::model::named::Named;
use crate::table::Table;
use crate::table::ability::Ability;
use crate::table::turn::Phase;

/// How strictly a script is followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScriptOptions {
    /// Missing optional decisions are declined; otherwise every decision must be in the script.
    pub declines: bool,
    /// A switch is off: steps that are no longer asked for are skipped, and missing ones are declined or end the play.
    pub follows: bool,
}

#[derive(Debug)]
pub struct Script {
    /// The steps with their numbers, counted from 1.
    steps: Vec<(u32, Step)>,
    next: usize,
    options: ScriptOptions,
}

impl Script {
    pub fn new(steps: Vec<Step>, options: ScriptOptions) -> Script {
        Script { steps: (1..).zip(steps).collect(), next: 0, options }
    }

    /// Returns the position of the first step that is not an aside.
    fn next_decision(&self, table: &Table) -> usize {
        let ahead = self.steps.iter().skip(self.next);
        self.next + ahead.take_while(|(_, step)| is_aside(step, table)).count()
    }

    fn take(&mut self) -> Option<(u32, Step)> {
        let step = self.steps.get(self.next)?.clone();
        self.next += 1;
        Some(step)
    }

    /// Skips steps that are no longer asked for, if the requested step follows.
    fn pass_over(&mut self, ask: &Ask, table: &Table) {
        let start = self.next_decision(table);
        for (index, (_, step)) in self.steps.iter().enumerate().skip(start) {
            if ask.is_met_by(step) {
                let passed: Vec<(u32, Step)> = self.steps.drain(start..index).collect();
                let asides = passed.into_iter().filter(|(_, step)| step.is_aside());
                self.steps.splice(start..start, asides);
                return;
            }
            // Steps of the next turn stay in the script.
            if step.kind() == Kind::NextTurn {
                return;
            }
            let opens_another = step.kind() <= Kind::Battle;
            let is_behind = step.kind() < ask.kind || step.is_aside();
            let may_pass = match ask.need {
                Need::Required => ask.kind <= Kind::Battle || !opens_another,
                Need::Optional | Need::Open => is_behind && !opens_another,
            };
            if !may_pass {
                return;
            }
        }
    }

    /// Skips the unused steps of a finished phase, if a new turn follows.
    fn leave_behind(&mut self, ended: Phase) {
        let rest = self.steps.iter().skip(self.next);
        let left = rest.take_while(|(_, step)| step.is_aside() || step.kind().phase() == Some(ended)).count();
        if matches!(self.steps.get(self.next + left), Some((_, Step::NextTurn))) {
            self.next += left;
        }
    }

    fn may_decline(&self, need: Need, table: &Table) -> bool {
        match need {
            Need::Required => false,
            Need::Optional => self.options.declines || (self.options.follows && !self.stops_here(table)),
            Need::Open => true,
        }
    }

    /// Returns whether a `stop` step comes before the next scripted decision. The author then ended the script here on
    /// purpose, so the current decision stays open.
    fn stops_here(&self, table: &Table) -> bool {
        let asides = self.steps.get(self.next..self.next_decision(table)).unwrap_or_default();
        asides.iter().any(|(_, step)| *step == Step::Stop)
    }

    fn complain(&self, ask: &Ask, index: usize) -> Mistake {
        let mut asked = format!("{} is asked for `{}` ({})", ask.asked(), ask.wanted(), ask.why);
        if ask.need == Need::Optional {
            asked.push_str(
                "; it is optional: script it, or write `unscripted: decline` to decline whatever is not scripted",
            );
        }
        match self.steps.get(index) {
            Some((number, step)) => {
                Mistake { at: place(*number), why: format!("this step is {}, but now {asked}", describe(step)) }
            }
            None => Mistake { at: "when".to_owned(), why: format!("the script ends here, but {asked}") },
        }
    }
}

impl Source for Script {
    fn next(&mut self, ask: &Ask, table: &Table) -> Next {
        if self.options.follows {
            self.pass_over(ask, table);
        }
        let index = self.next_decision(table);
        let is_met = self.steps.get(index).is_some_and(|(_, step)| ask.is_met_by(step));
        if !is_met && self.may_decline(ask.need, table) {
            return Next::Declined;
        }
        if self.next < index {
            return self.take().map_or(Next::Over, |(number, step)| Next::Aside(number, step));
        }
        if is_met {
            return self.take().map_or(Next::Over, |(number, step)| Next::Decision(number, step));
        }
        if self.options.follows { Next::Over } else { Next::Wrong(self.complain(ask, index)) }
    }

    fn aside(&mut self, wanted: AsideFilter, table: &Table) -> Option<(u32, Step)> {
        let end = self.next_decision(table);
        let is_wanted =
            self.steps.get(self.next..end)?.iter().any(|(_, step)| wanted(step, table) || is_counter(step, table));
        if is_wanted { self.take() } else { None }
    }

    fn marks_turn(&mut self, ended: Phase, begins: Phase) -> bool {
        if self.options.follows && ended != begins {
            self.leave_behind(ended);
        }
        let is_marked = matches!(self.steps.get(self.next), Some((_, Step::NextTurn)));
        self.next += usize::from(is_marked);
        is_marked
    }

    fn is_over(&self) -> bool {
        self.next >= self.steps.len()
    }

    fn finish(&self) -> Result<(), Mistake> {
        match self.steps.get(self.next) {
            Some((number, step)) if !self.options.follows => Err(Mistake {
                at: place(*number),
                why: format!("this step is {}, but nothing more is asked for", describe(step)),
            }),
            _ => Ok(()),
        }
    }
}

/// A second question of PRESCIENCE is an aside, too: the engine never asks for it, and refuses it.
fn is_aside(step: &Step, table: &Table) -> bool {
    let asked_before = table.battle.as_ref().is_some_and(|battle| battle.prescience.is_some());
    step.is_aside() || (matches!(step, Step::Prescience { .. }) && asked_before)
}

/// A Karama against a worthless card comes right after that card.
fn is_counter(step: &Step, table: &Table) -> bool {
    let fresh = table.battle.as_ref().and_then(|battle| battle.cancellable);
    fresh == Some(Ability::WorthlessKarama) && step.counters_a_karama()
}

fn describe(step: &Step) -> String {
    match step.by() {
        Some(by) => format!("`{}` by {}", step.kind().name(), by.name()),
        None => format!("`{}`", step.kind().name()),
    }
}

/// Returns the path of a step. Paths count from 0.
fn place(number: u32) -> String {
    format!("when[{}]", number.saturating_sub(1))
}
