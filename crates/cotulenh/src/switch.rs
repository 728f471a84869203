//! The switches: one for each clause of the rulebook that this engine plays, with the words it stands for.

truthsayer_protocol::switches! { "cotulenh":
    // Terrain
    WaterFiles "water_files" "terrain.md:4" "Files a and b are water";
    CoastIsMixed "coast_is_mixed" "terrain.md:5" "File c is mixed";
    RiverMouthIsMixed "river_mouth_is_mixed" "terrain.md:5" "at the river mouth are mixed as well";
    RestIsLand "rest_is_land" "terrain.md:6" "All other squares are land";
    NavyStands "navy_stands" "terrain.md:7" "A navy may stand on water and on mixed squares only";
    OthersStand "others_stand" "terrain.md:7" "Every other piece may stand on land and on mixed squares only";
    AirForceNeedsGround "air_force_needs_ground" "terrain.md:7" "may fly over water but not stop on it";
    CarrierStands "carrier_stands" "terrain.md:8" "only the carrier has to be able to stand";
    RiverStopsHeavy "river_stops_heavy" "terrain.md:9" "are heavy and do not step on their own across the river";
    Bridges "bridges" "terrain.md:9" "may cross straight along file f or file h";
    CapturesCrossRiver "captures_cross_river" "terrain.md:9" "A capture may cross the river anywhere";
    CarriedHeavyCrosses "carried_heavy_crosses" "terrain.md:9" "A heavy piece carried by an engineer crosses";
    NavyCorners "navy_corners" "terrain.md:10" "does not step diagonally between c5 and d6";
    CapturesCutCorners "captures_cut_corners" "terrain.md:10" "A capture may cut these corners";

    // Pieces
    RedMovesFirst "red_moves_first" "pieces.md:3" "Red moves first";
    SidesAlternate "sides_alternate" "pieces.md:3" "the sides move in turn";
    CommanderMoves "commander_moves" "pieces.md:4" "any number of squares along a file or a rank";
    InfantryMoves "infantry_moves" "pieces.md:5" "one square along a file or a rank";
    EngineerMoves "engineer_moves" "pieces.md:6" "one square along a file or a rank";
    AntiAirMoves "anti_air_moves" "pieces.md:7" "one square along a file or a rank";
    MilitiaMoves "militia_moves" "pieces.md:8" "one square in any of the eight directions";
    TankMoves "tank_moves" "pieces.md:9" "up to two squares along a file or a rank";
    ArtilleryMoves "artillery_moves" "pieces.md:10" "up to three squares in any of the eight directions";
    MissileMoves "missile_moves" "pieces.md:11" "up to two squares along a file or a rank";
    MissileDiagonal "missile_diagonal" "pieces.md:11" "Diagonally it moves only one";
    AirForceMoves "air_force_moves" "pieces.md:12" "up to four squares in any of the eight directions";
    NavyMoves "navy_moves" "pieces.md:13" "up to four squares in any of the eight directions";
    HeadquarterStays "headquarter_stays" "pieces.md:14" "does not move unless it is heroic";
    PiecesBlockMoves "pieces_block_moves" "pieces.md:15" "A piece in the way ends a move";
    AirForceOverflies "air_force_overflies" "pieces.md:15" "No piece in the way ends the flight of an air force";
    NavySailsPast "navy_sails_past" "pieces.md:15" "sails past every piece but navies";
    NaviesBlockNavies "navies_block_navies" "pieces.md:15" "ends the voyage of another";
    ClosedGround "closed_ground" "pieces.md:16" "ends before the first square on which the mover may not stand";
    AirForceFliesOn "air_force_flies_on" "pieces.md:16" "flies on over such squares";
    StackMoves "stack_moves" "pieces.md:17" "moves as a whole with the reach";

    // Captures: the three kinds
    NormalCapture "normal_capture" "captures.md:4" "the attacker moves onto its square";
    NormalMark "normal_mark" "captures.md:4" "Its flag is 2";
    StayCapture "stay_capture" "captures.md:5" "the attacker does not move";
    StayMark "stay_mark" "captures.md:5" "Its flag is 4";
    SuicideCapture "suicide_capture" "captures.md:6" "are both taken off the board";
    SuicideMark "suicide_mark" "captures.md:6" "Its flag is 8";
    OnlyEnemies "only_enemies" "captures.md:7" "Only an enemy piece can be captured";
    WholeStack "whole_stack" "captures.md:8" "takes everything that stands on the target square";
    StackAttacks "stack_attacks" "captures.md:9" "captures as a whole acts as its carrier";
    PassengersShareFate "passengers_share_fate" "captures.md:9" "Its passengers share its fate";
    GroundBetween "ground_between" "captures.md:10" "does not matter";

    // Captures: which kind
    NavyOnWater "navy_on_water" "captures.md:13" "On water a navy captures normally";
    NavyOnLand "navy_on_land" "captures.md:13" "On land a navy can only make a stay capture";
    NavyOnMixed "navy_on_mixed" "captures.md:13" "On a mixed square a navy captures normally";
    LandOnLand "land_on_land" "captures.md:14" "On land a land piece captures normally";
    LandOnWater "land_on_water" "captures.md:14" "On water a land piece can only make a stay capture";
    LandOnMixed "land_on_mixed" "captures.md:14" "On a mixed square a land piece captures normally";
    AirForceChoice "air_force_choice" "captures.md:15" "chooses between a normal and a stay capture";
    AirForceOnWater "air_force_on_water" "captures.md:15" "On water an air force can only make a stay capture";
    NoChoiceDeploying "no_choice_deploying" "captures.md:15" "An air force that deploys has no choice";

    // Captures: how far, and past what
    CommanderRange "commander_range" "captures.md:18" "captures an adjacent enemy only";
    CommanderStraight "commander_straight" "captures.md:18" "along a file or a rank only";
    StandardRange "standard_range" "captures.md:19" "capture one square away";
    TankRange "tank_range" "captures.md:20" "up to two squares away";
    ArtilleryRange "artillery_range" "captures.md:21" "up to three squares away";
    MissileRange "missile_range" "captures.md:22" "up to two squares away along a file or a rank";
    MissileRangeDiagonal "missile_range_diagonal" "captures.md:22" "Diagonally it captures only one square away";
    AirForceRange "air_force_range" "captures.md:23" "up to four squares away";
    Torpedo "torpedo" "captures.md:24" "up to four squares away";
    NavalGun "naval_gun" "captures.md:25" "up to three squares away";
    HeadquarterRange "headquarter_range" "captures.md:26" "captures nothing unless it is heroic";
    StraightLines "straight_lines" "captures.md:27" "capture along files and ranks only";
    ArtilleryShootsOver "artillery_shoots_over" "captures.md:30" "Artillery captures over pieces";
    MissileShootsOver "missile_shoots_over" "captures.md:30" "A missile captures over pieces";
    AirForceShootsOver "air_force_shoots_over" "captures.md:30" "An air force captures over pieces";
    NavyShootsOver "navy_shoots_over" "captures.md:30" "A navy captures over pieces";
    TankShootsOver "tank_shoots_over" "captures.md:30" "A tank captures over pieces";
    RangeOverPieces "range_over_pieces" "captures.md:30" "does not lengthen the range";
    BlockedCaptures "blocked_captures" "captures.md:31" "do not capture past a piece in between";
    FlyingGeneral "flying_general" "captures.md:34" "may capture the enemy commander on the same file or rank";
    OpenLine "open_line" "captures.md:34" "Any piece in between closes the line";
    VisibleCommander "visible_commander" "captures.md:34" "A commander carried in a stack cannot be captured in this way";

    // Captures: refusals and undo
    OrderOfFaults "order_of_faults" "captures.md:37" "the first in the order of this section";
    InvalidTarget "invalid_target" "captures.md:38" "refused as an invalid target";
    OutOfRange "out_of_range" "captures.md:39" "refused as out of range";
    TerrainMismatch "terrain_mismatch" "captures.md:40" "refused as a terrain mismatch";
    BlockedPath "blocked_path" "captures.md:41" "refused as a blocked path";
    AirDefenceFault "air_defence_fault" "captures.md:42" "refused as air defence";
    CommanderDanger "commander_danger" "captures.md:43" "refused as commander danger";
    NothingChanges "nothing_changes" "captures.md:44" "A refused step changes nothing";
    UndoCaptured "undo_captured" "captures.md:47" "puts everything that was captured back";
    UndoAttacker "undo_attacker" "captures.md:47" "puts the attacker back where it stood";
    UndoPromotions "undo_promotions" "captures.md:47" "takes back every promotion";
    UndoTurn "undo_turn" "captures.md:47" "gives the turn back";
    UndoDeployment "undo_deployment" "captures.md:48" "A finished deployment is undone as a whole";
    UndoStep "undo_step" "captures.md:48" "undo takes back the last step";
    CancelDeployment "cancel_deployment" "captures.md:48" "Cancelling a deployment takes back all its steps";

    // Air defence
    MissileLevel "missile_level" "air-defence.md:3" "at level 2";
    NavyLevel "navy_level" "air-defence.md:4" "at level 1";
    AntiAirLevel "anti_air_level" "air-defence.md:5" "at level 1";
    HeroicLevel "heroic_level" "air-defence.md:6" "one level more";
    ZoneIsDisc "zone_is_disc" "air-defence.md:7" "A zone is a disc";
    ZoneHoldsDefender "zone_holds_defender" "air-defence.md:7" "The square of the defender belongs to it";
    TopPieceDefends "top_piece_defends" "air-defence.md:8" "Only the piece on top of a square";
    ZonesFollowBoard "zones_follow_board" "air-defence.md:9" "Zones follow from the board as it stands";
    EnemyZonesOnly "enemy_zones_only" "air-defence.md:10" "Only zones of the enemy hinder an air force";
    TakeOffSquare "take_off_square" "air-defence.md:10" "from which it takes off does not count";
    OneZoneSuicide "one_zone_suicide" "air-defence.md:11" "captures by suicide only";
    NoStopInZone "no_stop_in_zone" "air-defence.md:11" "cannot stop there on an empty square";
    LandingInZone "landing_in_zone" "air-defence.md:11" "can land there on a friendly piece";
    SecondZone "second_zone" "air-defence.md:12" "in the zone of a second defender";
    LeavingZone "leaving_zone" "air-defence.md:13" "on which it would leave the zone";
    SuicideNeedsZone "suicide_needs_zone" "air-defence.md:14" "Nobody but an air force in a zone";
    HeroicAirForce "heroic_air_force" "air-defence.md:15" "A heroic air force ignores zones";

    // Stacks
    NavyCarries "navy_carries" "stacks.md:4" "A navy carries";
    AirForceCarries "air_force_carries" "stacks.md:5" "An air force carries";
    TankCarries "tank_carries" "stacks.md:6" "A tank carries";
    EngineerCarries "engineer_carries" "stacks.md:7" "An engineer carries";
    HeadquarterCarries "headquarter_carries" "stacks.md:8" "A headquarter carries";
    NoOtherStack "no_other_stack" "stacks.md:9" "No other pieces form a stack";
    CarrierByKind "carrier_by_kind" "stacks.md:10" "follows from the kinds";
    Combining "combining" "stacks.md:11" "may step onto a friendly piece or stack";
    OpenWayToCombine "open_way_to_combine" "stacks.md:11" "The way there has to be as open";
    NewCarrierStands "new_carrier_stands" "stacks.md:11" "The carrier that results has to be able to stand";
    LandingOnNavy "landing_on_navy" "stacks.md:11" "An air force may land on a friendly navy at sea";

    // Deployments
    Deploying "deploying" "stacks.md:14" "Every piece of a stack may step out of it";
    DeploymentKeepsTurn "deployment_keeps_turn" "stacks.md:14" "the turn stays where it is";
    OnlyTheStack "only_the_stack" "stacks.md:15" "only pieces of that stack may step";
    StepsOnce "steps_once" "stacks.md:15" "does not step again";
    ShooterStaysAboard "shooter_stays_aboard" "stacks.md:16" "stays aboard and has stepped";
    DeployedSuicide "deployed_suicide" "stacks.md:17" "destroys only the air force that deployed";
    DeployedCombination "deployed_combination" "stacks.md:18" "may combine with a friendly piece elsewhere";
    JoinsByOwnStep "joins_by_own_step" "stacks.md:18" "where the two could not have gone together";
    CommitAnyTime "commit_any_time" "stacks.md:19" "may be committed after any step";
    RestStands "rest_stands" "stacks.md:19" "What is left has to be able to stand there";
    SafeCommit "safe_commit" "stacks.md:19" "The own commander has to be out of danger";
    LastStep "last_step" "stacks.md:20" "commits by itself";
    WayOut "way_out" "stacks.md:21" "only if the deployment can still be committed";
    SafetyAtCommit "safety_at_commit" "stacks.md:21" "judged at the commit, not before";
    OneTurn "one_turn" "stacks.md:22" "A whole deployment is one turn";
    Recombining "recombining" "stacks.md:25" "may join a piece that left the stack earlier";
    RecombiningAnyDistance "recombining_any_distance" "stacks.md:25" "Its own reach does not matter";
    GroupStep "group_step" "stacks.md:25" "which must have been able to make it";
    GroupLandsOnShip "group_lands_on_ship" "stacks.md:25" "it is enough that the ship can stand there";
    CarrierStaysOut "carrier_stays_out" "stacks.md:25" "The carrier of the stack does not recombine";
    PlacedPieces "placed_pieces" "stacks.md:26" "Only a square on which a piece was placed";
    RankAboard "rank_aboard" "stacks.md:27" "keeps its rank";

    // Heroic pieces
    AttackersPromoted "attackers_promoted" "heroic.md:4" "each piece of the mover that attacks the enemy commander";
    AnyAttackerPromoted "any_attacker_promoted" "heroic.md:4" "It need not be the piece that moved";
    PassengersPromoted "passengers_promoted" "heroic.md:4" "Passengers are promoted as well";
    MoverPromoted "mover_promoted" "heroic.md:4" "Pieces of the other side are not promoted";
    RankKept "rank_kept" "heroic.md:5" "keeps its heroic rank";
    RankIsOwn "rank_is_own" "heroic.md:5" "does not pass to the pieces";
    LastGuard "last_guard" "heroic.md:6" "exactly one piece besides its commander";
    StackIsNoGuard "stack_is_no_guard" "heroic.md:6" "Pieces in a stack are no last guard";
    CommanderStackIsStack "commander_stack_is_stack" "heroic.md:6" "A stack that holds the commander counts";
    BothGuards "both_guards" "heroic.md:6" "Both sides are looked at";
    HeroicMove "heroic_move" "heroic.md:9" "moves one square further";
    HeroicCapture "heroic_capture" "heroic.md:9" "captures one square further";
    HeroicDirections "heroic_directions" "heroic.md:10" "in all eight directions";
    HeroicCommander "heroic_commander" "heroic.md:11" "still captures adjacent pieces only";
    HeroicHeadquarter "heroic_headquarter" "heroic.md:12" "one square in any direction";

    // Check and the end of the game
    Check "check" "game-end.md:4" "is in check when an enemy piece could capture on its square";
    PassengersAttack "passengers_attack" "game-end.md:4" "Passengers attack as well";
    Exposure "exposure" "game-end.md:5" "facing each other on an open file or rank";
    CarriedCommanderFaces "carried_commander_faces" "game-end.md:5" "faces the other all the same";
    ExposureIsNoCheck "exposure_is_no_check" "game-end.md:5" "it is not check";
    Sight "sight" "game-end.md:6" "neither stops on nor passes over a square";
    PiecesHideSquares "pieces_hide_squares" "game-end.md:6" "A piece hides the square that it stands on";
    CarriedAcross "carried_across" "game-end.md:6" "may be carried across such a square";
    Safety "safety" "game-end.md:7" "No turn may leave the own commander attacked";
    NoExcuse "no_excuse" "game-end.md:7" "is no excuse";
    DangerAfterPromotions "danger_after_promotions" "game-end.md:7" "judged after the promotions";
    Checkmate "checkmate" "game-end.md:10" "has lost";
    Stalemate "stalemate" "game-end.md:11" "has drawn";
    CommanderCaptured "commander_captured" "game-end.md:12" "ends the game";
    FiftyMoves "fifty_moves" "game-end.md:13" "reaches 100";
    NoRepetition "no_repetition" "game-end.md:14" "does not end the game";
    NoEndWhileOpen "no_end_while_open" "game-end.md:15" "does not end while a deployment is open";
    ClockReset "clock_reset" "game-end.md:18" "sets the half-move clock to 0";
    ClockCounts "clock_counts" "game-end.md:18" "Every other turn adds 1";
    MoveNumber "move_number" "game-end.md:19" "grows by 1";

    // The other side of each reading
    AnyCaptureResets "any_capture_resets" "readings.md:4" "every turn with a capture in it";
    ThirdTimeDraws "third_time_draws" "readings.md:5" "the third time that a position stands";
    NoLandingInZone "no_landing_in_zone" "readings.md:6" "does not combine inside a zone either";
    FirstPieceIsSeen "first_piece_is_seen" "readings.md:7" "also sees the square of the first piece on the line";
    GroupStandsAlone "group_stands_alone" "readings.md:8" "has to be able to stand there without it";
    OnlyByRecombining "only_by_recombining" "readings.md:9" "by recombining or not at all";
    TankIsBlocked "tank_is_blocked" "readings.md:10" "a tank is stopped by pieces in between";
    EveryStepIsSafe "every_step_is_safe" "readings.md:11" "every step of a deployment has to leave the own commander";
}
