//! Finds the valid name that is most similar to a misspelled one.

/// Maximum length of a compared name.
const LONGEST: usize = 128;
/// Maximum work for one misspelled name. Comparing two names costs the product of their lengths, a file can have many
/// misspelled names, and a project many valid ones.
const MOST_WORK: usize = 100_000;
const NEAR_ENOUGH: f64 = 0.72;

/// Returns the most similar valid name, if one is similar enough.
pub fn nearest<'a>(wrong: &str, valid: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if wrong.len() > LONGEST {
        return None;
    }
    let letters = Letters::of(wrong);
    let mut work = 0;
    let mut affordable = |name: &&str| {
        work += wrong.len() * name.len();
        work <= MOST_WORK
    };
    let score = |name: &str| strsim::jaro_winkler(wrong, name).max(strsim::normalized_damerau_levenshtein(wrong, name));
    valid
        .into_iter()
        .filter(|name| name.len() <= LONGEST && letters.may_be_near(wrong, name))
        .take_while(|name| affordable(name))
        .map(|name| (score(name), name))
        .filter(|(score, _)| *score >= NEAR_ENOUGH)
        .max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.cmp(a.1)))
        .map(|(_, name)| name)
}

/// Number of occurrences of each byte in a name.
struct Letters([u8; 256]);

impl Letters {
    fn of(name: &str) -> Letters {
        let mut counts = [0; 256];
        for byte in name.bytes() {
            counts[usize::from(byte)] += 1;
        }
        Letters(counts)
    }

    /// Returns whether a name can be similar, by its letters alone. This is fast and excludes most names. Both names
    /// are short, so nothing overflows.
    fn may_be_near(&self, own: &str, name: &str) -> bool {
        // A byte is a letter only in ASCII; all other names are compared in full.
        if !own.is_ascii() || !name.is_ascii() {
            return true;
        }
        let mut left = self.0;
        let mut common = 0_u8;
        for byte in name.bytes() {
            let count = &mut left[usize::from(byte)];
            common += u8::from(*count > 0);
            *count = count.saturating_sub(1);
        }
        let share = |length: usize| f64::from(common) / length.max(1) as f64;
        let (one, other) = (share(own.len()), share(name.len()));
        let beginning = own.bytes().zip(name.bytes()).take(4).take_while(|(a, b)| a == b).count();
        let jaro = (one + other + 1.0) / 3.0;
        let winkler = jaro + 0.1 * beginning as f64 * (1.0 - jaro);
        winkler.max(one.min(other)) >= NEAR_ENOUGH
    }
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
        assert_eq!(nearest("", names), None);
        assert_eq!(nearest("übermut", ["Übermut", "Unmut"]), Some("Übermut"));
    }

    #[test]
    fn equally_near_names_resolve_to_the_first_in_the_alphabet() {
        assert_eq!(nearest("b1", ["b3", "b2"]), nearest("b1", ["b2", "b3"]));
    }

    #[test]
    fn huge_names_are_not_compared() {
        let (one, other) = ("a".repeat(300_000), "a".repeat(299_999));
        assert_eq!(nearest(&one, [other.as_str()]), None);
        assert_eq!(nearest("aaa", [other.as_str(), "aab"]), Some("aab"));
    }

    #[test]
    fn a_first_look_never_hides_a_name_that_is_near() {
        let words = ["loser-stays", "loser-stay", "stays-loser", "winner", "wniner", "lsoer", "a", "ab", "ba", "storm"];
        for wrong in words {
            for name in words {
                let score = strsim::jaro_winkler(wrong, name).max(strsim::normalized_damerau_levenshtein(wrong, name));
                assert!(score < NEAR_ENOUGH || Letters::of(wrong).may_be_near(wrong, name), "{wrong} {name}");
            }
        }
    }

    #[test]
    fn among_many_thousand_names_the_near_one_is_still_found() {
        let names: Vec<String> = (0..50_000).map(|number| format!("scenario-{number}/zzzzzzzz")).collect();
        let all = names.iter().map(String::as_str).chain(["dune/battle/loser-stays"]);
        assert_eq!(nearest("dune/battle/looser-stays", all), Some("dune/battle/loser-stays"));
    }
}
