//! A recorded engine: any file is read or refused at a line, a recording is replayed, and any conversation can be
//! recorded.

use std::fs;
use std::path::Path;

use truthsayer_oracle::engines::process::recorder::Recorder;
use truthsayer_oracle::engines::process::replay;
use truthsayer_oracle::engines::process::replay::Recording;

use super::folder;
use super::harmless::harmless;
use super::part::text;

pub fn run(input: &[u8]) {
    let text = text(input);
    match replay::read(&text) {
        Ok(recording) if can_be_served(&text) => serve(&recording, &text),
        Ok(_) => {}
        Err(why) => {
            points_into(&why, &text);
            harmless("why a recording cannot be read", &why);
            let written = folder::with(&[], |root| recorded(&root.join("recording"), &text));
            let recording = replay::read(&written).unwrap_or_else(|why| panic!("{why}: {written:?}"));
            serve(&recording, &written);
        }
    }
}

/// The lines of the input as a conversation between the oracle and an engine.
fn recorded(path: &Path, text: &str) -> String {
    let file = fs::File::create(path).expect("a file");
    let recorder = Recorder::begin(file).expect("a title is written");
    let writer = recorder.writer();
    for (index, line) in text.lines().enumerate() {
        if index % 2 == 0 { writer.asked(line) } else { writer.answered(line) }
    }
    fs::read_to_string(path).expect("what was recorded is text")
}

/// A reported line number exists.
fn points_into(why: &str, text: &str) {
    let number = why.strip_prefix("line ").and_then(|rest| rest.split(' ').next());
    if let Some(number) = number {
        let number: usize = number.parse().expect("the number of a line");
        assert!((1..=text.lines().count()).contains(&number), "{why}");
    }
}

/// Skips recordings in which the engine died or hung, because a replay would hang, too.
fn can_be_served(text: &str) -> bool {
    !text.lines().any(|line| line.split(' ').nth(1) == Some("!"))
}

fn serve(recording: &Recording, text: &str) {
    let asked = text.lines().skip(1).filter_map(|line| {
        let mut parts = line.splitn(3, ' ').skip(1);
        (parts.next() == Some(">")).then(|| parts.next().unwrap_or(""))
    });
    let questions: String = asked.map(|line| format!("{line}\n")).collect();
    let said = || {
        let mut output = Vec::new();
        replay::serve(recording, questions.as_bytes(), &mut output).expect("it is all there");
        output
    };
    let once = said();
    assert_eq!(once, said(), "served twice, served otherwise");
    let lines = |bytes: &[u8]| bytes.iter().filter(|byte| **byte == b'\n').count();
    assert!(lines(&once) <= lines(questions.as_bytes()), "more answers than questions");
}
