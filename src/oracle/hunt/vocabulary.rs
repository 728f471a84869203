//! The vocabulary of a hunt: every value, key and step that was seen, by the key at which it was seen.
//!
//! It begins with what the suite says and grows by what the engines show and complain about. Nobody tells it what any
//! word means; words that stand at the same keys are taken to be of one kind.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

use crate::oracle::hunt::declared::DeclaredStep;
use crate::oracle::hunt::dice::Dice;
use crate::oracle::hunt::tree::Spot;
use crate::protocol::Data;

/// More of a kind do not help.
const MOST_VALUES: usize = 400;
const MOST_STEPS: usize = 400;
/// A longer text is no word.
const LONGEST_WORD: usize = 40;
/// Keys with so many words in common hold words of one kind.
const COMMON: usize = 3;

#[derive(Debug, Default)]
pub struct Vocabulary {
    /// Scalars, lists and maps by their last key.
    values: BTreeMap<String, Vec<Data>>,
    /// Words by the key at which they stand: as values, or as keys of a map that stands there.
    words: BTreeMap<String, BTreeSet<String>>,
    /// Entries of maps by the last key of the map.
    entries: BTreeMap<String, Vec<(String, Data)>>,
    steps: BTreeMap<String, Vec<Data>>,
    /// For each key all words of the kinds that stand there.
    kinds: BTreeMap<String, Vec<String>>,
    is_stale: bool,
    declared: Vec<DeclaredStep>,
    /// What the maps at a key hold.
    shapes: BTreeMap<String, Shape>,
}

/// What the maps at a key hold, as far as they were seen.
#[derive(Debug, Default)]
struct Shape {
    names: BTreeSet<String>,
    texts: bool,
    numbers: bool,
    maps: bool,
    others: bool,
}

/// A map with so many names in it, all for values of one type, is open: its names are words, such as squares.
const OPEN: usize = 8;
/// The same where all of them are maps, such as players.
const OPEN_TO_MAPS: usize = 3;

impl Vocabulary {
    /// Learns from a set-up.
    pub fn learn_given(&mut self, given: &Data) {
        self.learn(given, "given", true);
    }

    /// Learns from a step.
    pub fn learn_step(&mut self, step: &Data) {
        let Some((kind, body)) = step.as_object().and_then(|map| map.iter().next()) else { return };
        let known = self.steps.entry(kind.clone()).or_default();
        if known.len() < MOST_STEPS && !known.contains(step) {
            known.push(step.clone());
        }
        self.learn(body, kind, true);
    }

    /// Learns the words of something that an engine shows, such as a state. Its maps and lists are not for set-ups.
    pub fn learn_shown(&mut self, key: &str, shown: &Data) {
        self.learn(shown, key, false);
    }

    /// Learns one word that may stand at a key.
    pub fn learn_word(&mut self, key: &str, word: &str) {
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

    /// The key that all values of an open map share; none where each name is a key of its own.
    fn shared_key(&self, key: &str, value: &Data) -> Option<String> {
        let shape = self.shapes.get(key)?;
        let is_open = match value {
            Data::String(_) | Data::Number(_) => shape.names.len() >= OPEN && shape.texts != shape.numbers,
            Data::Object(_) => shape.names.len() >= OPEN_TO_MAPS && !shape.texts && !shape.numbers && !shape.others,
            _ => false,
        };
        is_open.then(|| format!("{key}.*"))
    }

    /// The key under which a value is known that stands somewhere in a task.
    pub fn key_of(&self, spot: &Spot<'_>) -> String {
        self.shared_key(&spot.map_key, spot.node).unwrap_or_else(|| spot.key.clone())
    }

    fn learn_value(&mut self, key: &str, value: &Data) {
        let values = self.values.entry(key.to_owned()).or_default();
        if values.len() < MOST_VALUES && !values.contains(value) {
            values.push(value.clone());
        }
        let Data::Object(map) = value else { return };
        let entries = self.entries.entry(key.to_owned()).or_default();
        for (own, value) in map {
            if entries.len() < MOST_VALUES && !entries.iter().any(|(known, it)| known == own && it == value) {
                entries.push((own.clone(), value.clone()));
            }
        }
    }

    /// Finds out which keys hold words of one kind. To be called when a round of learning is over.
    pub fn settle(&mut self) {
        if !self.is_stale {
            return;
        }
        self.is_stale = false;
        let keys: Vec<&String> = self.words.keys().collect();
        self.kinds = BTreeMap::new();
        for key in &keys {
            let own = &self.words[*key];
            let mut all = own.clone();
            for other in &keys {
                let others = &self.words[*other];
                let common = own.intersection(others).take(COMMON).count();
                if common >= COMMON.min(own.len()) && common > 0 {
                    all.extend(others.iter().cloned());
                }
            }
            self.kinds.insert((*key).clone(), all.into_iter().take(MOST_VALUES).collect());
        }
    }

    /// A value that was seen at a key, or at any other key where words of its kind stand.
    pub fn value(&self, key: &str, dice: &mut Dice) -> Option<Data> {
        let seen = self.values.get(key).map(Vec::as_slice).unwrap_or_default();
        match dice.below(3) {
            0 => self.word(key, dice).map(Data::from).or_else(|| dice.one(seen).cloned()),
            _ => dice.one(seen).cloned().or_else(|| self.word(key, dice).map(Data::from)),
        }
    }

    /// A word of the kind that stands at a key.
    pub fn word(&self, key: &str, dice: &mut Dice) -> Option<String> {
        dice.one(self.kinds.get(key)?).cloned()
    }

    /// Whether a word may stand at a key.
    pub fn fits(&self, key: &str, word: &str) -> bool {
        self.kinds.get(key).is_some_and(|kind| kind.iter().any(|own| own == word))
    }

    /// A text that was seen at a key.
    pub fn text(&self, key: &str, dice: &mut Dice) -> Option<&str> {
        let seen = self.values.get(key)?;
        (0..4).find_map(|_| dice.one(seen)?.as_str())
    }

    /// A number that was seen at a key.
    pub fn number(&self, key: &str, dice: &mut Dice) -> Option<i64> {
        let seen = self.values.get(key)?;
        (0..4).find_map(|_| dice.one(seen)?.as_i64())
    }

    /// An entry of a map that stood at a key.
    pub fn entry(&self, key: &str, dice: &mut Dice) -> Option<&(String, Data)> {
        dice.one(self.entries.get(key)?)
    }

    /// A member of a list that stood at a key.
    pub fn member(&self, key: &str, dice: &mut Dice) -> Option<Data> {
        (0..4).find_map(|_| self.value(key, dice).filter(|value| !value.is_array()))
    }

    /// Steps that an engine says there are.
    pub fn declare(&mut self, steps: Vec<DeclaredStep>) {
        self.declared = steps;
    }

    /// A step of any kind, each kind as likely as the others: one that was seen, or one that was declared.
    pub fn any_step(&self, dice: &mut Dice) -> Option<Data> {
        let declared = dice.one(&self.declared).filter(|_| dice.once_in(3));
        if let Some(declared) = declared {
            return Some(declared.filled(self, dice));
        }
        let kinds: Vec<&Vec<Data>> = self.steps.values().collect();
        let steps = dice.one(&kinds)?;
        dice.one(steps).cloned()
    }

    /// A step of a kind.
    pub fn step_of(&self, kind: &str, dice: &mut Dice) -> Option<Data> {
        let seen = self.steps.get(kind).map(Vec::as_slice).unwrap_or_default();
        let declared = self.declared.iter().find(|step| step.is_called(kind));
        match declared.filter(|_| seen.is_empty() || dice.once_in(4)) {
            Some(declared) => Some(declared.filled(self, dice)),
            None => dice.one(seen).cloned(),
        }
    }

    /// Whether there are steps of this kind.
    pub fn is_kind_of_step(&self, kind: &str) -> bool {
        self.steps.contains_key(kind) || self.declared.iter().any(|step| step.is_called(kind))
    }
}
