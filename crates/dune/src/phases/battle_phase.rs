//! The battle phase from its opening to LEADER RETURN.

use crate::battle::battle_order;
use crate::battle::fight;
use crate::battle::survey;
use crate::decisions::ask::Ask;
use crate::decisions::play::Flow;
use crate::decisions::play::Halt;
use crate::decisions::play::Play;
use crate::decisions::source::Mistake;
use crate::decisions::step::BattleChoice;
use crate::decisions::step::Kind;
use crate::decisions::step::Step;
use crate::leaders::leader_return;
use crate::model::faction::Faction;
use crate::model::switch::Switch;
use crate::phases::stewards;
use crate::phases::underway::Underway;
use crate::table::Table;
use crate::table::battle::occupied;
use crate::table::campaign::Campaign;
use crate::table::clash::Clash;
use crate::table::event::Event;
use crate::table::event::Meeting;

/// Plays the phase. If the set-up has a battle, the phase has begun before, and goes on there.
pub(crate) fn play(play: &mut Play, underway: Option<Underway>) -> Flow<()> {
    match underway {
        Some(underway) => finish_battle(play, underway)?,
        None => open(&mut play.table),
    }
    loop {
        let due = battle_order::due(&play.table);
        let Some(aggressor) = battle_order::next_aggressor(&play.table, &due) else {
            break;
        };
        // battle.md BATTLE DETERMINATION: the phase ends when no battle is left, not before.
        if !play.table.campaign.fought.is_empty() && !play.table.applies(Switch::PhaseGoesOn) {
            break;
        }
        play.table.campaign.aggressor = Some(aggressor);
        if let Some(clash) = choose(play, &due, aggressor)? {
            fight::fight(play, &clash, aggressor)?;
            play.table.campaign.fought.push((aggressor, clash));
        }
        close_battle(play)?;
    }
    play.take_asides(|_, _| true)?;
    leader_return::gather(&mut play.table);
    play.table.record(Event::BattlePhaseEnds {});
    Ok(())
}

fn finish_battle(play: &mut Play, underway: Underway) -> Flow<()> {
    let Underway { aggressor, clash, battle } = underway;
    let opening = survey::survey(&play.table).clashes;
    play.table.campaign = Campaign { aggressor: Some(aggressor), opening, ..Campaign::default() };
    play.table.battle = Some(battle);
    fight::settle(play)?;
    play.table.campaign.fought.push((aggressor, clash));
    close_battle(play)
}

fn close_battle(play: &mut Play) -> Flow<()> {
    play.table.battle = None;
    play.take_asides(|_, _| true)
}

fn open(table: &mut Table) {
    table.campaign = Campaign::default();
    table.record(Event::BattlePhaseBegins {});
    stewards::flip_advisors(table);
    let survey = survey::survey(table);
    for apart in survey.separations {
        table.record(Event::StormSeparates {
            territory: apart.territory,
            factions: apart.pair.to_vec(),
            why: apart.why,
        });
    }
    if survey.clashes.is_empty() {
        table.record(Event::NoBattles {});
    } else {
        let battles = meetings(table, &survey.clashes);
        table.record(Event::BattlesIdentified { battles });
    }
    table.campaign.opening = survey.clashes;
}

/// The battles as groups: all factions that can fight each other on one field.
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

/// Lets the Aggressor pick a battle. `None` if no battle is picked, which only a mutant allows.
fn choose(play: &mut Play, due: &[Clash], aggressor: Faction) -> Flow<Option<Clash>> {
    let ask =
        Ask::required(Kind::Battle, vec![aggressor], "battle.md FIRST PLAYER: the Aggressor picks the next battle");
    loop {
        let Some((number, Step::Battle(choice))) = play.ask(&ask)? else {
            return Ok(None);
        };
        match battle_order::pick(&play.table, due, aggressor, &choice) {
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

/// Whether the choice fits two battles against one opponent in one Territory, which differ only by sector. With a
/// switch off, the first one is taken.
pub(crate) fn is_ambiguous(table: &Table, due: &[Clash], choice: &BattleChoice) -> bool {
    choice.sector.is_none() && battle_order::fitting(due, choice).len() > 1 && !table.is_altered()
}

fn ambiguous(step: u32) -> Mistake {
    Mistake {
        at: format!("when[{}].battle", step.saturating_sub(1)),
        why: "the storm divides this territory, and two battles fit; add `sector` to choose one".to_owned(),
    }
}
