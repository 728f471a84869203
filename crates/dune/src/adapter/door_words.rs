//! The vocabulary of this engine, for authors of scenarios and of other engines. It comes from the lists that read
//! tasks and write logs.

use serde_json::Map;
use serde_json::json;
use truthsayer_protocol::Data;

use super::readings;
use crate::adapter::door_battle;
use crate::adapter::door_given;
use crate::adapter::door_player;
use crate::adapter::door_steps;
use crate::model::card::Card;
use crate::model::faction::Faction;
use crate::model::leader::Leader;
use crate::model::named::Named;
use crate::model::refusal::Code;
use crate::model::territory::Territory;
use crate::table::event;
use crate::table::turn::Phase;

/// The vocabulary of this engine: its input and its output.
pub fn vocabulary() -> Data {
    json!({
        "game": "dune",
        "given": {
            "keys": door_given::KEYS,
            "battle": door_battle::KEYS,
            "factions.*": door_player::KEYS,
            "leaders.*": door_given::LEADER,
            "kwisatz_haderach": door_given::KWISATZ_HADERACH,
            "readings": readings(),
        },
        "steps": door_steps::STEPS.iter().map(|(name, forms)| json!({"name": name, "forms": forms})).collect::<Vec<_>>(),
        "events": event::KINDS.iter().map(|(name, fields)| kind(name, fields)).collect::<Vec<_>>(),
        "order": {"of": "one battle", "events": event::ORDER},
        "refusals": Code::ALL.iter().map(|code| json!({"code": code.name(), "rules": [code.rule()]})).collect::<Vec<_>>(),
        "answers": {
            "leaders": "in the order of `names.leader`",
            "battles": "in the order of `names.territory`, the factions of each in Storm Order",
            "capture_pool": "in the order of `names.leader`",
        },
        "names": names(),
    })
}

fn kind(name: &str, fields: &[&'static str]) -> Data {
    json!({"name": name, "fields": fields.iter().map(|field| event::field_name(field)).collect::<Vec<_>>()})
}

/// The names of a kind of thing, in display order.
fn names() -> Data {
    let mut all = Map::new();
    let mut list = |kind: &str, names: Vec<&'static str>| all.insert(kind.to_owned(), json!(names));
    list(Faction::KIND, named::<Faction>());
    list(Leader::KIND, named::<Leader>());
    list(Territory::KIND, named::<Territory>());
    list(Card::KIND, named::<Card>());
    list(Phase::KIND, named::<Phase>());
    Data::Object(all)
}

fn named<T: Named>() -> Vec<&'static str> {
    T::ALL.iter().map(|it| it.name()).collect()
}
