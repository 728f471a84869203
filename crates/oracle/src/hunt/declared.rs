//! The vocabulary that an engine declares: its steps, the keys of a set-up, and the names of things. It is a map as
//! `truthsayer schema` prints it; missing parts are ignored.

use crate::hunt::rng::Rng;
use crate::hunt::vocabulary::Vocabulary;
use truthsayer_protocol::Data;

/// A kind of step, and the keys of each of its forms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DeclaredStep {
    name: String,
    forms: Vec<Vec<String>>,
}

/// Adds the declared words to the vocabulary, and returns the steps.
pub(crate) fn learn(words: &Data, vocabulary: &mut Vocabulary) -> Vec<DeclaredStep> {
    for (key, list) in words.get("given").and_then(Data::as_object).into_iter().flatten() {
        let key = if key == "keys" { "given" } else { key };
        texts(list).for_each(|word| vocabulary.learn_word(key, word));
    }
    for (kind, list) in words.get("names").and_then(Data::as_object).into_iter().flatten() {
        texts(list).for_each(|word| vocabulary.learn_word(kind, word));
    }
    let steps = words.get("steps").and_then(Data::as_array).into_iter().flatten();
    let steps: Vec<DeclaredStep> = steps.filter_map(step).collect();
    for DeclaredStep { name, forms } in &steps {
        forms.iter().flatten().for_each(|key| vocabulary.learn_word(name, key));
    }
    steps
}

fn step(data: &Data) -> Option<DeclaredStep> {
    let forms = data.get("forms").and_then(Data::as_array).into_iter().flatten();
    let forms = forms.map(|form| texts(form).map(str::to_owned).collect()).collect();
    Some(DeclaredStep { name: data.get("name")?.as_str()?.to_owned(), forms })
}

fn texts(list: &Data) -> impl Iterator<Item = &str> {
    list.as_array().into_iter().flatten().filter_map(Data::as_str)
}

impl DeclaredStep {
    pub(crate) fn is_called(&self, name: &str) -> bool {
        self.name == name
    }

    /// Returns a step of this kind with known values for its keys. Some keys are left out; the engine reports which
    /// ones are required.
    pub(crate) fn filled(&self, vocabulary: &Vocabulary, rng: &mut Rng) -> Data {
        let keys = rng.one(&self.forms).map(Vec::as_slice).unwrap_or_default();
        let only = rng.one(keys).filter(|_| rng.once_in(4));
        let mut body = serde_json::Map::new();
        for key in keys {
            let wanted = match only {
                Some(only) => key == only,
                None => !rng.once_in(3),
            };
            if wanted {
                body.insert(key.clone(), vocabulary.value(key, rng).unwrap_or_else(|| guess(rng)));
            }
        }
        Data::Object([(self.name.clone(), Data::Object(body))].into_iter().collect())
    }
}

/// Returns a simple value, for a key without known values.
pub(crate) fn guess(rng: &mut Rng) -> Data {
    match rng.below(3) {
        0 => Data::Bool(true),
        1 => Data::Object(serde_json::Map::new()),
        _ => Data::from(rng.below(8)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_declared_step_is_filled_with_what_was_seen() {
        let mut vocabulary = Vocabulary::default();
        vocabulary.learn_step(&json!({"plan": {"by": "ann", "dial": 3}}));
        let words = json!({"steps": [{"name": "gift", "forms": [["by", "dial"]]}], "names": {"who": ["bob"]}});
        let steps = learn(&words, &mut vocabulary);
        vocabulary.settle();
        let mut rng = Rng::new(1, 1, 1);
        let filled: Vec<Data> = (0..50).map(|_| steps[0].filled(&vocabulary, &mut rng)).collect();
        assert!(filled.contains(&json!({"gift": {"by": "ann", "dial": 3}})), "{filled:?}");
        assert!(filled.iter().all(|step| step.get("gift").is_some_and(Data::is_object)));
        assert!(vocabulary.fits("who", "bob"));
    }

    #[test]
    fn other_declarations_are_ignored() {
        let mut vocabulary = Vocabulary::default();
        for odd in [json!(null), json!({"steps": 3, "names": [], "given": {"keys": "x"}}), json!([1])] {
            assert_eq!(learn(&odd, &mut vocabulary), []);
        }
    }
}
