//! A leader disc on the table: its holder, its place and its history.

use crate::model::faction::Faction;
use crate::model::leader::Leader;
use crate::model::territory::Territory;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Pool,
    TanksFaceUp,
    TanksFaceDown,
    /// Left behind where it fought, until LEADER RETURN.
    At(Territory),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disc {
    pub leader: Leader,
    pub holder: Faction,
    /// Who gets a captured disc back. In the classic game that is always its home.
    pub previous: Faction,
    pub place: Place,
    pub deaths: u32,
    /// The Territory in which it has fought this phase. It binds the leader for every holder.
    pub fought_in: Option<Territory>,
    /// It was killed while another faction held it.
    pub died_captive: bool,
    /// phases.md DEAD AGAIN: its wait in the tanks is over, until it is revived.
    pub has_waited: bool,
}

impl Disc {
    pub fn in_pool(leader: Leader) -> Disc {
        let home = leader.home();
        Disc {
            leader,
            holder: home,
            previous: home,
            place: Place::Pool,
            deaths: 0,
            fought_in: None,
            died_captive: false,
            has_waited: false,
        }
    }

    pub fn home(&self) -> Faction {
        self.leader.home()
    }

    pub fn in_tanks(&self) -> bool {
        matches!(self.place, Place::TanksFaceUp | Place::TanksFaceDown)
    }

    pub(crate) fn is_captive(&self) -> bool {
        self.holder != self.home()
    }

    /// Returns the Territory in which it fought this phase. A leader who is in a Territory has fought there (battle.md
    /// SURVIVING LEADERS).
    pub(crate) fn bound_to(&self) -> Option<Territory> {
        match self.place {
            Place::At(stands) => self.fought_in.or(Some(stands)),
            _ => self.fought_in,
        }
    }

    /// Moves the leader during the phase. The Territory in which it fought stays recorded.
    pub(crate) fn move_to(&mut self, place: Place) {
        self.fought_in = self.bound_to();
        self.place = place;
    }
}
