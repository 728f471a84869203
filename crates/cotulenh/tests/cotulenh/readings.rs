//! Readings are chosen by name; a misspelt name is reported with the nearest one.

use serde_json::json;
use truthsayer_cotulenh::Cotulenh;
use truthsayer_protocol::Complaint;
use truthsayer_protocol::Data;
use truthsayer_protocol::Engine;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;

fn play(readings: &Data) -> Reply {
    let given = json!({"fen": "7c2i/10m/11/11/11/11/11/11/11/11/10M/6C3I r - - 0 1", "readings": readings});
    Cotulenh.play(&Task::new(given, Vec::new())).expect("an answer")
}

fn complaint(readings: &Data) -> Complaint {
    match play(readings) {
        Reply::Invalid(complaint) => complaint,
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_value_of_every_reading_can_be_chosen() {
    for note in truthsayer_cotulenh::readings() {
        for value in &note.values {
            let reply = play(&json!({ note.name.clone(): value }));
            assert!(matches!(reply, Reply::Played(_)), "{}: {value}: {reply:?}", note.name);
        }
    }
}

#[test]
fn a_misspelt_reading_is_reported_with_the_nearest_name() {
    let complaint = self::complaint(&json!({"tank_capture": "blocked"}));
    assert_eq!(complaint.at, "given.readings.tank_capture");
    assert_eq!(complaint.why, "no reading is called `tank_capture`; nearest is `tank_captures`");
}

#[test]
fn a_misspelt_value_is_reported_with_the_nearest_name() {
    let complaint = self::complaint(&json!({"sight": "first_pieces"}));
    assert_eq!(complaint.at, "given.readings.sight");
    assert_eq!(complaint.why, "no sight reading is called `first_pieces`; nearest is `first_piece_too`");
    let complaint = self::complaint(&json!({"clock": "never"}));
    assert_eq!(complaint.why, "no clock reading is called `never`; known: first_step, any_capture");
}
