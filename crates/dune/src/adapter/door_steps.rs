//! Converts `when` into a list of steps.

use truthsayer_protocol::Data;

use crate::adapter::door_node::Words;
use crate::adapter::door_plan;
use crate::decisions::step::BattleChoice;
use crate::decisions::step::Kind;
use crate::decisions::step::Query;
use crate::decisions::step::Split;
use crate::decisions::step::Step;
use crate::decisions::step::Wanted;
use crate::model::card::Card;
use crate::model::faction::Faction;
use crate::model::game::Game;
use crate::model::leader::Leader;
use crate::model::named::Named;
use crate::model::territory::Terrain;
use crate::model::territory::Territory;
use crate::table::ability::Use;
use crate::table::prescience_question::Shown;
use crate::table::voice_command::Command;
use crate::table::voice_command::Sort;
use truthsayer_protocol::task_node::Read;
use truthsayer_protocol::task_node::TaskNode;
use truthsayer_protocol::task_node::unknown;

/// Every kind of step, with the keys of each of its forms.
pub(crate) const STEPS: &[(&str, &[&[&str]])] = &[
    ("next_turn", &[&[]]),
    ("draw", &[DRAW]),
    ("revive", &[WANTED]),
    ("battle", &[BATTLE]),
    ("voice", &[VOICE, PASS]),
    ("prescience", &[PRESCIENCE, PASS]),
    ("answer", &[ANSWER]),
    ("plan", &[door_plan::KEYS]),
    ("traitor", &[TRAITOR]),
    ("losses", &[LOSSES]),
    ("cards", &[CARDS]),
    ("unused", &[UNUSED]),
    ("capture", &[CAPTURE]),
    ("ask", &[QUESTIONS]),
    ("ghola", &[WANTED]),
    ("karama", &[KARAMA]),
    ("gift", &[GIFT]),
    ("stop", &[&[]]),
];

/// The kinds of draws.
const DRAW: &[&str] = &["storm", "sandworm", "captured_leader"];
const WANTED: &[&str] = &["by", "leader", "forces", "elites"];
const BATTLE: &[&str] = &["aggressor", "territory", "against", "sector", "pass"];
const VOICE: &[&str] = &["by", "command", "what"];
const PRESCIENCE: &[&str] = &["by", "element"];
const PASS: &[&str] = &["by", "pass"];
const ANSWER: &[&str] = &["by", "shows", "spice"];
const TRAITOR: &[&str] = &["by", "call"];
const LOSSES: &[&str] = &["by", "from", "elites"];
const CARDS: &[&str] = &["by", "discard"];
const UNUSED: &[&str] = &["by", "treat"];
const CAPTURE: &[&str] = &["by", "choose", "leader"];
/// The kinds of questions.
const QUESTIONS: &[&str] = &["leaders", "battles", "capture_pool"];
const KARAMA: &[&str] = &["by", "against", "see_plan", "card"];
const GIFT: &[&str] = &["by", "to", "spice"];

/// Maximum number of sectors that a storm moves.
const FARTHEST: u32 = 40;

pub fn read(when: &[Data], game: &Game) -> Read<Vec<Step>> {
    let root = TaskNode::root("when", &Data::Null);
    let mut steps = Vec::new();
    for (index, step) in when.iter().enumerate() {
        let node = root.item(index, step);
        if steps.last() == Some(&Step::Stop) {
            return node.complain("`stop` ends the play, so no step comes after it");
        }
        steps.push(read_step(&node, game)?);
    }
    Ok(steps)
}

fn read_step(node: &TaskNode, game: &Game) -> Read<Step> {
    let pairs = node.pairs()?;
    let [(word, entry)] = pairs.as_slice() else {
        return node.complain("a step is a map with exactly one key, the kind of step");
    };
    match *word {
        "next_turn" => entry.fields(&[]).map(|()| Step::NextTurn),
        "draw" => read_draw(entry),
        "revive" => Ok(Step::Revive { by: by(entry, game, WANTED)?, wanted: read_wanted(entry)? }),
        "battle" => read_battle(entry, game),
        "voice" | "prescience" | "answer" | "plan" => read_before_battle(word, entry, game),
        "traitor" | "losses" | "cards" | "unused" | "capture" => read_after_battle(word, entry, game),
        "ask" => read_ask(entry, game),
        "ghola" => Ok(Step::Ghola { by: by(entry, game, WANTED)?, wanted: read_wanted(entry)? }),
        "karama" => read_karama(entry, game),
        "gift" => read_gift(entry, game),
        "stop" => entry.fields(&[]).map(|()| Step::Stop),
        other => entry.complain(unknown("step", other, STEPS.iter().map(|(name, _)| *name))),
    }
}

fn read_before_battle(word: &str, entry: &TaskNode, game: &Game) -> Read<Step> {
    match word {
        "voice" if entry.has("pass") => read_pass(entry, game, Kind::Voice),
        "voice" => read_voice(entry, game),
        "prescience" if entry.has("pass") => read_pass(entry, game, Kind::Prescience),
        "prescience" => {
            let by = by(entry, game, PRESCIENCE)?;
            Ok(Step::Prescience { by, element: entry.need("element")?.word()? })
        }
        "answer" => {
            let by = by(entry, game, ANSWER)?;
            Ok(Step::Answer { by, shows: read_shown(entry)? })
        }
        _ => door_plan::read(entry, game).map(Step::Plan),
    }
}

/// A step with `pass` has no other keys.
fn read_pass(node: &TaskNode, game: &Game, what: Kind) -> Read<Step> {
    let by = by(node, game, PASS)?;
    let pass = node.need("pass")?;
    if pass.flag()? { Ok(Step::Forgo { by, what }) } else { pass.complain("`pass` is true or is left out") }
}

fn read_after_battle(word: &str, entry: &TaskNode, game: &Game) -> Read<Step> {
    match word {
        "traitor" => {
            let by = by(entry, game, TRAITOR)?;
            Ok(Step::Traitor { by, call: entry.need("call")?.flag()? })
        }
        "losses" => {
            let by = by(entry, game, LOSSES)?;
            let (normal, elites) = (read_split(entry, "from")?, read_split(entry, "elites")?);
            Ok(Step::Losses { by, normal, elites })
        }
        "cards" => {
            let by = by(entry, game, CARDS)?;
            Ok(Step::Cards { by, discard: words(&entry.need("discard")?)? })
        }
        "unused" => {
            let by = by(entry, game, UNUSED)?;
            Ok(Step::Unused { by, treat: words(&entry.need("treat")?)? })
        }
        _ => {
            let by = by(entry, game, CAPTURE)?;
            let leader = entry.get("leader").map(|leader| leader.word()).transpose()?;
            Ok(Step::Capture { by, choice: entry.need("choose")?.word()?, leader })
        }
    }
}

/// Checks the keys and returns the acting faction.
pub(crate) fn by(node: &TaskNode, game: &Game, known: &[&str]) -> Read<Faction> {
    node.fields(known)?;
    in_play(&node.need("by")?, game)
}

pub(crate) fn in_play(node: &TaskNode, game: &Game) -> Read<Faction> {
    let faction: Faction = node.word()?;
    if game.plays(faction) { Ok(faction) } else { node.complain(format!("{} is not in play", faction.name())) }
}

fn words<T: Named>(node: &TaskNode) -> Read<Vec<T>> {
    node.list()?.iter().map(|word| word.word()).collect()
}

fn read_draw(node: &TaskNode) -> Read<Step> {
    node.fields(DRAW)?;
    let pairs = node.pairs()?;
    let [(chance, entry)] = pairs.as_slice() else {
        return node.complain("a draw is one of storm, sandworm, captured_leader");
    };
    match *chance {
        "storm" => match entry.count()? {
            distance if distance <= FARTHEST => Ok(Step::DrawStorm(distance)),
            _ => entry.complain(format!("a storm moves at most {FARTHEST} sectors")),
        },
        "sandworm" if entry.is_none() => Ok(Step::DrawSandworm(None)),
        "sandworm" => read_sandworm(entry),
        _ => entry.word().map(Step::DrawCaptured),
    }
}

/// phases.md SANDWORM: the sandworm appears where a spice card showed a territory, and spice cards show only sand.
fn read_sandworm(node: &TaskNode) -> Read<Step> {
    let territory: Territory = node.word()?;
    match territory.terrain() {
        Terrain::Sand => Ok(Step::DrawSandworm(Some(territory))),
        Terrain::Rock | Terrain::Stronghold | Terrain::PolarSink => {
            node.complain(format!("no spice card shows {}, which is not sand", territory.name()))
        }
    }
}

fn read_gift(node: &TaskNode, game: &Game) -> Read<Step> {
    let giver = by(node, game, GIFT)?;
    let to = in_play(&node.need("to")?, game)?;
    let spice = node.need("spice")?;
    match spice.count()? {
        0 => spice.complain("a gift is 1 spice at least"),
        amount => Ok(Step::Gift { by: giver, to, spice: amount }),
    }
}

fn read_wanted(node: &TaskNode) -> Read<Wanted> {
    let has_tokens = node.has("forces") || node.has("elites");
    match node.get("leader") {
        Some(leader) if has_tokens => leader.complain("a leader or Forces, not both"),
        Some(leader) if leader.text()? == "kwisatz_haderach" => Ok(Wanted::KwisatzHaderach),
        Some(leader) => leader.word().map(Wanted::Leader),
        None if has_tokens => {
            let forces = node.get("forces").map_or(Ok(0), |forces| forces.count())?;
            let elites = node.get("elites").map_or(Ok(0), |elites| elites.count())?;
            if forces == 0 && elites == 0 {
                let empty = node.get("forces").or(node.get("elites"));
                return empty.as_ref().unwrap_or(node).complain("nothing is revived here");
            }
            Ok(Wanted::Forces { forces, elites })
        }
        None => node.complain("`leader` or `forces` is missing"),
    }
}

fn read_battle(node: &TaskNode, game: &Game) -> Read<Step> {
    node.fields(BATTLE)?;
    let choice = BattleChoice {
        aggressor: in_play(&node.need("aggressor")?, game)?,
        territory: node.get("territory").map(|place| place.word()).transpose()?,
        against: node.get("against").map(|rival| in_play(&rival, game)).transpose()?,
        sector: node.get("sector").map(|sector| sector.sector()).transpose()?,
        pass: node.get("pass").map_or(Ok(false), |pass| pass.flag())?,
    };
    if !choice.pass {
        node.need("territory")?;
        node.need("against")?;
    }
    Ok(Step::Battle(choice))
}

fn read_voice(node: &TaskNode, game: &Game) -> Read<Step> {
    let by = by(node, game, VOICE)?;
    let order = node.need("command")?.word()?;
    let what = node.need("what")?;
    let name = what.text()?;
    let what = match (Sort::by_name(name), Card::by_name(name)) {
        (Some(sort), _) => Command::Sort(sort),
        (None, Some(card)) => Command::Card(card),
        (None, None) => {
            let known = Sort::ALL.iter().map(|sort| sort.name());
            return what.complain(unknown("kind of card", name, known.chain(["lasgun"])));
        }
    };
    Ok(Step::Voice { by, order, what })
}

fn read_shown(node: &TaskNode) -> Read<Shown> {
    let shows = node.need("shows")?;
    let spice = node.get("spice").map(|spice| spice.count()).transpose()?;
    if shows.is_number() {
        return Ok(Shown::Number { number: shows.half()?, spice });
    }
    if let Some(spice) = node.get("spice") {
        return spice.complain("spice is shown only beside a number");
    }
    if shows.is_none() {
        return Ok(Shown::Nothing);
    }
    let name = shows.text()?;
    match (Leader::by_name(name), Card::by_name(name)) {
        (Some(leader), _) => Ok(Shown::Leader(leader)),
        (None, Some(card)) => Ok(Shown::Card(card)),
        (None, None) => {
            let leaders = Leader::ALL.iter().map(|leader| leader.name());
            let cards = Card::ALL.iter().map(|card| card.name());
            shows.complain(unknown("leader or card", name, leaders.chain(cards)))
        }
    }
}

fn read_split(node: &TaskNode, name: &str) -> Read<Split> {
    let Some(entry) = node.get(name) else {
        return Ok(Split::Number(0));
    };
    if !entry.is_map() {
        return entry.count().map(Split::Number);
    }
    let mut sectors = Vec::new();
    for (name, count) in entry.pairs()? {
        match crate::model::spot::Sector::by_name(name) {
            Some(sector) => sectors.push((sector, count.count()?)),
            None => {
                return count.complain(format!("`{name}` is no sector; they are called s0 to s17"));
            }
        }
    }
    Ok(Split::Sectors(sectors))
}

fn read_ask(node: &TaskNode, game: &Game) -> Read<Step> {
    node.fields(QUESTIONS)?;
    let pairs = node.pairs()?;
    let [(question, entry)] = pairs.as_slice() else {
        return node.complain("a question is one of leaders, battles, capture_pool");
    };
    match *question {
        "leaders" => in_play(entry, game).map(|faction| Step::Ask(Query::Leaders(faction))),
        "battles" if entry.text()? == "all" => Ok(Step::Ask(Query::Battles)),
        "battles" => entry.complain("the only value is `all`"),
        _ => in_play(entry, game).map(|faction| Step::Ask(Query::CapturePool(faction))),
    }
}

fn read_karama(node: &TaskNode, game: &Game) -> Read<Step> {
    let by = by(node, game, KARAMA)?;
    let card = node.get("card").map_or(Ok(Card::Karama), |card| card.word())?;
    let purpose = match (node.get("against"), node.get("see_plan")) {
        (Some(against), None) => Use::Against(against.word()?),
        (None, Some(target)) if in_play(&target, game)? == by => {
            return target.complain("a faction sees its own plan without a Karama");
        }
        (None, Some(target)) => Use::SeePlan(in_play(&target, game)?),
        _ => return node.complain("a Karama is played `against` an ability or to `see_plan`"),
    };
    Ok(Step::Karama { by, purpose, card })
}
