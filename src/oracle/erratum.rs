//! A rule that no longer says what was quoted: the nearest sentence, the words that differ, and what kind of
//! change it is.

use similar::Algorithm;
use similar::DiffTag;
use similar::capture_diff_slices;

use crate::oracle::address::Address;
use crate::oracle::address::Lines;
use crate::oracle::address::Spot;
use crate::oracle::rulebook::ClauseId;
use crate::oracle::rulebook::Rulebook;
use crate::protocol::text;

/// The sentence nearest to a quote that stands nowhere.
#[derive(Debug, Clone, PartialEq)]
pub struct Erratum {
    pub clause: ClauseId,
    pub class: Class,
    pub words: Vec<Word>,
}

/// The kind of change, gravest first: a number, a must or may, or other words.
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
    "must", "may", "not", "only", "unless", "cannot", "can", "never", "always", "shall", "should", "no", "nobody",
    "none", "every", "any", "all", "except", "if", "when", "might", "need", "neither", "nor", "optional",
];
const NUMBERS: &[&str] = &[
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "half",
    "double", "twice", "both", "once", "first", "second", "third",
];

impl Class {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Class::Number => "number",
            Class::Modality => "modality",
            Class::Wording => "wording",
        }
    }
}

impl Erratum {
    /// A quote beside the clause that it was quoted from, whose words have changed.
    pub(crate) fn of(clause: &ClauseId, quote: &str, book: &Rulebook) -> Erratum {
        let compared = compare(&words(quote), &words(book.clause_text(clause)));
        Erratum { class: class(&compared), words: compared, clause: clause.clone() }
    }

    /// A clause beside the words it had.
    pub(crate) fn between(clause: &ClauseId, old: &str, book: &Rulebook) -> Erratum {
        let compared = aligned(&words(old), &words(book.clause_text(clause)));
        Erratum { class: class(&compared), words: compared, clause: clause.clone() }
    }

    /// The comparison in one line: `[-quoted-]` words and `{+ruled+}` words.
    pub fn marked(&self) -> String {
        let mark = |word: &Word| match word {
            Word::Both(word) => word.clone(),
            Word::Quoted(word) => format!("[-{word}-]"),
            Word::Ruled(word) => format!("{{+{word}+}}"),
        };
        text::one_line(&self.words.iter().map(mark).collect::<Vec<_>>().join(" "))
    }
}

/// The nearest sentence, the cited line's own sentences first. None when nothing is near and the line is no rule.
pub(crate) fn nearest(book: &Rulebook, address: &Address, quote: &str) -> Option<Erratum> {
    let quoted = words(quote);
    let home = cited_lines(address, book);
    let mut best: Option<(f64, &ClauseId)> = None;
    for id in candidates(book, &home, &quoted) {
        let at_home = home.holds(id);
        let likeness = likeness(&quoted, &words(book.clause_text(id)));
        // A sentence of the cited line is the nearest one unless another is clearly nearer.
        let score = if at_home { likeness + AT_HOME } else { likeness };
        let near = at_home || likeness >= NEAR_ENOUGH;
        if near && best.as_ref().is_none_or(|(found, _)| score > *found) {
            best = Some((score, id));
        }
    }
    let (_, clause) = best?;
    let compared = compare(&quoted, &words(book.clause_text(clause)));
    Some(Erratum { class: class(&compared), words: compared, clause: clause.clone() })
}

/// The lines that are cited. A whole file is no line that could be nearer than others.
fn cited_lines(address: &Address, book: &Rulebook) -> Lines {
    let lines = if address.spot == Spot::Anywhere { None } else { address.lines(book).ok() };
    lines.unwrap_or(Lines { file: String::new(), first: 0, last: 0 })
}

const NEAR_ENOUGH: f64 = 0.5;
/// What a sentence of the cited line is ahead of others.
const AT_HOME: f64 = 0.25;

/// The sentences that are worth comparing: no other one shares as many words with the quote.
fn candidates<'b>(book: &'b Rulebook, home: &Lines, quoted: &[String]) -> Vec<&'b ClauseId> {
    const MOST: usize = 20;
    let length = quoted.len() as f64;
    book.concordance().nearest(&folded(quoted), home, MOST, |id, shared| match home.holds(id) {
        true => Some(shared + (length * AT_HOME).ceil() as usize),
        false => (shared as f64 >= length * NEAR_ENOUGH).then_some(shared),
    })
}

/// The words of a text that can be compared with others.
pub(crate) fn comparable(text: &str) -> Vec<String> {
    folded(&words(text))
}

/// Longer than any sentence. What comes after is not compared, because comparing takes longer than reading.
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

/// What share of the longer of two texts stands in both, word by word and in order.
pub(crate) fn ordered_likeness(old: &[String], new: &[String]) -> f64 {
    let ops = capture_diff_slices(Algorithm::Myers, old, new);
    let kept: usize = ops.iter().filter(|op| op.tag() == DiffTag::Equal).map(|op| op.old_range().len()).sum();
    kept as f64 / old.len().max(new.len()).max(1) as f64
}

fn likeness(quoted: &[String], ruled: &[String]) -> f64 {
    let (old, new) = (folded(quoted), folded(ruled));
    let ops = capture_diff_slices(Algorithm::Myers, &old, &new);
    let kept: usize = ops.iter().filter(|op| op.tag() == DiffTag::Equal).map(|op| op.old_range().len()).sum();
    kept as f64 / quoted.len().max(1) as f64
}

/// The quote against the stretch of the sentence that it lies in: words beyond its ends are left out.
fn compare(quoted: &[String], ruled: &[String]) -> Vec<Word> {
    aligned(quoted, window(quoted, ruled))
}

fn aligned(quoted: &[String], window: &[String]) -> Vec<Word> {
    let (old, new) = (folded(quoted), folded(window));
    let mut result = Vec::new();
    for op in capture_diff_slices(Algorithm::Myers, &old, &new) {
        match op.tag() {
            DiffTag::Equal => result.extend(window[op.new_range()].iter().cloned().map(Word::Both)),
            _ => {
                result.extend(quoted[op.old_range()].iter().cloned().map(Word::Quoted));
                result.extend(window[op.new_range()].iter().cloned().map(Word::Ruled));
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

fn class(compared: &[Word]) -> Class {
    let differing: Vec<String> = compared
        .iter()
        .filter_map(|word| match word {
            Word::Both(_) => None,
            Word::Quoted(word) | Word::Ruled(word) => Some(bare(word)),
        })
        .collect();
    let is_number = |word: &String| word.chars().any(char::is_numeric) || NUMBERS.contains(&word.as_str());
    let is_modal = |word: &String| MODALITY.contains(&word.as_str()) || word.ends_with("n't") || word.ends_with("n’t");
    if differing.iter().any(is_number) {
        Class::Number
    } else if differing.iter().any(is_modal) {
        Class::Modality
    } else {
        Class::Wording
    }
}
