//! Twins: two values of one kind that are equal or nearly equal. Programs that compare, sort or look up values often
//! confuse them.

use crate::hunt::mutation;
use crate::hunt::mutation::Stock;
use crate::hunt::mutation::odd;
use crate::hunt::mutation::text_fields;
use crate::hunt::rng::Rng;
use crate::hunt::shrink;
use truthsayer_protocol::Data;
use truthsayer_protocol::Task;

/// Number of random pairs that are tried until one is of the same type.
const TRIES: usize = 4;

/// Makes twins of two texts or two numbers of a task.
pub(crate) fn put(task: &mut Task, stock: &Stock<'_>, rng: &mut Rng) {
    let places = mutation::places(task, &|value| value.is_string() || value.is_number());
    for _ in 0..TRIES {
        let (Some(one), Some(other)) = (rng.one(&places), rng.one(&places)) else { return };
        let value = |task: &mut Task, place: &(Option<usize>, usize)| shrink::value_at(task, place.0, place.1);
        let (Some((key, first)), Some((_, second))) = (value(task, one), value(task, other)) else { return };
        if one == other || first.is_string() != second.is_string() {
            continue;
        }
        let twins = match &first {
            Data::String(text) if stock.vocabulary.is_plain_word(&key, text) => [first.clone(), first.clone()],
            Data::String(text) => texts(text, stock, rng).map(Data::from),
            _ => numbers(&first, rng),
        };
        for (place, twin) in [one, other].into_iter().zip(twins) {
            if let Some(spot) = shrink::spot_in(task, place.0, place.1) {
                *spot.node = twin;
            }
        }
        return;
    }
}

/// Returns two texts that differ in a number, in one character, or not at all.
fn texts(text: &str, stock: &Stock<'_>, rng: &mut Rng) -> [String; 2] {
    let runs = text_fields::digit_runs(text);
    let number = rng.one(&runs).filter(|_| !rng.once_in(3));
    if let Some(run) = number {
        let own = text[run.clone()].parse::<u128>().ok().filter(|_| rng.once_in(3));
        let number = own.unwrap_or_else(|| odd::integer_at_limit(rng).unsigned_abs());
        let with = |number: u128| text_fields::with(text, run, &number.to_string());
        return [with(number), with(number.saturating_add(1))];
    }
    let second = match rng.below(4) {
        0 => text.to_owned(),
        1 => text.to_uppercase(),
        _ => odd::odd_text(text, stock.vocabulary, rng),
    };
    [text.to_owned(), second]
}

/// Returns two numbers that are equal, neighbours, or differ by a small fraction.
fn numbers(number: &Data, rng: &mut Rng) -> [Data; 2] {
    let first = if rng.once_in(2) { odd::number_at_limit(rng) } else { number.clone() };
    let second = match first.as_i64() {
        Some(whole) if rng.once_in(2) => Data::from(whole.saturating_add(1)),
        _ => first.clone(),
    };
    [first, second]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hunt::corpus::Pool;
    use crate::hunt::vocabulary::Vocabulary;
    use serde_json::json;

    #[test]
    fn two_values_become_neighbours_or_equal() {
        let stock = Stock { vocabulary: &Vocabulary::default(), pool: &Pool::default(), target: &[] };
        let mut rng = Rng::new(1, 2, 3);
        let seen: Vec<[String; 2]> = (0..20_000)
            .map(|_| {
                let mut task = Task::new(json!({}), vec![json!({"compare": {"first": "1.2.3-4", "second": "x"}})]);
                put(&mut task, &stock, &mut rng);
                ["first", "second"].map(|key| task.when[0]["compare"][key].as_str().unwrap().to_owned())
            })
            .collect();
        let has = |one: &str, other: &str| seen.iter().any(|it| it[0] == one && it[1] == other);
        assert!(has("1.2.3-9007199254740992", "1.2.3-9007199254740993"));
        assert!(has("1.2.3-4", "1.2.3-4") && has("X", "x"));
        let pairs: Vec<[Data; 2]> = (0..100).map(|_| numbers(&json!(5), &mut rng)).collect();
        assert!(pairs.contains(&[json!(5), json!(6)]) && pairs.contains(&[json!(5), json!(5)]));
    }
}
