//! Expectations as sentences.

use crate::report::text::escape::code;
use truthsayer_oracle::base::yaml_flow;
use truthsayer_oracle::suite::event_pattern::Pattern;
use truthsayer_oracle::suite::expectation::Expectation;
use truthsayer_oracle::suite::expectation::ExpectedAnswer;
use truthsayer_protocol::Data;

/// One expectation as the end of a sentence. Names and values are in backticks.
pub(crate) fn words(then: &Expectation) -> String {
    match then {
        Expectation::Change { path, before, after, .. } => {
            format!("{} goes from {} to {}", code(path), value(before), value(after))
        }
        Expectation::Unchanged { path, .. } => format!("{} stays as it was", code(path)),
        Expectation::State { path, value: wanted, .. } => format!("{} is {}", code(path), value(wanted)),
        Expectation::HoldsBefore { path, value: wanted, .. } => {
            format!("{} is {} before the first step", code(path), value(wanted))
        }
        Expectation::Events { patterns, in_order, .. } => {
            let names: Vec<String> = patterns.iter().map(event).collect();
            let (between, order) = match (in_order, patterns.len() > 1) {
                (true, _) | (false, false) => (", then ", ""),
                (false, true) => (", ", ", in any order"),
            };
            format!("the log has {}{order}", names.join(between))
        }
        Expectation::Once { pattern } => format!("the log has {} exactly once", event(pattern)),
        Expectation::NoEvent { pattern } => format!("the log has no {}", event(pattern)),
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

/// A value as inline code.
pub(crate) fn value(data: &Data) -> String {
    code(&yaml_flow::line(data))
}

fn event(pattern: &Pattern) -> String {
    code(&pattern.line())
}
