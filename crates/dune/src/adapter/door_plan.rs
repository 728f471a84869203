//! Converts a `plan` step into a draft.

use crate::adapter::door_node::Words;
use crate::adapter::door_steps::by;
use crate::model::card::Card;
use crate::model::faction::Faction;
use crate::model::game::Game;
use crate::model::leader::Leader;
use crate::model::named::Named;
use crate::model::plan::Bearer;
use crate::model::plan::Draft;
use crate::model::plan::Number;
use crate::model::plan::Tokens;
use truthsayer_protocol::task_node::Read;
use truthsayer_protocol::task_node::TaskNode;
use truthsayer_protocol::task_node::unknown;

pub(crate) const KEYS: &[&str] =
    &["by", "dial", "forces", "elites", "spice", "leader", "weapon", "defense", "announce", "kwisatz_haderach"];

pub(crate) fn read(node: &TaskNode, game: &Game) -> Read<Draft> {
    let by = by(node, game, KEYS)?;
    read_contents(node, by, game)
}

/// Reads the plan of a faction that is named elsewhere.
pub(crate) fn read_of(node: &TaskNode, by: Faction, game: &Game) -> Read<Draft> {
    node.fields(&KEYS[1..])?;
    read_contents(node, by, game)
}

fn read_contents(node: &TaskNode, by: Faction, game: &Game) -> Read<Draft> {
    let number = read_number(node, game)?;
    let kwisatz_haderach = node.get("kwisatz_haderach").map_or(Ok(false), |flag| flag.flag())?;
    if kwisatz_haderach && by != Faction::Atreides {
        return node.need("kwisatz_haderach")?.complain("the token belongs to Atreides");
    }
    Ok(Draft {
        by,
        number,
        spice: read_spice(node, number)?,
        bearers: read_slot(node, "leader", read_bearer)?,
        weapons: read_slot(node, "weapon", |card| card.word())?,
        defenses: read_slot(node, "defense", |card| card.word())?,
        announces_no_leader: read_announcement(node)?,
        kwisatz_haderach,
    })
}

fn read_number(node: &TaskNode, game: &Game) -> Read<Number> {
    let is_exact = node.has("forces") || node.has("elites");
    if !is_exact {
        return match node.get("dial") {
            Some(dial) => dial.half().map(Number::Dial),
            None => Ok(Number::Missing),
        };
    }
    if !game.advanced {
        return node.complain("Forces are named one by one only in the advanced game; use `dial`");
    }
    if let Some(dial) = node.get("dial") {
        return dial.complain("a plan has either a dial or the Forces it is made of");
    }
    let (normal_spiced, normal_unspiced) = read_tokens(node, "forces")?;
    let (elite_spiced, elite_unspiced) = read_tokens(node, "elites")?;
    Ok(Number::Exact(Tokens { normal_spiced, normal_unspiced, elite_spiced, elite_unspiced }))
}

fn read_tokens(node: &TaskNode, name: &str) -> Read<(u32, u32)> {
    let Some(tokens) = node.get(name) else {
        return Ok((0, 0));
    };
    tokens.fields(&["spiced", "unspiced"])?;
    let spiced = tokens.get("spiced").map_or(Ok(0), |count| count.count())?;
    let unspiced = tokens.get("unspiced").map_or(Ok(0), |count| count.count())?;
    Ok((spiced, unspiced))
}

/// If the tokens are named, they determine the spice.
fn read_spice(node: &TaskNode, number: Number) -> Read<u32> {
    let spice = node.get("spice").map(|spice| spice.count()).transpose()?;
    match number {
        Number::Exact(tokens) if spice.is_some_and(|spice| spice != tokens.spiced()) => {
            let spiced = tokens.spiced();
            node.need("spice")?.complain(format!("the Forces named take {spiced} spice"))
        }
        Number::Exact(tokens) => Ok(tokens.spiced()),
        _ => Ok(spice.unwrap_or(0)),
    }
}

/// A slot is empty, or holds one card, or holds a list, which the rules refuse.
fn read_slot<T>(node: &TaskNode, name: &str, read: fn(&TaskNode) -> Read<T>) -> Read<Vec<T>> {
    match node.get(name) {
        Some(slot) if !slot.is_none() => slot.one_or_many()?.iter().map(read).collect(),
        _ => Ok(Vec::new()),
    }
}

fn read_bearer(node: &TaskNode) -> Read<Bearer> {
    let name = node.text()?;
    if name == Card::CheapHero.name() {
        return Ok(Bearer::Hero);
    }
    match Leader::by_name(name) {
        Some(leader) => Ok(Bearer::Disc(leader)),
        None => {
            let known = Leader::ALL.iter().map(|leader| leader.name());
            node.complain(unknown("leader", name, known.chain([Card::CheapHero.name()])))
        }
    }
}

fn read_announcement(node: &TaskNode) -> Read<bool> {
    match node.get("announce") {
        None => Ok(false),
        Some(words) if words.text()? == "no_leader" => Ok(true),
        Some(words) => words.complain("the only announcement is `no_leader`"),
    }
}
