//! Readings: options where fair players differ. The rulebook states the default; `readings.md` states the other value,
//! which has a switch of its own.

/// A point on which fair players differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    pub name: &'static str,
    /// The default value, then the other one.
    pub values: [&'static str; 2],
    /// The rule with the clause that has two readings, and words of that clause.
    pub cite: &'static str,
    pub quote: &'static str,
    /// Words of the clause of readings.md that states the other value.
    pub other: &'static str,
    /// One sentence that states both values.
    pub about: &'static str,
}

/// Declares each reading once: the field that is true for the other value, its name, values, clause and sentence.
macro_rules! readings {
    ($(
        $field:ident: $name:literal [$usual:literal, $other:literal]
        $cite:literal $quote:literal or $stated:literal
        $about:literal;
    )+) => {
        /// The chosen values: false is the default of a reading, true the other value.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct Readings {
            $(pub $field: bool,)+
        }

        impl Readings {
            pub const DEFAULT: Readings = Readings { $($field: false,)+ };

            pub const ALL: &'static [Reading] = &[$(Reading {
                name: $name,
                values: [$usual, $other],
                cite: concat!("cotulenh/", $cite),
                quote: $quote,
                other: $stated,
                about: $about,
            },)+];

            /// Chooses the default of a reading or the other value. An unknown name changes nothing.
            pub fn set(&mut self, name: &str, other: bool) {
                match name {
                    $($name => self.$field = other,)+
                    _ => {}
                }
            }
        }
    };
}

readings! {
    any_capture_resets: "clock" ["first_step", "any_capture"]
        "game-end.md" "a normal capture sets the half-move clock to 0"
            or "every turn with a capture in it"
        "The half-move clock goes back to 0 after a turn that begins with a normal capture, or after every turn \
         with a capture in it.";
    threefold: "repetition" ["ignored", "threefold"]
        "game-end.md" "does not end the game"
            or "the third time that a position stands"
        "Repeating a position changes nothing, or the third time that a position stands with the same side to move \
         draws.";
    no_landing_in_zone: "landing_in_zone" ["allowed", "forbidden"]
        "air-defence.md" "An air force inside the zone of one defender can land on a friendly piece"
            or "does not combine inside a zone"
        "An air force may join a friend inside the zone of one defender, or it does nothing there but capture by \
         suicide.";
    first_piece_is_seen: "sight" ["empty_squares", "first_piece_too"]
        "game-end.md" "A piece hides the square that it stands on"
            or "also sees the square of the first piece on the line"
        "The enemy commander sees empty squares only, so a commander may capture or combine at the end of the line \
         if the line is closed before the turn ends, or it sees the first piece on the line too, and the commander \
         may not.";
    group_stands_alone: "recombining_onto_a_ship" ["allowed", "forbidden"]
        "stacks.md" "it is enough that the ship can stand there"
            or "has to be able to stand there without the ship"
        "A passenger may follow an air force aboard a ship at sea, since the ship carries them all, or it may not, \
         since the two could not stand there by themselves.";
    only_by_recombining: "joining_without_recombining" ["allowed", "forbidden"]
        "stacks.md" "where the two could not have gone together"
            or "by recombining or not at all"
        "A passenger may join a piece of its own deployment by an ordinary step where recombining is impossible, or \
         joining such a piece is always recombining.";
    tank_is_blocked: "tank_captures" ["over_pieces", "blocked"]
        "captures.md" "A tank captures over pieces"
            or "a tank is stopped by pieces in between"
        "A tank captures over pieces in between like artillery, or it is stopped by them like infantry.";
    every_step_is_safe: "deployment_safety" ["at_commit", "every_step"]
        "stacks.md" "judged at the commit, not before"
            or "every step of a deployment has to leave the own commander"
        "A deployment has to leave its own commander safe when it is committed, or after every single step.";
}
