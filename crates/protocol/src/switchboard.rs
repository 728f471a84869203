//! Declares the switches of an engine: one macro, so that all engines name and cite them in the same way.

use crate::Complaint;
use crate::SwitchNote;
use crate::task_node;

/// A list of switches, as [`switches!`](crate::switches) declares one.
pub trait Switches: Copy + PartialEq + 'static {
    /// All switches, in the order of the list.
    const ALL: &'static [Self];

    /// Returns the name in `without`.
    fn name(self) -> &'static str;

    /// Returns the rule, with the game's folder.
    fn cite(self) -> &'static str;

    /// Returns words that occur in the clause and in no other clause of that line.
    fn quote(self) -> &'static str;
}

/// Returns the switches that a task turns off.
pub fn read<S: Copy>(names: &[String], all: &[S], name_of: fn(S) -> &'static str) -> Result<Vec<S>, Complaint> {
    let read = |name: &String| {
        all.iter().copied().find(|switch| name_of(*switch) == name).ok_or_else(|| {
            Complaint::new("without", task_node::unknown("switch", name, all.iter().map(|switch| name_of(*switch))))
        })
    };
    names.iter().map(read).collect()
}

/// Returns the notes of all switches.
pub fn notes<S: Switches>() -> Vec<SwitchNote> {
    S::ALL.iter().map(|switch| SwitchNote::new(switch.name(), switch.cite(), switch.quote())).collect()
}

/// Declares the enum `Switch` of an engine. Each row: variant, name, rule line below the game's folder, quoted words.
///
/// ```
/// truthsayer_protocol::switches! { "nim":
///     AtMostThree "at_most_three" "nim.md:1" "at most three stones";
///     LastStoneWins "last_stone_wins" "nim.md:2" "takes the last stone wins";
/// }
///
/// assert_eq!(Switch::ALL.len(), 2);
/// assert_eq!(Switch::AtMostThree.cite(), "nim/nim.md:1");
/// ```
#[macro_export]
macro_rules! switches {
    ($game:literal: $($Variant:ident $name:literal $cite:literal $quote:literal;)*) => {
        /// The switches of this engine, each with its clause.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Switch { $(
           #[doc = concat!("`", $name, "` turns off ", $game, "/", $cite, ".")]
            $Variant
        ),* }

        impl Switch {
            /// All switches, in the order of the list.
            pub const ALL: &'static [Switch] = &[$(Switch::$Variant),*];

            /// Returns the name in `without`.
            pub fn name(self) -> &'static str {
                match self { $(Switch::$Variant => $name),* }
            }

            /// Returns the rule, with the game's folder.
            pub fn cite(self) -> &'static str {
                match self { $(Switch::$Variant => concat!($game, "/", $cite)),* }
            }

            /// Returns words that occur in the clause and in no other clause of that line.
            pub fn quote(self) -> &'static str {
                match self { $(Switch::$Variant => $quote),* }
            }
        }

        impl $crate::switchboard::Switches for Switch {
            const ALL: &'static [Switch] = Switch::ALL;

            fn name(self) -> &'static str {
                Switch::name(self)
            }

            fn cite(self) -> &'static str {
                Switch::cite(self)
            }

            fn quote(self) -> &'static str {
                Switch::quote(self)
            }
        }
    };
}
