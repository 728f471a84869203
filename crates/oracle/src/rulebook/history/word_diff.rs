//! Compares a quote with the closest sentence of the rulebook: the differing words and the class of the change.

use similar::Algorithm;
use similar::DiffTag;
use similar::capture_diff_slices;

use crate::rulebook::ClauseId;
use crate::rulebook::Rulebook;
use crate::rulebook::address::Address;
use crate::rulebook::address::Lines;
use crate::rulebook::address::Spot;
use crate::rulebook::normalized_text::Wording;
use truthsayer_protocol::text;

/// The sentence closest to a quote that does not occur.
#[derive(Debug, Clone, PartialEq)]
pub struct Erratum {
    pub clause: ClauseId,
    pub class: Class,
    pub words: Vec<Word>,
}

/// The class of a change, most severe first: number, modality (must, may), or other words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    Number,
    Modality,
    Wording,
}

/// One word of the comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Word {
    Both(String),
    /// Only in the quote.
    Quoted(String),
    /// Only in the rulebook.
    Ruled(String),
}

const MODALITY: &[&str] = &[
    "must",
    "may",
    "not",
    "only",
    "unless",
    "cannot",
    "can",
    "never",
    "always",
    "shall",
    "should",
    "no",
    "nobody",
    "none",
    "every",
    "any",
    "all",
    "except",
    "if",
    "when",
    "might",
    "need",
    "neither",
    "nor",
    "optional",
    "required",
    "recommended",
];
const NUMBERS: &[&str] = &[
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
    "thirty",
    "forty",
    "fifty",
    "sixty",
    "seventy",
    "eighty",
    "ninety",
    "hundred",
    "thousand",
    "million",
    "dozen",
    "half",
    "quarter",
    "single",
    "double",
    "triple",
    "twice",
    "thrice",
    "both",
    "once",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
];
/// Common words, which do not make two sentences similar.
const FUNCTION_WORDS: &[&str] = &[
    "a", "an", "the", "this", "that", "these", "those", "it", "its", "they", "them", "their", "he", "his", "she",
    "her", "is", "are", "be", "been", "was", "were", "has", "have", "had", "do", "does", "of", "to", "in", "on", "at",
    "by", "for", "from", "with", "as", "into", "and", "or", "but", "so", "then", "than", "there", "which", "who",
    "what",
];

impl Class {
    pub fn name(self) -> &'static str {
        match self {
            Class::Number => "number",
            Class::Modality => "modality",
            Class::Wording => "wording",
        }
    }
}

impl Erratum {
    /// Compares a quote with the changed clauses that it was quoted from.
    pub(crate) fn of(clauses: &[ClauseId], quote: &str, book: &Rulebook) -> Option<Erratum> {
        let ruled: Vec<String> = clauses.iter().flat_map(|id| words(book.clause_text(id))).collect();
        Some(Erratum::new(clauses.first()?, compare(&words(quote), &ruled)))
    }

    /// Compares a clause with its old words.
    pub(crate) fn between(clause: &ClauseId, old: &str, book: &Rulebook) -> Erratum {
        Erratum::new(clause, aligned(&words(old), &words(book.clause_text(clause))))
    }

    fn new(clause: &ClauseId, words: Vec<Word>) -> Erratum {
        Erratum { clause: clause.clone(), class: class(&words), words }
    }

    /// Returns the comparison in one line: `[-quoted-]` words and `{+ruled+}` words.
    pub fn marked(&self) -> String {
        let mark = |word: &Word| match word {
            Word::Both(word) => word.clone(),
            Word::Quoted(word) => format!("[-{word}-]"),
            Word::Ruled(word) => format!("{{+{word}+}}"),
        };
        text::one_line(&self.words.iter().map(mark).collect::<Vec<_>>().join(" "))
    }
}

/// Returns the closest sentence of the cited game, preferably on the cited line. `None` if no sentence is close.
pub(crate) fn nearest(book: &Rulebook, address: &Address, quote: &str) -> Option<Erratum> {
    let quoted = words(quote);
    let home = cited_lines(address, book);
    let mut best: Option<(f64, &ClauseId)> = None;
    for id in candidates(book, address, &home, &quoted) {
        let is_home = home.holds(id);
        let ruled = words_from(id, quoted.len(), book);
        let begins_later = first_kept(&quoted, &ruled) >= words(book.clause_text(id)).len();
        let Some(closeness) = closeness(&quoted, &ruled, is_home).filter(|_| !begins_later) else { continue };
        // A sentence of the cited line wins unless another is clearly closer.
        let score = if is_home { closeness + AT_HOME } else { closeness };
        if best.as_ref().is_none_or(|(found, _)| score > *found) {
            best = Some((score, id));
        }
    }
    let (_, clause) = best?;
    Some(Erratum::new(clause, compare(&quoted, &words_from(clause, quoted.len(), book))))
}

/// Returns whether clauses have nearly the given words.
pub(crate) fn is_close(text: &str, clauses: &[ClauseId], book: &Rulebook) -> bool {
    let ruled: Vec<String> = clauses.iter().flat_map(|id| words(book.clause_text(id))).collect();
    closeness(&words(text), &ruled, true).is_some()
}

/// Returns `wanted` words from the start of a clause on, because a quote may have several sentences.
fn words_from(clause: &ClauseId, wanted: usize, book: &Rulebook) -> Vec<String> {
    let mut found = words(book.clause_text(clause));
    let Some(file) = book.file(&clause.file) else { return found };
    let after = file.lines_between(clause.line, usize::MAX).iter().flat_map(|line| line.clause_ids(&file.name));
    for id in after.skip_while(|id| id.clause <= clause.clause && id.line == clause.line) {
        if found.len() >= wanted {
            break;
        }
        found.extend(words(book.clause_text(&id)));
    }
    found
}

/// Returns the cited lines; empty for a whole file, whose lines are all equally close.
fn cited_lines(address: &Address, book: &Rulebook) -> Lines {
    let lines = if address.spot == Spot::Anywhere { None } else { address.lines(book).ok() };
    lines.unwrap_or(Lines { file: String::new(), first: 0, last: 0 })
}

/// Minimum share of the quoted words, in order, in a close sentence of the cited lines.
const CLOSE: f64 = 0.5;
/// Minimum share for a sentence of other lines.
const CLOSE_ELSEWHERE: f64 = 0.6;
/// Minimum share for a close sentence that has many other words in between.
const VERY_CLOSE: f64 = 0.8;
/// Bonus for a sentence of the cited line.
const AT_HOME: f64 = 0.25;

/// Returns the share of the quoted words that a sentence has in the same order, or `None` if it is not close. Function
/// words do not count.
fn closeness(quoted: &[String], ruled: &[String], is_home: bool) -> Option<f64> {
    let (old, new) = (folded(quoted), folded(ruled));
    let content = |words: &[String]| -> Vec<String> {
        words.iter().filter(|word| !FUNCTION_WORDS.contains(&word.as_str())).cloned().collect()
    };
    let share = share_kept(&old, &new);
    let content_share = match content(&old) {
        own if own.is_empty() => share,
        own => share_kept(&own, &content(&new)),
    };
    let least = if is_home { CLOSE } else { CLOSE_ELSEWHERE };
    let is_near = |words: &[String]| is_home || share >= VERY_CLOSE || ordered_likeness(&old, &folded(words)) >= least;
    (share >= least && content_share >= least && is_near(window(quoted, ruled))).then_some(share)
}

/// Returns the sentences that share the most words with the quote.
fn candidates<'b>(book: &'b Rulebook, cited: &Address, home: &Lines, quoted: &[String]) -> Vec<&'b ClauseId> {
    const MOST: usize = 20;
    let length = quoted.len() as f64;
    book.word_index().nearest(&folded(quoted), home, MOST, |id, shared| match home.holds(id) {
        true => Some(shared + (length * AT_HOME).ceil() as usize),
        false => Some(shared).filter(|_| cited.is_of(id.game()) && shared > 0),
    })
}

/// Splits a text into words that can be compared.
pub(crate) fn comparable(text: &str) -> Vec<String> {
    folded(&words(text))
}

/// Maximum number of words to compare. Comparing is slower than reading.
pub const MOST_WORDS: usize = 400;

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().take(MOST_WORDS).map(|word| word.replace(['*', '_'], "")).collect()
}

fn bare(word: &str) -> String {
    word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
}

fn folded(words: &[String]) -> Vec<String> {
    words.iter().map(|word| bare(word)).collect()
}

/// Returns the share of the longer text that both texts have in the same order.
pub(crate) fn ordered_likeness(old: &[String], new: &[String]) -> f64 {
    kept(old, new) as f64 / old.len().max(new.len()).max(1) as f64
}

fn share_kept(old: &[String], new: &[String]) -> f64 {
    kept(old, new) as f64 / old.len().max(1) as f64
}

/// Returns the index of the first word of a rule that is also in the quote.
fn first_kept(quoted: &[String], ruled: &[String]) -> usize {
    let ops = capture_diff_slices(Algorithm::Myers, &folded(quoted), &folded(ruled));
    ops.iter().find(|op| op.tag() == DiffTag::Equal).map_or(usize::MAX, |op| op.new_range().start)
}

/// Returns the number of words that two texts have in the same order.
fn kept(old: &[String], new: &[String]) -> usize {
    let ops = capture_diff_slices(Algorithm::Myers, old, new);
    ops.iter().filter(|op| op.tag() == DiffTag::Equal).map(|op| op.old_range().len()).sum()
}

/// Compares the quote with the part of the sentence that it covers, without the words and punctuation around that part.
fn compare(quoted: &[String], ruled: &[String]) -> Vec<Word> {
    let window = window(quoted, ruled);
    let (mut old, mut new) = (exact(quoted), exact(window));
    if let (Some(old), Some(new)) = (old.last_mut(), new.last_mut()) {
        trim_alike(old, new, |word| word.trim_end_matches(is_sign));
    }
    if let (Some(old), Some(new)) = (old.first_mut(), new.first_mut()) {
        trim_alike(old, new, |word| word.trim_start_matches(is_sign));
    }
    differences((quoted, &old), (window, &new))
}

fn aligned(quoted: &[String], ruled: &[String]) -> Vec<Word> {
    differences((quoted, &exact(quoted)), (ruled, &exact(ruled)))
}

/// Returns words in the form in which quotes are matched, with punctuation.
fn exact(words: &[String]) -> Vec<String> {
    words.iter().map(|word| Wording::of(word).as_str().to_owned()).collect()
}

/// Trims two words if they are equal after trimming.
fn trim_alike(old: &mut String, new: &mut String, trimmed: fn(&str) -> &str) {
    if trimmed(old) == trimmed(new) {
        (*old, *new) = (trimmed(old).to_owned(), trimmed(new).to_owned());
    }
}

/// Compares two texts, each given as shown and as compared.
fn differences((quoted, old): (&[String], &[String]), (ruled, new): (&[String], &[String])) -> Vec<Word> {
    let mut result = Vec::new();
    for op in capture_diff_slices(Algorithm::Myers, old, new) {
        match op.tag() {
            DiffTag::Equal => result.extend(ruled[op.new_range()].iter().cloned().map(Word::Both)),
            _ => {
                result.extend(quoted[op.old_range()].iter().cloned().map(Word::Quoted));
                result.extend(ruled[op.new_range()].iter().cloned().map(Word::Ruled));
            }
        }
    }
    result
}

fn window<'a>(quoted: &[String], ruled: &'a [String]) -> &'a [String] {
    let ops = capture_diff_slices(Algorithm::Myers, &folded(quoted), &folded(ruled));
    let equal: Vec<_> = ops.iter().filter(|op| op.tag() == DiffTag::Equal).collect();
    let (Some(first), Some(last)) = (equal.first(), equal.last()) else { return ruled };
    let leading = first.old_range().start;
    let trailing = quoted.len() - last.old_range().end;
    let from = first.new_range().start.saturating_sub(leading);
    let to = (last.new_range().end + trailing).min(ruled.len());
    &ruled[from..to]
}

/// Returns `Number` if the numbers differ, else `Modality` if the modal words differ.
fn class(compared: &[Word]) -> Class {
    let differs = |pick: fn(&str) -> Option<String>| {
        let (mut quoted, mut ruled) = (Vec::new(), Vec::new());
        for word in compared {
            match word {
                Word::Both(_) => {}
                Word::Quoted(word) => quoted.extend(pick(word)),
                Word::Ruled(word) => ruled.extend(pick(word)),
            }
        }
        quoted.sort_unstable();
        ruled.sort_unstable();
        quoted != ruled
    };
    if differs(number) {
        Class::Number
    } else if differs(modality) {
        Class::Modality
    } else {
        Class::Wording
    }
}

/// Returns a number with its sign or unit: `-3` and `3%` differ from `3`.
fn number(word: &str) -> Option<String> {
    let word = Wording::of(word).as_str().trim_matches(is_sign).to_owned();
    let is_number =
        word.chars().any(char::is_numeric) || word.split('-').any(|part| NUMBERS.contains(&bare(part).as_str()));
    is_number.then_some(word)
}

fn modality(word: &str) -> Option<String> {
    let word = bare(Wording::of(word).as_str());
    (MODALITY.contains(&word.as_str()) || word.ends_with("n't")).then_some(word)
}

/// Returns whether a character ends or encloses words and is not part of them.
fn is_sign(c: char) -> bool {
    matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | '(' | ')' | '[' | ']' | '"' | '\'' | '“' | '”' | '‘' | '’' | '…')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(quote: &str, rule: &str, is_home: bool) -> bool {
        closeness(&words(quote), &words(rule), is_home).is_some()
    }

    #[test]
    fn half_of_the_words_and_half_of_the_words_with_a_meaning_of_their_own_make_a_sentence_close() {
        assert!(close("two sheep of four", "two sheep or five", true));
        assert!(!close("two of four small words", "two of five sheep", true));
        assert!(!close("the moon is made of cheese", "the loser is one of the two", true));
        assert!(close("2 spice", "3 spice", true));
        assert!(!close("gains 2 spice", "loses 2 leaders", true));
        assert!(close("the first three big words", "the first three big sheep", false));
        assert!(!close("the Aggressor wins", "a tie goes to the Aggressor", false));
    }

    #[test]
    fn words_far_from_each_other_are_close_only_in_the_cited_line() {
        let rule = "a winner who has lost no leader in any battle of this turn or of the turn before gains spice";
        assert!(close("the winner gains 2 spice", rule, true));
        assert!(!close("the winner gains 2 spice", rule, false));
        assert!(close("a winner gains spice", rule, false));
    }

    #[test]
    fn a_change_is_classed_by_what_is_not_the_same() {
        let classed = |old: &str, new: &str| class(&compare(&words(old), &words(new)));
        assert_eq!(classed("gains 2 spice", "gains 3 spice"), Class::Number);
        assert_eq!(classed("gains -3 spice", "gains 3 spice"), Class::Number);
        assert_eq!(classed("pays 5% of it", "pays 5 of it"), Class::Number);
        assert_eq!(classed("the twenty-one Forces die", "the twenty-two Forces die"), Class::Number);
        assert_eq!(classed("pays 2 spice right away", "right away pays 2 spice"), Class::Wording);
        assert_eq!(classed("you must leave", "you may leave"), Class::Modality);
        assert_eq!(classed("you don’t leave", "you do leave"), Class::Modality);
        assert_eq!(classed("the winner of 2 battles", "the victor of 2 battles"), Class::Wording);
        assert_eq!(classed("stop; go on", "stop, go on"), Class::Wording);
    }

    #[test]
    fn signs_count_inside_of_a_quote_and_not_around_it() {
        let marked = |quote: &str, rule: &str| {
            let compared = compare(&words(quote), &words(rule));
            compared.iter().filter(|word| !matches!(word, Word::Both(_))).count()
        };
        assert_eq!(marked("stop; go on", "stop, go on."), 2);
        assert_eq!(marked("go on", "(go on)."), 0);
        assert_eq!(marked("-3 spice", "3 spice"), 2);
    }
}
