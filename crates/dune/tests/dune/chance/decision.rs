//! Random decisions, step by step.

use super::Dice;
use truthsayer_dune::ask::Ask;
use truthsayer_dune::capture;
use truthsayer_dune::card::Card;
use truthsayer_dune::faction::Faction;
use truthsayer_dune::half_strength::Half;
use truthsayer_dune::leader::Leader;
use truthsayer_dune::legality;
use truthsayer_dune::named::Named;
use truthsayer_dune::outline;
use truthsayer_dune::pile::Board;
use truthsayer_dune::plan::Bearer;
use truthsayer_dune::plan::Draft;
use truthsayer_dune::plan::Number;
use truthsayer_dune::plan::Tokens;
use truthsayer_dune::player::Player;
use truthsayer_dune::reading;
use truthsayer_dune::spot::Spot;
use truthsayer_dune::step::BattleChoice;
use truthsayer_dune::step::Kind;
use truthsayer_dune::step::OneTime;
use truthsayer_dune::step::Split;
use truthsayer_dune::step::Step;
use truthsayer_dune::step::Wanted;
use truthsayer_dune::table::Table;
use truthsayer_dune::table::ability::Ability;
use truthsayer_dune::table::ability::Use;
use truthsayer_dune::table::capture_progress::CaptureChoice;
use truthsayer_dune::table::prescience_question::Element;
use truthsayer_dune::table::prescience_question::Shown;
use truthsayer_dune::table::voice_command::Command;
use truthsayer_dune::table::voice_command::Order;
use truthsayer_dune::table::voice_command::Sort;
use truthsayer_dune::territory::Territory;

/// An answer to a question, sometimes an illegal one.
pub(crate) fn decide(dice: &mut Dice, ask: &Ask, table: &Table) -> Option<Step> {
    let by = ask.who.first().copied();
    Some(match ask.kind {
        Kind::DrawStorm => Step::DrawStorm(dice.below(7)),
        Kind::DrawSandworm => Step::DrawSandworm(if dice.chance(80) { occupied(dice, table) } else { None }),
        Kind::DrawCaptured => {
            let loser = table.battle.as_ref()?.opponent_of(Faction::Harkonnen)?;
            Step::DrawCaptured(dice.pick(&capture::pool(table, loser))?)
        }
        Kind::Revive => Step::Revive { by: by?, wanted: wanted(dice, table, by?) },
        Kind::Battle => battle(dice, table, by?)?,
        Kind::Voice => Step::Voice {
            by: by?,
            order: dice.word::<Order>(),
            what: if dice.chance(85) { Command::Sort(dice.word::<Sort>()) } else { Command::Card(dice.word()) },
        },
        Kind::Prescience => Step::Prescience { by: by?, element: dice.word::<Element>() },
        Kind::Answer => answer(dice, table, by?)?,
        Kind::Plan => {
            let planner = dice.pick(&ask.who)?;
            Step::Plan(plan(dice, table, planner)?)
        }
        Kind::Traitor => Step::Traitor { by: by?, call: dice.chance(60) },
        Kind::Losses => losses(dice, table, by?)?,
        Kind::Cards => {
            let battle = table.battle.as_ref()?;
            let cards = battle.role_of(by?).and_then(|role| battle.plan(role))?.cards.clone();
            let discard = if dice.chance(10) { vec![dice.word()] } else { dice.pick(&cards).into_iter().collect() };
            Step::Cards { by: by?, discard }
        }
        Kind::Unused => Step::Unused { by: by?, treat: vec![dice.word::<OneTime>()] },
        Kind::Capture => Step::Capture { by: by?, choice: dice.word::<CaptureChoice>(), leader: None },
        Kind::NextTurn | Kind::Ask | Kind::Ghola | Kind::Karama | Kind::Gift | Kind::Stop => return None,
    })
}

fn occupied(dice: &mut Dice, table: &Table) -> Option<Territory> {
    let boards = table.game.players.iter().map(|player| &player.normal.board);
    let places: Vec<Territory> = boards.flat_map(Board::iter).map(|(spot, _)| spot.territory).collect();
    dice.pick(&places)
}

pub(crate) fn wanted(dice: &mut Dice, table: &Table, by: Faction) -> Wanted {
    let own: Vec<Leader> = table.game.leaders_of(by).map(|disc| disc.leader).collect();
    let dead: Vec<Leader> = table.game.leaders_of(by).filter(|disc| disc.in_tanks()).map(|disc| disc.leader).collect();
    let leader = if dice.chance(85) { dice.pick(&dead) } else { dice.pick(&own) };
    match (dice.below(10), leader) {
        (0, _) => Wanted::KwisatzHaderach,
        (1..=5, Some(leader)) => Wanted::Leader(leader),
        _ => Wanted::Forces { forces: dice.below(4), elites: if dice.chance(25) { dice.below(3) } else { 0 } },
    }
}

pub(crate) fn karama(dice: &mut Dice, table: &Table) -> Option<Step> {
    let holders: Vec<(Faction, Card)> = table
        .game
        .players
        .iter()
        .flat_map(|player| player.hand.iter().map(move |card| (player.faction, *card)))
        .filter(|(by, card)| *card == Card::Karama || (card.is_worthless() && *by == Faction::BeneGesserit))
        .collect();
    let (by, card) = dice.pick(&holders)?;
    let fresh = table.battle.as_ref().and_then(|battle| battle.cancellable);
    let purpose = match (fresh, dice.below(3)) {
        (Some(ability), 0 | 1) => Use::Against(ability),
        (_, 2) => Use::SeePlan(dice.pick(&table.battle.as_ref()?.fighters)?),
        _ => Use::Against(dice.word::<Ability>()),
    };
    let by = if matches!(purpose, Use::SeePlan(_)) && dice.chance(50) { Faction::Atreides } else { by };
    table.game.plays(by).then_some(Step::Karama { by, purpose, card })
}

fn battle(dice: &mut Dice, table: &Table, aggressor: Faction) -> Option<Step> {
    let due = truthsayer_dune::battle::battle_order::due(table);
    if dice.chance(5) {
        let pass = BattleChoice { aggressor, territory: None, against: None, sector: None, pass: true };
        return Some(Step::Battle(pass));
    }
    let own: Vec<_> = due.into_iter().filter(|clash| clash.involves(aggressor)).collect();
    let clash = dice.pick(&own)?;
    Some(Step::Battle(BattleChoice {
        aggressor,
        territory: Some(clash.territory),
        against: clash.opponent_of(aggressor),
        sector: clash.field.first().and_then(|spot| spot.sector),
        pass: false,
    }))
}

fn answer(dice: &mut Dice, table: &Table, by: Faction) -> Option<Step> {
    let battle = table.battle.as_ref()?;
    let element = battle.prescience?.element;
    let outline = dice.pick(&outline::possible(table, by))?;
    let shown = |card: Option<Card>| card.map_or(Shown::Nothing, Shown::Card);
    let both = table.game.readings.number_shown == reading::NumberShown::NumberAndSpice;
    let shows = match element {
        Element::Leader => match outline.bearer {
            Some(Bearer::Disc(leader)) => Shown::Leader(leader),
            Some(Bearer::Hero) => Shown::Card(Card::CheapHero),
            None => Shown::Nothing,
        },
        Element::Weapon => shown(outline.weapon),
        Element::Defense => shown(outline.defense),
        Element::Number => Shown::Number {
            number: Half::from_halves(i32::try_from(dice.below(6)).unwrap_or(0)),
            spice: both.then(|| dice.below(3)),
        },
    };
    Some(Step::Answer { by, shows })
}

/// A plan that may be anything, or one that is legal.
fn plan(dice: &mut Dice, table: &Table, by: Faction) -> Option<Draft> {
    if dice.chance(20) {
        let hand = table.game.player(by).map_or(Vec::new(), |player| player.hand.clone());
        return Some(wild_plan(dice, by, &hand));
    }
    let battle = table.battle.as_ref()?;
    let outlines = outline::possible(table, by);
    let mut draft = None;
    for _ in 0..300 {
        let outline = dice.pick(&outlines)?;
        let try_it = Draft {
            by,
            number: number(dice, table, by),
            spice: 0,
            bearers: outline.bearer.into_iter().collect(),
            weapons: outline.weapon.into_iter().collect(),
            defenses: outline.defense.into_iter().collect(),
            announces_no_leader: outline.bearer.is_none(),
            kwisatz_haderach: by == Faction::Atreides && table.game.advanced && dice.chance(40),
        };
        let try_it = with_spice(dice, table, try_it);
        let is_legal = legality::check(table, battle, &try_it).is_ok();
        draft = Some(try_it);
        if is_legal {
            break;
        }
    }
    draft
}

fn number(dice: &mut Dice, table: &Table, by: Faction) -> Number {
    let Some(battle) = &table.battle else { return Number::Missing };
    if let Some(Shown::Number { number, .. }) =
        battle.prescience.filter(|prescience| prescience.target == by).and_then(|it| it.shown)
    {
        return Number::Dial(number);
    }
    let (normal, elite) = (battle.normal_of(by, &table.game), battle.elites_of(by, &table.game));
    if table.game.advanced && dice.chance(40) {
        let (normal, elite) = (dice.below(normal + 1), dice.below(elite + 1));
        let (normal_spiced, elite_spiced) = (dice.below(normal + 1), dice.below(elite + 1));
        return Number::Exact(Tokens {
            normal_spiced,
            normal_unspiced: normal - normal_spiced,
            elite_spiced,
            elite_unspiced: elite - elite_spiced,
        });
    }
    let most = 2 * normal + 4 * elite + 1;
    let halves = i32::try_from(dice.below(most)).unwrap_or(0);
    Number::Dial(Half::from_halves(if table.game.advanced { halves } else { halves / 2 * 2 }))
}

fn with_spice(dice: &mut Dice, table: &Table, mut draft: Draft) -> Draft {
    draft.spice = match draft.number {
        Number::Exact(tokens) => tokens.spiced(),
        _ if table.game.advanced => dice.below(table.game.spice_of(draft.by) + 1),
        _ => 0,
    };
    draft
}

fn wild_plan(dice: &mut Dice, by: Faction, hand: &[Card]) -> Draft {
    let most = if dice.chance(60) { 2 } else { 3 };
    let a_few_cards = |dice: &mut Dice| -> Vec<Card> {
        let any = dice.chance(20);
        (0..dice.below(most)).filter_map(|_| if any { Some(dice.word()) } else { dice.pick(hand) }).collect()
    };
    let number = Half::from_halves(i32::try_from(dice.below(30)).unwrap_or(0) - 3);
    let own: Vec<Leader> = Leader::ALL.iter().copied().filter(|leader| leader.home() == by).collect();
    let bearer = |dice: &mut Dice| match dice.below(5) {
        0 => Bearer::Hero,
        1 => Bearer::Disc(dice.word()),
        _ => Bearer::Disc(dice.pick(&own).unwrap_or(Leader::Alia)),
    };
    Draft {
        by,
        number: match dice.below(10) {
            0 => Number::Missing,
            1..=6 => Number::Dial(Half::ZERO),
            _ => Number::Dial(number),
        },
        spice: if dice.chance(60) { 0 } else { dice.below(4) },
        bearers: (0..dice.below(3)).map(|_| bearer(dice)).collect(),
        weapons: a_few_cards(dice),
        defenses: a_few_cards(dice),
        announces_no_leader: dice.chance(20),
        kwisatz_haderach: by == Faction::Atreides && dice.chance(20),
    }
}

fn losses(dice: &mut Dice, table: &Table, by: Faction) -> Option<Step> {
    let battle = table.battle.as_ref()?;
    let player = table.game.player(by)?;
    let plan = battle.role_of(by).and_then(|role| battle.plan(role))?;
    let wanted = plan.exact.map(|tokens| (tokens.normal(), tokens.elite()));
    let split = |dice: &mut Dice, there: fn(&Player, Spot) -> u32, wanted: Option<u32>| {
        let mut left = wanted.unwrap_or_else(|| dice.below(8));
        let mut sectors = Vec::new();
        for spot in dice.shuffled(&battle.field) {
            let most = there(player, spot).min(left);
            if let Some(sector) = spot.sector.filter(|_| most > 0) {
                sectors.push((sector, most));
                left -= most;
            }
        }
        Split::Sectors(sectors)
    };
    let normal = split(dice, Player::normal_at, wanted.map(|(normal, _)| normal));
    let none = dice.chance(60).then_some(0);
    let elites = split(dice, Player::elites_at, wanted.map(|(_, elites)| elites).or(none));
    Some(Step::Losses { by, normal, elites })
}
