//! Readings: options of the game where fair players differ.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Readings {
    /// Any capture sets the half-move clock to 0, not only a normal one in the first step of the turn.
    pub any_capture_resets: bool,
    /// The third time the same board stands with the same side to move, the game is drawn.
    pub threefold: bool,
    /// An air force may not combine on a square inside a zone.
    pub no_landing_in_zone: bool,
}

impl Readings {
    pub const DEFAULT: Readings = Readings { any_capture_resets: false, threefold: false, no_landing_in_zone: false };

    /// Each reading with its values, the default first.
    pub const NAMES: [(&'static str, [&'static str; 2]); 3] = [
        ("clock", ["first_step", "any_capture"]),
        ("repetition", ["ignored", "threefold"]),
        ("landing_in_zone", ["allowed", "forbidden"]),
    ];

    /// The value of a reading: false is the default, true the other one.
    pub fn set(&mut self, name: &str, other: bool) {
        match name {
            "clock" => self.any_capture_resets = other,
            "repetition" => self.threefold = other,
            _ => self.no_landing_in_zone = other,
        }
    }
}
