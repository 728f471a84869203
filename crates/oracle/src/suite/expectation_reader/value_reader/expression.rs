//! Computed expectations: `= salary * 0.15`. Reads and evaluates an expression in one pass, with exact decimals.

use crate::base::decimal_math;
use crate::base::decimal_math::Computed;
use crate::base::decimal_math::Rounding;
use truthsayer_protocol::decimal::Decimal;
use truthsayer_protocol::decimal::NotDecimal;
use truthsayer_protocol::text::shortened;

/// An expectation with this prefix is computed.
pub(crate) const PREFIX: &str = "= ";

/// Maximum length of an expression in bytes.
const LONGEST: usize = 2_000;
/// Maximum number of nested parentheses, calls and signs.
const DEEPEST: usize = 64;
/// Maximum number of places in `round`, in either direction.
const MOST_PLACES: i64 = 1_000;

const FUNCTIONS: [&str; 6] = ["min", "max", "floor", "ceil", "round", "round_even"];

/// A mistake in an expression, with its position in bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ExpressionMistake {
    pub start: usize,
    pub end: usize,
    pub message: String,
    /// The name that is not known.
    pub unknown: Option<String>,
}

/// Returns the value of a name, or the reason why it has none.
pub(crate) type Lookup<'a> = dyn Fn(&str) -> Result<Decimal, NameMistake> + 'a;

/// Why a name has no value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NameMistake {
    Unknown,
    /// Its value is not a number: the kind of the value.
    NotANumber(&'static str),
}

type Evaluated = Result<Decimal, ExpressionMistake>;

/// Evaluates the text after [`PREFIX`].
pub(crate) fn evaluate(text: &str, lookup: &Lookup<'_>) -> Evaluated {
    let mut reader = ExpressionReader { text, at: 0, depth: 0, lookup };
    if text.len() > LONGEST {
        return Err(reader.mistake(
            0,
            text.len(),
            format!("an expression must not have more than {LONGEST} characters"),
        ));
    }
    let value = reader.sum()?;
    match reader.peek() {
        None => Ok(value),
        Some(')') => Err(reader.here("this `)` has no `(`")),
        Some(_) => Err(reader.here("expected an operator: `+`, `-`, `*` or `/`")),
    }
}

struct ExpressionReader<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
    lookup: &'t Lookup<'t>,
}

impl<'t> ExpressionReader<'t> {
    /// Skips white space and returns the next character.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start().len();
        self.text[self.at..].chars().next()
    }

    fn take(&mut self, wanted: char) -> bool {
        let is_next = self.peek() == Some(wanted);
        self.at += if is_next { wanted.len_utf8() } else { 0 };
        is_next
    }

    fn mistake(&self, start: usize, end: usize, message: impl Into<String>) -> ExpressionMistake {
        ExpressionMistake { start, end, message: message.into(), unknown: None }
    }

    /// Returns a mistake at the next character.
    fn here(&self, message: impl Into<String>) -> ExpressionMistake {
        let length = self.text[self.at..].chars().next().map_or(0, char::len_utf8);
        self.mistake(self.at, self.at + length, message)
    }

    /// Checks a result; the mistake is at the operator or the function.
    fn checked(&self, start: usize, end: usize, computed: Computed) -> Evaluated {
        computed.map_err(|why| self.mistake(start, end, format!("the result cannot be represented: {why}")))
    }

    fn sum(&mut self) -> Evaluated {
        let mut total = self.product()?;
        while let Some(sign @ ('+' | '-')) = self.peek() {
            let at = self.at;
            self.at += 1;
            let next = self.product()?;
            let computed = match sign {
                '+' => decimal_math::sum(&total, &next),
                _ => decimal_math::difference(&total, &next),
            };
            total = self.checked(at, at + 1, computed)?;
        }
        Ok(total)
    }

    fn product(&mut self) -> Evaluated {
        let mut total = self.signed()?;
        while let Some(sign @ ('*' | '/')) = self.peek() {
            let at = self.at;
            self.at += 1;
            let next = self.signed()?;
            let computed = match sign {
                '*' => decimal_math::product(&total, &next),
                _ => match decimal_math::quotient(&total, &next) {
                    Some(computed) => computed,
                    None => return Err(self.mistake(at, at + 1, "division by zero")),
                },
            };
            total = self.checked(at, at + 1, computed)?;
        }
        Ok(total)
    }

    fn signed(&mut self) -> Evaluated {
        let start = self.at;
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.here(format!("an expression must not be nested more than {DEEPEST} times")));
        }
        let value = match self.peek() {
            Some('-') => {
                self.at += 1;
                let value = self.signed()?;
                self.checked(start, self.at, decimal_math::negated(&value))
            }
            Some('+') => {
                self.at += 1;
                self.signed()
            }
            _ => self.operand(),
        };
        self.depth -= 1;
        value
    }

    fn operand(&mut self) -> Evaluated {
        match self.peek() {
            Some('(') => {
                self.at += 1;
                let value = self.sum()?;
                self.close().map(|()| value)
            }
            Some(c) if c.is_ascii_digit() || c == '.' => self.number(),
            Some(c) if is_name(c) => self.name(),
            Some(_) => Err(self.here("expected a number, a name or `(`")),
            None => Err(self.here("the expression ends here, where a number or a name is expected")),
        }
    }

    fn close(&mut self) -> Result<(), ExpressionMistake> {
        if self.take(')') { Ok(()) } else { Err(self.here("expected `)`")) }
    }

    fn number(&mut self) -> Evaluated {
        let (start, rest) = (self.at, &self.text[self.at..]);
        let is_part = |(at, c): (usize, char)| {
            let after_exponent = rest[..at].ends_with(['e', 'E']);
            c.is_ascii_alphanumeric() || matches!(c, '.' | '_') || after_exponent && matches!(c, '+' | '-')
        };
        let length = rest.char_indices().find(|part| !is_part(*part)).map_or(rest.len(), |(at, _)| at);
        self.at += length;
        let number = &rest[..length];
        Decimal::parse(number).map_err(|why| {
            let number = shortened(number);
            let message = match why {
                NotDecimal::Malformed => format!("`{number}` is not a number"),
                why => format!("`{number}` cannot be computed: {why}"),
            };
            self.mistake(start, start + length, message)
        })
    }

    fn name(&mut self) -> Evaluated {
        let (start, rest) = (self.at, &self.text[self.at..]);
        let is_part = |c: char| is_name(c) || c.is_ascii_digit() || matches!(c, '.' | '[' | ']');
        let length = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
        self.at += length;
        let name = &rest[..length];
        if self.peek() == Some('(') {
            return self.call(name, start);
        }
        let end = start + length;
        (self.lookup)(name).map_err(|why| match why {
            NameMistake::Unknown => ExpressionMistake {
                unknown: Some(name.to_owned()),
                ..self.mistake(
                    start,
                    end,
                    format!("there is no column and no value of `given` called `{}`", shortened(name)),
                )
            },
            NameMistake::NotANumber(kind) => {
                self.mistake(start, end, format!("`{}` is {kind}, not a number", shortened(name)))
            }
        })
    }

    /// Reads the arguments of a function and computes its value.
    fn call(&mut self, name: &str, start: usize) -> Evaluated {
        let end = start + name.len();
        if !FUNCTIONS.contains(&name) {
            let message = format!("unknown function `{}`; known: {}", shortened(name), FUNCTIONS.join(", "));
            return Err(self.mistake(start, end, message));
        }
        self.at += 1;
        let mut values = vec![self.sum()?];
        while self.take(',') {
            values.push(self.sum()?);
        }
        self.close()?;
        let computed = match (name, values.as_slice()) {
            ("min", [first, rest @ ..]) => Ok(rest.iter().fold(first.clone(), lower)),
            ("max", [first, rest @ ..]) => Ok(rest.iter().fold(first.clone(), higher)),
            ("floor", [value]) => decimal_math::at_places(value, 0, Rounding::Floor),
            ("ceil", [value]) => decimal_math::at_places(value, 0, Rounding::Ceil),
            ("round" | "round_even", [value, places @ ..]) if places.len() <= 1 => {
                let rounding = if name == "round" { Rounding::HalfUp } else { Rounding::HalfEven };
                let Some(places) = places.first().map_or(Some(0), whole_places) else {
                    let message =
                        format!("the places of `{name}` must be a whole number from -{MOST_PLACES} to {MOST_PLACES}");
                    return Err(self.mistake(start, self.at, message));
                };
                decimal_math::at_places(value, places, rounding)
            }
            _ => {
                let wanted = if name.starts_with("round") { "a number and its places" } else { "one number" };
                return Err(self.mistake(start, self.at, format!("`{name}` takes {wanted}")));
            }
        };
        self.checked(start, self.at, computed)
    }
}

fn is_name(c: char) -> bool {
    c.is_alphabetic() || c == '_'
}

fn lower(one: Decimal, other: &Decimal) -> Decimal {
    if decimal_math::compare(&one, other).is_le() { one } else { other.clone() }
}

fn higher(one: Decimal, other: &Decimal) -> Decimal {
    if decimal_math::compare(&one, other).is_ge() { one } else { other.clone() }
}

fn whole_places(places: &Decimal) -> Option<i64> {
    let places: i64 = places.to_string().parse().ok()?;
    (-MOST_PLACES..=MOST_PLACES).contains(&places).then_some(places)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Expressions and their values, computed once by the `decimal` module of Python with a precision of 34.
    const TABLE: &str = include_str!("expression/python_decimal.tsv");

    fn lookup(name: &str) -> Result<Decimal, NameMistake> {
        match name {
            "salary" => Decimal::parse("3000").map_err(|_| NameMistake::Unknown),
            "persons.ann.age" => Decimal::parse("42").map_err(|_| NameMistake::Unknown),
            "name" => Err(NameMistake::NotANumber("a text")),
            _ => Err(NameMistake::Unknown),
        }
    }

    fn value(text: &str) -> String {
        evaluate(text, &lookup).map_or_else(|mistake| format!("{mistake:?}"), |value| value.to_string())
    }

    #[test]
    fn results_are_those_of_another_implementation() {
        let mut count = 0;
        for line in TABLE.lines() {
            let (text, expected) = line.split_once('\t').expect("two columns");
            let expected = Decimal::parse(expected).expect("a number").to_string();
            assert_eq!(value(text), expected, "{text}");
            count += 1;
        }
        assert!(count > 500, "{count}");
    }

    #[test]
    fn names_signs_and_parentheses_have_their_usual_meaning() {
        for (text, expected) in [
            ("salary * 0.15", "450"),
            ("given", "ExpressionMistake"),
            ("persons.ann.age+1", "43"),
            ("-salary", "-3000"),
            ("--2 - -3", "5"),
            ("2 + 3 * 4 - 10 / 4", "11.5"),
            ("(2 + 3) * (4 - 1)", "15"),
            ("round(salary / 7, 2)", "428.57"),
            ("min(salary, 100, 2e3)", "100"),
            ("max(1)", "1"),
            ("round(2.5)", "3"),
            ("round_even(2.5)", "2"),
            ("floor(-0.5) + ceil(0.1)", "0"),
            ("1e-3*1E+3", "1"),
        ] {
            assert!(value(text).starts_with(expected), "{text}: {}", value(text));
        }
    }

    #[test]
    fn a_mistake_is_at_its_character() {
        for (text, start, end, message) in [
            ("", 0, 0, "the expression ends here, where a number or a name is expected"),
            ("1 +", 3, 3, "the expression ends here, where a number or a name is expected"),
            ("slary * 2", 0, 5, "there is no column and no value of `given` called `slary`"),
            ("2 * name", 4, 8, "`name` is a text, not a number"),
            ("1 / (2 - 2)", 2, 3, "division by zero"),
            ("(1 + 2", 6, 6, "expected `)`"),
            ("1 + 2)", 5, 6, "this `)` has no `(`"),
            ("1 2", 2, 3, "expected an operator: `+`, `-`, `*` or `/`"),
            ("1 + %", 4, 5, "expected a number, a name or `(`"),
            ("1.2.3 + 1", 0, 5, "`1.2.3` is not a number"),
            ("1_000", 0, 5, "`1_000` is not a number"),
            ("sqrt(2)", 0, 4, "unknown function `sqrt`; known: min, max, floor, ceil, round, round_even"),
            ("1 + floor(1, 2)", 4, 15, "`floor` takes one number"),
            ("round(1, 2, 3)", 0, 14, "`round` takes a number and its places"),
            ("round(1, 0.5)", 0, 13, "the places of `round` must be a whole number from -1000 to 1000"),
            ("1e1000000 * 10", 10, 11, "the result cannot be represented: its exponent is beyond 1000000"),
            ("1e1000001", 0, 9, "`1e1000001` cannot be computed: its exponent is beyond 1000000"),
        ] {
            let mistake = evaluate(text, &lookup).expect_err(text);
            assert_eq!((mistake.start, mistake.end, mistake.message.as_str()), (start, end, message), "{text}");
        }
    }

    #[test]
    fn length_and_depth_have_a_limit() {
        assert!(evaluate(&"(".repeat(60_000), &lookup).is_err());
        assert!(evaluate(&format!("{}1{}", "(".repeat(500), ")".repeat(500)), &lookup).is_err());
        assert!(evaluate(&format!("{}1", "-".repeat(500)), &lookup).is_err());
        assert_eq!(value(&format!("{}1{}", "(".repeat(60), ")".repeat(60))), "1");
        assert_eq!(value(&format!("1{}", " + 1".repeat(400))), "401");
    }
}
