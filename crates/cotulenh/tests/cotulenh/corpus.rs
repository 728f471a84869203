//! Positions with their legal steps from an independent engine, and how our readings of unclear rules change these
//! steps.

use std::collections::BTreeSet;
use std::fs;

use crate::play::DATA;
use crate::play::legal;
use crate::play::legal_by;
use crate::play::position;
use serde_json::Value;
use truthsayer_cotulenh::board::Trail;
use truthsayer_cotulenh::board::position::Position;
use truthsayer_cotulenh::moves::perft::Perft;
use truthsayer_cotulenh::notation;
use truthsayer_cotulenh::notation::fen;
use truthsayer_cotulenh::rules::Strict;
use truthsayer_cotulenh::rules::reading::Readings;
use truthsayer_cotulenh::rules::switch::Switch;
use truthsayer_cotulenh::rules::table::Table;

fn rows() -> Vec<Value> {
    let text = fs::read_to_string(DATA.to_owned() + "moves.jsonl").expect("the corpus is here");
    text.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
}

fn data(name: &str) -> Value {
    let text = fs::read_to_string(DATA.to_owned() + name).expect("the data is here");
    serde_json::from_str(&text).expect("JSON")
}

fn texts(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(|it| it.as_str().map(str::to_owned)).collect()
}

/// The expected steps: the list of the corpus, changed by the rulings.
fn expected(row: &Value) -> Vec<String> {
    let removed = texts(&row["ruled"]["removed"]);
    let mut list: Vec<String> = texts(&row["legal_lan"]).into_iter().filter(|it| !removed.contains(it)).collect();
    list.extend(texts(&row["ruled"]["added"]));
    list.sort();
    list
}

#[test]
fn the_legal_steps_agree() {
    let mut wrong = Vec::new();
    for row in rows() {
        let fen = row["fen"].as_str().expect("a FEN");
        let mut ours: Vec<String> =
            legal(&position(fen)).into_iter().map(|step| notation::lan(&Strict, step)).collect();
        ours.sort();
        let theirs = expected(&row);
        let more: Vec<_> = ours.iter().filter(|it| !theirs.contains(it)).collect();
        let less: Vec<_> = theirs.iter().filter(|it| !ours.contains(it)).collect();
        if ours != theirs {
            wrong.push(format!("row {} {fen}\n  too many: {more:?}\n  missing: {less:?}", row["id"]));
        }
    }
    assert!(wrong.is_empty(), "{} rows differ\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_difference_is_listed_with_the_ruling_that_explains_it() {
    let rulings = data("rulings.json");
    let rulings = rulings.as_array().expect("a list");
    let listed: BTreeSet<String> = rulings.iter().map(|entry| entry["row"].to_string()).collect();
    let differing = rows().into_iter().filter(|row| row["ruled"]["same"] != true);
    let found: BTreeSet<String> = differing.map(|row| row["id"].to_string()).collect();
    assert_eq!(listed, found);
    for row in rows() {
        let own: Vec<&Value> = rulings.iter().filter(|entry| entry["row"] == row["id"]).collect();
        let without: Vec<Vec<String>> = own.iter().filter_map(|entry| steps_without(&row, entry)).collect();
        // A ruling without a switch of its own cannot be turned off.
        if without.len() < own.len() {
            continue;
        }
        for step in texts(&row["ruled"]["added"]) {
            let gone = without.iter().any(|steps| !steps.contains(&step));
            assert!(gone, "row {}: {step} is there without the ruling too", row["id"]);
        }
        for step in texts(&row["ruled"]["removed"]) {
            let back = without.iter().any(|steps| steps.contains(&step));
            assert!(back, "row {}: {step} is missing without the ruling too", row["id"]);
        }
    }
}

/// The legal steps of a row with the switch of a ruling turned off.
fn steps_without(row: &Value, entry: &Value) -> Option<Vec<String>> {
    let table = Table::new(vec![switch(entry["switch"].as_str()?)], Readings::DEFAULT);
    let steps = legal_by(&table, &position(row["fen"].as_str()?));
    Some(steps.into_iter().map(|step| notation::lan(&table, step)).collect())
}

fn switch(name: &str) -> Switch {
    let found = Switch::ALL.iter().copied().find(|switch| switch.name() == name);
    found.unwrap_or_else(|| panic!("no switch is called {name}"))
}

#[test]
fn the_position_after_each_recorded_turn_agrees() {
    let mut wrong = Vec::new();
    for row in rows().iter().filter(|row| row["ruled"]["move_legal"] != false) {
        let mut position = position(row["fen"].as_str().expect("a FEN"));
        for text in texts(&row["move_lan"]) {
            if let Err(why) = play(&mut position, &text) {
                wrong.push(format!("row {}: {why}", row["id"]));
            }
        }
        let theirs = row["ruled"]["fen_after"].as_str().or(row["fen_after"].as_str()).expect("a FEN");
        let ours = fen::write(&position);
        if ours != theirs {
            wrong.push(format!("row {} {}\n  ours   {ours}\n  theirs {theirs}", row["id"], row["move_lan"]));
        }
    }
    assert!(wrong.is_empty(), "{} rows differ\n{}", wrong.len(), wrong.join("\n"));
}

fn play(position: &mut Position, text: &str) -> Result<(), String> {
    if text == "commit" {
        position.commit(&Strict);
        return Ok(());
    }
    let step = legal(position).into_iter().find(|step| notation::lan(&Strict, *step) == text);
    let step = step.ok_or_else(|| format!("no step {text}"))?;
    position.advance(&Strict, step, &mut Trail::new(), &mut |_| {});
    Ok(())
}

#[test]
fn perft_agrees() {
    let counts = data("perft.json");
    let mut wrong = Vec::new();
    for row in counts["positions"].as_array().expect("a list") {
        let depth = row["depth"].as_u64().and_then(|depth| u32::try_from(depth).ok()).expect("a depth");
        let fen = row["fen"].as_str().expect("a FEN");
        let ours = Perft::default().count(&mut position(fen), depth);
        if Some(ours) != row["nodes_ruled"].as_u64() {
            wrong.push(format!("{fen} to depth {depth}: ours {ours}, theirs {}", row["nodes_ruled"]));
        }
    }
    assert!(wrong.is_empty(), "{} counts differ\n{}", wrong.len(), wrong.join("\n"));
}
