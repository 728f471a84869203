//! Advice: words and commands, rendered as plain text or Markdown.

use crate::report::text::escape;

/// Words, and commands or names between them.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(crate) struct Advice(Vec<Piece>);

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Piece {
    Words(String),
    /// A command, or the name of a switch.
    Code(String),
}

impl Advice {
    pub(crate) fn words(text: impl Into<String>) -> Advice {
        Advice::default().and(text)
    }

    pub(crate) fn and(mut self, text: impl Into<String>) -> Advice {
        self.0.push(Piece::Words(text.into()));
        self
    }

    pub(crate) fn code(mut self, text: impl Into<String>) -> Advice {
        self.0.push(Piece::Code(text.into()));
        self
    }

    /// Adds a command with the words around it, if there is one.
    pub(crate) fn suggest(self, before: &str, command: Option<String>, after: &str) -> Advice {
        match command {
            Some(command) => self.and(before).code(command).and(after),
            None => self,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// For a terminal.
    pub(crate) fn plain(&self) -> String {
        let shown = |piece: &Piece| match piece {
            Piece::Words(text) => text.clone(),
            Piece::Code(text) => format!("`{text}`"),
        };
        self.0.iter().map(shown).collect()
    }

    /// For a Markdown document.
    pub(crate) fn markdown(&self) -> String {
        let shown = |piece: &Piece| match piece {
            Piece::Words(text) => escape::escape(text),
            Piece::Code(text) => escape::code(text),
        };
        self.0.iter().map(shown).collect()
    }
}
