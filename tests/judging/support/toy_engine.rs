//! A game with one rulebook and one light: the script operates the light, and two switches decide the effect.

use serde_json::json;
use truthsayer_protocol::Data;
use truthsayer_protocol::Engine;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Event;
use truthsayer_protocol::EventNote;
use truthsayer_protocol::Fault;
use truthsayer_protocol::Firing;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Profile;
use truthsayer_protocol::Reply;
use truthsayer_protocol::SwitchNote;
use truthsayer_protocol::Task;

pub(crate) const RULES: &str = "PRESS: A press turns the light on. Each press costs 2 coins.\nPULL: A pull is forbidden.\nIDLE: Waiting does nothing.\n";

pub(crate) struct Toy {
    profile: Profile,
}

impl Toy {
    pub(crate) fn new() -> Toy {
        let event = |name: &str, fields: &[&str]| EventNote::new(name, fields.iter().copied());
        let profile = Profile::new("toy", "1", "toy")
            .with_switches([
                SwitchNote::new("press_lights", "toy/light.md:1", "turns the light on"),
                SwitchNote::new("press_costs", "toy/light.md:1", "costs 2 coins"),
                SwitchNote::new("no_pull", "toy/light.md:2", "forbidden"),
            ])
            .with_events([
                event("pressed", &["coins", "times"]),
                event("lit", &[]),
                event("pulled", &[]),
                event("refused", &["step", "code", "rule"]),
                event("answered", &["step", "answer"]),
            ]);
        Toy { profile }
    }
}

impl Toy {
    /// Creates an engine with one more switch, for the price of a press. The switch never takes effect.
    pub(crate) fn with_idle_switch() -> Toy {
        let mut toy = Toy::new();
        let switch = SwitchNote::new("idle", "toy/light.md:1", "costs 2 coins");
        toy.profile.switches.push(switch);
        toy
    }
}

impl EngineMaker for Toy {
    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn engine(&self) -> Box<dyn Engine> {
        Box::new(Light)
    }
}

struct Light;

impl Engine for Light {
    fn play(&mut self, task: &Task) -> Result<Reply, Fault> {
        let before = json!({"light": "off", "coins": 5, "box": {"a": 1, "b": 2}});
        let mut outcome = Outcome::new(before.clone(), before);
        for (index, step) in task.when.iter().enumerate() {
            let kind = step.as_object().and_then(|map| map.keys().next()).map_or("", String::as_str);
            turn(kind, index + 1, task, &mut outcome);
        }
        if task.when.iter().any(|step| step.get("crash").is_some()) {
            return Err(Fault::Died { how: "the fuse blew".into(), last_words: String::new() });
        }
        Ok(Reply::Played(Box::new(outcome)))
    }
}

fn turn(kind: &str, step: usize, task: &Task, outcome: &mut Outcome) {
    let upholds = |switch: &str, outcome: &mut Outcome| {
        let on = !task.without.iter().any(|off| off == switch);
        if on {
            let event = outcome.log.len();
            outcome.fired.push(Firing::new(switch.to_owned(), event));
        }
        on
    };
    let tell = |outcome: &mut Outcome, name: &str, data: Data| outcome.log.push(Event::new(name.to_owned(), data));
    match kind {
        "press" => {
            if upholds("press_costs", outcome) {
                outcome.after["coins"] = json!(outcome.after["coins"].as_i64().unwrap_or(0) - 2);
            }
            let coins = outcome.after["coins"].clone();
            tell(outcome, "pressed", json!({"coins": coins, "times": 1}));
            if upholds("press_lights", outcome) {
                outcome.after["light"] = json!("on");
                tell(outcome, "lit", json!({}));
            }
        }
        "pull" => {
            if upholds("no_pull", outcome) {
                tell(outcome, "refused", json!({"step": step, "code": "no_pulling", "rule": "toy/light.md:2"}));
            } else {
                tell(outcome, "pulled", json!({}));
            }
        }
        "ask" => tell(outcome, "answered", json!({"step": step, "answer": ["press", "wait"]})),
        _ => {}
    }
}
