//! Replays a recorded engine, including its faults.

use std::collections::BTreeMap;
use std::io;
use std::io::BufRead;
use std::io::Write;
use std::thread;
use std::time::Duration;

use serde_json::json;

use super::recorder::TITLE;
use truthsayer_protocol::Data;
use truthsayer_protocol::decimal;
use truthsayer_protocol::server::next_line;
use truthsayer_protocol::text;
use truthsayer_protocol::wire::Answer;
use truthsayer_protocol::wire::Question;
use truthsayer_protocol::wire::Unknown;
use truthsayer_protocol::wire::Unsupported;

/// Answers by question. The id of a task is not part of the question.
#[derive(Debug, Default)]
pub struct Recording {
    answers: BTreeMap<String, RecordedAnswer>,
}

/// A recorded answer.
#[derive(Debug, Clone, PartialEq)]
enum RecordedAnswer {
    /// The line, and the id of its task.
    Line(String, Option<u64>),
    /// The engine wrote this to stderr and died.
    Died(String),
    /// The engine did not answer in time.
    NoProgress,
}

/// Parses a recording, or returns why it is invalid.
pub fn read(recorded: &str) -> Result<Recording, String> {
    let mut lines = recorded.lines();
    if lines.next() != Some(TITLE) {
        return Err(format!("this is not a recording: its first line must be `{TITLE}`"));
    }
    let mut recording = Recording::default();
    let mut open: BTreeMap<&str, (String, Option<u64>, String)> = BTreeMap::new();
    for (number, line) in (2..).zip(lines) {
        if !text::is_harmless(line) {
            return Err(format!("line {number} has invisible characters"));
        }
        let mut parts = line.splitn(3, ' ');
        let (Some(process), Some(sign)) = (parts.next(), parts.next()) else {
            return Err(format!("line {number} is not a line of a recording"));
        };
        let said = parts.next().unwrap_or("");
        match sign {
            ">" => {
                let (key, id) = key(said.as_bytes());
                open.insert(process, (key, id, String::new()));
            }
            "|" => {
                if let Some((_, _, log)) = open.get_mut(process) {
                    log.push_str(said);
                    log.push('\n');
                }
            }
            "<" | "!" => {
                let Some((key, id, log)) = open.remove(process) else { continue };
                recording.answers.entry(key).or_insert_with(|| kept(sign, said, id, log));
            }
            _ => return Err(format!("line {number} has the sign `{sign}`, which is not one of > < ! |")),
        }
    }
    Ok(recording)
}

fn kept(sign: &str, said: &str, id: Option<u64>, log: String) -> RecordedAnswer {
    if sign == "<" {
        RecordedAnswer::Line(said.to_owned(), id)
    } else if said.starts_with("timed-out") {
        RecordedAnswer::NoProgress
    } else {
        RecordedAnswer::Died(log)
    }
}

/// Returns a question without the id of its task, and that id.
fn key(line: &[u8]) -> (String, Option<u64>) {
    match serde_json::from_slice(line) {
        Ok(Question::Play(play)) => {
            let mut asked = json!({"given": play.given, "when": play.when, "without": play.without});
            // Numbers are normalized. Those beyond the limits stay as they are.
            let _ = decimal::normalise(&mut asked);
            (asked.to_string(), Some(play.id))
        }
        Ok(Question::Hello(_)) => ("hello".to_owned(), None),
        Ok(Question::Bye(_)) => ("bye".to_owned(), None),
        Err(_) => (String::from_utf8_lossy(line).into_owned(), None),
    }
}

/// Answers like the recorded engine.
pub fn serve(recording: &Recording, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    while let Some(line) = next_line(&mut input)? {
        let asked = line.trim_ascii_end();
        let (key, id) = key(asked);
        match recording.answers.get(&key) {
            Some(RecordedAnswer::Line(said, was)) => writeln!(output, "{}", renumbered(said, *was, id))?,
            Some(RecordedAnswer::Died(log)) => {
                io::stderr().write_all(log.as_bytes())?;
                return Err(io::Error::other("the recorded engine died here"));
            }
            Some(RecordedAnswer::NoProgress) => fall_silent(),
            None if key == "bye" => return Ok(()),
            None => writeln!(output, "{}", missing_answer(id).line())?,
        }
        output.flush()?;
    }
    Ok(())
}

/// Waits forever, like the recorded engine; the caller's time limit stops this process.
fn fall_silent() -> ! {
    loop {
        thread::sleep(Duration::from_secs(60));
    }
}

fn missing_answer(id: Option<u64>) -> Answer {
    match id {
        Some(id) => Answer::Unsupported(Unsupported { id, why: "the recording does not contain this task".to_owned() }),
        None => Answer::Unknown(Unknown { why: "the recording does not contain this line".to_owned() }),
    }
}

/// Returns the answer with the id of the current task. A wrong recorded id stays wrong.
fn renumbered(said: &str, was: Option<u64>, id: Option<u64>) -> String {
    let (Some(was), Some(id)) = (was, id) else { return said.to_owned() };
    let Ok(mut data) = serde_json::from_str::<Data>(said) else { return said.to_owned() };
    let own = data.as_object_mut().and_then(|map| map.values_mut().next()).and_then(|body| body.get_mut("id"));
    match own {
        Some(own) if own.as_u64() == Some(was) => {
            *own = id.into();
            data.to_string()
        }
        _ => said.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TALK: &str = "# truthsayer conversation 1\n1 > {\"hello\":{\"protocol\":1}}\n2 > {\"hello\":{\"protocol\":1}}\n1 < {\"hello\":{\"protocol\":1}}\n2 < {\"hello\":{\"protocol\":1}}\n1 > {\"play\":{\"id\":4,\"given\":{},\"when\":[],\"without\":[]}}\n1 < {\"invalid\":{\"id\":4,\"at\":\"given\",\"why\":\"no\"}}\n1 > {\"bye\":{}}\n";

    #[test]
    fn a_task_is_answered_under_its_new_number_and_others_are_not_made_up() {
        let recording = read(TALK).unwrap();
        let asked = "{\"play\":{\"id\":9,\"given\":{},\"when\":[],\"without\":[]}}\n{\"play\":{\"id\":10,\"given\":1,\"when\":[]}}\n{\"bye\":{}}\n";
        let mut said = Vec::new();
        serve(&recording, asked.as_bytes(), &mut said).unwrap();
        let said = String::from_utf8(said).unwrap();
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!(lines[0], "{\"invalid\":{\"at\":\"given\",\"id\":9,\"why\":\"no\"}}");
        assert!(lines[1].starts_with("{\"unsupported\":{\"id\":10"), "{said}");
        assert_eq!(lines.len(), 2);
    }

    #[test]
    fn a_file_that_is_not_a_recording_is_rejected() {
        assert!(read("hello").is_err());
        assert!(read("# truthsayer conversation 1\nnonsense").is_err());
        assert!(read("# truthsayer conversation 1\n1 ? x").is_err());
    }
}
