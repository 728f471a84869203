//! A running engine process: sends questions and returns the answers. `timeout` waits for them.

use std::time::Duration;

use super::launch::Launch;
use super::orphan_cleanup;
use super::pipes::EngineOutput;
use super::pipes::PipeEnds;
use super::pipes::Pipes;
use super::process_registry;
use super::process_registry::Child;
use super::recorder::ConversationWriter;
use super::sanitize;
use super::timeout::GRACE;
use truthsayer_protocol::Fault;
use truthsayer_protocol::text::harmless;
use truthsayer_protocol::text::shortened;
use truthsayer_protocol::wire::Answer;
use truthsayer_protocol::wire::Bye;
use truthsayer_protocol::wire::Greeting;
use truthsayer_protocol::wire::PROTOCOL;
use truthsayer_protocol::wire::Question;

pub(crate) struct Running {
    pub(super) child: Child,
    pub(super) pipes: Pipes,
    writer: Option<ConversationWriter>,
    /// Hello was exchanged.
    pub(super) greeted: bool,
}

impl Running {
    /// Starts the command without sending anything.
    pub(crate) fn start(launch: &Launch, writer: Option<ConversationWriter>) -> Result<Running, Fault> {
        let not_started = |why: &str| Fault::NotStarted { command: launch.shown(), why: why.to_owned() };
        let mark = orphan_cleanup::new_mark();
        let mut command = launch.grouped(&mark).ok_or_else(|| not_started("the command is empty"))?;
        let child = process_registry::start(mark, || command.spawn()).map_err(|error| {
            let text = error.to_string();
            not_started(&text.split(" (os error").next().unwrap_or(&text).to_lowercase())
        })?;
        let child = child.ok_or(Fault::Interrupted)?;
        let pipes = match child.pipes() {
            (Some(stdin), Some(stdout), Some(stderr)) => Pipes::open(PipeEnds { stdin, stdout, stderr }),
            _ => None,
        };
        let pipes = pipes.ok_or_else(|| not_started("its pipes could not be opened"))?;
        Ok(Running { child, pipes, writer, greeted: false })
    }

    /// Starts the command and exchanges hello.
    pub(crate) fn greet(launch: &Launch, writer: Option<ConversationWriter>) -> Result<(Running, Greeting), Fault> {
        let mut running = Running::start(launch, writer)?;
        let line = running.ask(Question::hello().line(), launch.startup)?;
        match Answer::read(&line) {
            Ok(Answer::Hello(greeting)) if greeting.protocol == PROTOCOL => {
                running.greeted = true;
                Ok((running, *greeting))
            }
            Ok(Answer::Hello(greeting)) => {
                let other = greeting.protocol;
                Err(running.garbled(&line, &format!("it has protocol {other}, but this is protocol {PROTOCOL}")))
            }
            Ok(_) => Err(running.garbled(&line, "it did not answer `hello` with `hello`")),
            Err(_) if !line.starts_with('{') => {
                Err(running.garbled(&line, "it did not answer `hello` with a line of JSON"))
            }
            Err(error) => Err(running.garbled(&line, &format!("its hello cannot be read: {error}"))),
        }
    }

    /// Sends a line and waits for the answer.
    pub(crate) fn ask(&mut self, question: String, deadline: Duration) -> Result<String, Fault> {
        if let Some(writer) = &self.writer {
            writer.asked(&question);
        }
        let mut result = self.exchange(question, deadline);
        if result.is_err() {
            process_registry::wait_if_ending();
            if process_registry::is_cut_short() {
                result = Err(Fault::Interrupted);
            }
        }
        if let Some(writer) = &self.writer {
            match &result {
                Ok(line) => writer.answered(line),
                Err(fault) => writer.failed(fault),
            }
        }
        result
    }

    fn exchange(&mut self, question: String, deadline: Duration) -> Result<String, Fault> {
        self.pipes.send(question);
        self.receive(deadline)
    }

    /// Returns a line that was sent without a question.
    pub(crate) fn unasked(&mut self) -> Option<String> {
        match self.pipes.receive(Duration::ZERO) {
            Ok(EngineOutput::Line(line)) => Some(line),
            Ok(EngineOutput::Noise(why)) => Some(why),
            Err(_) => None,
        }
    }

    pub(crate) fn garbled(&self, line: &str, why: &str) -> Fault {
        // The reason may quote output of the engine.
        Fault::Garbled { line: shortened(line), why: sanitize::reason(why), last_words: self.words() }
    }

    /// Returns the last lines that the engine wrote to stderr, and forgets them. They may arrive after the answer.
    pub(crate) fn take_trace(&mut self) -> Vec<String> {
        for _ in 0..5 {
            if !self.pipes.last_words().trim().is_empty() {
                break;
            }
            self.pipes.pass(Duration::from_millis(10));
        }
        sanitize::trace(self.pipes.take_last_words().lines())
    }

    pub(super) fn words(&self) -> String {
        harmless(self.pipes.last_words().trim())
    }

    /// Sends `bye` and waits briefly, so that the engine can clean up. Returns whether it ended.
    pub(crate) fn part(self) -> bool {
        self.end_within(GRACE)
    }

    /// Same as [`part`](Running::part) with a given time limit.
    pub(crate) fn end_within(mut self, time: Duration) -> bool {
        let bye = Question::Bye(Bye {}).line();
        if let Some(writer) = &self.writer {
            writer.asked(&bye);
        }
        self.pipes.finish(bye);
        self.ends_within(time)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.child.end();
        let _ = self.child.wait();
    }
}
