//! The kit for engine authors: puts an engine through its paces and says what passes and what to mend.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::time::Duration;
use std::time::Instant;

use serde_json::json;

use super::hello;
use super::launch::Launch;
use super::running::Running;
use super::understand;
use crate::protocol::Failure;
use crate::protocol::Fault;
use crate::protocol::Observes;
use crate::protocol::Outcome;
use crate::protocol::Profile;
use crate::protocol::Reply;
use crate::protocol::Task;
use crate::protocol::text::harmless;
use crate::protocol::text::shortened;
use crate::protocol::wire;
use crate::protocol::wire::Answer;
use crate::protocol::wire::Greeting;
use crate::protocol::wire::WITHOUT;

mod switches;

/// What is missing where only scenarios can say what to play.
const NO_TASKS: &str = "it takes scenarios of its game: run this in their project, or name it with --project";

/// One thing that was tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Check {
    pub name: &'static str,
    pub result: CheckResult,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum CheckResult {
    Passes(String),
    /// What was seen, and what to do about it.
    Mend {
        seen: String,
        advice: Cow<'static, str>,
    },
    /// Why it could not be tried.
    Untried(String),
}

/// The claims of a game, as far as the kit needs to know them.
pub(crate) trait Claims {
    /// Tasks of the game.
    fn tasks(&self, game: &str) -> Vec<Task>;

    /// What claims speak of and `observes` leaves out.
    fn unseen(&self, game: &str, observes: &Observes) -> Vec<String>;

    /// What claims speak of, `observes` does not leave out, and none of these outcomes shows: what that is, and what to do
    /// about it. The outcomes are those of the tasks, in order.
    fn never_shown(&self, profile: &Profile, outcomes: Vec<Option<Outcome>>) -> Option<(String, String)>;
}

/// Tries everything.
pub(crate) fn run(launch: &Launch, claims: &dyn Claims) -> Vec<Check> {
    let mut kit = Kit { launch, checks: Vec::new(), first: OnceCell::new(), changed: OnceCell::new() };
    let Some(greeting) = kit.handshake() else { return kit.checks };
    kit.introduction(&greeting);
    kit.abilities(&greeting);
    kit.strange_line("an unknown message", r#"{"truthsayer_check":{"id":1}}"#);
    kit.strange_line("a malformed line", r#"{"play":{"id":1,"given":"#);
    kit.misposed("a task that makes no sense", nonsense());
    if greeting.supports(WITHOUT) {
        kit.misposed("a switch nobody has", unknown_switch());
    }
    let tasks = claims.tasks(&greeting.game);
    kit.observation(&greeting, &tasks, claims);
    kit.playing(&tasks);
    kit.determinism(&tasks);
    kit.order(&tasks);
    kit.switches(&greeting, &tasks);
    kit.speed(&tasks);
    kit.goodbye();
    kit.same_hello();
    kit.checks
}

fn nonsense() -> Task {
    let given = json!({"truthsayer_check": {"no": ["such", "thing", null, 1.5]}});
    Task::new(given, vec![json!({"truthsayer_check": {}})])
}

fn unknown_switch() -> Task {
    Task::new(json!({}), Vec::new()).with_off(["truthsayer_check_no_such_switch"])
}

struct Kit<'a> {
    launch: &'a Launch,
    checks: Vec<Check>,
    /// The first hello, and how a later one differs from it.
    first: OnceCell<Greeting>,
    changed: OnceCell<String>,
}

impl Kit<'_> {
    fn pass(&mut self, name: &'static str, message: impl Into<String>) {
        self.checks.push(Check { name, result: CheckResult::Passes(message.into()) });
    }

    fn mend(&mut self, name: &'static str, seen: impl Into<String>, advice: impl Into<Cow<'static, str>>) {
        let (seen, advice) = (seen.into(), advice.into());
        self.checks.push(Check { name, result: CheckResult::Mend { seen, advice } });
    }

    fn untried(&mut self, name: &'static str, why: &str) {
        self.checks.push(Check { name, result: CheckResult::Untried(why.to_owned()) });
    }

    fn start(&self) -> Result<(Running, Greeting), Fault> {
        let (running, greeting) = Running::greet(self.launch, None)?;
        if let Some(what) = hello::difference(self.first.get_or_init(|| greeting.clone()), &greeting) {
            self.changed.get_or_init(|| what);
        }
        Ok((running, greeting))
    }

    /// Every start has to give the same hello.
    fn same_hello(&mut self) {
        const NAME: &str = "the same hello";
        const ADVICE: &str = "a run starts several processes and takes them for one engine: answer hello in the same \
                              way each time";
        match self.changed.take() {
            Some(what) => self.mend(NAME, format!("when started again, {what}"), ADVICE),
            None => self.pass(NAME, "every start gives the same hello"),
        }
    }

    /// Asks one line of a process of its own.
    fn ask_once(&self, line: &str) -> Result<String, Fault> {
        let (mut running, _) = self.start()?;
        running.ask(line.to_owned(), self.launch.timeout)
    }

    fn handshake(&mut self) -> Option<Greeting> {
        const NAME: &str = "the handshake";
        let started = Instant::now();
        match self.start() {
            Ok((running, greeting)) => {
                self.pass(NAME, format!("it says hello after {}", duration_text(started.elapsed())));
                running.part();
                Some(greeting)
            }
            Err(fault) => {
                let words = fault.last_words();
                let log = if words.is_empty() { String::new() } else { format!("; its log ends with: {words}") };
                self.mend(
                    NAME,
                    format!("{fault}{log}"),
                    "answer {\"hello\":{\"protocol\":1}} with one line, and flush it: {\"hello\":{\"protocol\":1,\"engine\":\
                     {\"name\":\"…\",\"version\":\"…\"},\"game\":\"…\",\"supports\":[]}}",
                );
                None
            }
        }
    }

    fn introduction(&mut self, greeting: &Greeting) {
        const NAME: &str = "the introduction";
        let Greeting { engine, game, .. } = greeting;
        let missing: Vec<&str> = [("engine.name", &engine.name), ("engine.version", &engine.version), ("game", game)]
            .iter()
            .filter(|(_, value)| value.is_empty())
            .map(|(key, _)| *key)
            .collect();
        if missing.is_empty() {
            self.pass(NAME, format!("{} {} plays {game}", engine.name, engine.version));
        } else {
            self.mend(
                NAME,
                format!("its hello lacks {}", missing.join(", ")),
                "say who you are: documents name the engine and its version, and results of different days are told \
                 apart by them",
            );
        }
    }

    fn abilities(&mut self, greeting: &Greeting) {
        const NAME: &str = "what it supports";
        let switches = greeting.switches.len();
        let names: BTreeSet<&str> = greeting.switches.iter().map(|switch| switch.name.as_str()).collect();
        let known = [WITHOUT, wire::FIRED];
        let odd = greeting.supports.iter().find(|own| !known.contains(&own.as_str()));
        if let Some(odd) = odd {
            self.mend(NAME, format!("`supports` names `{odd}`"), "protocol 1 knows `without` and `fired`");
        } else if names.len() < switches {
            self.mend(NAME, "two switches share a name", "give every switch a name of its own");
        } else if switches > 0 && !greeting.can_be_proven() {
            self.mend(
                NAME,
                "it has switches, but `supports` lacks `without` or `fired`",
                "switches prove clauses only if they can be turned off and the engine tells which took effect",
            );
        } else if switches == 0 {
            self.pass(NAME, "no switches, so `verify` works and `prove` can prove nothing");
        } else {
            let number = if switches == 1 { "1 switch".to_owned() } else { format!("{switches} switches") };
            self.pass(NAME, format!("{number} that can be turned off, so `prove` works"));
        }
    }

    /// An engine may show little, as long as it declares that. Its author should know what showing more would bring.
    fn observation(&mut self, greeting: &Greeting, tasks: &[Task], claims: &dyn Claims) {
        const NAME: &str = "what it shows";
        let profile = Profile::new(&greeting.engine.name, &greeting.engine.version, &greeting.game)
            .with_events(greeting.events.clone())
            .with_observes(greeting.observes.clone());
        if let Some((seen, advice)) = claims.never_shown(&profile, self.outcomes(tasks)) {
            return self.mend(NAME, seen, advice);
        }
        let Some(observes) = &greeting.observes else {
            return self.pass(NAME, "everything, as its hello has no `observes`");
        };
        let unseen = claims.unseen(&greeting.game, observes);
        let rest = match unseen.is_empty() {
            true => "everything that the claims here speak of".to_owned(),
            false => format!("left out, although claims speak of it: {}", unseen.join("; ")),
        };
        let declared = serde_json::to_string(observes).unwrap_or_default();
        self.pass(NAME, format!("{declared}; {rest}"));
    }

    fn strange_line(&mut self, name: &'static str, line: &str) {
        const ADVICE: &str = "answer a line that you do not understand with {\"unknown\":{\"why\":\"…\"}} and go on: a newer \
                              oracle may say things that you do not know";
        match self.ask_once(line).map(|answer| (Answer::read(&answer), answer)) {
            Ok((Ok(Answer::Unknown(_)), _)) => self.pass(name, "it says so and goes on"),
            Ok((_, answer)) => self.mend(name, format!("it answered {}", shortened(&answer)), ADVICE),
            Err(fault) => self.mend(name, fault.to_string(), ADVICE),
        }
    }

    fn misposed(&mut self, name: &'static str, task: Task) {
        const ADVICE: &str = "answer a task that makes no sense with {\"invalid\":{\"id\":…,\"at\":\"when[0]\",\"why\":\"…\"}}: \
                              an author who mistypes a name must not get a verdict";
        let answer = self.ask_once(&wire::play_line(1, &task));
        match answer.map(|line| (understand(&line, 1), line)) {
            Ok((Ok(Reply::Misposed(complaint)), _)) => {
                self.pass(name, format!("invalid at `{}`: {}", complaint.at, complaint.why));
            }
            Ok((Ok(Reply::Failed(failure)), _)) => self.mend(name, crash(&failure), ADVICE),
            Ok((Ok(Reply::Unsupported(why)), _)) => self.pass(name, format!("unsupported: {why}")),
            Ok((Ok(_), _)) => self.mend(name, "it played on as if nothing were wrong", ADVICE),
            Ok((Err(why), line)) => self.mend(name, format!("{why}; it wrote: {}", shortened(&line)), ADVICE),
            Err(fault) => self.mend(name, fault.to_string(), ADVICE),
        }
    }

    /// Every scenario here is a task of the game: no task may crash the engine, and it has to play some.
    fn playing(&mut self, tasks: &[Task]) {
        const NAME: &str = "the tasks of its game";
        if tasks.is_empty() {
            return self.untried(NAME, NO_TASKS);
        }
        let asked: Vec<(u64, &Task)> = (1..).zip(tasks).collect();
        match self.conversation(&asked) {
            Err(why) => self.mend(NAME, why, "every task has to be answered once, with its own id"),
            Ok(lines) => {
                let replies = lines.iter().zip(1..).filter_map(|(line, id)| understand(line, id).ok());
                let check = TaskTally::count(replies).check();
                self.checks.push(Check { name: NAME, result: check });
            }
        }
    }

    /// The same task twice in a row, under the same id: the same bytes.
    fn determinism(&mut self, tasks: &[Task]) {
        const NAME: &str = "the same task twice";
        if tasks.is_empty() {
            return self.untried(NAME, NO_TASKS);
        }
        let doubled: Vec<(u64, &Task)> = (1..).zip(tasks).flat_map(|pair| [pair, pair]).collect();
        match self.conversation(&doubled) {
            Err(why) => self.mend(NAME, why, "every task has to be answered once, with its own id"),
            Ok(lines) => {
                let (pairs, _) = lines.as_chunks::<2>();
                match pairs.iter().find(|[first, second]| first != second) {
                    None => self.pass(NAME, format!("{} tasks, the same bytes each time", tasks.len())),
                    Some([first, second]) => self.mend(
                        NAME,
                        difference(first, second),
                        "no clock, no unseeded random, no hash order in an answer; sort the keys of maps",
                    ),
                }
            }
        }
    }

    /// All tasks in one order and, in a fresh process, in the other: nothing of one task may be seen in another.
    fn order(&mut self, tasks: &[Task]) {
        const NAME: &str = "tasks in another order";
        if tasks.len() < 2 {
            return self.untried(NAME, NO_TASKS);
        }
        let forth: Vec<(u64, &Task)> = (1..).zip(tasks).collect();
        let back: Vec<(u64, &Task)> = forth.iter().rev().copied().collect();
        match (self.conversation(&forth), self.conversation(&back)) {
            (Ok(forth), Ok(back)) => match forth.iter().zip(back.iter().rev()).find(|(one, other)| one != other) {
                None => self.pass(NAME, "the same answers, so nothing leaks from one task into the next"),
                Some((one, other)) => self.mend(
                    NAME,
                    difference(one, other),
                    "begin every task from nothing: what an earlier task left behind must not be seen",
                ),
            },
            (Err(why), _) | (_, Err(why)) => {
                self.mend(NAME, why, "every task has to be answered once, with its own id")
            }
        }
    }

    fn speed(&mut self, tasks: &[Task]) {
        const NAME: &str = "speed";
        if tasks.is_empty() {
            return self.untried(NAME, NO_TASKS);
        }
        let Ok((mut running, _)) = self.start() else { return self.untried(NAME, "it could not be started again") };
        let mut times = Vec::new();
        let begun = Instant::now();
        for (id, task) in (1..).zip(tasks.iter().cycle().take(200)) {
            let asked = Instant::now();
            if running.ask(wire::play_line(id, task), self.launch.timeout).is_err() {
                return self.mend(NAME, format!("it stopped answering at task {id}"), "an engine lives until `bye`");
            }
            times.push(asked.elapsed());
        }
        let all = begun.elapsed().as_secs_f64().max(1e-9);
        times.sort_unstable();
        let middle = times.get(times.len() / 2).copied().unwrap_or_default();
        let slowest = times.last().copied().unwrap_or_default();
        let rate = times.len() as f64 / all;
        self.pass(
            NAME,
            format!(
                "{rate:.0} answers a second; half within {}, all within {}",
                duration_text(middle),
                duration_text(slowest)
            ),
        );
    }

    fn goodbye(&mut self) {
        const NAME: &str = "goodbye";
        // How long an interpreter takes to end is no fault of its engine.
        match self.start().map(|(running, _)| running.part_within(self.launch.startup)) {
            Ok(true) => self.pass(NAME, "it ends by itself after `bye`"),
            Ok(false) => {
                self.mend(NAME, "it was still running after `bye`", "end when you read `bye`, or when stdin closes")
            }
            Err(fault) => self.mend(NAME, fault.to_string(), "it must be possible to start it again"),
        }
    }

    /// Plays tasks in one fresh process; the answers as they came.
    fn conversation(&self, tasks: &[(u64, &Task)]) -> Result<Vec<String>, String> {
        let (mut running, _) = self.start().map_err(|fault| fault.to_string())?;
        let mut lines = Vec::new();
        for (id, task) in tasks {
            let line =
                running.ask(wire::play_line(*id, task), self.launch.timeout).map_err(|fault| fault.to_string())?;
            understand(&line, *id).map_err(|why| format!("{why}; it wrote: {}", shortened(&line)))?;
            lines.push(line);
        }
        match running.unasked() {
            Some(line) => Err(format!("it wrote one line too many: {}", shortened(&line))),
            None => Ok(lines),
        }
    }
}

/// How an engine answered the tasks of its game: how often in each way, and the first answer of that way in words.
#[derive(Default)]
struct TaskTally {
    tasks: usize,
    played: usize,
    crashed: Vec<String>,
    invalid: Vec<String>,
    unsupported: Vec<String>,
}

impl TaskTally {
    fn count(replies: impl Iterator<Item = Reply>) -> TaskTally {
        let mut count = TaskTally::default();
        for reply in replies {
            count.tasks += 1;
            match reply {
                Reply::Failed(failure) => count.crashed.push(crash(&failure)),
                Reply::Misposed(complaint) => count.invalid.push(format!("`{}`: {}", complaint.at, complaint.why)),
                Reply::Unsupported(why) => count.unsupported.push(why),
                _ => count.played += 1,
            }
        }
        count
    }

    fn check(self) -> CheckResult {
        let TaskTally { tasks, played, crashed, invalid, unsupported } = self;
        let part = |answers: &[String], what: &str| {
            let first = answers.first()?;
            Some(format!("{} of {tasks} {what}, first {}", answers.len(), shortened(first)))
        };
        let parts = [part(&crashed, "crash"), part(&invalid, "are invalid"), part(&unsupported, "are unsupported")];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if !crashed.is_empty() {
            return CheckResult::Mend {
                seen: parts.join("; "),
                advice: "fix the exception: whatever a task asks, answer it".into(),
            };
        }
        if played == 0 {
            let advice = "play at least one scenario of the game: an engine that plays none is judged on nothing";
            return CheckResult::Mend { seen: parts.join("; "), advice: advice.into() };
        }
        let all = format!("{played} of {tasks} run to the end");
        CheckResult::Passes([all].into_iter().chain(parts).collect::<Vec<_>>().join("; "))
    }
}

/// A crash in words.
fn crash(failure: &Failure) -> String {
    let at = failure.at.as_ref().map_or_else(String::new, |at| format!(" at {at}"));
    let step = failure.step.map_or_else(String::new, |step| format!(" in step {step}"));
    format!("it crashed{at}{step}: {}", failure.why)
}

/// The first place at which two answers part, with a little around it.
fn difference(one: &str, other: &str) -> String {
    let at = one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count();
    let excerpt = |line: &str| {
        let from = line.floor_char_boundary(at.saturating_sub(30).min(line.len()));
        let to = line.ceil_char_boundary((at + 30).min(line.len()));
        harmless(line.get(from..to).unwrap_or_default())
    };
    format!("the answers differ at byte {}: …{}… and …{}…", at + 1, excerpt(one), excerpt(other))
}

fn duration_text(time: Duration) -> String {
    let micros = time.as_micros();
    if micros < 1000 { format!("{micros} µs") } else { format!("{} ms", micros / 1000) }
}
