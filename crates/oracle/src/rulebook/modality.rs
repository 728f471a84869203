//! The modality of a clause: the words that make it a requirement, such as MUST or SHOULD NOT.

/// The key words of RFC 2119 and RFC 8174, which count in capitals only.
const KEY_WORDS: [&str; 11] = [
    "MUST NOT",
    "SHALL NOT",
    "SHOULD NOT",
    "NOT RECOMMENDED",
    "MUST",
    "REQUIRED",
    "SHALL",
    "SHOULD",
    "RECOMMENDED",
    "MAY",
    "OPTIONAL",
];

/// Words that make a clause normative. A word in capitals counts in capitals only; any other in any case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NormativeWords(Vec<String>);

impl Default for NormativeWords {
    fn default() -> NormativeWords {
        NormativeWords::new(KEY_WORDS)
    }
}

impl NormativeWords {
    pub fn new<'a>(words: impl IntoIterator<Item = &'a str>) -> NormativeWords {
        let mut words: Vec<String> =
            words.into_iter().map(|word| word.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        // The longer one of two words is tried first: `MUST NOT` before `MUST`.
        words.sort_by_key(|word| std::cmp::Reverse(word.len()));
        NormativeWords(words)
    }

    /// Returns the normative words of a clause, each once, in the order of the text.
    pub fn of<'w>(&'w self, clause: &str) -> Vec<&'w str> {
        let mut found: Vec<&str> = Vec::new();
        let mut rest = clause;
        let mut before: Option<char> = None;
        while let Some(c) = rest.chars().next() {
            let is_start = !before.is_some_and(is_letter);
            let word = self.0.iter().filter(|_| is_start).find_map(|word| Some((word, starts_with(rest, word)?)));
            let length = match word {
                // A word in quotation marks is mentioned, and requires nothing.
                Some((_, length)) if is_quoted(before, rest[length..].chars().next()) => length,
                Some((word, length)) => {
                    if !found.contains(&word.as_str()) {
                        found.push(word);
                    }
                    length
                }
                None => c.len_utf8(),
            };
            before = rest[..length].chars().next_back();
            rest = &rest[length..];
        }
        found
    }
}

/// Returns whether a word in capitals is a key word of RFC 2119 or the first word of one.
pub(super) fn is_key_word(word: &str) -> bool {
    KEY_WORDS.iter().any(|key| key.split(' ').next() == Some(word)) && word != "NOT"
}

fn is_quoted(before: Option<char>, after: Option<char>) -> bool {
    let is_mark = |c: Option<char>| c.is_some_and(|c| matches!(c, '"' | '“' | '”' | '„' | '\'' | '‘' | '’' | '`'));
    is_mark(before) && is_mark(after)
}

/// Returns the length of a word at the start of a text, if it is there as a whole word.
fn starts_with(text: &str, word: &str) -> Option<usize> {
    let exact = !word.chars().any(char::is_lowercase);
    let mut own = text.char_indices().peekable();
    for c in word.chars() {
        let (_, found) = own.next()?;
        let is_same = match c {
            ' ' => found.is_whitespace(),
            _ if exact => found == c,
            _ => found == c || found.to_lowercase().eq(c.to_lowercase()),
        };
        if !is_same {
            return None;
        }
        if c == ' ' {
            while own.next_if(|(_, c)| c.is_whitespace()).is_some() {}
        }
    }
    match own.peek() {
        Some((_, c)) if is_letter(*c) => None,
        Some((end, _)) => Some(*end),
        None => Some(text.len()),
    }
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_word_counts_and_capitals_matter() {
        let words = NormativeWords::default();
        assert_eq!(words.of("It MUST NOT end, and it MUST\n start; it must wait."), ["MUST NOT", "MUST"]);
        assert_eq!(words.of("\"MUST\", “SHOULD NOT” and 'MAY' are words; \"it MAY\" end."), ["MAY"]);
        assert_eq!(words.of("MUSTARD is not REQUIRED_HERE."), Vec::<&str>::new());
        let own = NormativeWords::new(["shall", "hat zu"]);
        assert_eq!(own.of("Shall I? Wer zahlt, hat  zu warten."), ["shall", "hat zu"]);
    }
}
