//! The table at which a scenario is played: the clauses that are off, the readings, and a note of every clause that
//! took effect.

use std::cell::Cell;
use std::cell::RefCell;
use std::panic::Location;

use super::reading::Readings;
use super::rules::Rules;
use super::switch::Switch;

/// A switch that took effect, where in this engine, and how long the log was then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Firing {
    pub switch: Switch,
    pub file: &'static str,
    pub line: u32,
    pub event: usize,
    /// Noted while a question was answered, which only tries things out.
    tentative: bool,
}

#[derive(Debug)]
pub struct Table {
    off: Vec<Switch>,
    readings: Readings,
    /// By switch.
    fired: RefCell<Vec<Vec<Firing>>>,
    /// How many events stand in the log.
    events: Cell<usize>,
    hearing: Cell<Hearing>,
    asking: Cell<bool>,
    /// What was asked while something was weighed.
    weighed: RefCell<Vec<Firing>>,
    /// The clause without which it is being tried.
    left_out: Cell<Option<Switch>>,
}

/// What becomes of a question whether a clause is in force.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Hearing {
    /// It is noted: the clause takes effect.
    Noted,
    /// It is kept, until it is known whether the clause makes a difference.
    Weighed,
    Ignored,
}

impl Table {
    pub fn new(off: Vec<Switch>, readings: Readings) -> Table {
        Table::hearing_as(Hearing::Noted, off, readings)
    }

    /// A table for those who want to play and nothing else: it notes no clause, and so it need not find out which
    /// clauses an ending hangs on, which is most of the work of a turn.
    pub fn without_notes(off: Vec<Switch>, readings: Readings) -> Table {
        Table::hearing_as(Hearing::Ignored, off, readings)
    }

    fn hearing_as(hearing: Hearing, off: Vec<Switch>, readings: Readings) -> Table {
        let fired = RefCell::new(vec![Vec::new(); Switch::ALL.len()]);
        Table {
            off,
            readings,
            fired,
            events: Cell::new(0),
            hearing: Cell::new(hearing),
            asking: Cell::new(false),
            weighed: RefCell::default(),
            left_out: Cell::new(None),
        }
    }

    /// A switch is off, so what the script was written for may not come to pass.
    pub fn is_altered(&self) -> bool {
        !self.off.is_empty()
    }

    /// Whether this table plays the game as it is: nothing off, no other reading. Then the fast way gives the same
    /// answers.
    pub fn is_plain(&self) -> bool {
        self.off.is_empty() && self.readings == Readings::DEFAULT
    }

    pub fn heard(&self, events: usize) {
        self.events.set(events);
    }

    /// Does something without noting which clauses it asks for. Nothing that can be seen from outside may depend on
    /// the result, unless the clauses that decide about it are noted elsewhere.
    pub fn quietly<T>(&self, work: impl FnOnce() -> T) -> T {
        self.hearing(Hearing::Ignored, work)
    }

    /// Works something out that asks for far more clauses than matter, such as whether anybody has a legal step, and
    /// notes those without which it would come out differently. Where nobody listens, it is only worked out.
    pub fn weigh<T: PartialEq>(&self, work: impl Fn() -> T) -> T {
        if self.hearing.get() == Hearing::Ignored {
            return work();
        }
        let (result, asked) = self.gather(&work);
        for asked in asked {
            if self.without(asked.switch, &work) != result {
                self.note(asked);
            }
        }
        result
    }

    /// Whether something comes out the same without any one of the clauses that it asks for and that are not noted yet.
    /// Where nobody listens, nothing hangs on it.
    pub fn is_indifferent<T: PartialEq>(&self, work: impl Fn() -> T) -> bool {
        if self.hearing.get() == Hearing::Ignored {
            return true;
        }
        let (result, asked) = self.gather(&work);
        asked.iter().all(|asked| self.without(asked.switch, &work) == result)
    }

    /// A result, and the clauses that were asked for and are not noted yet.
    fn gather<T>(&self, work: impl FnOnce() -> T) -> (T, Vec<Firing>) {
        let outer = self.weighed.take();
        let result = self.hearing(Hearing::Weighed, work);
        (result, self.weighed.replace(outer))
    }

    fn without<T>(&self, switch: Switch, work: impl FnOnce() -> T) -> T {
        let before = self.left_out.replace(Some(switch));
        let result = self.hearing(Hearing::Ignored, work);
        self.left_out.set(before);
        result
    }

    fn hearing<T>(&self, hearing: Hearing, work: impl FnOnce() -> T) -> T {
        let before = self.hearing.replace(hearing);
        let result = work();
        self.hearing.set(before);
        result
    }

    /// A clause takes effect in one place or two; each place is noted the first time.
    fn note(&self, now: Firing) {
        let mut fired = self.fired.borrow_mut();
        let places = &mut fired[now.switch as usize];
        match places.iter_mut().find(|firing| firing.line == now.line && firing.file == now.file) {
            Some(known) if known.tentative && !now.tentative => *known = now,
            Some(_) => {}
            None => places.push(now),
        }
    }

    /// Keeps the first place in which a clause was asked for.
    fn keep(&self, now: Firing) {
        let mut weighed = self.weighed.borrow_mut();
        if weighed.iter().all(|known| known.switch != now.switch) {
            weighed.push(now);
        }
    }

    #[track_caller]
    fn firing(&self, switch: Switch) -> Firing {
        let here = Location::caller();
        let (event, tentative) = (self.events.get(), self.asking.get());
        Firing { switch, file: here.file(), line: here.line(), event, tentative }
    }

    /// Answers a question. A clause that takes effect in earnest later on is noted for that moment, not for this one.
    pub fn asked<T>(&self, work: impl FnOnce() -> T) -> T {
        self.asking.set(true);
        let result = work();
        self.asking.set(false);
        result
    }

    pub fn into_fired(self) -> Vec<Firing> {
        self.fired.into_inner().into_iter().flatten().collect()
    }
}

impl Rules for Table {
    const FURTHEST: u8 = 11;
    const COMPLETE: bool = false;

    #[track_caller]
    fn upholds(&self, switch: Switch) -> bool {
        if self.off.contains(&switch) || self.left_out.get() == Some(switch) {
            return false;
        }
        match self.hearing.get() {
            Hearing::Noted => self.note(self.firing(switch)),
            Hearing::Weighed if self.fired.borrow()[switch as usize].is_empty() => self.keep(self.firing(switch)),
            Hearing::Weighed | Hearing::Ignored => {}
        }
        true
    }

    fn readings(&self) -> Readings {
        self.readings
    }
}
