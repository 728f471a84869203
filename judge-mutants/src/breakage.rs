//! One small break of the source, and where in a file it goes.

use std::ops::Range;

/// A place of a file, and what could stand there instead.
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

/// How a broken piece is put in.
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
    /// Something that stands there beside all else.
    Insertion,
}

/// What stands there instead.
#[derive(Debug, Clone)]
pub struct Break {
    pub kind: &'static str,
    pub text: String,
    /// How it is told, where that is not the original and what stands for it.
    pub told: Option<String>,
}

impl From<(&'static str, String)> for Break {
    fn from((kind, text): (&'static str, String)) -> Break {
        Break { kind, text, told: None }
    }
}

/// A break with its number, as it is switched on, tried and told.
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
    /// What it is, without the line, which moves.
    pub fn key(&self) -> String {
        format!("{}: {}: {}: {}", self.file, self.function, self.kind, self.change)
    }

    pub fn told(&self) -> String {
        format!("{}:{}: {}: {}: {}", self.file, self.line, self.function, self.kind, self.change)
    }
}

/// Source on one line, and not too much of it.
pub fn short(text: &str) -> String {
    const MOST: usize = 70;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", &line[..at]),
        None => line,
    }
}
