//! The table at which a game is played: the state, the log, and the rules that are in force.

pub mod ability;
pub mod battle;
pub mod campaign;
pub mod capture_progress;
pub mod clash;
pub mod event;
pub mod prescience_question;
pub mod turn;
pub mod voice_command;

use std::cell::RefCell;
use std::panic::Location;

use crate::model::card::Card;
use crate::model::faction::Faction;
use crate::model::game::Game;
use crate::model::reading::ShortBank;
use crate::model::switch::Switch;
use crate::table::battle::Battle;
use crate::table::campaign::Campaign;
use crate::table::event::DiscardReason;
use crate::table::event::Event;
use crate::table::turn::Turn;

/// A switch that took effect, where in this engine, and how long the log was then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Firing {
    pub switch: Switch,
    pub file: &'static str,
    pub line: u32,
    pub event: usize,
}

/// A remark about the play. It is printed and does not change the verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// Number of events in the log when the remark was made.
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

    /// Whether a clause is in force; if so, records that it took effect here. Call it only where the clause takes
    /// effect: the caller is recorded as the place that implements the clause.
    #[track_caller]
    pub(crate) fn applies(&self, switch: Switch) -> bool {
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

    /// Whether the default of a reading holds. With the default, its clause is in force; with the other reading, that
    /// reading's clause is off.
    #[track_caller]
    pub(crate) fn reads(&self, is_other: bool, usual_clause: Switch, other_clause: Switch) -> bool {
        if is_other { !self.applies(other_clause) } else { self.applies(usual_clause) }
    }

    /// Whether rules of the advanced game are played. Call it where a player tries to use one.
    #[track_caller]
    pub(crate) fn grants_advanced(&self) -> bool {
        // Spice dialing, the Karama powers and the advanced abilities are for the advanced game.
        self.game.advanced || !self.applies(Switch::AdvancedOnly)
    }

    /// A switch is off, so the script may not fit the play.
    pub(crate) fn is_altered(&self) -> bool {
        !self.off.is_empty()
    }

    pub(crate) fn record(&mut self, event: Event) {
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
            self.record(Event::CardDiscarded { faction, card, why });
        }
    }

    /// Pays out of the bank.
    pub(crate) fn pay_out(&mut self, faction: Faction, amount: u32) -> u32 {
        let paid = if amount > self.game.bank { self.short_payment(amount) } else { amount };
        self.game.bank = self.game.bank.saturating_sub(paid);
        self.game.credit(faction, paid);
        paid
    }

    /// battle.md KILLED LEADERS: the bank pays no more than it has. In the other reading it pays in full, and the
    /// missing spice is created.
    fn short_payment(&self, amount: u32) -> u32 {
        let is_other = self.game.readings.short_bank == ShortBank::PaysInFull;
        let holds = self.reads(is_other, Switch::BankPaysWhatItHolds, Switch::BankPaysInFull);
        if holds { amount.min(self.game.bank) } else { amount }
    }
}
