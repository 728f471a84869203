//! Arithmetic on exact decimals. Each result has at most 34 significant digits, rounded half to even, as in IEEE 754
//! `decimal128`.
//!
//! Numbers are never expanded: the cost depends on the digits, not on the exponent.

use std::cmp::Ordering;

use truthsayer_protocol::decimal::Decimal;
use truthsayer_protocol::decimal::NotDecimal;

/// Maximum number of significant digits of a result.
const PRECISION: usize = 34;

/// A result, or the reason why it cannot be represented.
pub(crate) type Computed = Result<Decimal, NotDecimal>;

/// How digits are cut off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rounding {
    /// To the nearest; halves away from zero.
    HalfUp,
    /// To the nearest; halves to the even digit.
    HalfEven,
    /// To the next lower number.
    Floor,
    /// To the next higher number.
    Ceil,
}

/// Compares two numbers by value.
pub(crate) fn compare(one: &Decimal, other: &Decimal) -> Ordering {
    match (is_below_zero(one), is_below_zero(other)) {
        (false, true) => Ordering::Greater,
        (true, false) => Ordering::Less,
        (false, false) => compare_sizes(one, other),
        (true, true) => compare_sizes(other, one),
    }
}

pub(crate) fn negated(number: &Decimal) -> Computed {
    make(!number.is_negative(), &digits_of(number), number.exponent())
}

/// Returns the number without its sign.
pub(crate) fn size(number: &Decimal) -> Computed {
    make(false, &digits_of(number), number.exponent())
}

pub(crate) fn sum(one: &Decimal, other: &Decimal) -> Computed {
    if is_zero(one) || is_zero(other) {
        let only = if is_zero(one) { other } else { one };
        return rounded(only.is_negative(), digits_of(only), only.exponent());
    }
    let (large, small) = if compare_sizes(one, other).is_ge() { (one, other) } else { (other, one) };
    let (small_digits, small_exponent) = visible_part(large, small);
    let exponent = large.exponent().min(small_exponent);
    let large_digits = shifted(digits_of(large), large.exponent() - exponent);
    let small_digits = shifted(small_digits, small_exponent - exponent);
    let digits = match large.is_negative() == small.is_negative() {
        true => add_digits(&large_digits, &small_digits),
        false => subtract_digits(&large_digits, &small_digits),
    };
    rounded(large.is_negative(), digits, exponent)
}

pub(crate) fn difference(one: &Decimal, other: &Decimal) -> Computed {
    sum(one, &negated(other)?)
}

pub(crate) fn product(one: &Decimal, other: &Decimal) -> Computed {
    let (first, second) = (digits_of(one), digits_of(other));
    let mut places = vec![0_u32; first.len() + second.len()];
    for (at, digit) in first.iter().rev().enumerate() {
        for (to, other) in second.iter().rev().enumerate() {
            places[at + to] += u32::from(*digit) * u32::from(*other);
        }
    }
    let mut carry = 0;
    for place in &mut places {
        let total = *place + carry;
        (*place, carry) = (total % 10, total / 10);
    }
    let digits = places.iter().rev().map(|place| *place as u8).collect();
    rounded(one.is_negative() != other.is_negative(), digits, one.exponent() + other.exponent())
}

/// Returns the quotient; `None` if the divisor is 0.
pub(crate) fn quotient(one: &Decimal, other: &Decimal) -> Option<Computed> {
    if is_zero(other) {
        return None;
    }
    let divisor = digits_of(other);
    // Two more digits than the result has, so that rounding sees enough of them.
    let extra = (divisor.len() + PRECISION + 2).saturating_sub(digits_of(one).len());
    let dividend = shifted(digits_of(one), extra as i64);
    let (mut digits, mut rest) = (Vec::with_capacity(dividend.len() + 1), Vec::new());
    for digit in dividend {
        rest.push(digit);
        let mut times = 0;
        while compare_digits(&rest, &divisor).is_ge() {
            rest = without_leading_zeros(subtract_digits(&rest, &divisor));
            times += 1;
        }
        rest = without_leading_zeros(rest);
        digits.push(times);
    }
    // A last digit that represents the remainder: it only decides halves.
    digits.push(u8::from(!rest.is_empty()));
    let exponent = one.exponent() - other.exponent() - extra as i64 - 1;
    Some(rounded(one.is_negative() != other.is_negative(), digits, exponent))
}

/// Returns the number with at most this many digits after the decimal point.
pub(crate) fn at_places(number: &Decimal, places: i64, rounding: Rounding) -> Computed {
    let cut = (-places).saturating_sub(number.exponent());
    if cut <= 0 {
        return Ok(number.clone());
    }
    let mut digits = digits_of(number);
    // Zeros in front of a small number, so that at least one digit is cut off and none is kept.
    let missing = usize::try_from(cut).unwrap_or(usize::MAX).saturating_sub(digits.len());
    if missing > 0 {
        digits.insert(0, 0);
        let kept = cut_digits(&digits, 0, number.is_negative(), rounding);
        return make(number.is_negative(), &kept, -places);
    }
    let kept = cut_digits(&digits, digits.len() - cut as usize, number.is_negative(), rounding);
    make(number.is_negative(), &kept, -places)
}

fn is_zero(number: &Decimal) -> bool {
    number.digits().is_empty()
}

fn is_below_zero(number: &Decimal) -> bool {
    number.is_negative() && !is_zero(number)
}

/// Compares without signs.
fn compare_sizes(one: &Decimal, other: &Decimal) -> Ordering {
    let by_zero = is_zero(other).cmp(&is_zero(one));
    if by_zero.is_ne() || is_zero(one) {
        return by_zero;
    }
    one.magnitude().cmp(&other.magnitude()).then_with(|| one.digits().cmp(other.digits()))
}

/// Returns the digits and the exponent of the smaller number. If it is too small to have a visible digit in the sum, it
/// is replaced by the smallest number that still decides the rounding.
fn visible_part(large: &Decimal, small: &Decimal) -> (Vec<u8>, i64) {
    let last = large.exponent().min(large.magnitude() - PRECISION as i64 - 2) - 2;
    match small.magnitude() < last {
        true => (vec![1], last),
        false => (digits_of(small), small.exponent()),
    }
}

/// Returns the digits, the most significant first.
fn digits_of(number: &Decimal) -> Vec<u8> {
    number.digits().bytes().map(|byte| byte - b'0').collect()
}

/// Appends zeros.
fn shifted(mut digits: Vec<u8>, zeros: i64) -> Vec<u8> {
    digits.resize(digits.len() + usize::try_from(zeros).unwrap_or(0), 0);
    digits
}

/// Adds digits; the first number is not shorter than the second one.
fn add_digits(large: &[u8], small: &[u8]) -> Vec<u8> {
    let mut carry = 0;
    let others = small.iter().rev().copied().chain(std::iter::repeat(0));
    let mut sum: Vec<u8> = Vec::with_capacity(large.len() + 1);
    for (digit, other) in large.iter().rev().zip(others) {
        let total = digit + other + carry;
        sum.push(total % 10);
        carry = total / 10;
    }
    sum.push(carry);
    sum.reverse();
    sum
}

/// Subtracts digits; the first number is not less than the second one.
fn subtract_digits(large: &[u8], small: &[u8]) -> Vec<u8> {
    let mut borrowed = 0;
    let others = small.iter().rev().copied().chain(std::iter::repeat(0));
    let mut difference: Vec<u8> = Vec::with_capacity(large.len());
    for (digit, other) in large.iter().rev().zip(others) {
        let taken = other + borrowed;
        borrowed = u8::from(*digit < taken);
        difference.push(digit + 10 * borrowed - taken);
    }
    difference.reverse();
    difference
}

fn without_leading_zeros(digits: Vec<u8>) -> Vec<u8> {
    let start = digits.iter().position(|digit| *digit != 0).unwrap_or(digits.len());
    digits[start..].to_vec()
}

fn compare_digits(one: &[u8], other: &[u8]) -> Ordering {
    one.len().cmp(&other.len()).then_with(|| one.cmp(other))
}

/// Rounds to the precision of a result.
fn rounded(is_negative: bool, digits: Vec<u8>, exponent: i64) -> Computed {
    let digits = without_leading_zeros(digits);
    let cut = digits.len().saturating_sub(PRECISION);
    let kept = cut_digits(&digits, digits.len() - cut, is_negative, Rounding::HalfEven);
    make(is_negative, &kept, exponent + cut as i64)
}

/// Keeps the first digits and rounds by the others.
fn cut_digits(digits: &[u8], keep: usize, is_negative: bool, rounding: Rounding) -> Vec<u8> {
    let (kept, cut) = digits.split_at(keep);
    let is_exact = cut.iter().all(|digit| *digit == 0);
    let half = match cut.split_first() {
        None => Ordering::Less,
        Some((first, rest)) => first.cmp(&5).then_with(|| match rest.iter().all(|digit| *digit == 0) {
            true => Ordering::Equal,
            false => Ordering::Greater,
        }),
    };
    let is_odd = kept.last().is_some_and(|digit| digit % 2 == 1);
    let away = match rounding {
        Rounding::HalfUp => half.is_ge(),
        Rounding::HalfEven => half.is_gt() || half.is_eq() && is_odd,
        Rounding::Floor => !is_exact && is_negative,
        Rounding::Ceil => !is_exact && !is_negative,
    };
    if !away {
        return kept.to_vec();
    }
    match kept.is_empty() {
        true => vec![1],
        false => add_digits(kept, &[1]),
    }
}

fn make(is_negative: bool, digits: &[u8], exponent: i64) -> Computed {
    let digits: String = digits.iter().map(|digit| char::from(b'0' + digit)).collect();
    let sign = if is_negative { "-" } else { "" };
    let digits = if digits.is_empty() { "0" } else { &digits };
    Decimal::parse(&format!("{sign}{digits}e{exponent}"))
}
