//! How an engine lists its switches: one macro, so that every engine names, cites and finds them in the same way.

use crate::Complaint;
use crate::SwitchNote;
use crate::node;

/// The switches that a task wants off, by their names.
pub fn read<S: Copy>(names: &[String], all: &[S], name_of: fn(S) -> &'static str) -> Result<Vec<S>, Complaint> {
    let read = |name: &String| {
        all.iter().copied().find(|switch| name_of(*switch) == name).ok_or_else(|| Complaint {
            at: "without".to_owned(),
            why: node::unknown("switch", name, all.iter().map(|switch| name_of(*switch))),
        })
    };
    names.iter().map(read).collect()
}

/// What an engine tells about a switch: its name, its rule line and the words it stands for.
pub fn note(name: &str, cite: &str, quote: &str) -> SwitchNote {
    SwitchNote { name: name.to_owned(), cite: cite.to_owned(), quote: quote.to_owned() }
}

/// Declares the enum `Switch` of an engine. Each row: variant, name, rule line below the game's folder, quoted words.
#[macro_export]
macro_rules! switches {
    ($game:literal: $($Variant:ident $name:literal $cite:literal $quote:literal;)+) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Switch { $($Variant),+ }

        impl Switch {
            pub const ALL: &'static [Switch] = &[$(Switch::$Variant),+];

            pub fn name(self) -> &'static str {
                match self { $(Switch::$Variant => $name),+ }
            }

            /// The rule line, with the game's folder.
            pub fn cite(self) -> &'static str {
                match self { $(Switch::$Variant => concat!($game, "/", $cite)),+ }
            }

            /// Words that stand in the clause and in no other clause of that line.
            pub fn quote(self) -> &'static str {
                match self { $(Switch::$Variant => $quote),+ }
            }
        }
    };
}
