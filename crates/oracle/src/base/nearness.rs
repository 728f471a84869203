//! Values that differ only by rounding.

use truthsayer_protocol::Data;
use truthsayer_protocol::decimal;
use truthsayer_protocol::decimal::Decimal;
use truthsayer_protocol::decimal::Nearness;

/// Returns a remark if values differ only in numbers, and these only by rounding. It shows how to accept them: a tolerance
/// does not apply to two integers, but a range does.
pub(crate) fn near<'d>(pairs: impl IntoIterator<Item = (&'d Data, &'d Data)>) -> Option<&'static str> {
    let pairs: Vec<(&Data, &Data)> = pairs.into_iter().collect();
    let nearness = decimal::nearness_of_all(pairs.iter().copied())?;
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
