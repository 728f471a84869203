//! The questions of the engine: for a decision of a player, or a draw.

use crate::decisions::step::Kind;
use crate::decisions::step::Step;
use crate::model::faction::Faction;
use crate::model::named::Named;

/// Whether a question needs an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// The play cannot go on without an answer.
    Required,
    /// It can be declined. A missing answer declines it only if the scenario says so.
    Optional,
    /// A missing answer is valid.
    Open,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ask {
    pub kind: Kind,
    /// The factions that may answer; none for a draw.
    pub who: Vec<Faction>,
    pub why: &'static str,
    pub need: Need,
}

impl Ask {
    pub(crate) fn draw(kind: Kind, why: &'static str) -> Ask {
        Ask { kind, who: Vec::new(), why, need: Need::Required }
    }

    pub(crate) fn required(kind: Kind, who: Vec<Faction>, why: &'static str) -> Ask {
        Ask { kind, who, why, need: Need::Required }
    }

    pub(crate) fn optional(kind: Kind, who: Faction, why: &'static str) -> Ask {
        Ask { kind, who: vec![who], why, need: Need::Optional }
    }

    pub(crate) fn open(kind: Kind, who: Faction, why: &'static str) -> Ask {
        Ask { kind, who: vec![who], why, need: Need::Open }
    }

    /// Whether a step answers this question. The rules, not the script, decide which player picks a battle.
    pub(crate) fn is_met_by(&self, step: &Step) -> bool {
        step.kind() == self.kind
            && (self.kind == Kind::Battle || self.who.is_empty() || step.by().is_some_and(|by| self.who.contains(&by)))
    }

    /// Returns the names of the factions that are asked, or "chance".
    pub(crate) fn asked(&self) -> String {
        if self.who.is_empty() {
            return "chance".to_owned();
        }
        let names: Vec<&str> = self.who.iter().map(|faction| faction.name()).collect();
        names.join(" or ")
    }

    /// The kind of step in words; each draw has a name of its own.
    pub(crate) fn wanted(&self) -> &'static str {
        match self.kind {
            Kind::DrawStorm => "draw: storm",
            Kind::DrawSandworm => "draw: sandworm",
            Kind::DrawCaptured => "draw: captured_leader",
            kind => kind.name(),
        }
    }
}
