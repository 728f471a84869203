//! The digest of a saved result: a hash of each part, so that an incomplete result is rejected.
//!
//! It detects mistakes: a file that was truncated, edited or assembled by hand. It is not a signature.

use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::hash::Hasher;

use crate::base::hash;
use crate::base::hash::WordHasher;

/// Key of the digest in a result.
const KEY: &str = "digest";
/// Key of the part whose members are hashed one by one.
const WHOLE: &str = "whole";
/// Key of the hash of all other hashes.
const ALL: &str = "all";

/// The hashes of the parts of a document, by name, and its saved digest.
struct PartDigests<'t> {
    hashes: BTreeMap<String, String>,
    digest: Option<&'t str>,
}

/// Adds the digest to a document. Text that is not a JSON object is returned unchanged.
pub fn seal(text: &str) -> String {
    let Some(PartDigests { mut hashes, digest }) = parts(text) else { return text.to_owned() };
    hashes.insert(ALL.to_owned(), of_all(&hashes));
    let fresh = serde_json::to_string(&hashes).unwrap_or_default();
    match digest {
        Some(old) => {
            let at = old.as_ptr() as usize - text.as_ptr() as usize;
            format!("{}{fresh}{}", &text[..at], &text[at + old.len()..])
        }
        None => {
            let open = text.trim_end().strip_suffix('}').unwrap_or_default().trim_end();
            let comma = if open.ends_with('{') { "" } else { "," };
            format!("{open}{comma}\n  \"{KEY}\": {fresh}\n}}\n")
        }
    }
}

/// Compares a valid JSON document with its digest. The error lists the differences.
pub fn check(text: &str) -> Result<(), String> {
    let PartDigests { hashes, digest } = parts(text).ok_or("it is not a JSON object")?;
    let Some(digest) = digest else {
        return Err(
            "it has no digest: an older version saved it, or a part of it was removed; save it again".to_owned()
        );
    };
    let mut saved: BTreeMap<String, String> =
        serde_json::from_str(digest).map_err(|error| format!("its digest cannot be read: {error}"))?;
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

fn parts(text: &str) -> Option<PartDigests<'_>> {
    let mut scan = Scan { text, open: Vec::new(), parts: BTreeMap::new(), digest: None };
    scan.run();
    let hashes = scan.parts.into_iter().map(|(name, hash)| (name, format!("{hash:016x}"))).collect();
    text.trim_start().starts_with('{').then_some(PartDigests { hashes, digest: scan.digest })
}

/// Maximum nesting depth. Saved results are less deep.
const DEEPEST: usize = 300;

/// One pass over a JSON text. Hashes ignore white space, the order of keys, the escaping of characters, and everything
/// after the maximum depth is exceeded.
struct Scan<'t> {
    text: &'t str,
    /// The open maps and lists, the outermost first.
    open: Vec<Level<'t>>,
    /// The hash of every part. A part that occurs twice has another hash than either.
    parts: BTreeMap<String, u64>,
    digest: Option<&'t str>,
}

struct Level<'t> {
    is_map: bool,
    /// Where it starts in the text.
    start: usize,
    hash: u64,
    /// The key of the next value, and its hash.
    key: Option<(&'t str, u64)>,
}

impl<'t> Scan<'t> {
    fn run(&mut self) {
        let (text, bytes) = (self.text, self.text.as_bytes());
        let mut at = 0;
        while let Some(first) = bytes.get(at) {
            let start = at;
            at += 1;
            match first {
                b'{' | b'[' if self.open.len() > DEEPEST => return,
                b'{' | b'[' => self.open.push(Level { is_map: *first == b'{', start, hash: 0, key: None }),
                b'}' | b']' => self.close(at),
                b',' | b':' | b' ' | b'\n' | b'\r' | b'\t' => {}
                b'"' => {
                    at = string_end(text, at);
                    self.value(&text[start..at], hash_of_string(&text[start..at]));
                }
                _ => {
                    let ends = |byte: &u8| matches!(byte, b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t');
                    at = bytes[at..].iter().position(ends).map_or(bytes.len(), |length| at + length);
                    self.value(&text[start..at], hash_of_token(b'v', &bytes[start..at]));
                }
            }
        }
    }

    fn close(&mut self, end: usize) {
        if let Some(level) = self.open.pop() {
            let kind = if level.is_map { b'{' } else { b'[' };
            self.value(&self.text[level.start..end], hash_of_token(kind, &level.hash.to_le_bytes()));
        }
    }

    /// Adds a value, or a key if one is expected.
    fn value(&mut self, text: &'t str, hash: u64) {
        let Some(level) = self.open.last_mut() else { return };
        match (level.is_map, level.key.take()) {
            (true, None) => level.key = Some((text, hash)),
            (true, Some((key, key_hash))) => {
                level.hash = level.hash.wrapping_add(hash_of_pair(key_hash, hash));
                self.part(key, text, hash);
            }
            (false, _) => level.hash = hash_of_pair(level.hash, hash),
        }
    }

    /// Keeps the hash of a part of the document, or of a member of the part that is hashed member by member.
    fn part(&mut self, key: &str, value: &'t str, hash: u64) {
        let outer = self.open.first().and_then(|level| level.key);
        let name = match self.open.len() {
            1 => unquoted(key),
            2 => match outer.map(|(outer, _)| unquoted(outer)) {
                Some(outer) if outer == WHOLE => format!("{outer}.{}", unquoted(key)),
                _ => return,
            },
            _ => return,
        };
        match name.as_str() {
            KEY => self.digest = Some(value),
            WHOLE if value.starts_with('{') => {}
            _ => {
                let sum = self.parts.entry(name).or_insert(0);
                *sum = sum.wrapping_add(hash);
            }
        }
    }
}

/// Returns the end of the string whose content starts here, behind its closing quote.
fn string_end(text: &str, from: usize) -> usize {
    let mut at = from;
    while let Some(found) = text[at..].find('"') {
        let end = at + found;
        let escapes = text.as_bytes()[from..end].iter().rev().take_while(|byte| **byte == b'\\').count();
        at = end + 1;
        if escapes % 2 == 0 {
            return at;
        }
    }
    text.len()
}

fn unquoted(string: &str) -> String {
    serde_json::from_str(string).unwrap_or_default()
}

fn hash_of_string(string: &str) -> u64 {
    match string.contains('\\') {
        true => hash_of_token(b's', unquoted(string).as_bytes()),
        false => hash_of_token(b's', string.trim_matches('"').as_bytes()),
    }
}

fn hash_of_token(kind: u8, bytes: &[u8]) -> u64 {
    let mut hasher = WordHasher::default();
    hasher.write_u8(kind);
    hasher.write(bytes);
    hasher.finish()
}

fn hash_of_pair(one: u64, other: u64) -> u64 {
    let mut hasher = WordHasher::default();
    hasher.write_u64(one);
    hasher.write_u64(other);
    hasher.finish()
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
        assert_eq!(check(&seal(r#"{"whole": [{"a": 1}], "b": {"whole": {"c": 1}}}"#)), Ok(()));
    }

    /// The hash of a value.
    fn hash_of_json(json: &str) -> String {
        let text = format!("{{\"it\": {json}}}");
        parts(&text).expect("an object").hashes.remove("it").unwrap_or_default()
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
            ("\"exit\": [1, 2],", "\"exit\": [1, 2], \"exit\": [1, 2],", "`exit` was changed"),
            ("\"part\": [],", "\"part\": [], \"part\": [1],", "`whole.part` was changed"),
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
