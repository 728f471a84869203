//! An engine with one reading fixed: every set-up gets the same value for it.

use truthsayer_protocol::Data;
use truthsayer_protocol::Engine;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Fault;
use truthsayer_protocol::Profile;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;

/// Makes engines with one reading fixed.
pub struct FixedReading<'a> {
    pub maker: &'a dyn EngineMaker,
    pub name: String,
    pub value: String,
}

impl EngineMaker for FixedReading<'_> {
    fn profile(&self) -> &Profile {
        self.maker.profile()
    }

    fn engine(&self) -> Box<dyn Engine> {
        Box::new(FixedEngine { engine: self.maker.engine(), name: self.name.clone(), value: self.value.clone() })
    }

    fn fault(&self) -> Option<Fault> {
        self.maker.fault()
    }

    fn waits(&self) -> bool {
        self.maker.waits()
    }
}

struct FixedEngine {
    engine: Box<dyn Engine>,
    name: String,
    value: String,
}

impl Engine for FixedEngine {
    fn play(&mut self, task: &Task) -> Result<Reply, Fault> {
        let mut task = task.clone();
        set(&mut task.given, &self.name, &self.value);
        self.engine.play(&task)
    }
}

/// Sets a reading of a set-up. Leaves a set-up alone that is not a map.
fn set(given: &mut Data, name: &str, value: &str) {
    let Some(map) = given.as_object_mut() else { return };
    let readings = map.entry("readings").or_insert_with(|| Data::Object(serde_json::Map::new()));
    if let Some(readings) = readings.as_object_mut() {
        readings.insert(name.to_owned(), Data::from(value));
    }
}

/// Removes a reading from a set-up, and `readings` if it is empty then.
pub fn unset(given: &mut Data, name: &str) {
    let Some(map) = given.as_object_mut() else { return };
    let Some(readings) = map.get_mut("readings").and_then(Data::as_object_mut) else { return };
    readings.remove(name);
    if readings.is_empty() {
        map.remove("readings");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_reading_is_set_and_removed_beside_others() {
        let mut given = json!({"readings": {"sight": "far"}, "turn": "ann"});
        set(&mut given, "sight", "near");
        set(&mut given, "mist", "thin");
        assert_eq!(given, json!({"readings": {"sight": "near", "mist": "thin"}, "turn": "ann"}));
        unset(&mut given, "sight");
        assert_eq!(given, json!({"readings": {"mist": "thin"}, "turn": "ann"}));
        unset(&mut given, "mist");
        assert_eq!(given, json!({"turn": "ann"}));
        set(&mut given, "mist", "thin");
        assert_eq!(given, json!({"readings": {"mist": "thin"}, "turn": "ann"}));
    }
}
