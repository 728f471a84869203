//! Profiles: the description that an engine sends in its hello.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::Serialize;

use crate::Observes;
use crate::text;

/// The description of an engine.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Profile {
    /// The name in reports.
    pub name: String,
    /// The version. Raise it with every change, because it distinguishes results.
    pub version: String,
    /// The game: the name of the folder with its rules.
    pub game: String,
    /// The clauses that can be turned off.
    pub switches: Vec<SwitchNote>,
    /// It can turn switches off, but does not report where they fire.
    pub hides_firings: bool,
    /// It runs in its own process, so only repeated runs show whether it is deterministic.
    pub is_external: bool,
    /// The events that can occur, each with its fields. Empty if the engine does not list them.
    pub events: Vec<EventNote>,
    /// How to draw the board, if the state shows one.
    pub board: Option<BoardNote>,
    /// The readings that `given.readings` can choose. Empty if the engine has none or does not list them.
    pub readings: Vec<ReadingNote>,
    /// The facts that it shows; `None` for all.
    pub observes: Option<Observes>,
    /// Fields of events that have another meaning in this engine and are not compared, by event. Set from the project
    /// file, not by the engine.
    pub ignored_fields: BTreeMap<String, Vec<String>>,
}

impl Profile {
    /// Creates a profile with a name, a version and a game.
    pub fn new(name: impl Into<String>, version: impl Into<String>, game: impl Into<String>) -> Profile {
        Profile { name: name.into(), version: version.into(), game: game.into(), ..Profile::default() }
    }

    /// Sets the switches; [`switchboard::notes`](crate::switchboard::notes) returns those of a whole list.
    #[must_use]
    pub fn with_switches(mut self, switches: impl IntoIterator<Item = SwitchNote>) -> Profile {
        self.switches = switches.into_iter().collect();
        self
    }

    /// Sets the kinds of events.
    #[must_use]
    pub fn with_events(mut self, events: impl IntoIterator<Item = EventNote>) -> Profile {
        self.events = events.into_iter().collect();
        self
    }

    /// Sets the board.
    #[must_use]
    pub fn with_board(mut self, board: impl Into<Option<BoardNote>>) -> Profile {
        self.board = board.into();
        self
    }

    /// Sets the readings.
    #[must_use]
    pub fn with_readings(mut self, readings: impl IntoIterator<Item = ReadingNote>) -> Profile {
        self.readings = readings.into_iter().collect();
        self
    }

    /// Sets the facts that the engine shows (`observes`).
    #[must_use]
    pub fn with_observes(mut self, observes: impl Into<Option<Observes>>) -> Profile {
        self.observes = observes.into();
        self
    }
}

/// A switch and its clause.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SwitchNote {
    /// The name in `without`.
    pub name: String,
    /// The rule, such as `nim/nim.md:3`.
    pub cite: String,
    /// Words that occur in the clause and in no other clause of that line.
    pub quote: String,
}

impl SwitchNote {
    /// Creates a switch with a name, a rule and words of its clause.
    pub fn new(name: impl Into<String>, cite: impl Into<String>, quote: impl Into<String>) -> SwitchNote {
        SwitchNote { name: name.into(), cite: cite.into(), quote: quote.into() }
    }
}

/// A kind of event and its fields.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct EventNote {
    /// The name in the log.
    pub name: String,
    /// The keys of its data.
    #[serde(default)]
    pub fields: Vec<String>,
}

impl EventNote {
    /// Creates a kind of event with a name and fields.
    pub fn new<F: Into<String>>(name: impl Into<String>, fields: impl IntoIterator<Item = F>) -> EventNote {
        EventNote { name: name.into(), fields: fields.into_iter().map(Into::into).collect() }
    }
}

/// A clause with several fair interpretations: a named option, chosen in `given.readings`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ReadingNote {
    /// The name in scenarios.
    pub name: String,
    /// The possible values.
    pub values: Vec<String>,
    /// The value if a scenario does not choose.
    pub default: String,
    /// One sentence that describes the interpretations.
    #[serde(default)]
    pub about: String,
    /// The clause with several interpretations; empty if there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub cite: String,
    /// Words of that clause.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub quote: String,
    /// The clauses that state a value other than the default. They are graded under that value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<ReadingClause>,
}

/// A clause that states one value of a reading.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ReadingClause {
    /// The value.
    pub value: String,
    /// The rule, such as `nim/readings.md:3`.
    pub cite: String,
    /// Words of the clause.
    pub quote: String,
}

impl ReadingNote {
    /// Creates a reading with a name, values and a sentence. The first value is the default.
    pub fn new<V: Into<String>>(
        name: impl Into<String>,
        values: impl IntoIterator<Item = V>,
        about: impl Into<String>,
    ) -> ReadingNote {
        let values: Vec<String> = values.into_iter().map(Into::into).collect();
        let default = values.first().cloned().unwrap_or_default();
        ReadingNote { name: name.into(), values, default, about: about.into(), ..ReadingNote::default() }
    }

    /// Sets the clause that this reading interprets.
    #[must_use]
    pub fn of_clause(mut self, cite: impl Into<String>, quote: impl Into<String>) -> ReadingNote {
        self.cite = cite.into();
        self.quote = quote.into();
        self
    }

    /// Adds a clause that states a value other than the default.
    #[must_use]
    pub fn stated_by(
        mut self,
        value: impl Into<String>,
        cite: impl Into<String>,
        quote: impl Into<String>,
    ) -> ReadingNote {
        self.clauses.push(ReadingClause { value: value.into(), cite: cite.into(), quote: quote.into() });
        self
    }
}

/// The layout of a board in the state, so that reports can draw it. The name of a square is its column and its row.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BoardNote {
    /// The path of the map from squares to pieces.
    pub at: String,
    /// From left to right.
    pub columns: Vec<String>,
    /// From top to bottom.
    pub rows: Vec<String>,
    /// The value of an empty square.
    pub empty: String,
    /// The players whose pieces are in upper case and in lower case.
    pub sides: (String, String),
    /// The kinds of ground. All squares that no kind lists have the last one.
    pub grounds: Vec<GroundNote>,
    /// Symbols of pieces, by their names in the state. A piece without a symbol is drawn by its name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub glyphs: BTreeMap<String, String>,
}

impl BoardNote {
    /// Creates a board with the path of its squares, its columns from left to right and its rows from top to bottom.
    pub fn new<C: Into<String>, R: Into<String>>(
        at: impl Into<String>,
        columns: impl IntoIterator<Item = C>,
        rows: impl IntoIterator<Item = R>,
    ) -> BoardNote {
        BoardNote {
            at: at.into(),
            columns: columns.into_iter().map(Into::into).collect(),
            rows: rows.into_iter().map(Into::into).collect(),
            ..BoardNote::default()
        }
    }

    /// Returns whether the board is small enough to be drawn.
    pub fn is_drawable(&self) -> bool {
        const MOST: usize = 40;
        let is_short = |name: &String, most: usize| name.len() <= most && text::is_one_line(name);
        let mut squares = self.columns.iter().chain(&self.rows);
        let mut legend = self.grounds.iter().map(|ground| &ground.name).chain([&self.sides.0, &self.sides.1]);
        (1..=MOST).contains(&self.columns.len())
            && (1..=MOST).contains(&self.rows.len())
            && squares.all(|name| is_short(name, 4))
            && self.grounds.len() <= MOST
            && legend.all(|name| is_short(name, 100))
            && self.grounds.iter().map(|ground| ground.squares.len()).sum::<usize>() <= MOST * MOST
            && !self.grounds.iter().any(|ground| text::is_hidden(ground.sign))
            && self.glyphs.len() <= MOST * MOST
            && self.glyphs.values().all(|glyph| is_short(glyph, 8))
    }
}

/// A kind of ground with its symbol.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct GroundNote {
    /// The name in reports.
    pub name: String,
    /// The symbol of an empty square.
    pub sign: char,
    /// The squares of this kind. Empty for the kind of all squares that no other kind lists.
    #[serde(default)]
    pub squares: Vec<String>,
}

impl GroundNote {
    /// Creates a kind of ground with a name, a symbol and squares.
    pub fn new<S: Into<String>>(
        name: impl Into<String>,
        sign: char,
        squares: impl IntoIterator<Item = S>,
    ) -> GroundNote {
        GroundNote { name: name.into(), sign, squares: squares.into_iter().map(Into::into).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_that_hides_something_or_floods_a_page_is_not_drawn() {
        let plain = BoardNote::new("board", ["a"], ["1"]);
        assert!(plain.is_drawable());
        let odd = |change: &dyn Fn(&mut BoardNote)| {
            let mut board = plain.clone();
            change(&mut board);
            board.is_drawable()
        };
        assert!(!odd(&|board| board.columns.clear()));
        assert!(!odd(&|board| board.rows = vec!["1".to_owned(); 41]));
        assert!(!odd(&|board| board.rows = vec!["\u{202e}".to_owned()]));
        assert!(!odd(&|board| board.sides.1 = "x".repeat(101)));
        assert!(!odd(&|board| board.grounds = vec![GroundNote::default(); 41]));
        assert!(!odd(&|board| board.grounds = vec![GroundNote { sign: '\u{9b}', ..GroundNote::default() }]));
    }
}
