//! Tasks for the Dune engine, and the invariants of the table after each of them.

use truthsayer_dune::Dune;
use truthsayer_dune::door_given;
use truthsayer_dune::door_steps;
use truthsayer_dune::invariant;
use truthsayer_dune::script::Script;
use truthsayer_dune::script::ScriptOptions;
use truthsayer_protocol::Task;

use super::task;

pub fn run(input: &[u8]) {
    let Some(task) = task::play(&mut Dune, input) else { return };
    // On a mutant, the invariant of its clause need not hold.
    if task.without.is_empty() {
        invariants(&task);
    }
}

/// Nothing appears, disappears or is in two places.
fn invariants(task: &Task) {
    let Ok(given) = door_given::read(&task.given) else { return };
    let Ok(steps) = door_steps::read(&task.when, &given.game) else { return };
    let start = given.game.clone();
    let mut script = Script::new(steps, ScriptOptions { declines: given.declines, follows: false });
    let record = truthsayer_dune::run(given.game, &given.phases, given.underway, Vec::new(), &mut script);
    if record.end.is_ok() {
        assert_eq!(invariant::breaches(&start, &record.table), []);
    }
}
