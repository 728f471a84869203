//! Mutates structured texts field by field: a date, a version or a position keeps its form, and one of its fields
//! changes.

use crate::hunt::mutation;
use crate::hunt::mutation::Stock;
use crate::hunt::mutation::odd;
use crate::hunt::mutation::text_fields;
use crate::hunt::mutation::text_fields::TextField;
use crate::hunt::rng::Rng;
use crate::hunt::shrink;
use crate::hunt::vocabulary::Vocabulary;
use truthsayer_protocol::Data;
use truthsayer_protocol::Task;

/// Number of random places that are tried until one holds a structured text.
const TRIES: usize = 4;

/// Changes one field of one structured text.
pub(crate) fn exchange(task: &mut Task, stock: &Stock<'_>, rng: &mut Rng) {
    let places = mutation::places(task, &Data::is_string);
    for _ in 0..TRIES {
        let Some((step, number)) = rng.one(&places) else { return };
        let Some(spot) = shrink::spot_in(task, *step, *number) else { return };
        let key = stock.vocabulary.key_of(&spot);
        let Data::String(text) = spot.node else { continue };
        let fields = text_fields::fields(text);
        // Each level is as likely as the others, although inner fields are more.
        let depth = 1 + rng.below(fields.iter().map(|field| field.position.len()).max().unwrap_or(0));
        let level: Vec<&TextField> = fields.iter().filter(|field| field.position.len() == depth).collect();
        if let Some(field) = rng.one(&level) {
            if rng.once_in(8) {
                *text = swapped(text, field, &level, rng);
                return;
            }
            let own = text[field.range.clone()].to_owned();
            let other = stock.vocabulary.text(&key, rng).unwrap_or_default();
            let new = changed(&own, (text, other), field, stock.vocabulary, rng);
            *text = text_fields::with(text, &field.range, &new);
            return;
        }
    }
}

/// Exchanges a field with one of its level. So nothing is lost, only its place changes.
fn swapped(text: &str, field: &TextField, level: &[&TextField], rng: &mut Rng) -> String {
    let Some(other) = rng.one(level).filter(|other| other.range != field.range) else { return text.to_owned() };
    let (first, second) = if field.range.start < other.range.start { (field, *other) } else { (*other, field) };
    let (one, two) = (&text[first.range.clone()], &text[second.range.clone()]);
    text_fields::with(&text_fields::with(text, &second.range, one), &first.range, two)
}

/// Returns another field: of another text at the same position, of this text, or a changed one.
fn changed(own: &str, (text, other): (&str, &str), field: &TextField, words: &Vocabulary, rng: &mut Rng) -> String {
    let any = |text: &str, rng: &mut Rng| {
        let fields = text_fields::fields(text);
        let depth = field.position.len();
        let alike: Vec<&TextField> = fields.iter().filter(|it| it.position.len() == depth).collect();
        rng.one(&alike).map(|field| text[field.range.clone()].to_owned())
    };
    match rng.below(14) {
        0..=3 => {
            words.field_like(text, field, rng).or(text_fields::at(other, &field.position)).unwrap_or(own).to_owned()
        }
        4 => any(text, rng).unwrap_or_default(),
        5 => any(other, rng).unwrap_or_default(),
        6 => String::new(),
        7 => format!("{own}{own}"),
        8..=10 => number_or_letters(own, other, rng),
        11 => without_one(own, rng),
        _ => odd::odd_text(own, words, rng),
    }
}

/// Returns the next number, a number at a limit or in another notation, or the letters in another case or order, or with
/// another letter.
fn number_or_letters(own: &str, other: &str, rng: &mut Rng) -> String {
    if let Ok(number) = own.parse::<i128>() {
        return match rng.below(6) {
            0 => number.saturating_add(1).to_string(),
            1 => number.saturating_sub(1).to_string(),
            2 => (number.saturating_mul(10)).to_string(),
            3 | 4 => odd::respelt(own, rng),
            _ => odd::integer_at_limit(rng).to_string(),
        };
    }
    let mut signs: Vec<char> = own.chars().collect();
    let at = rng.below(signs.len());
    match (rng.below(4), signs.get(at).copied()) {
        (0, Some(sign)) if sign.is_lowercase() => signs.splice(at..=at, sign.to_uppercase()).for_each(drop),
        (0, Some(sign)) => signs.splice(at..=at, sign.to_lowercase()).for_each(drop),
        (1, Some(_)) => signs.reverse(),
        (2, Some(sign)) if sign.is_ascii_alphabetic() => signs[at] = other_letter(sign, rng),
        _ => {
            let others: Vec<char> = other.chars().collect();
            if let Some(sign) = rng.one(&others) {
                signs.insert(rng.below(signs.len() + 1), *sign);
            }
        }
    }
    signs.into_iter().collect()
}

/// Returns a letter of the same case, often one that is near.
fn other_letter(letter: char, rng: &mut Rng) -> char {
    let first = if letter.is_ascii_uppercase() { b'A' } else { b'a' };
    let own = usize::from(u8::try_from(letter).unwrap_or(first).saturating_sub(first));
    let index = if rng.once_in(2) { (own + 23 + rng.below(7)) % 26 } else { rng.below(26) };
    char::from(first + u8::try_from(index).unwrap_or(0))
}

fn without_one(own: &str, rng: &mut Rng) -> String {
    let mut signs: Vec<char> = own.chars().collect();
    if !signs.is_empty() {
        signs.remove(rng.below(signs.len()));
    }
    signs.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hunt::corpus::Pool;
    use serde_json::json;

    #[test]
    fn a_rare_field_is_as_likely_as_a_frequent_one() {
        let mut vocabulary = Vocabulary::default();
        (0..30).for_each(|row| vocabulary.learn_given(&json!({"fen": format!("{row}/8 w KQ -")})));
        vocabulary.learn_step(&json!({"set_up": "8/8 b kq e3"}));
        let stock = Stock { vocabulary: &vocabulary, pool: &Pool::default(), target: &[] };
        let mut rng = Rng::new(1, 2, 3);
        let mut fields = |_| {
            let mut task = Task::new(json!({"fen": "1/8 w KQ -"}), Vec::new());
            exchange(&mut task, &stock, &mut rng);
            task.given["fen"].as_str().unwrap().ends_with(" e3")
        };
        let count = (0..2000).filter(|number| fields(*number)).count();
        assert!(count > 20, "{count}");
    }

    #[test]
    fn one_field_changes_and_the_form_stays() {
        let mut vocabulary = Vocabulary::default();
        let own = "4k3/8/4K3 w KQ - 0";
        [own, "8/4k3/8 b - e3 7"].iter().for_each(|fen| vocabulary.learn_given(&json!({"fen": fen})));
        let stock = Stock { vocabulary: &vocabulary, pool: &Pool::default(), target: &[] };
        let mut rng = Rng::new(1, 2, 3);
        let seen: Vec<String> = (0..3000)
            .map(|_| {
                let mut task = Task::new(json!({"fen": own}), Vec::new());
                exchange(&mut task, &stock, &mut rng);
                task.given["fen"].as_str().unwrap().to_owned()
            })
            .collect();
        // Fields of the other text at the same position, on both levels; and changed ones.
        for fen in [
            "4k3/8/4K3 b KQ - 0",
            "4k3/8/4K3 w KQ e3 0",
            "4k3/8/8 w KQ - 0",
            "4k3/8/4K3 w QK - 0",
            "4k3/8/4K3 w kQ - 0",
            "8/4k3/4K3 w KQ - 0",
        ] {
            assert!(seen.iter().any(|it| it == fen), "{fen}");
        }
        let letter = |fen: &String| Some(fen.strip_prefix("4k3/8/4K3 w ")?.strip_suffix("Q - 0")?.to_owned());
        let letters = seen.iter().filter_map(letter).filter(|it| it.len() == 1 && it.starts_with(char::is_uppercase));
        assert!(letters.collect::<std::collections::BTreeSet<_>>().len() > 2);
        assert!(seen.iter().any(|it| it == "4k3/8/4K3 w KQ - 0_0"));
    }
}
