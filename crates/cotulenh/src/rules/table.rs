//! The rules of one scenario: switches that are off, chosen readings, and a record of every clause that applied.

use std::cell::Cell;
use std::cell::RefCell;
use std::panic::Location;

use crate::rules::Rules;
use crate::rules::reading::Readings;
use crate::rules::switch::Switch;

/// A clause that applied: its switch, the place in the source, and the length of the log at that time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Firing {
    pub switch: Switch,
    pub file: &'static str,
    pub line: u32,
    pub event: usize,
    /// Recorded while the game answered a question of the script, which changes nothing.
    tentative: bool,
}

/// The rules of one scenario. They record each clause that applies.
#[derive(Debug)]
pub struct Table {
    /// By switch, because a run asks thousands of times.
    is_off: Vec<bool>,
    is_altered: bool,
    readings: Readings,
    /// By switch. Empty if nothing is ever recorded.
    fired: RefCell<Vec<Vec<Firing>>>,
    /// Number of events in the log.
    events: Cell<usize>,
    recording: Cell<Recording>,
    asking: Cell<bool>,
    /// Clauses asked for in [`Table::weigh`].
    weighed: RefCell<Vec<Firing>>,
    /// The clause that [`Table::weigh`] leaves out to see whether it matters.
    left_out: Cell<Option<Switch>>,
}

/// When a table records that a clause applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Recording {
    /// Recorded at once.
    Noted,
    /// Recorded later, when it is known whether the clause makes a difference.
    Weighed,
    Ignored,
}

impl Table {
    pub fn new(off: Vec<Switch>, readings: Readings) -> Table {
        Table::create(Recording::Noted, &off, readings)
    }

    /// Rules that record nothing. Much faster, because most of the time of a turn goes into finding the clauses that an
    /// ending depends on.
    pub fn without_notes(off: Vec<Switch>, readings: Readings) -> Table {
        Table::create(Recording::Ignored, &off, readings)
    }

    fn create(recording: Recording, off: &[Switch], readings: Readings) -> Table {
        let switches = if recording == Recording::Ignored { 0 } else { Switch::ALL.len() };
        let fired = RefCell::new(vec![Vec::new(); switches]);
        let mut is_off = vec![false; Switch::ALL.len()];
        off.iter().for_each(|switch| is_off[*switch as usize] = true);
        Table {
            is_off,
            is_altered: !off.is_empty(),
            readings,
            fired,
            events: Cell::new(0),
            recording: Cell::new(recording),
            asking: Cell::new(false),
            weighed: RefCell::default(),
            left_out: Cell::new(None),
        }
    }

    /// Whether a switch is off. Then the steps of a script may be impossible.
    pub fn is_altered(&self) -> bool {
        self.is_altered
    }

    /// Whether no switch is off and all readings have their default. Then [`Strict`](crate::rules::Strict) gives the
    /// same answers.
    pub fn is_plain(&self) -> bool {
        !self.is_altered && self.readings == Readings::DEFAULT
    }

    /// Sets the number of events in the log.
    pub fn set_event_count(&self, events: usize) {
        self.events.set(events);
    }

    /// Runs `work` without recording clauses. The outcome of a scenario must not depend on the result, unless the
    /// deciding clauses are recorded elsewhere.
    pub fn quietly<T>(&self, work: impl FnOnce() -> T) -> T {
        self.record_as(Recording::Ignored, work)
    }

    /// Runs `work` that asks for far more clauses than matter, such as whether there is a legal step. Records only the
    /// clauses without which the result differs. If recording is off, it only runs `work`.
    pub fn weigh<T: PartialEq>(&self, work: impl Fn() -> T) -> T {
        if !self.records() {
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

    /// Whether turning off any single clause that `work` checks, and that is not recorded yet, leaves its result
    /// unchanged. Always true if recording is off.
    pub fn is_indifferent<T: PartialEq>(&self, work: impl Fn() -> T) -> bool {
        if !self.records() {
            return true;
        }
        let (result, asked) = self.gather(&work);
        asked.iter().all(|asked| self.without(asked.switch, &work) == result)
    }

    /// Returns the result of `work`, and the clauses that it asks for and that are not recorded yet.
    fn gather<T>(&self, work: impl FnOnce() -> T) -> (T, Vec<Firing>) {
        let outer = self.weighed.take();
        let result = self.record_as(Recording::Weighed, work);
        (result, self.weighed.replace(outer))
    }

    fn without<T>(&self, switch: Switch, work: impl FnOnce() -> T) -> T {
        let before = self.left_out.replace(Some(switch));
        let result = self.record_as(Recording::Ignored, work);
        self.left_out.set(before);
        result
    }

    fn record_as<T>(&self, recording: Recording, work: impl FnOnce() -> T) -> T {
        let before = self.recording.replace(recording);
        let result = work();
        self.recording.set(before);
        result
    }

    /// Records a clause. A clause takes effect in one or two places; each place is recorded once.
    fn note(&self, now: Firing) {
        let mut fired = self.fired.borrow_mut();
        let places = &mut fired[now.switch as usize];
        match places.iter_mut().find(|firing| firing.line == now.line && firing.file == now.file) {
            Some(known) if known.tentative && !now.tentative => *known = now,
            Some(_) => {}
            None => places.push(now),
        }
    }

    /// Records a clause with the first place that asked for it.
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

    /// Answers a question of the script. If a clause applies again in a later step, that record replaces this one.
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
    fn applies(&self, switch: Switch) -> bool {
        if self.is_off[switch as usize] || self.left_out.get() == Some(switch) {
            return false;
        }
        match self.recording.get() {
            Recording::Noted => self.note(self.firing(switch)),
            Recording::Weighed if self.fired.borrow()[switch as usize].is_empty() => self.keep(self.firing(switch)),
            Recording::Weighed | Recording::Ignored => {}
        }
        true
    }

    /// Whether clauses are recorded at this time.
    fn records(&self) -> bool {
        self.recording.get() != Recording::Ignored
    }

    fn readings(&self) -> Readings {
        self.readings
    }
}
