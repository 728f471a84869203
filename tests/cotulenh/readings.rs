//! Readings are chosen by name: a misspelt one is the author's mistake, told with the nearest name.

use serde_json::json;
use truthsayer::engines::cotulenh::Cotulenh;
use truthsayer::protocol::Complaint;
use truthsayer::protocol::Data;
use truthsayer::protocol::Engine;
use truthsayer::protocol::Reply;
use truthsayer::protocol::Task;

fn complaint(readings: &Data) -> Complaint {
    let given = json!({"fen": "7c2i/10m/11/11/11/11/11/11/11/11/10M/6C3I r - - 0 1", "readings": readings});
    match Cotulenh.play(&Task::new(given, Vec::new())) {
        Ok(Reply::Misposed(complaint)) => complaint,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_misspelt_reading_is_told_with_the_nearest_name() {
    let told = complaint(&json!({"tank_capture": "blocked"}));
    assert_eq!(told.at, "given.readings.tank_capture");
    assert_eq!(told.why, "no reading is called `tank_capture`; nearest is `tank_captures`");
}

#[test]
fn a_misspelt_value_is_told_with_the_nearest_name() {
    let told = complaint(&json!({"sight": "first_pieces"}));
    assert_eq!(told.at, "given.readings.sight");
    assert_eq!(told.why, "no sight reading is called `first_pieces`; nearest is `first_piece_too`");
    let told = complaint(&json!({"clock": "never"}));
    assert_eq!(told.why, "no clock reading is called `never`; known: first_step, any_capture");
}
