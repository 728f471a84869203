//! How close two numbers are: equal as decimals, equal as 64-bit floats, or different only by rounding. Exact equality is
//! in [`decimal`], and the tolerance of a game in [`tolerance`](crate::base::tolerance).

use truthsayer_protocol::Data;
use truthsayer_protocol::decimal;
use truthsayer_protocol::decimal::Decimal;

/// Two numbers with a smaller relative difference are probably meant to be equal.
const NEAR: f64 = 1e-9;

/// How close two values are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Nearness {
    /// The relative difference is less than 1e-9.
    Relative,
    /// They are equal as 64-bit floating-point numbers.
    SameFloat,
    /// They are equal.
    Equal,
}

/// Returns a remark if values differ only in numbers, and these only by rounding. It shows how to accept them: a tolerance
/// does not apply to two integers, but a range does.
pub(crate) fn near<'d>(pairs: impl IntoIterator<Item = (&'d Data, &'d Data)>) -> Option<&'static str> {
    let pairs: Vec<(&Data, &Data)> = pairs.into_iter().collect();
    let nearness = nearness_of_all(pairs.iter().copied())?;
    let are_integers = pairs.iter().any(|(one, other)| has_two_integers(one, other));
    match (nearness, are_integers) {
        (Nearness::SameFloat, false) => Some(
            "the numbers differ, but are equal as 64-bit floats; `tolerance: 0.0000001%` for the game accepts them",
        ),
        (Nearness::SameFloat, true) => {
            Some("the numbers differ, but are equal as 64-bit floats; `{within: 0.0000001%, of: …}` accepts them")
        }
        (Nearness::Relative, false) => Some(
            "the numbers differ by less than 1e-9 of their value; `tolerance: 0.0000001%` for the game accepts them",
        ),
        (Nearness::Relative, true) => {
            Some("the numbers differ by less than 1e-9 of their value; `{within: 0.0000001%, of: …}` accepts them")
        }
        (Nearness::Equal, _) => None,
    }
}

/// Returns whether two integers differ.
fn has_two_integers(one: &Data, other: &Data) -> bool {
    match (one, other) {
        (Data::Number(one), Data::Number(other)) => {
            let is_integer = |text: &str| Decimal::parse(text).is_ok_and(|number| number.is_integer());
            !decimal::same(one, other) && is_integer(one.as_str()) && is_integer(other.as_str())
        }
        (Data::Array(one), Data::Array(other)) => {
            one.iter().zip(other).any(|(one, other)| has_two_integers(one, other))
        }
        (Data::Object(one), Data::Object(other)) => {
            one.values().zip(other.values()).any(|(one, other)| has_two_integers(one, other))
        }
        _ => false,
    }
}

/// Returns how close two values are; `None` if they differ in anything but numbers, or in a number that is not close.
fn nearness(one: &Data, other: &Data) -> Option<Nearness> {
    match (one, other) {
        (Data::Number(one), Data::Number(other)) => {
            nearness_of_numbers(&Decimal::parse(one.as_str()).ok()?, &Decimal::parse(other.as_str()).ok()?)
        }
        (Data::Array(one), Data::Array(other)) if one.len() == other.len() => nearness_of_all(one.iter().zip(other)),
        (Data::Object(one), Data::Object(other)) if one.keys().eq(other.keys()) => {
            nearness_of_all(one.values().zip(other.values()))
        }
        _ => (one == other).then_some(Nearness::Equal),
    }
}

/// Returns the largest difference of these pairs; `None` if a pair is not close.
fn nearness_of_all<'d>(mut pairs: impl Iterator<Item = (&'d Data, &'d Data)>) -> Option<Nearness> {
    pairs.try_fold(Nearness::Equal, |least, (one, other)| Some(least.min(nearness(one, other)?)))
}

/// Returns the value divided by a power of ten, rounded.
fn scaled(number: &Decimal, power: i64) -> f64 {
    let sign = if number.is_negative() { "-" } else { "" };
    let digits = if number.digits().is_empty() { "0" } else { number.digits() };
    format!("{sign}{digits}e{}", number.exponent().saturating_sub(power)).parse().unwrap_or(f64::NAN)
}

/// Returns how close two numbers are; `None` if they are not.
fn nearness_of_numbers(number: &Decimal, other: &Decimal) -> Option<Nearness> {
    let (one, two) = (scaled(number, 0), scaled(other, 0));
    if number == other {
        Some(Nearness::Equal)
    } else if one == two && one.is_normal() {
        Some(Nearness::SameFloat)
    } else {
        let power = number.magnitude().max(other.magnitude());
        let (one, two) = (scaled(number, power), scaled(other, power));
        ((one - two).abs() < NEAR * one.abs().max(two.abs())).then_some(Nearness::Relative)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_differ_only_by_rounding_are_near() {
        let near = |one: &str, other: &str| {
            nearness(&serde_json::from_str(one).expect("JSON"), &serde_json::from_str(other).expect("JSON"))
        };
        assert_eq!(near("9007199254740993", "9007199254740992"), Some(Nearness::SameFloat));
        assert_eq!(near("0.30000000000000004", "0.3"), Some(Nearness::Relative));
        assert_eq!(near("1e400", "1.0000000000001e400"), Some(Nearness::Relative));
        assert_eq!(near("9.9999999999999e399", "1e400"), Some(Nearness::Relative));
        assert_eq!(near(r#"{"a":[1,0.1]}"#, r#"{"a":[1,0.10000000000000001]}"#), Some(Nearness::SameFloat));
        assert_eq!(near("[9007199254740993,0.3]", "[9007199254740992,0.30000000000000004]"), Some(Nearness::Relative));
        assert_eq!(near("[1.0,0.3]", "[1,0.30000000000000004]"), Some(Nearness::Relative));
        assert_eq!(near(r#"["a",1,{}]"#, r#"["a",1.0,{}]"#), Some(Nearness::Equal));
        for (one, other) in [("1", "2"), ("1e400", "1e500"), ("1e-400", "0"), ("1", "\"1\""), ("0", "1e-12")] {
            assert_eq!(near(one, other), None, "{one} {other}");
        }
        assert_eq!(near("[0.3,1]", "[0.30000000000000004,2]"), None);
    }
}
