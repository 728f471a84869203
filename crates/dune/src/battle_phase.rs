//! The battle phase from its opening to LEADER RETURN.

use super::ask::Ask;
use super::battle::occupied;
use super::campaign;
use super::campaign::Campaign;
use super::clash;
use super::clash::Clash;
use super::event::Event;
use super::event::Meeting;
use super::faction::Faction;
use super::fight;
use super::leader_return;
use super::play::Flow;
use super::play::Halt;
use super::play::Play;
use super::source::Mistake;
use super::step::BattleChoice;
use super::step::Kind;
use super::step::Step;
use super::stewards;
use super::switch::Switch;
use super::table::Table;

pub(crate) fn play(play: &mut Play) -> Flow<()> {
    open(&mut play.table);
    loop {
        let due = campaign::due(&play.table);
        let Some(aggressor) = campaign::next_aggressor(&play.table, &due) else {
            break;
        };
        // battle.md BATTLE DETERMINATION: the phase ends when no battle is left, not before.
        if !play.table.permits(Switch::PhaseGoesOn, !play.table.campaign.fought.is_empty()) {
            break;
        }
        play.table.campaign.aggressor = Some(aggressor);
        if let Some(clash) = choose(play, &due, aggressor)? {
            fight::fight(play, &clash, aggressor)?;
            play.table.campaign.fought.push((aggressor, clash));
        }
        play.table.battle = None;
        play.interlude(|_, _| true)?;
    }
    play.interlude(|_, _| true)?;
    leader_return::gather(&mut play.table);
    play.table.tell(Event::BattlePhaseEnds {});
    Ok(())
}

fn open(table: &mut Table) {
    table.campaign = Campaign::default();
    table.tell(Event::BattlePhaseBegins {});
    stewards::flip_advisors(table);
    let survey = clash::survey(table);
    for apart in survey.separations {
        table.tell(Event::StormSeparates { territory: apart.territory, factions: apart.pair.to_vec(), why: apart.why });
    }
    if survey.clashes.is_empty() {
        table.tell(Event::NoBattles {});
    } else {
        let battles = meetings(table, &survey.clashes);
        table.tell(Event::BattlesIdentified { battles });
    }
    table.campaign.opening = survey.clashes;
}

/// The battles as groups: everybody who can fight each other on one field.
fn meetings(table: &Table, clashes: &[Clash]) -> Vec<Meeting> {
    let mut groups: Vec<(&Clash, Vec<Faction>)> = Vec::new();
    for clash in clashes {
        match groups.iter_mut().find(|(first, _)| first.is_on_field_of(clash)) {
            Some((_, factions)) => factions.extend(clash.pair),
            None => groups.push((clash, clash.pair.to_vec())),
        }
    }
    let order = &table.game.storm_order;
    groups
        .into_iter()
        .map(|(clash, members)| {
            let factions: Vec<Faction> = order.iter().copied().filter(|faction| members.contains(faction)).collect();
            let sectors = occupied(&clash.field, &factions, &table.game);
            Meeting { territory: clash.territory, sectors, factions }
        })
        .collect()
}

/// Lets the Aggressor pick. None when the battle is passed by, which the rules do not allow.
fn choose(play: &mut Play, due: &[Clash], aggressor: Faction) -> Flow<Option<Clash>> {
    let ask =
        Ask::required(Kind::Battle, vec![aggressor], "battle.md FIRST PLAYER: the Aggressor picks the next battle");
    loop {
        let Some((number, Step::Battle(choice))) = play.ask(&ask)? else {
            return Ok(None);
        };
        match campaign::pick(&play.table, due, aggressor, &choice) {
            Ok(clash) if choice.pass => {
                play.table.campaign.fought.push((aggressor, clash));
                return Ok(None);
            }
            Ok(_) if is_ambiguous(&play.table, due, &choice) => {
                return Err(Halt::Mistake(ambiguous(number)));
            }
            Ok(clash) => return Ok(Some(clash)),
            Err(refusal) => play.refuse(number, refusal)?,
        }
    }
}

/// Two battles against the same opponent in one Territory, which only a sector tells apart. With a clause turned
/// off the script is followed as far as it fits, and the first one is taken.
fn is_ambiguous(table: &Table, due: &[Clash], choice: &BattleChoice) -> bool {
    choice.sector.is_none() && campaign::fitting(due, choice).len() > 1 && !table.is_altered()
}

fn ambiguous(step: u32) -> Mistake {
    Mistake {
        at: format!("when[{}].battle", step.saturating_sub(1)),
        why: "the storm divides this territory, and two battles fit; `sector` is needed to tell which".to_owned(),
    }
}
