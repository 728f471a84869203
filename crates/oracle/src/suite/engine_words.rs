//! The words of an engine that differ from those of the scenarios: events, refusal codes and values.

pub mod event_aliases;

use std::collections::BTreeMap;

use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::strict_map;
use crate::base::strict_map::Fields;
use crate::base::yaml::Node;
use crate::suite::engine_words::event_aliases::EventWords;
use truthsayer_protocol::Data;
use truthsayer_protocol::Engine;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Event;
use truthsayer_protocol::Fault;
use truthsayer_protocol::Profile;
use truthsayer_protocol::REFUSED;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;

/// The keys `events`, `refusals` and `values` of an engine.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EngineWords {
    pub events: EventWords,
    /// The engine's refusal codes, by the codes in scenarios.
    pub refusals: BTreeMap<String, String>,
    pub values: ValueWords,
}

/// How the engine spells values.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ValueWords {
    /// The engine writes numbers as text: `"5"` for `5`.
    pub numbers_as_text: bool,
    /// The engine's words, by the words in scenarios.
    pub words: BTreeMap<String, String>,
}

impl EngineWords {
    pub(crate) fn read(keys: &mut Fields<'_, '_>) -> EngineWords {
        let events = keys.optional("events").map(|node| event_aliases::read(node, keys.problems())).unwrap_or_default();
        let refusals = keys.optional("refusals").map(|node| read_words(node, "refusals", keys.problems()));
        let values = keys.optional("values").and_then(|node| ValueWords::read(node, keys.problems()));
        EngineWords { events, refusals: refusals.unwrap_or_default(), values: values.unwrap_or_default() }
    }
}

impl ValueWords {
    /// Reads `values: {numbers_as_text: true, words: {red: RED}}`.
    fn read(node: &Node, problems: &mut Vec<Problem>) -> Option<ValueWords> {
        let mut keys = Fields::of("the values of an engine", node, problems)?;
        let numbers_as_text = keys.optional("numbers_as_text").is_some_and(|node| match node.to_data() {
            Data::Bool(is_text) => is_text,
            _ => {
                let message = "`numbers_as_text` must be true or false";
                keys.problem(Problem::at(Kind::WrongType, &node.place, message));
                false
            }
        });
        let words = keys.optional("words").map(|node| read_words(node, "words", keys.problems()));
        keys.finish();
        Some(ValueWords { numbers_as_text, words: words.unwrap_or_default() })
    }
}

/// Reads a map from words of the scenarios to words of the engine. Two words cannot have the same meaning.
fn read_words(node: &Node, key: &str, problems: &mut Vec<Problem>) -> BTreeMap<String, String> {
    let Some(entries) = node.entries() else {
        let message = format!("`{key}` must be a map from the scenario's word to the engine's word");
        problems.push(Problem::at(Kind::WrongType, &node.place, message));
        return BTreeMap::new();
    };
    let mut words: BTreeMap<String, String> = BTreeMap::new();
    for entry in entries {
        let Some(theirs) = strict_map::text(&entry.value, key, problems) else { continue };
        if let Some((other, _)) = words.iter().find(|(_, known)| *known == theirs) {
            let message = format!("`{theirs}` cannot mean both `{other}` and `{}`", entry.key);
            problems.push(Problem::at(Kind::BadValue, &entry.value.place, message));
            continue;
        }
        words.insert(entry.key.clone(), theirs.to_owned());
    }
    words
}

/// Returns the number that a text spells, written as in JSON.
pub(crate) fn number(text: &str) -> Option<Data> {
    let is_bare = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
    let number = if is_bare { serde_json::from_str(text).ok() } else { None };
    number.filter(Data::is_number)
}

/// Engines whose words are translated to those of the scenarios.
pub struct Translated {
    inner: Box<dyn EngineMaker>,
    profile: Profile,
    dictionary: Dictionary,
}

/// Words of the scenarios by the words of the engine.
#[derive(Debug, Clone)]
struct Dictionary {
    events: BTreeMap<String, String>,
    refusals: BTreeMap<String, String>,
    values: BTreeMap<String, String>,
    numbers_as_text: bool,
}

impl Translated {
    pub fn new(inner: Box<dyn EngineMaker>, words: &EngineWords) -> Translated {
        let events = event_aliases::ours(&words.events);
        let profile = event_aliases::translated(inner.profile(), &words.events, &events);
        let turned = |map: &BTreeMap<String, String>| map.iter().map(|(ours, it)| (it.clone(), ours.clone())).collect();
        let dictionary = Dictionary {
            events,
            refusals: turned(&words.refusals),
            values: turned(&words.values.words),
            numbers_as_text: words.values.numbers_as_text,
        };
        Translated { inner, profile, dictionary }
    }
}

impl EngineMaker for Translated {
    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn engine(&self) -> Box<dyn Engine> {
        Box::new(Translating { inner: self.inner.engine(), dictionary: self.dictionary.clone() })
    }

    fn fault(&self) -> Option<Fault> {
        self.inner.fault()
    }

    fn waits(&self) -> bool {
        self.inner.waits()
    }
}

struct Translating {
    inner: Box<dyn Engine>,
    dictionary: Dictionary,
}

impl Engine for Translating {
    fn play(&mut self, task: &Task) -> Result<Reply, Fault> {
        let mut reply = self.inner.play(task)?;
        if let Reply::Played(outcome) = &mut reply {
            self.dictionary.translate_value(&mut outcome.before);
            self.dictionary.translate_value(&mut outcome.after);
            outcome.log.iter_mut().for_each(|event| self.dictionary.translate_event(event));
        }
        Ok(reply)
    }
}

impl Dictionary {
    fn translate_event(&self, event: &mut Event) {
        if let Some(ours) = self.events.get(event.name.as_ref()) {
            event.name = ours.clone().into();
        }
        if event.name != REFUSED {
            return self.translate_value(&mut event.data);
        }
        let Some(code) = event.data.get_mut("code") else { return };
        if let Some(ours) = code.as_str().and_then(|theirs| self.refusals.get(theirs)) {
            *code = ours.clone().into();
        }
    }

    fn translate_value(&self, value: &mut Data) {
        if self.values.is_empty() && !self.numbers_as_text {
            return;
        }
        match value {
            Data::String(text) => {
                let number = if self.numbers_as_text { number(text) } else { None };
                if let Some(ours) = number.or_else(|| self.values.get(text.as_str()).map(|ours| ours.clone().into())) {
                    *value = ours;
                }
            }
            Data::Array(items) => items.iter_mut().for_each(|item| self.translate_value(item)),
            Data::Object(fields) => fields.values_mut().for_each(|field| self.translate_value(field)),
            Data::Null | Data::Bool(_) | Data::Number(_) => {}
        }
    }
}
