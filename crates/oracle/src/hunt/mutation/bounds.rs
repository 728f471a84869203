//! Numbers and days in clauses and their neighbours, at which something may change.

use jiff::civil::Date;

use crate::base::date;
use crate::hunt::rng::Rng;

/// Frequent thresholds in rules.
const ROUND_NUMBERS: [i64; 12] = [2, 3, 4, 5, 7, 8, 10, 12, 20, 50, 99, 100];
/// Number words, from one on.
const WORDS: [&str; 12] =
    ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
/// The starts of the names of months.
const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/// Maximum number of digits of a number in a clause.
const MOST_DIGITS: usize = 15;

#[derive(Debug, Default)]
pub(crate) struct Bounds {
    numbers: Vec<i64>,
    /// Numbers with a fraction, as written.
    decimals: Vec<String>,
    days: Vec<Date>,
}

impl Bounds {
    /// Learns the numbers and days in a clause.
    pub(crate) fn learn(&mut self, clause: &str) {
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '.' | ',' | '-');
        let words: Vec<&str> = clause
            .split(|c| !is_part(c))
            .map(|word| word.trim_matches(['.', ',', '-']))
            .filter(|word| !word.is_empty())
            .collect();
        words.iter().for_each(|word| self.learn_word(word));
        self.days.extend(words.windows(3).filter_map(named_day));
        self.numbers.sort_unstable();
        self.numbers.dedup();
    }

    fn learn_word(&mut self, word: &str) {
        if let Some(day) = date::read(word) {
            self.days.push(day);
            return;
        }
        if let Some(index) = WORDS.iter().position(|it| it.eq_ignore_ascii_case(word)) {
            self.learn_number(index as i64 + 1);
        }
        let is_decimal = word.split_once('.').is_some_and(|(whole, rest)| is_digits(whole) && is_digits(rest));
        if is_decimal && !self.decimals.iter().any(|it| it == word) {
            self.decimals.push(word.to_owned());
        }
        if let Some(number) = grouped(word) {
            self.learn_number(number);
            return;
        }
        let runs = word.split(|c: char| !c.is_ascii_digit()).filter(|run| run.len() <= MOST_DIGITS);
        runs.filter_map(|run| run.parse().ok()).for_each(|number| self.learn_number(number));
    }

    fn learn_number(&mut self, number: i64) {
        self.numbers.extend([number.saturating_sub(1), number, number.saturating_add(1)]);
    }

    /// Returns a number at which something may change.
    pub(crate) fn number(&self, rng: &mut Rng) -> i64 {
        match rng.one(&self.numbers).filter(|_| !rng.once_in(3)) {
            Some(bound) => *bound,
            None => *rng.one(&ROUND_NUMBERS).unwrap_or(&0),
        }
    }

    /// Returns a number with a fraction that a clause names.
    pub(crate) fn decimal(&self, rng: &mut Rng) -> Option<&str> {
        rng.one(&self.decimals).map(String::as_str)
    }

    /// Returns a day that a clause names, or the day before or after it.
    pub(crate) fn day(&self, rng: &mut Rng) -> Option<Date> {
        let day = *rng.one(&self.days)?;
        match rng.below(3) {
            0 => day.yesterday().ok(),
            1 => day.tomorrow().ok(),
            _ => Some(day),
        }
    }

    /// Returns whether a clause names a number or one of its neighbours.
    pub(crate) fn names(&self, number: i128) -> bool {
        i64::try_from(number).is_ok_and(|number| self.numbers.binary_search(&number).is_ok())
    }
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns a number such as 12,000.
fn grouped(word: &str) -> Option<i64> {
    let mut groups = word.split(',');
    let first = groups.next().filter(|it| is_digits(it) && it.len() <= 3)?;
    let rest: Vec<&str> = groups.collect();
    let is_number = !rest.is_empty() && rest.len() < 5 && rest.iter().all(|it| is_digits(it) && it.len() == 3);
    is_number.then(|| format!("{first}{}", rest.concat()).parse().ok()).flatten()
}

/// Returns a day such as "1 January 2025" or "January 1, 2025".
fn named_day(words: &[&str]) -> Option<Date> {
    let month = |word: &str| {
        let word = word.to_ascii_lowercase();
        let index = MONTHS
            .iter()
            .position(|month| word.starts_with(month) && word.bytes().all(|it| it.is_ascii_alphabetic()))?;
        i8::try_from(index + 1).ok()
    };
    let [one, two, year] = words else { return None };
    let (day, month) = month(two).map(|month| (one, month)).or_else(|| month(one).map(|month| (two, month)))?;
    let day = day.trim_end_matches(|c: char| c.is_ascii_alphabetic()).parse().ok()?;
    Date::new(year.parse().ok().filter(|_| year.len() == 4)?, month, day).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_name_numbers_words_decimals_and_days() {
        let mut bounds = Bounds::default();
        bounds.learn("Income above 12,000 pays 4.5 percent for at most four children (see 2.1), from 2025-01-01 on.");
        bounds.learn("This ends on 31 December 2030, or on March 3, 2031.");
        for number in [11_999, 12_000, 12_001, 3, 4, 5] {
            assert!(bounds.names(number), "{number}");
        }
        assert!(!bounds.names(13) && !bounds.names(12_002));
        assert_eq!(bounds.decimals, ["4.5", "2.1"]);
        let days: Vec<String> = bounds.days.iter().map(ToString::to_string).collect();
        assert_eq!(days, ["2025-01-01", "2030-12-31", "2031-03-03"]);
        let mut rng = Rng::new(1, 1, 1);
        let seen: Vec<String> = (0..100).filter_map(|_| bounds.day(&mut rng)).map(|day| day.to_string()).collect();
        assert!(seen.iter().any(|day| day == "2024-12-31") && seen.iter().any(|day| day == "2025-01-02"));
    }
}
