//! Refusals: why a scripted decision is against the rules.

use crate::model::named::named;

named! {
    Code, "refusal" {
        BattleNotOptional = "battle_not_optional",
        NotTheAggressor = "not_the_aggressor",
        NoSuchBattle = "no_such_battle",
        BattleOutOfOrder = "battle_out_of_order",
        DialMissing = "dial_missing",
        DialNegative = "dial_negative",
        DialTooHigh = "dial_too_high",
        DialHalfStep = "dial_half_step",
        TwoLeaders = "two_leaders",
        LeaderAndHero = "leader_and_hero",
        LeaderUsedElsewhere = "leader_used_elsewhere",
        LeaderRequired = "leader_required",
        AnnouncementMissing = "announcement_missing",
        AnnouncementFalse = "announcement_false",
        LeaderNotAvailable = "leader_not_available",
        CardsWithoutLeader = "cards_without_leader",
        CardsRequired = "cards_required",
        TwoWeapons = "two_weapons",
        TwoDefenses = "two_defenses",
        NotAWeapon = "not_a_weapon",
        NotADefense = "not_a_defense",
        CardNotInHand = "card_not_in_hand",
        CardInTwoSlots = "card_in_two_slots",
        HeroRequired = "hero_required",
        LossesDoNotFit = "losses_do_not_fit",
        CardNotPlayed = "card_not_played",
        AbilityNotPlayed = "ability_not_played",
        SpiceNotOwned = "spice_not_owned",
        SpiceBeyondForces = "spice_beyond_forces",
        SpiceInBasicGame = "spice_in_basic_game",
        AnswerBroken = "answer_broken",
        PrescienceUsed = "prescience_used",
        KwisatzHaderachAsleep = "kwisatz_haderach_asleep",
        KwisatzHaderachDead = "kwisatz_haderach_dead",
        KwisatzHaderachElsewhere = "kwisatz_haderach_elsewhere",
        KwisatzHaderachAlone = "kwisatz_haderach_alone",
        KwisatzHaderachPrevented = "kwisatz_haderach_prevented",
        VoiceDisobeyed = "voice_disobeyed",
        VoiceNotACommand = "voice_not_a_command",
        NoSuchKarama = "no_such_karama",
        KaramaNotNow = "karama_not_now",
        KaramaUsedUp = "karama_used_up",
        NotTheDrawnLeader = "not_the_drawn_leader",
        GiftNotAllowed = "gift_not_allowed",
        GholaNotAllowed = "ghola_not_allowed",
        AbilityUnderWay = "ability_under_way",
        RevivalNotOpen = "revival_not_open",
        RevivalUsed = "revival_used",
        LeaderWaits = "leader_waits",
        PriceNotPaid = "price_not_paid",
        TooManyForces = "too_many_forces",
        TooManyElites = "too_many_elites",
    }
}

/// A decision that the rules do not allow, and the rule line that says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal {
    pub code: Code,
    pub rule: &'static str,
}

impl Code {
    /// The rule line under which this code is documented.
    pub(crate) fn rule(self) -> &'static str {
        match self {
            Code::BattleNotOptional | Code::NoSuchBattle => "dune/battle.md#BATTLE DETERMINATION",
            Code::NotTheAggressor | Code::BattleOutOfOrder => "dune/battle.md#FIRST PLAYER",
            Code::DialMissing | Code::CardsRequired => "dune/battle.md#PLAN CONTENTS",
            Code::DialNegative | Code::DialTooHigh => "dune/battle.md#BATTLE WHEEL",
            Code::DialHalfStep => "dune/battle.md#NUMBER DIALED CALCULATION",
            Code::TwoLeaders | Code::LeaderAndHero => "dune/battle.md#LEADERS",
            Code::LeaderUsedElsewhere => "dune/battle.md#DEDICATED LEADER",
            Code::LeaderRequired | Code::AnnouncementMissing | Code::AnnouncementFalse => {
                "dune/battle.md#LEADER ANNOUNCEMENT"
            }
            Code::LeaderNotAvailable | Code::CardsWithoutLeader => "dune/battle.md#NO TREACHERY",
            Code::TwoWeapons | Code::TwoDefenses | Code::NotAWeapon | Code::NotADefense => {
                "dune/battle.md#TREACHERY CARDS"
            }
            Code::CardNotInHand | Code::CardInTwoSlots => "dune/battle.md#TREACHERY CARDS",
            Code::HeroRequired => "dune/battle.md#CHEAP HERO",
            Code::LossesDoNotFit | Code::CardNotPlayed => "dune/battle.md#WINNING",
            Code::AbilityNotPlayed => "dune/battle.md#TRAITOR CALLED",
            Code::SpiceNotOwned | Code::SpiceBeyondForces | Code::SpiceInBasicGame => "dune/battle.md#SPICED FORCES",
            Code::AnswerBroken | Code::PrescienceUsed => "dune/battle.md#PRESCIENCE",
            Code::KwisatzHaderachAsleep => "dune/battle.md#THE SLEEPER HAS AWAKENED",
            Code::KwisatzHaderachDead => "dune/battle.md#REAWAKEN",
            Code::KwisatzHaderachElsewhere | Code::KwisatzHaderachAlone => "dune/battle.md#KWISATZ HADERACH",
            Code::KwisatzHaderachPrevented => "dune/battle.md#KARAMA PREVENTS",
            Code::VoiceDisobeyed | Code::VoiceNotACommand => "dune/battle.md#VOICE",
            Code::NoSuchKarama => "dune/battle.md#KARAMA CARD",
            Code::KaramaNotNow => "dune/battle.md#KARAMA CANCELS",
            Code::KaramaUsedUp => "dune/battle.md#ONE TIME ULTIMATE",
            Code::NotTheDrawnLeader => "dune/battle.md#CAPTURED LEADERS",
            Code::GiftNotAllowed => "dune/battle.md#IMPERIAL GIFTS",
            Code::GholaNotAllowed => "dune/battle.md#TLEILAXU GHOLA",
            Code::AbilityUnderWay => "dune/battle.md#ABILITY UNDER WAY",
            Code::RevivalNotOpen | Code::RevivalUsed | Code::PriceNotPaid => "dune/phases.md#LEADER REVIVAL",
            Code::LeaderWaits => "dune/phases.md#DEAD AGAIN",
            Code::TooManyForces | Code::TooManyElites => "dune/phases.md#FORCE REVIVAL",
        }
    }

    pub(crate) fn refusal(self) -> Refusal {
        Refusal { code: self, rule: self.rule() }
    }

    /// Returns a refusal with this code for another rule.
    pub(crate) fn under(self, rule: &'static str) -> Refusal {
        Refusal { code: self, rule }
    }
}

impl From<Code> for Refusal {
    fn from(code: Code) -> Refusal {
        code.refusal()
    }
}
