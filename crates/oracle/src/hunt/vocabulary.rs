//! The vocabulary of a hunt: all known values, keys and steps, by the key at which they occur.
//!
//! It starts with the suite and grows by states and complaints of the engines. It has no knowledge of meanings; words
//! that occur at the same keys count as one kind.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;
use std::collections::HashSet;
use std::hash::DefaultHasher;
use std::hash::Hash;
use std::hash::Hasher;

use crate::base::data_tree::TreeValue;
use crate::hunt::declared::DeclaredStep;
use crate::hunt::mutation::bounds::Bounds;
use crate::hunt::mutation::text_fields;
use crate::hunt::mutation::text_fields::TextField;
use crate::hunt::mutation::text_fields::TextForm;
use crate::hunt::rng::Rng;
use crate::hunt::target;
use truthsayer_protocol::Data;

/// The kind of steps that ask a question.
pub(crate) const ASK: &str = "ask";
/// Maximum number of values of one kind.
const MOST_VALUES: usize = 400;
const MOST_HINTS: usize = 40;
/// Maximum length of a word.
const LONGEST_WORD: usize = 40;
/// Maximum length of a token, and minimum number of known ones.
const LONGEST_TOKEN: usize = 8;
const MANY_TOKENS: usize = 20;
/// Maximum number of texts whose fields are tried.
const MOST_TEXTS: usize = 60;
/// Keys that share this many words have words of one kind.
const COMMON: usize = 3;

#[derive(Debug, Default)]
pub(crate) struct Vocabulary {
    /// Scalars, lists and maps by their last key.
    values: BTreeMap<String, SeenValues<Data>>,
    /// Words by key: as values, or as keys of a map at that key.
    words: BTreeMap<String, BTreeSet<String>>,
    /// Entries of maps by the last key of the map.
    entries: BTreeMap<String, SeenValues<(String, Data)>>,
    steps: BTreeMap<String, SeenValues<Data>>,
    /// For each key, all words of its kind.
    kinds: BTreeMap<String, Vec<String>>,
    is_stale: bool,
    declared: Vec<DeclaredStep>,
    /// The readings of the game, each with one of its values.
    readings: Vec<(String, String)>,
    pub(crate) bounds: Bounds,
    /// Known texts by their form.
    forms: BTreeMap<TextForm, SeenValues<String>>,
    /// The keys at which numbers with a fraction occur.
    fractions: BTreeSet<String>,
    /// Keys and names that contain a word, by that word.
    hints: HashMap<String, Vec<(String, String)>>,
    /// The shapes of the maps at a key.
    shapes: BTreeMap<String, Shape>,
}

/// Known values of a key, each once.
#[derive(Debug)]
struct SeenValues<T> {
    all: Vec<T>,
    prints: HashSet<u64>,
}

impl<T> Default for SeenValues<T> {
    fn default() -> SeenValues<T> {
        SeenValues { all: Vec::new(), prints: HashSet::new() }
    }
}

impl<T> SeenValues<T> {
    fn all(&self) -> &[T] {
        &self.all
    }

    fn learn<B: Hash>(&mut self, new: &B, owned: impl FnOnce(&B) -> T) {
        if self.all.len() >= MOST_VALUES {
            return;
        }
        let mut hasher = DefaultHasher::new();
        new.hash(&mut hasher);
        if self.prints.insert(hasher.finish()) {
            self.all.push(owned(new));
        }
    }
}

/// The shape of the maps at a key.
#[derive(Debug, Default)]
struct Shape {
    names: BTreeSet<String>,
    texts: bool,
    numbers: bool,
    maps: bool,
    others: bool,
}

/// A map with this many keys for values of one type is open: its keys are words, such as squares.
const OPEN: usize = 8;
/// Minimum number of keys of an open map whose values are maps, such as players.
const OPEN_TO_MAPS: usize = 3;

impl Vocabulary {
    /// Learns from a set-up.
    pub(crate) fn learn_given(&mut self, given: &Data) {
        self.learn(given, "given", true);
    }

    /// Learns from a step.
    pub(crate) fn learn_step(&mut self, step: &Data) {
        let Some((kind, body)) = step.as_object().and_then(|map| map.iter().next()) else { return };
        self.steps.entry(kind.clone()).or_default().learn(step, Data::clone);
        self.learn(body, kind, true);
    }

    /// Learns the words of a state or other output. Its maps and lists are not used in set-ups.
    pub(crate) fn learn_shown(&mut self, key: &str, shown: &Data) {
        self.learn(shown, key, false);
    }

    /// Learns one word for a key.
    pub(crate) fn learn_word(&mut self, key: &str, word: &str) {
        if !word.is_empty() && word.len() <= LONGEST_WORD {
            let words = self.words.entry(key.to_owned()).or_default();
            if words.len() < MOST_VALUES && words.insert(word.to_owned()) {
                self.is_stale = true;
            }
        }
    }

    fn learn(&mut self, data: &Data, key: &str, whole: bool) {
        match data {
            Data::String(text) => self.learn_word(key, text),
            Data::Array(items) => items.iter().for_each(|item| self.learn(item, key, whole)),
            Data::Object(map) => {
                map.keys().for_each(|word| self.learn_word(key, word));
                self.look_for_fields(key, map);
                for (own, value) in map {
                    match self.shared_key(key, value) {
                        Some(shared) => self.learn(value, &shared, whole),
                        None => self.learn(value, own, whole),
                    }
                }
            }
            _ => {}
        }
        if whole || matches!(data, Data::Number(_) | Data::Bool(_)) {
            self.learn_value(key, data);
        }
    }

    fn look_for_fields(&mut self, key: &str, map: &serde_json::Map<String, Data>) {
        let shape = self.shapes.entry(key.to_owned()).or_default();
        for (name, value) in map {
            match value {
                Data::String(_) => shape.texts = true,
                Data::Number(_) => shape.numbers = true,
                Data::Object(_) => shape.maps = true,
                Data::Null | Data::Bool(_) | Data::Array(_) => shape.others = true,
            }
            if shape.names.len() < OPEN {
                shape.names.insert(name.clone());
            }
        }
    }

    /// Returns the key that all values of an open map share; `None` if each key is a field.
    pub(crate) fn shared_key(&self, key: &str, value: &Data) -> Option<String> {
        let shape = self.shapes.get(key)?;
        let is_open = match value {
            Data::String(_) | Data::Number(_) => shape.names.len() >= OPEN && shape.texts != shape.numbers,
            Data::Object(_) => shape.names.len() >= OPEN_TO_MAPS && !shape.texts && !shape.numbers && !shape.others,
            _ => false,
        };
        is_open.then(|| format!("{key}.*"))
    }

    /// Returns the vocabulary key of a value in a task.
    pub(crate) fn key_of(&self, spot: &TreeValue<'_>) -> String {
        self.shared_key(&spot.map_key, spot.node).unwrap_or_else(|| spot.key.clone())
    }

    fn learn_value(&mut self, key: &str, value: &Data) {
        self.values.entry(key.to_owned()).or_default().learn(value, Data::clone);
        if value.as_number().is_some_and(|number| number.as_str().contains('.')) {
            self.fractions.insert(key.to_owned());
        }
        if let Some((text, form)) = value.as_str().and_then(|text| Some((text, text_fields::form(text)?))) {
            self.forms.entry(form).or_default().learn(&text, |text| (*text).to_owned());
        }
        let Data::Object(map) = value else { return };
        let entries = self.entries.entry(key.to_owned()).or_default();
        for entry in map {
            entries.learn(&entry, |(name, value)| ((*name).clone(), (*value).clone()));
        }
    }

    /// Computes which keys have words of one kind. Called after a round of learning.
    pub(crate) fn settle(&mut self) {
        if !self.is_stale {
            return;
        }
        self.is_stale = false;
        // For each word, the indices of its keys.
        let keys: Vec<(&String, &BTreeSet<String>)> = self.words.iter().collect();
        let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
        for (place, (_, words)) in keys.iter().enumerate() {
            words.iter().for_each(|word| places.entry(word).or_default().push(place));
        }
        let kind = |own: &BTreeSet<String>| {
            let mut common = vec![0; keys.len()];
            own.iter().flat_map(|word| &places[word.as_str()]).for_each(|place| common[*place] += 1);
            let enough = COMMON.min(own.len()).max(1);
            let alike = keys.iter().zip(&common).filter(|(_, common)| **common >= enough);
            let all: BTreeSet<&String> = alike.flat_map(|((_, words), _)| words.iter()).collect();
            all.into_iter().take(MOST_VALUES).cloned().collect::<Vec<String>>()
        };
        self.kinds = keys.iter().map(|(key, own)| ((*key).clone(), kind(own))).collect();
        self.hints = HashMap::new();
        for (key, names) in keys {
            for name in names {
                for word in target::words(name) {
                    let hints = self.hints.entry(word.to_owned()).or_default();
                    if hints.len() < MOST_HINTS {
                        hints.push((key.clone(), name.clone()));
                    }
                }
            }
        }
    }

    /// Returns a key and a name that contains one of these words.
    pub(crate) fn hint(&self, words: &[String], rng: &mut Rng) -> Option<&(String, String)> {
        (0..4).find_map(|_| {
            let word = rng.one(words)?;
            rng.one(self.hints.get(word)?)
        })
    }

    /// Learns a value of a reading.
    pub(crate) fn learn_reading(&mut self, name: &str, value: &str) {
        self.readings.push((name.to_owned(), value.to_owned()));
    }

    /// Returns a random reading with one of its values.
    pub(crate) fn reading(&self, rng: &mut Rng) -> Option<&(String, String)> {
        rng.one(&self.readings)
    }

    /// Returns a known value of a key, or of another key with words of the same kind.
    pub(crate) fn value(&self, key: &str, rng: &mut Rng) -> Option<Data> {
        let seen = self.values.get(key).map(SeenValues::all).unwrap_or_default();
        match rng.below(3) {
            0 => self.word(key, rng).map(Data::from).or_else(|| rng.one(seen).cloned()),
            _ => rng.one(seen).cloned().or_else(|| self.word(key, rng).map(Data::from)),
        }
    }

    /// Returns a word of the kind of a key.
    pub(crate) fn word(&self, key: &str, rng: &mut Rng) -> Option<String> {
        rng.one(self.kinds.get(key)?).cloned()
    }

    /// Returns whether a word can occur at a key.
    pub(crate) fn fits(&self, key: &str, word: &str) -> bool {
        self.kinds.get(key).is_some_and(|kind| kind.iter().any(|own| own == word))
    }

    /// Returns a known text of a key, or of another key with texts of the same form.
    pub(crate) fn text(&self, key: &str, rng: &mut Rng) -> Option<&str> {
        let seen = self.values.get(key)?.all();
        let own = (0..4).find_map(|_| rng.one(seen)?.as_str())?;
        let alike = text_fields::form(own).and_then(|form| self.forms.get(&form)).filter(|_| rng.once_in(2));
        let other = alike.and_then(|alike| rng.one(alike.all()));
        Some(other.map_or(own, String::as_str))
    }

    /// Returns a field of a known text of the same form, at the same position. Each known value is as likely as the others,
    /// however many texts have it.
    pub(crate) fn field_like(&self, text: &str, field: &TextField, rng: &mut Rng) -> Option<&str> {
        let alike = self.forms.get(&text_fields::form(text)?)?.all();
        let values = alike.iter().take(MOST_TEXTS).filter_map(|other| text_fields::at(other, &field.position));
        let values: Vec<&str> = values.collect::<BTreeSet<&str>>().into_iter().collect();
        rng.one(&values).copied()
    }

    /// Returns whether numbers with a fraction occur at a key, or anywhere.
    pub(crate) fn has_fractions(&self, key: Option<&str>) -> bool {
        key.map_or(!self.fractions.is_empty(), |key| self.fractions.contains(key))
    }

    /// Returns whether two keys have words of one kind.
    pub(crate) fn are_alike(&self, one: &str, other: &str) -> bool {
        let (Some(own), Some(others)) = (self.words.get(one), self.words.get(other)) else { return false };
        let common = own.iter().filter(|word| others.contains(*word)).count();
        common >= COMMON.min(own.len()).min(others.len()).max(1)
    }

    /// Returns known texts of a key.
    pub(crate) fn texts(&self, key: &str) -> impl Iterator<Item = &str> {
        let seen = self.values.get(key).map(SeenValues::all).unwrap_or_default();
        seen.iter().filter_map(Data::as_str).take(MOST_TEXTS)
    }

    /// Returns whether a text is a known word of a key, such as the name of a player, that has no parts.
    pub(crate) fn is_plain_word(&self, key: &str, text: &str) -> bool {
        text.chars().all(|c| c.is_alphabetic() || c == '_') && self.fits(key, text)
    }

    /// Returns whether a text is one of several known short texts of a key, such as a move. Its characters have no meaning
    /// of their own.
    pub(crate) fn is_token(&self, key: &str, text: &str) -> bool {
        let known = self.words.get(key).filter(|words| words.len() >= MANY_TOKENS);
        text.len() <= LONGEST_TOKEN && text_fields::form(text).is_none() && known.is_some_and(|it| it.contains(text))
    }

    /// Returns up to `most` other words of the kind of a key, spread over all of them.
    pub(crate) fn other_words(&self, key: &str, own: &str, most: usize) -> Vec<&str> {
        let kind = self.kinds.get(key).map(Vec::as_slice).unwrap_or_default();
        let others: Vec<&str> = kind.iter().map(String::as_str).filter(|word| *word != own).collect();
        let every = others.len().div_ceil(most.max(1)).max(1);
        others.into_iter().step_by(every).collect()
    }

    /// Returns up to `most` other known numbers of a key.
    pub(crate) fn other_numbers(&self, key: &str, own: &Data, most: usize) -> Vec<Data> {
        let seen = self.values.get(key).map(SeenValues::all).unwrap_or_default();
        seen.iter().filter(|value| value.is_number() && *value != own).take(most).cloned().collect()
    }

    /// Returns a known number of a key.
    pub(crate) fn number(&self, key: &str, rng: &mut Rng) -> Option<i64> {
        let seen = self.values.get(key)?.all();
        (0..4).find_map(|_| rng.one(seen)?.as_i64())
    }

    /// Returns an entry of a map at a key.
    pub(crate) fn entry(&self, key: &str, rng: &mut Rng) -> Option<&(String, Data)> {
        rng.one(self.entries.get(key)?.all())
    }

    /// Returns an item of a list at a key.
    pub(crate) fn member(&self, key: &str, rng: &mut Rng) -> Option<Data> {
        (0..4).find_map(|_| self.value(key, rng).filter(|value| !value.is_array()))
    }

    /// Adds the declared steps of an engine.
    pub(crate) fn declare(&mut self, steps: Vec<DeclaredStep>) {
        self.declared = steps;
    }

    /// Returns a step of a random kind, known or declared.
    pub(crate) fn any_step(&self, rng: &mut Rng) -> Option<Data> {
        let declared = rng.one(&self.declared).filter(|_| rng.once_in(3));
        if let Some(declared) = declared {
            return Some(declared.filled(self, rng));
        }
        let steps = self.steps.values().nth(rng.below(self.steps.len()))?;
        rng.one(steps.all()).cloned()
    }

    /// Returns a step of a kind.
    pub(crate) fn step_of(&self, kind: &str, rng: &mut Rng) -> Option<Data> {
        let seen = self.steps.get(kind).map(SeenValues::all).unwrap_or_default();
        let declared = self.declared.iter().find(|step| step.is_called(kind));
        match declared.filter(|_| seen.is_empty() || rng.once_in(4)) {
            Some(declared) => Some(declared.filled(self, rng)),
            None => rng.one(seen).cloned(),
        }
    }

    /// Returns a known question.
    pub(crate) fn question(&self, rng: &mut Rng) -> Option<&Data> {
        rng.one(self.steps.get(ASK)?.all())
    }

    /// Returns whether there are steps of this kind.
    pub(crate) fn is_kind_of_step(&self, kind: &str) -> bool {
        self.steps.contains_key(kind) || self.declared.iter().any(|step| step.is_called(kind))
    }
}
