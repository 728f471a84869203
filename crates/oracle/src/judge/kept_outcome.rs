//! The outcome of a run that is kept until reports are written.

use std::borrow::Cow;

use truthsayer_protocol::Data;
use truthsayer_protocol::Outcome;

/// An outcome that is kept.
#[derive(Debug, Clone)]
pub enum KeptOutcome {
    Whole(Box<Outcome>),
    /// As JSON. The maps of thousands of outcomes would take several times the memory.
    Packed(Box<str>),
}

impl KeptOutcome {
    pub(super) fn packed(outcome: &Outcome) -> KeptOutcome {
        // An outcome can always be written.
        KeptOutcome::Packed(serde_json::to_string(outcome).unwrap_or_default().into())
    }

    pub fn read(&self) -> Cow<'_, Outcome> {
        match self {
            KeptOutcome::Whole(outcome) => Cow::Borrowed(outcome),
            KeptOutcome::Packed(text) => {
                let read = serde_json::from_str(text);
                Cow::Owned(read.unwrap_or_else(|_| Outcome::new(Data::Null, Data::Null)))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use truthsayer_protocol::Event;

    #[test]
    fn a_packed_outcome_keeps_every_digit() {
        let huge: Data = serde_json::from_str("12345678901234567890.10").expect("a number");
        let mut outcome = Outcome::new(json!({"a": [1, "x"], "b": null}), json!({"a": huge}));
        outcome.log.push(Event::new("won", json!({"by": "ann", "when": -0.5})));
        let packed = KeptOutcome::packed(&outcome);
        assert_eq!(packed.read().as_ref(), &outcome);
        assert_eq!(packed.read().after.to_string(), r#"{"a":12345678901234567890.10}"#);
        assert_eq!(KeptOutcome::Whole(Box::new(outcome.clone())).read().as_ref(), &outcome);
    }
}
