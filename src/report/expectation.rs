//! What a claim expects, in words.

use crate::oracle::expectation::Expectation;
use crate::oracle::expectation::ExpectedAnswer;
use crate::oracle::flow_style;
use crate::oracle::pattern::Pattern;
use crate::protocol::Data;
use crate::report::document::code;

/// One expectation as the end of a sentence. Names and values stand between backticks.
pub(crate) fn words(then: &Expectation) -> String {
    match then {
        Expectation::Change { path, before, after, .. } => {
            format!("{} goes from {} to {}", code(path), value(before), value(after))
        }
        Expectation::Unchanged { path, .. } => format!("{} stays as it was", code(path)),
        Expectation::State { path, value: wanted, .. } => format!("{} is {}", code(path), value(wanted)),
        Expectation::HoldsBefore { path, value: wanted, .. } => {
            format!("{} is {} before anything is played", code(path), value(wanted))
        }
        Expectation::Events { patterns, in_order, .. } => {
            let names: Vec<String> = patterns.iter().map(event).collect();
            let (between, order) = match (in_order, patterns.len() > 1) {
                (true, _) | (false, false) => (", then ", ""),
                (false, true) => (", ", ", in any order"),
            };
            format!("the log tells {}{order}", names.join(between))
        }
        Expectation::Once { pattern } => format!("the log tells {} exactly once", event(pattern)),
        Expectation::NoEvent { pattern } => format!("the log tells no {}", event(pattern)),
        Expectation::Refused { step, code: Some(code), .. } => {
            format!("step {step} is refused with {}", self::code(code))
        }
        Expectation::Refused { step, code: None, .. } => format!("step {step} is refused"),
        Expectation::Answer { step, holds, .. } => match holds {
            ExpectedAnswer::Is(data) => format!("the answer to step {step} is {}", value(data)),
            ExpectedAnswer::Has { includes, excludes } => {
                let parts =
                    [("includes", includes), ("leaves out", excludes)].into_iter().filter(|(_, list)| !list.is_empty());
                let parts: Vec<String> =
                    parts.map(|(word, list)| format!("{word} {}", value(&list.clone().into()))).collect();
                format!("the answer to step {step} {}", parts.join(" and "))
            }
        },
    }
}

/// A value between backticks; one inside it could end them.
pub(crate) fn value(data: &Data) -> String {
    code(&flow_style::line(data))
}

fn event(pattern: &Pattern) -> String {
    code(&pattern.line())
}
