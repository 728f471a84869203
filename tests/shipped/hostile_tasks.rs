//! Mutated scenarios: an engine answers every task and does not panic.

use serde_json::json;
use truthsayer::builtin_engines;
use truthsayer_oracle::suite::Suite;
use truthsayer_oracle::suite::project::Project;
use truthsayer_protocol::Data;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;

/// A deterministic random number generator.
struct Rng(u64);

impl Rng {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

fn odd_values() -> Vec<Data> {
    vec![
        json!(null),
        json!(-1),
        json!(0),
        json!(21),
        json!(4_294_967_296_u64),
        json!(u64::MAX),
        json!(i64::MIN),
        json!(1e300),
        json!(2.5),
        json!(0.3),
        json!(""),
        json!("none"),
        json!("harkonnen"),
        json!("chani"),
        json!("lasgun"),
        json!("arrakeen"),
        json!("s99"),
        json!("k13"),
        json!("(TT)"),
        json!("Txd5"),
        json!("(FT)>@"),
        json!("6c4/11/11/11/11/11/11/11/11/11/11/6C4 b - - 99 1"),
        json!(true),
        json!([]),
        json!(["chani", "chani"]),
        json!({}),
        json!({"s0": 3}),
        json!({"x": {"y": 1}}),
    ]
}

/// Replaces, removes, duplicates or renames one value in the data.
fn bend(data: &mut Data, rng: &mut Rng, odd: &[Data]) {
    let deeper = rng.below(5) > 0;
    match data {
        Data::Object(map) if !map.is_empty() && deeper => {
            let index = rng.below(map.len());
            let key = map.keys().nth(index).cloned().unwrap_or_default();
            match rng.below(8) {
                0 => {
                    map.remove(&key);
                }
                1 => {
                    let value = map.get(&key).cloned().unwrap_or(Data::Null);
                    map.insert(format!("{key}x"), value);
                }
                _ => {
                    if let Some(value) = map.get_mut(&key) {
                        bend(value, rng, odd);
                    }
                }
            }
        }
        Data::Array(items) if !items.is_empty() && deeper => {
            let index = rng.below(items.len());
            match rng.below(6) {
                0 => {
                    items.remove(index);
                }
                1 => items.push(items[index].clone()),
                2 => {
                    let other = rng.below(items.len());
                    items.swap(index, other);
                }
                _ => bend(&mut items[index], rng, odd),
            }
        }
        _ => *data = odd[rng.below(odd.len())].clone(),
    }
}

#[test]
fn a_bent_scenario_is_answered_and_never_panics() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let (suite, problems) = Suite::load(Project::load(root).expect("a project"), 2);
    assert!(problems.is_empty(), "{problems:?}");
    let odd = odd_values();
    let mut rng = Rng(0x5EED);
    let (mut played, mut invalid) = (0, 0);
    for scenario in &suite.scenarios {
        let maker = builtin_engines::by_name(&suite.project.games[&scenario.game]).expect("an engine");
        let mut engine = maker.engine();
        for _ in 0..12 {
            let Task { mut given, when, .. } = scenario.task(&[]);
            let mut when = Data::Array(when);
            if rng.below(2) == 0 {
                bend(&mut given, &mut rng, &odd)
            } else {
                bend(&mut when, &mut rng, &odd)
            }
            let when = when.as_array().cloned().unwrap_or_default();
            let task = Task::new(given, when);
            match engine.play(&task).expect("an answer") {
                Reply::Played(_) => played += 1,
                Reply::Invalid(complaint) => {
                    assert!(!complaint.why.is_empty() && !complaint.at.is_empty(), "{}: {task:?}", scenario.id);
                    invalid += 1;
                }
                other => panic!("{}: {other:?}", scenario.id),
            }
        }
    }
    // Both kinds of answers occur; otherwise the tasks were hardly changed.
    assert!(played > 0 && invalid > 0, "{played} played, {invalid} invalid");
}
