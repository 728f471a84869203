//! The cause of a finding: findings with the same cause count as one fault. It is known only after shrinking, because
//! then every fact of the task is needed.

use std::collections::BTreeSet;

use crate::base::date;
use crate::hunt::finding::Finding;
use crate::hunt::hash::Sign;
use crate::hunt::mutation::days;
use crate::hunt::novelty;
use crate::hunt::shrink::boundary::Boundary;
use crate::hunt::shrink::number;
use crate::hunt::vocabulary::Vocabulary;
use truthsayer_protocol::Data;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;

/// Runs of characters and digits from this length on count as long.
const LONG_RUN: usize = 64;
const LONG_NUMBER: usize = 10;
/// Longer words are not names.
const LONGEST_NAME: usize = 24;

/// Returns the cause of a finding: the kind of step, the difference, and the clause or the facts that it needs.
pub(crate) fn of(finding: &Finding, vocabulary: &Vocabulary) -> String {
    let step = finding.step.and_then(|step| finding.task.when.get(step.checked_sub(1)?));
    let reading = finding.readings.iter().map(|it| format!("; reading {}", it.name));
    let needs = clause(finding).unwrap_or_else(|| needed(finding, vocabulary).join(", "));
    let kind = novelty::kind_of(step);
    format!("{kind} {}; {needs}{}", finding.difference.group, reading.collect::<String>()).trim().to_owned()
}

/// Returns the part of a cause that is known before shrinking.
pub(crate) fn coarse(finding: &Finding) -> String {
    let step = finding.step.and_then(|step| finding.task.when.get(step.checked_sub(1)?));
    format!("{} {}", novelty::kind_of(step), finding.difference.group)
}

/// Returns the first clause that fired on one side only, or else the last one that fired on both. `None` if a side does
/// not report its clauses.
fn clause(finding: &Finding) -> Option<String> {
    let [Ok(Reply::Played(one)), Ok(Reply::Played(other))] = &finding.replies else { return None };
    if one.fired.is_empty() || other.fired.is_empty() {
        return None;
    }
    let fired = |outcome: &Outcome, name: &str| outcome.fired.iter().any(|firing| &*firing.switch == name);
    let only = |own: &Outcome, others: &Outcome| {
        own.fired.iter().find(|it| !fired(others, &it.switch)).map(|it| format!("only {}", it.switch))
    };
    let last = || one.fired.last().map(|firing| format!("after {}", firing.switch));
    only(one, other).or_else(|| only(other, one)).or_else(last)
}

/// Returns the facts that a finding needs. Words and numbers that do not matter count as any, and a value beyond a
/// boundary is described by the boundary.
fn needed(finding: &Finding, vocabulary: &Vocabulary) -> Vec<String> {
    facts(&finding.task, vocabulary, &|key, value| {
        let boundary = finding.boundaries.iter().find(|it| it.key == key);
        let is_any = finding.irrelevant.iter().any(|it| it.key == key && it.value == *value);
        match (value, boundary) {
            (_, Some(Boundary { differs, is_only: true, is_length: false, .. })) => format!("at {differs}"),
            (_, Some(Boundary { differs, is_length, .. })) => {
                format!("from {differs}{}", if *is_length { " characters" } else { "" })
            }
            (Data::String(text), _) if days::is_written_like_a_day(text) => {
                if date::read(text).is_some() { "a day" } else { "no day" }.to_owned()
            }
            (Data::String(text), _) if !vocabulary.is_plain_word(key, text) => format!("`{}`", needed_text(text)),
            _ if is_any => "any".to_owned(),
            _ => class_of(value, key, vocabulary),
        }
    })
}

/// Returns the characters of each word of a shrunk text, each once. Shrinking replaced the letters that do not matter;
/// digits count as one.
pub(crate) fn needed_text(text: &str) -> String {
    let word = |word: &str| {
        let classes = text_class(word);
        let digits = classes.chars().filter(|c| matches!(c, '0' | '#' | '…'));
        let others = word.chars().filter(|c| !c.is_ascii_digit()).map(|c| if c.is_ascii() { c } else { class(c) });
        let signs: BTreeSet<char> = digits.chain(others).collect();
        signs.into_iter().collect::<String>()
    };
    let is_space = |c: char| c.is_whitespace();
    let spaces = text.chars().filter(|c| is_space(*c)).map(|c| class(c).to_string()).chain([String::new()]);
    text.split(is_space).zip(spaces).map(|(part, space)| word(part) + &space).collect()
}

/// Returns the facts of a task, without names.
fn facts(task: &Task, vocabulary: &Vocabulary, class: &dyn Fn(&str, &Data) -> String) -> Vec<String> {
    let mut facts = Vec::new();
    let mut leaf = |path: &str, key: &str, value: &Data| facts.push(format!("{path} {}", class(key, value)));
    leaves(&task.given, "given", "given", vocabulary, &mut leaf);
    for (kind, body) in task.when.iter().filter_map(Data::as_object).flatten() {
        leaves(body, kind, kind, vocabulary, &mut leaf);
    }
    facts.sort_unstable();
    facts.dedup();
    facts
}

fn leaves(data: &Data, key: &str, path: &str, words: &Vocabulary, see: &mut dyn FnMut(&str, &str, &Data)) {
    match data {
        Data::Object(map) if !map.is_empty() => {
            for (own, value) in map {
                let name = if words.shared_key(key, value).is_some() || has_twin(own, map, words) { "*" } else { own };
                leaves(value, own, &format!("{path}.{name}"), words, see);
            }
        }
        Data::Array(items) if !items.is_empty() => {
            items.iter().for_each(|item| leaves(item, key, &format!("{path}[]"), words, see));
        }
        _ => see(path, key, data),
    }
}

/// Returns whether another entry of a map holds a text of the same kind, such as the second of two versions. Then a fault
/// may show in either.
fn has_twin(own: &str, map: &serde_json::Map<String, Data>, words: &Vocabulary) -> bool {
    let is_structured = |key: &str, value: &Data| value.as_str().is_some_and(|text| !words.is_plain_word(key, text));
    is_structured(own, &map[own])
        && map.iter().any(|(key, value)| key != own && is_structured(key, value) && words.are_alike(own, key))
}

/// Returns the class of a value: a known word itself, or the kinds of its characters.
fn class_of(value: &Data, key: &str, vocabulary: &Vocabulary) -> String {
    match value {
        Data::String(text) if text.len() <= LONGEST_NAME && vocabulary.is_plain_word(key, text) => text.clone(),
        Data::String(text) => format!("`{}`", text_class(text)),
        Data::Number(number) => match number::integer(number) {
            Some(small @ -1..=1) => small.to_string(),
            Some(whole) => {
                let size = if number.as_str().len() < LONG_NUMBER { "number" } else { "large number" };
                if whole < 0 { format!("-{size}") } else { size.to_owned() }
            }
            None => "decimal".to_owned(),
        },
        other => other.to_string(),
    }
}

/// Returns a text with one sign for each run of characters of one class.
pub(crate) fn text_class(text: &str) -> String {
    let classes: Vec<char> = text.chars().map(class).collect();
    let mut shown = String::new();
    for run in classes.chunk_by(|one, other| one == other) {
        shown.push(if run[0] == '0' && run.len() >= LONG_NUMBER { '#' } else { run[0] });
        if run.len() >= LONG_RUN {
            shown.push('…');
        }
    }
    shown
}

fn class(c: char) -> char {
    match c {
        _ if c.is_ascii_digit() => '0',
        _ if c.is_ascii_lowercase() => 'a',
        _ if c.is_ascii_uppercase() => 'A',
        ' ' => '␣',
        '\n' | '\r' => '⏎',
        '\t' => '⇥',
        _ if c.is_ascii() => c,
        _ if c.is_whitespace() => '⍽',
        _ if c.is_numeric() => '٣',
        _ if c.is_alphabetic() => 'é',
        _ => '¤',
    }
}

/// Returns a hash of the classes of all values of a task: tasks of one shape have probably one cause.
pub(crate) fn shape(task: &Task, vocabulary: &Vocabulary) -> u64 {
    let facts = facts(task, vocabulary, &|key, value| class_of(value, key, vocabulary));
    facts.iter().fold(Sign::of("shape"), |sign, fact| sign.and(fact)).number()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn texts_of_one_class_are_one_fact() {
        assert_eq!(text_class("v1.22.3"), "a0.0.0");
        assert_eq!(text_class("w9.0.1"), text_class("v1.22.3"));
        assert_eq!(text_class(" 1.2\n"), "␣0.0⏎");
        assert_eq!(text_class("9007199254740993"), "#");
        assert_eq!(text_class("1٣\u{a0}é"), "0٣⍽é");
        assert_eq!(text_class(&"a".repeat(257)), "a…");
        // In a shrunk text, each letter matters, and its position rarely does.
        assert_eq!(needed_text("4k3/8/4K3 w K"), needed_text("8/4K3/4k3 w K"));
        assert_ne!(needed_text("8/8 w K"), needed_text("8/8 w Q"));
        assert_ne!(needed_text(" 0.0"), needed_text("0.0 "));
        assert_ne!(needed_text("v0.0"), needed_text("0.0"));
        assert_eq!(needed_text("0.9007199254740992.0"), needed_text("0.0.9007199254740992"));
    }

    #[test]
    fn facts_have_the_classes_of_their_values() {
        let mut vocabulary = Vocabulary::default();
        vocabulary.learn_step(&json!({"bump": {"part": "major"}}));
        vocabulary.settle();
        let task = Task::new(json!({"coins": 12}), vec![json!({"bump": {"part": "major", "of": "1.2"}})]);
        let all = facts(&task, &vocabulary, &|key, value| class_of(value, key, &vocabulary));
        assert_eq!(all, ["bump.of `0.0`", "bump.part major", "given.coins number"]);
        let other = Task::new(json!({"coins": 15}), vec![json!({"bump": {"part": "major", "of": "3.4"}})]);
        assert_eq!(shape(&task, &vocabulary), shape(&other, &vocabulary));
    }
}
