//! Known equivalent mutants, each with a reason.

use std::collections::BTreeSet;

/// The list: lines that name mutants, followed by the indented reason that they share.
#[derive(Default)]
pub struct Known {
    keys: BTreeSet<String>,
}

impl Known {
    /// Reads the list. Entries without a reason do not count.
    pub fn read(text: &str) -> Result<Known, String> {
        let mut known = Known::default();
        let mut waiting: Vec<String> = Vec::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            if line.trim().is_empty() {
                if let Some(first) = waiting.first() {
                    return Err(format!("no reason is given for: {first}"));
                }
            } else if line.starts_with(' ') {
                known.keys.extend(waiting.drain(..));
            } else {
                waiting.push(line.trim_end().to_owned());
            }
        }
        waiting.first().map_or(Ok(known), |first| Err(format!("no reason is given for: {first}")))
    }

    pub fn holds(&self, key: &str) -> bool {
        self.keys.contains(key)
    }

    /// Listed mutants that are killed now, or no longer exist.
    pub fn outdated<'k>(&'k self, survivors: &BTreeSet<String>) -> Vec<&'k str> {
        self.keys.iter().filter(|key| !survivors.contains(*key)).map(String::as_str).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_for_all_lines_before_it() {
        let known = Known::read(
            "# about\na: one\nb: two\n    No test can kill it.\n    Really.\n\nc: three\n    It is equivalent.\n",
        );
        let known = known.expect("a list");
        assert!(known.holds("a: one") && known.holds("b: two") && known.holds("c: three"));
        assert_eq!(known.outdated(&BTreeSet::from(["b: two".to_owned()])), ["a: one", "c: three"]);
    }

    #[test]
    fn nothing_is_known_without_a_reason() {
        assert!(Known::read("a: one\n").is_err());
        assert!(Known::read("a: one\n\nb: two\n  For a reason.\n").is_err());
    }
}
