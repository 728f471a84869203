//! One step of a script: a decision, a draw, or something played or asked in between.

use crate::model::card::Card;
use crate::model::faction::Faction;
use crate::model::leader::Leader;
use crate::model::named::named;
use crate::model::plan::Draft;
use crate::model::spot::Sector;
use crate::model::territory::Territory;
use crate::table::ability::Ability;
use crate::table::ability::Use;
use crate::table::capture_progress::CaptureChoice;
use crate::table::prescience_question::Element;
use crate::table::prescience_question::Shown;
use crate::table::turn::Phase;
use crate::table::voice_command::Command;
use crate::table::voice_command::Order;

/// The battle that the Aggressor picks next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BattleChoice {
    pub aggressor: Faction,
    pub territory: Option<Territory>,
    pub against: Option<Faction>,
    /// Distinguishes two battles in one territory.
    pub sector: Option<Sector>,
    pub pass: bool,
}

/// A request to revive from the tanks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    Leader(Leader),
    KwisatzHaderach,
    Forces { forces: u32, elites: u32 },
}

/// Tokens named sector by sector, or as a plain number where there is only one sector.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Split {
    Sectors(Vec<(Sector, u32)>),
    Number(u32),
}

named! {
    /// An ability that can be used once, and that a traitor caller may take as not used.
    OneTime, "one-time ability" {
        KwisatzHaderach = "kwisatz_haderach",
        CapturedLeader = "captured_leader",
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Query {
    Leaders(Faction),
    Battles,
    CapturePool(Faction),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The turn is over; the following steps belong to the next one.
    NextTurn,
    DrawStorm(u32),
    DrawSandworm(Option<Territory>),
    DrawCaptured(Leader),
    Revive {
        by: Faction,
        wanted: Wanted,
    },
    Battle(BattleChoice),
    Voice {
        by: Faction,
        order: Order,
        what: Command,
    },
    Prescience {
        by: Faction,
        element: Element,
    },
    /// Declares that an ability, VOICE or PRESCIENCE, is not used in this battle.
    Forgo {
        by: Faction,
        what: Kind,
    },
    Answer {
        by: Faction,
        shows: Shown,
    },
    Plan(Draft),
    Traitor {
        by: Faction,
        call: bool,
    },
    Losses {
        by: Faction,
        normal: Split,
        elites: Split,
    },
    Cards {
        by: Faction,
        discard: Vec<Card>,
    },
    Unused {
        by: Faction,
        treat: Vec<OneTime>,
    },
    Capture {
        by: Faction,
        choice: CaptureChoice,
        leader: Option<Leader>,
    },
    Ask(Query),
    Ghola {
        by: Faction,
        wanted: Wanted,
    },
    Karama {
        by: Faction,
        purpose: Use,
        card: Card,
    },
    Gift {
        by: Faction,
        to: Faction,
        spice: u32,
    },
    Stop,
}

named! {
    /// The kinds of steps, by the word that introduces each. In a battle they come in this order.
    Kind, "step" {
        NextTurn = "next_turn",
        DrawStorm = "draw",
        DrawSandworm = "draw",
        Revive = "revive",
        Battle = "battle",
        Voice = "voice",
        Prescience = "prescience",
        Answer = "answer",
        Plan = "plan",
        Traitor = "traitor",
        Losses = "losses",
        Cards = "cards",
        Unused = "unused",
        DrawCaptured = "draw",
        Capture = "capture",
        Ask = "ask",
        Ghola = "ghola",
        Karama = "karama",
        Gift = "gift",
        Stop = "stop",
    }
}

impl Kind {
    /// The phase that asks for it; `None` if it is allowed anywhere.
    pub(crate) fn phase(self) -> Option<Phase> {
        match self {
            Kind::DrawStorm => Some(Phase::Storm),
            Kind::DrawSandworm => Some(Phase::SpiceBlow),
            Kind::Revive => Some(Phase::Revival),
            kind if kind >= Kind::Battle && kind < Kind::Ask => Some(Phase::Battle),
            _ => None,
        }
    }
}

impl Step {
    pub(crate) fn kind(&self) -> Kind {
        match self {
            Step::NextTurn => Kind::NextTurn,
            Step::DrawStorm(_) => Kind::DrawStorm,
            Step::DrawSandworm(_) => Kind::DrawSandworm,
            Step::DrawCaptured(_) => Kind::DrawCaptured,
            Step::Revive { .. } => Kind::Revive,
            Step::Battle(_) => Kind::Battle,
            Step::Voice { .. } => Kind::Voice,
            Step::Prescience { .. } => Kind::Prescience,
            Step::Forgo { what, .. } => *what,
            Step::Answer { .. } => Kind::Answer,
            Step::Plan(_) => Kind::Plan,
            Step::Traitor { .. } => Kind::Traitor,
            Step::Losses { .. } => Kind::Losses,
            Step::Cards { .. } => Kind::Cards,
            Step::Unused { .. } => Kind::Unused,
            Step::Capture { .. } => Kind::Capture,
            Step::Ask(_) => Kind::Ask,
            Step::Ghola { .. } => Kind::Ghola,
            Step::Karama { .. } => Kind::Karama,
            Step::Gift { .. } => Kind::Gift,
            Step::Stop => Kind::Stop,
        }
    }

    /// The faction that takes the step; none for draws and questions.
    pub(crate) fn by(&self) -> Option<Faction> {
        match self {
            Step::Revive { by, .. }
            | Step::Voice { by, .. }
            | Step::Prescience { by, .. }
            | Step::Forgo { by, .. }
            | Step::Answer { by, .. }
            | Step::Traitor { by, .. }
            | Step::Losses { by, .. }
            | Step::Cards { by, .. }
            | Step::Unused { by, .. }
            | Step::Capture { by, .. }
            | Step::Ghola { by, .. }
            | Step::Karama { by, .. }
            | Step::Gift { by, .. } => Some(*by),
            Step::Plan(draft) => Some(draft.by),
            Step::Battle(choice) => Some(choice.aggressor),
            Step::DrawStorm(_) | Step::DrawSandworm(_) | Step::DrawCaptured(_) => None,
            Step::NextTurn | Step::Ask(_) | Step::Stop => None,
        }
    }

    /// A Karama against a worthless card that was played as one.
    pub(crate) fn counters_a_karama(&self) -> bool {
        matches!(self, Step::Karama { purpose: Use::Against(Ability::WorthlessKarama), .. })
    }

    /// Allowed between any two decisions; the engine never asks for it.
    pub fn is_aside(&self) -> bool {
        self.kind() >= Kind::Ask
    }
}
