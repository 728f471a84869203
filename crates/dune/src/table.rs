//! The table at which a game is played: the state, the log, and the rules that are in force.

use std::cell::RefCell;
use std::panic::Location;

use super::battle::Battle;
use super::campaign::Campaign;
use super::card::Card;
use super::event::DiscardReason;
use super::event::Event;
use super::faction::Faction;
use super::game::Game;
use super::reading::ShortBank;
use super::switch::Switch;
use super::turn::Turn;

/// A switch that took effect, where in this engine, and how long the log was then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Firing {
    pub switch: Switch,
    pub file: &'static str,
    pub line: u32,
    pub event: usize,
}

/// A remark about the play: shown, and never a verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// How long the log was then.
    pub event: usize,
    pub text: String,
}

#[derive(Debug)]
pub struct Table {
    pub game: Game,
    pub battle: Option<Battle>,
    pub campaign: Campaign,
    pub turn: Turn,
    log: Vec<Event>,
    off: Vec<Switch>,
    fired: RefCell<Vec<Firing>>,
    remarks: Vec<Remark>,
}

impl Table {
    pub(crate) fn new(game: Game, off: Vec<Switch>) -> Table {
        Table {
            game,
            battle: None,
            campaign: Campaign::default(),
            turn: Turn::default(),
            log: Vec::new(),
            off,
            fired: RefCell::new(Vec::new()),
            remarks: Vec::new(),
        }
    }

    /// Whether a clause is in force. To be asked where the clause takes effect and nowhere else, since the
    /// place of the question is noted as the place that implements the clause.
    #[track_caller]
    pub(crate) fn upholds(&self, switch: Switch) -> bool {
        if self.off.contains(&switch) {
            return false;
        }
        let here = Location::caller();
        let mut fired = self.fired.borrow_mut();
        let known = fired
            .iter()
            .any(|firing| firing.switch == switch && firing.line == here.line() && firing.file == here.file());
        if !known {
            let event = self.log.len();
            fired.push(Firing { switch, file: here.file(), line: here.line(), event });
        }
        true
    }

    /// What a clause says; and beside it what happens without it, which is no rule.
    #[track_caller]
    pub(crate) fn ruled<T>(&self, switch: Switch, with: T, without: T) -> T {
        if self.upholds(switch) { with } else { without }
    }

    /// Whether what a clause demands is met. It takes effect where it is not; without it nobody demands anything.
    #[track_caller]
    pub(crate) fn demands(&self, switch: Switch, met: bool) -> bool {
        met || !self.upholds(switch)
    }

    /// Whether something may be that a clause permits. It takes effect where it is; without it, it may not be.
    #[track_caller]
    pub(crate) fn permits(&self, switch: Switch, is: bool) -> bool {
        !is || self.upholds(switch)
    }

    /// Whether the default of a reading holds: its clause is in force, or where the other reading is chosen, the
    /// clause of that one is not.
    #[track_caller]
    pub(crate) fn reads(&self, is_other: bool, usual_clause: Switch, other_clause: Switch) -> bool {
        if is_other { self.ruled(other_clause, false, true) } else { self.upholds(usual_clause) }
    }

    /// Whether what belongs to the advanced game is played. To be asked where somebody tries to use it.
    #[track_caller]
    pub(crate) fn grants_advanced(&self) -> bool {
        // Spice dialing, the Karama powers and the advanced abilities are for the advanced game.
        self.demands(Switch::AdvancedOnly, self.game.advanced)
    }

    /// A switch is off, so what the script was written for may not come to pass.
    pub(crate) fn is_altered(&self) -> bool {
        !self.off.is_empty()
    }

    pub(crate) fn tell(&mut self, event: Event) {
        self.log.push(event);
    }

    pub(crate) fn remark(&mut self, text: String) {
        self.remarks.push(Remark { event: self.log.len(), text });
    }

    pub fn log(&self) -> &[Event] {
        &self.log
    }

    pub fn into_record(self) -> (Game, Vec<Event>, Vec<Firing>, Vec<Remark>) {
        (self.game, self.log, self.fired.into_inner(), self.remarks)
    }

    /// Moves a card from a hand to the discard pile.
    pub(crate) fn discard(&mut self, faction: Faction, card: Card, why: DiscardReason) {
        let Some(player) = self.game.player_mut(faction) else {
            return;
        };
        if player.give_up(card) {
            self.game.discard.push(card);
            self.tell(Event::CardDiscarded { faction, card, why });
        }
    }

    /// Pays out of the bank.
    pub(crate) fn pay_out(&mut self, faction: Faction, amount: u32) -> u32 {
        let paid = if amount > self.game.bank { self.short_payment(amount) } else { amount };
        self.game.bank = self.game.bank.saturating_sub(paid);
        self.game.credit(faction, paid);
        paid
    }

    /// battle.md KILLED LEADERS: the bank pays as far as it reaches. Where it pays in full, what is missing is made up
    /// from outside.
    fn short_payment(&self, amount: u32) -> u32 {
        let is_other = self.game.readings.short_bank == ShortBank::PaysInFull;
        let holds = self.reads(is_other, Switch::BankPaysWhatItHolds, Switch::BankPaysInFull);
        if holds { amount.min(self.game.bank) } else { amount }
    }
}
