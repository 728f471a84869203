//! Whether a battle plan is legal, in every part.

use super::armament;
use super::battle::Battle;
use super::kwisatz;
use super::leadership;
use super::plan::Draft;
use super::plan::Plan;
use super::prescience;
use super::refusal::Refusal;
use super::table::Table;
use super::voice;
use super::wheel;

/// Turns a draft into a plan, or says which rule it breaks.
pub fn check(table: &Table, battle: &Battle, draft: &Draft) -> Result<Plan, Refusal> {
    let dialed = wheel::check(table, battle, draft)?;
    let bearer = leadership::check(table, draft)?;
    armament::check(table, draft, bearer)?;
    kwisatz::check(table, battle, draft, bearer)?;
    let plan = Plan {
        by: draft.by,
        number: dialed.number,
        spice: dialed.spice,
        exact: dialed.exact,
        bearer,
        weapon: draft.weapons.first().copied(),
        defense: draft.defenses.first().copied(),
        cards: armament::cards_of(draft),
        announces_no_leader: draft.announces_no_leader,
        kwisatz_haderach: draft.kwisatz_haderach,
    };
    voice::check(table, battle, &plan)?;
    prescience::check(table, battle, &plan)?;
    Ok(plan)
}
