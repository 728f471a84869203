//! What an author got wrong, and where. Problems are gathered, never thrown: all of them are shown together.

use std::fmt;

use colored::Colorize;

use crate::source::Place;

/// One mistake in a rulebook, citation, scenario, golden or project file.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    pub kind: Kind,
    pub message: String,
    /// None where there is no text to point at, such as a folder that is missing.
    pub place: Option<Place>,
    /// What would be right, one thought per line.
    pub help: Vec<String>,
}

/// The kinds of mistake. A closed list, so that machine-readable output can name them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Unreadable,
    NotUtf8,
    TooLong,
    Tab,
    Syntax,
    TooDeep,
    TooMany,
    Duplicate,
    UnknownKey,
    MissingKey,
    WrongType,
    BadValue,
    EmptyThen,
    Fixture,
    Example,
    CitationMoved,
    CitationAmbiguous,
    CitationChanged,
    CitationLost,
    Golden,
    Orphan,
    Misposed,
    Vacuous,
    Switch,
    Gap,
    Engine,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::Unreadable => "unreadable",
            Kind::NotUtf8 => "not-utf-8",
            Kind::TooLong => "too-long",
            Kind::Tab => "tab",
            Kind::Syntax => "syntax",
            Kind::TooDeep => "too-deep",
            Kind::TooMany => "too-many",
            Kind::Duplicate => "duplicate-key",
            Kind::UnknownKey => "unknown-key",
            Kind::MissingKey => "missing-key",
            Kind::WrongType => "wrong-type",
            Kind::BadValue => "bad-value",
            Kind::EmptyThen => "empty-then",
            Kind::Fixture => "fixture",
            Kind::Example => "example",
            Kind::CitationMoved => "citation-moved",
            Kind::CitationAmbiguous => "citation-ambiguous",
            Kind::CitationChanged => "citation-changed",
            Kind::CitationLost => "citation-lost",
            Kind::Golden => "golden",
            Kind::Orphan => "orphan",
            Kind::Misposed => "misposed",
            Kind::Vacuous => "vacuous",
            Kind::Switch => "switch",
            Kind::Gap => "gap",
            Kind::Engine => "engine",
        }
    }
}

impl Problem {
    pub fn new(kind: Kind, message: impl Into<String>) -> Problem {
        Problem { kind, message: message.into(), place: None, help: Vec::new() }
    }

    pub fn at(kind: Kind, place: &Place, message: impl Into<String>) -> Problem {
        Problem { kind, message: message.into(), place: Some(place.clone()), help: Vec::new() }
    }

    pub fn help(mut self, line: impl Into<String>) -> Problem {
        self.help.push(line.into());
        self
    }

    /// Adds "did you mean" when one of the valid names is near enough to be worth saying.
    pub fn nearest<'a>(self, wrong: &str, valid: impl IntoIterator<Item = &'a str>) -> Problem {
        match nearest(wrong, valid) {
            Some(name) => self.help(format!("did you mean `{name}`?")),
            None => self,
        }
    }
}

/// The valid name that a misspelt one most likely stands for.
pub fn nearest<'a>(wrong: &str, valid: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const NEAR_ENOUGH: f64 = 0.72;
    let score = |name: &str| strsim::jaro_winkler(wrong, name).max(strsim::normalized_damerau_levenshtein(wrong, name));
    valid
        .into_iter()
        .map(|name| (score(name), name))
        .filter(|(score, _)| *score >= NEAR_ENOUGH)
        .max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.cmp(a.1)))
        .map(|(_, name)| name)
}

/// Problems in the order a reader meets them: by file and place, those without a place first.
pub fn sort(problems: &mut [Problem]) {
    problems.sort_by(|a, b| {
        let key = |p: &Problem| p.place.as_ref().map(|place| (place.file.path.clone(), place.start));
        key(a).cmp(&key(b)).then_with(|| a.message.cmp(&b.message))
    });
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}{} {}", "error".red().bold(), ":".bold(), self.message.bold())?;
        if let Some(place) = &self.place {
            writeln!(f, "  {} {place}", "-->".blue())?;
            for line in place.excerpt().lines() {
                writeln!(f, "  {line}")?;
            }
        }
        for help in &self.help {
            for (index, line) in help.lines().enumerate() {
                let mark = if index == 0 { "=" } else { " " };
                writeln!(f, "  {} {line}", mark.blue())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_finger_is_recognised_and_nonsense_is_not() {
        let names = ["scenario", "given", "when", "claims"];
        assert_eq!(nearest("claim", names), Some("claims"));
        assert_eq!(nearest("whne", names), Some("when"));
        assert_eq!(nearest("xylophone", names), None);
    }
}
