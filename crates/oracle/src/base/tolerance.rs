//! The tolerance of a game: how far two decimals may be apart and still count as equal. It never applies to two integers.

use std::fmt;
use std::sync::Arc;

use serde_json::Number;

use crate::base::decimal_math;
use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::yaml::Node;
use truthsayer_protocol::Data;
use truthsayer_protocol::decimal;
use truthsayer_protocol::decimal::Decimal;

/// A distance between two numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Distance {
    /// A number.
    Absolute(Decimal),
    /// A part of a number: `0.1%` is stored as 0.001.
    Relative(Decimal),
}

impl Distance {
    /// Reads a number that is not negative, or a percentage such as `0.1%`.
    pub(crate) fn of(data: &Data) -> Option<Distance> {
        let distance = match data {
            Data::Number(number) => Distance::Absolute(Decimal::parse(number.as_str()).ok()?),
            Data::String(text) => {
                let percent = Decimal::parse(text.strip_suffix('%')?.trim_end()).ok()?;
                let hundred = Decimal::parse("100").ok()?;
                Distance::Relative(decimal_math::quotient(&percent, &hundred)?.ok()?)
            }
            _ => return None,
        };
        let (Distance::Absolute(limit) | Distance::Relative(limit)) = &distance;
        (!limit.is_negative()).then_some(distance)
    }

    /// Returns the distance as a number. A percentage is of `base`; `None` if the result is beyond the limits.
    pub(crate) fn from(&self, base: &Decimal) -> Option<Decimal> {
        match self {
            Distance::Absolute(limit) => Some(limit.clone()),
            Distance::Relative(part) => decimal_math::product(part, &decimal_math::size(base).ok()?).ok(),
        }
    }
}

/// The tolerance of a game. The default accepts only equal numbers.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tolerance {
    /// Shared, because every scenario has a tolerance. The value as written comes second.
    distance: Option<Arc<(Distance, String)>>,
}

impl Tolerance {
    /// Reads the key `tolerance` of a game.
    pub(crate) fn read(node: &Node, problems: &mut Vec<Problem>) -> Tolerance {
        let data = node.to_data();
        let Some(distance) = Distance::of(&data) else {
            let message = "`tolerance` must be a number that is not negative, or a percentage";
            let problem = Problem::at(Kind::BadValue, &node.place, message);
            problems.push(problem.help("write `tolerance: 0.01` or `tolerance: 0.1%`"));
            return Tolerance::default();
        };
        let written = data.as_str().map_or_else(|| data.to_string(), str::to_owned);
        Tolerance { distance: Some(Arc::new((distance, written))) }
    }

    /// Returns whether only equal numbers are accepted.
    pub fn is_exact(&self) -> bool {
        self.distance.is_none()
    }

    /// Returns whether two numbers count as equal. A percentage is of the larger one, so the order does not matter.
    pub(crate) fn covers(&self, one: &Number, other: &Number) -> bool {
        let Some(known) = &self.distance else { return decimal::same(one, other) };
        let (distance, _) = &**known;
        let (Ok(one), Ok(other)) = (Decimal::parse(one.as_str()), Decimal::parse(other.as_str())) else {
            return one == other;
        };
        if one == other || one.is_integer() && other.is_integer() {
            return one == other;
        }
        is_within(distance, &one, &other).unwrap_or(false)
    }

    /// Returns whether two values are equal, with their numbers compared by this tolerance.
    pub fn same(&self, one: &Data, other: &Data) -> bool {
        match (one, other) {
            (Data::Number(a), Data::Number(b)) => self.covers(a, b),
            (Data::Array(a), Data::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.same(a, b)),
            (Data::Object(a), Data::Object(b)) => {
                a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| self.same(a, b)))
            }
            _ => one == other,
        }
    }
}

impl fmt::Display for Tolerance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.distance.as_ref().map_or("", |known| &known.1))
    }
}

/// Returns whether two numbers are at most this far apart. A percentage is of the larger one.
fn is_within(distance: &Distance, one: &Decimal, other: &Decimal) -> Option<bool> {
    let sizes = [decimal_math::size(one).ok()?, decimal_math::size(other).ok()?];
    let larger = if decimal_math::compare(&sizes[0], &sizes[1]).is_ge() { &sizes[0] } else { &sizes[1] };
    let apart = decimal_math::size(&decimal_math::difference(one, other).ok()?).ok()?;
    Some(decimal_math::compare(&apart, &distance.from(larger)?).is_le())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::source::SourceFile;
    use crate::base::yaml;
    use serde_json::json;

    fn tolerance(text: &str) -> Result<Tolerance, Vec<Problem>> {
        let mut problems = Vec::new();
        let node = yaml::read(&SourceFile::new("a.yaml", format!("tolerance: {text}"))).unwrap();
        let tolerance = Tolerance::read(node.get("tolerance").unwrap(), &mut problems);
        if problems.is_empty() { Ok(tolerance) } else { Err(problems) }
    }

    fn number(text: &str) -> Data {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn decimals_are_equal_within_the_tolerance_and_integers_are_not() {
        for (written, one, other, same) in [
            ("0.01", "1.5", "1.51", true),
            ("0.01", "1.51", "1.5", true),
            ("0.01", "1.5", "1.5100000000000000000001", false),
            ("0.01", "-0.005", "0.005", true),
            ("5", "100", "101", false),
            ("5", "100", "101.0", false),
            ("5", "100", "101.5", true),
            ("1%", "100", "100.5", true),
            ("1%", "0.5", "0.506", false),
            ("0.1%", "1000.5", "1001.5", true),
            ("0", "0.1", "0.10", true),
            ("0", "0.1", "0.1000001", false),
            ("1e-7%", "0.3", "0.30000000000000004", true),
        ] {
            let tolerance = tolerance(written).unwrap();
            assert_eq!(tolerance.same(&number(one), &number(other)), same, "{written}: {one} {other}");
            assert_eq!(tolerance.same(&number(other), &number(one)), same, "{written}: {other} {one}");
        }
        assert!(!Tolerance::default().same(&json!(0.1), &json!(0.1000001)));
        let tenth = tolerance("0.1").unwrap();
        assert!(tenth.same(&json!({"a": [1.5, "x"]}), &json!({"a": [1.55, "x"]})));
        assert!(!tenth.same(&json!({"a": [1.5, "x"]}), &json!({"a": [1.55, "y"]})));
        assert!(!tenth.same(&json!("1.5"), &json!(1.5)));
    }

    #[test]
    fn a_tolerance_is_a_number_or_a_percentage() {
        for text in ["-1", "x", "1 %%", "\"%\"", "[1]", "", "-1%"] {
            assert!(tolerance(text).is_err(), "{text}");
        }
        assert_eq!(tolerance("0.5 %").unwrap().to_string(), "0.5 %");
    }
}
