//! The event pattern of a claim.

use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::source::Place;
use crate::base::strict_map;
use crate::base::tolerance::Tolerance;
use crate::base::yaml::MapEntry;
use crate::base::yaml::Node;
use crate::base::yaml::Value;
use crate::base::yaml_flow;
use crate::rulebook::Rulebook;
use crate::suite::cited_rule::CitedRule;
use crate::suite::expectation_reader::value_reader::ValueReader;
use crate::suite::expectation_reader::value_reader::number_range;
use truthsayer_protocol::Data;
use truthsayer_protocol::Event;
use truthsayer_protocol::REFUSED;
use truthsayer_protocol::text;

/// A pattern for events. All named fields must match; an event may have others.
#[derive(Debug, Clone)]
pub struct Pattern {
    pub name: String,
    /// Sorted by name. A list, because a map takes ten times the memory and a suite has thousands of patterns.
    pub fields: Box<[(String, Data)]>,
    /// The rule that a claimed refusal must cite.
    pub rule: Option<Box<CitedRule>>,
    pub place: Place,
}

impl Pattern {
    /// Reads `- name` or `- name: {field: value}`.
    pub(crate) fn read(
        node: &Node,
        book: &Rulebook,
        values: &ValueReader<'_>,
        problems: &mut Vec<Problem>,
    ) -> Option<Pattern> {
        let pattern = |name: &str, fields: &[MapEntry], place: &Place, problems: &mut Vec<Problem>| {
            let field = |field: &MapEntry| Some((field.key.clone(), values.read(&field.value, problems)?));
            let fields: Vec<Option<(String, Data)>> = fields.iter().map(field).collect();
            let mut fields: Box<[_]> = fields.into_iter().collect::<Option<_>>()?;
            fields.sort_by(|one, other| one.0.cmp(&other.0));
            let rule = fields.iter().find(|(field, _)| name == REFUSED && field == "rule");
            let rule = rule.and_then(|(_, rule)| Some(Box::new(CitedRule::new(rule.as_str()?, book))));
            Some(Pattern { name: name.to_owned(), fields, rule, place: place.clone() })
        };
        match &node.value {
            Value::Scalar { text, .. } if !text::is_harmless(text) => {
                problems.push(strict_map::hidden(text, &node.place));
                None
            }
            Value::Scalar { text, .. } if !text.is_empty() => pattern(text, &[], &node.place, problems),
            Value::Map(entries) => match entries.as_slice() {
                [event] => match &event.value.value {
                    Value::Map(fields) => pattern(&event.key, fields, &event.key_place, problems),
                    Value::Scalar { .. } if event.value.to_data().is_null() => {
                        pattern(&event.key, &[], &event.key_place, problems)
                    }
                    _ => {
                        let message =
                            format!("the fields of `{}` must be a map, this is {}", event.key, event.value.kind());
                        problems.push(Problem::at(Kind::WrongType, &event.value.place, message));
                        None
                    }
                },
                _ => bad_event(node, problems),
            },
            _ => bad_event(node, problems),
        }
    }

    pub(crate) fn field_names(&self) -> impl Iterator<Item = &String> {
        self.fields.iter().map(|(field, _)| field)
    }

    /// Returns the pattern without some fields.
    pub(crate) fn without(&self, fields: &[String]) -> Pattern {
        let kept = self.fields.iter().filter(|(field, _)| !fields.contains(field)).cloned().collect();
        Pattern { fields: kept, ..self.clone() }
    }

    pub(crate) fn fits(&self, event: &Event, tolerance: &Tolerance) -> bool {
        let as_claimed = |found: &serde_json::Map<String, Data>, (name, wanted): &(String, Data)| {
            found
                .get(name)
                .is_some_and(|found| number_range::matches(wanted, found, tolerance) || self.is_rule(name, found))
        };
        let found = if self.name == event.name { event.data.as_object() } else { None };
        found.is_some_and(|found| self.fields.iter().all(|field| as_claimed(found, field)))
    }

    /// Returns whether a field cites the claimed rule in another form.
    fn is_rule(&self, field: &str, found: &Data) -> bool {
        let claimed = self.rule.as_ref().filter(|_| field == "rule");
        claimed.zip(found.as_str()).is_some_and(|(claimed, cited)| claimed.is_cited_by(cited))
    }

    /// Returns the claimed and the actual value of each differing field. `None` if the event lacks a field.
    pub(crate) fn unlike<'e>(&'e self, event: &'e Event, tolerance: &Tolerance) -> Option<Vec<(&'e Data, &'e Data)>> {
        let found = event.data.as_object()?;
        let pairs: Option<Vec<_>> = self.fields.iter().map(|(name, wanted)| Some((wanted, found.get(name)?))).collect();
        Some(pairs?.into_iter().filter(|(wanted, found)| !number_range::matches(wanted, found, tolerance)).collect())
    }

    /// Returns the name and the fields.
    pub fn line(&self) -> String {
        if self.fields.is_empty() {
            return self.name.clone();
        }
        format!("{} {}", self.name, yaml_flow::line(&self.fields.iter().cloned().collect()))
    }
}

fn bad_event(node: &Node, problems: &mut Vec<Problem>) -> Option<Pattern> {
    let problem = Problem::at(Kind::WrongType, &node.place, "an event must be a name, or one name with its fields");
    problems.push(problem.help("write `- leader_killed: {leader: chani}`"));
    None
}
