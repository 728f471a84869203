//! Gifts of spice. Only the Emperor can give them.

use crate::model::faction::Faction;
use crate::model::refusal::Code;
use crate::model::refusal::Refusal;
use crate::model::switch::Switch;
use crate::table::Table;
use crate::table::event::Event;

pub(crate) fn give(table: &mut Table, by: Faction, to: Faction, spice: u32) -> Result<(), Refusal> {
    if table.game.ally_of(by) != Some(to) {
        return Err(Code::GiftNotAllowed.refusal());
    }
    if by == Faction::Emperor {
        // battle.md IMPERIAL GIFTS: at any time, to the ally.
        if !table.applies(Switch::EmperorGift) {
            return Err(Code::GiftNotAllowed.refusal());
        }
    } else if table.applies(Switch::OnlyEmperorGives) {
        // phases.md ALLIANCE: other allies cannot give each other spice.
        return Err(Code::GiftNotAllowed.under("dune/phases.md#ALLIANCE"));
    }
    let owned = table.game.spice_of(by);
    if spice > owned {
        return Err(Code::SpiceNotOwned.under("dune/battle.md#IMPERIAL GIFTS"));
    }
    // battle.md SPICED FORCES: spice in the giver's own plan is committed and cannot be given away.
    let committed = table.battle.as_ref().map_or(0, |battle| battle.committed_by(by));
    if spice > owned.saturating_sub(committed) {
        return Err(Code::SpiceNotOwned.refusal());
    }
    table.game.charge(by, spice);
    table.game.credit(to, spice);
    table.record(Event::GiftGiven { by, to, spice });
    Ok(())
}
