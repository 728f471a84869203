//! Reads the facts about each faction in `given`.

use crate::adapter::door_node::Words;
use crate::model::card::Card;
use crate::model::faction::FORCES;
use crate::model::faction::Faction;
use crate::model::game::Game;
use crate::model::named::Named;
use crate::model::pile::Board;
use crate::model::pile::Pile;
use crate::model::player::Player;
use crate::model::spot::Sector;
use crate::model::spot::Spot;
use crate::model::territory::Territory;
use truthsayer_protocol::task_node::Read;
use truthsayer_protocol::task_node::TaskNode;
use truthsayer_protocol::task_node::unknown;

/// A value's key, parsed as the name of a thing.
pub(crate) fn key<T: Named>(entry: &TaskNode, name: &str) -> Read<T> {
    match T::by_name(name) {
        Some(thing) => Ok(thing),
        None => entry.complain(unknown(T::KIND, name, T::ALL.iter().map(|thing| thing.name()))),
    }
}

pub(crate) fn read_all(node: &TaskNode, advanced: bool) -> Read<Vec<Player>> {
    let mut players = Vec::new();
    for (name, entry) in node.pairs()? {
        players.push(read_player(&entry, key(&entry, name)?, advanced)?);
    }
    if players.len() < 2 {
        return node.complain("a game has at least two factions");
    }
    players.sort_unstable_by_key(|player| player.faction);
    Ok(players)
}

/// The keys of a faction.
pub(crate) const KEYS: &[&str] = &["spice", "ally", "hand", "traitors", "forces", "elites", "advisors"];

fn read_player(node: &TaskNode, faction: Faction, advanced: bool) -> Read<Player> {
    node.fields(KEYS)?;
    let ally = match node.get("ally") {
        Some(ally) if !ally.is_none() => Some(ally.word()?),
        _ => None,
    };
    let elites = read_elites(node, faction, advanced)?;
    let advisors = read_advisors(node, faction, advanced)?;
    let owned = FORCES - elites.as_ref().map_or(0, Pile::total);
    let normal = read_pile(node.get("forces").as_ref(), node, owned, advisors.total())?;
    let mut hand: Vec<Card> = match node.get("hand") {
        Some(hand) => hand.list()?.iter().map(|card| card.word()).collect::<Read<_>>()?,
        None => Vec::new(),
    };
    hand.sort_unstable();
    let traitors = match node.get("traitors") {
        Some(traitors) => traitors.list()?.iter().map(|it| it.word()).collect::<Read<_>>()?,
        None => Vec::new(),
    };
    let spice = node.get("spice").map_or(Ok(0), |spice| spice.count())?;
    Ok(Player { faction, spice, ally, hand, traitors, normal, elites, advisors })
}

fn read_elites(node: &TaskNode, faction: Faction, advanced: bool) -> Read<Option<Pile>> {
    let owned = if advanced { faction.elites() } else { 0 };
    match node.get("elites") {
        Some(elites) if !advanced => elites.complain("elites belong to the advanced game"),
        Some(elites) if owned == 0 => elites.complain(format!("{} has no elites", faction.name())),
        elites if owned > 0 => read_pile(elites.as_ref(), node, owned, 0).map(Some),
        _ => Ok(None),
    }
}

fn read_advisors(node: &TaskNode, faction: Faction, advanced: bool) -> Read<Board> {
    let Some(advisors) = node.get("advisors") else {
        return Ok(Board::default());
    };
    if faction != Faction::BeneGesserit || !advanced {
        return advisors.complain("only Bene Gesserit in the advanced game have advisors");
    }
    crate::adapter::door_given::board(&advisors)
}

/// Reads tokens by place. Tokens that are not listed are in reserve.
fn read_pile(node: Option<&TaskNode>, owner: &TaskNode, owned: u32, elsewhere: u32) -> Read<Pile> {
    let mut pile = Pile::default();
    let mut reserves = None;
    if let Some(node) = node {
        for (name, entry) in node.pairs()? {
            match name {
                "reserves" => reserves = Some(entry.count()?),
                "tanks" => pile.tanks = entry.count()?,
                _ => read_stack(&entry, key(&entry, name)?, &mut pile.board)?,
            }
        }
    }
    let placed = pile.total().saturating_add(elsewhere);
    let named = placed.saturating_add(reserves.unwrap_or(0));
    let node = node.unwrap_or(owner);
    if named > owned {
        return node.complain(format!("{named} tokens are named, but there are only {owned}"));
    }
    if reserves.is_some() && named < owned {
        return node.complain(format!("{named} tokens are named, but there are {owned}"));
    }
    pile.reserves = owned - placed;
    Ok(pile)
}

/// A number for a territory of one sector, or a map of sectors.
pub(crate) fn read_stack(node: &TaskNode, territory: Territory, board: &mut Board) -> Read<()> {
    if !node.is_map() {
        if territory.has_several_sectors() {
            let sectors: Vec<&str> = territory.sectors().map(Sector::name).collect();
            let sectors = sectors.join(", ");
            return node.complain(format!("{} has the sectors {sectors}", territory.name()));
        }
        let count = node.count()?;
        for spot in territory.spots() {
            board.put(spot, count);
        }
        return Ok(());
    }
    for (name, entry) in node.pairs()? {
        let sector = Sector::by_name(name).filter(|it| territory.sectors().any(|own| own == *it));
        let Some(sector) = sector else {
            let own: Vec<&str> = territory.sectors().map(Sector::name).collect();
            let own = own.join(", ");
            return entry.complain(format!("{} has no sector `{name}`, only {own}", territory.name()));
        };
        board.put(Spot { territory, sector: Some(sector) }, entry.count()?);
    }
    Ok(())
}

/// Checks that involve several factions.
pub(crate) fn check_table(root: &TaskNode, game: &Game) -> Read<()> {
    let factions = root.need("factions")?;
    for player in &game.players {
        let node = factions.need(player.faction.name())?;
        check_ally(&node, player, game)?;
        check_hand(&node, player)?;
        check_traitors(&node, player, game)?;
        check_types(&node, player)?;
    }
    check_deck(root, game)
}

fn check_ally(node: &TaskNode, player: &Player, game: &Game) -> Read<()> {
    let Some(ally) = player.ally else {
        return Ok(());
    };
    let node = node.need("ally")?;
    if ally == player.faction || game.ally_of(ally) != Some(player.faction) {
        let why = format!("{} has to name {} as its ally", ally.name(), player.faction.name());
        return node.complain(why);
    }
    let Some(other) = game.player(ally) else {
        return Ok(());
    };
    // phases.md ALLIANCE: allies never stand in one Territory, the Polar Sink aside. Advisors may.
    let shared = Territory::ALL.iter().find(|territory| {
        **territory != Territory::PolarSink && [player, other].iter().all(|it| fights_in(it, **territory))
    });
    match shared {
        Some(place) => node.complain(format!("allies cannot both stand in {}", place.name())),
        None => Ok(()),
    }
}

fn fights_in(player: &Player, territory: Territory) -> bool {
    territory.spots().iter().any(|spot| player.fighters_at(*spot) > 0)
}

fn check_hand(node: &TaskNode, player: &Player) -> Read<()> {
    let (held, limit) = (player.hand.len(), player.faction.hand_limit());
    if held > limit {
        let name = player.faction.name();
        return node.need("hand")?.complain(format!("{name} may hold {limit} treachery cards, not {held}"));
    }
    Ok(())
}

/// There is one Traitor Card for each leader in play, and each faction keeps a limited number.
fn check_traitors(node: &TaskNode, player: &Player, game: &Game) -> Read<()> {
    let (held, kept) = (player.traitors.len(), player.faction.traitors_kept());
    if held > kept {
        let name = player.faction.name();
        return node.need("traitors")?.complain(format!("{name} keeps at most {kept} Traitor Cards, not {held}"));
    }
    for (index, traitor) in player.traitors.iter().enumerate() {
        if !game.plays(traitor.home()) {
            let home = traitor.home().name();
            let why = format!("{} belongs to {home}, which is not in play", traitor.name());
            let traitors = node.need("traitors")?;
            return traitors.list()?.get(index).unwrap_or(&traitors).complain(why);
        }
        let others = game.players.iter().filter(|other| other.faction < player.faction);
        let taken = others.flat_map(|other| &other.traitors).any(|held| held == traitor);
        let is_double = player.traitors.iter().skip(index + 1).any(|held| held == traitor);
        if taken || is_double {
            let why = format!("there is only one Traitor Card of {}", traitor.name());
            return node.need("traitors")?.complain(why);
        }
    }
    Ok(())
}

/// battle.md ADAPTIVE FORCE: tokens of the Bene Gesserit in one Territory are all of one type.
fn check_types(node: &TaskNode, player: &Player) -> Read<()> {
    let mixed =
        player.advisors.iter().find(|(spot, count)| *count > 0 && player.normal.board.in_territory(spot.territory) > 0);
    match mixed {
        Some((spot, _)) => {
            let place = spot.territory.name();
            node.need("advisors")?.complain(format!("in {place} there cannot be advisors and fighters at once"))
        }
        None => Ok(()),
    }
}

/// The deck holds a limited number of copies of each card.
fn check_deck(root: &TaskNode, game: &Game) -> Read<()> {
    for card in Card::ALL {
        let hands = game.players.iter().flat_map(|player| &player.hand);
        let seen = hands.chain(&game.discard).filter(|other| *other == card).count();
        if seen > card.copies() {
            let copies = card.copies();
            let why = format!("`{}` stands here {seen} times, but the deck has {copies}", card.name());
            return root.complain(why);
        }
    }
    Ok(())
}
