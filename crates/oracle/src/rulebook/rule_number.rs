//! The number of a catalog rule: a whole number, or a short text such as `11.4` or `§ 5`.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::Deserialize;
use serde::Serialize;

use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::strict_map;
use crate::base::yaml::Node;
use truthsayer_protocol::Data;
use truthsayer_protocol::text;

/// The number of a catalog rule.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum RuleNumber {
    Number(usize),
    Text(String),
}

/// Maximum length of a number that is a text.
const LONGEST: usize = 40;

impl RuleNumber {
    /// Reads a whole number or a text. A decimal number must be quoted, because `11.10` is not 11.1.
    pub(super) fn read(node: &Node, problems: &mut Vec<Problem>) -> Option<RuleNumber> {
        if !matches!(node.to_data(), Data::String(_)) {
            return strict_map::number(node, "rule", problems).map(RuleNumber::Number);
        }
        let written = text::one_line(strict_map::text(node, "rule", problems)?.trim());
        if written.is_empty() || written.chars().count() > LONGEST {
            let message = format!("`rule` must be a number, or a text of 1 to {LONGEST} characters");
            problems.push(Problem::at(Kind::BadValue, &node.place, message));
            return None;
        }
        Some(RuleNumber::Text(written))
    }

    /// Returns the number as part of a file name: `07`, or `11-4` for the text `11.4`.
    pub fn file_part(&self) -> String {
        match self {
            RuleNumber::Number(number) => format!("{number:02}"),
            RuleNumber::Text(text) => {
                let plain = |c: char| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
                let part: String = text.chars().map(plain).collect();
                part.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-")
            }
        }
    }
}

impl FromStr for RuleNumber {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<RuleNumber, Infallible> {
        Ok(text.parse().map_or_else(|_| RuleNumber::Text(text.trim().to_owned()), RuleNumber::Number))
    }
}

impl fmt::Display for RuleNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RuleNumber::Number(number) => write!(f, "{number}"),
            RuleNumber::Text(text) => f.write_str(text),
        }
    }
}
