//! DEAD AGAIN: how long a leader who died more than once waits in the tanks.

use crate::model::leader::Leader;
use crate::model::leader_disc::Disc;
use crate::model::leader_disc::Place;
use crate::model::reading::FaceDown;
use crate::model::reading::FaceDownWait;
use crate::model::switch::Switch;
use crate::table::Table;

/// phases.md DEAD AGAIN: records the leaders whose wait is over. Only a death or a capture can end a wait, so this runs
/// after those, and once at the start of a game.
pub(crate) fn end(table: &mut Table) {
    let dead = table.game.discs.iter().filter(|disc| disc.in_tanks());
    let over: Vec<Leader> = dead.filter(|disc| is_over(table, disc)).map(|disc| disc.leader).collect();
    for disc in table.game.discs.iter_mut().filter(|disc| over.contains(&disc.leader)) {
        disc.has_waited = true;
    }
}

/// Whether all other leaders of the faction have died as often and are dead, or are captured.
fn is_over(table: &Table, disc: &Disc) -> bool {
    let deaths = if waits_by_face(table, disc) { deaths_awaited(table) } else { disc.deaths };
    let mut others = table.game.leaders_of(disc.home()).filter(|other| other.leader != disc.leader);
    others.all(|other| other.is_captive() || (other.in_tanks() && other.deaths >= deaths))
}

/// Whether a leader waits only because it is face down. Harkonnen can cause that.
fn waits_by_face(table: &Table, disc: &Disc) -> bool {
    let is_other = table.game.readings.face_down == FaceDown::AlwaysWaits;
    // phases.md DEAD AGAIN: the number of deaths decides, not the side of the disc.
    disc.place == Place::TanksFaceDown
        && disc.deaths <= 1
        && !table.reads(is_other, Switch::OneDeathDoesNotWait, Switch::FaceDownWaits)
}

/// readings.md FACE DOWN, WAIT OF A KILLED LEADER: returns how often the other leaders must die before the wait is
/// over.
fn deaths_awaited(table: &Table) -> u32 {
    let is_other = table.game.readings.face_down_wait == FaceDownWait::AsDeadAgain;
    if table.reads(is_other, Switch::FaceDownWaitsAsOften, Switch::FaceDownWaitsAgain) { 1 } else { 2 }
}

/// Whether a leader in the tanks cannot be revived yet.
pub(crate) fn binds(table: &Table, disc: &Disc) -> bool {
    let has_to_wait = disc.deaths > 1 || waits_by_face(table, disc);
    // phases.md DEAD AGAIN: a leader waits only once; later events do not make it wait again.
    has_to_wait && !disc.has_waited && table.applies(Switch::DeadAgainWaits)
}
