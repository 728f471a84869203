//! The conformance kit: checks an engine and reports what passes and what to fix.

pub mod switches;

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
use truthsayer_protocol::Crash;
use truthsayer_protocol::Fault;
use truthsayer_protocol::Observes;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Profile;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;
use truthsayer_protocol::text::harmless;
use truthsayer_protocol::text::shortened;
use truthsayer_protocol::wire;
use truthsayer_protocol::wire::Answer;
use truthsayer_protocol::wire::Greeting;
use truthsayer_protocol::wire::WITHOUT;

/// The message for checks that need scenarios.
const NO_TASKS: &str =
    "this check needs scenarios of the game: run it in their project, or name the project with --project";

/// One check and its result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    pub name: &'static str,
    pub result: CheckResult,
}

/// Result of a check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CheckResult {
    Passes(String),
    /// The engine must be fixed: what the check saw, and advice.
    Fix {
        seen: String,
        advice: Cow<'static, str>,
    },
    /// Why the check did not run.
    Untried(String),
}

/// The claims of a game, for the kit.
pub trait Claims {
    /// Returns the tasks of the game.
    fn tasks(&self, game: &str) -> Vec<Task>;

    /// Returns the claimed facts that `observes` leaves out.
    fn unseen(&self, game: &str, observes: &Observes) -> Vec<String>;

    /// Returns the claimed facts that `observes` declares and none of these outcomes shows, and how to fix it. The
    /// outcomes are those of the tasks, in order.
    fn never_shown(&self, profile: &Profile, outcomes: Vec<Option<Outcome>>) -> Option<(String, String)>;
}

/// Runs all checks.
pub fn run(launch: &Launch, claims: &dyn Claims) -> Vec<Check> {
    let mut kit = Kit { launch, checks: Vec::new(), first: OnceCell::new(), changed: OnceCell::new() };
    let Some(greeting) = kit.handshake() else { return kit.checks };
    kit.introduction(&greeting);
    kit.abilities(&greeting);
    kit.strange_line("an unknown message", r#"{"truthsayer_check":{"id":1}}"#);
    kit.strange_line("a malformed line", r#"{"play":{"id":1,"given":"#);
    kit.invalid("an invalid task", nonsense());
    if greeting.supports(WITHOUT) {
        kit.invalid("an unknown switch", unknown_switch());
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
    /// The first hello. `changed` describes how a later hello differs from it.
    first: OnceCell<Greeting>,
    changed: OnceCell<String>,
}

impl Kit<'_> {
    fn pass(&mut self, name: &'static str, message: impl Into<String>) {
        self.checks.push(Check { name, result: CheckResult::Passes(message.into()) });
    }

    fn fix(&mut self, name: &'static str, seen: impl Into<String>, advice: impl Into<Cow<'static, str>>) {
        let (seen, advice) = (seen.into(), advice.into());
        self.checks.push(Check { name, result: CheckResult::Fix { seen, advice } });
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

    /// Checks that every start gives the same hello.
    fn same_hello(&mut self) {
        const NAME: &str = "the same hello";
        const ADVICE: &str = "a run starts several processes as one engine: answer hello in the same way each time";
        match self.changed.take() {
            Some(what) => self.fix(NAME, format!("when started again, {what}"), ADVICE),
            None => self.pass(NAME, "every start gives the same hello"),
        }
    }

    /// Sends one line to a new process.
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
                self.fix(
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
            self.fix(
                NAME,
                format!("its hello lacks {}", missing.join(", ")),
                "send the name and version of the engine: reports show them, and they distinguish results of different \
                 versions",
            );
        }
    }

    fn abilities(&mut self, greeting: &Greeting) {
        const NAME: &str = "supported features";
        let switches = greeting.switches.len();
        let names: BTreeSet<&str> = greeting.switches.iter().map(|switch| switch.name.as_str()).collect();
        let known = [WITHOUT, wire::FIRED];
        let odd = greeting.supports.iter().find(|own| !known.contains(&own.as_str()));
        if let Some(odd) = odd {
            self.fix(NAME, format!("`supports` has an unknown entry `{odd}`"), "protocol 1 has `without` and `fired`");
        } else if names.len() < switches {
            self.fix(NAME, "two switches have the same name", "give every switch a unique name");
        } else if switches > 0 && !greeting.can_be_proven() {
            self.fix(
                NAME,
                "it has switches, but `supports` lacks `without` or `fired`",
                "switches prove clauses only if they can be turned off and the engine reports which ones fired",
            );
        } else if switches == 0 {
            self.pass(NAME, "no switches: `verify` works, `prove` proves nothing");
        } else {
            let number = if switches == 1 { "1 switch".to_owned() } else { format!("{switches} switches") };
            self.pass(NAME, format!("{number} that can be turned off: `prove` works"));
        }
    }

    /// Shows which facts the engine leaves out, although claims are about them. An engine may show little if it
    /// declares that.
    fn observation(&mut self, greeting: &Greeting, tasks: &[Task], claims: &dyn Claims) {
        const NAME: &str = "observed facts";
        let profile = Profile::new(&greeting.engine.name, &greeting.engine.version, &greeting.game)
            .with_events(greeting.events.clone())
            .with_observes(greeting.observes.clone());
        if let Some((seen, advice)) = claims.never_shown(&profile, self.outcomes(tasks)) {
            return self.fix(NAME, seen, advice);
        }
        let Some(observes) = &greeting.observes else {
            return self.pass(NAME, "everything, as its hello has no `observes`");
        };
        let unseen = claims.unseen(&greeting.game, observes);
        let rest = match unseen.is_empty() {
            true => "everything that the claims here are about".to_owned(),
            false => format!("left out, although claims are about it: {}", unseen.join("; ")),
        };
        let declared = serde_json::to_string(observes).unwrap_or_default();
        self.pass(NAME, format!("{declared}; {rest}"));
    }

    fn strange_line(&mut self, name: &'static str, line: &str) {
        const ADVICE: &str = "answer an unknown line with {\"unknown\":{\"why\":\"…\"}} and continue: a newer oracle may send \
                              lines that you do not know";
        match self.ask_once(line).map(|answer| (Answer::read(&answer), answer)) {
            Ok((Ok(Answer::Unknown(_)), _)) => self.pass(name, "it answers `unknown` and continues"),
            Ok((_, answer)) => self.fix(name, format!("it answered {}", shortened(&answer)), ADVICE),
            Err(fault) => self.fix(name, fault.to_string(), ADVICE),
        }
    }

    fn invalid(&mut self, name: &'static str, task: Task) {
        const ADVICE: &str = "answer an invalid task with {\"invalid\":{\"id\":…,\"at\":\"when[0]\",\"why\":\"…\"}}: a misspelled \
                              name must not get a verdict";
        let answer = self.ask_once(&wire::play_line(1, &task));
        match answer.map(|line| (understand(&line, 1), line)) {
            Ok((Ok(Reply::Invalid(complaint)), _)) => {
                self.pass(name, format!("invalid at `{}`: {}", complaint.at, complaint.why));
            }
            Ok((Ok(Reply::Crashed(failure)), _)) => self.fix(name, crash(&failure), ADVICE),
            Ok((Ok(Reply::Unsupported(why)), _)) => self.pass(name, format!("unsupported: {why}")),
            Ok((Ok(_), _)) => self.fix(name, "it ran the invalid task", ADVICE),
            Ok((Err(why), line)) => self.fix(name, format!("{why}; it wrote: {}", shortened(&line)), ADVICE),
            Err(fault) => self.fix(name, fault.to_string(), ADVICE),
        }
    }

    /// Runs every scenario: none may crash the engine, and at least one must run.
    fn playing(&mut self, tasks: &[Task]) {
        const NAME: &str = "the tasks of its game";
        if tasks.is_empty() {
            return self.untried(NAME, NO_TASKS);
        }
        let asked: Vec<(u64, &Task)> = (1..).zip(tasks).collect();
        match self.conversation(&asked) {
            Err(why) => self.fix(NAME, why, "answer every task once, with its own id"),
            Ok(lines) => {
                let replies = lines.iter().zip(1..).filter_map(|(line, id)| understand(line, id).ok());
                let check = TaskTally::count(replies).check();
                self.checks.push(Check { name: NAME, result: check });
            }
        }
    }

    /// Checks that the same task, sent twice with the same id, gets the same bytes.
    fn determinism(&mut self, tasks: &[Task]) {
        const NAME: &str = "the same task twice";
        if tasks.is_empty() {
            return self.untried(NAME, NO_TASKS);
        }
        let doubled: Vec<(u64, &Task)> = (1..).zip(tasks).flat_map(|pair| [pair, pair]).collect();
        match self.conversation(&doubled) {
            Err(why) => self.fix(NAME, why, "answer every task once, with its own id"),
            Ok(lines) => {
                let (pairs, _) = lines.as_chunks::<2>();
                match pairs.iter().find(|[first, second]| first != second) {
                    None => self.pass(NAME, format!("{} tasks, the same bytes each time", tasks.len())),
                    Some([first, second]) => self.fix(
                        NAME,
                        difference(first, second),
                        "use no clock, no unseeded random and no hash order in an answer; sort the keys of maps",
                    ),
                }
            }
        }
    }

    /// Runs all tasks in order and, in a fresh process, in reverse order: no task may influence another.
    fn order(&mut self, tasks: &[Task]) {
        const NAME: &str = "tasks in another order";
        if tasks.len() < 2 {
            return self.untried(NAME, NO_TASKS);
        }
        let forth: Vec<(u64, &Task)> = (1..).zip(tasks).collect();
        let back: Vec<(u64, &Task)> = forth.iter().rev().copied().collect();
        match (self.conversation(&forth), self.conversation(&back)) {
            (Ok(forth), Ok(back)) => match forth.iter().zip(back.iter().rev()).find(|(one, other)| one != other) {
                None => self.pass(NAME, "the same answers: no task influences another"),
                Some((one, other)) => self.fix(
                    NAME,
                    difference(one, other),
                    "start every task from an empty state: earlier tasks must have no effect",
                ),
            },
            (Err(why), _) | (_, Err(why)) => self.fix(NAME, why, "answer every task once, with its own id"),
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
                return self.fix(NAME, format!("it stopped answering at task {id}"), "an engine must run until `bye`");
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
                "{rate:.0} answers per second; half within {}, all within {}",
                duration_text(middle),
                duration_text(slowest)
            ),
        );
    }

    fn goodbye(&mut self) {
        const NAME: &str = "goodbye";
        // The interpreter's shutdown time is not the engine's fault.
        match self.start().map(|(running, _)| running.end_within(self.launch.startup)) {
            Ok(true) => self.pass(NAME, "it ends after `bye`"),
            Ok(false) => {
                self.fix(NAME, "it was still running after `bye`", "end when you read `bye`, or when stdin closes")
            }
            Err(fault) => self.fix(NAME, fault.to_string(), "the engine must be able to start again"),
        }
    }

    /// Runs tasks in one fresh process, and returns the lines of its answers.
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
            Some(line) => Err(format!("it wrote an extra line: {}", shortened(&line))),
            None => Ok(lines),
        }
    }
}

/// Numbers of answers to the tasks of the game by kind, with the first answer of each kind.
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
                Reply::Crashed(failure) => count.crashed.push(crash(&failure)),
                Reply::Invalid(complaint) => count.invalid.push(format!("`{}`: {}", complaint.at, complaint.why)),
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
            return CheckResult::Fix {
                seen: parts.join("; "),
                advice: "fix the crash: the engine must answer every task".into(),
            };
        }
        if played == 0 {
            let advice = "support at least one scenario of the game: otherwise nothing can be judged";
            return CheckResult::Fix { seen: parts.join("; "), advice: advice.into() };
        }
        let all = format!("{played} of {tasks} run to the end");
        CheckResult::Passes([all].into_iter().chain(parts).collect::<Vec<_>>().join("; "))
    }
}

/// Returns a crash as text.
fn crash(failure: &Crash) -> String {
    let at = failure.at.as_ref().map_or_else(String::new, |at| format!(" at {at}"));
    let step = failure.step.map_or_else(String::new, |step| format!(" in step {step}"));
    format!("it crashed{at}{step}: {}", failure.why)
}

/// Returns the first difference of two answers, with some context.
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
