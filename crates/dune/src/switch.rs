//! The switches: one for each clause of the rulebook that this engine plays, with the words it stands for.

truthsayer_protocol::switches! { "dune":
    // Which battles there are, and in which order
    BattleWhereForcesMeet "battle_where_forces_meet" "battle.md:2" "a battle is resolved in every Territory";
    BattlesMustBeFought "battles_must_be_fought" "battle.md:3" "no player may pass on it";
    WholeTerritoryMeets "whole_territory_meets" "battle.md:3" "whatever sectors they stand in";
    PhaseGoesOn "phase_goes_on" "battle.md:3" "The phase goes on until";
    StormBetween "storm_between" "battle.md:4" "a sector in storm lies between them";
    StormOneInside "storm_one_inside" "battle.md:4" "one group stands in the storm sector";
    CutOffForcesStayOut "cut_off_forces_stay_out" "battle.md:4" "take no part and stay where they are";
    BattlingBlind "battling_blind" "battle.md:5" "even with the storm on that very sector";
    NeutralZone "neutral_zone" "battle.md:6" "never sees a battle";
    FirstPlayerIsAggressor "first_player_is_aggressor" "battle.md:7" "The player who comes first in Storm Order";
    AggressorOrdersBattles "aggressor_orders_battles" "battle.md:7" "chooses the order of those battles";
    NextAggressor "next_aggressor" "battle.md:7" "Then the next player in Storm Order";
    AggressorPicksOpponent "aggressor_picks_opponent" "battle.md:8" "picks which of them to fight first";
    AggressorNeedsForces "aggressor_needs_forces" "battle.md:8" "only as long as the Aggressor has Forces there";
    LeftoversFight "leftovers_fight" "battle.md:8" "The players who are left over fight each other";

    // Plans
    PlansAreSecret "plans_are_secret" "battle.md:9" "make a Battle Plan in secret";
    PlanStatesNumber "plan_states_number" "battle.md:10" "always states a number";
    CardsAreOptional "cards_are_optional" "battle.md:10" "Treachery Cards in it are optional";
    DialNotNegative "dial_not_negative" "battle.md:11" "zero or more";
    DialWithinForces "dial_within_forces" "battle.md:11" "at most the number of Forces";
    DialedForcesAreLost "dialed_forces_are_lost" "battle.md:11" "Forces that were dialed are lost";
    OneDisc "one_disc" "battle.md:12" "At most one Leader Disc";
    HeroInPlaceOfDisc "hero_in_place_of_disc" "battle.md:12" "even when discs are at hand";
    DiscOrHero "disc_or_hero" "battle.md:12" "A disc and a Cheap Hero together";
    AgainInSameTerritory "again_in_same_territory" "battle.md:13" "may fight again in the same Territory";
    NotInTwoTerritories "not_in_two_territories" "battle.md:13" "two different Territories";
    BoundWhoeverHolds "bound_whoever_holds" "battle.md:13" "This binds the leader whoever holds it";
    LeaderMustBePlayed "leader_must_be_played" "battle.md:14" "must put one into the plan";
    NoLeaderIsAnnounced "no_leader_is_announced" "battle.md:14" "must announce it openly";
    LeaderlessStillFights "leaderless_still_fights" "battle.md:15" "still has to fight";
    NoCardsWithoutLeader "no_cards_without_leader" "battle.md:15" "holds no Treachery Card of any kind";
    UnplayableLeaders "unplayable_leaders" "battle.md:15" "do not count as playable";
    OneWeaponOneDefense "one_weapon_one_defense" "battle.md:16" "at most one weapon and at most one defense";
    WeaponOrDefenseAlone "weapon_or_defense_alone" "battle.md:16" "A weapon without a defense";
    WorthlessFillsSlots "worthless_fills_slots" "battle.md:16" "A worthless card may fill";
    CardFromHand "card_from_hand" "battle.md:16" "must come from the player's hand";
    CardInOneSlot "card_in_one_slot" "battle.md:16" "fills one slot only";
    RevealedTogether "revealed_together" "battle.md:17" "turned over at the same moment";

    // Resolution
    LeaderStrengthCounts "leader_strength_counts" "battle.md:18" "plus the fighting strength of its leader";
    HigherTotalWins "higher_total_wins" "battle.md:18" "The higher total wins";
    HeroAddsNothing "hero_adds_nothing" "battle.md:18" "A Cheap Hero adds nothing";
    TieToAggressor "tie_to_aggressor" "battle.md:19" "the Aggressor wins";
    StrengthLeftOut "strength_left_out" "battle.md:20" "the strength of the opponent's leader is left out";
    WrongDefenseProtectsNothing "wrong_defense_protects_nothing" "battle.md:20" "A defense of the wrong kind";
    BothWeaponsTakeEffect "both_weapons_take_effect" "battle.md:20" "Both weapons take effect";
    KilledToTanks "killed_to_tanks" "battle.md:22" "goes to the Tleilaxu Tanks at once";
    WinnerIsPaid "winner_is_paid" "battle.md:22" "receives the fighting strength of the killed leader";
    OwnDeathPays "own_death_pays" "battle.md:22" "This includes the winner's own leader";
    DeadAgainFaceDown "dead_again_face_down" "battle.md:22" "goes face down instead";
    WinnersDeadStayDead "winners_dead_stay_dead" "battle.md:22" "A killed leader of the winner does not stay";
    BankPaysWhatItHolds "bank_pays_what_it_holds" "battle.md:22" "pays what it holds";
    SurvivorsStay "survivors_stay" "battle.md:23" "stays in the Territory where it fought";
    LosersSurvivorsStay "losers_survivors_stay" "battle.md:23" "on the losing side as well as on the winning side";
    SurvivorsAreSafe "survivors_are_safe" "battle.md:23" "game effects cannot kill it";
    OwnBattleCanKill "own_battle_can_kill" "battle.md:23" "A battle that it fights itself can";
    SurvivorsOutsidePool "survivors_outside_pool" "battle.md:23" "outside the Leader Pool until";
    LoserLosesForces "loser_loses_forces" "battle.md:24" "Every Force of the loser";
    LoserDiscards "loser_discards" "battle.md:24" "discards every Treachery Card";
    LosingKeepsLeader "losing_keeps_leader" "battle.md:24" "does not cost the leader";
    WinnerLosesOnlyDialed "winner_loses_only_dialed" "battle.md:25" "loses only the number of Forces dialed";
    DialedToTanks "dialed_to_tanks" "battle.md:25" "Those Forces go to the Tanks";
    WinnerChoosesLosses "winner_chooses_losses" "battle.md:25" "chooses them among all sectors";
    WinnerMayDiscard "winner_may_discard" "battle.md:25" "may discard any of the cards played";
    WinnerMayKeep "winner_may_keep" "battle.md:25" "may keep every played card";

    // Traitors
    TraitorCall "traitor_call" "battle.md:26" "you may call";
    CallIsOptional "call_is_optional" "battle.md:26" "Nobody has to make that call";
    AnyActiveLeader "any_active_leader" "battle.md:26" "any Active Leader whom the opponent uses";
    CallerWins "caller_wins" "battle.md:27" "The caller wins the battle at once";
    CallerLosesNoForces "caller_loses_no_forces" "battle.md:27" "The caller loses no Forces";
    CallerLosesNoLeader "caller_loses_no_leader" "battle.md:27" "The caller loses no leader";
    CallerLosesNoSpice "caller_loses_no_spice" "battle.md:27" "The caller loses no spice";
    CallStopsExplosion "call_stops_explosion" "battle.md:27" "Not even a Lasgun that meets a Shield";
    CallerLeaderToPool "caller_leader_to_pool" "battle.md:27" "goes back to the caller's Leader Pool";
    TraitorToTanks "traitor_to_tanks" "battle.md:27" "The traitor goes to the Tanks";
    CallerIsPaid "caller_is_paid" "battle.md:27" "receives the fighting strength of the traitor";
    OneTimeUnused "one_time_unused" "battle.md:27" "treat one-time abilities as not used";
    EarlierUseCounts "earlier_use_counts" "battle.md:27" "An earlier use of the Kwisatz Haderach";
    CallerKeepsOneShots "caller_keeps_one_shots" "battle.md:27" "For each one-shot card played";
    BetrayedLosesForces "betrayed_loses_forces" "battle.md:28" "loses all Forces in the Territory";
    BetrayedDiscards "betrayed_discards" "battle.md:28" "discards all cards played";
    TwoTraitorsForces "two_traitors_forces" "battle.md:29" "both players lose all their Forces";
    TwoTraitorsCards "two_traitors_cards" "battle.md:29" "Both lose the cards they played";
    TwoTraitorsLeaders "two_traitors_leaders" "battle.md:29" "Both leaders go to the Tanks";
    TwoTraitorsUnpaid "two_traitors_unpaid" "battle.md:29" "Nobody receives spice";
    TwoTraitorsNoWinner "two_traitors_no_winner" "battle.md:29" "Nobody has won";
    LeaderReturn "leader_return" "battle.md:30" "takes back those leaders";
    DeadDoNotReturn "dead_do_not_return" "battle.md:30" "Leaders in the Tanks stay there";
    ReturnedAreFree "returned_are_free" "battle.md:30" "free to fight in any Territory";

    // Spice dialing
    AdvancedOnly "advanced_only" "battle.md:33" "adds spice dialing, the Karama powers and the advanced faction abilities";
    SpicedAtFullValue "spiced_at_full_value" "battle.md:40" "makes that Force fight at its full value";
    UnspicedCountHalf "unspiced_count_half" "battle.md:42" "counts half";
    HalfSteps "half_steps" "battle.md:43" "Half steps can be dialed";
    SpiceInPlan "spice_in_plan" "battle.md:44" "is committed as part of the plan";
    SpiceWithinForces "spice_within_forces" "battle.md:44" "exceeds neither the Forces used";
    SpiceWithinPurse "spice_within_purse" "battle.md:44" "nor the spice that the player owns";
    SupportToBank "support_to_bank" "battle.md:45" "goes to the Spice Bank";
    BothPay "both_pay" "battle.md:45" "Winner and loser both pay";
    CallerKeepsSpice "caller_keeps_spice" "battle.md:46" "keeps the spice committed for support";
    OtherSidePays "other_side_pays" "battle.md:46" "The other side pays all the same";
    KaramaSeesPlan "karama_sees_plan" "battle.md:47" "look at the complete Battle Plan";
    OncePerGame "once_per_game" "battle.md:47" "Once per game";

    // Atreides
    FreeRevivalOfAtreides "free_revival_of_atreides" "battle.md:53" "Two Forces are revived free";
    Prescience "prescience" "battle.md:57" "may make the opponent reveal one element";
    OneElement "one_element" "battle.md:57" "Only one element is revealed";
    AnswerBinds "answer_binds" "battle.md:57" "binds the opponent's plan";
    NothingElseAsked "nothing_else_asked" "battle.md:57" "nothing else is asked instead";
    NumberAlone "number_alone" "battle.md:57" "only the number is shown";
    PrescienceForAlly "prescience_for_ally" "battle.md:58" "in the battle of an ally";
    KwisatzAsleep "kwisatz_asleep" "battle.md:59" "starts inactive and cannot be used";
    KwisatzCountsLosses "kwisatz_counts_losses" "battle.md:59" "are counted over the whole game";
    KwisatzAwakes "kwisatz_awakes" "battle.md:59" "From seven lost Forces on";
    KwisatzAddsTwo "kwisatz_adds_two" "battle.md:60" "for 2 more strength";
    KwisatzNeedsBearer "kwisatz_needs_bearer" "battle.md:60" "to a leader or a Cheap Hero";
    KwisatzOneTerritory "kwisatz_one_territory" "battle.md:60" "in one Territory per turn only";
    KwisatzFallsWithBearer "kwisatz_falls_with_bearer" "battle.md:60" "the 2 is not added";
    KwisatzLoyalty "kwisatz_loyalty" "battle.md:61" "cannot be called traitor";
    KwisatzOnlyExplosion "kwisatz_only_explosion" "battle.md:62" "Only a Lasgun met by a Shield";
    KwisatzRevivedLikeLeader "kwisatz_revived_like_leader" "battle.md:63" "has to be revived like a leader";
    KwisatzWaits "kwisatz_waits" "battle.md:63" "all other Atreides leaders";
    KwisatzUsesRevival "kwisatz_uses_revival" "battle.md:63" "uses up the one leader revival";
    Ascension "ascension" "battle.md:64" "never keeps Atreides from reviving leaders";

    // Bene Gesserit
    FreeRevivalOfBeneGesserit "free_revival_of_bene_gesserit" "battle.md:70" "One Force is revived free";
    Voice "voice" "battle.md:72" "may command the opponent";
    VoiceByName "voice_by_name" "battle.md:72" "called by name";
    VoiceIsObeyed "voice_is_obeyed" "battle.md:72" "must comply as far as able";
    VoiceExcuse "voice_excuse" "battle.md:72" "is a valid excuse";
    VoiceComesFirst "voice_comes_first" "battle.md:72" "The command comes before the question";
    VoiceForAlly "voice_for_ally" "battle.md:73" "in the battle of an ally";
    FightersAreForces "fighters_are_forces" "battle.md:76" "fighters are ordinary Forces";
    Coexistence "coexistence" "battle.md:78" "live in peace beside every faction";
    AdvisorsDoNotFight "advisors_do_not_fight" "battle.md:81" "never involved in combat";
    AdvisorsAreStruck "advisors_are_struck" "battle.md:87" "are struck all the same";
    Peacetime "peacetime" "battle.md:93" "where an ally is present";
    StormedIn "stormed_in" "battle.md:94" "Advisors under storm";
    AdaptiveForce "adaptive_force" "battle.md:95" "in one Territory are all of one type";
    UniversalStewards "universal_stewards" "battle.md:96" "become fighters on their own";
    WorthlessKarama "worthless_karama" "battle.md:97" "any worthless card as a Karama";

    // Emperor and Fremen
    FreeRevivalOfEmperor "free_revival_of_emperor" "battle.md:104" "One Force is revived free";
    EmperorGift "emperor_gift" "battle.md:107" "may give spice to the ally";
    SardaukarWorthTwo "sardaukar_worth_two" "battle.md:109" "worth two normal Forces in battle";
    SardaukarLossesTwo "sardaukar_losses_two" "battle.md:109" "worth two in taking losses";
    SardaukarWeakness "sardaukar_weakness" "battle.md:110" "Against Fremen a Sardaukar";
    SardaukarRevivedAsOne "sardaukar_revived_as_one" "battle.md:111" "counts as one Force in revival";
    SardaukarTraining "sardaukar_training" "battle.md:112" "At most one Sardaukar";
    FreeRevivalOfFremen "free_revival_of_fremen" "battle.md:118" "Three Forces are revived free";
    WormSparesFremen "worm_spares_fremen" "battle.md:121" "not devoured by a sandworm";
    FremenStormLosses "fremen_storm_losses" "battle.md:133" "Only half of the Fremen Forces";
    StormHalfBySector "storm_half_by_sector" "battle.md:133" "sector by sector";
    FedaykinWorthTwo "fedaykin_worth_two" "battle.md:135" "worth two normal Forces in battle";
    FedaykinLossesTwo "fedaykin_losses_two" "battle.md:135" "worth two in taking losses";
    FedaykinRevivedAsOne "fedaykin_revived_as_one" "battle.md:136" "counts as one Force in revival";
    FedaykinTraining "fedaykin_training" "battle.md:137" "At most one Fedaykin";
    BattleHardened "battle_hardened" "battle.md:138" "need no spice";

    // Harkonnen
    FreeRevivalOfHarkonnen "free_revival_of_harkonnen" "battle.md:145" "Two Forces are revived free";
    HarkonnenTraitors "harkonnen_traitors" "battle.md:146" "can be used in the normal way";
    TraitorForAlly "traitor_for_ally" "battle.md:149" "use an own Traitor Card against the ally's opponent";
    CountsAsTheAllys "counts_as_the_allys" "battle.md:149" "as if the ally had played it";
    CaptureDraw "capture_draw" "battle.md:151" "one leader is drawn at random";
    DrawIncludesFighter "draw_includes_fighter" "battle.md:151" "includes the leader used in this battle";
    DrawLeavesOutFallen "draw_leaves_out_fallen" "battle.md:151" "whoever was killed in this battle";
    DrawLeavesOutUsed "draw_leaves_out_used" "battle.md:151" "leaves out every leader already used elsewhere";
    KillOrCapture "kill_or_capture" "battle.md:151" "may then kill or capture";
    KillFaceDown "kill_face_down" "battle.md:152" "goes face down";
    KillPaysTwo "kill_pays_two" "battle.md:152" "gain 2 spice";
    CaptureJoinsPool "capture_joins_pool" "battle.md:153" "joins the Active Leader Pool of Harkonnen";
    CapturedReturnsAfterUse "captured_returns_after_use" "battle.md:153" "returns to the Active Leader Pool";
    CapturedStaysUnused "captured_stays_unused" "battle.md:153" "Until it is used";
    PrisonBreak "prison_break" "battle.md:154" "every captured leader goes back";
    NobodyHeldWithoutOwn "nobody_held_without_own" "battle.md:154" "who is captured after that";
    CaptivesAreNotOwn "captives_are_not_own" "battle.md:154" "do not count as own leaders";
    CaptiveDiesAtHome "captive_dies_at_home" "battle.md:155" "lies in the Tanks as a leader of its own faction";
    HomeRevivesCaptive "home_revives_captive" "battle.md:155" "That faction can revive it";
    NoLoyalty "no_loyalty" "battle.md:156" "even by its own faction";

    // Precedence
    AbilityGoesOn "ability_goes_on" "battle.md:184" "is carried out to its end before anything else is played";

    // Treachery cards
    WorthlessHasNoEffect "worthless_has_no_effect" "battle.md:187" "have no effect in a battle";
    PoisonKills "poison_kills" "battle.md:188" "kill the opposing leader";
    HeroCarriesCards "hero_carries_cards" "battle.md:190" "weapon and defense may go with it";
    HeroMustBePlayed "hero_must_be_played" "battle.md:190" "must be played when no leader is available";
    HeroIsDiscarded "hero_is_discarded" "battle.md:190" "is discarded after use";
    HeroIsNeverPaidFor "hero_is_never_paid_for" "battle.md:190" "never paid for";
    ProjectileKills "projectile_kills" "battle.md:193" "kill the opposing leader";
    EllacaStoppedBySnooper "ellaca_stopped_by_snooper" "battle.md:194" "A Snooper stops the Ellaca Drug";
    AtomicsEndProtection "atomics_end_protection" "battle.md:195" "lose their protection from the storm";
    HajrNotInPlan "hajr_not_in_plan" "battle.md:197" "has no place in a battle plan";
    KaramaIsDiscarded "karama_is_discarded" "battle.md:200" "discarded after use";
    KaramaCancels "karama_cancels" "battle.md:201" "cancels an ability";
    KaramaPrevents "karama_prevents" "battle.md:202" "prevents an ability";
    LasgunKills "lasgun_kills" "battle.md:208" "The Lasgun kills the opposing leader";
    ExplosionForces "explosion_forces" "battle.md:208" "all Forces in the Territory go to the Tanks";
    ExplosionSpice "explosion_spice" "battle.md:208" "All spice in the Territory";
    ExplosionBothLose "explosion_both_lose" "battle.md:208" "Both players lose the battle";
    ExplosionLeaders "explosion_leaders" "battle.md:208" "Both leaders are killed";
    ExplosionUnpaid "explosion_unpaid" "battle.md:208" "No spice is paid for them";
    ExplosionCards "explosion_cards" "battle.md:208" "All cards played are discarded";
    ShieldProtects "shield_protects" "battle.md:210" "protects your own leader from a projectile weapon";
    SnooperProtects "snooper_protects" "battle.md:212" "protects your own leader from a poison weapon";
    Ghola "ghola" "battle.md:214" "revives one leader or up to five Forces";
    GholaElites "ghola_elites" "battle.md:214" "may be starred";
    GholaLeavesKwisatz "ghola_leaves_kwisatz" "battle.md:214" "The Kwisatz Haderach is not revived";
    WeatherControlNotInPlan "weather_control_not_in_plan" "battle.md:217" "has no place in a battle plan";

    // The other phases
    StormMoves "storm_moves" "phases.md:2" "moves counter-clockwise";
    StormStrikes "storm_strikes" "phases.md:3" "Every Force on sand";
    RockIsSafe "rock_is_safe" "phases.md:3" "Forces on rock and in strongholds are safe";
    BasinIsSafe "basin_is_safe" "phases.md:3" "So are Forces in Imperial Basin";
    StormDestroysSpice "storm_destroys_spice" "phases.md:4" "passes or stops on is destroyed";
    StormSparesLeaders "storm_spares_leaders" "phases.md:5" "never kills a leader";
    PolarSinkIsCalm "polar_sink_is_calm" "phases.md:6" "is never in storm";
    WormDevoursForces "worm_devours_forces" "phases.md:9" "devours all Forces";
    WormDevoursSpice "worm_devours_spice" "phases.md:9" "devours the spice on the ground";
    WormSparesLeaders "worm_spares_leaders" "phases.md:9" "never devours a leader";
    ThreeForcesPerTurn "three_forces_per_turn" "phases.md:12" "up to three Forces per turn";
    FreeNumberIsFree "free_number_is_free" "phases.md:12" "Its free number costs nothing";
    FurtherForcesCostTwo "further_forces_cost_two" "phases.md:12" "each further Force costs 2 spice";
    RevivedToReserves "revived_to_reserves" "phases.md:12" "go to the reserves";
    RevivalIsOpen "revival_is_open" "phases.md:15" "only when it has no Active Leader left";
    OneLeaderPerTurn "one_leader_per_turn" "phases.md:15" "One leader is revived per turn";
    RevivalHasPrice "revival_has_price" "phases.md:15" "The price is the fighting strength";
    RevivedInPool "revived_in_pool" "phases.md:15" "is back in the Leader Pool";
    RevivedStillTraitor "revived_still_traitor" "phases.md:15" "can still be a traitor";
    RevivalGoesOn "revival_goes_on" "phases.md:15" "The right goes on";
    DeadAgainWaits "dead_again_waits" "phases.md:16" "A leader who died more than once waits";
    OneDeathDoesNotWait "one_death_does_not_wait" "phases.md:16" "face down after a single death does not wait";
    OnlyEmperorGives "only_emperor_gives" "phases.md:19" "no spice passes between allies";

    // The other side of each reading
    ReturnedFightsAnywhere "returned_fights_anywhere" "readings.md:4" "may fight in any Territory";
    DecidedBeforeDraw "decided_before_draw" "readings.md:5" "before the draw";
    FaceDownWaits "face_down_waits" "readings.md:6" "waits, however often it has died";
    FaceDownWaitsAsOften "face_down_waits_as_often" "readings.md:6" "has died as often as it has";
    FaceDownWaitsAgain "face_down_waits_again" "readings.md:7" "as if it had died again";
    CutOffForcesTakePart "cut_off_forces_take_part" "readings.md:8" "Forces beyond the storm take part";
    CallerLeaderBound "caller_leader_bound" "readings.md:9" "stays bound to the Territory of an earlier battle";
    CallerKeepsCaptive "caller_keeps_captive" "readings.md:10" "stays in the pool of Harkonnen";
    UnusedKwisatzIsFree "unused_kwisatz_is_free" "readings.md:11" "is free for any Territory";
    TraitorCardUsedUp "traitor_card_used_up" "readings.md:12" "is given up when it has been called";
    PrescienceComesFirst "prescience_comes_first" "readings.md:13" "comes before the command of VOICE";
    SpiceIsShown "spice_is_shown" "readings.md:14" "is shown with it";
    EllacaStoppedByShield "ellaca_stopped_by_shield" "readings.md:15" "a Shield stops the Ellaca Drug";
    WorthlessIsSpent "worthless_is_spent" "readings.md:16" "a worthless card is discarded after use";
    GholaRevivesKwisatz "ghola_revives_kwisatz" "readings.md:17" "revives the Kwisatz Haderach as well";
    GholaTraining "ghola_training" "readings.md:18" "at most one starred Force";
    BankPaysInFull "bank_pays_in_full" "readings.md:19" "pays in full";
    StormHalfByTerritory "storm_half_by_territory" "readings.md:20" "taken once in each Territory";
    FallenCanBeDrawn "fallen_can_be_drawn" "readings.md:21" "came back before the draw can be drawn";
}
