//! Converts a game and its events into plain data.

use serde_json::Map;
use serde_json::Number;

use truthsayer_protocol::Data;
use truthsayer_protocol::spare;
use truthsayer_protocol::spare::PlainValue;

use crate::model::card::Card;
use crate::model::datum::Datum;
use crate::model::datum::NONE;
use crate::model::game::Game;
use crate::model::game::Kwisatz;
use crate::model::half_strength::Half;
use crate::model::leader_disc::Disc;
use crate::model::leader_disc::Place;
use crate::model::named::Named;
use crate::model::pile::Board;
use crate::model::pile::Pile;
use crate::model::player::Player;
use crate::model::territory::Territory;

/// The state, in the shape in which `given` describes it. Reuses the memory of an earlier state.
pub(crate) fn state(game: &Game, mut spare: Option<Data>) -> Data {
    let spare_leaders = spare.as_mut().and_then(|spare| spare.get_mut("leaders")).map(Data::take);
    let mut state = Map::new();
    let mut put = |key: &str, value: Data| state.insert(key.to_owned(), value);
    put("advanced", game.advanced.into());
    put("storm", game.storm.map_or_else(none, |sector| sector.0.into()));
    put("bank", game.bank.into());
    put("shield_wall_destroyed", game.shield_wall_destroyed.into());
    put("discard", names(&game.discard));
    put("factions", each(&game.players, |player| (player.faction.name(), faction(player))));
    put("leaders", leaders(&game.discs, spare_leaders));
    if let Some(token) = &game.kwisatz {
        put("kwisatz_haderach", kwisatz(token));
    }
    put("ground_spice", Data::Object(board(&game.ground_spice)));
    Data::Object(state)
}

pub(crate) fn none() -> Data {
    Data::String(NONE.to_owned())
}

fn name<T: Named>(thing: Option<T>) -> Data {
    thing.map_or_else(none, |thing| thing.name().into())
}

fn names<T: Named>(things: &[T]) -> Data {
    things.iter().map(|thing| Data::from(thing.name())).collect()
}

fn each<T>(things: &[T], show: fn(&T) -> (&'static str, Data)) -> Data {
    let entries = things.iter().map(show).map(|(key, value)| (key.to_owned(), value));
    Data::Object(entries.collect())
}

fn faction(player: &Player) -> Data {
    let mut hand: Vec<Card> = player.hand.clone();
    hand.sort_unstable_by_key(|card| card.name());
    let mut data = Map::new();
    data.insert("spice".to_owned(), player.spice.into());
    data.insert("ally".to_owned(), name(player.ally));
    data.insert("hand".to_owned(), names(&hand));
    data.insert("traitors".to_owned(), names(&player.traitors));
    data.insert("forces".to_owned(), pile(&player.normal));
    if let Some(elites) = &player.elites {
        data.insert("elites".to_owned(), pile(elites));
    }
    if player.advisors.iter().next().is_some() {
        data.insert("advisors".to_owned(), Data::Object(board(&player.advisors)));
    }
    Data::Object(data)
}

fn pile(pile: &Pile) -> Data {
    let mut data = Map::new();
    data.insert("reserves".to_owned(), pile.reserves.into());
    data.insert("tanks".to_owned(), pile.tanks.into());
    data.extend(board(&pile.board));
    Data::Object(data)
}

/// A number for a territory of one sector, a map of sectors for the others.
fn board(board: &Board) -> Map<String, Data> {
    let mut data: Map<String, Data> = Map::new();
    for (spot, count) in board.iter() {
        let territory: Territory = spot.territory;
        match spot.sector {
            Some(sector) if territory.has_several_sectors() => {
                let sectors = data.entry(territory.name()).or_insert_with(|| Data::Object(Map::new()));
                if let Data::Object(sectors) = sectors {
                    sectors.insert(sector.name().to_owned(), count.into());
                }
            }
            _ => {
                data.insert(territory.name().to_owned(), count.into());
            }
        }
    }
    data
}

/// All leaders. Overwrites a spare map of the same leaders; any other one is dropped.
fn leaders(discs: &[Disc], spare: Option<Data>) -> Data {
    if let Some(Data::Object(mut map)) = spare
        && map.len() == discs.len()
    {
        let fits = discs.iter().all(|disc| {
            let slot = map.get_mut(disc.leader.name());
            slot.map(|slot| *slot = leader(disc, Some(slot.take()))).is_some()
        });
        if fits {
            return Data::Object(map);
        }
    }
    Data::Object(discs.iter().map(|disc| (disc.leader.name().to_owned(), leader(disc, None))).collect())
}

fn leader(disc: &Disc, spare: Option<Data>) -> Data {
    let place = match disc.place {
        Place::Pool => "pool",
        Place::TanksFaceUp => "tanks_face_up",
        Place::TanksFaceDown => "tanks_face_down",
        Place::At(territory) => territory.name(),
    };
    let fields = [
        ("deaths", PlainValue::Count(disc.deaths)),
        ("fought_in", disc.fought_in.map_or(NONE, Named::name).into()),
        ("holder", disc.holder.name().into()),
        ("home", disc.home().name().into()),
        ("place", place.into()),
    ];
    // Leaders are most of a state.
    spare::map(spare, fields.into_iter())
}

fn kwisatz(token: &Kwisatz) -> Data {
    let mut data = Map::new();
    data.insert("active".to_owned(), token.active.into());
    data.insert("losses".to_owned(), token.losses.into());
    data.insert("dead".to_owned(), token.dead.into());
    data.insert("used_in".to_owned(), name(token.used_in));
    Data::Object(data)
}

/// The fields of an event.
pub(crate) fn record(fields: Vec<(&'static str, Datum)>) -> Data {
    let mut record = Map::new();
    for (key, value) in fields.into_iter().filter(|(_, value)| *value != Datum::Absent) {
        record.insert(key.to_owned(), datum(value));
    }
    Data::Object(record)
}

fn datum(value: Datum) -> Data {
    match value {
        Datum::Word(word) => word.into(),
        Datum::Text(text) => text.into(),
        Datum::Count(count) => count.into(),
        Datum::Number(number) => half(number),
        Datum::Flag(flag) => flag.into(),
        Datum::List(values) => values.into_iter().map(datum).collect(),
        Datum::Record(fields) => record(fields),
        Datum::Absent => Data::Null,
    }
}

/// Writes whole numbers as integers and half points as decimals.
fn half(number: Half) -> Data {
    let halves = number.in_halves();
    if number.is_whole() {
        return (halves / 2).into();
    }
    Number::from_f64(f64::from(halves) / 2.0).map_or(Data::Null, Data::Number)
}
