//! Readings: options of the game where fair players differ. The rulebook states the default; readings.md states the
//! other value of each, with a switch of its own.

use crate::model::named::Named;
use crate::model::named::named;

/// A point on which fair players differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    pub name: &'static str,
    /// The default first.
    pub values: &'static [&'static str],
    /// The rule with the clause that has several readings, and words of that clause.
    pub cite: &'static str,
    pub quote: &'static str,
    /// Words of the clauses of readings.md that state the other value.
    pub other: &'static [&'static str],
    /// One sentence that states both values.
    pub about: &'static str,
}

/// Declares each reading once: its name, its type and values with the default first, its clause, and its sentence.
macro_rules! readings {
    ($(
        $name:ident: $Type:ident { $Usual:ident = $usual:literal, $Other:ident = $other:literal }
        $cite:literal $quote:literal or [$($stated:literal)+]
        $about:literal;
    )+) => {
        $(named! { $Type, "reading" { $Usual = $usual, $Other = $other } })+

        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct Readings {
            $(pub $name: $Type,)+
        }

        impl Default for Readings {
            fn default() -> Readings {
                Readings { $($name: $Type::$Usual,)+ }
            }
        }

        impl Readings {
            pub const ALL: &'static [Reading] = &[$(Reading {
                name: stringify!($name),
                values: &[$usual, $other],
                cite: concat!("dune/", $cite),
                quote: $quote,
                other: &[$($stated),+],
                about: $about,
            },)+];

            /// Chooses the value of a reading by its index. Unknown names and indexes change nothing.
            pub fn set(&mut self, name: &str, index: usize) {
                match name {
                    $(stringify!($name) => {
                        if let Some(value) = $Type::ALL.get(index) {
                            self.$name = *value;
                        }
                    })+
                    _ => {}
                }
            }
        }
    };
}

readings! {
    returned_leader: ReturnedLeader { SameTerritory = "same_territory", Anywhere = "anywhere" }
        "battle.md" "The limit to one Territory per phase binds the leader whoever holds it"
            or ["may fight in any Territory"]
        "A leader handed back during the phase may fight only in the Territory where it has fought, or anywhere.";
    capture_order: CaptureOrder { DrawFirst = "draw_first", DecideFirst = "decide_first" }
        "battle.md" "may kill or capture"
            or ["KILL, CAPTURE and neither before the draw"]
        "Harkonnen see which leader is drawn before they decide, or decide before the draw.";
    face_down: FaceDown { ByDeaths = "by_deaths", AlwaysWaits = "always_waits" }
        "phases.md" "face down in the Tanks after a single death does not wait"
            or ["waits for revival, however often it has died" "has died as often as it has"]
        "Deaths decide whether a leader in the Tanks waits, or whoever lies face down waits in every case.";
    face_down_wait: FaceDownWait { AsOften = "as_often", AsDeadAgain = "as_dead_again" }
        "readings.md" "has died as often as it has"
            or ["as if it had died again"]
        "Where face down always waits, a leader whom Harkonnen killed waits until the others have died as often as \
         it has, or until they have died twice.";
    cut_off_forces: CutOffForces { StayOut = "stay_out", TakePart = "take_part" }
        "battle.md" "take no part in the battle and stay where they are"
            or ["Forces beyond the storm take part"]
        "Forces of a fighter beyond the storm stay out of the battle, or take part in it.";
    caller_leader: CallerLeader { Free = "free", StillBound = "still_bound" }
        "battle.md" "goes back to the caller's Leader Pool"
            or ["stays bound to the Territory of an earlier battle"]
        "The leader of a traitor caller who had fought before in this Territory is free again, or still bound by \
         that battle.";
    captive_of_caller: CaptiveOfCaller { GoesHome = "goes_home", Stays = "stays" }
        "battle.md" "returns to the Active Leader Pool"
            or ["stays in the pool of Harkonnen"]
        "A captured leader whom a traitor caller counts as used goes back to its faction, or into the pool of the \
         caller like any leader of theirs.";
    unused_kwisatz_haderach: UnusedKwisatz { EarlierUseCounts = "earlier_use_counts", FreeAgain = "free_again" }
        "battle.md" "An earlier use of the Kwisatz Haderach"
            or ["is free for any Territory"]
        "A Kwisatz Haderach that a traitor caller treats as not used stays bound by an earlier battle of the turn, \
         or is free for any Territory.";
    traitor_card: TraitorCard { Stays = "stays", UsedUp = "used_up" }
        "phases.md" "can still be a traitor"
            or ["is given up when it has been called"]
        "A Traitor Card that was called can be called again, or is used up.";
    commands: Commands { VoiceFirst = "voice_first", PrescienceFirst = "prescience_first" }
        "battle.md" "The command of VOICE comes before the question"
            or ["comes before the command of VOICE"]
        "VOICE commands before PRESCIENCE asks, or after it.";
    number_shown: NumberShown { Number = "number", NumberAndSpice = "number_and_spice" }
        "battle.md" "only the number is shown"
            or ["is shown with it"]
        "PRESCIENCE shows the number dialed alone, or the spice behind it too.";
    ellaca_drug: EllacaDrug { Snooper = "snooper", Shield = "shield" }
        "battle.md" "A Snooper stops the Ellaca Drug"
            or ["a Shield stops the Ellaca Drug"]
        "A Snooper stops the Ellaca Drug like any poison, or a Shield does, as its card was printed.";
    worthless_of_winner: WinnersWorthless { Choice = "choice", Discarded = "discarded" }
        "battle.md" "may keep every played card"
            or ["a worthless card is discarded after use"]
        "A winner may keep a worthless card that was played, or has to discard it.";
    ghola_kwisatz_haderach: GholaKwisatz { No = "no", Yes = "yes" }
        "battle.md" "The Kwisatz Haderach is not revived"
            or ["revives the Kwisatz Haderach as well"]
        "The Tleilaxu Ghola does not revive the Kwisatz Haderach, or does so like a leader.";
    ghola_elites: GholaElites { Any = "any", OnePerTurn = "one_per_turn" }
        "battle.md" "may be starred"
            or ["at most one starred Force"]
        "Among the Forces that the Tleilaxu Ghola brings back any number may be starred, or one at most in a turn.";
    short_bank: ShortBank { PaysWhatItHolds = "pays_what_it_holds", PaysInFull = "pays_in_full" }
        "battle.md" "pays what it holds"
            or ["pays in full"]
        "A Spice Bank that holds too little pays what it holds, or pays in full.";
    fremen_storm_losses: FremenStorm { BySector = "by_sector", ByTerritory = "by_territory" }
        "battle.md" "sector by sector"
            or ["taken once in each Territory"]
        "Half of the Fremen Forces caught in a storm die in each sector, or in each Territory, rounded up there.";
    back_before_draw: BackBeforeDraw { LeftOut = "left_out", CanBeDrawn = "can_be_drawn" }
        "battle.md" "a leader who was killed in this battle"
            or ["came back before the draw can be drawn"]
        "A leader who was killed in the battle and came back before the draw is left out of it, or can be drawn \
         like any Active Leader.";
}
