//! Records events and firings while an engine plays a task.

use std::borrow::Cow;

use crate::Asking;
use crate::Data;
use crate::Event;
use crate::Firing;
use crate::Note;
use crate::Outcome;
use crate::Task;
use crate::switchboard;
use crate::switchboard::Switches;
use crate::task_node::Read;

/// The events and firings of one task.
#[derive(Debug, Clone)]
pub struct Record<S> {
    off: Vec<S>,
    log: Vec<Event>,
    fired: Vec<Firing>,
    asked: Vec<Asking>,
    notes: Vec<Note>,
}

impl<S: Switches> Record<S> {
    /// Creates an empty record with the task's switches off. An unknown switch is a complaint.
    pub fn of(task: &Task) -> Read<Record<S>> {
        let off = switchboard::read(&task.without, S::ALL, S::name)?;
        Ok(Record { off, log: Vec::new(), fired: Vec::new(), asked: Vec::new(), notes: Vec::new() })
    }

    /// Returns whether a clause is in force. Call it only where the clause takes effect: the location of the caller is
    /// recorded, once for each location.
    #[track_caller]
    pub fn upholds(&mut self, switch: S) -> bool {
        if self.off.contains(&switch) {
            return false;
        }
        let now = Firing::here(switch.name(), self.log.len());
        let same = |known: &Firing| (&known.switch, &known.file, known.line) == (&now.switch, &now.file, now.line);
        if !self.fired.iter().any(same) {
            self.fired.push(now);
        }
        true
    }

    /// Adds an event.
    pub fn tell(&mut self, name: impl Into<Cow<'static, str>>, data: Data) {
        self.log.push(Event::new(name, data));
    }

    /// Adds a refusal: a clause forbids the step. Steps count from 1; the code is the engine's own.
    pub fn refuse(&mut self, step: usize, code: &str, clause: S) {
        self.log.push(Event::refused(step, code, clause.cite()));
    }

    /// Adds the answer of an `ask:` step. Steps count from 1.
    pub fn answer(&mut self, step: usize, answer: Data) {
        self.log.push(Event::answered(step, answer));
    }

    /// Adds a request for a decision and the step, counted from 1, that answered it.
    pub fn ask(&mut self, who: &str, what: &str, why: &str, step: impl Into<Option<usize>>) {
        self.asked.push(Asking::new(who, what, why, self.log.len()).answered_by(step));
    }

    /// Adds a note, which is shown and never judged.
    pub fn note(&mut self, text: impl Into<String>) {
        self.notes.push(Note::new(text, self.log.len()));
    }

    /// Returns the outcome between two states.
    pub fn outcome(self, before: Data, after: Data) -> Outcome {
        let Record { log, fired, asked, notes, .. } = self;
        Outcome { before, after, log, fired, asked, notes }
    }
}
