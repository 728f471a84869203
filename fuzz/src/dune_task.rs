//! Tasks for the Dune engine, and what must be true of the table after each of them.

use truthsayer::engines::dune::Dune;
use truthsayer::engines::dune::door_given;
use truthsayer::engines::dune::door_steps;
use truthsayer::engines::dune::invariant;
use truthsayer::engines::dune::play;
use truthsayer::engines::dune::script::Manner;
use truthsayer::engines::dune::script::Script;
use truthsayer::protocol::Task;

use super::task;

pub fn run(input: &[u8]) {
    let Some(task) = task::play(&mut Dune, input) else { return };
    // With a clause turned off, what it keeps need not hold.
    if task.without.is_empty() {
        invariants(&task);
    }
}

/// Whatever was set up and decided, nothing appears, vanishes or stands in two places.
fn invariants(task: &Task) {
    let Ok(given) = door_given::read(&task.given) else { return };
    let Ok(steps) = door_steps::read(&task.when, &given.game) else { return };
    let start = given.game.clone();
    let mut script = Script::new(steps, Manner { declines: given.declines, follows: false });
    let record = play::run(given.game, &given.phases, Vec::new(), &mut script);
    if record.end.is_ok() {
        assert_eq!(invariant::breaches(&start, &record.table), []);
    }
}
