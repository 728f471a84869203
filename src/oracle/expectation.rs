//! An expectation: one thing that a claim says must hold.

use crate::oracle::cited_rule::CitedRule;
use crate::oracle::pattern::Pattern;
use crate::oracle::rulebook::Rulebook;
use crate::protocol::Data;
use crate::source::Place;

#[derive(Debug, Clone)]
pub enum Expectation {
    Change {
        path: String,
        before: Data,
        after: Data,
        place: Place,
    },
    Unchanged {
        path: String,
        place: Place,
    },
    State {
        path: String,
        value: Data,
        place: Place,
    },
    /// True of the set-up, before anything is played.
    HoldsBefore {
        path: String,
        value: Data,
        place: Place,
    },
    /// Events of the log: a subsequence of it, or each somewhere in it.
    Events {
        patterns: Box<[Pattern]>,
        in_order: bool,
        place: Place,
    },
    /// It happens exactly once.
    Once {
        pattern: Pattern,
    },
    NoEvent {
        pattern: Pattern,
    },
    Refused {
        step: usize,
        /// None where any reason will do.
        code: Option<String>,
        rule: Option<CitedRule>,
        place: Place,
    },
    Answer {
        step: usize,
        holds: ExpectedAnswer,
        place: Place,
    },
}

/// What an answer is claimed to be.
#[derive(Debug, Clone)]
pub enum ExpectedAnswer {
    Is(Data),
    Has { includes: Vec<Data>, excludes: Vec<Data> },
}

impl Expectation {
    pub fn place(&self) -> &Place {
        match self {
            Expectation::Change { place, .. }
            | Expectation::Unchanged { place, .. }
            | Expectation::State { place, .. }
            | Expectation::HoldsBefore { place, .. }
            | Expectation::Events { place, .. }
            | Expectation::Refused { place, .. }
            | Expectation::Answer { place, .. } => place,
            Expectation::Once { pattern } | Expectation::NoEvent { pattern } => &pattern.place,
        }
    }

    /// Everything it says, without the place where it is written: equal for equal expectations.
    pub(crate) fn content(&self) -> String {
        let said = match self {
            Expectation::Change { path, before, after, .. } => format!("change {path} {before} {after}"),
            Expectation::Unchanged { path, .. } => format!("unchanged {path}"),
            Expectation::State { path, value, .. } => format!("state {path} {value}"),
            Expectation::HoldsBefore { path, value, .. } => format!("before {path} {value}"),
            Expectation::Events { in_order, .. } => format!("events {in_order}"),
            Expectation::Once { .. } => "once".to_owned(),
            Expectation::NoEvent { .. } => "no event".to_owned(),
            Expectation::Refused { step, code, rule, .. } => format!("refused {step} {code:?} {rule:?}"),
            Expectation::Answer { step, holds, .. } => format!("answer {step} {holds:?}"),
        };
        let patterns = self.patterns().iter().map(|pattern| format!(" {} {:?}", pattern.name, pattern.fields));
        said + &patterns.collect::<String>()
    }

    /// Says only that something did not happen, or was so from the beginning. That proves a clause only if a knock-out
    /// makes it otherwise.
    pub(crate) fn is_negative(&self) -> bool {
        matches!(self, Expectation::Unchanged { .. } | Expectation::NoEvent { .. } | Expectation::HoldsBefore { .. })
    }

    /// The state path that this is about, if any.
    pub(crate) fn path(&self) -> Option<&str> {
        match self {
            Expectation::Change { path, .. }
            | Expectation::Unchanged { path, .. }
            | Expectation::State { path, .. }
            | Expectation::HoldsBefore { path, .. } => Some(path),
            _ => None,
        }
    }

    /// Looks up again the rules that it names, in a rulebook that has changed.
    pub(crate) fn cite_again(&mut self, book: &Rulebook) {
        let again = |rule: &mut CitedRule| *rule = CitedRule::new(&rule.text, book);
        match self {
            Expectation::Refused { rule, .. } => rule.iter_mut().for_each(again),
            Expectation::Events { patterns, .. } => {
                patterns.iter_mut().flat_map(|pattern| &mut pattern.rule).for_each(again);
            }
            Expectation::Once { pattern } | Expectation::NoEvent { pattern } => {
                pattern.rule.iter_mut().for_each(again);
            }
            _ => {}
        }
    }

    /// The events that this is about.
    pub(crate) fn patterns(&self) -> &[Pattern] {
        match self {
            Expectation::Events { patterns, .. } => patterns,
            Expectation::Once { pattern } | Expectation::NoEvent { pattern } => std::slice::from_ref(pattern),
            _ => &[],
        }
    }

    /// How many things it says, each of which an engine can show or not: every event is one, and a refusal and its
    /// reason are two.
    pub(crate) fn lines(&self) -> usize {
        match self {
            Expectation::Events { patterns, .. } => patterns.len(),
            Expectation::Refused { code: None, rule: None, .. } => 1,
            Expectation::Refused { .. } => 2,
            _ => 1,
        }
    }
}
