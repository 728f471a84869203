//! DEAD AGAIN: how long a leader who died more than once waits in the tanks.

use super::disc::Disc;
use super::disc::Place;
use super::game::Game;
use super::leader::Leader;
use super::reading::FaceDown;
use super::switch::Switch;
use super::table::Table;

/// phases.md:16: notes whose wait is over, once and for all. Only a death or a capture can bring a wait to its end,
/// so this is called when those are settled, and once when a game is taken up.
pub fn end(game: &mut Game) {
    let over: Vec<Leader> =
        game.discs.iter().filter(|disc| disc.in_tanks() && is_over(game, disc)).map(|disc| disc.leader).collect();
    for disc in game.discs.iter_mut().filter(|disc| over.contains(&disc.leader)) {
        disc.has_waited = true;
    }
}

/// All others of the faction have died as often and are dead, or cannot be had.
fn is_over(game: &Game, disc: &Disc) -> bool {
    let mut others = game.leaders_of(disc.home()).filter(|other| other.leader != disc.leader);
    others.all(|other| other.is_captive() || (other.in_tanks() && other.deaths >= disc.deaths))
}

/// Whether a leader in the tanks cannot be revived yet.
pub fn binds(table: &Table, disc: &Disc) -> bool {
    let by_face = table.game.readings.face_down == FaceDown::AlwaysWaits && disc.place == Place::TanksFaceDown;
    let has_to_wait = disc.deaths > 1 || by_face;
    // phases.md:16: it waits until its time has come; what comes later does not make it wait again.
    has_to_wait && !disc.has_waited && table.upholds(Switch::DeadAgainWaits)
}
