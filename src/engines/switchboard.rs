//! How an engine lists its switches: one macro, so that every engine names, cites and finds them in the same way.

/// Declares the enum `Switch` of an engine. Each row: variant, name, rule line below the game's folder, quoted words.
macro_rules! switches {
    ($game:literal: $($Variant:ident $name:literal $cite:literal $quote:literal;)+) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Switch { $($Variant),+ }

        impl Switch {
            pub const ALL: &'static [Switch] = &[$(Switch::$Variant),+];

            pub fn name(self) -> &'static str {
                match self { $(Switch::$Variant => $name),+ }
            }

            pub fn by_name(name: &str) -> Option<Switch> {
                Switch::ALL.iter().copied().find(|switch| switch.name() == name)
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
