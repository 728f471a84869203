//! The death of a leader: it goes to the tanks, face up or face down.

use crate::model::leader::Leader;
use crate::model::leader_disc::Disc;
use crate::model::leader_disc::Place;
use crate::model::switch::Switch;
use crate::table::Table;
use crate::table::event::DeathCause;
use crate::table::event::Event;
use crate::table::event::Face;

pub(crate) fn kill(table: &mut Table, leader: Leader, cause: DeathCause) {
    let Some(disc) = table.game.disc(leader).cloned() else {
        return;
    };
    let in_battle = matches!(cause, DeathCause::Weapon | DeathCause::Explosion);
    // battle.md KILLED LEADERS: a killed leader goes to the Tanks.
    let dies = !in_battle || table.applies(Switch::KilledToTanks);
    if !dies {
        put(table, leader, Place::Pool);
        return;
    }
    let is_down = if cause == DeathCause::Harkonnen && table.applies(Switch::KillFaceDown) {
        // battle.md KILL: a leader killed by Harkonnen lies face down.
        true
    } else {
        // battle.md KILLED LEADERS: a leader who died before is placed face down, too.
        disc.deaths > 0 && table.applies(Switch::DeadAgainFaceDown)
    };
    let (place, face) = if is_down { (Place::TanksFaceDown, Face::Down) } else { (Place::TanksFaceUp, Face::Up) };
    if !is_missed(table, &disc, cause) {
        bury(table, &disc, place);
    }
    let (home, holder) = (disc.home(), disc.holder);
    table.record(Event::LeaderKilled { leader, home, holder, cause, face });
}

/// Whether the death has no effect. It always has one, unless a switch is off.
fn is_missed(table: &Table, disc: &Disc, cause: DeathCause) -> bool {
    // battle.md TYING UP LOOSE ENDS: a captive dies as a leader of its own faction. With the switch off, the death has
    // no effect, because only leaders that the faction holds are searched.
    let is_captive = disc.is_captive() && cause != DeathCause::Harkonnen;
    if is_captive && !table.applies(Switch::CaptiveDiesAtHome) {
        return true;
    }
    // A leader in a Territory can be killed only in its own battle.
    let stands = matches!(disc.place, Place::At(_));
    stands && cause == DeathCause::Weapon && !table.applies(Switch::OwnBattleCanKill)
}

/// Puts a leader into the tanks of its own faction.
fn bury(table: &mut Table, disc: &Disc, place: Place) {
    put(table, disc.leader, place);
    if let Some(dead) = table.game.disc_mut(disc.leader) {
        dead.deaths += 1;
        dead.died_captive = disc.is_captive();
        dead.holder = dead.home();
        dead.previous = dead.home();
    }
    if let Some(battle) = &mut table.battle {
        battle.fallen.push(disc.leader);
    }
}

fn put(table: &mut Table, leader: Leader, place: Place) {
    if let Some(disc) = table.game.disc_mut(leader) {
        disc.move_to(place);
    }
}
