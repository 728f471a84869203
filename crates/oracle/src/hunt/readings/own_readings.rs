//! An engine with its own readings: a task that does not choose a reading is read as the engine's entry says.

use crate::suite::readings::Readings;
use truthsayer_protocol::Data;
use truthsayer_protocol::Engine;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Fault;
use truthsayer_protocol::Profile;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;

/// A maker of engines with readings. Its profile has them as defaults.
pub struct OwnReadings {
    maker: Box<dyn EngineMaker>,
    profile: Profile,
    readings: Readings,
}

impl OwnReadings {
    pub fn new(maker: Box<dyn EngineMaker>, readings: Readings) -> OwnReadings {
        let mut profile = maker.profile().clone();
        for note in &mut profile.readings {
            if let Some(value) = readings.get(&note.name) {
                note.default.clone_from(value);
            }
        }
        OwnReadings { maker, profile, readings }
    }
}

impl EngineMaker for OwnReadings {
    fn profile(&self) -> &Profile {
        &self.profile
    }

    fn engine(&self) -> Box<dyn Engine> {
        Box::new(EngineWithReadings { engine: self.maker.engine(), readings: self.readings.clone() })
    }

    fn fresh_engine(&self) -> Box<dyn Engine> {
        Box::new(EngineWithReadings { engine: self.maker.fresh_engine(), readings: self.readings.clone() })
    }

    fn fault(&self) -> Option<Fault> {
        self.maker.fault()
    }

    fn waits(&self) -> bool {
        self.maker.waits()
    }
}

struct EngineWithReadings {
    engine: Box<dyn Engine>,
    readings: Readings,
}

impl Engine for EngineWithReadings {
    fn play(&mut self, task: &Task) -> Result<Reply, Fault> {
        let mut task = task.clone();
        if let Some(given) = task.given.as_object_mut() {
            let chosen = given.entry("readings").or_insert_with(|| Data::Object(serde_json::Map::new()));
            for (name, value) in &self.readings {
                if let Some(chosen) = chosen.as_object_mut() {
                    chosen.entry(name.as_str()).or_insert_with(|| Data::from(value.as_str()));
                }
            }
        }
        self.engine.play(&task)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use truthsayer_protocol::Outcome;
    use truthsayer_protocol::ReadingNote;

    #[test]
    fn a_task_is_read_as_the_engine_says_unless_it_chooses() {
        let mut note = ReadingNote::default();
        (note.name, note.default) = ("sight".to_owned(), "near".to_owned());
        let profile = Profile::new("echo", "1", "game").with_readings([note]);
        let echo = truthsayer_protocol::playing(profile, |task: &Task| {
            Reply::Played(Box::new(Outcome::new(Data::Null, task.given.clone())))
        });
        let maker = OwnReadings::new(Box::new(echo), Readings::from([("sight".to_owned(), "far".to_owned())]));
        assert_eq!(maker.profile().readings[0].default, "far");
        let mut engine = maker.engine();
        for (given, read) in [(json!({}), "far"), (json!({"readings": {"sight": "near"}}), "near")] {
            let Ok(Reply::Played(outcome)) = engine.play(&Task::new(given, Vec::new())) else { panic!("no play") };
            assert_eq!(outcome.after["readings"]["sight"], read);
        }
    }
}
