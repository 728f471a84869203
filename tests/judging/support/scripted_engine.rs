//! An engine whose behaviour is defined by the scenario, switch by switch, so that each test controls what makes a
//! mutant specific.
//!
//! | step | does |
//! |---|---|
//! | `act: {by: s, sets: {…}}` | changes the state by the switch `s`; without it, only logs that nothing was done |
//! | `act: {by: s, sets: {…}, silent: true}` | logs nothing in either case |
//! | `spoil: {off: [s, …], sets: {…}}` | changes the state if one of these is off, without a log entry |
//! | `end: {off: [s, …], with: …}` | if one of these is off, the play ends: `still`, `chance`, `died`, `invalid` |
//!
//! The switches `always` and `ever` take effect in every play, and without `ever` a coin is lost.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering;

use serde_json::json;
use truthsayer_protocol::Data;
use truthsayer_protocol::Engine;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Event;
use truthsayer_protocol::Fault;
use truthsayer_protocol::Firing;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Profile;
use truthsayer_protocol::Reply;
use truthsayer_protocol::SwitchNote;
use truthsayer_protocol::Task;

use crate::support::canned_engine;
use crate::support::canned_engine::CannedReply;

/// Changes with every run, for runs that need a random value.
static CHANCE: AtomicUsize = AtomicUsize::new(0);

/// The engine, and its tasks so far: the title in each scenario and the switches that were off.
pub(crate) struct Scripted {
    profile: Profile,
    asked: &'static Mutex<Vec<(String, String)>>,
}

/// The clause of a switch, by the first letter of its name.
const CLAUSES: &[(char, &str, &str)] = &[
    ('l', "toy/light.md:1", "turns the light on"),
    ('c', "toy/light.md:1", "costs 2 coins"),
    ('p', "toy/light.md:2", "forbidden"),
    ('b', "toy/light.md:1", "light on. Each press costs"),
    ('e', "toy/light.md:3", "Waiting does nothing"),
];

impl Scripted {
    /// Creates an engine with these switches. The first letter is the clause: `l`ight, `c`osts, `p`ull, `b`oth of the
    /// first line, `e`ver for waiting. `always` belongs to the costs.
    pub(crate) fn new(switches: &[&str]) -> Scripted {
        let note = |name: &&str| {
            let sign = if *name == "always" { 'c' } else { name.chars().next().unwrap_or_default() };
            let (_, cite, quote) = CLAUSES.iter().find(|(letter, _, _)| *letter == sign).expect("a clause");
            SwitchNote::new(*name, *cite, *quote)
        };
        let profile = Profile::new("scripted", "", "").with_switches(switches.iter().map(note));
        Scripted { profile, asked: Box::leak(Box::default()) }
    }

    /// Makes an engine that sends no `fired`.
    pub(crate) fn hiding_firings(mut self) -> Scripted {
        self.profile.hides_firings = true;
        self
    }

    /// Makes an engine that looks like an external one.
    pub(crate) fn external(mut self) -> Scripted {
        self.profile.is_external = true;
        self
    }

    /// Returns the tasks that the engine received so far, in order.
    pub(crate) fn asked(&self) -> &'static Mutex<Vec<(String, String)>> {
        self.asked
    }
}

/// Returns the names of the scenarios that ran without a switch, sorted.
pub(crate) fn played_without(asked: &Mutex<Vec<(String, String)>>, switch: &str) -> Vec<String> {
    let asked = asked.lock().unwrap_or_else(PoisonError::into_inner);
    let mut names: Vec<String> = asked.iter().filter(|(_, off)| off == switch).map(|(name, _)| name.clone()).collect();
    names.sort();
    names
}

impl EngineMaker for Scripted {
    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn engine(&self) -> Box<dyn Engine> {
        Box::new(ScriptedPlayer { hides_firings: self.profile.hides_firings, asked: self.asked })
    }
}

struct ScriptedPlayer {
    hides_firings: bool,
    asked: &'static Mutex<Vec<(String, String)>>,
}

impl Engine for ScriptedPlayer {
    fn play(&mut self, task: &Task) -> Result<Reply, Fault> {
        let name = task.given["name"].as_str().unwrap_or_default().to_owned();
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).push((name, task.without.join(" ")));
        let before = json!({"coins": 5, "light": "off", "mark": 0});
        let mut outcome = Outcome::new(before.clone(), before);
        let is_off = |switch: &str| task.without.iter().any(|off| off == switch);
        for everywhere in ["always", "ever"].into_iter().filter(|switch| !is_off(switch)) {
            outcome.fired.push(Firing::new(everywhere, 0));
        }
        if is_off("ever") {
            outcome.after["coins"] = json!(4);
        }
        for step in &task.when {
            let (kind, data) = step.as_object().and_then(|map| map.iter().next()).expect("a step");
            let listed = data["off"].as_array().into_iter().flatten().filter_map(Data::as_str).any(is_off);
            match kind.as_str() {
                "act" => act(data, is_off(data["by"].as_str().unwrap_or_default()), &mut outcome),
                "spoil" if listed => set(&mut outcome, &data["sets"]),
                "end" if listed => return end(data["with"].as_str().unwrap_or_default(), outcome),
                _ => {}
            }
        }
        if self.hides_firings {
            outcome.fired.clear();
        }
        Ok(Reply::Played(Box::new(outcome)))
    }
}

fn act(data: &Data, off: bool, outcome: &mut Outcome) {
    let by = data["by"].as_str().unwrap_or_default().to_owned();
    let is_told = data["silent"] != json!(true);
    if is_told {
        outcome.log.push(Event::new(if off { "idled" } else { "acted" }, json!({"by": by.clone()})));
    }
    if !off {
        set(outcome, &data["sets"]);
        outcome.fired.push(Firing::new(by, outcome.log.len()));
    }
}

fn set(outcome: &mut Outcome, values: &Data) {
    for (key, value) in values.as_object().into_iter().flatten() {
        outcome.after[key] = value.clone();
    }
}

fn end(how: &str, outcome: Outcome) -> CannedReply {
    match how {
        "still" => canned_engine::played(Outcome::new(outcome.before.clone(), outcome.before)),
        "chance" => {
            let number = CHANCE.fetch_add(1, Ordering::Relaxed);
            let mut outcome = outcome;
            outcome.log.push(Event::new("rolled", json!({"number": number})));
            canned_engine::played(outcome)
        }
        "died" => canned_engine::died(),
        _ => canned_engine::invalid("when[0]", "no such step"),
    }
}
