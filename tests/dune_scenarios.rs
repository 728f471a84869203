//! Every shipped Dune scenario, watched at every question: no invariant breaks, and no refusal leaves a trace.

use std::path::Path;

use truthsayer::engines::dune::ask::Ask;
use truthsayer::engines::dune::door_given;
use truthsayer::engines::dune::door_steps;
use truthsayer::engines::dune::event::Event;
use truthsayer::engines::dune::game::Game;
use truthsayer::engines::dune::invariant;
use truthsayer::engines::dune::play;
use truthsayer::engines::dune::script::Manner;
use truthsayer::engines::dune::script::Script;
use truthsayer::engines::dune::source::Mistake;
use truthsayer::engines::dune::source::Next;
use truthsayer::engines::dune::source::Source;
use truthsayer::engines::dune::source::Wish;
use truthsayer::engines::dune::step::Step;
use truthsayer::engines::dune::table::Table;
use truthsayer::engines::dune::turn::Phase;
use truthsayer::oracle::project::Project;
use truthsayer::oracle::suite::Suite;

/// Follows a script and looks at the table each time it is asked.
struct Watcher {
    script: Script,
    start: Game,
    /// The state when the last step was handed over.
    last: Option<(usize, Game)>,
    faults: Vec<String>,
    looks: usize,
    refusals: usize,
}

impl Watcher {
    fn look(&mut self, table: &Table) {
        self.looks += 1;
        self.faults.extend(invariant::breaches(&self.start, table).iter().map(|breach| format!("{breach:?}")));
        let Some((events, game)) = self.last.take() else { return };
        let refused = table.log().len() == events + 1 && matches!(table.log().last(), Some(Event::Refused { .. }));
        if refused {
            self.refusals += 1;
            if table.game != game {
                self.faults.push("a refusal changed the state".to_owned());
            }
        }
    }
}

impl Source for Watcher {
    fn next(&mut self, ask: &Ask, table: &Table) -> Next {
        self.look(table);
        self.last = Some((table.log().len(), table.game.clone()));
        self.script.next(ask, table)
    }

    fn aside(&mut self, wanted: Wish, table: &Table) -> Option<(u32, Step)> {
        self.look(table);
        self.script.aside(wanted, table)
    }

    fn marks_turn(&mut self, ended: Phase, begins: Phase) -> bool {
        self.script.marks_turn(ended, begins)
    }

    fn is_over(&self) -> bool {
        self.script.is_over()
    }

    fn finish(&self) -> Result<(), Mistake> {
        self.script.finish()
    }
}

#[test]
fn no_shipped_scenario_breaks_an_invariant_at_any_step() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (suite, problems) = Suite::load(Project::load(root).expect("a project"), 2);
    assert!(problems.is_empty(), "{problems:?}");
    let (mut looks, mut refusals) = (0, 0);
    for scenario in suite.scenarios.iter().filter(|scenario| scenario.game == "dune") {
        let task = scenario.task(&[]);
        let given = door_given::read(&task.given).expect("a set-up");
        let steps = door_steps::read(&task.when, &given.game).expect("a script");
        let script = Script::new(steps, Manner { declines: given.declines, follows: false });
        let mut watcher =
            Watcher { script, start: given.game.clone(), last: None, faults: Vec::new(), looks: 0, refusals: 0 };
        let record = play::run(given.game, &given.phases, Vec::new(), &mut watcher);
        watcher.look(&record.table);
        assert!(watcher.faults.is_empty(), "{}: {:#?}", scenario.id, watcher.faults);
        looks += watcher.looks;
        refusals += watcher.refusals;
    }
    assert!(looks > 4000 && refusals > 50, "{looks} looks, {refusals} refusals");
}
