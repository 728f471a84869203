//! A process that has been started: it is asked, answers within its deadline or is stopped with all it started.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::mpsc;
use std::sync::mpsc::RecvTimeoutError;
use std::thread;
use std::time::Duration;
use std::time::Instant;

use super::launch::Launch;
use super::live;
use super::live::Child;
use super::live::lock;
use super::pipes;
use super::pipes::Heard;
use super::recorder::Scribe;
use super::strays;
use super::words;
use crate::protocol::Fault;
use crate::protocol::text::harmless;
use crate::protocol::text::shortened;
use crate::protocol::wire::Answer;
use crate::protocol::wire::Bye;
use crate::protocol::wire::Greeting;
use crate::protocol::wire::PROTOCOL;
use crate::protocol::wire::Question;

/// How often a silent process is looked after: it may have died while something it started holds its pipe.
const GLANCE: Duration = Duration::from_millis(200);
/// How long a process has to end by itself after `bye`, or to finish its last words.
const GRACE: Duration = Duration::from_millis(300);

pub(crate) struct Running {
    child: Child,
    /// None once nothing more will be said.
    questions: Option<mpsc::Sender<String>>,
    answers: mpsc::Receiver<Heard>,
    last_words: Arc<Mutex<String>>,
    silence: mpsc::Receiver<()>,
    scribe: Option<Scribe>,
    /// It has said hello.
    greeted: bool,
}

impl Running {
    /// Starts the command and says nothing yet.
    pub(crate) fn start(launch: &Launch, scribe: Option<Scribe>) -> Result<Running, Fault> {
        let not_started = |why: &str| Fault::NotStarted { command: launch.shown(), why: why.to_owned() };
        let mark = strays::new_mark();
        let mut command = launch.grouped(&mark).ok_or_else(|| not_started("the command is empty"))?;
        let child = live::start(mark, || command.spawn()).map_err(|error| {
            let text = error.to_string();
            not_started(&text.split(" (os error").next().unwrap_or(&text).to_lowercase())
        })?;
        let child = child.ok_or(Fault::Interrupted)?;
        let (Some(stdin), Some(stdout), Some(stderr)) = child.pipes() else {
            return Err(not_started("its pipes could not be opened"));
        };
        let (last_words, silence) = pipes::overhear(stderr);
        let (questions, answers) = (Some(pipes::speak(stdin)), pipes::listen(stdout));
        Ok(Running { child, questions, answers, last_words, silence, scribe, greeted: false })
    }

    /// Starts it and exchanges hello.
    pub(crate) fn greet(launch: &Launch, scribe: Option<Scribe>) -> Result<(Running, Greeting), Fault> {
        let mut running = Running::start(launch, scribe)?;
        let line = running.ask(Question::hello().line(), launch.startup)?;
        match Answer::read(&line) {
            Ok(Answer::Hello(greeting)) if greeting.protocol == PROTOCOL => {
                running.greeted = true;
                Ok((running, *greeting))
            }
            Ok(Answer::Hello(greeting)) => {
                let other = greeting.protocol;
                Err(running.garbled(&line, &format!("it speaks protocol {other}, and this is protocol {PROTOCOL}")))
            }
            Ok(_) => Err(running.garbled(&line, "it did not answer `hello` with `hello`")),
            Err(_) if !line.starts_with('{') => {
                Err(running.garbled(&line, "it did not answer `hello` with a line of JSON"))
            }
            Err(error) => Err(running.garbled(&line, &format!("its hello cannot be read: {error}"))),
        }
    }

    /// Sends a line and waits for one.
    pub(crate) fn ask(&mut self, question: String, deadline: Duration) -> Result<String, Fault> {
        if let Some(scribe) = &self.scribe {
            scribe.asked(&question);
        }
        let mut result = self.exchange(question, deadline);
        if result.is_err() {
            live::wait_if_ending();
            if live::is_cut_short() {
                result = Err(Fault::Interrupted);
            }
        }
        if let Some(scribe) = &self.scribe {
            match &result {
                Ok(line) => scribe.answered(line),
                Err(fault) => scribe.failed(fault),
            }
        }
        result
    }

    fn exchange(&mut self, question: String, deadline: Duration) -> Result<String, Fault> {
        // A writer that is gone has met a closed pipe; why, the reader will find out.
        let _ = self.questions.as_ref().map(|questions| questions.send(question));
        self.hear(deadline)
    }

    /// Waits for a line.
    pub(crate) fn hear(&mut self, deadline: Duration) -> Result<String, Fault> {
        let until = Instant::now() + deadline;
        let mut dead = false;
        loop {
            if live::is_cut_short() {
                return Err(Fault::Interrupted);
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.answers.recv_timeout(left.min(GLANCE)) {
                Ok(Heard::Line(line)) => return Ok(line),
                Ok(Heard::Noise(why)) => return Err(self.garbled("", &why)),
                Err(RecvTimeoutError::Disconnected) => return Err(self.died()),
                // What it said last may be a moment behind its end.
                Err(RecvTimeoutError::Timeout) if dead => return Err(self.died()),
                Err(RecvTimeoutError::Timeout) if left > GLANCE => dead = self.child.has_ended(),
                Err(RecvTimeoutError::Timeout) => return Err(self.timed_out(deadline)),
            }
        }
    }

    /// A line that came although nothing was asked.
    pub(crate) fn unasked(&mut self) -> Option<String> {
        match self.answers.try_recv() {
            Ok(Heard::Line(line)) => Some(line),
            Ok(Heard::Noise(why)) => Some(why),
            Err(_) => None,
        }
    }

    pub(crate) fn garbled(&self, line: &str, why: &str) -> Fault {
        // The reason may quote what the engine wrote.
        Fault::Garbled { line: shortened(line), why: words::reason(why), last_words: self.words() }
    }

    fn timed_out(&mut self, after: Duration) -> Fault {
        self.child.end();
        let to = if self.greeted { "the task" } else { "hello" };
        Fault::TimedOut { to: to.into(), after, last_words: self.words() }
    }

    fn died(&mut self) -> Fault {
        let ended = self.ends_within(GRACE);
        self.child.end();
        let how = match self.child.wait() {
            Ok(_) if !ended => "it closed its output and was stopped".to_owned(),
            Ok(status) => status.to_string(),
            Err(error) => error.to_string(),
        };
        // Its last words may still be on their way; something it started may hold the pipe open for ever.
        let _ = self.silence.recv_timeout(GRACE);
        Fault::Died { how, last_words: self.words() }
    }

    fn ends_within(&self, time: Duration) -> bool {
        let until = Instant::now() + time;
        while !self.child.has_ended() {
            if Instant::now() >= until {
                return false;
            }
            thread::sleep(Duration::from_millis(2));
        }
        true
    }

    fn words(&self) -> String {
        harmless(lock(&self.last_words).trim())
    }

    /// Says goodbye, and waits for a moment so that the engine can put its things in order. Whether it ended by itself.
    pub(crate) fn part(self) -> bool {
        self.part_within(GRACE)
    }

    /// The same with more patience.
    pub(crate) fn part_within(mut self, time: Duration) -> bool {
        if let Some(questions) = self.questions.take() {
            let bye = Question::Bye(Bye {}).line();
            if let Some(scribe) = &self.scribe {
                scribe.asked(&bye);
            }
            let _ = questions.send(bye);
        }
        self.ends_within(time)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.child.end();
        let _ = self.child.wait();
    }
}
