//! A recorded engine: what it answered once, it answers again; where it failed, it fails again.

use std::collections::BTreeMap;
use std::io;
use std::io::BufRead;
use std::io::Write;
use std::thread;
use std::time::Duration;

use serde_json::json;

use super::recorder::TITLE;
use crate::protocol::Data;
use crate::protocol::decimal;
use crate::protocol::server::next_line;
use crate::protocol::text;
use crate::protocol::wire::Answer;
use crate::protocol::wire::Question;
use crate::protocol::wire::Unknown;
use crate::protocol::wire::Unsupported;

/// What was answered to each question; the id of a task is no part of the question.
#[derive(Debug, Default)]
pub struct Recording {
    answers: BTreeMap<String, RecordedAnswer>,
}

/// An answer as it was kept.
#[derive(Debug, Clone, PartialEq)]
enum RecordedAnswer {
    /// The line, and the id of the task it answered.
    Line(String, Option<u64>),
    /// It wrote this to its log and died.
    Died(String),
    /// It said nothing in time.
    Silent,
}

/// Reads a recording, or says why it is none.
pub fn read(recorded: &str) -> Result<Recording, String> {
    let mut lines = recorded.lines();
    if lines.next() != Some(TITLE) {
        return Err(format!("this is no recording: its first line must be `{TITLE}`"));
    }
    let mut recording = Recording::default();
    let mut open: BTreeMap<&str, (String, Option<u64>, String)> = BTreeMap::new();
    for (number, line) in (2..).zip(lines) {
        if !text::is_harmless(line) {
            return Err(format!("line {number} holds characters that cannot be seen"));
        }
        let mut parts = line.splitn(3, ' ');
        let (Some(process), Some(sign)) = (parts.next(), parts.next()) else {
            return Err(format!("line {number} is no line of a recording"));
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
        RecordedAnswer::Silent
    } else {
        RecordedAnswer::Died(log)
    }
}

/// A question without the number of its task, and that number.
fn key(line: &[u8]) -> (String, Option<u64>) {
    match serde_json::from_slice(line) {
        Ok(Question::Play(play)) => {
            let mut asked = json!({"given": play.given, "when": play.when, "without": play.without});
            // A task is the same however its numbers are written. Beyond the limits they stay as they are.
            let _ = decimal::normalise(&mut asked);
            (asked.to_string(), Some(play.id))
        }
        Ok(Question::Hello(_)) => ("hello".to_owned(), None),
        Ok(Question::Bye(_)) => ("bye".to_owned(), None),
        Err(_) => (String::from_utf8_lossy(line).into_owned(), None),
    }
}

/// Answers as the recorded engine did.
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
            Some(RecordedAnswer::Silent) => fall_silent(),
            None if key == "bye" => return Ok(()),
            None => writeln!(output, "{}", unheard(id).line())?,
        }
        output.flush()?;
    }
    Ok(())
}

/// The recorded engine never answered; whoever asks will lose patience and stop this one, too.
fn fall_silent() -> ! {
    loop {
        thread::sleep(Duration::from_secs(60));
    }
}

fn unheard(id: Option<u64>) -> Answer {
    match id {
        Some(id) => Answer::Unsupported(Unsupported { id, why: "the recording does not hold this task".to_owned() }),
        None => Answer::Unknown(Unknown { why: "the recording does not hold this line".to_owned() }),
    }
}

/// The answer with the number of today's task in place of the recorded one. A wrong number stays as wrong as it was.
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

    const TALK: &str = "# truthsayer conversation 1\n1 > {\"hello\":{\"protocol\":1}}\n2 > {\"hello\":{\"protocol\":1}}\n1 < {\"hello\":{\"protocol\":1}}\n2 < {\"hello\":{\"protocol\":1}}\n1 > {\"play\":{\"id\":4,\"given\":{},\"when\":[],\"without\":[]}}\n1 < {\"misposed\":{\"id\":4,\"at\":\"given\",\"why\":\"no\"}}\n1 > {\"bye\":{}}\n";

    #[test]
    fn a_task_is_answered_under_its_new_number_and_others_are_not_made_up() {
        let recording = read(TALK).unwrap();
        let asked = "{\"play\":{\"id\":9,\"given\":{},\"when\":[],\"without\":[]}}\n{\"play\":{\"id\":10,\"given\":1,\"when\":[]}}\n{\"bye\":{}}\n";
        let mut said = Vec::new();
        serve(&recording, asked.as_bytes(), &mut said).unwrap();
        let said = String::from_utf8(said).unwrap();
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!(lines[0], "{\"misposed\":{\"at\":\"given\",\"id\":9,\"why\":\"no\"}}");
        assert!(lines[1].starts_with("{\"unsupported\":{\"id\":10"), "{said}");
        assert_eq!(lines.len(), 2);
    }

    #[test]
    fn what_is_no_recording_is_refused() {
        assert!(read("hello").is_err());
        assert!(read("# truthsayer conversation 1\nnonsense").is_err());
        assert!(read("# truthsayer conversation 1\n1 ? x").is_err());
    }
}
