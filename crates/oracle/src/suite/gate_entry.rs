//! `gate:` of the project file: the path of the floor, and the checks that the gate allows to fail.

use std::collections::BTreeSet;

use crate::base::diagnostic::Kind;
use crate::base::diagnostic::Problem;
use crate::base::strict_map;
use crate::base::strict_map::Fields;
use crate::base::yaml::Node;
use crate::suite::weak_kind::WeakKind;

/// Default path of the floor.
const FLOOR: &str = "floor.yaml";

/// Checks that a project may allow to fail. Failing claims, missing answers and invalid files always fail the gate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Concern {
    /// A clause below its floor, or without one.
    Floor,
    /// Fewer expectations observed than the floor says.
    Observed,
    /// A known gap that has expired.
    Gaps,
    /// A rulebook that has changed since it was reviewed.
    Stale,
    /// An unfinished scenario.
    Drafts,
    /// A golden without a scenario.
    Orphans,
    /// An outcome that is not accepted.
    Pending,
    /// Reports that no longer match the runs.
    Documents,
    /// A mutant that survives.
    Survivors,
    /// A switch that is not specific to its clause, or that changes a run in which it did not fire.
    Specificity,
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
        Concern::Specificity,
    ];

    /// Returns the key in the project file.
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
            Concern::Specificity => "specificity",
        }
    }
}

/// The gate's settings in the project file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GateEntry {
    pub floor: String,
    /// The checks that may fail.
    pub allowed: BTreeSet<Concern>,
    /// The kinds of weak evidence that fail the gate.
    pub weak: BTreeSet<WeakKind>,
}

impl Default for GateEntry {
    fn default() -> GateEntry {
        GateEntry { floor: FLOOR.to_owned(), allowed: BTreeSet::new(), weak: BTreeSet::new() }
    }
}

/// Reads `gate: {floor: floor.yaml, drafts: allow, documents: refuse, weak: [unclaimed]}`.
pub(crate) fn read(node: &Node, problems: &mut Vec<Problem>) -> GateEntry {
    let mut gate = GateEntry::default();
    let Some(mut keys) = Fields::of("`gate`", node, problems) else { return gate };
    if let Some(path) = keys.optional_text("floor") {
        gate.floor = path.to_owned();
    }
    for concern in Concern::ALL {
        let Some(said) = keys.optional(concern.name()) else { continue };
        match strict_map::text(said, concern.name(), keys.problems()) {
            Some("allow") => {
                gate.allowed.insert(concern);
            }
            Some("refuse") | None => {}
            Some(other) => {
                let message = format!("`{}` must be `allow` or `refuse`, not `{other}`", concern.name());
                keys.problem(Problem::at(Kind::BadValue, &said.place, message).nearest(other, ["allow", "refuse"]));
            }
        }
    }
    gate.weak = read_weak(&mut keys);
    keys.finish();
    gate
}

/// Reads the kinds of weak evidence to refuse.
fn read_weak(keys: &mut Fields<'_, '_>) -> BTreeSet<WeakKind> {
    let mut kinds = BTreeSet::new();
    for node in keys.list("weak") {
        let Some(name) = strict_map::text(node, "weak", keys.problems()) else { continue };
        match WeakKind::named(name) {
            Some(kind) => drop(kinds.insert(kind)),
            None => {
                let message = format!("`{name}` is not a kind of weak evidence");
                let names = WeakKind::ALL.map(WeakKind::name);
                let problem = Problem::at(Kind::BadValue, &node.place, message).nearest(name, names);
                keys.problem(problem.help(format!("the kinds are {}", names.join(", "))));
            }
        }
    }
    kinds
}
