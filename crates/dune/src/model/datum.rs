//! The value of an event's field or of an answer.

use crate::model::half_strength::Half;
use crate::model::named::Named;
use crate::model::spot::Sector;

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Datum {
    Word(&'static str),
    Text(String),
    Count(u32),
    Number(Half),
    Flag(bool),
    List(Vec<Datum>),
    Record(Vec<(&'static str, Datum)>),
    /// A field that is left out.
    Absent,
}

/// The name of the missing value.
pub(crate) const NONE: &str = "none";

const SECTOR_NAMES: [&str; 18] = [
    "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "s12", "s13", "s14", "s15", "s16", "s17",
];

impl Sector {
    pub(crate) fn name(self) -> &'static str {
        SECTOR_NAMES.get(usize::from(self.0)).copied().unwrap_or(NONE)
    }

    pub(crate) fn by_name(name: &str) -> Option<Sector> {
        let index = SECTOR_NAMES.iter().position(|known| *known == name)?;
        u8::try_from(index).ok().map(Sector)
    }
}

impl<T: Named> From<T> for Datum {
    fn from(thing: T) -> Datum {
        Datum::Word(thing.name())
    }
}

impl From<Sector> for Datum {
    fn from(sector: Sector) -> Datum {
        Datum::Word(sector.name())
    }
}

impl From<u32> for Datum {
    fn from(count: u32) -> Datum {
        Datum::Count(count)
    }
}

impl From<Half> for Datum {
    fn from(number: Half) -> Datum {
        Datum::Number(number)
    }
}

impl From<bool> for Datum {
    fn from(flag: bool) -> Datum {
        Datum::Flag(flag)
    }
}

impl From<&'static str> for Datum {
    fn from(word: &'static str) -> Datum {
        Datum::Word(word)
    }
}

impl<T: Into<Datum>> From<Option<T>> for Datum {
    fn from(thing: Option<T>) -> Datum {
        thing.map_or(Datum::Word(NONE), T::into)
    }
}

impl<T: Into<Datum>> From<Vec<T>> for Datum {
    fn from(things: Vec<T>) -> Datum {
        Datum::List(things.into_iter().map(T::into).collect())
    }
}
