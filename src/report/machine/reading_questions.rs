//! The questions of `hunt --readings`, and their JSON document.

use crate::report::machine::documents::hunt_document::AskedClause;
use crate::report::machine::documents::hunt_document::AskedReading;
use crate::report::machine::documents::hunt_document::QuestionScenario;
use crate::report::machine::documents::hunt_document::ReadingAnswer;
use crate::report::machine::documents::hunt_document::ReadingsDocument;
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
    let document = ReadingsDocument { exit: code, questions: questions.iter().map(question).collect() };
    json::document("hunt", "readings", &document, suite)
}

fn question(question: &ReadingQuestion) -> AskedReading {
    let clause = |it: &ReadingWords| AskedClause {
        clause: it.clause.clone(),
        states: it.value.clone(),
        words: it.words.clone(),
    };
    let answer = |at: usize| ReadingAnswer {
        record: question.command(&question.values[at]),
        says: question.scenario.as_ref().map(|scenario| scenario.answers[at].clone()),
        value: question.values[at].clone(),
    };
    let scenario = question.scenario.as_ref().map(|it| QuestionScenario {
        as_it_stands: it.is_own,
        given: it.given.clone(),
        origin: it.origin.clone(),
        when: it.when.clone(),
    });
    AskedReading {
        about: question.note.about.clone(),
        answers: vec![answer(0), answer(1)],
        clauses: question.clauses.iter().map(clause).collect(),
        default: question.note.default.clone(),
        game: question.game.clone(),
        reading: question.note.name.clone(),
        ruled: question.ruled.clone(),
        runs: question.runs,
        scenario,
    }
}
