//! The facts that an engine shows. Expectations on other facts are unobserved: neither passed nor failed.

use std::fmt;

use serde::Deserialize;
use serde::Deserializer;
use serde::Serialize;
use serde::Serializer;
use serde::de::MapAccess;
use serde::de::Visitor;
use serde::de::value::MapAccessDeserializer;
use serde::ser::SerializeMap;

/// Matches any one part of a path, or every event that is not listed by name.
const ANY: &str = "*";

/// The facts that an engine shows. A field that is `None` means everything of that kind.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Observes {
    /// The events in its log, each with the fields that it fills. An empty list means that it has no log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub events: Option<Vec<ShownEvent>>,
    /// How it reports illegal steps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusals: Option<Refusals>,
    /// The paths of the state that it shows, each with everything below it. `*` matches any one part of a path.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub state: Option<Vec<String>>,
    /// The questions that it answers: the words after `ask`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<Vec<String>>,
}

/// An event that an engine shows. On the wire a name (all fields), or `{"name": …, "fields": […]}`.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShownEvent {
    /// The name in the log; `*` for every event that is not listed by name.
    pub name: String,
    /// The fields that it fills; `None` for all of them.
    pub fields: Option<Vec<String>>,
}

impl ShownEvent {
    /// Creates an event with exactly these fields.
    pub fn with_fields<F: Into<String>>(name: impl Into<String>, fields: impl IntoIterator<Item = F>) -> ShownEvent {
        ShownEvent { name: name.into(), fields: Some(fields.into_iter().map(Into::into).collect()) }
    }

    /// Creates the entry for every event that is not listed by name, with all fields.
    pub fn every_other() -> ShownEvent {
        ShownEvent::from(ANY)
    }

    /// Returns whether this is the entry for every event that is not listed by name.
    pub fn is_every_other(&self) -> bool {
        self.name == ANY
    }
}

impl From<&str> for ShownEvent {
    fn from(name: &str) -> ShownEvent {
        ShownEvent::from(name.to_owned())
    }
}

impl From<String> for ShownEvent {
    fn from(name: String) -> ShownEvent {
        ShownEvent { name, fields: None }
    }
}

impl Serialize for ShownEvent {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Some(fields) = &self.fields else { return serializer.serialize_str(&self.name) };
        let mut map = serializer.serialize_map(Some(2))?;
        map.serialize_entry("name", &self.name)?;
        map.serialize_entry("fields", fields)?;
        map.end()
    }
}

impl<'de> Deserialize<'de> for ShownEvent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<ShownEvent, D::Error> {
        deserializer.deserialize_any(ShownEventVisitor)
    }
}

struct ShownEventVisitor;

impl<'de> Visitor<'de> for ShownEventVisitor {
    type Value = ShownEvent;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the name of an event, or {\"name\": …, \"fields\": […]}")
    }

    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<ShownEvent, E> {
        Ok(ShownEvent::from(name))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<ShownEvent, A::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct ListedEvent {
            name: String,
            #[serde(default)]
            fields: Option<Vec<String>>,
        }
        let ListedEvent { name, fields } = ListedEvent::deserialize(MapAccessDeserializer::new(map))?;
        Ok(ShownEvent { name, fields })
    }
}

/// How an engine reports illegal steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Refusals {
    /// The engine gives a code, and the rule if it knows one.
    Coded,
    /// The engine gives no reason.
    Bare,
    /// The engine does not show it at all.
    None,
}

impl Observes {
    /// Creates an `observes` that shows everything.
    pub fn everything() -> Observes {
        Observes::default()
    }

    /// Creates an `observes` that shows nothing.
    pub fn nothing() -> Observes {
        let none = || Some(Vec::new());
        Observes { events: Some(Vec::new()), refusals: Some(Refusals::None), state: none(), answers: none() }
    }

    /// Sets the events.
    #[must_use]
    pub fn events<T: Into<ShownEvent>>(mut self, events: impl IntoIterator<Item = T>) -> Observes {
        self.events = Some(events.into_iter().map(Into::into).collect());
        self
    }

    /// Sets the kind of refusals.
    #[must_use]
    pub fn refusals(mut self, refusals: Refusals) -> Observes {
        self.refusals = Some(refusals);
        self
    }

    /// Sets the paths of the state.
    #[must_use]
    pub fn state<T: Into<String>>(mut self, paths: impl IntoIterator<Item = T>) -> Observes {
        self.state = Some(paths.into_iter().map(Into::into).collect());
        self
    }

    /// Sets the questions that it answers.
    #[must_use]
    pub fn answers<T: Into<String>>(mut self, questions: impl IntoIterator<Item = T>) -> Observes {
        self.answers = Some(questions.into_iter().map(Into::into).collect());
        self
    }

    /// Returns whether its log can contain this event.
    pub fn has_event(&self, name: &str) -> bool {
        self.events.is_none() || self.entry(name).is_some()
    }

    /// Returns whether it fills this field of an event.
    pub fn has_field(&self, event: &str, field: &str) -> bool {
        let fills = |entry: &ShownEvent| entry.fields.as_ref().is_none_or(|own| own.iter().any(|own| own == field));
        self.events.is_none() || self.entry(event).is_some_and(fills)
    }

    /// Returns the entry for an event: the one with its name, or the one for every other event.
    fn entry(&self, name: &str) -> Option<&ShownEvent> {
        let entries = || self.events.iter().flatten();
        entries().find(|entry| entry.name == name).or_else(|| entries().find(|entry| entry.is_every_other()))
    }

    /// Returns whether it shows the value at a path of the state.
    pub fn has_path(&self, path: &str) -> bool {
        self.state.is_none() || self.declared_path(path).is_some()
    }

    /// Returns the listed path that equals or contains this one.
    pub fn declared_path(&self, path: &str) -> Option<&str> {
        self.state.iter().flatten().map(String::as_str).find(|own| covers(own, path))
    }

    /// Returns whether it answers a question.
    pub fn has_answer(&self, question: &str) -> bool {
        self.answers.as_ref().is_none_or(|questions| questions.iter().any(|own| own == question))
    }
}

/// Returns whether a listed path equals or contains the given one. `pile[0]` and `pile.0` are the same.
fn covers(listed: &str, path: &str) -> bool {
    let mut parts = path_parts(path);
    path_parts(listed).all(|own| parts.next().is_some_and(|part| own == part || own == ANY))
}

/// Returns the parts of a path: keys and list indices.
pub fn path_parts(path: &str) -> impl Iterator<Item = &str> {
    path.split(['.', '[', ']']).filter(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_shown_with_everything_below_it() {
        let observes = Observes::everything().state(["board", "factions.fremen", "pile"]);
        for path in ["board", "board.c4", "factions.fremen.spice", "pile[0]", "pile[0].owner"] {
            assert!(observes.has_path(path), "{path}");
        }
        for path in ["boards", "factions", "bank", "piles[0]"] {
            assert!(!observes.has_path(path), "{path}");
        }
    }

    #[test]
    fn a_star_matches_one_part_of_a_path() {
        let observes = Observes::everything().state(["leaders.*.place", "piles[*].top"]);
        for path in ["leaders.chani.place", "leaders.chani.place.since", "piles[2].top", "piles.ann.top"] {
            assert!(observes.has_path(path), "{path}");
        }
        for path in ["leaders", "leaders.chani", "leaders.chani.alive", "leaders.place", "piles[2]"] {
            assert!(!observes.has_path(path), "{path}");
        }
        assert_eq!(observes.declared_path("leaders.chani.place"), Some("leaders.*.place"));
        assert!(Observes::everything().state(["*"]).has_path("anything.at.all"));
    }

    #[test]
    fn an_event_is_shown_with_all_fields_or_with_those_listed() {
        let observes: Observes =
            serde_json::from_str(r#"{"events": ["moved", {"name": "won", "fields": ["by"]}]}"#).expect("valid");
        assert!(observes.has_event("moved") && observes.has_field("moved", "from"));
        assert!(observes.has_event("won") && observes.has_field("won", "by") && !observes.has_field("won", "why"));
        assert!(!observes.has_event("lost") && !observes.has_field("lost", "by"));
        let others = Observes::everything().events([ShownEvent::with_fields("won", ["by"]), "*".into()]);
        assert!(others.has_event("lost") && others.has_field("lost", "by") && !others.has_field("won", "why"));
        for listed in [observes, others] {
            let line = serde_json::to_string(&listed).expect("it can be written");
            assert_eq!(serde_json::from_str::<Observes>(&line).expect("it can be read"), listed, "{line}");
        }
        let wrong = serde_json::from_str::<Observes>(r#"{"events": [7]}"#).expect_err("a number");
        assert!(wrong.to_string().contains("the name of an event, or {\"name\""), "{wrong}");
        assert!(serde_json::from_str::<Observes>(r#"{"events": [{"name": "won", "field": []}]}"#).is_err());
    }

    #[test]
    fn a_part_that_is_left_out_means_everything() {
        let observes: Observes = serde_json::from_str(r#"{"events": []}"#).expect("valid");
        assert!(observes.has_path("anything") && observes.has_answer("anything") && !observes.has_event("moved"));
        assert!(Observes::everything().has_field("moved", "from"));
        assert!(!Observes::nothing().has_path("x") && !Observes::nothing().has_answer("x"));
        assert!(serde_json::from_str::<Observes>(r#"{"refusals": "loud"}"#).is_err());
        assert!(serde_json::from_str::<Observes>(r#"{"event": []}"#).is_err());
    }
}
