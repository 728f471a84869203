//! Problems: mistakes of an author, with their positions. They are collected, so that all are shown together.

use std::fmt;

use crate::base::source::Place;
use truthsayer_protocol::nearest::nearest;
use truthsayer_protocol::text;

/// One mistake in a file of the project.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Problem {
    pub kind: Kind,
    pub message: String,
    /// `None` if there is no text to point at, such as a missing folder.
    pub place: Option<Place>,
    /// The file, if there is no position in it.
    pub file: Option<String>,
    /// How to fix it, one hint per line.
    pub help: Vec<String>,
    /// The correct text for the place, if it is known.
    pub replacement: Option<String>,
}

/// Kinds of mistakes. A closed list, so that machine-readable output can name them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Unreadable,
    NotUtf8,
    Hidden,
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
    /// The lock cannot be read.
    Lock,
    /// The rulebook differs from the lock.
    RulebookChanged,
    Golden,
    Orphan,
    Invalid,
    Vacuous,
    Switch,
    Gap,
    Engine,
    /// A clause that depends on the sentence before it.
    DependentClause,
    /// A `limit` or `thin` reason that is no longer needed.
    OutdatedReason,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::Unreadable => "unreadable",
            Kind::NotUtf8 => "not-utf-8",
            Kind::Hidden => "hidden-character",
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
            Kind::Lock => "lock",
            Kind::RulebookChanged => "rulebook-changed",
            Kind::Golden => "golden",
            Kind::Orphan => "orphan",
            Kind::Invalid => "invalid",
            Kind::Vacuous => "vacuous",
            Kind::Switch => "switch",
            Kind::Gap => "gap",
            Kind::Engine => "engine",
            Kind::DependentClause => "dependent-clause",
            Kind::OutdatedReason => "outdated-reason",
        }
    }

    /// Whether a run that finds only this kind of problem succeeds.
    pub fn is_warning(self) -> bool {
        matches!(self, Kind::DependentClause | Kind::OutdatedReason)
    }

    /// The word in front of a message: `error` or `warning`.
    pub fn severity(self) -> &'static str {
        if self.is_warning() { "warning" } else { "error" }
    }
}

/// Maximum length of a message in bytes. A quoted name may be as long as its file.
const LONGEST_MESSAGE: usize = 1000;
/// Maximum length of a line of help in bytes. It may show two sentences of a rulebook.
const LONGEST_HELP: usize = 4000;

impl Problem {
    /// Creates a problem. Escapes and shortens the message, which may quote untrusted text.
    pub fn new(kind: Kind, message: impl AsRef<str>) -> Problem {
        let message = text::one_line(&text::abridged(message.as_ref(), LONGEST_MESSAGE));
        Problem { kind, message, place: None, file: None, help: Vec::new(), replacement: None }
    }

    /// Sets the file, for a problem without a position.
    pub fn about(mut self, path: impl Into<String>) -> Problem {
        self.file = Some(path.into());
        self
    }

    /// Returns the path of the file, relative to the project.
    pub fn path(&self) -> Option<&str> {
        self.place.as_ref().map(|place| place.file.path.as_str()).or(self.file.as_deref())
    }

    pub fn at(kind: Kind, place: &Place, message: impl AsRef<str>) -> Problem {
        Problem { place: Some(place.clone()), ..Problem::new(kind, message) }
    }

    pub fn help(mut self, line: impl AsRef<str>) -> Problem {
        self.help.push(text::one_line(&text::abridged(line.as_ref(), LONGEST_HELP)));
        self
    }

    /// Adds a command and its effect, if there is a command.
    pub(crate) fn suggest(self, command: Option<String>, does: &str) -> Problem {
        match command {
            Some(command) => self.help(format!("`{command}` {does}")),
            None => self,
        }
    }

    /// Adds "did you mean" if a valid name is similar.
    pub fn nearest<'a>(self, wrong: &str, valid: impl IntoIterator<Item = &'a str>) -> Problem {
        match nearest(wrong, valid) {
            Some(name) => self.help(format!("did you mean `{name}`?")).replace_with(name),
            None => self,
        }
    }

    /// Sets the correct text for the place.
    pub(crate) fn replace_with(mut self, text: impl Into<String>) -> Problem {
        self.replacement = Some(text.into());
        self
    }
}

/// Maximum number of problems of one file or one `hello`. More are usually repetitions.
pub(crate) const MOST_IN_A_FILE: usize = 100;

/// Returns whether the maximum number of problems is reached. Each one costs time, because similar names are searched.
pub(crate) fn is_full(problems: &[Problem]) -> bool {
    problems.len() > MOST_IN_A_FILE
}

/// Limits the problems of one file or one engine to the maximum.
pub fn bounded(mut problems: Vec<Problem>) -> Vec<Problem> {
    let more = problems.len().saturating_sub(MOST_IN_A_FILE);
    if more > 0 {
        problems.truncate(MOST_IN_A_FILE);
        let place = problems.last().and_then(|problem| problem.place.clone());
        let message = format!("at least {more} more problems");
        problems.push(Problem { place, ..Problem::new(Kind::TooMany, message) });
    }
    problems
}

/// Sorts problems by file and position, those without a position first.
pub fn sort(problems: &mut [Problem]) {
    problems.sort_by(|a, b| {
        let key = |p: &Problem| p.place.as_ref().map(|place| (place.file.path.clone(), place.start));
        key(a).cmp(&key(b)).then_with(|| a.message.cmp(&b.message))
    });
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", self.kind.severity(), self.message)?;
        if let Some(place) = &self.place {
            writeln!(f, "  --> {place}")?;
            for line in place.excerpt().to_string().lines() {
                writeln!(f, "  {line}")?;
            }
        }
        self.help.iter().try_for_each(|help| writeln!(f, "  = {help}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_and_its_help_are_shortened() {
        let long = "k".repeat(300_000);
        let problem =
            Problem::new(Kind::UnknownKey, format!("a claim has no key `{long}`")).help(format!("not {long}!"));
        assert!(problem.message.len() < 1010 && problem.message.ends_with("kkk`"), "{}", problem.message);
        assert!(problem.help[0].len() < 4010 && problem.help[0].starts_with("not kkk"));
    }

    #[test]
    fn many_problems_are_cut_and_the_rest_counted() {
        let problems = vec![Problem::new(Kind::Syntax, "again"); MOST_IN_A_FILE + 5];
        let kept = bounded(problems);
        assert_eq!(kept.len(), MOST_IN_A_FILE + 1);
        assert_eq!(kept.last().map(|last| last.message.as_str()), Some("at least 5 more problems"));
        assert_eq!(bounded(vec![Problem::new(Kind::Syntax, "once")]).len(), 1);
    }
}
