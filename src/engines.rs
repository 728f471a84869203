//! The roster: which engines are built in, and how to reach one that is not.

use crate::protocol::Data;
use crate::protocol::Engine;
use crate::protocol::EngineMaker;
use crate::protocol::Profile;

pub(crate) mod archive;
pub mod process;

pub use truthsayer_cotulenh as cotulenh;
pub use truthsayer_dune as dune;

/// A built-in engine: what it tells about itself, and how to make one.
struct RosterEntry {
    name: &'static str,
    profile: fn() -> Profile,
    make: fn() -> Box<dyn Engine>,
}

const ROSTER: &[RosterEntry] = &[
    RosterEntry { name: "cotulenh", profile: cotulenh::profile, make: || Box::new(cotulenh::Cotulenh) },
    RosterEntry { name: "dune", profile: dune::profile, make: || Box::new(dune::Dune) },
];

/// The names of the built-in engines.
pub fn names() -> impl Iterator<Item = &'static str> {
    ROSTER.iter().map(|entry| entry.name)
}

/// What a built-in engine declares about its words, as `truthsayer schema` prints it.
pub fn words(name: &str) -> Option<Data> {
    match name {
        "cotulenh" => Some(cotulenh::door_words::vocabulary()),
        "dune" => Some(dune::door_words::vocabulary()),
        _ => None,
    }
}

/// A built-in engine by name.
pub fn by_name(name: &str) -> Option<Box<dyn EngineMaker>> {
    let entry = ROSTER.iter().find(|entry| entry.name == name)?;
    Some(Box::new(BuiltIn { profile: (entry.profile)(), make: entry.make }))
}

struct BuiltIn {
    profile: Profile,
    make: fn() -> Box<dyn Engine>,
}

impl EngineMaker for BuiltIn {
    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn engine(&self) -> Box<dyn Engine> {
        (self.make)()
    }
}
