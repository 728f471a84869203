//! Section numbers as they are printed and cited: `11.4.3`, `5(2)(b)`.

use crate::rulebook::enumerator;

/// The section of a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// The number as it is cited: `11.4.3` or `5(2)(b)`.
    pub number: String,
    /// The numbers by which the section is found. A heading `5` below a heading `2` is both `5` and `2.5`.
    paths: Vec<Vec<String>>,
}

/// Words before the number of a heading.
const KEY_WORDS: &[&str] = &[
    "§",
    "§§",
    "abschnitt",
    "anhang",
    "anlage",
    "annex",
    "appendix",
    "art",
    "article",
    "artikel",
    "book",
    "buch",
    "chapter",
    "clause",
    "kapitel",
    "paragraph",
    "part",
    "regel",
    "regulation",
    "rule",
    "schedule",
    "sec",
    "section",
    "teil",
    "titel",
    "title",
];

impl Section {
    /// The section of a numbered heading below another.
    pub(super) fn of_heading(number: Vec<String>, above: Option<&Section>) -> Section {
        let own = folded(&number);
        let mut paths = vec![own.clone()];
        let is_whole = above.is_some_and(|above| above.paths.iter().any(|path| own.starts_with(path)));
        if let Some(above) = above.filter(|_| !is_whole) {
            paths.extend(above.paths.iter().map(|path| [path.as_slice(), &own].concat()));
        }
        Section { number: number.join("."), paths }
    }

    /// The section of a list item or a labelled paragraph. `is_enclosed` prints its label in parentheses.
    pub(super) fn below(above: Option<Section>, parts: &[String], is_enclosed: bool) -> Section {
        let own = folded(parts);
        let label = parts.join(".");
        match above {
            Some(above) => Section {
                number: match is_enclosed {
                    true => format!("{}({label})", above.number),
                    false => format!("{}.{label}", above.number),
                },
                paths: above.paths.iter().map(|path| [path.as_slice(), &own].concat()).collect(),
            },
            None if is_enclosed => Section { number: format!("({label})"), paths: vec![own] },
            None => Section { number: label, paths: vec![own] },
        }
    }

    /// Returns whether this is the section with the given number, as it is cited.
    pub(crate) fn has_number(&self, number: &str) -> bool {
        parts(number).is_some_and(|number| self.is(&number))
    }

    /// Returns whether this is the section with the given number.
    pub(super) fn is(&self, number: &[String]) -> bool {
        self.paths.iter().any(|path| path == number)
    }

    /// Returns whether this is the section with the given number, or a section inside it.
    pub(super) fn is_within(&self, number: &[String]) -> bool {
        self.paths.iter().any(|path| path.starts_with(number))
    }
}

fn folded(parts: &[String]) -> Vec<String> {
    parts.iter().map(|part| part.to_lowercase()).collect()
}

/// Returns the parts of a cited section number: `5`, `2` and `b` of `5(2)(b)`.
pub(super) fn parts(number: &str) -> Option<Vec<String>> {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '.' | '(' | ')' | ' ');
    let parts: Vec<String> =
        number.split(['.', '(', ')', ' ']).filter(|part| !part.is_empty()).map(str::to_lowercase).collect();
    (!parts.is_empty() && number.chars().all(is_plain)).then_some(parts)
}

/// Returns the parts of the number at the start of a heading: `4` and `2` of "4.2 Grades", `5` of "§ 5 Eligibility".
pub(super) fn heading_number(text: &str) -> Option<Vec<String>> {
    let text = without_title(text.trim_start());
    if text.starts_with('(') {
        return enumerator::label(text).map(|label| label.parts);
    }
    let word = text.split_whitespace().next()?;
    let lower = word.trim_end_matches('.').to_lowercase();
    let is_keyed = KEY_WORDS.contains(&lower.as_str());
    let number = match is_keyed {
        true => text[word.len()..].split_whitespace().next()?,
        false => word.strip_prefix('§').unwrap_or(word),
    };
    let is_keyed = is_keyed || word.starts_with('§');
    let bare = number.trim_end_matches(['.', ')', ':', ',', '—', '–', '-']);
    let is_marked = bare.len() < number.len() || bare.contains(|c: char| c.is_ascii_digit());
    let is_number = enumerator::is_label(&bare.to_lowercase()) && (is_keyed || is_marked);
    is_number.then(|| bare.split('.').map(str::to_owned).collect())
}

/// Returns a heading without the title of its code: "26 U.S.C. § 32".
fn without_title(text: &str) -> &str {
    const CODES: [&str; 7] = ["U.S.C.", "U. S. C.", "USC", "U.S. Code", "C.F.R.", "CFR", "Stat."];
    let bare = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let section = text.find('§').filter(|at| bare.len() < text.len() && text.len() - bare.len() < *at);
    match section {
        Some(at) if CODES.contains(&text[text.len() - bare.len()..at].trim()) => &text[at..],
        _ => text,
    }
}

/// Returns a heading without its number.
pub(super) fn without_number(text: &str) -> &str {
    let Some(number) = heading_number(text) else { return text };
    let text = without_title(text);
    let after = text.find(&number.join(".")).map_or(0, |at| at + number.join(".").len());
    text[after..].trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '.' | ')' | ':' | '—' | '–' | '-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_a_heading_is_read_with_and_without_a_key_word() {
        let number = |text| heading_number(text).map(|parts| parts.join("/"));
        for (text, expected) in [
            ("4.2 Grades", "4/2"),
            ("4. Grades", "4"),
            ("§ 5 Voraussetzungen", "5"),
            ("§5a Ausnahmen", "5a"),
            ("Section 12: Fees", "12"),
            ("Article IV", "IV"),
            ("Appendix A — Forms", "A"),
            ("A.1 Players", "A/1"),
            ("II. Play", "II"),
            ("(a) Allowance", "a"),
            ("26 U.S.C. § 32. Earned income", "32"),
            ("42 U.S. Code §1983 - Civil action", "1983"),
        ] {
            assert_eq!(number(text).as_deref(), Some(expected), "{text}");
        }
        for text in [
            "Grades",
            "Exceptions to § 4",
            "(see below)",
            "A simple example",
            "I want to know",
            "Semantic Versioning 2.0.0",
            "Part of the game",
            "",
        ] {
            assert_eq!(number(text), None, "{text}");
        }
    }

    #[test]
    fn a_cited_number_is_read_in_both_styles() {
        assert_eq!(parts("5(2)(b)"), Some(vec!["5".into(), "2".into(), "b".into()]));
        assert_eq!(parts("11.4.3"), parts("11(4)(3)"));
        assert_eq!(parts("(4)"), Some(vec!["4".into()]));
        assert_eq!(parts("5-7"), None);
        assert_eq!(parts("()"), None);
    }
}
