//! DEAD AGAIN: how long a leader who died more than once waits in the tanks.

use crate::model::leader::Leader;
use crate::model::leader_disc::Disc;
use crate::model::leader_disc::Place;
use crate::model::reading::FaceDown;
use crate::model::reading::FaceDownWait;
use crate::model::switch::Switch;
use crate::table::Table;

/// phases.md DEAD AGAIN: notes whose wait is over, once and for all. Only a death or a capture can bring a wait to its
/// end, so this is called when those are settled, and once when a game is taken up.
pub(crate) fn end(table: &mut Table) {
    let dead = table.game.discs.iter().filter(|disc| disc.in_tanks());
    let over: Vec<Leader> = dead.filter(|disc| is_over(table, disc)).map(|disc| disc.leader).collect();
    for disc in table.game.discs.iter_mut().filter(|disc| over.contains(&disc.leader)) {
        disc.has_waited = true;
    }
}

/// All others of the faction have died as often and are dead, or cannot be had.
fn is_over(table: &Table, disc: &Disc) -> bool {
    let deaths = if waits_by_face(table, disc) { deaths_awaited(table) } else { disc.deaths };
    let mut others = table.game.leaders_of(disc.home()).filter(|other| other.leader != disc.leader);
    others.all(|other| other.is_captive() || (other.in_tanks() && other.deaths >= deaths))
}

/// Whether a leader waits for no other reason than that it lies face down, which Harkonnen can bring about.
fn waits_by_face(table: &Table, disc: &Disc) -> bool {
    let is_other = table.game.readings.face_down == FaceDown::AlwaysWaits;
    // phases.md DEAD AGAIN: deaths decide, not the face.
    disc.place == Place::TanksFaceDown
        && disc.deaths <= 1
        && !table.reads(is_other, Switch::OneDeathDoesNotWait, Switch::FaceDownWaits)
}

/// readings.md FACE DOWN, WAIT OF A KILLED LEADER: how often the others have to die before such a wait is over.
fn deaths_awaited(table: &Table) -> u32 {
    let is_other = table.game.readings.face_down_wait == FaceDownWait::AsDeadAgain;
    if table.reads(is_other, Switch::FaceDownWaitsAsOften, Switch::FaceDownWaitsAgain) { 1 } else { 2 }
}

/// Whether a leader in the tanks cannot be revived yet.
pub(crate) fn binds(table: &Table, disc: &Disc) -> bool {
    let has_to_wait = disc.deaths > 1 || waits_by_face(table, disc);
    // phases.md DEAD AGAIN: it waits until its time has come; what comes later does not make it wait again.
    has_to_wait && !disc.has_waited && table.applies(Switch::DeadAgainWaits)
}
