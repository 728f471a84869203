//! The digest of a saved result: a hash of each part, so that an incomplete result is rejected.
//!
//! It detects mistakes: a file that was truncated, edited or assembled by hand. It is not a signature.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::fmt;
use std::hash::Hasher;

use serde::Deserialize;
use serde::Deserializer;
use serde::de::MapAccess;
use serde::de::Visitor;
use serde_json::value::RawValue;

use crate::base::hash;
use crate::base::hash::WordHasher;

/// Key of the digest in a result.
const KEY: &str = "digest";
/// Key of the part whose members are hashed one by one.
const WHOLE: &str = "whole";
/// Key of the hash of all other hashes.
const ALL: &str = "all";

/// The parts of a document as JSON texts, by name. Members of `whole` have names such as `whole.part`.
pub struct ResultParts<'t> {
    texts: BTreeMap<String, &'t RawValue>,
    digest: Option<&'t RawValue>,
}

impl<'t> ResultParts<'t> {
    /// Splits a JSON object.
    pub fn read(text: &'t str) -> serde_json::Result<ResultParts<'t>> {
        serde_json::from_str(text)
    }

    /// Returns the JSON text of a part.
    pub fn get(&self, name: &str) -> Option<&'t RawValue> {
        self.texts.get(name).copied()
    }

    /// Returns whether the document has a part with this name, or members of it.
    pub fn has_member(&self, name: &str) -> bool {
        let is_inside = |key: &str| key.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        self.texts.keys().any(|key| is_inside(key))
    }

    /// Compares the parts with the digest. The error lists the differences.
    pub fn check(&self) -> Result<(), String> {
        let Some(digest) = self.digest else {
            return Err(
                "it has no digest: an older version saved it, or a part of it was removed; save it again".to_owned()
            );
        };
        let mut saved: BTreeMap<String, String> =
            serde_json::from_str(digest.get()).map_err(|error| format!("its digest cannot be read: {error}"))?;
        let (all, hashes) = (saved.remove(ALL), self.hashes());
        let names: BTreeSet<&String> = hashes.keys().chain(saved.keys()).collect();
        let change = |name: &&String| match (saved.get(*name), hashes.get(*name)) {
            (Some(old), Some(new)) if old == new => None,
            (Some(_), Some(_)) => Some(format!("`{name}` was changed")),
            (Some(_), None) => Some(format!("`{name}` is missing")),
            (None, _) => Some(format!("`{name}` is not in its digest")),
        };
        let mut changes: Vec<String> = names.iter().filter_map(change).collect();
        if changes.is_empty() && all.as_ref() != Some(&of_all(&saved)) {
            changes.push("its digest was changed".to_owned());
        }
        match changes.is_empty() {
            true => Ok(()),
            false => Err(format!("it was changed after it was saved: {}; save it again", changes.join(", "))),
        }
    }

    fn hashes(&self) -> BTreeMap<String, String> {
        self.texts.iter().map(|(name, value)| (name.clone(), hash_of(value.get()))).collect()
    }
}

/// Splits a document in one pass.
impl<'de> Deserialize<'de> for ResultParts<'de> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<ResultParts<'de>, D::Error> {
        from.deserialize_map(ResultParts { texts: BTreeMap::new(), digest: None })
    }
}

impl<'de> Visitor<'de> for ResultParts<'de> {
    type Value = ResultParts<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a result")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut from: A) -> Result<ResultParts<'de>, A::Error> {
        while let Some(name) = from.next_key::<String>()? {
            match name.as_str() {
                KEY => self.digest = Some(from.next_value()?),
                WHOLE => {
                    let members: BTreeMap<String, &RawValue> = from.next_value()?;
                    self.texts.extend(members.into_iter().map(|(name, text)| (format!("{WHOLE}.{name}"), text)));
                }
                _ => drop(self.texts.insert(name, from.next_value()?)),
            }
        }
        Ok(self)
    }
}

/// Adds the digest to a document. Text that is not a JSON object is returned unchanged.
pub fn seal(text: &str) -> String {
    let Ok(parts) = ResultParts::read(text) else { return text.to_owned() };
    let mut hashes = parts.hashes();
    hashes.insert(ALL.to_owned(), of_all(&hashes));
    let fresh = serde_json::to_string(&hashes).unwrap_or_default();
    match parts.digest {
        Some(old) => {
            let at = old.get().as_ptr() as usize - text.as_ptr() as usize;
            format!("{}{fresh}{}", &text[..at], &text[at + old.get().len()..])
        }
        None => {
            let open = text.trim_end().strip_suffix('}').unwrap_or_default().trim_end();
            let comma = if open.ends_with('{') { "" } else { "," };
            format!("{open}{comma}\n  \"{KEY}\": {fresh}\n}}\n")
        }
    }
}

/// Compares a document with its digest.
pub fn check(text: &str) -> Result<(), String> {
    ResultParts::read(text).map_err(|error| error.to_string())?.check()
}

fn of_all(hashes: &BTreeMap<String, String>) -> String {
    hash::of(&hashes.iter().flat_map(|(name, hash)| [name.as_str(), hash]).collect::<Vec<_>>())
}

/// Returns the hash of a JSON text. Any other text of the same value has another hash.
fn hash_of(json: &str) -> String {
    let mut hasher = WordHasher::default();
    hasher.write(json.as_bytes());
    format!("{:016x}", hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    const RESULT: &str = "{\n  \"engines\": {\"a\": \"x → \\\"y\\\"\"},\n  \"exit\": [1, 2],\n  \"whole\": {\"part\": [], \"plays\": {\"a\": 1}}\n}\n";

    #[test]
    fn a_sealed_result_is_accepted() {
        let sealed = seal(RESULT);
        assert_eq!(check(&sealed), Ok(()));
        assert_eq!(seal(&sealed), sealed);
        let turned = sealed.replace(r#""part": [], "plays": {"a": 1}"#, r#""plays": {"a": 1}, "part": []"#);
        assert_ne!(turned, sealed);
        assert_eq!(check(&turned), Ok(()));
        assert_eq!(seal("no result"), "no result");
        for text in ["{}", r#"{"whole": {"a": 1}, "b": {"whole": {"c": 1}}}"#] {
            assert_eq!(check(&seal(text)), Ok(()));
        }
    }

    #[test]
    fn every_removed_changed_or_added_part_is_named() {
        let sealed = seal(RESULT);
        for (from, to, words) in [
            ("\"exit\": [1, 2],", "", "`exit` is missing"),
            ("[1, 2]", "[12]", "`exit` was changed"),
            ("[1, 2]", "[1]", "`exit` was changed"),
            ("x → ", "x →", "`engines` was changed"),
            ("{\"part\": [], ", "{", "`whole.part` is missing"),
            ("{\"a\": 1}", "{}", "`whole.plays` was changed"),
            ("\"exit\": [1, 2],", "\"exit\": [1, 2], \"more\": 1,", "`more` is not in its digest"),
            ("\"exit\": [1, 2],", "\"exit\": [1, 2], \"exit\": [1],", "`exit` was changed"),
            ("\"part\": [],", "\"part\": [], \"part\": [1],", "`whole.part` was changed"),
            ("[1, 2]", "[1,2]", "`exit` was changed"),
        ] {
            let odd = sealed.replacen(from, to, 1);
            assert_ne!(odd, sealed);
            assert!(check(&odd).is_err_and(|why| why.contains(words)), "{words}: {:?}", check(&odd));
        }
        assert!(check(RESULT).is_err_and(|why| why.contains("it has no digest")));
        // A part cannot be removed together with its hash either.
        let hash = format!("\"exit\":\"{}\",", hash_of("[1, 2]"));
        let odd = sealed.replacen("\"exit\": [1, 2],", "", 1).replacen(&hash, "", 1);
        assert_eq!(odd.matches("exit").count(), 0);
        assert!(check(&odd).is_err_and(|why| why.contains("its digest was changed")));
    }
}
