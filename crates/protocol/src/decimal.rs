//! Exact decimal numbers. Two numbers are equal if their decimal values are equal, in any notation: `1600`, `1600.0`
//! and `1.6e3` are one number, `9007199254740992` and `9007199254740993` are two.
//!
//! A value is stored as digits and an exponent and never expanded, so `1e1000000` costs no more than `1`.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;

use serde_json::Number;

use crate::Data;
use crate::Outcome;

/// Maximum number of significant digits.
pub const MOST_DIGITS: usize = 1_000;
/// Maximum absolute power of ten of the first digit.
pub const LARGEST_EXPONENT: i64 = 1_000_000;

/// Maximum number of zeros that [`Decimal`] prints at the end of an integer; beyond it, it prints an exponent.
const MOST_FILLING_ZEROS: i64 = 20;
/// Maximum number of zeros that [`Decimal`] prints after the decimal point.
const MOST_LEADING_ZEROS: i64 = 6;
/// An exact decimal number. Two of them are equal if their values are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decimal {
    is_negative: bool,
    /// The significant digits, without zeros at either end; empty for 0.
    digits: String,
    /// The power of ten of the last digit.
    exponent: i64,
}

/// Why a text is not a number that can be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotDecimal {
    /// It is not a number.
    Malformed,
    /// It has more than [`MOST_DIGITS`] significant digits.
    TooLong,
    /// It is beyond [`LARGEST_EXPONENT`].
    TooLarge,
}

impl fmt::Display for NotDecimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotDecimal::Malformed => write!(f, "it is not a number"),
            NotDecimal::TooLong => write!(f, "it has more than {MOST_DIGITS} significant digits"),
            NotDecimal::TooLarge => write!(f, "its exponent is beyond {LARGEST_EXPONENT}"),
        }
    }
}

impl Decimal {
    /// Parses a number in JSON or YAML notation: a sign, digits with an optional point, an exponent.
    pub fn parse(text: &str) -> Result<Decimal, NotDecimal> {
        let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
        let (mantissa, power) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, power)) => (mantissa, power_of_ten(power)?),
            None => (unsigned, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_digits(whole) || !is_digits(fraction) || whole.len() + fraction.len() == 0 {
            return Err(NotDecimal::Malformed);
        }
        let all = format!("{whole}{fraction}");
        let trimmed = all.trim_end_matches('0');
        let digits = trimmed.trim_start_matches('0');
        if digits.is_empty() {
            return Ok(Decimal { is_negative: false, digits: String::new(), exponent: 0 });
        }
        let dropped = (all.len() - trimmed.len()) as i64;
        let exponent = power.saturating_sub(fraction.len() as i64).saturating_add(dropped);
        let decimal = Decimal { is_negative: text.starts_with('-'), digits: digits.to_owned(), exponent };
        match decimal {
            it if it.digits.len() > MOST_DIGITS => Err(NotDecimal::TooLong),
            it if it.magnitude().unsigned_abs() > LARGEST_EXPONENT.unsigned_abs() => Err(NotDecimal::TooLarge),
            it => Ok(it),
        }
    }

    /// Returns whether the number is less than 0.
    pub fn is_negative(&self) -> bool {
        self.is_negative
    }

    /// Returns the significant digits, without zeros at either end; empty for 0.
    pub fn digits(&self) -> &str {
        &self.digits
    }

    /// Returns the power of ten of the last digit.
    pub fn exponent(&self) -> i64 {
        self.exponent
    }

    /// Returns whether the number has no fraction.
    pub fn is_integer(&self) -> bool {
        self.exponent >= 0
    }

    /// Returns the power of ten of the first digit.
    pub fn magnitude(&self) -> i64 {
        self.exponent.saturating_add(self.digits.len() as i64 - 1)
    }
}

/// Parses the digits after `e`.
fn power_of_ten(text: &str) -> Result<i64, NotDecimal> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(NotDecimal::Malformed);
    }
    // An exponent that overflows is beyond the limits in any case.
    let limit = if text.starts_with('-') { i64::MIN } else { i64::MAX };
    Ok(text.parse().unwrap_or(limit))
}

/// Prints every number in one way: plainly, or with an exponent if it would have many zeros.
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Decimal { digits, exponent, .. } = self;
        if digits.is_empty() {
            return write!(f, "0");
        }
        if self.is_negative {
            write!(f, "-")?;
        }
        let magnitude = self.magnitude();
        match exponent.cmp(&0) {
            _ if *exponent > MOST_FILLING_ZEROS || magnitude < -MOST_LEADING_ZEROS => {
                let (first, rest) = digits.split_at(1);
                let point = if rest.is_empty() { "" } else { "." };
                write!(f, "{first}{point}{rest}e{magnitude}")
            }
            Ordering::Less if magnitude < 0 => {
                write!(f, "0.{:0>width$}", digits, width = (-exponent).unsigned_abs() as usize)
            }
            Ordering::Less => {
                let (whole, fraction) = digits.split_at(magnitude.unsigned_abs() as usize + 1);
                write!(f, "{whole}.{fraction}")
            }
            _ => write!(f, "{digits}{:0<width$}", "", width = exponent.unsigned_abs() as usize),
        }
    }
}

/// Returns whether two numbers have the same value.
pub fn same(one: &Number, other: &Number) -> bool {
    one == other || Decimal::parse(one.as_str()).is_ok_and(|one| Decimal::parse(other.as_str()) == Ok(one))
}

/// Returns the number as [`Decimal`] prints it, or unchanged if it is beyond the limits.
pub fn plain_text(number: &Number) -> Cow<'_, str> {
    let text = number.as_str();
    if is_normal(text) {
        return Cow::Borrowed(text);
    }
    Decimal::parse(text).map_or(Cow::Borrowed(text), |decimal| Cow::Owned(decimal.to_string()))
}

/// Rewrites every number of an outcome as [`Decimal`] prints it, so that equal values have equal data. Returns an error
/// message for numbers beyond the limits.
pub fn normalise_outcome(outcome: &mut Outcome) -> Result<(), String> {
    let states = [&mut outcome.before, &mut outcome.after];
    let mut all = states.into_iter().chain(outcome.log.iter_mut().map(|event| &mut event.data));
    all.try_for_each(normalise).map_err(|why| format!("a number in it cannot be compared: {why}"))
}

/// Rewrites every number of any data as [`Decimal`] prints it.
pub fn normalise(data: &mut Data) -> Result<(), NotDecimal> {
    match data {
        Data::Number(number) if !is_normal(number.as_str()) => {
            let text = Decimal::parse(number.as_str())?.to_string();
            *number = text.parse().map_err(|_| NotDecimal::Malformed)?;
        }
        Data::Array(items) => items.iter_mut().try_for_each(normalise)?,
        Data::Object(map) => map.values_mut().try_for_each(normalise)?,
        _ => {}
    }
    Ok(())
}

/// Returns whether a number is certainly in the form of [`Decimal`]: a short integer, as most are.
fn is_normal(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text).as_bytes();
    digits.len() <= MOST_FILLING_ZEROS as usize
        && digits.iter().all(u8::is_ascii_digit)
        && (digits.first() != Some(&b'0') || text == "0")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> Number {
        text.parse().expect("a number")
    }

    #[test]
    fn numbers_are_equal_if_their_values_are() {
        for (one, other) in [
            ("1600", "1600.0"),
            ("1600", "1.6e3"),
            ("1600", "16E+2"),
            ("0", "-0"),
            ("0", "-0.0e99999999999999999999"),
            ("0.1", "1e-1"),
            ("12.50", "1250e-2"),
            ("1e400", "10e399"),
            ("-1e-400", "-0.1e-399"),
            ("123456789012345678901230", "1.2345678901234567890123e23"),
        ] {
            assert!(same(&number(one), &number(other)), "{one} {other}");
            assert_eq!(plain_text(&number(one)), plain_text(&number(other)));
        }
        for (one, other) in [
            ("9007199254740993", "9007199254740992"),
            ("18446744073709551617", "18446744073709551616"),
            ("12345678901234567890123", "12345678901234567890124"),
            ("0.30000000000000004", "0.3"),
            ("1e400", "1e401"),
            ("1e-400", "0"),
            ("1", "-1"),
            ("1e400", "-1e400"),
        ] {
            assert!(!same(&number(one), &number(other)), "{one} {other}");
        }
    }

    #[test]
    fn a_number_is_printed_in_one_way_that_reads_back() {
        for (text, printed) in [
            ("-0.0", "0"),
            ("1600.0", "1600"),
            ("-2.50", "-2.5"),
            ("1e20", "100000000000000000000"),
            ("1e21", "1e21"),
            ("12345678901234567890123", "12345678901234567890123"),
            ("1e400", "1e400"),
            ("-15e399", "-1.5e400"),
            ("0.000001", "0.000001"),
            ("1e-7", "1e-7"),
            ("1.25e-400", "1.25e-400"),
            ("0.30000000000000004", "0.30000000000000004"),
            ("123.456e1", "1234.56"),
        ] {
            assert_eq!(plain_text(&number(text)), printed);
            assert_eq!(Decimal::parse(printed), Decimal::parse(text));
        }
    }

    #[test]
    fn digits_and_exponents_have_a_limit_and_cost_nothing_below_it() {
        assert!(Decimal::parse("1e1000000").is_ok() && Decimal::parse("1e-1000000").is_ok());
        for text in ["1e1000001", "1e-1000001", "1e99999999999999999999", "1e-99999999999999999999"] {
            assert_eq!(Decimal::parse(text), Err(NotDecimal::TooLarge), "{text}");
        }
        assert!(Decimal::parse(&"7".repeat(MOST_DIGITS)).is_ok());
        assert_eq!(Decimal::parse(&"7".repeat(MOST_DIGITS + 1)), Err(NotDecimal::TooLong));
        assert!(Decimal::parse(&format!("0.{}7", "0".repeat(5000))).is_ok(), "zeros are not significant");
        for text in ["", "-", ".", "1.2.3", "e5", "1e", "1e+", "0x10", "NaN", "1 ", "--1"] {
            assert_eq!(Decimal::parse(text), Err(NotDecimal::Malformed), "{text}");
        }
    }

    #[test]
    fn normal_data_is_equal_if_its_values_are() {
        let read = |text: &str| {
            let mut data: Data = serde_json::from_str(text).expect("JSON");
            normalise(&mut data).map(|()| data)
        };
        assert_eq!(read(r#"{"a":[1.0,-0.0,{"b":1e2}]}"#), read(r#"{"a":[1,0,{"b":100}]}"#));
        assert_ne!(read("[9007199254740993]"), read("[9007199254740992]"));
        assert_eq!(read("[100000000000000000000000]"), read("[1e23]"));
        assert_eq!(read(r#"{"a":[1e9999999]}"#), Err(NotDecimal::TooLarge));
    }
}
