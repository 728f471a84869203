//! Shrinks a day: towards a known day, to the boundary of the difference.

use jiff::civil::Date;

use crate::base::date;

/// Number of known days that are tried.
const TRIED: usize = 3;
/// Stands for a known day if there is none.
const PLAIN: &str = "2000-01-01";

/// Replaces a day by a known day, or by the first day with the difference as seen from there.
pub(crate) fn shrink(own: &str, known: &[&str], keeps: &mut dyn FnMut(&str) -> bool) {
    let Some(own) = date::read(own) else { return };
    let mut known: Vec<Date> = known.iter().filter_map(|day| date::read(day)).filter(|day| *day != own).collect();
    known.truncate(TRIED);
    if known.is_empty() {
        known.extend(date::read(PLAIN));
    }
    if known.iter().any(|day| keeps(&day.to_string())) {
        return;
    }
    let Some(mut same) = known.first().copied() else { return };
    let mut differs = own;
    while let Some(middle) = middle(same, differs) {
        if keeps(&middle.to_string()) { differs = middle } else { same = middle }
    }
}

/// Returns the day in the middle of two days; `None` if there is no day between them.
fn middle(one: Date, other: Date) -> Option<Date> {
    let days = one.until(other).ok()?.get_days();
    let half = jiff::Span::new().try_days(days / 2).ok()?;
    one.checked_add(half).ok().filter(|it| *it != one && *it != other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_day_of_a_difference_is_found_from_both_sides() {
        let least = |own: &str, known: &str, differs: fn(&str) -> bool| {
            let mut best = own.to_owned();
            shrink(own, &[known], &mut |day| {
                let keeps = differs(day);
                if keeps {
                    best = day.to_owned();
                }
                keeps
            });
            best
        };
        assert_eq!(least("2031-07-04", "2024-06-30", |day| day >= "2025-01-01"), "2025-01-01");
        assert_eq!(least("1999-07-04", "2024-06-30", |day| day < "2001-03-01"), "2001-02-28");
        assert_eq!(least("2024-12-31", "2024-06-30", |day| day == "2024-12-31"), "2024-12-31");
        assert_eq!(least("2031-07-04", "2024-06-30", |_| true), "2024-06-30");
    }
}
