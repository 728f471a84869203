//! Reads and writes the two lines of almost every task faster than `serde_json`: the question `play` and its answer
//! `played`.

use std::fmt::Write;

use crate::Asking;
use crate::Data;
use crate::Event;
use crate::Firing;
use crate::Note;
use crate::Outcome;
use crate::plain_json;
use crate::plain_json::PlainReader;
use crate::wire::Play;
use crate::wire::Played;

/// Reads the answer `played` over an earlier outcome, whose memory it reuses. Returns the id of the task. The result does
/// not depend on the earlier outcome, and all its numbers are as [`Decimal`](crate::decimal::Decimal) prints them.
/// Returns `None` for other answers, unknown keys, and numbers or texts in another form: use
/// [`Answer::read`](crate::wire::Answer::read) for these.
pub fn read_played(line: &str, spare: Option<Box<Outcome>>) -> Option<(u64, Box<Outcome>)> {
    let mut outcome = spare.unwrap_or_else(|| Box::new(Outcome::new(Data::Null, Data::Null)));
    let Outcome { before, after, log, fired, asked, notes } = &mut *outcome;
    fired.clear();
    asked.clear();
    notes.clear();
    let mut id = None;
    let mut line = PlainReader::new(line);
    line.fields(["played"], |line, _| {
        let keys = ["id", "before", "after", "log", "fired", "asked", "notes"];
        let [_, has_before, has_after, has_log, ..] = line.fields(keys, |line, key| match key {
            "id" => line.count().map(|found| id = Some(found)),
            "before" => line.data(before),
            "after" => line.data(after),
            "log" => line.list(log, || Event::new("", Data::Null), event),
            "fired" => line.list(fired, || Firing::new("", None), firing),
            "asked" => line.list(asked, || Asking::new("", "", "", 0), asking),
            _ => line.list(notes, || Note::new("", 0), note),
        })?;
        (has_before && has_after && has_log).then_some(())
    })?;
    line.end()?;
    Some((id?, outcome))
}

/// Reads the question `play`, like [`read_played`].
pub(crate) fn read_play(line: &[u8]) -> Option<Play> {
    let mut line = PlainReader::new(str::from_utf8(line).ok()?);
    let (mut id, mut given) = (None, None);
    let (mut when, mut without) = (None, Vec::new());
    line.fields(["play"], |line, _| {
        line.fields(["id", "given", "when", "without"], |line, key| match key {
            "id" => line.count().map(|found| id = Some(found)),
            "given" => line.data(given.insert(Data::Null)),
            "when" => line.list(when.insert(Vec::new()), || Data::Null, PlainReader::data),
            _ => line.list(&mut without, String::new, string),
        })?;
        Some(())
    })?;
    line.end()?;
    Some(Play { id: id?, given: given?, when: when?, without })
}

fn event(line: &mut PlainReader<'_>, event: &mut Event) -> Option<()> {
    let name = line.only_entry(&mut event.data)?;
    if event.name != name {
        event.name = name.to_owned().into();
    }
    Some(())
}

fn firing(line: &mut PlainReader<'_>, firing: &mut Firing) -> Option<()> {
    let [has_switch, ..] = line.fields(["switch", "file", "line", "event"], |line, key| match key {
        "switch" => line.text().map(|text| firing.switch = text.to_owned().into()),
        "file" => line.text().map(|text| firing.file = text.to_owned().into()),
        "line" => line.count().map(|number| firing.line = number),
        _ => line.optional_count().map(|event| firing.event = event),
    })?;
    has_switch.then_some(())
}

fn asking(line: &mut PlainReader<'_>, asking: &mut Asking) -> Option<()> {
    let keys = ["who", "what", "why", "event", "step"];
    let [has_who, has_what, has_why, has_event, _] = line.fields(keys, |line, key| match key {
        "who" => string(line, &mut asking.who),
        "what" => string(line, &mut asking.what),
        "why" => string(line, &mut asking.why),
        "event" => line.count().map(|event| asking.event = event),
        _ => line.optional_count().map(|step| asking.step = step),
    })?;
    (has_who && has_what && has_why && has_event).then_some(())
}

fn note(line: &mut PlainReader<'_>, note: &mut Note) -> Option<()> {
    let [has_text, ..] = line.fields(["text", "step", "event"], |line, key| match key {
        "text" => string(line, &mut note.text),
        "step" => line.optional_count().map(|step| note.step = step),
        _ => line.count().map(|event| note.event = event),
    })?;
    has_text.then_some(())
}

fn string(line: &mut PlainReader<'_>, slot: &mut String) -> Option<()> {
    line.text().map(|text| text.clone_into(slot))
}

/// Returns the line of a question.
pub(crate) fn play(id: u64, given: &Data, when: &[Data], without: &[String]) -> String {
    let mut line = String::with_capacity(1024);
    // Writing to a text cannot fail.
    let _ = write!(line, "{{\"play\":{{\"id\":{id},\"given\":");
    plain_json::write(&mut line, given);
    line.push_str(",\"when\":");
    plain_json::write_list(&mut line, when, plain_json::write);
    line.push_str(",\"without\":");
    plain_json::write_list(&mut line, without, |line, name| plain_json::write_text(line, name));
    line.push_str("}}");
    line
}

/// Returns the line of an answer.
pub(crate) fn played(played: &Played) -> String {
    let Played { id, before, after, log, fired, asked, notes } = played;
    let mut line = String::with_capacity(16 * 1024);
    let _ = write!(line, "{{\"played\":{{\"id\":{id},\"before\":");
    plain_json::write(&mut line, before);
    line.push_str(",\"after\":");
    plain_json::write(&mut line, after);
    line.push_str(",\"log\":");
    plain_json::write_list(&mut line, log, |line, event| {
        line.push('{');
        plain_json::write_text(line, &event.name);
        line.push(':');
        plain_json::write(line, &event.data);
        line.push('}');
    });
    if !fired.is_empty() {
        line.push_str(",\"fired\":");
        plain_json::write_list(&mut line, fired, write_firing);
    }
    if !asked.is_empty() {
        line.push_str(",\"asked\":");
        plain_json::write_list(&mut line, asked, write_asking);
    }
    if !notes.is_empty() {
        line.push_str(",\"notes\":");
        line.push_str(&serde_json::to_string(notes).unwrap_or_default());
    }
    line.push_str("}}");
    line
}

fn write_firing(line: &mut String, firing: &Firing) {
    line.push_str("{\"switch\":");
    plain_json::write_text(line, &firing.switch);
    line.push_str(",\"file\":");
    plain_json::write_text(line, &firing.file);
    let _ = write!(line, ",\"line\":{}", firing.line);
    if let Some(event) = firing.event {
        let _ = write!(line, ",\"event\":{event}");
    }
    line.push('}');
}

fn write_asking(line: &mut String, asking: &Asking) {
    let Asking { who, what, why, step, event } = asking;
    for (key, text) in [("{\"who\":", who), (",\"what\":", what), (",\"why\":", why)] {
        line.push_str(key);
        plain_json::write_text(line, text);
    }
    let _ = match step {
        Some(step) => write!(line, ",\"step\":{step},\"event\":{event}}}"),
        None => write!(line, ",\"step\":null,\"event\":{event}}}"),
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Reply;
    use crate::server;
    use crate::wire::Answer;
    use crate::wire::Question;

    /// A whole answer with every kind of value.
    const WHOLE: &str = r#"{"played":{"id":7,"before":{"a":-12,"b":["x",[],{}],"c":null,"d":{"e":true,"f":"é"}},"after":{"a":0,"b":[1,2],"d":{"e":false}},"log":[{"won":{"by":"ann"}},{"lost":null}],"fired":[{"switch":"s","file":"f.rs","line":3,"event":0},{"switch":"t"}],"asked":[{"who":"ann","what":"plan","why":"","step":2,"event":1},{"who":"bob","what":"draw","why":"w","step":null,"event":0}],"notes":[{"step":1,"event":2,"text":"n"},{"text":"m"}]}}"#;

    fn general(line: &str) -> Option<(u64, Reply)> {
        Answer::read(line).ok()?.reply()
    }

    fn plain(line: &str, spare: Option<&str>) -> Option<(u64, Reply)> {
        let spare = spare.and_then(|line| read_played(line, None)).map(|(_, outcome)| outcome);
        read_played(line, spare).map(|(id, outcome)| (id, Reply::Played(outcome)))
    }

    #[test]
    fn an_answer_is_read_as_in_general_whatever_it_is_read_over() {
        let lines = [
            WHOLE,
            r#" { "played" : { "log" : [ ] , "after" : { } , "before" : 1 , "id" : 0 } } "#,
            r#"{"played":{"id":1,"before":{"a":1,"b":2,"c":3},"after":[{"b":1},{"a":2}],"log":[{"won":{"to":1}}]}}"#,
            r#"{"played":{"id":1,"before":{"c":3,"a":1,"b":2},"after":[{"b":1,"b":2}],"log":[{"won":[]},{"w":{}}]}}"#,
            r#"{"played":{"id":1,"before":{"a":"1","c":[3]},"after":[[1]],"log":[],"fired":[],"notes":[{"text":"o"}]}}"#,
            r#"{"played":{"id":1,"before":{},"after":"","log":[],"fired":[{"switch":"u","event":null}],"asked":[]}}"#,
        ];
        for line in lines {
            assert!(general(line).is_some(), "{line}");
            for spare in lines.map(Some).into_iter().chain([None]) {
                assert_eq!(plain(line, spare), general(line), "{line} over {spare:?}");
            }
        }
    }

    #[test]
    fn everything_else_is_left_to_the_general_reader() {
        let value = |value: &str| format!(r#"{{"played":{{"id":1,"before":{value},"after":0,"log":[]}}}}"#);
        let deep = format!("{}{}", "[".repeat(2000), "]".repeat(2000));
        let odd = [
            "1.0",
            "1e3",
            "-0",
            "00",
            "01",
            "-01",
            "1234567890123456789",
            r#""\n""#,
            "\"\n\"",
            "\"\t\"",
            "\"\0\"",
            &deep,
        ];
        let broken = [
            "",
            "-",
            "+1",
            "1 2",
            "nul",
            "nulll",
            "True",
            "[1,]",
            "[,1]",
            "[1",
            "{\"a\":1,}",
            "{\"a\"}",
            "{a:1}",
            "{\"a\" 1}",
            "\"",
            "'a'",
            "NaN",
            "1x",
            "\"a\\",
            "\"a\n",
        ];
        for text in odd.iter().chain(&broken) {
            assert_eq!(plain(&value(text), None), None, "{text}");
        }
        for text in broken {
            assert_eq!(general(&value(text)), None, "{text}");
        }
        for line in [
            r#"{"invalid":{"id":1,"why":"no"}}"#,
            r#"{"played":{"id":-1,"before":0,"after":0,"log":[]}}"#,
            r#"{"played":{"before":0,"after":0,"log":[]}}"#,
            r#"{"played":{"id":1,"after":0,"log":[]}}"#,
            r#"{"played":{"id":1,"before":0,"log":[]}}"#,
            r#"{"played":{"id":1,"before":0,"after":0}}"#,
            r#"{"played":{"id":1,"id":1,"before":0,"after":0,"log":[]}}"#,
            r#"{"played":{"id":1,"before":0,"after":0,"log":[],"new":1}}"#,
            r#"{"played":{"id":1,"before":0,"after":0,"log":[{}]}}"#,
            r#"{"played":{"id":1,"before":0,"after":0,"log":[{"a":1,"b":1}]}}"#,
            r#"{"played":{"id":1,"before":0,"after":0,"log":[],"fired":[{"line":1}]}}"#,
            r#"{"played":{"id":1,"before":0,"after":0,"log":[],"fired":[{"switch":"s","line":4294967296}]}}"#,
            r#"{"played":{"id":1,"before":0,"after":0,"log":[],"asked":[{"who":"a","what":"b","why":"c"}]}}"#,
            r#"{"played":{"id":1,"before":0,"after":0,"log":[],"notes":[{"step":1}]}}"#,
            r#"{"played":{"id":1,"before":0,"after":0,"log":[]}} {}"#,
            r#"{"played":{"id":1,"before":0,"after":0,"log":[]},"more":1}"#,
            "{}",
        ] {
            assert_eq!(plain(line, None), None, "{line}");
        }
    }

    #[test]
    fn lines_are_written_as_in_general() {
        let text = r#"{"played":{"id":18446744073709551615,"before":{"q\"":"\\\n\u0001é\u007f","n":[1.50,-1e400,[],{}]},"after":{"a":{"b":null}},"log":[{"é\"":{"t":true,"f":false}}],"fired":[{"switch":"\"","file":"\\","line":1,"event":2}],"asked":[{"who":"\t","what":"","why":"","step":1,"event":2}],"notes":[{"text":"\n"}]}}"#;
        for line in [WHOLE, text, r#"{"played":{"id":1,"before":0,"after":0,"log":[]}}"#] {
            let answer = Answer::read(line).expect("an answer");
            assert_eq!(answer.line(), serde_json::to_string(&answer).expect("a line"));
        }
        let line = r#"{"play":{"id":1,"given":{"a":"\"","b":[1.0]},"when":[{"x":{}},{}],"without":["a","\\"]}}"#;
        let Ok(Question::Play(task)) = server::read(line.as_bytes()) else { panic!("no task") };
        assert_eq!(play(task.id, &task.given, &task.when, &task.without), line);
    }

    #[test]
    fn a_question_is_read_as_in_general() {
        for line in [
            r#"{"play":{"id":1,"given":{"a":1},"when":[{"x":{"y":"z"}}],"without":["s"]}}"#,
            r#"{"play":{"when":[],"given":null,"id":2}}"#,
        ] {
            let plain = read_play(line.as_bytes()).map(Question::Play);
            assert_eq!(plain, Some(serde_json::from_str(line).expect("a question")));
        }
        for line in [
            r#"{"play":{"given":{},"when":[]}}"#,
            r#"{"play":{"id":1,"when":[]}}"#,
            r#"{"play":{"id":1,"given":{}}}"#,
            "{\"bye\":{}}",
        ] {
            assert_eq!(read_play(line.as_bytes()), None, "{line}");
        }
        assert_eq!(read_play(b"{\"play\":{\"id\":1,\"given\":\"\xff\",\"when\":[]}}"), None);
    }
}
