//! Ranges of numbers in expectations: `{within: 0.01, of: 12.5}` and `{between: [0, 600]}`.

use std::cmp::Ordering;

use crate::base::decimal_math;
use crate::base::tolerance::Distance;
use crate::base::tolerance::Tolerance;
use truthsayer_protocol::Data;
use truthsayer_protocol::decimal::Decimal;

/// The numbers that an expectation accepts, limits included.
#[derive(Debug, Clone, PartialEq, Eq)]
struct NumberRange {
    low: Decimal,
    high: Decimal,
}

impl NumberRange {
    /// Reads a range. Returns `None` for all other values, and for ranges that are not well-formed.
    fn of(data: &Data) -> Option<NumberRange> {
        let map = data.as_object()?;
        if let (1, Some(Data::Array(limits))) = (map.len(), map.get("between")) {
            let [low, high] = limits.as_slice() else { return None };
            let range = NumberRange { low: decimal(low)?, high: decimal(high)? };
            return decimal_math::compare(&range.low, &range.high).is_le().then_some(range);
        }
        let (2, Some(within), Some(of)) = (map.len(), map.get("within"), map.get("of")) else { return None };
        let of = decimal(of)?;
        let distance = Distance::of(within)?.from(&of)?;
        let low = decimal_math::difference(&of, &distance).ok()?;
        Some(NumberRange { low, high: decimal_math::sum(&of, &distance).ok()? })
    }

    fn contains(&self, number: &Decimal) -> bool {
        decimal_math::compare(&self.low, number).is_le() && decimal_math::compare(number, &self.high).is_le()
    }

    fn overlaps(&self, other: &NumberRange) -> bool {
        let is_below = |low: &Decimal, high: &Decimal| decimal_math::compare(low, high) != Ordering::Greater;
        is_below(&self.low, &other.high) && is_below(&other.low, &self.high)
    }
}

fn decimal(data: &Data) -> Option<Decimal> {
    match data {
        Data::Number(number) => Decimal::parse(number.as_str()).ok(),
        _ => None,
    }
}

/// Returns the mistake in a map that is meant as a range.
pub(crate) fn mistake(data: &Data) -> Option<&'static str> {
    let map = data.as_object()?;
    let within = map.get("within").filter(|within| Distance::of(within).is_some() || within.is_number());
    let between = map.get("between").filter(|_| map.len() == 1);
    let has_number = |data: &Data| data.is_number() || data.as_array().is_some_and(|it| it.iter().any(Data::is_number));
    if NumberRange::of(data).is_some() || within.is_none() && !between.is_some_and(has_number) {
        return None;
    }
    Some(match within {
        Some(within) if Distance::of(within).is_none() => "`within` must not be negative",
        Some(_) => "`within` needs a number in `of`, and no other key",
        None => "`between` must be a list of two numbers, the lower one first",
    })
}

/// Returns whether a value is as expected: equal, within the tolerance, or in the range.
pub(crate) fn accepts(expected: &Data, actual: &Data, tolerance: &Tolerance) -> bool {
    match (expected, actual) {
        (Data::Array(wanted), Data::Array(found)) => {
            wanted.len() == found.len() && wanted.iter().zip(found).all(|(one, other)| accepts(one, other, tolerance))
        }
        (Data::Object(wanted), Data::Object(found)) => {
            let is_accepted =
                |(key, one): (&String, &Data)| found.get(key).is_some_and(|it| accepts(one, it, tolerance));
            wanted.len() == found.len() && wanted.iter().all(is_accepted)
        }
        _ => accepts_one(expected, actual, tolerance),
    }
}

/// Returns whether a value matches a pattern. Maps may have more keys than the pattern.
pub(crate) fn matches(pattern: &Data, data: &Data, tolerance: &Tolerance) -> bool {
    match (pattern, data) {
        (Data::Object(wanted), Data::Object(found)) => {
            wanted.iter().all(|(key, wanted)| found.get(key).is_some_and(|found| matches(wanted, found, tolerance)))
        }
        _ => accepts(pattern, data, tolerance),
    }
}

/// Compares a number with a number or a range, or any other values.
fn accepts_one(expected: &Data, actual: &Data, tolerance: &Tolerance) -> bool {
    match (expected, actual) {
        (Data::Object(_), Data::Number(_)) => {
            NumberRange::of(expected).zip(decimal(actual)).is_some_and(|(range, number)| range.contains(&number))
        }
        _ => tolerance.same(expected, actual),
    }
}

/// Returns whether one value can be as both expectations require. Then a claim that it changes from one to the other may
/// hold although nothing changes.
pub(crate) fn can_be_one(one: &Data, other: &Data, tolerance: &Tolerance) -> bool {
    match (NumberRange::of(one), NumberRange::of(other)) {
        (Some(one), Some(other)) => one.overlaps(&other),
        (Some(range), None) => decimal(other).is_some_and(|number| range.contains(&number)),
        (None, Some(range)) => decimal(one).is_some_and(|number| range.contains(&number)),
        (None, None) => tolerance.same(one, other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn exact(expected: Data, actual: Data) -> bool {
        accepts(&expected, &actual, &Tolerance::default())
    }

    #[test]
    fn a_range_accepts_its_limits_and_everything_between() {
        for (expected, low, high, outside) in [
            (json!({"within": 0.01, "of": 77316.33}), json!(77316.32), json!(77316.34), json!(77316.341)),
            (json!({"within": "0.1%", "of": 1500}), json!(1498.5), json!(1501.5), json!(1498.49)),
            (json!({"within": "10%", "of": -100}), json!(-110), json!(-90), json!(-89)),
            (json!({"between": [0, 600]}), json!(0), json!(600), json!(-0.1)),
        ] {
            assert!(exact(expected.clone(), low) && exact(expected.clone(), high), "{expected}");
            assert!(!exact(expected.clone(), outside) && !exact(expected.clone(), json!("1500")), "{expected}");
        }
        assert!(exact(json!([{"between": [1, 2]}, "x"]), json!([1.5, "x"])));
        assert!(exact(json!({"a": {"between": [1, 2]}}), json!({"a": 2})));
        assert!(!exact(json!({"a": {"between": [1, 2]}}), json!({"a": 2, "b": 1})));
        // A map with such keys is a map.
        assert!(exact(json!({"within": "deck", "of": 3}), json!({"within": "deck", "of": 3})));
    }

    #[test]
    fn a_pattern_may_leave_fields_out_but_not_items() {
        let matches = |pattern: Data, data: Data| super::matches(&pattern, &data, &Tolerance::default());
        assert!(matches(json!({"a": 1}), json!({"a": 1.0, "b": 2})));
        assert!(matches(json!({"a": {"between": [0, 1]}}), json!({"a": 1, "b": 2})));
        assert!(!matches(json!([1]), json!([1, 2])));
        assert!(!matches(json!({"c": 1}), json!({"a": 1})));
    }

    #[test]
    fn a_range_that_is_not_well_formed_is_a_mistake() {
        for bad in [
            json!({"within": 1}),
            json!({"within": -1, "of": 2}),
            json!({"within": "1%", "of": "x"}),
            json!({"within": 1, "off": 2}),
            json!({"within": 1, "of": 2, "other": 3}),
            json!({"between": [2, 1]}),
            json!({"between": [1]}),
            json!({"between": [1, "x"]}),
            json!({"between": 3}),
        ] {
            assert!(mistake(&bad).is_some(), "{bad}");
        }
        for fine in [json!({"between": [1, 1]}), json!({"between": ["france", "spain"]}), json!({"of": 1}), json!(1)] {
            assert_eq!(mistake(&fine), None, "{fine}");
        }
    }

    #[test]
    fn a_change_between_overlapping_ranges_can_be_none() {
        let can = |one: Data, other: Data| can_be_one(&one, &other, &Tolerance::default());
        assert!(can(json!(100), json!({"between": [0, 600]})));
        assert!(can(json!({"within": 5, "of": 10}), json!({"within": 5, "of": 20})));
        assert!(!can(json!({"within": 4, "of": 10}), json!({"within": 5, "of": 20})));
        assert!(!can(json!(0), json!({"between": [1, 600]})) && !can(json!("x"), json!({"between": [1, 600]})));
    }
}
