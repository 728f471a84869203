//! Everything that can happen in a play, one variant per entry of the log.

use crate::model::card::Card;
use crate::model::datum::Datum;
use crate::model::faction::Faction;
use crate::model::half_strength::Half;
use crate::model::leader::Leader;
use crate::model::named::named;
use crate::model::plan::Revealed;
use crate::model::refusal::Code;
use crate::model::spot::Sector;
use crate::model::territory::Territory;
use crate::table::ability::Ability;
use crate::table::ability::Effect;
use crate::table::prescience_question::Element;
use crate::table::prescience_question::Shown;
use crate::table::voice_command::Command;
use crate::table::voice_command::Order;

named! {
    /// Why tokens went to the tanks.
    LossReason, "reason" {
        Dialed = "dialed",
        BattleLost = "battle_lost",
        Traitor = "traitor",
        TwoTraitors = "two_traitors",
        Explosion = "explosion",
        Storm = "storm",
        Sandworm = "sandworm",
    }
}

named! {
    DeathCause, "cause" {
        Weapon = "weapon",
        Explosion = "explosion",
        Traitor = "traitor",
        Harkonnen = "harkonnen",
        // The last three happen only with a switch off.
        BattleLost = "battle_lost",
        Storm = "storm",
        Sandworm = "sandworm",
    }
}

named! { Face, "face" { Up = "up", Down = "down" } }
named! { PaidFor, "reason" { Support = "support", Revival = "revival" } }
named! { EarnedBy, "reason" { KilledLeader = "killed_leader", Traitor = "traitor", Kill = "kill" } }
named! { WonBy, "means" { Totals = "totals", Traitor = "traitor" } }
named! { NoWinner, "reason" { Explosion = "explosion", TwoTraitors = "two_traitors" } }
named! { KeptApart, "reason" { Between = "between", OneInside = "one_inside" } }
named! { ReturnReason, "reason" { TraitorCaller = "traitor_caller", LeaderReturn = "leader_return" } }
named! { HandBack, "reason" { Used = "used", PrisonBreak = "prison_break", Unused = "unused" } }

named! {
    DiscardReason, "reason" {
        BattleLost = "battle_lost",
        Chosen = "chosen",
        AfterUse = "after_use",
        Traitor = "traitor",
        TwoTraitors = "two_traitors",
        Explosion = "explosion",
        Played = "played",
    }
}

/// One group of factions that can fight each other, as `battles_identified` lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Meeting {
    pub territory: Territory,
    pub sectors: Vec<Sector>,
    pub factions: Vec<Faction>,
}

impl From<Meeting> for Datum {
    fn from(meeting: Meeting) -> Datum {
        Datum::Record(vec![
            ("territory", meeting.territory.into()),
            ("sectors", meeting.sectors.into()),
            ("factions", meeting.factions.into()),
        ])
    }
}

/// The totals of both sides, by faction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Totals(pub [(Faction, Half); 2]);

impl From<Totals> for Datum {
    fn from(totals: Totals) -> Datum {
        use crate::model::named::Named;
        Datum::Record(totals.0.iter().map(|(faction, total)| (faction.name(), (*total).into())).collect())
    }
}

/// The part of a plan that is shown too early: nothing, unless secrecy is switched off.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leak(pub Option<Revealed>);

impl From<Leak> for Datum {
    fn from(leak: Leak) -> Datum {
        leak.0.map_or(Datum::Absent, Datum::from)
    }
}

macro_rules! events {
    ($($Variant:ident $name:literal { $($field:ident : $Type:ty),* };)+) => {
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub enum Event { $($Variant { $($field: $Type),* }),+ }

        /// Every kind of event with its fields, for those who read logs.
        pub const KINDS: &[(&str, &[&str])] = &[$(($name, &[$(stringify!($field)),*])),+];

        impl Event {
            pub(crate) fn name(&self) -> &'static str {
                match self { $(Event::$Variant { .. } => $name),+ }
            }

            pub(crate) fn fields(&self) -> Vec<(&'static str, Datum)> {
                match self {
                    $(Event::$Variant { $($field),* } => vec![$((field_name(stringify!($field)), Datum::from($field.clone()))),*]),+
                }
            }
        }
    };
}

/// A field that is called like a Rust keyword is written `r#…` in this file only.
pub(crate) fn field_name(written: &'static str) -> &'static str {
    written.strip_prefix("r#").unwrap_or(written)
}

events! {
    StormMoves "storm_moves" { from: u32, to: u32 };
    SandwormStrikes "sandworm_strikes" { territory: Territory };
    ForcesRevived "forces_revived" { faction: Faction, forces: u32, elites: u32, price: u32 };
    LeaderRevived "leader_revived" { leader: Leader, faction: Faction, price: u32 };
    BattlePhaseBegins "battle_phase_begins" {};
    BattlePhaseEnds "battle_phase_ends" {};
    AdvisorsFlipped "advisors_flipped" { territory: Territory, sector: Option<Sector>, count: u32 };
    NoBattles "no_battles" {};
    BattlesIdentified "battles_identified" { battles: Vec<Meeting> };
    StormSeparates "storm_separates" { territory: Territory, factions: Vec<Faction>, why: KeptApart };
    BattleBegins "battle_begins" { aggressor: Faction, defender: Faction, territory: Territory, sectors: Vec<Sector> };
    VoiceUsed "voice_used" { by: Faction, target: Faction, command: Order, what: Command };
    PrescienceAsked "prescience_asked" { by: Faction, target: Faction, element: Element };
    PrescienceAnswered "prescience_answered" { by: Faction, element: Element, shows: Shown };
    KaramaPlayed "karama_played" { by: Faction, card: Card, against: Option<Ability>, effect: Effect };
    GiftGiven "gift_given" { by: Faction, to: Faction, spice: u32 };
    NoLeaderAnnounced "no_leader_announced" { by: Faction };
    PlanCommitted "plan_committed" { by: Faction, plan: Leak };
    PlanSeen "plan_seen" { by: Faction, target: Faction, plan: Revealed };
    PlansRevealed "plans_revealed" { aggressor: Option<Revealed>, defender: Option<Revealed> };
    TraitorCalled "traitor_called" { by: Faction, r#for: Faction, leader: Leader };
    TraitorBlocked "traitor_blocked" { by: Faction, leader: Leader, why: &'static str };
    TwoTraitors "two_traitors" { territory: Territory };
    Explosion "explosion" { territory: Territory };
    LeaderProtected "leader_protected" { leader: Leader, from: Card, by: Card };
    LeaderKilled "leader_killed" { leader: Leader, home: Faction, holder: Faction, cause: DeathCause, face: Face };
    HeroKilled "hero_killed" { by: Faction };
    BattleWon "battle_won" { winner: Faction, loser: Faction, territory: Territory, totals: Totals, tie: bool, by: WonBy };
    BattleWithoutWinner "battle_without_winner" { territory: Territory, why: NoWinner };
    ForcesLost "forces_lost" { faction: Faction, territory: Territory, sector: Option<Sector>, forces: u32, elites: u32, advisors: u32, why: LossReason };
    GroundSpiceLost "ground_spice_lost" { territory: Territory, sector: Option<Sector>, amount: u32, why: LossReason };
    SpicePaid "spice_paid" { faction: Faction, amount: u32, why: PaidFor };
    SpiceReceived "spice_received" { faction: Faction, amount: u32, why: EarnedBy, leader: Option<Leader> };
    CardDiscarded "card_discarded" { faction: Faction, card: Card, why: DiscardReason };
    CardKept "card_kept" { faction: Faction, card: Card };
    LeaderStays "leader_stays" { leader: Leader, holder: Faction, territory: Territory };
    LeaderReturned "leader_returned" { leader: Leader, holder: Faction, why: ReturnReason };
    CaptureDrawn "capture_drawn" { leader: Leader, from: Faction };
    LeaderCaptured "leader_captured" { leader: Leader, from: Faction };
    CaptureDeclined "capture_declined" { leader: Option<Leader>, from: Faction };
    PrisonBreak "prison_break" {};
    CapturedLeaderReturned "captured_leader_returned" { leader: Leader, to: Faction, why: HandBack };
    KwisatzHaderachLosses "kwisatz_haderach_losses" { total: u32 };
    KwisatzHaderachAwakes "kwisatz_haderach_awakes" {};
    KwisatzHaderachKilled "kwisatz_haderach_killed" {};
    KwisatzHaderachRevived "kwisatz_haderach_revived" {};
    KwisatzHaderachUsed "kwisatz_haderach_used" { territory: Territory };
    KwisatzHaderachNotUsed "kwisatz_haderach_not_used" { territory: Territory };
    Refused "refused" { step: u32, code: Code, rule: &'static str };
    Answered "answered" { step: u32, answer: Vec<Datum> };
}

/// The events of one battle in the order of the log; events of one group come in any order. docs/reference/dune.md lists the
/// exceptions.
pub const ORDER: &[&[&str]] = &[
    &["battle_begins"],
    &["voice_used"],
    &["prescience_asked"],
    &["prescience_answered"],
    &["plan_committed"],
    &["plans_revealed"],
    &["traitor_called", "traitor_blocked"],
    &["two_traitors"],
    &["explosion"],
    &["leader_protected"],
    &["leader_killed", "hero_killed"],
    &["battle_won", "battle_without_winner"],
    &["spice_received"],
    &["prison_break"],
    &["forces_lost", "ground_spice_lost"],
    &["spice_paid"],
    &["card_discarded", "card_kept"],
    &["leader_stays", "leader_returned", "captured_leader_returned"],
    &["kwisatz_haderach_losses"],
    &["kwisatz_haderach_awakes"],
    &["kwisatz_haderach_used", "kwisatz_haderach_not_used"],
    &["capture_drawn"],
    &["leader_captured", "capture_declined"],
];
