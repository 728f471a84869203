//! What an author got wrong, and where. Problems are gathered, never thrown: all of them are shown together.

use std::fmt;

use colored::Colorize;

use crate::protocol::nearest::nearest;
use crate::protocol::text;
use crate::source::Place;

/// One mistake in a rulebook, citation, scenario, golden or project file.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    pub kind: Kind,
    pub message: String,
    /// None where there is no text to point at, such as a folder that is missing.
    pub place: Option<Place>,
    /// The file that it is about, where there is no place in it to point at.
    pub file: Option<String>,
    /// What would be right, one thought per line.
    pub help: Vec<String>,
}

/// The kinds of mistake. A closed list, so that machine-readable output can name them.
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
    /// The rulebook no longer says what the lock says.
    RulebookChanged,
    Golden,
    Orphan,
    Misposed,
    Vacuous,
    Switch,
    Gap,
    Engine,
}

impl Kind {
    pub(crate) fn name(self) -> &'static str {
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
            Kind::Misposed => "misposed",
            Kind::Vacuous => "vacuous",
            Kind::Switch => "switch",
            Kind::Gap => "gap",
            Kind::Engine => "engine",
        }
    }
}

/// The most bytes of a message: nobody reads more, and a name that is quoted in it may be as long as its file.
const LONGEST_MESSAGE: usize = 1000;
/// The same of a line of help, which may have to show two sentences of a rulebook word by word.
const LONGEST_HELP: usize = 4000;

impl Problem {
    /// The message may quote what somebody wrote; it stands on one line all the same, hides nothing and has an end.
    pub fn new(kind: Kind, message: impl AsRef<str>) -> Problem {
        let message = text::one_line(&text::abridged(message.as_ref(), LONGEST_MESSAGE));
        Problem { kind, message, place: None, file: None, help: Vec::new() }
    }

    /// Says which file it is about, where it points at no place in one.
    pub(crate) fn about(mut self, path: impl Into<String>) -> Problem {
        self.file = Some(path.into());
        self
    }

    /// The file that it is about, from the project's folder.
    pub(crate) fn path(&self) -> Option<&str> {
        self.place.as_ref().map(|place| place.file.path.as_str()).or(self.file.as_deref())
    }

    pub(crate) fn at(kind: Kind, place: &Place, message: impl AsRef<str>) -> Problem {
        Problem { place: Some(place.clone()), ..Problem::new(kind, message) }
    }

    pub(crate) fn help(mut self, line: impl AsRef<str>) -> Problem {
        self.help.push(text::one_line(&text::abridged(line.as_ref(), LONGEST_HELP)));
        self
    }

    /// Adds a command and what it does, where it would do that.
    pub(crate) fn suggest(self, command: Option<String>, does: &str) -> Problem {
        match command {
            Some(command) => self.help(format!("`{command}` {does}")),
            None => self,
        }
    }

    /// Adds "did you mean" when one of the valid names is near enough to be worth saying.
    pub(crate) fn nearest<'a>(self, wrong: &str, valid: impl IntoIterator<Item = &'a str>) -> Problem {
        match nearest(wrong, valid) {
            Some(name) => self.help(format!("did you mean `{name}`?")),
            None => self,
        }
    }
}

/// Who makes more mistakes in one file or one hello has made the same one again and again.
pub(crate) const MOST_IN_A_FILE: usize = 100;

/// Whether so many problems of a file have been found that nobody looks for more. Each takes its time, because what was
/// meant is looked for among everything that there is.
pub(crate) fn is_full(problems: &[Problem]) -> bool {
    problems.len() > MOST_IN_A_FILE
}

/// The problems of one file or one engine, of which nobody has to read more than the first hundred.
pub(crate) fn bounded(mut problems: Vec<Problem>) -> Vec<Problem> {
    let more = problems.len().saturating_sub(MOST_IN_A_FILE);
    if more > 0 {
        problems.truncate(MOST_IN_A_FILE);
        let place = problems.last().and_then(|problem| problem.place.clone());
        let message = format!("and at least {more} more mistakes here");
        problems.push(Problem { place, ..Problem::new(Kind::TooMany, message) });
    }
    problems
}

/// Problems in the order a reader meets them: by file and place, those without a place first.
pub(crate) fn sort(problems: &mut [Problem]) {
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
            writeln!(f, "  {} {}", "=".blue(), coloured(help))?;
        }
        Ok(())
    }
}

/// Where words are compared, those that are gone and those that are new stand out.
fn coloured(line: &str) -> String {
    let colour = |word: &str| match word {
        gone if gone.starts_with("[-") && gone.ends_with("-]") => gone.red().to_string(),
        new if new.starts_with("{+") && new.ends_with("+}") => new.green().to_string(),
        other => other.to_owned(),
    };
    line.split(' ').map(colour).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_and_its_help_have_an_end_however_long_the_name_they_quote() {
        let long = "k".repeat(300_000);
        let problem =
            Problem::new(Kind::UnknownKey, format!("a claim has no key `{long}`")).help(format!("not {long}!"));
        assert!(problem.message.len() < 1010 && problem.message.ends_with("kkk`"), "{}", problem.message);
        assert!(problem.help[0].len() < 4010 && problem.help[0].starts_with("not kkk"));
    }

    #[test]
    fn of_very_many_problems_the_first_are_told_and_the_rest_counted() {
        let problems = vec![Problem::new(Kind::Syntax, "again"); MOST_IN_A_FILE + 5];
        let kept = bounded(problems);
        assert_eq!(kept.len(), MOST_IN_A_FILE + 1);
        assert_eq!(kept.last().map(|last| last.message.as_str()), Some("and at least 5 more mistakes here"));
        assert_eq!(bounded(vec![Problem::new(Kind::Syntax, "once")]).len(), 1);
    }
}
