//! One mutant of the source and its place in a file.

use std::ops::Range;

/// A place in a file and its replacements.
#[derive(Debug, Clone)]
pub struct Place {
    /// The bytes of the original.
    pub range: Range<usize>,
    pub form: Form,
    pub line: usize,
    /// The function around it.
    pub function: String,
    pub breaks: Vec<Break>,
}

/// How a replacement is inserted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    /// A statement that is left out.
    Statement,
    /// The body of an arm, which may end without a comma.
    Arm,
    /// An `if`, which may be a statement or follow an `else`.
    Branch,
    /// A field of a struct that is written as its name alone.
    Field,
    /// A value.
    Value,
    /// Code that is inserted in addition.
    Insertion,
}

/// A replacement.
#[derive(Debug, Clone)]
pub struct Break {
    pub kind: &'static str,
    pub text: String,
    /// Its description, if it is not just the original and the replacement.
    pub told: Option<String>,
}

impl From<(&'static str, String)> for Break {
    fn from((kind, text): (&'static str, String)) -> Break {
        Break { kind, text, told: None }
    }
}

/// A mutant with its number.
#[derive(Debug, Clone)]
pub struct Breakage {
    pub number: usize,
    pub file: String,
    pub line: usize,
    pub function: String,
    pub kind: &'static str,
    pub change: String,
}

impl Breakage {
    /// Returns its description without the line number, which may change.
    pub fn key(&self) -> String {
        format!("{}: {}: {}: {}", self.file, self.function, self.kind, self.change)
    }

    pub fn location_and_change(&self) -> String {
        format!("{}:{}: {}: {}: {}", self.file, self.line, self.function, self.kind, self.change)
    }
}

/// Returns source code on one line, shortened.
pub fn short(text: &str) -> String {
    const MOST: usize = 70;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line,
    }
}
