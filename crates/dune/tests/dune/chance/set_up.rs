//! Random set-ups: boards on which many factions meet.

use super::Dice;
use truthsayer_dune::card::Card;
use truthsayer_dune::faction::FORCES;
use truthsayer_dune::faction::Faction;
use truthsayer_dune::game::Game;
use truthsayer_dune::game::Kwisatz;
use truthsayer_dune::leader::Leader;
use truthsayer_dune::leader_disc::Disc;
use truthsayer_dune::leader_disc::Place;
use truthsayer_dune::named::Named;
use truthsayer_dune::pile::Board;
use truthsayer_dune::pile::Pile;
use truthsayer_dune::player::Player;
use truthsayer_dune::reading::Readings;
use truthsayer_dune::spot::Sector;
use truthsayer_dune::spot::Spot;
use truthsayer_dune::territory::Territory;
use truthsayer_dune::turn::Phase;

/// A board on which many factions meet, and phases to play on it.
pub(crate) fn set_up(dice: &mut Dice) -> (Game, Vec<Phase>) {
    let advanced = dice.chance(65);
    let count = 2 + usize::try_from(dice.below(5)).unwrap_or(0);
    let mut factions: Vec<Faction> = dice.shuffled(Faction::ALL).into_iter().take(count).collect();
    let storm_order = factions.clone();
    factions.sort_unstable();
    let places: Vec<Territory> = {
        let mut places = dice.shuffled(&Territory::ALL[1..]);
        places.truncate(2);
        if dice.chance(15) {
            places.push(Territory::PolarSink);
        }
        places
    };
    let mut deck: Vec<Card> = Vec::new();
    for card in Card::ALL {
        deck.extend(std::iter::repeat_n(*card, card.copies()));
    }
    deck = dice.shuffled(&deck);
    let mut traitors = dice.shuffled(Leader::ALL);
    let allies = if dice.chance(40) && factions.len() > 2 {
        let pair: Vec<Faction> = dice.shuffled(&factions).into_iter().take(2).collect();
        Some([pair[0], pair[1]])
    } else {
        None
    };
    let ally_of = |faction: Faction| {
        allies.and_then(|pair| {
            if pair[0] == faction {
                Some(pair[1])
            } else if pair[1] == faction {
                Some(pair[0])
            } else {
                None
            }
        })
    };
    let mut players: Vec<Player> = Vec::new();
    for faction in &factions {
        // Allies never share a Territory, so each has one of the two to itself.
        let allowed: Vec<Territory> = match allies {
            Some([one, _]) if one == *faction => places.iter().copied().take(1).collect(),
            Some([_, other]) if other == *faction => places.iter().copied().skip(1).collect(),
            _ => places.clone(),
        };
        let hand_size = dice.below(6);
        let hand: Vec<Card> = (0..hand_size).filter_map(|_| deck.pop()).collect();
        let held = 1 + dice.below(4);
        let own_traitors: Vec<Leader> = (0..held).filter_map(|_| traitors.pop()).collect();
        players.push(player(dice, *faction, advanced, &allowed, ally_of(*faction), hand, own_traitors));
    }
    let storm = if dice.chance(70) {
        let sectors: Vec<Sector> = places.iter().flat_map(|place| place.sectors().collect::<Vec<_>>()).collect();
        let anywhere = Sector(u8::try_from(dice.below(18)).unwrap_or(0));
        Some(if dice.chance(60) { dice.pick(&sectors).unwrap_or(anywhere) } else { anywhere })
    } else {
        None
    };
    let mut ground_spice = Board::default();
    for place in &places {
        for spot in place.spots() {
            if dice.chance(30) {
                ground_spice.put(spot, dice.below(9));
            }
        }
    }
    let phases = phases(dice, storm.is_some());
    let discs = discs(dice, &factions, advanced, &phases, &places);
    let kwisatz = (advanced && factions.contains(&Faction::Atreides)).then(|| kwisatz(dice, &places));
    let discard: Vec<Card> = if dice.chance(20) { deck.pop().into_iter().collect() } else { Vec::new() };
    let game = Game {
        advanced,
        storm_order,
        storm,
        // Sometimes too little for what battles bring in.
        bank: if dice.chance(20) { dice.below(8) } else { 60 },
        shield_wall_destroyed: dice.chance(20),
        discard,
        players,
        discs,
        kwisatz,
        ground_spice,
        readings: readings(dice),
        plan_was_seen: false,
        reviving: Vec::new(),
    };
    (game, phases)
}

fn phases(dice: &mut Dice, has_storm: bool) -> Vec<Phase> {
    let mut phases = Vec::new();
    for _ in 0..=dice.below(2) {
        if has_storm && dice.chance(25) {
            phases.push(Phase::Storm);
        }
        if dice.chance(20) {
            phases.push(Phase::SpiceBlow);
        }
        if dice.chance(40) {
            phases.push(Phase::Revival);
        }
        phases.push(Phase::Battle);
    }
    phases
}

/// Each reading chooses its value with a generator of its own. A new reading needs no edit here
/// and changes neither the others nor the play.
fn readings(dice: &mut Dice) -> Readings {
    let mut readings = Readings::default();
    let (seed, chooses) = (dice.roll(), dice.chance(40));
    for reading in Readings::ALL.iter().filter(|_| chooses) {
        let named = reading.name.bytes().fold(seed, |seed, byte| Dice::new(seed ^ u64::from(byte)).roll());
        let values = u32::try_from(reading.values.len()).unwrap_or(1);
        readings.set(reading.name, usize::try_from(Dice::new(named).below(values)).unwrap_or(0));
    }
    readings
}

fn player(
    dice: &mut Dice,
    faction: Faction,
    advanced: bool,
    places: &[Territory],
    ally: Option<Faction>,
    mut hand: Vec<Card>,
    traitors: Vec<Leader>,
) -> Player {
    let owned = if advanced { faction.elites() } else { 0 };
    let mut elites = Pile::default();
    let mut normal = Pile::default();
    let mut advisors = Board::default();
    for place in places {
        let advises = advanced && faction == Faction::BeneGesserit && dice.chance(35);
        for spot in place.spots() {
            let count = if dice.chance(70) { dice.below(4) } else { 0 };
            if advises {
                advisors.put(spot, count);
                continue;
            }
            normal.board.put(spot, count);
            if owned > elites.total() && dice.chance(40) {
                elites.board.put(spot, dice.below(owned - elites.total() + 1));
            }
        }
    }
    elites.tanks = dice.below(owned - elites.total() + 1);
    elites.reserves = owned - elites.total();
    let left = (FORCES - owned).saturating_sub(normal.total() + advisors.total());
    normal.tanks = dice.below(left + 1);
    normal.reserves = left - normal.tanks;
    // Too many were put on the board: take them away again, place by place.
    let mut excess = (normal.total() + advisors.total()).saturating_sub(FORCES - owned);
    for spot in normal.board.iter().map(|(spot, _)| spot).collect::<Vec<Spot>>() {
        excess -= normal.board.take(spot, excess);
    }
    for spot in advisors.iter().map(|(spot, _)| spot).collect::<Vec<Spot>>() {
        excess -= advisors.take(spot, excess);
    }
    hand.sort_unstable();
    let elites = (owned > 0).then_some(elites);
    Player { faction, spice: dice.below(12), ally, hand, traitors, normal, elites, advisors }
}

fn discs(dice: &mut Dice, factions: &[Faction], advanced: bool, phases: &[Phase], places: &[Territory]) -> Vec<Disc> {
    let mut discs: Vec<Disc> = Leader::ALL
        .iter()
        .filter(|leader| factions.contains(&leader.home()))
        .map(|leader| Disc::in_pool(*leader))
        .collect();
    let deadly = *dice.pick(&[5_u32, 30, 70, 95]).get_or_insert(5);
    let fights_first = phases.first() == Some(&Phase::Battle);
    for disc in &mut discs {
        if dice.chance(deadly) {
            disc.deaths = 1 + dice.below(2);
            disc.place = if disc.deaths > 1 || dice.chance(20) { Place::TanksFaceDown } else { Place::TanksFaceUp };
        } else if dice.chance(15) {
            disc.deaths = 1;
        } else if dice.chance(8)
            && let Some(place) = dice.pick(places)
        {
            disc.fought_in = fights_first.then_some(place);
            disc.place = Place::At(place);
        }
    }
    let own_alive = discs.iter().any(|disc| disc.home() == Faction::Harkonnen && !disc.in_tanks());
    if advanced && own_alive {
        for disc in &mut discs {
            if disc.home() != Faction::Harkonnen && disc.place == Place::Pool && dice.chance(12) {
                disc.holder = Faction::Harkonnen;
            }
        }
    }
    discs
}

fn kwisatz(dice: &mut Dice, places: &[Territory]) -> Kwisatz {
    let losses = dice.below(12);
    let active = losses >= 7;
    let used_in = if dice.chance(15) { dice.pick(places) } else { None };
    Kwisatz { active, losses, dead: active && dice.chance(30), used_in }
}
