//! The built-in engines.

use truthsayer_oracle::engines::in_process::InProcess;
use truthsayer_oracle::run::seat::Seat;
use truthsayer_oracle::run::seat::Seats;
use truthsayer_protocol::Data;
use truthsayer_protocol::Engine;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Profile;

pub use truthsayer_cotulenh as cotulenh;
pub use truthsayer_dune as dune;

/// A built-in engine: its profile and its constructor.
struct RosterEntry {
    name: &'static str,
    profile: fn() -> Profile,
    make: fn() -> Box<dyn Engine>,
}

const ROSTER: &[RosterEntry] = &[
    RosterEntry { name: "cotulenh", profile: cotulenh::profile, make: || Box::<cotulenh::ThriftyCotulenh>::default() },
    RosterEntry { name: "dune", profile: dune::profile, make: || Box::<dune::ThriftyDune>::default() },
];

/// The names of the built-in engines.
pub fn names() -> impl Iterator<Item = &'static str> {
    ROSTER.iter().map(|entry| entry.name)
}

/// The vocabulary of a built-in engine, as `truthsayer schema` prints it.
pub fn words(name: &str) -> Option<Data> {
    match name {
        "cotulenh" => Some(cotulenh::vocabulary()),
        "dune" => Some(dune::door_words::vocabulary()),
        _ => None,
    }
}

/// Every built-in engine as the reference engine of its game.
pub fn seats() -> Seats {
    let seat = |entry: &RosterEntry| Some((entry.name.to_owned(), Seat::reference(by_name(entry.name)?)));
    ROSTER.iter().filter_map(seat).collect()
}

/// A built-in engine by name.
pub fn by_name(name: &str) -> Option<Box<dyn EngineMaker>> {
    let entry = ROSTER.iter().find(|entry| entry.name == name)?;
    Some(Box::new(InProcess::new((entry.profile)(), entry.make)))
}
