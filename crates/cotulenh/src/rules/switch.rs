//! The switches: one for each clause that this engine implements, with the words of the clause.

truthsayer_protocol::switches! { "cotulenh":
    // Terrain
    WaterFiles "water_files" "terrain.md" "Files a and b are water";
    CoastIsMixed "coast_is_mixed" "terrain.md" "File c is mixed";
    RiverMouthIsMixed "river_mouth_is_mixed" "terrain.md" "at the river mouth are mixed as well";
    RestIsLand "rest_is_land" "terrain.md" "All squares that are neither water nor mixed are land";
    NavyStands "navy_stands" "terrain.md" "A navy may stand on water and on mixed squares only";
    OthersStand "others_stand" "terrain.md" "Every piece but a navy may stand on land and on mixed squares only";
    AirForceNeedsGround "air_force_needs_ground" "terrain.md" "may fly over water but not stop on it";
    CarrierStands "carrier_stands" "terrain.md" "only the carrier has to be able to stand";
    RiverStopsHeavy "river_stops_heavy" "terrain.md" "are heavy and do not step on their own across the river";
    Bridges "bridges" "terrain.md" "may cross straight along file f or file h";
    CapturesCrossRiver "captures_cross_river" "terrain.md" "A capture may cross the river anywhere";
    CarriedHeavyCrosses "carried_heavy_crosses" "terrain.md" "A heavy piece carried by an engineer crosses";
    NavyCorners "navy_corners" "terrain.md" "does not step diagonally between c5 and d6";
    CapturesCutCorners "captures_cut_corners" "terrain.md" "A capture may cut the corners between c5 and d6";

    // Pieces
    RedMovesFirst "red_moves_first" "pieces.md" "Red moves first";
    SidesAlternate "sides_alternate" "pieces.md" "the sides move in turn";
    CommanderMoves "commander_moves" "pieces.md" "any number of squares along a file or a rank";
    InfantryMoves "infantry_moves" "pieces.md" "Infantry moves one square";
    EngineerMoves "engineer_moves" "pieces.md" "An engineer moves one square";
    AntiAirMoves "anti_air_moves" "pieces.md" "An anti-air moves one square";
    MilitiaMoves "militia_moves" "pieces.md" "one square in any of the eight directions";
    TankMoves "tank_moves" "pieces.md" "A tank moves up to two squares";
    ArtilleryMoves "artillery_moves" "pieces.md" "up to three squares in any of the eight directions";
    MissileMoves "missile_moves" "pieces.md" "A missile moves up to two squares";
    MissileDiagonal "missile_diagonal" "pieces.md" "Diagonally a missile moves only one";
    AirForceMoves "air_force_moves" "pieces.md" "An air force moves up to four squares";
    NavyMoves "navy_moves" "pieces.md" "A navy moves up to four squares";
    HeadquarterStays "headquarter_stays" "pieces.md" "does not move unless it is heroic";
    PiecesBlockMoves "pieces_block_moves" "pieces.md" "A piece in the way ends a move";
    AirForceOverflies "air_force_overflies" "pieces.md" "No piece in the way ends the flight of an air force";
    NavySailsPast "navy_sails_past" "pieces.md" "sails past every piece but navies";
    NaviesBlockNavies "navies_block_navies" "pieces.md" "ends the voyage of another";
    ClosedGround "closed_ground" "pieces.md" "ends before the first square on which the mover may not stand";
    AirForceFliesOn "air_force_flies_on" "pieces.md" "flies on over squares on which it may not stand";
    StackMoves "stack_moves" "pieces.md" "moves as a whole with the reach";

    // Captures: the three kinds
    NormalCapture "normal_capture" "captures.md" "the attacker moves onto its square";
    NormalMark "normal_mark" "captures.md" "The flag of a normal capture is 2";
    StayCapture "stay_capture" "captures.md" "the attacker does not move";
    StayMark "stay_mark" "captures.md" "The flag of a stay capture is 4";
    SuicideCapture "suicide_capture" "captures.md" "are both taken off the board";
    SuicideMark "suicide_mark" "captures.md" "The flag of a suicide capture is 8";
    OnlyEnemies "only_enemies" "captures.md" "Only an enemy piece can be captured";
    WholeStack "whole_stack" "captures.md" "takes everything that stands on the target square";
    StackAttacks "stack_attacks" "captures.md" "captures as a whole acts as its carrier";
    PassengersShareFate "passengers_share_fate" "captures.md" "The passengers of a stack that captures as a whole share its fate";
    GroundBetween "ground_between" "captures.md" "between the attacker and the target does not matter";

    // Captures: which kind
    NavyOnWater "navy_on_water" "captures.md" "On water a navy captures normally";
    NavyOnLand "navy_on_land" "captures.md" "On land a navy can only make a stay capture";
    NavyOnMixed "navy_on_mixed" "captures.md" "On a mixed square a navy captures normally";
    LandOnLand "land_on_land" "captures.md" "On land a land piece captures normally";
    LandOnWater "land_on_water" "captures.md" "On water a land piece can only make a stay capture";
    LandOnMixed "land_on_mixed" "captures.md" "On a mixed square a land piece captures normally";
    AirForceChoice "air_force_choice" "captures.md" "chooses between a normal and a stay capture";
    AirForceOnWater "air_force_on_water" "captures.md" "On water an air force can only make a stay capture";
    NoChoiceDeploying "no_choice_deploying" "captures.md" "An air force that deploys has no choice";

    // Captures: how far, and past what
    CommanderRange "commander_range" "captures.md" "captures an adjacent enemy only";
    CommanderStraight "commander_straight" "captures.md" "along a file or a rank only";
    StandardRange "standard_range" "captures.md" "capture one square away";
    TankRange "tank_range" "captures.md" "A tank captures up to two squares away";
    ArtilleryRange "artillery_range" "captures.md" "Artillery captures up to three squares away";
    MissileRange "missile_range" "captures.md" "up to two squares away along a file or a rank";
    MissileRangeDiagonal "missile_range_diagonal" "captures.md" "Diagonally a missile captures only one square away";
    AirForceRange "air_force_range" "captures.md" "An air force captures up to four squares away";
    Torpedo "torpedo" "captures.md" "alone or as a carrier, up to four squares away";
    NavalGun "naval_gun" "captures.md" "anything but a navy up to three squares away";
    HeadquarterRange "headquarter_range" "captures.md" "captures nothing unless it is heroic";
    StraightLines "straight_lines" "captures.md" "capture along files and ranks only";
    ArtilleryShootsOver "artillery_shoots_over" "captures.md" "Artillery captures over pieces";
    MissileShootsOver "missile_shoots_over" "captures.md" "A missile captures over pieces";
    AirForceShootsOver "air_force_shoots_over" "captures.md" "An air force captures over pieces";
    NavyShootsOver "navy_shoots_over" "captures.md" "A navy captures over pieces";
    TankShootsOver "tank_shoots_over" "captures.md" "A tank captures over pieces";
    RangeOverPieces "range_over_pieces" "captures.md" "does not lengthen the range";
    BlockedCaptures "blocked_captures" "captures.md" "do not capture past a piece in between";
    FlyingGeneral "flying_general" "captures.md" "may capture the enemy commander on the same file or rank";
    OpenLine "open_line" "captures.md" "Any piece between the two commanders closes the line";
    VisibleCommander "visible_commander" "captures.md" "A commander carried in a stack cannot be captured by a flying general";

    // Captures: refusals and undo
    OrderOfFaults "order_of_faults" "captures.md" "the first in the order of this section";
    InvalidTarget "invalid_target" "captures.md" "refused as an invalid target";
    OutOfRange "out_of_range" "captures.md" "refused as out of range";
    TerrainMismatch "terrain_mismatch" "captures.md" "refused as a terrain mismatch";
    BlockedPath "blocked_path" "captures.md" "refused as a blocked path";
    AirDefenceFault "air_defence_fault" "captures.md" "refused as air defence";
    CommanderDanger "commander_danger" "captures.md" "refused as commander danger";
    NothingChanges "nothing_changes" "captures.md" "A refused step changes nothing";
    UndoCaptured "undo_captured" "captures.md" "puts everything that was captured back";
    UndoAttacker "undo_attacker" "captures.md" "puts the attacker back where it stood";
    UndoPromotions "undo_promotions" "captures.md" "takes back every promotion";
    UndoTurn "undo_turn" "captures.md" "gives the turn back";
    UndoDeployment "undo_deployment" "captures.md" "A finished deployment is undone as a whole";
    UndoStep "undo_step" "captures.md" "undo takes back the last step";
    CancelDeployment "cancel_deployment" "captures.md" "Cancelling a deployment takes back all its steps";

    // Air defence
    MissileLevel "missile_level" "air-defence.md" "at level 2";
    NavyLevel "navy_level" "air-defence.md" "A navy defends the air at level 1";
    AntiAirLevel "anti_air_level" "air-defence.md" "An anti-air defends the air at level 1";
    HeroicLevel "heroic_level" "air-defence.md" "one level more";
    ZoneIsDisc "zone_is_disc" "air-defence.md" "A zone is a disc";
    ZoneHoldsDefender "zone_holds_defender" "air-defence.md" "The square of the defender belongs to its zone";
    TopPieceDefends "top_piece_defends" "air-defence.md" "Only the piece on top of a square";
    ZonesFollowBoard "zones_follow_board" "air-defence.md" "Zones follow from the board as it stands";
    EnemyZonesOnly "enemy_zones_only" "air-defence.md" "Only zones of the enemy hinder an air force";
    TakeOffSquare "take_off_square" "air-defence.md" "from which an air force takes off does not count";
    OneZoneSuicide "one_zone_suicide" "air-defence.md" "captures by suicide only";
    NoStopInZone "no_stop_in_zone" "air-defence.md" "cannot stop on an empty square";
    LandingInZone "landing_in_zone" "air-defence.md" "can land on a friendly piece";
    SecondZone "second_zone" "air-defence.md" "in the zone of a second defender";
    LeavingZone "leaving_zone" "air-defence.md" "on which it would leave the zone";
    SuicideNeedsZone "suicide_needs_zone" "air-defence.md" "Only an air force in a zone";
    HeroicAirForce "heroic_air_force" "air-defence.md" "A heroic air force ignores zones";

    // Stacks
    NavyCarries "navy_carries" "stacks.md" "A navy carries";
    AirForceCarries "air_force_carries" "stacks.md" "An air force carries";
    TankCarries "tank_carries" "stacks.md" "A tank carries";
    EngineerCarries "engineer_carries" "stacks.md" "An engineer carries";
    HeadquarterCarries "headquarter_carries" "stacks.md" "A headquarter carries";
    NoOtherStack "no_other_stack" "stacks.md" "No pieces form a stack except those that a CARRIES rule names";
    CarrierByKind "carrier_by_kind" "stacks.md" "follows from the kinds";
    Combining "combining" "stacks.md" "may step onto a friendly piece or stack";
    OpenWayToCombine "open_way_to_combine" "stacks.md" "The way to the friendly piece or stack has to be as open";
    NewCarrierStands "new_carrier_stands" "stacks.md" "The carrier of the combined stack has to be able to stand";
    LandingOnNavy "landing_on_navy" "stacks.md" "An air force may land on a friendly navy at sea";

    // Deployments
    Deploying "deploying" "stacks.md" "Every piece of a stack may step out of it";
    DeploymentKeepsTurn "deployment_keeps_turn" "stacks.md" "the turn stays where it is";
    OnlyTheStack "only_the_stack" "stacks.md" "only pieces of the deploying stack may step";
    StepsOnce "steps_once" "stacks.md" "does not step again";
    ShooterStaysAboard "shooter_stays_aboard" "stacks.md" "stays aboard and has stepped";
    DeployedSuicide "deployed_suicide" "stacks.md" "destroys only the air force that deployed";
    DeployedCombination "deployed_combination" "stacks.md" "may combine with a friendly piece elsewhere";
    JoinsByOwnStep "joins_by_own_step" "stacks.md" "where the two could not have gone together";
    CommitAnyTime "commit_any_time" "stacks.md" "may be committed after any step";
    RestStands "rest_stands" "stacks.md" "What is left of a deploying stack has to be able to stand on its square";
    SafeCommit "safe_commit" "stacks.md" "the own commander has to be out of danger";
    LastStep "last_step" "stacks.md" "commits by itself";
    WayOut "way_out" "stacks.md" "only if the deployment can still be committed";
    SafetyAtCommit "safety_at_commit" "stacks.md" "judged at the commit, not before";
    OneTurn "one_turn" "stacks.md" "A whole deployment is one turn";
    Recombining "recombining" "stacks.md" "may join a piece that left the stack earlier";
    RecombiningAnyDistance "recombining_any_distance" "stacks.md" "The own reach of a passenger that recombines does not matter";
    GroupStep "group_step" "stacks.md" "which must have been able to make it";
    GroupLandsOnShip "group_lands_on_ship" "stacks.md" "it is enough that the ship can stand there";
    CarrierStaysOut "carrier_stays_out" "stacks.md" "The carrier of the stack does not recombine";
    PlacedPieces "placed_pieces" "stacks.md" "Only a square on which a piece was placed";
    RankAboard "rank_aboard" "stacks.md" "keeps its rank";

    // Heroic pieces
    AttackersPromoted "attackers_promoted" "heroic.md" "each piece of the mover that attacks the enemy commander";
    AnyAttackerPromoted "any_attacker_promoted" "heroic.md" "A piece that becomes heroic need not be the piece that moved";
    PassengersPromoted "passengers_promoted" "heroic.md" "Passengers that attack the enemy commander are promoted as well";
    MoverPromoted "mover_promoted" "heroic.md" "Pieces of the side that did not move are not promoted";
    RankKept "rank_kept" "heroic.md" "keeps its heroic rank";
    RankIsOwn "rank_is_own" "heroic.md" "does not pass to the pieces";
    LastGuard "last_guard" "heroic.md" "exactly one piece besides its commander";
    StackIsNoGuard "stack_is_no_guard" "heroic.md" "Pieces in a stack are not a last guard";
    CommanderStackIsStack "commander_stack_is_stack" "heroic.md" "stack that holds the commander are not a last guard";
    BothGuards "both_guards" "heroic.md" "Both sides are checked for a last guard";
    HeroicMove "heroic_move" "heroic.md" "moves one square further";
    HeroicCapture "heroic_capture" "heroic.md" "captures one square further";
    HeroicDirections "heroic_directions" "heroic.md" "in all eight directions";
    HeroicCommander "heroic_commander" "heroic.md" "still captures adjacent pieces only";
    HeroicHeadquarter "heroic_headquarter" "heroic.md" "one square in any direction";

    // Check and the end of the game
    Check "check" "game-end.md" "is in check when an enemy piece could capture on its square";
    PassengersAttack "passengers_attack" "game-end.md" "Passengers of a stack attack a commander as well";
    Exposure "exposure" "game-end.md" "facing each other on an open file or rank";
    CarriedCommanderFaces "carried_commander_faces" "game-end.md" "faces the enemy commander as well";
    ExposureIsNoCheck "exposure_is_no_check" "game-end.md" "it is not check";
    Sight "sight" "game-end.md" "neither stops on nor passes over a square";
    PiecesHideSquares "pieces_hide_squares" "game-end.md" "A piece hides the square that it stands on";
    CarriedAcross "carried_across" "game-end.md" "may be carried across a square that the enemy commander sees";
    Safety "safety" "game-end.md" "No turn may leave the own commander attacked";
    NoExcuse "no_excuse" "game-end.md" "does not excuse";
    DangerAfterPromotions "danger_after_promotions" "game-end.md" "judged after the promotions";
    Checkmate "checkmate" "game-end.md" "has lost";
    Stalemate "stalemate" "game-end.md" "has drawn";
    CommanderCaptured "commander_captured" "game-end.md" "ends the game";
    FiftyMoves "fifty_moves" "game-end.md" "reaches 100";
    NoRepetition "no_repetition" "game-end.md" "does not end the game";
    NoEndWhileOpen "no_end_while_open" "game-end.md" "does not end while a deployment is open";
    ClockReset "clock_reset" "game-end.md" "a normal capture sets the half-move clock to 0";
    ClockCounts "clock_counts" "game-end.md" "Every turn whose first step is not a normal capture adds 1";
    MoveNumber "move_number" "game-end.md" "grows by 1";

    // The other side of each reading
    AnyCaptureResets "any_capture_resets" "readings.md" "every turn with a capture in it";
    ThirdTimeDraws "third_time_draws" "readings.md" "the third time that a position stands";
    NoLandingInZone "no_landing_in_zone" "readings.md" "does not combine inside a zone";
    FirstPieceIsSeen "first_piece_is_seen" "readings.md" "also sees the square of the first piece on the line";
    GroupStandsAlone "group_stands_alone" "readings.md" "has to be able to stand there without the ship";
    OnlyByRecombining "only_by_recombining" "readings.md" "by recombining or not at all";
    TankIsBlocked "tank_is_blocked" "readings.md" "a tank is stopped by pieces in between";
    EveryStepIsSafe "every_step_is_safe" "readings.md" "every step of a deployment has to leave the own commander";
}
