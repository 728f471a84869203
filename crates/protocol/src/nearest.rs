//! The valid name that a misspelt one most likely stands for.

/// Longer than any name that somebody types. Comparing takes as long as both lengths multiplied.
const LONGEST: usize = 128;
/// With more names than this, only those are compared that are about as long.
const MANY: usize = 2000;
const NEAR_ENOUGH: f64 = 0.72;

/// The nearest of the valid names, if one is near enough to be worth saying.
pub fn nearest<'a>(wrong: &str, valid: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if wrong.len() > LONGEST {
        return None;
    }
    let score = |name: &str| strsim::jaro_winkler(wrong, name).max(strsim::normalized_damerau_levenshtein(wrong, name));
    let about_as_long = |name: &str| name.len().abs_diff(wrong.len()) <= 3;
    valid
        .into_iter()
        .filter(|name| name.len() <= LONGEST)
        .enumerate()
        .filter(|(index, name)| *index < MANY || about_as_long(name))
        .map(|(_, name)| (score(name), name))
        .filter(|(score, _)| *score >= NEAR_ENOUGH)
        .max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.cmp(a.1)))
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_finger_is_recognised_and_nonsense_is_not() {
        let names = ["scenario", "given", "when", "claims"];
        assert_eq!(nearest("claim", names), Some("claims"));
        assert_eq!(nearest("whne", names), Some("when"));
        assert_eq!(nearest("xylophone", names), None);
    }

    #[test]
    fn of_equally_near_names_the_first_in_the_alphabet_is_meant() {
        assert_eq!(nearest("b1", ["b3", "b2"]), nearest("b1", ["b2", "b3"]));
    }

    #[test]
    fn huge_names_are_not_compared() {
        let (one, other) = ("a".repeat(300_000), "a".repeat(299_999));
        assert_eq!(nearest(&one, [other.as_str()]), None);
        assert_eq!(nearest("aaa", [other.as_str(), "aab"]), Some("aab"));
    }
}
