//! Serves an engine in Rust over the protocol.

use std::io;
use std::io::BufRead;
use std::io::Read;
use std::io::Write;

use crate::EngineMaker;
use crate::Fault;
use crate::Reply;
use crate::Task;
use crate::crash;
use crate::plain_line;
use crate::wire::Answer;
use crate::wire::Greeting;
use crate::wire::LONGEST_LINE;
use crate::wire::PROTOCOL;
use crate::wire::Question;
use crate::wire::Unknown;

/// Answers every line until `bye` or the end of the input, on any two streams. [`crate::serve`] does the same on stdin
/// and stdout.
pub fn serve(maker: &dyn EngineMaker, input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut engine = maker.engine();
    let mut lines = input;
    while let Some(line) = next_line(&mut lines)? {
        let answer = match read(&line) {
            Ok(Question::Hello(_)) => Answer::Hello(Box::new(Greeting::of(maker.profile()))),
            Ok(Question::Play(play)) => {
                let task = Task::new(play.given, play.when).with_off(play.without);
                let reply = match crash::caught(|| engine.play(&task)) {
                    Ok(reply) => reply.map_err(|fault: Fault| io::Error::other(fault.to_string()))?,
                    Err(failure) => {
                        // The state of the crashed engine may be corrupt.
                        engine = maker.engine();
                        Reply::Crashed(failure)
                    }
                };
                Answer::of(play.id, reply)
            }
            Ok(Question::Bye(_)) => return Ok(()),
            Err(why) => Answer::Unknown(Unknown { why }),
        };
        // One write, so that the other side wakes up once.
        let mut line = answer.line();
        line.push('\n');
        output.write_all(line.as_bytes())?;
        output.flush()?;
        if let Some((_, Reply::Played(outcome))) = answer.reply() {
            engine.recycle(outcome);
        }
    }
    Ok(())
}

/// Returns the next line without its line break; `None` at the end of the input.
pub fn next_line(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    input.take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut line)?;
    Ok(if line.is_empty() { None } else { Some(line) })
}

/// Parses a question, or returns why it is invalid.
pub fn read(line: &[u8]) -> Result<Question, String> {
    if line.len() > LONGEST_LINE {
        return Err(format!("the line is longer than {} MiB", LONGEST_LINE / 1024 / 1024));
    }
    if let Some(play) = plain_line::read_play(line) {
        return Ok(Question::Play(play));
    }
    match serde_json::from_slice(line) {
        Ok(Question::Hello(hello)) if hello.protocol < PROTOCOL => {
            Err(format!("there is no protocol {}; this engine has protocol {PROTOCOL}", hello.protocol))
        }
        Ok(question) => Ok(question),
        Err(error) => Err(error.to_string()),
    }
}
