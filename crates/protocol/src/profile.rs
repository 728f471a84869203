//! A profile: what an engine tells about itself when it says hello.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::Serialize;

use crate::Observes;
use crate::text;

/// What an engine tells about itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Profile {
    /// As documents will call it.
    pub name: String,
    /// To be raised with every change: results of different days are told apart by it.
    pub version: String,
    /// The game it plays: the name of the folder with its rules.
    pub game: String,
    /// The clauses that can be turned off.
    pub switches: Vec<SwitchNote>,
    /// It can turn switches off, but does not tell where they take effect.
    pub hides_firings: bool,
    /// It runs in a process of its own, so nothing but repeated runs shows whether it is deterministic.
    pub is_external: bool,
    /// The events that can occur, each with its fields. Empty when the engine does not say.
    pub events: Vec<EventNote>,
    /// How to draw the board, if the state shows one.
    pub board: Option<BoardNote>,
    /// The readings that can be chosen in `given.readings`. Empty when the engine has none or does not say.
    pub readings: Vec<ReadingNote>,
    /// What it can show of a play. None when it shows everything.
    pub observes: Option<Observes>,
    /// Fields of events that mean something else in this engine, by event: whoever compares passes them over. A project
    /// says so, an engine does not.
    pub ignored_fields: BTreeMap<String, Vec<String>>,
}

impl Profile {
    /// An engine by its name, its version and the game it plays.
    pub fn new(name: impl Into<String>, version: impl Into<String>, game: impl Into<String>) -> Profile {
        Profile { name: name.into(), version: version.into(), game: game.into(), ..Profile::default() }
    }

    /// The same with these switches; [`switchboard::notes`](crate::switchboard::notes) tells of a whole list.
    #[must_use]
    pub fn with_switches(mut self, switches: impl IntoIterator<Item = SwitchNote>) -> Profile {
        self.switches = switches.into_iter().collect();
        self
    }

    /// The same with these kinds of events, and no others.
    #[must_use]
    pub fn with_events(mut self, events: impl IntoIterator<Item = EventNote>) -> Profile {
        self.events = events.into_iter().collect();
        self
    }

    /// The same with a board that can be drawn.
    #[must_use]
    pub fn with_board(mut self, board: impl Into<Option<BoardNote>>) -> Profile {
        self.board = board.into();
        self
    }

    /// The same with these readings.
    #[must_use]
    pub fn with_readings(mut self, readings: impl IntoIterator<Item = ReadingNote>) -> Profile {
        self.readings = readings.into_iter().collect();
        self
    }

    /// The same with a log, a state and answers that show only a part.
    #[must_use]
    pub fn with_observes(mut self, observes: impl Into<Option<Observes>>) -> Profile {
        self.observes = observes.into();
        self
    }
}

/// A switch and the clause it stands for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SwitchNote {
    /// As tasks call it in `without`.
    pub name: String,
    /// The rule line, such as `nim/nim.md:3`.
    pub cite: String,
    /// Words that stand in the clause and in no other clause of that line.
    pub quote: String,
}

impl SwitchNote {
    /// A switch by its name, the rule line it stands for and the words there.
    pub fn new(name: impl Into<String>, cite: impl Into<String>, quote: impl Into<String>) -> SwitchNote {
        SwitchNote { name: name.into(), cite: cite.into(), quote: quote.into() }
    }
}

/// A kind of event and the fields it can carry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct EventNote {
    /// As the log calls it.
    pub name: String,
    /// The keys of its data.
    #[serde(default)]
    pub fields: Vec<String>,
}

impl EventNote {
    /// A kind of event by its name and its fields.
    pub fn new<F: Into<String>>(name: impl Into<String>, fields: impl IntoIterator<Item = F>) -> EventNote {
        EventNote { name: name.into(), fields: fields.into_iter().map(Into::into).collect() }
    }
}

/// A point on which fair players differ: a named option of the game, chosen in `given.readings`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ReadingNote {
    /// As scenarios call it.
    pub name: String,
    /// What can be chosen.
    pub values: Vec<String>,
    /// The value that holds where a scenario does not choose.
    pub default: String,
    /// One sentence that says both sides.
    #[serde(default)]
    pub about: String,
    /// The clause that is read in more than one way; empty where it belongs to none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub cite: String,
    /// Words that stand in that clause.
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
    /// The value that it states.
    pub value: String,
    /// The rule line, such as `nim/readings.md:3`.
    pub cite: String,
    /// Words of the clause.
    pub quote: String,
}

impl ReadingNote {
    /// A reading by its name, its values and one sentence that says both sides. The first value is the default.
    pub fn new<V: Into<String>>(
        name: impl Into<String>,
        values: impl IntoIterator<Item = V>,
        about: impl Into<String>,
    ) -> ReadingNote {
        let values: Vec<String> = values.into_iter().map(Into::into).collect();
        let default = values.first().cloned().unwrap_or_default();
        ReadingNote { name: name.into(), values, default, about: about.into(), ..ReadingNote::default() }
    }

    /// The same, of the clause that is read in more than one way.
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

/// How a state shows a board, so that people can be shown a board. A square is called by its column and its row.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BoardNote {
    /// The path of the map that says what stands on each square.
    pub at: String,
    /// From left to right.
    pub columns: Vec<String>,
    /// From top to bottom.
    pub rows: Vec<String>,
    /// The value of an empty square.
    pub empty: String,
    /// Whose pieces are written in upper case, and whose in lower case.
    pub sides: (String, String),
    /// The kinds of ground. Squares that no kind lists are of the last one.
    pub grounds: Vec<GroundNote>,
    /// How to draw a piece, by what the state calls it; what is not named is drawn as it is called.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub glyphs: BTreeMap<String, String>,
}

impl BoardNote {
    /// A board by the path of its squares, its columns from left to right and its rows from top to bottom.
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

    /// Whether this is a board that fits on a page, and not a way to flood one.
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

/// A kind of ground with the sign it is drawn with.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct GroundNote {
    /// What people call it.
    pub name: String,
    /// How an empty square of it is drawn.
    pub sign: char,
    /// Its squares; none where it takes all that no other kind lists.
    #[serde(default)]
    pub squares: Vec<String>,
}

impl GroundNote {
    /// A kind of ground by its name, its sign and its squares.
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
