//! Converts `given` into a game.

use truthsayer_protocol::Data;

use crate::adapter::door_battle;
use crate::adapter::door_node::Words;
use crate::adapter::door_player;
use crate::leaders::kwisatz;
use crate::model::card::Card;
use crate::model::faction::Faction;
use crate::model::game::Game;
use crate::model::game::Kwisatz;
use crate::model::leader::Leader;
use crate::model::leader_disc::Disc;
use crate::model::leader_disc::Place;
use crate::model::named::Named;
use crate::model::pile::Board;
use crate::model::reading::Reading;
use crate::model::reading::Readings;
use crate::model::spot::SECTORS;
use crate::model::spot::Sector;
use crate::model::territory::Terrain;
use crate::model::territory::Territory;
use crate::phases::underway::Underway;
use crate::table::turn::Phase;
use truthsayer_protocol::task_node;
use truthsayer_protocol::task_node::Read;
use truthsayer_protocol::task_node::TaskNode;

/// Spice in the bank if the scenario does not set it.
const BANK: u32 = 100;

/// The keys of a set-up.
pub(crate) const KEYS: &[&str] = &[
    "advanced",
    "phases",
    "battle",
    "storm_order",
    "storm",
    "bank",
    "shield_wall_destroyed",
    "discard",
    "factions",
    "leaders",
    "kwisatz_haderach",
    "ground_spice",
    "readings",
    "unscripted",
];

/// The keys of a leader.
pub(crate) const LEADER: &[&str] = &["home", "holder", "place", "deaths", "fought_in"];

/// The keys of the Kwisatz Haderach.
pub(crate) const KWISATZ_HADERACH: &[&str] = &["active", "losses", "dead", "used_in"];

/// A task's set-up.
pub struct Given {
    pub game: Game,
    pub phases: Vec<Phase>,
    /// The battle in which the script begins.
    pub underway: Option<Underway>,
    /// Optional decisions that the script lacks are declined.
    pub declines: bool,
}

pub fn read(given: &Data) -> Read<Given> {
    let root = TaskNode::root("given", given);
    root.fields(KEYS)?;
    let advanced = root.get("advanced").map_or(Ok(false), |node| node.flag())?;
    let players = door_player::read_all(&root.need("factions")?, advanced)?;
    let in_play: Vec<Faction> = players.iter().map(|player| player.faction).collect();
    let game = Game {
        advanced,
        storm_order: storm_order(&root.need("storm_order")?, &in_play)?,
        storm: storm(&root)?,
        bank: root.get("bank").map_or(Ok(BANK), |node| node.count())?,
        shield_wall_destroyed: root.get("shield_wall_destroyed").map_or(Ok(false), |it| it.flag())?,
        discard: discard(&root)?,
        players,
        discs: discs(&root, &in_play, advanced)?,
        kwisatz: kwisatz_haderach(&root, advanced, &in_play)?,
        ground_spice: root.get("ground_spice").map_or(Ok(Board::default()), |it| ground_spice(&it))?,
        readings: readings(&root)?,
        plan_was_seen: false,
        reviving: Vec::new(),
    };
    let phases = phases(&root)?;
    if phases.contains(&Phase::Storm) && game.storm.is_none() {
        return root.complain("the storm phase is played, so `storm` has to say where the storm is");
    }
    door_player::check_table(&root, &game)?;
    check_prison(&root, &game)?;
    let underway = root.get("battle").map(|node| door_battle::read(&node, &game, &phases)).transpose()?;
    Ok(Given { game, phases, underway, declines: declines(&root)? })
}

fn declines(root: &TaskNode) -> Read<bool> {
    match root.get("unscripted") {
        None => Ok(false),
        Some(node) if node.text()? == "decline" => Ok(true),
        Some(node) => node.complain("the only value is `decline`"),
    }
}

fn phases(root: &TaskNode) -> Read<Vec<Phase>> {
    match root.get("phases") {
        None => Ok(vec![Phase::Battle]),
        Some(node) => node.list()?.iter().map(|phase| phase.word()).collect(),
    }
}

fn storm(root: &TaskNode) -> Read<Option<Sector>> {
    match root.get("storm") {
        None => Ok(None),
        Some(node) if node.is_none() => Ok(None),
        Some(node) => match node.count()? {
            sector if sector < SECTORS => Ok(u8::try_from(sector).ok().map(Sector)),
            _ => node.complain("sectors are numbered 0 to 17"),
        },
    }
}

fn storm_order(node: &TaskNode, in_play: &[Faction]) -> Read<Vec<Faction>> {
    let mut order: Vec<Faction> = Vec::new();
    for entry in node.list()? {
        let faction: Faction = entry.word()?;
        if order.contains(&faction) {
            return entry.complain(format!("{} stands here twice", faction.name()));
        }
        if !in_play.contains(&faction) {
            return entry.complain(format!("{} is not in play", faction.name()));
        }
        order.push(faction);
    }
    match in_play.iter().find(|faction| !order.contains(faction)) {
        Some(missing) => node.complain(format!("{} is in play but not in the order", missing.name())),
        None => Ok(order),
    }
}

fn discard(root: &TaskNode) -> Read<Vec<Card>> {
    match root.get("discard") {
        None => Ok(Vec::new()),
        Some(node) => node.list()?.iter().map(|card| card.word()).collect(),
    }
}

fn discs(root: &TaskNode, in_play: &[Faction], advanced: bool) -> Read<Vec<Disc>> {
    let leaders = Leader::ALL.iter().filter(|leader| in_play.contains(&leader.home()));
    let mut discs: Vec<Disc> = leaders.map(|leader| Disc::in_pool(*leader)).collect();
    let Some(node) = root.get("leaders") else {
        return Ok(discs);
    };
    for (name, entry) in node.pairs()? {
        let leader: Leader = door_player::key(&entry, name)?;
        match discs.iter_mut().find(|disc| disc.leader == leader) {
            Some(disc) => read_disc(&entry, disc, in_play, advanced)?,
            None => {
                let home = leader.home().name();
                return entry.complain(format!("{name} belongs to {home}, which is not in play"));
            }
        }
    }
    Ok(discs)
}

fn read_disc(node: &TaskNode, disc: &mut Disc, in_play: &[Faction], advanced: bool) -> Read<()> {
    node.fields(LEADER)?;
    if let Some(home) = node.get("home")
        && home.word::<Faction>()? != disc.home()
    {
        return home.complain(format!("this leader belongs to {}", disc.home().name()));
    }
    if let Some(place) = node.get("place") {
        disc.place = read_place(&place)?;
    }
    disc.deaths = match node.get("deaths") {
        Some(deaths) if disc.in_tanks() && deaths.count()? == 0 => {
            return deaths.complain("a leader in the tanks has died at least once");
        }
        Some(deaths) => deaths.count()?,
        None => u32::from(disc.in_tanks()),
    };
    if let Some(fought) = node.get("fought_in").filter(|fought| !fought.is_none()) {
        disc.fought_in = Some(read_fought(&fought, disc.place)?);
    }
    read_holder(node, disc, in_play, advanced)
}

/// battle.md SURVIVING LEADERS: a leader in a Territory has fought there and nowhere else.
fn read_fought(node: &TaskNode, place: Place) -> Read<Territory> {
    let fought = battlefield(node)?;
    match place {
        Place::At(stands) if stands != fought => {
            node.complain(format!("a leader who stands in {} has not fought elsewhere", stands.name()))
        }
        _ => Ok(fought),
    }
}

/// battle.md NEUTRAL ZONE: every Territory but the Polar Sink.
fn battlefield(node: &TaskNode) -> Read<Territory> {
    match node.word()? {
        Territory::PolarSink => node.complain("there is never a battle in the Polar Sink"),
        territory => Ok(territory),
    }
}

fn read_holder(node: &TaskNode, disc: &mut Disc, in_play: &[Faction], advanced: bool) -> Read<()> {
    let Some(holder) = node.get("holder") else {
        return Ok(());
    };
    let faction: Faction = holder.word()?;
    if faction == disc.home() {
        return Ok(());
    }
    if faction != Faction::Harkonnen || !in_play.contains(&faction) {
        return holder.complain("only Harkonnen, when in play, hold leaders of others");
    }
    if !advanced {
        return holder.complain("leaders are captured only in the advanced game");
    }
    if disc.in_tanks() {
        return holder.complain("a leader in the tanks belongs to its home faction");
    }
    // battle.md CAPTURE: a captive who has fought and lives goes home at once.
    if let (Place::At(_), Some(place)) = (disc.place, node.get("place")) {
        return place.complain("a captured leader is in the pool of Harkonnen, never in a Territory");
    }
    disc.holder = faction;
    Ok(())
}

fn read_place(node: &TaskNode) -> Read<Place> {
    match node.text()? {
        "pool" => Ok(Place::Pool),
        "tanks_face_up" => Ok(Place::TanksFaceUp),
        "tanks_face_down" => Ok(Place::TanksFaceDown),
        _ => battlefield(node).map(Place::At),
    }
}

/// battle.md PRISON BREAK: a state that PRISON BREAK has already ended cannot be set up.
fn check_prison(root: &TaskNode, game: &Game) -> Read<()> {
    let mut own = game.leaders_of(Faction::Harkonnen);
    let holds_captives = game.held_by(Faction::Harkonnen).any(|disc| disc.is_captive());
    if game.advanced && holds_captives && own.all(|disc| disc.in_tanks()) {
        return root
            .need("leaders")?
            .complain("all Harkonnen leaders are in the tanks, so they cannot hold the leaders of others");
    }
    Ok(())
}

fn kwisatz_haderach(root: &TaskNode, advanced: bool, in_play: &[Faction]) -> Read<Option<Kwisatz>> {
    let exists = advanced && in_play.contains(&Faction::Atreides);
    let Some(node) = root.get("kwisatz_haderach") else {
        return Ok(exists.then(Kwisatz::default));
    };
    if !exists {
        return node.complain("the token exists only where Atreides play the advanced game");
    }
    node.fields(KWISATZ_HADERACH)?;
    let losses = node.get("losses").map_or(Ok(0), |losses| losses.count())?;
    // battle.md THE SLEEPER HAS AWAKENED: the losses alone decide whether it is awake.
    let active = kwisatz::is_awake(losses);
    if let Some(node) = node.get("active")
        && node.flag()? != active
    {
        let state = if active { "active" } else { "not active" };
        return node.complain(format!("after {losses} lost Forces the Kwisatz Haderach is {state}"));
    }
    let used_in = match node.get("used_in") {
        Some(place) if !place.is_none() && !active => {
            return place.complain("a Kwisatz Haderach that is not active yet cannot have been used");
        }
        Some(place) if !place.is_none() => Some(battlefield(&place)?),
        _ => None,
    };
    Ok(Some(Kwisatz { active, losses, dead: read_death(&node, active)?, used_in }))
}

/// battle.md PROPHECY BLINDED: only a battle in which it was used can have killed it.
fn read_death(kwisatz: &TaskNode, active: bool) -> Read<bool> {
    match kwisatz.get("dead") {
        Some(dead) if dead.flag()? && !active => {
            dead.complain("a Kwisatz Haderach that is not active yet cannot be dead; `losses` is too small")
        }
        Some(dead) => dead.flag(),
        None => Ok(false),
    }
}

/// Spice cards show sand only, so spice lies nowhere else.
fn ground_spice(node: &TaskNode) -> Read<Board> {
    for (name, entry) in node.pairs()? {
        let territory: Territory = door_player::key(&entry, name)?;
        if territory.terrain() != Terrain::Sand {
            return entry.complain(format!("no spice lies in {name}, which is not sand"));
        }
    }
    board(node)
}

/// A number for each territory, or for each sector of it.
pub(crate) fn board(node: &TaskNode) -> Read<Board> {
    let mut board = Board::default();
    for (name, entry) in node.pairs()? {
        let territory: Territory = door_player::key(&entry, name)?;
        door_player::read_stack(&entry, territory, &mut board)?;
    }
    Ok(board)
}

fn readings(root: &TaskNode) -> Read<Readings> {
    let mut readings = Readings::default();
    let Some(node) = root.get("readings") else {
        return Ok(readings);
    };
    for (name, entry) in node.pairs()? {
        let Some(reading) = Readings::ALL.iter().find(|reading| reading.name == name) else {
            let known = Readings::ALL.iter().map(|reading| reading.name);
            return entry.complain(task_node::unknown("reading", name, known));
        };
        readings.set(name, read_value(&entry, reading)?);
    }
    Ok(readings)
}

/// The place of a value in the list of a reading. Some readers of YAML take a bare `no` for false.
fn read_value(node: &TaskNode, reading: &Reading) -> Read<usize> {
    let word = match node.flag() {
        Ok(true) => Some("yes"),
        Ok(false) => Some("no"),
        Err(_) => None,
    };
    let index = word.and_then(|word| reading.values.iter().position(|value| *value == word));
    match index {
        Some(index) => Ok(index),
        None => node.one_of(&format!("{} reading", reading.name), reading.values),
    }
}
