//! The memory of a hunt: everything learned in earlier rounds. It is constant during a round.

use std::collections::BTreeSet;

use crate::hunt::attempt_result::Report;
use crate::hunt::corpus::Pool;
use crate::hunt::declared;
use crate::hunt::mutation::Luck;
use crate::hunt::sides::Sides;
use crate::hunt::target::Target;
use crate::hunt::vocabulary::Vocabulary;
use truthsayer_protocol::Complaint;
use truthsayer_protocol::Data;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Profile;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;

#[derive(Debug, Default)]
pub(crate) struct Memory {
    pub vocabulary: Vocabulary,
    pub pool: Pool,
    pub luck: Luck,
    /// The groups of known differences.
    pub known: BTreeSet<String>,
    /// The changes and shapes of tasks of known groups that were shrunk.
    pub followed: BTreeSet<u64>,
    /// The switches without a finding, if each needs only one.
    pub target: Vec<Target>,
    /// Number of attempts for each rival.
    pub tries: Vec<u32>,
}

impl Memory {
    pub(crate) fn new(contest: &Sides<'_>) -> Memory {
        let target = contest.target();
        Memory { target, tries: vec![0; contest.rivals()], ..Memory::default() }
    }

    /// Learns from a profile: the readings of the game, and the numbers in its clauses.
    pub(crate) fn learn_profile(&mut self, profile: &Profile) {
        profile.switches.iter().for_each(|note| self.vocabulary.bounds.learn(&note.quote));
        for reading in &profile.readings {
            self.vocabulary.learn_word("readings", &reading.name);
            for value in &reading.values {
                self.vocabulary.learn_reading(&reading.name, value);
                let choice = Data::Object([(reading.name.clone(), Data::from(value.as_str()))].into_iter().collect());
                self.vocabulary.learn_given(&Data::Object([("readings".to_owned(), choice)].into_iter().collect()));
            }
        }
    }

    /// Learns the vocabulary that an engine declares.
    pub(crate) fn learn_words(&mut self, words: &Data) {
        let steps = declared::learn(words, &mut self.vocabulary);
        self.vocabulary.declare(steps);
    }

    pub(crate) fn learn_task(&mut self, task: &Task) {
        self.vocabulary.learn_given(&task.given);
        task.when.iter().for_each(|step| self.vocabulary.learn_step(step));
    }

    /// Adds the result of an attempt.
    pub(crate) fn take_in(&mut self, report: &Report) {
        for rival in &report.tried {
            self.tries[*rival] += 1;
        }
        // A difference of a new shape is worth as much as new behaviour.
        let differs = !report.leads.is_empty();
        let Some(member) = &report.member else {
            self.luck.note(&report.used, differs);
            return;
        };
        let new = self.pool.join(member.clone(), &report.signs, &report.fired);
        self.luck.note(&report.used, new || differs);
        match &report.reply {
            Some(Ok(Reply::Played(outcome))) => self.learn_outcome(outcome),
            Some(Ok(Reply::Invalid(complaint))) => self.learn_complaint(complaint, &member.task),
            _ => {}
        }
    }

    fn learn_outcome(&mut self, outcome: &Outcome) {
        self.vocabulary.learn_shown("given", &outcome.before);
        self.vocabulary.learn_shown("given", &outcome.after);
        for event in &outcome.log {
            self.vocabulary.learn_shown(&event.name, &event.data);
        }
    }

    /// Learns the quoted words of a complaint, which are valid at its position. Words of the task itself are skipped.
    fn learn_complaint(&mut self, complaint: &Complaint, task: &Task) {
        let last = complaint.at.rsplit(['.', ']']).find(|part| !part.is_empty()).unwrap_or_default();
        let key = last.split('[').next().unwrap_or_default();
        for word in complaint.why.split('`').skip(1).step_by(2) {
            if !contains(&task.given, word) && !task.when.iter().any(|step| contains(step, word)) {
                self.vocabulary.learn_word(key, word);
            }
        }
    }
}

fn contains(data: &Data, word: &str) -> bool {
    match data {
        Data::String(text) => text == word,
        Data::Array(items) => items.iter().any(|item| contains(item, word)),
        Data::Object(map) => map.iter().any(|(key, value)| key == word || contains(value, word)),
        _ => false,
    }
}
