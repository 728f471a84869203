//! Expectations: the single checks of a claim.

use crate::base::source::Place;
use crate::rulebook::Rulebook;
use crate::suite::cited_rule::CitedRule;
use crate::suite::event_pattern::Pattern;
use truthsayer_protocol::Data;

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
    /// The value in the set-up, before the first step.
    HoldsBefore {
        path: String,
        value: Data,
        place: Place,
    },
    /// Events of the log: in this order, or in any order.
    Events {
        patterns: Box<[Pattern]>,
        in_order: bool,
        place: Place,
    },
    /// The event happens exactly once.
    Once {
        pattern: Pattern,
    },
    NoEvent {
        pattern: Pattern,
    },
    Refused {
        step: usize,
        /// `None` accepts any code.
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

/// The expected answer.
#[derive(Debug, Clone)]
pub enum ExpectedAnswer {
    Is(Data),
    Has { includes: Vec<Data>, excludes: Vec<Data> },
}

impl ExpectedAnswer {
    /// Returns the expected answer, or the items that it must have or must not have.
    pub(crate) fn values(&self) -> impl Iterator<Item = &Data> {
        let (is, includes, excludes): (_, &[Data], &[Data]) = match self {
            ExpectedAnswer::Is(data) => (Some(data), &[], &[]),
            ExpectedAnswer::Has { includes, excludes } => (None, includes, excludes),
        };
        is.into_iter().chain(includes).chain(excludes)
    }
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

    /// Returns the content without its position: equal for equal expectations.
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

    /// Returns whether this only expects that something does not happen or was so before. It proves a clause only if a
    /// mutant breaks it.
    pub(crate) fn is_negative(&self) -> bool {
        matches!(self, Expectation::Unchanged { .. } | Expectation::NoEvent { .. } | Expectation::HoldsBefore { .. })
    }

    /// Returns the state path of the expectation.
    pub(crate) fn path(&self) -> Option<&str> {
        match self {
            Expectation::Change { path, .. }
            | Expectation::Unchanged { path, .. }
            | Expectation::State { path, .. }
            | Expectation::HoldsBefore { path, .. } => Some(path),
            _ => None,
        }
    }

    /// Looks up the named rules again after the rulebook changed.
    pub(crate) fn cite_again(&mut self, book: &Rulebook) {
        let again = |rule: &mut CitedRule| *rule = CitedRule::new(&rule.text, book);
        match self {
            Expectation::Refused { rule, .. } => rule.iter_mut().for_each(again),
            Expectation::Events { patterns, .. } => {
                patterns.iter_mut().filter_map(|pattern| pattern.rule.as_deref_mut()).for_each(again);
            }
            Expectation::Once { pattern } | Expectation::NoEvent { pattern } => {
                pattern.rule.as_deref_mut().into_iter().for_each(again);
            }
            _ => {}
        }
    }

    /// Returns the event patterns of the expectation.
    pub(crate) fn patterns(&self) -> &[Pattern] {
        match self {
            Expectation::Events { patterns, .. } => patterns,
            Expectation::Once { pattern } | Expectation::NoEvent { pattern } => std::slice::from_ref(pattern),
            _ => &[],
        }
    }

    /// Returns the number of facts that an engine can show or not. Every event is one; a refusal and its reason are
    /// two.
    pub fn lines(&self) -> usize {
        match self {
            Expectation::Events { patterns, .. } => patterns.len(),
            Expectation::Refused { code: None, rule: None, .. } => 1,
            Expectation::Refused { .. } => 2,
            _ => 1,
        }
    }
}
