//! Odd days: days that clauses name, ends of months and years, leap days, and days that do not exist.

use std::ops::Range;

use crate::base::date;
use crate::hunt::rng::Rng;
use crate::hunt::vocabulary::Vocabulary;

/// Years around leap years and at the limits of calendars.
const YEARS: [i16; 10] = [1900, 1969, 1970, 2000, 2023, 2024, 2025, 2038, 2100, 9999];
const MONTHS: [usize; 4] = [1, 2, 4, 12];
const LENGTH: usize = 10;

/// Returns the place of a date such as 2024-02-29 in a text.
pub(crate) fn place(text: &str) -> Option<Range<usize>> {
    let is_date = |part: &[u8]| {
        part.iter()
            .enumerate()
            .all(|(at, byte)| if matches!(at, 4 | 7) { *byte == b'-' } else { byte.is_ascii_digit() })
    };
    let start = text.as_bytes().windows(LENGTH).position(is_date)?;
    Some(start..start + LENGTH)
}

/// Returns whether a text is written like a date, even if the day does not exist.
pub(crate) fn is_written_like_a_day(text: &str) -> bool {
    text.len() == LENGTH && place(text).is_some()
}

/// Returns an odd day near another one.
pub(crate) fn odd(own: &str, vocabulary: &Vocabulary, rng: &mut Rng) -> String {
    let own = date::read(own);
    let day = match rng.below(4) {
        0 => vocabulary.bounds.day(rng),
        1 => own.and_then(|day| if rng.once_in(2) { day.yesterday().ok() } else { day.tomorrow().ok() }),
        _ => None,
    };
    if let Some(day) = day {
        return day.to_string();
    }
    let year = match (own, rng.below(3)) {
        (Some(day), 0) => day.year(),
        (Some(day), 1) => day.year() + if rng.once_in(2) { 1 } else { -1 },
        _ => rng.one(&YEARS).copied().unwrap_or(2000),
    };
    let month = if rng.once_in(2) { 1 + rng.below(12) } else { rng.one(&MONTHS).copied().unwrap_or(1) };
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let last = match month {
        2 => 28 + usize::from(is_leap),
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    let day = [1, last, last, last + 1][rng.below(4)];
    format!("{year:04}-{month:02}-{day:02}")
}
