//! Boundaries: the values on both sides of the point from which two engines differ.

use crate::base::data_tree;
use crate::base::date;
use crate::hunt::mutation::days;
use crate::hunt::mutation::text_fields;
use crate::hunt::shrink;
use crate::hunt::shrink::number;
use truthsayer_protocol::Data;
use truthsayer_protocol::Task;

/// The values on both sides of a boundary.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Boundary {
    /// The key of the value.
    pub key: String,
    /// The last value without the difference, and the first value with it.
    pub same: String,
    pub differs: String,
    /// The values are numbers of characters.
    pub is_length: bool,
    /// The next value does not differ either.
    pub is_only: bool,
}

impl Boundary {
    /// Returns the boundary as a sentence.
    pub(crate) fn sentence(&self) -> String {
        let Boundary { key, same, differs, is_length, is_only } = self;
        if let (false, Some(last), Some(own)) = (*is_only, date::read(same), date::read(differs))
            && last > own
        {
            return format!("`{key}`: differs up to {differs}; {same} gives the same");
        }
        let (unit, verb) = if *is_length { (" characters", "give") } else { ("", "gives") };
        match is_only {
            true => format!("`{key}`: differs at {differs}{unit}; the values before and after it give the same"),
            false => format!("`{key}`: differs from {differs}{unit} on; {same} {verb} the same"),
        }
    }
}

/// Shorter texts have no boundary of their length.
const LONG: usize = 16;
/// Maximum number of boundaries of one finding.
const MOST: usize = 4;

/// Returns the boundaries of a shrunk task.
pub(crate) fn boundaries(task: &Task, keeps: &mut dyn FnMut(&Task) -> bool) -> Vec<Boundary> {
    let mut found = Vec::new();
    let steps = (0..task.when.len()).map(Some);
    for step in std::iter::once(None).chain(steps) {
        let root = step.map_or(&task.given, |index| &task.when[index]);
        for place in 0..data_tree::count(root) {
            if found.len() < MOST {
                at(task, step, place, keeps, &mut found);
            }
        }
    }
    found
}

fn at(task: &Task, step: Option<usize>, place: usize, keeps: &mut dyn FnMut(&Task) -> bool, found: &mut Vec<Boundary>) {
    let mut copy = task.clone();
    let Some((key, value)) = shrink::value_at(&mut copy, step, place) else { return };
    let mut differs = |value: Data| {
        if let Some(spot) = shrink::spot_in(&mut copy, step, place) {
            *spot.node = value;
        }
        keeps(&copy)
    };
    match &value {
        Data::Number(own) => {
            let Some(own) = number::integer(own) else { return };
            found.extend(of_number(&key, own, &mut |value| differs(number::data(value))));
        }
        Data::String(text) if days::is_written_like_a_day(text) => {
            found.extend(of_day(&key, text, &mut |day| differs(Data::from(day))));
        }
        Data::String(text) => {
            for run in text_fields::digit_runs(text) {
                let Ok(own) = text[run.clone()].parse::<i128>() else { continue };
                let put = |value: i128| Data::from(text_fields::with(text, &run, &value.to_string()));
                let boundary = of_number(&key, own, &mut |value| differs(put(value)));
                // A single number is mostly part of the form of the text.
                found.extend(boundary.filter(|it| !it.is_only));
            }
            found.extend(of_length(&key, text, &mut |text| differs(Data::from(text))));
        }
        _ => {}
    }
}

/// Returns the boundary of a number. Zero and one are too small to have one.
fn of_number(key: &str, own: i128, differs: &mut dyn FnMut(i128) -> bool) -> Option<Boundary> {
    let sign = own.signum();
    if own.abs() < 2 || differs(own - sign) {
        return None;
    }
    let is_only = !differs(own.checked_add(sign)?);
    let (same, differs) = ((own - sign).to_string(), own.to_string());
    Some(Boundary { key: key.to_owned(), same, differs, is_length: false, is_only })
}

/// Returns the boundary of a day: the neighbour without the difference.
fn of_day(key: &str, own: &str, differs: &mut dyn FnMut(&str) -> bool) -> Option<Boundary> {
    let day = date::read(own)?;
    let neighbours = [day.yesterday(), day.tomorrow()].map(|day| day.ok().map(|day| day.to_string()));
    let same: Vec<String> = neighbours.into_iter().flatten().filter(|day| !differs(day)).collect();
    let is_only = same.len() == 2;
    let (same, differs) = (same.into_iter().next()?, own.to_owned());
    Some(Boundary { key: key.to_owned(), same, differs, is_length: false, is_only })
}

/// Returns the boundary of a length. The longest run of a character becomes shorter and longer.
fn of_length(key: &str, text: &str, differs: &mut dyn FnMut(&str) -> bool) -> Option<Boundary> {
    let signs: Vec<char> = text.chars().collect();
    let mut start = 0;
    let runs = signs.chunk_by(|one, other| one == other).map(|run| {
        start += run.len();
        (run.len(), start - run.len())
    });
    let (length, at) = runs.max_by_key(|(length, _)| *length).filter(|(length, _)| *length >= LONG)?;
    let with = |count: usize| -> String {
        let run = std::iter::repeat_n(&signs[at], count);
        signs[..at].iter().chain(run).chain(&signs[at + length..]).collect()
    };
    if differs(&with(length - 1)) {
        return None;
    }
    let is_only = !differs(&with(length + 1));
    let (same, differs) = ((signs.len() - 1).to_string(), signs.len().to_string());
    Some(Boundary { key: key.to_owned(), same, differs, is_length: true, is_only })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn found(task: &Task, keeps: fn(&Task) -> bool) -> Vec<(String, String, String)> {
        let all = boundaries(task, &mut |task| keeps(task));
        all.into_iter().map(|it| (it.key, it.same, it.differs)).collect()
    }

    #[test]
    fn both_sides_of_a_boundary_are_known() {
        let row = |key: &str, same: &str, differs: &str| (key.to_owned(), same.to_owned(), differs.to_owned());
        let coins = Task::new(json!({"coins": 10}), vec![]);
        assert_eq!(found(&coins, |task| task.given["coins"].as_i64() >= Some(10)), [row("coins", "9", "10")]);
        assert_eq!(found(&coins, |task| task.given["coins"].as_i64() > Some(3)), []);
        let only = boundaries(&coins, &mut |task| task.given["coins"] == 10);
        assert!(only[0].is_only);
        assert_eq!(only[0].sentence(), "`coins`: differs at 10; the values before and after it give the same");
        let day = Task::new(json!({"on": "2025-01-01"}), vec![]);
        let on = |task: &Task| task.given["on"].as_str().unwrap_or_default().to_owned();
        let sentences = |differs: &dyn Fn(&str) -> bool| -> Vec<String> {
            boundaries(&day, &mut |task| differs(&on(task))).iter().map(Boundary::sentence).collect()
        };
        assert_eq!(
            sentences(&|day| day >= "2025-01-01"),
            ["`on`: differs from 2025-01-01 on; 2024-12-31 gives the same"]
        );
        assert_eq!(
            sentences(&|day| day <= "2025-01-01"),
            ["`on`: differs up to 2025-01-01; 2025-01-02 gives the same"]
        );
        assert_eq!(
            sentences(&|day| day == "2025-01-01"),
            ["`on`: differs at 2025-01-01; the values before and after it give the same"]
        );
        assert_eq!(sentences(&|_| true), [] as [&str; 0]);
        let version = Task::new(json!({}), vec![json!({"read": "0.256.0"})]);
        assert_eq!(found(&version, |task| task.when[0]["read"] != "0.255.0"), [row("read", "255", "256")]);
        let long = Task::new(json!({}), vec![json!({"read": format!("-{}", "a".repeat(256))})]);
        let too_long = |task: &Task| task.when[0]["read"].as_str().is_some_and(|text| text.len() > 256);
        assert_eq!(found(&long, too_long), [row("read", "256", "257")]);
        let sentence = boundaries(&long, &mut |task| too_long(task))[0].sentence();
        assert_eq!(sentence, "`read`: differs from 257 characters on; 256 give the same");
    }
}
