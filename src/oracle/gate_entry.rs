//! `gate:` of the project file: where the floor is, and what the gate lets through.

use std::collections::BTreeSet;

use crate::oracle::fields;
use crate::oracle::fields::Fields;
use crate::oracle::problem::Kind;
use crate::oracle::problem::Problem;
use crate::oracle::yaml::Node;

/// The file of the floor, unless the project says otherwise.
const FLOOR: &str = "floor.yaml";

/// What somebody may let through. A claim that fails, an engine that does not answer and a file that is wrong never are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Concern {
    /// A clause below its floor, or without one.
    Floor,
    /// Fewer expectations observed than the floor says.
    Observed,
    /// A known gap whose day has passed.
    Gaps,
    /// A rulebook that has changed since it was reviewed.
    Stale,
    /// A scenario that is still being written.
    Drafts,
    /// A golden that belongs to no scenario.
    Orphans,
    /// An outcome that nobody has accepted.
    Pending,
    /// Documents that no longer say what playing shows.
    Documents,
    /// A switch that no claim notices.
    Survivors,
    /// A switch that does not isolate its clause, or changes what it did not take effect in.
    Isolation,
}

impl Concern {
    pub(crate) const ALL: [Concern; 10] = [
        Concern::Floor,
        Concern::Observed,
        Concern::Gaps,
        Concern::Stale,
        Concern::Drafts,
        Concern::Orphans,
        Concern::Pending,
        Concern::Documents,
        Concern::Survivors,
        Concern::Isolation,
    ];

    /// The key in the project file.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Concern::Floor => "grades",
            Concern::Observed => "observed",
            Concern::Gaps => "gaps",
            Concern::Stale => "stale",
            Concern::Drafts => "drafts",
            Concern::Orphans => "orphans",
            Concern::Pending => "pending",
            Concern::Documents => "documents",
            Concern::Survivors => "survivors",
            Concern::Isolation => "isolation",
        }
    }
}

/// What the project file says about the gate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GateEntry {
    pub floor: String,
    /// What is let through.
    pub allowed: BTreeSet<Concern>,
}

impl Default for GateEntry {
    fn default() -> GateEntry {
        GateEntry { floor: FLOOR.to_owned(), allowed: BTreeSet::new() }
    }
}

/// `gate: {floor: floor.yaml, drafts: allow, documents: refuse}`.
pub(crate) fn read(node: &Node, problems: &mut Vec<Problem>) -> GateEntry {
    let mut gate = GateEntry::default();
    let Some(mut keys) = Fields::of("`gate`", node, problems) else { return gate };
    if let Some(path) = keys.optional_text("floor") {
        gate.floor = path.to_owned();
    }
    for concern in Concern::ALL {
        let Some(said) = keys.optional(concern.name()) else { continue };
        match fields::text(said, concern.name(), keys.problems()) {
            Some("allow") => {
                gate.allowed.insert(concern);
            }
            Some("refuse") | None => {}
            Some(other) => {
                let message = format!("`{}` is `allow` or `refuse`, not `{other}`", concern.name());
                keys.problem(Problem::at(Kind::BadValue, &said.place, message).nearest(other, ["allow", "refuse"]));
            }
        }
    }
    keys.finish();
    gate
}
