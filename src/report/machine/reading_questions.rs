//! The questions of `hunt --readings`, and their JSON document.

use serde_json::json;

use crate::report::machine::json;
use truthsayer_oracle::judge::clause_readings::ReadingWords;
use truthsayer_oracle::suite::Suite;
use truthsayer_protocol::Data;
use truthsayer_protocol::ReadingNote;

/// A question for the author of the rules: which of two values of a reading is meant?
pub(crate) struct ReadingQuestion {
    pub game: String,
    pub note: ReadingNote,
    /// The default, and the other value.
    pub values: [String; 2],
    pub clauses: Vec<ReadingWords>,
    /// The value that the project file chooses.
    pub ruled: Option<String>,
    /// `None` if no scenario was found on which the values differ.
    pub scenario: Option<DecidingScenario>,
    /// Number of runs of the search.
    pub runs: usize,
}

/// The smallest scenario on which both values differ.
pub(crate) struct DecidingScenario {
    pub given: Data,
    pub when: Vec<Data>,
    /// The first thing that differs, under each value.
    pub answers: [String; 2],
    /// The scenario that it comes from.
    pub origin: String,
    /// Whether that scenario shows the difference unchanged.
    pub is_own: bool,
}

impl ReadingQuestion {
    /// The command that records a value as a ruling.
    pub(crate) fn command(&self, value: &str) -> String {
        format!("truthsayer bless --ruling {}={value} --game {}", self.note.name, self.game)
    }
}

/// Every question with its clauses, its scenario, both answers and the commands that record the answer.
pub(crate) fn json(questions: &[ReadingQuestion], code: u8, suite: &Suite) -> String {
    let data = json!({"exit": code, "questions": questions.iter().map(question).collect::<Vec<_>>()});
    json::document("hunt", "readings", &data, suite)
}

fn question(question: &ReadingQuestion) -> Data {
    let clause = |it: &ReadingWords| json!({"clause": it.clause, "words": it.words, "states": it.value});
    let answer = |at: usize| {
        let value = &question.values[at];
        let says = question.scenario.as_ref().map(|scenario| scenario.answers[at].clone());
        json!({"value": value, "says": says, "record": question.command(value)})
    };
    let scenario = question.scenario.as_ref().map(|it| {
        json!({
            "given": it.given,
            "when": it.when,
            "origin": it.origin,
            "as_it_stands": it.is_own,
        })
    });
    json!({
        "game": question.game,
        "reading": question.note.name,
        "about": question.note.about,
        "default": question.note.default,
        "ruled": question.ruled,
        "clauses": question.clauses.iter().map(clause).collect::<Vec<_>>(),
        "scenario": scenario,
        "answers": [answer(0), answer(1)],
        "runs": question.runs,
    })
}
