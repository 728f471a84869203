//! The digest of a saved result: a hash of each part, so that an incomplete result is rejected.
//!
//! It detects mistakes: a file that was truncated, edited or assembled by hand. It is not a signature.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::hash::Hasher;

use serde_json::value::RawValue;

use crate::base::hash;
use crate::base::hash::Fnv;

/// Key of the digest in a result.
const KEY: &str = "digest";
/// Key of the part whose members are hashed one by one.
const WHOLE: &str = "whole";
/// Key of the hash of all other hashes.
const ALL: &str = "all";

/// The hashes of the parts of a document, by name, and its saved digest.
struct PartDigests<'t> {
    hashes: BTreeMap<String, String>,
    digest: Option<&'t RawValue>,
}

/// Adds the digest to a document. Text that is not a JSON object is returned unchanged.
pub fn seal(text: &str) -> String {
    let Ok(PartDigests { mut hashes, digest }) = parts(text) else { return text.to_owned() };
    hashes.insert(ALL.to_owned(), of_all(&hashes));
    let fresh = serde_json::to_string(&hashes).unwrap_or_default();
    match digest {
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

/// Compares a document with its digest. The error lists the differences.
pub fn check(text: &str) -> Result<(), String> {
    let PartDigests { hashes, digest } = parts(text).map_err(|error| error.to_string())?;
    let Some(digest) = digest else {
        return Err(
            "it has no digest: an older version saved it, or a part of it was removed; save it again".to_owned()
        );
    };
    let mut saved: BTreeMap<String, String> =
        serde_json::from_str(digest.get()).map_err(|error| format!("its digest cannot be read: {error}"))?;
    let all = saved.remove(ALL);
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

fn of_all(hashes: &BTreeMap<String, String>) -> String {
    hash::of(&hashes.iter().flat_map(|(name, hash)| [name.as_str(), hash]).collect::<Vec<_>>())
}

fn parts(text: &str) -> serde_json::Result<PartDigests<'_>> {
    let mut members: BTreeMap<Cow<'_, str>, &RawValue> = serde_json::from_str(text)?;
    let digest = members.remove(KEY);
    let mut hashes = BTreeMap::new();
    for (name, value) in members {
        let pieces: Option<BTreeMap<Cow<'_, str>, &RawValue>> =
            if name == WHOLE { serde_json::from_str(value.get()).ok() } else { None };
        match pieces {
            Some(pieces) => {
                hashes
                    .extend(pieces.iter().map(|(piece, value)| (format!("{name}.{piece}"), hash_of_json(value.get()))));
            }
            None => drop(hashes.insert(name.into_owned(), hash_of_json(value.get()))),
        }
    }
    Ok(PartDigests { hashes, digest })
}

/// Returns the hash of a valid JSON text. It ignores white space, the order of keys, the escaping of characters, and
/// everything below the maximum depth.
fn hash_of_json(json: &str) -> String {
    let mut scan = Scan { open: vec![Level::default()] };
    let mut rest = json;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' => string_length(rest),
            '{' | '[' | '}' | ']' => 1,
            c if c == ',' || c == ':' || c.is_ascii_whitespace() => 1,
            _ => rest.find([',', '}', ']', ' ', '\n', '\r', '\t']).unwrap_or(rest.len()),
        };
        let (token, after) = rest.split_at(length);
        match first {
            '{' | '[' if scan.open.len() > DEEPEST => break,
            '{' | '[' => scan.open.push(Level { is_map: first == '{', ..Level::default() }),
            '}' | ']' => scan.close(),
            '"' if token.contains('\\') => {
                scan.text(&[b"s", serde_json::from_str::<String>(token).unwrap_or_default().as_bytes()]);
            }
            '"' => scan.text(&[b"s", token.trim_matches('"').as_bytes()]),
            c if length == 1 && !c.is_ascii_alphanumeric() => {}
            _ => scan.text(&[b"v", token.as_bytes()]),
        }
        rest = after;
    }
    format!("{:016x}", scan.open.first().map_or(0, |level| level.hash))
}

/// Maximum nesting depth. Saved results are less deep.
const DEEPEST: usize = 300;

/// The open maps and lists, the outermost first.
struct Scan {
    open: Vec<Level>,
}

#[derive(Default)]
struct Level {
    is_map: bool,
    hash: u64,
    /// The key of the next value.
    key: Option<u64>,
}

impl Scan {
    fn text(&mut self, parts: &[&[u8]]) {
        self.value(hash(parts));
    }

    fn close(&mut self) {
        if let Some(level) = self.open.pop() {
            let kind: &[u8] = if level.is_map { b"{" } else { b"[" };
            self.value(hash(&[kind, &level.hash.to_le_bytes()]));
        }
    }

    /// Adds a value, or a key if one is expected.
    fn value(&mut self, value: u64) {
        let Some(level) = self.open.last_mut() else { return };
        match (level.is_map, level.key.take()) {
            (true, None) => level.key = Some(value),
            (true, Some(key)) => {
                level.hash = level.hash.wrapping_add(hash(&[&key.to_le_bytes(), &value.to_le_bytes()]));
            }
            (false, _) => level.hash = hash(&[&level.hash.to_le_bytes(), &value.to_le_bytes()]),
        }
    }
}

fn hash(parts: &[&[u8]]) -> u64 {
    let mut hasher = Fnv::default();
    parts.iter().for_each(|part| hasher.write(part));
    hasher.finish()
}

/// Returns the length of the string at the start of a text, including quotes.
fn string_length(text: &str) -> usize {
    let mut from = 1;
    while let Some(found) = text[from..].find('"') {
        let end = from + found;
        let escapes = text.as_bytes()[..end].iter().rev().take_while(|byte| **byte == b'\\').count();
        if escapes % 2 == 0 {
            return end + 1;
        }
        from = end + 1;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RESULT: &str = "{\n  \"engines\": {\"a\": \"x → \\\"y\\\"\"},\n  \"exit\": [1, 2],\n  \"whole\": {\"part\": [], \"plays\": {\"a\": 1}}\n}\n";

    #[test]
    fn a_sealed_result_is_accepted_however_it_is_laid_out() {
        let sealed = seal(RESULT);
        assert_eq!(check(&sealed), Ok(()));
        assert_eq!(seal(&sealed), sealed);
        assert_eq!(check(&sealed.replace("\n  ", "")), Ok(()));
        assert_eq!(check(&sealed.replace('→', "\\u2192")), Ok(()));
        let sorted: serde_json::Value = serde_json::from_str(&sealed).expect("JSON");
        assert_eq!(check(&sorted.to_string()), Ok(()));
        let turned = sealed.replace(r#""part": [], "plays": {"a": 1}"#, r#""plays": {"a": 1}, "part": []"#);
        assert_eq!(check(&turned), Ok(()));
        assert_eq!(seal("no result"), "no result");
        assert_eq!(check(&seal("{}")), Ok(()));
    }

    #[test]
    fn only_the_same_value_has_the_same_print() {
        let texts = [
            "1",
            "\"1\"",
            "12",
            "-1",
            "true",
            "null",
            "\"\"",
            "[]",
            "{}",
            "[[]]",
            "[1]",
            "[1,2]",
            "[2,1]",
            "[12]",
            "[[1],2]",
            "{\"a\":1}",
            "{\"a\":\"1\"}",
            "{\"b\":1}",
            "[\"a\",1]",
            "{\"a\":1,\"b\":2}",
            "{\"a\":2,\"b\":1}",
            "{\"a\":{\"b\":1}}",
            r#"["a\",1]","b"]"#,
            r#"["a\\",1,"b"]"#,
        ];
        for (at, one) in texts.iter().enumerate() {
            assert!(texts[at + 1..].iter().all(|other| hash_of_json(one) != hash_of_json(other)), "{one}");
        }
        assert_eq!(hash_of_json("{\"a\": [1, 2],\n \"b\": true}"), hash_of_json("{\"b\":true,\"a\":[1,2]}"));
        let deep = "[".repeat(100_000);
        assert_eq!(hash_of_json(&deep), hash_of_json(&deep));
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
        ] {
            let odd = sealed.replacen(from, to, 1);
            assert_ne!(odd, sealed);
            assert!(check(&odd).is_err_and(|why| why.contains(words)), "{words}: {:?}", check(&odd));
        }
        assert!(check(RESULT).is_err_and(|why| why.contains("it has no digest")));
        // A part cannot be removed together with its hash either.
        let mut data: BTreeMap<String, serde_json::Value> = serde_json::from_str(&sealed).expect("JSON");
        data.remove("exit");
        data.get_mut("digest").and_then(serde_json::Value::as_object_mut).expect("a map").remove("exit");
        let odd = serde_json::to_string(&data).expect("JSON");
        assert!(check(&odd).is_err_and(|why| why.contains("its digest was changed")));
    }
}
