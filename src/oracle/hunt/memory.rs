//! The memory of a hunt: all that one round has taught and the next can build on. Between rounds it does not change.

use std::collections::BTreeSet;

use crate::oracle::hunt::contest::Contest;
use crate::oracle::hunt::declared;
use crate::oracle::hunt::mutation::Luck;
use crate::oracle::hunt::pool::Pool;
use crate::oracle::hunt::report::Report;
use crate::oracle::hunt::sought::Sought;
use crate::oracle::hunt::vocabulary::Vocabulary;
use crate::protocol::Complaint;
use crate::protocol::Data;
use crate::protocol::Outcome;
use crate::protocol::Profile;
use crate::protocol::Reply;
use crate::protocol::Task;

#[derive(Debug, Default)]
pub(crate) struct Memory {
    pub vocabulary: Vocabulary,
    pub pool: Pool,
    pub luck: Luck,
    /// The groups of differences that are known.
    pub known: BTreeSet<String>,
    /// The switches for which nothing was found yet, where each needs only one finding.
    pub sought: Vec<Sought>,
    /// How often each rival was tried.
    pub tries: Vec<u32>,
}

impl Memory {
    pub(crate) fn new(contest: &Contest<'_>) -> Memory {
        let sought = contest.sought();
        Memory { sought, tries: vec![0; contest.rivals()], ..Memory::default() }
    }

    /// Learns what an engine tells about itself: the readings of the game, and the numbers of its clauses.
    pub(crate) fn learn_profile(&mut self, profile: &Profile) {
        profile.switches.iter().for_each(|note| self.vocabulary.learn_bounds(&note.quote));
        for reading in &profile.readings {
            self.vocabulary.learn_word("readings", &reading.name);
            for value in &reading.values {
                self.vocabulary.learn_reading(&reading.name, value);
                let choice = Data::Object([(reading.name.clone(), Data::from(value.as_str()))].into_iter().collect());
                self.vocabulary.learn_given(&Data::Object([("readings".to_owned(), choice)].into_iter().collect()));
            }
        }
    }

    /// Learns the words that an engine declares.
    pub(crate) fn learn_words(&mut self, words: &Data) {
        let steps = declared::learn(words, &mut self.vocabulary);
        self.vocabulary.declare(steps);
    }

    pub(crate) fn learn_task(&mut self, task: &Task) {
        self.vocabulary.learn_given(&task.given);
        task.when.iter().for_each(|step| self.vocabulary.learn_step(step));
    }

    /// Takes in what an attempt has shown.
    pub(crate) fn take_in(&mut self, report: &Report) {
        for rival in &report.tried {
            self.tries[*rival] += 1;
        }
        let Some(member) = &report.member else {
            self.luck.note(&report.used, false);
            return;
        };
        let new = self.pool.join(member.clone(), &report.signs, &report.fired);
        self.luck.note(&report.used, new);
        match &report.reply {
            Some(Ok(Reply::Played(outcome))) => self.learn_outcome(outcome),
            Some(Ok(Reply::Misposed(complaint))) => self.learn_complaint(complaint, &member.task),
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

    /// The words between quotes belong to the place that the complaint is about, unless they are what was wrong there.
    fn learn_complaint(&mut self, complaint: &Complaint, task: &Task) {
        let last = complaint.at.rsplit(['.', ']']).find(|part| !part.is_empty()).unwrap_or_default();
        let key = last.split('[').next().unwrap_or_default();
        for word in complaint.why.split('`').skip(1).step_by(2) {
            if !stands_in(&task.given, word) && !task.when.iter().any(|step| stands_in(step, word)) {
                self.vocabulary.learn_word(key, word);
            }
        }
    }
}

fn stands_in(data: &Data, word: &str) -> bool {
    match data {
        Data::String(text) => text == word,
        Data::Array(items) => items.iter().any(|item| stands_in(item, word)),
        Data::Object(map) => map.iter().any(|(key, value)| key == word || stands_in(value, word)),
        _ => false,
    }
}
