//! Questions that a script may ask about the table, without any effect on it.

use crate::battle::battle_order;
use crate::decisions::step::Query;
use crate::leaders::capture;
use crate::leaders::leader_pool;
use crate::model::datum::Datum;
use crate::model::faction::Faction;
use crate::model::named::Named;
use crate::table::Table;

pub(crate) fn answer(table: &Table, query: Query) -> Vec<Datum> {
    match query {
        Query::Leaders(faction) => leaders(table, faction),
        Query::Battles => battle_order::due(table)
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
        .filter(|disc| leader_pool::may_play(table, faction, disc.leader).is_ok())
        .map(|disc| Datum::from(disc.leader))
        .collect()
}
