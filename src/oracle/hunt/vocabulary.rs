//! The vocabulary of a hunt: every value, key and step that was seen, by the key at which it was seen.
//!
//! It begins with what the suite says and grows by what the engines show and complain about. Nobody tells it what any
//! word means; words that stand at the same keys are taken to be of one kind.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::collections::HashMap;
use std::collections::HashSet;
use std::hash::DefaultHasher;
use std::hash::Hash;
use std::hash::Hasher;

use crate::oracle::hunt::declared::DeclaredStep;
use crate::oracle::hunt::dice::Dice;
use crate::oracle::hunt::sought;
use crate::oracle::hunt::tree::TreeValue;
use crate::protocol::Data;

/// More of a kind do not help.
const MOST_VALUES: usize = 400;
const MOST_HINTS: usize = 40;
/// Where rules like to draw a line.
const ROUND_NUMBERS: [i64; 12] = [2, 3, 4, 5, 7, 8, 10, 12, 20, 50, 99, 100];
/// A longer text is no word.
const LONGEST_WORD: usize = 40;
/// Keys with so many words in common hold words of one kind.
const COMMON: usize = 3;

#[derive(Debug, Default)]
pub(crate) struct Vocabulary {
    /// Scalars, lists and maps by their last key.
    values: BTreeMap<String, SeenValues<Data>>,
    /// Words by the key at which they stand: as values, or as keys of a map that stands there.
    words: BTreeMap<String, BTreeSet<String>>,
    /// Entries of maps by the last key of the map.
    entries: BTreeMap<String, SeenValues<(String, Data)>>,
    steps: BTreeMap<String, SeenValues<Data>>,
    /// For each key all words of the kinds that stand there.
    kinds: BTreeMap<String, Vec<String>>,
    is_stale: bool,
    declared: Vec<DeclaredStep>,
    /// The readings of the game, each with one of its values.
    readings: Vec<(String, String)>,
    /// Numbers at which something may change: those that clauses name, and their neighbours.
    bounds: Vec<i64>,
    /// Where names stand that have a word in them, by that word: the key and the name.
    hints: HashMap<String, Vec<(String, String)>>,
    /// What the maps at a key hold.
    shapes: BTreeMap<String, Shape>,
}

/// What was seen at a key, each once.
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
    pub(crate) fn learn_given(&mut self, given: &Data) {
        self.learn(given, "given", true);
    }

    /// Learns from a step.
    pub(crate) fn learn_step(&mut self, step: &Data) {
        let Some((kind, body)) = step.as_object().and_then(|map| map.iter().next()) else { return };
        self.steps.entry(kind.clone()).or_default().learn(step, Data::clone);
        self.learn(body, kind, true);
    }

    /// Learns the words of something that an engine shows, such as a state. Its maps and lists are not for set-ups.
    pub(crate) fn learn_shown(&mut self, key: &str, shown: &Data) {
        self.learn(shown, key, false);
    }

    /// Learns one word that may stand at a key.
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
    pub(crate) fn key_of(&self, spot: &TreeValue<'_>) -> String {
        self.shared_key(&spot.map_key, spot.node).unwrap_or_else(|| spot.key.clone())
    }

    fn learn_value(&mut self, key: &str, value: &Data) {
        self.values.entry(key.to_owned()).or_default().learn(value, Data::clone);
        let Data::Object(map) = value else { return };
        let entries = self.entries.entry(key.to_owned()).or_default();
        for entry in map {
            entries.learn(&entry, |(name, value)| ((*name).clone(), (*value).clone()));
        }
    }

    /// Finds out which keys hold words of one kind. To be called when a round of learning is over.
    pub(crate) fn settle(&mut self) {
        if !self.is_stale {
            return;
        }
        self.is_stale = false;
        // The keys at which each word stands, by their places in the list.
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
                for word in sought::words(name) {
                    let hints = self.hints.entry(word.to_owned()).or_default();
                    if hints.len() < MOST_HINTS {
                        hints.push((key.clone(), name.clone()));
                    }
                }
            }
        }
    }

    /// A place at which a name stands that has one of these words in it: the key and the name.
    pub(crate) fn hint(&self, words: &[String], dice: &mut Dice) -> Option<&(String, String)> {
        (0..4).find_map(|_| {
            let word = dice.one(words)?;
            dice.one(self.hints.get(word)?)
        })
    }

    /// Learns a value that a reading of the game can have.
    pub(crate) fn learn_reading(&mut self, name: &str, value: &str) {
        self.readings.push((name.to_owned(), value.to_owned()));
    }

    /// A reading of the game, with one of its values.
    pub(crate) fn reading(&self, dice: &mut Dice) -> Option<&(String, String)> {
        dice.one(&self.readings)
    }

    /// Learns the numbers that a clause names.
    pub(crate) fn learn_bounds(&mut self, clause: &str) {
        let numbers = clause.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse::<i64>().ok());
        self.bounds.extend(numbers.flat_map(|number| [number.saturating_sub(1), number, number.saturating_add(1)]));
        self.bounds.sort_unstable();
        self.bounds.dedup();
    }

    /// A number at which something may change.
    pub(crate) fn bound(&self, dice: &mut Dice) -> i64 {
        match dice.one(&self.bounds).filter(|_| !dice.once_in(3)) {
            Some(bound) => *bound,
            None => *dice.one(&ROUND_NUMBERS).unwrap_or(&0),
        }
    }

    /// A value that was seen at a key, or at any other key where words of its kind stand.
    pub(crate) fn value(&self, key: &str, dice: &mut Dice) -> Option<Data> {
        let seen = self.values.get(key).map(SeenValues::all).unwrap_or_default();
        match dice.below(3) {
            0 => self.word(key, dice).map(Data::from).or_else(|| dice.one(seen).cloned()),
            _ => dice.one(seen).cloned().or_else(|| self.word(key, dice).map(Data::from)),
        }
    }

    /// A word of the kind that stands at a key.
    pub(crate) fn word(&self, key: &str, dice: &mut Dice) -> Option<String> {
        dice.one(self.kinds.get(key)?).cloned()
    }

    /// Whether a word may stand at a key.
    pub(crate) fn fits(&self, key: &str, word: &str) -> bool {
        self.kinds.get(key).is_some_and(|kind| kind.iter().any(|own| own == word))
    }

    /// A text that was seen at a key.
    pub(crate) fn text(&self, key: &str, dice: &mut Dice) -> Option<&str> {
        let seen = self.values.get(key)?.all();
        (0..4).find_map(|_| dice.one(seen)?.as_str())
    }

    /// A number that was seen at a key.
    pub(crate) fn number(&self, key: &str, dice: &mut Dice) -> Option<i64> {
        let seen = self.values.get(key)?.all();
        (0..4).find_map(|_| dice.one(seen)?.as_i64())
    }

    /// An entry of a map that stood at a key.
    pub(crate) fn entry(&self, key: &str, dice: &mut Dice) -> Option<&(String, Data)> {
        dice.one(self.entries.get(key)?.all())
    }

    /// A member of a list that stood at a key.
    pub(crate) fn member(&self, key: &str, dice: &mut Dice) -> Option<Data> {
        (0..4).find_map(|_| self.value(key, dice).filter(|value| !value.is_array()))
    }

    /// Steps that an engine says there are.
    pub(crate) fn declare(&mut self, steps: Vec<DeclaredStep>) {
        self.declared = steps;
    }

    /// A step of any kind, each kind as likely as the others: one that was seen, or one that was declared.
    pub(crate) fn any_step(&self, dice: &mut Dice) -> Option<Data> {
        let declared = dice.one(&self.declared).filter(|_| dice.once_in(3));
        if let Some(declared) = declared {
            return Some(declared.filled(self, dice));
        }
        let steps = self.steps.values().nth(dice.below(self.steps.len()))?;
        dice.one(steps.all()).cloned()
    }

    /// A step of a kind.
    pub(crate) fn step_of(&self, kind: &str, dice: &mut Dice) -> Option<Data> {
        let seen = self.steps.get(kind).map(SeenValues::all).unwrap_or_default();
        let declared = self.declared.iter().find(|step| step.is_called(kind));
        match declared.filter(|_| seen.is_empty() || dice.once_in(4)) {
            Some(declared) => Some(declared.filled(self, dice)),
            None => dice.one(seen).cloned(),
        }
    }

    /// Whether there are steps of this kind.
    pub(crate) fn is_kind_of_step(&self, kind: &str) -> bool {
        self.steps.contains_key(kind) || self.declared.iter().any(|step| step.is_called(kind))
    }
}
