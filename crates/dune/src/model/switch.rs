//! The switches: one for each clause of the rulebook that this engine plays, with the words it stands for.

truthsayer_protocol::switches! { "dune":
    // Which battles there are, and in which order
    BattleWhereForcesMeet "battle_where_forces_meet" "battle.md" "a battle is resolved in every Territory";
    BattlesMustBeFought "battles_must_be_fought" "battle.md" "no player may pass on it";
    WholeTerritoryMeets "whole_territory_meets" "battle.md" "whatever sectors they stand in";
    PhaseGoesOn "phase_goes_on" "battle.md" "The battle phase goes on until";
    StormBetween "storm_between" "battle.md" "a sector in storm lies between them";
    StormOneInside "storm_one_inside" "battle.md" "one group stands in the storm sector";
    CutOffForcesStayOut "cut_off_forces_stay_out" "battle.md" "take no part in the battle and stay where they are";
    BattlingBlind "battling_blind" "battle.md" "even with the storm on that very sector";
    NeutralZone "neutral_zone" "battle.md" "never sees a battle";
    FirstPlayerIsAggressor "first_player_is_aggressor" "battle.md" "The player who comes first in Storm Order";
    AggressorOrdersBattles "aggressor_orders_battles" "battle.md" "chooses the order of the Aggressor's battles";
    NextAggressor "next_aggressor" "battle.md" "After all battles of the Aggressor the next player in Storm Order";
    AggressorPicksOpponent "aggressor_picks_opponent" "battle.md" "picks which of them to fight first";
    AggressorNeedsForces "aggressor_needs_forces" "battle.md" "only as long as the Aggressor has Forces there";
    LeftoversFight "leftovers_fight" "battle.md" "The players who are left over in a Territory fight each other";

    // Plans
    PlansAreSecret "plans_are_secret" "battle.md" "make a Battle Plan in secret";
    PlanStatesNumber "plan_states_number" "battle.md" "always states a number";
    CardsAreOptional "cards_are_optional" "battle.md" "Treachery Cards in a plan are optional";
    DialNotNegative "dial_not_negative" "battle.md" "zero or more";
    DialWithinForces "dial_within_forces" "battle.md" "at most the number of Forces";
    DialedForcesAreLost "dialed_forces_are_lost" "battle.md" "Forces that were dialed are lost";
    OneDisc "one_disc" "battle.md" "At most one Leader Disc";
    HeroInPlaceOfDisc "hero_in_place_of_disc" "battle.md" "even when discs are at hand";
    DiscOrHero "disc_or_hero" "battle.md" "A disc and a Cheap Hero together";
    AgainInSameTerritory "again_in_same_territory" "battle.md" "may fight again in the same Territory";
    NotInTwoTerritories "not_in_two_territories" "battle.md" "two different Territories";
    BoundWhoeverHolds "bound_whoever_holds" "battle.md" "The limit to one Territory per phase binds the leader whoever holds it";
    LeaderMustBePlayed "leader_must_be_played" "battle.md" "must put one into the plan";
    NoLeaderIsAnnounced "no_leader_is_announced" "battle.md" "must announce it openly";
    LeaderlessStillFights "leaderless_still_fights" "battle.md" "still has to fight";
    NoCardsWithoutLeader "no_cards_without_leader" "battle.md" "holds no Treachery Card of any kind";
    UnplayableLeaders "unplayable_leaders" "battle.md" "do not count as playable";
    OneWeaponOneDefense "one_weapon_one_defense" "battle.md" "at most one weapon and at most one defense";
    WeaponOrDefenseAlone "weapon_or_defense_alone" "battle.md" "A weapon without a defense";
    WorthlessFillsSlots "worthless_fills_slots" "battle.md" "A worthless card may fill";
    CardFromHand "card_from_hand" "battle.md" "must come from the player's hand";
    CardInOneSlot "card_in_one_slot" "battle.md" "fills one slot only";
    RevealedTogether "revealed_together" "battle.md" "turned over at the same moment";

    // Resolution
    LeaderStrengthCounts "leader_strength_counts" "battle.md" "plus the fighting strength of its leader";
    HigherTotalWins "higher_total_wins" "battle.md" "The higher total wins";
    HeroAddsNothing "hero_adds_nothing" "battle.md" "A Cheap Hero adds nothing";
    TieToAggressor "tie_to_aggressor" "battle.md" "the Aggressor wins";
    StrengthLeftOut "strength_left_out" "battle.md" "the strength of the opponent's leader is left out";
    WrongDefenseProtectsNothing "wrong_defense_protects_nothing" "battle.md" "A defense of the wrong kind";
    BothWeaponsTakeEffect "both_weapons_take_effect" "battle.md" "Both weapons take effect";
    KilledToTanks "killed_to_tanks" "battle.md" "goes to the Tleilaxu Tanks at once";
    WinnerIsPaid "winner_is_paid" "battle.md" "receives the fighting strength of the killed leader";
    OwnDeathPays "own_death_pays" "battle.md" "The winner is paid for the winner's own killed leader";
    DeadAgainFaceDown "dead_again_face_down" "battle.md" "goes to the Tanks face down";
    WinnersDeadStayDead "winners_dead_stay_dead" "battle.md" "A killed leader of the winner does not stay";
    BankPaysWhatItHolds "bank_pays_what_it_holds" "battle.md" "pays what it holds";
    SurvivorsStay "survivors_stay" "battle.md" "stays in the Territory where it fought";
    LosersSurvivorsStay "losers_survivors_stay" "battle.md" "on the losing side as well as on the winning side";
    SurvivorsAreSafe "survivors_are_safe" "battle.md" "game effects cannot kill it";
    OwnBattleCanKill "own_battle_can_kill" "battle.md" "A battle that a surviving leader fights itself can kill it";
    SurvivorsOutsidePool "survivors_outside_pool" "battle.md" "outside the Leader Pool until";
    LoserLosesForces "loser_loses_forces" "battle.md" "Every Force of the loser";
    LoserDiscards "loser_discards" "battle.md" "discards every Treachery Card";
    LosingKeepsLeader "losing_keeps_leader" "battle.md" "does not cost the leader";
    WinnerLosesOnlyDialed "winner_loses_only_dialed" "battle.md" "loses only the number of Forces dialed";
    DialedToTanks "dialed_to_tanks" "battle.md" "The Forces dialed by the winner go to the Tanks";
    WinnerChoosesLosses "winner_chooses_losses" "battle.md" "chooses the Forces to lose among all sectors";
    WinnerMayDiscard "winner_may_discard" "battle.md" "may discard any of the cards played";
    WinnerMayKeep "winner_may_keep" "battle.md" "may keep every played card";

    // Traitors
    TraitorCall "traitor_call" "battle.md" "you may call";
    CallIsOptional "call_is_optional" "battle.md" "Calling a traitor is never a duty";
    AnyActiveLeader "any_active_leader" "battle.md" "any Active Leader whom the opponent uses";
    CallerWins "caller_wins" "battle.md" "The player who calls a traitor, the caller, wins the battle at once";
    CallerLosesNoForces "caller_loses_no_forces" "battle.md" "The caller loses no Forces";
    CallerLosesNoLeader "caller_loses_no_leader" "battle.md" "The caller loses no leader";
    CallerLosesNoSpice "caller_loses_no_spice" "battle.md" "The caller loses no spice";
    CallStopsExplosion "call_stops_explosion" "battle.md" "Not even a Lasgun that meets a Shield";
    CallerLeaderToPool "caller_leader_to_pool" "battle.md" "goes back to the caller's Leader Pool";
    TraitorToTanks "traitor_to_tanks" "battle.md" "The traitor goes to the Tanks";
    CallerIsPaid "caller_is_paid" "battle.md" "receives the fighting strength of the traitor";
    OneTimeUnused "one_time_unused" "battle.md" "treat one-time abilities as not used";
    EarlierUseCounts "earlier_use_counts" "battle.md" "An earlier use of the Kwisatz Haderach";
    CallerKeepsOneShots "caller_keeps_one_shots" "battle.md" "For each one-shot card played";
    BetrayedLosesForces "betrayed_loses_forces" "battle.md" "loses all Forces in the Territory";
    BetrayedDiscards "betrayed_discards" "battle.md" "discards all cards played";
    TwoTraitorsForces "two_traitors_forces" "battle.md" "both players lose all their Forces";
    TwoTraitorsCards "two_traitors_cards" "battle.md" "both players lose the cards they played";
    TwoTraitorsLeaders "two_traitors_leaders" "battle.md" "both leaders go to the Tanks";
    TwoTraitorsUnpaid "two_traitors_unpaid" "battle.md" "With two traitors called, no player receives spice";
    TwoTraitorsNoWinner "two_traitors_no_winner" "battle.md" "With two traitors called, no player has won";
    LeaderReturn "leader_return" "battle.md" "takes back those leaders";
    DeadDoNotReturn "dead_do_not_return" "battle.md" "Leaders in the Tanks stay there";
    ReturnedAreFree "returned_are_free" "battle.md" "free to fight in any Territory";

    // Spice dialing
    AdvancedOnly "advanced_only" "battle.md" "adds spice dialing, the Karama powers and the advanced faction abilities";
    SpicedAtFullValue "spiced_at_full_value" "battle.md" "makes that Force fight at its full value";
    UnspicedCountHalf "unspiced_count_half" "battle.md" "counts half";
    HalfSteps "half_steps" "battle.md" "Half steps can be dialed";
    SpiceInPlan "spice_in_plan" "battle.md" "is committed as part of the plan";
    SpiceWithinForces "spice_within_forces" "battle.md" "exceeds neither the Forces used";
    SpiceWithinPurse "spice_within_purse" "battle.md" "nor the spice that the player owns";
    SupportToBank "support_to_bank" "battle.md" "Spice paid for Forces in battle goes to the Spice Bank";
    BothPay "both_pay" "battle.md" "Winner and loser both pay";
    CallerKeepsSpice "caller_keeps_spice" "battle.md" "keeps the spice committed for support";
    OtherSidePays "other_side_pays" "battle.md" "The side that loses to the traitor call pays the spice committed all the same";
    KaramaSeesPlan "karama_sees_plan" "battle.md" "look at the complete Battle Plan";
    OncePerGame "once_per_game" "battle.md" "Once per game";

    // Atreides
    FreeRevivalOfAtreides "free_revival_of_atreides" "battle.md" "Two Forces of Atreides are revived free";
    Prescience "prescience" "battle.md" "may make the opponent reveal one element";
    OneElement "one_element" "battle.md" "Only one element of the plan is revealed";
    AnswerBinds "answer_binds" "battle.md" "binds the opponent's plan";
    NothingElseAsked "nothing_else_asked" "battle.md" "nothing else is asked instead";
    NumberAlone "number_alone" "battle.md" "only the number is shown";
    PrescienceForAlly "prescience_for_ally" "battle.md" "PRESCIENCE in the battle of an ally";
    KwisatzAsleep "kwisatz_asleep" "battle.md" "starts inactive and cannot be used";
    KwisatzCountsLosses "kwisatz_counts_losses" "battle.md" "are counted over the whole game";
    KwisatzAwakes "kwisatz_awakes" "battle.md" "From seven lost Forces on";
    KwisatzAddsTwo "kwisatz_adds_two" "battle.md" "for 2 more strength";
    KwisatzNeedsBearer "kwisatz_needs_bearer" "battle.md" "to a leader or a Cheap Hero";
    KwisatzOneTerritory "kwisatz_one_territory" "battle.md" "in one Territory per turn only";
    KwisatzFallsWithBearer "kwisatz_falls_with_bearer" "battle.md" "the 2 is not added";
    KwisatzLoyalty "kwisatz_loyalty" "battle.md" "cannot be called traitor";
    KwisatzOnlyExplosion "kwisatz_only_explosion" "battle.md" "Only a Lasgun met by a Shield";
    KwisatzRevivedLikeLeader "kwisatz_revived_like_leader" "battle.md" "has to be revived like a leader";
    KwisatzWaits "kwisatz_waits" "battle.md" "all other Atreides leaders";
    KwisatzUsesRevival "kwisatz_uses_revival" "battle.md" "uses up the one leader revival";
    Ascension "ascension" "battle.md" "never keeps Atreides from reviving leaders";

    // Bene Gesserit
    FreeRevivalOfBeneGesserit "free_revival_of_bene_gesserit" "battle.md" "One Force of Bene Gesserit is revived free";
    Voice "voice" "battle.md" "may command the opponent";
    VoiceByName "voice_by_name" "battle.md" "called by name";
    VoiceIsObeyed "voice_is_obeyed" "battle.md" "must comply with VOICE as far as able";
    VoiceExcuse "voice_excuse" "battle.md" "is a valid excuse";
    VoiceComesFirst "voice_comes_first" "battle.md" "The command of VOICE comes before the question";
    VoiceForAlly "voice_for_ally" "battle.md" "VOICE in the battle of an ally";
    FightersAreForces "fighters_are_forces" "battle.md" "fighters are ordinary Forces";
    Coexistence "coexistence" "battle.md" "live in peace beside every faction";
    AdvisorsDoNotFight "advisors_do_not_fight" "battle.md" "never involved in combat";
    AdvisorsAreStruck "advisors_are_struck" "battle.md" "are struck all the same";
    Peacetime "peacetime" "battle.md" "where an ally is present";
    StormedIn "stormed_in" "battle.md" "Advisors under storm";
    AdaptiveForce "adaptive_force" "battle.md" "in one Territory are all of one type";
    UniversalStewards "universal_stewards" "battle.md" "become fighters on their own";
    WorthlessKarama "worthless_karama" "battle.md" "any worthless card as a Karama";

    // Emperor and Fremen
    FreeRevivalOfEmperor "free_revival_of_emperor" "battle.md" "One Force of the Emperor is revived free";
    EmperorGift "emperor_gift" "battle.md" "may give spice to the ally";
    SardaukarWorthTwo "sardaukar_worth_two" "battle.md" "five starred Forces of the Emperor is worth two normal Forces";
    SardaukarLossesTwo "sardaukar_losses_two" "battle.md" "A Sardaukar is also worth two in taking losses";
    SardaukarWeakness "sardaukar_weakness" "battle.md" "Against Fremen a Sardaukar";
    SardaukarRevivedAsOne "sardaukar_revived_as_one" "battle.md" "One Sardaukar counts as one Force in revival";
    SardaukarTraining "sardaukar_training" "battle.md" "At most one Sardaukar";
    FreeRevivalOfFremen "free_revival_of_fremen" "battle.md" "Three Forces of Fremen are revived free";
    WormSparesFremen "worm_spares_fremen" "battle.md" "not devoured by a sandworm";
    FremenStormLosses "fremen_storm_losses" "battle.md" "Only half of the Fremen Forces";
    StormHalfBySector "storm_half_by_sector" "battle.md" "sector by sector";
    FedaykinWorthTwo "fedaykin_worth_two" "battle.md" "three starred Forces of Fremen is worth two normal Forces";
    FedaykinLossesTwo "fedaykin_losses_two" "battle.md" "A Fedaykin is also worth two in taking losses";
    FedaykinRevivedAsOne "fedaykin_revived_as_one" "battle.md" "One Fedaykin counts as one Force in revival";
    FedaykinTraining "fedaykin_training" "battle.md" "At most one Fedaykin";
    BattleHardened "battle_hardened" "battle.md" "need no spice";

    // Harkonnen
    FreeRevivalOfHarkonnen "free_revival_of_harkonnen" "battle.md" "Two Forces of Harkonnen are revived free";
    HarkonnenTraitors "harkonnen_traitors" "battle.md" "can be used in the normal way";
    TraitorForAlly "traitor_for_ally" "battle.md" "use an own Traitor Card against the ally's opponent";
    CountsAsTheAllys "counts_as_the_allys" "battle.md" "as if the ally had played it";
    CaptureDraw "capture_draw" "battle.md" "one leader is drawn at random";
    DrawIncludesFighter "draw_includes_fighter" "battle.md" "includes the leader used in this battle";
    DrawLeavesOutFallen "draw_leaves_out_fallen" "battle.md" "a leader who was killed in this battle";
    DrawLeavesOutUsed "draw_leaves_out_used" "battle.md" "leaves out every leader already used elsewhere";
    KillOrCapture "kill_or_capture" "battle.md" "may kill or capture";
    KillFaceDown "kill_face_down" "battle.md" "The Leader Disc of a drawn leader whom Harkonnen kill goes face down";
    KillPaysTwo "kill_pays_two" "battle.md" "gain 2 spice";
    CaptureJoinsPool "capture_joins_pool" "battle.md" "joins the Active Leader Pool of Harkonnen";
    CapturedReturnsAfterUse "captured_returns_after_use" "battle.md" "returns to the Active Leader Pool";
    CapturedStaysUnused "captured_stays_unused" "battle.md" "Until a captured leader is used";
    PrisonBreak "prison_break" "battle.md" "every captured leader goes back";
    NobodyHeldWithoutOwn "nobody_held_without_own" "battle.md" "whom Harkonnen capture after all of their own leaders have been killed goes back as well";
    CaptivesAreNotOwn "captives_are_not_own" "battle.md" "do not count as Harkonnen's own leaders";
    CaptiveDiesAtHome "captive_dies_at_home" "battle.md" "lies in the Tanks as a leader of its own faction";
    HomeRevivesCaptive "home_revives_captive" "battle.md" "The own faction of a killed captured leader can revive it";
    NoLoyalty "no_loyalty" "battle.md" "even by its own faction";

    // Precedence
    AbilityGoesOn "ability_goes_on" "battle.md" "is carried out to its end before anything else is played";

    // Treachery cards
    WorthlessHasNoEffect "worthless_has_no_effect" "battle.md" "have no effect in a battle";
    PoisonKills "poison_kills" "battle.md" "Ellaca Drug and Gom Jabbar kill the opposing leader";
    HeroCarriesCards "hero_carries_cards" "battle.md" "weapon and defense may go with it";
    HeroMustBePlayed "hero_must_be_played" "battle.md" "must be played when no leader is available";
    HeroIsDiscarded "hero_is_discarded" "battle.md" "A Cheap Hero is discarded after use";
    HeroIsNeverPaidFor "hero_is_never_paid_for" "battle.md" "never paid for";
    ProjectileKills "projectile_kills" "battle.md" "Slip Tip and Stunner kill the opposing leader";
    EllacaStoppedBySnooper "ellaca_stopped_by_snooper" "battle.md" "A Snooper stops the Ellaca Drug";
    AtomicsEndProtection "atomics_end_protection" "battle.md" "lose their protection from the storm";
    HajrNotInPlan "hajr_not_in_plan" "battle.md" "an extra move and has no place in a battle plan";
    KaramaIsDiscarded "karama_is_discarded" "battle.md" "A Karama is discarded after use";
    KaramaCancels "karama_cancels" "battle.md" "cancels an ability";
    KaramaPrevents "karama_prevents" "battle.md" "prevents an ability";
    LasgunKills "lasgun_kills" "battle.md" "The Lasgun kills the opposing leader";
    ExplosionForces "explosion_forces" "battle.md" "all Forces in the Territory go to the Tanks";
    ExplosionSpice "explosion_spice" "battle.md" "all spice in the Territory";
    ExplosionBothLose "explosion_both_lose" "battle.md" "both players lose the battle";
    ExplosionLeaders "explosion_leaders" "battle.md" "both leaders are killed";
    ExplosionUnpaid "explosion_unpaid" "battle.md" "No spice is paid for leaders killed by a Lasgun that meets a Shield";
    ExplosionCards "explosion_cards" "battle.md" "all cards played are discarded";
    ShieldProtects "shield_protects" "battle.md" "protects your own leader from a projectile weapon";
    SnooperProtects "snooper_protects" "battle.md" "protects your own leader from a poison weapon";
    Ghola "ghola" "battle.md" "revives one leader or up to five Forces";
    GholaElites "ghola_elites" "battle.md" "may be starred";
    GholaLeavesKwisatz "ghola_leaves_kwisatz" "battle.md" "The Kwisatz Haderach is not revived";
    WeatherControlNotInPlan "weather_control_not_in_plan" "battle.md" "the storm move and has no place in a battle plan";

    // The other phases
    StormMoves "storm_moves" "phases.md" "moves counter-clockwise";
    StormStrikes "storm_strikes" "phases.md" "Every Force on sand";
    RockIsSafe "rock_is_safe" "phases.md" "Forces on rock and in strongholds are safe";
    BasinIsSafe "basin_is_safe" "phases.md" "Forces in Imperial Basin are safe from the storm";
    StormDestroysSpice "storm_destroys_spice" "phases.md" "passes or stops on is destroyed";
    StormSparesLeaders "storm_spares_leaders" "phases.md" "never kills a leader";
    PolarSinkIsCalm "polar_sink_is_calm" "phases.md" "is never in storm";
    WormDevoursForces "worm_devours_forces" "phases.md" "devours all Forces";
    WormDevoursSpice "worm_devours_spice" "phases.md" "devours the spice on the ground";
    WormSparesLeaders "worm_spares_leaders" "phases.md" "never devours a leader";
    ThreeForcesPerTurn "three_forces_per_turn" "phases.md" "up to three Forces per turn";
    FreeNumberIsFree "free_number_is_free" "phases.md" "The free number of a faction costs nothing";
    FurtherForcesCostTwo "further_forces_cost_two" "phases.md" "each further revived Force costs 2 spice";
    RevivedToReserves "revived_to_reserves" "phases.md" "go to the reserves";
    RevivalIsOpen "revival_is_open" "phases.md" "only when it has no Active Leader left";
    OneLeaderPerTurn "one_leader_per_turn" "phases.md" "A faction revives one leader per turn";
    RevivalHasPrice "revival_has_price" "phases.md" "The price of reviving a leader is the fighting strength";
    RevivedInPool "revived_in_pool" "phases.md" "is back in the Leader Pool";
    RevivedStillTraitor "revived_still_traitor" "phases.md" "can still be a traitor";
    RevivalGoesOn "revival_goes_on" "phases.md" "The right to revive leaders goes on";
    DeadAgainWaits "dead_again_waits" "phases.md" "A leader who died more than once waits";
    OneDeathDoesNotWait "one_death_does_not_wait" "phases.md" "face down in the Tanks after a single death does not wait";
    OnlyEmperorGives "only_emperor_gives" "phases.md" "no spice passes between allies";

    // The other side of each reading
    ReturnedFightsAnywhere "returned_fights_anywhere" "readings.md" "may fight in any Territory";
    DecidedBeforeDraw "decided_before_draw" "readings.md" "KILL, CAPTURE and neither before the draw";
    FaceDownWaits "face_down_waits" "readings.md" "waits for revival, however often it has died";
    FaceDownWaitsAsOften "face_down_waits_as_often" "readings.md" "has died as often as it has";
    FaceDownWaitsAgain "face_down_waits_again" "readings.md" "as if it had died again";
    CutOffForcesTakePart "cut_off_forces_take_part" "readings.md" "Forces beyond the storm take part";
    CallerLeaderBound "caller_leader_bound" "readings.md" "stays bound to the Territory of an earlier battle";
    CallerKeepsCaptive "caller_keeps_captive" "readings.md" "stays in the pool of Harkonnen";
    UnusedKwisatzIsFree "unused_kwisatz_is_free" "readings.md" "is free for any Territory";
    TraitorCardUsedUp "traitor_card_used_up" "readings.md" "is given up when it has been called";
    PrescienceComesFirst "prescience_comes_first" "readings.md" "comes before the command of VOICE";
    SpiceIsShown "spice_is_shown" "readings.md" "is shown with it";
    EllacaStoppedByShield "ellaca_stopped_by_shield" "readings.md" "a Shield stops the Ellaca Drug";
    WorthlessIsSpent "worthless_is_spent" "readings.md" "a worthless card is discarded after use";
    GholaRevivesKwisatz "ghola_revives_kwisatz" "readings.md" "revives the Kwisatz Haderach as well";
    GholaTraining "ghola_training" "readings.md" "at most one starred Force";
    BankPaysInFull "bank_pays_in_full" "readings.md" "pays in full";
    StormHalfByTerritory "storm_half_by_territory" "readings.md" "taken once in each Territory";
    FallenCanBeDrawn "fallen_can_be_drawn" "readings.md" "came back before the draw can be drawn";
}
