//! Questions that a script may ask about the table, without any effect on it.

use super::campaign;
use super::capture;
use super::datum::Datum;
use super::faction::Faction;
use super::leadership;
use super::named::Named;
use super::step::Query;
use super::table::Table;

pub(crate) fn answer(table: &Table, query: Query) -> Vec<Datum> {
    match query {
        Query::Leaders(faction) => leaders(table, faction),
        Query::Battles => campaign::due(table)
            .iter()
            .map(|clash| {
                let [one, other] = clash.pair.map(Faction::name);
                Datum::Text(format!("{}: {one}, {other}", clash.territory.name()))
            })
            .collect(),
        Query::CapturePool(faction) => capture::pool(table, faction).into_iter().map(Datum::from).collect(),
    }
}

fn leaders(table: &Table, faction: Faction) -> Vec<Datum> {
    table
        .game
        .held_by(faction)
        .filter(|disc| leadership::may_play(table, faction, disc.leader).is_ok())
        .map(|disc| Datum::from(disc.leader))
        .collect()
}
