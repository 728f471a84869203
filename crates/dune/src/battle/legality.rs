//! Whether a battle plan is legal, in every part.

use crate::battle::prescience;
use crate::battle::voice;
use crate::battle::weapons;
use crate::battle::wheel;
use crate::leaders::kwisatz;
use crate::leaders::leader_pool;
use crate::model::plan::Draft;
use crate::model::plan::Plan;
use crate::model::refusal::Refusal;
use crate::table::Table;
use crate::table::battle::Battle;

/// Turns a draft into a plan, or says which rule it breaks.
pub fn check(table: &Table, battle: &Battle, draft: &Draft) -> Result<Plan, Refusal> {
    let dialed = wheel::check(table, battle, draft)?;
    let bearer = leader_pool::check(table, draft)?;
    weapons::check(table, draft, bearer)?;
    kwisatz::check(table, battle, draft, bearer)?;
    let plan = Plan {
        by: draft.by,
        number: dialed.number,
        spice: dialed.spice,
        exact: dialed.exact,
        bearer,
        weapon: draft.weapons.first().copied(),
        defense: draft.defenses.first().copied(),
        cards: weapons::cards_of(draft),
        announces_no_leader: draft.announces_no_leader,
        kwisatz_haderach: draft.kwisatz_haderach,
    };
    voice::check(table, battle, &plan)?;
    prescience::check(table, battle, &plan)?;
    Ok(plan)
}
