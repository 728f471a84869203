//! The vocabulary of a hunt: every value, key and step that was seen, by the key at which it was seen.
//!
//! It begins with what the suite says and grows by what the engines show and complain about. Nobody tells it what any
//! word means; words that stand at the same keys are taken to be of one kind.

use std::collections::BTreeMap;
use std::collections::BTreeSet;

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
    /// The names under which scalars stand in the map at a key, as far as they were seen.
    names: BTreeMap<String, BTreeSet<String>>,
    /// Keys whose maps hold both texts and numbers: their names are fields, and each is a key of its own.
    mixed: BTreeMap<String, bool>,
}

/// A map with so many names in it, all for values of one type, is open: its names are words, such as squares.
const OPEN: usize = 8;

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
        for (name, value) in map {
            let is_text = match value {
                Data::String(_) => true,
                Data::Number(_) => false,
                _ => continue,
            };
            let names = self.names.entry(key.to_owned()).or_default();
            if names.len() < OPEN {
                names.insert(name.clone());
            }
            let known = self.mixed.entry(format!("{key} {is_text}")).or_default();
            *known = true;
        }
    }

    /// The key that all scalars of an open map share; none where each name is a key of its own.
    fn shared_key(&self, key: &str, value: &Data) -> Option<String> {
        let is_scalar = matches!(value, Data::String(_) | Data::Number(_));
        let many = || self.names.get(key).is_some_and(|names| names.len() >= OPEN);
        let has = |is_text| self.mixed.contains_key(&format!("{key} {is_text}"));
        (is_scalar && many() && has(true) != has(false)).then(|| format!("{key}.*"))
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

    /// A step of any kind, each kind as likely as the others.
    pub fn any_step(&self, dice: &mut Dice) -> Option<&Data> {
        let kinds: Vec<&Vec<Data>> = self.steps.values().collect();
        let steps = dice.one(&kinds)?;
        dice.one(steps)
    }

    /// The steps of a kind.
    pub fn steps_of(&self, kind: &str) -> &[Data] {
        self.steps.get(kind).map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether steps of this kind were seen.
    pub fn is_kind_of_step(&self, kind: &str) -> bool {
        self.steps.contains_key(kind)
    }
}
