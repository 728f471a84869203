//! The wire protocol: reads every line of the input as a question and as an answer.

use std::borrow::Cow;
use std::sync::LazyLock;

use truthsayer_oracle::engines::process;
use truthsayer_protocol::Data;
use truthsayer_protocol::Engine;
use truthsayer_protocol::EngineMaker;
use truthsayer_protocol::Fault;
use truthsayer_protocol::Outcome;
use truthsayer_protocol::Profile;
use truthsayer_protocol::Reply;
use truthsayer_protocol::Task;
use truthsayer_protocol::server;
use truthsayer_protocol::wire;
use truthsayer_protocol::wire::Answer;
use truthsayer_protocol::wire::Question;

use super::harmless::harmless;
use super::harmless::harmless_line;
use super::part::text;

pub fn run(input: &[u8]) {
    for line in input.split(|byte| *byte == b'\n') {
        question(line);
        answer(&text(line));
    }
    serve(input);
}

/// A request that is written and read again is the same.
fn question(line: &[u8]) {
    let Ok(question) = server::read(line) else { return };
    assert_eq!(serde_json::from_slice(line).ok().as_ref(), Some(&question), "two ways to read a question");
    let written = question.line();
    assert!(!written.contains('\n'), "{written:?}");
    assert_eq!(server::read(written.as_bytes()).as_ref(), Ok(&question), "{written}");
    if let Question::Play(play) = question {
        let task = Task::new(play.given, play.when).with_off(play.without);
        assert_eq!(wire::play_line(play.id, &task), written, "two ways to write a task");
    }
}

fn answer(line: &str) {
    let Ok(answer) = Answer::read(line) else {
        let why = process::understand(line, 1).expect_err("no answer is understood");
        return harmless("why an answer makes no sense", &why);
    };
    let written = answer.line();
    assert_eq!(serde_json::to_string(&answer).ok().as_ref(), Some(&written), "two ways to write an answer");
    assert!(!written.contains('\n'), "{written:?}");
    plain(line, &answer);
    assert_eq!(Answer::read(&written).ok().as_ref(), Some(&answer), "{written}");
    let own = answer.clone().reply();
    for id in [own.as_ref().map_or(1, |(id, _)| *id), 7] {
        match process::understand(line, id) {
            Ok(reply) => {
                assert_eq!(own.as_ref().map(|(id, _)| *id), Some(id), "an answer to another task");
                assert_eq!(process::understand(line, id), Ok(reply.clone()));
                shown(&reply);
                again(id, reply);
            }
            Err(why) => harmless("why an answer is refused", &why),
        }
    }
}

/// The faster way to read an answer gives the same, whatever it is read over.
fn plain(line: &str, answer: &Answer) {
    let spare = wire::read_played(SPARE, None).map(|(_, outcome)| outcome);
    assert!(spare.is_some(), "an answer to read over");
    let Some((id, outcome)) = wire::read_played(line, spare) else { return };
    assert_eq!(Some((id, Reply::Played(outcome.clone()))), answer.clone().reply(), "two ways to read an answer");
    assert_eq!(wire::read_played(line, Some(outcome.clone())), Some((id, outcome)), "over itself");
}

const SPARE: &str = r#"{"played":{"id":1,"before":{"a":1,"turn":"ann"},"after":[1,{"a":"b"}],"log":[{"a":{"b":1}},{"c":2}],"fired":[{"switch":"s"}],"asked":[],"notes":[{"text":"n"}]}}"#;

/// A reply that is written and read again is the same.
fn again(id: u64, reply: Reply) {
    let line = Answer::of(id, reply.clone()).line();
    assert_eq!(process::understand(&line, id), Ok(reply), "{line}");
}

/// The parts of a reply that are shown without quotes.
fn shown(reply: &Reply) {
    match reply {
        Reply::Invalid(complaint) => {
            harmless("what is invalid", &complaint.at);
            harmless("why it is invalid", &complaint.why);
        }
        Reply::Unsupported(why) => harmless("why it is unsupported", why),
        Reply::Played(outcome) => names(outcome).iter().for_each(|name| harmless_line("a name in an outcome", name)),
        other => panic!("a reply of a kind that nobody knows: {other:?}"),
    }
}

fn names(outcome: &Outcome) -> Vec<&str> {
    let mut names = Vec::new();
    keys(&outcome.before, &mut names);
    keys(&outcome.after, &mut names);
    for event in &outcome.log {
        names.push(&event.name);
        keys(&event.data, &mut names);
    }
    let firings = outcome.fired.iter().flat_map(|firing| [&firing.switch, &firing.file]);
    names.extend(firings.map(Cow::as_ref));
    names.extend(outcome.asked.iter().flat_map(|ask| [ask.who.as_str(), &ask.what, &ask.why]));
    names
}

fn keys<'a>(data: &'a Data, names: &mut Vec<&'a str>) {
    match data {
        Data::Object(map) => map.iter().for_each(|(key, value)| {
            names.push(key);
            keys(value, names);
        }),
        Data::Array(items) => items.iter().for_each(|item| keys(item, names)),
        _ => {}
    }
}

/// An engine that returns its input as its outcome.
struct Echo;

impl Engine for Echo {
    fn play(&mut self, task: &Task) -> Result<Reply, Fault> {
        Ok(Reply::Unsupported(task.given.to_string()))
    }
}

static PROFILE: LazyLock<Profile> = LazyLock::new(Profile::default);

impl EngineMaker for Echo {
    fn profile(&self) -> &Profile {
        &PROFILE
    }

    fn engine(&self) -> Box<dyn Engine> {
        Box::new(Echo)
    }
}

/// For every input line there is one output line that can be read.
fn serve(input: &[u8]) {
    let mut output = Vec::new();
    server::serve(&Echo, input, &mut output).expect("a vector takes everything");
    let said = String::from_utf8(output).expect("text comes out");
    assert!(said.is_empty() || said.ends_with('\n'), "a line without its end: {said:?}");
    let lines = said.lines().count();
    assert!(lines <= input.split_inclusive(|byte| *byte == b'\n').count(), "more answers than questions");
    for line in said.lines() {
        assert!(Answer::read(line).is_ok(), "{line}");
    }
}
