//! An engine that shows little is judged on what it shows: the CoTuLenh engine behind an adapter that shows only a
//! board, whose turn it is, answers, and that a step is refused.

use std::path::Path;
use std::sync::LazyLock;

use serde_json::Map;
use serde_json::json;
use truthsayer::builtin_engines;
use truthsayer_oracle::evidence::findings::Findings;
use truthsayer_oracle::run::NoProgress;
use truthsayer_oracle::run::Run;
use truthsayer_oracle::run::proving::Proving;
use truthsayer_oracle::run::seat::Seat;
use truthsayer_oracle::run::seat::Seats;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::grade::Grade;
use truthsayer_oracle::suite::project::Project;
use truthsayer_protocol::ANSWERED;
use truthsayer_protocol::Crash;
use truthsayer_protocol::Data;
use truthsayer_protocol::Engine;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Event;
use truthsayer_protocol::Fault;
use truthsayer_protocol::Observes;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Profile;
use truthsayer_protocol::REFUSED;
use truthsayer_protocol::Refusals;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;

const GAME: &str = "cotulenh";

/// Reduces an outcome to the facts that an adapter shows.
type Comparable = fn(Outcome) -> Reply;

/// A built-in engine behind an adapter, with some switches secretly off.
struct Adapter {
    profile: Profile,
    behind: Box<dyn EngineMaker>,
    off: Vec<String>,
    comparable: Comparable,
}

impl Adapter {
    fn new(observes: impl Into<Option<Observes>>, comparable: Comparable, off: &[&str]) -> Adapter {
        let behind = builtin_engines::by_name(GAME).expect("a built-in engine");
        let profile = Profile::new("stranger", "1", GAME).with_observes(observes);
        Adapter { profile, behind, off: off.iter().map(|name| (*name).to_owned()).collect(), comparable }
    }
}

impl EngineMaker for Adapter {
    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn engine(&self) -> Box<dyn Engine> {
        Box::new(Adapted { behind: self.behind.engine(), off: self.off.clone(), comparable: self.comparable })
    }
}

struct Adapted {
    behind: Box<dyn Engine>,
    off: Vec<String>,
    comparable: Comparable,
}

impl Engine for Adapted {
    fn play(&mut self, task: &Task) -> Result<Reply, Fault> {
        match self.behind.play(&task.clone().with_off(&self.off))? {
            Reply::Played(outcome) => Ok((self.comparable)(*outcome)),
            other => Ok(other),
        }
    }
}

/// The board, the turn, answers, and that a step is refused.
fn board_only(outcome: Outcome) -> Reply {
    let part = |state: &Data| {
        let keys = ["board", "turn"].into_iter().filter_map(|key| Some((key.to_owned(), state.get(key)?.clone())));
        Data::Object(keys.collect::<Map<_, _>>())
    };
    let mut shown = Outcome::new(part(&outcome.before), part(&outcome.after));
    shown.log = outcome.log.into_iter().filter_map(without_reason).collect();
    shown.into()
}

fn without_reason(event: Event) -> Option<Event> {
    match event.name.as_ref() {
        ANSWERED => Some(event),
        REFUSED => Some(Event::new(REFUSED, json!({"step": event.data["step"]}))),
        _ => None,
    }
}

fn observes_a_board() -> Observes {
    Observes::nothing().state(["board", "turn"]).refusals(Refusals::Bare).answers([
        "moves",
        "captures",
        "check",
        "zone",
        "attackers",
        "san",
    ])
}

/// The shipped suite, for any engine.
struct Table {
    suite: Suite,
}

/// Read once for all tests.
static TABLE: LazyLock<Table> = LazyLock::new(Table::new);

impl Table {
    fn new() -> Table {
        let project = Project::load(Path::new(env!("CARGO_MANIFEST_DIR"))).expect("the shipped project");
        let (suite, problems) = Suite::load(project, 2);
        assert!(problems.is_empty(), "{problems:?}");
        Table { suite }
    }

    fn findings<'s>(&'s self, adapter: Adapter, proves: bool) -> Findings<'s> {
        self.findings_of_every(1, adapter, proves)
    }

    /// Returns the findings of a part of the scenarios: every second, every third and so on.
    fn findings_of_every<'s>(&'s self, step: usize, adapter: Adapter, proves: bool) -> Findings<'s> {
        let seat = Seat::other(Box::new(adapter), builtin_engines::by_name(GAME));
        let seats = Seats::from([(GAME.to_owned(), seat)]);
        let chosen = self.suite.scenarios.iter().filter(|scenario| scenario.game == GAME).step_by(step).collect();
        let proving = proves.then(Proving::default);
        Run { chosen, proving, ..Run::new(&self.suite, &seats, 2, &NoProgress) }.findings()
    }
}

#[test]
fn an_engine_that_shows_only_a_board_is_judged_on_the_board() {
    let table = &*TABLE;
    let findings = table.findings(Adapter::new(observes_a_board(), board_only, &[]), true);
    let tally = findings.tally();
    assert_eq!((tally.failing, tally.invalid, tally.no_answer, tally.unsupported), (0, 0, 0, 0));
    assert_eq!((tally.drifted, tally.without_golden), (0, 0), "goldens are those of the game's own engine");
    assert!(!tally.observed.is_whole());
    let judged = findings.judged.iter().filter(|it| (0..it.scenario.claims.len()).any(|at| it.holds(at).is_some()));
    let (judged, all) = (judged.count(), findings.judged.len());
    println!("{judged} of {all} scenarios are judged, on {:?}", tally.observed);
    assert!(judged * 10 >= all * 9, "{judged} of {all}");
    assert_eq!(findings.coverage.count(Grade::Violated) + findings.coverage.count(Grade::Blocked), 0);
    assert_eq!(findings.coverage.count(Grade::Proven), 0, "it has no switches");
    let sharp = findings.coverage.count(Grade::Sharp);
    println!("{sharp} clauses are sharp, {} hold", findings.coverage.count(Grade::Holds));
    assert!(sharp > 100, "the game's own engine is a foil: {sharp}");
}

#[test]
fn an_engine_that_shows_nothing_gets_no_grade() {
    let nothing: Comparable = |_| Outcome::new(json!({}), json!({})).into();
    let table = &*TABLE;
    let findings = table.findings_of_every(5, Adapter::new(Observes::nothing(), nothing, &[]), true);
    let tally = findings.tally();
    assert_eq!((tally.passed, tally.failing, tally.invalid), (0, 0, 0));
    assert_eq!((tally.unobserved, tally.observed.shown), (findings.judged.len(), 0));
    let good = [Grade::Holds, Grade::Sharp, Grade::Proven].map(|grade| findings.coverage.count(grade));
    assert_eq!(good, [0, 0, 0]);
}

#[test]
fn an_engine_that_crashes_fails_and_makes_nothing_sharp() {
    let throws: Comparable = |_| Crash::new("TypeError: board is undefined").at_step(1).into();
    let table = &*TABLE;
    let findings = table.findings_of_every(5, Adapter::new(None, throws, &[]), true);
    let tally = findings.tally();
    assert_eq!((tally.passed, tally.invalid), (0, 0));
    assert_eq!((tally.failing, tally.crashed), (0, findings.judged.len()));
    assert_eq!(findings.coverage.count(Grade::Sharp) + findings.coverage.count(Grade::Holds), 0);
}

/// Checks every twentieth switch, or with `EVERY_SWITCH` set all of them.
#[test]
fn a_missing_clause_is_named_from_what_a_board_shows() {
    let table = &*TABLE;
    let step = if std::env::var_os("EVERY_SWITCH").is_some() { 1 } else { 20 };
    let engine = builtin_engines::by_name(GAME).expect("an engine");
    let names: Vec<String> = engine.profile().switches.iter().step_by(step).map(|switch| switch.name.clone()).collect();
    let (mut shown, mut named) = (0, 0);
    for name in &names {
        let findings = table.findings(Adapter::new(observes_a_board(), board_only, &[name]), false);
        if findings.tally().failing == 0 {
            continue;
        }
        shown += 1;
        let first = findings.diagnosis.causes.iter().any(|cause| cause.switches.contains(name));
        if !first {
            println!("{name}: {:?}", findings.diagnosis.causes.iter().map(|it| &it.switches).collect::<Vec<_>>());
        }
        named += usize::from(first);
    }
    println!("of {} clauses, a board shows {shown}, of which {named} are named", names.len());
    assert!(shown * 2 > names.len(), "{shown} of {}", names.len());
    assert!(named * 10 >= shown * 9, "{named} of {shown}");
}
