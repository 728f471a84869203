//! Readings: options of the game where fair players differ. The first value of each is the default.

use super::named::named;

named! { ReturnedLeader, "reading of `returned_leader`" { SameTerritory = "same_territory", Anywhere = "anywhere" } }
named! { CaptureOrder, "reading of `capture_order`" { DrawFirst = "draw_first", DecideFirst = "decide_first" } }
named! { FaceDown, "reading of `face_down`" { ByDeaths = "by_deaths", AlwaysWaits = "always_waits" } }
named! { CutOffForces, "reading of `cut_off_forces`" { StayOut = "stay_out", TakePart = "take_part" } }
named! { CallerLeader, "reading of `caller_leader`" { Free = "free", StillBound = "still_bound" } }
named! { TraitorCard, "reading of `traitor_card`" { Stays = "stays", UsedUp = "used_up" } }
named! { Commands, "reading of `commands`" { VoiceFirst = "voice_first", PrescienceFirst = "prescience_first" } }
named! { NumberShown, "reading of `number_shown`" { Number = "number", NumberAndSpice = "number_and_spice" } }
named! { EllacaDrug, "reading of `ellaca_drug`" { Snooper = "snooper", Shield = "shield" } }
named! { WinnersWorthless, "reading of `worthless_of_winner`" { Choice = "choice", Discarded = "discarded" } }
named! { GholaKwisatz, "reading of `ghola_kwisatz_haderach`" { No = "no", Yes = "yes" } }

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Readings {
    pub returned_leader: ReturnedLeader,
    pub capture_order: CaptureOrder,
    pub face_down: FaceDown,
    pub cut_off_forces: CutOffForces,
    pub caller_leader: CallerLeader,
    pub traitor_card: TraitorCard,
    pub commands: Commands,
    pub number_shown: NumberShown,
    pub ellaca_drug: EllacaDrug,
    pub worthless_of_winner: WinnersWorthless,
    pub ghola_kwisatz_haderach: GholaKwisatz,
}

impl Default for Readings {
    fn default() -> Readings {
        Readings {
            returned_leader: ReturnedLeader::SameTerritory,
            capture_order: CaptureOrder::DrawFirst,
            face_down: FaceDown::ByDeaths,
            cut_off_forces: CutOffForces::StayOut,
            caller_leader: CallerLeader::Free,
            traitor_card: TraitorCard::Stays,
            commands: Commands::VoiceFirst,
            number_shown: NumberShown::Number,
            ellaca_drug: EllacaDrug::Snooper,
            worthless_of_winner: WinnersWorthless::Choice,
            ghola_kwisatz_haderach: GholaKwisatz::No,
        }
    }
}
