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
    quiet: Cell<bool>,
    asking: Cell<bool>,
}

impl Table {
    pub fn new(off: Vec<Switch>, readings: Readings) -> Table {
        let fired = RefCell::new(vec![Vec::new(); Switch::ALL.len()]);
        Table { off, readings, fired, events: Cell::new(0), quiet: Cell::new(false), asking: Cell::new(false) }
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

    /// Does something without noting which clauses it asks for: looking whether anybody has a legal step asks for
    /// nearly all of them and shows none at work.
    pub fn quietly<T>(&self, work: impl FnOnce() -> T) -> T {
        let before = self.quiet.replace(true);
        let result = work();
        self.quiet.set(before);
        result
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
    const SLACK: u8 = 1;
    const COMPLETE: bool = false;

    #[track_caller]
    fn upholds(&self, switch: Switch) -> bool {
        if self.off.contains(&switch) {
            return false;
        }
        if !self.quiet.get() {
            let here = Location::caller();
            let mut fired = self.fired.borrow_mut();
            let places = &mut fired[switch as usize];
            let now = Firing {
                switch,
                file: here.file(),
                line: here.line(),
                event: self.events.get(),
                tentative: self.asking.get(),
            };
            // A clause takes effect in one place or two; each place is noted the first time.
            match places.iter_mut().find(|firing| firing.line == now.line && firing.file == now.file) {
                Some(known) if known.tentative && !now.tentative => *known = now,
                Some(_) => {}
                None => places.push(now),
            }
        }
        true
    }

    fn readings(&self) -> Readings {
        self.readings
    }
}
