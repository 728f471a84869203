//! The record of a play while it is being played: what happened, and which clauses took effect.

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

/// Everything that an engine writes down while it plays one task.
#[derive(Debug, Clone)]
pub struct Record<S> {
    off: Vec<S>,
    log: Vec<Event>,
    fired: Vec<Firing>,
    asked: Vec<Asking>,
    notes: Vec<Note>,
}

impl<S: Switches> Record<S> {
    /// An empty record, with the switches off that the task wants off. A name that no switch has is complained about.
    pub fn of(task: &Task) -> Read<Record<S>> {
        let off = switchboard::read(&task.without, S::ALL, S::name)?;
        Ok(Record { off, log: Vec::new(), fired: Vec::new(), asked: Vec::new(), notes: Vec::new() })
    }

    /// Whether a clause is in force, asked where it takes effect and nowhere else: the place of the caller is noted,
    /// once for each place.
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

    /// Something happened.
    pub fn tell(&mut self, name: impl Into<Cow<'static, str>>, data: Data) {
        self.log.push(Event::new(name, data));
    }

    /// A clause forbids what a step wants. Steps count from 1; the code is a word of the engine.
    pub fn refuse(&mut self, step: usize, code: &str, clause: S) {
        self.log.push(Event::refused(step, code, clause.cite()));
    }

    /// What an `ask:` step returned. Steps count from 1.
    pub fn answer(&mut self, step: usize, answer: Data) {
        self.log.push(Event::answered(step, answer));
    }

    /// A step, counted from 1, gave the decision that somebody had to make.
    pub fn ask(&mut self, who: &str, what: &str, why: &str, step: impl Into<Option<usize>>) {
        self.asked.push(Asking::new(who, what, why, self.log.len()).answered_by(step));
    }

    /// Something worth a remark that nobody judges.
    pub fn note(&mut self, text: impl Into<String>) {
        self.notes.push(Note::new(text, self.log.len()));
    }

    /// What happened, between these two states.
    pub fn outcome(self, before: Data, after: Data) -> Outcome {
        let Record { log, fired, asked, notes, .. } = self;
        Outcome { before, after, log, fired, asked, notes }
    }
}
