//! Every shipped Dune scenario: no invariant breaks at any question, no refusal changes the state, and events come in
//! the documented order.

use std::fs;
use std::path::Path;

use truthsayer_dune::ask::Ask;
use truthsayer_dune::door_given;
use truthsayer_dune::door_steps;
use truthsayer_dune::event::Event;
use truthsayer_dune::event::ORDER;
use truthsayer_dune::game::Game;
use truthsayer_dune::invariant;
use truthsayer_dune::run;
use truthsayer_dune::script::Script;
use truthsayer_dune::script::ScriptOptions;
use truthsayer_dune::source::AsideFilter;
use truthsayer_dune::source::Mistake;
use truthsayer_dune::source::Next;
use truthsayer_dune::source::Source;
use truthsayer_dune::step::Step;
use truthsayer_dune::table::Table;
use truthsayer_dune::turn::Phase;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::project::Project;

use crate::outcomes::outcomes;

/// Follows a script and checks the table at each question.
struct Watcher {
    script: Script,
    start: Game,
    /// The state when the last step was returned.
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

    fn aside(&mut self, wanted: AsideFilter, table: &Table) -> Option<(u32, Step)> {
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
        let script = Script::new(steps, ScriptOptions { declines: given.declines, follows: false });
        let mut watcher =
            Watcher { script, start: given.game.clone(), last: None, faults: Vec::new(), looks: 0, refusals: 0 };
        let record = run(given.game, &given.phases, given.underway, Vec::new(), &mut watcher);
        watcher.look(&record.table);
        assert!(watcher.faults.is_empty(), "{}: {:#?}", scenario.id, watcher.faults);
        looks += watcher.looks;
        refusals += watcher.refusals;
    }
    assert!(looks > 4000 && refusals > 50, "{looks} looks, {refusals} refusals");
}

/// The events of a battle in the order of the page; those joined by "or" come in any order.
fn order() -> Vec<Vec<String>> {
    let page = fs::read_to_string("docs/reference/dune.md").expect("the page");
    let from = page.find("`battle_begins`, `voice_used`").expect("the order of events");
    let listed = page[from..].split('.').next().expect("its end");
    let names = |part: &str| part.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    listed.split(',').map(names).collect()
}

/// Whether `docs/reference/dune.md` lists the event as an exception to the order.
fn stands_apart(event: &truthsayer_protocol::Event, after_draw: bool) -> bool {
    let is = |field: &str, value: &str| event.data.get(field).and_then(|data| data.as_str()) == Some(value);
    match event.name.as_ref() {
        "card_discarded" => is("why", "played"),
        "leader_killed" => is("cause", "harkonnen"),
        "spice_received" => is("why", "kill"),
        "captured_leader_returned" => is("why", "prison_break"),
        "leader_returned" => is("why", "leader_return"),
        "prison_break" => after_draw,
        _ => false,
    }
}

#[test]
fn the_events_of_a_battle_come_in_the_order_of_the_page() {
    let order = order();
    assert_eq!(order, ORDER);
    let mut seen = 0;
    for (id, outcome) in outcomes("dune") {
        // In this reading the question comes before the command.
        if id.starts_with("dune/prescience/question-before-the-command") {
            continue;
        }
        let (mut last, mut after_draw, mut in_battle) = (0, false, false);
        for event in &outcome.log {
            match event.name.as_ref() {
                "battle_begins" => (last, after_draw, in_battle) = (0, false, true),
                "battle_phase_ends" => in_battle = false,
                "capture_drawn" => after_draw = true,
                _ => {}
            }
            let place = order.iter().position(|group| group.iter().any(|name| *name == event.name));
            let Some(place) = place.filter(|_| in_battle && !stands_apart(event, after_draw)) else { continue };
            assert!(place >= last, "{id}: {} comes too late", event.name);
            last = place;
            seen += 1;
        }
    }
    assert!(seen > 5000, "only {seen} events were looked at");
}
