//! What an engine can show of itself. Whatever it cannot show is neither held nor failed.

use serde::Deserialize;
use serde::Serialize;

/// What an engine can show. A field that is left out means everything of that kind.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Observes {
    /// The kinds of events that its log can hold. An empty list: it keeps no log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub events: Option<Vec<String>>,
    /// How it tells that a step is illegal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusals: Option<Refusals>,
    /// The paths of the state that it shows, each with all that lies below it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<Vec<String>>,
    /// The questions that it answers, by the word that follows `ask`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<Vec<String>>,
}

/// How an engine tells that a step is illegal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Refusals {
    /// With a code, and the rule where it knows one.
    Coded,
    /// It refuses, and does not say why.
    Bare,
    /// It does not tell.
    None,
}

impl Observes {
    /// Everything; to be narrowed.
    pub fn everything() -> Observes {
        Observes::default()
    }

    /// Nothing; to be widened.
    pub fn nothing() -> Observes {
        let none = || Some(Vec::new());
        Observes { events: none(), refusals: Some(Refusals::None), state: none(), answers: none() }
    }

    /// The same with these kinds of events, and no others.
    #[must_use]
    pub fn events<T: Into<String>>(mut self, names: impl IntoIterator<Item = T>) -> Observes {
        self.events = Some(names.into_iter().map(Into::into).collect());
        self
    }

    /// The same with refusals of this kind.
    #[must_use]
    pub fn refusals(mut self, refusals: Refusals) -> Observes {
        self.refusals = Some(refusals);
        self
    }

    /// The same with these paths of the state, and no others.
    #[must_use]
    pub fn state<T: Into<String>>(mut self, paths: impl IntoIterator<Item = T>) -> Observes {
        self.state = Some(paths.into_iter().map(Into::into).collect());
        self
    }

    /// The same with answers to these questions, and no others.
    #[must_use]
    pub fn answers<T: Into<String>>(mut self, questions: impl IntoIterator<Item = T>) -> Observes {
        self.answers = Some(questions.into_iter().map(Into::into).collect());
        self
    }

    /// Whether its log can hold an event of this kind.
    pub fn has_event(&self, name: &str) -> bool {
        self.events.as_ref().is_none_or(|names| names.iter().any(|own| own == name))
    }

    /// Whether it shows what stands at a path of the state.
    pub fn has_path(&self, path: &str) -> bool {
        let covers =
            |own: &String| path.strip_prefix(own.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        self.state.as_ref().is_none_or(|paths| paths.iter().any(covers))
    }

    /// Whether it answers a question.
    pub fn has_answer(&self, question: &str) -> bool {
        self.answers.as_ref().is_none_or(|questions| questions.iter().any(|own| own == question))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_shown_with_all_that_lies_below_it() {
        let observes = Observes::everything().state(["board", "factions.fremen"]);
        assert!(
            observes.has_path("board") && observes.has_path("board.c4") && observes.has_path("factions.fremen.spice")
        );
        assert!(!observes.has_path("boards") && !observes.has_path("factions") && !observes.has_path("bank"));
    }

    #[test]
    fn what_is_left_out_is_everything() {
        let observes: Observes = serde_json::from_str(r#"{"events": []}"#).expect("it is right");
        assert!(observes.has_path("anything") && observes.has_answer("anything") && !observes.has_event("moved"));
        assert!(!Observes::nothing().has_path("x") && !Observes::nothing().has_answer("x"));
        assert!(serde_json::from_str::<Observes>(r#"{"refusals": "loud"}"#).is_err());
        assert!(serde_json::from_str::<Observes>(r#"{"event": []}"#).is_err());
    }
}
