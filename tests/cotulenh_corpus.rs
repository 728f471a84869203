//! Positions with their legal steps from an engine nobody here wrote, and what our rulings change about them.

use std::fs;

use serde_json::Value;
use truthsayer::engines::cotulenh::board::Trail;
use truthsayer::engines::cotulenh::fen;
use truthsayer::engines::cotulenh::moves;
use truthsayer::engines::cotulenh::notation;
use truthsayer::engines::cotulenh::position::Position;
use truthsayer::engines::cotulenh::rules::Strict;
use truthsayer::engines::cotulenh::step::Step;

fn rows() -> Vec<Value> {
    let text = fs::read_to_string("tests/data/cotulenh/moves.jsonl").expect("the corpus is here");
    text.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect()
}

fn position(fen: &str) -> Position {
    fen::read(fen).unwrap_or_else(|fault| panic!("{fen}: {} at {}", fault.why, fault.at))
}

fn legal(position: &mut Position) -> Vec<Step> {
    let mut steps = Vec::new();
    moves::legal(&Strict, position, &mut Trail::new(), &mut steps);
    steps
}

fn texts(list: &Value) -> Vec<String> {
    list.as_array().into_iter().flatten().filter_map(|it| it.as_str().map(str::to_owned)).collect()
}

/// What the corpus expects of us: its own list, changed by the rulings.
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
        let mut position = position(fen);
        let mut ours: Vec<String> = legal(&mut position).into_iter().map(|step| notation::lan(&Strict, step)).collect();
        ours.sort();
        let theirs = expected(&row);
        let more: Vec<_> = ours.iter().filter(|it| !theirs.contains(it)).collect();
        let less: Vec<_> = theirs.iter().filter(|it| !ours.contains(it)).collect();
        if ours != theirs {
            wrong.push(format!(
                "row {} {fen}\n  too many: {more:?}\n  missing: {less:?}\n ruled {}",
                row["id"], row["ruled"]
            ));
        }
    }
    assert!(wrong.is_empty(), "{} rows differ\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn the_position_after_each_recorded_turn_agrees() {
    let mut wrong = Vec::new();
    for row in rows() {
        let mut position = position(row["fen"].as_str().expect("a FEN"));
        let turn = position.turn;
        let mut trail = Trail::new();
        for text in texts(&row["move_lan"]) {
            let step = legal(&mut position).into_iter().find(|step| notation::lan(&Strict, *step) == text);
            match step {
                Some(step) => _ = position.advance(&Strict, step, &mut trail, &mut |_| {}),
                None => wrong.push(format!("row {}: no step {text}", row["id"])),
            }
        }
        if position.turn == turn {
            position.commit(&Strict);
        }
        let ruled = row["ruled"]["fen_after"].as_str();
        let theirs = ruled.or(row["fen_after"].as_str()).expect("a FEN");
        let ours = fen::write(&position);
        if ours != theirs {
            wrong.push(format!(
                "row {} {} {}\n  ours   {ours}\n  theirs {theirs}",
                row["id"], row["fen"], row["move_lan"]
            ));
        }
    }
    assert!(wrong.is_empty(), "{} rows differ\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn perft_agrees() {
    let text = fs::read_to_string("tests/data/cotulenh/perft.json").expect("the counts are here");
    let data: Value = serde_json::from_str(&text).expect("JSON");
    let mut wrong = Vec::new();
    for row in data["positions"].as_array().expect("a list") {
        let depth = row["depth"].as_u64().and_then(|depth| u32::try_from(depth).ok()).expect("a depth");
        let fen = row["fen"].as_str().expect("a FEN");
        let ours = truthsayer::engines::cotulenh::perft::Perft::default().count(&mut position(fen), depth);
        if Some(ours) != row["nodes_ruled"].as_u64() {
            wrong
                .push(format!("{fen} to depth {depth}: ours {ours}, theirs {} ({})", row["nodes_ruled"], row["nodes"]));
        }
    }
    assert!(wrong.is_empty(), "{} counts differ\n{}", wrong.len(), wrong.join("\n"));
}
